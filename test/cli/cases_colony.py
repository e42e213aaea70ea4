"""Cases of the settings of a colony: initial trails and their floor, presets and tuning files."""

import pathlib
import re

from cases import clash, mentions, value
from run import Case, tier
from scenes import require

INSTANCES = pathlib.Path(__file__).resolve().parents[2] / "instances"
SHORT = ["--algorithm", "as", "--iterations", "20", "--ants", "10"]


def reference_run(*arguments, file="small.tsp"):
    return ["tsp", file, "-d", "none", *SHORT, *arguments]


def run_of(bench, *arguments):
    """The result of a run: its tour and all improvements."""
    outcome = bench.ok(["tsp", *arguments, "--json", "-q"])
    document = outcome.json()
    return document["tour"], [point["length"] for point in document["trace"]]


def floor_changes_what_it_should(bench):
    """A trail floor of 0 means no floor, one of 0.002 changes the run, and all floors above every trail have the same
    effect."""
    arguments = ["medium.tsp", "-d", "none", "--algorithm", "as", "--iterations", "20", "--ants", "12"]
    without = run_of(bench, *arguments)
    assert run_of(bench, *arguments, "--trail-floor", "0") == without
    assert run_of(bench, *arguments, "--trail-floor", "0.002") != without
    highest = run_of(bench, *arguments, "--trail-floor", "1000")
    assert highest == run_of(bench, *arguments, "--trail-floor", "2000")
    assert highest != without


def tau0_changes_what_it_should(bench):
    """The initial trail changes a run, also with islands and in a resumed run; a table in another unit gives the same
    tours if the trail is in that unit, too."""
    arguments = ["medium.tsp", "-d", "none", "--algorithm", "as", "--ants", "10", "--beta", "5"]
    given = [*arguments, "--tau0", "0.5"]
    whole = run_of(bench, *given, "--iterations", "12")
    assert whole != run_of(bench, *arguments, "--iterations", "12")
    run_of(bench, *given, "--iterations", "5", "--checkpoint", "tau0.state")
    resumed = bench.run(["tsp", *given, "--iterations", "12", "--resume", "tau0.state", "--json", "-q"])
    assert resumed.code == 0 and resumed.json()["tour"] == whole[0], resumed
    clash = bench.run(["tsp", *arguments, "--tau0", "0.4", "--iterations", "12", "--resume", "tau0.state"])
    assert clash.code == 2 and "--tau0" in clash.err, clash
    apart = ["--islands", "2", "--migration", "none", "--iterations", "12"]
    islands = bench.run(["tsp", *given, *apart, "--json", "-q"]).json()
    assert islands["parameters"]["tau0"] == 0.5 and islands["result"]["length"] <= whole[1][-1], islands["parameters"]
    points = [(37 * k * k % 101, 53 * k * k * k % 97) for k in range(40)]
    found = []
    for factor, trail in ((1, "0.5"), (1000, "0.0005")):
        rows = "".join(f"{x * factor},{y * factor}\n" for x, y in points)
        (bench.folder / "tau0.csv").write_text("x,y\n" + rows)
        found.append(run_of(bench, "tau0.csv", "-d", "none", "--algorithm", "as", "--iterations", "20", "--ants", "20",
                            "--tau0", trail)[0])
    assert found[0] == found[1], found


def trails_on_a_device(bench):
    """With an initial trail and a floor a device finds the same tours as the reference."""
    bench.require_cpu()
    ants = ["--algorithm", "as", "--tau0", "1"]
    rows = ([*ants, "--trail-floor", "0.002"], [*ants, "--trail-floor", "0.0005"], [*ants, "--trail-floor", "1000"],
            ["--algorithm", "acs", "--tau0", "0.0001"])
    for more in tier(rows[:1], rows):
        arguments = ["medium.tsp", "--iterations", "15", "--ants", "20", "--local-search", "none", *more]
        assert run_of(bench, *arguments, "-d", "cpu") == run_of(bench, *arguments, "-d", "none"), more


COLONY = [
    Case("the best tour of ants is named if the start is better",
         ["tsp", str(INSTANCES / "grid100.tsp"), "-d", "none", "--algorithm", "as", "--iterations", "3", "--ants", "5"],
         out=r"^length +10800\n(.*\n)*ants' best  23040, 130\.40 % above the optimum 10000$"),
    Case("and not if it is the result", reference_run("--tau0", "0.5"), checks=(
        lambda outcome: require("ants' best" not in outcome.out, outcome.out),)),
    Case("an initial trail is in the document", reference_run("--tau0", "0.5", "--json"), err=r"\A(?!.*warning)",
         checks=(value("parameters.tau0", 0.5),)),
    Case("without one there is none", reference_run("--json"), checks=(value("parameters.tau0", None),)),
    Case("an initial trail above all is warned of", reference_run("--tau0", "1e9"), out=r"^length",
         err=r"^swarmcl: warning: --tau0 1e\+09 is above .*highest"),
    Case("an initial trail below all is warned of", reference_run("--tau0", "1e-300"), out=r"^length",
         err=r"^swarmcl: warning: --tau0 1e-300 is below .*lowest"),
    clash("no start for a search that has its own", ["tsp", "medium.tsp", "--algorithm", "mosaic", "--start-tour", "none"],
          r"--start-tour none clashes with --algorithm mosaic"),
    tau0_changes_what_it_should,
    Case("a floor above all trails is warned of", reference_run("--trail-floor", "1000"), out=r"^length",
         err=r"^swarmcl: warning: --trail-floor 1000 .*distance"),
    floor_changes_what_it_should,
    clash("a share that the selection does not read", reference_run("--compress-from", "0.5"),
            r"--compress-from 0\.5 clashes with --selection roulette", ["would be ignored"]),
    clash("a limit of tries that the selection does not read", reference_run("--trial-limit", "3"),
            r"--trial-limit 3 clashes with --selection roulette", ["would be ignored"]),
]

PRESETS = [
    Case("every preset runs in the reference", reference_run("--preset", "cecilia", "--json"),
         checks=(value("parameters.preset", "cecilia"), value("parameters.selection", "i-roulette"), value("parameters.beta", 2),
                 value("parameters.construction", None), value("parameters.no-improve", None))),
    Case("values of a preset are in the document", reference_run("--preset", "belotti", "--json"),
         checks=(value("parameters.trail-floor", 0.01), value("parameters.beta", 3), value("parameters.rho", 0.8),
                 value("parameters.no-improve", 4), value("parameters.ants", 10))),
    Case("presets and their sources are in the help", ["tsp", "--help", "all"],
         checks=(mentions("--preset", "Cecilia et al. 2013", "Uchida, Ito and Nakano 2014", "Belotti",
                          "selection i-roulette", "compress-from 0.85", "trail-floor 0.01"),)),
]


def presets_on_a_device(bench):
    """On a device a preset runs the design that it names and finds the tours of the reference; an option overrides the
    design."""
    bench.require_cpu()
    presets = [("angelo-data", "work-group"), ("belotti", "whole-scan"), ("angelo", "work-item"),
               ("cecilia", "queen-worker"), ("uchida", "32-ary")]
    for preset, construction in tier(presets[:1], presets):
        arguments = ["tsp", "medium.tsp", "--iterations", "5", "--ants", "10", "--preset", preset, "--json", "-q"]
        device = bench.run([*arguments, "-d", "cpu", "--profile"]).json()
        assert device["parameters"]["construction"] == construction, device["parameters"]
        if preset.startswith("angelo"):  # evaluation goes with construction, and each ant has a launch for its deposit
            launches = {kernel["name"]: kernel["calls"] for kernel in device["kernels"]}
            assert device["parameters"]["evaluation"] == construction, device["parameters"]
            assert (launches["aco_deposit_per_ant"], launches["aco_evaporate"]) == (50, 5), launches
        assert device["tour"] == bench.run([*arguments, "-d", "none"]).json()["tour"], preset
    other = bench.run(["tsp", "medium.tsp", "--iterations", "5", "--ants", "10", "--preset", "cecilia", "--json",
                       "--selection", "trial", "-d", "cpu"])
    assert other.code == 0 and other.json()["parameters"]["construction"] == "work-item", other
    assert "warning" not in other.err, other.err


TUNE = [
    clash("a tuning file in the reference", reference_run("--tuning", "good.tuning"), r"--tuning good\.tuning clashes with "
          r"--device none"),
]


def tunings_take_what_nothing_says(bench):
    """A tuning file sets kernel shapes that no option sets, without changing the tour. Shapes that the device does not
    support are ignored."""
    bench.require_cpu()
    plain = bench.run(["tsp", "medium.tsp", "-d", "cpu", "--json", *SHORT]).json()
    name, nodes = plain["device"]["name"], plain["instance"]["nodes"]
    head = f"device={name}\nnodes={nodes}..{nodes}\n"

    def run(lines, *more):
        (bench.folder / "own.tuning").write_text(head + lines)
        outcome = bench.ok(["tsp", "medium.tsp", "-d", "cpu", "--json", "--tuning", "own.tuning",
                            *(["--iterations", "1", "--population", "2", "--kicks", "2"] if "mosaic" in more else SHORT),
                            *more])
        assert more or outcome.json()["tour"] == plain["tour"], "the tour differs"
        return outcome.json()["parameters"], outcome.err
    found, err = run("construction=work-group\ngroup-size=16\nevaluation=work-group\n")
    assert (found["construction"], found["group-size"], found["evaluation"]) == ("work-group", 16, "work-group"), found
    assert found["tuning"] == "own.tuning" and "warning" not in err, (found, err)
    found, err = run("construction=work-group\ngroup-size=16\n", "--construction", "work-item")
    assert found["construction"] == "work-item" and "warning" not in err, (found, err)
    found, err = run("for=mosaic\nnodes=1..1000\nimprover=threads\n", "--algorithm", "mosaic")
    assert found["improver"] == "threads" and "warning" not in err, (found, err)
    found, err = run("", "--algorithm", "mosaic")
    assert found["improver"] == "array" and re.search(r"no block for \d+ nodes and mosaic on", err), (found, err)
    found, err = run("construction=queen-worker\ngroup-size=1\nevaluation=work-group\n")
    assert (found["construction"], found["evaluation"]) == ("work-item", "work-item"), found
    assert re.search(r"^swarmcl: warning: --construction queen-worker: .*; the device's default is used$", err,
                     re.MULTILINE), err


GROUPS = {"colony": COLONY + PRESETS + TUNE}

ON_DEVICE = [trails_on_a_device, presets_on_a_device, tunings_take_what_nothing_says]
