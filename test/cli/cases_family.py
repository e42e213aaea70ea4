"""Cases of the ant family: algorithms, candidate lists, local searches, automatic choices, clashes."""

import fixtures
from cases import documented_run, rejected, tsp, value
from cases_colony import refused
from cases_faults import lattice
from fixtures import coordinates_file, random_points
from run import Case, tier
from scenes import SLACK_SECONDS, at_most, require

fixtures.TEXT_FILES |= {"thirty.tsp": coordinates_file("thirty", random_points(30))}

ALGORITHMS = ["as", "eas", "ras", "mmas", "bwas", "acs"]
SEARCHES = ["none", "2opt", "oropt", "2opt+oropt", "3opt"]
ORIENTED = ["none", "oropt", "3opt"]
KINDS = ["nearest", "quadrant", "mixed"]
# Parameters that some algorithms have, and those: with them a number, else null.
OWN = {"elite": ["eas"], "depositors": ["ras"], "xi": ["acs"], "restart-after": ["mmas", "bwas"], "trail-floor": ["as"]}


def family(*arguments, file="medium.tsp"):
    return tsp("--json", *arguments, file=file, iterations="4")


def parameters(**expected):
    """Underscores stand for the dashes of names."""
    def check(outcome):
        found = outcome.json()["parameters"]
        for name, wanted in expected.items():
            name = name.replace("_", "-")
            require(found[name] == wanted, f"{name} is {found[name]!r}, expected {wanted!r}")
    return check


def own_parameters(algorithm):
    def check(outcome):
        found = outcome.json()["parameters"]
        for name, algorithms in OWN.items():
            require((found[name] is not None) == (algorithm in algorithms), f"{name} is {found[name]!r}")
    return check


def whole_rows_are_lists_of_all_nodes(bench):
    """With a list of all other nodes ants walk on lists, too; the local search finds the same optimum."""
    lengths = set()
    for candidates in ("0", "13", "32", "auto"):
        run = bench.ok(["tsp", "small.tsp", "-d", "none", "--algorithm", "mmas", "--iterations", "30", "--candidates",
                        candidates, "--json"])
        require(run.json()["parameters"]["candidates"] == (0 if candidates == "0" else 13), run.json()["parameters"])
        lengths.add(run.json()["result"]["length"])
    require(len(lengths) == 1, f"lengths {lengths}")


def time_is_all_that_a_user_needs(bench):
    """--time alone: until it is over, not until stagnation."""
    run = bench.run(["tsp", "small.tsp", "-d", "none", "--time", "1", "--json"]).json()
    require(run["result"]["stop_reason"] == "time", run["result"])
    require(run["parameters"]["no-improve"] is None and run["parameters"]["iterations"] is None, run["parameters"])


def large_instances_obey_time(bench):
    """100,000 nodes: lists of them fit anywhere, and --time is kept, with a local search and without."""
    (bench.folder / "lattice100k.tsp").write_text(lattice("lattice", 100000))
    for more in tier([[]], [[], ["--local-search", "none"]]):
        with at_most(3 + SLACK_SECONDS):
            run = bench.run(["tsp", "lattice100k.tsp", "-d", "none", "--time", "3", "--json", *more])
        require(run.code == 0, run.err)
        require(run.json()["result"]["stop_reason"] == "time", run.json()["result"])


FAMILY = [
    Case("Ant System alone has whole rows and no local search", family("--algorithm", "as"),
         checks=(documented_run, own_parameters("as"),
                 parameters(candidates=0, candidate_kind=None, local_search="none", ants=150, rho=0.5, q0=None,
                            selection="roulette", iterations=4))),
    *[Case(f"{name} with its own numbers", family("--algorithm", name),
           checks=(documented_run, own_parameters(name),
                   parameters(algorithm=name, candidates=16, local_search="3opt"))) for name in ALGORITHMS[1:]],
    *[Case(f"{name} without local search", family("--algorithm", name, "--local-search", "none"),
           checks=(documented_run, parameters(local_search="none", ants=10 if name == "acs" else 150)))
      for name in ALGORITHMS[1:]],
    *[Case(f"{name} on whole rows", family("--algorithm", name, "--candidates", "0", "--ants", "20"),
           checks=(documented_run, parameters(candidates=0, selection="roulette", q0=None)))
      for name in ALGORITHMS[1:5]],
    *[Case(f"local search {name}", family("--local-search", name),
           checks=(documented_run, parameters(local_search=name))) for name in SEARCHES],
    *[Case(f"local search {name} with Ant System", family("--algorithm", "as", "--local-search", name, "--ants", "10"),
           checks=(documented_run, parameters(algorithm="as", local_search=name, candidates=0))) for name in SEARCHES],
    *[Case(f"lists {kind} of {length}", family("--candidates", length, "--candidate-kind", kind),
           checks=(documented_run, parameters(candidates=int(length), candidate_kind=kind)))
      for kind, length in zip(KINDS * 2, ("1", "5", "8", "32", "16", "3"))],
    *[Case(f"asymmetric, {name}", family("--local-search", name, file="asymmetric.atsp"),
           checks=(documented_run, value("result.length", 4), parameters(candidates=3, candidate_kind="nearest")
                   if name != "none" else documented_run)) for name in ORIENTED],
    *[Case(f"{count}", family(file=f"{count}.tsp"), checks=(documented_run, value("result.length", length)))
      for count, length in (("one", 0), ("two", 10), ("three", 12), ("square", 40))],
    Case("a part of its own for every option",
         family("--algorithm", "acs", "--q0", "0.5", "--xi", "0.2", "--ants", "7", "--rho", "0.25"),
         checks=(documented_run, parameters(q0=0.5, xi=0.2, ants=7, rho=0.25, depositors=None, elite=None))),
    Case("elite", family("--algorithm", "eas", "--elite", "3"), checks=(parameters(elite=3),)),
    Case("as many elite deposits as ants", family("--algorithm", "eas"), checks=(parameters(elite=25),)),
    Case("depositors", family("--algorithm", "ras", "--depositors", "4"), checks=(parameters(depositors=4),)),
    Case("no more depositors than tours", family("--algorithm", "ras", "--ants", "2"), checks=(parameters(depositors=3),)),
    Case("restarts and least trail",
         family("--algorithm", "mmas", "--local-search", "none", "--p-best", "0.5", "--restart-after", "0"),
         checks=(parameters(p_best=0.5, restart_after=0),)),
    Case("a preset means Ant System", family("--preset", "uchida"),
         checks=(parameters(algorithm="as", candidates=0, local_search="none", selection="hybrid"),)),
    Case("a preset with another algorithm", family("--preset", "belotti", "--algorithm", "mmas"),
         checks=(parameters(algorithm="mmas", candidates=16, local_search="3opt", selection="race", rho=0.8, beta=3,
                            ants=150, trail_floor=None),)),
    Case("a selection means Ant System", family("--selection", "race"),
         checks=(parameters(algorithm="as", candidates=0, ants=150),)),
    Case("Ant System on lists", family("--algorithm", "as", "--candidates", "20"),
         checks=(parameters(candidates=20, selection="race", local_search="none", ants=150),)),
    Case("iterations alone", tsp("--json"), checks=(parameters(iterations=5, no_improve=None),)),
    Case("stagnation alone", ["tsp", "small.tsp", "-d", "none", "--no-improve", "5", "--json"],
         checks=(parameters(iterations=None, no_improve=5), value("result.stop_reason", "stagnation"))),
    whole_rows_are_lists_of_all_nodes,
]

BY_ITSELF = [
    Case("nothing said of ants", ["tsp", "thirty.tsp", "-d", "none", "--algorithm", "mmas", "--json"],
         checks=(documented_run, value("result.stop_reason", "stagnation"),
                 parameters(algorithm="mmas", candidates=16, candidate_kind="mixed", local_search="3opt", ants=64,
                            rho=0.5, q0=0, selection="race", p_best=None, evaluation=None))),
    Case("the limits where nothing else ends a run",
         ["tsp", "thirty.tsp", "-d", "none", "--algorithm", "mmas", "--target", "1", "--json"],
         checks=(parameters(no_improve=300, iterations=1000),)),
    time_is_all_that_a_user_needs,
    large_instances_obey_time,
]

CLASHES = [
    refused(f"--{option} with {algorithm}", tsp("--algorithm", algorithm, f"--{option}", given),
            rf"--{option} {given} clashes with --algorithm {algorithm}: it would be ignored, as it belongs to {owner}$")
    for option, given, algorithm, owner in (
        ("elite", "3", "mmas", "eas"), ("depositors", "3", "mmas", "ras"), ("depositors", "3", "as", "ras"),
        ("xi", "0.2", "mmas", "acs"), ("p-best", "0.2", "acs", "mmas"), ("restart-after", "9", "ras", "mmas, bwas"),
        ("trail-floor", "0.1", "mmas", "as"))
] + [
    refused("an option of another than the automatic one", tsp("--depositors", "3"),
            r"--depositors 3 clashes with --algorithm mmas"),
    refused("the least trail beside a local search", tsp("--p-best", "0.1"),
            r"--p-best 0\.1 clashes with --local-search 3opt"),
    refused("more depositors than tours", tsp("--algorithm", "ras", "--ants", "2", "--depositors", "4"),
            r"--depositors 4 clashes with 2 ants"),
    refused("ants that change trails on whole rows", tsp("--algorithm", "acs", "--candidates", "0"),
            r"--candidates 0 clashes with --algorithm acs: .* on lists"),
    refused("the best candidate on whole rows", tsp("--algorithm", "as", "--q0", "0.5"), r"--q0 0\.5 clashes"),
    refused("a kind of lists without lists", tsp("--algorithm", "as", "--candidate-kind", "nearest"),
            r"--candidate-kind nearest clashes .* there are no lists"),
    refused("a selection on lists", tsp("--algorithm", "mmas", "--selection", "roulette"),
            r"--selection roulette clashes with --candidates 16: ants on lists race"),
    refused("an evaluation on lists", tsp("--algorithm", "mmas", "--evaluation", "work-item"),
            r"--evaluation work-item clashes with --candidates 16"),
    refused("a group size on lists", tsp("--algorithm", "mmas", "--group-size", "32"),
            r"--group-size 32 clashes with --candidates 16"),
    *[refused(f"asymmetric, {name}", tsp("--local-search", name, file="asymmetric.atsp"),
              r"--local-search .* clashes with an asymmetric instance: it reverses .*: none, oropt, 3opt")
      for name in SEARCHES if name not in ORIENTED],
    refused("quadrants of a matrix", tsp("--candidate-kind", "quadrant", file="asymmetric.atsp"),
            r"--candidate-kind quadrant clashes with an instance without coordinates"),
    refused("quadrants of a path", tsp("--candidate-kind", "mixed", "--path"),
            r"--candidate-kind mixed clashes with --path"),
]

ON_DEVICE = [
    rejected("a construction of whole rows on lists", ["tsp", "small.tsp", "-d", "cpu", "--algorithm", "mmas",
                                                       "--construction", "work-group"],
             r"--construction work-group clashes"),
    rejected("a construction of lists on whole rows", ["tsp", "small.tsp", "-d", "cpu", "--algorithm", "as",
                                                       "--construction", "list-item"],
             r"--construction list-item clashes"),
    rejected("a deposit of Ant System with another", ["tsp", "small.tsp", "-d", "cpu", "--algorithm", "mmas",
                                                      "--deposit", "gather"], r"--deposit gather clashes"),
    Case("a construction of lists is enough", ["tsp", "small.tsp", "-d", "cpu", "--construction", "list-item",
                                               "--iterations", "3", "--json"],
         checks=(parameters(algorithm="mmas", construction="list-item"),)),
]

GROUPS = {"family": FAMILY, "by-itself": BY_ITSELF, "clashes": CLASHES}
