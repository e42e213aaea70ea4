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
shorter: bool = length < 3 and result[1] < 3
x, value = swarmcl.minimise("sphere", dim=2)
gap: float = result.gap if result.gap is not None else 0.0
results: List[swarmcl.TourResult] = swarmcl.solve_many([[(0, 0), (0, 1)]], on_result=lambda index, result: index > 3)
best: float = swarmcl.minimise(lambda points: [x for x, in points], (0, 1), dim=1).value
names: List[str] = [device.name for device in swarmcl.devices()]
instance: swarmcl.Instance = swarmcl.read("a.tsp")
'''
WRONG = ["swarmcl.solve(3, path='yes')", "swarmcl.read(7)", "swarmcl.solve([]).seconds.upper()",
         "tour, length = swarmcl.solve([]); length.upper()", "places, cost = swarmcl.assign('a.dat'); places.upper()"]


def main(mypy, package):
    if not mypy:
        print("skipped: there is no mypy")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        program, wrong = (os.path.join(folder, name) for name in ("program.py", "wrong.py"))
        for path, text in ((program, PROGRAM), (wrong, "\n".join(["import swarmcl", *WRONG]))):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        done = subprocess.run([mypy, "--strict", "--python-version", "3.9", "--no-error-summary", "--cache-dir", folder,
                               package, program, wrong], capture_output=True, text=True, check=False,
                              env={**os.environ, "MYPYPATH": os.path.dirname(package)})
        lines = done.stdout.splitlines()
        found = [line for line in lines if "wrong.py:" in line and " error: " in line]
        failures = [done.stderr] * bool(done.stderr) + [line for line in lines if "wrong.py:" not in line]
        if len(found) != len(WRONG):
            failures.append(f"{len(found)} errors found of {len(WRONG)}: {found}")
    print("\n".join(failures))
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
