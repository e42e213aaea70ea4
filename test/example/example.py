#!/usr/bin/env python3
"""The example finds the shortest tour through its cities, reads files, and reports errors.

usage: example.py CITIES_PROGRAM CITIES_SOURCE INSTANCES_FOLDER
"""
import csv
import itertools
import math
import os
import re
import subprocess
import sys
import tempfile

RADIUS = 6371008.8  # m


def run(program, *arguments):
    return subprocess.run([program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=600,
                          check=False)


def table(source):
    """Returns the names and places in the source."""
    names = re.findall(r'"(\w+)"', re.search(r"names\[CITY_COUNT\] = \{(.*?)\};", source, re.DOTALL)[1])
    places = re.findall(r"\{(-?[\d.]+), (-?[\d.]+)\}", source)
    return names, [(float(latitude), float(longitude)) for latitude, longitude in places]


def metres(a, b):
    (lat_a, lon_a), (lat_b, lon_b) = (tuple(map(math.radians, point)) for point in (a, b))
    half = (math.sin((lat_b - lat_a) / 2) ** 2
            + math.cos(lat_a) * math.cos(lat_b) * math.sin((lon_b - lon_a) / 2) ** 2)
    return 2 * RADIUS * math.asin(math.sqrt(half))


def shortest_tour(places):
    """Returns the length of the shortest tour, found by shortest paths through sets of nodes (Held and Karp 1962)."""
    others = range(1, len(places))
    best = {(frozenset([end]), end): metres(places[0], places[end]) for end in others}
    for size in range(2, len(places)):
        for chosen in map(frozenset, itertools.combinations(others, size)):
            for end in chosen:
                best[chosen, end] = min(best[chosen - {end}, k] + metres(places[k], places[end])
                                        for k in chosen - {end})
    return min(best[frozenset(others), end] + metres(places[end], places[0]) for end in others)


def check_cities(program, source):
    done = run(program, "none")
    assert done.returncode == 0, done.stderr
    names, places = table(source)
    assert len(names) == len(places) == 10, (names, places)
    head, *rest = done.stdout.splitlines()
    length = float(re.fullmatch(r"length (\d+\.\d\d) m", head)[1])
    shown = [line.split(" ", 1) for line in rest]
    assert sorted(names) == sorted(name for _, name in shown), rest
    assert all(names[int(number) - 1] == name for number, name in shown), rest
    order = [places[int(number) - 1] for number, _ in shown]
    again = sum(metres(order[k - 1], order[k]) for k in range(len(order)))
    assert abs(length - again) < 0.1, (length, again)
    assert abs(length - shortest_tour(places)) < 0.1, (length, shortest_tour(places))
    assert re.search(r"^iteration \d+, length \d+\.\d\d m$", done.stderr, re.MULTILINE), done.stderr


def check_files(program, folder, scratch):
    done = run(program, "none", os.path.join(folder, "grid100.tsp"))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"length \d+", lines[0]) and int(lines[0].split()[1]) >= 10000, lines
    assert len(lines) == 11 and lines[1] == "1 without a name", lines
    with open(os.path.join(folder, "timezones.csv"), encoding="utf-8") as file:
        rows = [line for line, _ in zip(file, range(31))]
    path = os.path.join(scratch, "thirty.csv")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(rows)
    names = [row["name"] for row in csv.DictReader(rows)]
    done = run(program, "none", path)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 11, done.stdout
    for line in done.stdout.splitlines()[1:]:
        number, name = line.split(" ", 1)
        assert names[int(number) - 1] == name, line


def check_refusals(program):
    missing = run(program, "none", "nowhere/missing.tsp")
    assert missing.returncode == 1 and missing.stdout == "", missing
    assert missing.stderr.startswith("cities: nowhere/missing.tsp: "), missing.stderr
    device = run(program, "no such device")
    assert device.returncode == 1 and device.stderr.startswith("cities: "), device


def main(program, source_path, folder):
    with open(source_path, encoding="utf-8") as file:
        source = file.read()
    check_cities(program, source)
    with tempfile.TemporaryDirectory() as scratch:
        check_files(program, folder, scratch)
    check_refusals(program)


if __name__ == "__main__":
    main(*sys.argv[1:])
