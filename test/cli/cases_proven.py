"""Cases of `tsp --bound`: the bound computed during a search, the gap that it proves, and runs that it ends."""

import json
import random
import re

import fixtures
from cases import documented_run, refused, tsp, value
from fixtures import coordinates_file, matrix_file
from run import Case
from scenes import FOREVER, SLACK_SECONDS, at_most, require
from scenes_shell import any_live, watched

fixtures.TEXT_FILES |= {"grid.tsp": coordinates_file("grid", [(10 * x, 10 * y) for x in range(6) for y in range(6)])}

TWIN = ["-d", "none"]
MOSAIC = ["--algorithm", "mosaic", "--population", "8", "--kicks", "50"]
ALGORITHMS = [MOSAIC, ["--algorithm", "mmas", "--ants", "5"], [*MOSAIC, "--islands", "2"]]


def run(bench, *arguments):
    outcome = bench.ok(["tsp", *arguments, "--json"])
    documented_run(outcome)
    return outcome.json()


def require_proven(result):
    """Requires that length, bound and gap agree."""
    length, bound, gap = (result[name] for name in ("length", "bound", "proven_gap_percent"))
    require(0 < bound <= length and abs(gap - 100 * (length - bound) / bound) < 1e-4 * max(1, gap), f"{result}")


def no_tour_changes(bench):
    """A run has the same tour and improvements with and without --bound, and the bound is near the length."""
    for more in ALGORITHMS:
        arguments = ["medium.tsp", *TWIN, "--iterations", "4", *more]
        plain, bound = run(bench, *arguments), run(bench, *arguments, "--bound")
        require(plain["tour"] == bound["tour"] and [point["length"] for point in plain["trace"]]
                == [point["length"] for point in bound["trace"]], f"{more}: other tours with --bound")
        require_proven(bound["result"])
        require(bound["result"]["proven_gap_percent"] < 12, f"{more}: {bound['result']}")
        require(bound["result"]["gap_percent"] is None, "a gap to an unknown optimum")


def a_proven_optimum_ends_the_run(bench):
    """A run ends when its tour is as short as the bound: in the plane, with arcs, as a path, with fixed edges."""
    source = random.Random(5)
    arcs = [[source.randint(1, 1000) for _ in range(40)] for _ in range(40)]
    (bench.folder / "arcs").write_text(matrix_file("arcs", arcs))
    for file, *more in (["grid.tsp"], ["grid.tsp", "--algorithm", "mmas"], ["grid.tsp", "--islands", "2"],
                        ["arcs"], ["arcs", "--algorithm", "acs"], ["grid.tsp", "--path"],
                        ["grid.tsp", "--path", "--start", "1", "--end", "36"], ["grid.tsp", "--fix", "1-2,3-9"]):
        with at_most(30 + SLACK_SECONDS):
            result = run(bench, file, *TWIN, *FOREVER, "--bound", *more)["result"]
        require(result["stop_reason"] == "optimal, proven" and result["length"] == result["bound"]
                and result["proven_gap_percent"] == 0, f"{file} {more}: {result}")


def a_proven_gap_is_a_target(bench):
    """--target-gap ends a run of an instance without a known optimum, and such a run can be repeated."""
    for more in ALGORITHMS:
        with at_most(30 + SLACK_SECONDS):
            outcome = bench.run(["tsp", "medium.tsp", *TWIN, *FOREVER, "--bound", "--target-gap", "4", "-o", "gap.json",
                                 *more])
        require(outcome.code == 0, outcome.err)
        result = json.loads(outcome.read("gap.json"))["result"]
        require_proven(result)
        require(result["stop_reason"] == "target" and result["proven_gap_percent"] <= 4, f"{more}: {result}")
        if "--islands" in more:
            continue  # the time decides where such a run ends
        again = bench.run(["tsp", "medium.tsp", *TWIN, "--replay", "gap.json"])
        require(again.code == 0 and "this run has" not in again.err, again.err)


def checkpoints_and_interrupts(bench):
    """While an optimum is unknown the live line shows the proven gap; an interrupted run reports its bound, and a
    resumed run computes the bound again."""
    arguments = ["tsp", "medium.tsp", *TWIN, *FOREVER, "--algorithm", "mmas", "--bound", "--checkpoint",
                 "bound.state,0.1s", "-o", "cut.json"]
    _, out = watched(bench, arguments, any_live(r", best \d+, gap at most \d+\.\d\d %"))
    require(re.search(r"^gap +\d+\.\d\d % \(proven: at most\)$", out, re.MULTILINE), out)
    cut = json.loads((bench.folder / "cut.json").read_text())["result"]
    require(cut["stop_reason"] == "cancelled", f"{cut}")
    require_proven(cut)
    more = run(bench, "medium.tsp", *TWIN, "--resume", "bound.state", "--bound", "--iterations",
               str(cut["iterations"] + 2))["result"]
    require_proven(more)


TEXTS = [
    Case("the gap is proven", tsp("--bound", file="medium.tsp"),
         out=r"(?s)length +\d+\ngap +\d+\.\d\d % \(proven: at most\)\n.*bound +\d+, no tour is shorter\n"),
    Case("with a given optimum the bound is printed, too", tsp("--bound", "--optimum", "1000", file="medium.tsp"),
         out=r"(?s)above the given optimum 1000\n.*bound +\d+, no tour is shorter\n"),
    Case("repeated runs", tsp("--bound", "--repeat", "2", file="medium.tsp"),
         out=r"gap +\d+\.\d\d % \(proven: at most\)"),
    Case("no bound is no member", tsp("--json"), checks=(value("result.bound", None),)),
    Case("no time for a bound", tsp("--bound", "--time", "0.5", file="medium.tsp"),
         out=r"bound +none in this time", err=r"--time 0.5 is too short, expected 2 s or more"),
    Case("no optimum and no bound", tsp("--target-gap", "2"), code=2, err=r"or prove the gap with --bound$"),
    refused("a share of nothing", tsp("--bound", "--bound-share", "0"), r"--bound-share 0"),
]

GROUPS = {"proven": [*TEXTS, no_tour_changes, a_proven_optimum_ends_the_run, a_proven_gap_is_a_target],
          "proven-live": [checkpoints_and_interrupts]}
