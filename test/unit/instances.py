#!/usr/bin/env python3
"""Generates the shipped instances and compares them, byte for byte; checks the generators by published checksums.

Usage: instances.py INSTANCES_FOLDER
"""
import csv
import hashlib
import os
import sys

# sha256 of the lines "number x y" of published DIMACS files, first 16 digits.
CHECKSUMS = [
    ("E1k.0", "uniform", 1000, 1000, "b97b35733fab5f2e"),
    ("E1k.1", "uniform", 1000, 10001, "81a32186bf7baf98"),
    ("E3k.0", "uniform", 3162, 3162, "e994502665d03922"),
    ("E10k.0", "uniform", 10000, 10000, "53bae13144203278"),
    ("C1k.0", "clustered", 1000, 1000, "4ef063d0bd1bdbbc"),
    ("C1k.1", "clustered", 1000, 10001, "f6d1cdaf1a9e9951"),
    ("C3k.0", "clustered", 3162, 3162, "c9d69289592e771f"),
    ("C10k.0", "clustered", 10000, 10000, "75736a7ad3e0b972"),
]

# Rows as zone1970.tab has them, the row of timezones.csv and the coordinates of timezones.tsp that they become.
CITIES = [
    ("AD\t+4230+00131\tEurope/Andorra", "Andorra,42.5,1.516667", "42.30", "1.31"),
    ("GB,GG\t+513030-0000731\tEurope/London\tany comment", "London,51.508333,-0.125278", "51.305", "-0.075167"),
    ("AR\t-3436-05827\tAmerica/Argentina/Buenos_Aires\tBuenos Aires", "Buenos Aires,-34.6,-58.45", "-34.36", "-58.27"),
    ("ID\t-0002+10920\tAsia/Pontianak", "Pontianak,-0.033333,109.333333", "-0.02", "109.20"),
    ("AQ\t-720041+0023206\tAntarctica/Troll", "Troll,-72.011389,2.535", "-72.006833", "2.321"),
]


def city_faults(generate):
    table = generate.timezones_csv("# a comment\n" + "".join(row + "\n" for row, *_ in CITIES))
    expected = "name,lat,lon\n" + "".join(row + "\n" for _, row, *_ in CITIES)
    if table != expected:
        yield f"timezones_csv makes\n{table}, expected\n{expected}"
    lines = generate.timezones_text(expected).splitlines()
    nodes = lines[lines.index("NODE_COORD_SECTION") + 1:-1]
    expected = [f"{k} {latitude} {longitude}" for k, (*_, latitude, longitude) in enumerate(CITIES, 1)]
    if nodes != expected:
        yield f"timezones_text makes the nodes {nodes}, expected {expected}"


def name_faults(folder):
    with open(os.path.join(folder, "timezones.csv"), encoding="utf-8", newline="") as file:
        names = [row["name"] for row in csv.DictReader(file)]
    if len(set(names)) != len(names) or not all(names):
        yield "timezones.csv: a name stands twice or is empty"


def main(folder):
    sys.dont_write_bytecode = True
    sys.path.insert(0, folder)
    import generate

    faults = []
    made = generate.instances()
    for name, text in made.items():
        with open(os.path.join(folder, name), "rb") as file:
            if file.read() != text.encode("ascii"):
                faults.append(f"{name} is not what generate.py makes")
    shipped = {name for name in os.listdir(folder) if name.endswith((".tsp", ".atsp"))}
    faults += [f"{name} is not made by generate.py" for name in sorted(shipped - set(made))]
    for name, kind, count, seed, expected in CHECKSUMS:
        points = getattr(generate, kind + "_points")(count, seed)
        text = "".join(f"{k} {x} {y}\n" for k, (x, y) in enumerate(points, 1))
        if hashlib.sha256(text.encode("ascii")).hexdigest()[:16] != expected:
            faults.append(f"{name}: the generator does not make the published points")
    faults += [*city_faults(generate), *name_faults(folder)]
    sys.exit("\n".join(faults) if faults else 0)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
