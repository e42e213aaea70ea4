#!/usr/bin/env python3
"""Compares bounds and potentials after a number of evaluations, with several numbers of threads, with hashes.

usage: bounds.py PROGRAM INSTANCES_FOLDER [--write]

bounds.csv has a row for each configuration. The hash is the SHA-256 of "bound:scale:potential,potential,...".
--write  makes bounds.csv anew, with one thread
"""
import json
import sys

from table import Table, sha256

# name, instance, options
CONFIGURATIONS = [
    ("uniform100", "uniform100.tsp", "--evaluations 150"),
    ("uniform1000", "uniform1000.tsp", "--evaluations 60"),
    ("uniform1000-long", "uniform1000.tsp", "--evaluations 750"),
    ("uniform1000-rounds", "uniform1000.tsp", ""),
    ("clustered1000", "clustered1000.tsp", "--evaluations 350"),
    ("grid100", "grid100.tsp", "--evaluations 100"),
    ("circle200", "circle200.tsp", "--evaluations 100"),
    ("places", "timezones.csv", "--evaluations 100"),
    ("random17", "random17.atsp", "--evaluations 200"),
    ("random17-path", "random17.atsp", "--evaluations 200 --path --start 3"),
    ("uniform1000-path", "uniform1000.tsp", "--evaluations 100 --path"),
    ("uniform1000-fixed", "uniform1000.tsp", "--evaluations 100 --fix 1-1000,500-2"),
    ("nine", "GOLDEN/nine.tsp", "--evaluations 50"),
]
THREADS = ("1", "2", "3")


class Bounds(Table):
    FILE = "bounds.csv"
    COLUMNS = ("name", "bound", "sha256")

    def digest(self, text, words):
        result = json.loads(text)["result"]
        return [str(result["bound"]), sha256(f"{result['bound']}:{result['scale']}:"
                                             f"{','.join(map(str, result['potentials']))}")], ""

    def jobs_of(self, threads):
        return [(name, ["bound", self.path_of(instance), *options.split(), "--threads", count, "--json"])
                for name, instance, options in CONFIGURATIONS for count in threads]

    def run(self):
        if self.arguments.write:
            return self.write(self.lines_of(self.jobs_of(THREADS[:1])))
        jobs = self.jobs_of(THREADS)
        self.check_table(self.expected(), dict(jobs))
        self.check_jobs(jobs)
        return self.report([])


if __name__ == "__main__":
    sys.exit(Bounds.main(__doc__, ["instances"], flags=("write",)))
