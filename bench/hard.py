#!/usr/bin/env python3
"""hard.py [PART...] [--seeds N] - the figures of docs/hard-functions.md: expensive, noisy and discontinuous functions.

Prints a table in Markdown for each PART (expensive, noise, steps, whole), all without one: the median over seeds of the
distance between the best possible value and the true value at the result. Runs are those of the Python package on the
host (PYTHONPATH=python, SWARMCL_LIBRARY), whose results depend only on the seed.
"""
import argparse
import math
import random
import statistics

import swarmcl

SETS = {
    "cmaes": {"algorithm": "cmaes"},
    "acor": {"algorithm": "acor"},
    "pso, 20 particles": {"algorithm": "pso", "particles": 20, "topology": "global"},
    "pso, 40 particles": {"algorithm": "pso", "particles": 40, "topology": "global"},
    "pso, 40 particles, ring": {"algorithm": "pso", "particles": 40, "topology": "ring"},
}


def optimum(objective, dim):
    return {"trid": -dim * (dim + 4) * (dim - 1) / 6}.get(objective, 0.0)


def median(values):
    return f"{statistics.median(values):.2g}"


def table(rows, columns, cell):
    print("\n| | " + " | ".join(columns) + " |\n| --- |" + " ---: |" * len(columns))
    for name in rows:
        print(f"| {name} | " + " | ".join(cell(name, column) for column in columns) + " |", flush=True)


def built_in(objective, dim, seeds, **options):
    """The distances of runs on a built-in function, whose optimum a shift moves if it may be moved."""
    shifts = {} if "integer" in options else {"shift": 1}
    return [swarmcl.minimise(objective, dim=dim, seed=seed, device="none", **shifts, **options).value
            - optimum(objective, dim) for seed in seeds]


def expensive(seeds):
    columns = [f"{objective}, {budget}" for objective in ("rosenbrock", "rastrigin", "ackley", "elliptic")
               for budget in (100, 300, 1000)]

    def cell(name, column):
        objective, budget = column.split(", ")
        return median(built_in(objective, 5, seeds, evaluations=int(budget), **SETS[name]))
    table(SETS, columns, cell)


def noisy(objective, deviation, seed):
    """A function of many points with noise, and the function without noise."""
    noise, place = random.Random(seed), random.Random(7)
    centre = [place.uniform(-3, 3) for _ in range(10)]

    def true(x):
        y = [a - b for a, b in zip(x, centre)]
        if objective == "sphere":
            return sum(a * a for a in y)
        if objective == "elliptic":
            return sum(a * a * 1000 ** (i / (len(y) - 1)) for i, a in enumerate(y))
        return sum(a * a + 10 - 10 * math.cos(2 * math.pi * a) for a in y)
    return true, lambda points: [true(x) + noise.gauss(0, deviation) for x in points]


def noise(seeds):
    population = 4 + int(3 * math.log(5))
    sets = {"cmaes": SETS["cmaes"], **{f"cmaes, population {population * k}": {**SETS["cmaes"], "population": population * k}
                                       for k in (4, 16)},
            "acor": SETS["acor"], "pso, 40 particles": SETS["pso, 40 particles"],
            "pso, 160 particles": {"algorithm": "pso", "particles": 160, "topology": "global"}}
    columns = [f"{objective} {deviation}, K = {repeats}" for objective, deviation in (("sphere", 1), ("elliptic", 10),
               ("rastrigin", 3)) for repeats in (1, 4, 16)]

    def cell(name, column):
        objective, deviation, repeats = column.replace(", K =", "").split()
        found = []
        for seed in seeds:
            true, function = noisy(objective, float(deviation), seed)
            found.append(true(swarmcl.minimise(function, (-5, 5), dim=5, seed=seed, evaluations=10000, device="none",
                                               repeat_evaluations=int(repeats), **sets[name]).x))
        return median(found)
    table(sets, columns, cell)


def steps(seeds):
    columns = ["step, 10-D", "terraces, 10-D"]

    def terraces(points):  # an ill-conditioned bowl of terraces, slanted: every coordinate depends on its neighbour
        return [sum(math.floor(abs(x[i] - 1 + (x[i - 1] - 1) / 2) * 10 ** (1 + 2 * i / len(x))) for i in range(len(x)))
                for x in points]

    def cell(name, column):
        objective, dim = column.split(", ")
        dim = int(dim[:-2])
        if objective == "step":
            return median(built_in(objective, dim, seeds, evaluations=1000 * dim, **SETS[name]))
        return median([swarmcl.minimise(terraces, (-5, 5), dim=dim, seed=seed, device="none", evaluations=1000 * dim,
                                        **SETS[name]).value for seed in seeds])
    table(SETS, columns, cell)


def whole(seeds):
    def cell(name, objective):
        found = built_in(objective, 10, seeds, evaluations=20000, integer="all", **SETS[name])
        return f"{sum(value == 0 for value in found)} of {len(found)}"
    table(SETS, ["rosenbrock", "trid", "schwefel-1.2", "rastrigin", "griewank"], cell)


def main():
    parts = {"expensive": expensive, "noise": noise, "steps": steps, "whole": whole}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="*", choices=[*parts, []], default=[])
    parser.add_argument("--seeds", type=int, default=15)
    options = parser.parse_args()
    for part in options.part or parts:
        print(f"\n{part}")
        parts[part](range(1, options.seeds + 1))


if __name__ == "__main__":
    main()
