#!/usr/bin/env python3
"""mosaic.py --quick measures every part on whatever device there is and on none, and makes the table; others' figures
are those nearest in time; what is not there is left out and said.

usage: test_mosaic.py PROGRAM
"""
import json
import math
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path += [os.path.join(ROOT, "bench", folder) for folder in ("family", "swarms", "papers")]

import aims  # noqa: E402
import gaps  # noqa: E402
import others  # noqa: E402

OTHERS = [("linkern", "pr2392", 1, "0.313 % in 1 s"), ("linkern", "pr2392", 60, "0.02 % in 10 s"),
          ("linkern", "d18512", 60, "0.12 % in 60 s"), ("GA-EAX", "rl5915", 4, "0.033 % in 7.5 s"),
          ("GA-EAX", "rl5915", 60, "0.014 % in 23.5 s"), ("LKH", "usa13509", 60, "")]
TIMES = [(100, 1.5, 1.5), (101, 1.5, math.inf)]


def mosaic(*words):
    return subprocess.run([sys.executable, os.path.join(HERE, "mosaic.py"), *words], capture_output=True, text=True,
                          check=False)


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
    done = mosaic("figures", program, "--quick", "--device", device, "--json", path)
    if done.returncode != 0:
        yield f"{device}: exit code {done.returncode}\n{done.stderr}"
        return
    with open(path, encoding="utf-8") as file:
        lines = json.load(file)["figures"]
    for part in gaps.PARTS:
        found = [line for line in lines if line["part"] == part]
        expected = len(aims.STAND_INS) + part.endswith("maps")
        if len(found) != expected:
            yield f"{device}, {part}: {len(found)} lines instead of {expected}"
        if any(line["reached"] is not None for line in found):
            yield f"{device}, {part}: a quick run reaches or misses something"
    table = mosaic("plain", path).stdout
    rows = sum(not line["part"].endswith("maps") or line["instance"] == gaps.MAPS for line in lines)
    if table.count("\n") != rows + 2 or len({row.count("|") for row in table.splitlines()}) != 1:
        yield f"plain: {len(lines)} figures, but this table:\n{table}"


def check_left_out(program, folder):
    """Parts of another device and instances that are not there are said, and nothing is measured."""
    done = mosaic("figures", program, "--device", "none", "--only", "gpu-10s,cpu-1s", "--instances", "pr2392",
                  "--tsplib", folder)
    if done.returncode != 0 or "gpu-10s: left out" not in done.stdout or "pr2392: left out" not in done.stdout:
        yield f"left out: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    if " s | " in done.stdout:
        yield f"left out, but measured:\n{done.stdout}"


def main(program):
    problems = list(check_others())
    listed = subprocess.run([program, "devices", "--json"], capture_output=True, text=True, check=False)
    has_device = listed.returncode == 0 and json.loads(listed.stdout).get("devices")
    with tempfile.TemporaryDirectory() as folder:
        for device in ["none", "auto"] if has_device else ["none"]:
            problems += check_figures(program, device, folder)
        problems += check_left_out(program, folder)
    print("\n".join(problems + [f"{len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
