#!/usr/bin/env python3
"""Figures of small instances: one from the shell to its file, and thousands by `swarmcl batch`.

usage: batch.py PROGRAM [--device D] [--only PART,...] [--instances N] [--json FILE] [--quick]

Prints `what | aim | measured | device`. `small`: seconds of the process `tsp FILE -o FILE.tour`. `quality`: tours of
`batch` against the best that any run found. `cpu-10000`, `gpu-10000`, `gpu-1000`: seconds and memory of the process
`batch`, and its tours on a sample, against longer runs. GPU parts take --device, all others the host. Exit code 0:
done, missed aims included; 1: a run failed; 2: wrong arguments; 77: there is no such device.
"""
import argparse
import collections
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import shared  # noqa: E402

SIDE = 1000000  # of the square that points lie in
KINDS = ["uniform", "clustered"]
SMALL = {52: 0.03, 100: 0.03, 200: 0.06, 1000: 0.5}  # nodes: seconds from the shell to the file
SMALL_RUNS = 5
QUALITY = [50, 100, 200, 500]  # nodes
QUALITY_COUNT, QUALITY_SEEDS = 100, 3
OPTIMAL, OPTIMAL_TO = 99.5, 200  # % of the instances, up to this number of nodes
GAP = 0.005  # mean of the larger ones, in %

# The parts of many instances. reference: schedule for the sample; seconds, memory in bytes, share of optimal tours and
# gap in %: aims; threads: of the run, None is all.
Many = collections.namedtuple("Many", "nodes count sample reference seconds memory optimal gap threads")
MANY = {"cpu-10000": Many(100, 10000, 300, "64x2,200x3", 60, 2 << 30, OPTIMAL, None, 2),
        "gpu-10000": Many(100, 10000, 300, "64x2,200x3", 10, 2 << 30, OPTIMAL, None, None),
        "gpu-1000": Many(1000, 1000, 30, "100x2,200x3", 60, None, None, 0.01, None)}
WARM_UP = 4  # instances

Run = collections.namedtuple("Run", "lengths seconds memory")


# ----------------------------------------------------------------------------------------------------------------------
# Instances


def points_of(kind, nodes, seed):
    """Yields instances without end, each a list of numbers x1 y1 x2 y2 ...; the same on every machine."""
    draw = random.Random(seed)
    while True:
        centres = [(draw.random(), draw.random()) for _ in range(1 + nodes // 50)]
        numbers = []
        for _ in range(nodes):
            if kind == "uniform":
                place = draw.random(), draw.random()
            else:  # in each coordinate within 0.1 of a centre, most of them nearer
                place = [min(max(at + 0.1 * (draw.random() - draw.random()), 0), 1)
                         for at in centres[int(len(centres) * draw.random())]]
            numbers += [int(SIDE * at) for at in place]
        yield numbers


def sample_of(count, most):
    """Returns at most `most` indices, evenly spaced from 0."""
    step = max(1, count // most)
    return range(0, min(count, step * most), step)


# ----------------------------------------------------------------------------------------------------------------------
# Runs


def lengths_of(path, count):
    """Returns the length of every tour of a JSON Lines file, in order; an error unless it has `count` tours."""
    with open(path, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    if len(lines) != count or any("length" not in line for line in lines):
        raise shared.Failed(f"{sum('length' in line for line in lines)} tours of {count} instances")
    return [line["length"] for line in lines]


class Runner:
    """Runs the program on the host and on one device, every batch once. `folder` has instances and tours."""

    def __init__(self, program, options, folder):
        self.options, self.folder, self.quick = options, folder, options.quick or options.instances is not None
        self.program = os.path.abspath(program)
        self.environment = {name: value for name, value in os.environ.items() if name != "SWARMCL_DEVICE"}
        document = shared.document_of(self.program, "tsp", os.path.join(shared.ROOT, "instances", "grid100.tsp"),
                                      "--device", options.device, *shared.ANY_DEVICE, "--json", "-q")
        self.version, self.device = document["version"], document["device"]
        self.type = self.device["type"] if self.device else "none"
        self.name = shared.short_name(self.device)
        self.selector = str(self.device["index"]) if self.device else "none"
        self.runs = {}

    def host(self, threads=None):
        return f"{threads or len(os.sched_getaffinity(0))} threads of {shared.host_name()}"

    def count(self, count):
        """Returns the number of instances to measure instead of `count`."""
        return min(count, self.options.instances or count)

    def process(self, *words):
        """Runs a process that must succeed; returns its seconds and its peak memory in bytes. The peak is at least
        Python's, because the process starts as a copy of Python."""
        words = [self.program, *map(str, words)]
        with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
            begin = time.monotonic()
            with subprocess.Popen(words, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=errors) as process:
                _, status, usage = os.wait4(process.pid, 0)
                seconds = time.monotonic() - begin
                process.returncode = os.waitstatus_to_exitcode(status)
            errors.seek(0)
            shared.check_done(words, subprocess.CompletedProcess(words, process.returncode, stderr=errors.read()))
        return seconds, usage.ru_maxrss * 1024

    def points(self, kind, nodes, count):
        """The path of a file of `count` instances; a smaller file has the first ones of a larger file."""
        path = os.path.join(self.folder, f"{kind}-{nodes}-{count}.txt")
        if not os.path.exists(path):
            made = points_of(kind, nodes, 10 * nodes + KINDS.index(kind))
            shared.write(path, "".join(" ".join(map(str, next(made))) + "\n" for _ in range(count)))
        return path

    def solve(self, path, *options):
        """Runs a batch of points, and returns its seconds, memory and lengths."""
        if (path, options) not in self.runs:
            with open(path, encoding="utf-8") as file:
                count = sum(1 for _ in file)
            output = os.path.join(self.folder, "tours.jsonl")
            seconds, memory = self.process("batch", "--points", path, "-o", output, "-q", *options)
            self.runs[path, options] = Run(lengths_of(output, count), seconds, memory)
            os.remove(output)
        return self.runs[path, options]


def best_of(runs):
    """Returns the shortest length of every instance over all runs."""
    return [min(lengths) for lengths in zip(*(run.lengths for run in runs), strict=True)]


def quality_of(lengths, best):
    """Returns the share of tours that are as short as the best, and the mean gap, both in %."""
    optimal = sum(length <= base for length, base in zip(lengths, best, strict=True))
    gap = statistics.mean(length / base - 1 for length, base in zip(lengths, best, strict=True))
    return 100 * optimal / len(best), 100 * gap


def quality_text(share, gap):
    return f"{share:.4g} % optimal, mean gap {gap:.2g} %"


# ----------------------------------------------------------------------------------------------------------------------
# Parts


def measure_small(runner, report, part):
    quick = runner.options.quick
    for nodes in list(SMALL)[:2] if quick else SMALL:
        name = f"uniform{nodes}.tsp"
        runner.process("instance", "generate", "uniform", "--nodes", nodes, "--seed", nodes, "-o", name)
        seconds = []
        for _ in range(1 if quick else SMALL_RUNS):
            seconds.append(runner.process("tsp", name, "-o", "x.tour")[0])
            os.remove(os.path.join(runner.folder, "x.tour"))
        median = statistics.median(seconds)
        report.add(f"tsp, {nodes} nodes, shell to file", f"{SMALL[nodes]} s",
                   f"{shared.seconds_text(median)}, median of {len(seconds)}", median <= SMALL[nodes], part=part,
                   nodes=nodes, seconds=seconds)


def measure_quality(runner, report, part):
    quick = runner.options.quick
    count, found = runner.count(QUALITY_COUNT), {True: ([], []), False: ([], [])}  # small ones or not: lengths, best
    for nodes in QUALITY[:1] if quick else QUALITY:
        for kind in KINDS:
            path = runner.points(kind, nodes, count)
            run = runner.solve(path)
            longer = [runner.solve(path, "--time-each", 0.05 if quick else 1, "--seed", seed)
                      for seed in range(1, 2 if quick else 1 + QUALITY_SEEDS)]
            best = best_of([run, *longer])
            share, gap = quality_of(run.lengths, best)
            report.add(f"{count} {kind} instances of {nodes} nodes", "",
                       f"{quality_text(share, gap)}, {shared.seconds_text(run.seconds)}", part=part, kind=kind,
                       nodes=nodes, optimal_percent=share, gap_percent=gap, seconds=run.seconds)
            for all_of, these in zip(found[nodes <= OPTIMAL_TO], (run.lengths, best)):
                all_of += these
    for small, (lengths, best) in found.items():
        if best:
            share, gap = quality_of(lengths, best)
            report.add(f"all {len(best)} {'up to' if small else 'beyond'} {OPTIMAL_TO} nodes",
                       f"{OPTIMAL} % optimal" if small else f"mean gap below {GAP} %", quality_text(share, gap),
                       share >= OPTIMAL if small else gap < GAP, part=part, optimal_percent=share, gap_percent=gap)


def measure_many(runner, report, part):
    many, on_gpu = MANY[part], part.startswith("gpu")
    if runner.options.quick:
        many = many._replace(nodes=min(many.nodes // 2, 60), sample=2, reference="16x2")
    count = runner.count(many.count)
    path = runner.points("uniform", many.nodes, count)
    common = ["--device", runner.selector] if on_gpu else []
    common += ["--threads", many.threads] if many.threads else []
    if on_gpu:  # kernels are compiled
        runner.solve(runner.points("uniform", many.nodes, min(count, WARM_UP)), *common, "--seed", 2)
    indices = sample_of(count, many.sample)
    sample = os.path.join(runner.folder, f"sample-{os.path.basename(path)}")
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    shared.write(sample, "".join(lines[index] for index in indices))
    run = runner.solve(path, *common)
    lengths = [run.lengths[index] for index in indices]
    best = best_of([run._replace(lengths=lengths), runner.solve(sample, "--schedule", many.reference)])
    share, gap = quality_of(lengths, best)
    aims = [(f"{many.seconds} s", run.seconds <= many.seconds)]
    aims += [(f"{many.memory / 2**30:g} GiB", run.memory <= many.memory)] if many.memory else []
    aims += [(f"{many.optimal} % optimal", share >= many.optimal)] if many.optimal else []
    aims += [(f"mean gap {many.gap} %", gap <= many.gap)] if many.gap else []
    report.add(f"{count:,} uniform instances of {many.nodes} nodes", ", ".join(text for text, _ in aims),
               f"{shared.seconds_text(run.seconds)}, {run.memory / 2**30:.3g} GiB, {quality_text(share, gap)} of "
               f"{len(best)}", all(reached for _, reached in aims), part=part, count=count, nodes=many.nodes,
               seconds=run.seconds, memory_bytes=run.memory, sample=len(best), optimal_percent=share, gap_percent=gap)


PARTS = {"small": measure_small, "quality": measure_quality, **dict.fromkeys(MANY, measure_many)}


def measure(runner, options):
    report = shared.Report("", runner.quick)
    for part in options.only:
        on_gpu = part.startswith("gpu")
        if on_gpu and runner.type != "gpu" and not options.quick:
            print(f"{part}: left out, its aims are for a GPU", flush=True)
            continue
        report.device = runner.name if on_gpu else runner.host(MANY[part].threads if part in MANY else None)
        first = len(report.lines)
        PARTS[part](runner, report, part)
        for line in report.lines[first:]:
            line["measured_on"] = report.device
    return shared.record_of(runner, {"figures": report.lines})


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    shared.add_options(parser)
    parser.add_argument("--only", help=f"parts, with commas: {', '.join(PARTS)} [default all]")
    parser.add_argument("--instances", type=shared.count, help="largest number in a batch, without verdicts")
    options = parser.parse_args(arguments)
    options.only = shared.chosen(parser, options.only, PARTS)
    if options.quick:
        options.instances = min(options.instances or 4, 4)

    def make():
        with tempfile.TemporaryDirectory() as folder:
            return measure(Runner(options.program, options, folder), options)
    return shared.measure(options, make)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
