"""Cases of `swarmcl qap`: files, documents, solutions, conditions, repeated and resumed runs; `verify` of a solution."""

import csv
import json
import math
import pathlib
import random

import fixtures
from picture import Picture
from cases import NO_DRIVER, no_files, refused, rejected, value
from run import Case
from scenes import require

NO_DEVICE = ["-d", "none"]
KEYBOARD = [str(pathlib.Path(__file__).resolve().parents[2] / "instances" / name) for name in ("letters.csv", "keys.csv")]


def matrices(seed, count, symmetric):
    rng = random.Random(seed)
    made = [[[rng.randrange(20) for _ in range(count)] for _ in range(count)] for _ in range(2)]
    return [[[matrix[max(i, j)][min(i, j)] if symmetric else matrix[i][j] for j in range(count)] for i in range(count)]
            for matrix in made]


def cost_of(flows, distances, places):
    count = range(len(places))
    return sum(flows[i][j] * distances[places[i]][places[j]] for i in count for j in count)


def lines_of(matrix, separator=" "):
    return "".join(separator.join(map(str, row)) + "\n" for row in matrix)


FLOWS, DISTANCES = matrices(1, 7, True)
LEAST = 3575  # of all assignments
ODD_FLOWS, ODD_DISTANCES = matrices(2, 6, False)
ODD_LEAST = 3962
BIG_FLOWS, BIG_DISTANCES = matrices(3, 30, True)


def gray_pattern():
    """Flows and distances of tai64c: 13 items that repel one another, on a torus of 8 x 8 places."""
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
    "flows.csv": "Taste;E;T;A\r\nE;0;2,5;1\r\nT;2;0;3\r\nA;1;3,25;0\r\n",
    "places.csv": "m,Mid,\"a, b\",North,East\nMid,0,1.5,2,3\n\"a, b\",1.5,0,2.5,4\nNorth,2,2.5,0,1\nEast,3,4,1,0\n",
    "stadt.csv": "Ort;Breite;L\u00e4nge;Land\nK\u00f6ln;50,94;6,96;D\n\"5 \"\"\";52,5;13,4;D\nBern;46,95;7,44;CH\n",
    "wards.csv": "Intensive care & surgery,Reception\n0,3\n1,0\n",
    "rooms.csv": "room,lat,lon\nNorth,48.2,16.3\nWest,48.3,16.2\nEast,48.25,16.4\n",
    "broken.csv": "name,x,y\nMid,0,0\nNorth,0,4x\nEast,3,0\n",
    "large.csv": ",E,T,A\nE,0,50000,0\nT,0,0,7000000000\nA,0,0,0\n",
    "xy.csv": ",x,y,lat\nx,0,1,2\ny,1,0,2\nlat,2,2,0\n",
    "seven.csv": lines_of(FLOWS, ",") + lines_of(DISTANCES, ","),
    "odd.dat": f"6\n{lines_of(ODD_FLOWS)}{lines_of(ODD_DISTANCES)}",
    "thirty.dat": f"30\n{lines_of(BIG_FLOWS)}{lines_of(BIG_DISTANCES)}",
    "one.dat": "1\n3\n4\n",
    "many.dat": f"7\n{lines_of(FLOWS)}{lines_of(DISTANCES)}5\n",
}


def qap(*arguments, file="seven.dat", iterations="3"):
    """A short run on the host."""
    return ["qap", file, *NO_DEVICE, "--iterations", iterations, *arguments]


RESULT = ["cost", "gap_percent", "stop_reason", "iterations", "first_iteration", "seconds", "best_iteration",
          "best_seconds"]


def documented(flows, distances, least=None):
    """The document is complete and consistent, and the assignment has the cost that it states."""
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
    """A written solution has the printed cost; another run can start from it, and --replay repeats it."""
    made = bench.run(qap("-o", "made.sln", "-o", "made.json", "-q", file="thirty.dat"))
    document = json.loads((bench.folder / "made.json").read_text())
    cost = document["result"]["cost"]
    require(made.code == 0 and made.out == "", made.err)
    require(bench.run(["verify", "thirty.dat", "made.sln"]).out.split()[0] == str(cost), "verify prints another cost")
    verified = bench.run(["verify", "thirty.dat", "made.sln", "--json"]).json()
    require(verified["cost"] == cost and verified["assignment"] == document["assignment"], verified)
    again = bench.run(qap("--init", "made.sln", "--json", file="thirty.dat", iterations="1")).json()
    require(again["result"]["cost"] <= cost and again["init"][0]["cost"] == cost, again["init"])
    replayed = bench.run(["qap", "thirty.dat", "--replay", "made.json", "--json", *NO_DEVICE]).json()
    require(replayed["assignment"] == document["assignment"], "--replay finds another assignment")


def names_are_kept(bench):
    """With two tables that have names and decimals, text, JSON and CSV contain the names; the CSV has the separator,
    line ends and mark of the flows; verify and --init read it."""
    tables = ["flows.csv", "places.csv"]
    run = bench.run(["qap", *tables, "--fix", "A=East", "-o", "a.csv", "-o", "a.sln", *NO_DEVICE])
    require(run.code == 0 and "places      E=Mid T=North A=East" in run.out and "cost        21.250" in run.out, run.out)
    require("3 items for 4 places; empty places: 1" in run.err, run.err)
    require((bench.folder / "a.csv").read_bytes() == b"item;place\r\nE;Mid\r\nT;North\r\nA;East\r\n", "another table")
    flows = (bench.folder / "flows.csv").read_text(encoding="utf-8").replace(";", "\t")
    (bench.folder / "tabs.csv").write_text("\ufeff" + flows, encoding="utf-8")
    require(bench.run(["qap", "tabs.csv", "places.csv", "--init", "a.csv", "-o", "t.csv", *NO_DEVICE]).code == 0, "tabs")
    require((bench.folder / "t.csv").read_bytes().startswith(b"\xef\xbb\xbfitem\tplace\nE\t"), "another table")
    bench.run(["qap", "seven.csv", "-o", "s.csv", *NO_DEVICE])
    require((bench.folder / "s.csv").read_bytes().startswith(b"item,place\n1,"), "another table")
    for words in ([*tables, "t.csv"], ["seven.csv", "s.csv"]):
        require(bench.run(["verify", *words]).code == 0, words)
    for name in ("a.csv", "a.sln"):
        verified = bench.run(["verify", *tables, name, "--json"]).json()
        require((verified["cost"], verified["assignment"]) == (21.25, [1, 3, 4]), verified)
        require(verified["assignment_places"] == ["Mid", "North", "East"], verified)
    again = bench.run(["qap", *tables, "--init", "a.csv", "--json", *NO_DEVICE]).json()
    require(again["init"][0]["cost"] == 21.25 and again["assignment_items"] == ["E", "T", "A"], again)


def places_have_coordinates(bench):
    """A table of places gives the distances and decimals of tours, unless costs would be too large, and the names."""
    with open(KEYBOARD[1], encoding="utf-8") as file:
        keys = [(row["key"], float(row["x"]), float(row["y"])) for row in csv.DictReader(file)]
    with open(KEYBOARD[0], encoding="utf-8") as file:
        flows = [[int(cell) for cell in line.split(",")[1:]] for line in list(file)[1:]]
    distances = [[math.floor(1e7 * math.dist(a[1:], b[1:]) + 0.5) for b in keys] for a in keys]
    run = bench.run(["qap", *KEYBOARD, "--json", "-o", "keys.csv", "--iterations", "2", *NO_DEVICE]).json()
    places = [place - 1 for place in run["assignment"]]
    require(run["instance"]["decimals"] == 7 and run["instance"]["added_items"] == 4, run["instance"])
    require(math.isclose(run["result"]["cost"], cost_of(flows, distances, places) / 1e7, abs_tol=1e-6), run["result"])
    require(run["assignment_places"] == [keys[place][0] for place in places], run["assignment_places"])
    require(bench.run(["verify", *KEYBOARD, "keys.csv", "--json"]).json()["assignment"] == run["assignment"], "verify")
    run = bench.run(["qap", "flows.csv", "stadt.csv", "--fix", 'T=5 "', "-o", "a.csv", *NO_DEVICE])
    require('skips "Land"' in run.err and 'T=5 "' in run.out, run)
    require('\nT;"5 """\n' in (bench.folder / "a.csv").read_text(), "the quote is lost")
    require(bench.run(["verify", "flows.csv", "stadt.csv", "a.csv"]).code == 0, "a name with a quote is not found")
    large = bench.run(["instance", "large.csv", "stadt.csv", "--json"]).json()["instance"]
    require(large["decimals"] == 1, large)


def keyboard_is_drawn(bench):
    """The picture of a keyboard has the letter and the name of each key in three rows from left to right, and the
    largest flows; `render` draws the same assignment, and a table of long names has dots."""
    made = bench.run(["qap", *KEYBOARD, "-o", "k.svg", "-o", "k.csv", "--json", "--iterations", "1", *NO_DEVICE]).json()
    on = dict(zip(made["assignment_places"], made["assignment_items"]))
    rows = ["QWERTYUIOP", "ASDFGHJKL;", "ZXCVBNM,./"]
    require(bench.run(["render", *KEYBOARD, "k.csv", "-o", "r.svg", "-q"]).code == 0, "render")
    for name in ("k.svg", "r.svg"):
        drawn = Picture((bench.folder / name).read_text())
        drawn.require_on_page()
        require(drawn.words("place") == list("".join(rows)), drawn.words("place"))
        require([word or "" for word in drawn.words("item")] == [on.get(key, "") for key in "".join(rows)], name)
        spots = [(int(text.get("y")), int(text.get("x"))) for kind, text in drawn.texts if kind == "item"]
        require(spots == sorted(spots) and len({y for y, _ in spots}) == 3, spots)
        require(len(drawn.parts("flow")) == 1 and "the 40 largest flows" in drawn.description, drawn.description)
    bench.run(["qap", "wards.csv", "rooms.csv", "-o", "w.svg", *NO_DEVICE])
    wards = Picture((bench.folder / "w.svg").read_text())
    require(set(wards.words("name")) == {"Intensive care & surgery", "Reception", None}, wards.words("name"))
    require([kind.get("class") for kind in wards.circles].count("empty") == 1, "no empty place")


def checkpoint_continues(bench):
    """A resumed run finds what an uninterrupted run finds. So do runs with other numbers of threads, and a second run
    of islands."""
    for words in ([], ["--algorithm", "mmas"]):
        whole = bench.run(qap("--json", *words, file="thirty.dat", iterations="4")).json()
        bench.run(qap("--checkpoint", "state", "-q", *words, file="thirty.dat", iterations="2"))
        rest = bench.run(qap("--resume", "state", "--json", file="thirty.dat", iterations="4")).json()
        require(rest["result"]["first_iteration"] == 2, rest["result"])
        require(rest["assignment"] == whole["assignment"], f"{words}: a resumed run finds another assignment")
        several = bench.run(qap("--threads", "3", "--json", *words, file="thirty.dat", iterations="4")).json()
        require(several["assignment"] == whole["assignment"], f"{words}: threads find another assignment")
    islands = [bench.run(qap("--islands", "2", "--epoch", "1", "--json", file="thirty.dat")).json() for _ in range(2)]
    require(len(islands[0]["islands"]) == 2 and islands[0]["assignment"] == islands[1]["assignment"], islands[0])


def best_known_cost(bench):
    """Gaps are relative to the best known cost, which does not end a run, because it is not proven; with other matrices
    no cost is known."""
    document = bench.run(qap("--json", file="tai64c.dat", iterations="1")).json()
    instance, result = document["instance"], document["result"]
    require((instance["optimum"], instance["optimum_proven"]) == (GRAY_LEAST, False), instance)
    require(math.isclose(result["gap_percent"], 100 * (result["cost"] / GRAY_LEAST - 1), abs_tol=1e-6), result)
    require(result["stop_reason"] == "iterations", result)
    (bench.folder / "tai64c.dat").write_text(f"64\n{lines_of(GRAY_FLOWS)}{lines_of(GRAY_DISTANCES[::-1])}")
    changed = bench.run(qap("--json", file="tai64c.dat", iterations="1")).json()
    require(changed["instance"]["optimum"] is None is changed["result"]["gap_percent"], changed["instance"])


QAP = [
    Case("document", qap("--json"), checks=(SEVEN, value("instance.items", 7), value("device", None))),
    Case("ants", qap("--json", "--algorithm", "mmas", iterations="20"), checks=(SEVEN,)),
    Case("table", qap("--json", file="seven.csv"), checks=(SEVEN,)),
    Case("asymmetric", qap("--json", file="odd.dat"),
         checks=(documented(ODD_FLOWS, ODD_DISTANCES, ODD_LEAST), value("instance.symmetric", False))),
    Case("text", qap(), out=rf"^cost +{LEAST}\n(.*\n)*places +\d", err=""),
    Case("one item", qap("--json", file="one.dat"), checks=(value("result.cost", 12), value("assignment", [1]))),
    Case("no driver is needed", ["qap", "seven.dat", *NO_DEVICE, "--time", "0.2"], out=rf"^cost +{LEAST}$",
         environment=NO_DRIVER),
    Case("instance", ["instance", "flows.csv", "places.csv"], err="",
         out=r"^items +3, the first is E\nplaces +4, the first is Mid\n(.*\n)+costs +in steps of 0\.001$"),
    Case("instance of places", ["instance", "flows.csv", "stadt.csv"], err="",
         out=r'\ncolumns +"Ort" as name, "Breite" as latitude, "L\u00e4nge" as longitude\nskipped +"Land"\nmetric +GREAT_CIRCLE'),
    Case("names of coordinates", ["qap", "flows.csv", "xy.csv", *NO_DEVICE], out=r"^cost +19.25$"),
    Case("instance in silence", ["instance", "flows.csv", "places.csv", "-q"], out="", err=""),
    Case("instance of a single file", ["instance", "thirty.dat", "--json"],
         checks=(value("instance.items", 30), value("instance.added_items", 0))),
    Case("places", qap("-o", "a.csv"), err=r"^wrote a\.csv$", checks=(no_files,)),
    Case("fixed place", qap("--fix", "1=3,2=1", "--json", file="thirty.dat"),
         checks=(documented(BIG_FLOWS, BIG_DISTANCES), lambda outcome: require(
             outcome.json()["assignment"][:2] == [3, 1], outcome.json()["assignment"]))),
    Case("target", qap("--target", str(LEAST), iterations="100000"), out=r"^stopped by +target$"),
    solution_is_kept,
    names_are_kept,
    places_have_coordinates,
    keyboard_is_drawn,
    best_known_cost,
    checkpoint_continues,
]

QAP_REFUSED = [
    rejected("a map of an assignment", ["render", "seven.dat", "a.sln", "-o", "a.svg"],
             r"^swarmcl: a\.svg: seven cannot be drawn: found only distances, expected a table of places"),
    rejected("neither tour nor assignment", ["instance", "many.dat"], r"^swarmcl: many\.dat:1: .* column"),
    rejected("too many numbers", qap(file="many.dat"), r"^swarmcl: many\.dat:16: found \"?5.*expected"),
    rejected("one matrix", qap(file="flows.csv"), r"^swarmcl: flows\.csv:4: found the end .* or in a second file"),
    rejected("layout without coordinates", ["render", "flows.csv", "places.csv", "a.csv", "-o", "a.svg"],
             r"^swarmcl: a\.svg: flows cannot be drawn: found only dist"),
    rejected("broken place", ["qap", "flows.csv", "broken.csv"],
             r'^swarmcl: broken\.csv:3: found "4x", expected a decimal number from .* as y of "North"'),
    rejected("fixed name", ["qap", "flows.csv", "places.csv", "--fix", "A=Wset", *NO_DEVICE], r"there is no such place"),
    rejected("missing file", qap(file="missing.dat"), r"^swarmcl: missing\.dat"),
    rejected("fixed outside", qap("--fix", "1=8"), r"--fix 1=8"),
    rejected("option of the population", qap("--algorithm", "mmas", "--population", "5"), r"--population 5 clashes"),
    refused("no file", ["qap"], r"FILE is missing"),
    refused("option of tsp", qap("--candidates", "5"), r"unknown option --candidates"),
]


GROUPS = {"qap": QAP, "qap-refused": QAP_REFUSED}
