#!/usr/bin/env python3
"""Compares results of swarms on every device, with every row, with hashes of the sequential reference's results.

usage: swarms.py PROGRAM [--simulators] [--software] [--all] [--write]

swarms.csv has a row for each configuration, and a second one for `--best asynchronous`, whose results differ.
Each runs with --device none and every second on every usable device, there with one of the rows of --best in turn,
which must not change the result. Islands, and the tribes of one configuration, are also spread over devices. The hash
is the SHA-256 of the bits of the best value, of its position, and of when it was found.
--write       makes swarms.csv anew from the reference
--simulators  runs only simulators (oclgrind), and only the smallest configurations
--software    runs only software renderers (Mesa's llvmpipe), and only the configurations of SOFTWARE
--all         runs every configuration and more rows on devices, of a few configurations all
"""
import json
import os
import sys

from golden import words_of
from table import FOLDER, SKIPPED, Table, option_of, sha256

EXPECTED = os.path.join(FOLDER, "swarms.csv")

# The row whose results differ from those of all others.
APART = "asynchronous"

# name, objective, options
CONFIGURATIONS = [
    ("smallest", "cupso-cubic", "--particles 40 --iterations 12 --exchange 5"),
    ("smallest-fp32", "rastrigin", "--dim 2 --particles 33 --iterations 6 --exchange 2 --precision fp32"),
    ("smallest-ring", "sphere", "--dim 2 --particles 20 --iterations 5 --topology ring"),
    ("cupso", "cupso-cubic", "--particles 1024 --iterations 300"),
    ("cupso-fp32", "cupso-cubic", "--particles 1000 --iterations 300 --precision fp32"),
    ("cubic", "cubic", "--dim 7 --particles 100 --iterations 50 --inertia 1 --vmax 1"),
    ("sphere-10", "sphere", "--dim 10 --particles 256 --iterations 200"),
    ("sphere-shifted", "sphere", "--dim 200 --particles 64 --iterations 40 --shift 18446744073709551615"),
    ("ackley", "ackley", "--dim 10 --particles 300 --iterations 150 --boundary absorb --shift 1"),
    ("ackley-fp32", "ackley", "--dim 10 --particles 300 --iterations 150 --precision fp32 --shift 1"),
    ("griewank", "griewank", "--dim 30 --particles 257 --iterations 80 --boundary reflect"),
    ("rastrigin", "rastrigin", "--dim 30 --particles 200 --iterations 100 --seed 18446744073709551615"),
    ("rastrigin-fp32", "rastrigin", "--dim 30 --particles 200 --iterations 100 --precision fp32"),
    ("rosenbrock", "rosenbrock", "--dim 30 --particles 128 --iterations 200 --shift 2"),
    ("schwefel-periodic", "schwefel-2.26", "--dim 6 --particles 90 --iterations 120 --boundary periodic"),
    ("rosenbrock-linear", "rosenbrock", "--dim 5 --particles 100 --iterations 150 --inertia linear:0.9:0.4"),
    ("schwefel-random", "schwefel-2.26", "--dim 6 --particles 90 --iterations 120 --boundary random --vmax none"),
    ("levy-ring", "levy", "--dim 8 --particles 100 --iterations 100 --topology ring"),
    ("levy-ring-fp32", "levy", "--dim 8 --particles 100 --iterations 100 --topology ring --precision fp32"),
    ("zakharov-grid", "zakharov", "--dim 12 --particles 101 --iterations 100 --topology von-neumann"),
    ("griewank-grid-fp32", "griewank", "--dim 4 --particles 99 --iterations 90 --topology von-neumann --precision fp32 "
     "--boundary random"),
    ("michalewicz", "michalewicz", "--dim 10 --particles 200 --iterations 100"),
    ("schaffer", "schaffer-f7", "--dim 5 --particles 150 --iterations 80 --boundary reflect --shift 3"),
    ("goldstein-one", "goldstein-price", "--particles 1 --iterations 400"),
    ("eggholder-maximise", "eggholder", "--maximise --particles 2000 --iterations 60"),
    ("easom-no-improve", "easom", "--particles 5000 --iterations 500 --no-improve 30"),
    ("branin-target", "branin", "--particles 64 --iterations 1000 --target 0.3979"),
    ("islands-ring", "rastrigin", "--dim 4 --particles 70 --iterations 60 --islands 3 --epoch 7 --exchange 5"),
    ("islands-complete-fp32", "ackley", "--dim 3 --particles 50 --iterations 50 --islands 4 --epoch 9 --migration "
     "complete --precision fp32 --topology ring"),
    ("smallest-frame", "rosenbrock", "--dim 3 --particles 12 --iterations 44 --frame learned --restart 0 --precision fp32"),
    ("frame", "elliptic", "--dim 9 --particles 40 --iterations 300 --frame learned --restart 0 --shift 1"),
    ("frame-global-fp32", "zakharov", "--dim 6 --particles 50 --iterations 200 --frame learned --topology global --restart 0 "
     "--precision fp32 --bounds -5:10,-5:10,-50:100,-5:10,-0.5:1,-5:10"),
    ("frame-restart", "rastrigin", "--dim 4 --particles 30 --iterations 400 --frame learned --restart 40"),
    ("frame-islands", "rosenbrock", "--dim 5 --particles 30 --iterations 150 --frame learned --restart 0 --islands 3 --epoch 13"),
    ("smallest-ants", "rosenbrock", "--algorithm acor --dim 2 --archive 10 --iterations 8 --precision fp32 --restart 0"),
    ("ants", "rosenbrock", "--algorithm acor --dim 5 --bounds -5:10 --iterations 600 --restart 0"),
    ("ants-fp32", "griewank", "--algorithm acor --dim 10 --archive 30 --ants 16 --iterations 200 --precision fp32 --shift 1 --restart 0"),
    ("ants-random", "hartmann-6", "--algorithm acor --iterations 500 --boundary random --q 0.0001 --xi 0.6 --restart 0"),
    ("ants-islands", "rosenbrock", "--algorithm acor --dim 4 --iterations 60 --islands 3 --epoch 10 --restart 0"),
    ("ants-many", "rastrigin", "--algorithm acor --dim 4 --archive 20 --ants 100 --iterations 60 --restart 0"),
    ("smallest-ants-restart", "rosenbrock", "--algorithm acor --dim 2 --archive 10 --iterations 12 --restart 3"),
    ("ants-restart", "rastrigin", "--algorithm acor --dim 3 --archive 25 --ants 4 --iterations 600 --restart 50"),
    ("restart", "rastrigin", "--dim 5 --particles 40 --iterations 600 --restart 30"),
    ("restart-ring-fp32", "griewank", "--dim 3 --particles 33 --iterations 200 --restart 12 --topology ring --precision fp32"),
    ("restart-islands", "ackley", "--dim 4 --particles 64 --iterations 120 --islands 2 --epoch 9 --restart 9"),
    ("line", "rastrigin", "--dim 4 --particles 50 --iterations 300 --line-start 16 --shift 3"),
    ("line-ring", "levy", "--dim 3 --particles 40 --iterations 200 --line-start 9 --restart 20 --topology ring --precision fp32"),
    ("ants-line", "rastrigin", "--algorithm acor --dim 3 --archive 25 --ants 9 --iterations 500 --restart 50 --line-start 12"),
    ("smallest-strategy", "rosenbrock", "--algorithm cmaes --dim 2 --iterations 8 --precision fp32"),
    ("strategy", "rosenbrock", "--algorithm cmaes --dim 5 --bounds -5:10 --iterations 1500 --line-start 0"),
    ("strategy-fp32", "griewank", "--algorithm cmaes --dim 10 --population 100 --iterations 200 --precision fp32 --shift 1 "
     "--line-start 0"),
    ("strategy-islands", "rastrigin", "--algorithm cmaes --dim 3 --iterations 600 --islands 3 --epoch 50 --line-start 0"),
    ("strategy-line", "rastrigin", "--algorithm cmaes --dim 4 --iterations 500 --shift 3"),
    ("rastrigin-cupso", "rastrigin", "--preset cupso --dim 3 --particles 64 --iterations 60"),
]
# Rows without an algorithm are swarms.
CONFIGURATIONS = [(name, objective, options if "--algorithm" in options else f"--algorithm pso {options}")
                  for name, objective, options in CONFIGURATIONS]
RUN = ["pso", "--json", "-q"]
SMALLEST = {"smallest", "smallest-fp32", "smallest-ring", "smallest-frame", "smallest-ants", "smallest-ants-restart",
            "smallest-strategy"}
# In single precision, as these devices have no other.
SOFTWARE = {"smallest-fp32": "queue", "cupso-fp32": "reduction", "levy-ring-fp32": "persistent"}
# With --all these take every row, the others two in turn.
THOROUGH = {"cupso", "cupso-fp32", "rastrigin", "rastrigin-fp32"}
SHAPED = "rastrigin-fp32"
# A swarm whose tribes are spread over several devices.
SPREAD = "griewank"


def is_colony(options):
    """Returns True if ants or CMA-ES search, which have no rows of --best."""
    return option_of(options, "--algorithm", "pso") != "pso"


def without_exchange(words):
    """Returns the options for other rows, which refuse options that they would ignore."""
    place = words.index("--exchange") if "--exchange" in words else len(words)
    return words[:place] + words[place + 2:]


def is_tribal(options):
    """True if --best asynchronous supports a configuration: its tribes are its neighbourhoods and never restart."""
    return not ({"--restart", "--line-start", "--frame"} & set(options.split())) and option_of(options, "--topology", "global") == "global"


def forced(help_text):
    """Returns all (option, word) that some configuration is run with on a device."""
    found = {("best", word) for word in words_of(help_text, "best")}
    for _, _, options in CONFIGURATIONS:
        found |= {("boundary", option_of(options, "--boundary", "reflect" if is_colony(options) else "clamp")),
                  ("topology", option_of(options, "--topology", "global"))}
    return found


class Swarms(Table):
    FILE = "swarms.csv"

    def digest(self, text, words):
        result = json.loads(text)["result"]
        if result["best_iteration"] == 0:
            return None, "nothing was better than the start: the hash would show nothing"
        numbers = [float(number).hex() for number in (result["value"], *result["position"])]
        return [sha256(",".join(numbers + [str(result[key]) for key in (
            "best_iteration", "iterations", "evaluations", "nan_count")]))], ""

    def software_jobs(self, devices):
        """Returns jobs for software renderers, with the row of --best that SOFTWARE names, and without a word of
        precision, which software renderers choose."""
        return [(name, [*RUN, objective, *without_exchange(options.replace("--precision fp32", "").split()),
                        *([] if "--boundary" in options else ["--boundary", "clamp"]),
                        "--best", SOFTWARE[name], "--device", str(device["index"])])
                for name, objective, options in CONFIGURATIONS if name in SOFTWARE for device in devices]

    def jobs_of(self, rows, devices):
        """Returns the runs whose hashes are compared with that of this name."""
        jobs, turn = [], 0
        for number, (name, objective, options) in enumerate(CONFIGURATIONS):
            apart = [*RUN, objective, *options.split()] + ([] if "--boundary" in options else ["--boundary", "clamp"])
            words = without_exchange(apart)
            if self.arguments.simulators and name not in SMALLEST:
                continue
            everywhere = self.arguments.all or self.arguments.simulators or number % 2 == 0
            able = [device for device in (devices if everywhere else [])
                    if option_of(options, "--precision", "fp64") == "fp32" or device["fp64"]]
            if is_colony(options):
                places = [*([] if self.arguments.simulators else ["none"]), *(str(device["index"]) for device in able)]
                jobs += [(name, [*RUN, objective, *options.split(), "--device", place]) for place in places]
                continue
            kinds = [name] + ([f"{name}-{APART}"] if is_tribal(options) else [])
            if not self.arguments.simulators:
                jobs.append((name, [*words, "--best", rows[0], "--device", "none"]))
                jobs += [(kind, [*apart, "--best", APART, "--device", "none"]) for kind in kinds[1:]]
            every = self.arguments.all and (name in THOROUGH or name in SMALLEST)
            count = 2 if self.arguments.all else 1
            for device in able:
                taken = rows if every else [rows[(turn + i) % len(rows)] for i in range(count)]
                turn += count
                jobs += [(name, [*words, "--best", row, "--device", str(device["index"])]) for row in taken]
                jobs += [(kind, [*apart, "--best", APART, "--device", str(device["index"])])
                         for kind in kinds[1:] if self.arguments.all or turn % 3 == 1]
                both = f"{device['index']},{able[-1]['index']}"  # another device, or the same twice
                if "--islands" in options:
                    jobs.append((name, [*words, "--best", rows[turn % len(rows)], "--device", both]))
                if name == SPREAD:
                    jobs.append((kinds[1], [*apart, "--best", APART, "--islands", "1", "--device", both]))
                # launches cut short, another size of groups, and what `auto` takes
                if name == SHAPED or (self.arguments.all and name in THOROUGH):
                    jobs += [(name, [*words, "--device", str(device["index"]), *shape])
                             for shape in ([], ["--launch-ms", "1"], ["--group-size", "4"])]
        return jobs

    def run(self):
        help_text, problem = self.output_of("pso", "--help", "all")
        if help_text is None:
            sys.exit(problem)
        rows = [word for word in words_of(help_text, "best") if word != APART]
        if self.arguments.write:
            return self.write(self.lines_of(self.jobs_of(rows, [])))
        devices = self.devices()
        if self.is_skipped(devices):
            return SKIPPED
        jobs = self.software_jobs(devices) if self.arguments.software else self.jobs_of(rows, devices)
        if not self.arguments.simulators and not self.arguments.software:
            self.check_table(self.expected(), dict(jobs))
        self.check_jobs(jobs)
        return self.report(devices)


if __name__ == "__main__":
    sys.exit(Swarms.main(__doc__, []))
