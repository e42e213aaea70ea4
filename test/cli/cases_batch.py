"""Cases of `swarmcl batch`: the tours of `swarmcl tsp`, inputs, arrays of tours, and interrupted batches."""

import gzip
import json
import os
import re
import resource
import signal
import struct
import time

import fixtures
from cases import NO_DRIVER, one_error_line, refused, rejected
from fixtures import coordinates_file, matrix_file, random_points
from run import HANG_SECONDS, SANITIZER, Case
from scenes import KEPT_SECONDS, SLACK_SECONDS, at_most, finish, require

MEMBERS = ["input", "seed", "name", "nodes", "length", "gap_percent", "seconds", "iterations", "stopped_by", "tour"]
FEW = ["-d", "none", "--iterations", "2"]


def scattered(count, first):
    """Points that depend on `first`."""
    return random_points(first + count)[first:]


def table(points):
    return "x,y\n" + "".join(f"{x!r},{y!r}\n" for x, y in points)


def point_line(points, tour=()):
    tail = " output " + " ".join(map(str, tour)) if tour else ""
    return " ".join(f"{x!r} {y!r}" for x, y in points) + tail + "\n"


SETS = [[(x / 1000, y / 1000) for x, y in scattered(9, 20 * k)] for k in range(6)]
CIRCLE = fixtures.circle_points(9)
ROUND = [*range(1, 10)]

fixtures.TEXT_FILES |= {
    "fifty.tsp": coordinates_file("fifty", scattered(50, 300)),
    "arcs.atsp": matrix_file("arcs", [[(7 * i + 5 * j * j) % 90 + 1 for j in range(11)] for i in range(11)]),
    "tenths.csv": table([(x / 10, y / 10) for x, y in scattered(8, 400)]),
    **{f"set{k}.csv": table(points) for k, points in enumerate(SETS)},
    "sets.txt": "".join(map(point_line, SETS)),
    # A blank line counts, too. The tours of a circle: the best one, open and closed; a worse one; none.
    "known.txt": (point_line(CIRCLE, [*ROUND, 1]) + "\n" + point_line(CIRCLE, ROUND)
                  + point_line(CIRCLE, [2, 1, *ROUND[2:]])),
    "wrong.txt": (point_line(SETS[0]) + point_line(CIRCLE, [1, 1, *ROUND[2:]]) + point_line(CIRCLE, ROUND[:8])
                  + point_line(CIRCLE, [*ROUND, 2]) + "0 0 1\n" + point_line(SETS[1])),
    "blank.txt": "\n  \n",
}

MANY = ["small.tsp", "square.tsp", "medium.tsp", "fifty.tsp", "arcs.atsp", "tenths.csv", "burma14.tsp"]


def batch(bench, *arguments, code=0, **more):
    outcome = bench.run(["batch", *arguments], **more)
    require(outcome.code == code, f"exit code {outcome.code}: {outcome.err}")
    require(not SANITIZER.search(outcome.err), outcome.err)
    return outcome


def lines_of(text):
    require(text.endswith("\n"), f"an incomplete line: {text[-200:]!r}")
    return [json.loads(line) for line in text.splitlines()]


def timeless(text):
    return re.sub(r'"seconds": [-+.e\d]+', '"seconds": 0', text)


def line_of_a_run(bench, file, *options):
    """The values of a run that a line of the batch contains."""
    outcome = bench.ok(["tsp", file, "-d", "none", *options, "--json"])
    run = outcome.json()
    result = run["result"]
    return {"name": run["instance"]["name"], "nodes": run["instance"]["nodes"], "length": result["length"],
            "gap_percent": result["gap_percent"], "iterations": result["iterations"],
            "stopped_by": result["stop_reason"], "tour": run["tour"]}


def require_run(bench, line, file, *options, but=()):
    """Requires the result of `swarmcl tsp` on `file` in the line."""
    for name, expected in line_of_a_run(bench, file, *options).items():
        require(name in but or line[name] == expected, f"{file}: {name} is {line[name]}, expected {expected}")


# ---------------------------------------------------------------------------------------------------------------------
# Lines and inputs

def lines_of_runs(bench):
    """Each line has the result of `swarmcl tsp` with the same seed and options, for any number of threads."""
    for options in (FEW, [*FEW, "--seed", "18446744073709551615", "--path", "--kicks", "30"]):
        texts = {threads: batch(bench, *MANY, *options, "--threads", threads).out for threads in ("1", "5")}
        require(len({timeless(text) for text in texts.values()}) == 1, f"the tours depend on threads: {texts}")
        lines = lines_of(texts["5"])
        require([line["input"] for line in lines] == MANY, [line["input"] for line in lines])
        for line in lines:
            require(list(line) == MEMBERS, list(line))
            require(line["seed"] == (1 if "--seed" not in options else 2**64 - 1), line["seed"])
            require(line["seconds"] >= 0, line["seconds"])
            require_run(bench, line, line["input"], *options)


def folders(bench):
    """The files of a folder are sorted by the bytes of their names; files with other suffixes, and hidden files, are
    not read."""
    folder = bench.folder / "many"
    folder.mkdir()
    text = fixtures.TEXT_FILES["small.tsp"]
    for name in ("b.tsp", "B.tsp", "a.csv", "a-.tsv", "a.txt.md", "a.tour", ".a.tsp", "tsp", ".tsp", "\u00e4.tsp"):
        (folder / name).write_text(table(SETS[0]) if "csv" in name else table(SETS[0]).replace(",", "\t")
                                   if "tsv" in name else text)
    (folder / "c.atsp").write_text(fixtures.TEXT_FILES["arcs.atsp"])
    (folder / "c.txt.gz").write_bytes(gzip.compress(text.encode()))
    read = ["B.tsp", "a-.tsv", "a.csv", "b.tsp", "c.atsp", "c.txt.gz", "\u00e4.tsp"]
    for given in ("many", "many/"):
        lines = lines_of(batch(bench, "fifty.tsp", given, "small.tsp", "--points", "sets.txt", *FEW).out)
        expected = ["fifty.tsp", *(f"many/{name}" for name in read), "small.tsp",
                    *(f"sets.txt:{k + 1}" for k in range(len(SETS)))]
        require([line["input"] for line in lines] == expected, [line["input"] for line in lines])
    require({line["length"] for line in lines if line["name"] == "small"} == {lines[-7]["length"]}, lines)


def points_by_line(bench):
    """Lines of points, in several files and on the standard input, give the same instances as tables of these
    points."""
    lines = lines_of(batch(bench, "--points", "sets.txt", "--points", "known.txt", *FEW).out)
    require([line["input"] for line in lines[len(SETS):]] == ["known.txt:1", "known.txt:3", "known.txt:4"], lines)
    require([line["name"] for line in lines] == [*(f"sets:{k + 1}" for k in range(len(SETS))), "known:1", "known:3",
                                                 "known:4"], lines)
    for k, line in enumerate(lines[:len(SETS)]):
        require_run(bench, line, f"set{k}.csv", *FEW, but=["name"])
    first, third, fourth = (line["gap_percent"] for line in lines[len(SETS):])
    require(first == third == 0 and fourth < 0, f"gaps are {first}, {third} and {fourth} %")
    with open(bench.folder / "sets.txt", "rb") as sets:
        piped = lines_of(batch(bench, "--points", "-", *FEW, stdin=sets).out)
    require([line["tour"] for line in piped] == [line["tour"] for line in lines[:len(SETS)]], piped)


# ---------------------------------------------------------------------------------------------------------------------
# Failures

def bad_among_good(bench):
    """Instances that cannot be read are reported in their order; the others are solved."""
    once = ", expected a tour that has each node from 1 to 9 once"
    wrong = {"wrong.txt:2": f'found "1"{once}', "wrong.txt:4": f'found "2"{once}',
             "wrong.txt:3": f"found the end of the line{once}", "wrong.txt:5": "expected x and y of each node",
             "words.tsp": "words.tsp:7: found", "missing.tsp": "missing.tsp: cannot be opened"}
    files = ["small.tsp", "words.tsp", "missing.tsp", "fifty.tsp"]
    for threads in ("1", "3"):
        outcome = batch(bench, *files, "--points", "wrong.txt", *FEW, "--threads", threads, code=2)
        lines = lines_of(outcome.out)
        require([line["input"] for line in lines] == [*files, *(f"wrong.txt:{k + 1}" for k in range(6))], lines)
        errors = {line["input"]: line["error"] for line in lines if "error" in line}
        require(errors.keys() == wrong.keys(), errors)
        for name, said in wrong.items():
            require(said in errors[name] and errors[name].startswith(name), errors[name])
            require(f"swarmcl: {errors[name]}\n" in outcome.err, outcome.err)
        require(all(list(line) == MEMBERS for line in lines if "error" not in line), lines)
        require_run(bench, lines[3], "fifty.tsp", *FEW)
        require_run(bench, lines[-1], "set1.csv", *FEW, but=["name"])
    only = batch(bench, "words.tsp", "missing.tsp", *FEW, "-q", code=2)
    require(len(lines_of(only.out)) == 2 and only.err.count("swarmcl: ") == 2, only)
    failing = batch(bench, "fifty.tsp", "arcs.atsp", *FEW, "--fix", "20-30", code=2)  # of one of them
    require(["error" in line for line in lines_of(failing.out)] == [False, True], failing.out)


def read_array(path):
    """The shape and the rows of an int32 array of NumPy."""
    content = path.read_bytes()
    require(content[:8] == b"\x93NUMPY\x01\x00" and (10 + content[8] + 256 * content[9]) % 64 == 0, content[:10])
    begin = 10 + content[8] + 256 * content[9]
    header = content[10:begin].decode()
    found = re.fullmatch(r"\{'descr': '([<>])i4', 'fortran_order': False, 'shape': \((\d+), (\d+)\), \} *\n", header)
    require(found, header)
    count, nodes = int(found[2]), int(found[3])
    require(len(content) == begin + 4 * count * nodes, f"{len(content)} bytes: {header}")
    numbers = struct.unpack(f"{found[1]}{count * nodes}i", content[begin:])
    return [list(numbers[k * nodes:(k + 1) * nodes]) for k in range(count)]


def tours_as_array(bench):
    """--output FILE.npy writes tours that start at node 0, rows of -1 for missing tours, and prints a summary."""
    lines = lines_of(batch(bench, "--points", "sets.txt", *FEW).out)
    tours = [[node - 1 for node in line["tour"]] for line in lines]
    outcome = batch(bench, "--points", "sets.txt", *FEW, "-o", "tours.npy")
    require(read_array(bench.folder / "tours.npy") == tours, "the tours differ from those of lines")
    require(re.search(r"^tours +6 of 6$", outcome.out, re.MULTILINE), outcome.out)
    outcome = batch(bench, "missing.tsp", "small.tsp", "--points", "wrong.txt", "fifty.tsp", *FEW, "-o", "tours.npy",
                    "--json", code=2)
    rows = read_array(bench.folder / "tours.npy")
    require(len(rows) == 9 and sorted(rows[1]) == list(range(14)), rows)  # the first that was read gives the nodes
    require(rows[0] == rows[2] == rows[8] == [-1] * 14, rows)
    require("fifty.tsp: found 50 nodes, expected 14, as all earlier instances of tours.npy have" in outcome.err, outcome.err)
    summary = outcome.json()
    require((summary["instances"], summary["done"], summary["failed"]) == (9, 9, 8), summary)
    require(batch(bench, "small.tsp", *FEW, "-o", "tours.npy", "-q").out == "", "--quiet is not")
    outcome = batch(bench, "missing.tsp", *FEW, "-o", "tours.npy", code=2)
    require(read_array(bench.folder / "tours.npy") == [[]], "an array of no nodes")


def summary_of_gaps(bench):
    """The summary has the numbers of tours and of known gaps, and the mean gap."""
    run = ["burma14.tsp", "small.tsp", "--points", "known.txt", *FEW, "-o", "summary.jsonl"]
    outcome = batch(bench, *run, "--json")
    gaps = [line["gap_percent"] for line in lines_of(outcome.read("summary.jsonl"))]
    known = [gap for gap in gaps if gap is not None]
    summary = outcome.json()
    require(len(gaps) == 5 and gaps[1] is None and len(known) == 4 and summary["gaps"] == 4, summary)
    require(abs(summary["mean_gap_percent"] - sum(known) / 4) < 1e-3, f"{summary} of {gaps}")
    require({name: summary[name] for name in ("instances", "done", "failed")}
            == {"instances": 5, "done": 5, "failed": 0}, summary)
    words = batch(bench, *run)
    require(re.search(r"^tours +5 of 5\ngap +mean -?[\d.]+ % of 4\nseconds +[\d.]+, [\d.e+]+ instances a second$",
                      words.out, re.MULTILINE), words.out)


def full_disk(bench):
    """A full disk ends the batch with exit code 1, and --continue completes it once there is room again."""
    run = [*MANY, *FEW, "-o", "full.jsonl"]

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
    outcome = batch(bench, *run, code=1, preexec_fn=limit)
    require(outcome.err == "swarmcl: full.jsonl: cannot be written: File too large\n", outcome.err)
    require((bench.folder / "full.jsonl").stat().st_size == 1000, "the file has another size")
    batch(bench, *run, "--continue")
    require([line["input"] for line in lines_of(outcome.read("full.jsonl"))] == MANY, outcome.read("full.jsonl"))
    outcome = batch(bench, *MANY, *FEW, "-o", "elsewhere/none/a.jsonl", code=1)
    require("elsewhere/none/a.jsonl: cannot be written" in outcome.err, outcome.err)
    if os.path.exists("/dev/full"):
        with open("/dev/full", "w") as full:
            outcome = batch(bench, *MANY, *FEW, code=1, stdout=full)
        require(outcome.err == "swarmcl: stdout: cannot be written: No space left on device\n", outcome.err)
    reader, writer = os.pipe()
    os.close(reader)
    try:
        outcome = batch(bench, *MANY, *FEW, code=1, stdout=writer)
    finally:
        os.close(writer)
    require(not outcome.err, outcome.err)  # the reader is gone, as with `| head`


def outputs_that_are_inputs(bench):
    """An output file that is also an input is refused and stays unchanged."""
    text = fixtures.TEXT_FILES["sets.txt"]
    for name in ("input.jsonl", "input.npy"):
        (bench.folder / name).write_text(text)
    (bench.folder / "link.jsonl").symlink_to("input.jsonl")
    for arguments in (["input.jsonl", "-o", "input.jsonl"], ["small.tsp", "input.npy", "-o", "./input.npy"],
                      ["--points", "sets.txt", "--points", "input.jsonl", "-o", "link.jsonl"],
                      ["--points", "input.jsonl", "-o", "input.jsonl", "--continue"]):
        outcome = batch(bench, *arguments, *FEW, code=2)
        require(outcome.out == "" and ", an input: they are the same file" in outcome.err, outcome.err)
        one_error_line(outcome)
    require(all((bench.folder / name).read_text() == text for name in ("input.jsonl", "input.npy")), "it was written")


def outputs_of_no_batch(bench):
    """A batch that fails before its start leaves the output file unchanged."""
    for name in ("kept.jsonl", "kept.npy"):
        (bench.folder / name).write_text("kept")
        for arguments, code in ((["small.tsp", "--points", "missing.txt"], 2), (["small.tsp", "-d", "gpu"], 3),
                                (["small.tsp", "--rho", "2"], 2), (["elsewhere"], 2)):
            outcome = batch(bench, *arguments, "-o", name, code=code, environment=NO_DRIVER)
            require(outcome.out == "" and outcome.read(name) == "kept", (arguments, outcome.read(name)))


# ---------------------------------------------------------------------------------------------------------------------
# Continued batches

def continued(bench):
    """--continue gives the same lines, wherever the earlier batch was cut."""
    run = [*MANY, "--points", "wrong.txt", *FEW, "-o", "parts.jsonl"]
    path = bench.folder / "parts.jsonl"
    batch(bench, *run, code=2)
    whole = path.read_bytes()
    ends = [at + 1 for at, byte in enumerate(whole) if byte == 10]
    path.unlink()
    batch(bench, *run, "--continue", code=2)
    require(timeless(path.read_text()) == timeless(whole.decode()), "it did not begin")
    for cut in (0, 5, ends[0], ends[0] + 1, (ends[2] + ends[3]) // 2, ends[6] - 1, ends[-2] + 30, ends[-1] - 1,
                ends[-1]):
        path.write_bytes(whole[:cut])
        kept = max([end for end in ends if end <= cut], default=0)
        outcome = bench.run(["batch", *run, "--continue", "--threads", "3"])
        require(outcome.code == (2 if kept < ends[-2] else 0), (outcome.code, outcome.err))
        again = path.read_bytes()
        require(again[:kept] == whole[:kept], f"cut at {cut}: lines that were complete are others")
        require(timeless(again.decode()) == timeless(whole.decode()), f"cut at {cut}")
    batch(bench, *MANY[:2], *FEW, "-o", "parts.jsonl")
    require(len(lines_of(path.read_text())) == 2, "without --continue the file is not new")


def continued_wrongly(bench):
    """--continue refuses the file of another batch or another seed, and leaves it unchanged."""
    path = bench.folder / "other.jsonl"
    batch(bench, *MANY, *FEW, "-o", "other.jsonl")
    whole = path.read_bytes()
    for arguments, content, line in ((MANY, whole.replace(b'"seed": 1,', b'"seed": 11,'), 1),
                                     ([*MANY, "--seed", "11"], whole, 1), (MANY[:-1], whole, len(MANY)),
                                     ([MANY[0], *MANY[2:]], whole, 2), (MANY, b"{}\n", 1), (MANY, b"\n", 1),
                                     (["--points", "sets.txt"], whole, 1)):
        path.write_bytes(content)
        outcome = batch(bench, *arguments, *FEW, "-o", "other.jsonl", "--continue", code=2)
        require(f"swarmcl: other.jsonl:{line}: found a line of another batch" in outcome.err, outcome.err)
        require(outcome.out == "" and path.read_bytes() == content, "the file was changed")


SLOW = [*["small.tsp"] * 20, *["large.tsp"] * 5, "small.tsp"]
PATIENCE = 10  # signals until one hits; on a busy machine a batch may end before


def signalled(bench, run, path, number):
    """The lines and the messages of a batch that gets the signal after its first line."""
    path.unlink(missing_ok=True)
    process = bench.start(run)
    deadline = time.monotonic() + HANG_SECONDS
    while not path.exists() or path.stat().st_size == 0:
        require(time.monotonic() < deadline, "there is no line")
        time.sleep(0.01)
    with at_most(SLACK_SECONDS, process):
        process.send_signal(number)
        _, err = finish(process)
    require(process.returncode == 0, (process.returncode, err))
    return lines_of(path.read_text()), err


def interrupted(bench):
    """After SIGINT and SIGTERM the exit code is 0 and the lines of the first instances are complete; --continue adds
    the others."""
    run = ["batch", *SLOW, "-d", "none", "--iterations", "2", "--threads", "2", "-o", "broken.jsonl"]
    path = bench.folder / "broken.jsonl"
    for number in (signal.SIGINT, signal.SIGTERM):
        tries = (signalled(bench, run, path, number) for _ in range(PATIENCE))
        lines, err = next((each for each in tries if len(each[0]) < len(SLOW)), (SLOW, ""))
        require(len(lines) < len(SLOW), "no batch was interrupted at work")
        require([line["input"] for line in lines] == SLOW[:len(lines)], "the lines are not the first ones")
        require(all(line["stopped_by"] == "iterations" for line in lines), lines)
        require(f"{len(lines)} of {len(SLOW)} instances are done" in err, err)
    bench.ok([*run, "--continue"])
    again = lines_of(path.read_text())
    require(again[:len(lines)] == lines and [line["input"] for line in again] == SLOW, "the lines are others")
    require(len({line["length"] for line in again}) == 2, again)


def interrupted_on_stdout(bench):
    """After SIGINT all lines on stdout are complete."""
    process = bench.start(["batch", *SLOW, "-d", "none", "--iterations", "2", "--threads", "1"])
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = finish(process)
    lines = lines_of(first + out)
    require(process.returncode == 0 and [line["input"] for line in lines] == SLOW[:len(lines)], (lines, err))


# ---------------------------------------------------------------------------------------------------------------------
# Time

def time_of_all(bench):
    """--time limits the whole batch, and the schedule in a line repeats the line's tour."""
    files = ["fifty.tsp", "medium.tsp", "set0.csv", "arcs.atsp"]
    with at_most(0.8 + SLACK_SECONDS):
        outcome = batch(bench, *files, "-d", "none", "--time", "0.8", "--threads", "2", "-o", "timed.jsonl", "--json")
    require(outcome.json()["seconds"] < 0.8 + SLACK_SECONDS, outcome.out)
    lines = lines_of(outcome.read("timed.jsonl"))
    require([line["input"] for line in lines] == files, lines)
    for line in lines:
        require(list(line) == [*MEMBERS[:-1], "schedule", "tour"], list(line))
        schedule = ["--schedule", line["schedule"]] if line["schedule"] else []  # the few nodes of a set are no search
        require_run(bench, line, line["input"], *schedule, but=["stopped_by"])
    require(any(line["stopped_by"] == "time" for line in lines), lines)
    late = lines_of(batch(bench, *files, "-d", "none", "--time", "0.000001").out)  # over before the first one
    require([sorted(line["tour"]) for line in late] == [list(range(1, line["nodes"] + 1)) for line in late], late)


def time_of_each(bench):
    """--time-each limits every instance."""
    with at_most(3 * 0.2 + SLACK_SECONDS):
        lines = lines_of(batch(bench, "medium.tsp", "fifty.tsp", "medium.tsp", "-d", "none", "--time-each", "0.2",
                               "--threads", "2").out)
    for line in lines:
        require(line["stopped_by"] != "time" or line["seconds"] >= 0.2 - KEPT_SECONDS, line)
        require_run(bench, line, line["input"], "--schedule", line["schedule"], but=["stopped_by"])
    require(any(line["stopped_by"] == "time" for line in lines), lines)


def on_a_device(bench):
    """A CPU device finds the same tours as the host."""
    bench.require_cpu()
    run = ["fifty.tsp", "arcs.atsp", "--points", "sets.txt", "--iterations", "2"]
    require(timeless(batch(bench, *run, "-d", "cpu").out) == timeless(batch(bench, *run, "-d", "none").out),
            "the tours differ")


BATCH = [
    lines_of_runs,
    folders,
    points_by_line,
    bad_among_good,
    tours_as_array,
    summary_of_gaps,
    full_disk,
    outputs_that_are_inputs,
    outputs_of_no_batch,
    continued,
    continued_wrongly,
    interrupted,
    interrupted_on_stdout,
    time_of_all,
    time_of_each,
    refused("batch of nothing", ["batch"], r"FILE or --points FILE is missing"),
    refused("batch into a tour", ["batch", "small.tsp", "-o", "a.tour"],
            r"--output a\.tour: expected FILE\.jsonl, FILE\.npy or -"),
    refused("batch into a name that is only a suffix", ["batch", "small.tsp", "-o", ".npy"], r"--output \.npy: expected"),
    refused("batch into no name", ["batch", "small.tsp", "-o", ""], r"--output ''"),
    refused("batch continued on stdout", ["batch", "small.tsp", "--continue"],
            r"--continue needs --output FILE\.jsonl"),
    refused("batch continued in an array", ["batch", "small.tsp", "--continue", "-o", "a.npy"],
            r"--continue needs --output FILE\.jsonl"),
    refused("batch of two documents", ["batch", "small.tsp", "--json"], r"--json and --output - cannot be used together"),
    refused("batch with a checkpoint", ["batch", "small.tsp", "--checkpoint", "a.state"], r"unknown option"),
    refused("batch without time", ["batch", "small.tsp", "--time", "0"], r"--time"),
    refused("batch without time for each", ["batch", "small.tsp", "--time-each", "-1"], r"--time-each"),
    rejected("batch of an empty folder", ["batch", "elsewhere"],
             r"\Aswarmcl: elsewhere: found no instance in the folder, expected files .tsp, "),
    rejected("batch of no points", ["batch", "--points", "blank.txt"],
             r"\Aswarmcl: blank\.txt: found no instance, expected one or more\n\Z"),
    rejected("batch of points that are missing", ["batch", "small.tsp", "--points", "missing.txt"],
             r"\Aswarmcl: missing\.txt: cannot be opened"),
    Case("batch of the standard input", ["batch", "-", *FEW], out=r'^\{"input": "-", .*"name": "small"',
         stdin="small.tsp"),
]

GROUPS = {"batch": BATCH}
ON_DEVICE = [on_a_device]
