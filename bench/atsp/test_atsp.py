#!/usr/bin/env python3
"""atsp.py --quick measures every kind on the default device and on the host; instances depend only on kind, size and seed.

usage: test_atsp.py PROGRAM
"""
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))

import made  # noqa: E402
import quick  # noqa: E402

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
    lines = quick.record_of(os.path.join(folder, device + ".json"), os.path.join(HERE, "atsp.py"), program, "--quick",
                            "--device", device, "--json")["figures"]
    yield from quick.verdicts(lines)
    if [line["part"] for line in lines] != ["tsplib", *["made"] * len(made.KINDS)]:
        yield f"{device}: {[line['instance'] for line in lines]}"
    if any(min(line["gaps"]) < 0 for line in lines):
        yield f"{device}: a gap is below 0"


def check(program):
    yield from check_made()
    with tempfile.TemporaryDirectory() as folder:
        yield from check_figures(program, "none", folder)
        yield from check_figures(program, "auto", folder)


if __name__ == "__main__":
    sys.exit(quick.end(check(*sys.argv[1:])))
