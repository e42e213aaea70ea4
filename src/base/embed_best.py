#!/usr/bin/env python3
"""Turns instances/best.csv into the rows of the table in best.c.

Usage: embed_best.py best.csv best_rows.h
"""
import csv
import sys


def main(source, target):
    rows = {}
    with open(source, encoding="ascii", newline="") as file:
        for row in csv.DictReader(file):
            key = (row["problem"], row["name"], int(row["size"]), row["mark"])
            if key in rows or row["status"] not in ("proven", "best-known"):
                sys.exit(f"{source}: bad or repeated row {row}")
            rows[key] = (int(row["value"]), "true" if row["status"] == "proven" else "false")
    with open(target, "w", encoding="ascii", newline="\n") as file:
        file.write("/* Made by embed_best.py from instances/best.csv. */\n")
        for (problem, name, size, mark), (value, proven) in rows.items():
            file.write(f'    {{"{problem}", "{name}", {size}, "{mark}", INT64_C({value}), {proven}}},\n')


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
