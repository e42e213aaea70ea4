#!/usr/bin/env python3
"""Errors that every bench reports: a program that does not start, fails or prints nothing; unknown names; nothing to
measure. Records have one row in a line, and the pages are made from the records.

usage: test_benches.py BENCH PROGRAM
"""
import contextlib
import glob
import io
import json
import os
import subprocess
import sys
import tempfile
import types

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, *(os.path.join(HERE, folder) for folder in ("family", "mosaic", "lasting", "papers"))]

import aims  # noqa: E402
import common  # noqa: E402
import gaps  # noqa: E402
import lasting  # noqa: E402
import quick  # noqa: E402
import shared  # noqa: E402
from program import NotAvailable, Program  # noqa: E402

# Stand-ins for the program: a missing one, one that fails, one that prints nothing, one that prints too little.
STAND_INS = {"missing": None, "failing": "exit 1", "silent": "exit 0", "empty": "echo '{\"timing\": {}}'"}
# Every bench in Python with all its arguments; PROGRAM stands for the program.
BENCHES = ["family/family.py figures PROGRAM", "mosaic/mosaic.py figures PROGRAM", "atsp/atsp.py PROGRAM",
           "batch/batch.py PROGRAM", "islands/islands.py PROGRAM", "lasting/lasting.py PROGRAM",
           "edges/edges.py PROGRAM", "bbob/bbob.py measure PROGRAM", "swarms/swarms.py figures PROGRAM", "swarms/swarms.py tables PROGRAM",
           "swarms/swarms.py constants PROGRAM", "swarms/swarms.py devices PROGRAM", "papers/papers.py all --program PROGRAM"]
# Arguments that each bench refuses, because it would have nothing to measure.
REFUSED = ["family/family.py figures PROGRAM --only nothing", "family/family.py figures PROGRAM --seeds 0",
           "mosaic/mosaic.py figures PROGRAM --only nothing", "mosaic/mosaic.py figures PROGRAM --instances nothing",
           "atsp/atsp.py PROGRAM --only nothing", "atsp/atsp.py PROGRAM --instances nothing",
           "batch/batch.py PROGRAM --only nothing", "batch/batch.py PROGRAM --instances 0",
           "islands/islands.py PROGRAM --only nothing", "lasting/lasting.py PROGRAM --only nothing",
           "edges/edges.py PROGRAM --only nothing", "bbob/bbob.py measure PROGRAM --only nothing",
           "lasting/lasting.py PROGRAM --kills 2", "swarms/swarms.py figures PROGRAM --only rows",
           "swarms/swarms.py tables PROGRAM --only speed", "papers/papers.py nothing --program PROGRAM"]
BY_PROGRAM = ("SVG of", "start of the program", "live line")  # figures of `bench` that start the program
RECORDS = os.path.join(HERE, "*", "baseline", "*.json")
PAGES = {"bbob/bbob.py": ("bbob/baseline/*.json", "bbob"),
         "papers/papers.py": ("papers/baseline/*.json", "papers"),
         "swarms/swarms.py": ("swarms/baseline/*.json", "swarms")}
TABLES = {"mosaic/mosaic.py": "mosaic/baseline/*.json", "family/family.py": "family/baseline/*.json"}


def stand_ins(folder):
    """Yields the name and the path of each stand-in."""
    for name, body in STAND_INS.items():
        path = os.path.join(folder, name)
        if body:
            with open(path, "w", encoding="ascii") as file:
                file.write(f"#!/bin/sh\n{body}\n")
            os.chmod(path, 0o755)
        yield name, path


def script(words, program):
    name, *rest = [program if word == "PROGRAM" else word for word in words.split()]
    return os.path.join(HERE, name), *rest


def check_bench(bench, device, name, program, folder):
    """Figures that start the program are missed with any stand-in."""
    record = os.path.join(folder, f"bench-{name}.json")
    done = subprocess.run([bench, "--only", "start,files,live-line", "--quick", "--device", device, "--program", program, "--json", record],
                          capture_output=True, text=True, check=False)
    if done.returncode != 1:
        yield f"bench, {name} program: exit code {done.returncode}, expected 1\n{done.stderr}"
        return
    with open(record, encoding="utf-8") as file:
        figures = [one for one in json.load(file)["figures"] if any(words in one["what"] for words in BY_PROGRAM)]
    yield from (f"bench, {name} program: {one['what']}: {one['measured']}" for one in figures
                if one["reached"] is not False or one["samples"] > 0)
    expected = 1 if device == "none" else 4
    if len(figures) != expected:
        yield f"bench, {name} program: {len(figures)} figures of it, expected {expected}"


def check_benches(name, program, folder):
    """With a stand-in a bench writes no record, gives no verdict, and has exit code 1."""
    record = os.path.join(folder, f"{name}.json")
    for words in BENCHES:
        option = "--output" if words.startswith("swarms/") else "--json"
        done = quick.run(*script(words, program), option, record)
        if done.returncode != 1:
            yield f"{words}, {name} program: exit code {done.returncode}, expected 1\n{done.stdout}{done.stderr}"
        if ", reached" in done.stdout or (os.path.exists(record) and not words.startswith("papers/")):
            yield f"{words}, {name} program: measured something\n{done.stdout}"
        if os.path.exists(record):
            os.remove(record)


def check_no_device(folder):
    """With --device none a missing device is a failure."""
    path = os.path.join(folder, "deviceless")
    with open(path, "w", encoding="ascii") as file:
        file.write("#!/bin/sh\nexit 3\n")
    os.chmod(path, 0o755)
    for words in BENCHES:
        if "islands" not in words:
            for device, code in (("none", 1), ("gpu", quick.SKIPPED)):
                done = quick.run(*script(words, path), "--device", device)
                if done.returncode != code:
                    yield f"{words} --device {device}: exit code {done.returncode}, expected {code}\n{done.stderr}"


def check_refused():
    for words in REFUSED:
        done = quick.run(*script(words, sys.executable))
        if done.returncode != 2:
            yield f"{words}: exit code {done.returncode}, expected 2\n{done.stdout}{done.stderr}"


def fails(function, *arguments):
    """Returns whether the function raises an error that ends a bench."""
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            function(*arguments)
        except (shared.Failed, NotAvailable):
            return True
    return False


def runner_of(document):
    """Returns a runner whose runs all have this document."""
    return types.SimpleNamespace(run=lambda *_, **__: document, limit=lambda _: (), folder="",
                                 instances=lambda names: [(name, name) for name in names])


def check_kills(options, report):
    """Runs that leave no state to resume are failures, and so are runs with another result after they are resumed."""
    options.kills, options.seed = len(lasting.KILLED), 1
    results = iter(range(1000))
    for what, words in (("without a state", "exec sleep 9"), ("that differ", "touch as.state; exec sleep 9")):
        with tempfile.TemporaryDirectory() as folder:
            runner = types.SimpleNamespace(
                folder=folder, words=lambda *_, words=words: ["sh", "-c", words],
                run=lambda *_: {"timing": {"total": 0.01 if what == "without a state" else 0.3},
                                "result": {"length": next(results)}})
            if not fails(lasting.kills, runner, options, report):
                yield f"kills: runs {what} pass"
    if any(line["reached"] for line in report.lines):
        yield f"kills: {report.lines}"
    report.lines.clear()


def check_nothing():
    """Kernels that took no time, missing checkpoints and the mean of only some maps reach no aim."""
    options = types.SimpleNamespace(quick=True, pairs=1, seeds=1, options=[])
    with contextlib.redirect_stdout(io.StringIO()):
        report = shared.Report("nothing", False)
    if not fails(aims.construction, runner_of({"kernels": []}), options, report, "construction"):
        yield "construction: a run without any kernel is measured"
    timing = {"read": 0.0, "context": 0.0, "build": 0.0, "total": 1.0, "checkpoints": 0.0}
    if not fails(lasting.overhead, runner_of({"timing": timing, "result": {"iterations": 1}}), options, report):
        yield "overhead: a run without any checkpoint is measured"
    yield from check_kills(options, report)
    program = types.SimpleNamespace(path=lambda *_: "", stages=lambda *_, **__: {"deposit": 0.0, "iterations": 1},
                                    failures=[], seconds_known=lambda *_: None)
    program.failure = lambda text: Program.failure(program, text)
    if not fails(common.stage_row(program, "deposit", (), ("deposit",))[1], 0, "d198") or not program.failures:
        yield "papers: a step without any kernel is measured"
    if report.lines:
        yield f"nothing was measured, and there are figures: {report.lines}"
    some = runner_of({"instance": {"optimum": 1}, "parameters": {"improver": ""},
                      "result": {"length": 1, "seconds": 1.0, "iterations": 1}})
    some.instances = lambda names: [(name, name) for name in list(names)[:1]]
    with contextlib.redirect_stdout(io.StringIO()):
        gaps.measure_maps(some, options, report, "gpu-maps", gaps.GPU_MAPS, 10)
    if [line["reached"] for line in report.lines] != [True, None]:
        yield f"mosaic: the mean of one map is that of all: {report.lines}"


def check_records():
    """Every record is formatted as shared.text_of() formats it."""
    paths = sorted(glob.glob(RECORDS))
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if shared.text_of(json.loads(text)) + "\n" != text:
            yield f"{path}: not a row a line"
    if not paths:
        yield f"no records in {RECORDS}"


def check_pages(folder):
    for name, (records, page) in PAGES.items():
        made = os.path.join(folder, page, "README.md")
        os.makedirs(os.path.dirname(made), exist_ok=True)
        done = quick.run(os.path.join(HERE, name), "docs", *sorted(glob.glob(os.path.join(HERE, records))), "--output",
                         made)
        if done.returncode != 0:
            yield f"{name} docs: exit code {done.returncode}\n{done.stderr}"
            continue
        for path in [made, *glob.glob(os.path.join(folder, page, "charts", "*.svg"))]:
            kept = os.path.join(HERE, os.path.relpath(path, folder))
            with open(path, encoding="utf-8") as file, open(kept, encoding="utf-8") as other:
                if file.read() != other.read():
                    yield f"{kept}: not what {name} docs writes"
    with open(os.path.join(HERE, "figures.md"), encoding="utf-8") as file:
        text = file.read()
    for name, records in TABLES.items():
        table = quick.run(os.path.join(HERE, name), "plain", *sorted(glob.glob(os.path.join(HERE, records)))).stdout
        if not table or table not in text:
            yield f"bench/figures.md: not the table that {name} plain prints"


def check(bench, program):
    listed = json.loads(subprocess.run([program, "devices", "--json"], capture_output=True, text=True,
                                       check=False).stdout)["devices"]
    with tempfile.TemporaryDirectory() as folder:
        for name, path in stand_ins(folder):
            yield from check_bench(bench, "none", name, path, folder)
            yield from check_benches(name, path, folder)
        if any(each["type"] == "cpu" and each["usable"] and not each["simulator"] for each in listed):
            yield from check_bench(bench, "cpu", "failing", os.path.join(folder, "failing"), folder)
        yield from check_no_device(folder)
        yield from check_pages(folder)
    yield from check_refused()
    yield from check_nothing()
    yield from check_records()


if __name__ == "__main__":
    sys.exit(quick.end(check(*sys.argv[1:])))
