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
import json
import os
import statistics
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path += [os.path.join(ROOT, "bench", folder) for folder in ("family", "swarms", "papers")]  # what all share

import family  # noqa: E402
import made  # noqa: E402
from aims import gap_of  # noqa: E402
from figures import Report  # noqa: E402
from runs import Failed, host_name  # noqa: E402

SECONDS, REFERENCE = 10, 60
OPTIMAL_TO = 100  # nodes of TSPLIB's instances whose optimum is to be found
TSPLIB_GAP, MADE_GAP = 0.5, 1.0  # of all others, in %
NODES = {"arbitrary": 450, "closed": 316, "disturbed": 150, "tilted": 200, "crane": 300, "shelves": 400, "disk": 350,
         "flow": 120, "road": 170, "overlap": 70}
PARTS = ("tsplib", "made")


class Runner(family.Runner):
    """The program on one device, or on threads of the host; instances are files."""

    def __init__(self, program, options):
        super().__init__(program, options)
        if not self.device:
            self.name = f"{os.cpu_count()} threads of {host_name()}"

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


def measure_tsplib(runner, options, report):
    names = sorted(name for name in os.listdir(options.tsplib) if name.endswith(".atsp"))
    for name in names[:1] if options.quick else names:
        if options.instances and name.removesuffix(".atsp") not in options.instances:
            continue
        documents = lengths_of(runner, os.path.join(options.tsplib, name), options.seconds, options.seeds)
        aim = 0 if documents[0]["instance"]["nodes"] <= OPTIMAL_TO else TSPLIB_GAP
        add(report, options, "tsplib", documents[0], [gap_of(run) for run in documents], aim, documents)


def measure_made(runner, options, report, folder):
    for kind, nodes in NODES.items():
        if options.instances and kind not in options.instances:
            continue
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
    parser.add_argument("--tsplib", default=os.environ.get("TSPLIB_DIR", os.path.join(ROOT, "..", "shared", "tsplib")),
                        help="folder of TSPLIB files")
    parser.add_argument("--device", default="auto", help="as for swarmcl tsp [default auto]")
    parser.add_argument("--only", default=",".join(PARTS), help="parts, with commas [default all]")
    parser.add_argument("--instances", type=lambda text: text.split(","), help="names and kinds, with commas [default "
                        "all]")
    parser.add_argument("--draw", type=int, default=2, help="seed of made instances; numbers of the program were "
                        "chosen with 1 [default 2]")
    parser.add_argument("--seeds", type=int, default=3, help="runs with the seeds 1, 2, ... [default 3]")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"of a run [default {SECONDS}]")
    parser.add_argument("--reference", type=float, default=REFERENCE, help="seconds of the runs that gaps of made "
                        f"instances are counted from [default {REFERENCE}]")
    parser.add_argument("--quick", action="store_true", help="few nodes and iterations: shows that everything works")
    parser.add_argument("--json", help="file to write what was measured to")
    options = parser.parse_args(arguments)
    options.only = options.only.split(",")
    if options.quick:
        options.seeds, options.tsplib = 1, os.path.join(ROOT, "instances")
    if options.seeds < 1 or not set(options.only) <= set(PARTS):
        parser.error("see the usage at the top of atsp.py")
    return options


def main(arguments):
    options = parse(arguments)
    begin = time.monotonic()
    if not family.has_device(options.program, options.device):
        print(f"figures: left out, there is no device {options.device}")
        return family.SKIPPED
    try:
        with tempfile.TemporaryDirectory() as folder:
            runner = Runner(options.program, options)
            report = Report(runner.name, options.quick)
            if "tsplib" in options.only:
                measure_tsplib(runner, options, report)
            if "made" in options.only:
                measure_made(runner, options, report, folder)
        record = {"version": runner.version, "on": runner.name, "device": runner.device, "seconds": options.seconds,
                  "reference": options.reference, "took": round(time.monotonic() - begin, 1), "figures": report.lines}
        family.write(options.json, json.dumps(record, indent=1) + "\n")
    except (Failed, OSError) as problem:
        print(f"atsp.py: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
