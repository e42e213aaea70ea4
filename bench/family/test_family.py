#!/usr/bin/env python3
"""family.py --quick measures every part on whatever device there is, and makes the table and the curve; times to a gap
are counted from where the loop begins.

usage: test_family.py PROGRAM
"""
import json
import math
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path += [os.path.join(ROOT, "bench", folder) for folder in ("swarms", "papers")]

import aims  # noqa: E402

SKIPPED = 77

# A run of 2 s, of which the loop took 1.5.
DOCUMENT = {"instance": {"optimum": 1000}, "timing": {"loop": 1.5},
            "result": {"seconds": 2.0, "iterations": 9},
            "trace": [{"iteration": 0, "length": 1200, "seconds": 0.4},
                      {"iteration": 3, "length": 1010, "seconds": 0.75},
                      {"iteration": 8, "length": 1001, "seconds": 1.75}]}
REACHED = [(30, (0.0, 0)), (1, (0.25, 3)), (0.99, (1.25, 8)), (0.11, (1.25, 8)), (0.09, (math.inf, 9))]


def check_times():
    for gap, expected in REACHED:
        if aims.reached_at(DOCUMENT, gap) != expected:
            yield f"a gap of {gap} % is reached at {aims.reached_at(DOCUMENT, gap)}, expected {expected}"


def family(*words):
    return subprocess.run([sys.executable, os.path.join(HERE, "family.py"), *words], capture_output=True, text=True,
                          check=False)


def check_figures(program, folder):
    path = os.path.join(folder, "figures.json")
    done = family("figures", program, "--quick", "--json", path)
    if done.returncode != 0:
        yield f"figures: exit code {done.returncode}\n{done.stderr}"
        return
    with open(path, encoding="utf-8") as file:
        lines = json.load(file)["figures"]
    for part in aims.PARTS:
        found = [line for line in lines if line["part"] == part]
        if len(found) != len(aims.STAND_INS):
            yield f"{part}: {len(found)} lines instead of {len(aims.STAND_INS)}"
        if any(line["reached"] is not None for line in found):
            yield f"{part}: a quick run reaches or misses something"
    table = family("plain", path).stdout
    if table.count("\n") != len(lines) + 2:
        yield f"plain: {len(lines)} figures, but this table:\n{table}"


def check_curve(program, folder):
    paths = [os.path.join(folder, name) for name in ("ttt.json", "ttt.svg")]
    done = family("ttt", program, "uniform1000", "30", "--quick", "--seeds", "3", "--json", paths[0], "--svg", paths[1])
    if done.returncode != 0:
        yield f"ttt: exit code {done.returncode}\n{done.stderr}"
        return
    with open(paths[0], encoding="utf-8") as file:
        runs = json.load(file)["runs"]
    times = [one["seconds"] for one in runs]
    if len(times) != 3 or None in times or times != sorted(times):
        yield f"ttt: the times are {times}"
    if not xml.etree.ElementTree.parse(paths[1]).getroot().tag.endswith("svg"):
        yield "ttt: no SVG"


def main(program):
    problems = list(check_times())
    listed = subprocess.run([program, "devices", "--json"], capture_output=True, text=True, check=False)
    if not problems and (listed.returncode != 0 or not json.loads(listed.stdout).get("devices")):
        print("no device")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        problems += [*check_figures(program, folder), *check_curve(program, folder)]
    print("\n".join(problems + [f"{len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
