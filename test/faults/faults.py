#!/usr/bin/env python3
"""faults.py PROGRAM GROUP... - runs groups of scenarios, once undisturbed, then with every call that can fail failing.

PROGRAM is swarmcl_faults, which counts calls by class ("alloc", "cl", "io") and makes the call in SWARMCL_FAULT fail;
see faults.c. Each run must end by itself with a message and the documented exit code for its failure. It must release
all memory and OpenCL objects and remove its files, and every older file must be unchanged or complete. scenarios.py
lists harmless failures with the reason.

Calls from one place, through the same functions, fail in the same way. So the first scenario of the groups with such
calls makes only the first or the last of them fail, in turn, at one place in PLACES, on a device in DEVICE_PLACES;
another scenario makes one of REPEATED fail. With TEST_LONG in the environment nearly all calls fail.

Exit code 0: all passed, 1: some failed, 77: the groups cannot run here.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))

import fixtures
import scenarios

SKIPPED = 77
HANG_SECONDS = 600
WORKERS = 2
SANITIZER = re.compile(r"(Address|Leak|UndefinedBehavior)Sanitizer|runtime error:")
OLD = b"what was here before\n"

PLACES, DEVICE_PLACES, REPEATED = 6, 20, 48  # runs on a device take five times as long

# In the long tests the first DENSE calls of each class fail, then about MORE of the others, evenly spread.
DENSE, MORE = 320, 80


def found(document):
    """Returns the tour, or the position and value, of a run's document; of a comparison the lengths."""
    if "instances" in document:
        return [run["length"] for row in document["instances"] for cell in row["algorithms"] for run in cell["runs"]]
    return document.get("tour") or (document["result"]["position"], document["result"]["value"])


def timeless(content):
    """Returns a complete checkpoint (src/base/checkpoint.c) of a swarm without its seconds and its checksum."""
    assert zlib.crc32(content[:-4]) == int.from_bytes(content[-4:], "little"), "the checkpoint is damaged"
    header, sizes = int.from_bytes(content[20:24], "little"), []
    for name in (b"reached", b"trace"):
        at = content.index(len(name).to_bytes(4, "little") + name, 0, header) + 4 + len(name)
        sizes.append(int.from_bytes(content[at:at + 8], "little"))
    bare = bytearray(content[:-4])
    bare[header + 48:header + 64] = bytes(16)
    for at in range(header + sizes[0], header + sum(sizes), 56):  # a struct swarm_trace_point
        bare[at + 40:at + 48] = bytes(8)
    return bytes(bare)


class Run:
    """A run of the program in a folder of its own, and its checks."""

    def __init__(self, program, folder, scenario, fault):
        self.folder, self.scenario, self.fault = folder, scenario, fault
        inputs = set(os.listdir(folder))
        for name in scenario.outputs:
            (folder / name).write_bytes(OLD)
        report = folder.parent / f"{folder.name}.report"
        report.unlink(missing_ok=True)
        environment = {**os.environ, "SWARMCL_DEVICE": None, **scenario.environment, "TMPDIR": str(folder),
                       "SWARMCL_FAULT_REPORT": str(report), "SWARMCL_FAULT_STACKS": None if fault else "1",
                       "SWARMCL_FAULT": ",".join(filter(None, [scenario.fault, fault])),
                       "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}  # report["alive"] has them
        environment = {name: value for name, value in environment.items() if value is not None}
        done = subprocess.run([program, *scenario.arguments], cwd=folder, env=environment, timeout=HANG_SECONDS,
                              input=scenario.stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        self.code, self.out = done.returncode, done.stdout
        self.err = done.stderr.decode("utf-8", "backslashreplace")
        self.report = json.loads(report.read_text()) if report.exists() else None
        self.outputs = {name: (folder / name).read_bytes() if (folder / name).exists() else None
                        for name in scenario.outputs}
        self.left = sorted(set(os.listdir(folder)) - inputs - set(scenario.outputs))
        for name in set(os.listdir(folder)) - inputs:
            shutil.rmtree(folder / name) if (folder / name).is_dir() else (folder / name).unlink()

    def require_clean(self):
        """Rules for every end of the run."""
        assert self.code >= 0, f"ended by signal {-self.code}"
        assert not SANITIZER.search(self.err), "a sanitizer complained"
        assert self.report, "main() did not return"
        assert not any(self.report["alive"].values()), f"still alive: {self.report['alive']}"
        assert self.report["strangers"] == 0, "an OpenCL object was released more often than it was made"
        assert self.code == 0 or re.search(r"^swarmcl: \S", self.err, re.MULTILINE), "there is no message"

    def require_outputs(self, undisturbed):
        for name, kind in self.scenario.outputs.items():
            content = self.outputs[name]
            assert content is not None, f"{name} is gone"
            if content == OLD:
                assert self.code != 0, f"{name} was not written"
            elif kind == "json":
                document = json.loads(content)
                expected = json.loads(undisturbed.outputs[name])
                assert found(document) == found(expected), f"{name} has another result"
            elif kind == "lines":
                lines = [len(one.splitlines()) for one in (content, undisturbed.outputs[name])]
                assert lines[0] == lines[1] and content.endswith(b"\n"), f"{name} is not complete"
            elif kind == "begun":
                assert self.code != 0 or content.endswith(b"\n"), f"{name} is not complete"
            elif kind == "there":
                assert content, f"{name} is empty"
            elif kind == "swarm":
                same = timeless(content) == timeless(undisturbed.outputs[name])
                assert same or self.code != 0, f"{name} has another state"
            else:
                assert content == undisturbed.outputs[name], f"{name} is neither the old file nor the new one"

    def require_stdout(self, undisturbed):
        """Requires that a run with exit code 0 has printed its result."""
        assert self.code != 0 or bool(self.out) == bool(undisturbed.out), "nothing was printed"
        if self.code == 0 and "--json" in self.scenario.arguments:
            json.loads(self.out)

    def describe(self):
        failed = self.report["failed"] if self.report else "unknown"
        return (f"fault {self.fault or 'none'} {failed}, exit code {self.code}\n"
                f"      stderr: {self.err[-1500:].strip()}")


def check_undisturbed(run):
    run.require_clean()
    assert run.code == run.scenario.code, f"exit code {run.code}, expected {run.scenario.code}"
    assert not run.left, f"left behind: {run.left}"
    for name, content in run.outputs.items():
        assert run.code != 0 or content not in (OLD, None), f"{name} was not written"


def check_disturbed(run, undisturbed):
    """Returns the name of the failed call; None if the run ended before that call."""
    run.require_clean()
    index = 1 if run.scenario.fault else 0
    own = [failed[1:] for failed in run.report["failed"] if failed[0] == index]
    if not own:
        return None
    function, number, detail = own[0]
    if any(failed[1:3] == [function, number] for failed in undisturbed.report["failed"]):
        return function  # the call that fails in any case
    last = number == undisturbed.report["calls"].get(function)
    reason = scenarios.tolerated(run.scenario, function, detail, last, run.err)
    expected = scenarios.expected_codes(run.scenario, function, detail)
    assert run.code in expected or (reason and run.code == run.scenario.code), \
        f"exit code {run.code}, expected {sorted(expected)}{' or ' + str(run.scenario.code) if reason else ''}"
    assert not run.left or function in scenarios.LEAVES_FILES, f"left behind: {run.left}"
    run.require_outputs(undisturbed)
    run.require_stdout(undisturbed)
    return function


def points(stacks, seen, places):
    """Returns numbers of the calls to fail, from 1. `stacks`: the origin of each call; `seen`: origins of earlier
    scenarios. Of each place in `places` one call fails."""
    if "TEST_LONG" in os.environ:
        stride = max(len(stacks) - DENSE, 0) // MORE + 1
        return [*range(1, min(len(stacks), DENSE) + 1), *range(DENSE + 1, len(stacks) + 1, stride)]
    last = {stack: number for number, stack in enumerate(stacks, 1)}
    first = {stack: number for number, stack in reversed([*enumerate(stacks, 1)])}
    again = [stack for stack in sorted(first, key=first.get) if stack in seen]
    new = [stack for stack in first if stack not in seen]
    chosen = {(first, last)[turn // places % 2][stack] for turn, stack in enumerate(new) if turn % places == 0}
    chosen.update(first[stack] for stack in again[len(seen) % REPEATED::REPEATED])
    seen.update(first)
    return sorted(chosen)


class Bench:
    def __init__(self, program, folder, places):
        self.program = str(pathlib.Path(program).resolve())
        self.root = pathlib.Path(folder)
        self.places = places
        self.local = threading.local()
        self.lock = threading.Lock()
        self.folders = 0
        self.seen = set()

    def run(self, scenario, fault=""):
        """Runs a scenario in the thread's own folder, because two runs have files of the same names."""
        if not hasattr(self.local, "folder"):
            with self.lock:
                self.folders += 1
                self.local.folder = self.root / f"folder{self.folders}"
            self.local.folder.mkdir()
            scenarios.write_inputs(self.local.folder)
            for arguments in scenarios.MADE_INPUTS:
                subprocess.run([self.program, *arguments], cwd=self.local.folder, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, timeout=HANG_SECONDS, check=True)
        return Run(self.program, self.local.folder, scenario, fault)

    def run_point(self, scenario, undisturbed, fault):
        """Returns None, or the error."""
        run = None
        try:
            run = self.run(scenario, fault)
            return check_disturbed(run, undisturbed), None
        except subprocess.TimeoutExpired:
            return "", f"fault {fault}: no end within {HANG_SECONDS} s"
        except AssertionError as problem:
            return "", f"{problem}\n      {run.describe()}"
        except Exception as problem:
            return "", f"fault {fault}: {problem!r}"

    def run_class(self, pool, scenario, undisturbed, name):
        stacks = undisturbed.report["stacks"][name]
        code = f":{scenario.status}" if scenario.status and name == "cl" else ""
        faults = [f"{name}:{number}{code}" for number in points(stacks, self.seen, self.places)]
        outcomes = list(pool.map(lambda fault: self.run_point(scenario, undisturbed, fault), faults))
        problems = [problem for _, problem in outcomes if problem]
        missed = sum(function is None for function, _ in outcomes)
        # The clock decides how many commands a device gets at a time, and the messages of islands that do not wait.
        is_timed = scenario.is_timed or "clCreateContext" in undisturbed.report["calls"]
        if not stacks:
            problems.append(f"it makes no call of the class {name}")
        if missed > (max(2, len(faults) // 8) if is_timed else 0):
            problems.append(f"{missed} of {len(faults)} faults were not reached")
        return f"{name} {len(faults)} of {len(stacks)}", problems

    def run_scenario(self, pool, scenario):
        undisturbed = pool.submit(self.run, scenario).result()
        try:
            check_undisturbed(undisturbed)
        except AssertionError as problem:
            return [f"{problem}\n      {undisturbed.describe()}"], "undisturbed"
        descriptions, problems = [], []
        for name in scenario.classes:
            text, found = self.run_class(pool, scenario, undisturbed, name)
            descriptions.append(text)
            problems += found
        return problems, ", ".join(descriptions)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("groups", nargs="+", choices=sorted(scenarios.GROUPS))
    parser.add_argument("--scenario", help="only that of this name")
    options = parser.parse_args()
    members = [row for group in options.groups for row in scenarios.GROUPS[group]
               if options.scenario in (None, row.name)]
    failed = 0
    with tempfile.TemporaryDirectory(prefix="swarmcl-faults-") as folder, \
            concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        on_device = bool(scenarios.NEED_DEVICE & set(options.groups))
        bench = Bench(options.program, folder, DEVICE_PLACES if on_device else PLACES)
        if on_device:
            probe = pool.submit(bench.run, scenarios.PROBE).result()
            if probe.code == 3 or (probe.code == 2 and "there is no such device" in probe.err):
                print("skipped: no OpenCL CPU device")
                return SKIPPED
            if probe.code != 0:
                print(f"FAILED   {scenarios.PROBE.name}: {probe.describe()}")
                return 1
        for scenario in members:
            problems, descriptions = bench.run_scenario(pool, scenario)
            failed += bool(problems)
            print(f"{'FAILED' if problems else 'ok':8} {scenario.name} (calls made to fail: {descriptions})", flush=True)
            for problem in problems[:20]:
                print(f"    {problem}")
            if len(problems) > 20:
                print(f"    and {len(problems) - 20} more")
    print(f"{', '.join(options.groups)}: {len(members) - failed} passed, {failed} failed")
    return 1 if failed or not members else 0


if __name__ == "__main__":
    sys.exit(main())
