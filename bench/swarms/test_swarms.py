#!/usr/bin/env python3
"""swarms.py --quick makes figures, tables and the page on whatever device there is; its rank test recognises worse values.

usage: test_swarms.py PROGRAM HELPERS
"""
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))

import published  # noqa: E402
import quick  # noqa: E402
from runs import worse_probability  # noqa: E402

SCRIPT = os.path.join(HERE, "swarms.py")

# What the paper says in its first two columns, and words that the page must have.
SHOWN = ["| serial | Xeon E3-1275 v5 | 0.100 | 0.187 |", "| queue-lock | GTX 1080 Ti | 0.216 | 0.219 |",
         "| reduction | GTX 1080 Ti | 0.413 | 0.419 |", "| reduction-unrolled | GTX 1080 Ti | 0.394 | 0.402 |",
         "| queue | GTX 1080 Ti | 0.368 | 0.368 |", "| queue-lock | GTX 1080 Ti | 0.220 | 0.222 |",
         "| queue | GTX 1080 Ti | 0.487 | 0.384 |", "| iterations |  | 5,000 | 4,000 |",
         "| **asynchronous** |", "| rosenbrock | absorb |",
         "| queue-lock | GTX 1080 Ti | 1.75 | 3.71 |", "| queue | GTX 1080 Ti | 4.91 | 9.22 |",
         "| queue-lock | theirs | GTX 1080 Ti | 1.91 | 1.91 |", "| cupso-cubic | 1 | 32 | 20 | paper's |",
         "| one asynchronous swarm |", "structures over arrays, Philox", "Section 6.3 calls the time that the lock saves",
         "`argument` against `numbers`: ", "(page/figure-3.svg)"]
# Sums of the published columns, taken from the texts apart from published.py.
SUMS = {"TABLE_3": (12.319, 3.2, 2.935, 2.672, 1.557), "TABLE_4": (769.483, 6.548), "TABLE_5": (22300, 888.846, 5.827),
        "LATER": (4.029833, 3.981036, 3.862764, 2.14256)}

# The speed-ups that the paper prints, cut rather than rounded.
SPEED_UPS = {"TABLE_4": (1.75, 3.71, 6.73, 13.40, 27.29, 46.83, 75.47, 113.56, 147.16, 195.45, 137.24),
             "TABLE_5": (4.91, 9.22, 18.42, 31.45, 55.74, 98.15, 154.41, 201.10, 225.17, 203.53, 217.78)}


def check_published():
    for name, sums in SUMS.items():
        table = getattr(published, name)
        for index, expected in enumerate(sums):
            found = sum(row[index] for row in table.values())
            if abs(found - expected) > 1e-6:
                yield f"{name}, column {index}: the sum is {found:.6f}, expected {expected}"
    for name, expected in SPEED_UPS.items():
        for line, ratio in zip(getattr(published, name).values(), expected):
            if not -0.006 < line[-2] / line[-1] - ratio < 0.011:
                yield f"{name}: {line[-2]} over {line[-1]} is not {ratio}"


def check_rank_test():
    """Compares the rank test with exact values: 5 larger and 5 smaller numbers without ties, one order in 252."""
    low, high = [1.0, 2, 3, 4, 5], [6.0, 7, 8, 9, 10]
    if not abs(worse_probability(high, low) - 1 / 252) < 0.003:
        yield f"all larger: {worse_probability(high, low)}"
    if worse_probability(low, high) < 0.99:
        yield f"all smaller: {worse_probability(low, high)}"
    if worse_probability([0.0] * 30, [0.0] * 30) != 1:
        yield "all the same: worse"
    if not 0.4 < worse_probability([1, 3, 5, 7.0], [2, 4, 6, 3.5]) < 0.7:
        yield "mixed: not about even"


def check_page(program, helpers, folder):
    made, paths = {}, []
    counter = os.path.join(helpers, "swarms_improvements")
    for words in (["figures", program], ["tables", program, "--only", "table-3,table-4,table-5"],
                  ["improvements", counter], ["layouts", os.path.join(helpers, "swarms_layouts")], ["constants", program, "--repeats", "1"], ["devices", program, "--repeats", "1"]):
        paths.append(os.path.join(folder, f"{words[0]}.json"))
        made[words[0]] = quick.record_of(paths[-1], SCRIPT, *words, "--quick", "--helpers", helpers, "--output")
    yield from quick.verdicts(made["figures"]["figures"])
    page = os.path.join(folder, "page.md")
    done = quick.run(SCRIPT, "docs", *paths, "--output", page)
    if done.returncode != 0:
        yield f"docs: exit code {done.returncode}\n{done.stderr}"
        return
    with open(page, encoding="utf-8") as file:
        text = file.read()
    yield from (f"the page does not show '{words}'" for words in SHOWN if words not in text)


def check(program, helpers):
    yield from check_published()
    yield from check_rank_test()
    with tempfile.TemporaryDirectory() as folder:
        yield from check_page(program, helpers, folder)


if __name__ == "__main__":
    sys.exit(quick.end(check(*sys.argv[1:])))
