#!/usr/bin/env python3
"""islands.py --quick measures every case on the CPU, named twice, and tells what devices there are not.

usage: test_islands.py PROGRAM
"""
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))

import quick  # noqa: E402

SCRIPT = os.path.join(HERE, "islands.py")
WAYS = ("one island on one device", "two islands on one device", "two islands on two devices")


def check(program):
    with tempfile.TemporaryDirectory() as folder:
        lines = quick.record_of(os.path.join(folder, "figures.json"), SCRIPT, program, "--quick", "--devices",
                                "cpu,cpu", "--json")["figures"]
    yield from quick.verdicts(lines)
    for way in WAYS:
        found = [line for line in lines if line["what"].endswith(way)]
        if len(found) != 3 or not all(rate > 0 for line in found for rate in line["rates"]):
            yield f"{way}: {found}"
    for words, code in ((["--devices", "cpu"], 2), (["--devices", "cpu:7,cpu:8"], quick.SKIPPED)):
        done = quick.run(SCRIPT, program, "--quick", *words)
        if done.returncode != code:
            yield f"{words}: exit code {done.returncode}, expected {code}: {done.stderr}"


if __name__ == "__main__":
    sys.exit(quick.end(check(*sys.argv[1:])))
