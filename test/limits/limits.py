#!/usr/bin/env python3
"""Runs every row of every table on devices with the limits of real ones: the result is the reference's, or a refusal.

usage: limits.py PROGRAM LAYER SOURCE_ROOT CLANG [--all] [--profile NAME] [--type cpu|gpu] [--row REGEX] [--verbose]
                 [--cache FOLDER]

LAYER is the library of limits.c, which gives PoCL the limits of a profile. The result of a row under a profile is
  ran       it found the tour or the value of the sequential reference, and no call exceeded a limit
  refused   with a documented exit code and a message that names a limit, before any kernel was built
  failed    everything else; also a refusal of a row without a shape, because `auto` must choose a shape that runs,
            unless only its buffers are too large
A row that ran has written its kernels by --dump-kernels: clang compiles each with only the extensions of the profile.

A sample runs by itself: what failed once, and of the other profiles every second with a row in turn. --all runs all
rows under all profiles; --profile and --row some. --cache keeps PoCL's kernels, which no other program shall meet.
Prints a table of profiles and rows. Exit code 0: nothing failed; 1: something did; 77: PoCL is not here.
"""
import argparse
import concurrent.futures
import dataclasses
import functools
import hashlib
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "golden"))

from golden import LISTS, TOGETHER, words_of

SKIPPED = 77
NO_DEVICE = 3  # the program's exit code
HANG_SECONDS = 1200
WORKERS = 2
STACK = 256 << 20  # bytes
FP64 = "cl_khr_fp64"


@dataclasses.dataclass(frozen=True)
class Profile:
    """The limits that one device has together, from the table in limits.c, and the extensions of clang for the
    device."""
    limits: str
    extensions: tuple = (FP64,)
    types: tuple = ("cpu", "gpu")
    tries: bool = False  # programs that PoCL may not know are tried first
    late: bool = False  # what a kernel takes is known once it is built: a size that was asked for is refused then

    def words(self, kind):
        return self.limits if kind == "cpu" else f"gpu,{self.limits}"


PROFILES = {
    "as it is": Profile("as-it-is", types=("gpu",)),
    "no fp64": Profile("no-fp64", ()),
    "no extensions": Profile("no-extensions", ()),
    "fp64 alone": Profile("only-fp64"),
    "groups of 1": Profile("groups-of-1", types=("cpu",)),  # as Apple's CPUs with barriers
    "groups of 64": Profile("groups-of-64"),
    "groups of 256": Profile("groups-of-256"),
    "kernels of 64": Profile("kernels-of-64", late=True),  # of 256 that the device has, for want of registers
    "local 16 KiB": Profile("local-16k"),
    "local 32 KiB": Profile("local-32k"),
    "buffers of 128 MiB": Profile("buffers-of-128m"),
    "buffers of 256 KiB": Profile("buffers-of-256k"),
    "OpenCL 1.2": Profile("opencl-1.2"),
    "sub-groups of 8": Profile("sub-groups-of-8", (FP64, "cl_khr_subgroups"), ("gpu",), tries=True),
    "sub-groups of 16": Profile("sub-groups-of-16", (FP64, "cl_khr_subgroups"), ("gpu",), tries=True),
    "sub-groups of 32": Profile("sub-groups-of-32", (FP64, "cl_khr_subgroups"), ("gpu",), tries=True),
    "sub-groups of 64": Profile("sub-groups-of-64", (FP64, "cl_khr_subgroups"), ("gpu",), tries=True),
    "20 units": Profile("20-units"),
    "clock of 1 us": Profile("clock-of-1us"),
    "in order": Profile("in-order"),
    "poor": Profile("only-fp64,groups-of-64,local-16k,buffers-of-128m,opencl-1.2,20-units,clock-of-1us,in-order"),
    "poorest": Profile("no-extensions,groups-of-64,local-16k,buffers-of-128m,opencl-1.2,20-units,clock-of-1us,in-order",
                       ()),
}

# The names of limits in refusals.
LIMITS = re.compile(r"allows? (groups of )?at most|local memory|in one buffer|double precision|no fp64|memory, .* are available")
REFUSED = {2, 4}  # bad input, out of memory
OUT_OF_MEMORY = 4

KERNEL = r"__kernel\s+void\s+(\w+)"
NEVER_DUMPED = {"pso_evaluate"}  # values of given points; test/style/kernels.py compiles it
NO_DUMP = "bound_"               # nor does the bound have --dump-kernels

# PoCL's compiler takes minutes for ants on pieces with barriers, which test/kernel/pieces.c runs under oclgrind.
BARRIERS = {"pieces": ("cpu",)}

# Rows that are always in the sample, because each failed once.
FAILED_ONCE = [("buffers of 256 KiB", "cpu", "tsp"), ("groups of 1", "cpu", "algorithm mmas"),
               ("groups of 1", "cpu", "construction queen-worker"), ("kernels of 64", "gpu", "pso"),
               ("kernels of 64", "gpu", "deposit atomic-tiled"), ("local 16 KiB", "gpu", "evaluation of 4096"),
               ("local 16 KiB", "gpu", "list-lanes of 64"), ("local 16 KiB", "gpu", "list-together of 64"),
               ("local 16 KiB", "gpu", "persistent of 2048"), ("groups of 64", "gpu", "selection trial")]

# PoCL's compiler is most of the time.
COMPILED_SOON = {"POCL_WORK_GROUP_METHOD": "loops", "POCL_EXTRA_BUILD_FLAGS": "-cl-opt-disable"}


@dataclasses.dataclass(frozen=True)
class Row:
    """A row of a table: options that decide the result, also with the reference, and options of the shape, which do
    not. A row without a shape runs on every device."""
    name: str
    question: tuple
    shape: tuple = ()
    kernels: bool = True  # it has some for --dump-kernels on every device
    wide: bool = False  # many nodes: slow
    types: tuple = ("cpu", "gpu")

    @property
    def is_open(self):
        return not self.shape


def tables_of(program):
    answers = {command: subprocess.run([program, command, "--help", "all"], capture_output=True, text=True, check=True)
               .stdout for command in ("tsp", "pso")}
    names = {"tsp": ("algorithm", "selection", "construction", "evaluation", "deposit", "local-search", "improver"),
             "pso": ("best", "topology", "precision")}
    return {name: words_of(answers[command], name) for command, options in names.items() for name in options}


def rows_of(program, instances, wide):
    """The rows of every table, one table at a time, and sizes that are forced."""
    tables = tables_of(program)
    small = ("tsp", os.path.join(instances, "uniform100.tsp"))
    arcs = ("tsp", os.path.join(instances, "random17.atsp"))
    whole = (*small, "--algorithm", "as", "--iterations", "4", "--ants", "7", "--beta", "4")
    lists = (*small, "--algorithm", "mmas", "--iterations", "4", "--ants", "5", "--local-search", "none")
    together = (*small, "--algorithm", "acs", "--iterations", "4", "--ants", "5", "--local-search", "none")
    mosaic = (*small, "--algorithm", "mosaic", "--iterations", "1", "--kicks", "20")
    swarm = ("pso", "rastrigin", "--dim", "3", "--particles", "70", "--iterations", "12")
    rows = [Row("tsp", (*small, "--iterations", "1"), kernels=False),
            Row("arcs", (*arcs, "--iterations", "1"), kernels=False),
            Row("ants on arcs", (*arcs, "--algorithm", "mmas", "--iterations", "2", "--ants", "3")),
            Row("a path", (*small, "--path", "--algorithm", "as", "--iterations", "2", "--ants", "5")),
            Row("pso", swarm)]
    few = ("tsp", os.path.join(instances, "..", "test", "golden", "nine.tsp"))  # as many nodes as exact takes
    rows += [Row(f"algorithm {word}", (*(few if word == "exact" else small), "--algorithm", word, "--iterations", "2", *(
        () if word in ("mosaic", "exact") else ("--ants", "4"))), kernels=word not in ("mosaic", "exact"))
             for word in tables["algorithm"]]
    rows += [Row(f"selection {word}", (*whole, "--selection", word)) for word in tables["selection"]]
    rows += [Row(f"construction {word}", lists if word in LISTS and word != TOGETHER else together
                 if word == TOGETHER else whole, ("--construction", word)) for word in tables["construction"]]
    rows += [Row(f"evaluation {word}", whole, ("--evaluation", word)) for word in tables["evaluation"]]
    rows += [Row(f"deposit {word}", whole, ("--deposit", word)) for word in tables["deposit"]]
    rows += [Row(f"local search {word}", (*small, "--algorithm", "mmas", "--iterations", "2", "--ants", "3",
                                          "--local-search", word)) for word in tables["local-search"]]
    rows += [Row(f"improver {word}", (*mosaic, *(("--improver", word) if word == "pieces" else ())),
                 ("--improver", word), kernels=word != "threads", types=BARRIERS.get(word, Row.types))
             for word in tables["improver"]]
    rows += [Row(f"best {word} {precision}", (*swarm, "--precision", precision, *(
        ("--best", word) if word == "asynchronous" else ())), ("--best", word))
             for word in tables["best"] for precision in tables["precision"]]
    rows += [Row(f"topology {word}", (*swarm, "--topology", word, "--precision", "fp32"))
             for word in tables["topology"]]
    for word, option, sizes in (("work-group", "--group-size", (48, 128, 1024)), ("queen-worker", "--group-size", (128,)),
                                ("whole-scan", "--group-size", (128,)), ("work-item", "--ants-per-group", (3, 128)),
                                ("colony", "--ants-per-group", (3,)), ("lanes", "--ants-per-group", (4, 64))):
        rows += [Row(f"{word} of {size}", whole, ("--construction", word, option, str(size))) for size in sizes]
    rows += [Row(f"list-lanes of {size}", lists, ("--construction", "list-lanes", "--ants-per-group", str(size)))
             for size in (4, 64)]
    rows += [Row(f"list-together of {size}", together, ("--construction", TOGETHER, "--ants-per-group", str(size)))
             for size in (4, 64)]
    rows += [Row("evaluation of 4096", whole, ("--construction", "work-item", "--evaluation", "work-group",
                                               "--group-size", "4096"))]
    rows += [Row(f"{word} of {size}", (*swarm, "--precision", "fp32"), ("--best", word, "--group-size", str(size)))
             for word in ("reduction", "persistent") for size in (64, 128, 2048)]
    more = ("tsp", wide, "--iterations", "1")
    rows += [Row("queen-worker, 6000 nodes", (*more, "--algorithm", "as", "--ants", "1"),
                 ("--construction", "queen-worker"), wide=True),
             Row("3opt, 6000 nodes", (*more, "--algorithm", "mmas", "--ants", "2"), wide=True),
             Row("mosaic, 6000 nodes", (*more, "--algorithm", "mosaic", "--population", "8"), kernels=False, wide=True),
             Row("pieces, 6000 nodes", (*more, "--algorithm", "mosaic", "--improver", "pieces", "--population", "8",
                                        "--kicks", "100"), ("--improver", "pieces"), wide=True,
                 types=BARRIERS["pieces"])]
    return rows


@dataclasses.dataclass
class Outcome:
    state: str  # "ran", "refused" or "failed"
    words: str = ""


class Limits:
    def __init__(self, asked, folder):
        self.asked, self.folder = asked, pathlib.Path(folder)
        self.number, self.lock = 0, threading.Lock()
        self.compiled = {}
        self.seen = set()  # kernels

    def run(self, words, environment):
        return subprocess.run([self.asked.program, *words], capture_output=True, text=True, check=False,
                              timeout=HANG_SECONDS, env={"POCL_CACHE_DIR": self.asked.cache or str(self.folder / "pocl"),
                                                         **os.environ, **COMPILED_SOON, **environment})

    def devices(self):
        """Returns the usable devices, all of which the layer limits."""
        done = self.run(["devices", "--json"], {"LD_PRELOAD": self.asked.layer, "SWARMCL_LIMITS": "gpu,groups-of-64"})
        if done.returncode not in (0, NO_DEVICE):
            sys.exit(f"devices: exit code {done.returncode}: {done.stderr}")
        found = [device for device in json.loads(done.stdout)["devices"] if device["usable"]]
        if any(device["type"] != "gpu" or device["max_group_size"] > 64 for device in found):
            sys.exit(f"the layer is not between the program and its drivers: {done.stdout}")
        return found

    @staticmethod
    def answer_of(text):
        document = json.loads(text)
        return document.get("tour") or (document["result"]["value"], document["result"]["position"])

    @functools.lru_cache(maxsize=None)
    def reference_answer(self, question):
        """Returns the result of the sequential reference."""
        done = self.run((*question, "--json", "-q", "--device", "none"), {})
        if done.returncode != 0:
            sys.exit(f"{' '.join(question)}: the reference: {done.stderr}")
        return self.answer_of(done.stdout)

    def files(self):
        with self.lock:
            self.number += 1
            return self.folder / f"{self.number}.report", self.folder / f"{self.number}.cl"

    def check(self, job):
        row, profile, kind = job
        start = time.monotonic()
        report, kernels = self.files()
        dump = ("--dump-kernels", str(kernels)) if row.kernels else ()
        done = self.run((*row.question, *row.shape, "--json", *dump, "--device", kind),
                        {"LD_PRELOAD": self.asked.layer, "SWARMCL_LIMITS": profile.words(kind),
                         "SWARMCL_LIMITS_REPORT": str(report)})
        lines = report.read_text().splitlines() if report.exists() else []
        said = done.stderr.strip().splitlines()
        said = next((line for line in said if line.startswith("swarmcl:")), said[-1] if said else "")
        met = [line for line in lines if line.startswith("refused")
               and not (profile.tries and done.returncode == 0 and line.startswith("refused clBuildProgram"))]
        outcome = self.judge(row, done, "built" in lines and not profile.late, met, said)
        if outcome.state == "ran" and kernels.exists():
            problem = self.compile(kernels.read_text(), profile.extensions)
            outcome = Outcome("failed", problem) if problem else outcome
        if self.asked.verbose:
            print(f"{outcome.state:8}{time.monotonic() - start:6.1f} s  {row.name}, {profile.words(kind)}  {outcome.words}",
                  flush=True)
        return outcome

    def judge(self, row, done, built, met, said):
        if done.returncode == 0:
            if met:
                return Outcome("failed", f"it met a limit: {met[0]}")
            question = row.question
            if question[0] == "pso" and "--precision" not in question:  # the device decides
                question += ("--precision", json.loads(done.stdout)["parameters"]["precision"])
            return Outcome("ran") if self.answer_of(done.stdout) == self.reference_answer(question) else Outcome("failed", "the reference finds something else")
        if done.returncode not in REFUSED or built or met:
            return Outcome("failed", f"exit code {done.returncode}: {said}" + (f" ({met[0]})" if met else ""))
        if not LIMITS.search(said):
            return Outcome("failed", f"the refusal names no limit: {said}")
        if row.is_open and not (done.returncode == OUT_OF_MEMORY and "in one buffer" in said):
            return Outcome("failed", f"nothing was asked for, and it is refused: {said}")
        return Outcome("refused", said)

    def one_kernel(self, instances):
        """One kernel allows only groups of 64, the device 256: that kernel must not get larger groups, and others still
        do."""
        ants = ("tsp", os.path.join(instances, "uniform100.tsp"), "--algorithm", "as", "--iterations", "2", "--ants", "3")
        swarm = ("pso", "rastrigin", "--dim", "2", "--particles", "200", "--iterations", "2", "--precision", "fp32")
        problems = []
        for profile, question, shape, words in (
                ("reductions-of-64", ants, ("--construction", "work-group"), ""),
                ("walks-of-64", ants, ("--construction", "work-item", "--evaluation", "work-group"), ""),
                ("walks-of-64", ants, ("--construction", "work-group"), r"kernel aco_construct_team: .* at most 64"),
                ("moves-of-64", swarm, ("--best", "persistent"), ""),
                ("moves-of-64", swarm, ("--best", "reduction"), r"kernel pso_move: .* at most 64")):
            done = self.run((*question, *shape, "--group-size", "128", "--json", "-q", "--device", "gpu"),
                            {"LD_PRELOAD": self.asked.layer, "SWARMCL_LIMITS": f"gpu,{profile}"})
            if words:
                right = done.returncode == 2 and re.search(words, done.stderr)
            else:
                right = done.returncode == 0 and self.answer_of(done.stdout) == self.reference_answer(question) \
                    and json.loads(done.stdout)["parameters"]["group-size"] == 128
            if not right:
                problems.append(f"FAILED {profile}, {' '.join(shape)} --group-size 128: exit code {done.returncode}: "
                                f"{done.stderr.strip()}")
        return problems

    def colonies(self, instances):
        """`colony` launches a group for each colony, whether or not the device has a work-item for each of its ants."""
        question = ("tsp", os.path.join(instances, "uniform100.tsp"), "--algorithm", "mmas", "--candidates", "0",
                    "--local-search", "none", "--iterations", "3", "--ants", "70", "--islands", "3", "--epoch", "2")
        for profile, size in (("as-it-is", 96), ("groups-of-64", 64)):
            path, _ = self.files()
            done = self.run((*question, "--construction", "colony", "--json", "-q", "--device", "cpu"),
                            {"LD_PRELOAD": self.asked.layer, "SWARMCL_LIMITS": f"listed,{profile}",
                             "SWARMCL_LIMITS_REPORT": str(path)})
            lines = path.read_text().splitlines() if path.exists() else []
            launched = {line for line in lines if line.startswith("launched aco_construct")}
            if launched != {f"launched aco_construct_workitem: 3 groups of {size}"} \
                    or self.answer_of(done.stdout) != self.reference_answer(question):
                yield f"FAILED colony, {profile}: exit code {done.returncode}: {sorted(launched)} {done.stderr.strip()}"

    def islands(self):
        """Islands of swarms share a program and its launches if the device allows buffers for all of them."""
        question = ("pso", "rastrigin", "--dim", "4", "--particles", "60", "--islands", "3", "--epoch", "10",
                    "--iterations", "40")
        for profile, programs in (("as-it-is", 1), ("buffers-of-256k", 3)):
            path, _ = self.files()
            done = self.run((*question, "--json", "-q", "--device", "gpu"),
                            {"LD_PRELOAD": self.asked.layer, "SWARMCL_LIMITS": f"gpu,{profile}",
                             "SWARMCL_LIMITS_REPORT": str(path)})
            built = path.read_text().splitlines().count("built") if path.exists() else 0
            if built != programs or self.answer_of(done.stdout) != self.reference_answer(question):
                yield f"FAILED islands, {profile}: exit code {done.returncode}: {built} programs {done.stderr.strip()}"

    def compile(self, text, extensions):
        """Returns the first message of clang about the programs of a dump; a comment with its options precedes each
        program."""
        for part in re.split(r"(?=^/\* OpenCL C, built for)", text, flags=re.MULTILINE):
            options = re.search(r"^ \* (-cl-std=CL1\.2.*)$", part, re.MULTILINE)
            if not options:
                continue
            body = part[part.index("*/") + 2:]
            self.seen.update(re.findall(KERNEL, body))
            key = hashlib.sha256(f"{extensions} {options[1]} {body}".encode()).hexdigest()
            if key not in self.compiled:
                self.compiled[key] = self.compile_one(options[1], body, extensions)
            if self.compiled[key]:
                return self.compiled[key]
        return ""

    def compile_one(self, options, body, extensions):
        flags = "-cl-ext=" + ",".join(["-all", *(f"+{name}" for name in extensions)])
        done = subprocess.run([self.asked.clang, "-x", "cl", *options.replace("-D ", "-D").split(), "-Xclang", flags, "-Xclang",
                               "-finclude-default-header", "-Wall", "-Wundef", "-Werror", "-fsyntax-only", "-"],
                              input=body, capture_output=True, text=True, check=False)
        error = re.search(r"error: .*", done.stderr)
        return "" if done.returncode == 0 else f"clang {flags}: {error[0] if error else done.stderr}"


def jobs_of(rows, asked):
    """Returns rows, each with a profile and a type of device; in the sample every second profile has one row in
    turn."""
    pairs = [(name, kind) for name, profile in PROFILES.items() for kind in profile.types
             if asked.profile in (None, name) and asked.type in (None, kind)]
    rows = [row for row in rows if re.search(asked.row or "", row.name)]
    if asked.all or asked.profile or asked.row:
        return [(row, name, kind) for row in rows for name, kind in pairs if kind in row.types]
    named = {row.name: row for row in rows}
    rows = [row for row in rows if not row.wide and row.types == Row.types]
    others = [name for name in PROFILES if name not in {name for name, _, _ in FAILED_ONCE}]
    return [(rows[14 * k % len(rows)], name, PROFILES[name].types[k % len(PROFILES[name].types)])
            for k, name in enumerate(others[::2])] \
        + [(named[row], name, kind) for name, kind, row in FAILED_ONCE]


def print_table(results):
    """Prints the rows, with a column for each profile on a CPU and on a GPU."""
    columns = list(dict.fromkeys((name, kind) for _, name, kind in results))
    signs = {"ran": "+", "refused": "r", "failed": "F"}
    for number, (name, kind) in enumerate(columns):
        states = [outcome.state for (_, *column), outcome in results.items() if tuple(column) == (name, kind)]
        print(f"{chr(ord('A') + number % 26)}{'' if number < 26 else number // 26}: {name}, {kind}: "
              + ", ".join(f"{states.count(state)} {state}" for state in signs))
    heads = [chr(ord("A") + number % 26) for number in range(len(columns))]
    print(f"\n{'':32}{''.join(heads)}")
    for row in dict.fromkeys(row for row, _, _ in results):
        cells = [results.get((row, *column)) for column in columns]
        print(f"{row:32}{''.join(signs[cell.state] if cell else ' ' for cell in cells)}")
    print("+ ran as the reference, r refused in words, F failed\n")


def missing_kernels(root, seen):
    """Returns the kernels of cl/ that no row has."""
    found = {name for path in pathlib.Path(root, "cl").rglob("*.cl") for name in re.findall(KERNEL, path.read_text())}
    return sorted(name for name in found - seen - NEVER_DUMPED if not name.startswith(NO_DUMP))


def main():
    parser = argparse.ArgumentParser(add_help=False)
    for name in ("program", "layer", "root", "clang"):
        parser.add_argument(name)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--profile")
    parser.add_argument("--type")
    parser.add_argument("--row")
    parser.add_argument("--cache")
    asked = parser.parse_args()
    if not asked.clang:
        print("skipped: there is no clang")
        return SKIPPED
    # Kernels that PoCL has not optimised keep 2,048 work-items of a group on the stack of a thread.
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    resource.setrlimit(resource.RLIMIT_STACK, (STACK if hard < 0 else min(STACK, hard), hard))
    with tempfile.TemporaryDirectory() as folder:
        limits = Limits(asked, folder)
        if not limits.devices():
            print("skipped: there is no device to make poor")
            return SKIPPED
        wide = os.path.join(folder, "wide.tsp")
        limits.run(["instance", "generate", "uniform", "--nodes", "6000", "-o", wide], {})
        jobs = jobs_of(rows_of(asked.program, os.path.join(asked.root, "instances"), wide), asked)
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            outcomes = list(pool.map(lambda job: limits.check((job[0], PROFILES[job[1]], job[2])), jobs))
        results = {(row.name, name, kind): outcome for (row, name, kind), outcome in zip(jobs, outcomes)}
        print_table(results)
        failed = [f"FAILED {row}, {name} ({kind}): {outcome.words}" for (row, name, kind), outcome in results.items()
                  if outcome.state == "failed"]
        if not (asked.profile or asked.row):
            failed += limits.one_kernel(os.path.join(asked.root, "instances"))
            failed += limits.colonies(os.path.join(asked.root, "instances"))
            failed += limits.islands()
        if asked.all:
            failed += [f"FAILED kernel {name}: no row has it" for name in missing_kernels(asked.root, limits.seen)]
        print("\n".join([*failed, f"{len(results)} runs, {len(failed)} failed, {len(limits.compiled)} programs compiled "
                                  "by clang"]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
