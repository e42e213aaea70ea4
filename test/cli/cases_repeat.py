"""Cases of `swarmcl tsp --repeat`: statistics of runs, their reports, refusals."""

import json
import math
import re
import signal
import statistics
import time

import scenes
from cases import documented_run, refused, tsp, value
from fixtures import coordinates_file, random_points
from run import Case
from scenes import require, stopped

TWIN = ["-d", "none"]
RUN = ["seed", "length", "iterations", "seconds", "gap_percent", "best_seconds", "target_seconds", "stop_reason"]


def close(found, expected):
    return found == expected or (None not in (found, expected) and math.isclose(found, expected, rel_tol=1e-9))


def require_statistics(stats, members=RUN, best=min):
    """Requires the right statistics of the runs, whose second member is the score."""
    runs = stats["runs"]
    scores = [run[members[1]] for run in runs]
    require(all(list(run) == members for run in runs), f"the members are {list(runs[0])}")
    seeds = [run["seed"] for run in runs]
    require(seeds == list(range(seeds[0], seeds[0] + len(seeds))), f"the seeds are {seeds}")
    expected = {"best": best(scores), "worst": (max if best is min else min)(scores), "mean": statistics.fmean(scores),
                "median": statistics.median(scores), "deviation": statistics.stdev(scores) if len(scores) > 1 else None}
    for name, number in expected.items():
        require(close(stats[name], number), f"{name} is {stats[name]}, expected {number}")
    require(all(0 <= run["best_seconds"] <= run["seconds"] for run in runs), f"seconds of {runs}")
    if "target" in stats:
        reached = [run["target_seconds"] for run in runs if run["target_seconds"] is not None]
        middle = round(statistics.median(reached), 5) if reached else None
        found = stats["target"]["median_seconds"]
        require(stats["target"]["reached"] == len(reached)
                and (found is None) == (middle is None) and (middle is None or abs(found - middle) < 1e-4),
                f"{stats['target']} of {reached}")
    else:
        require(all(run["target_seconds"] is None for run in runs), "a target where there is none")


def repeated(outcome):
    """The document describes the best run, and lists all runs."""
    documented_run(outcome)
    run = outcome.json()
    stats = run["repeat"]
    require(list(run).index("repeat") == list(run).index("result") + 1, f"the members are {list(run)}")
    require_statistics(stats)
    best = next(one for one in stats["runs"] if one["length"] == stats["best"])
    require(run["result"]["length"] == stats["best"] and run["parameters"]["seed"] == best["seed"],
            f"seed {run['parameters']['seed']} has length {run['result']['length']}")


def reached(count, runs=None):
    def check(outcome):
        stats = outcome.json()["repeat"]
        require(stats["target"]["reached"] == count, f"the target is {stats['target']}")
        require(runs is None or len(stats["runs"]) == runs, f"{len(stats['runs'])} runs")
    return check


def no_target(outcome):
    require("target" not in outcome.json()["repeat"], "there is a target")


# ---------------------------------------------------------------------------------------------------------------------
# --repeat


def repeats_are_runs(bench):
    """Every run of --repeat has the result of its seed, files belong to the best run, and text and JSON agree."""
    for algorithm in ("as", "acs", "mosaic"):
        line = tsp("--algorithm", algorithm, "--seed", "7", file="medium.tsp", iterations="2")
        more = {"as": ["--ants", "15"], "acs": ["--local-search", "none"]}.get(algorithm, ["--population", "4"])
        outcome = bench.ok([*line, *more, "--repeat", "3", "--json", "-o", "best.json", "-o", "best.tour",
                           "-o", "best.svg"])
        repeated(outcome)
        run = outcome.json()
        require(json.loads(outcome.read("best.json")) == run, "the file is another document")
        verify = bench.run(["verify", "medium.tsp", "best.tour"])
        require(verify.out.split()[0] == str(run["repeat"]["best"]), f"verify says {verify.out}")
        for one in run["repeat"]["runs"]:
            single = bench.run([*[word if word != "7" else str(one["seed"]) for word in line], *more, "--json"]).json()
            require(single["result"]["length"] == one["length"], f"seed {one['seed']}: {single['result']}")
            if one["seed"] == run["parameters"]["seed"]:
                require(single["tour"] == run["tour"], f"seed {one['seed']} has another tour")
        text = bench.run([*line, *more, "--repeat", "3"])
        lines = re.findall(r"^seed (\d+): length (\d+), iterations 2, [\d.]+ s, stopped by iterations$", text.out, re.M)
        require([(int(seed), int(length)) for seed, length in lines]
                == [(one["seed"], one["length"]) for one in run["repeat"]["runs"]], text.out)
        for label in ("best", "mean", "median", "deviation", "worst"):
            number = re.search(rf"^{label} +([\d.]+)(, seed \d+)?$", text.out, re.M)[1]
            require(abs(float(number) - run["repeat"][label]) <= 0.00501, f"{label}: {number}")


def time_is_of_each_run(bench):
    """--time applies to every run, and seconds are measured from the start of each.

    A run reserves a little of its time for verifying and writing, so it may end before the limit.
    """
    start = time.monotonic()
    with scenes.at_most(0.9 + scenes.SLACK_SECONDS):
        outcome = bench.run(["tsp", "large.tsp", *TWIN, "--algorithm", "as", "--ants", "4", "--time", "0.3",
                             "--repeat", "3", "--json", "-q"])
    require(outcome.code == 0, outcome.err)
    repeated(outcome)
    runs = outcome.json()["repeat"]["runs"]
    require(len(runs) == 3 and all(run["stop_reason"] == "time" for run in runs), f"{runs}")
    require(all(run["seconds"] >= 0.3 - scenes.KEPT_SECONDS for run in runs), f"{runs}")
    require(time.monotonic() - start >= 0.9 - 3 * scenes.KEPT_SECONDS, "the runs shared their time")
    longest = max(run["seconds"] for run in runs)
    require(all(point["seconds"] <= longest for point in outcome.json()["trace"]), "the trace")


def signals_end_the_repetition(bench):
    """SIGINT and SIGTERM during a run end --repeat with the runs so far."""
    (bench.folder / "many.tsp").write_text(coordinates_file("many", random_points(700)))
    for number in (signal.SIGINT, signal.SIGTERM):
        outcome = stopped(bench, ["tsp", "many.tsp", *TWIN, "--algorithm", "as", "--ants", "8", "--iterations", "3000000",
                                  "--repeat", "1000", "-v", "--json", "-o", "cut.tour"], r"iteration \d+, best ", number)
        run = outcome.json()
        require([one["stop_reason"] for one in run["repeat"]["runs"]] == ["cancelled"], f"{run['repeat']}")
        require("1 of 1000 runs were started; the last one is incomplete" in outcome.err, outcome.err)
        verify = bench.run(["verify", "many.tsp", "cut.tour"])
        require(verify.out.split()[0] == str(run["result"]["length"]), verify.out + verify.err)


def signal_in_a_second_run(bench):
    """A signal in the second run does not lose the first one."""
    outcome = stopped(bench, ["tsp", "medium.tsp", *TWIN, "--algorithm", "as", "--time", "0.4", "--repeat", "1000", "-v",
                              "--json"], r"run 3 of 1000, iteration", signal.SIGINT)
    runs = outcome.json()["repeat"]["runs"]
    require([one["stop_reason"] for one in runs] in (["time", "time", "cancelled"], ["time", "time"]), f"{runs}")
    require(f"{len(runs)} of 1000 runs were started" in outcome.err, outcome.err)


REPEAT = [
    Case("one run", [*tsp("--repeat", "1"), "--json"], checks=(repeated, value("repeat.deviation", None), no_target)),
    Case("runs to the known optimum", [*tsp("--repeat", "3", file="burma14.tsp", iterations="3"), "--json"],
         checks=(repeated, lambda outcome: require("target" in outcome.json()["repeat"], "there is no target"))),
    Case("runs to a target", [*tsp("--repeat", "3", "--target", "1000000"), "--json"],
         checks=(repeated, reached(3, 3))),
    Case("runs to a target that is too short", [*tsp("--repeat", "3", "--target", "1"), "--json"],
         checks=(repeated, reached(0, 3))),
    Case("runs past an optimum that is only known", [*tsp("--repeat", "2", "--optimum", "1000000"), "--json"],
         checks=(repeated, reached(2, 2))),
    Case("no target reached, in words", tsp("--repeat", "3", "--target", "1"),
         out=r"^to target +reached by none of 3 runs$"),
    Case("targets in words", tsp("--repeat", "3", "--target", "1000000"),
         out=r"^to target +[\d.]+ s in the median, reached by 3 of 3 runs$"),
    Case("runs of real lengths", [*tsp("--repeat", "2", file="square.csv"), "--json"], checks=(repeated,)),
    Case("open paths", [*tsp("--repeat", "2", "--path"), "--json"], checks=(repeated,)),
    Case("asymmetric runs", [*tsp("--repeat", "2", file="asymmetric.atsp"), "--json"], checks=(repeated,)),
    Case("a short tour is printed", tsp("--repeat", "2"), out=r"^tour +1, "),
    refused("no run", tsp("--repeat", "0"), r"--repeat 0"),
    refused("--repeat with --replay", tsp("--repeat", "2", "--replay", "a.json"),
            r"--repeat and --replay cannot be used together"),
    refused("--repeat with --keep", tsp("--repeat", "2", "--keep", "2"), r"--repeat and --keep cannot be used together"),
    refused("too many seeds", tsp("--repeat", "2", "--seed", "18446744073709551615"), r"fewer seeds than that follow"),
    repeats_are_runs,
]
SIGNALS = [time_is_of_each_run, signals_end_the_repetition, signal_in_a_second_run]

GROUPS = {"repeat": REPEAT, "repeat-signals": SIGNALS}
