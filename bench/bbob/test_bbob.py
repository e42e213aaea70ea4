#!/usr/bin/env python3
"""Runs on BBOB end at their budgets, and reach the same targets again and on a device; a quick measurement has tables.

usage: test_bbob.py PROGRAM [--device D]
"""
import json
import operator
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77  # exit code: there is no such device
BUDGET, DIMENSIONS = 100, 3
# Function and dimensions: two matrices; the most constants; a solved one; restarts, after which populations differ
DEVICE_RUNS = ((15, 3, 51, "--algorithm pso"), (21, 40, 51, "--algorithm pso"), (1, 3, 500, "--algorithm cmaes"),
               (4, 3, 2000, "--algorithm cmaes"))


def output(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True).stdout


def runs(program, name, *words, options=()):
    """Records by function, dimensions and instance."""
    lines = output(program, "run", name, *words, "--", *options).splitlines()
    return {(one["f"], one["d"], one["i"]): one for one in map(json.loads, lines)}


def check_run(program, name):
    words = ("--functions", "1,24", "--dimensions", DIMENSIONS, "--instances", "2-3", "--budget", BUDGET)
    found = runs(program, name, *words)
    if len(found) != 4 or found != runs(program, name, *words, "--threads", 2):
        yield f"{name}: {len(found)} runs, or others with two threads"
    for one in found.values():
        hits = one["hits"]
        if one["evaluations"] != BUDGET * DIMENSIONS or hits != sorted(hits) or hits and hits[-1] > one["evaluations"]:
            yield f"{name}: {one}"


def check_quick(program):
    with tempfile.TemporaryDirectory() as folder:
        record, page = os.path.join(folder, "a.json"), os.path.join(folder, "README.md")
        script = [sys.executable, os.path.join(HERE, "bbob.py")]
        printed = output(*script, "measure", program, "--quick", "--only", "lshade", "--add", "small=--particles 8",
                         "--json", record)
        output(*script, "docs", record, "--output", page)
        with open(page, encoding="utf-8") as file:
            text = file.read()
        chart = os.path.join(folder, "charts", "bbob-2.svg")
        for row in ("| lshade | 24 |", "| **small** | 24 |", "| f24 Lunacek bi-Rastrigin |"):
            if row not in printed or row not in text or not os.path.exists(chart):
                yield f"measure or docs: no row {row}, or no chart"


def check_device(program, device):
    """A device reaches each target after as many evaluations as the host, which counts them at the ends of iterations or
    earlier, and finds the same best value."""
    for function, dimensions, budget, options in DEVICE_RUNS:
        words = ("--functions", function, "--dimensions", dimensions, "--instances", 1, "--budget", budget)
        options = (*options.split(), "--device")
        [host], [found], [exact] = (list(runs(program, name, *words, options=(*options, where)).values())
                                    for name, where in (("swarmcl-iterations", "none"), ("swarmcl", device),
                                                        ("swarmcl", "none")))
        if found != host or len(exact["hits"]) != len(host["hits"]) or any(map(operator.gt, exact["hits"], host["hits"])):
            yield f"f{function}, {dimensions}-D: host {host}, device {found}, exact {exact['hits']}"


def main():
    program = os.path.abspath(sys.argv[1])
    if "--device" in sys.argv:
        try:
            problems = list(check_device(program, sys.argv[-1]))
        except subprocess.CalledProcessError as problem:
            if "no such device" in problem.stderr:
                return SKIPPED
            raise
    else:
        problems = [line for name in ("swarmcl", "random", "plain-pso", "de", "lshade")
                    for line in check_run(program, name)] + list(check_quick(program))
    print("\n".join(problems) or "BBOB: runs as expected")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
