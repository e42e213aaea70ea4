#!/usr/bin/env python3
"""Makes the tables and figures of the papers again, ours beside what they published.

usage: papers.py NAME...|all [--program FILE] [--tsplib FOLDER] [--device D] [--json FILE] [--markdown FILE]
                 [--svg FOLDER] [--quick] and more: papers.py --help
       papers.py list                                     prints the names
       papers.py join JSON... [--json FILE] [--markdown FILE] [--svg FOLDER]
                                                          one document from several of the same device, or of one its
                                                          charts
       papers.py docs JSON... --output docs/papers.md     writes the page and its charts from documents of --json

A NAME is one of `papers.py list` or the beginning of several: angelo, cecilia, uchida, belotti. Exit code 0: done, cells
that are not available included; 1: a run failed; 2: wrong arguments; 77: there is no such device.
"""
import argparse
import os
import sys
import time

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import angelo  # noqa: E402
import belotti  # noqa: E402
import cecilia  # noqa: E402
import page  # noqa: E402
import shared  # noqa: E402
import svg  # noqa: E402
import tables  # noqa: E402
import uchida  # noqa: E402
from program import NotAvailable, Program  # noqa: E402

TABLES = {**angelo.TABLES, **cecilia.TABLES, **uchida.TABLES, **belotti.TABLES}
# The longest come last, so that they take what time the others left.
ORDER = [name for name in TABLES if name != "cecilia-figure-9"] + ["cecilia-figure-9"]
# The options that say how a table was measured.
SETTINGS = ["iterations", "repeats", "target_seconds", "cell_seconds", "table_seconds", "seconds"]
ROOT = shared.ROOT


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], formatter_class=argparse.HelpFormatter)
    parser.add_argument("names", nargs="+", metavar="NAME", help="tables by name or its beginning; all; list")
    parser.add_argument("--program", default=os.path.join(ROOT, "build", "src", "cli", "swarmcl"),
                        help="swarmcl [default build/src/cli/swarmcl]")
    parser.add_argument("--helpers", help="folder of papers_power, papers_twin and papers_chapter [default beside "
                        "--program, in ../../bench/papers]")
    shared.add_options(parser)
    parser.add_argument("--host", default=f"one core of {shared.host_name()}", help="how the tables call the processor "
                        "of the twin")
    parser.add_argument("--markdown", help="writes the tables as Markdown instead of printing them")
    parser.add_argument("--svg", help="folder for the charts")
    parser.add_argument("--seconds", type=float, default=540.0, help="no cell begins that would end after so many "
                        "seconds [default 540]")
    parser.add_argument("--table-seconds", type=float, default=540.0, help="the same for each table [default 540]")
    parser.add_argument("--cell-seconds", type=float, default=60.0, help="a cell that is predicted to take longer is "
                        "n.a. [default 60]")
    parser.add_argument("--target-seconds", type=float, default=1.0, help="iterations of a cell take about so long "
                        "[default 1]")
    parser.add_argument("--iterations", type=shared.count, default=20, help="the most iterations of a cell of kernel "
                        "times [default 20]")
    parser.add_argument("--repeats", type=shared.count, default=1, help="runs of each cell, of which the fastest "
                        "counts: for a machine that others use too [default 1]")
    parser.add_argument("--power-repeats", type=shared.count, default=10, help="runs of each kernel of Fig. 6 "
                        "[default 10]")
    parser.add_argument("--output", default=os.path.join(ROOT, "docs", "papers.md"), help="of docs")
    options = parser.parse_args(arguments)
    options.root = ROOT
    options.helpers = options.helpers or os.path.join(os.path.dirname(os.path.abspath(options.program)), "..", "..",
                                                      "bench", "papers")
    if options.quick:
        options.iterations = min(options.iterations, 2)
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
    """The document of --json."""
    begin = time.monotonic()
    made = []
    # The device's name stands in the rows: one short run tells it.
    try:
        program.solve(os.path.join(ROOT, "instances", "uniform100.tsp"), (), 1, False)
    except NotAvailable as reason:
        raise shared.Failed(str(reason)) from None
    settings = {key: getattr(program.options, key) for key in SETTINGS}
    for name in names:
        since = time.monotonic()
        program.begin_table()
        made.append(dict(TABLES[name](program), settings=settings))
        print(f"{name}: {time.monotonic() - since:.1f} s", file=sys.stderr)
    return {"version": program.version, "quick": program.quick, "device": program.device,
            "host": program.options.host, "seconds": round(time.monotonic() - begin, 1), "tables": made}


def join(paths):
    """One document of the tables of several, in the order of ORDER; what is in two is the later one's."""
    documents = shared.records_of(paths)
    if len({document["device"]["name"] for document in documents}) != 1:
        raise SystemExit("papers.py: the documents are of different devices")
    found = {one["name"]: one for document in documents for one in document["tables"]}
    return dict(documents[-1], seconds=round(sum(document["seconds"] for document in documents), 1),
                tables=[found[name] for name in ORDER if name in found])


def main(arguments):
    if arguments and arguments[0] == "list":
        print("\n".join(ORDER))
        return 0
    parser, options = parse(arguments)
    if options.names[0] == "docs":
        page.write_page(options.names[1:], options.output)
        return 0
    names = [] if options.names[0] == "join" else chosen(parser, options.names)
    program = Program(options)

    def measure():
        document = make(program, names) if names else join(options.names[1:])
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
