#!/usr/bin/env python3
"""islands.py --quick measures every case on the CPU, named twice, and reports missing devices; trails.py --quick
every case with the sequential reference.

usage: test_islands.py PROGRAM
"""
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))

import quick  # noqa: E402

SCRIPT = os.path.join(HERE, "islands.py")
TRAILS = os.path.join(HERE, "trails.py")
# How many cases are measured in each way.
WAYS = {"one island on one device": 4, "two islands on one device": 4, "two islands on two devices": 4,
        "one swarm on one device": 1, "one swarm on two devices": 1}


def check_trails(program):
    with tempfile.TemporaryDirectory() as folder:
        lines = quick.record_of(os.path.join(folder, "trails.json"), TRAILS, program, "--quick", "--device", "none",
                                "--json")["figures"]
    yield from quick.verdicts(lines)
    mixed = [line["lengths"] for line in lines if line["what"].startswith("as, 1 ant")]
    if len(lines) != 30 or len(mixed) != 5 or mixed[0] == mixed[3]:
        yield f"trails: {len(lines)} lines, {mixed}"


def check(program):
    yield from check_trails(program)
    with tempfile.TemporaryDirectory() as folder:
        lines = quick.record_of(os.path.join(folder, "figures.json"), SCRIPT, program, "--quick", "--devices",
                                "cpu,cpu", "--json")["figures"]
    yield from quick.verdicts(lines)
    for way, cases in WAYS.items():
        found = [line for line in lines if line["what"].endswith(way)]
        if len(found) != cases or not all(rate > 0 for line in found for rate in line["rates"]):
            yield f"{way}: {found}"
    for words, code in ((["--devices", "cpu"], 2), (["--devices", "cpu:7,cpu:8"], quick.SKIPPED)):
        done = quick.run(SCRIPT, program, "--quick", *words)
        if done.returncode != code:
            yield f"{words}: exit code {done.returncode}, expected {code}: {done.stderr}"


if __name__ == "__main__":
    sys.exit(quick.end(check(*sys.argv[1:])))
