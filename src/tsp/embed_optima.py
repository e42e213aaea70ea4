#!/usr/bin/env python3
"""Turns instances/optima.csv into the rows of the table in optima.c.

Usage: embed_optima.py optima.csv optima_rows.h
"""
import csv
import sys


def main(source, target):
    rows = []
    seen = set()
    with open(source, encoding="ascii", newline="") as file:
        for row in csv.DictReader(file):
            key = (row["name"], row["type"], int(row["dimension"]))
            if key in seen or row["type"] not in ("TSP", "ATSP") or row["status"] not in ("proven", "best-known"):
                sys.exit(f"{source}: bad or repeated row {row}")
            seen.add(key)
            rows.append('    {{"{}", {}, {}, INT64_C({}), {}}},\n'.format(
                row["name"], "true" if row["type"] == "TSP" else "false", int(row["dimension"]), int(row["length"]),
                "true" if row["status"] == "proven" else "false"))
    with open(target, "w", encoding="ascii", newline="\n") as file:
        file.write("/* Made by embed_optima.py from instances/optima.csv. */\n")
        file.writelines(rows)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
