#!/usr/bin/env python3
"""Continuous ants next to a reference of them, and next to swarms.

usage: acor.py probe PROGRAM SOURCE.c [--seeds N] [--rows NAME;...] [--output FILE.json]
                                                                         SOURCE.c: a reference in C with a table as its
                                                                         output, compiled and run with the same options
       acor.py rank PROGRAM [--seeds N] [--jobs N] [--dimensions N,...] [--output FILE.json]
                                                                         which algorithm is better on which objective
       acor.py docs JSON... [--output acor.md]                           the table of `rank` in the page

`probe` prints `what | aim | measured | device`: mean evaluations until the objective is within the error of its best
value, and the share of seeds that reach it, each with the difference and its 95 % interval. All runs are those of the
sequential reference, whose results every device repeats.
"""
import argparse
import concurrent.futures
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import shared  # noqa: E402
from runs import worse_probability  # noqa: E402
from shared import Report, document_of, output_of  # noqa: E402

BEGIN, END = "<!-- made by bench/swarms/acor.py -->\n", "<!-- end -->\n"

# The reference's settings and most evaluations. Name there: objective, dimensions, bounds, q, and the best value, or
# None for 0 and an error of 1e-10. Otherwise the error is 1e-4 of the best value plus 1e-4.
ARCHIVE, ANTS, XI, MOST = 50, 2, 0.85, 50000
SETTINGS = {
    "sphere": ("sphere", 10, "-3:7", 1e-4, None), "rosenbrock": ("rosenbrock", 10, "-3:7", 1e-4, None),
    "B2": ("b2", 2, None, 0.1, 0), "Branin": ("branin", 2, None, 0.1, 0.39788735772973816),
    "Easom": ("easom", 2, None, 0.1, -1), "Goldstein-Price": ("goldstein-price", 2, None, 0.1, 3),
    "Martin-Gaddy": ("martin-gaddy", 2, None, 0.1, 0), "Rosenbrock 2": ("rosenbrock", 2, "-5:10", 0.1, 0),
    "Rosenbrock 5": ("rosenbrock", 5, "-5:10", 0.1, 0), "Zakharov 2": ("zakharov", 2, None, 0.1, 0),
    "Zakharov 5": ("zakharov", 5, None, 0.1, 0), "De Jong 3": ("sphere", 3, "-5.12:5.12", 0.1, 0),
    "Hartmann 3,4": ("hartmann-3", 3, None, 0.1, -3.862779787332660),
    "Hartmann 6,4": ("hartmann-6", 6, None, 0.1, -3.322368011415515),
    "Shekel 4,5": ("shekel-5", 4, None, 0.1, -10.15319967905823),
    "Shekel 4,7": ("shekel-7", 4, None, 0.1, -10.40294056681868),
    "Shekel 4,10": ("shekel-10", 4, None, 0.1, -10.53640981669205),
    "Griewank 10": ("griewank", 10, "-5.12:5.12", 0.1, 0), "Griewank 10 wide": ("griewank", 10, None, 0.1, 0),
    "Ackley 10": ("ackley", 10, "-32:32", 0.1, 0), "Sphere 10": ("sphere", 10, "-5.12:5.12", 0.1, 0),
}
MEAN_WITHIN, SUCCESS_WITHIN = 0.15, 5
SIGMAS = 1.96  # of a 95 % interval
# Iterations without a better solution after which a run ends: its archive has collapsed. The reference stops by its
# extent.
COLLAPSED = 5000

# `rank`: evaluations of either algorithm, particles of the swarm, dimensions where an objective takes any.
EVALUATIONS, PARTICLES, DIMENSIONS, SHIFT = 10000, 40, (10, 30), 1
CHUNK = 10  # seeds of a process
SIGNIFICANCE, NOTHING = 0.01, 1e-12


def table_of(source, seeds):
    """Runs the reference; returns {name: (success in per cent, mean evaluations)} from its output."""
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "reference")
        subprocess.run(["cc", "-O2", source, "-o", program, "-lm"], check=True)
        lines = re.findall(r"^(.*?)\s+q \S+\s+success\s+(\d+) %.*mean\s+(\d+)$", output_of(program, seeds, 0, 1), re.M)
    return {name: (int(success), int(mean)) for name, success, mean in lines}


def runs_of(program, objective, dimensions, iterations, seeds, *words):
    return document_of(program, "pso", objective, "--dim", dimensions, "--iterations", iterations, "--repeat", seeds,
                       "--device", "none", "--json", "-q", *words)["repeat"]["runs"]


def interval_of_means(found, their_mean, their_count):
    """Returns the relative difference of the means and half of its 95 % interval. Of theirs only the mean is known; its
    runs are assumed to vary as ours do."""
    if len(found) < 2 or their_count < 1:
        return statistics.mean(found or [0]) / max(their_mean, 1) - 1, math.inf
    either = SIGMAS * statistics.stdev(found) * math.sqrt(1 / len(found) + 1 / their_count)
    return statistics.mean(found) / their_mean - 1, either / their_mean


def probe(options):
    report = Report(shared.short_name(None), options.quick)
    theirs = table_of(options.paths[1], options.seeds)
    for name, (objective, dimensions, bounds, q, best) in SETTINGS.items():
        if options.rows and name not in options.rows:
            continue
        error = 1e-10 if best is None else 1e-4 * abs(best) + 1e-4
        runs = runs_of(options.paths[0], objective, dimensions, (MOST - ARCHIVE) // ANTS, options.seeds,
                       "--algorithm", "acor", "--archive", ARCHIVE, "--ants", ANTS, "--xi", XI, "--q", q,
                       "--no-improve", COLLAPSED, "--target", (best or 0) + error,
                       *(["--bounds", bounds] if bounds else []))
        found = [ARCHIVE + ANTS * run["iterations"] for run in runs if run["stop_reason"] == "target"]
        share, mean = 100 * len(found) / len(runs), statistics.mean(found) if found else 0
        their_share, their_mean = theirs[name]
        apart, either = interval_of_means(found, their_mean, round(their_share * len(runs) / 100))
        report.add(f"{name}, mean evaluations of successful runs", f"within {MEAN_WITHIN:.0%} of the reference",
                   f"{mean:.0f} against {their_mean}, {100 * apart:+.0f} % (+- {100 * either:.0f})",
                   abs(apart) <= MEAN_WITHIN)
        either = SIGMAS * math.sqrt(sum(p * (100 - p) for p in (share, their_share)) / len(runs))
        report.add(f"{name}, successful runs of {len(runs)}", f"at most {SUCCESS_WITHIN} points below the reference",
                   f"{share:.0f} % against {their_share} %, {share - their_share:+.0f} points (+- {either:.0f})",
                   share >= their_share - SUCCESS_WITHIN)
    return {"command": "probe", "figures": report.lines}


def jobs_of(options):
    """Returns jobs: objective, dimensions and options of each row, with each algorithm and some seeds; long ones
    first."""
    jobs = []
    for row in document_of(options.paths[0], "pso", "--list", "--json")["objectives"]:
        free = row["maximum_dimensions"] > max(DIMENSIONS)
        for dimensions in options.dimensions if free else [row["minimum_dimensions"]]:
            shift = ["--shift", SHIFT] if row["can_shift"] else []
            for algorithm in ("pso", "acor"):
                jobs += [(row["name"], dimensions, algorithm, first, shift)
                         for first in range(1, options.seeds + 1, CHUNK)]
    return sorted(jobs[:4] if options.quick else jobs, key=lambda job: (job[2], -job[1]))


def distances(options, job):
    objective, dimensions, algorithm, first, shift = job
    ants = algorithm == "acor"
    iterations = (EVALUATIONS - max(50, 2 * dimensions)) // ANTS if ants else EVALUATIONS // PARTICLES - 1
    runs = runs_of(options.paths[0], objective, dimensions, 20 if options.quick else iterations,
                   min(CHUNK, options.seeds + 1 - first), "--seed", first, "--algorithm", algorithm, *shift,
                   *([] if ants else ["--particles", PARTICLES]))
    return [0.0 if run["distance"] < NOTHING else run["distance"] for run in runs]


def rank(options):
    jobs = jobs_of(options)
    rows = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for job, found in zip(jobs, pool.map(lambda job: distances(options, job), jobs)):
            rows.setdefault(job[:2], {"pso": [], "acor": []})[job[2]] += found
    return {"command": "rank", "seeds": options.seeds, "evaluations": EVALUATIONS, "rows": [
        {"objective": objective, "dimensions": dimensions, "values": values,
         "worse": worse_probability(values["acor"], values["pso"]),
         "better": worse_probability(values["pso"], values["acor"])}
        for (objective, dimensions), values in sorted(rows.items())]}


def winner_of(row):
    return "acor" if row["better"] < SIGNIFICANCE else "swarm" if row["worse"] < SIGNIFICANCE else "-"


def page(paths, output):
    found = {(row["objective"], row["dimensions"]): row for one in shared.records_of(paths) for row in one["rows"]}
    rows = [[f"`{row['objective']}`", str(row["dimensions"]),
             *(f"{statistics.median(row['values'][algorithm]):.3g}" for algorithm in ("pso", "acor")), winner_of(row)]
            for _, row in sorted(found.items())]
    table = shared.markdown(["objective", ">n", ">swarm, median distance", ">acor, median distance", "better"], rows)
    wins = {word: sum(row[-1] == word for row in rows) for word in ("acor", "swarm", "-")}
    with open(output, encoding="utf-8") as file:
        before, _, rest = file.read().partition(BEGIN)
    with open(output, "w", encoding="utf-8") as file:
        file.write(f"{before}{BEGIN}\n{table}\nOf {len(rows)} rows the ants are better on {wins['acor']}, the swarm on "
                   f"{wins['swarm']}; on {wins['-']} the test finds no difference.\n\n{END}{rest.partition(END)[2]}")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["probe", "rank", "docs"])
    parser.add_argument("paths", nargs="+", metavar="PROGRAM|SOURCE.c|JSON")
    parser.add_argument("--seeds", type=shared.count, help="[default 100 for probe, 30 for rank]")
    parser.add_argument("--rows", type=lambda text: text.split(";"), 
                        help="of probe: names, with semicolons [default all]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="of rank: runs at a time")
    parser.add_argument("--dimensions", type=lambda text: [int(word) for word in text.split(",")], default=DIMENSIONS,
                        help="of rank: where an objective takes any [default 10,30]")
    parser.add_argument("--quick", action="store_true", help="few objectives and seeds: shows that everything works")
    parser.add_argument("--output", dest="json", help="file to write")
    options = parser.parse_args(arguments)
    if options.command != "docs" and len(options.paths) != (2 if options.command == "probe" else 1):
        parser.error("probe takes PROGRAM SOURCE.c, rank PROGRAM")
    options.seeds = 2 if options.quick else options.seeds or (100 if options.command == "probe" else 30)
    if options.command == "docs":
        page(options.paths, options.json or os.path.join(shared.ROOT, "bench", "swarms", "acor.md"))
        return 0
    return shared.measure(options, lambda: {"probe": probe, "rank": rank}[options.command](options))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
