#!/usr/bin/env python3
"""Figures of `swarmcl fleet`: gaps to the best known costs after a time.

usage: fleet.py PROGRAM [--vrp FOLDER] [--device D] [--only PART,...] [--instances NAME,...] [--seeds N] [--seconds S]
             [--json FILE] [--quick]

Prints `what | aim | measured | device`: `subset` has a line for each instance of a fixed subset, the median of the seeds,
and the mean of each set; `rest` has the mean of all other files, one run each. Files of CVRPLIB, of Solomon and of
Gehring and Homberger, and bks.tsv with their best known costs, come from --vrp, $VRP_DIR or ../shared/vrp. Exit code 0:
done, missed aims included; 1: a run failed; 2: wrong arguments; 77: there is no such device.
"""
import argparse
import csv
import os
import statistics
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import shared  # noqa: E402

SECONDS = {"host": 60, "gpu": 10}
REST_SECONDS = 10
# Set of the figures: folder, instances of the subset, aims for the mean gap in % on two cores and on a GPU.
SETS = {
    "X, 100 to 300 customers": ("cvrp-x", ["X-n115-k10", "X-n157-k13", "X-n204-k19", "X-n256-k16"], 0.12, 0.15),
    "X, 301 to 1,000 customers": ("cvrp-x", ["X-n367-k17", "X-n513-k21", "X-n716-k35", "X-n895-k37"], 0.40, 0.45),
    "XXL": ("cvrp-xxl", ["Leuven2", "Antwerp1"], 2.5, 2.0),
    "Gehring and Homberger 1000": ("vrptw-gh1000", ["C1_10_2", "R2_10_4"], 1.5, 1.5),
    "Solomon 100": ("vrptw-solomon", ["C101", "C204", "R105", "R208", "RC104", "RC207"], 0, 0),
    "PCVRPTW 1000": ("pcvrptw-gh1000", ["C1_10_2", "R2_10_4"], 1.0, 1.0),
}
INSTANCE = """NAME : made
TYPE : CVRP
DIMENSION : 5
CAPACITY : 2
EDGE_WEIGHT_TYPE : EUC_2D
NODE_COORD_SECTION
1 0 0
2 0 3
3 4 3
4 0 -3
5 4 -3
DEMAND_SECTION
1 0
2 1
3 1
4 1
5 1
DEPOT_SECTION
1
-1
EOF
"""


def set_of(folder, customers):
    """Returns the set of the figures that a file belongs to; None: it belongs to none."""
    names = [name for name, row in SETS.items() if row[0] == folder]
    return names[len(names) > 1 and customers > 300] if names else None


class Runner:
    def __init__(self, program, options, folder):
        self.program, self.options = program, options
        self.made = os.path.join(folder, "made.vrp")
        shared.write(self.made, INSTANCE)
        document = self.run(self.made, *shared.ANY_DEVICE)
        self.device, self.version = document["device"], document["version"]
        self.kind = "gpu" if self.device and self.device["type"] == "gpu" else "host"
        self.quick = options.quick
        self.name = shared.short_name(self.device) if self.device else (
            f"{len(os.sched_getaffinity(0))} cores of {shared.host_name()}")
        self.rows = {}
        if not options.quick:
            with open(os.path.join(options.vrp, "bks.tsv"), encoding="utf-8") as file:
                for row in csv.DictReader(file, delimiter="\t"):
                    self.rows[row["set"], row["name"].rsplit(".", 1)[0]] = row

    def run(self, path, *words):
        return shared.document_of(self.program, "fleet", path, "--device", self.options.device, "--json", "-q", *words)

    def takes(self, name):
        return not self.options.instances or name in self.options.instances.split(",")

    def gap(self, folder, name, seconds, seed):
        """Returns the gap of a run in %, and its number of routes."""
        row = self.rows[folder, name]
        document = self.run(os.path.join(self.options.vrp, folder, row["name"]), "--time", seconds, "--seed", seed)
        result = document["result"]
        return result["gap_percent"], len(result["routes"])


def measure_subset(runner, report):
    seconds = runner.options.seconds or SECONDS[runner.kind]
    if runner.quick:
        cost = runner.run(runner.made, *shared.ANY_DEVICE)["result"]["cost"]
        report.add("made", "24", f"{cost}", cost == 24, part="subset", instance="made", cost=cost)
        return
    for name, (folder, instances, *aims) in SETS.items():
        aim, gaps = aims[runner.kind == "gpu"], []
        for instance in filter(runner.takes, instances):
            runs = [runner.gap(folder, instance, seconds, seed) for seed in range(1, runner.options.seeds + 1)]
            gaps.append(statistics.median(gap for gap, _ in runs))
            report.add(f"{folder}/{instance}, {seconds:g} s", "", f"{gaps[-1]:.3f} %, {runs[0][1]} routes", None,
                       part="subset", instance=f"{folder}/{instance}", gap=gaps[-1])
        if gaps:
            report.add(f"{name}, mean of {len(gaps)}, {seconds:g} s", f"{aim:g} %", f"{statistics.mean(gaps):.3f} %",
                       statistics.mean(gaps) <= aim + 5e-4, part="subset", instance=name, gap=statistics.mean(gaps))


def measure_rest(runner, report):
    gaps = {name: [] for name in SETS}
    for (folder, instance), row in runner.rows.items():
        name = set_of(folder, int(row["customers"]))
        path = os.path.join(runner.options.vrp, folder, row["name"])
        if name and row["bks"] and os.path.exists(path) and instance not in SETS[name][1] and runner.takes(instance):
            gaps[name].append(runner.gap(folder, instance, runner.options.seconds or REST_SECONDS, 1)[0])
    for name, found in gaps.items():
        if found:
            optimal = sum(gap < 5e-4 for gap in found)
            report.add(f"{name}, {len(found)} others, {runner.options.seconds or REST_SECONDS:g} s", "",
                       f"{statistics.mean(found):.3f} %, {optimal} at the best known", None, part="rest", instance=name,
                       gap=statistics.mean(found), optimal=optimal, count=len(found))


PARTS = {"subset": measure_subset, "rest": measure_rest}


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--vrp", default=os.environ.get("VRP_DIR", os.path.join(shared.ROOT, "..", "shared", "vrp")),
                        help="folder of instances and bks.tsv")
    parser.add_argument("--seeds", type=shared.count, default=3, help="runs of each instance of the subset [default 3]")
    parser.add_argument("--seconds", type=float, help="of each run, instead of the usual ones")
    return shared.measure_parts(parser, arguments, Runner, PARTS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
