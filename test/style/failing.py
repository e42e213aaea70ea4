#!/usr/bin/env python3
"""A test fails when its program fails, or succeeds and does nothing: the test has neither passed nor been skipped.

usage: failing.py PROGRAM INSTANCES

Tests in Python run with other programs in place of PROGRAM, swarmcl. In test/cli every case has an expectation and
would fail; so this only tests that a group which is skipped after a failure has failed.
"""
import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import types

SKIPPED = 77
TEST = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Programs in place of swarmcl. "lists" can only list devices, "blind" cannot list devices, "alone" fails on a device.
STAND_INS = {
    "fails": "exit 1",
    "silent": "exit 0",
    "lists": '[ "$1" = devices ] && exec "$REAL" "$@"; exit 1',
    "blind": '[ "$1" = devices ] && exit 1; exec "$REAL" "$@"',
    "alone": 'case " $* " in *" cpu "*) exit 1 ;; esac; exec "$REAL" "$@"',
}
# Words in which PROGRAM, REAL, INSTANCES and others are replaced, and the stand-ins that take the place of PROGRAM.
TESTS = [
    ("golden/golden.py PROGRAM INSTANCES", "fails silent blind"),
    ("golden/golden.py PROGRAM INSTANCES --simulators", "fails silent blind"),
    ("golden/golden.py PROGRAM INSTANCES --software", "fails silent blind"),
    ("golden/swarms.py PROGRAM", "fails silent blind"),
    ("golden/swarms.py PROGRAM --simulators", "fails silent blind"),
    ("golden/swarms.py PROGRAM --software", "fails silent blind"),
    ("quality/large.py PROGRAM", "fails silent blind"),
    ("quality/mosaic.py PROGRAM --only nothing300", "fails silent lists blind"),
    ("quality/mosaic.py REAL --only none-of-them", "fails"),
    ("style/rows.py swarms PROGRAM swarms.py", "fails silent blind"),
    ("style/rows.py bench PROGRAM PROGRAM", "fails silent"),
    ("fuzz/fuzz.py FUZZER --runs 1", "fails silent"),
    ("faults/faults.py PROGRAM device", "fails silent alone"),
    ("faults/faults.py PROGRAM host --scenario none", "fails silent"),
    ("limits/limits.py PROGRAM layer root clang", "fails silent blind"),
    ("example/example.py PROGRAM CITIES INSTANCES", "fails silent lists"),
]


def write_stand_ins(folder):
    """Writes each stand-in into a folder of its own, as a program and as a fuzzer."""
    for name, body in STAND_INS.items():
        os.mkdir(os.path.join(folder, name))
        for program in ("swarmcl", "fuzz_csv"):
            path = os.path.join(folder, name, program)
            with open(path, "w", encoding="ascii") as file:
                file.write(f"#!/bin/sh\n{body}\n")
            os.chmod(path, 0o755)


def check_tests(program, instances, folder):
    for words, stand_ins in TESTS:
        for stand_in in stand_ins.split():
            replaced = {"PROGRAM": os.path.join(folder, stand_in, "swarmcl"), "REAL": program, "INSTANCES": instances,
                        "FUZZER": os.path.join(folder, stand_in, "fuzz_csv"),
                        "CITIES": os.path.join(TEST, "example", "cities.c")}
            name, *rest = (replaced.get(word, word) for word in words.split())
            done = subprocess.run([sys.executable, os.path.join(TEST, name), *rest], capture_output=True, text=True,
                                  check=False, env={**os.environ, "REAL": program})
            if done.returncode in (0, SKIPPED):
                yield f"{words}, the program {stand_in}: exit code {done.returncode}\n{done.stdout}{done.stderr}"


def check_tables():
    """A hash without a configuration is a failure."""
    sys.path.insert(0, os.path.join(TEST, "golden"))
    import golden
    table = golden.Golden(types.SimpleNamespace())
    with contextlib.redirect_stdout(io.StringIO()):
        table.check_table(["known", "unknown"], ["known"])
    if table.failures != 1:
        yield f"golden: {table.failures} failures by one hash that no configuration has"


def check_groups():
    """A group of test/cli that is skipped after a failure is a failure."""
    sys.path.insert(0, os.path.join(TEST, "cli"))
    import run

    def wrong(_):
        """wrong"""
        raise AssertionError("as it should be")

    def skips(_):
        """skips"""
        raise run.SkipGroup("as it should be")
    with contextlib.redirect_stdout(io.StringIO()):
        failed = run.run_group(None, [wrong, skips])[1]
    if failed != 1:
        yield "cli: a group that is skipped forgets what failed before"


def check_summary(folder):
    """The sums of quickstart fail for a build folder without any result."""
    for name, result in (("passes", "OK"), ("fails", "FAIL")):
        os.makedirs(os.path.join(folder, "summary", name, "meson-logs"))
        with open(os.path.join(folder, "summary", name, "meson-logs", "testlog.json"), "w", encoding="ascii") as file:
            json.dump({"name": "a test", "result": result}, file)
    for folders, code in (("passes", 0), ("passes fails", 1), ("passes missing", 1), ("missing", 1)):
        done = subprocess.run(["bash", "-c", "eval \"$(sed -n '/^print_summary()/,/^}/p' \"$0\")\"; print_summary \"$@\"",
                               os.path.join(os.path.dirname(TEST), "quickstart"), *folders.split()],
                              capture_output=True, text=True, check=False, cwd=os.path.join(folder, "summary"))
        if done.returncode != code:
            yield f"quickstart, {folders}: exit code {done.returncode}, expected {code}\n{done.stdout}{done.stderr}"


def main(program, instances):
    with tempfile.TemporaryDirectory() as folder:
        write_stand_ins(folder)
        problems = [*check_tests(os.path.abspath(program), instances, folder), *check_tables(), *check_groups(),
                    *check_summary(folder)]
    print("\n".join(problems + [f"{len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
