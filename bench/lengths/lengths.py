#!/usr/bin/env python3
"""What lengths in integers, and in the bits of doubles, cost against doubles on one device (--lengths).

usage: lengths.py PROGRAM [--device D] [--only PART,...] [--pairs N] [--json FILE]

Prints `what | aim | measured | device`. All arithmetics come to the same tour by the same steps, so that the seconds of
the kernels (--profile) over those of doubles are the ratio of kicks, or of ants, a second. Runs take turns; figures are
medians. Exit code 0: done, missed aims included; 1: a run failed, or two tours differ; 2: wrong arguments; 77: there is
no such device.
"""
import argparse
import os
import statistics
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import shared  # noqa: E402

AIM = 0.95
# part: what is counted, instance, words of the run, and how long one is, and a quick one
PARTS = {
    "pieces": ("kicks", "d18512", ["--improver", "pieces"], ["--schedule", "16x1"], ["--schedule", "2x1"]),
    "array": ("kicks", "pcb3038", ["--improver", "array"], ["--schedule", "64x1"], ["--schedule", "2x1"]),
    "lists": ("ants", "pr2392", ["--algorithm", "mmas", "--local-search", "none", "--ants", "n"],
              ["--iterations", "20"], ["--iterations", "2"]),
    "search": ("ants", "pr2392", ["--algorithm", "mmas"], ["--iterations", "20"], ["--iterations", "2"]),
}
MEASURED = {"pieces": ["mosaic_improve_pieces"], "array": ["mosaic_improve_array"], "lists": ["aco_construct_list_"],
            "search": ["aco_construct_list_", "aco_search_"]}  # kernels, by how their names begin
ARITHMETICS = ["doubles", "integers", "bits"]


def measure(runner, options, report, part):
    counted, instance, words, usual, quick = PARTS[part]
    words = words + (quick if options.quick else usual)
    seconds, came_to = {name: [] for name in ARITHMETICS}, set()
    [(named, _)] = runner.instances([instance])
    for pair in range(options.pairs):
        for name in ARITHMETICS if pair % 2 else reversed(ARITHMETICS):
            document = runner.run(named, *words, "--lengths", name, "--profile", repeat=pair)
            kernels = {row["name"]: row["seconds"] for row in document["kernels"]}
            seconds[name].append(sum(kernels[row] for row in kernels if row.startswith(tuple(MEASURED[part]))))
            came_to.add((document["result"]["length"], document["result"]["best_iteration"]))
    if len(came_to) > 1 or not min(map(min, seconds.values())) > 0:
        raise shared.Failed(f"{part}: came to {sorted(came_to)} in {seconds} s")
    medians = {name: statistics.median(seconds[name]) for name in ARITHMETICS}
    for name in ARITHMETICS[1:]:
        ratio, aimed = medians["doubles"] / medians[name], name == "integers" and part == "pieces"
        report.add(f"{name} against doubles, {named} with {part}, {counted} a second",
                   f"at least {AIM}" if aimed else "-",
                   f"{ratio:.3f} ({shared.seconds_text(medians[name])} against "
                   f"{shared.seconds_text(medians['doubles'])} of kernels)",
                   ratio >= AIM if aimed else None, ratio=ratio, seconds=seconds)


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    shared.add_options(parser)
    parser.add_argument("--only", help=f"parts, with commas: {', '.join(PARTS)} [default all]")
    parser.add_argument("--pairs", type=shared.count, default=5, help="runs of each arithmetic [default 5]")
    options = parser.parse_args(arguments)
    options.only = shared.chosen(parser, options.only, PARTS)
    options.pairs = min(options.pairs, 1) if options.quick else options.pairs
    return options


def main(arguments):
    options = parse(arguments)

    def make():
        runner = shared.Runner(os.path.abspath(options.program), options)
        report = shared.Report(runner.name, options.quick)
        for part in options.only:
            measure(runner, options, report, part)
        return shared.record_of(runner, {"figures": report.lines})
    return shared.measure(options, make)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
