"""Cases of `--algorithm mosaic`: inputs, reports, refusals."""

import random

from cases import clash, documented_run, no_files, rejected, tsp, value, verified
from cases_family import parameters
from cases_problem import verified_path
from cases_robust import length_of
from fixtures import coordinates_file, random_points, tour_file
from run import Case, tier
from scenes import require

MOSAIC = ["--algorithm", "mosaic"]
PIECES = ["--improver", "pieces", "--kicks", "200"]
FEW = ["--population", "4", "--kicks", "50"]
ANTS = ["ants", "alpha", "rho", "selection", "local-search", "construction", "elite", "xi", "p-best", "trail-floor"]
OWN = ["population", "kicks", "noise", "kopt", "beam", "threshold", "improver", "schedule"]


def mosaic(*arguments, file="medium.tsp", iterations="2"):
    return tsp(*MOSAIC, *FEW, *arguments, file=file, iterations=iterations)


def without_ants(outcome):
    found = outcome.json()["parameters"]
    for name in ANTS:
        require(found[name] is None, f"{name} is {found[name]!r}")


def without_population(outcome):
    found = outcome.json()["parameters"]
    for name in OWN:
        require(found[name] is None, f"{name} is {found[name]!r}")


def chosen_numbers(outcome):
    found = outcome.json()["parameters"]
    for name in ("population", "kicks"):
        require(isinstance(found[name], int) and found[name] > 0, f"{name} is {found[name]!r}")


def first_length(expected):
    def check(outcome):
        first = outcome.json()["trace"][0]
        require(first["iteration"] == 0 and first["length"] == expected, f"the trace begins with {first}")
    return check


def picture_says(*words):
    def check(outcome):
        text = outcome.read("mosaic.svg")
        for word in words:
            require(word in text, f"{word!r} is not in the picture")
    return check


def tour_of(bench, *arguments, population=FEW):
    outcome = bench.ok(["tsp", *arguments, *MOSAIC, *population, "--json", "-q"])
    return outcome.json()["tour"]


def what_changes_no_tour(bench):
    """The number of threads and the improver change no tour."""
    arguments = ["medium.tsp", "-d", "none", "--iterations", "2"]
    first = tour_of(bench, *arguments)
    for more in (["--threads", "1"], ["--threads", "3"], ["--improver", "array"], ["--improver", "auto"]):
        require(tour_of(bench, *arguments, *more) == first, f"{more}: the tours differ")
    (bench.folder / "large.tsp").write_text(coordinates_file("large", random_points(tier(200, 2000))))
    arguments = ["large.tsp", "-d", "none", "--iterations", "1", "--improver", "pieces"]
    first = tour_of(bench, *arguments)
    for more in (["--threads", "1"], ["--threads", "3"]):
        require(tour_of(bench, *arguments, *more) == first, f"pieces, {more}: the tours differ")
    require(tour_of(bench, *arguments, "--ants", "2") != first, "--ants is ignored")


def what_changes_tours(bench):
    """--kopt, --beam and --threshold change tours, except with their default values."""
    arguments, one = ["large.tsp", "-d", "none", "--iterations", "1"], ["--population", "1"]
    first = tour_of(bench, *arguments, population=one)
    for more in (["--kopt", "8"], ["--beam", "2"], ["--threshold", "0"], ["--kopt", "auto", "--beam", "auto"]):
        require(tour_of(bench, *arguments, *more, population=one) == first, f"{more}: the tours differ")
    for more in (["--kopt", "2"], ["--kopt", "3"], ["--beam", "1"], ["--threshold", "0.9"]):
        require(tour_of(bench, *arguments, *more, population=one) != first, f"{more}: the tours are the same")


def repeated(bench, device, again, *limit, options=()):
    """The schedule of a run repeats the run, wherever the clock or a limit cut it."""
    first = bench.ok(["tsp", "large.tsp", "-d", device, *MOSAIC, *options, "--target", "1", *limit, "--json", "-q"])
    schedule = first.json()["parameters"]["schedule"]
    if not schedule and limit[0] == "--time" and float(limit[1]) < 60:  # a busy machine took all of it for the start
        return repeated(bench, device, again, "--time", str(4 * float(limit[1])), options=options)
    require(schedule, f"{limit}: there is no schedule")
    second = bench.ok(["tsp", "large.tsp", "-d", again, *MOSAIC, *options, "--target", "1", "--schedule", schedule,
                       "--json", "-q"])
    require(second.json()["tour"] == first.json()["tour"], f"{schedule}: the tours differ")
    for name in ("iterations", "length"):
        require(second.json()["result"][name] == first.json()["result"][name], f"{schedule}: {name} differ")
    require(second.json()["parameters"]["schedule"] == schedule, second.json()["parameters"]["schedule"])
    return schedule


def a_schedule_repeats_a_run(bench):
    """The schedule of a timed run repeats it, also on another device, whether an improvement or a crossover was cut."""
    (bench.folder / "large.tsp").write_text(coordinates_file("large", random_points(tier(300, 2000))))
    for limit in (["--time", tier("0.1", "0.3")], ["--iterations", "3"], ["--schedule", "3x1+700"],
                  *tier([], [["--time", "1.2"], ["--schedule", "5x2,3x1*1"], ["--schedule", "2x1+0"]]),
                  ["--schedule", "1x4,9x3*2"]):
        schedule = repeated(bench, "none", "none", *limit)
        require(limit[0] != "--schedule" or schedule == limit[1], f"{schedule} is not {limit[1]}")
    for limit in (["--time", tier("0.1", "1.5")], ["--schedule", "3x2,5x1*2"]):
        repeated(bench, "none", "none", *limit, options=PIECES)


def a_given_tour_is_a_start(bench):
    """The tour of --init is the first best, and the result is never longer."""
    made = bench.ok(mosaic("-o", "start.tour", "--json", "--seed", "5", iterations="1"))
    length = made.json()["result"]["length"]
    again = bench.ok(mosaic("--init", "start.tour", "--json"))
    first_length(length)(again)
    require(again.json()["result"]["length"] <= length, again.json()["result"])


def given_tours_are_starts(bench):
    """Each tour of --init starts one individual; the shortest is the first best tour, and the population is not
    larger."""
    lengths, points = [], random_points(150)
    for seed in range(12):
        tour = random.Random(seed + 1).sample(range(1, 151), 150)
        (bench.folder / f"start{seed}.tour").write_text(tour_file("medium", tour))
        lengths.append(length_of(points, tour))
    require(min(lengths) < lengths[0], f"the first of {lengths} is the shortest")
    given = [word for seed in range(12) for word in ("--init", f"start{seed}.tour")]
    run = bench.ok(["tsp", "medium.tsp", "-d", "none", *MOSAIC, *given, "--iterations", "1", "--json"])
    documented_run(run)
    first_length(min(lengths))(run)
    require([start["length"] for start in run.json()["init"]] == lengths, run.json()["init"])
    require(run.json()["parameters"]["schedule"] == "12x1", run.json()["parameters"]["schedule"])
    twice = bench.run(["tsp", "medium.tsp", "-d", "none", *MOSAIC, *given[:2], *given[:2], "--kicks", "1", "--json"])
    require(twice.code == 0 and len(twice.json()["init"]) == 1, twice.err)  # an option given twice with one value counts once
    some = bench.ok(["tsp", "medium.tsp", "-d", "none", *MOSAIC, *given[:8], "--path", "--iterations", "1", "--json"])
    documented_run(some)
    require(some.json()["trace"][0]["length"] == min(start["length"] for start in some.json()["init"]), some.json()["init"])
    for more, words in ((["--population", "11"], "12 starting tours clash with --population 11: each needs an individual"),
                        (["--schedule", "11x1"], "12 starting tours clash with --schedule 11x1: its first population"),
                        (["--algorithm", "mmas"], "12 starting tours clash with --algorithm mmas: ants use one tour"),
                        (["--ants", "5"], "12 starting tours clash with --algorithm mmas")):
        refusal = bench.run(["tsp", "medium.tsp", "-d", "none", *given, *more])
        require(refusal.code == 2 and refusal.out == "" and words in refusal.err, refusal.err)
    mixed = bench.run(["tsp", "medium.tsp", "-d", "none", *given[:2], "--init", "square.tour"])
    require(mixed.code == 2 and "square.tour" in mixed.err, mixed.err)


def devices_share_a_population(bench):
    """Ants on pieces find the same tours on one device and on several, with one individual or many, in cut and complete
    runs."""
    bench.require_cpu()
    (bench.folder / "large.tsp").write_text(coordinates_file("large", random_points(tier(150, 2000))))
    kicks = tier(["--kicks", "40"], [])
    for schedule in tier(("2x2,3x1*1",), ("5x2,3x1", "1x2", "4x1+3", "3x2,5x1*2")):
        arguments = ["large.tsp", *PIECES[:2], *(kicks or PIECES[2:]), "--target", "1", "--schedule", schedule]
        several, one = (tour_of(bench, *arguments, "-d", device, population=[]) for device in ("cpu,cpu,cpu", "none"))
        require(several == one, f"{schedule}: the tours differ")
    two = bench.run(["tsp", *arguments, *MOSAIC, "-d", "cpu,cpu", "--islands", "2", "--json", "-q"])
    require(len(two.json()["islands"]) == 2, "--islands is ignored")


RUNS = [
    Case("what it does by itself", ["tsp", "medium.tsp", "-d", "none", *MOSAIC, *FEW, "--json"],
         checks=(documented_run, without_ants,
                 parameters(algorithm="mosaic", candidates=10, candidate_kind="mixed", population=4, kicks=50, noise=0.3,
                            kopt=8, beam=2, threshold=0, improver="threads", threads=None, iterations=5, no_improve=None))),
    Case("numbers by the nodes", tsp(*MOSAIC, "--json", iterations="1"), checks=(documented_run, chosen_numbers)),
    Case("what is given", mosaic("--noise", "1", "--threads", "2", "--improver", "array", "--candidates", "32",
                                 "--candidate-kind", "quadrant", "--seed", "9", "--json"),
         checks=(documented_run, parameters(noise=1, threads=2, improver="threads", candidates=32, seed=9, iterations=2,
                                            candidate_kind="quadrant", no_improve=None))),
    Case("no longer lists than other nodes", mosaic("--candidates", "32", "--json", file="small.tsp"),
         checks=(documented_run, parameters(candidates=13))),
    Case("tour file", mosaic("-o", "mosaic.tour"), checks=(verified("mosaic.tour", "medium.tsp"), no_files)),
    Case("open path", mosaic("--path", "-o", "mosaic-path.tour"),
         checks=(verified_path("mosaic-path.tour", "medium.tsp"),)),
    Case("lists of an open path", mosaic("--path", "--json"),
         checks=(documented_run, parameters(candidate_kind="nearest"))),
    Case("picture", mosaic("-o", "mosaic.svg"), checks=(picture_says("algorithm mosaic, population 4, iterations 2"),)),
    Case("only --time", ["tsp", "medium.tsp", "-d", "none", *MOSAIC, *FEW, "--time", "0.5", "--json"],
         checks=(documented_run, value("result.stop_reason", "time"), parameters(iterations=None, no_improve=None))),
    Case("target", mosaic("--target", "1000000000", iterations="1000"), out=r"^stopped by +target$"),
    Case("no improvement", mosaic("--no-improve", "2", iterations="100000", file="small.tsp"),
         out=r"^stopped by +stagnation$"),
    Case("progress begins with a tour of an individual", mosaic("-v"), err=r"^iteration 0, best \d+"),
    Case("ants have no population", tsp("--json", "--algorithm", "mmas"), checks=(documented_run, without_population)),
    Case("what is given of k-opt moves", mosaic("--kopt", "3", "--beam", "4", "--threshold", "0.25", "--json"),
         checks=(documented_run, parameters(kopt=3, beam=4, threshold=0.25))),
    what_changes_no_tour,
    what_changes_tours,
    a_schedule_repeats_a_run,
    a_given_tour_is_a_start,
    given_tours_are_starts,
]

REFUSED = [  # test/unit/choose.c has the options of the others
    clash("an option of mosaic with one of ants", tsp("--population", "3", "--ants", "9"), r"--population 3 clashes with --algorithm mmas"),
    *[clash(f"--schedule {text!r}", ["tsp", "medium.tsp", "-d", "none", *MOSAIC, "--schedule", text],
            r"--schedule .*: expected INDIVIDUALSxGENERATIONS")
      for text in ("8", "8x", "x2", "0x2", "8x0", "5000x1", "8x2,", ",8x2", "8x2 ", "8x2+", "8x2*-1", "8x2+3*1", "8x2+3,4x1",
                 "-8x2", "8x2x3", "auto", "8x99999999999999999999")],
    clash("--schedule with --iterations", tsp(*MOSAIC, "--schedule", "8x2"), r"--iterations 5 clashes with --schedule"),
    clash("--schedule with --population", ["tsp", "medium.tsp", "-d", "none", *MOSAIC, "--schedule", "8x2", "--population",
                                         "9"], r"--population 9 clashes with --schedule"),
    clash("lengths of the host", tsp(*MOSAIC, "--lengths", "bits"), r"--lengths bits clashes with --device none"),
]

ON_DEVICE = [
    devices_share_a_population,
    Case("mosaic on a device, and its kernels", ["tsp", "medium.tsp", "-d", "cpu", *MOSAIC, *FEW, "--iterations", "2",
                                                 "--json", "--dump-kernels", "mosaic.cl"], err=r"^wrote mosaic\.cl$",
         checks=(documented_run, without_ants, value("device.type", "cpu"), parameters(improver="array", lengths="doubles"))),
    Case("ants on pieces, and their kernels", ["tsp", "small.tsp", "-d", "cpu", *MOSAIC, *PIECES, "--iterations", "1",
                                               "--json", "--dump-kernels", "pieces.cl"], err=r"^wrote pieces\.cl$",
         checks=(documented_run, parameters(improver="pieces", ants=1, kicks=200))),
    rejected("threads have no kernels",
             ["tsp", "small.tsp", "-d", "cpu", *MOSAIC, "--improver", "threads", "--dump-kernels",
                                     "no.cl"], r"--dump-kernels no\.cl clashes with --improver threads"),
    rejected("threads have no arithmetic to choose", ["tsp", "small.tsp", "-d", "cpu", *MOSAIC, "--improver", "threads",
                                                      "--lengths", "bits"],
             r"--lengths bits clashes with --improver threads"),
]

GROUPS = {"mosaic": RUNS, "mosaic-refused": REFUSED}
