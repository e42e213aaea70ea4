#!/usr/bin/env python3
"""Instances of 100,000 nodes, uniform and clustered, load, run on a CPU and end in time, with little memory.

usage: large.py PROGRAM [--all]

With a local search, and without one; --all: both kinds in both ways, for longer. Measures the processor time of all
cores, which other processes hardly change; prints the phases.
"""
import json
import os
import resource
import subprocess
import sys
import tempfile

SKIPPED = 77
NO_DEVICE = 3  # the program's exit code
NODES, SECONDS, SECONDS_ALL = 100000, 2, 5
GRACE, HANG_SECONDS = 10, 600  # seconds of each core until the run is over; until a run counts as one that does not end
MEMORY_GIB = 2  # the driver's compiler included; lists, trails and 1,342 tours take 0.6
KINDS = ["uniform", "clustered"]
SEARCHES = [[], ["--local-search", "none"]]


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=HANG_SECONDS,
                          check=False)
    if done.returncode != 0:
        raise SystemExit(f"large.py: {' '.join(str(word) for word in words[1:])}: exit code {done.returncode}\n"
                         f"{done.stderr}")
    return done.stdout


def seconds_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def problems_of(document, seconds, asked):
    result, timing, memory = document["result"], document["timing"], document["memory"]["bytes"]
    phases = ", ".join(f"{name} {seconds:.2f}" for name, seconds in timing.items())
    print(f"{document['instance']['name']}, {document['parameters']['local-search']}: {phases} s, "
          f"{result['iterations']} iterations, length {result['length']}, {memory / 2**20:.0f} MiB on the device")
    if result["stop_reason"] != "time":
        yield f"stopped by {result['stop_reason']}"
    if seconds > (asked + GRACE) * os.cpu_count():
        yield f"{seconds:.1f} s of all cores instead of {asked} s"
    if document["instance"]["nodes"] != NODES or sorted(document["tour"]) != list(range(1, NODES + 1)):
        yield "the tour is not a permutation"
    if memory > MEMORY_GIB * 2**30:
        yield f"{memory} bytes on the device"


def main(program, *more):
    done = subprocess.run([program, "devices", "--json"], capture_output=True, text=True, check=False)
    if done.returncode not in (0, NO_DEVICE):
        raise SystemExit(f"devices: exit code {done.returncode}: {done.stderr.strip()}")
    if not any(each["type"] == "cpu" and each["usable"] and not each["simulator"]
               for each in json.loads(done.stdout)["devices"]):
        print("no CPU device")
        return SKIPPED
    problems, asked = [], SECONDS_ALL if more else SECONDS
    with tempfile.TemporaryDirectory() as folder:
        for turn, kind in enumerate(KINDS):
            path = os.path.join(folder, kind + ".tsp")
            run(program, "instance", "generate", kind, "--nodes", NODES, "-q", "-o", path)
            for search in SEARCHES if more else SEARCHES[turn:turn + 1]:
                before = seconds_of_children()
                document = json.loads(run(program, "tsp", path, "-d", "cpu", "--time", asked, "--json", "-q",
                                          *search))
                problems += [f"{kind}, {document['parameters']['local-search']}: {each}"
                             for each in problems_of(document, seconds_of_children() - before, asked)]
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    print(f"at most {used / 2**20:.0f} MiB of the host's memory")
    if used > MEMORY_GIB * 2**30:
        problems.append(f"{used} bytes of the host's memory")
    print("\n".join(problems + [f"{len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
