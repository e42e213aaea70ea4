#!/usr/bin/env python3
"""Repeats the tables and figures of the papers, ours next to the published ones.

usage: papers.py NAME...|all [--program FILE] [--tsplib FOLDER] [--device D] [--json FILE] [--markdown FILE]
                 [--svg FOLDER] [--missing JSON] [--again REGEX] [--seconds S] [--quick] and more: papers.py --help
       papers.py list                                     prints the names
       papers.py join JSON... [--json FILE] [--markdown FILE] [--svg FOLDER]
                                                          one document from several of the same device, or of one its
                                                          charts: cell by cell, a figure wins over a reason, the later
                                                          document over the earlier
       papers.py empty JSON...                            prints the cells without a figure, with their reasons
       papers.py docs JSON... [--output README.md]       writes the page and its charts from documents of --json

A NAME is one of `papers.py list` or the beginning of several: angelo, cecilia, uchida, belotti, delevacq. A call that has no
time left leaves the rest empty; the next one with `--missing JSON`, its document, measures only that. Exit code 0: done,
cells that are not available included; 1: a run failed; 2: wrong arguments; 77: there is no such device.
"""
import argparse
import os
import sys
import time

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import angelo  # noqa: E402
import belotti  # noqa: E402
import cecilia  # noqa: E402
import delevacq  # noqa: E402
import page  # noqa: E402
import shared  # noqa: E402
import svg  # noqa: E402
import tables  # noqa: E402
import uchida  # noqa: E402
from program import NotAvailable, Program  # noqa: E402

TABLES = {**angelo.TABLES, **cecilia.TABLES, **uchida.TABLES, **belotti.TABLES, **delevacq.TABLES}
# The longest parts are last and take the time that the others left.
ORDER = [name for name in TABLES if name != "cecilia-figure-9"] + ["cecilia-figure-9"]
# Tables whose cells all follow from another table.
DERIVED = {"angelo-speed-up": "angelo-kernels", "angelo-shares": "angelo-kernels", "uchida-table-5": "uchida-table-3"}
# Options that change how a table is measured.
SETTINGS = ["iterations", "least_iterations", "repeats", "target_seconds", "cell_seconds", "seconds"]
ROOT = shared.ROOT


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], formatter_class=argparse.HelpFormatter)
    parser.add_argument("names", nargs="+", metavar="NAME", help="tables by name or its beginning; all; list, join, "
                        "empty, docs")
    parser.add_argument("--program", default=os.path.join(ROOT, "build", "src", "cli", "swarmcl"),
                        help="swarmcl [default build/src/cli/swarmcl]")
    parser.add_argument("--helpers", help="folder of papers_power, papers_twin and papers_chapter [default next to "
                        "--program, in ../../bench/papers]")
    shared.add_options(parser)
    parser.add_argument("--host", default=f"one core of {shared.host_name()}", help="how the tables call the processor "
                        "of the twin")
    parser.add_argument("--markdown", help="writes the tables as Markdown instead of printing them")
    parser.add_argument("--svg", help="folder for the charts")
    parser.add_argument("--seconds", type=float, default=540.0, help="no cell begins that would end after this number of "
                        "seconds [default 540]")
    parser.add_argument("--missing", metavar="JSON", help="document of an earlier call on the device: only cells that "
                        "are empty there are measured; all its tables are in the new document")
    parser.add_argument("--again", metavar="REGEX", help="measures the rows whose label it matches, too")
    parser.add_argument("--rows", metavar="REGEX", default="", help="measures only rows whose label it matches")
    parser.add_argument("--columns", metavar="REGEX", default="", help="measures only columns that it matches")
    parser.add_argument("--cell-seconds", type=float, default=60.0, help="a cell that is predicted to take longer is "
                        "n.a. [default 60]")
    parser.add_argument("--target-seconds", type=float, default=1.0, help="iterations of a cell take about so long "
                        "[default 1]")
    parser.add_argument("--iterations", type=shared.count, default=20, help="the most iterations of a cell of kernel "
                        "times [default 20]")
    parser.add_argument("--least-iterations", type=shared.count, default=5, help="iterations of a cell that exceed "
                        "--target-seconds, as far as --cell-seconds allow them [default 5]")
    parser.add_argument("--repeats", type=shared.count, default=1, help="runs of each cell; the fastest "
                        "counts: for a machine that others use too [default 1]")
    parser.add_argument("--power-repeats", type=shared.count, default=10, help="runs of each kernel of Fig. 6 "
                        "[default 10]")
    parser.add_argument("--output", default=os.path.join(ROOT, "bench", "papers", "README.md"), help="of docs")
    options = parser.parse_args(arguments)
    options.root = ROOT
    options.helpers = options.helpers or os.path.join(os.path.dirname(os.path.abspath(options.program)), "..", "..",
                                                      "bench", "papers")
    if options.quick:
        options.iterations = min(options.iterations, 2)
        options.least_iterations = 1
        options.target_seconds = min(options.target_seconds, 0.2)
    return parser, options


def chosen(parser, names):
    found = []
    for name in names:
        matching = [each for each in ORDER if name == "all" or each == name or each.startswith(name + "-")]
        if not matching:
            parser.error(f"{name}: no such table; one of {', '.join(ORDER)}, their beginnings, or all")
        found += [each for each in matching if each not in found]
    return found


def make(program, names):
    """Returns the document of --json: the tables of `names`, and other tables of earlier documents."""
    begin = time.monotonic()
    made = []
    # One short run finds the device's name, which the labels of rows contain.
    known, program.device, program.host = program.device, None, program.options.host
    try:
        program.solve(os.path.join(ROOT, "instances", "uniform100.tsp"), (), 1, False)
    except NotAvailable as reason:
        raise shared.Failed(str(reason)) from None
    check_devices([known or program.device, program.device])
    settings = {key: getattr(program.options, key) for key in SETTINGS}
    for name in present(set(names) | set(program.known_tables)):
        since = time.monotonic()
        program.measures = name in names
        made.append(build(program, name, settings if program.measures else None))
        print(f"{name}: {time.monotonic() - since:.1f} s", file=sys.stderr)
    return {"version": program.version, "quick": program.quick, "device": program.device,
            "host": program.host, "seconds": round(time.monotonic() - begin, 1), "tables": made}


def present(names):
    """Returns these names and the tables that derive from them, in order."""
    return [name for name in ORDER if name in names or DERIVED.get(name) in names]


def build(program, name, settings=None):
    program.table = name
    return dict(TABLES[name](program), settings=settings or program.known_tables.get(name, {}).get("settings"))


def check_devices(devices):
    if len({device["name"] for device in devices}) != 1:
        raise SystemExit("papers.py: the documents are of different devices")


def join(options, paths):
    """Joins several documents into one; of a single document it makes the tables anew from its cells."""
    documents = shared.records_of(paths)
    check_devices([document["device"] for document in documents])
    program = Program(options, documents, False)
    return dict(documents[-1], seconds=round(sum(document["seconds"] for document in documents), 1),
                tables=[build(program, name) for name in present(program.known_tables)])


def empty(paths):
    """Prints a line for every cell without a figure."""
    for document in shared.records_of(paths):
        on = shared.short_name(document["device"])
        for one in document["tables"]:
            for row in one["rows"]:
                for column, cell in zip(one["columns"], row["cells"]):
                    if row["kind"] == "measured" and "na" in cell:
                        why = f" ({cell['arithmetic']})" if cell.get("arithmetic") else ""
                        print(f"{on} | {one['name']} | {row['label']} | {column} | {cell['na']}{why}")


def main(arguments):
    if arguments and arguments[0] == "list":
        print("\n".join(ORDER))
        return 0
    parser, options = parse(arguments)
    if options.names[0] == "docs":
        page.write_page(options.names[1:], options.output, TABLES)
        return 0
    if options.names[0] == "empty":
        empty(options.names[1:])
        return 0
    names = [] if options.names[0] == "join" else chosen(parser, options.names)
    program = Program(options, shared.records_of([options.missing]) if options.missing else [])

    def measure():
        document = make(program, names) if names else join(options, options.names[1:])
        text = "\n".join(tables.markdown(one) for one in document["tables"])
        if options.markdown:
            shared.write(options.markdown, text)
        else:
            print(text)
        for chart in (chart for one in document["tables"] for chart in one["charts"] if options.svg):
            os.makedirs(options.svg, exist_ok=True)
            shared.write(os.path.join(options.svg, chart["name"] + ".svg"), svg.draw(chart))
        return document

    code = shared.measure(options, measure)
    for failure in program.failures:
        print(f"papers.py: {failure}", file=sys.stderr)
    return 1 if program.failures else code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
