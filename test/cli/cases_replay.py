"""Cases of --replay: repeats a run from its document, on any device, whatever ended the run; other texts are
refused."""

import copy
import gzip
import json
import re
import signal

from cases import documented_run, refused, rejected, tsp
from fixtures import coordinates_file, random_points
from run import tier
from scenes import require, stopped

FEW = ["--algorithm", "mosaic", "--population", "4", "--kicks", "20"]


def made(bench, name, *arguments):
    """Performs a run, writes its document to `name` and returns it."""
    bench.ok(["tsp", *arguments, "-q", "-o", name])
    return json.loads(bench.folder.joinpath(name).read_text())


def replayed(bench, name, *arguments):
    outcome = bench.ok(["tsp", *arguments, "--replay", name, "--json"])
    require(f"warning: {name}" not in outcome.err, outcome.err)
    documented_run(outcome)
    return outcome.json()


def require_same(first, again, what):
    require(first["tour"] == again["tour"], f"{what}: the tours differ")
    for name in ("length", "iterations", "best_iteration", "built_length"):
        require(first["result"][name] == again["result"][name],
                f"{what}: {name} is {again['result'][name]}, was {first['result'][name]}")
    require(first["parameters"]["schedule"] == again["parameters"]["schedule"], f"{what}: the schedules differ")


def repeats(bench, device, again, instance, *arguments):
    first = made(bench, "first.json", instance, "-d", device, *arguments)
    while first["result"]["iterations"] == 0 and "--time" in arguments:  # a busy machine took all of it for the start
        at = arguments.index("--time") + 1
        arguments = [*arguments[:at], str(4 * float(arguments[at])), *arguments[at + 1:]]
        first = made(bench, "first.json", instance, "-d", device, *arguments)
    require_same(first, replayed(bench, "first.json", instance, "-d", again), f"{instance} {arguments}")
    return first


def every_end_is_repeated(bench):
    """Repeats runs of mosaic and of ants that ended by iterations, time, a target or stagnation."""
    reasons = set()
    for arguments in (["--iterations", "2"], ["--time", "0.3"], ["--target-gap", "1", "--optimum", "245000"],
                      ["--no-improve", "1", "--iterations", "50"]):
        for algorithm in (FEW, ["--algorithm", "mmas", "--ants", "4"]):
            if algorithm is not FEW or arguments[0] != "--time":
                reasons.add(repeats(bench, "none", "none", "medium.tsp", *algorithm, *arguments)["result"]["stop_reason"])
    for seconds in tier(("0.5",), ("0.5", "1")):
        reasons.add(repeats(bench, "none", "none", "large.tsp", "--time", seconds)["result"]["stop_reason"])
    require(reasons == {"iterations", "time", "target", "stagnation"}, f"the runs ended by {reasons}")


def a_signal_is_repeated(bench):
    """Repeats a run that SIGINT ended."""
    for algorithm in ("mosaic", "mmas"):
        stopped(bench, ["tsp", "medium.tsp", "-d", "none", "--algorithm", algorithm, "--target", "1", "--time", "1000", "-v",
                        "-o", "cancelled.json"], r"^iteration [1-9]", signal.SIGINT)
        first = json.loads((bench.folder / "cancelled.json").read_text())
        require(first["result"]["stop_reason"] == "cancelled", first["result"])
        require_same(first, replayed(bench, "cancelled.json", "medium.tsp", "-d", "none"), algorithm)


def every_algorithm_is_repeated(bench):
    """Repeats runs of all algorithms, with and without a local search, of presets, paths, matrices and the smallest
    instances."""
    for k, algorithm in enumerate(("as", "eas", "ras", "mmas", "bwas", "acs")):
        repeats(bench, "none", "none", "small.tsp", "--algorithm", algorithm, "--local-search", ("none", "3opt")[k % 2],
                "--iterations", "4")
    for preset in ("belotti", "uchida"):  # the first one stops after a fifth of its iterations without improvement
        repeats(bench, "none", "none", "medium.tsp", "--preset", preset, "--ants", "10", "--iterations", "10")
    repeats(bench, "none", "none", "small.tsp", "--algorithm", "as", "--tau0", "0.3", "--iterations", "4")
    repeats(bench, "none", "none", "asymmetric.atsp", "--iterations", "3")
    repeats(bench, "none", "none", "small.tsp", "--selection", "hybrid", "--compress-from", "0.3",
            "--trial-limit", "3", "--iterations", "3")
    for nodes, more in ((4, []), (5, ["--path"]), (13, ["--candidates", "32", "--candidate-kind", "nearest"])):
        (bench.folder / "few.tsp").write_text(coordinates_file("few", random_points(nodes)))
        repeats(bench, "none", "none", "few.tsp", "--iterations", "2", *more)
    repeats(bench, "none", "none", "medium.tsp", *FEW, "--iterations", "3", "--seed", "18446744073709551615", "--noise", ".7",
            "--candidates", "7", "--candidate-kind", "quadrant")
    repeats(bench, "none", "none", "medium.tsp", *FEW, "--improver", "pieces", "--ants", "5", "--iterations", "2")
    repeats(bench, "none", "none", "medium.tsp", *FEW, "--kopt", "4", "--threshold", "0.3", "--iterations", "2")
    repeats(bench, "none", "none", "towns.csv", "--iterations", "2")
    repeats(bench, "none", "none", "caf\u00e9.tsp", "--iterations", "2")


def a_document_is_repeated_again(bench):
    """The document of a repetition can be repeated, too; it may come from the standard input or be packed by gzip."""
    first = made(bench, "first.json", "medium.tsp", "-d", "none", *FEW, "--iterations", "2", "--seed", "7")
    second = made(bench, "second.json", "medium.tsp", "-d", "none", "--replay", "first.json")
    require_same(first, second, "the first repetition")
    require_same(first, replayed(bench, "second.json", "medium.tsp", "-d", "none"), "the second one")
    (bench.folder / "first.json.gz").write_bytes(gzip.compress(b"\xef\xbb\xbf" + (bench.folder / "first.json").read_bytes()))
    require_same(first, replayed(bench, "first.json.gz", "medium.tsp", "-d", "none"), "packed, with a mark")
    with open(bench.folder / "first.json", "rb") as stdin:
        outcome = bench.run(["tsp", "medium.tsp", "-d", "none", "--replay", "-", "--json"], stdin=stdin)
    require(outcome.code == 0 and outcome.json()["tour"] == first["tour"], outcome.err)


def what_may_be_given(bench):
    """Options that change no tour, and the run's own options, may be given with --replay."""
    first = made(bench, "first.json", "medium.tsp", "-d", "none", *FEW, "--iterations", "2", "--seed", "7")
    for more in (["--threads", "1"], ["--time", "60"], ["-v"], ["-o", "again.svg"], ["--improver", "array"], ["--seed", "7"],
                 ["--algorithm", "mosaic"], ["--noise", "0.3"], ["--population", "auto"], ["--kicks", "20"]):
        require_same(first, replayed(bench, "first.json", "medium.tsp", "-d", "none", *more), more)


def tours_to_start_from(bench):
    """The tours of --init must be given again, in the same order."""
    for seed in ("1", "2"):
        made(bench, f"start{seed}.tour.json", "medium.tsp", "-d", "none", "--algorithm", "as", "--candidates", "0",
             "--iterations", "1", "--seed", seed, "-o", f"start{seed}.tour")
    starts = [f"start{seed}.tour" for seed in ("1", "2")]
    (bench.folder / "order.tour").write_text("NAME : order\nTYPE : TOUR\nDIMENSION : 150\nTOUR_SECTION\n"
                                             + "".join(f"{node}\n" for node in range(1, 151)) + "-1\nEOF\n")
    starts[0] = "order.tour"
    both = ["--init", starts[0], "--init", starts[1]]
    first = made(bench, "first.json", "medium.tsp", "-d", "none", *FEW, "--iterations", "2", *both)
    require([start["file"] for start in first["init"]] == starts, first["init"])
    require_same(first, replayed(bench, "first.json", "medium.tsp", "-d", "none", *both), both)
    words = r"the recorded run started from --init order\.tour of length \d+, --init start2\.tour of length \d+; start"
    for more in ([], both[:2], [*both[2:], *both[:2]], [*both, "--init", "start1.tour"]):
        outcome = bench.run(["tsp", "medium.tsp", "-d", "none", "--replay", "first.json", *more])
        require(outcome.code == 2 and re.search(words, outcome.err), f"{more}: {outcome.code} {outcome.err}")
    one = made(bench, "one.json", "medium.tsp", "-d", "none", "--algorithm", "mmas", "--iterations", "2", *both[:2])
    require_same(one, replayed(bench, "one.json", "medium.tsp", "-d", "none", *both[:2]), "ants from a tour")


def changed(bench, name, change, *arguments, file="small.tsp"):
    """Replays first.json after `change` has modified it."""
    document = json.loads((bench.folder / "first.json").read_text())
    change(document)
    (bench.folder / name).write_text(json.dumps(document))
    return bench.run(["tsp", file, "-d", "none", "--replay", name, *arguments])


def set_to(*keys_and_value):
    *keys, last, value = keys_and_value

    def change(document):
        for key in keys:
            document = document[key]
        if value is KeyError:
            del document[last]
        else:
            document[last] = value
    return change


def another_length_is_reported(bench):
    """If the tour has another length, the run reports it and warns, with the version that wrote the document."""
    first = made(bench, "first.json", "small.tsp", "-d", "none", "--iterations", "2")
    length = first["result"]["length"]

    def older(document):
        document["result"]["length"] -= 1
        document["version"] = "0.0.1"
    outcome = changed(bench, "older.json", older, "-o", "kept.tour")
    require(outcome.code == 0 and f"warning: older.json: the recorded run has length {length - 1}, this run has {length}: the "
            in outcome.err and "from another build: swarmcl 0.0.1" in outcome.err, outcome.err)
    require((bench.folder / "kept.tour").exists(), "the tour is gone")
    outcome = changed(bench, "other.json", set_to("result", "length", length + 5))
    require(outcome.code == 0 and "warning: other.json: the recorded run has length" in outcome.err and "has changed" in outcome.err, outcome.err)


def a_limit_may_end_a_repetition(bench):
    """--time can end a repetition early; a warning reports it."""
    made(bench, "long.json", "large.tsp", "-d", "none", "--algorithm", "mosaic", "--schedule", "8x2", "--target", "1")
    outcome = bench.run(["tsp", "large.tsp", "-d", "none", "--replay", "long.json", "--time", "0.02", "--json"])
    require(outcome.code == 0 and outcome.json()["result"]["stop_reason"] == "time", outcome.err)
    require(re.search(r"warning: long\.json: the recorded run has .* it ended before it had repeated all iterations: time", outcome.err), outcome.err)


def other_instances(bench):
    """An instance with another name or number of nodes is refused, and both are named."""
    made(bench, "first.json", "small.tsp", "-d", "none", "--iterations", "2")
    (bench.folder / "renamed.tsp").write_text(coordinates_file("renamed", random_points(14)))
    (bench.folder / "grown.tsp").write_text(coordinates_file("small", random_points(15)))
    for file, name, nodes in (("renamed.tsp", "renamed", 14), ("grown.tsp", "small", 15), ("medium.tsp", "medium", 150)):
        outcome = bench.run(["tsp", file, "-d", "none", "--replay", "first.json"])
        said = f'first.json: the replayed run solved "small" with 14 nodes, but {file} is "{name}" with {nodes} nodes'
        require(outcome.code == 2 and said in outcome.err, outcome.err)


# Changes of a document, and the messages about them.
BROKEN = [
    (set_to("version", KeyError), r'found no "version", expected a string in a document of `swarmcl tsp --json`'),
    (set_to("version", 7), r'"version" is a whole number, expected a string'),
    (set_to("instance", KeyError), r'found no "instance", expected an object'),
    (set_to("instance", []), r'"instance" is an array, expected an object'),
    (set_to("instance", "name", None), r'"instance\.name" is null, expected a string'),
    (set_to("instance", "nodes", "12"), r'"instance\.nodes" is a string, expected a whole number'),
    (set_to("instance", "nodes", 12.0), r'"instance\.nodes" is a number, expected a whole number'),
    (set_to("instance", "nodes", -12), r'"instance\.nodes" is -12, expected 0 or more'),
    (set_to("parameters", KeyError), r'found no "parameters", expected an object'),
    (set_to("parameters", None), r'"parameters" is null, expected an object'),
    (set_to("parameters", {}), r"the parameter algorithm is missing"),
    (set_to("parameters", "algorithm", KeyError), r"the parameter algorithm is missing"),
    (set_to("parameters", "algorithm", "dwarf"), r"--algorithm dwarf: expected one of"),
    (set_to("parameters", "algorithm", 4), r"--algorithm 4: expected one of"),
    (set_to("parameters", "seed", None), r"the parameter seed is missing"),
    (set_to("parameters", "seed", [7]), r"--seed \[7\]: expected a whole number"),
    (set_to("parameters", "seed", -7), r"--seed -7: expected a whole number"),
    (set_to("parameters", "seed", 7.5), r"--seed 7\.5: expected a whole number"),
    (set_to("parameters", "noise", float("nan")), r"--noise NaN: expected a number"),
    (set_to("parameters", "noise", 11), r"--noise 11: expected a number"),
    (set_to("parameters", "population", 10**40), r"--population 18446744073709551615"),
    (set_to("parameters", "iterations", 2**32), r"--iterations 4294967296"),
    (set_to("parameters", "path", 1), r"--path"),
    (set_to("parameters", "schedule", "8y2"), r"--schedule 8y2: expected INDIVIDUALSxGENERATIONS"),
    (set_to("parameters", "wings", 2), r"the recorded run set wings to 2, but this version"),
    (set_to("parameters", "wings", {}), r"the recorded run set wings to"),
    (set_to("result", KeyError), r'found no "result", expected an object'),
    (set_to("result", "length", KeyError), r'found no "result\.length", expected a number'),
    (set_to("result", "length", "1"), r'"result\.length" is a string, expected a number'),
    (set_to("result", "stop_reason", KeyError), r'found no "result\.stop_reason"'),
    (set_to("result", "iterations", 2.5), r'"result\.iterations" is a number, expected a whole number'),
    (set_to("result", "iterations", 0), r"ended before its first iteration; there is nothing to repeat"),
    (set_to("init", {}), r'"init" is an object, expected an array'),
    (set_to("init", [3]), r'"init\.0" is a whole number, expected an object'),
    (set_to("init", [{"file": "a.tour"}]), r'found no "init\.0\.length", expected a number'),
]

# Texts that are not documents, and the line in the message.
TEXTS = {
    "": 1, " \n\n": 3, "{": 1, "{}x": 1, '{\n"a": 1,\n}': 3, "{\n'a' 1}": 2, '{"a": 1}\n{"b": 2}': 2, '{"a": 01}': 1, "nul": 1,
    '{"a": "b\n\n': 3, '{"a":\n\n tru}': 3, "[" * 100000: 1, '{"a": "\\u12"}': 1, "NAME : x\nTYPE : TSP\n": 1,
}


def broken_documents(bench):
    """Other documents are refused with the file and the expected one."""
    first = made(bench, "first.json", "small.tsp", "-d", "none", "--iterations", "2", "--seed", "7")
    for change, words in BROKEN:
        outcome = changed(bench, "broken.json", change)
        require(outcome.code == 2 and outcome.out == "", f"{words}: {outcome.code} {outcome.err}")
        require(re.search(words, outcome.err) and ("broken.json: " in outcome.err or "8y2" in words),
                f"{words!r} is not in {outcome.err!r}")
    without = copy.deepcopy(first)
    del without["init"]  # of an older version, without this member
    (bench.folder / "before.json").write_text(json.dumps(without))
    require_same(first, replayed(bench, "before.json", "small.tsp", "-d", "none"), "a document without init")


def broken_texts(bench):
    """Text that is not JSON is refused with file and line."""
    for text, line in TEXTS.items():
        (bench.folder / "broken.json").write_text(text)
        outcome = bench.run(["tsp", "small.tsp", "-d", "none", "--replay", "broken.json"])
        require(outcome.code == 2 and f"broken.json:{line}: " in outcome.err, f"{text[:40]!r}: {outcome.code} {outcome.err}")
    for content in (b"\xff\xfe{}", b'{"a": "\xff"}', b"\0", b'{"a": 1}\0', b"\x1f\x8b\x08", bytes(range(256)) * 9):
        (bench.folder / "broken.json").write_bytes(content)
        outcome = bench.run(["tsp", "small.tsp", "-d", "none", "--replay", "broken.json"])
        require(outcome.code == 2 and "broken.json" in outcome.err, f"{content[:20]!r}: {outcome.code} {outcome.err}")
    for text in ("[]", "7", '"a"', "null", "true"):
        (bench.folder / "broken.json").write_text(text)
        outcome = bench.run(["tsp", "small.tsp", "-d", "none", "--replay", "broken.json"])
        require(outcome.code == 2 and "broken.json: found" in outcome.err, f"{text}: {outcome.code} {outcome.err}")


def documents_of_others(bench):
    """Documents of other commands are recognised."""
    for arguments in (["pso", "sphere", "--dim", "2", "-d", "none", "--iterations", "2", "--json"], ["devices", "--json"],
                      ["instance", "small.tsp", "--json"]):
        outcome = bench.run(arguments)
        (bench.folder / "other.json").write_text(outcome.out)
        outcome = bench.run(["tsp", "small.tsp", "-d", "none", "--replay", "other.json"])
        require(outcome.code == 2 and "other.json: " in outcome.err and "swarmcl tsp --json" in outcome.err, outcome.err)


def what_clashes(bench):
    """Options that would change the tour are refused, with both named."""
    made(bench, "first.json", "small.tsp", "-d", "none", *FEW, "--iterations", "2", "--seed", "7")
    for given, reason in ((["--seed", "8"], r"--seed 8 clashes .* had --seed 7"),
                          (["--algorithm", "mmas"], r"--algorithm mmas clashes .* had --algorithm mosaic"),
                          (["--noise", "0.4"], r"--noise 0\.4 clashes .* had --noise 1"),
                          (["--path"], r"--path clashes .* had no --path"),
                          (["--ants", "3"], r"--ants 3 clashes .* had no --ants"),
                          (["--preset", "belotti"], r"--preset belotti clashes .* had no --preset"),
                          (["--population", "4"], r"--population 4 clashes .* the schedule of the repeated run gives the number"),
                          (["--schedule", "3x1"], r"--schedule 3x1 clashes .* had --schedule 4x1,4x1"),
                          (["--improver", "pieces"], r"--improver pieces clashes .* had --improver threads"),
                          (["--candidate-kind", "quadrant"], r"--candidate-kind quadrant clashes .* had --candidate-kind"),
                          (["--iterations", "2"], r"--iterations 2 clashes .* ends where the first one ended"),
                          (["--target", "5"], r"--target 5 clashes"), (["--no-improve", "5"], r"--no-improve 5 clashes"),
                          (["--target-gap", "5"], r"--target-gap 5 clashes"), (["--optimum", "5"], r"--optimum 5 clashes"),
                          (["--replay", "other.json"], r"--replay was given twice")):
        outcome = bench.run(["tsp", "small.tsp", "-d", "none", "--replay", "first.json", *given])
        require(outcome.code == 2 and outcome.out == "" and "first.json" in outcome.err, f"{given}: {outcome.err}")
        require(re.search(reason, outcome.err), f"{given}: {outcome.err}")
    made(bench, "open.json", "small.tsp", "-d", "none", *FEW, "--iterations", "2", "--path")
    replayed(bench, "open.json", "small.tsp", "-d", "none", "--path")


def devices_agree(bench):
    """A timed run on a CPU device can be repeated on the host, and the other way round."""
    bench.require_cpu()
    for device, again in (("none", "cpu"), ("cpu", "none")):
        for arguments in tier([["--time", "0.15"]], [["--time", "0.3"], ["--time", "0.3", "--algorithm", "mmas"],
                                                     ["--iterations", "2", "--improver", "threads"]]):
            repeats(bench, device, again, "large.tsp", *arguments)
        for preset in tier([], ["cecilia"]):
            repeats(bench, device, again, "medium.tsp", "--iterations", "9", "--preset", preset)
    for device, again in tier([("none", "cpu")], [("cpu", "none"), ("none", "cpu")]):
        repeats(bench, device, again, "small.tsp", "--improver", "pieces", "--iterations", "1", "--kicks", "20")


RUNS = [every_end_is_repeated, a_signal_is_repeated, every_algorithm_is_repeated, a_document_is_repeated_again,
        what_may_be_given, tours_to_start_from, another_length_is_reported, a_limit_may_end_a_repetition]
REFUSED = [
    other_instances, broken_documents, broken_texts, documents_of_others, what_clashes,
    refused("instance and document from stdin", tsp("--replay", "-", file="-"), r"'-' was given 2 times"),
    rejected("a document that is missing", ["tsp", "small.tsp", "--replay", "missing.json"],
             r"missing\.json: .*No such file"),
    rejected("a folder for a document", ["tsp", "small.tsp", "--replay", "folder.tsp"], r"folder\.tsp"),
]
ON_DEVICE = [devices_agree]

GROUPS = {"replay": RUNS, "replay-refused": REFUSED}
