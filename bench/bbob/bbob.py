#!/usr/bin/env python3
"""BBOB: how many targets algorithms reach on 24 functions, and after how many evaluations.

usage: bbob.py measure PROGRAM [--only NAME,...] [--add NAME=--OPTION VALUE ...] [--dimensions 5,10] [--instances 1-5]
                       [--budget 10000] [--threads N] [--processes N] [--device D] [--json FILE] [--svg FILE] [--quick]
       bbob.py docs FILE.json... --output README.md

PROGRAM is build/bench/bbob/bbob. `measure` prints `what | aim | measured | device`, then tables of shares and expected
running times; --svg draws the shares over the evaluations. `docs` writes the page and its charts from records. Exit code
0: done, missed aims included; 1: a run failed; 2: wrong arguments.
"""
import argparse
import importlib.util
import json
import os
import subprocess
import sys
import time

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import python_peers  # noqa: E402
import shared  # noqa: E402
import tables  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
# Our algorithms by their options, then peers by their names.
OURS = {"auto": "", "pso": "--algorithm pso", "pso-1024": "--particles 1024", "pso-40": "--particles 40",
        "pso-40-ring": "--particles 40 --topology ring", "pso-40-von-neumann": "--particles 40 --topology von-neumann",
        "pso-40-restart": "--particles 40 --restart 100", "pso-learned": "--frame learned --restart 100",
        "pso-40-learned-line": "--particles 40 --frame learned --restart 100 --line-start 128",
        "acor": "--algorithm acor", "acor-line": "--algorithm acor --line-start 128", "cmaes": "--algorithm cmaes"}
PEERS = ["lshade", "de", "plain-pso", "random", "nlopt-crs2", "nlopt-mlsl", "nlopt-direct-l", *python_peers.PACKAGES]
# Aims in % of targets, by algorithm and dimensions and then by evaluations per dimension.
AIMS = {("auto", 5): {10000: 88, 1000: 71}, ("auto", 10): {10000: 82, 1000: 66}, ("auto", 20): {10000: 76, 1000: 60},
        ("pso-learned", 10): {10000: 64}}
# Aim in seconds for 24 functions with 15 instances, 10,000 evaluations per dimension, on one GPU.
EVERYTHING, SECONDS = {"dimensions": "2,3,5,10,20,40", "instances": "1-15", "budget": 10000}, 300
DEVICE_THREADS = 32  # runs at a time on a device
QUICK = {"dimensions": "2", "instances": "1", "budget": 100, "threads": 1, "processes": 1}


class Runner:
    """The program, on the host or a device."""

    def __init__(self, program, options):
        self.program, self.options, self.quick = program, options, options.quick
        self.version = shared.output_of(program, "version").strip()
        self.device = {"selector": options.device} if options.device != "none" else None
        self.name = options.device if self.device else shared.host_name()

    def peers(self):
        """The peers that this build and machine have."""
        usage = subprocess.run([self.program, "run"], capture_output=True, text=True, check=False).stderr
        built = usage.partition("algorithms:")[2].split()
        there = [name for name, package in python_peers.PACKAGES.items() if importlib.util.find_spec(package)]
        return [name for name in PEERS if name in [*built, *there]]

    def words(self, name, algorithms):
        """The command of an algorithm, without what it runs on; and the options of the algorithm."""
        if name in algorithms:
            device = ["--device", self.options.device] if self.device else []
            return [self.program, "run", "swarmcl"], ["--", *device, *algorithms[name].split()]
        if name in python_peers.PACKAGES:
            library = os.path.join(os.path.dirname(self.program), "libbbob_functions.so")
            return [sys.executable, os.path.join(HERE, "python_peers.py"), library, name], []
        return [self.program, "run", name], []

    def run(self, name, algorithms, dimensions):
        """The records of an algorithm's runs in some dimensions, and their seconds."""
        words, own = self.words(name, algorithms)
        begin = time.monotonic()
        many = ["--processes", self.options.processes] if own and self.device else []
        threads = self.options.threads or (DEVICE_THREADS if many else len(os.sched_getaffinity(0)))
        lines = shared.output_of(*words, "--dimensions", dimensions, "--instances", self.options.instances, "--budget",
                                 self.options.budget, "--threads", threads, *many, *own).splitlines()
        runs = [json.loads(line) for line in lines]
        if not all("hits" in one for one in runs) or not runs:
            raise shared.Failed(f"{name}: no records of runs")
        return runs, time.monotonic() - begin


def add_lines(report, found):
    """Lines of the shares after the two largest numbers of evaluations."""
    name, dimensions = found["algorithm"], found["dimensions"]
    shares = {budget: tables.share_of(found, "all", budget) for budget in tables.BUDGETS}
    for budget in [budget for budget in sorted(shares, reverse=True) if shares[budget] is not None][:2]:
        aim = AIMS.get((name, dimensions), {}).get(budget)
        report.add(f"{name}, {dimensions}-D, {budget:,} D evaluations", f"{aim} %" if aim else "none",
                   f"{shares[budget]:.1f} % of targets", shares[budget] >= aim if aim else None)


def measured(runner, algorithms, names, report):
    """Rows of a record, as they are measured."""
    peers = runner.peers()
    for name in names:
        if name not in algorithms and name not in peers:
            print(f"{name}: left out, not in this build or not installed", flush=True)
            continue
        total = 0.0
        together = runner.device and name in algorithms  # small dimensions run while the largest ones end
        for dimensions in [runner.options.dimensions] if together else runner.options.dimensions.split(","):
            runs, seconds = runner.run(name, algorithms, dimensions)
            total += seconds
            for n in sorted({one["d"] for one in runs}):
                row = tables.summary(name, algorithms.get(name), [one for one in runs if one["d"] == n], runner.options.budget)
                add_lines(report, row)
                yield dict(row, seconds=round(seconds, 1))
        if runner.device and all(getattr(runner.options, key) == value for key, value in EVERYTHING.items()):
            report.add(f"{name}, all of BBOB", f"{SECONDS} s", f"{total:.0f} s", total <= SECONDS)


def measure(options, parser):
    options.program = os.path.abspath(options.program)
    added = dict(text.partition("=")[::2] for text in options.add)
    algorithms = {**OURS, **added}
    names = shared.chosen(parser, options.only, [*algorithms, *PEERS])
    names += [name for name in added if name not in names]
    if options.quick:
        vars(options).update(QUICK)

    def make():
        runner = Runner(options.program, options)
        report, rows, record = shared.Report(runner.name, options.quick), [], None
        for row in measured(runner, algorithms, names, report):
            rows.append(row)
            record = shared.record_of(runner, {"instances": options.instances, "budget": options.budget,
                                               "figures": report.lines, "rows": rows})
            if options.json:
                shared.write(options.json, shared.text_of(record) + "\n")  # a long measurement may be interrupted
        if not rows:
            raise shared.Failed("there is nothing to measure")
        print("\n" + tables.page_tables(rows))
        for path, text in tables.charts(rows, options.svg) if options.svg else []:
            shared.write(path, text)
        return record
    return shared.measure(options, make)


def docs(options):
    records = shared.records_of(options.records)
    folder = os.path.join(os.path.dirname(os.path.abspath(options.output)), "charts")
    os.makedirs(folder, exist_ok=True)
    rows = [row for record in records for row in record["rows"]]
    names = [(row["algorithm"], row["dimensions"]) for row in rows]
    if len(set(names)) < len(names):
        print("bbob.py: two records have the same algorithm in the same dimension", file=sys.stderr)
        return 1
    for path, text in tables.charts(rows, os.path.join(folder, "bbob.svg")):
        shared.write(path, text)
    places = {"tables": lambda: tables.page_tables(rows, "charts/bbob.svg"), "records": lambda: tables.origins(records)}
    shared.fill(os.path.join(HERE, "page.md.in"), options.output, lambda name, _: places[name]())
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure")
    measuring.add_argument("program")
    measuring.add_argument("--only", help="names of algorithms and peers, with commas [default all]")
    measuring.add_argument("--add", action="append", default=[], metavar="NAME=OPTIONS",
                           help="one more of our algorithms, with options of `swarmcl pso`")
    measuring.add_argument("--dimensions", default="5,10", help="with commas, 2 to 40 [default 5,10]")
    measuring.add_argument("--instances", default="1-5", help="[default 1-5]")
    measuring.add_argument("--budget", type=shared.count, default=10000, help="evaluations per dimension [default 10000]")
    measuring.add_argument("--threads", type=shared.count, help=f"runs at a time [default the cores, with --device {DEVICE_THREADS}]")
    measuring.add_argument("--processes", type=shared.count, default=len(os.sched_getaffinity(0)),
                           help="with --device: processes that compile all kernels before one process makes all runs")
    measuring.add_argument("--device", default="none", help="of our algorithms, as for swarmcl [default none: the host]")
    measuring.add_argument("--json", help="file to write what was measured to")
    measuring.add_argument("--svg", help="file to draw to; the dimension is inserted before its suffix")
    measuring.add_argument("--quick", action="store_true", help="small and short: shows that everything works")
    writing = commands.add_parser("docs")
    writing.add_argument("records", nargs="+")
    writing.add_argument("--output", required=True)
    options = parser.parse_args()
    return docs(options) if options.command == "docs" else measure(options, parser)


if __name__ == "__main__":
    sys.exit(main())
