"""Cases of --islands of `swarmcl tsp`: colonies that exchange tours, on all devices."""

import json

from cases import clash, documented_run
from cases_checkpoint import kills, require_same, run_of, up_to
from run import Case, tier
from scenes import require, stopped

ANTS = ["two-hundred.tsp", "--algorithm", "mmas", "--local-search", "2opt+oropt", "--ants", "3"]
POPULATIONS = ["two-hundred.tsp", "--algorithm", "mosaic", "--population", "16", "--kicks", "4", "--kopt", "3"]

RUNS = {
    "ants in a ring": [*ANTS, "--islands", "4", "--epoch", "5", "--iterations", "60"],
    "ants, all with all": [*ANTS, "--islands", "3", "--epoch", "4", "--migration", "complete", "--iterations", "40"],
    "ants that mix trails": [*ANTS, "--islands", "3", "--epoch", "5", "--trail-share", "0.3", "--iterations", "30"],
    "ants on whole rows that mix trails": ["sixty.tsp", "--algorithm", "as", "--ants", "2", "--islands", "3", "--epoch",
                                           "4", "--migration", "complete", "--trail-share", "0.5", "--iterations",
                                           "40"],
    "ants on whole rows": ["sixty.tsp", "--algorithm", "as", "--ants", "6", "--islands", "3", "--epoch", "10",
                           "--iterations", "40"],
    "bwas, whose worst ant is held against the tour that was taken": [
        "sixty.tsp", "--algorithm", "bwas", "--local-search", "none", "--islands", "3", "--epoch", "3", "--iterations",
        "30"],
    "acs without a start": ["sixty.tsp", "--algorithm", "acs", "--local-search", "none", "--start-tour", "none",
                            "--islands", "3", "--epoch", "5", "--iterations", "20"],
    "acs on a path": ["sixty.tsp", "--algorithm", "acs", "--path", "--islands", "3", "--epoch", "5",
                      "--iterations", "40"],
    "populations": [*POPULATIONS, "--islands", "3", "--iterations", "7"],
    "populations, all with all": [*POPULATIONS, "--islands", "3", "--migration", "complete", "--epoch", "2",
                                  "--iterations", "6"],
}


def islands_of(outcome):
    return [(island["length"], island["best_iteration"], island["iterations"], island["taken"])
            for island in outcome.json()["islands"]]


def require_alike(one, other, what):
    require_same(one, other, what)
    require(islands_of(one) == islands_of(other), f"{what}: {islands_of(other)} instead of {islands_of(one)}")
    for outcome in (one, other):
        documented_run(outcome)


def one_island_is_the_run(bench):
    """--islands 1 gives the run without islands, and its document lists no islands."""
    for arguments in (ANTS, POPULATIONS):
        without = run_of(bench, "none", *arguments, "--iterations", "4")
        one = run_of(bench, "none", *arguments, "--iterations", "4", "--islands", "1")
        require_same(without, one, "one island")
        require(one.json()["islands"] is None and one.json()["parameters"]["migration"] is None, one.out)


def without_migration_the_best_of_single_runs_counts(bench):
    """With --migration none the islands find what separate runs with the seeds in the document find."""
    for arguments in (ANTS, POPULATIONS):
        together = run_of(bench, "none", *arguments, "--islands", "3", "--migration", "none", "--iterations", "6",
                          "--seed", "5")
        require(together.code == 0, together.err)
        islands = together.json()["islands"]
        require([island["seed"] for island in islands]
                == [(5 + k * 0x9E3779B97F4A7C15) % 2**64 for k in range(3)], islands)
        single = [run_of(bench, "none", *arguments, "--iterations", "6", "--seed", str(island["seed"])).json()
                 for island in islands]
        require([run["result"]["length"] for run in single] == [island["length"] for island in islands], islands)
        best = min(single, key=lambda run: run["result"]["length"])
        require(together.json()["tour"] == best["tour"], "the tour is not that of the best")
        require(together.json()["result"]["best_iteration"] == best["result"]["best_iteration"], together.out)


def migration_changes_tours(bench):
    """Migration in a ring, complete migration and no migration find different tours."""
    ends = set()
    for topology in ("ring", "complete", "none"):
        run = run_of(bench, "none", *ANTS, "--islands", "4", "--epoch", "5", "--migration", topology, "--iterations",
                     "60")
        taken = sum(island["taken"] for island in run.json()["islands"])
        require((taken > 0) == (topology != "none"), f"{topology}: {taken} tours taken")
        ends.add(tuple(islands_of(run)))
    require(len(ends) == 3, f"only {len(ends)} of 3 topologies differ")
    populations = run_of(bench, "none", *POPULATIONS, "--islands", "3", "--iterations", "7")
    require(sum(island["taken"] for island in populations.json()["islands"]) > 0, populations.out)


def trail_share_changes_tours(bench):
    """--trail-share 0 changes nothing; other shares find other tours, in a ring and with the mean of all islands."""
    colony = [*RUNS["ants that mix trails"][:-4], "--iterations", "30"]
    plain = run_of(bench, "none", *colony)
    require_alike(plain, run_of(bench, "none", *colony, "--trail-share", "0"), "a share of nothing")
    ends = {tuple(islands_of(plain))}
    for share, topology in (("0.3", "ring"), ("1", "ring"), ("0.3", "complete")):
        ends.add(tuple(islands_of(run_of(bench, "none", *colony, "--trail-share", share, "--migration", topology))))
    require(len(ends) == 4, f"only {len(ends)} of 4 runs differ")


def ends_are_those_of_all(bench):
    """A target ends the run after the epoch in which it is reached; --no-improve ends it when no island has found or
    adopted a better tour."""
    arguments = [*ANTS, "--islands", "3", "--epoch", "5"]
    best = run_of(bench, "none", *arguments, "--iterations", "40").json()
    target = run_of(bench, "none", *arguments, "--target", str(best["result"]["length"])).json()
    require(target["result"]["stop_reason"] == "target", target["result"])
    require(target["tour"] == best["tour"], "the tours differ")
    require(target["result"]["iterations"] - target["result"]["best_iteration"] < 5, target["result"])
    vain = run_of(bench, "none", *arguments, "--no-improve", "12").json()
    last = max(island["best_iteration"] for island in vain["islands"])
    require(vain["result"]["stop_reason"] == "stagnation", vain["result"])
    require(vain["result"]["iterations"] == -(-(last + 12) // 5) * 5, f"ended after {vain['result']}, best in {last}")
    timed = run_of(bench, "none", *arguments, "--time", "0.3").json()
    require(timed["result"]["stop_reason"] == "time" and timed["result"]["seconds"] < 20, timed["result"])


def a_signal_ends_all(bench):
    """SIGTERM ends all islands within their epoch."""
    for arguments in (ANTS, POPULATIONS):
        run = stopped(bench, ["tsp", *arguments, "-d", "none", "-v", "--json", "--islands", "3", "--epoch",
                              "100000" if arguments is ANTS else "1", "--target", "1", "--iterations", "4000000"],
                      r"iteration \d+, best ", pause=0.3)
        require(run.json()["result"]["stop_reason"] == "cancelled", run.out)


def a_signal_keeps_the_last_migration(bench):
    """After SIGTERM within an epoch the file has the state of a migration, or of a pause in a long epoch, although no
    checkpoint had been written since. Copies of the state may take only little of the time, so the first one is made
    after some tenths of a second."""
    for epoch in ("5", "1000000"):
        run = stopped(bench, ["tsp", *ANTS, "-d", "none", "-v", "--json", "--islands", "2", "--epoch", epoch, "--target",
                              "1", "--iterations", "4000000", "--checkpoint", "term.state,100000s"],
                      *([r"iteration [2-9]\d+, best "] if epoch == "5" else []), pause=0.5 if epoch == "5" else 1)
        done = run.json()["result"]["iterations"]
        rest = run_of(bench, "none", ANTS[0], "--resume", "term.state", "--iterations", str(done + 2))
        require(rest.json()["result"]["first_iteration"] >= 5, rest.out)
        require_alike(run_of(bench, "none", *ANTS, "--islands", "2", "--epoch", epoch, "--target", "1", "--iterations",
                             str(done + 2)), rest, f"epochs of {epoch}, ended after {done}")


def documents_repeat_them(bench):
    """--replay repeats a run with its islands on any devices; a document without islands gives a run without them."""
    for name in ("ants in a ring", "populations"):
        first = run_of(bench, "none", *RUNS[name])
        (bench.folder / "islands.json").write_text(first.out)
        again = bench.run(["tsp", RUNS[name][0], "-d", "none", "--replay", "islands.json", "--json"])
        require_alike(first, again, name)
    first = run_of(bench, "none", *ANTS, "--iterations", "5")
    document = first.json()
    for parameter in ("islands", "migration", "epoch"):
        del document["parameters"][parameter]
    (bench.folder / "old.json").write_text(json.dumps(document))
    require_same(first, bench.run(["tsp", ANTS[0], "-d", "none", "--replay", "old.json", "--json"]), "an old document")


def killed_islands_continue(bench):
    """Runs of islands in the reference that are killed at any moment and resumed end like uninterrupted ones."""
    kills(bench, "none", "none", {name: RUNS[name] for name in tier(["acs on a path", "populations"], RUNS)}, 3)


def parts_of_islands(bench):
    """A run of k iterations, resumed to N, ends like a run of N if k is a number of whole epochs; finished runs do not
    continue, and a checkpoint of other islands is refused."""
    for name, cut in (("ants that mix trails", 10), ("acs on a path", 5), ("populations", 3)):
        arguments = RUNS[name]
        whole = run_of(bench, "none", *arguments)
        half = run_of(bench, "none", *up_to(cut, arguments), "--checkpoint", "half.state,1000")
        require(half.code == 0, half.err)
        rest = run_of(bench, "none", arguments[0], "--resume", "half.state", *arguments[-2:])
        require_alike(whole, rest, f"{name} cut after {cut}")
        run_of(bench, "none", *arguments, "--checkpoint", "whole.state,1000")
        require_alike(whole, run_of(bench, "none", arguments[0], "--resume", "whole.state"), f"{name} at its end")
    some = run_of(bench, "none", *ANTS, "--islands", "3", "--epoch", "5", "--iterations", "12").json()["result"]["length"]
    for reason, ends in (("stagnation", ["--no-improve", "12"]),
                         ("target", ["--target-gap", "20", "--optimum", str(int(some / 1.2) + 1)])):
        whole = run_of(bench, "none", *ANTS, "--islands", "3", "--epoch", "5", *ends, "--checkpoint", "over.state,5")
        require(whole.json()["result"]["stop_reason"] == reason, whole.json()["result"])
        require_alike(whole, run_of(bench, "none", ANTS[0], "--resume", "over.state"), f"over by {ends}")
    for other in (["--islands", "2"], ["--migration", "complete"], ["--epoch", "7"]):
        wrong = run_of(bench, "none", ANTS[0], "--resume", "over.state", *other)
        require(wrong.code == 2 and other[0] in wrong.err, wrong.err)


def alike_on_any_devices(bench):
    """Islands find the same in the reference, on one device, and on devices that are named several times."""
    bench.require_cpu()
    for name in tier(["ants that mix trails", "populations"], RUNS):
        arguments = RUNS[name]
        first = run_of(bench, "none", *arguments)
        for devices in tier(("cpu,cpu",), ("cpu", "cpu,cpu", "cpu,cpu,cpu")):
            require_alike(first, run_of(bench, devices, *arguments), f"{name} on {devices}")
    implied = run_of(bench, "cpu,cpu", *ANTS, "--iterations", "2").json()
    require(len(implied["islands"]) == 2 and implied["parameters"]["islands"] == 2, implied["islands"])


def killed_on_devices(bench):
    """A run of islands killed on two devices can be resumed in the reference, and the other way round."""
    bench.require_cpu()
    kills(bench, "cpu,cpu", "none", {name: RUNS[name] for name in tier(["populations"], RUNS)}, tier(1, 2))


SWARM = ["pso", "rastrigin", "--dim", "6", "--particles", "200", "--best", "asynchronous", "--exchange", "30",
         "--islands", "1"]


def one_swarm_on_devices(bench):
    """One swarm on several devices finds the same as in the reference. So do its replay, a run that a signal ends
    between two exchanges, and a run resumed from its checkpoint."""
    bench.require_cpu()

    def swarm(devices, iterations, *more):
        outcome = bench.ok([*SWARM, "-d", devices, "--iterations", str(iterations), "--json", *more])
        return outcome.json()

    def require_same_swarm(one, other, what):
        pairs = [[run["result"][name] for name in ("value", "position", "best_iteration", "iterations", "evaluations")]
                 for run in (one, other)]
        require(pairs[0] == pairs[1], f"{what}: {pairs[1]} instead of {pairs[0]}")

    reference = swarm("none", 200)
    for devices, more in (("cpu,cpu", ["-o", "spread.json"]), ("cpu,cpu,cpu", ["--launch-ms", "1"])):
        whole = swarm(devices, 200, *more)
        require_same_swarm(reference, whole, devices)
        require(whole["islands"] is None and whole["parameters"]["islands"] == 1
                and whole["parameters"]["device"] == devices, whole["parameters"])
    (bench.folder / "half.cl").write_text("real objective(const real *x, int n)\n"
                                          "{\n    return n > 0 && x[0] > R(0.5) ? (real)NAN : x[0];\n}\n")
    counts = [bench.run(["pso", "half.cl", *SWARM[2:], "--bounds", "-5:5", "--iterations", "40", "-d", devices,
                         "--json"]).json()["result"]["nan_count"] for devices in ("cpu", "cpu,cpu")]
    require(0 < counts[0] == counts[1], f"evaluations that gave NaN: {counts}")
    again = bench.run(["pso", "rastrigin", "-d", "none", "--replay", "spread.json", "--json"])
    require_same_swarm(reference, again.json(), "replay")
    cut = stopped(bench, [*SWARM, "-d", "cpu,cpu", "--iterations", "4000000", "--checkpoint", "cut.state,100000s", "-v",
                          "--json"], r"iteration [1-9]\d*, best ").json()
    done = cut["result"]["iterations"]
    require(cut["result"]["stop_reason"] == "cancelled", cut["result"])
    require_same_swarm(swarm("none", done), cut, f"a signal after {done}")
    rest = swarm("cpu,cpu", done + 45, "--resume", "cut.state")
    require(rest["result"]["first_iteration"] == done, rest["result"])
    require_same_swarm(swarm("none", done + 45), rest, f"resumed after {done}")


def few(*arguments):
    return ["tsp", "two-hundred.tsp", "--iterations", "3", *arguments]


REFUSED = [  # test/unit/options.c checks the values of every row
    clash("a topology of one", few("-d", "none", "--migration", "complete"), r"--migration complete clashes with one"),
    clash("an epoch of one", few("-d", "none", "--epoch", "5"), r"--epoch 5 clashes with one island"),
    clash("trails of one", few("-d", "none", "--algorithm", "as", "--trail-share", "0.5"),
            r"--trail-share 0\.5 clashes with one island"),
    clash("trails of populations", few("-d", "none", "--algorithm", "mosaic", "--islands", "2", "--trail-share", "0.5"),
            r"--trail-share 0\.5 clashes with --algorithm mosaic"),
    clash("trails that go nowhere", few("-d", "none", "--algorithm", "as", "--islands", "2", "--migration", "none",
                                        "--trail-share", "0.5"),
            r"--trail-share 0\.5 clashes with --migration none"),
]

REFUSED_ON_DEVICES = [
    clash("fewer islands than devices", few("--islands", "1", "-d", "cpu,cpu"),
            r"--device cpu,cpu clashes with --islands 1"),
    clash("a device and none", few("--islands", "2", "-d", "cpu,none"), r"--device none: matches no device"),
    clash("two devices for one swarm", ["pso", "sphere", "--islands", "1", "-d", "cpu,cpu"],
          r"--device cpu,cpu clashes with --islands 1: .*--best asynchronous"),
    clash("more devices than tribes", ["pso", "sphere", "--dim", "2", "--particles", "64", "--best", "asynchronous",
                                        "--islands", "1", "-d", "cpu,cpu,cpu"],
          r"--device cpu,cpu,cpu clashes with --particles 64: found 3 devices, expected at most 2, "
          r"one for each tribe of 32 particles"),
]

TEXT = [
    Case("The text has islands", few("-d", "none", "--islands", "3", "--algorithm", "mmas", "--ants", "3"),
         out=r"islands +3 on 1 device, ring, epoch 100; 0 tours adopted"),
    Case("Repetitions have islands, too", few("-d", "none", "--islands", "2", "--algorithm", "mmas", "--ants", "3", "--repeat",
                                                        "2"),
         out=r"runs +2"),
]

GROUPS = {
    "islands": [one_island_is_the_run, without_migration_the_best_of_single_runs_counts, migration_changes_tours,
                trail_share_changes_tours, ends_are_those_of_all, documents_repeat_them, parts_of_islands, *REFUSED,
                *TEXT],
    "islands-kills": [killed_islands_continue],
    "islands-signals": [a_signal_ends_all, a_signal_keeps_the_last_migration],
    "device-islands": [alike_on_any_devices, killed_on_devices, one_swarm_on_devices, *REFUSED_ON_DEVICES],
}
