#!/usr/bin/env python3
"""batch.py --quick measures every part on the default device and on the host; its instances and samples are as the README
states; lost tours, a program that fails and a missing device end the bench without figures.

usage: test_batch.py PROGRAM
"""
import os
import sys
import tempfile
import types

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))

import batch  # noqa: E402
import quick  # noqa: E402
import shared  # noqa: E402

SCRIPT = os.path.join(HERE, "batch.py")
LINES = {"small": 2, "quality": 3, "cpu-10000": 1, "gpu-10000": 1, "gpu-1000": 1}  # of a quick run


def check_quick(program, device, folder):
    path = os.path.join(folder, device + ".json")
    lines = quick.record_of(path, SCRIPT, program, "--quick", "--device", device, "--json")["figures"]
    yield from quick.verdicts(lines)
    for part, expected in LINES.items():
        found = [line for line in lines if line["part"] == part]
        if len(found) != expected:
            yield f"{device}, {part}: {len(found)} lines instead of {expected}"
        yield from (f"{device}: {line}" for line in found
                    if not 0 <= line.get("gap_percent", 0) < 5 or not 0 <= line.get("optimal_percent", 0) <= 100
                    or not line.get("memory_bytes", 1e7) > 1e6)


def check_left_out(program):
    """Without a GPU a line names the left-out parts; a device that does not exist ends the bench."""
    done = quick.run(SCRIPT, program, "--device", "none", "--only", "gpu-1000")
    if done.returncode != 0 or "gpu-1000: left out" not in done.stdout or done.stdout.count("|") != 3:
        yield f"left out: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    done = quick.run(SCRIPT, program, "--device", "4711", "--only", "small")
    if done.returncode != quick.SKIPPED:
        yield f"no device: exit code {done.returncode}\n{done.stdout}{done.stderr}"


def check_points(folder):
    """A smaller file has the first instances of a larger one, within the square."""
    runner = types.SimpleNamespace(folder=folder)
    for kind in batch.KINDS:
        texts = []
        for count in (2, 5):
            with open(batch.Runner.points(runner, kind, 120, count), encoding="utf-8") as file:
                texts.append(file.read())
        numbers = [[int(word) for word in line.split()] for line in texts[1].splitlines()]
        if not texts[1].startswith(texts[0]) or len({tuple(each) for each in numbers}) != 5:
            yield f"{kind}: other instances in a smaller file, or the same ones"
        if any(len(each) != 240 or min(each) < 0 or max(each) > batch.SIDE for each in numbers):
            yield f"{kind}: {numbers}"


def check_numbers():
    if [*batch.sample_of(10000, 300)] != [*range(0, 9900, 33)] or [*batch.sample_of(5, 30)] != [*range(5)]:
        yield f"samples: {batch.sample_of(10000, 300)}, {batch.sample_of(5, 30)}"
    runs = [batch.Run(lengths, 0, 0) for lengths in ([100, 101, 200], [100, 100, 202])]
    if batch.best_of(runs) != [100, 100, 200]:
        yield f"best of two runs: {batch.best_of(runs)}"
    share, gap = batch.quality_of(runs[1].lengths, [100, 100, 200])
    if abs(share - 200 / 3) > 1e-9 or abs(gap - 1 / 3) > 1e-9:
        yield f"quality: {share}, {gap}"


def check_lost(folder):
    """A batch that lacks a tour ends the bench."""
    path = os.path.join(folder, "lost.jsonl")
    for text in ('{"length": 1}\n', '{"length": 1}\n{"error": "x"}\n', '{"length": 1}\n' * 3):
        shared.write(path, text)
        try:
            yield f"lost: {batch.lengths_of(path, 2)} of {text}"
        except shared.Failed:
            pass


def check(program):
    yield from check_numbers()
    with tempfile.TemporaryDirectory() as folder:
        yield from check_points(folder)
        yield from check_lost(folder)
        yield from check_left_out(program)
        for device in ("none", "auto"):
            yield from check_quick(program, device, folder)


if __name__ == "__main__":
    sys.exit(quick.end(check(*sys.argv[1:])))
