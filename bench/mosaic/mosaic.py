#!/usr/bin/env python3
"""Figures of `--algorithm mosaic`: gaps after a time and seconds to the optimum, beside aims and other programs.

usage: mosaic.py figures PROGRAM [--device D] [--only PART,...] [--instances NAME,...] [--options "..."] [--json FILE]
       mosaic.py plain JSON...                             the table of the README from records of `figures`

PROGRAM is swarmcl. `figures` prints `what | aim | measured | device`; parts that the device has no aims for and
instances that are not there are left out with a line. Exit code 0: done, missed aims included; 1: a run failed;
2: wrong arguments; 77: there is no such device.
"""
import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path += [os.path.join(ROOT, "bench", folder) for folder in ("family", "swarms", "papers")]  # what all share

import family  # noqa: E402
import gaps  # noqa: E402
import others  # noqa: E402
import plain  # noqa: E402
from figures import Report  # noqa: E402
from runs import Failed, host_name  # noqa: E402

HEAD = ["instance", "seconds", "gap, %", "aim, %", *others.PROGRAMS, "on"]


class Runner(family.Runner):
    """The program on one device, or on the threads of the host; `folder` is for instances that are made."""

    def __init__(self, program, options, folder):
        self.folder, self.only = folder, options.instances
        super().__init__(program, options)
        if not self.device:
            self.type, self.name = "cpu", f"{os.cpu_count()} threads of {host_name()}"

    def generated(self, instance):
        path = os.path.join(self.folder, instance + ".tsp")
        if not os.path.exists(path):
            kind, nodes, seed = gaps.GENERATED[instance]
            words = ["instance", "generate", kind, "--nodes", nodes, "--seed", seed, "-q", "-o", path]
            done = subprocess.run([self.program, *map(str, words)], capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise Failed(f"{instance}: exit code {done.returncode}: {done.stderr.strip()}")
        return path

    def path(self, instance):
        try:
            return super().path(instance)
        except Failed:
            if instance in gaps.GENERATED:
                return self.generated(instance)
            raise

    def instances(self, names):
        """Those that are there, and were asked for."""
        for instance, column in super().instances(names):
            if self.only and column not in self.only:
                continue
            try:
                self.path(instance)
            except Failed as problem:
                print(f"{instance}: left out, {problem}", flush=True)
                continue
            yield instance, column


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["figures", "plain"])
    parser.add_argument("words", nargs="+", metavar="WORD", help="PROGRAM; JSON...")
    parser.add_argument("--tsplib", default=os.environ.get("TSPLIB_DIR", os.path.join(ROOT, "..", "shared", "tsplib")),
                        help="folder of TSPLIB files")
    parser.add_argument("--device", default="auto", help="as for swarmcl tsp [default auto]")
    parser.add_argument("--only", help="parts, with commas: " + ", ".join(gaps.PARTS))
    parser.add_argument("--instances", help="names with commas [default all of a part]")
    parser.add_argument("--options", default="", help="more options for the runs, in one word")
    parser.add_argument("--seeds", type=int, help="runs with the seeds 1, 2, ... [default 5]")
    parser.add_argument("--quick", action="store_true", help="shipped instances, one seed, two iterations: shows that "
                        "everything works")
    parser.add_argument("--json", help="file to write what was measured to")
    options = parser.parse_args(arguments)
    options.options = shlex.split(options.options)
    options.only = options.only.split(",") if options.only else list(gaps.PARTS)
    options.instances = options.instances.split(",") if options.instances else []
    options.seeds = options.seeds or (1 if options.quick else 5)
    expected = 1 if options.command == "figures" else len(options.words)
    if len(options.words) != expected or any(part not in gaps.PARTS for part in options.only):
        parser.error("see the usage at the top of mosaic.py")
    return options


def figures(runner, options):
    report = Report(runner.name, options.quick)
    for part in options.only:
        kind, measure, aims, seconds = gaps.PARTS[part]
        if kind == runner.type or options.quick:
            measure(runner, options, report, part, aims, seconds)
        else:
            print(f"{part}: left out, its aims are for a {kind.upper()}", flush=True)
    return {"figures": report.lines}


def table(paths):
    """Markdown: a row for every line of the records, in their order."""
    rows = [HEAD, ["---"] * len(HEAD)]
    for line in plain.lines_of(paths):
        if "aim_gap" not in line and "aim_seconds" not in line:
            continue  # a map, told by the mean
        if "aim_seconds" in line:
            seconds, aim = line["aim_seconds"], f"0 in {line['aim_seconds']:g} s"
            when = f"not in {line['limit']:g}" if line["seconds"] is None else f"{line['seconds']:.2f}"
        else:
            seconds, aim, when = line["limit"], f"{line['aim_gap']:g}", f"{line['limit']:g}"
        peers = [others.figure(name, line["instance"], seconds) for name in others.PROGRAMS]
        rows.append([line["instance"], when, gaps.gap_text(line["gap"]), aim, *peers, line["on"]])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def main(arguments):
    options = parse(arguments)
    if options.command == "plain":
        print(table(options.words))
        return 0
    begin = time.monotonic()
    if not family.has_device(options.words[0], options.device):
        print(f"figures: left out, there is no device {options.device}")
        return family.SKIPPED
    try:
        with tempfile.TemporaryDirectory() as folder:
            runner = Runner(options.words[0], options, folder)
            made = figures(runner, options)
        family.write(options.json, json.dumps(family.record_of(runner, options, begin, made), indent=1) + "\n")
    except Failed as problem:
        print(f"mosaic.py: {problem}", file=sys.stderr)
        return 1
    print(f"figures: {time.monotonic() - begin:.1f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
