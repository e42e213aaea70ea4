#!/usr/bin/env python3
"""mosaic.py --quick measures every part on the default device and on the host, and makes the table; figures of other
programs are those nearest in time; lines name the parts and instances that are left out.

usage: test_mosaic.py PROGRAM
"""
import math
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))

import gaps  # noqa: E402
import others  # noqa: E402
import quick  # noqa: E402
import shared  # noqa: E402

SCRIPT = os.path.join(HERE, "mosaic.py")
OTHERS = [("linkern", "pr2392", 1, "0.313 % in 1 s"), ("linkern", "pr2392", 60, "0.02 % in 10 s"),
          ("linkern", "d18512", 60, "0.12 % in 60 s"), ("GA-EAX", "rl5915", 4, "0.033 % in 7.5 s"),
          ("GA-EAX", "rl5915", 60, "0.014 % in 23.5 s"), ("LKH", "usa13509", 60, "")]
TIMES = [(100, 1.5, 1.5), (101, 1.5, math.inf)]


def check_others():
    for program, instance, seconds, expected in OTHERS:
        if others.figure(program, instance, seconds) != expected:
            yield f"{program}, {instance}, {seconds} s: {others.figure(program, instance, seconds)}"
    for length, seconds, expected in TIMES:
        found = gaps.optimum_seconds({"instance": {"optimum": 100},
                                      "result": {"length": length, "best_seconds": seconds}})
        if found != expected:
            yield f"the optimum is found after {found} s, expected {expected}"


def check_figures(program, device, folder):
    path = os.path.join(folder, device + ".json")
    lines = quick.record_of(path, SCRIPT, "figures", program, "--quick", "--device", device, "--json")["figures"]
    yield from quick.verdicts(lines)
    for part in gaps.PARTS:
        found = sum(line["part"] == part for line in lines)
        expected = 0 if part in gaps.NAMED else len(shared.STAND_INS) + part.endswith("maps")
        if found != expected:
            yield f"{device}, {part}: {found} lines instead of {expected}"
    table = quick.run(SCRIPT, "plain", path).stdout
    rows = sum(not line["part"].endswith("maps") or line["instance"] == gaps.MAPS for line in lines)
    if table.count("\n") != rows + 2 or len({row.count("|") for row in table.splitlines()}) != 1:
        yield f"plain: {len(lines)} figures, but this table:\n{table}"


def check_left_out(program, folder):
    """Lines name the parts of another device and missing instances, and nothing is measured for them."""
    done = quick.run(SCRIPT, "figures", program, "--device", "none", "--only", "gpu-10s,cpu-1s", "--instances",
                     "pr2392", "--tsplib", folder)
    if done.returncode != 0 or "gpu-10s: left out" not in done.stdout or "pr2392: left out" not in done.stdout:
        yield f"left out: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    if " s | " in done.stdout:
        yield f"left out, but measured:\n{done.stdout}"


def check_named(program, folder):
    """Parts that run only when named: instances are made, and gaps are over a bound where no length is known."""
    path = os.path.join(folder, "named.json")
    lines = quick.record_of(path, SCRIPT, "figures", program, "--device", "none", "--only", "cpu-families-10s",
                            "--instances", "rows1k", "--options", "--iterations 1", "--seeds", "1", "--json")["figures"]
    if len(lines) != 1 or lines[0]["reached"] is not None or not 0 <= lines[0]["gap"] < 10:
        yield f"named: {lines}"
    elif lines[0]["gap"] != 100 * (lines[0]["lengths"][0] - lines[0]["bound"]) / lines[0]["bound"]:
        yield f"named: not the gap over the bound: {lines}"
    table = quick.run(SCRIPT, "plain", path).stdout
    if f"| rows1k | 10 | {gaps.gap_text(lines[0]['gap'])} over the bound |" not in table:
        yield f"named: {lines} make this table:\n{table}"
    path = os.path.join(folder, "long.json")
    lines = quick.record_of(path, SCRIPT, "figures", program, "--device", "none", "--only", "cpu-families-long",
                            "--instances", "rows1k", "--options", "--iterations 1", "--seeds", "2", "--json")["figures"]
    lengths = [*lines[0]["lengths"], lines[0]["long"]["length"]]
    if lines[0]["gaps"] != [100 * (length - min(lengths)) / min(lengths) for length in lengths[:2]]:
        yield f"named: not the gaps over the best: {lines}"
    if f"| {gaps.gap_text(lines[0]['gap'])} over the best of 120 s |" not in quick.run(SCRIPT, "plain", path).stdout:
        yield f"named: no table of the gaps over the best: {lines}"
    large = {"E3M.0", "E10M.0", "C316k.0", "C1M.0", "C3M.0"} ^ {*gaps.PARTS["gpu-large"][2]}
    everyday = [name for part in gaps.PARTS if part not in gaps.NAMED for name in gaps.PARTS[part][2]]
    if large or {*gaps.PARTS["gpu-large"][2], *shared.FAMILIES} & {*everyday}:
        yield f"named: other large ones, {large}, or some are for every day: {everyday}"


def check(program):
    yield from check_others()
    with tempfile.TemporaryDirectory() as folder:
        yield from check_figures(program, "none", folder)
        yield from check_left_out(program, folder)
        yield from check_named(program, folder)
        yield from check_figures(program, "auto", folder)


if __name__ == "__main__":
    sys.exit(quick.end(check(*sys.argv[1:])))
