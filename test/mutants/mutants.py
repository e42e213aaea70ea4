#!/usr/bin/env python3
"""Checks that tests find mistakes: draws mutants of kernels and host code, and finds a test that fails for each.

usage: mutants.py [--count N] [--seed N | --table FILE] [--folder FOLDER] [--share K/N] [--suites A,B,...] [--list]

A mutant is one change of one line under cl/ or src/, outside comments, texts and directives: an operator swapped, a
comparison turned round, a whole number that is one more, a statement deleted. It is made in a copy of the working tree,
built, and tested by one suite after the other until a test fails. A mutant that does not build, that builds the
same code, or that passes also the long tests, is replaced; one that only a long test finds is LOST, and causes exit
code 1.

--folder   where the copy is kept from one call to the next (default: a folder that is removed); results.csv is there
--share    of all draws the K-th, the K+N-th and so on, so that N of these, each with a folder and a count of its own,
           share the work
--suites   in this order (default: SUITES, by the half)
--table    the mutants of a table (second_house.csv): each another text of a line, wherever that line is by now
--list     prints the mutants and tests none
"""
import argparse
import csv
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HALVES = {"cl": (".cl", ".clh", ".h"), "src": (".c", ".h")}
# Suites in the order of their use: those that are likely to fail soon come first.
SUITES = {"cl": "golden,unit,kernel,quality,style,cli,faults,mpi", "src": "unit,golden,cli,mpi,faults,quality,style,kernel"}
TIMEOUTS = "1"  # of the suite's usual time: some mutants do not end, and a busy machine must not look like one

# Text without code: comments, texts, characters, directives.
HIDDEN = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*",
                    re.DOTALL | re.MULTILINE)
SWAPS = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&&": "||", "||": "&&", "&": "|", "|": "&", "^": "|",
         "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "|=": "&="}
TURNS = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
EDGES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}


def operators(table):
    words = "|".join(re.escape(word) for word in sorted(table, key=len, reverse=True))
    pattern = re.compile(rf"(?<= )(?:{words})(?= )")
    return lambda code: ((found.start(), found.end(), table[found[0]]) for found in pattern.finditer(code))


def numbers(code):
    for found in re.finditer(r"(?<![\w.])(\d+)(?=[uU]?[lL]{0,2}(?![\w.]))", code):
        yield found.start(1), found.end(1), str(int(found[1]) + 1)


def statements(code):
    """Yields assignments and calls that are whole lines. A declaration is not one: two words precede its sign."""
    place = r"[A-Za-z_*(][\w\[\].>()*+-]*"
    forms = rf"{place} (?:[-+*/|&^]|<<|>>)?= [^\n;]*", r"\w+\([^\n;]*\)", rf"\+\+{place}", rf"--{place}"
    for found in re.finditer(rf"^[ ]+(?!return\b|goto\b)((?:{'|'.join(forms)});)$", code, re.MULTILINE):
        yield found.start(1), found.end(1), ";"


KINDS = {"operator": operators(SWAPS), "comparison": operators(TURNS), "boundary": operators(EDGES), "number": numbers,
         "deleted": statements}


def sites():
    """Returns {(half, kind): [(path, begin, end, replacement)]}."""
    found = {(half, kind): [] for half in HALVES for kind in KINDS}
    for half, suffixes in HALVES.items():
        for path in sorted(path for path in (ROOT / half).rglob("*") if path.suffix in suffixes):
            text = path.read_text(encoding="utf-8")
            code = HIDDEN.sub(lambda hidden: re.sub(r"[^\n]", "~", hidden[0]), text)
            for kind, function in KINDS.items():
                found[half, kind] += [(path.relative_to(ROOT), *site) for site in function(code)]
    return found


def draws(seed):
    """Yields mutants without end: half, kind, site."""
    source, found = random.Random(seed), sites()
    while True:
        half, kind = source.choice(sorted(HALVES)), source.choice(sorted(KINDS))
        yield kind, *source.choice(found[half, kind])


def listed(table):
    """Yields the mutants of a table. Of several equal lines it takes the first in a file of that name, otherwise the
    first."""
    texts = {path: path.read_text(encoding="utf-8") for half, suffixes in HALVES.items()
             for path in sorted((ROOT / half).rglob("*")) if path.suffix in suffixes}
    with open(table, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            pattern = re.compile(rf"^[ \t]*({re.escape(row['line'])})[ \t]*(?:/\*.*)?$", re.MULTILINE)
            hits = [(path.name != row["file"], path, found) for path, text in texts.items()
                    if (found := pattern.search(text))]
            if not hits:
                sys.exit(f"{table}: draw {row['draw']}: no file has the line {row['line']}")
            _, path, found = min(hits, key=lambda hit: hit[:2])
            yield "listed", path.relative_to(ROOT), *found.span(1), row["becomes"]


def mutants(options):
    return listed(options.table) if options.table else draws(options.seed)


def describe(mutant):
    kind, path, begin, end, becomes = mutant
    text = (ROOT / path).read_text(encoding="utf-8")
    line = text[text.rfind("\n", 0, begin) + 1:text.find("\n", end)]
    column = begin - text.rfind("\n", 0, begin) - 1
    return (f"{path}:{text.count(chr(10), 0, begin) + 1}:{column + 1}: {kind}: '{text[begin:end]}' to '{becomes}' in "
            f"'{line.strip()}'")


class Copy:
    """A copy of the working tree that is built."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.build = self.folder / "build"
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                                capture_output=True, text=True, check=True)
        for name in filter(None, listed.stdout.split("\0")):
            if (ROOT / name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                self.write(name, (ROOT / name).read_bytes())
        if not (self.build / "build.ninja").exists():
            subprocess.run(["meson", "setup", self.build, self.folder, "--buildtype=debugoptimized", "-Dbench=false",
                            "-Dmpi=auto"], check=True, stdout=subprocess.DEVNULL)
        if not self.compiles():
            sys.exit("the tree does not build as it is")
        self.whole = self.code()

    def write(self, name, content):
        """Copies only changed files, so little is rebuilt."""
        path = self.folder / name
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
            shutil.copymode(ROOT / name, path)

    def compiles(self):
        return subprocess.run(["ninja", "-C", self.build], capture_output=True, check=False).returncode == 0

    def code(self):
        """A digest of the library's objects without debugging data; they contain the kernels as texts."""
        digest = hashlib.sha256()
        with tempfile.TemporaryDirectory() as folder:
            bare = os.path.join(folder, "bare.o")
            for path in sorted((self.build / "src").rglob("*.o")):
                subprocess.run(["objcopy", "--strip-debug", path, bare], check=True)
                digest.update(pathlib.Path(bare).read_bytes())
        return digest.hexdigest()

    def apply(self, mutant):
        _, path, begin, end, becomes = mutant
        text = (ROOT / path).read_text(encoding="utf-8")
        self.write(path, (text[:begin] + becomes + text[end:]).encode())

    def restore(self, mutant):
        self.write(mutant[1], (ROOT / mutant[1]).read_bytes())

    def failing(self, *words):
        """Returns the name of the first test that fails; "" if none does."""
        subprocess.run(["meson", "test", "-C", self.build, "--no-rebuild", "--maxfail", "1", "-t", TIMEOUTS, *words],
                       capture_output=True, check=False)
        log = self.build / "meson-logs" / "testlog.json"
        for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else []:
            test = json.loads(line)
            if test["result"] in ("FAIL", "TIMEOUT", "ERROR", "UNEXPECTEDPASS"):
                return f"{test['name']} ({test['result']})"
        return ""

    def found_by(self, suites):
        """The fate of the mutant in the copy: the test that fails, LOST and that test, or "again" and the reason."""
        if not self.compiles():
            return "again: does not build"
        if self.code() == self.whole:
            return "again: the same code"
        for suite in suites:
            name = self.failing("--suite", suite, "--no-suite", "long")
            if name:
                return name
        name = self.failing("--suite", "long")
        return f"LOST: {name}" if name else "again: passes the long tests, too"


def run(options, folder):
    copy = Copy(folder)
    lost, number = 0, 0
    with open(pathlib.Path(folder) / "results.csv", "a", newline="", encoding="utf-8") as file:
        for draw, mutant in enumerate(mutants(options), 1):
            if number == options.count:
                break
            if draw % options.share[1] != options.share[0] % options.share[1]:
                continue
            copy.apply(mutant)
            outcome = copy.found_by((options.suites or SUITES[mutant[1].parts[0]]).split(","))
            copy.restore(mutant)
            number += not outcome.startswith("again")
            lost += outcome.startswith("LOST")
            print(f"{draw:3} {describe(mutant)}\n    {outcome}", flush=True)
            csv.writer(file).writerow([options.seed, draw, describe(mutant), outcome])
            file.flush()
    return lost


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table")
    parser.add_argument("--folder")
    parser.add_argument("--share", type=lambda text: tuple(map(int, text.split("/"))), default=(0, 1))
    parser.add_argument("--suites")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        for number, mutant in zip(range(1, options.count + 1), mutants(options)):
            print(f"{number:3} {describe(mutant)}")
        return 0
    if options.folder:
        pathlib.Path(options.folder).mkdir(parents=True, exist_ok=True)
        return 1 if run(options, options.folder) else 0
    with tempfile.TemporaryDirectory() as folder:
        return 1 if run(options, folder) else 0


if __name__ == "__main__":
    sys.exit(main())
