#!/usr/bin/env python3
"""atsp.py --quick measures every kind on whatever device there is and on none; what is made follows from its seed.

usage: test_atsp.py PROGRAM
"""
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(HERE)

import made  # noqa: E402

SKIPPED = 77
NODES = 25


def check_made():
    for kind in made.KINDS:
        text = made.text(kind, NODES, 1)
        if text != made.text(kind, NODES, 1) or text == made.text(kind, NODES, 2):
            yield f"{kind} does not follow from its seed"
        rows = [list(map(int, line.split())) for line in text.splitlines()[7:-1]]
        if len(rows) != NODES or any(len(row) != NODES or min(row) < 0 for row in rows):
            yield f"{kind} is no matrix of {NODES} nodes"
        if all(rows[i][j] == rows[j][i] for i in range(NODES) for j in range(i)):
            yield f"{kind} is symmetric"
        if kind == "closed" and any(rows[i][j] > rows[i][k] + rows[k][j] for i in range(NODES) for j in range(NODES)
                                    for k in range(NODES) if len({i, j, k}) == 3):
            yield "closed has arcs that are longer than a way round"


def check_figures(program, device, folder):
    path = os.path.join(folder, device + ".json")
    done = subprocess.run([sys.executable, os.path.join(HERE, "atsp.py"), program, "--quick", "--device", device,
                           "--json",
                           path], capture_output=True, text=True, check=False)
    if done.returncode == SKIPPED:
        return
    if done.returncode != 0:
        yield f"{device}: exit code {done.returncode}\n{done.stderr}"
        return
    with open(path, encoding="utf-8") as file:
        lines = json.load(file)["figures"]
    if [line["part"] for line in lines] != ["tsplib", *["made"] * len(made.KINDS)]:
        yield f"{device}: {[line['instance'] for line in lines]}"
    if any(min(line["gaps"]) < 0 for line in lines):
        yield f"{device}: a gap is below 0"


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        problems = [*check_made(), *check_figures(program, "none", folder), *check_figures(program, "auto", folder)]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
