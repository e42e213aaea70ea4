#!/usr/bin/env python3
"""Finds the fastest improver of mosaic and the fastest shapes of ants on a device, and prints them as a tuning file.

usage: tune.py PROGRAM (FILE | --nodes N[..M]) [--device D] [--time S] [--only KIND,...] [--output TUNING] [OPTION...]

--nodes makes random instances of N and M nodes and of one number between. Any other OPTION is given to `swarmcl tsp`.
`swarmcl help tuning` states the format. Every candidate runs a few iterations, and the faster half runs twice as many;
all of them must come to the same tour. Ants are timed by the device's events (--profile), mosaic by the clock. Winners
of a phase are fixed in the phases that follow. Exit code 0: done; 1: a run failed, or two tours differ; 2: wrong
arguments; 77: there is no such device.
"""
import argparse
import math
import os
import re
import sys
import tempfile
import time

import shared

GROUPS = [{"group-size": size} for size in (1, 16, 32, 64, 128, 256, 512, 1024)]
ANTS = [{"ants-per-group": size} for size in (1, 2, 4, 8, 16, 32)]
# Phases of a kind: share of its time after which the phase ends, and the rows with the sizes that they take.
CONSTRUCTIONS = {"work-item": ANTS, "work-group": GROUPS, "32-ary": GROUPS, "queen-worker": GROUPS, "lanes": ANTS,
                 "whole-scan": GROUPS}
DEPOSITS = ("per-ant", "atomic", "atomic-tiled", "gather", "gather-tiled", "gather-symmetric", "by-row", "edges")
KINDS = {
    "mosaic": ("mosaic", {"improver": (1, {"array": [], "threads": []})}),
    "together": ("acs", {"construction": (1, {"list-together": ANTS})}),
    "lists": ("mmas", {"construction": (1, {"list-item": ANTS, "list-lanes": ANTS})}),
    "rows": ("as", {"construction": (0.65, CONSTRUCTIONS),
                    "evaluation": (0.8, {"work-item": [], "work-group": GROUPS}),
                    "deposit": (1, {row: [] for row in DEPOSITS})}),
}
KERNELS = {"construction": "aco_construct", "evaluation": "aco_evaluate", "deposit": ("aco_deposit", "aco_evaporate")}
LAUNCH_SECONDS = 4e-6  # of the host for a launch; the device's events do not include them
START_SECONDS = 10  # of a run before its iterations; PoCL takes that long to compile for a large group
HOPELESS = 20  # a run is stopped once its candidate takes this many times the best
ROW_TOO_SLOW = 4  # the other sizes of a row are left out once it takes this many times the best
NOISE = 0.97  # a candidate replaces the first one only below this fraction of its time
TOO_SLOW = 2  # the next turn leaves out a candidate that takes this many times the best
MOST_ITERATIONS = 100


class Part:
    """One number of nodes and one kind of run. `fixed`: the winners' options; `seconds`: the winners' seconds, by
    phase."""

    def __init__(self, options, kind, instance):
        self.options, self.kind, self.instance = options, kind, instance
        self.fixed, self.seconds, self.tours = {}, {}, {}

    def measure(self, phase, candidate, iterations, end, best):
        """Returns the seconds of an iteration; infinity if the device cannot run the candidate or it takes far too
        long; None once the time is over."""
        limit = min(end - time.monotonic(), START_SECONDS + HOPELESS * best * iterations)
        words = [word for name, value in {**self.fixed, **candidate}.items() for word in (f"--{name}", value)]
        words += (["--schedule", f"16x{iterations}"] if self.kind == "mosaic" else
                  ["--iterations", iterations, "--local-search", "none"])
        try:
            made = shared.document_of(
                self.options.program, "tsp", self.instance, "--device", self.options.device, "--json", "--profile",
                "-q", "--algorithm", KINDS[self.kind][0], "--time", f"{max(limit, 0.1):g}", "--target", 0,
                "--launch-ms", 10000, *words, *self.options.others)
        except shared.Failed as problem:
            if not self.tours:
                raise  # the first candidate has to run
            print(f"  left out: {problem}", file=sys.stderr)
            return math.inf
        if made["result"]["iterations"] < iterations:
            return math.inf if time.monotonic() < end else None
        if self.tours.setdefault(iterations, made["tour"]) != made["tour"]:
            raise shared.Failed(f"{self.instance}, {' '.join(map(str, words))}: another tour than the first one's")
        if phase == "improver":
            return made["timing"]["loop"] / iterations
        rows = [row for row in made["kernels"] or [] if row["name"].startswith(KERNELS[phase])]
        return sum(row["calls"] * (row["median_seconds"] + LAUNCH_SECONDS) for row in rows) / iterations

    def turn(self, phase, candidates, iterations, end):
        """Measures candidates and returns seconds by index; candidates that cannot win or that `end` stops have none."""
        seconds = {}
        for index, candidate in candidates.items():
            best = min(seconds.values(), default=math.inf)
            row = [seconds[k] for k in seconds if candidates[k].get(phase) == candidate.get(phase)]
            if len(candidate) > 1 and row and min(row) > ROW_TOO_SLOW * best:
                continue
            found = self.measure(phase, candidate, iterations, end, best)
            if found is None:
                break
            print(f"{self.kind}, {os.path.basename(self.instance)}: {candidate or 'default'}: "
                  f"{shared.seconds_text(found)}", file=sys.stderr)
            seconds[index] = found
        return seconds

    def race(self, phase, rows, end):
        """Fixes the fastest candidate. The first candidate is the device's default."""
        sizes = {row: sizes if "group-size" not in self.fixed else [] for row, sizes in rows.items()}
        listed = [{}] + [{phase: row} for row in rows] + [{phase: row, **size} for row in rows for size in sizes[row]]
        left, seconds, iterations = dict(enumerate(listed)), {}, 3
        while len(left) > 1 and iterations <= MOST_ITERATIONS:
            found = self.turn(phase, left, iterations, end)
            if time.monotonic() > end and seconds:
                break  # half a turn says nothing
            seconds = found
            ranked = sorted((k for k in seconds if seconds[k] < TOO_SLOW * min(seconds.values())), key=seconds.get)
            left = {k: listed[k] for k in ranked[:max(2, len(left) // 2)]}
            iterations *= 2
        if seconds and min(seconds.values()) < math.inf:
            winner = min(seconds, key=lambda k: seconds[k] * (NOISE if k == 0 else 1))
            self.fixed.update(listed[winner])
            self.seconds[phase] = seconds[winner]

    def run(self, end):
        start = time.monotonic()
        for phase, (share, rows) in KINDS[self.kind][1].items():
            self.race(phase, rows, start + share * (end - start))

    def block(self, low, high):
        measured = ", ".join(f"{phase} {seconds:.3g}" for phase, seconds in self.seconds.items())
        lines = ["", f"for={self.kind}", f"nodes={low}..{high}",
                 f"# seconds of an iteration: {measured or 'not measured'}"]
        return lines + [f"{name}={value}" for name, value in self.fixed.items()]


def sizes_of(low, high):
    """Numbers of nodes to measure with the ranges they stand for: (nodes, low, high)."""
    sizes = sorted({low, round(math.sqrt(low * high)), high})
    ends = [math.isqrt(a * b) for a, b in zip(sizes, sizes[1:])] + [high]
    return list(zip(sizes, [low] + [end + 1 for end in ends[:-1]], ends))


def tune(options, folder):
    path = options.file or os.path.join(shared.ROOT, "instances", "grid100.tsp")
    made = shared.document_of(options.program, "tsp", path, "--device", options.device, "--json", "-q",
                              *shared.ANY_DEVICE)
    device = made["device"]
    if not device:
        raise shared.Failed("--device none: the sequential reference has nothing to tune")
    sizes = sizes_of(*options.nodes) if options.nodes else [(made["instance"]["nodes"],) * 3]
    lines = ["# how swarmcl lays out its kernels, found by bench/tune.py; changes no tour", f"device={device['name']}",
             f"driver={device['driver']}", f"version={made['version']}"]
    end = time.monotonic() + options.time
    parts = [(kind, *size) for kind in options.only for size in sizes]
    for index, (kind, nodes, low, high) in enumerate(parts):
        path = options.file or os.path.join(folder, f"uniform{nodes}.tsp")
        if not os.path.exists(path):
            shared.output_of(options.program, "instance", "generate", "uniform", "--nodes", nodes, "--seed", 1, "-q",
                             "-o", path)
        part = Part(options, kind, path)
        part.run(time.monotonic() + (end - time.monotonic()) / (len(parts) - index))
        lines += part.block(low, high)
    return "\n".join(lines) + "\n"


def node_range(text):
    low, high = (int(number) for number in re.fullmatch(r"(\d+)(?:\.\.(\d+))?", text).groups(default=text))
    if not 5 <= low <= high:
        raise ValueError
    return low, high


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("file", nargs="?", help="the instance to tune for")
    parser.add_argument("--nodes", type=node_range, metavar="N[..M]", help="random instances instead of a file")
    parser.add_argument("-d", "--device", default="auto", help="as for swarmcl [default auto]")
    parser.add_argument("--time", type=float, default=300, help="seconds of all measurements [default 300]")
    parser.add_argument("--only", help=f"kinds, with commas: {', '.join(KINDS)} [default all]")
    parser.add_argument("-o", "--output", help="file to write instead of stdout")
    options, options.others = parser.parse_known_args(arguments)
    options.only = shared.chosen(parser, options.only, KINDS)
    if bool(options.file) == bool(options.nodes):
        parser.error("expected either FILE or --nodes")
    return options


def main(arguments):
    options = parse(arguments)
    try:
        with tempfile.TemporaryDirectory() as folder:
            text = tune(options, folder)
        if options.output:
            shared.write(options.output, text)
        else:
            print(text, end="")
    except (shared.Failed, OSError) as problem:
        print(f"tune.py: {problem}", file=sys.stderr)
        return shared.SKIPPED if isinstance(problem, shared.NoDevice) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
