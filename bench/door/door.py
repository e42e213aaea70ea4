#!/usr/bin/env python3
"""Figures of a user's first runs: a run with an empty cache of kernels, and how well a time limit is kept.

usage: door.py PROGRAM [--device D] [--only PART,...] [--nodes N,...] [--algorithms A,...] [--time S] [--json FILE]

Prints `what | aim | measured | device`. `first`: runs with an empty cache of kernels. `time`: the latest end over
--nodes random nodes and --algorithms, in seconds of the whole process after its limit of --time, or after the end of
reading where that comes later. Exit code 0: done, missed aims included; 1: a run failed; 2: wrong arguments; 77: there
is no such device.
"""
import argparse
import json
import os
import sys
import tempfile
import time

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import shared  # noqa: E402

# Variables that name the folders of the drivers' caches.
CACHES = ["POCL_CACHE_DIR", "CUDA_CACHE_PATH", "MESA_SHADER_CACHE_DIR"]
LATE, LATE_SHARE = 0.3, 0.01  # seconds, or this share of the limit if that is more
NODES = [1, 2, 3, 5, 10, 100, 1000, 10**4, 10**5, 2 * 10**5, 10**6]
LEAST = {"mosaic": 5}  # nodes that it takes
MORE = {"as": ["--candidates", 16]}  # whole rows of 10^5 nodes fit no memory
ALGORITHMS = ["mosaic", "as", "eas", "ras", "mmas", "acs", "bwas"]
UNIFORM = os.path.join(shared.ROOT, "instances", "uniform1000.tsp")


class Door:
    """Runs the program on one device; `folder` has generated files."""

    def __init__(self, options, folder):
        self.options, self.folder, self.quick = options, folder, options.quick
        self.program = os.path.abspath(options.program)
        document = shared.document_of(self.program, "tsp", UNIFORM, "--device", options.device, "--json", "-q",
                                      *shared.ANY_DEVICE)
        self.version, self.device = document["version"], document["device"]
        self.name = shared.short_name(self.device)

    def run(self, *words, **environment):
        """Returns the standard output of a process and its seconds."""
        begin = time.monotonic()
        text = shared.output_of(self.program, *words, "--device", self.options.device, "-q", cwd=self.folder,
                                env=dict(os.environ, **environment))
        return text, time.monotonic() - begin

    def run_cold(self, *words):
        with tempfile.TemporaryDirectory() as cache:
            return self.run(*words, **{name: cache for name in CACHES})

    def instance(self, nodes):
        path = os.path.join(self.folder, f"{nodes}.tsp")
        if not os.path.exists(path):
            shared.output_of(self.program, "instance", "generate", "uniform", "--nodes", nodes, "--seed", 1, "-o", path)
        return path


def first(door, report):
    quick = door.options.quick
    text, seconds = door.run_cold("tsp", UNIFORM, "--time", 1, "--json")
    gap = shared.gap_of(json.loads(text))
    report.add("first run ever, uniform1000, --time 1", "a gap below 1 %, ends at 1.3 s",
               f"{gap:.3f} %, {seconds:.2f} s", gap < 1 and seconds <= 1.3, gap=gap, seconds=seconds)
    text, _ = door.run_cold("tsp", UNIFORM, "--time", 0.5 if quick else 2, "--repeat", 3, "--json")
    optimum = json.loads(text)["instance"]["optimum"]
    gaps = [100 * (run["length"] / optimum - 1) for run in json.loads(text)["repeat"]["runs"]]
    report.add("the same, --repeat 3 --time 2", "gaps below 1 %", ", ".join(f"{gap:.3f}" for gap in gaps) + " %",
               max(gaps) < 1, gaps=gaps)


def lateness(door, algorithm, nodes):
    """Returns the seconds from the limit, or from the end of reading if that is later, to the end of the process."""
    limit = door.options.time
    text, seconds = door.run("tsp", door.instance(nodes), "--algorithm", algorithm, *MORE.get(algorithm, []),
                             "--time", limit, "--json")
    return seconds - max(limit, json.loads(text)["timing"]["read"])


def keep_time(door, report):
    limit = door.options.time
    allowed = max(LATE, LATE_SHARE * limit)
    for algorithm in door.options.algorithms:
        found = {nodes: lateness(door, algorithm, nodes) for nodes in door.options.nodes
                 if nodes >= LEAST.get(algorithm, 1)}
        worst = max(found, key=found.get)
        report.add(f"{algorithm}, --time {limit:g}, {len(found)} sizes from {min(found)} to {max(found)} nodes",
                   f"at most {allowed:g} s late", f"{max(found[worst], 0):.2f} s ({worst} nodes)",
                   found[worst] <= allowed, late=found)


PARTS = {"first": first, "time": keep_time}


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    shared.add_options(parser)
    parser.add_argument("--only", help=f"parts, with commas: {', '.join(PARTS)} [default all]")
    parser.add_argument("--nodes", help=f"with commas [default {','.join(map(str, NODES))}]")
    parser.add_argument("--algorithms", help=f"with commas [default {','.join(ALGORITHMS)}]")
    parser.add_argument("--time", type=float, default=1, help="seconds of a run [default 1]")
    options = parser.parse_args(arguments)
    options.only = shared.chosen(parser, options.only, PARTS)
    options.algorithms = shared.chosen(parser, options.algorithms, ALGORITHMS)
    options.nodes = [shared.count(word) for word in options.nodes.split(",")] if options.nodes else NODES
    if options.quick:
        options.time, options.nodes, options.algorithms = 0.2, [5, 1000], ["mosaic", "mmas"]
    return options


def main(arguments):
    options = parse(arguments)

    def make():
        with tempfile.TemporaryDirectory() as folder:
            door = Door(options, folder)
            report = shared.Report(door.name, options.quick)
            for part in options.only:
                PARTS[part](door, report)
        return shared.record_of(door, {"figures": report.lines})
    return shared.measure(options, make)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
