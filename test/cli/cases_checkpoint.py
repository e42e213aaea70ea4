"""Cases of --checkpoint and --resume of `swarmcl tsp`: a run that is killed at any moment and resumed ends like an
uninterrupted run."""

import random
import signal
import time

import fixtures
from cases import clash, tsp
from fixtures import coordinates_file, random_points
from run import LONG, SANITIZED, tier
from scenes import at_most, finish, require, stopped, wait_for

fixtures.TEXT_FILES |= {
    "sixty.tsp": coordinates_file("sixty", random_points(60)),
    "two-hundred.tsp": coordinates_file("two-hundred", random_points(200)),
    "no.state": "this is not a checkpoint\n" * 100,
}

MOSAIC = ["--algorithm", "mosaic", "--population", "16", "--kicks", "20"]
QUICK = ["mmas", "acs with a search", "mosaic", "mosaic by pieces"]  # runs that the first tier kills

# Every algorithm with and without a local search, on whole rows and on lists, open paths and several starts, because
# states differ. The iterations suffice for restarts, searches without an anchor, and populations.
RUNS = {
    "as": ["sixty.tsp", "--algorithm", "as", "--ants", "12", "--iterations", "60"],
    "as by trials": ["sixty.tsp", "--algorithm", "as", "--ants", "6", "--selection", "trial",
                     "--iterations", "30"],
    "as on lists": ["sixty.tsp", "--algorithm", "as", "--candidates", "8", "--ants", "20", "--iterations", "60"],
    "eas": ["sixty.tsp", "--algorithm", "eas", "--candidates", "10", "--ants", "10", "--iterations", "60"],
    "ras on whole rows": ["sixty.tsp", "--algorithm", "ras", "--candidates", "0", "--ants", "8", "--iterations", "40"],
    "ras without a start": ["sixty.tsp", "--algorithm", "ras", "--start-tour", "none", "--ants", "8", "--iterations", "20"],
    "mmas": ["sixty.tsp", "--algorithm", "mmas", "--local-search", "none", "--ants", "10", "--rho", "0.2",
             "--restart-after", "20", "--iterations", "450"],
    "mmas with a search": ["two-hundred.tsp", "--algorithm", "mmas", "--local-search", "2opt+oropt", "--ants", "4",
                           "--iterations", "50"],
    "mmas on a path": ["sixty.tsp", "--algorithm", "mmas", "--path", "--ants", "10", "--iterations", "90"],
    "acs": ["sixty.tsp", "--algorithm", "acs", "--local-search", "none", "--iterations", "120"],
    "acs with a search": ["two-hundred.tsp", "--algorithm", "acs", "--local-search", "2opt", "--iterations", "40"],
    "bwas": ["sixty.tsp", "--algorithm", "bwas", "--local-search", "none", "--ants", "10", "--iterations", "150"],
    "mosaic": ["two-hundred.tsp", *MOSAIC, "--iterations", "6"],
    "mosaic by pieces": ["two-hundred.tsp", *MOSAIC, "--improver", "pieces", "--iterations", "4"],
    "mosaic by a schedule": ["two-hundred.tsp", *MOSAIC[:2], "--kicks", "20", "--schedule", "4x3,8x3,12x2*1"],
}

SLOW = ["two-hundred.tsp", "--algorithm", "mosaic", "--population", "16", "--kicks", "400", "--iterations", "9"]


def timeless(outcome):
    """Everything in the document of a run except times."""
    require(outcome.code == 0, outcome.err)
    run = outcome.json()
    result = {name: run["result"][name] for name in ("length", "iterations", "best_iteration", "built_length",
                                                     "stop_reason")}
    trace = [(point["iteration"], point["length"]) for point in run["trace"]]
    return run["tour"], result, trace, run["parameters"]["schedule"]


def up_to(iterations, arguments):
    """Returns the arguments with another limit of iterations."""
    at = arguments.index("--iterations")
    return [*arguments[:at], "--iterations", str(iterations), *arguments[at + 2:]]


def run_of(bench, device, *arguments):
    return bench.run(["tsp", *arguments, "-d", device, "--json"])


def require_same(whole, again, what):
    for one, other in zip(timeless(whole), timeless(again)):
        require(one == other, f"{what}: {other} instead of {one}")


def kill(bench, arguments, seconds):
    """Starts a run and kills it after `seconds`; true if it had not ended before."""
    process = bench.start(["tsp", *arguments, "-q"])
    time.sleep(seconds)
    process.kill()
    finish(process)
    return process.returncode == -signal.SIGKILL


PATIENCE = 10  # further kills until one hits: on a busy machine a run may end before the drawn moments


def kills(bench, device, again, runs, count):
    """Kills each of `runs` (a name and arguments) at `count` random moments, resumes it, and compares the results."""
    seed = random.randrange(1 << 32)
    draw = random.Random(seed)
    hit = 0
    for name, arguments in runs.items():
        whole = run_of(bench, device, *arguments, "--checkpoint", "whole.state,1")
        begun = time.monotonic()  # the first run may have built kernels that the killed ones find
        require_same(run_of(bench, device, *arguments), whole, f"{name}: with checkpoints")
        took = time.monotonic() - begun
        state = bench.folder / "killed.state"
        state.unlink(missing_ok=True)
        for k in range(count + PATIENCE):
            if k >= count and hit > 0:
                break
            if k >= count:
                state.unlink(missing_ok=True)  # too little is left of the resumed run for a kill to hit it
            resumed = ["--resume", "killed.state"] if state.exists() else []
            hit += kill(bench, [*arguments, "-d", again if k % 2 else device, *resumed, "--checkpoint",
                                "killed.state,1"], draw.random() * took)
        resumed = ["--resume", "killed.state"] if state.exists() else []
        require_same(whole, run_of(bench, again, *arguments, *resumed), f"{name}, draws of {seed}")
        for part in bench.folder.glob("*.part"):
            part.unlink()
    require(hit > 0, "no run was killed at work")


def killed_runs_of_ants(bench):
    """Runs of ants in the reference that are killed at any moment and resumed end like uninterrupted ones."""
    kills(bench, "none", "none", {name: RUNS[name] for name in tier(QUICK, RUNS) if "mosaic" not in name}, 3)


def killed_runs_of_mosaic(bench):
    """Runs of mosaic without a device that are killed at any moment and resumed end like uninterrupted ones."""
    kills(bench, "none", "none", {name: RUNS[name] for name in tier(QUICK, RUNS) if "mosaic" in name}, 2)


def killed_runs_on_devices(bench):
    """A run killed on a device can be resumed in the reference, and the other way round."""
    bench.require_cpu()
    kills(bench, "cpu", "none", {name: RUNS[name] for name in tier(QUICK[2:3], RUNS)}, 2)


def in_parts(bench, device, again, name, cuts):
    """Ends the run after a few iterations (negative: before its end), and resumes it on another device."""
    arguments = RUNS[name]
    if "--schedule" in arguments:
        return
    whole = run_of(bench, device, *arguments)
    limit = timeless(whole)[1]["iterations"]
    for cut in (cut if cut > 0 else limit + cut for cut in cuts):
        bench.ok(["tsp", *up_to(cut, arguments), "-d", device, "-q", "--checkpoint", "half.state,3"])
        rest = run_of(bench, again, arguments[0], "--resume", "half.state", "--iterations", str(limit))
        require_same(whole, rest, f"{name} cut after {cut}")


def parts_in_the_reference(bench):
    """In the reference a run of k iterations, resumed to N, has the result of a run of N."""
    cuts = (1, 2, -2, 0)
    for k, name in enumerate(RUNS):
        few = SANITIZED and not LONG  # each fourth run, each with another cut
        if not few or k % 4 == 0:
            at = k // 4 % 4 if few else k % 4
            in_parts(bench, "none", "none", name, tier(cuts[at:at + 1], cuts))


def parts_on_devices(bench):
    """The same holds on a device, and between a device and the reference."""
    bench.require_cpu()
    for k, name in enumerate(tier(["as", "mmas", "mosaic by pieces"], RUNS)):
        if LONG or k % 2 == 0:
            in_parts(bench, "cpu", "none", name, (3,))
        if LONG or k % 2 == 1:
            in_parts(bench, "none", "cpu", name, (-2,))


def settings_come_from_the_file(bench):
    """Options that decide the tours, and limits, may be repeated but need not be."""
    few = ["small.tsp", "--algorithm", "acs", "--candidates", "30", "--iterations", "4"]  # more than there are nodes
    require_same(run_of(bench, "none", *few, "--checkpoint", "few.state"),
                 run_of(bench, "none", *few, "--resume", "few.state"), "more candidates than nodes")
    arguments = ["sixty.tsp", "--algorithm", "acs", "--seed", "7", "--rho", "0.3", "--candidates", "7"]
    whole = run_of(bench, "none", *arguments, "--iterations", "40", "--checkpoint", "all.state,9")
    require_same(whole, run_of(bench, "none", "sixty.tsp", "--resume", "all.state"), "without options")
    require_same(whole, run_of(bench, "none", *arguments, "--iterations", "40", "--resume", "all.state"), "with all")
    text = bench.run(["tsp", "sixty.tsp", "--resume", "all.state", "-d", "none", "--iterations", "45"])
    require("45, resumed after 40" in text.out, text.out)


def finished_runs_resume_to_their_results(bench):
    """A finished run, whatever ended it, resumes to its result and does not continue."""
    for arguments in (["sixty.tsp", "--algorithm", "mmas", "--ants", "8"], ["sixty.tsp", *MOSAIC]):
        some = timeless(run_of(bench, "none", *arguments, "--iterations", "4"))[1]["length"]
        for reason, ends in (("iterations", ["--iterations", "10"]), ("stagnation", ["--no-improve", "7"]),
                             ("target", ["--target-gap", "5", "--optimum", str(int(some / 1.05) + 1)]),
                             ("time", ["--time", "0.2", "--target", "1"])):
            whole = run_of(bench, "none", *arguments, *ends, "--checkpoint", "over.state,4")
            require(timeless(whole)[1]["stop_reason"] == reason, f"{arguments} {ends}: {timeless(whole)[1]}")
            again = run_of(bench, "none", arguments[0], "--resume", "over.state")
            require_same(whole, again, f"{arguments} {ends}")


def tours_to_start_from_are_given_again(bench):
    """--init must be given again; another tour, or none, is refused."""
    bench.ok(["tsp", "sixty.tsp", "-d", "none", "-q", "-o", "one.tour", "-o", "other.tour", "--algorithm",
              "mmas", "--iterations", "1"])
    bench.ok(["tsp", "sixty.tsp", "-d", "none", "-q", "-o", "other.tour", "--algorithm", "as", "--iterations", "1"])
    for algorithm in (["--algorithm", "mmas", "--ants", "8"], MOSAIC):
        arguments = ["sixty.tsp", "--init", "one.tour", *algorithm]
        whole = run_of(bench, "none", *arguments, "--iterations", "5")
        half = run_of(bench, "none", *arguments, "--iterations", "3", "--checkpoint", "init.state")
        require(half.code == 0, half.err)
        require_same(whole, run_of(bench, "none", *arguments, "--iterations", "5", "--resume", "init.state"), algorithm)
        for start in ([], ["--init", "other.tour"]):
            wrong = run_of(bench, "none", "sixty.tsp", *start, "--iterations", "5", "--resume", "init.state")
            require(wrong.code == 2 and "init.state: was written with --init of 1 tours" in wrong.err, wrong.err)


def a_terminated_run_continues(bench):
    """After SIGTERM the run writes its result and a checkpoint; resumed from it, the run ends like an uninterrupted
    one."""
    for name in ("mmas", "mosaic", "slow mosaic"):
        arguments = RUNS.get(name, SLOW)
        device = "none"
        run = stopped(bench, ["tsp", *up_to(4000000, arguments), "-d", device, "-v", "--json", "--checkpoint",
                              "term.state,1000s"], r"iteration [1-9]\d*, best ",
                      signal.SIGXCPU if name == "mmas" else signal.SIGTERM, pause=0.1).json()
        require(run["result"]["stop_reason"] == "cancelled", run["result"])
        done = run["result"]["iterations"]
        ends = ["--iterations", str(done + 3)]
        rest = run_of(bench, device, arguments[0], "--resume", "term.state", *ends)
        require_same(run_of(bench, device, *up_to(done + 3, arguments)), rest, name)
        kept = rest.json()["result"]["first_iteration"]
        require(kept == done or (name == "slow mosaic" and kept == done - 1),
                f"{name}: resumed after {kept}, ended after {done}")


def terminated_populations_continue(bench):
    """The same holds for populations of other problems, whose generations take long."""
    bench.run(["instance", "generate", "qap-uniform", "--nodes", "40", "-q", "-o", "forty.dat"])
    (bench.folder / "scores.csv").write_text("x,y,score\n" + "".join(
        f"{x},{y},{1 + k % 9}\n" for k, (x, y) in enumerate(random_points(150))))
    for words in (["qap", "forty.dat", "--population", "4", "--steps", "20000"],
                  ["orient", "scores.csv", "--limit", "30000", "--population", "8"]):
        done = stopped(bench, [*words, "-d", "none", "--json", "--iterations", "4000000", "--seed", "3", "--checkpoint",
                               "term.state,1000s"], pause=0.6).json()["result"]["iterations"]
        rest = bench.run([*words, "-d", "none", "--json", "--resume", "term.state", "--iterations", str(done + 1)])
        require(rest.code == 0 and rest.json()["result"].get("first_iteration", 0) >= done - 1, (done, rest.err, rest.out))


def a_signal_writes_the_state(bench):
    """SIGUSR1 makes the run write its state to the file and continue; without --checkpoint it ends the run with its
    result."""
    words = ["tsp", *up_to(4000000, RUNS["mmas"]), "-d", "none", "-v"]
    process = bench.start([*words, "--checkpoint", "usr.state,1000s"])
    wait_for(process, r"iteration [1-9]\d*, best ")
    first = (bench.folder / "usr.state").read_bytes()
    process.send_signal(signal.SIGUSR1)
    end = time.monotonic() + 20
    while (bench.folder / "usr.state").read_bytes() == first and time.monotonic() < end:
        time.sleep(0.02)
    require(process.poll() is None, "it has ended")
    process.kill()
    process.communicate()
    rest = bench.run(["tsp", RUNS["mmas"][0], "-d", "none", "--resume", "usr.state", "--time", "0.01"])
    require("usr.state after iteration" in rest.err, rest.err)
    process = bench.start(words)
    wait_for(process, r"iteration \d+, best ")
    process.send_signal(signal.SIGUSR1)
    require(finish(process) and process.returncode == 0, "it did not end by SIGUSR1")


def the_clock_continues(bench):
    """--time counts from the start of the first run."""
    first = run_of(bench, "none", "sixty.tsp", "--algorithm", "mmas", "--time", "0.6", "--checkpoint", "clock.state")
    with at_most(0.95):
        rest = run_of(bench, "none", "sixty.tsp", "--resume", "clock.state", "--time", "1")
    require(rest.code == 0, rest.err)
    require(rest.json()["result"]["seconds"] >= 0.95, rest.json()["result"])
    require(rest.json()["result"]["iterations"] >= first.json()["result"]["iterations"], "it lost iterations")


def require_refused(outcome, *reasons):
    require(outcome.code == 2 and outcome.out == "" and outcome.err.count("\n") <= 4, outcome)
    require(any(reason in outcome.err for reason in reasons), outcome.err)


def options_that_change_tours(bench):
    """A changed option is refused with both values if it changes tours, and accepted otherwise."""
    bench.ok(["tsp", "sixty.tsp", "-d", "none", "-q", "--algorithm", "mmas", "--iterations", "5",
              "--checkpoint", "fit.state"])
    for option, had in ((["--seed", "2"], "--seed 1"), (["--algorithm", "acs"], "--algorithm mmas"),
                        (["--ants", "3"], "--ants"), (["--rho", "0.77"], "--rho"), (["--path"], "no --path"),
                        (["--local-search", "none"], "--local-search"), (["--candidates", "5"], "--candidates")):
        outcome = bench.run(["tsp", "sixty.tsp", "-d", "none", "--resume", "fit.state", *option])
        require_refused(outcome, " ".join(option))
        require(had in outcome.err, outcome.err)
    require_refused(bench.run(["tsp", "small.tsp", "-d", "none", "--resume", "fit.state"]), "an instance of 60 nodes")
    require_refused(bench.run(["tsp", "sixty.tsp", "-d", "none", "--resume", "fit.state", "--iterations", "3"]),
                    "already has 5 iterations")
    bench.ok(["tsp", "sixty.tsp", "-d", "none", "-q", "--resume", "fit.state", "--seed", "1", "--iterations",
              "6", "--algorithm", "mmas"])
    bench.ok(["pso", "sphere", "-d", "none", "-q", "--iterations", "3", "--checkpoint", "swarm.state"])
    require_refused(bench.run(["tsp", "sixty.tsp", "--resume", "swarm.state"]),
                    'found a checkpoint of "swarmcl pso", expected one of "swarmcl tsp"')
    require_refused(bench.run(["pso", "sphere", "-d", "none", "--resume", "fit.state"]),
                    'found a checkpoint of "swarmcl tsp"')


def a_file_that_cannot_be_written(bench):
    """If the checkpoint cannot be written, the run ends at its start."""
    outcome = bench.run(tsp("--checkpoint", "no/such/folder.state"))
    require(outcome.code == 1 and "no/such/folder.state: cannot be written" in outcome.err, outcome)


REFUSED = [
    clash("a checkpoint without a name", tsp("--checkpoint", ",5"), "--checkpoint ,5: expected the name of a file"),
    clash("checkpoints of no count", tsp("--checkpoint", "a.state,often"), "expected FILE, or FILE,EVERY"),
    clash("checkpoints of no time", tsp("--checkpoint", "a.state,0s"), "expected FILE, or FILE,EVERY"),
    clash("checkpoints after no iteration", tsp("--checkpoint", "a.state,0"), "expected FILE, or FILE,EVERY"),
    clash("a file that is not a checkpoint", tsp("--resume", "no.state"), "no.state: is not a checkpoint"),
    clash("a checkpoint that is not there", tsp("--resume", "missing.state"), "missing.state: cannot be opened"),
    clash("a folder", tsp("--resume", "."), "cannot be read: Is a directory"),
    clash("a run that is replayed and resumed", tsp("--resume", "no.state", "--replay", "a.json"), "cannot be used together|a.json"),
    options_that_change_tours,
    a_file_that_cannot_be_written,
]

GROUPS = {
    "checkpoint": [parts_in_the_reference, settings_come_from_the_file, finished_runs_resume_to_their_results,
                   tours_to_start_from_are_given_again],
    "checkpoint-kills": [killed_runs_of_ants, killed_runs_of_mosaic],
    "checkpoint-refused": REFUSED,
    "checkpoint-signals": [a_terminated_run_continues, terminated_populations_continue, a_signal_writes_the_state,
                           the_clock_continues],
    "device-checkpoint": [killed_runs_on_devices, parts_on_devices],
}
