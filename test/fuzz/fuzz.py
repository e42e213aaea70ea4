#!/usr/bin/env python3
"""fuzz.py FUZZER [--seconds S] [--runs N] [--program SWARMCL] [--keep FOLDER] - runs one fuzzer.

Starts from its inputs in seeds.tsv, with its words of words.txt and, for command lines, of the program's own help. Prints one line at the end. A finding ends the run at once: exit code 1, and its input stays
next to the fuzzer; the last line has the path.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
# An input that takes 60 seconds is a hang. The limit is long because a fuzzer may wait for a busy machine.
LIMITS = ["-max_len=1024", "-timeout=60", "-rss_limit_mb=2048", "-malloc_limit_mb=256"]


def said(program, *words):
    return subprocess.run([program, *words], stdout=subprocess.PIPE, check=True).stdout.decode()


def command_names(program):
    """Returns the words in small letters before the operands in the paragraph "Commands"."""
    listed = said(program, "--help").split("\nCommands\n")[1].split("\n\n")[0]
    return sorted(set(re.findall(r"^  ([a-z]+(?: [a-z]+)?) ", listed, re.MULTILINE)) - {"help"})


def program_words(program):
    """Returns option names and the words of their values, from the help of every command."""
    found = set()
    for name in command_names(program):
        text = said(program, *name.split(), "--help", "all")
        found.update(re.findall(r"--[a-z][a-z-]+", text))
        found.update(word for word in re.findall(r"\b[a-z]+(?:-[a-z]+)*\b", text) if len(word) < 16)
    return sorted(found)


def write_dictionary(name, program, path):
    block = re.search(rf"^{name}: .*\n((?:\".*\n)+)", (HERE / "words.txt").read_text(), re.MULTILINE)
    words = re.findall(r'"(?:\\.|[^"\\])*"', block[1])
    words += [f'"{word}"' for word in (program_words(program) if program else [])]
    path.write_text("\n".join(words) + "\n")


def write_seeds(name, folder):
    folder.mkdir()
    for row in (HERE / "seeds.tsv").read_text().splitlines():
        fuzzer, seed, text = row.split("\t")
        if fuzzer == name:
            (folder / seed).write_bytes(text.encode("ascii").decode("unicode_escape").encode("latin-1"))


def executions(log):
    """Returns the number of inputs, from libFuzzer's output."""
    counts = [int(count) for count in re.findall(r"^(?:#|stat::number_of_executed_units: *)(\d+)", log, re.MULTILINE)]
    return max(counts, default=0)


def run(fuzzer, options):
    name = fuzzer.name.removeprefix("fuzz_")
    findings = fuzzer.parent / f"{fuzzer.name}-finding-"
    with tempfile.TemporaryDirectory(prefix="swarmcl-fuzz-") as folder:
        grown = pathlib.Path(options.keep or folder, f"{name}-corpus")
        dictionary, seeds = (pathlib.Path(folder, file) for file in ("words", "seeds"))
        write_seeds(name, seeds)
        grown.mkdir(parents=True, exist_ok=True)
        write_dictionary(name, options.program if name == "options" else None, dictionary)
        command = [fuzzer, *LIMITS, f"-runs={options.runs}", f"-max_total_time={options.seconds}", "-close_fd_mask=3", "-print_final_stats=1", f"-dict={dictionary}",
                   f"-artifact_prefix={findings}", grown, seeds]
        start = time.monotonic()
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        seconds = time.monotonic() - start
    log = done.stderr.decode("utf-8", "backslashreplace")
    count = executions(log)
    print(f"{name}: {count} inputs in {seconds:.0f} s, {count / max(seconds, 0.001):.0f} a second", flush=True)
    if done.returncode == 0 and count == 0:
        print(f"{log[-6000:]}\n{name}: no input was run")
        return 1
    if done.returncode != 0:
        print(log[-6000:])
        kept = re.findall(r"Test unit written to (\S+)", log)
        print(f"{name}: finding, exit code {done.returncode}; run it again with: {fuzzer} {' '.join(kept)}")
        return 1
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fuzzer", type=pathlib.Path)
    parser.add_argument("--program", help="the program, whose help has the words of command lines")
    parser.add_argument("--seconds", type=int, default=0, help="seconds at most; 0: as many as the inputs take")
    parser.add_argument("--runs", type=int, default=-1, help="inputs at most; -1: as many as the seconds allow")
    parser.add_argument("--keep", help="folder in which the corpus that was found stays")
    options = parser.parse_args()
    # The libraries that this one only links to are none of its business.
    os.environ.setdefault("ASAN_OPTIONS", "detect_stack_use_after_return=1")
    os.environ.setdefault("UBSAN_OPTIONS", "print_stacktrace=1")
    return run(options.fuzzer.resolve(), options)


if __name__ == "__main__":
    sys.exit(main())
