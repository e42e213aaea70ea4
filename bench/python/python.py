#!/usr/bin/env python3
"""Figures of the Python package: its import, the time that a search gets, and the cost of a call and of a matrix.

usage: python.py LIBRARY [--json FILE] [--quick]

Prints `what | aim | measured | device`. LIBRARY is libswarmcl.so of a build. Each figure is of new processes, on the
host. Exit code 0: done, missed aims included; 1: a run failed; 2: wrong arguments.
"""
import argparse
import json
import os
import statistics
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import shared  # noqa: E402

NODES, SECONDS = 200, 0.2
FIRST, LATER = 0.17, 0.19  # seconds of search, in the first call of a process and in all others
PROCESSES, CALLS, LATER_CALLS = 7, 300, 3
SIDE, MATRICES = 1000, 5  # of a process

# Programs that print a list of numbers.
IMPORT = """
import time
begin = time.perf_counter()
import swarmcl
print([time.perf_counter() - begin])
"""
SEARCH = f"""
import random, swarmcl
points = [(random.random(), random.random()) for _ in range({NODES})]
print([swarmcl.solve(points, time={SECONDS}).timing["loop"] for _ in range({1 + LATER_CALLS})])
"""
CALL = f"""
import random, time, swarmcl
points = [(random.random(), random.random()) for _ in range(10)]
def call():
    begin = time.perf_counter()
    within = swarmcl.solve(points, iterations=1, device="none").timing["total"]
    return [time.perf_counter() - begin, within]
print([call() for _ in range({CALLS})])
"""
MATRIX = f"""
import random, time
from swarmcl import _library, _tours
matrix = [[random.random() for _ in range({SIDE})] for _ in range({SIDE})]
ARRAY
def make(context):
    begin = time.perf_counter()
    _tours.of_matrix(context, matrix)
    return time.perf_counter() - begin
with _library.Context.take() as context:
    print([make(context) for _ in range({MATRICES})])
"""


class Runner:
    """Runs Python with the package of this tree and the library."""

    def __init__(self, library, quick):
        self.quick, self.device, self.name = quick, None, shared.short_name(None)
        self.environment = {**os.environ, "SWARMCL_LIBRARY": os.path.abspath(library),
                            "PYTHONPATH": os.path.join(shared.ROOT, "python")}
        self.version = self.output_of("import swarmcl; print(swarmcl.__version__)").strip()

    def output_of(self, code):
        return shared.output_of(sys.executable, "-c", code, env=self.environment)

    def numbers_of(self, code):
        """Returns the list of numbers that each process prints."""
        return [json.loads(self.output_of(code)) for _ in range(1 if self.quick else PROCESSES)]


def measure(runner):
    report = shared.Report(runner.name, runner.quick)

    def add(what, aim, seconds, reached=lambda found, aim: found <= aim, note=""):
        median = statistics.median(seconds)
        report.add(what, shared.seconds_text(aim), f"{shared.seconds_text(median)}{note}, median of {len(seconds)}",
                   reached(median, aim), seconds=seconds)

    add("import swarmcl", 0.05, [seconds for seconds, in runner.numbers_of(IMPORT)])
    searches = runner.numbers_of(SEARCH)
    for what, aim, found in (("first call", FIRST, [seconds[0] for seconds in searches]),
                             ("later calls", LATER, [each for seconds in searches for each in seconds[1:]])):
        add(f"{NODES} points, time={SECONDS}, {what}: search", aim, found, lambda seconds, aim: seconds >= aim)
    calls = [call for found in runner.numbers_of(CALL) for call in found]
    within = statistics.median(seconds for _, seconds in calls)
    add("10 points, one iteration: call", 0.001, [seconds for seconds, _ in calls],
        note=f", of it {shared.seconds_text(within)} in the library")
    for kind, array in (("lists", ""), ("numpy", "import numpy; matrix = numpy.array(matrix)")):
        try:
            found = runner.numbers_of(MATRIX.replace("ARRAY", array))
        except shared.Failed as problem:
            if "No module named 'numpy'" not in str(problem):
                raise
            print(f"matrix of {kind}: left out, it is not installed", flush=True)
            continue
        add(f"{SIDE:,} x {SIDE:,} real matrix of {kind} to an instance", 0.05,
            [each for seconds in found for each in seconds])
    return shared.record_of(runner, {"figures": report.lines})


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library")
    parser.add_argument("--json", help="file to write what was measured to")
    parser.add_argument("--quick", action="store_true", help="one process for each figure, without verdicts")
    options = parser.parse_args(arguments)
    return shared.measure(options, lambda: measure(Runner(options.library, options.quick)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
