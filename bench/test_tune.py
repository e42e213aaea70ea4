#!/usr/bin/env python3
"""tune.py makes files that swarmcl tsp takes without a warning or another tour, and refuses wrong arguments.

usage: test_tune.py PROGRAM
"""
import json
import os
import re
import subprocess
import sys
import tempfile

import quick
import shared

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tune.py")
INSTANCE = os.path.join(shared.ROOT, "instances", "grid100.tsp")


def check_made(program, folder):
    made = os.path.join(folder, "made.tuning")
    done = quick.run(SCRIPT, program, INSTANCE, "--device", "cpu", "--time", "6", "--only", "mosaic,lists", "-o", made)
    if done.returncode == quick.SKIPPED:
        raise quick.NoDevice
    if done.returncode != 0:
        yield f"exit code {done.returncode}: {done.stderr}"
        return
    with open(made, encoding="utf-8") as file:
        text = file.read()
    for pattern in (r"^device=\S.*\ndriver=\S.*\nversion=\d", r"^for=mosaic\nnodes=100\.\.100\n# .*: improver \S",
                    r"^for=lists\nnodes=100\.\.100\n# .*: (construction \S|not measured)"):
        if not re.search(pattern, text, re.M):
            yield f"no {pattern} in\n{text}"
    for words in ([], ["--algorithm", "mmas"]):
        run = [program, "tsp", INSTANCE, "--device", "cpu", "--target", "0", "--iterations", "2", "--json", "-q",
               *words]
        plain, tuned = (subprocess.run([*run, *more], capture_output=True, text=True, check=True)
                        for more in ([], ["--tuning", made]))
        if json.loads(plain.stdout)["tour"] != json.loads(tuned.stdout)["tour"] or "warning" in tuned.stderr:
            yield f"{words}: another tour, or a warning: {tuned.stderr}"


def check_refused(program):
    for code, *words in ((2,), (2, INSTANCE, "--nodes", "10"), (2, "--nodes", "10..5"), (1, INSTANCE, "-d", "none"),
                         (1, INSTANCE, "-d", "cpu", "--ants", "0"), (quick.SKIPPED, INSTANCE, "--device", "4711")):
        done = quick.run(SCRIPT, program, *words, "--time", "1")
        if done.returncode != code:
            yield f"{words}: exit code {done.returncode} instead of {code}: {done.stderr}"


def main(program):
    def problems():
        with tempfile.TemporaryDirectory() as folder:
            yield from check_made(program, folder)
        yield from check_refused(program)
    return quick.end(problems())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
