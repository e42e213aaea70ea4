"""A table of hashes, and the runs of the program that are compared with it; golden.py and its neighbours have the runs.

A job is the name of a row and the arguments of a command line.
"""
import argparse
import concurrent.futures
import csv
import hashlib
import json
import os
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77
NO_DEVICE = 3  # the program's exit code
FLAGS = ("simulators", "software", "all", "write")


def sha256(text):
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def option_of(words, option, otherwise):
    """Returns the value of an option on a command line: a list, or one text."""
    words = words.split() if isinstance(words, str) else words
    return words[words.index(option) + 1] if option in words else otherwise


def numbers(count, state=1):
    """Yields numbers of 31 bits, from a linear congruential generator."""
    for _ in range(count):
        state = (1103515245 * state + 12345) % 2**31
        yield state


class Table:
    FILE = ""  # the table, a file of this folder
    COLUMNS = ("name", "sha256")

    def __init__(self, arguments):
        self.arguments = arguments
        self.path = os.path.join(FOLDER, self.FILE)
        self.failures = 0
        self.runs = 0

    def output_of(self, *words):
        """Returns the output of a run, or None and the reason why there is none."""
        run = subprocess.run([self.arguments.program, *words], capture_output=True, text=True, check=False)
        if run.returncode != 0:
            return None, run.stderr.strip() or f"exit status {run.returncode}"
        return run.stdout, ""

    def digest(self, text, words):
        """Returns the values of a row except for its name, from the output of a run; or None and the reason why there
        are none."""
        raise NotImplementedError

    def values_of(self, words):
        text, problem = self.output_of(*words)
        return (None, problem) if text is None else self.digest(text, words)

    def path_of(self, file):
        """Returns the path of a generated file, listed in MADE, of a file in this folder, listed in GOLDEN, or of a
        shipped instance."""
        path = file.replace("GOLDEN", FOLDER).replace("MADE", self.arguments.made)
        return path if os.path.isabs(path) else os.path.join(self.arguments.instances, file)

    def rows(self):
        with open(self.path, newline="", encoding="ascii") as file:
            return list(csv.DictReader(file))

    def expected(self):
        """Returns {name: values}."""
        return {row["name"]: [row[column] for column in self.COLUMNS[1:]] for row in self.rows()}

    def devices(self):
        """Returns the usable devices: only simulators, only software renderers, or all other devices."""
        run = subprocess.run([self.arguments.program, "devices", "--json"], capture_output=True, text=True, check=False)
        if run.returncode not in (0, NO_DEVICE):
            sys.exit(f"devices: exit status {run.returncode}: {run.stderr.strip()}")
        return [device for device in json.loads(run.stdout or '{"devices": []}')["devices"]
                if device["usable"] and device["simulator"] == self.arguments.simulators
                and device["software"] == self.arguments.software]

    def is_skipped(self, devices):
        """Returns True, and prints a line, if none of the requested devices exists."""
        asked = self.arguments.simulators or self.arguments.software
        if asked and not devices:
            print("skipped: there is no simulator" if self.arguments.simulators else
                  "skipped: there is no software renderer: rusticl is not installed (Debian: mesa-opencl-icd)")
        return asked and not devices

    def check_table(self, expected, names):
        """A row without a configuration is an error, because it would never be compared."""
        unknown = sorted(set(expected) - set(names))
        self.failures += len(unknown)
        print("".join(f"FAILED {name}: no configuration has this row\n" for name in unknown), end="")

    def check_all(self, check, jobs):
        """Runs one job on each core at a time, because drivers compile kernels on one core, and that takes most of the
        time."""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            problems = [problem for problem in pool.map(check, jobs) if problem]
        self.runs += len(jobs)
        self.failures += len(problems)
        print("".join(f"{problem}\n" for problem in problems), end="")

    def check_jobs(self, jobs):
        expected = self.expected()

        def check(job):
            name, words = job
            found, problem = self.values_of(words)
            return "" if found is not None and found == expected.get(name) else \
                f"FAILED {name}: {' '.join(words)}: {problem or f'{found}, expected {expected.get(name)}'}"
        self.check_all(check, jobs)

    def report(self, devices, what=""):
        """Returns the exit code, after a line about the runs."""
        where = ", ".join(device["name"] for device in devices) or "no device but the reference"
        print(f"{self.runs} runs {what}on {where}: {self.failures} failed")
        return 1 if self.failures or not self.runs else 0

    def lines_of(self, jobs):
        """Yields the rows of the table, computed anew."""
        for name, words in jobs:
            found, problem = self.values_of(words)
            if found is None:
                sys.exit(f"{name}: {problem}")
            yield [name, *found]

    def write(self, lines):
        lines = list(lines)
        with open(self.path, "w", newline="", encoding="ascii") as file:
            csv.writer(file, lineterminator="\n").writerows([self.COLUMNS, *lines])
        print(f"{len(lines)} rows written to {self.path}")
        return 0

    def run(self):
        """Checks or writes the table, and returns the exit code."""
        raise NotImplementedError

    @classmethod
    def main(cls, usage, operands, flags=FLAGS, **options):
        """Runs a script. `options`: names of further options and their defaults."""
        parser = argparse.ArgumentParser(usage=usage.split("\n\n")[1][7:])
        for operand in ("program", *operands):
            parser.add_argument(operand)
        for flag in flags:
            parser.add_argument(f"--{flag}", action="store_true")
        for option, default in options.items():
            parser.add_argument(f"--{option}", default=default)
        parser.set_defaults(**dict.fromkeys(set(FLAGS) - set(flags), False))
        arguments = parser.parse_args()
        with tempfile.TemporaryDirectory(prefix="swarmcl-golden-") as arguments.made:
            return cls(arguments).run()
