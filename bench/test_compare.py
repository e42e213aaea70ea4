#!/usr/bin/env python3
"""The statistics of compare.py, recomputed from the runs that it writes.

usage: test_compare.py PROGRAM
"""
import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
INSTANCES = os.path.join(os.path.dirname(HERE), "instances")
GAPS = ("best gap", "mean gap", "worst gap")


def compare(folder, *words, code=0):
    """Runs compare.py; returns the rows of the table, the runs and the messages."""
    files = [os.path.join(folder, "gaps" + suffix) for suffix in (".csv", ".json", ".svg")]
    done = subprocess.run([sys.executable, os.path.join(HERE, "compare.py"), sys.argv[1], *words[:-1], "-o", files[0],
                           "-o", files[1], "-o", files[2], "--", *words[-1].split()],
                          capture_output=True, text=True, check=False)
    assert done.returncode == code, f"{words}: exit code {done.returncode}: {done.stderr}"
    assert os.path.exists(files[2]) or "no chart without matplotlib" in done.stderr, done.stderr
    with open(files[0], encoding="utf-8") as table, open(files[1], encoding="utf-8") as document:
        rows, cells = list(csv.DictReader(table)), json.load(document)
    assert len(done.stdout.splitlines()) >= len(rows) + 1, done.stdout
    return rows, cells, done


def check(rows, cells, better):
    """Checks each row against its runs; `better` is min or max."""
    filled = [cell for cell in cells if cell["runs"]]
    for row, cell in zip(rows, filled):
        scores, gaps = ([run[what] for run in cell["runs"]] for what in ("score", "gap"))
        about = f"{cell['input']}, {cell['set']}: {row}"
        assert (row["input"], row["set"], int(row["runs"])) == (cell["input"], cell["set"], len(scores)), about
        assert float(row["best"]) == better(scores) and abs(float(row["mean"]) - statistics.mean(scores)) < 1e-6, about
        assert all(abs(float(row[head]) - of(gaps)) < 1e-9
                   for head, of in zip(GAPS, (min, statistics.mean, max))), about
        others = [other["runs"] for other in filled if other["input"] == cell["input"]]
        wins = sum(score == better(runs[k]["score"] for runs in others) for k, score in enumerate(scores))
        assert row["wins"] == f"{wins} of {len(scores)}", about


def main():
    files = [os.path.join(INSTANCES, name) for name in ("uniform100.tsp", "random17.atsp", "himmelblau.cl")]
    with tempfile.TemporaryDirectory() as folder:
        rows, cells, done = compare(folder, "tsp", *files[:2], "--set", "acs", "--set", "as",
                                    "--set", "same=--algorithm acs", "--seeds", "3",
                                    "-d none --iterations 3 --local-search none")
        check(rows, cells, min)
        assert [row["input"] for row in rows[6:]] == ["all"] * 3 and len(rows) == 9, rows
        if "no column p" not in done.stderr:
            assert [row["p"] for row in rows if row["set"] == "same"] == ["1.0"] * 3, rows
            assert float(rows[1]["p"]) <= 0.1, rows[1]  # three lengths beyond three others: 2 of 20 orders
        rows, cells, done = compare(folder, "tsp", files[0], "--set", "acs", "--set", "no=--kicks 5 --algorithm acs",
                                    "--seeds", "2", "-d none --iterations 1", code=1)
        check(rows, cells, min)
        assert len(rows) == 1 and "no is left out" in done.stderr and "--kicks 5" in done.stderr, done.stderr
        rows, cells, done = compare(folder, "pso", files[2], "--set", "pso", "--set", "acor", "--seeds", "2",
                                    "-d cpu --iterations 20 --dim 2 --bounds -5:5 --maximise")
        check(rows, cells, max)
        assert min(float(row["best gap"]) for row in rows) == 0 and "gaps count from" in done.stdout, done.stdout
    print("compare.py computes what its runs say")


if __name__ == "__main__":
    main()
