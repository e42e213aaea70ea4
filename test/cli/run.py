#!/usr/bin/env python3
"""run.py PROGRAM GROUP... [--broken-driver LIBRARY] - runs groups of command line cases, each in a folder of its own.

A case is a row of cases.py (arguments, environment, exit code, patterns for stdout and stderr, further checks) or a
function of scenes.py, for cases with time. Exit code 0: all passed, 1: some failed, 77: none of the groups can run here.
"""

import os
import sys

# Bytecode goes to the build's folder for the program's objects, never to the sources.
OBJECTS = os.path.abspath(sys.argv[1]) + ".p" if __name__ == "__main__" and len(sys.argv) > 1 else ""
sys.dont_write_bytecode = not os.path.isdir(OBJECTS)
sys.pycache_prefix = OBJECTS or None

import argparse
import dataclasses
import json
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import traceback
import typing

SKIP = 77
HANG_SECONDS = 300  # only for hangs: a busy machine takes many times as long as an idle one
LONG = "TEST_LONG" in os.environ  # the suite of long tests
SANITIZED = "ASAN_OPTIONS" in os.environ  # every process takes ten times as long to start
SANITIZER = re.compile(r"(Address|Leak|UndefinedBehavior)Sanitizer|runtime error:")


def tier(quick, full):
    """A count or a duration: `quick`, or `full` in the suite of long tests."""
    return full if LONG else quick


class Skip(Exception):
    """The case cannot run here; the text is the reason."""


class SkipGroup(Skip):
    """No case of the group can run here."""


@dataclasses.dataclass
class Case:
    name: str
    arguments: list
    code: int = 0
    out: typing.Optional[str] = None  # regular expression; "" for nothing at all; None for anything
    err: typing.Optional[str] = None
    environment: dict = dataclasses.field(default_factory=dict)  # None as a value removes the variable
    folder: str = "."
    checks: tuple = ()  # functions of the outcome; they raise AssertionError
    stdin: str = os.devnull  # a file of the fixtures


@dataclasses.dataclass
class Outcome:
    code: int
    out: str
    err: str
    folder: pathlib.Path
    bench: "Bench"

    def json(self):
        return json.loads(self.out)

    def read(self, name):
        return (self.folder / name).read_text()


class Bench:
    """The surroundings of a case: the program, a folder with the fixtures, a plain environment."""

    def __init__(self, program, folder, broken_driver):
        self.program = str(pathlib.Path(program).resolve())
        self.folder = pathlib.Path(folder)
        self.broken_driver = str(pathlib.Path(broken_driver).resolve()) if broken_driver else ""
        self.environment = {key: value for key, value in os.environ.items() if key != "SWARMCL_DEVICE"}
        self.has_cpu = None

    def make_environment(self, changes):
        environment = {**self.environment, **changes}
        return {key: value for key, value in environment.items() if value is not None}

    def run(self, arguments, environment=None, folder=".", **options):
        done = subprocess.run([self.program, *arguments], env=self.make_environment(environment or {}),
                              cwd=self.folder / folder, timeout=HANG_SECONDS,
                              **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
                                 **options})
        out, err = ((text or b"").decode("utf-8", "backslashreplace") for text in (done.stdout, done.stderr))
        return Outcome(done.returncode, out, err, self.folder, self)

    def ok(self, arguments, environment=None, folder=".", **options):
        """The outcome of a run, which must succeed."""
        outcome = self.run(arguments, environment, folder, **options)
        assert outcome.code == 0 and not SANITIZER.search(outcome.err), \
            f"{arguments}: exit code {outcome.code}: {outcome.err[-4000:]}"
        return outcome

    def start(self, arguments, environment=None, **options):
        return subprocess.Popen([self.program, *arguments], env=self.make_environment(environment or {}),
                                cwd=self.folder, text=True,
                                **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
                                   **options})

    def devices(self, environment=None):
        return json.loads(self.run(["devices", "--json"], environment).out)["devices"]

    def require_cpu(self):
        if self.has_cpu is None:
            self.has_cpu = any(device["type"] == "cpu" and device["usable"] and not device["simulator"]
                               for device in self.devices())
        if not self.has_cpu:
            raise Skip("no OpenCL CPU device")


def expect_text(what, pattern, text):
    if pattern == "":
        assert text == "", f"{what} is not empty"
    elif pattern is not None:
        assert re.search(pattern, text, re.MULTILINE), f"{what} does not match {pattern!r}"


def run_case(bench, case):
    with open(bench.folder / case.stdin, "rb") as stdin:
        outcome = bench.run(case.arguments, case.environment, case.folder, stdin=stdin)
    try:
        assert outcome.code == case.code, f"exit code {outcome.code}, expected {case.code}"
        expect_text("stdout", case.out, outcome.out)
        expect_text("stderr", case.err, outcome.err)
        assert not SANITIZER.search(outcome.err), "a sanitizer complained"
        for check in case.checks:
            check(outcome)
    except Exception as problem:
        shown = [f"    {name}: {text[:2000]}" for name, text in (("stdout", outcome.out), ("stderr", outcome.err))]
        raise AssertionError("\n".join([f"{problem}", f"    arguments: {case.arguments}", *shown])) from problem


def run_group(bench, members):
    """Returns the numbers of cases that passed, failed and were skipped."""
    passed, failed, skipped = 0, 0, 0
    for member in members:
        name = member.name if isinstance(member, Case) else member.__doc__.splitlines()[0].rstrip(".")
        begun = time.monotonic()
        try:
            if isinstance(member, Case):
                run_case(bench, member)
            else:
                member(bench)
            passed += 1
            print(f"ok {time.monotonic() - begun:6.1f} s  {name}")
        except SkipGroup as reason:
            print(f"skipped: {reason}")
            return 0, failed, len(members)
        except Skip as reason:
            skipped += 1
            print(f"skipped  {name}: {reason}")
        except AssertionError as problem:
            failed += 1
            line = traceback.extract_tb(problem.__traceback__)[-1].lineno
            print(f"FAILED   {name}{'' if isinstance(member, Case) else f' (line {line})'}: {problem}")
        except Exception:
            failed += 1
            print(f"FAILED   {name}: {traceback.format_exc()}")
        sys.stdout.flush()
    return passed, failed, skipped


def main():
    import cases
    import fixtures

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("groups", nargs="+", choices=sorted(cases.GROUPS))
    parser.add_argument("--broken-driver", default="")
    options = parser.parse_args()
    # A shell's job in the background ignores SIGINT, and so would the program.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sums = [0, 0, 0]
    for group in options.groups:
        with tempfile.TemporaryDirectory(prefix="swarmcl-cli-") as folder:
            fixtures.write_all(folder)
            found = run_group(Bench(options.program, folder, options.broken_driver), cases.GROUPS[group])
        sums = [a + b for a, b in zip(sums, found)]
        if found[0] or found[1]:
            print("{}: {} passed, {} failed, {} skipped".format(group, *found))
    passed, failed, _ = sums
    return 1 if failed else 0 if passed else SKIP


if __name__ == "__main__":
    # cases.py and scenes.py import this file by its name.
    sys.modules["run"] = sys.modules["__main__"]
    sys.exit(main())
