#!/usr/bin/env python3
"""Figures of `--algorithm mosaic`: gaps after a time and seconds to the optimum, with aims and other programs.

usage: mosaic.py figures PROGRAM [--device D] [--only PART,...] [--instances NAME,...] [--options "..."] [--json FILE]
       mosaic.py plain JSON...                             a table of bench/figures.md from records of `figures`

PROGRAM is swarmcl. `figures` prints `what | aim | measured | device`; parts that the device has no aims for and
instances that are not there are left out with a line. Exit code 0: done, missed aims included; 1: a run failed;
2: wrong arguments; 77: there is no such device.
"""
import argparse
import os
import shlex
import sys
import tempfile

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import gaps  # noqa: E402
import others  # noqa: E402
import shared  # noqa: E402

HEAD = ["instance", "seconds", "gap, %", *others.PROGRAMS, "on"]


class Runner(shared.Runner):
    """The program on one device, or on the threads of the host; `folder` is for instances that are made."""

    def __init__(self, program, options, folder):
        self.only = options.instances
        super().__init__(program, options, folder)
        if not self.device:
            self.type, self.name = "cpu", f"{os.cpu_count()} threads of {shared.host_name()}"

    def instances(self, names):
        """Returns the requested instances that exist."""
        return self.there(pair for pair in super().instances(names) if pair[1] in self.only)

    def bound(self, instance, seconds):
        """Returns the lower bound that `swarmcl bound` proves in `seconds`."""
        key = ("bound", instance)
        if key not in self.documents:
            device = ["--device", self.selector] if self.type == "gpu" else []
            self.documents[key] = shared.document_of(self.program, "bound", self.path(instance), "--time", seconds,
                                                     "--json", "-q", *device)["result"]["bound"]
        return self.documents[key]


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["figures", "plain"])
    parser.add_argument("words", nargs="+", metavar="WORD", help="PROGRAM; JSON...")
    shared.add_options(parser)
    parser.add_argument("--only", help="parts, with commas: " + ", ".join(gaps.PARTS)
                        + f" [default all except {', '.join(gaps.NAMED)}]")
    parser.add_argument("--instances", help="names with commas [default all of a part]")
    parser.add_argument("--options", default="", help="more options for the runs, in one word")
    parser.add_argument("--seeds", type=shared.count, help="runs with the seeds 1, 2, ... [default 5]")
    options = parser.parse_args(arguments)
    options.options = shlex.split(options.options)
    everyday = [part for part in gaps.PARTS if part not in gaps.NAMED]
    options.only = shared.chosen(parser, options.only, gaps.PARTS) if options.only else everyday
    known = {instance: None for part in options.only for instance in gaps.PARTS[part][2]}
    options.instances = shared.chosen(parser, options.instances, known)
    options.seeds = options.seeds or (1 if options.quick else 5)
    expected = 1 if options.command == "figures" else len(options.words)
    if len(options.words) != expected:
        parser.error("see the usage at the top of mosaic.py")
    return options


def table(paths):
    """Returns a Markdown table with a row for every line of the records, in their order."""
    rows = []
    for line in shared.lines_of(paths):
        if line["part"].endswith("maps") and line["instance"] != gaps.MAPS:
            continue  # the mean is the figure
        if "aim_seconds" in line:
            seconds = line["aim_seconds"]
            when = f"not in {line['limit']:g}" if line["seconds"] is None else f"{line['seconds']:.2f}"
        else:
            seconds, when = line["limit"], f"{line['limit']:g}"
        peers = [others.figure(name, line["instance"], seconds) for name in others.PROGRAMS]
        over = (" over the bound" if "bound" in line
                else f" over the best of {line['long']['seconds']} s" if "long" in line else "")
        rows.append([line["instance"], when, gaps.gap_text(line["gap"]) + over, *peers, line["on"]])
    return shared.markdown(HEAD, rows)


def main(arguments):
    options = parse(arguments)
    if options.command == "plain":
        print(table(options.words), end="")
        return 0

    def make():
        with tempfile.TemporaryDirectory() as folder:
            runner = Runner(options.words[0], options, folder)
            made = shared.figures(runner, options, gaps.PARTS)
        return shared.record_of(runner, {"command": options.command, "options": options.options, **made})
    return shared.measure(options, make)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
