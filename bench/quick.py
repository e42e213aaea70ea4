"""What the tests of all benches share: one quick run, its exit code and its record."""
import json
import os
import subprocess
import sys

SKIPPED = 77


class NoDevice(Exception):
    """There is no such device: the bench has said so."""


def run(script, *words):
    return subprocess.run([sys.executable, script, *map(str, words)], capture_output=True, text=True, check=False)


def record_of(path, script, *words):
    """What a bench writes to `path`, which is its last word. A run that fails ends the test."""
    done = run(script, *words, path)
    if done.returncode == SKIPPED:
        raise NoDevice
    if done.returncode != 0:
        sys.exit(f"{os.path.basename(script)} {words[0]}: exit code {done.returncode}\n{done.stdout}\n{done.stderr}")
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def verdicts(lines):
    """A quick run reaches and misses nothing."""
    return [f"a quick run reaches or misses '{line['what']}'" for line in lines if line["reached"] is not None]


def end(problems):
    """The exit code of a test; without any device it is skipped."""
    try:
        problems = list(problems)
    except NoDevice:
        print("no device")
        return SKIPPED
    print("\n".join(problems + [f"{len(problems)} problems"]))
    return 1 if problems else 0
