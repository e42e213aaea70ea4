#!/usr/bin/env python3
"""Runs a test under oclgrind and fails if oclgrind finds uninitialised values, data races or bad calls.

usage: oclgrind.py OCLGRIND PROGRAM [ARGUMENT...]
The program must choose oclgrind's device itself.
"""
import re
import subprocess
import sys

OPTIONS = ["--data-races", "--uninitialized", "--check-api", "--max-errors", "20"]
FINDING = re.compile(r"uninitiali[sz]ed|data race|invalid|fatal|error|divergence|diverg|control|out of bounds", re.I)


def main():
    oclgrind, command = sys.argv[1], sys.argv[2:]
    # --log is not used, because oclgrind empties its file with every context and loses older findings.
    run = subprocess.run([oclgrind, *OPTIONS, *command], capture_output=True, text=True, errors="replace", check=False)
    sys.stdout.write(run.stdout)
    if run.returncode == 77:
        return 77
    said = run.stderr.splitlines()
    found = any(FINDING.search(line) for line in said)
    print("\n".join(said[:60]))
    if run.returncode != 0:
        print(f"the program ended with status {run.returncode}")
    return 1 if found or run.returncode != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
