#!/usr/bin/env python3
"""family.py --quick measures every part on the default device, and makes the table and the curve; times to a gap count
from the beginning of the loop.

usage: test_family.py PROGRAM
"""
import math
import os
import sys
import tempfile
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))

import aims  # noqa: E402
import quick  # noqa: E402
import shared  # noqa: E402

SCRIPT = os.path.join(HERE, "family.py")

# A run of 2 s; its loop took 1.5.
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


def check_figures(program, folder):
    path = os.path.join(folder, "figures.json")
    lines = quick.record_of(path, SCRIPT, "figures", program, "--quick", "--json")["figures"]
    yield from quick.verdicts(lines)
    for part in aims.PARTS:
        found = sum(line["part"] == part for line in lines)
        if found != len(shared.STAND_INS):
            yield f"{part}: {found} lines instead of {len(shared.STAND_INS)}"
    table = quick.run(SCRIPT, "plain", path).stdout
    if table.count("\n") != len(lines) + 2:
        yield f"plain: {len(lines)} figures, but this table:\n{table}"


def check_curve(program, folder):
    curve = os.path.join(folder, "ttt.svg")
    record = quick.record_of(os.path.join(folder, "ttt.json"), SCRIPT, "ttt", program, "uniform1000", 30, "--quick",
                             "--seeds", 3, "--svg", curve, "--json")
    times = [one["seconds"] for one in record["runs"]]
    if len(times) != 3 or None in times or times != sorted(times):
        yield f"ttt: the times are {times}"
    if not xml.etree.ElementTree.parse(curve).getroot().tag.endswith("svg"):
        yield "ttt: no SVG"


def check(program):
    yield from check_times()
    with tempfile.TemporaryDirectory() as folder:
        yield from check_figures(program, folder)
        yield from check_curve(program, folder)


if __name__ == "__main__":
    sys.exit(quick.end(check(*sys.argv[1:])))
