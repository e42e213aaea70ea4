"""Cases of `swarmcl tsp --repeat` and of `swarmcl bench`: statistics of runs, their reports, refusals."""

import csv
import io
import json
import math
import re
import signal
import statistics
import time

import scenes
from cases import documented_run, no_files, tsp, value
from cases_colony import refused
from fixtures import coordinates_file, random_points
from picture import Picture
from run import Case, tier
from scenes import finish, require, wait_for

TWIN = ["-d", "none"]
RUN = ["seed", "length", "iterations", "seconds", "gap_percent", "best_seconds", "target_seconds", "stop_reason"]
CELL = ["algorithm", "runs", "best", "mean", "median", "deviation", "worst"]
COLUMNS = ["instance", "algorithm", "runs", "best", "mean", "median", "deviation", "worst", "gap_best_percent",
           "gap_mean_percent", "gap_worst_percent", "median_best_seconds", "wins"]


def close(found, expected):
    return found == expected or (None not in (found, expected) and math.isclose(found, expected, rel_tol=1e-9))


def require_statistics(told):
    """The statistics are those of the runs."""
    runs = told["runs"]
    lengths = [run["length"] for run in runs]
    require(all(list(run) == RUN for run in runs), f"the members are {list(runs[0])}")
    seeds = [run["seed"] for run in runs]
    require(seeds == list(range(seeds[0], seeds[0] + len(seeds))), f"the seeds are {seeds}")
    expected = {"best": min(lengths), "worst": max(lengths), "mean": statistics.fmean(lengths),
                "median": statistics.median(lengths),
                "deviation": statistics.stdev(lengths) if len(lengths) > 1 else None}
    for name, number in expected.items():
        require(close(told[name], number), f"{name} is {told[name]}, expected {number}")
    require(all(0 <= run["best_seconds"] <= run["seconds"] for run in runs), f"seconds of {runs}")
    if "target" in told:
        reached = [run["target_seconds"] for run in runs if run["target_seconds"] is not None]
        middle = round(statistics.median(reached), 5) if reached else None
        found = told["target"]["median_seconds"]
        require(told["target"]["reached"] == len(reached)
                and (found is None) == (middle is None) and (middle is None or abs(found - middle) < 1e-4),
                f"{told['target']} of {reached}")
    else:
        require(all(run["target_seconds"] is None for run in runs), "a target where there is none")


def repeated(outcome):
    """The document describes the best run, and lists all runs."""
    documented_run(outcome)
    run = outcome.json()
    told = run["repeat"]
    require(list(run).index("repeat") == list(run).index("result") + 1, f"the members are {list(run)}")
    require_statistics(told)
    best = next(one for one in told["runs"] if one["length"] == told["best"])
    require(run["result"]["length"] == told["best"] and run["parameters"]["seed"] == best["seed"],
            f"seed {run['parameters']['seed']} has length {run['result']['length']}")


def reached(count, runs=None):
    def check(outcome):
        told = outcome.json()["repeat"]
        require(told["target"]["reached"] == count, f"the target is {told['target']}")
        require(runs is None or len(told["runs"]) == runs, f"{len(told['runs'])} runs")
    return check


def no_target(outcome):
    require("target" not in outcome.json()["repeat"], "there is a target")


# ---------------------------------------------------------------------------------------------------------------------
# --repeat


def repeats_are_runs(bench):
    """Every run of --repeat has its seed's result, files belong to the best, and text and JSON agree."""
    for algorithm in ("as", "acs", "mosaic"):
        line = tsp("--algorithm", algorithm, "--seed", "7", file="medium.tsp", iterations="2")
        more = ["--local-search", "none"] if algorithm == "acs" else []
        outcome = bench.run([*line, *more, "--repeat", "4", "--json", "-o", "best.json", "-o", "best.tour",
                            "-o", "best.svg"])
        require(outcome.code == 0, outcome.err)
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
        text = bench.run([*line, *more, "--repeat", "4"])
        lines = re.findall(r"^seed (\d+): length (\d+), iterations 2, [\d.]+ s, stopped by iterations$", text.out, re.M)
        require([(int(seed), int(length)) for seed, length in lines]
                == [(one["seed"], one["length"]) for one in run["repeat"]["runs"]], text.out)
        for label in ("best", "mean", "median", "deviation", "worst"):
            number = re.search(rf"^{label} +([\d.]+)(, seed \d+)?$", text.out, re.M)[1]
            require(abs(float(number) - run["repeat"][label]) <= 0.00501, f"{label}: {number}")


def best_is_replayed(bench):
    """The document of --repeat is a run's, which --replay repeats."""
    outcome = bench.run([*tsp("--repeat", "3", "--algorithm", "as"), "-q", "-o", "best.json"])
    require(outcome.code == 0, outcome.err)
    again = bench.run(["tsp", "small.tsp", *TWIN, "--replay", "best.json", "--json"])
    if "without json-c" in again.err:
        return
    require(again.code == 0 and again.json()["tour"] == json.loads(outcome.read("best.json"))["tour"], again.err)


def time_is_of_each_run(bench):
    """--time is of every run, and seconds count from the start of each.

    A run keeps a little of its time for its answer, so it may end before the limit.
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
        process = bench.start(["tsp", "many.tsp", *TWIN, "--algorithm", "as", "--ants", "8", "--iterations", "3000000",
                               "--repeat", "1000", "-v", "--json", "-o", "cut.tour"])
        wait_for(process, r"iteration \d+, best ")
        process.send_signal(number)
        out, err = finish(process)
        require(process.returncode == 0, err)
        run = json.loads(out)
        require([one["stop_reason"] for one in run["repeat"]["runs"]] == ["cancelled"], f"{run['repeat']}")
        require("1 of 1000 runs were begun; the last one counts as far as it came" in err, err)
        verify = bench.run(["verify", "many.tsp", "cut.tour"])
        require(verify.out.split()[0] == str(run["result"]["length"]), verify.out + verify.err)


def signal_behind_a_run(bench):
    """A signal in the second run keeps the first."""
    process = bench.start(["tsp", "medium.tsp", *TWIN, "--algorithm", "as", "--time", "0.4", "--repeat", "1000", "-v",
                           "--json"])
    wait_for(process, r"run 3 of 1000, iteration")
    process.send_signal(signal.SIGINT)
    out, err = finish(process)
    require(process.returncode == 0, err)
    runs = json.loads(out)["repeat"]["runs"]
    require([one["stop_reason"] for one in runs] in (["time", "time", "cancelled"], ["time", "time"]), f"{runs}")
    require(f"{len(runs)} of 1000 runs were begun" in err, err)


# ---------------------------------------------------------------------------------------------------------------------
# bench


def compare(*arguments, files=("medium.tsp",), iterations="2", seeds="3"):
    return ["bench", *files, *TWIN, "--iterations", iterations, "--seeds", seeds, *arguments]


def compared(outcome):
    """The document agrees with itself: statistics, gaps and wins follow from the runs."""
    told = outcome.json()
    require(list(told) == ["version", "device", "first_seed", "seeds", "time", "options", "instances"], f"{list(told)}")
    for row in told["instances"]:
        cells = row["algorithms"]
        lengths = [[run["length"] for run in cell["runs"]] for cell in cells]
        base = row["instance"]["optimum"] if row["gaps_from"] == "optimum" else min(map(min, lengths))
        require((row["gaps_from"] == "optimum") == (row["instance"]["optimum"] is not None), f"{row['gaps_from']}")
        require(row["compared_seeds"] == min(map(len, lengths)), f"{row['compared_seeds']}")
        for k, cell in enumerate(cells):
            require(list(cell)[:7] == CELL, f"{list(cell)}")
            require_statistics(cell)
            require([run["seed"] for run in cell["runs"]][0] == told["first_seed"], f"{cell['runs']}")
            for name in ("best", "mean", "worst"):
                gap = 100 * (cell[name] - base) / base
                require(abs(cell["gap_percent"][name] - gap) < 1e-9, f"gap of {name}: {cell['gap_percent']}")
            wins = sum(ours == min(all_of_seed) for ours, *all_of_seed in zip(lengths[k], *lengths))
            require(cell["wins"] == wins, f"{cell['algorithm']} wins {cell['wins']}, expected {wins}")
            middle = statistics.median(run["best_seconds"] for run in cell["runs"])
            require(abs(cell["median_best_seconds"] - middle) < 1e-5, f"{cell['median_best_seconds']}")


def few_nodes(outcome):
    """An algorithm of the default list is left out if it does not take the instance; the others are compared."""
    for row, some in zip(outcome.json()["instances"], (True, False)):
        first, *others = row["algorithms"]
        require(first["algorithm"] == "mosaic" and (first["runs"] == []) == some, f"{first}")
        require(row["compared_seeds"] == 3 and all(len(cell["runs"]) == 3 for cell in others), f"{row}")
        require(all(cell["wins"] == 3 for cell in others) or not some, f"{others}")


def algorithms(*names):
    def check(outcome):
        for row in outcome.json()["instances"]:
            found = [cell["algorithm"] for cell in row["algorithms"]]
            require(found == list(names), f"the algorithms are {found}")
    return check


def bench_is_runs(bench):
    """Each run of bench equals `swarmcl tsp` with its algorithm and seed."""
    outcome = bench.run([*compare("--algorithm", "mosaic,as", "--seed", "4", seeds="2"), "--json", "-q"])
    require(outcome.code == 0, outcome.err)
    compared(outcome)
    for cell in outcome.json()["instances"][0]["algorithms"]:
        for one in cell["runs"]:
            single = bench.run([*tsp("--algorithm", cell["algorithm"], "--seed", str(one["seed"]), file="medium.tsp",
                                     iterations="2"), "--json", "-q"]).json()
            require(single["result"]["length"] == one["length"], f"{cell['algorithm']}, {one}")


def files_tell_the_same(bench):
    """The table, the CSV, the picture and the document agree."""
    line = compare("--algorithm", "mosaic,mmas,acs,as", files=("burma14.tsp", "asymmetric.atsp", "medium.tsp"))
    outcome = bench.run([*line, "-o", "a.csv", "-o", "a.json", "-o", "a.svg"])
    require(outcome.code == 0, outcome.err)
    told = json.loads(outcome.read("a.json"))
    rows = list(csv.DictReader(io.StringIO(outcome.read("a.csv"))))
    require(list(rows[0]) == COLUMNS and len(rows) == 12, f"{rows}")
    cells = [(row, cell) for row in told["instances"] for cell in row["algorithms"]]
    table = outcome.out.splitlines()[1:13]
    for (row, cell), line_of, words in zip(cells, rows, map(str.split, table)):
        require((line_of["instance"], line_of["algorithm"]) == (row["instance"]["name"], cell["algorithm"]),
                f"{line_of}")
        require(words[:2] == [line_of["instance"], line_of["algorithm"]], f"{words}")
        require(line_of["runs"] == str(len(cell["runs"])), f"{line_of}")
        require(float(line_of["mean"]) == cell["mean"] and line_of["wins"] == str(cell["wins"]), f"{line_of}")
        require(float(line_of["gap_worst_percent"]) == cell["gap_percent"]["worst"], f"{line_of}")
        require(words[2] == line_of["best"] and words[-3:] == [line_of["wins"], "of", "3"], f"{words}")
    require("medium: no optimum is known; gaps are counted from the shortest" in outcome.out, outcome.out)
    picture = Picture(outcome.read("a.svg"))
    picture.require_on_page()
    require(sum(circle.get("class") == "mean" for circle in picture.circles) == 12, "marks are missing")
    require(picture.words("instance") == ["burma14", "* asymmetric", "* medium"], f"{picture.words('instance')}")
    require("mmas" in picture.words("fact"), f"{picture.words('fact')}")
    require(picture.words("mean-gap") == [f"{cell['gap_percent']['mean']:.2f} %" for _, cell in cells],
            f"{picture.words('mean-gap')}")


def signals_end_the_comparison(bench):
    """A signal ends bench with the runs that are done; the one that is cut short does not count."""
    process = bench.start(["bench", "medium.tsp", *TWIN, "--algorithm", "as,acs", "--time", "0.4", "--seeds", "500",
                           "-v", "--json"])
    wait_for(process, r"run 4 of 1000, iteration")
    process.send_signal(signal.SIGINT)
    out, err = finish(process)
    require(process.returncode == 0, err)
    row = json.loads(out)["instances"][0]
    require([len(cell["runs"]) for cell in row["algorithms"]] == [2, 1] and row["compared_seeds"] == 1, f"{row}")
    require("3 of 1000 runs are done; the one that was cut short is left out" in err, err)


def signal_before_a_run(bench):
    """A signal before any run is done leaves a table without numbers."""
    process = bench.start(["bench", "large.tsp", *TWIN, "--algorithm", "as", "--time", "100", "-v", "-o", "none.svg",
                          "-o",
                           "none.csv"])
    wait_for(process, r"iteration \d+, best ")
    process.send_signal(signal.SIGTERM)
    out, err = finish(process)
    require(process.returncode == 0 and re.search(r"^large +as( +-){8}$", out, re.M), out + err)
    require("no run" in Picture((bench.folder / "none.svg").read_text()).words("fact"), "the picture")


def on_a_cpu(bench):
    """Runs of --repeat and of bench on a device are those of the twin."""
    bench.require_cpu()
    for line in (["tsp", "small.tsp", "--algorithm", "as", "--iterations", "3", "--repeat", "3"],
                 ["bench", "small.tsp", "--algorithm", tier("as,mosaic", "acs,mosaic"), "--iterations", "2", "--seeds",
                  "2"]):
        lengths = []
        for device in ("none", "cpu"):
            outcome = bench.run([*line, "-d", device, "--json", "-q"])
            require(outcome.code == 0, outcome.err)
            told = outcome.json()
            cells = [told["repeat"]] if "repeat" in told else told["instances"][0]["algorithms"]
            lengths.append([[run["length"] for run in cell["runs"]] for cell in cells])
            require((told["device"] is None) == (device == "none"), f"{told['device']}")
        require(lengths[0] == lengths[1], f"{line}: {lengths}")


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
    Case("runs of metres, in words", tsp("--repeat", "2", file="towns.csv"), out=r"^mean +[\d.]+ m$"),
    Case("open paths", [*tsp("--repeat", "2", "--path"), "--json"], checks=(repeated,)),
    Case("asymmetric runs", [*tsp("--repeat", "2", file="asymmetric.atsp"), "--json"], checks=(repeated,)),
    Case("quiet runs", tsp("--repeat", "2", "-q"), out="", err="", checks=(no_files,)),
    Case("a short tour is told", tsp("--repeat", "2"), out=r"^tour +1, "),
    refused("no run", tsp("--repeat", "0"), r"--repeat 0"),
    refused("--repeat with --replay", tsp("--repeat", "2", "--replay", "a.json"),
            r"--repeat and --replay exclude each"),
    refused("too many seeds", tsp("--repeat", "2", "--seed", "18446744073709551615"), r"there are fewer seeds"),
    repeats_are_runs,
    best_is_replayed,
]
BENCH = [
    Case("comparison", [*compare("--algorithm", "acs,as"), "--json"], checks=(compared, algorithms("acs", "as"))),
    Case("algorithms by default", [*compare(seeds="1"), "--json"],
         checks=(compared, algorithms("mosaic", "mmas", "acs"))),
    *[Case(f"few nodes of {file}", [*compare("-o", "few.csv", "-o", "few.svg", files=(file, "small.tsp")), "--json"],
           err=rf"^{file}: left out: --algorithm mosaic clashes", checks=(few_nodes, no_files))
      for file in ("one.tsp", "two.tsp", "three.tsp", "square.tsp")],
    refused("few nodes for an algorithm that is named", compare("--algorithm", "acs,mosaic", files=("three.tsp",)),
            r"three\.tsp: --algorithm mosaic clashes"),
    Case("one algorithm", [*compare("--algorithm", "as"), "--json"], checks=(compared,)),
    Case("asymmetric instance", [*compare(files=("asymmetric.atsp", "small.tsp")), "--json"],
         checks=(compared, algorithms("mosaic", "mmas", "acs"))),
    Case("runs without a limit of time", [*compare("--algorithm", "as"), "--json"], checks=(value("time", None),)),
    Case("runs with both limits", [*compare("--algorithm", "as", "--time", "50"), "--json"],
         checks=(value("time", 50),)),
    Case("options are told", [*compare("--algorithm", "as,acs", "--ants", "3"), "--json"],
         checks=(compared, value("options.ants", "3"))),
    Case("comparison to an optimum that is given", [*compare("--algorithm", "as", "--optimum", "50"), "--json"],
         checks=(compared,)),
    Case("comparison of real lengths", [*compare("--algorithm", "as", files=("square.csv",)), "--json"],
         checks=(compared,)),
    Case("quiet comparison", compare("--algorithm", "as", "-q"), out="", err=""),
    Case("comparison in words", compare("--algorithm", "as"),
         out=r"\Ainstance  algorithm +best +mean +deviation +best gap +mean gap +worst gap +s to best +wins\nmedium +as "),
    refused("nothing to compare on", ["bench"], r"FILE\.\.\. is missing"),
    refused("an option of others", compare("--ants", "5"), r"medium\.tsp: --ants 5 clashes with --algorithm mosaic"),
    refused("an option of mosaic", compare("--kicks", "5"), r"--kicks 5 clashes with --algorithm mmas"),
    refused("an algorithm that there is not", compare("--algorithm", "as,ants"), r"--algorithm ants: expected one of"),
    refused("an empty name", compare("--algorithm", "as,"), r"--algorithm '': expected one of"),
    refused("an algorithm twice", compare("--algorithm", "as,acs,as"), r"as is named twice"),
    refused("an optimum of two", compare("--optimum", "5", files=("small.tsp", "medium.tsp")),
            r"--optimum is a length of one instance, but 2 are given"),
    refused("a target of two", compare("--target", "5", files=("small.tsp", "medium.tsp")),
            r"--target is a length of one"),
    refused("too many seeds", compare("--seed", "18446744073709551614"), r"there are fewer seeds"),
    refused("no seeds", compare(seeds="0"), r"--seeds 0"),
    refused("a start", compare("--init", "square.tour"), r"unknown option --init"),
    refused("two standard inputs", compare(files=("-", "-")), r"'-' was given"),
    refused("a file of another kind", compare("-o", "a.tour"),
            r"expected FILE\.json, FILE\.csv or FILE\.svg"),
    Case("an instance that is none", compare(files=("small.tsp", "words.tsp")), code=2, out="",
         err=r"^swarmcl: words\.tsp"),
    Case("a folder that is none", compare("-o", "nowhere/a.csv"), code=1, out="", err=r"nowhere"),
    bench_is_runs,
    files_tell_the_same,
]
SIGNALS = [time_is_of_each_run, signals_end_the_repetition, signal_behind_a_run, signals_end_the_comparison,
           signal_before_a_run]

GROUPS = {"repeat": REPEAT, "bench": BENCH, "repeat-signals": SIGNALS}
ON_DEVICE = [on_a_cpu]
