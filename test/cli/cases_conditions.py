"""Conditions on tours: fixed edges of files and of --fix, open paths and their ends, with every algorithm."""

import json
import random

import fixtures
from cases import documented_run, refused, rejected, tsp, value
from cases_generate import SHELF
from fixtures import SQUARE, coordinates_file, tour_file
from run import LONG, Case, Skip, tier
from scenes import require

ALGORITHMS = ["as", "eas", "ras", "mmas", "bwas", "acs", "mosaic"]
MOSAIC_NODES_LEAST, MOSAIC_ARCS_LEAST = 5, 3

fixtures.TEXT_FILES |= {
    "crossing.tsp": coordinates_file("square", SQUARE, extra="FIXED_EDGES_SECTION\n1 3\n-1\n"),
    "burma14-fixed.tsp": coordinates_file("burma14", fixtures.circle_points(14),
                                          extra="FIXED_EDGES_SECTION\n1 3\n-1\n"),
    "dashes.csv": "name,x,y\na,0,0\nb,9,0\na-b,9,9\nb-c,0,9\nc,4,4\nRio,1,7\nRio,7,1\n\"x, \"\"y\"\"\",3,3\n",
    "across.tour": tour_file("square", [1, 3, 2, 4]),
}


# ---------------------------------------------------------------------------------------------------------------------
# Against all tours


class Problem:
    """A random instance and conditions on its tours that at least one of them meets. Nodes count from 1."""

    def __init__(self, kind, nodes, form, draw):
        self.kind, self.nodes, self.path, self.name = kind, nodes, "path" in form, f"{kind}-{form}-{nodes}"
        self.points = [(draw.randrange(100), draw.randrange(100)) for _ in range(nodes)]
        self.matrix = [[0 if i == j else draw.randrange(1, 60) for j in range(nodes)] for i in range(nodes)]
        if kind == "plane":
            self.matrix = [[int(((a - c)**2 + (b - d)**2)**0.5 + 0.5) for c, d in self.points] for a, b in self.points]
        elif kind == "matrix":
            self.matrix = [[self.matrix[min(i, j)][max(i, j)] for j in range(nodes)] for i in range(nodes)]
        tour = draw.sample(range(1, nodes + 1), nodes)
        self.start = tour[0] if "start" in form else None
        self.end = tour[-1] if "end" in form else None
        edges = list(zip(tour, tour[1:] + ([] if self.path else tour[:1])))
        share = {"few": 0.2, "many": 0.6, "all": 1.0}.get(form.split()[-1], 0.0)
        self.fixed = [edge for edge in edges if nodes > 1 and draw.random() < share]
        self.in_file = [edge for edge in self.fixed if draw.random() < 0.5]

    def text(self):
        fixed = "".join(f"{a} {b}\n" for a, b in self.in_file)
        fixed = f"FIXED_EDGES_SECTION\n{fixed}-1\n" if self.in_file else ""
        if self.kind == "plane":
            return coordinates_file("plane", self.points, extra=fixed)
        return fixtures.matrix_file(self.kind, self.matrix, "ATSP" if self.kind == "arcs" else "TSP", fixed)

    def options(self):
        on_line = [edge for edge in self.fixed if edge not in self.in_file]
        half = len(on_line) // 2
        lists = [",".join(f"{a}-{b}" for a, b in part) for part in (on_line[:half], on_line[half:])]
        return [*(["--path"] if self.path else []), *(["--start", str(self.start)] if self.start else []),
                *(["--end", str(self.end)] if self.end else []),
                *[word for part in lists if part for word in ("--fix", part)]]

    def length(self, tour):
        closed = [] if self.path else tour[:1]
        return sum(self.matrix[a - 1][b - 1] for a, b in zip(tour, tour[1:] + closed))

    def meets(self, tour):
        steps = set(zip(tour, tour[1:] + ([] if self.path else tour[:1])))
        steps |= set() if self.kind == "arcs" else {(b, a) for a, b in steps}
        return steps.issuperset(self.fixed) and self.start in (None, tour[0]) and self.end in (None, tour[-1])

    def left(self):
        """The number of nodes after chains of fixed edges are reduced, including the joint of a path."""
        both = self.start and self.end
        joint = self.path and not both
        edges = [*self.fixed, *([(self.end, self.start)] if both else []),
                 *([(0, self.start or self.end)] if joint and (self.start or self.end) else [])]
        nodes = range(0 if joint else 1, self.nodes + 1)
        if self.kind == "arcs":  # chains become one node each, a ring as well
            return max(len(nodes) - len(edges), 1)
        return max(sum(sum(node in edge for edge in edges) < 2 for node in nodes), min(len(nodes), 2))

    def shortest(self):
        """The shortest of all tours that meet the conditions, by enumeration; a partial tour is dropped once it is too
        long."""
        after = {a: b for a, b in self.fixed}
        before = {b: a for a, b in self.fixed}
        best = [self.length(list(range(1, self.nodes + 1))) + 60 * 200 * self.nodes, None]

        def grow(tour, left, length):
            if length >= best[0]:
                return
            if not left:
                if self.meets(tour) and self.length(tour) < best[0]:
                    best[:] = self.length(tour), tour
                return
            for node in sorted(left, key=lambda other: self.matrix[tour[-1] - 1][other - 1]):
                grow([*tour, node], left - {node}, length + self.matrix[tour[-1] - 1][node - 1])

        everyone = set(range(1, self.nodes + 1))
        for first in [self.start] if self.start else everyone if self.path else [1]:
            grow([first], everyone - {first}, 0)
        assert best[1], (self.name, after, before)
        return best[0]


FORMS = ["closed", "closed few", "closed many", "closed all", "path", "path few", "path start", "path end many",
         "path start end", "path start end few", "path start end all", "closed start many"]


def run_shortest(bench, problem, algorithm, device, best, turn=0):
    """One algorithm, with one of the local searches in turn, must find the shortest tour of one problem."""
    (bench.folder / "problem.tsp").write_text(problem.text())
    words = ["tsp", "problem.tsp", "-d", device, "--algorithm", algorithm, *problem.options(), "--seed", "3", "--json",
             "--target", str(best), "--iterations", "20" if algorithm == "mosaic" else "2000"]
    words += {"mosaic": [], "as": ["--ants", "64", "--alpha", "0.5", "--rho", "0.1"]}.get(algorithm, ["--ants", "16"])
    if algorithm in ("mmas", "bwas"):  # the others may converge to a tour that a weaker search leaves
        searches = ["3opt", "oropt"] if problem.kind == "arcs" else ["3opt", "2opt", "oropt", "2opt+oropt"]
        words += ["--local-search", searches[turn % len(searches)]]
    outcome = bench.run(words)
    about = f"{problem.name}, {algorithm} on {device}: {' '.join(problem.options())} of {problem.in_file}"
    if algorithm == "mosaic" and problem.left() < (MOSAIC_ARCS_LEAST if problem.kind == "arcs" else MOSAIC_NODES_LEAST):
        require(outcome.code == 2 and "--algorithm mosaic clashes with" in outcome.err, f"{about}: {outcome.err}")
        return
    require(outcome.code == 0, f"{about}: {outcome.err}")
    run = outcome.json()
    tour, length = run["tour"], run["result"]["length"]
    require(sorted(tour) == list(range(1, problem.nodes + 1)), f"{about}: {tour} is no permutation")
    require(problem.length(tour) == length, f"{about}: {tour} is {problem.length(tour)} long, not {length}")
    require(problem.meets(tour), f"{about}: {tour} does not meet them")
    require(length == best, f"{about}: {length}, but the shortest is {best}")
    lengths = [point["length"] for point in run["trace"]]
    require(lengths == sorted(lengths, reverse=True) and lengths[-1] == length, f"{about}: trace {lengths}")


def against_all_tours(kind):
    def case(bench):
        draw = random.Random(f"{kind} of the reference")
        for k, form in enumerate(FORMS, len(kind)):
            for nodes in tier((1 + k % 3, 5 + k % 2 * 2), (1, 2, 3, 5, 7, 9)):
                problem = Problem(kind, nodes, form, draw)
                best = problem.shortest()
                for turn, algorithm in enumerate(ALGORITHMS, k):
                    if LONG or turn % 2 == (nodes < 5):  # of another kind it has this form with the other number of nodes
                        run_shortest(bench, problem, algorithm, "none", best, turn)
    case.__doc__ = f"Every algorithm of the reference finds the shortest of all tours that meet the conditions: {kind}."
    case.__name__ = f"against_all_tours_{kind}"
    return case


def against_all_tours_on_a_device(bench):
    """The same for every algorithm on a device."""
    draw = random.Random("on a device")
    for i, kind in enumerate(("plane", "matrix", "arcs")):
        for k, form in enumerate(("closed many", "path end many", "path start end few")):
            problem = Problem(kind, tier(7, 8), form, draw)
            best = problem.shortest()
            # each meets every kind and every form
            for algorithm in tier((["as", "acs"], ["mmas", "mosaic"])[(i + k) % 2], ALGORITHMS):
                run_shortest(bench, problem, algorithm, "cpu", best)


# ---------------------------------------------------------------------------------------------------------------------
# Runs


SIDES = ["--fix", "1-2,3-4", "--fix", "77-78"]
MOSAIC = ["mosaic", "--population", "6", "--kicks", "30"]


def replay_has_the_conditions(bench):
    """--replay repeats a run with its conditions, and refuses other conditions."""
    asked = ["--path", "--start", "5", "--fix", "1-2", "--fix", "3-4,8-9"]
    first = bench.ok(["tsp", "medium.tsp", "-d", "none", "--iterations", "3", *asked, "-o", "conditions.json", "-q"])
    run = json.loads(first.read("conditions.json"))
    require(run["parameters"]["fix"] == "1-2,3-4,8-9" and run["parameters"]["start"] == "5", run["parameters"])
    require(run["parameters"]["end"] is None, run["parameters"])
    again = bench.run(["tsp", "medium.tsp", "-d", "none", "--replay", "conditions.json", "--json"])
    require(again.code == 0 and again.json()["tour"] == run["tour"], again.err)
    for words in (["--fix", "1-2"], ["--start", "6"], ["--end", "6"]):
        other = bench.run(["tsp", "medium.tsp", "-d", "none", "--replay", "conditions.json", *words])
        require(other.code == 2 and "clashes with --replay" in other.err, other.err)


def resume_has_the_conditions(bench):
    """A resumed run keeps its conditions and finds the same tour; other conditions, and other files, are refused."""
    for algorithm in (["mmas", "--ants", "8"], MOSAIC):
        words = ["tsp", "medium.tsp", "-d", "none", "--algorithm", *algorithm, *SIDES, "--iterations"]
        whole = bench.run([*words, "6", "--json"])
        part = bench.run([*words, "3", "--checkpoint", "conditions.state", "-q"])
        require(whole.code == 0 and part.code == 0, whole.err + part.err)
        resumed = ["tsp", "medium.tsp", "-d", "none", "--resume", "conditions.state", "--iterations", "6"]
        again = bench.run([*resumed, "--json"])
        require(again.code == 0 and again.json()["tour"] == whole.json()["tour"], f"{algorithm}: {again.err}")
        require(again.json()["result"]["length"] == whole.json()["result"]["length"], algorithm)
        for other in (["--fix", "1-2"], ["--fix", "1-2,3-4,77-79"], ["--path"]):
            outcome = bench.run([*resumed, *other])
            require(outcome.code == 2 and "clashes with --resume" in outcome.err, f"{other}: {outcome.err}")
        text = bench.folder.joinpath("medium.tsp").read_text().replace("EOF", "FIXED_EDGES_SECTION\n5 6\n-1\nEOF")
        (bench.folder / "medium-fixed.tsp").write_text(text)
        outcome = bench.run(["tsp", "medium-fixed.tsp", *resumed[2:]])
        require(outcome.code == 2 and "medium-fixed" not in outcome.out, outcome.err)


def islands_have_the_conditions(bench):
    """Islands exchange tours that meet the conditions, and their full lengths; also in a resumed run."""
    chain = ",".join(f"{k}-{k + 1}" for k in range(1, 100))
    for algorithm in (["mmas", "--ants", "8"], MOSAIC):
        for more in ([], ["--migration", "complete"]):
            words = ["tsp", "medium.tsp", "-d", "none", "--algorithm", *algorithm, "--path", "--start", "120",
                     "--fix", chain, "--islands", "3", "--epoch", "2", *more]
            whole = bench.ok([*words, "--iterations", "4", "--json", "-o", "islands.tour"])
            run = whole.json()
            best = min(island["length"] for island in run["islands"])
            found = (run["result"]["length"], run["trace"][-1]["length"])
            require(found == (best, best), f"{algorithm} {more}: {found}, {run['islands']}")
            checked = bench.run(["verify", "medium.tsp", "islands.tour", "--path", "--start", "120", "--fix", chain])
            require(checked.out.split()[0] == str(best), f"{algorithm} {more}: {checked.out}{checked.err}")
            stopped = bench.run([*words, "--iterations", "4", "--target", str(best), "--json"])
            require(stopped.code == 0 and stopped.json()["result"]["length"] <= best,
                    f"{algorithm} {more}: {stopped.err}")
            if more == []:
                part = bench.run([*words, "--iterations", "2", "--checkpoint", "islands.state", "-q"])
                again = bench.run(["tsp", "medium.tsp", "-d", "none", "--resume", "islands.state", "--iterations", "4",
                                   "--json"])
                require(part.code == 0 and again.code == 0, part.err + again.err)
                require(again.json()["tour"] == run["tour"], f"{algorithm}: {again.out[:500]}")


def target_and_trace_are_of_whole_tours(bench):
    """The reported tour has the fixed edges, whatever number of nodes they remove from the search."""
    chain = ",".join(f"{k}-{k + 1}" for k in range(1, 120))
    words = ["tsp", "medium.tsp", "-d", "none", "--fix", chain, "--json", "--iterations", "15", "--algorithm", "mmas"]
    outcome = bench.ok([*words, "-o", "chain.tour"])
    documented_run(outcome)
    run = outcome.json()
    verified = bench.run(["verify", "medium.tsp", "chain.tour", "--fix", chain])
    require(verified.out.split()[0] == str(run["result"]["length"]), verified.out + verified.err)
    target = run["trace"][1]["length"]
    for any_length in (["--target", "9e18"], ["--optimum", "9e18", "--target-gap", "1000000"]):
        reached = bench.run([*words, *any_length])
        require(reached.json()["result"]["iterations"] == 0, reached.out[:2000])
    stopped = bench.run([*words, "--target", str(target)])
    require(stopped.json()["result"]["stop_reason"] == "target", stopped.out)
    require(stopped.json()["result"]["length"] == target, stopped.out)
    start = bench.run([*words, "--init", "chain.tour"])
    require(start.json()["trace"][0]["length"] == run["result"]["length"], start.out)


def verify_knows_the_conditions(bench):
    """verify requires the fixed edges of the file and of --fix, and the ends; if one is missing, the exit code is 5."""
    for words, message in ((["crossing.tsp", "square.tour"], "the tour does not have the fixed edge 1-3"),
                           (["square.tsp", "square.tour", "--fix", "1-2", "--fix", "2-4"], "the fixed edge 2-4"),
                           (["square.tsp", "square.tour", "--path", "--fix", "4-1"], "the path does not have"),
                           (["square.tsp", "square.tour", "--path", "--start", "2"], "at node 1, expected node 2"),
                           (["square.tsp", "square.tour", "--path", "--end", "1"], "ends at node 4, expected node 1")):
        outcome = bench.run(["verify", *words])
        require(outcome.code == 5 and message in outcome.err and outcome.out == "", f"{words}: {outcome.err}")
    for words in (["crossing.tsp", "across.tour"], ["square.tsp", "square.tour", "--fix", "4-1,2-3"],
                  ["square.tsp", "square.tour", "--path", "--start", "1", "--end", "4", "--fix", "2-1"]):
        outcome = bench.ok(["verify", *words])


def published_lengths(bench):
    """linhp318 is lin318 as a path from node 1 to node 214; a tour with that edge fixed is longer by the edge, 3869."""
    instance = SHELF / "lin318.tsp"
    if not instance.exists():
        raise Skip("lin318.tsp is not there")
    text = instance.read_text()
    (bench.folder / "lin318-fixed.tsp").write_text(text.replace("EOF", "FIXED_EDGES_SECTION\n1 214\n-1\nEOF"))
    words = ["-d", "none", "--iterations", "40", "--algorithm", "mosaic", "--json"]
    path = bench.run(["tsp", str(instance), "--path", "--start", "1", "--end", "214", "--target", "41345", *words])
    require(path.code == 0 and path.json()["result"]["length"] == 41345, path.out[:2000] + path.err)
    require((path.json()["tour"][0], path.json()["tour"][-1]) == (1, 214), path.json()["tour"])
    tour = bench.run(["tsp", "lin318-fixed.tsp", "--target", "45214", *words])
    require(tour.code == 0 and tour.json()["result"]["length"] == 45214, tour.out[:2000] + tour.err)
    require(tour.json()["instance"]["optimum"] is None, "the optimum of lin318 is none of this")


CASES = [
    replay_has_the_conditions,
    resume_has_the_conditions,
    target_and_trace_are_of_whole_tours,
    verify_knows_the_conditions,
    Case("the file's fixed edges", tsp(file="crossing.tsp", iterations="30"), out=r"^length +48$",
         err=r"\A(?!.*warning)"),
    Case("--fix is in the document", tsp("--fix", "1-3", "--fix", "2-4", "--json", file="square.tsp", iterations="30"),
         checks=(documented_run, value("result.length", 48), value("parameters.fix", "1-3,2-4"))),
    Case("a round trip from a node", tsp("--start", "3", "--json", file="square.tsp", iterations="30"),
         checks=(documented_run, value("tour", [3, 4, 1, 2]))),
    Case("both ends", tsp("--path", "--start", "1", "--end", "2", file="square.tsp", iterations="30"),
         out=r"^path +1, 4, 3, 2$"),
    Case("from the end of the numbers to their start",
         tsp("--path", "--start", "4", "--end", "1", file="square.tsp", iterations="30"), out=r"^path +4, 3, 2, 1$"),
    Case("edges of names with dashes", tsp("--fix", 'a-a-b,b-c-c,"x, ""y"""-b', "--json", file="dashes.csv"),
         checks=(documented_run, lambda outcome: require(
             {frozenset(pair) for pair in (("a", "a-b"), ("b-c", "c"), ('x, "y"', "b"))}
             <= {frozenset(pair) for pair in zip(outcome.json()["tour_names"],
                                                 [*outcome.json()["tour_names"][1:], outcome.json()["tour_names"][0]])},
             outcome.json()["tour_names"]))),
    Case("the optimum of an instance is none with --fix", tsp("--fix", "1-3", "--json", file="burma14.tsp"),
         checks=(documented_run, value("instance.optimum", None), value("result.gap_percent", None))),
    Case("nor where its file fixes edges", tsp("--json", file="burma14-fixed.tsp"),
         checks=(documented_run, value("instance.optimum", None), value("instance.fixed_edges", 1))),

    rejected("a cycle", tsp("--fix", "1-2,2-3,3-1", file="square.tsp"), r"form a cycle of 3 of 4 nodes"),
    rejected("one node is start and end", tsp("--path", "--start", "2", "--end", "2", file="square.tsp"),
             r"node 2 is both start and end of the path: expected two nodes, because the path visits 4"),
    rejected("end without a path", tsp("--end", "2", file="square.tsp"),
             r"--end 2 clashes with a closed tour: only a path has ends; add --path"),
    *[rejected(f"no node: {text!r}", tsp("--path", "--start", text, file="square.tsp"),
               r"expected a node, from 1 to 4") for text in ("0", "5", "", "1x", "18446744073709551617")],
    *[rejected(f"no edge: {text!r}", tsp("--fix", text, file="square.tsp"), r"expected A-B, two nodes from 1 to 4")
      for text in ("", "1-", "1-5", "1-2,", "1-2-3")],
    rejected("an edge to itself", tsp("--fix", "2-2", file="square.tsp"), r"edge 2-2: expected two"),
    rejected("a name of two nodes", tsp("--fix", "Rio-a", file="dashes.csv"),
             r"--fix: nodes 6 and 7 are both called Rio"),
    rejected("two ways to read an edge", tsp("--fix", "a-b-c", file="dashes.csv"),
             r"--fix a-b-c: can be split at 2 dashes into two names of nodes"),
    Case("in quotes there is one", tsp("--fix", '"a-b"-c', file="dashes.csv"), out=r"^length"),
    rejected("a starting tour without a fixed edge",
             tsp("--fix", "2-4", "--init", "square.tour", file="square.tsp"),
             r"the starting tour: the tour does not have the fixed edge 2-4"),
    rejected("few nodes are left for mosaic",
             tsp("--algorithm", "mosaic", "--fix", ",".join(f"{k}-{k + 1}" for k in range(1, 12))),
             r"an instance whose fixed edges leave 4 nodes: it needs 5 or more"),
    refused("--fix without a value", ["tsp", "square.tsp", "--fix"], r"--fix needs a value: --fix A-B"),
]

GROUPS = {
    "conditions": CASES,
    "conditions-islands": [islands_have_the_conditions],
    "conditions-shortest": [published_lengths, *map(against_all_tours, ("plane", "matrix", "arcs"))],
    "device-conditions": [against_all_tours_on_a_device],
}
