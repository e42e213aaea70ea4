#!/usr/bin/env python3
"""Figures of `swarmcl qap`: gaps to the best known costs after a time, seconds to them, and swaps a second.

usage: qap.py PROGRAM [--qap FOLDER] [--device D] [--only PART,...] [--instances NAME,...] [--seeds N]
              [--json FILE] [--quick]

Prints `what | aim | measured | device`; gaps are medians of the seeds. Files of QAPLIB come from --qap, $QAPLIB_DIR or
../shared/qap. Exit code 0: done, missed aims included; 1: a run failed; 2: wrong arguments; 77: there is no such device.
"""
import argparse
import glob
import os
import statistics
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import shared  # noqa: E402

SECONDS = {"host": 60, "gpu": 10}
SMALL = ["tai35a", "nug30", "sko42", "sko49", "sko64", "ste36a", "ste36b", "kra30a", "kra30b"]  # the best within 1 s
# Gaps in % of peers in 60 s on one core, the better of RoTS and MMAS (not measured: None); aims on two cores, on a GPU.
GAPS = {"tai60a": (0.73, 0.25, 0.05), "tai80a": (None, 0.40, 0.15), "tai100a": (0.73, 0.40, 0.20),
        "tai60b": (0, 0, 0), "tai100b": (0, 0, 0), "tai150b": (0.84, 0.10, 0.05), "sko81": (0.04, 0, 0),
        "sko100a": (0.13, 0, 0), "wil100": (0.02, 0, 0), "tho150": (0.03, 0.02, 0), "tai256c": (None, 0.05, 0.05)}
MOST_ITEMS, LEFT_OUT = 64, ["tai60a"]  # of the part `all`
SHARES = {"host": 0.98, "gpu": 1.0}
ALL_SECONDS = {"host": 10, "gpu": 2}
PEERS_SWAPS = 57e6  # of n = 100 a second, RoTS on one core
FACTORS = {"host": 4, "gpu": 500}
ANTS = ["tai60a", "tai100a", "tai150b", "tho150"]
COUNTED = {"host": (16, 5000), "gpu": (1056, 5000)}  # searches of an iteration, steps of a search


class Runner:
    def __init__(self, program, options, folder):
        self.program, self.options, self.folder = program, options, folder
        document = self.run("made", "--iterations", 1)
        self.device, self.version = document["device"], document["version"]
        self.kind = "gpu" if self.device and self.device["type"] == "gpu" else "host"
        self.quick = options.quick
        self.name = shared.short_name(self.device) if self.device else (
            f"{len(os.sched_getaffinity(0))} cores of {shared.host_name()}")

    def path(self, name):
        path = os.path.join(self.folder, name + ".dat")
        if name == "made":
            if not os.path.exists(path):
                shared.output_of(self.program, "instance", "generate", "qap-uniform", "--nodes", 12, "-q", "-o", path)
            return path
        path = os.path.join(self.options.qap, name + ".dat")
        if not os.path.exists(path):
            raise shared.Failed(f"{path} is not there (--qap)")
        return path

    def takes(self, name):
        return not self.options.instances or name in self.options.instances.split(",")

    def run(self, name, *words):
        return shared.document_of(self.program, "qap", self.path(name), "--device", self.options.device, "--json",
                                  "-q", *words)

    def runs(self, name, seconds):
        """Returns the documents of all seeds; a quick bench has one seed and one iteration."""
        limit = ("--iterations", 1) if self.quick else ("--time", seconds)
        return [self.run("made" if self.quick else name, *limit, "--seed", seed)
                for seed in range(1, 2 if self.quick else self.options.seeds + 1)]


def gap_of(document):
    """Returns the gap in %; 0 where the best known cost is reached or none is known, infinity above a best known cost
    of 0."""
    best, cost = document["instance"]["optimum"], document["result"]["cost"]
    return 0.0 if best is None or cost == best else 100 * (cost - best) / best if best else float("inf")


def measure_small(runner, report):
    for name in filter(runner.takes, SMALL):
        documents = runner.runs(name, 1)
        gap = statistics.median(map(gap_of, documents))
        report.add(f"{name}, 1 s", "gap 0 %", f"{gap:.3f} %", gap <= 0, part="small", instance=name, gap=gap)


def measure_gaps(runner, report):
    seconds = SECONDS[runner.kind]
    for name in filter(runner.takes, GAPS):
        peer, *aims = GAPS[name]
        aim = aims[runner.kind == "gpu"]
        documents = runner.runs(name, seconds)
        gap = statistics.median(map(gap_of, documents))
        when = statistics.median(document["result"]["best_seconds"] for document in documents)
        peers = "" if peer is None else f", peers {peer:g} % in 60 s"
        report.add(f"{name}, {seconds} s", f"gap {aim:g} %", f"{gap:.4f} %, since {when:.1f} s{peers}",
                   gap <= aim, part="gaps", instance=name, gap=gap, best_seconds=when,
                   costs=[document["result"]["cost"] for document in documents])


def measure_all(runner, report):
    seconds, missed, count = ALL_SECONDS[runner.kind], [], 0
    for path in ["made"] if runner.quick else sorted(glob.glob(os.path.join(runner.options.qap, "*.dat"))):
        name = os.path.splitext(os.path.basename(path))[0]
        document = None if name in LEFT_OUT or not runner.takes(name) else runner.runs(name, seconds)[0]
        if document and document["instance"]["items"] <= MOST_ITEMS:
            count += 1
            if gap_of(document) > 0:
                missed.append(f"{name} {gap_of(document):.3f} %")
    share = (count - len(missed)) / count
    report.add(f"all {count} of at most {MOST_ITEMS} items but {', '.join(LEFT_OUT)}, {seconds} s: best known",
               f"{SHARES[runner.kind]:.0%}", f"{share:.1%}" + (f"; not {', '.join(missed)}" if missed else ""),
               share >= SHARES[runner.kind], part="all", share=share, missed=missed)


def measure_swaps(runner, report):
    count, steps, iterations = (3, 10, 2) if runner.quick else (*COUNTED[runner.kind], 10)
    document = runner.run("made" if runner.quick else "tai100a", "--population", count, "--steps", steps,
                          "--iterations", iterations)
    items = document["instance"]["items"]
    rate = count * steps * document["result"]["iterations"] * items * (items - 1) / 2 / document["timing"]["loop"]
    factor = rate / PEERS_SWAPS
    report.add("tai100a, swaps evaluated a second", f"{FACTORS[runner.kind]} times {PEERS_SWAPS / 1e6:g} million",
               f"{factor:.3g} times, {rate / 1e6:.4g} million", factor >= FACTORS[runner.kind], part="swaps", rate=rate)


def measure_ants(runner, report):
    """Measures both constructions of mmas, with one step of each search."""
    for name in ["made"] if runner.quick else filter(runner.takes, ANTS):
        words = ("--algorithm", "mmas", "--steps", 1, "--iterations", 2 if runner.quick else 200, "--no-improve", 10**6)
        shared.measure_constructions(runner, report, "qap_place", "cost", name, lambda *more, name=name, words=words:
                                     runner.run(name, *words, *more))


PARTS = {"small": measure_small, "gaps": measure_gaps, "all": measure_all, "swaps": measure_swaps, "ants": measure_ants}


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--qap", default=os.environ.get("QAPLIB_DIR", os.path.join(shared.ROOT, "..", "shared", "qap")),
                        help="folder of QAPLIB files")
    parser.add_argument("--seeds", type=shared.count, default=3, help="runs of small and gaps [default 3]")
    return shared.measure_parts(parser, arguments, Runner, PARTS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
