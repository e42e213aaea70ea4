#!/usr/bin/env python3
"""Figures of checkpoints: their cost, and runs that are killed at random moments and resumed.

usage: lasting.py PROGRAM [--device D] [--only PART,...] [--pairs N] [--kills N] [--seed S] [--json FILE]

Prints `what | aim | measured | device`. `overhead`: the share of a run's time that keeping its state takes, as the
program reports it, at the default interval; and the same measured by runs with and without in turn. `kills`:
N moments in all, by kill -9, over every run of KILLED; each is resumed until it ends and compared with an unbroken one:
tour, length, trace, iterations; of a swarm the position. Exit code 0: done, missed aims included; 1: a run failed, or
a resumed run had another result; 2: wrong arguments; 77: there is no such device.
"""
import argparse
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import shared  # noqa: E402

LASTING = 30.0  # seconds of a run of `overhead`; the first and the last checkpoint are written whatever it is
SHARE = 0.01

# name: options of the run, without its limit
LONG = {
    "mmas, pr2392": ["tsp", "pr2392", "--algorithm", "mmas"],
    "as on whole rows, pr1002": ["tsp", "pr1002", "--algorithm", "as"],
    "mosaic, d18512": ["tsp", "d18512"],
    "swarm, 65,536 particles of 30 dimensions": ["pso", "rastrigin", "--algorithm", "pso", "--dim", "30", "--particles",
                                                 "65536"],
}

STAND_IN = "uniform1000"  # of quick runs

# Runs that take a second or two on a slow core.
KILLED = {
    "as": ["tsp", "grid100", "--algorithm", "as", "--iterations", "300"],
    "mmas": ["tsp", "uniform1000", "--algorithm", "mmas", "--iterations", "40"],
    "acs": ["tsp", "uniform1000", "--algorithm", "acs", "--iterations", "100"],
    "bwas": ["tsp", "uniform1000", "--algorithm", "bwas", "--iterations", "30"],
    "mosaic": ["tsp", "uniform1000", "--algorithm", "mosaic", "--population", "16", "--kicks", "100", "--iterations",
               "12"],
    "swarm": ["pso", "rastrigin", "--algorithm", "pso", "--dim", "10", "--iterations", "2000"],
}
TIMES = ("seconds", "best_seconds", "first_iteration")


class Runner:
    """Runs the program on one device, with any problem; `folder` has the states."""

    def __init__(self, program, options, folder):
        self.program, self.options, self.folder, self.quick = program, options, folder, options.quick
        document = self.run(["pso", "sphere", "--dim", "2", "--iterations", "1"])
        self.version, self.device = document["version"], document["device"]
        self.name = shared.short_name(self.device)

    def path(self, instance):
        for folder in (os.path.join(shared.ROOT, "instances"), self.options.tsplib):
            path = os.path.abspath(os.path.join(folder, instance + ".tsp"))
            if os.path.exists(path):
                return path
        raise shared.Failed(f"{instance}.tsp is not there (--tsplib)")

    def words(self, run, *more):
        quick = self.options.quick
        instance = STAND_IN if quick and run in LONG.values() else run[1]
        named = run if run[0] == "pso" else [run[0], self.path(instance), *run[2:]]
        return [self.program, *named, "--device", self.options.device, *map(str, more)]

    def run(self, run, *more):
        return shared.document_of(*self.words(run, "--json", "-q", *more), cwd=self.folder)


def overhead(runner, options, report):
    end = ("--iterations", 2) if options.quick else ("--time", f"{LASTING:g}")
    for name, run in LONG.items():
        try:
            pairs, shares = 1 if options.quick else options.pairs, []
            rates = {True: [], False: []}
            for pair in range(pairs):
                for kept in (False, True) if pair % 2 else (True, False):
                    more = ["--checkpoint", "long.state"] if kept else []
                    document = runner.run(run, *end, *more)
                    timing, result = document["timing"], document["result"]
                    started = timing["read"] + timing["context"] + timing["build"]
                    rates[kept].append(result["iterations"] / (timing["total"] - started))
                    if kept:
                        shares.append(timing["checkpoints"] / timing["total"])
        except shared.Failed as problem:
            if "is not there" not in str(problem):
                raise
            print(f"{name}: left out, {problem}", flush=True)
            continue
        if not min(shares) > 0:
            raise shared.Failed(f"{name}: checkpoints took no time: none was kept")
        size = os.path.getsize(os.path.join(runner.folder, "long.state"))
        share, ratio = statistics.median(shares), statistics.median(rates[True]) / statistics.median(rates[False])
        report.add(f"checkpoints of {name}, {LASTING:g} s", f"below {SHARE:.0%} of the time",
                   f"{share:.2%} (median of {pairs}, worst {max(shares):.2%}), {size:,} bytes; iterations a second "
                   f"{ratio:.3f} times those without", share < SHARE, shares=shares, rates=rates[True],
                   rates_without=rates[False], bytes=size)


def result_without_times(document):
    """Returns the result of a run without its times. The trace of a resumed swarm begins with the best known value."""
    result = {name: value for name, value in document["result"].items() if name not in TIMES}
    if "tour" in document:
        return document["tour"], result, [(point["iteration"], point["length"]) for point in document["trace"]]
    return result


def killed_once(runner, run, state, seconds):
    """Resumes the run where it was killed before, and kills it again; returns whether it was still running and left a
    state."""
    path = os.path.join(runner.folder, state)
    resumed = ["--resume", state] if os.path.exists(path) else []
    words = runner.words(run, "-q", *resumed, "--checkpoint", state + ",1")
    with subprocess.Popen(words, cwd=runner.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        process.wait()
        return process.returncode == -signal.SIGKILL and os.path.exists(path)


def kills(runner, options, report):
    draw = random.Random(options.seed)
    counts = {name: options.kills // len(KILLED) + (k < options.kills % len(KILLED)) for k, name in enumerate(KILLED)}
    for name, run in KILLED.items():
        whole = runner.run(run)
        took = whole["timing"]["total"]
        state, at_work, differences = name + ".state", 0, 0
        path = os.path.join(runner.folder, state)
        for _ in range(100 * counts[name]):
            if at_work == counts[name]:
                break
            at_work += killed_once(runner, run, state, draw.uniform(0.02, 1.0) * took)
            # to its end; otherwise killed again as it continues
            if os.path.exists(path) and (draw.random() < 0.5 or at_work == counts[name]):
                differences += result_without_times(runner.run(run, "--resume", state)) != result_without_times(whole)
                os.remove(path)
        report.add(f"{name}: kill -9 at random moments, resumed", "no difference",
                   f"{at_work} kills, {differences} differences", differences == 0 and at_work == counts[name],
                   kills=at_work, differences=differences)
        if differences or at_work < counts[name]:  # of a quick run, too
            raise shared.Failed(f"{name}: {at_work} of {counts[name]} kills, {differences} differences")


PARTS = {"overhead": overhead, "kills": kills}


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    shared.add_options(parser)
    parser.add_argument("--only", help=f"parts, with commas: {', '.join(PARTS)} [default all]")
    parser.add_argument("--pairs", type=shared.count, default=3, help="of runs with and without [default 3]")
    parser.add_argument("--kills", type=int, default=50, help="moments in all [default 50]")
    parser.add_argument("--seed", type=int, default=1, help="of the moments [default 1]")
    options = parser.parse_args(arguments)
    options.only = shared.chosen(parser, options.only, PARTS)
    options.kills = len(KILLED) if options.quick else options.kills
    if options.kills < len(KILLED):
        parser.error(f"--kills: expected {len(KILLED)} at least, one of each run")
    return options


def main(arguments):
    options = parse(arguments)

    def make():
        with tempfile.TemporaryDirectory() as folder:
            runner = Runner(os.path.abspath(options.program), options, folder)
            report = shared.Report(runner.name, options.quick)
            for part in options.only:
                PARTS[part](runner, options, report)
        return shared.record_of(runner, {"figures": report.lines})
    return shared.measure(options, make)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
