#!/usr/bin/env python3
"""One count of evaluations, one bound: bounds and potentials for several numbers of threads, against hashes.

usage: bounds.py PROGRAM INSTANCES_FOLDER [--write]

bounds.csv has a row for each configuration. The hash is the SHA-256 of "bound:scale:potential,potential,...".
--write  makes bounds.csv anew, with one thread
"""
import argparse
import csv
import hashlib
import json
import os
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
EXPECTED = os.path.join(FOLDER, "bounds.csv")

# name, instance, options
CONFIGURATIONS = [
    ("uniform100", "uniform100.tsp", "--evaluations 150"),
    ("uniform1000", "uniform1000.tsp", "--evaluations 60"),
    ("uniform1000-long", "uniform1000.tsp", "--evaluations 750"),
    ("uniform1000-rounds", "uniform1000.tsp", ""),
    ("clustered1000", "clustered1000.tsp", "--evaluations 350"),
    ("grid100", "grid100.tsp", "--evaluations 100"),
    ("circle200", "circle200.tsp", "--evaluations 100"),
    ("places", "timezones.csv", "--evaluations 100"),
    ("random17", "random17.atsp", "--evaluations 200"),
    ("random17-path", "random17.atsp", "--evaluations 200 --path --start 3"),
    ("uniform1000-path", "uniform1000.tsp", "--evaluations 100 --path"),
    ("uniform1000-fixed", "uniform1000.tsp", "--evaluations 100 --fix 1-1000,500-2"),
    ("nine", "GOLDEN/nine.tsp", "--evaluations 50"),
]
THREADS = ("1", "2", "3")


def found(program, folder, row, threads):
    """The bound and its hash."""
    _, instance, options = row
    path = instance.replace("GOLDEN", FOLDER) if "/" in instance else os.path.join(folder, instance)
    run = subprocess.run([program, "bound", path, *options.split(), "--threads", threads, "--json"],
                         capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"{row[0]}: exit status {run.returncode}: {run.stderr.strip()}")
    result = json.loads(run.stdout)["result"]
    text = f"{result['bound']}:{result['scale']}:{','.join(map(str, result['potentials']))}"
    return str(result["bound"]), hashlib.sha256(text.encode()).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    if arguments.write:
        with open(EXPECTED, "w", newline="", encoding="ascii") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["name", "bound", "sha256"])
            for row in CONFIGURATIONS:
                writer.writerow([row[0], *found(arguments.program, arguments.folder, row, THREADS[0])])
        return 0
    with open(EXPECTED, newline="", encoding="ascii") as file:
        expected = {row["name"]: (row["bound"], row["sha256"]) for row in csv.DictReader(file)}
    failures = sorted(set(expected) ^ {row[0] for row in CONFIGURATIONS})
    for row in CONFIGURATIONS:
        for threads in THREADS:
            made = found(arguments.program, arguments.folder, row, threads)
            if made != expected.get(row[0]):
                failures.append(f"{row[0]}, {threads} threads: {made}, expected {expected.get(row[0])}")
    print("".join(f"FAILED {failure}\n" for failure in failures), end="")
    print(f"{len(THREADS) * len(CONFIGURATIONS)} bounds: {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
