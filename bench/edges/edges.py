#!/usr/bin/env python3
"""Promises at the edges of runs: progress, signals, time limits.

usage: edges.py PROGRAM [--device D] [--only PART,...] [--quick] [--json FILE]

Prints `what | aim | measured | device`. Each part is a function of PARTS. `pauses`: the longest time between two
drawings of the live line on a terminal, the end of the run included. `signals`: iterations that are complete when
SIGTERM ends a run with --checkpoint FILE,600s, and that the file lacks. `reading`: how late --time 0.2 ends a program
that reads a matrix of 63 MB. Exit code 0: done, missed aims included; 1: a run failed; 2: wrong arguments; 77: there is
no such device.
"""
import argparse
import fcntl
import os
import pty
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import shared  # noqa: E402

PAUSE = 0.3  # seconds
LATE = 0.5   # seconds
SIZES = {3000: 4.0, 200000: 6.0}  # nodes and seconds of `pauses`

# name: options of the run without its subject, and seconds until the signal
TERMINATED = {
    "mosaic, 3,000 nodes": (["tsp", "uniform"], 4.0),
    "mmas, 3,000 nodes": (["tsp", "uniform", "--algorithm", "mmas"], 4.0),
    "acs, 3,000 nodes": (["tsp", "uniform", "--algorithm", "acs"], 4.0),
    "two islands of mmas, 3,000 nodes": (["tsp", "uniform", "--algorithm", "mmas", "--islands", "2"], 6.0),
    "qap, 40 items": (["qap", "qap-uniform"], 3.0),
    "swarm of 4,096 particles": (["pso", "rastrigin", "--algorithm", "pso", "--dim", "30", "--particles", "4096"], 2.0),
    "continuous ants": (["pso", "rastrigin", "--dim", "30", "--algorithm", "acor"], 2.0),
}


class Runner:
    """Runs the program on one device; `folder` is for instances and states."""

    def __init__(self, program, options, folder):
        self.program, self.options, self.folder, self.quick = program, options, folder, options.quick
        document = shared.document_of(program, "pso", "sphere", "--dim", "2", "--iterations", "1", "--device",
                                      options.device, "--json", "-q")
        self.version, self.device = document["version"], document["device"]
        self.name = shared.short_name(self.device)

    def instance(self, kind, nodes):
        path = os.path.join(self.folder, f"{kind}{nodes}.tsp")
        if not os.path.exists(path):
            shared.output_of(self.program, "instance", "generate", kind, "--nodes", nodes, "-q", "-o", path)
        return path

    def words(self, *words):
        return [self.program, *map(str, words), "--device", self.options.device]


def longest_pause(words):
    """Returns the longest time in seconds between two drawings, and the number of drawings."""
    leader, follower = pty.openpty()
    fcntl.ioctl(leader, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 120, 0, 0))
    drawn = []
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=follower,
                          env={**os.environ, "TERM": "xterm"}) as process:
        os.close(follower)
        while True:
            try:
                piece = os.read(leader, 65536)
            except OSError:  # the program has closed its side
                break
            if not piece:
                break
            if b"\r" in piece:
                drawn.append(time.monotonic())
    os.close(leader)
    drawn.append(time.monotonic())
    if process.returncode != 0 or len(drawn) < 3:
        raise shared.Failed(f"{' '.join(words[1:])}: exit code {process.returncode}, {len(drawn)} drawings")
    return max(b - a for a, b in zip(drawn, drawn[1:])), len(drawn) - 1


def pauses(runner, report):
    for nodes, seconds in {1000: 1.0}.items() if runner.quick else SIZES.items():
        for algorithm in ("mosaic", "mmas"):
            pause, count = longest_pause(runner.words("tsp", runner.instance("uniform", nodes), "--algorithm", algorithm,
                                                      "--time", seconds))
            report.add(f"longest pause of the live line, {algorithm}, {nodes:,} nodes", f"{PAUSE} s",
                       f"{pause:.2f} s of {count} drawings", pause <= PAUSE, seconds=pause, drawings=count)


def resumed_after(words):
    """Returns the iteration after which the run says that it is resumed."""
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        found = None
        for line in process.stderr:
            found = re.search(r"resumed from .* after iteration (\d+)", line)
            if found:
                break
        process.kill()
    if not found:
        raise shared.Failed(f"{' '.join(words[1:])}: it was not resumed")
    return int(found[1])


def terminated(runner, name, words, seconds):
    """Iterations of a run that SIGTERM ends, and of the state that it leaves."""
    kinds = {"uniform": 3000, "qap-uniform": 40}
    subject = runner.instance(words[1], kinds[words[1]]) if words[1] in kinds else words[1]
    state = os.path.join(runner.folder, re.sub(r"\W+", "-", name) + ".state")
    run = runner.words(words[0], subject, *words[2:], "--iterations", 4000000000)
    shared.output_of(*runner.words(words[0], subject, *words[2:], "--iterations", 1, "-q"))  # fills the driver's cache
    with subprocess.Popen([*run, "-q", "--json", "--checkpoint", state + ",600s"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        time.sleep(seconds)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate()
    if process.returncode != 0:
        raise shared.Failed(f"{name}: exit code {process.returncode}: {err.strip()}")
    iterations = int(re.search(r'"iterations": ?(\d+)', out[out.index('"result"'):])[1])
    return iterations, resumed_after([*run, "--resume", state]) if iterations > 0 else 0


def signals(runner, report):
    for name, (words, seconds) in TERMINATED.items():
        iterations, kept = terminated(runner, name, words, 1.0 if runner.quick else seconds)
        # Mosaic counts the generation that was cut; islands end within iterations of their own. The resumed run repeats
        # that iteration.
        cut = "mosaic" in name or "islands" in name
        report.add(f"state lost by SIGTERM, {name}", "less than an iteration",
                   f"ended in or after iteration {iterations:,}, the file has the state after {kept:,}",
                   iterations - kept <= cut, iterations=iterations, kept=kept)


def reading(runner, report):
    count, limit = (300 if runner.quick else 3000), 0.2
    draw = random.Random(1)
    row = [str(draw.randint(100000, 999999)) for _ in range(count)]
    path = os.path.join(runner.folder, "matrix.csv")
    with open(path, "w", encoding="ascii") as file:
        for i in range(count):
            cells = row[i:] + row[:i]
            cells[i] = "0"
            file.write(",".join(cells) + "\n")
    begun = time.monotonic()
    done = subprocess.run(runner.words("tsp", path, "--time", limit, "-q"), capture_output=True, text=True, check=False)
    late = time.monotonic() - begun - limit
    if done.returncode not in (0, 2) or (done.returncode == 2 and "time limit" not in done.stderr):
        raise shared.Failed(f"matrix of {os.path.getsize(path):,} bytes: exit code {done.returncode}: {done.stderr}")
    report.add(f"--time {limit} with a matrix of {os.path.getsize(path):,} bytes", f"at most {LATE} s late",
               f"{late:.2f} s late, {'no result' if done.returncode else 'with a result'}", late <= LATE, seconds=late)


PARTS = {"pauses": pauses, "signals": signals, "reading": reading}


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    return shared.measure_parts(parser, arguments, Runner, PARTS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
