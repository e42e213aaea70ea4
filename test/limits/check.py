#!/usr/bin/env python3
"""Checks output and exit code of `swarmcl check` on correct devices, and on one that computes wrong results or fails.

usage: check.py PROGRAM [--layer LAYER] [--whole]

LAYER is the library of limits.c, which makes a device wrong. Runs are cancelled by SIGINT after the line of the first family.
--whole runs every family instead, and checks that the families together have all words of the options.
Exit code 0: all passed; 1: something failed; 77: there is no device.
"""
import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "golden"))

from golden import words_of

SKIPPED = 77
NO_DEVICE, VERIFICATION = 3, 5  # the program's exit codes
FIRST = "tribes"
UNDRAWN = ("bound",)  # its kernels draw no random numbers
LINE = re.compile(r"^(\S+) +(equal|different|failed|refused|not reached) +(\d+) of (\d+) +\d+\.\d\d s  (.*)$", re.MULTILINE)
REPORT = re.compile(r"^report +swarmcl \d+\.\d+\.\d+: (.*), (\d+) of (\d+) cases equal in \d+\.\d s, on (.*)$", re.MULTILINE)
# Families that share the words of an option: each case belongs to one of them.
SHARED = {("tsp", "construction"): ("constructions", "lists", "steps"), ("tsp", "selection"): ("selections",),
          ("tsp", "deposit"): ("deposits",), ("tsp", "preset"): ("presets",), ("tsp", "local-search"): ("searches",),
          ("tsp", "lengths"): ("lengths",), ("tsp", "improver"): ("mosaic",), ("pso", "best"): ("swarms",)}


class Run:
    """A run of the program, cancelled after the line of the first family unless `whole`."""

    def __init__(self, program, *more, whole=False, layer=None, profile=None):
        environment = {**os.environ, **({"LD_PRELOAD": os.path.abspath(layer), "SWARMCL_LIMITS": profile} if profile else {})}
        with subprocess.Popen([program, "check", *more], env=environment, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            self.out = ""
            for line in process.stdout:
                self.out += line
                if line.startswith(FIRST) and not whole:
                    process.send_signal(signal.SIGINT)
            self.err = process.stderr.read()
        self.code = process.returncode
        self.families = {name: (result, int(equal), int(cases), note)
                         for name, result, equal, cases, note in LINE.findall(self.out)}
        self.report = REPORT.search(self.out)


def require(truth, what, run):
    if not truth:
        sys.exit(f"FAILED {what}: exit code {run.code}\n{run.out}\n{run.err}")


def check_report(program, run, result):
    """Requires that the last line has the result and the device."""
    device = next(device for device in json.loads(subprocess.check_output([program, "devices", "--json"]))["devices"]
                  if device["automatic"])
    require(run.report and run.out.splitlines()[-1].startswith("report") and run.report[1] == result, "the report", run)
    require(f'{device["type"]} "{device["name"]}", platform "{device["platform_name"]}", driver {device["driver"]}, '
            f'{device["opencl_version"]}, {device["opencl_c_version"]}'.rstrip() == run.report[4], "the device", run)


def check_good(program):
    run = Run(program)
    result, equal, cases, _ = run.families[FIRST]
    require(run.code == 0 and run.err == "" and result == "equal" and 0 < equal <= cases, "a good device", run)
    require(len(run.families) == 22 and run.families["objectives"][0] == "not reached", "the other families", run)
    check_report(program, run, "equal")


def check_wrong(program, layer):
    run = Run(program, layer=layer, profile="wrong-products")
    result, equal, _, note = run.families[FIRST]
    require(run.code == VERIFICATION and result == "different" and equal == 0, "a wrong device", run)
    require(re.fullmatch(r"boundary=\S+: found \S+, expected \S+", note), "what differs", run)
    require(re.search(r"^swarmcl: [1-5] cases differ from the reference, 0 failed, 0 are equal, on ", run.err), "the error", run)
    check_report(program, run, "different")


def check_failing(program, layer):
    run = Run(program, layer=layer, profile="no-compiler")
    require(run.code == 1 and run.families[FIRST][0] == "failed" and re.search(r"boundary=\S+: the kernels do not build", run.families[FIRST][3]),
            "a device without a compiler", run)
    check_report(program, run, "failed")


def check_whole(program):
    """Requires that every case is equal, and that every word of the tables is a case."""
    run = Run(program, "--time", "100000", whole=True)
    require(run.code == 0 and all(result == "equal" and equal == cases > 0
                                  for result, equal, cases, _ in run.families.values()), "all families", run)
    for (problem, option), families in SHARED.items():
        words = words_of(subprocess.check_output([program, problem, "--help", "all"], text=True), option)
        require(sum(run.families[family][2] for family in families) == len(words), f"the words of --{option}", run)
    print(run.out)


def check_wrong_whole(program, layer):
    """With wrong random numbers every family whose kernels draw them is reported."""
    run = Run(program, "--time", "100000", whole=True, layer=layer, profile="wrong-products")
    require(run.code == VERIFICATION and all(family[0] == ("equal" if name in UNDRAWN else "different")
                                             for name, family in run.families.items()), "all families of a wrong device", run)
    print(run.out)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("program")
    parser.add_argument("--layer")
    parser.add_argument("--whole", action="store_true")
    arguments = parser.parse_args()
    devices = subprocess.run([arguments.program, "devices", "-q"], capture_output=True, check=False)
    if devices.returncode == NO_DEVICE:
        print("skipped: there is no device")
        return SKIPPED
    if arguments.whole:
        check_whole(arguments.program)
        if arguments.layer:
            check_wrong_whole(arguments.program, arguments.layer)
        return 0
    check_good(arguments.program)
    if arguments.layer:
        check_wrong(arguments.program, arguments.layer)
        check_failing(arguments.program, arguments.layer)
    print("passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
