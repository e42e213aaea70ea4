#!/usr/bin/env python3
"""Figures of the ant family with lists and local search: aims, times to a target, and our figures beside the peers'.

usage: family.py figures PROGRAM [--device D] [--only PART,...] [--options "..."] [--json FILE]
       family.py ttt PROGRAM INSTANCE GAP [--seeds N] [--limit SECONDS] [--options "..."] [--json FILE] [--svg FILE]
       family.py plain JSON...                             the table of the README from records of `figures`

PROGRAM is swarmcl; an INSTANCE is a name of --tsplib or a file. `figures` prints `what | aim | measured | device`; what
the device has no aims for is left out. `ttt` prints when each seed reached GAP (%), in seconds of the loop. Exit code
0: done, missed aims included; 1: a run failed; 2: wrong arguments; 77: there is no such device.
"""
import argparse
import json
import math
import os
import shlex
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path += [os.path.join(ROOT, "bench", folder) for folder in ("swarms", "papers")]  # what all benches share

import aims  # noqa: E402
import plain  # noqa: E402
import svg  # noqa: E402
from figures import Report  # noqa: E402
from runs import Failed, host_name, short_name  # noqa: E402


SKIPPED = 77


def has_device(program, selector):
    """Whether a selector by type or for any device finds one; of others the program says so itself."""
    done = subprocess.run([program, "devices", "--json"], capture_output=True, text=True, check=False)
    found = [each["type"] for each in json.loads(done.stdout).get("devices", [])] if done.returncode == 0 else []
    return bool(found) if selector == "auto" else selector not in ("gpu", "cpu") or selector in found


class Runner:
    """The program on one device. Every run is made once; `repeat` asks for another one of the same options."""

    def __init__(self, program, options):
        self.program, self.selector, self.tsplib, self.quick = program, options.device, options.tsplib, options.quick
        self.documents = {}
        document = self.run(os.path.join(ROOT, "instances", "grid100.tsp"), "--iterations", 1)
        self.device, self.version = document["device"], document["version"]
        self.type = self.device["type"] if self.device else "none"
        self.name = short_name(self.device)

    def instances(self, names):
        """Pairs of an instance to run and the name that aims are found by."""
        names = list(names)
        if self.quick:
            return list(zip(aims.STAND_INS, names))
        return [(name, name) for name in names]

    def path(self, instance):
        if os.path.exists(instance):
            return instance
        folder = os.path.join(ROOT, "instances") if self.quick else self.tsplib
        path = os.path.join(folder, instance + ".tsp")
        if not os.path.exists(path):
            raise Failed(f"{path} is not there (--tsplib)")
        return path

    def limit(self, seconds):
        """Options by which a run ends after so long, and not before it has to."""
        return ("--iterations", aims.QUICK_ITERATIONS) if self.quick else ("--time", f"{seconds:g}")

    def run(self, instance, *options, repeat=0):
        key = (instance, options, repeat)
        if key not in self.documents:
            arguments = [self.program, "tsp", self.path(instance), "--device", self.selector, "--json", "-q", *options]
            arguments = [str(word) for word in arguments]
            done = subprocess.run(arguments, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise Failed(f"{' '.join(arguments[1:])}: exit code {done.returncode}: {done.stderr.strip()}")
            document = json.loads(done.stdout)
            document.pop("tour", None)  # large, and nobody asks for it
            self.documents[key] = document
        return self.documents[key]


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["figures", "ttt", "plain"])
    parser.add_argument("words", nargs="+", metavar="WORD", help="PROGRAM; PROGRAM INSTANCE GAP; JSON...")
    parser.add_argument("--tsplib", default=os.environ.get("TSPLIB_DIR", os.path.join(ROOT, "..", "shared", "tsplib")),
                        help="folder of TSPLIB files")
    parser.add_argument("--device", default="auto", help="as for swarmcl tsp [default auto]")
    parser.add_argument("--only", help="parts of figures, with commas: " + ", ".join(aims.PARTS))
    parser.add_argument("--options", default="", help="more options for runs to a gap or for a time, in one word")
    parser.add_argument("--seeds", type=int, help="runs with the seeds 1, 2, ... [default 5; of ttt 20]")
    parser.add_argument("--repeats", type=int, default=3, help="runs of what is timed, of which the fastest counts "
                        "[default 3]")
    parser.add_argument("--limit", type=float, default=aims.GAP_LIMIT, help="seconds after which a run of ttt gives up "
                        f"[default {aims.GAP_LIMIT}]")
    parser.add_argument("--quick", action="store_true", help="shipped instances, one seed, two iterations: shows that "
                        "everything works")
    parser.add_argument("--json", help="file to write what was measured to")
    parser.add_argument("--svg", help="of ttt: file for the curve")
    options = parser.parse_args(arguments)
    options.options = shlex.split(options.options)
    options.only = options.only.split(",") if options.only else list(aims.PARTS)
    options.seeds = options.seeds or (1 if options.quick else 20 if options.command == "ttt" else 5)
    expected = {"figures": 1, "ttt": 3}.get(options.command, len(options.words))
    if len(options.words) != expected or any(part not in aims.PARTS for part in options.only):
        parser.error("see the usage at the top of family.py")
    return options


def write(path, text):
    if path:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def record_of(runner, options, begin, more):
    return {"command": options.command, "version": runner.version, "quick": options.quick, "on": runner.name,
            "device": runner.device, "host": host_name(), "options": options.options,
            "seconds": round(time.monotonic() - begin, 1), **more}


def figures(runner, options):
    report = Report(runner.name, options.quick)
    for part in options.only:
        kind, measure = aims.PARTS[part]
        if kind == runner.type or options.quick:
            measure(runner, options, report)
        else:
            print(f"{part}: left out, its aims are for a {kind.upper()}")
    return {"figures": report.lines}


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
        write(options.svg, svg.draw({
            "name": name, "title": f"{name}: runs that have reached a gap of {gap:g} %",
            "x": {"label": "seconds in the loop", "log": True},
            "y": {"label": "share of the runs", "log": False, "ticks": [0, 0.2, 0.4, 0.6, 0.8, 1]},
            "series": [{"label": runner.name, "colour": 0, "points": points}]}))
    return {"instance": instance, "gap": gap, "limit": options.limit, "runs": aims.finite(found)}


def main(arguments):
    options = parse(arguments)
    if options.command == "plain":
        print(plain.table(options.words))
        return 0
    begin = time.monotonic()
    if not has_device(options.words[0], options.device):
        print(f"{options.command}: left out, there is no device {options.device}")
        return SKIPPED
    try:
        runner = Runner(options.words[0], options)
        made = figures(runner, options) if options.command == "figures" else time_to_target(runner, options)
        write(options.json, json.dumps(record_of(runner, options, begin, made), indent=1) + "\n")
    except Failed as problem:
        print(f"family.py: {problem}", file=sys.stderr)
        return 1
    print(f"{options.command}: {time.monotonic() - begin:.1f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
