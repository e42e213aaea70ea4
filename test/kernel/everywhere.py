#!/usr/bin/env python3
"""Runs all cases of the kernel tests on every device except simulators: the check for a machine with a GPU.

usage: everywhere.py BUILD [TEST...] [--device SELECTOR] [--parts N] [--limit SECONDS]

BUILD is a build folder; a TEST is a name of test/kernel that runs on all devices; without names all run. A test runs in
N parts at the same time, each with an empty cache of kernels, because compilers work most of the time. Prints a line
for every test and device, and the failures. Exit code 0: all passed; 1: not; 77: no such device.
"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import time

TESTS = ["arithmetic", "deposits", "kernels", "lists", "searches", "family", "mosaic", "pieces", "bounds", "qap", "orient",
         "swarms", "swarm_islands", "stops", "sessions"]
# The most parts of a test: each part of lists and family must include the rare cases.
PARTED = {"kernels": 64, "lists": 2, "searches": 64, "family": 2, "swarms": 64}
# These take --all and --device; the others run on every device by themselves.
SELECTED = {"deposits", "mosaic", "pieces", "bounds", "qap", "orient", *PARTED}


def devices_of(build, selector):
    words = [os.path.join(build, "src", "cli", "swarmcl"), "devices", "--json"]
    found = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)["devices"]
    return [each for each in found if not each["simulator"] and not each["duplicate"] and each["usable"]
            and selector in ("all", each["type"], str(each["index"]))]


def run(build, test, device, part, parts, limit):
    """Runs a part of a test; returns the end of its output, its seconds, and whether it passed."""
    words = [os.path.join(build, "test", "kernel", "test_" + test)]
    if device is not None:
        words += ["--all", "--device", str(device["index"])]
    if parts > 1:
        words += ["--part", f"{part}/{parts}"]
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as cache:
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=limit, check=False,
                                  env=dict(os.environ, POCL_CACHE_DIR=cache))
            code, text = done.returncode, done.stdout
        except subprocess.TimeoutExpired as late:
            code, text = "no end", (late.stdout or b"").decode()
    lines = text.strip().split("\n")
    failed = [line for line in lines if line.startswith("FAILED")]
    return code == 0, time.monotonic() - start, code, (failed[:3] or []) + lines[-1:]


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("build")
    parser.add_argument("tests", nargs="*")
    parser.add_argument("--device", default="all")
    parser.add_argument("--parts", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=float, default=1800)
    asked = parser.parse_args()
    unknown = [name for name in asked.tests if name not in TESTS]
    if unknown:
        parser.error(f"{unknown[0]}: expected some of {', '.join(TESTS)}")
    found = devices_of(asked.build, asked.device)
    if not found:
        print(f"SKIP: no device '{asked.device}'")
        return 77
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(asked.parts) as pool:
        for test in asked.tests or TESTS:
            for device in found if test in SELECTED else [None]:
                parts = min(asked.parts, PARTED.get(test, 1)) if device else 1
                ended = list(pool.map(lambda part, of=parts, one=device, name=test: run(
                    asked.build, name, one, part, of, asked.limit), range(1, parts + 1)))
                good = all(each[0] for each in ended)
                bad += not good
                where = f"device {device['index']} {device['name']}" if device else "all devices"
                print(f"{'ok' if good else 'FAILED':6} {test:10} {where}: {parts} parts, "
                      f"{max(each[1] for each in ended):.0f} s", flush=True)
                for passed, _, code, lines in ended:
                    if not passed:
                        print(f"       exit code {code}: " + "\n       ".join(lines), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
