"""Cases of ranks: processes under mpirun find the same as one process with the same islands, and if one ends, no other
waits for it."""

import json
import os
import random
import re
import signal
import time

import fixtures
import launcher
from fixtures import coordinates_file, random_points
from run import LONG, Skip, SkipGroup, tier
from scenes import FOREVER, MANY, SANITIZER, require, wait_for_file

fixtures.TEXT_FILES |= {
    "seventy.tsp": coordinates_file("seventy", random_points(70)),
    "six-hundred.tsp": coordinates_file("six-hundred", random_points(600)),
}

# In these runs every island adopts tours, and with mosaic individuals of several populations are combined.
RUNS = {
    "mmas": ["seventy.tsp", "--algorithm", "mmas", "--local-search", "none", "--ants", "10", "--rho", "0.3",
             "--iterations", "90", "--epoch", "13"],
    "acs": ["seventy.tsp", "--algorithm", "acs", "--local-search", "none", "--iterations", "60", "--epoch", "10"],
    "as": ["seventy.tsp", "--algorithm", "as", "--ants", "12", "--iterations", "40", "--epoch", "5", "--migration",
           "complete"],
    "mosaic": ["six-hundred.tsp", "--algorithm", "mosaic", "--population", "8", "--kicks", "10", "--iterations", "5"],
    "pso": ["rastrigin", "--dim", "5", "--particles", "32", "--iterations", "60", "--epoch", "10"],
}
ISLANDS = ["--islands", "4"]


def require_ranks(bench):
    if not launcher.find():
        raise SkipGroup("there is no mpirun")
    if "MPI" not in bench.run(["--version"]).out:
        raise SkipGroup("the program was built without MPI (-Dmpi=enabled)")


def ranks(bench, count, *arguments, others=(), **options):
    """Starts the program as `count` ranks; `others` are further words of mpirun."""
    return launcher.start(["-n", str(count), bench.program, *arguments, *others], bench.environment, cwd=bench.folder,
                          **options)


class Ended:
    """The result of mpirun."""

    def __init__(self, process):
        self.out, self.err = launcher.finish(process)
        self.code = process.returncode
        require(not SANITIZER.search(self.err), self.err)

    def json(self):
        require(self.code == 0, f"exit code {self.code}: {self.err}")
        return json.loads(self.out)


def search(bench, count, *arguments, device="none"):
    """The document of a run of `count` ranks, or of one process for 1."""
    words = ["pso" if arguments[0] == "rastrigin" else "tsp", *arguments, "-d", device, "--json"]
    if count > 1:
        return Ended(ranks(bench, count, *words)).json()
    outcome = bench.ok(words)
    return outcome.json()


def result_without_times(run):
    """The document of a run without times, the devices of islands and the iteration of its checkpoint."""
    result = {name: value for name, value in run["result"].items()
              if "seconds" not in name and name != "first_iteration"}
    islands = [{name: value for name, value in island.items() if name not in ("rank", "device", "device_name")}
               for island in run["islands"]]
    trace = [{name: value for name, value in point.items() if name != "seconds"} for point in run["trace"]]
    return run.get("tour"), result, trace, islands


def require_same(one, other, what):
    for a, b in zip(result_without_times(one), result_without_times(other)):
        require(a == b, f"{what}: {b} instead of {a}")


def verified(bench, run, name, file):
    """The tour in the file has the length of the run."""
    outcome = bench.ok(["verify", name, file])
    require(int(outcome.out.splitlines()[0]) == run["result"]["length"], outcome.out)


# ---------------------------------------------------------------------------------------------------------------------
# The same result


def ranks_search_as_one_process(bench):
    """Four ranks, and two with two islands each, find the same as four islands in one process, in the reference."""
    require_ranks(bench)
    for turn, name in enumerate(tier(("mmas", "pso", "mosaic"), RUNS)):
        arguments = RUNS[name]
        whole = search(bench, 1, *arguments, *ISLANDS)
        require(sum(island["taken"] for island in whole["islands"]) > 0, f"{name}: no island took anything")
        for count in tier(((4, 2)[turn % 2],), (4, 2)):
            run = search(bench, count, *arguments, *ISLANDS)
            require_same(whole, run, f"{name} by {count} ranks")
            lay = [island["rank"] for island in run["islands"]]
            require(lay == [k * count // 4 for k in range(4)], f"{name}: islands lie on ranks {lay}")


def ranks_search_as_one_process_on_devices(bench):
    """Ranks on OpenCL devices find the same as the reference in one process."""
    require_ranks(bench)
    bench.require_cpu()
    for name in tier(("mosaic", "pso"), RUNS):
        arguments = [*RUNS[name], *tier(["--islands", "2"], ISLANDS)]
        search(bench, 1, *arguments, device="cpu")  # ranks find the kernels then, each would build them
        run = search(bench, tier(2, 4), *arguments, device="cpu")
        require_same(search(bench, 1, *arguments), run, name)
        require(all(island["device"] is not None for island in run["islands"]), f"{name}: {run['islands']}")


def unequal_parts(bench):
    """Three ranks with seven islands find the same as one process; without --islands each rank has one."""
    require_ranks(bench)
    arguments = [*RUNS["acs"], "--islands", "7"]
    run = search(bench, 3, *arguments)
    require_same(search(bench, 1, *arguments), run, "seven islands")
    require([island["rank"] for island in run["islands"]] == [0, 0, 1, 1, 2, 2, 2], run["islands"])
    require_same(search(bench, 1, *RUNS["acs"], "--islands", "3"), search(bench, 3, *RUNS["acs"]), "one for each")


def repeated_and_replayed(bench):
    """--repeat performs the same runs with ranks, and a single process can replay a document of several ranks."""
    require_ranks(bench)
    arguments = [*RUNS["mmas"], *ISLANDS, "--repeat", "2"]
    one, several = search(bench, 1, *arguments), search(bench, 2, *arguments)
    require_same(one, several, "the best of two")
    seen = [[(row["seed"], row["length"], row["iterations"]) for row in run["repeat"]["runs"]] for run in (one, several)]
    require(seen[0] == seen[1] and len(seen[0]) == 2, seen)
    run = search(bench, 3, *RUNS["mmas"], *ISLANDS, "-o", "ranks.json")
    again = bench.ok(["tsp", "seventy.tsp", "--replay", "ranks.json", "-d", "none", "--json"])
    require_same(run, again.json(), "--replay")
    require_same(run, search(bench, 2, "seventy.tsp", "--replay", "ranks.json"), "--replay by two ranks")


def only_the_first_prints(bench):
    """Only rank 0 prints and writes files."""
    require_ranks(bench)
    words = ["tsp", "small.tsp", "-d", "none", "--algorithm", "acs", "--iterations", "3"]
    for more in tier(([], ["--json", "--repeat", "2"]), ([], ["--json"], ["--repeat", "2"], ["--help"])):
        ended, single = Ended(ranks(bench, 2, *words, *more)), bench.run([*words, "--islands", "2", *more])
        require(ended.code == 0, ended.err)
        require(len(ended.out.splitlines()) == len(single.out.splitlines()), f"{more}: {ended.out}")
        require(len(ended.err.splitlines()) == len(single.err.splitlines()), f"{more}: {ended.err}")
    quiet = Ended(ranks(bench, 2, *words, "-q", "-o", "first.tour", "-o", "first.csv"))
    require((quiet.code, quiet.out, quiet.err) == (0, "", ""), quiet.err)
    require((bench.folder / "first.tour").exists() and (bench.folder / "first.csv").exists(), "a file is missing")
    left = [path.name for path in bench.folder.glob("first.*")]
    require(sorted(left) == ["first.csv", "first.tour"], left)


# ---------------------------------------------------------------------------------------------------------------------
# The end of one is the end of all


def target_and_time(bench):
    """--target ends all ranks at the same migration; --time and the bound of rank 0 end all of them in time."""
    require_ranks(bench)
    whole = search(bench, 1, *RUNS["mmas"], *ISLANDS)
    target = str(whole["trace"][-2]["length"])
    words = ["seventy.tsp", *RUNS["mmas"][1:], *ISLANDS, "--target", target]
    words[words.index("--iterations") + 1] = "100000"
    one, four = search(bench, 1, *words), search(bench, 4, *words)
    require(one["result"]["stop_reason"] == "target", one["result"])
    require_same(one, four, "--target")
    begun = time.monotonic()
    run = search(bench, 4, "six-hundred.tsp", "--algorithm", "mmas", *MANY, "--time", "1", "-o", "time.tour")
    took = time.monotonic() - begun
    require(run["result"]["stop_reason"] == "time" and took < 15, f"{run['result']}, {took:.1f} s")
    verified(bench, run, "six-hundred.tsp", "time.tour")
    run = search(bench, 2, "seventy.tsp", "--time", "1000", "--bound", "--target-gap", "5")["result"]
    require(run["stop_reason"] == "target" and 0 < run["proven_gap_percent"] <= 5, f"{run}")


def begin_endless(bench, *more):
    """A run of four ranks that only a signal ends, after its first iterations."""
    for path in (*bench.folder.glob("begun.state*"), bench.folder / "signal.tour"):
        path.unlink(missing_ok=True)
    process = ranks(bench, 4, "tsp", "seventy.tsp", "-d", "none", "--algorithm", "acs", *FOREVER, "--epoch", "10",
                    "--checkpoint", "begun.state,10", "--json", "-o", "signal.tour", *more)
    wait_for_file(bench.folder / "begun.state.3")
    found = launcher.ranks_of(process, bench.program, 4)
    time.sleep(0.2)
    return process, found


def signal_to_one_rank(bench):
    """SIGTERM or SIGINT to any rank ends all of them with the best tour of all."""
    require_ranks(bench)
    every = ((signal.SIGTERM, 3), (signal.SIGINT, 0), (signal.SIGTERM, 1))
    for number, which in tier(every[:2], every):
        process, found = begin_endless(bench)
        os.kill(found[which], number)
        ended = Ended(process)
        run = ended.json()
        require(run["result"]["stop_reason"] == "cancelled" and run["result"]["iterations"] > 0, run["result"])
        verified(bench, run, "seventy.tsp", "signal.tour")


def signal_to_the_launcher(bench):
    """SIGTERM to mpirun reaches all ranks, and the tour is written."""
    require_ranks(bench)
    process, _ = begin_endless(bench)
    process.send_signal(signal.SIGTERM)
    Ended(process)  # its exit code reports the signal
    bench.ok(["verify", "seventy.tsp", "signal.tour"])


def killed_rank(bench):
    """If a rank is killed, all others end, and the exit code is not 0."""
    require_ranks(bench)
    process, found = begin_endless(bench)
    os.kill(found[2], signal.SIGKILL)
    require(Ended(process).code != 0, "exit code 0")


def together(bench, first, last):
    """Starts three ranks with the words `first` and one with the words `last`."""
    return Ended(ranks(bench, 3, *first, others=[":", "-n", "1", bench.program, *last]))


def failing_rank(bench):
    """A failure on one rank, before the search or within it, ends all, and is reported once, with its number."""
    require_ranks(bench)
    words = ["tsp", "seventy.tsp", "-d", "none", "--algorithm", "acs", *MANY]
    cases = {
        "no instance": (["tsp", "gone.tsp", *words[2:]], 2, r"^swarmcl: rank 3: gone\.tsp: cannot be opened"),
        "no such option": ([*words, "--no-such"], 2, r"^swarmcl: rank 3: unknown option --no-such"),
        "another seed": ([*words, "--seed", "2"], 2, r"^swarmcl: rank 3.*options that decide the result"),
        "another instance": (["tsp", "medium.tsp", *words[2:]], 2, r"^swarmcl: rank 3.*different instances"),
        "no such device": ([*words[:2], *words[4:], "-d", "77"], None,
                           r"^swarmcl: rank 3: .*(device 77|OpenCL device)"),
    }
    for name in tier(("another instance", "no such device"), cases):
        last, code, expected = cases[name]
        ended = together(bench, words, last)
        require(ended.code == code if code else ended.code in (2, 3), f"{name}: exit code {ended.code}: {ended.err}")
        printed = [line for line in ended.err.splitlines()
                if line.startswith("swarmcl: ") and "see swarmcl" not in line and ":   " not in line]
        require(len(printed) == 1 and re.search(expected, printed[0]) and ended.out == "", f"{name}: {printed}")


def failing_first(bench):
    """A failure only on rank 0 (a missing folder, a file that cannot be written) also ends all ranks."""
    require_ranks(bench)
    words = ["tsp", "seventy.tsp", "-d", "none", "--algorithm", "acs", "--iterations", "3"]
    ended = Ended(ranks(bench, 2, *words, "-o", "no-folder/a.tour"))
    require(ended.code == 1 and len(re.findall("no-folder/a.tour", ended.err)) == 1, ended.err)
    if LONG:
        ended = Ended(ranks(bench, 4, *words, "-o", "a.tour", "--bad"))
        require(ended.code == 2 and len(re.findall("--bad", ended.err)) == 1, f"{ended.code}: {ended.err}")
    (bench.folder / "bad.state.0").mkdir()
    (bench.folder / "bad.state.0.before" / "full").mkdir(parents=True)
    ended = Ended(ranks(bench, 2, *words, "--checkpoint", "bad.state"))
    printed = [line for line in ended.err.splitlines() if line.startswith("swarmcl: ")]
    require(ended.code != 0 and len(printed) == 1 and "bad.state.0" in printed[0], f"within the run: {ended.err}")


def refused_by_ranks(bench):
    """Commands that several ranks cannot run are refused once, with the reason."""
    require_ranks(bench)
    for words, expected in ((["tsp", "-"], "'-' is the standard input, which only one of 2 ranks can read"),
                            (["pso", "-"], "'-' is the standard input, which only one of 2 ranks can read"),
                            (["bound", "small.tsp"], "bound needs a single process"),
                            (["tsp", "small.tsp", "-d", "none", "--islands", "1"], "for each of 2 ranks"))[::tier(2, 1)]:
        ended = Ended(ranks(bench, 2, *words))
        require(ended.code == 2, f"{words}: exit code {ended.code}: {ended.err}")
        require(ended.err.count(expected) == 1, f"{words}: {ended.err}")


def one_rank(bench):
    """A single rank is a process like any other, with the standard input."""
    require_ranks(bench)
    with open(bench.folder / "small.tsp") as stdin:
        ended = Ended(ranks(bench, 1, "tsp", "-", "-d", "none", "--iterations", "3", "--json", stdin=stdin))
    single = bench.run(["tsp", "small.tsp", "-d", "none", "--iterations", "3", "--json"])
    require(ended.json()["tour"] == single.json()["tour"] and ended.json()["islands"] is None, ended.out)


def without_mpi(bench):
    """A program without MPI refuses to run the same search four times."""
    if "MPI" in bench.run(["--version"]).out:
        raise Skip("the program was built with MPI")
    for name in ("OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"):
        outcome = bench.run(["tsp", "small.tsp", "-d", "none"], {name: "1"})
        require(outcome.code == 2 and outcome.out == "" and "built without MPI" in outcome.err, f"{name}: {outcome}")
    require(bench.run(["instance", "small.tsp"], {"PMI_RANK": "1"}).code == 0, "work that ranks do apart was refused")


def apart(bench):
    """If a launcher has started several processes that are not connected, the first one warns."""
    words = ["tsp", "small.tsp", "-d", "none", "--algorithm", "acs", "--iterations", "2"]
    first = {"SLURM_STEP_NUM_TASKS": "4", "SLURM_PROCID": "0"}
    for more, changes, expected in (([], first, 1), (["-q"], first, 0), ([], {**first, "SLURM_PROCID": "1"}, 0),
                                    ([], {**first, "SLURM_STEP_NUM_TASKS": "1"}, 0), ([], {}, 0)):
        outcome = bench.run([*words, *more], changes)
        printed = outcome.err.count("warning: srun has started 4 processes, but they are not connected")
        require(outcome.code == 0 and printed == expected, f"{more}, {changes}: {outcome.err}")
    outcome = bench.run(["instance", "small.tsp"], first)
    require(outcome.code == 0 and outcome.err == "", f"work that ranks do apart: {outcome.err}")


# ---------------------------------------------------------------------------------------------------------------------
# Checkpoints


def killed_ranks(bench, name, count):
    """Kills all ranks at random moments; the resumed run ends like an uninterrupted one."""
    seed = random.randrange(1 << 32)
    draw = random.Random(seed)
    arguments = ["tsp", *RUNS[name], *ISLANDS, "-d", "none", "--json", "--checkpoint", "killed.state,1"]
    for path in bench.folder.glob("killed.state*"):
        path.unlink()
    whole = search(bench, 1, *RUNS[name], *ISLANDS)
    begun = time.monotonic()
    require_same(whole, Ended(ranks(bench, 4, *arguments)).json(), f"{name}: with checkpoints")
    took = time.monotonic() - begun
    for path in bench.folder.glob("killed.state*"):
        path.unlink()
    hit, resumed = 0, []
    for _ in range(count):
        process = ranks(bench, 4, *arguments, *resumed)
        time.sleep((0.3 + 0.7 * draw.random()) * took)
        out, err = launcher.kill(process)
        hit += process.returncode == -signal.SIGKILL
        require(process.returncode in (0, -signal.SIGKILL), f"{name}, draws of {seed}: {err}")
        begun = all(any(bench.folder.glob(f"killed.state.{rank}")) for rank in range(4))
        resumed = ["--resume", "killed.state"] if begun else []
    require_same(whole, Ended(ranks(bench, 4, *arguments, *resumed)).json(), f"{name}, draws of {seed}")
    left = sorted(path.name for path in bench.folder.glob("killed.state*") if not path.name.endswith(".part"))
    require(left == [f"killed.state.{rank}" for rank in range(4)], left)
    return hit


def killed_and_resumed(bench):
    """If all ranks are killed at any moment, they continue from the last checkpoint that all of them have."""
    require_ranks(bench)
    hit = sum(killed_ranks(bench, name, tier(3, 4)) for name in tier(["mosaic"], ["mmas", "mosaic"]))
    require(hit > 0, "no run was killed at work")


def part_of_a_run(bench):
    """A run of k iterations that ranks resume to N has the result of a run of N; each rank has its own file."""
    require_ranks(bench)
    for name, count in (("pso", 2), ("acs", 3)):
        whole = search(bench, 1, *RUNS[name], "--islands", str(count))
        half = [*RUNS[name], "--checkpoint", "half.state"]
        half[half.index("--iterations") + 1] = "30"
        search(bench, count, *half)
        require(all((bench.folder / f"half.state.{rank}").exists() for rank in range(count)), "a checkpoint is missing")
        rest = search(bench, count, half[0], "--resume", "half.state", "--iterations", "60")
        require_same(whole, rest, f"{name} resumed")
    for name, count, expected in (("half.state", 2, "--islands|ranks|half.state"),
                                  ("none.state", 2, r"none\.state\.0: cannot be opened")):
        ended = Ended(ranks(bench, count, "tsp", "seventy.tsp", "--resume", name, "-d", "none"))
        require(ended.code == 2 and re.search(expected, ended.err), f"{name} by {count}: {ended.code}: {ended.err}")


# ---------------------------------------------------------------------------------------------------------------------
# Devices


def devices_of_ranks(bench):
    """Each rank of a machine takes its part of the devices that were named."""
    require_ranks(bench)
    bench.require_cpu()
    words = ["tsp", "small.tsp", "--algorithm", "acs", "--iterations", "2", "-v"]
    found = [device["index"] for device in bench.devices() if device["type"] == "cpu" and device["usable"]
             and not device["simulator"] and not device["duplicate"]]
    first = found[0]
    bench.run([*words, "-d", f"{first}"])  # builds the kernels, which each rank would build
    rows = [("cpu", [f"{found[rank % len(found)]}" for rank in range(2)]),
            (f"{first},{first},{first}", [f"{first}", f"{first},{first}"]), (f"{first}", [f"{first}"] * 2)]
    for device, parts in tier(rows[:2], rows):
        ended = Ended(ranks(bench, 2, *words, "-d", device, "--islands", "4"))
        require(ended.code == 0, ended.err)
        printed = re.findall(r"^rank (\d) of 2, \1 of 2 on its machine: --device (\S+)$", ended.err, re.MULTILINE)
        require(sorted(printed) == [(str(rank), part) for rank, part in enumerate(parts)], f"{device}: {ended.err}")
    ended = Ended(ranks(bench, 2, *words, "-d", ",".join([f"{first}"] * 4), "--islands", "3"))
    require(ended.code == 2 and ended.err.count("clashes with --islands 3") == 1, f"{ended.code}: {ended.err}")


GROUPS = {
    "ranks": [ranks_search_as_one_process, unequal_parts, repeated_and_replayed, only_the_first_prints, one_rank],
    "ranks-none": [without_mpi, apart],
    "ranks-refused": [refused_by_ranks, failing_rank, failing_first],
    "ranks-ends": [target_and_time, signal_to_one_rank, signal_to_the_launcher, killed_rank],
    "ranks-checkpoint": [part_of_a_run, killed_and_resumed],
    "ranks-device": [devices_of_ranks, ranks_search_as_one_process_on_devices],
}
