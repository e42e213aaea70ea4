#!/usr/bin/env python3
"""One seed, one answer: those of `swarmcl qap` and `swarmcl orient` on every device against hashes of the twin's.

usage: problems.py PROGRAM INSTANCES_FOLDER [--simulators] [--all] [--write]

problems.csv has a row for each configuration. The hash is the SHA-256 of the cost or score, the iteration that found it,
and the answer.
--write       makes problems.csv anew from the twin
--simulators  runs simulators (oclgrind) alone, and only the smallest configurations
--all         runs every configuration on devices also with launches cut short
"""
import argparse
import csv
import hashlib
import json
import os
import sys
import tempfile

from golden import Golden

FOLDER = os.path.dirname(os.path.abspath(__file__))
EXPECTED = os.path.join(FOLDER, "problems.csv")
SKIPPED = 77

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
]
SMALLEST = {"smallest-qap", "smallest-orient"}


def numbers(count, below, state=1):
    """Numbers of a linear congruence."""
    for _ in range(count):
        state = (1103515245 * state + 12345) % 2**31
        yield state >> 8 if below is None else (state >> 8) % below


class Problems(Golden):
    def hash_of(self, command, path, words):
        """The hash of a run, or None and why there is none."""
        text, problem = self.output_of(command, path, "--json", "-q", *words)
        if text is None:
            return None, problem
        document = json.loads(text)
        result = document["result"]
        line = ",".join(map(str, [result.get("cost", result.get("score")), result["best_iteration"],
                                  result["iterations"], *document.get("assignment", document.get("tour"))]))
        return hashlib.sha256(line.encode("ascii")).hexdigest(), ""

    def make(self, path):
        """An instance of `instance generate`, of an asymmetric matrix, or of numbers that need 64 bits."""
        name = os.path.basename(path)[:-len(".dat")]
        if name in ("odd", "wide"):
            below = 50 if name == "odd" else 2**22
            with open(path, "w", encoding="ascii") as file:
                file.write("20\n" + "\n".join(map(str, numbers(800, below))) + "\n")
        else:
            kind, nodes, seed = name.split("-")
            self.output_of("instance", "generate", "qap-" + kind, "--nodes", nodes, "--seed", seed, "-q", "-o", path)

    def jobs_of(self, devices):
        jobs = []
        for name, command, file, options in CONFIGURATIONS:
            if self.arguments.simulators and name not in SMALLEST:
                continue
            path = file.replace("MADE", self.arguments.made)
            path = path if os.path.isabs(path) else os.path.join(self.arguments.instances, file)
            if not os.path.exists(path):
                self.make(path)
            words = options.split()
            if not self.arguments.simulators:
                jobs.append((name, command, path, [*words, "--device", "none", "--threads", "3"]))
            for device in devices:
                jobs.append((name, command, path, [*words, "--device", str(device["index"])]))
                if self.arguments.all:
                    jobs.append((name, command, path, [*words, "--device", str(device["index"]), "--launch-ms", "1"]))
        return jobs

    def check(self, job, expected):
        """The error of a run, "": none."""
        name, command, path, words = job
        found, problem = self.hash_of(command, path, words)
        return "" if found is not None and found == expected.get(name) else \
            f"FAILED {name}: {command} {path} {' '.join(words)}: {problem or f'hash {found}'}"

    def run(self):
        devices = [] if self.arguments.write else self.devices()
        if self.arguments.simulators and not devices:
            print("skipped: there is no simulator")
            return SKIPPED
        jobs = self.jobs_of(devices)
        if self.arguments.write:
            return self.write(jobs)
        with open(EXPECTED, newline="", encoding="ascii") as file:
            expected = {row["name"]: row["sha256"] for row in csv.DictReader(file)}
        self.check_all(lambda job: self.check(job, expected), jobs)
        where = ", ".join(device["name"] for device in devices) or "no device but the twin"
        print(f"{self.runs} runs on {where}: {self.failures} failed")
        return 1 if self.failures or not jobs else 0

    def write(self, jobs):
        with open(EXPECTED, "w", newline="", encoding="ascii") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["name", "sha256"])
            for name, command, path, words in jobs:
                found, problem = self.hash_of(command, path, words)
                if found is None:
                    sys.exit(f"{name}: {problem}")
                writer.writerow([name, found])
        print(f"{len(jobs)} rows written to {EXPECTED}")
        return 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("program")
    parser.add_argument("instances")
    for name in ("--simulators", "--all", "--write"):
        parser.add_argument(name, action="store_true")
    arguments = parser.parse_args()
    arguments.software = False  # renderers end loops early: both problems refuse them
    with tempfile.TemporaryDirectory() as arguments.made:
        return Problems(arguments).run()


if __name__ == "__main__":
    sys.exit(main())
