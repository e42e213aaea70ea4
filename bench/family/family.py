#!/usr/bin/env python3
"""Figures of the ant family with lists and local search: aims, times to a target, and our figures next to the peers'.

usage: family.py figures PROGRAM [--device D] [--only PART,...] [--options "..."] [--json FILE]
       family.py ttt PROGRAM INSTANCE GAP [--seeds N] [--limit SECONDS] [--options "..."] [--json FILE] [--svg FILE]
       family.py plain JSON...                             a table of bench/figures.md from records of `figures`

PROGRAM is swarmcl; an INSTANCE is a name of --tsplib or a file. `figures` prints `what | aim | measured | device`; what
the device has no aims for is left out. `ttt` prints when each seed reached GAP (%), in seconds of the loop. Exit code
0: done, missed aims included; 1: a run failed; 2: wrong arguments; 77: there is no such device.
"""
import argparse
import math
import os
import shlex
import statistics
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import aims  # noqa: E402
import plain  # noqa: E402
import shared  # noqa: E402
import svg  # noqa: E402


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["figures", "ttt", "plain"])
    parser.add_argument("words", nargs="+", metavar="WORD", help="PROGRAM; PROGRAM INSTANCE GAP; JSON...")
    shared.add_options(parser)
    parser.add_argument("--only", help="parts of figures, with commas: " + ", ".join(aims.PARTS))
    parser.add_argument("--options", default="", help="more options for runs to a gap or for a time, in one word")
    parser.add_argument("--seeds", type=shared.count, help="runs with the seeds 1, 2, ... [default 5; of ttt 20]")
    parser.add_argument("--repeats", type=shared.count, default=3, help="timed runs; the fastest "
                        "counts [default 3]")
    parser.add_argument("--limit", type=float, default=aims.GAP_LIMIT, help="seconds after which a run of ttt gives up "
                        f"[default {aims.GAP_LIMIT}]")
    parser.add_argument("--svg", help="of ttt: file for the curve")
    options = parser.parse_args(arguments)
    options.options = shlex.split(options.options)
    options.only = shared.chosen(parser, options.only, aims.PARTS)
    options.seeds = options.seeds or (1 if options.quick else 20 if options.command == "ttt" else 5)
    expected = {"figures": 1, "ttt": 3}.get(options.command, len(options.words))
    if len(options.words) != expected:
        parser.error("see the usage at the top of family.py")
    return options


def time_to_target(runner, options):
    """The plot of Aiex, Resende and Ribeiro (2007): the i-th of N sorted times at (i - 1/2) / N."""
    instance, gap = options.words[1], float(options.words[2])
    found = [aims.time_to_gap(runner, instance, gap, seed, options.limit, options.options)
             for seed in range(1, options.seeds + 1)]
    found.sort(key=lambda one: (one["seconds"], one["iterations"]))
    for one in found:
        print(f"{one['seconds']:10.4f} s  iteration {one['iteration']:<8} gap {one['gap']:.3f} %  seed {one['seed']}")
    middle = statistics.median(one["seconds"] for one in found)
    print(f"{os.path.basename(instance)}, {gap:g} %: median {middle:.4f} s of the loop, "
          f"{statistics.median(one['iteration'] for one in found):.0f} iterations; {runner.name}")
    points = [[max(one["seconds"], 1e-4), (i + 0.5) / len(found)] for i, one in enumerate(found)
              if not math.isinf(one["seconds"])]
    if options.svg and points:
        name = os.path.splitext(os.path.basename(instance))[0]
        shared.write(options.svg, svg.draw({
            "name": name, "title": f"{name}: runs that have reached a gap of {gap:g} %",
            "x": {"label": "seconds in the loop", "log": True},
            "y": {"label": "share of the runs", "log": False, "ticks": [0, 0.2, 0.4, 0.6, 0.8, 1]},
            "series": [{"label": runner.name, "colour": 0, "points": points}]}))
    return {"instance": instance, "gap": gap, "limit": options.limit, "runs": aims.finite(found)}


def main(arguments):
    options = parse(arguments)
    if options.command == "plain":
        print(plain.table(options.words), end="")
        return 0

    def make():
        runner = shared.Runner(options.words[0], options)
        made = (shared.figures(runner, options, aims.PARTS) if options.command == "figures"
                else time_to_target(runner, options))
        return shared.record_of(runner, {"command": options.command, "options": options.options, **made})
    return shared.measure(options, make)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
