#!/usr/bin/env python3
"""Compares the tours of `swarmcl batch`, on the host and on devices and with several threads, with hashes.

usage: batches.py PROGRAM INSTANCES_FOLDER [--device D] [--write]

batches.csv has a row for each configuration. The hash is the SHA-256 of a line "input:length:node,node,..." for each
instance, with | between routes.
--device D  runs only on this device, if there is one; otherwise on the host, without --device and with `none`
--write     makes batches.csv anew, on the host with one thread
"""
import json
import os
import struct
import sys

from table import SKIPPED, Table, numbers, sha256

FILES = "uniform100.tsp random17.atsp grid100.tsp clustered1000.tsp timezones.csv"

# name, files of the folder or of this one, options; so short that most tours are not optimal, because the hash of an
# optimal tour does not depend on the search
CONFIGURATIONS = [
    ("files", FILES, "--iterations 1 --population 40 --kicks 1"),
    ("files-seed", FILES, "--iterations 2 --seed 18446744073709551615 --population 5 --kicks 20"),
    ("path", "uniform100.tsp random17.atsp GOLDEN/nine.tsp", "--path --start 3 --iterations 1 --population 32 --kicks 2"),
    ("lines", "", "--points MADE/lines.txt"),
    ("lines-few", "", "--points MADE/lines.txt --iterations 1 --population 2 --kicks 1 --kopt 3"),
    ("array", "", "--points MADE/array.npy --iterations 1 --seed 7"),
    ("array-schedule", "", "--points MADE/array.npy --kicks 3 --schedule 40x2,33x2,4x1+30"),
    ("lines-ants", "", "--points MADE/lines.txt --algorithm acs --iterations 3"),
    ("array-pieces", "", "--points MADE/array.npy --improver pieces --iterations 1 --population 4 --kicks 50"),
    ("all", "uniform1000.tsp GOLDEN/nine.tsp",
     "--points MADE/lines.txt --points MADE/array.npy --iterations 1 --population 64 --kicks 1"),
    ("fleets", "vans.vrp vans.vrp", "--plans 1 --iterations 5 --seed 2"),
    ("fleets-plans", "vans.vrp vans.vrp", "--plans 5 --iterations 9 --seed 3"),
]
RUNS = [(["--device", "none"], "1"), ([], "3")]


def make_files(folder):
    """Writes lines of 5 to 44 nodes, and an array of 6 times 250 nodes in float32."""
    drawn = ((number >> 16) / 32768 for number in numbers(10000))
    with open(os.path.join(folder, "lines.txt"), "w", encoding="ascii") as file:
        for count in range(5, 45):
            file.write(" ".join(f"{next(drawn):.10f}" for _ in range(2 * count)) + "\n")
    shape = (6, 250, 2)
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(11 + len(header)) % 64) + "\n"
    count = shape[0] * shape[1] * shape[2]
    with open(os.path.join(folder, "array.npy"), "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
                   + struct.pack(f"<{count}f", *(next(drawn) for _ in range(count))))


def solution_of(line):
    tours = [line["tour"]] if "tour" in line else [route["stops"] for route in line["routes"]]
    return "|".join(",".join(map(str, tour)) for tour in tours)


class Batches(Table):
    FILE = "batches.csv"
    COLUMNS = ("name", "instances", "sha256")

    def digest(self, text, words):
        lines = [json.loads(line) for line in text.splitlines()]
        return [str(len(lines)), sha256("".join(
            f"{os.path.basename(line['input'])}:{line.get('cost', line['length'])}:{solution_of(line)}\n"
            for line in lines))], ""

    def jobs_of(self, runs):
        return [(name, ["batch", *map(self.path_of, files.split()),
                        *options.replace("MADE", self.arguments.made).split(), *device,
                        *(["--threads", threads] if threads else [])])
                for name, files, options in CONFIGURATIONS for device, threads in runs]

    def run(self):
        make_files(self.arguments.made)
        if self.arguments.write:
            return self.write(self.lines_of(self.jobs_of(RUNS[:1])))
        asked = self.arguments.device
        devices = [device for device in self.devices() if asked in (device["type"], str(device["index"]))] if asked else []
        if asked and not devices:
            print(f"skipped: there is no device {asked}")
            return SKIPPED
        jobs = self.jobs_of([(["--device", asked], None)] if asked else RUNS)
        self.check_table(self.expected(), dict(jobs))
        self.check_jobs(jobs)
        return self.report(devices)


if __name__ == "__main__":
    sys.exit(Batches.main(__doc__, ["instances"], flags=("write",), device=""))
