"""Cases of `swarmcl orient`: files, limits, ends, starts, documents, maps, repeated and resumed runs; `verify` and
`render` of its tours."""

import json
import math

import fixtures
from cases import NO_DRIVER, no_files, refused, rejected, value
from picture import Picture
from run import Case
from scenes import SLACK_SECONDS, at_most, require

NO_DEVICE = ["-d", "none"]

POINTS = [(x % 10000, y % 10000) for x, y in fixtures.random_points(9)]
SCORES = [1, 5, 2, 8, 3, 9, 4, 7, 6]
LIMIT = 18000
MANY_POINTS = fixtures.random_points(70)


def oplib(points, scores, limit):
    rows = "".join(f"{i} {x} {y}\n" for i, (x, y) in enumerate(points, 1))
    values = "".join(f"{i} {score}\n" for i, score in enumerate(scores, 1))
    return (f"NAME : made\nTYPE : OP\nDIMENSION : {len(points)}\nCOST_LIMIT : {limit}\nEDGE_WEIGHT_TYPE : EUC_2D\n"
            f"NODE_COORD_SECTION\n{rows}NODE_SCORE_SECTION\n{values}DEPOT_SECTION\n1\n-1\nEOF\n")


def table(points, scores):
    return "name,x,y,score\n" + "".join(f"p{i},{x},{y},{score}\n" for i, ((x, y), score)
                                        in enumerate(zip(points, scores), 1))


def distance(a, b):
    return int(math.dist(a, b) + 0.5)


def length_of(points, nodes, closed=True):
    pairs = zip(nodes, nodes[1:] + nodes[:1]) if closed else zip(nodes, nodes[1:])
    return sum(distance(points[a], points[b]) for a, b in pairs)


def tour_file(nodes):
    rows = "".join(f"{node + 1}\n" for node in nodes)
    return f"NAME : made\nTYPE : TOUR\nDIMENSION : {len(nodes)}\nTOUR_SECTION\n{rows}-1\nEOF\n"


BEST, TOUR = 22, [0, 3, 7, 8]  # of all subsets and orders
LENGTH = length_of(POINTS, TOUR)
ALL = list(range(len(POINTS)))
SMALL = oplib(POINTS, SCORES, LIMIT)
EARTH = "name,lat,lon,score\n" + "".join(f"p{i},{48 + i % 7 / 100},{2 + i * 3 % 11 / 100},{i % 5}\n" for i in range(20))


def named(name, count, limit, scores, far):
    """Returns an instance with the name, limit and sum of scores of one in OPLib; its last `far` nodes are beyond the
    limit."""
    points = [(i % 6, i // 6) if i < count - far else (3 * limit, i) for i in range(count)]
    return oplib(points, scores, limit).replace("made", name)


KNOWN_LIMIT, KNOWN_BEST = 5314, 31  # of att48-gen1-50, proven

fixtures.TEXT_FILES |= {
    "known.oplib": named("att48", 48, KNOWN_LIMIT, [1] * 48, 48 - KNOWN_BEST),
    "changed.oplib": named("att48", 48, KNOWN_LIMIT, [2] + [1] * 47, 48 - KNOWN_BEST),
    "beaten.oplib": named("fl417", 417, 5931, [1] * 417, 417 - 285),
    "small.oplib": SMALL,
    "limit-fraction.oplib": SMALL.replace(f"COST_LIMIT : {LIMIT}", f"COST_LIMIT : {LIMIT}.7"),
    "one-way.oplib": ("TYPE : OP\nDIMENSION : 2\nCOST_LIMIT : 9\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : "
                      "FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1\n2 0\nNODE_SCORE_SECTION\n1 1\n2 1\nDEPOT_SECTION\n1\n-1\n"),
    "far-ends.csv": "name,x,y,score\ns,0,0,1\na,10,0,2\nd,90,0,3\n",
    "many.oplib": oplib(MANY_POINTS, [1 + i * 7 % 13 for i in range(70)], 24000),
    "scored.csv": table(POINTS, SCORES),
    "earth.csv": EARTH,
    "score-twice.oplib": SMALL.replace("\n2 5\n", "\n1 5\n"),
    "depot.oplib": SMALL.replace("DEPOT_SECTION\n1\n", "DEPOT_SECTION\n4\n"),
    "best.tour": tour_file(TOUR),
    "weak.tour": tour_file(TOUR[:2]),
    "all.tour": tour_file(ALL),
    "no-first.tour": tour_file(TOUR[1:]),
}


def orient(*arguments, file="small.oplib", iterations="5"):
    """A short run on the host."""
    return ["orient", file, *NO_DEVICE, "--iterations", iterations, *arguments]


def documented(points, scores, limit, best=None, closed=True):
    """The document is complete and consistent, and the tour has the score and the length that it states."""
    def check(outcome):
        run = outcome.json()
        result, nodes = run["result"], [node - 1 for node in run["tour"]]
        assert len(set(nodes)) == len(nodes) == result["nodes"] and set(nodes) <= set(range(len(points))), nodes
        assert not closed or nodes[0] == 0, nodes
        assert result["score"] == sum(scores[node] for node in nodes), result
        assert result["length"] == length_of(points, nodes, closed) <= limit, result
        assert best is None or result["score"] == best, (result, best)
        found = [point["score"] for point in run["trace"]]
        assert found == sorted(found) and found[-1] == result["score"], found
    return check


FOUND = documented(POINTS, SCORES, LIMIT, BEST)


def table_with_limit(bench):
    """The limit is in the unit of the table, whose lengths have decimals, and the order lists the names of the
    nodes."""
    document = bench.run(orient("--limit", "18000.5", "--json", file="scored.csv")).json()
    nodes = [node - 1 for node in document["tour"]]
    length = sum(math.dist(POINTS[a], POINTS[b]) for a, b in zip(nodes, nodes[1:] + nodes[:1]))
    require(abs(length - document["result"]["length"]) < 0.01 and length <= 18000.5, (length, document["result"]))
    require(document["tour_names"] == [f"p{node + 1}" for node in nodes], document["tour_names"])


def ends_are_kept(bench):
    """An open path has the two ends given, or the one."""
    for words, first, last in ((["--start", "p3", "--end", "p5"], 3, 5), (["--start", "p4"], 4, None)):
        document = bench.run(orient("--path", *words, "--limit", "15000", "--json", file="scored.csv")).json()
        tour = document["tour"]
        require(tour[0] == first and (last is None or tour[-1] == last), (words, tour))


def files_are_kept(bench):
    """The tour file, the order, the map and the names are of one tour, which --replay finds again."""
    bench.ok(orient("-q", "-o", "a.tour", "-o", "a.csv", "-o", "a.svg", "-o", "a.txt", "-o", "a.json",
                    "--limit", "18000", file="scored.csv"))
    document = json.loads((bench.folder / "a.json").read_text())
    names = (bench.folder / "a.txt").read_text().split()
    require(names == document["tour_names"], names)
    order = (bench.folder / "a.csv").read_text().splitlines()
    require(len(order) == 1 + len(names), order)
    Picture((bench.folder / "a.svg").read_text())
    again = bench.run(["orient", "scored.csv", *NO_DEVICE, "--replay", "a.json", "--json"]).json()
    require(again["tour"] == document["tour"], "--replay finds another tour")


def starts_are_taken(bench):
    """The tour of --init is the first best tour and an individual, so no result is worse. One seed gives one tour, also
    resumed, with threads, on islands and with --replay; another start is refused."""
    few = ["--population", "4"]

    def run(*arguments, iterations="2"):
        return bench.run(orient(*arguments, file="many.oplib", iterations=iterations))
    for words in (few, ["--algorithm", "ants", "--ants", "3"], [*few, "--path", "--end", "7"]):
        run("-q", "-o", "good.tour", *words)
        given = [*words, "--init", "good.tour"]
        whole = run("--json", "-o", "whole.json", *given).json()
        start = whole["init"][0]
        require(start["file"] == "good.tour" and whole["trace"][0]["score"] == start["score"], whole["init"])
        require(whole["result"]["score"] >= start["score"] > 0, whole["result"])
        run("--checkpoint", "state", "-q", *given, iterations="1")
        replay = ["orient", "many.oplib", *NO_DEVICE, "--replay", "whole.json", "--init", "good.tour", "--json"]
        for again in (run("--resume", "state", "--init", "good.tour", "--json"), run("--threads", "3", *given, "--json"),
                      bench.run(replay)):
            require(again.json()["tour"] == whole["tour"], f"{words}: another tour")
        other = run("--resume", "state")
        require(other.code == 2 and "was written with --init of 1 tours" in other.err, other.err)
    islands = [run("--islands", "2", "--epoch", "1", "--json", *few).json() for _ in range(2)]
    require(len(islands[0]["islands"]) == 2 and islands[0]["tour"] == islands[1]["tour"], islands[0])


def ants_are_resumed(bench):
    """A resumed run of ants finds what an uninterrupted one finds, because the checkpoint has the trails."""
    ants = ["--algorithm", "ants", "--ants", "3", "--seed", "2", "--json"]
    whole, _, rest = (bench.ok(orient(*words, file="many.oplib", iterations=iterations)).json() for words, iterations in (
        (ants, "4"), ([*ants, "--checkpoint", "ants.state"], "2"), (["--resume", "ants.state", "--json"], "4")))
    require(rest["tour"] == whole["tour"], f"{rest['tour']} instead of {whole['tour']}")


def tours_are_drawn_again(bench):
    """render draws the map of a run from its tour, closed or open."""
    for words in ([], ["--path"]):
        bench.run(orient("-q", "-o", "run.tour", "-o", "run.svg", "--population", "2", *words, file="many.oplib",
                         iterations="1"))
        drawn = bench.run(["render", "many.oplib", "run.tour", "-o", "drawn.svg", *words])
        require(drawn.code == 0 and " nodes\n" in drawn.out, drawn.err)
        shapes = []
        for file in ("run.svg", "drawn.svg"):
            picture = Picture((bench.folder / file).read_text())
            top = picture.parts("tour")[0][0][1]
            shapes.append([[(x, y - top) for x, y in part] for name in ("tour", "others", "nodes")
                           for part in picture.parts(name)])
        require(shapes[0] == shapes[1] and shapes[0], "the maps differ")
        require("of 70 nodes" in picture.description and "; score " in picture.description, picture.description)


def verify(tour, *arguments, file="small.oplib"):
    return ["verify", file, tour, *arguments]


def large_instances_obey_time(bench):
    """A run of 30,000 nodes obeys --time before and after its first tours, which take half a second."""
    points = [(i * 7919 % 100003, i * 104729 % 100019) for i in range(30000)]
    (bench.folder / "large.csv").write_text(table(points, [1 + i % 9 for i in range(len(points))]))
    for seconds in (0.2, 1):
        with at_most(seconds + SLACK_SECONDS):
            run = bench.run(["orient", "large.csv", *NO_DEVICE, "--limit", "9000000", "--population", "4", "--time",
                             str(seconds), "--json"])
        require(run.json()["result"]["stop_reason"] == "time", run.err)


ORIENT = [
    Case("document", orient("--json"), checks=(FOUND, value("device", None))),
    Case("ants", orient("--json", "--algorithm", "ants", "--ants", "12"), checks=(FOUND,)),
    Case("another limit", orient("--limit", "9000", "--json"), checks=(documented(POINTS, SCORES, 9000),)),
    Case("text", orient(), out=rf"^score +{BEST}\n(.*\n)*length +\d+\nvisited +\d of 9 nodes", err=""),
    Case("on the Earth", orient("--limit", "9000", "-o", "a.geojson", "-o", "a.gpx", file="earth.csv"),
         err=r"^wrote a\.gpx$", checks=(no_files,)),
    Case("no driver is needed", ["orient", "small.oplib", *NO_DEVICE, "--time", "0.2"], out=rf"^score +{BEST}$",
         environment=NO_DRIVER),
    Case("target", orient("--target", str(BEST), iterations="100000"), out=r"^stopped by +target$"),
    Case("optimal", orient(file="known.oplib"), out=r"^gap +optimal\nstopped by +target$"),
    Case("scores changed", orient("--json", file="changed.oplib"),
         checks=(value("instance.optimum", None), value("result.gap_percent", None))),
    Case("best known score beaten", orient("--population", "1", file="beaten.oplib", iterations="1"),
         out=r"^gap +25\.00 % above the best known 2019 score 228\nstopped by +iterations$"),
    large_instances_obey_time,
    table_with_limit,
    ends_are_kept,
    files_are_kept,
    starts_are_taken,
    ants_are_resumed,
    tours_are_drawn_again,
    Case("verify", verify("best.tour"), out=rf"\A{BEST}\nlength {LENGTH}\nvisited {len(TOUR)} of 9 nodes\n\Z", err="",
         environment=NO_DRIVER),
    Case("verify as JSON", verify("best.tour", "--json"),
         checks=(value("score", BEST), value("length", LENGTH), value("nodes", len(TOUR)), value("path", False))),
    Case("verify a table", verify("best.tour", "--limit", str(LIMIT), file="scored.csv"),
         out=rf"\A{BEST}\nlength \d+\.\d+\nvisited {len(TOUR)} of 9 nodes\n"),
    Case("verify within another limit", verify("all.tour", "--limit", "1000000"), out=rf"\A{sum(SCORES)}\nlength "),
    Case("verify a path", verify("best.tour", "--path", "--start", "1", "--end", str(TOUR[-1] + 1)),
         out=rf"\A{BEST}\nlength {length_of(POINTS, TOUR, closed=False)}\n"),
    Case("verify a closed tour with a start", verify("no-first.tour", "--start", str(TOUR[-1] + 1)),
         out=rf"\A{BEST - SCORES[0]}\n"),
    Case("draw a closed tour with a start",
         ["render", "small.oplib", "no-first.tour", "--start", str(TOUR[-1] + 1), "-o", "start.svg"]),
    Case("a closed tour with a start", orient("--start", "3", file="small.oplib"), out=r"\ntour +3, "),
    Case("verify a tour of all nodes", verify("all.tour", "--fix", "1-2"), out=rf"\A{length_of(POINTS, ALL)}\n\Z"),
]

ORIENT_REFUSED = [
    rejected("no scores", orient("--limit", "5", file="small.tsp"), r"small\.tsp|score"),
    rejected("no limit", orient(file="scored.csv"), r"--limit"),
    rejected("score twice", orient(file="score-twice.oplib"), r"^swarmcl: score-twice\.oplib:\d+: found"),
    rejected("another depot", orient(file="depot.oplib"), r"^swarmcl: depot\.oplib:\d+: found \"4\", expected a DEPOT_SECTION"),
    rejected("ends too far apart", orient("--path", "--start", "1", "--end", "2", "--limit", "1"), r"--limit|limit"),
    rejected("option of ants", orient("--ants", "5"), r"--ants 5 clashes"),
    Case("tour past the limit", verify("all.tour"), code=5, out="",
         err=rf"^swarmcl: all\.tour: the tour's length is {length_of(POINTS, ALL)}, above the limit of {LIMIT}$"),
    Case("a limit that reaches no node", orient("--limit", "19", file="far-ends.csv"), out=r"^score +1$",
         err=r"^swarmcl: warning: the limit of 19 is too short to visit another node and return: "
             r"the nearest one needs 20$"),
    Case("a limit with a fraction", orient(file="limit-fraction.oplib"), out=rf"^score +{BEST}$"),
    rejected("asymmetric distances", orient(file="one-way.oplib"),
             r"found \"2\", expected 1 for node 2 to node 1, as from node 1 to node 2; distances of TYPE OP are"),
    Case("tour without the first node", verify("no-first.tour"), code=5, out="",
         err=r"^swarmcl: no-first\.tour: the tour does not visit the first node$"),
    Case("tour of some nodes without a limit", verify("best.tour", file="scored.csv"), code=5, out="",
         err=r"^swarmcl: best\.tour:\d+: found .*expected DIMENSION 9"),
    Case("map of a tour past the limit", ["render", "small.oplib", "all.tour", "-o", "past.svg"], code=5, out="",
         err=r"^swarmcl: all\.tour: the tour's length is", checks=(no_files,)),
    rejected("limit without scores", verify("all.tour", "--limit", "5", file="small.tsp"), r"has no scores"),
    refused("limit and fixed edges", verify("all.tour", "--limit", "5", "--fix", "1-2"), r"--limit 5 clashes with --fix"),
    refused("limit and a bound", verify("all.tour", "--limit", "5", "--certificate", "a.json"),
            r"--limit 5 clashes with --certificate"),
    rejected("start past the limit", orient("--init", "all.tour"),
             r"^swarmcl: all\.tour: the tour's length is \d+, above the limit of"),
    refused("two starts", orient("--init", "best.tour", "--init", "weak.tour"), r"--init was given twice"),
    refused("no file", ["orient"], r"FILE is missing"),
    refused("option of tsp", orient("--kicks", "5"), r"unknown option --kicks"),
]


GROUPS = {"orient": ORIENT, "orient-refused": ORIENT_REFUSED}
