#!/usr/bin/env python3
"""islands.py --quick measures every case on the CPU, named twice, and tells what devices there are not.

usage: test_islands.py PROGRAM
"""
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WAYS = ("one island on one device", "two islands on one device", "two islands on two devices")


def islands(*words):
    return subprocess.run([sys.executable, os.path.join(HERE, "islands.py"), *words], capture_output=True, text=True,
                          check=False)


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "figures.json")
        done = islands(program, "--quick", "--devices", "cpu,cpu", "--json", path)
        if done.returncode == 77:
            return 77
        if done.returncode != 0:
            sys.exit(f"exit code {done.returncode}: {done.stderr}")
        with open(path, encoding="utf-8") as file:
            figures = json.load(file)["figures"]
    for way in WAYS:
        lines = [line for line in figures if line["what"].endswith(way)]
        if len(lines) != 3 or not all(rate > 0 for line in lines for rate in line["rates"]):
            sys.exit(f"{way}: {lines}")
        if len([line for line in done.stdout.splitlines() if way in line]) != 3:
            sys.exit(f"{way} is not printed three times:\n{done.stdout}")
    for words, code in ((["--devices", "cpu"], 2), (["--devices", "cpu:7,cpu:8"], 77)):
        done = islands(program, "--quick", *words)
        if done.returncode != code:
            sys.exit(f"{words}: exit code {done.returncode}, expected {code}: {done.stderr}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
