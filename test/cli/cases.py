"""The table of command line cases, by group.

Exit codes: 0 done, 1 run-time failure, 2 usage or input, 3 no device, 4 memory, 5 verification, 6 incomplete routes."""

import importlib
import re

import scenes
from run import Case, tier

PARAMETERS = ["algorithm", "ants", "alpha", "beta", "rho", "construction", "evaluation", "selection", "deposit",
              "local-search", "candidates", "seed", "iterations", "time", "target", "no-improve", "platform", "device",
              "launch-ms", "path", "start", "end", "fix", "target-gap", "optimum", "group-size", "dump-kernels", "trail-floor",
              "compress-from", "trial-limit", "ants-per-group", "preset", "tuning", "candidate-kind", "elite", "depositors", "q0", "xi",
              "p-best", "restart-after", "population", "kicks", "noise", "kopt", "beam", "threshold", "improver",
              "threads", "lengths", "tau0"]
OUTPUT_OPTIONS = ["output", "init", "replay", "profile", "json", "quiet", "verbose", "help"]
COMMANDS = ["tsp", "pso", "qap", "orient", "fleet", "batch", "bound", "verify", "render", "instance", "devices", "check"]

# Variables that hide all drivers: the loader looks for them in a folder that does not exist.
NO_DRIVER = scenes.NO_DRIVER


def tsp(*arguments, file="small.tsp", iterations="5"):
    """A short run in the sequential reference."""
    return ["tsp", file, "--device", "none", "--iterations", iterations, *arguments]


# ---------------------------------------------------------------------------------------------------------------------
# Checks of an outcome


def mentions(*words):
    def check(outcome):
        said = " ".join((outcome.out + outcome.err).split())  # without line breaks
        for word in words:
            assert word in said, f"{word!r} is not mentioned"
    return check


def message_first(outcome):
    assert outcome.err.startswith("swarmcl: "), "the message does not start with the program's name"


def one_error_line(outcome):
    """A usage error prints one message and one hint."""
    message_first(outcome)
    lines = outcome.err.splitlines()
    assert len(lines) == 2 and lines[1].startswith("see swarmcl "), f"expected a message and a hint, got {lines}"


def documented_run(outcome):
    """The parts of the --json document agree."""
    run = outcome.json()
    if not run["parameters"]["bound"] and run["result"]["stop_reason"] != "optimal, proven":
        assert run["result"]["bound"] is None and run["result"]["proven_gap_percent"] is None, run["result"]
    built, improved = run["result"]["built_length"], run["result"]["best_iteration"] > 0
    exact = improved and run["parameters"]["local-search"] == "none"  # which improves the best tour once more
    assert built is None or (built == run["result"]["length"] if exact else built >= run["result"]["length"]), built
    assert built is not None or run["result"]["iterations"] == 0, "iterations without a tour"
    assert sorted(run["tour"]) == list(range(1, run["instance"]["nodes"] + 1)), "the tour is not a permutation"
    lengths = [point["length"] for point in run["trace"]]
    assert lengths == sorted(lengths, reverse=True) and lengths[-1] == run["result"]["length"], "the trace is wrong"
    assert run["memory"]["bytes"] == sum(run["memory"]["buffers"].values())
    for name in PARAMETERS:
        assert name in run["parameters"], f"parameter {name} is missing"


def typed_parameters(outcome):
    parameters = outcome.json()["parameters"]
    for name in ("ants", "alpha", "beta", "rho", "seed", "iterations"):
        assert isinstance(parameters[name], (int, float)), f"{name} is {parameters[name]!r}"
    for name in ("algorithm", "selection", "device"):
        assert isinstance(parameters[name], str), f"{name} is {parameters[name]!r}"
    assert outcome.json()["device"] is None


def value(path, expected):
    def check(outcome):
        found = outcome.json()
        for key in path.split("."):
            found = found[int(key) if key.isdigit() else key]
        assert found == expected, f"{path} is {found!r}, expected {expected!r}"
    return check


def no_files(outcome):
    left = [path.name for path in outcome.folder.rglob("*") if path.name.endswith((".part", ".probe"))]
    assert not left, f"files remain: {left}"


def verified(tour, instance):
    """The written tour has the length that was printed."""
    def check(outcome):
        length = re.search(r"^length +(\d+)$", outcome.out, re.MULTILINE).group(1)
        again = outcome.bench.run(["verify", instance, tour])
        assert again.code == 0 and again.out.splitlines()[0] == length, f"verify says {again.out}{again.err}"
        text = outcome.read(tour)
        assert "DIMENSION" in text and length in text, "length and dimension are not in the file"
    return check


def written_json(name):
    def check(outcome):
        outcome.out = outcome.read(name)
        documented_run(outcome)
    return check


def rejected(name, arguments, message):
    """Makes a case of a usage or an input that is rejected with exit code 2 and prints nothing on stdout."""
    return Case(name, arguments, code=2, out="", err=message)


def clash(name, arguments, message, words=()):
    """Makes a case of a rejected usage whose message has no hint, because the message says everything."""
    return Case(name, arguments, code=2, out="", err=message, checks=(message_first, mentions(*words)))


def refused(name, arguments, message, words=()):
    return Case(name, arguments, code=2, out="", err=message, checks=(one_error_line, mentions(*words)))


# ---------------------------------------------------------------------------------------------------------------------
# The cases

USAGE = [
    rejected("no command", [], r"^usage: swarmcl"),
    refused("unknown command", ["tps"], r"unknown command 'tps'; did you mean tsp\?"),
    *[refused(f"a word about vehicles: {words[-1]}", words, r"`swarmcl fleet` plans the routes of several vehicles")
      for words in (["vrp"], ["help", "vehicles"], tsp("--capacity", "5"))],
    refused("a command is not abbreviated", ["ver", "square.tsp", "square.tour"], r"unknown command 'ver'; did you mean verify\?"),
    refused("operand after --version", ["--version", "more"], r"'more'"),
    refused("operand after help", ["help", "tsp", "more"], r"'more'"),
    refused("help for an unknown word", ["help", "formts"], r"no help for 'formts'; did you mean formats\?"),
    refused("nothing is near", ["help", "zebra"], r"no help for 'zebra'$"),
    refused("no file", ["tsp"], r"FILE is missing"),
    refused("no tour", ["verify", "square.tsp"], r"TOUR is missing"),
    refused("two files", ["tsp", "small.tsp", "square.tsp"], r"unexpected operand 'square.tsp'", ["tsp FILE"]),
    refused("operand where none is wanted", ["devices", "cpu"], r"unexpected operand 'cpu'"),
    refused("unknown long option", tsp("--anst", "5"), r"unknown option --anst; did you mean --ants\?"),
    refused("unknown short option", tsp("-x"), r"unknown option -x"),
    refused("unknown option in a cluster", tsp("-vx"), r"unknown option -x"),
    refused("option of another command", ["verify", "square.tsp", "square.tour", "--ants", "5"], r"--ants"),
    refused("abbreviated option", tsp("--sele", "race"), r"unknown option --sele", ["--selection"]),
    refused("ambiguous abbreviation", tsp("--a", "5"), r"unknown option --a", ["--ants", "--alpha"]),
    refused("missing value at the end", tsp("--ants"), r"--ants needs a value"),
    refused("missing value of a short option", tsp("-o"), r"--output needs a value", ["FILE"]),
    refused("value for a flag", tsp("--json=yes"), r"--json takes no value.*'yes'"),
    refused("two values for one option", tsp("--seed", "1", "--seed", "2"), r"--seed was given twice.*'1'.*'2'"),
    refused("quiet and verbose", tsp("-q", "-v"), r"--quiet and --verbose"),
    refused("unknown suffix", ["tsp", "missing.tsp", "-o", "x.png"], r"x\.png", [".tour", ".json"]),
    refused("no suffix", ["tsp", "missing.tsp", "-o", "tour"], r"--output tour"),
    refused("nothing but a suffix", ["tsp", "missing.tsp", "-o", "elsewhere/.tour"], r"elsewhere/\.tour"),
    refused("empty output", ["tsp", "missing.tsp", "-o", ""], r"--output"),
    Case("the same value twice is no contradiction", tsp("--seed", "3", "--seed=3", "-q", "-q")),
    Case("options before the file", ["tsp", "--device", "none", "--iterations=2", "small.tsp"], out=r"^length"),
    Case("options on both sides", ["tsp", "--iterations", "2", "small.tsp", "--device=none"], out=r"^length"),
    Case("POSIXLY_CORRECT changes nothing", tsp(), environment={"POSIXLY_CORRECT": "1"}, out=r"^length"),
    Case("operands after --", ["tsp", "--device", "none", "--iterations", "2", "--", "small.tsp"], out=r"^length"),
    refused("-- ends the options", ["tsp", "small.tsp", "--", "--json"], r"unexpected operand '--json'"),
]

HELP = [
    Case("--version", ["--version"], out=r"\Aswarmcl \d+\.\d+\.\d+\n(MPI \d.*\n)?\Z", err=""),
    *[Case(f"program help by {' '.join(words)}", words, out=r"\Ausage: swarmcl", err="",
           checks=(mentions(*COMMANDS, "SWARMCL_DEVICE", "Exit codes"),))
      for words in (["--help"], ["-h"], ["help"])],
    *[Case(f"help of tsp by {' '.join(words)}", words, out=r"\Ausage: swarmcl tsp FILE", err="",
           checks=(mentions(*(f"--{name}" for name in PARAMETERS + OUTPUT_OPTIONS), "SWARMCL_DEVICE",
                            "roulette", "race", "All-In-Roulette", "work-item", "work-group", "per-ant", "default 0.05",
                            "mmas", "2opt+oropt", "quadrant",
                            "a population of tours, recombined; no pheromone; Nagata and Kobayashi 2013"),))
      for words in (["tsp", "--help", "all"], ["tsp", "-h", "all"], ["help", "tsp", "all"],
                    ["tsp", "file", "-h", "all", "--nonsense"])],
    *[Case(f"help of {name}", [name, "--help"], out=rf"\Ausage: swarmcl {name}", err="",
           checks=(mentions("--json", "--quiet", "--help"),)) for name in COMMANDS],
]


def out_of_range(option, given, *allowed):
    return refused(f"--{option} {given!r}", tsp(f"--{option}={given}"), re.escape(option), [given, *allowed])


def values_have_units(bench):
    """Seconds and lengths in metres may have a unit; text shows kilometres, the document only metres."""
    (bench.folder / "earth.csv").write_text("name,lat,lon,score\nA,0,0,1\nB,0,1,2\nC,1,0,3\n")
    (bench.folder / "plane.csv").write_text("name,x,y,score\nA,0,0,1\nB,0,1,2\nC,1,0,3\n")
    run = ["-d", "none", "-q", "--json", "--iterations", "1"]
    for text, number in (("90s", 90), ("1.5m", 90), ("2 min", 120), ("0.5h", 1800)):
        outcome = bench.run(["tsp", "earth.csv", *run, "--time", text])
        assert outcome.json()["parameters"]["time"] == number, (text, outcome)
    for text, number in (("20.1km", 20100), ("500m", 500), ("10 mi", 16093.44)):
        outcome = bench.run(["orient", "earth.csv", *run, "--limit", text])
        assert outcome.json()["parameters"]["limit"] == number, (text, outcome)
    for command, file, option, text, message in (
            ("orient", "plane.csv", "--limit", "2km", "the lengths of plane have no unit"),
            ("orient", "earth.csv", "--limit", "20k", "expected a number, with or without m, km or mi"),
            ("tsp", "plane.csv", "--time", "5x", "expected a number, with or without s, m, min or h"),
            ("tsp", "plane.csv", "--keep", "5x", "expected a number, with or without %"),
            ("tsp", "plane.csv", "--time", "1.2.3s", "expected a number")):
        outcome = bench.run([command, file, option, text, "-d", "none"])
        assert outcome.code == 2 and f"{option} {text}: {message}" in outcome.err, outcome
    outcome = bench.run(["tsp", "earth.csv", "-d", "none"])
    assert "m (379.6 km)\n" in outcome.out, outcome


VALUES = [  # test/unit/options.c checks the values of every row
    out_of_range("rho", "2", "1"),
    out_of_range("algorithm", "MMAS", "as", "eas", "ras", "mmas", "bwas", "acs", "mosaic"),
    Case("numbers as people write them", tsp("--rho", "1e-1", "--alpha", "2", "--beta", "2.5", "--json", "-q"), err="",
         checks=(value("parameters.rho", 0.1), value("parameters.alpha", 2), value("parameters.beta", 2.5))),
    values_have_units,
]

VERIFY = [
    Case("good tour", ["verify", "square.tsp", "square.tour"], out=r"\A40\n", err=""),
    Case("longer tour", ["verify", "square.tsp", "crossed.tour"], out=r"\A48\n"),
    Case("other name", ["verify", "square.tsp", "other-name.tour"], out=r"\A40\n"),
    Case("repeated node", ["verify", "square.tsp", "repeated.tour"], code=5, out="", err=r"^swarmcl: .*repeated\.tour"),
    Case("node out of range", ["verify", "square.tsp", "outside.tour"], code=5, out="", err=r"outside\.tour"),
    Case("too few nodes", ["verify", "square.tsp", "short.tour"], code=5, out="", err=r"short\.tour"),
    Case("tour of another order of the table", ["verify", "sorted.csv", "square-csv.tour"], code=5, out="",
         err=r"square-csv\.tour:3: found \"A\", expected \"D\", the name of node 1 in \"sorted\""),
    Case("tour of another table", ["verify", "unnamed.csv", "square-csv.tour", "-q"], code=5, out="",
         err=r"square-csv\.tour:2: found length 40\.00000000, expected 48\.28427124"),
    Case("start of another table", ["tsp", "unnamed.csv", "--init", "square-csv.tour", "-d", "none"], out=r"40\.0",
         err=r"^swarmcl: warning: square-csv\.tour:2: found length 40\.00000000, expected 48\.28"),
    Case("start of another order", ["tsp", "sorted.csv", "--init", "square-csv.tour", "-d", "none", "--json"],
         err=r"\A(?!.*(found|new|not in))", checks=(value("init.0.length", 40.0),)),
    Case("picture of another table", ["render", "unnamed.csv", "square-csv.tour", "-o", "other.svg"],
         err=r"^swarmcl: warning: square-csv\.tour:2: found length"),
    rejected("missing tour", ["verify", "square.tsp", "missing.tour"], r"^swarmcl: .*missing\.tour"),
    rejected("tour that is a folder", ["verify", "square.tsp", "folder.tour"], r"folder\.tour"),
    rejected("tour that is none", ["verify", "square.tsp", "square.tsp"], r"square\.tsp"),
    rejected("missing instance", ["verify", "missing.tsp", "square.tour"], r"missing\.tsp"),
    Case("as JSON", ["verify", "square.tsp", "square.tour", "--json"],
         checks=(value("length", 40), value("gap_percent", None), value("instance.nodes", 4))),
    Case("quiet", ["verify", "square.tsp", "square.tour", "-q"], out="", err=""),
    Case("no driver is needed", ["verify", "square.tsp", "square.tour"], environment=NO_DRIVER, out=r"\A40\n", err=""),
]

INSTANCE = [
    Case("coordinates", ["instance", "square.tsp"], out=r"^nodes +4$", err="",
         checks=(mentions("square", "TSP", "EUC_2D", "0 to 10", "320 bytes"),)),
    Case("three dimensions", ["instance", "cube.tsp"], out=r"^z +0 to 6$"),
    Case("matrix", ["instance", "asymmetric.atsp"], out=r"^metric +EXPLICIT FULL_MATRIX$", checks=(mentions("ATSP"),)),
    Case("fixed edges", ["instance", "fixed.tsp"], out=r"^fixed edges +1$"),
    Case("known optimum", ["instance", "burma14.tsp"], out=r"^optimum +3323$"),
    Case("unknown optimum", ["instance", "square.tsp"], out=r"^optimum +unknown$"),
    Case("as JSON", ["instance", "cube.tsp", "--json"],
         checks=(value("instance.type", "TSP"), value("instance.metric", "EUC_3D"), value("dense_bytes", 180),
                 value("instance.coordinates.maximum", [4, 5, 6]), value("instance.optimum", None))),
    Case("bytes that are no UTF-8", ["instance", "caf\u00e9.tsp", "--json"],
         checks=(value("instance.name", 'caf\u00e9 "a\\b"'),)),
    Case("no driver is needed", ["instance", "square.tsp"], environment=NO_DRIVER, out=r"EUC_2D", err=""),
    *[Case(f"malformed: {name}", ["instance", f"{name}.tsp"], code=2, out="", err=rf"^swarmcl: {name}\.tsp",
           checks=(mentions(*words),))
      for name, words in {"missing": [], "folder": ["folder"], "words": ["here"], "garbage": [], "nul": [],
                          "long-line": []}.items()],  # test/corpus has more
    rejected("malformed instance of a run", tsp(file="words.tsp"), r"^swarmcl: words\.tsp:7"),
]

TSP = [
    Case("result", tsp(), out=r"\Alength +\d+\nstopped by +iterations\niterations +5, .*\nseconds +\d"),
    Case("one node", tsp(file="one.tsp"), out=r"^length +0$"),
    Case("two nodes", tsp(file="two.tsp"), out=r"^length +10$"),
    Case("three nodes", tsp(file="three.tsp"), out=r"^length +12$"),
    Case("one node as JSON", tsp("--json", file="one.tsp"), checks=(documented_run, value("tour", [1]))),
    Case("square", tsp(file="square.tsp"), out=r"^length +40$"),
    Case("asymmetric", tsp(file="asymmetric.atsp", iterations="20"), out=r"^length +4$"),
    Case("gap", tsp(file="burma14.tsp"), out=r"^gap +\d+\.\d\d % (above|below) the optimum 3323$"),
    Case("gap as JSON", tsp("--json", file="burma14.tsp"),
         checks=(documented_run, value("instance.optimum", 3323), value("instance.optimum_proven", True),
                 lambda outcome: scenes.require(isinstance(outcome.json()["result"]["gap_percent"], float), "gap"))),
    Case("stdout carries nothing but the document", tsp("--json", "-v", "--algorithm", "mmas"), err=r"iteration \d+, best \d+",
         checks=(documented_run, typed_parameters, value("result.gap_percent", None))),
    Case("quiet prints nothing", tsp("-q"), out="", err=""),
    Case("quiet silences warnings", tsp("-q", file="fixed.tsp"), out="", err=""),
    rejected("quiet errors are printed", tsp("-q", file="missing.tsp"), r"^swarmcl: .*missing\.tsp"),
    Case("quiet with --json", tsp("-q", "--json"), err="", checks=(documented_run,)),
    Case("target", tsp("--target", "1000000000", iterations="1000"), out=r"^stopped by +target$"),
    Case("no improvement", tsp("--no-improve", "3", iterations="1000000"), out=r"^stopped by +stagnation$"),
    Case("both selections", tsp("--selection", "race", "--json"), checks=(value("parameters.selection", "race"),)),
    Case("device of the environment", ["tsp", "small.tsp", "--iterations", "2", "--json"],
         environment={"SWARMCL_DEVICE": "none"}, checks=(value("device", None), value("parameters.device", "none"))),
    Case("--device beats the environment", tsp(), environment={"SWARMCL_DEVICE": "no such device"}, out=r"^length"),
    Case("an empty variable is none", tsp(), environment={"SWARMCL_DEVICE": ""}, out=r"^length"),
    Case("from another folder", ["tsp", "../small.tsp", "--device", "none", "--iterations", "2"], folder="elsewhere",
         out=r"^length"),
    Case("without HOME", tsp(), environment={"HOME": None}, out=r"^length"),
    Case("no driver is needed", tsp(), environment=NO_DRIVER, out=r"^length"),
]

OUTPUTS = [
    Case("tour file", tsp("-o", "a.tour"), err=r"^wrote a\.tour$", checks=(verified("a.tour", "small.tsp"), no_files)),
    Case("two files", tsp("-o", "b.tour", "--output=b.json"), err=r"^wrote b\.json$",
         checks=(verified("b.tour", "small.tsp"), written_json("b.json"), no_files)),
    Case("quiet writes files", tsp("-q", "-o", "c.json"), out="", err="", checks=(written_json("c.json"),)),
    Case("a file is replaced", tsp("-o", "square.tour", file="square.tsp"),
         checks=(verified("square.tour", "square.tsp"),)),
    Case("tour of one node", tsp("-o", "one.tour", file="one.tsp"), checks=(verified("one.tour", "one.tsp"),)),
    Case("missing folder", ["tsp", "missing.tsp", "-o", "nowhere/a.tour"], code=1, out="",
         err=r"^swarmcl: nowhere/a\.tour: cannot be written"),
    Case("file instead of a folder", ["tsp", "missing.tsp", "-o", "small.tsp/a.tour"], code=1, out="",
         err=r"^swarmcl: small\.tsp/a\.tour: cannot be written"),
    Case("folder instead of a file", ["tsp", "missing.tsp", "-o", "folder.tour"], code=1, out="",
         err=r"^swarmcl: folder\.tour: cannot be written"),
    scenes.folder_vanishes,
    scenes.full_disk,
    scenes.closed_pipe,
]

SIGNALS = [
    scenes.signal_during_search,
    scenes.signal_while_reading,
    scenes.second_signal,
    scenes.ignored_signal,
]

TIME = [
    scenes.time_limit_in_reference,
    scenes.time_limit_before_first_iteration,
]

NO_DRIVER_CASES = [
    Case("devices", ["devices"], code=3, out="", err=r"pocl-opencl-icd", environment=NO_DRIVER),
    Case("devices as JSON", ["devices", "--json"], code=3, err=r"pocl-opencl-icd", environment=NO_DRIVER,
         checks=(value("devices", []),)),
    Case("few nodes", ["tsp", "small.tsp"], out=r"^length +31929", err="", environment=NO_DRIVER),
    scenes.host_instead_of_a_device,
    scenes.device_by_name_without_a_driver,
    Case("run in the reference", tsp(), out=r"^length", environment=NO_DRIVER),
    Case("help", ["tsp", "--help"], out=r"\Ausage", environment=NO_DRIVER),
]

# Cases that need a driver; the group is skipped without one.
DEVICE = [
    scenes.need_device,
    Case("table", ["devices"], out=r"^ *index +P:D +type +name .*\n(.*\n)* *\*\d+ +\d+:\d+ +\w+ ", err=""),
    scenes.devices_document,
    Case("quiet table", ["devices", "-q"], out="", err=""),
    rejected("index out of range", ["tsp", "small.tsp", "-d", "99"], r"99(.*\n)+.*0:0"),
    rejected("unknown name", ["tsp", "small.tsp", "-d", "foo"], r"foo(.*\n)+.*0:0"),
    rejected("unknown platform", ["tsp", "small.tsp", "--platform", "foo"], r"foo"),
    Case("unknown name of the environment", ["tsp", "small.tsp"], code=2, out="", err=r"SWARMCL_DEVICE.*foo",
         environment={"SWARMCL_DEVICE": "foo"}),
    Case("device line and document", ["tsp", "medium.tsp", "-d", "cpu", "--iterations", "2", "--json"],
         err=r"^device \d+ \(\d+:\d+\) cpu \".+\" \[.+\]$", checks=(documented_run, value("device.type", "cpu"))),
    Case("one node", ["tsp", "one.tsp", "-d", "cpu", "--iterations", "2"], out=r"^length +0$"),
    *[Case(f"{count} nodes", ["tsp", f"{count}.tsp", "-d", "cpu", "--iterations", "2"], out=rf"^length +{length}$")
      for count, length in tier([], [("two", 10), ("three", 12)])],
    Case("asymmetric", ["tsp", "asymmetric.atsp", "-d", "cpu", "--iterations", "20"], out=r"^length +4$"),
    Case("without HOME", ["tsp", "small.tsp", "-d", "cpu", "--iterations", "2"], out=r"^length",
         environment={"HOME": None, "XDG_CACHE_HOME": None, "POCL_CACHE_DIR": None}),
    scenes.signal_on_device,
    scenes.time_limit_on_device,
    scenes.broken_icd_file,
    scenes.failing_platform,
    scenes.late_platform,
    scenes.crashing_platform,
    scenes.damaged_cache,
    scenes.ambiguous_name,
    scenes.software_renderer,
]

GROUPS = {
    "usage": USAGE,
    "help": HELP,
    "values": VALUES,
    "verify": VERIFY,
    "instance": INSTANCE,
    "tsp": TSP,
    "outputs": OUTPUTS,
    "signals": SIGNALS,
    "time": TIME,
    "no-driver": NO_DRIVER_CASES,
    "device": DEVICE,
}

for name in ("shell", "problem", "conditions", "bound", "generate", "robust", "pictures", "input", "faults", "colony",
             "family", "mosaic", "replay", "checkpoint", "islands", "pso", "repeat", "ranks", "outputs", "time", "proven",
             "batch", "qap", "orient", "fleet", "additions"):
    module = importlib.import_module(f"cases_{name}")
    GROUPS |= module.GROUPS
    DEVICE += getattr(module, "ON_DEVICE", [])
