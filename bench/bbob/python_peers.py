#!/usr/bin/env python3
"""Runs a peer of a Python package on BBOB, and prints the records of `bbob run`: scipy's differential evolution and dual
annealing with their defaults, and CMA-ES of the package `cmaes` with BIPOP restarts.

usage: python_peers.py LIBRARY ALGORITHM [--functions 1-24] [--dimensions 5] [--instances 1-5] [--budget 10000]
                       [--threads 1] [--seed 1]

LIBRARY is libbbob_functions.so of the build. Algorithms of scipy begin anew, with another seed, until the budget is spent.
"""
import argparse
import ctypes
import json
import math
import multiprocessing
import os
import sys

FUNCTIONS, MOST_DIMENSIONS, TARGETS, BOX = 24, 40, 51, 5.0
PACKAGES = {"scipy-de": "scipy", "scipy-dual-annealing": "scipy", "cmaes-bipop": "cmaes"}  # by algorithm


class Instance(ctypes.Structure):
    """The first members of struct bbob_instance."""
    _fields_ = [("function", ctypes.c_int), ("dimensions", ctypes.c_int), ("number", ctypes.c_int),
                ("f_opt", ctypes.c_double)]


class Done(Exception):
    """The budget is spent, or the last target reached."""


class Task:
    """One run: counts evaluations, and notes when targets are reached."""

    def __init__(self, path, function, dimensions, number, budget):
        self.library = ctypes.CDLL(path)
        self.library.bbob_instance_create.restype = ctypes.POINTER(Instance)
        self.library.bbob_instance_value.restype = self.library.bbob_target.restype = ctypes.c_double
        self.instance = self.library.bbob_instance_create(function, dimensions, number)
        self.targets = [self.library.bbob_target(k) for k in range(TARGETS)]
        self.budget, self.best, self.evaluations, self.hits = budget, float("inf"), 0, []
        self.point = (ctypes.c_double * dimensions)()

    def __call__(self, x):
        if self.evaluations >= self.budget or len(self.hits) == TARGETS:
            raise Done
        self.point[:] = x
        value = self.library.bbob_instance_value(self.instance, self.point)
        self.evaluations += 1
        self.best = min(self.best, value - self.instance.contents.f_opt)
        while len(self.hits) < TARGETS and self.best <= self.targets[len(self.hits)]:
            self.hits.append(self.evaluations)
        return value


def run_scipy(task, name, dimensions, seed):
    from scipy import optimize  # pylint: disable=import-outside-toplevel
    function = {"scipy-de": optimize.differential_evolution, "scipy-dual-annealing": optimize.dual_annealing}[name]
    before = -1
    while task.evaluations > before:
        before = task.evaluations
        function(task, [(-BOX, BOX)] * dimensions, seed=seed)
        seed += 1


def run_bipop(task, _, dimensions, seed):
    """The restarts that the package's manual describes: large populations double, small ones are drawn, and the kind
    that has had fewer evaluations is next."""
    import cmaes  # pylint: disable=import-outside-toplevel
    import numpy  # pylint: disable=import-outside-toplevel
    generator = numpy.random.default_rng(seed)
    bounds = numpy.array([[-BOX, BOX]] * dimensions)
    start = 4 + int(3 * math.log(dimensions))
    spent, kind, doublings, size = {"small": 0, "large": 0}, "small", 0, start
    while True:
        optimiser = cmaes.CMA(mean=generator.uniform(-BOX, BOX, dimensions), sigma=0.4 * BOX, bounds=bounds,
                              population_size=size, seed=int(generator.integers(2 ** 31)))
        while not optimiser.should_stop():
            points = [optimiser.ask() for _ in range(size)]
            optimiser.tell([(point, task(point)) for point in points])
            spent[kind] += size
        kind = "small" if spent["small"] < spent["large"] else "large"
        if kind == "large":
            doublings += 1
            size = start * 2 ** doublings
        else:
            size = int(start * (2 ** doublings) ** (generator.uniform() ** 2))


def run(words):
    path, name, seed, function, dimensions, number, budget = words
    task = Task(path, function, dimensions, number, budget)
    solve = run_bipop if name == "cmaes-bipop" else run_scipy
    try:
        solve(task, name, dimensions, seed * 1000000 + function * 10000 + dimensions * 100 + number)
    except Done:
        pass
    return {"f": function, "d": dimensions, "i": number, "evaluations": task.evaluations,
            "best": float(f"{task.best:.6g}"), "hits": task.hits}


def numbers(text):
    """Of a list such as 1-5,10."""
    found = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("algorithm", choices=PACKAGES)
    for name, default in (("functions", "1-24"), ("dimensions", "5"), ("instances", "1-5")):
        parser.add_argument("--" + name, type=numbers, default=default)
    for name, default in (("budget", 10000), ("threads", 1), ("seed", 1)):
        parser.add_argument("--" + name, type=int, default=default)
    options = parser.parse_args()
    tasks = [(os.path.abspath(options.library), options.algorithm, options.seed, f, d, i, options.budget * d)
             for d in reversed(options.dimensions) for f in options.functions for i in options.instances]
    if any(not (1 <= f <= FUNCTIONS and 2 <= d <= MOST_DIMENSIONS and i >= 1) for *_, f, d, i, _ in tasks):
        parser.error(f"expected functions from 1 to {FUNCTIONS}, 2 to {MOST_DIMENSIONS} dimensions, instances from 1")
    with multiprocessing.Pool(options.threads) as pool:
        for record in pool.imap_unordered(run, tasks):
            print(json.dumps(record), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
