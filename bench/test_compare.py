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
import types

import compare as compared

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
        wins = sum(compared.is_equal(score, better(runs[k]["score"] for runs in others))
                   for k, score in enumerate(scores))
        assert row["wins"] == f"{wins} of {len(scores)}", about


def rows_where_one_fails():
    """Returns the rows of two sets on one function: the first fails with seed 2 and is equal up to rounding with 3."""
    runs = {("f", name): [{"seed": seed, "score": score, "gap": score, "sign": 1, "best_seconds": 1}
                          for seed, score in some]
            for name, some in (("one", [(1, 2.0), (3, 1.0 + 1e-15)]), ("other", [(1, 1.0), (2, 1.0), (3, 1.0)]))}
    options = types.SimpleNamespace(inputs=["f"], sets=["one", "other"])
    return list(compared.rows_of(options, runs, {("f", "one"): [{"seed": 2}], ("f", "other"): []}))


def check_equal():
    """Values that differ by rounding are equal, in the test of significance, too."""
    pairs = ((1e-17, -3e-18), (1e6, 1e6 + 1e-4), (1e-11, 2e-11), (1, 1 + 1e-8))
    assert [compared.is_equal(*pair) for pair in pairs] == [True, True, False, False]
    stats, compared.stats = compared.stats, types.SimpleNamespace(
        mannwhitneyu=lambda ours, theirs: types.SimpleNamespace(pvalue=(ours, theirs)))
    assert compared.chance([1 + 1e-15, 3.0], [2.0, 1.0]) == ([1.0, 3.0], [2.0, 1.0])
    compared.stats = stats


def main():
    check_equal()
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
        assert [row["failed"] for row in rows] == ["0", "2"] and rows[1]["wins"] == "0 of 2", rows
        assert "no failed with seed 2" in done.stderr and "--kicks 5" in cells[1]["failed"][1]["error"], done.stderr
        run, *more = rows_where_one_fails()
        assert (run[2:4], run[-2]) == ([2, 1], "1 of 3") and more[0][-2] == "3 of 3", (run, more)
        rows, cells, done = compare(folder, "pso", files[2], "--set", "pso", "--set", "acor", "--seeds", "2",
                                    "-d cpu --iterations 20 --dim 2 --bounds -5:5 --maximise")
        check(rows, cells, max)
        assert min(float(row["best gap"]) for row in rows) == 0 and "gaps count from" in done.stdout, done.stdout
    print("compare.py computes what its runs say")


if __name__ == "__main__":
    main()
