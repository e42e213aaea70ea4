#!/usr/bin/env python3
"""Figures and tables of particle swarms, the published ones next to ours.

usage: swarms.py figures PROGRAM [--device D] [--only speed,quality] [--output FILE.json]
       swarms.py tables PROGRAM [--device D] [--only NAME,...] [--output FILE.json]
       swarms.py plain HELPER [--jobs N] [--output FILE.json]    values of the textbook swarm, for `figures`
       swarms.py improvements HELPER [--output FILE.json]        how many particles improve
       swarms.py constants PROGRAM [--device D] [--output FILE.json]   constants in constant memory
       swarms.py devices PROGRAM [--device D] [--output FILE.json]   one device against two of the same name
       swarms.py layouts HELPER [--output FILE.json]             layouts of memory and generators, on the first GPU
       swarms.py docs JSON... [--output README.md]              writes the page from documents of the above

PROGRAM is swarmcl; the helpers that `ninja -C build` makes in build/bench/swarms are expected next to it. `figures`
prints `what | aim | measured | device`. Exit code 0: done, missed aims included; 1: a run failed; 2: wrong arguments.
"""
import argparse
import os
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import devices  # noqa: E402
import figures  # noqa: E402
import layouts  # noqa: E402
import page  # noqa: E402
import shared  # noqa: E402
import tables  # noqa: E402
import trials  # noqa: E402
from runs import Runner  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
MAKERS = {"figures": (figures.PARTS, figures.make), "tables": (tables.TABLES, tables.make),
          "constants": ({}, trials.constants), "devices": ({}, devices.make)}
WITHOUT_PROGRAM = {"plain": figures.plain, "improvements": trials.improvements, "layouts": layouts.make}


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=[*MAKERS, *WITHOUT_PROGRAM, "docs"])
    parser.add_argument("paths", nargs="+", metavar="PROGRAM|HELPER|JSON")
    parser.add_argument("--device", default="auto", help="as for swarmcl pso [default auto]")
    parser.add_argument("--only",
                        help="parts by name, with commas: " + ", ".join([*figures.PARTS, *tables.TABLES]))
    parser.add_argument("--helpers", help="folder of the helpers [default next to PROGRAM, ../../bench/swarms]")
    parser.add_argument("--plain", default=os.path.join(HERE, "baseline", "plain.json"), help="what `plain` wrote")
    parser.add_argument("--repeats", type=shared.count, help="runs of a cell; the fastest counts "
                        "[default 2 for figures and devices, 1 for tables; 9 for constants and layouts, which all count]")
    parser.add_argument("--cell-seconds", type=float, default=1.0, help="a cell of a CPU or of the reference that would "
                        "take longer makes fewer iterations, and its time is scaled [default 1]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="of plain: runs at a time")
    parser.add_argument("--quick", action="store_true", help="small and short: shows that everything works")
    parser.add_argument("--output", dest="json", help="file to write")
    options = parser.parse_args(arguments)
    options.only = shared.chosen(parser, options.only, MAKERS.get(options.command, ({}, None))[0])
    options.helpers = options.helpers or os.path.join(os.path.dirname(os.path.abspath(options.paths[0])), "..", "..",
                                                      "bench", "swarms")
    if options.command != "docs" and len(options.paths) != 1:
        parser.error("one PROGRAM is expected")
    return options


def main(arguments):
    options = parse(arguments)
    if options.command == "docs":
        page.write_page(options.paths, options.json or os.path.join(shared.ROOT, "bench", "swarms", "README.md"))
        return 0

    def make():
        if options.command in WITHOUT_PROGRAM:
            return WITHOUT_PROGRAM[options.command](options)
        runner = Runner(options.paths[0], options)
        return shared.record_of(runner, {"command": options.command, **MAKERS[options.command][1](runner, options)})
    return shared.measure(options, make)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
