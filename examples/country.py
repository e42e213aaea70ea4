"""A tour of a country: the 47 capitals of the provinces of mainland Spain, from a table to a map."""
# %% A table: name, latitude, longitude in degrees
TABLE = """
A Coruña 43.37 -8.40, Lugo 43.01 -7.56, Pontevedra 42.43 -8.64, Ourense 42.34 -7.86, Oviedo 43.36 -5.85,
Santander 43.46 -3.81, Bilbao 43.26 -2.93, San Sebastián 43.32 -1.98, Vitoria 42.85 -2.67, Pamplona 42.82 -1.64,
Logroño 42.47 -2.45, Huesca 42.14 -0.41, Zaragoza 41.65 -0.88, Teruel 40.34 -1.11, Lleida 41.62 0.62,
Girona 41.98 2.82, Barcelona 41.39 2.17, Tarragona 41.12 1.25, León 42.60 -5.57, Zamora 41.50 -5.75,
Salamanca 40.97 -5.66, Valladolid 41.65 -4.73, Palencia 42.01 -4.53, Burgos 42.34 -3.70, Soria 41.77 -2.47,
Segovia 40.95 -4.12, Ávila 40.66 -4.70, Madrid 40.42 -3.70, Guadalajara 40.63 -3.17, Cuenca 40.07 -2.14,
Toledo 39.86 -4.03, Ciudad Real 38.99 -3.93, Albacete 39.00 -1.86, Castellón 39.99 -0.04, Valencia 39.47 -0.38,
Alicante 38.35 -0.48, Murcia 37.99 -1.13, Cáceres 39.48 -6.37, Badajoz 38.88 -6.97, Huelva 37.26 -6.95,
Sevilla 37.39 -5.99, Cádiz 36.53 -6.29, Córdoba 37.89 -4.78, Jaén 37.77 -3.79, Granada 37.18 -3.60,
Málaga 36.72 -4.42, Almería 36.84 -2.46"""
rows = [row.rsplit(maxsplit=2) for row in TABLE.split(",")]
names = [row[0].strip() for row in rows]
places = [(float(row[1]), float(row[2])) for row in rows]

# %% The tour. Lengths on the sphere are in metres. bound=True proves how short a tour can be.
import swarmcl

tour = swarmcl.solve(places, metric="sphere", names=names, bound=True)
print(f"{tour.length / 1000:.0f} km, no tour is shorter than {tour.bound / 1000:.0f} km")
print(", ".join(tour.names))

# %% The map: a notebook shows the result directly; this script writes a file
with open("country.svg", "w", encoding="utf-8") as file:
    file.write(tour._repr_svg_())
tour

# %% From the north-west to the south-east, and straight from Toledo to Madrid
start, end, toledo, madrid = (names.index(name) for name in ("A Coruña", "Almería", "Toledo", "Madrid"))
path = swarmcl.solve(places, metric="sphere", names=names, start=start, end=end, fixed=[(toledo, madrid)])
print(f"{path.length / 1000:.0f} km: {', '.join(path.names)}")
