#!/usr/bin/env python3
"""Compares results of `swarmcl qap`, `orient` and `fleet` on every device with hashes of the reference's results.

usage: problems.py PROGRAM INSTANCES_FOLDER [--simulators] [--all] [--write]

problems.csv has a row for each configuration. Ants build on the host and on the device, with the same hash:
the SHA-256 of the cost or score, the iteration that found it, and the solution.
--write       makes problems.csv anew from the reference
--simulators  runs only simulators (oclgrind), and only the smallest configurations
--all         runs every configuration on devices also with launches cut short
"""
import json
import os
import sys

from table import SKIPPED, Table, numbers, sha256

# name, command, file, options; MADE is a folder of instances made on the spot, MADE/grid-30-7.dat of qap-grid
CONFIGURATIONS = [
    ("smallest-qap", "qap", "MADE/uniform-8-1.dat", "--algorithm memetic --iterations 2 --population 3 --steps 20"),
    ("small-qap-ants", "qap", "MADE/grid-9-2.dat", "--iterations 2 --algorithm mmas --ants 2 --steps 10"),
    ("uniform", "qap", "MADE/uniform-40-3.dat", "--iterations 6"),
    ("grid-seed", "qap", "MADE/grid-64-4.dat", "--iterations 3 --seed 18446744073709551615"),
    ("fixed", "qap", "MADE/uniform-33-5.dat", "--iterations 4 --fix 1=3,33=1 --population 7"),
    ("qap-ants", "qap", "MADE/grid-50-6.dat", "--iterations 4 --algorithm mmas --rho 0.5"),
    ("qap-islands", "qap", "MADE/uniform-30-7.dat", "--iterations 4 --islands 3 --epoch 2"),
    ("asymmetric", "qap", "MADE/odd.dat", "--iterations 4"),
    ("wide", "qap", "MADE/wide.dat", "--iterations 3"),
    ("smallest-orient", "orient", "sights.csv", "--limit 3000 --iterations 1 --population 2"),
    ("small-orient-ants", "orient", "sights.csv", "--limit 4000 --iterations 1 --algorithm ants --ants 2"),
    ("sights", "orient", "sights.csv", "--limit 9000 --iterations 2"),
    ("doubled", "orient", "sights.csv", "--limit 3000 --iterations 20"),
    ("path", "orient", "sights.csv", "--limit 6000 --path --start #5 --iterations 2 --seed 9"),
    ("ends", "orient", "sights.csv", "--limit 8000 --path --start #5 --end #13 --iterations 2"),
    ("orient-ants", "orient", "sights.csv", "--limit 12000 --iterations 2 --algorithm ants --ants 9"),
    ("orient-islands", "orient", "sights.csv", "--limit 7000 --iterations 2 --islands 2 --epoch 1 --population 5"),
    ("smallest-fleet", "fleet", "vans.vrp", "--iterations 1 --plans 1"),
    ("fleet", "fleet", "vans.vrp", "--iterations 5 --seed 3"),
    ("fleet-parts", "fleet", "MADE/windows-600.txt", "--iterations 12"),
    ("fleet-islands", "fleet", "MADE/windows-60.txt", "--iterations 4 --islands 2 --epoch 2"),
    ("fleet-balance", "fleet", "vans.vrp", "--iterations 12 --balance --vehicles 5"),
    ("fleet-vehicles", "fleet", "MADE/windows-60.txt", "--iterations 12 --vehicles-first"),
    ("small-fleet-ants", "fleet", "vans.vrp", "--iterations 1 --algorithm mmas --ants 1"),
    ("fleet-ants", "fleet", "MADE/windows-60.txt", "--iterations 4 --algorithm mmas"),
    ("fleet-macs", "fleet", "MADE/windows-60.txt", "--iterations 5 --algorithm macs --vehicles-first --ants 4 --seed 2"),
]
SMALLEST = {"smallest-qap", "smallest-orient", "smallest-fleet"}
NO_DEVICE = {"sights", "path"}  # without --all: smallest-orient, doubled and ends run the same kernels


class Problems(Table):
    FILE = "problems.csv"

    def digest(self, text, words):
        document = json.loads(text)
        result = document["result"]
        solution = document.get("assignment", document.get("tour", result.get("routes")))
        return [sha256(",".join(map(str, [result.get("cost", result.get("score")), result["best_iteration"],
                                          result["iterations"], *solution])))], ""

    def make(self, path):
        """Writes an instance of `instance generate`, of an asymmetric matrix, of numbers that need 64 bits, or of
        customers with time windows in Solomon's format."""
        name = os.path.basename(path)[:-len(".dat")]
        if name.startswith("windows"):
            count = int(name.split("-")[1])
            drawn = iter([number >> 8 for number in numbers(4 * count)])
            with open(path, "w", encoding="ascii") as file:
                file.write(f"windows\nVEHICLE\nNUMBER CAPACITY\n {count} 100\nCUSTOMER\nCUST NO. XCOORD. YCOORD. DEMAND "
                           "READY DUE SERVICE\n0 50 50 0 0 1000 0\n")
                for number in range(1, count + 1):
                    x, y, demand, ready = next(drawn) % 101, next(drawn) % 101, 1 + next(drawn) % 20, next(drawn) % 700
                    file.write(f"{number} {x} {y} {demand} {ready} {max(ready, 80) + 60} 10\n")
            return
        if name in ("odd", "wide"):
            below = 50 if name == "odd" else 2**22
            with open(path, "w", encoding="ascii") as file:
                file.write("20\n" + "".join(f"{(number >> 8) % below}\n" for number in numbers(800)))
        else:
            kind, nodes, seed = name.split("-")
            self.output_of("instance", "generate", "qap-" + kind, "--nodes", nodes, "--seed", seed, "-q", "-o", path)

    def jobs_of(self, devices):
        jobs = []
        for name, command, file, options in CONFIGURATIONS:
            if self.arguments.simulators and name not in SMALLEST:
                continue
            path = self.path_of(file)
            if not os.path.exists(path):
                self.make(path)
            words = [command, path, "--json", "-q", *options.split()]
            if not self.arguments.simulators:
                jobs.append((name, [*words, "--device", "none", "--threads", "3"]))
            for device in devices if self.arguments.all or name not in NO_DEVICE else []:
                jobs.append((name, [*words, "--device", str(device["index"])]))
                if "--ants" in options or "mmas" in options:
                    jobs.append((name, [*words, "--device", str(device["index"]), "--construction", "device"]))
                if self.arguments.all:
                    jobs.append((name, [*words, "--device", str(device["index"]), "--launch-ms", "1"]))
        return jobs

    def run(self):
        devices = [] if self.arguments.write else self.devices()
        if self.is_skipped(devices):
            return SKIPPED
        jobs = self.jobs_of(devices)
        if self.arguments.write:
            return self.write(self.lines_of(jobs))
        self.check_jobs(jobs)
        return self.report(devices)


if __name__ == "__main__":
    sys.exit(Problems.main(__doc__, ["instances"], flags=("simulators", "all", "write")))
