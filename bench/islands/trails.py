#!/usr/bin/env python3
"""Tours of islands that mix trails (--trail-share) against tours of islands that exchange only tours.

usage: trails.py PROGRAM [--only CASE]... [--instances NAME,...] [--seeds N] [--jobs N] [--quick] [--json FILE]
                 [--device D] [--tsplib FOLDER]

Prints `what | aim | measured | device`: mean lengths over N seeds, the difference in per cent, and the probability of
such lengths if trails changed nothing (rank test of Mann and Whitney, one-sided, in favour of the trails). All runs of
a case make the same iterations. Exit code 0: done, missed aims included; 1: a run failed; 2: wrong arguments; 77: there
is no such device.
"""
import argparse
import concurrent.futures
import os
import statistics
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), "swarms")]

import runs  # noqa: E402
import shared  # noqa: E402

SIGNIFICANT = 0.05
ISLANDS = 4
TOURS = "only tours"
WAYS = {TOURS: [],
        "share 0.1": ["--trail-share", 0.1],
        "share 0.5": ["--trail-share", 0.5],
        "share 1, mean of all": ["--trail-share", 1, "--migration", "complete"]}
ONE = "one colony of all ants"
SMALL = ["att48", "kroA100", "uniform100", "d198", "a280", "lin318"]
LARGE = ["lin318", "uniform1000", "clustered1000", "pr1002", "pr2392", "pcb3038"]
# Options, ants of an island, iterations between two migrations, epochs, instances.
CASES = {
    "as, 1 ant": (["--algorithm", "as"], 1, 10, 20, SMALL),
    "as, 2 ants": (["--algorithm", "as"], 2, 10, 20, SMALL),
    "as, 25 ants": (["--algorithm", "as"], 25, 10, 10, SMALL),
    "mmas": (["--algorithm", "mmas", "--local-search", "none"], 25, 20, 25, SMALL),
    "acs": (["--algorithm", "acs", "--local-search", "none"], 10, 10, 20, SMALL),
    "mmas with local search": (["--algorithm", "mmas"], 8, 10, 10, LARGE),
}


def instance_of(name):
    """Returns the path of a shipped instance, or the name of one of TSPLIB."""
    shipped = os.path.join(shared.ROOT, "instances", name + ".tsp")
    return shipped if os.path.exists(shipped) else name


def measure(options, runner, pool, report, name, instance):
    words, ants, epoch, epochs, _ = CASES[name]
    words = [*words, "--iterations", epoch * (2 if options.quick else epochs)]
    islands = [*words, "--ants", ants, "--islands", ISLANDS, "--epoch", epoch]
    ways = {**{way: [*islands, *more] for way, more in WAYS.items()}, ONE: [*words, "--ants", ants * ISLANDS]}
    queued = {way: [pool.submit(runner.run, instance_of(instance), *asked, "--seed", 1 + seed)
                    for seed in range(options.seeds)] for way, asked in ways.items()}
    found = {way: [run.result()["result"]["length"] for run in asked] for way, asked in queued.items()}
    reference = statistics.mean(found[TOURS])
    for way, lengths in found.items():
        mean, chance = statistics.mean(lengths), runs.worse_probability(found[TOURS], lengths)
        aimed = way not in (TOURS, ONE)
        text = "" if way == TOURS else f", {100 * (mean / reference - 1):+.2f} %, p = {chance:.3f}"
        report.add(f"{name}, {instance}, {way}", f"p below {SIGNIFICANT}" if aimed else "", f"{mean:.1f}{text}",
                   chance < SIGNIFICANT if aimed else None, lengths=lengths)


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    shared.add_options(parser)
    parser.add_argument("--only", action="append", choices=list(CASES), help="a case; may be given several times")
    parser.add_argument("--instances", help="in place of those of each case, with commas")
    parser.add_argument("--seeds", type=shared.count, default=10)
    parser.add_argument("--jobs", type=shared.count, default=1, help="runs side by side [default 1]")
    options = parser.parse_args(arguments)
    options.only = options.only or list(CASES)
    if options.quick:
        options.seeds, options.instances = 2, "uniform100"
    return options


def main(arguments):
    options = parse(arguments)

    def make():
        runner = shared.Runner(options.program, options)
        report = shared.Report(runner.name, options.quick)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for name in options.only:
                for instance in options.instances.split(",") if options.instances else CASES[name][-1]:
                    measure(options, runner, pool, report, name, instance)
        return shared.record_of(runner, {"figures": report.lines})
    return shared.measure(options, make)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
