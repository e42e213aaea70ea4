#!/usr/bin/env python3
"""Figures of `swarmcl orient`: scores after a time, and gaps to the best known ones of 2019.

usage: orient.py PROGRAM [--op FOLDER] [--device D] [--only PART,...] [--instances NAME,...] [--seeds N]
              [--json FILE] [--quick]

Prints `what | aim | measured | device`; scores are medians of the seeds. Files of OPLib, and optima.tsv with their best
known scores, come from --op, $OPLIB_DIR or ../shared/op. Exit code 0: done, missed aims included; 1: a run failed;
2: wrong arguments; 77: there is no such device.
"""
import argparse
import csv
import os
import statistics
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import shared  # noqa: E402

SECONDS = {"host": 60, "gpu": 10}
# Instance: scores of EA4OP (measured on one core, or published), and of ALNS or branch and cut in hours; aims for the
# gap in %, on two cores and on a GPU.
SCORES = {
    "pr299-gen1-50": (156, 162, 0, 0), "pr299-gen2-50": (9068, 9182, 0, 0), "pr299-gen3-50": (9898, 10343, 0, 0),
    "rat783-gen1-50": (416, 438, 0, 0), "rat783-gen2-50": (24332, 25076, 0, 0),
    "pr1002-gen1-50": (574, 604, 0.3, 0), "pr1002-gen2-50": (31734, 32120, 0.3, 0),
    "pr1002-gen3-50": (38836, 39449, 0.3, 0),
    "pcb3038-gen1-50": (1572, 1626, 1, 0.3), "pcb3038-gen2-50": (91842, 91842, 1, 0.3),
    "pcb3038-gen3-50": (104667, 105337, 1, 0.3),
    "pla7397-gen1-50": (5141, 5141, 2, 0.5), "pla7397-gen2-50": (272452, 272452, 2, 0.5),
    "pla7397-gen3-50": (320744, 320744, 2, 0.5)}
ANTS = ["pr299-gen2-50", "rat783-gen2-50", "pr1002-gen2-50", "pcb3038-gen2-50"]
MOST_NODES = 1002  # of the part `all`
MEAN, SHARE = {"host": 0.1, "gpu": 0.02}, {"host": 0.85, "gpu": 0.95}
# Instances whose scores were changed after their best known ones were published.
CHANGED = [f"{name}-gen3-50" for name in ("a280", "fnl4461", "nrw1379", "rat195", "rat575", "rat783", "tsp225")]
TABLE = "name,x,y,score\n" + "".join(f"p{i},{i % 5},{i // 5},{i % 3 + 1}\n" for i in range(25))


class Runner:
    def __init__(self, program, options, folder):
        self.program, self.options = program, options
        self.table = os.path.join(folder, "made.csv")
        shared.write(self.table, TABLE)
        document = self.run(self.table, "--limit", 9, "--iterations", 1)
        self.device, self.version = document["device"], document["version"]
        self.kind = "gpu" if self.device and self.device["type"] == "gpu" else "host"
        self.quick = options.quick
        self.name = shared.short_name(self.device) if self.device else (
            f"{len(os.sched_getaffinity(0))} cores of {shared.host_name()}")
        self.rows = {"made": {"n": 25, "best": 19}}
        if not options.quick:
            with open(os.path.join(options.op, "optima.tsv"), encoding="utf-8") as file:
                self.rows = {row["name"]: row for row in csv.DictReader(file, delimiter="\t")}

    def takes(self, name):
        return not self.options.instances or name in self.options.instances.split(",")

    def run(self, path, *words):
        return shared.document_of(self.program, "orient", path, "--device", self.options.device, "--json", "-q", *words)

    def scores(self, name, seconds, seeds):
        if self.quick:
            return [self.run(self.table, "--limit", 9, "--iterations", 1)["result"]["score"]]
        path = os.path.join(self.options.op, name + ".oplib")
        return [self.run(path, "--time", seconds, "--seed", seed)["result"]["score"] for seed in range(1, seeds + 1)]


def measure_scores(runner, report):
    seconds = SECONDS[runner.kind]
    for name in filter(runner.takes, SCORES):
        genetic, hours, *aims = SCORES[name]
        best = max(hours, 0 if runner.quick else int(runner.rows[name]["best"]))
        aim = aims[runner.kind == "gpu"]
        score = statistics.median(runner.scores(name, seconds, runner.options.seeds))
        gap = 100 * (best - score) / best
        report.add(f"{name}, {seconds} s", f"{aim:g} % below {best}",
                   f"{score:g}, {gap:.2f} %; EA4OP {genetic}", gap <= aim, part="scores", instance=name, score=score,
                   gap=gap)


def measure_all(runner, report):
    seconds = runner.options.seconds or SECONDS[runner.kind]
    gaps = {}
    for name, row in runner.rows.items():
        there = runner.quick or os.path.exists(os.path.join(runner.options.op, name + ".oplib"))
        if there and int(row["n"]) <= MOST_NODES and name not in CHANGED and runner.takes(name):
            [score] = runner.scores(name, seconds, 1)
            gaps[name] = 100 * (1 - score / int(row["best"]))
    mean = statistics.mean(gaps.values())
    share = sum(gap <= 0 for gap in gaps.values()) / len(gaps)
    worst = ", ".join(f"{name} {gap:.2f}" for name, gap in sorted(gaps.items(), key=lambda pair: -pair[1])[:8])
    what = f"{len(gaps)} of at most {MOST_NODES} nodes, {seconds:g} s"
    report.add(f"{what}: mean gap to the best known of 2019", f"{MEAN[runner.kind]} %", f"{mean:.3f} %; worst {worst}",
               mean <= MEAN[runner.kind], part="all", gaps=gaps)
    report.add(f"{what}: at or above it", f"{SHARE[runner.kind]:.0%}", f"{share:.1%}", share >= SHARE[runner.kind],
               part="all", share=share)


def measure_ants(runner, report):
    """Measures both constructions of ants."""
    for name in ["made"] if runner.quick else filter(runner.takes, ANTS):
        path = runner.table if runner.quick else os.path.join(runner.options.op, name + ".oplib")
        words = ("--algorithm", "ants", "--iterations", 2 if runner.quick else 20,
                 *(("--limit", 9) if runner.quick else ()))
        shared.measure_constructions(runner, report, "orient_walk", "score", name, lambda *more, path=path, words=words:
                                     runner.run(path, *words, *more))


PARTS = {"scores": measure_scores, "all": measure_all, "ants": measure_ants}


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--op", default=os.environ.get("OPLIB_DIR", os.path.join(shared.ROOT, "..", "shared", "op")),
                        help="folder of OPLib files and optima.tsv")
    parser.add_argument("--seeds", type=shared.count, default=3, help="runs of scores [default 3]")
    parser.add_argument("--seconds", type=float, help="of each run of all, instead of the usual ones")
    return shared.measure_parts(parser, arguments, Runner, PARTS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
