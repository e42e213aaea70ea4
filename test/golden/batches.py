#!/usr/bin/env python3
"""One seed, the same tours: those of `swarmcl batch` on the host and on devices, for several threads, against hashes.

usage: batches.py PROGRAM INSTANCES_FOLDER [--device D] [--write]

batches.csv has a row for each configuration. The hash is the SHA-256 of a line "input:length:node,node,..." for each
instance.
--device D  runs on this device alone, if there is one; otherwise on the host, without --device and with `none`
--write     makes batches.csv anew, on the host with one thread
"""
import argparse
import csv
import hashlib
import json
import os
import struct
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
EXPECTED = os.path.join(FOLDER, "batches.csv")
SKIPPED = 77

FILES = "uniform100.tsp random17.atsp grid100.tsp clustered1000.tsp timezones.csv"

# name, files of the folder or of this one, options; so short that most tours are not optimal: such a hash would show
# nothing of the search
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
]
RUNS = [(["--device", "none"], "1"), (["--device", "none"], "3"), ([], "3")]


def integers(state=1):
    """Numbers below 2^15 of a linear congruence."""
    while True:
        state = (1103515245 * state + 12345) % 2**31
        yield state >> 16


def make_files(folder):
    """Lines of 5 to 44 nodes, and an array of 6 times 250, in float32."""
    numbers = integers()
    with open(os.path.join(folder, "lines.txt"), "w", encoding="ascii") as file:
        for count in range(5, 45):
            file.write(" ".join(f"{next(numbers) / 32768:.10f}" for _ in range(2 * count)) + "\n")
    shape = (6, 250, 2)
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(11 + len(header)) % 64) + "\n"
    count = shape[0] * shape[1] * shape[2]
    with open(os.path.join(folder, "array.npy"), "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
                   + struct.pack(f"<{count}f", *(next(numbers) / 32768 for _ in range(count))))


class Batches:
    def __init__(self, arguments, made):
        self.arguments = arguments
        self.made = made

    def path_of(self, word):
        return word.replace("GOLDEN", FOLDER).replace("MADE", self.made)

    def found(self, row, device, threads):
        """The number of tours and their hash."""
        _, files, options = row
        paths = [self.path_of(file) if "/" in file else os.path.join(self.arguments.folder, file)
                 for file in files.split()]
        command = [self.arguments.program, "batch", *paths, *map(self.path_of, options.split()), *device,
                   *(["--threads", threads] if threads else [])]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        if run.returncode or not lines:
            sys.exit(f"{' '.join(command)}: exit status {run.returncode}: {run.stderr.strip()}")
        text = "".join(f"{os.path.basename(line['input'])}:{line['length']}:{','.join(map(str, line['tour']))}\n"
                       for line in lines)
        return str(len(lines)), hashlib.sha256(text.encode()).hexdigest()

    def has_device(self):
        """Whether the program finds the device."""
        command = [self.arguments.program, "devices", "--json"]
        listed = subprocess.run(command, capture_output=True, text=True, check=False)
        usable = [device for device in json.loads(listed.stdout or '{"devices": []}')["devices"]
                  if device["usable"] and not device["simulator"] and not device["software"]]
        return any(self.arguments.device in (device["type"], str(device["index"])) for device in usable)

    def write(self):
        with open(EXPECTED, "w", newline="", encoding="ascii") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["name", "instances", "sha256"])
            for row in CONFIGURATIONS:
                writer.writerow([row[0], *self.found(row, *RUNS[0])])
        return 0

    def check(self):
        if self.arguments.device and not self.has_device():
            print(f"skipped: there is no device {self.arguments.device}")
            return SKIPPED
        with open(EXPECTED, newline="", encoding="ascii") as file:
            expected = {row["name"]: (row["instances"], row["sha256"]) for row in csv.DictReader(file)}
        failures = sorted(set(expected) ^ {row[0] for row in CONFIGURATIONS})
        runs = [(["--device", self.arguments.device], None)] if self.arguments.device else RUNS
        for row in CONFIGURATIONS:
            for device, threads in runs:
                made = self.found(row, device, threads)
                if made != expected.get(row[0]):
                    failures.append(f"{row[0]} {' '.join(device)}, {threads or 'all'} threads: {made}, expected "
                                    f"{expected.get(row[0])}")
        print("".join(f"FAILED {failure}\n" for failure in failures), end="")
        print(f"{len(runs) * len(CONFIGURATIONS)} batches: {len(failures)} failed")
        return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--device")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="swarmcl-batches-") as made:
        make_files(made)
        batches = Batches(arguments, made)
        return batches.write() if arguments.write else batches.check()


if __name__ == "__main__":
    sys.exit(main())
