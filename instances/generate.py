#!/usr/bin/env python3
"""Makes the instances of this folder, byte for byte the same on every machine.

Usage: generate.py [FOLDER]                   (this folder when none is given)
       generate.py --timezones ZONE1970_TAB   writes timezones.csv anew from a table of the tz database

uniform* and clustered* are the random instances of the 8th DIMACS Implementation Challenge (D. S. Johnson,
L. A. McGeoch, 2000), written anew from a description of its generators portgen and portcgen. timezones.tsp is made from
timezones.csv. The others are ours.
"""
import csv
import io
import math
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

MODULUS = 10**9


class Random:
    """Knuth's subtractive generator with lags 55 and 24 (The Art of Computer Programming 2, 3.2.2)."""

    def __init__(self, seed):
        self.state = [0] * 55
        self.state[0] = seed
        previous, current = seed, 1
        for k in range(1, 55):
            self.state[21 * k % 55] = current
            previous, current = current, previous - current
            if current < 0:
                current += MODULUS
        self.p, self.q = 0, 24
        self.spare = None
        for _ in range(165):
            self.next()

    def next(self):
        """An integer in [0, 10^9)."""
        self.p = (self.p - 1) % 55
        self.q = (self.q - 1) % 55
        value = self.state[self.p] - self.state[self.q]
        if value < 0:
            value += MODULUS
        self.state[self.p] = value
        return value

    def gauss(self):
        """A standard normal number by Marsaglia's polar method, which makes two at a time."""
        if self.spare is not None:
            value, self.spare = self.spare, None
            return value
        while True:
            v1 = 2.0 * self.next() / 1e9 - 1.0
            v2 = 2.0 * self.next() / 1e9 - 1.0
            s = v1 * v1 + v2 * v2
            if 0.0 < s < 1.0:
                break
        t = math.sqrt((-2.0 * math.log(s)) / s)
        self.spare = v1 * t
        return v2 * t


def uniform_points(count, seed):
    random = Random(seed)
    return [(random.next() // 1000, random.next() // 1000) for _ in range(count)]


def clustered_points(count, seed):
    random = Random(seed)
    clusters = count // 100
    scale = 1.0 / math.sqrt(count)
    centres = []
    for _ in range(clusters):
        x = int(random.next() / 1e9 * 1000000)
        centres.append((x, int(random.next() / 1e9 * 1000000)))
    points = []
    for _ in range(count):
        x, y = centres[int(random.next() / 1e9 * clusters)]
        x += int(random.gauss() * scale * 1000000)
        points.append((x, y + int(random.gauss() * scale * 1000000)))
    return points


def grid_points(side, spacing):
    return [(spacing * column, spacing * row) for row in range(side) for column in range(side)]


def circle_points(count, radius):
    """Points on a circle, rounded to integers, in an order that is not the circle's (step 77 is prime to count)."""
    points = []
    for k in range(count):
        angle = 2.0 * math.pi * (77 * k % count) / count
        points.append((round(radius * math.cos(angle)) + radius, round(radius * math.sin(angle)) + radius))
    return points


def euclidean(a, b):
    """TSPLIB's EUC_2D in exact integers: floor(sqrt(d) + 1/2)."""
    square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    return (math.isqrt(4 * square) + 1) // 2


def circle_optimum(count, radius):
    """The length around the circle. That no rounding makes another tour shorter is argued in README.md."""
    points = circle_points(count, radius)
    around = [None] * count
    for k in range(count):
        around[77 * k % count] = points[k]
    return sum(euclidean(around[k], around[k - 1]) for k in range(count))


def points_text(name, comment, points, end=True, metric="EUC_2D"):
    lines = [f"NAME : {name}", f"COMMENT : {comment}", "TYPE : TSP", f"DIMENSION : {len(points)}",
             f"EDGE_WEIGHT_TYPE : {metric}", "NODE_COORD_SECTION"]
    lines += [f"{k} {x} {y}" for k, (x, y) in enumerate(points, 1)]
    if end:
        lines.append("EOF")
    return "\n".join(lines) + "\n"


def dimacs_text(generator, points, count, seed):
    # portgen and portcgen write no EOF line.
    return points_text(f"{generator}-{count}-{seed}", f"{generator} N={count}, seed={seed}", points, end=False)


def asymmetric_text(name, comment, count, seed):
    random = Random(seed)
    lines = [f"NAME : {name}", f"COMMENT : {comment}", "TYPE : ATSP", f"DIMENSION : {count}",
             "EDGE_WEIGHT_TYPE : EXPLICIT", "EDGE_WEIGHT_FORMAT : FULL_MATRIX", "EDGE_WEIGHT_SECTION"]
    for i in range(count):
        row = [random.next() // 1000000 + 1 for _ in range(count)]
        row[i] = 0
        lines.append(" ".join(f"{distance:4d}" for distance in row))
    return "\n".join(lines) + "\nEOF\n"


def arc_seconds(angle):
    """An angle of ISO 6709, sign, two or three digits of degrees, MM or MMSS, in seconds of arc."""
    sign, degrees, minutes, seconds = re.fullmatch(r"([+-])(\d{2,3}?)(\d\d)(\d\d)?", angle).groups()
    return int(sign + "1") * (3600 * int(degrees) + 60 * int(minutes) + int(seconds or 0))


def shortest_decimal(text):
    return text.rstrip("0").rstrip(".") if "." in text else text


def timezones_csv(table):
    """The cities of zone1970.tab as name,lat,lon in decimal degrees."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["name", "lat", "lon"])
    for line in table.splitlines():
        if line.startswith("#"):
            continue
        position, zone = line.split("\t")[1:3]
        latitude, longitude = re.fullmatch(r"([+-]\d+)([+-]\d+)", position).groups()
        writer.writerow([zone.split("/")[-1].replace("_", " ")]
                        + [shortest_decimal(f"{arc_seconds(angle) / 3600:.6f}") for angle in (latitude, longitude)])
    return out.getvalue()


def geo_degrees(decimal_degrees):
    """Decimal degrees, right to a second of arc, as TSPLIB's DDD.MM; seconds are decimals of the minutes."""
    seconds = round(3600 * abs(float(decimal_degrees)))
    sign = "-" if float(decimal_degrees) < 0 else ""
    minutes = shortest_decimal(f"{seconds % 3600 / 60:07.4f}").replace(".", "")
    return f"{sign}{seconds // 3600}.{minutes}"


def timezones_text(table):
    """timezones.csv as a TSPLIB instance, the nodes in the same order."""
    points = [(geo_degrees(row["lat"]), geo_degrees(row["lon"])) for row in csv.DictReader(io.StringIO(table))]
    return points_text("timezones", "the cities of zone1970.tab, tz database 2026f, public domain; "
                       "names in timezones.csv", points, metric="GEO")


def vans_text():
    """A bakery and 40 shops in five towns, coordinates and times in minutes; a van delivers up to 60 crates."""
    random = Random(40)
    towns = [(12, 14), (47, 11), (30, 33), (10, 48), (52, 46)]
    shops = [(29, 22)]
    while len(shops) < 41:
        x, y = towns[random.next() % len(towns)]
        shop = (round(x + 5 * random.gauss()), round(y + 5 * random.gauss()))
        if shop not in shops:
            shops.append(shop)
    windows = [(0, 300)] + [[(0, 60), (60, 150), (0, 300)][random.next() % 3] for _ in shops[1:]]
    sections = {"NODE_COORD": shops, "DEMAND": [(0,)] + [(3 + random.next() % 9,) for _ in shops[1:]],
                "TIME_WINDOW": windows, "SERVICE_TIME": [(0,)] + [(4,)] * 40}
    lines = ["NAME : vans", "COMMENT : a bakery and 40 shops; minutes after 6:00, crates of bread", "TYPE : VRPTW",
             "VEHICLES : 8", "DIMENSION : 41", "CAPACITY : 60", "EDGE_WEIGHT_TYPE : EUC_2D"]
    for name, rows in sections.items():
        lines += [f"{name}_SECTION"] + [" ".join(map(str, (k, *row))) for k, row in enumerate(rows, 1)]
    return "\n".join([*lines, "DEPOT_SECTION", "1", "-1", "EOF"]) + "\n"


def instances():
    """File name and text of each instance."""
    around = circle_optimum(200, 1000000)
    with open(os.path.join(HERE, "timezones.csv"), encoding="utf-8", newline="") as file:
        cities = file.read()
    return {
        "uniform1000.tsp": dimacs_text("portgen", uniform_points(1000, 1000), 1000, 1000),
        "clustered1000.tsp": dimacs_text("portcgen", clustered_points(1000, 1000), 1000, 1000),
        "uniform100.tsp": dimacs_text("portgen", uniform_points(100, 100), 100, 100),
        "grid100.tsp": points_text("grid100", "10 x 10 grid, spacing 100; optimum 10000", grid_points(10, 100)),
        "circle200.tsp": points_text("circle200", f"200 points on a circle of radius 1000000; optimum {around}",
                                     circle_points(200, 1000000)),
        "timezones.tsp": timezones_text(cities),
        "random17.atsp": asymmetric_text("random17", "random distances from 1 to 1000, generator seed 17", 17, 17),
        "vans.vrp": vans_text(),
    }


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def main(arguments):
    if arguments[:1] == ["--timezones"]:
        with open(arguments[1], encoding="utf-8") as file:
            write(os.path.join(HERE, "timezones.csv"), timezones_csv(file.read()))
        return
    for name, text in instances().items():
        write(os.path.join(arguments[0] if arguments else HERE, name), text)


if __name__ == "__main__":
    main(sys.argv[1:])
