#!/usr/bin/env python3
"""Compares the reference's solutions of the cases of `swarmcl check` with hashes, and with the program's table.

usage: check.py PROGRAM [--write]

check.csv has a row for each family, with the hash of the reference's solutions of all its cases. check_rows.py makes the
program's table of the same rows. A new word of an option is a new case of a family, and changes the family's hash.
--write  writes the hashes anew; build the program again afterwards
"""
import csv
import json
import os
import subprocess
import sys

from table import FOLDER

PATH = os.path.join(FOLDER, "check.csv")
DIFFERENT = 5  # the program's exit code


def main(program, write=""):
    run = subprocess.run([program, "check", "--device", "none", "--json"], capture_output=True, text=True, check=False)
    if run.returncode not in (0, DIFFERENT):
        sys.exit(f"check: exit status {run.returncode}: {run.stderr.strip()}")
    families = {family["name"]: family for family in json.loads(run.stdout)["checks"][0]["families"]}
    with open(PATH, newline="", encoding="ascii") as file:
        rows = list(csv.DictReader(file))
    if write:
        with open(PATH, "w", newline="", encoding="ascii") as file:
            table = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            table.writeheader()
            table.writerows({**row, "reference": families[row["name"]]["reference"]} for row in rows)
        return 0
    found = {name: (family["reference"], family["cases"] > 0, family["equal"] == family["cases"], family["result"])
             for name, family in families.items()}
    failures = [f"FAILED {row['name']}: found {found.get(row['name'])}, expected {row['reference']}" for row in rows
                if found.get(row["name"]) != (row["reference"], True, True, "equal")]
    print("\n".join([*failures, f"{len(rows)} families, {len(failures)} failed"]))
    return 1 if failures or run.returncode or set(found) != {row["name"] for row in rows} else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
