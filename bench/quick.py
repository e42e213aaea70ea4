"""Functions that the tests of all benches share: they make a quick run and check its exit code and its record."""
import json
import os
import subprocess
import sys

SKIPPED = 77


class NoDevice(Exception):
    """The bench reported that there is no such device."""


def run(script, *words):
    return subprocess.run([sys.executable, script, *map(str, words)], capture_output=True, text=True, check=False)


def record_of(path, script, *words):
    """Runs a bench that writes its record to `path`, its last argument, and returns the record. A run that fails ends
    the test."""
    done = run(script, *words, path)
    if done.returncode == SKIPPED:
        raise NoDevice
    if done.returncode != 0:
        sys.exit(f"{os.path.basename(script)} {words[0]}: exit code {done.returncode}\n{done.stdout}\n{done.stderr}")
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def verdicts(lines):
    """Returns the lines of a quick run that have a verdict, which none may have."""
    return [f"a quick run reaches or misses '{line['what']}'" for line in lines if line["reached"] is not None]


def end(problems):
    """Returns the exit code of a test; a test without any device is skipped."""
    try:
        problems = list(problems)
    except NoDevice:
        print("no device")
        return SKIPPED
    print("\n".join(problems + [f"{len(problems)} problems"]))
    return 1 if problems else 0
