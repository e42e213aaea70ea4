"""Cases of the ant family: algorithms, candidate lists, local searches, automatic choices, clashes."""

import fixtures
from cases import clash, documented_run, rejected, tsp, value
from cases_faults import lattice
from fixtures import coordinates_file, random_points
from run import Case, tier
from scenes import SLACK_SECONDS, at_most, require

fixtures.TEXT_FILES |= {"eighteen.tsp": coordinates_file("eighteen", random_points(18))}

ALGORITHMS = ["as", "eas", "ras", "mmas", "bwas", "acs"]
# Parameters, and the algorithms that have them: a number with these algorithms, null with all others.
OWN = {"elite": ["eas"], "depositors": ["ras"], "xi": ["acs"], "restart-after": ["mmas", "bwas"], "trail-floor": ["as"]}


def family(*arguments, file="medium.tsp"):
    return tsp("--json", *arguments, file=file, iterations="4")


def parameters(**expected):
    """Options from keyword arguments, whose underscores stand for dashes."""
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


def time_is_all_that_a_user_needs(bench):
    """With --time as the only limit a run uses the whole time and does not end by stagnation."""
    run = bench.run(["tsp", "small.tsp", "-d", "none", "--time", "0.3", "--json"]).json()
    require(run["result"]["stop_reason"] == "time", run["result"])
    require(run["parameters"]["no-improve"] is None and run["parameters"]["iterations"] is None, run["parameters"])


def large_instances_obey_time(bench):
    """With 100,000 nodes the lists fit in memory and runs obey --time, with and without a local search."""
    (bench.folder / "lattice100k.tsp").write_text(lattice("lattice", 100000))
    for more in tier([[]], [[], ["--local-search", "none"]]):
        with at_most(1 + SLACK_SECONDS):
            run = bench.run(["tsp", "lattice100k.tsp", "-d", "none", "--time", "1", "--json", *more])
        require(run.code == 0, run.err)
        require(run.json()["result"]["stop_reason"] == "time", run.json()["result"])


FAMILY = [  # test/unit/choose.c has what is chosen, test/golden each local search, kind of list and preset
    Case("only Ant System has whole rows and no local search", family("--algorithm", "as"),
         checks=(documented_run, own_parameters("as"),
                 parameters(candidates=0, candidate_kind=None, local_search="none", ants=150, rho=0.5, q0=None,
                            selection="roulette", iterations=4))),
    *[Case(f"{name} with its own numbers", family("--algorithm", name),
           checks=(documented_run, own_parameters(name),
                   parameters(algorithm=name, candidates=16, local_search="3opt"))) for name in ALGORITHMS[1:]],
    *[Case(f"{count}", family(file=f"{count}.tsp"), checks=(documented_run, value("result.length", length)))
      for count, length in (("one", 0), ("two", 10), ("three", 12), ("square", 40))],
]

BY_ITSELF = [
    Case("only --algorithm", ["tsp", "eighteen.tsp", "-d", "none", "--algorithm", "mmas", "--json"],
         checks=(documented_run, value("result.stop_reason", "stagnation"),
                 parameters(algorithm="mmas", candidates=16, candidate_kind="mixed", local_search="3opt", ants=64,
                            rho=0.5, q0=0, selection="race", p_best=None, evaluation=None, no_improve=300,
                            iterations=1000))),
    time_is_all_that_a_user_needs,
    large_instances_obey_time,
]

CLASHES = [  # test/unit/choose.c has all of them
    clash("an option of another algorithm", tsp("--algorithm", "ras", "--restart-after", "9"),
            r"--restart-after 9 clashes with --algorithm ras: it would be ignored, because it belongs to mmas, bwas$"),
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
