#!/usr/bin/env python3
"""Iterations per second of islands: one, two and four on one device, and two on two devices.

usage: islands.py PROGRAM [--devices A,B] [--only NAME,...] [--seconds S] [--repeats N] [--nodes N,...] [--quick]
       [--json FILE]

PROGRAM is swarmcl; A and B are devices as --device takes them, by default the first two GPUs. Prints `what | aim |
measured | device`: a second device is to bring 1.9 times the iterations (of all islands together) of one. Islands of
mosaic share the threads of the host: the one that two are compared with has half of them; one with all of them is told,
too. Each figure is the median of N runs, taken in turn: of as many iterations as one island of ants makes in S seconds,
because the first ones take longer than those behind them; of mosaic, whose schedule is that of the time it is given, of
S seconds. Exit code 0: done, missed aims included; 1: a run failed; 2: wrong arguments; 77: there is no such device.
"""
import argparse
import os
import statistics
import sys
import tempfile

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import shared  # noqa: E402

AIM = 1.9
CASES = {"mmas": ["--algorithm", "mmas"], "as on whole rows": ["--algorithm", "as"],
         "mosaic": ["--algorithm", "mosaic"]}
NODES = {"mmas": [1000, 5000], "as on whole rows": [1000], "mosaic": [5000]}
QUICK_NODES = 200


def search(options, path, algorithm, devices, islands, iterations=None):
    """Iterations of all islands together, and the seconds of the search: of `iterations` each or of options.seconds."""
    words = ["tsp", path, "-q", "--json", *algorithm, "--device", devices, "--islands", islands, "--target", 1]
    before = shared.document_of(options.program, *words, "--iterations", 1)["timing"]  # its kernels are built
    seconds = before["total"] - before["loop"] + options.seconds
    limit = ["--iterations", iterations] if iterations else ["--time", seconds]
    document = shared.document_of(options.program, *words, *limit)
    done = sum(island["iterations"] for island in document["islands"] or [document["result"]])
    if done == 0:
        raise shared.Failed(f"{path}: no iteration in {options.seconds} s; --seconds takes more")
    return done, document["timing"]["loop"]


def measure(options, report, path, name, nodes):
    algorithm = CASES[name]
    first, both = options.devices.split(",")[0], options.devices
    ways = {"one island on one device": (first, 1, []), "two islands on one device": (first, 2, []),
            "four islands on one device": (first, 4, []),
            "two islands on two devices": (both, 2, [])}
    if name == "mosaic":
        ways["one island on one device"] = (first, 1, ["--threads", max(1, os.cpu_count() // 2)])
        ways["one island with all threads of the host"] = (first, 1, [])
    iterations = None if name == "mosaic" else search(options, path, algorithm, first, 1)[0]
    rates = {way: [] for way in ways}
    for _ in range(options.repeats):
        for way, (devices, islands, more) in ways.items():
            done, seconds = search(options, path, [*algorithm, *more], devices, islands, iterations)
            rates[way].append(done / seconds)
    alone = statistics.median(rates["one island on one device"])
    for way in ways:
        found = statistics.median(rates[way])
        aimed = way == "two islands on two devices"
        report.add(f"{name}, {nodes} nodes, {way}", f"at least {AIM} times one" if aimed else "",
                   f"{found:.4g} iterations/s, {found / alone:.2f} times one", found / alone >= AIM if aimed else None,
                   rates=rates[way])


def device_of(program, device):
    return shared.document_of(program, "tsp", os.path.join(shared.ROOT, "instances", "grid100.tsp"), "-q", "--json",
                              "--iterations", 1, "--device", device)


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--devices", default="gpu:0,gpu:1")
    parser.add_argument("--only", help="names of cases, with commas")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--repeats", type=shared.count, default=3)
    parser.add_argument("--nodes", help="in place of those of each algorithm")
    parser.add_argument("--quick", action="store_true", help="one short run of each, which reaches and misses nothing")
    parser.add_argument("--json", help="write the figures to this file")
    options = parser.parse_args(arguments)
    if options.devices.count(",") != 1:
        parser.error(f"--devices {options.devices}: expected two, with a comma between them")
    options.only = shared.chosen(parser, options.only, CASES)
    if options.quick:
        options.seconds, options.repeats = 0.5, 1
    return options


def main(arguments):
    options = parse(arguments)

    def make():
        documents = [device_of(options.program, device) for device in options.devices.split(",")]
        report = shared.Report(" and ".join(document["device"]["name"] for document in documents), options.quick)
        with tempfile.TemporaryDirectory() as folder:
            for name in options.only:
                given = [int(text) for text in options.nodes.split(",")] if options.nodes else NODES[name]
                for nodes in [QUICK_NODES] if options.quick else given:
                    path = os.path.join(folder, f"uniform{nodes}.tsp")
                    shared.output_of(options.program, "instance", "generate", "uniform", "--nodes", nodes, "-q", "-o",
                                     path)
                    measure(options, report, path, name, nodes)
        return {"version": documents[0]["version"], "on": report.device,
                "devices": [document["device"] for document in documents], "figures": report.lines}
    return shared.measure(options, make)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
