#!/usr/bin/env python3
"""Runs a test under oclgrind and fails when that found anything: uninitialised values, data races, bad calls.

usage: oclgrind.py OCLGRIND PROGRAM [ARGUMENT...]
The program must pick oclgrind's device by itself.
"""
import os
import re
import subprocess
import sys
import tempfile

OPTIONS = ["--data-races", "--uninitialized", "--check-api", "--max-errors", "20"]
FINDING = re.compile(r"uninitiali[sz]ed|data race|invalid|fatal|error|divergence|diverg|control|out of bounds", re.I)


def main():
    oclgrind, command = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        run = subprocess.run([oclgrind, *OPTIONS, "--log", log, *command], stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
        found = ""
        if os.path.exists(log):
            with open(log, encoding="utf-8", errors="replace") as file:
                found = file.read()
    sys.stdout.write(run.stdout)
    if run.returncode == 77:
        return 77
    lines = [line for line in found.splitlines() if FINDING.search(line)]
    if lines:
        print("oclgrind found:")
        print("\n".join(found.splitlines()[:60]))
    if run.returncode != 0:
        print(f"the program ended with status {run.returncode}")
    return 1 if lines or run.returncode != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
