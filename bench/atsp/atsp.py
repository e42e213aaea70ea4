#!/usr/bin/env python3
"""Figures of asymmetric instances: gaps after some seconds, of TSPLIB's and of kinds that are made here.

usage: atsp.py PROGRAM [--device D] [--only tsplib,made] [--instances NAME,...] [--draw N] [--seeds N] [--seconds S]
       [--reference S] [--json FILE]

PROGRAM is swarmcl, as it runs without any option but its limit. Prints `what | aim | measured | device`. Gaps of
TSPLIB's instances are in % over the optimum; of those that are made over the best that any run here has found, runs of
--reference seconds by mosaic and by mmas among them. Exit code 0: done, missed aims included; 1: a run failed; 2: wrong
arguments; 77: there is no such device.
"""
import argparse
import os
import statistics
import sys
import tempfile

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import made  # noqa: E402
import shared  # noqa: E402

SECONDS, REFERENCE = 10, 60
OPTIMAL_TO = 100  # nodes of TSPLIB's instances whose optimum is to be found
TSPLIB_GAP, MADE_GAP = 0.5, 1.0  # of all others, in %
NODES = {"arbitrary": 450, "closed": 316, "disturbed": 150, "tilted": 200, "crane": 300, "shelves": 400, "disk": 350,
         "flow": 120, "road": 170, "overlap": 70}
PARTS = ("tsplib", "made")


class Runner(shared.Runner):
    """Runs the program on one device, or on the threads of the host; instances are files."""

    def __init__(self, program, options):
        super().__init__(program, options)
        if not self.device:
            self.name = f"{os.cpu_count()} threads of {shared.host_name()}"

    def path(self, instance):
        return instance


def lengths_of(runner, path, seconds, seeds, *more):
    return [runner.run(path, *runner.limit(seconds), "--seed", seed, *more) for seed in range(1, seeds + 1)]


def gap_text(gap):
    return "0" if gap == 0 else f"{gap:.3f}"


def add(report, options, part, document, gaps, aim, documents):
    ends = [run["result"]["best_seconds"] for run in documents]
    name, nodes = document["instance"]["name"], document["instance"]["nodes"]
    report.add(f"{name}, gap after {options.seconds:g} s", "the optimum" if aim == 0 else f"at most {aim} %",
               f"median {gap_text(statistics.median(gaps))} %, at most {gap_text(max(gaps))} in {len(gaps)} runs of "
               f"{document['parameters']['algorithm']}, after {statistics.median(ends):.2f} s", max(gaps) <= aim,
               part=part, instance=name, nodes=nodes, aim_gap=aim, gaps=gaps, best_seconds=ends,
               lengths=[run["result"]["length"] for run in documents])


def names_of(options):
    """Returns the names of the instances of TSPLIB that exist."""
    found = os.listdir(options.tsplib) if os.path.isdir(options.tsplib) else []
    names = sorted(name.removesuffix(".atsp") for name in found if name.endswith(".atsp"))
    return names[:1] if options.quick else names


def measure_tsplib(runner, options, report):
    if not names_of(options):
        raise shared.Failed(f"{options.tsplib} holds no .atsp file (--tsplib)")
    for name in [name for name in names_of(options) if name in options.instances]:
        documents = lengths_of(runner, os.path.join(options.tsplib, name + ".atsp"), options.seconds, options.seeds)
        aim = 0 if documents[0]["instance"]["nodes"] <= OPTIMAL_TO else TSPLIB_GAP
        add(report, options, "tsplib", documents[0], [shared.gap_of(run) for run in documents], aim, documents)


def measure_made(runner, options, report, folder):
    for kind, nodes in [(kind, nodes) for kind, nodes in NODES.items() if kind in options.instances]:
        path = os.path.join(folder, kind + ".atsp")
        with open(path, "w", encoding="utf-8") as file:
            file.write(made.text(kind, 12 if options.quick else nodes, options.draw))
        documents = lengths_of(runner, path, options.seconds, options.seeds)
        others = [runner.run(path, *runner.limit(options.reference), "--seed", 99, "--algorithm", algorithm)
                  for algorithm in ("mosaic", "mmas")]
        best = min(run["result"]["length"] for run in [*documents, *others])
        gaps = [100.0 * (run["result"]["length"] - best) / best for run in documents]
        add(report, options, "made", documents[0], gaps, MADE_GAP, documents)


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", metavar="PROGRAM")
    shared.add_options(parser)
    parser.add_argument("--only", help=f"parts, with commas: {', '.join(PARTS)} [default all]")
    parser.add_argument("--instances", help="names and kinds, with commas [default all]")
    parser.add_argument("--draw", type=int, default=2, help="seed of made instances; numbers of the program were "
                        "chosen with 1 [default 2]")
    parser.add_argument("--seeds", type=shared.count, default=3, help="runs with the seeds 1, 2, ... [default 3]")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"of a run [default {SECONDS}]")
    parser.add_argument("--reference", type=float, default=REFERENCE, help="seconds of the runs that gaps of made "
                        f"instances are counted from [default {REFERENCE}]")
    options = parser.parse_args(arguments)
    if options.quick:
        options.seeds, options.tsplib = 1, os.path.join(shared.ROOT, "instances")
    options.only = shared.chosen(parser, options.only, PARTS)
    options.instances = shared.chosen(parser, options.instances, [*NODES, *names_of(options)])
    return options


def main(arguments):
    options = parse(arguments)

    def make():
        with tempfile.TemporaryDirectory() as folder:
            runner = Runner(options.program, options)
            report = shared.Report(runner.name, options.quick)
            if "tsplib" in options.only:
                measure_tsplib(runner, options, report)
            if "made" in options.only:
                measure_made(runner, options, report, folder)
        return shared.record_of(runner, {"limit": options.seconds, "reference": options.reference,
                                         "figures": report.lines})
    return shared.measure(options, make)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
