#!/usr/bin/env python3
"""Iterations per second of islands: one, two and four on one device, and two on two devices; up to 64 that share the
launches of one device. Moves of particles per second of islands of swarms, and of one swarm on two devices.

usage: islands.py PROGRAM [--devices A,B] [--only NAME,...] [--seconds S] [--repeats N] [--nodes N,...] [--quick]
       [--json FILE]

PROGRAM is swarmcl; A and B are devices as --device takes them, by default the first two GPUs; `many` needs only A. Prints
`what | aim | measured | device`. Aims: a second device brings 1.9 times the iterations or moves (of all islands together)
of one; 64 islands of 64 ants on one device bring 16 times those of one island; a swarm on two devices finds the value
that it finds on one. Islands of mosaic share the threads of the host, so the single island that is compared with two has
half of them; a single island with all threads is printed, too. Each figure is the median of N runs, taken in turn. A run has
as many iterations as one island makes in S seconds, because the first ones take longer than later ones; a run of mosaic
takes S seconds, because its schedule depends on its time. Exit code 0: done, missed aims included; 1: a run failed; 2:
wrong arguments; 77: there is no such device.
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
NODES = {"mmas": [1000, 5000], "as on whole rows": [1000], "mosaic": [5000], "many": [1000]}
# Cases whose islands share one device.
MANY, MANY_AIM, MANY_ANTS = [1, 4, 16, 64], 16, 64
CASES["many"] = ["--algorithm", "mmas", "--ants", MANY_ANTS]
QUICK_NODES = 200
# The largest swarm of Table 5 of cuPSO.
SWARMS = {"swarms": [], "tribes": ["--best", "asynchronous"]}
DIMENSIONS, PARTICLES, QUICK_PARTICLES = 120, 131072, 2048


def search(options, words, devices, islands, iterations=None):
    """Returns the document of a run of `iterations`, by default of options.seconds."""
    words = [*words, "-q", "--json", "--device", devices, "--islands", islands]
    before = shared.document_of(options.program, *words, "--iterations", 1)["timing"]  # its kernels are built
    seconds = before["total"] - before["loop"] + options.seconds
    limit = ["--iterations", iterations] if iterations else ["--time", seconds]
    document = shared.document_of(options.program, *words, *limit)
    if iterations_of(document) == 0:
        raise shared.Failed(f"{words[1]}: no iteration in {options.seconds} s; --seconds takes more")
    return document


def iterations_of(document):
    """Returns the number of iterations of all islands together."""
    return sum(island["iterations"] for island in document["islands"] or [document["result"]])


def compare(options, report, what, words, ways, iterations, particles=None):
    """Runs the ways, (devices, islands, more options), in turn. All others are compared with the first; the aim is for
    ways on two devices."""
    documents = {way: [] for way in ways}
    for _ in range(options.repeats):
        for way, (devices, islands, more) in ways.items():
            documents[way].append(search(options, [*words, *more], devices, islands, iterations))
    rates = {way: [iterations_of(run) * (particles or 1) / run["timing"]["loop"] for run in runs]
             for way, runs in documents.items()}
    single = statistics.median(next(iter(rates.values())))
    for way in ways:
        found = statistics.median(rates[way])
        aim = AIM if way.endswith("on two devices") else MANY_AIM if way.startswith(f"{MANY[-1]} islands") else 0
        report.add(f"{what}, {way}", f"at least {aim} times one" if aim else "",
                   f"{found:.4g} {'moves' if particles else 'iterations'}/s, {found / single:.2f} times one",
                   found / single >= aim if aim else None, rates=rates[way])
    return documents


def measure_tours(options, report, path, name, nodes):
    words = ["tsp", path, *CASES[name], "--target", 1]
    first, both = options.devices.split(",")[0], options.devices
    ways = {"one island on one device": (first, 1, []), "two islands on one device": (first, 2, []),
            "four islands on one device": (first, 4, []),
            "two islands on two devices": (both, 2, [])}
    if name == "mosaic":
        ways["one island on one device"] = (first, 1, ["--threads", max(1, os.cpu_count() // 2)])
        ways["one island with all threads of the host"] = (first, 1, [])
    if name == "many":
        ways = {f"{count} island{'s' if count > 1 else ''} on one device": (first, count, []) for count in MANY}
    iterations = None if name == "mosaic" else iterations_of(search(options, words, first, 1))
    compare(options, report, f"{name}, {nodes} nodes", words, ways, iterations)


def measure_swarms(options, report, name):
    particles = QUICK_PARTICLES if options.quick else PARTICLES
    words = ["pso", "cubic", "--algorithm", "pso", "--dim", DIMENSIONS, "--particles", particles, *SWARMS[name]]
    first, both = options.devices.split(",")[0], options.devices
    ways = {"one island on one device": (first, 1, []), "two islands on one device": (first, 2, []),
            "two islands on two devices": (both, 2, [])}
    if name == "tribes":
        ways = {"one swarm on one device": (first, 1, []), "one swarm on two devices": (both, 1, [])}
    iterations = iterations_of(search(options, words, first, 1))
    documents = compare(options, report, f"{name}, {particles:,} particles, {DIMENSIONS}-D", words, ways, iterations,
                        particles)
    values = {run["result"]["value"] for runs in documents.values() for run in runs}
    if name == "tribes" and len(values) > 1:
        raise shared.Failed(f"one swarm on one and on two devices: values {values}")


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
    options.only = shared.chosen(parser, options.only, [*CASES, *SWARMS])
    if options.devices.count(",") != 1 and options.only != ["many"]:
        parser.error(f"--devices {options.devices}: expected two, with a comma between them")
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
                if name in SWARMS:
                    measure_swarms(options, report, name)
                    continue
                given = [int(text) for text in options.nodes.split(",")] if options.nodes else NODES[name]
                for nodes in [QUICK_NODES] if options.quick else given:
                    path = os.path.join(folder, f"uniform{nodes}.tsp")
                    shared.output_of(options.program, "instance", "generate", "uniform", "--nodes", nodes, "-q", "-o",
                                     path)
                    measure_tours(options, report, path, name, nodes)
        return {"version": documents[0]["version"], "on": report.device,
                "devices": [document["device"] for document in documents], "figures": report.lines}
    return shared.measure(options, make)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
