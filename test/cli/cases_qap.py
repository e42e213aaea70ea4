"""Cases of `swarmcl qap`: files, documents, solutions, conditions, repeated and resumed runs; `verify` of a solution."""

import itertools
import json
import math
import random

import fixtures
from cases import NO_DRIVER, no_files, refused, rejected, value
from run import Case
from scenes import require

NO_DEVICE = ["-d", "none"]


def matrices(seed, count, symmetric):
    rng = random.Random(seed)
    made = [[[rng.randrange(20) for _ in range(count)] for _ in range(count)] for _ in range(2)]
    return [[[matrix[max(i, j)][min(i, j)] if symmetric else matrix[i][j] for j in range(count)] for i in range(count)]
            for matrix in made]


def cost_of(flows, distances, places):
    count = range(len(places))
    return sum(flows[i][j] * distances[places[i]][places[j]] for i in count for j in count)


def least_cost(flows, distances):
    return min(cost_of(flows, distances, places) for places in itertools.permutations(range(len(flows))))


def lines_of(matrix, separator=" "):
    return "".join(separator.join(map(str, row)) + "\n" for row in matrix)


FLOWS, DISTANCES = matrices(1, 7, True)
LEAST = least_cost(FLOWS, DISTANCES)
ODD_FLOWS, ODD_DISTANCES = matrices(2, 6, False)
ODD_LEAST = least_cost(ODD_FLOWS, ODD_DISTANCES)
INVERSE = [2, 0, 1, 4, 3, 6, 5]  # no permutation of it is its own inverse
BIG_FLOWS, BIG_DISTANCES = matrices(3, 30, True)


def gray_pattern():
    """Flows and distances of tai64c: 13 of 8 x 8 places on a torus, which repel one another."""
    count = range(64)
    steps = [[[abs(a // 8 - b // 8), abs(a % 8 - b % 8)] for b in count] for a in count]
    return ([[int(i < 13 and j < 13) for j in count] for i in count],
            [[round(100000 / sum(min(step, 8 - step) ** 2 for step in pair)) if any(pair) else 0 for pair in row]
             for row in steps])


GRAY_FLOWS, GRAY_DISTANCES = gray_pattern()
GRAY_LEAST = 1855928  # the best known cost

fixtures.TEXT_FILES |= {
    "tai64c.dat": f"64\n{lines_of(GRAY_FLOWS)}{lines_of(GRAY_DISTANCES)}",
    "seven.dat": f"7\n\n{lines_of(FLOWS)}\n{lines_of(DISTANCES)}",
    "anywhere.dat": " 7 " + "\n".join(str(number) for matrix in (FLOWS, DISTANCES) for row in matrix for number in row),
    "commas.csv": "0;1\n1,5;0\n0;2\n2;0\n",
    "seven.csv": lines_of(FLOWS, ",") + lines_of(DISTANCES, ","),
    "odd.dat": f"6\n{lines_of(ODD_FLOWS)}{lines_of(ODD_DISTANCES)}",
    "thirty.dat": f"30\n{lines_of(BIG_FLOWS)}{lines_of(BIG_DISTANCES)}",
    "one.dat": "1\n3\n4\n",
    "few.dat": f"7\n{lines_of(FLOWS)}",
    "many.dat": f"7\n{lines_of(FLOWS)}{lines_of(DISTANCES)}5\n",
    "letters.dat": "2\n0 1\n1 0\n0 x\n1 0\n",
    "decimals.dat": "2\n0 1\n1 0\n0 1.5\n1 0\n",
    "none.dat": "0\n",
    "empty.dat": "",
    "huge.dat": "2\n" + "4611686018427387904 " * 8 + "\n",
    "places.sln": f"7 {cost_of(FLOWS, DISTANCES, INVERSE)}\n{' '.join(str(place + 1) for place in INVERSE)}\n",
    "items.sln": f"7, {cost_of(FLOWS, DISTANCES, INVERSE)}\n"
                 + ", ".join(str(INVERSE.index(place) + 1) for place in range(7)) + "\n",
    "twice.sln": "7 100\n1 2 3 4 5 6 6\n",
    "short.sln": "7 100\n1 2 3\n",
}


def qap(*arguments, file="seven.dat", iterations="3"):
    """A short run on the host."""
    return ["qap", file, *NO_DEVICE, "--iterations", iterations, *arguments]


RESULT = ["cost", "gap_percent", "stop_reason", "iterations", "first_iteration", "seconds", "best_iteration",
          "best_seconds"]


def documented(flows, distances, least=None):
    """The document has everything, its parts agree, and the assignment has its cost."""
    def check(outcome):
        run = outcome.json()
        result, places = run["result"], [place - 1 for place in run["assignment"]]
        assert list(result)[:len(RESULT)] == RESULT, list(result)
        assert sorted(places) == list(range(len(flows))), places
        assert result["cost"] == cost_of(flows, distances, places), result
        assert least is None or result["cost"] == least, (result, least)
        costs = [point["cost"] for point in run["trace"]]
        assert costs == sorted(costs, reverse=True) and costs[-1] == result["cost"], costs
        assert run["memory"]["bytes"] == sum(run["memory"]["buffers"].values()) > 0, run["memory"]
    return check


SEVEN = documented(FLOWS, DISTANCES, LEAST)


def solution_is_kept(bench):
    """A written solution has the cost that was printed, also as a start of another run, and under --replay."""
    made = bench.run(qap("-o", "made.sln", "-o", "made.json", "-q", file="thirty.dat"))
    document = json.loads((bench.folder / "made.json").read_text())
    cost = document["result"]["cost"]
    require(made.code == 0 and made.out == "", made.err)
    require(bench.run(["verify", "thirty.dat", "made.sln"]).out.split()[0] == str(cost), "verify tells another cost")
    verified = bench.run(["verify", "thirty.dat", "made.sln", "--json"]).json()
    require(verified["cost"] == cost and verified["assignment"] == document["assignment"], verified)
    again = bench.run(qap("--init", "made.sln", "--json", file="thirty.dat", iterations="1")).json()
    require(again["result"]["cost"] <= cost and again["init"][0]["cost"] == cost, again["init"])
    replayed = bench.run(["qap", "thirty.dat", "--replay", "made.json", "--json", *NO_DEVICE]).json()
    require(replayed["assignment"] == document["assignment"], "--replay finds another assignment")


def conventions_are_told_apart(bench):
    """Places of items and items of places, with commas or without, are the same assignment."""
    costs = [bench.run(["verify", "seven.dat", name]).out.split()[0] for name in ("places.sln", "items.sln")]
    require(costs == [str(cost_of(FLOWS, DISTANCES, INVERSE))] * 2, costs)


def checkpoint_goes_on(bench):
    """A run that stops and goes on finds what one run finds; so do threads, and islands twice."""
    for words in ([], ["--algorithm", "mmas"]):
        whole = bench.run(qap("--json", *words, file="thirty.dat", iterations="6")).json()
        bench.run(qap("--checkpoint", "state", "-q", *words, file="thirty.dat", iterations="3"))
        rest = bench.run(qap("--resume", "state", "--json", file="thirty.dat", iterations="6")).json()
        require(rest["result"]["first_iteration"] == 3, rest["result"])
        require(rest["assignment"] == whole["assignment"], f"{words}: a resumed run finds another assignment")
        several = bench.run(qap("--threads", "3", "--json", *words, file="thirty.dat", iterations="6")).json()
        require(several["assignment"] == whole["assignment"], f"{words}: threads find another assignment")
    islands = [bench.run(qap("--islands", "2", "--epoch", "1", "--json", file="thirty.dat")).json() for _ in range(2)]
    require(len(islands[0]["islands"]) == 2 and islands[0]["assignment"] == islands[1]["assignment"], islands[0])


def generated(bench):
    """Both kinds are read again, and are the same for the same seed."""
    for kind in ("qap-uniform", "qap-grid"):
        text = [bench.run(["instance", "generate", kind, "--nodes", "9", "--seed", seed]).out for seed in ("4", "4", "5")]
        require(text[0] == text[1] != text[2] and text[0].split()[0] == "9", text[0])
        (bench.folder / "made.dat").write_text(text[0])
        require(bench.run(qap(file="made.dat")).code == 0, f"{kind} is refused")


def best_known_cost(bench):
    """Gaps count from the best known cost, which is not proven and does not end a run; other matrices have none."""
    document = bench.run(qap("--json", file="tai64c.dat")).json()
    instance, result = document["instance"], document["result"]
    require((instance["optimum"], instance["optimum_proven"]) == (GRAY_LEAST, False), instance)
    require(math.isclose(result["gap_percent"], 100 * (result["cost"] / GRAY_LEAST - 1), abs_tol=1e-6), result)
    require(result["stop_reason"] == "iterations", result)
    (bench.folder / "tai64c.dat").write_text(f"64\n{lines_of(GRAY_FLOWS)}{lines_of(GRAY_DISTANCES[::-1])}")
    changed = bench.run(qap("--json", file="tai64c.dat")).json()
    require(changed["instance"]["optimum"] is None is changed["result"]["gap_percent"], changed["instance"])


QAP = [
    Case("document", qap("--json"), checks=(SEVEN, value("instance.items", 7), value("device", None))),
    Case("ants", qap("--json", "--algorithm", "mmas", iterations="20"), checks=(SEVEN,)),
    Case("lines anywhere", qap("--json", file="anywhere.dat"), checks=(SEVEN,)),
    Case("table", qap("--json", file="seven.csv"), checks=(SEVEN,)),
    Case("asymmetric", qap("--json", file="odd.dat"),
         checks=(documented(ODD_FLOWS, ODD_DISTANCES, ODD_LEAST), value("instance.symmetric", False))),
    Case("text", qap(), out=rf"^cost +{LEAST}\n(.*\n)*places +\d", err=""),
    Case("one item", qap("--json", file="one.dat"), checks=(value("result.cost", 12), value("assignment", [1]))),
    Case("no driver is needed", ["qap", "seven.dat", *NO_DEVICE, "--time", "0.2"], out=rf"^cost +{LEAST}$",
         environment=NO_DRIVER),
    Case("places", qap("-o", "a.csv"), err=r"^wrote a\.csv$", checks=(no_files,)),
    Case("fixed place", qap("--fix", "1=3,2=1", "--json", file="thirty.dat"),
         checks=(documented(BIG_FLOWS, BIG_DISTANCES), lambda outcome: require(
             outcome.json()["assignment"][:2] == [3, 1], outcome.json()["assignment"]))),
    Case("target", qap("--target", str(LEAST), iterations="100000"), out=r"^stopped by +target$"),
    solution_is_kept,
    conventions_are_told_apart,
    best_known_cost,
    checkpoint_goes_on,
    generated,
]

QAP_REFUSED = [
    rejected("too few numbers", qap(file="few.dat"), r"^swarmcl: few\.dat.*: found .*expected two matrices"),
    rejected("too many numbers", qap(file="many.dat"), r"^swarmcl: many\.dat:16: found \"?5.*expected"),
    rejected("letters", qap(file="letters.dat"), r"^swarmcl: letters\.dat:4: found \"x\".*expected"),
    rejected("decimals", qap(file="decimals.dat"), r"^swarmcl: decimals\.dat:4: found \"1\.5\""),
    rejected("decimal commas", qap(file="commas.csv"),
             r"^swarmcl: commas\.csv:2: found \"1,5\", expected integers; next to semicolons or tabs a comma is"),
    rejected("no items", qap(file="none.dat"), r"^swarmcl: none\.dat:1: found \"0\""),
    rejected("empty file", qap(file="empty.dat"), r"^swarmcl: empty\.dat"),
    rejected("costs past 2^56", qap(file="huge.dat"), r"^swarmcl: huge\.dat: .*could reach .*2\^56"),
    rejected("missing file", qap(file="missing.dat"), r"^swarmcl: missing\.dat"),
    Case("place twice", ["verify", "seven.dat", "twice.sln"], code=5, out="", err=r"^swarmcl: twice\.sln"),
    rejected("short solution", ["verify", "seven.dat", "short.sln"], r"^swarmcl: short\.sln"),
    rejected("fixed outside", qap("--fix", "1=8"), r"--fix 1=8"),
    rejected("fixed twice", qap("--fix", "1=2,1=3"), r"--fix"),
    rejected("fixed on one place", qap("--fix", "1=2,3=2"), r"--fix"),
    rejected("option of ants", qap("--ants", "5"), r"--ants 5 clashes"),
    rejected("option of the population", qap("--algorithm", "mmas", "--population", "5"), r"--population 5 clashes"),
    refused("no file", ["qap"], r"FILE is missing"),
    refused("option of tsp", qap("--candidates", "5"), r"unknown option --candidates"),
]


GROUPS = {"qap": QAP, "qap-refused": QAP_REFUSED}
