#!/usr/bin/env python3
"""Figures of `swarmcl fleet`: gaps to the best known costs after a time.

usage: fleet.py PROGRAM [--vrp FOLDER] [--device D] [--only PART,...] [--instances NAME,...] [--seeds N] [--seconds S]
             [--jobs N] [--count N] [--json FILE] [--quick]

Prints `what | aim | measured | device`: `subset` has a line for each instance of a fixed subset, the median of the seeds,
and the mean of each set; `rest` has the mean of all other files, one run each; `balance` has the longest of 5 routes, without
capacities, for the instances of X; `macs` has the mean vehicles and lengths of ants for each class of Solomon; `batch` has
--count drawn fleets in one batch, and its gap to longer runs of 50 of them. With --jobs N, N runs share the cores. Files of
CVRPLIB, of Solomon and of Gehring and Homberger, and bks.tsv with their best known costs, come from --vrp, $VRP_DIR or
../shared/vrp. Exit code 0: done, missed aims included; 1: a run failed; 2: wrong arguments; 77: there is no such device.
"""
import argparse
import concurrent.futures
import csv
import json
import math
import os
import statistics
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import drawn  # noqa: E402
import shared  # noqa: E402

SECONDS = {"host": 60, "gpu": 10}
REST_SECONDS = 10
BATCH_CUSTOMERS, BATCH_SEED, BATCH_SAMPLE = 100, 11, 50
BATCH_AIMS = {"host": (300, 0.5), "gpu": (20, 0.3)}  # seconds of 10,000 instances, mean gap in %
BALANCE_SECONDS = 10
BALANCE_VEHICLES = 5
# Set of the figures: folder, instances of the subset, aims for the mean gap in % after 60 s of two cores, 10 s and 60 s of a GPU.
SETS = {
    "X, 100 to 300 customers": ("cvrp-x", ["X-n115-k10", "X-n157-k13", "X-n204-k19", "X-n256-k16"], 0.12, 0.15, 0.05),
    "X, 301 to 1,000 customers": ("cvrp-x", ["X-n367-k17", "X-n513-k21", "X-n716-k35", "X-n895-k37"], 0.40, 0.45, 0.25),
    "XXL": ("cvrp-xxl", ["Leuven2", "Antwerp1"], 2.5, 2.0, 1.0),
    "Gehring and Homberger 1000": ("vrptw-gh1000", ["C1_10_2", "R2_10_4"], 1.5, 1.5, 0.7),
    "Solomon 100": ("vrptw-solomon", ["C101", "C204", "R105", "R208", "RC104", "RC207"], 0, 0, 0),
    "PCVRPTW 1000": ("pcvrptw-gh1000", ["C1_10_2", "R2_10_4"], 1.0, 1.0, 0.4),
}
# Mean vehicles and length of MACS-VRPTW on each class of Solomon's 56 files (Gambardella, Taillard and Agazzi 1999).
MACS = {"R1": (12.38, 1210.83), "R2": (3.00, 960.31), "C1": (10.00, 828.38), "C2": (3.00, 591.85), "RC1": (11.92, 1388.13),
        "RC2": (3.33, 1149.28)}
MACS_WORDS = ["--algorithm", "macs", "--vehicles-first", "--rounding", "exact", "--iterations", "50"]
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

    def run(self, path, *words, device=None):
        if self.options.jobs > 1:
            words = (*words, "--threads", max(1, len(os.sched_getaffinity(0)) // self.options.jobs))
        return shared.document_of(self.program, "fleet", path, "--device", device or self.options.device, "--json", "-q",
                                  *words)

    def map(self, function, tasks):
        """Calls function(*task) for each task, --jobs at a time; returns the results in order."""
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            return list(pool.map(lambda task: function(*task), tasks))

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
    seeds = range(1, runner.options.seeds + 1)
    tasks = [(folder, instance, seconds, seed) for folder, instances, *_ in SETS.values()
             for instance in filter(runner.takes, instances) for seed in seeds]
    found = dict(zip(tasks, runner.map(runner.gap, tasks)))
    for name, (folder, instances, *aims) in SETS.items():
        aim, gaps = aims[0 if runner.kind == "host" else 1 if seconds < 60 else 2], []
        for instance in filter(runner.takes, instances):
            runs = [found[folder, instance, seconds, seed] for seed in seeds]
            gaps.append(statistics.median(gap for gap, _ in runs))
            report.add(f"{folder}/{instance}, {seconds:g} s", "", f"{gaps[-1]:.3f} %, {runs[0][1]} routes", None,
                       part="subset", instance=f"{folder}/{instance}", gap=gaps[-1])
        if gaps:
            report.add(f"{name}, mean of {len(gaps)}, {seconds:g} s", f"{aim:g} %", f"{statistics.mean(gaps):.3f} %",
                       statistics.mean(gaps) <= aim + 5e-4, part="subset", instance=name, gap=statistics.mean(gaps))


def measure_rest(runner, report):
    tasks = []
    for (folder, instance), row in runner.rows.items():
        name = set_of(folder, int(row["customers"]))
        path = os.path.join(runner.options.vrp, folder, row["name"])
        if name and row["bks"] and os.path.exists(path) and instance not in SETS[name][1] and runner.takes(instance):
            tasks.append((name, (folder, instance, runner.options.seconds or REST_SECONDS, 1)))
    gaps = runner.map(runner.gap, [task for _, task in tasks])
    for name in SETS:
        found = [gap for (set_name, _), (gap, _) in zip(tasks, gaps) if set_name == name]
        if found:
            optimal = sum(gap < 5e-4 for gap in found)
            report.add(f"{name}, {len(found)} others, {runner.options.seconds or REST_SECONDS:g} s", "",
                       f"{statistics.mean(found):.3f} %, {optimal} at the best known", None, part="rest", instance=name,
                       gap=statistics.mean(found), optimal=optimal, count=len(found))


def longest_bound(runner, path):
    """Returns a lower bound on the longest route: the larger of the bound on the shortest tour, divided by the vehicles, and
    twice the distance to the farthest customer."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    nodes = text.split("NODE_COORD_SECTION")[1].split("DEMAND_SECTION")[0].split()
    points = list(zip(map(float, nodes[1::3]), map(float, nodes[2::3])))
    tsp = os.path.join(os.path.dirname(runner.made), "all.tsp")
    shared.write(tsp, f"NAME: all\nTYPE: TSP\nDIMENSION: {len(points)}\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n"
                 + "".join(f"{k} {x:g} {y:g}\n" for k, (x, y) in enumerate(points, 1)) + "EOF\n")
    bound = shared.document_of(runner.program, "bound", tsp, "--device", "none", "--json", "-q")["result"]["bound"]
    return max(math.ceil(bound / BALANCE_VEHICLES), max(2 * round(math.dist(points[0], point)) for point in points))


def measure_balance(runner, report):
    seconds = runner.options.seconds or BALANCE_SECONDS
    for folder, instances, *_ in SETS.values():
        for instance in filter(runner.takes, instances if folder == "cvrp-x" and not runner.quick else []):
            path = os.path.join(runner.options.vrp, folder, runner.rows[folder, instance]["name"])
            result = runner.run(path, "--time", seconds, "--balance", "--vehicles", BALANCE_VEHICLES, "--capacity", 10**9)["result"]
            bound = longest_bound(runner, path)
            report.add(f"{folder}/{instance}, longest of {BALANCE_VEHICLES} routes, {seconds:g} s", "",
                       f"{result['cost']}, bound {bound}: {100 * (result['cost'] / bound - 1):.2f} %", None, part="balance",
                       instance=f"{folder}/{instance}", longest=result["cost"], bound=bound, length=result["length"])


def measure_macs(runner, report):
    """Ants by the rules of their paper: vehicles first, then lengths that are not rounded."""
    for name, (vehicles, length) in MACS.items():
        paths = [os.path.join(runner.options.vrp, folder, row["name"]) for (folder, instance), row in runner.rows.items()
                 if folder == "vrptw-solomon" and instance[:-2] == name and runner.takes(instance)]
        found = runner.map(lambda path: runner.run(path, *MACS_WORDS)["result"], [[path] for path in paths])
        if found:
            used = statistics.mean(len(result["routes"]) for result in found)
            mean = statistics.mean(result["length"] for result in found)
            report.add(f"MACS, {len(found)} of {name}", f"all: {vehicles:.2f} vehicles, {length:.2f}",
                       f"{used:.2f} vehicles, {mean:.2f}", None, part="macs", instance=name, count=len(found), vehicles=used,
                       length=mean)


def measure_batch(runner, report):
    count = 4 if runner.quick else runner.options.count
    seconds = 0.05 if runner.quick else runner.options.seconds or SECONDS["host"]
    folder = os.path.dirname(runner.made)
    drawn_folder, lines = os.path.join(folder, "drawn"), os.path.join(folder, "plans.jsonl")
    os.mkdir(drawn_folder)
    paths = drawn.write(drawn_folder, count, BATCH_CUSTOMERS, BATCH_SEED)
    summary = shared.document_of(runner.program, "batch", drawn_folder, "-o", lines, "--device", runner.options.device,
                                 "--json", "-q", *(shared.ANY_DEVICE if runner.quick else ()))
    with open(lines, encoding="utf-8") as file:
        costs = [json.loads(line)["cost"] for line in file]
    sample = range(0, count, max(1, count // BATCH_SAMPLE))
    longer = runner.map(lambda index: runner.run(paths[index], "--time", seconds, "--seed", 2, device="none")["result"]["cost"],
                        [[index] for index in sample])
    gaps = [100 * (costs[index] / min(costs[index], cost) - 1) for index, cost in zip(sample, longer)]
    gap, most, aim = statistics.mean(gaps), *BATCH_AIMS[runner.kind]
    report.add(f"{count:,} drawn fleets of {BATCH_CUSTOMERS} customers", f"{most} s, {aim} %",
               f"{summary['seconds']:.1f} s, {gap:.3f} % above {seconds:g} s each, mean of {len(gaps)}",
               summary["seconds"] <= most and gap <= aim, part="batch", count=count, seconds=summary["seconds"], gap=gap,
               sample=len(gaps))


PARTS = {"subset": measure_subset, "rest": measure_rest, "balance": measure_balance, "macs": measure_macs, "batch": measure_batch}


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--vrp", default=os.environ.get("VRP_DIR", os.path.join(shared.ROOT, "..", "shared", "vrp")),
                        help="folder of instances and bks.tsv")
    parser.add_argument("--seeds", type=shared.count, default=3, help="runs of each instance of the subset [default 3]")
    parser.add_argument("--count", type=shared.count, default=10000, help="instances of the batch [default 10000]")
    parser.add_argument("--jobs", type=shared.count, default=1, help="runs at the same time [default 1]")
    parser.add_argument("--seconds", type=float, help="of each run, instead of the usual ones")
    return shared.measure_parts(parser, arguments, Runner, PARTS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
