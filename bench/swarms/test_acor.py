#!/usr/bin/env python3
"""acor.py --quick ranks swarms and ants, writes the table to a page, and reads a reference's table.

usage: test_acor.py PROGRAM
"""
import math
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))

import acor  # noqa: E402
import quick  # noqa: E402

SCRIPT = os.path.join(HERE, "acor.py")
PAGE = f"before\n{acor.BEGIN}an old table\n{acor.END}behind\n"


def check_winner():
    """An algorithm is the better one only with a probability of error below 1 %."""
    found = [acor.winner_of({"better": better, "worse": worse}) for better, worse in ((0.001, 1), (1, 0.001), (0.1, 0.9))]
    if found != ["acor", "swarm", "-"]:
        yield f"winners: {found}"


def check_interval():
    """Both samples count: 100 of our runs and 25 of theirs."""
    apart, either = acor.interval_of_means([90, 110] * 50, 80, 25)
    if abs(apart - 0.25) > 1e-9 or abs(either - 1.96 * 10.05 * math.sqrt(1 / 100 + 1 / 25) / 80) > 1e-4:
        yield f"interval: {apart}, {either}"
    if acor.interval_of_means([], 80, 25)[1] != math.inf:
        yield "an interval of nothing"


def check_reference(folder, program):
    """Reads the table of a reference that prints known numbers."""
    source = os.path.join(folder, "reference.c")
    lines = [f"{name:18} q 0.1  success  50 %  median      1  mean    700" for name in acor.SETTINGS]
    with open(source, "w", encoding="ascii") as file:
        file.write("#include <stdio.h>\nint main(void)\n{\n" + "".join(f'    puts("{line}");\n' for line in lines) + "}\n")
    if acor.table_of(source, 1) != {name: (50, 700) for name in acor.SETTINGS}:
        yield "the reference's table is not read"
    done = quick.run(SCRIPT, "probe", program, source, "--seeds", 2, "--rows", "B2;De Jong 3")
    if done.returncode != 0 or done.stdout.count("points (+-") != 2 or "\nB2, mean" not in done.stdout:
        yield f"probe: exit code {done.returncode}\n{done.stderr}{done.stdout}"
    objective, dimensions, _, _, best = acor.SETTINGS["B2"]
    runs = acor.runs_of(program, objective, dimensions, 2000, 2, "--algorithm", "acor", "--target", best + 1e-4)
    if [run["stop_reason"] for run in runs] != ["target", "target"]:
        yield f"B2: {runs}"


def check(program):
    yield from check_winner()
    yield from check_interval()
    with tempfile.TemporaryDirectory() as folder:
        yield from check_reference(folder, program)
        ranked, page = os.path.join(folder, "rank.json"), os.path.join(folder, "page.md")
        record = quick.record_of(ranked, SCRIPT, "rank", program, "--quick", "--output")
        if [(row["objective"], row["dimensions"]) for row in record["rows"]] != [("sphere", 10), ("sphere", 30)]:
            yield f"rank: {record['rows']}"
        with open(page, "w", encoding="utf-8") as file:
            file.write(PAGE)
        done = quick.run(SCRIPT, "docs", ranked, "--output", page)
        with open(page, encoding="utf-8") as file:
            text = file.read()
        if done.returncode != 0 or "an old table" in text or "| `sphere` | 10 | " not in text \
                or not text.startswith("before\n") or not text.endswith("behind\n"):
            yield f"docs: exit code {done.returncode}\n{done.stderr}{text}"


if __name__ == "__main__":
    sys.exit(quick.end(check(*sys.argv[1:])))
