#!/usr/bin/env python3
"""Type hints of the package, and of a program that uses it, satisfy `mypy --strict`. 77: there is no mypy.

usage: hints.py MYPY PACKAGE
"""
import os
import subprocess
import sys
import tempfile

SKIPPED = 77
PROGRAM = '''
from typing import List
import swarmcl

result: swarmcl.TourResult = swarmcl.solve([(0, 0), (0, 1)], time=0.1, seed=2, local_search="3opt")
tour, length = result
gap: float = result.gap if result.gap is not None else 0.0
results: List[swarmcl.TourResult] = swarmcl.solve_many([[(0, 0), (0, 1)]], on_result=lambda index, result: index > 3)
best: float = swarmcl.minimise(lambda points: [x for x, in points], (0, 1), dim=1).value
names: List[str] = [device.name for device in swarmcl.devices()]
instance: swarmcl.Instance = swarmcl.read("a.tsp")
'''
WRONG = ["swarmcl.solve(3, path='yes')", "swarmcl.read(7)", "swarmcl.solve([]).seconds.upper()"]


def checked(mypy, environment, *words):
    done = subprocess.run([mypy, "--strict", "--python-version", "3.9", "--no-error-summary", "--cache-dir",
                           environment["CACHE"], *words], capture_output=True, text=True, env=environment, check=False)
    return done.stdout.splitlines()


def main(mypy, package):
    if not mypy:
        print("skipped: there is no mypy")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "MYPYPATH": os.path.dirname(package), "CACHE": folder}
        failures = checked(mypy, environment, package)
        path = os.path.join(folder, "program.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        failures += checked(mypy, environment, path)
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(["import swarmcl", *WRONG]))
        found = [line for line in checked(mypy, environment, path) if " error: " in line]
        if len(found) != len(WRONG):
            failures.append(f"{len(found)} errors found of {len(WRONG)}: {found}")
    print("\n".join(failures))
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
