#!/usr/bin/env python3
"""Compares sets of options of swarmcl over seeds, on instances of any problem or on functions.

usage: compare.py [PROGRAM] PROBLEM INPUT... --set SET [--set SET ...] [--seeds N] [--first-seed S] [-o FILE ...]
                  [-- OPTIONS]

PROGRAM is by default the swarmcl in the folder of this script, or the one on the PATH; the installed script is
swarmcl-compare. PROBLEM is tsp, pso, qap or orient; INPUT a file, or the name of a function. SET is NAME=OPTIONS, or a
word of --algorithm. All runs have the OPTIONS. Before the measured runs, each set runs one iteration on each input, so
that the driver has compiled the kernels. All sets run with one seed before the next seed, so slow changes of the
machine affect all. -o writes the table to FILE.csv, every run to FILE.json, a chart of the gaps to FILE.svg or .png.

Values are equal, in wins and for p, if they differ by less than 1e-12, or by less than 1e-9 of the larger one. The
column p needs scipy. A failed run counts in the column failed, and as not won; all other figures leave it out.

Exit code 0: done, also after Ctrl-C, with the complete runs; 1: a run failed; 2: wrong arguments; 77: there is no such
device.
"""
import argparse
import collections
import csv
import math
import os
import shlex
import shutil
import statistics
import sys

import shared

try:
    from scipy import stats
except ImportError:
    stats = None
try:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    matplotlib.rcParams["svg.fonttype"] = "none"  # letters stay letters
except ImportError:
    pyplot = None

PROBLEMS = ("tsp", "pso", "qap", "orient")
HEADS = ["input", "set", "runs", "failed", "best", "mean", "median", "deviation", "worst", "best gap", "mean gap",
         "worst gap", "s to best", "wins", "p"]
GAPS = slice(HEADS.index("best gap"), HEADS.index("worst gap") + 1)
ENDS = ("--time", "--iterations", "--evaluations")  # options that the run before the measured ones does not have


def note(text):
    print(f"compare.py: {text}", file=sys.stderr, flush=True)


def number(text):
    """Parses an integer of at least 1."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def parsed():
    if sys.argv[1:2] and sys.argv[1] in PROBLEMS:
        near = os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), "swarmcl")
        sys.argv.insert(1, near if os.path.exists(near) else shutil.which("swarmcl") or "swarmcl")
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    usage, *text = __doc__.split("\n\n")[1:]
    parser = argparse.ArgumentParser(usage=usage.removeprefix("usage: "), description="\n\n".join(text),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("problem")
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--set", action="append", required=True, dest="sets")
    parser.add_argument("--seeds", type=number, default=5)
    parser.add_argument("--first-seed", type=number, default=1)
    parser.add_argument("-o", "--output", action="append", default=[])
    options = parser.parse_args(sys.argv[1:split])
    options.common = sys.argv[split + 1:]
    options.sets = [each if "=" in each else f"{each}=--algorithm {each}" for each in options.sets]
    options.sets = {name: shlex.split(words) for name, _, words in (each.partition("=") for each in options.sets)}
    for path in options.output:
        if not path.endswith((".csv", ".json", ".svg", ".png")):
            parser.error(f"--output {path}: expected FILE.csv, .json, .svg or .png")
    return options


def run(options, file, words, seed):
    """Makes a run and returns the figures that the table needs. Documents have score and gap first."""
    document = shared.document_of(options.program, options.problem, file, *options.common, *words, "--seed", seed,
                                  "--json", "-q")
    result = document["result"]
    (_, score), (kind, gap), *_ = result.items()
    maximise = document.get("objective", {}).get("maximise", options.problem == "orient")
    sign = -1 if maximise else 1
    return {"seed": seed, "score": sign * math.inf if score is None else score, "gap": gap, "sign": sign,
            "relative": kind == "gap_percent", "iterations": result["iterations"],
            "seconds": result["seconds"], "best_seconds": result["best_seconds"], "stop_reason": result["stop_reason"]}


def compile_kernels(options, file, words):
    """Makes a run of one iteration. If it fails, the measured runs report the reason."""
    kept, words = [], iter([*options.common, *words])
    for word in words:
        if word in ENDS:
            next(words, None)
        elif word.split("=")[0] not in ENDS:
            kept.append(word)
    try:
        shared.document_of(options.program, options.problem, file, *kept, "--iterations", 1, "--json", "-q")
    except shared.NoDevice:
        raise
    except shared.Failed:
        pass


def made(options):
    """Makes all runs; returns {(input, set): runs}, and {(input, set): failed seeds and their errors}."""
    runs, failed = ({(file, name): [] for file in options.inputs for name in options.sets} for _ in range(2))
    try:
        for file in options.inputs:
            for words in options.sets.values():
                compile_kernels(options, file, words)
            for seed in range(options.first_seed, options.first_seed + options.seeds):
                for name, words in options.sets.items():
                    try:
                        runs[file, name].append(run(options, file, words, seed))
                    except shared.NoDevice:
                        raise
                    except shared.Failed as problem:
                        note(f"{file}: {name} failed with seed {seed}: {problem}")
                        failed[file, name].append({"seed": seed, "error": str(problem)})
    except KeyboardInterrupt:
        note("ended early; the run that was cut short is left out")
    return runs, failed


def count_gaps(options, runs):
    """Fills in gaps over the best score of all runs, for inputs without a best known score."""
    for file in options.inputs:
        every = [each for name in options.sets for each in runs[file, name]]
        if every and any(each["gap"] is None for each in every):
            best = min(every, key=lambda each: each["sign"] * each["score"])["score"]
            print(f"{file}: no best score is known; gaps count from the best one found here")
            for each in every:
                gap = each["sign"] * (each["score"] - best)
                each["gap"] = gap if not each["relative"] else 100 * gap / abs(best) if best else math.nan


def is_equal(one, other):
    """True if two values differ by no more than rounding."""
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)


def chance(ours, theirs):
    """Returns the p-value of the rank test of Mann and Whitney that both sets give equal scores."""
    first, firsts = math.nan, {}
    for score in sorted(ours + theirs):
        firsts[score] = first = first if is_equal(first, score) else score
    ours, theirs = ([firsts[score] for score in scores] for scores in (ours, theirs))
    return stats.mannwhitneyu(ours, theirs).pvalue if len(set(ours + theirs)) > 1 else 1.0


def rows_of(options, runs, failed):
    """Yields a row for each input and set; with several inputs also a row for each set over all inputs, with p
    from Wilcoxon's signed-rank test of the mean gaps."""
    first, means = next(iter(options.sets)), collections.defaultdict(list)
    for file in options.inputs:
        found = {name: runs[file, name] for name in options.sets if runs[file, name]}
        seeds = set.intersection(*({each["seed"] for each in runs[file, name] + failed[file, name]}
                                   for name in options.sets))
        least = {seed: min((each["sign"] * each["score"] for some in found.values() for each in some
                            if each["seed"] == seed), default=None) for seed in seeds}
        for name in options.sets:
            some, fails = runs[file, name], len(failed[file, name])
            if not some:
                if fails:
                    yield [file, name, 0, fails, *[None] * 9, f"0 of {len(seeds)}", None]
                continue
            sign, gaps = some[0]["sign"], [each["gap"] for each in some]
            scores = sorted(sign * each["score"] for each in some)
            wins = sum(is_equal(sign * each["score"], least[each["seed"]]) for each in some if each["seed"] in seeds)
            compared = stats and name != first and first in found
            means[name].append(statistics.mean(gaps))
            yield [file, name, len(some), fails, *(sign * value for value in (scores[0], statistics.mean(scores),
                                                                              statistics.median(scores))),
                   statistics.stdev(scores) if len(scores) > 1 else None, sign * scores[-1],
                   min(gaps), means[name][-1], max(gaps), statistics.median(each["best_seconds"] for each in some),
                   f"{wins} of {len(seeds)}",
                   chance([sign * each["score"] for each in found[first]], scores) if compared else None]
    complete = [name for name in means if len(means[name]) == len(options.inputs) > 1]
    for name in complete:
        test = stats and name != first in complete
        apart = [ours - theirs for ours, theirs in zip(means[name], means[first]) if not is_equal(ours, theirs)]
        yield ["all", name, *[None] * 8, statistics.mean(means[name]), *[None] * 3,
               (stats.wilcoxon(apart).pvalue if apart else 1.0) if test else None]


def print_table(rows):
    lines = [HEADS, *(["-" if value is None else f"{value:{'.3g' if column >= GAPS.start else '.10g'}}"
                       if isinstance(value, float) else str(value) for column, value in enumerate(row)]
                      for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines)]
    for line in lines:
        print("  ".join(cell.ljust(width) if column < 2 else cell.rjust(width)
                        for column, (cell, width) in enumerate(zip(line, widths))).rstrip())


def draw(path, options, rows):
    """Draws a dot for each mean gap, with whiskers from the least to the largest gap."""
    rows = [row for row in rows if row[0] != "all" and row[2]]
    figure, axes = pyplot.subplots(figsize=(8, 1.2 + 0.3 * len(rows)), layout="constrained")
    for index, name in enumerate(options.sets):
        of_set = [(place, *row[GAPS]) for place, row in enumerate(rows) if row[1] == name]
        if of_set:
            places, low, mean, high = zip(*of_set)
            ends = [[m - l for m, l in zip(mean, low)], [h - m for h, m in zip(high, mean)]]
            axes.errorbar(mean, places, xerr=ends, fmt="o", capsize=4, color=f"C{index}", label=name)
    axes.set_yticks(range(len(rows)), [f"{row[0]}  {row[1]}" for row in rows])
    axes.invert_yaxis()
    axes.set_xlabel(f"gap: mean of {options.seeds} seeds, from the best to the worst")
    figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)


def main():
    options = parsed()
    if not stats:
        note("p will be missing: there is no column p without scipy (Debian: python3-scipy)")
    if not pyplot and any(path.endswith((".svg", ".png")) for path in options.output):
        note("there is no chart without matplotlib (Debian: python3-matplotlib)")
    try:
        runs, failed = made(options)
    except shared.NoDevice as problem:
        note(problem)
        return shared.SKIPPED
    count_gaps(options, runs)
    rows = list(rows_of(options, runs, failed))
    print_table(rows)
    for path in options.output:
        if path.endswith(".csv"):
            with open(path, "w", encoding="utf-8", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows([HEADS, *rows])
        elif path.endswith(".json"):
            shared.write(path, shared.text_of([{"input": file, "set": name, "options": options.sets[name],
                                                "runs": some, "failed": failed[file, name]}
                                               for (file, name), some in runs.items()]) + "\n")
        elif pyplot:
            draw(path, options, rows)
    return 1 if any(failed.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
