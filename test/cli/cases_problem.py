"""Open paths, starting tours, optima and gaps, on the command line."""

import re

from cases import documented_run, rejected, tsp, value
from run import Case, Skip, tier
from scenes import require


def verified_path(tour, instance):
    """The written path has the length that was printed, as an open path and not as a tour."""
    def check(outcome):
        length = re.search(r"^length +(\d+)$", outcome.out, re.MULTILINE).group(1)
        again = outcome.bench.run(["verify", "--path", instance, tour])
        assert again.code == 0 and again.out.splitlines()[0] == length, f"verify says {again.out}{again.err}"
        closed = outcome.bench.run(["verify", instance, tour])
        assert int(closed.out.splitlines()[0]) > int(length), "the closed tour is not longer"
        assert "open path" in outcome.read(tour), "the file does not say that it is an open path"
    return check


def starts_with(length):
    def check(outcome):
        trace = outcome.json()["trace"]
        assert trace[0] == {**trace[0], "iteration": 0, "length": length}, trace[0]
        assert outcome.json()["result"]["length"] <= length
    return check


def kernels_of_the_run(outcome):
    """The dump has the build options and the complete source of every kernel."""
    text = outcome.read("kernels.cl")
    for word in ("-cl-std=CL1.2", "-D SELECTION=", "__kernel void aco_construct_", "__kernel void aco_initialise",
                 "__kernel void aco_deposit_", "reqd_work_group_size"):
        require(word in text, f"{word} is missing")


def kernels_with_a_search(outcome):
    """The dump has both programs, one after the other."""
    text = outcome.read("both.cl")
    for word in ("__kernel void aco_construct_list_", "__kernel void aco_search_", "-D SEARCH_THREE_OPT=1"):
        require(word in text, f"{word} is missing")
    require(text.count("/* OpenCL C, built for") == 2, "two programs")


def thread_count_changes_nothing(bench):
    """One thread and all threads find the same tour."""
    tours = []
    for environment in ({}, {"POCL_MAX_PTHREAD_COUNT": "1", "POCL_CPU_MAX_CU_COUNT": "1"}):
        outcome = bench.ok(["tsp", "medium.tsp", "-d", "cpu", "--iterations", "20", "--json"], environment)
        tours.append((outcome.json()["device"]["compute_units"], outcome.json()["tour"]))
    if tours[1][0] != 1 or tours[0][0] == 1:
        raise Skip("the driver does not let go of threads here")
    assert tours[0][1] == tours[1][1], "the tours differ"


def quiet_leaves_nothing(bench):
    """--quiet prints nothing and creates no file."""
    before = sorted(path.name for path in bench.folder.rglob("*"))
    for device in ("none", "cpu"):
        outcome = bench.run(["tsp", "small.tsp", "-d", device, "--iterations", "3", "-q"])
        assert (outcome.code, outcome.out, outcome.err) == (0, "", ""), outcome
    assert sorted(path.name for path in bench.folder.rglob("*")) == before, "a file was made"


def numbers_have_exponents(bench):
    """Lengths of hundreds of digits are written with an exponent, everywhere, and read back."""
    (bench.folder / "vast.csv").write_text("x,y\n0,0\n1e300,0\n1e300,1e300\n0,5e299\n")
    words = ["tsp", "vast.csv", "-d", "none", "--iterations", "2", "--repeat", "2", "-v"]
    outcome = bench.ok([*words, "-o", "vast.tour", "-o", "vast.csv.json", "-o", "vast.svg"])
    for text in (outcome.out, outcome.err, outcome.read("vast.tour"), outcome.read("vast.csv.json"),
                 outcome.read("vast.svg")):
        require(not re.search(r"\d{30}", text), text)
    length = re.search(r"^best +(\d(\.\d+)?e\+300), seed \d$", outcome.out, re.MULTILINE)[1]
    reached = bench.run([*words[:4], "--iterations", "9", "--target", length, "--json"])
    require(reached.code == 0 and reached.json()["result"]["stop_reason"] == "target", reached)
    checked = bench.run(["verify", "vast.csv", "vast.tour"])
    require(checked.code == 0 and length in checked.out, checked.out)


def an_ordinary_run_is_brief(bench):
    """An ordinary run prints one line about its device and perhaps one that the tour goes to a file; -v prints more."""
    bench.require_cpu()
    for words in (["tsp", "medium.tsp", "--population", "4", "--iterations", "2"],
                  ["pso", "sphere", "--algorithm", "pso", "--iterations", "9"],
                  *tier([], [["tsp", "medium.tsp", "--algorithm", "acs", "--iterations", "2", "--islands", "2"]])):
        outcome = bench.run([*words, "-d", "cpu"])
        lines = [line for line in outcome.err.splitlines()
                 if "goes to a file" not in line and not line.startswith("iteration ")]  # a busy machine reports progress
        require(outcome.code == 0 and len(lines) == 1 and lines[0].startswith("device "), outcome.err)
        more = bench.run([*words, "-d", "cpu", "-v"])
        require(more.code == 0 and re.search(r"^memory .* of ", more.err, re.MULTILINE), more.err)


PROBLEM = [
    numbers_have_exponents,
    Case("open path", tsp("--path", "-o", "open.tour", file="medium.tsp"),
         checks=(verified_path("open.tour", "medium.tsp"),)),
    Case("open path of a square", tsp("--path", file="square.tsp", iterations="30"), out=r"^length +30$"),
    Case("a short tour is printed", tsp(file="square.tsp", iterations="30"), out=r"^tour +1, [24], 3, [24]$"),
    Case("a short path is printed by names", tsp("--path", file="row.csv", iterations="30"),
         out=r"^path +(west, middle, east|east, middle, west)$"),
    Case("a long tour is not printed, but how to write it", tsp(file="medium.tsp"),
         err=r"^the tour itself goes to a file: -o FILE\.tour",
         checks=(lambda outcome: require(not re.search("^tour", outcome.out, re.MULTILINE), outcome.out),)),
    Case("a long tour that went to a file needs no advice", tsp("-o", "kept.tour", file="medium.tsp"),
         checks=(lambda outcome: require("goes to a file" not in outcome.err, outcome.err),)),
    Case("few nodes are solved exactly", ["tsp", "square.tsp", "--time", "100", "--islands", "3", "--population", "5"],
         out=r"\Alength +40\ngap +optimal, proven\nstopped by +optimal, proven\niterations +1, "),
    Case("the trace of an exact run with a checkpoint is its tour",
         ["tsp", "square.tsp", "--device", "none", "--checkpoint", "exact.state", "--json"],
         checks=(documented_run, lambda outcome: require([point["length"] for point in outcome.json()["trace"]] == [40],
                                                         outcome.json()["trace"]))),
    Case("an exact run proves a gap", ["tsp", "square.tsp", "--target-gap", "1"], out=r"^gap +optimal, proven$"),
    Case("three nodes have one tour", ["tsp", "three.tsp", "--time", "100", "--device", "none", "--algorithm", "acs"],
         out=r"^stopped by +target$"),
    rejected("exact takes few nodes", tsp("--algorithm", "exact"),
             r"--algorithm exact clashes with 14 nodes: it solves at most 12$"),
    Case("nothing better than the start", tsp("--algorithm", "mmas", file="square.tsp"),
         out=r"^iterations +5, no tour better than the first$"),
    *[Case(f"open path of {count}", tsp("--path", file=f"{count}.tsp"), out=rf"^length +{length}$")
      for count, length in (("one", 0), ("two", 5), ("three", 7))],
    Case("open path as JSON", tsp("--path", "--json"), checks=(documented_run, value("parameters.path", True))),
    Case("the optimum of tours is none of open paths", tsp("--path", "--json", file="burma14.tsp"),
         checks=(documented_run, value("result.gap_percent", None), value("instance.optimum", None))),
    Case("verify as an open path", ["verify", "--path", "square.tsp", "square.tour", "--json"],
         checks=(value("length", 30), value("path", True), value("gap_percent", None))),

    Case("start from a tour", tsp("--algorithm", "mmas", "--init", "crossed.tour", "--json", file="square.tsp"), checks=(starts_with(48),)),
    Case("start from an open path", tsp("--algorithm", "mmas", "--init", "crossed.tour", "--path", "--json", file="square.tsp"),
         checks=(starts_with(38),)),
    rejected("start from a tour that is none", tsp("--init", "repeated.tour", file="square.tsp"),
             r"^swarmcl: repeated\.tour:"),
    rejected("start from a tour of another instance", tsp("--init", "square.tour"),
             r"square\.tour:3: .*expected DIMENSION 14"),
    Case("gap to a given optimum", tsp("--algorithm", "mmas", "--optimum", "40", file="square.tsp"), out=r"^gap +equals the given optimum$"),
    Case("gap below a given optimum", tsp("--algorithm", "mmas", "--optimum", "50", file="square.tsp"),
         out=r"^gap +20\.00 % below the given optimum 50$"),
    Case("a given optimum goes before a known one", tsp("--optimum", "1000", "--json", file="burma14.tsp"),
         checks=(value("instance.optimum", 1000), value("instance.optimum_proven", False))),
    Case("target by gap", tsp("--optimum", "40", "--target-gap", "25", file="square.tsp", iterations="1000"),
         out=r"^stopped by +target$"),
    Case("target by gap to a known optimum", tsp("--target-gap", "100000", file="burma14.tsp", iterations="1000"),
         out=r"^stopped by +target$"),
    rejected("target by gap without an optimum", tsp("--target-gap", "5"), r"--optimum"),
    Case("target with a fraction", tsp("--target", "40.5", file="square.tsp", iterations="1000"),
         out=r"^stopped by +target$"),
    rejected("--profile without a device", tsp("--profile"), r"--profile clashes with --device none"),
    rejected("--dump-kernels without a device", tsp("--dump-kernels", "k.cl"), r"--dump-kernels k\.cl clashes"),
]

ON_DEVICE = [
    an_ordinary_run_is_brief,
    Case("kernels are written", ["tsp", "small.tsp", "-d", "cpu", "--algorithm", "as", "--iterations", "2",
                                 "--dump-kernels", "kernels.cl"],
         out=r"^length", err=r"^wrote kernels\.cl$", checks=(kernels_of_the_run,)),
    *tier([], [Case("kernels of a local search are written",
                    ["tsp", "small.tsp", "-d", "cpu", "--algorithm", "mmas", "--iterations", "2", "--dump-kernels",
                     "both.cl"],
                    out=r"^length", err=r"^wrote both\.cl$", checks=(kernels_with_a_search,)),
               thread_count_changes_nothing]),
    Case("kernels cannot be written", ["tsp", "small.tsp", "-d", "cpu", "--dump-kernels", "no/such/folder/k.cl"],
         code=1, out="", err=r"^swarmcl: no/such/folder/k\.cl"),
    quiet_leaves_nothing,
    Case("open path on a device",
         ["tsp", "medium.tsp", "-d", "cpu", "--iterations", tier("3", "20"), "--path", "-o", "open.tour"],
         checks=(verified_path("open.tour", "medium.tsp"),)),
]

GROUPS = {"problem": PROBLEM}
