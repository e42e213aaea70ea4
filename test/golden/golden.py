#!/usr/bin/env python3
"""Compares the program's tours on every device with hashes of the tours of the sequential reference.

usage: golden.py PROGRAM INSTANCES_FOLDER [--tsplib FOLDER] [--simulators] [--software] [--all] [--write]

expected.csv has a row for each configuration: the options that can change a tour. Each runs with --device none, and
some on every usable device in several shapes, which must not change the tour and together have every word of every
table. The hash is the SHA-256 of "length:node,node,...".
--write       makes expected.csv anew from the reference
--simulators  runs only simulators (oclgrind), and only the smallest configurations
--software    runs only software renderers (Mesa's llvmpipe), and every fourth row of SOFTWARE, with --all every row
--all         runs all configurations on devices, in many more shapes
"""
import json
import os
import re
import subprocess
import sys

from table import FOLDER, SKIPPED, Table, option_of, sha256

EXPECTED = os.path.join(FOLDER, "expected.csv")

# name, instance, options; TSPLIB files are used when they are there
# circle200 has no row: its nearest-neighbour tour is optimal, so its hash would not depend on the ants.
CONFIGURATIONS = [
    ("random17", "random17.atsp", "--iterations 3 --ants 4"),
    ("random17-fractional", "random17.atsp", "--iterations 20 --alpha 1.3 --beta 2.7 --rho 0.02"),
    ("uniform100", "uniform100.tsp", "--iterations 30 --beta 4"),
    ("uniform100-sharp", "uniform100.tsp", "--iterations 20 --alpha 3 --beta 5 --rho 0.9 --seed 18446744073709551615"),
    ("uniform100-fractional", "uniform100.tsp", "--iterations 10 --alpha 0.75 --beta 3.5 --seed 7"),
    ("uniform100-all-lost", "uniform100.tsp", "--iterations 10 --rho 1 --beta 7 --alpha 0"),
    ("grid100", "grid100.tsp", "--iterations 30 --ants 133 --alpha 1.5 --beta 3"),
    ("uniform1000", "uniform1000.tsp", "--iterations 2 --ants 20 --beta 12"),
    ("uniform1000-fractional", "uniform1000.tsp", "--iterations 3 --ants 10 --alpha 1.5 --beta 11.2"),
    ("clustered1000", "clustered1000.tsp", "--iterations 2 --ants 20 --beta 12"),
    ("random17-path", "random17.atsp", "--iterations 10 --ants 8 --path"),
    ("uniform100-path", "uniform100.tsp", "--iterations 30 --beta 4 --path"),
    ("uniform100-start", "uniform100.tsp", "--iterations 20 --beta 4 --init MADE/order100.tour"),
    ("uniform100-early", "uniform100.tsp", "--iterations 10 --beta 4 --compress-from 0.3"),
    ("uniform100-short", "uniform100.tsp", "--iterations 6 --beta 4"),
    ("uniform100-tries", "uniform100.tsp", "--iterations 10 --beta 4 --trial-limit 2"),
]
TSPLIB_CONFIGURATIONS = [
    ("d198", "d198.tsp", "--iterations 10 --beta 5"),
    ("pr1002", "pr1002.tsp", "--iterations 2 --ants 20 --beta 10"),
]
# The family: each algorithm on lists and on whole rows, each local search with both, kinds of lists, paths, asymmetric
# and small instances, restarts. So short and with so few ants that most runs do not end at the optimum.
FAMILY = [
    ("as-lists", "uniform100.tsp", "--algorithm as --candidates 20 --iterations 30 --ants 20 --beta 4"),
    ("as-lists-2opt", "uniform1000.tsp", "--algorithm as --candidates 16 --local-search 2opt --iterations 5 --ants 16"),
    ("as-rows-3opt", "clustered1000.tsp", "--algorithm as --local-search 3opt --iterations 3 --ants 3"),
    ("eas-lists", "uniform100.tsp", "--algorithm eas --local-search none --iterations 30 --ants 20 --elite 5"),
    ("eas-lists-oropt", "uniform1000.tsp", "--algorithm eas --local-search oropt --iterations 12 --ants 12"),
    ("eas-rows", "grid100.tsp", "--algorithm eas --candidates 0 --local-search none --iterations 20 --beta 4"),
    ("eas-rows-2opt", "uniform1000.tsp", "--algorithm eas --candidates 0 --local-search 2opt --iterations 3 --ants 4"),
    ("ras-lists", "uniform100.tsp", "--algorithm ras --local-search none --iterations 30 --ants 20 --depositors 4"),
    ("ras-lists-2opt+oropt", "clustered1000.tsp",
     "--algorithm ras --local-search 2opt+oropt --iterations 4 --ants 8"),
    ("ras-rows", "uniform100.tsp", "--algorithm ras --candidates 0 --local-search none --iterations 20 --beta 4"),
    ("ras-rows-oropt", "clustered1000.tsp",
     "--algorithm ras --candidates 0 --local-search oropt --iterations 5 --ants 9 --beta 6"),
    ("mmas-lists", "uniform100.tsp",
     "--algorithm mmas --local-search none --iterations 60 --ants 20 --beta 4 --q0 0.5"),
    ("mmas-lists-3opt", "uniform1000.tsp", "--algorithm mmas --iterations 8 --ants 12"),
    ("mmas-rows", "uniform100.tsp", "--algorithm mmas --candidates 0 --local-search none --iterations 40 --beta 5"),
    ("mmas-rows-2opt+oropt", "uniform1000.tsp",
     "--algorithm mmas --candidates 0 --local-search 2opt+oropt --iterations 4 --ants 3"),
    ("mmas-restarts", "grid100.tsp", "--algorithm mmas --local-search none --iterations 260 --ants 10 --rho 0.5"
                                     " --beta 5 --restart-after 20 --p-best 0.9"),
    ("mmas-schedule", "clustered1000.tsp", "--iterations 60 --ants 2 --candidates 8 --local-search 2opt"),
    ("bwas-lists", "uniform100.tsp",
     "--algorithm bwas --local-search none --iterations 60 --ants 20 --restart-after 9"),
    ("bwas-lists-3opt", "clustered1000.tsp", "--algorithm bwas --iterations 6 --ants 12"),
    ("bwas-rows-3opt", "uniform1000.tsp", "--algorithm bwas --candidates 0 --iterations 3 --ants 9"),
    ("bwas-restarts", "random17.atsp", "--algorithm bwas --local-search none --iterations 60 --ants 4 --rho 0.9"
                                       " --restart-after 2 --candidates 4 --seed 5"),
    ("acs-lists", "uniform100.tsp", "--algorithm acs --local-search none --iterations 30"),
    ("acs-lists-3opt", "uniform1000.tsp", "--algorithm acs --iterations 5 --ants 4 --xi 0.3"),
    ("acs-lists-2opt", "clustered1000.tsp", "--algorithm acs --local-search 2opt --iterations 4 --ants 8 --q0 0.5"),
    ("nearest", "clustered1000.tsp", "--candidates 10 --candidate-kind nearest --iterations 3 --ants 4"),
    ("quadrant", "clustered1000.tsp", "--candidates 12 --candidate-kind quadrant --iterations 3 --ants 4"),
    ("alpha", "clustered1000.tsp", "--candidates 8 --candidate-kind alpha --iterations 3 --ants 4"),
    ("longest-lists", "uniform1000.tsp", "--candidates 32 --iterations 3 --ants 8 --alpha 1.3 --beta 4.7"),
    ("shortest-lists", "uniform1000.tsp", "--candidates 1 --iterations 3 --ants 4"),
    ("asymmetric", "random17.atsp", "--algorithm mmas --local-search none --iterations 20 --ants 5"),
    ("asymmetric-oropt", "random17.atsp", "--local-search oropt --iterations 5 --ants 3 --candidates 5"),
    ("asymmetric-3opt", "random17.atsp", "--iterations 5 --ants 3"),
    ("asymmetric-acs", "random17.atsp", "--algorithm acs --local-search none --iterations 20"),
    ("family-path", "uniform100.tsp", "--path --iterations 6 --ants 3"),
    ("family-path-acs", "random17.atsp", "--path --algorithm acs --iterations 6 --ants 3 --local-search none"),
    ("family-start", "uniform100.tsp", "--iterations 6 --ants 3 --init MADE/order100.tour"),
    ("places", "timezones.csv", "--iterations 12 --ants 20 --local-search 2opt --beta 6"),
    ("five", "GOLDEN/five.tsp", "--algorithm mmas --iterations 5"),
    ("nine-rows", "GOLDEN/nine.tsp", "--algorithm mmas --candidates 0 --local-search 2opt --iterations 5"),
    ("mosaic", "uniform1000.tsp", "--algorithm mosaic --iterations 3 --population 20"),
    ("mosaic-assembled", "uniform1000.tsp", "--algorithm mosaic --schedule 40x1,31x1*24 --kicks 5 --target 1"),
    ("mosaic-clustered", "clustered1000.tsp", "--algorithm mosaic --iterations 6 --kicks 20 --noise 1 --target 1"),
    ("mosaic-one", "clustered1000.tsp", "--algorithm mosaic --iterations 3 --population 1 --seed 18446744073709551615"),
    ("mosaic-path", "uniform1000.tsp", "--algorithm mosaic --path --iterations 2"),
    ("mosaic-lists", "clustered1000.tsp",
     "--algorithm mosaic --candidates 20 --candidate-kind quadrant --iterations 2 --seed 77"),
    ("mosaic-alpha", "clustered1000.tsp",
     "--algorithm mosaic --candidates 8 --candidate-kind alpha --iterations 2 --seed 77"),
    ("mosaic-start", "uniform1000.tsp", "--algorithm mosaic --iterations 1 --population 2 --init MADE/order1000.tour"),
    ("mosaic-places", "timezones.csv", "--algorithm mosaic --iterations 2"),
    ("mosaic-parts", "MADE/uniform66000.tsp", "--algorithm mosaic --iterations 2 --population 2 --kicks 3000"),
    ("mosaic-schedule", "clustered1000.tsp", "--algorithm mosaic --schedule 3x2,20x3,4x1+2500 --kicks 30 --target 1"),
    ("mosaic-pieces", "uniform1000.tsp", "--algorithm mosaic --improver pieces --iterations 3 --population 20 --kicks 300"),
    ("mosaic-pieces-path", "clustered1000.tsp",
     "--algorithm mosaic --improver pieces --path --ants 500 --kicks 200 --schedule 5x2,3x1+3 --seed 9"),
    ("mosaic-pieces-nine", "GOLDEN/nine.tsp", "--algorithm mosaic --improver pieces --iterations 2 --population 2 --kicks 4"),
    ("mosaic-exchange", "uniform1000.tsp",
     "--algorithm mosaic --iterations 2 --population 3 --kopt 3 --beam 4 --threshold 0.1"),
    ("mosaic-few", "uniform100.tsp", "--algorithm mosaic --population 3 --kicks 1 --kopt 3"),
    ("mosaic-few-arcs", "random17.atsp", "--algorithm mosaic"),
    ("mosaic-nine", "GOLDEN/nine.tsp", "--algorithm mosaic --iterations 2 --population 2"),
    ("as-tau0", "uniform100.tsp", "--algorithm as --iterations 30 --beta 4 --tau0 0.001"),
    ("acs-tau0", "random17.atsp", "--algorithm acs --local-search none --iterations 20 --tau0 0.0001"),
    ("mmas-tau0", "uniform100.tsp",
     "--algorithm mmas --local-search none --iterations 40 --ants 20 --beta 4 --tau0 0.00000001"),
    ("mmas-empty", "uniform100.tsp", "--algorithm mmas --local-search none --iterations 8 --ants 10 --start-tour none"),
    ("ras-rows-empty", "uniform100.tsp",
     "--algorithm ras --candidates 0 --local-search none --iterations 5 --ants 10 --start-tour none"),
    ("bwas-empty-3opt", "clustered1000.tsp", "--algorithm bwas --iterations 1 --ants 3 --start-tour none"),
    ("exact-nine", "GOLDEN/nine.tsp", "--algorithm exact --path"),
]
# Other words of --lengths that rows also run with.
LENGTHS = {"uniform100-path-race": ["doubles"], "family-path": ["integers"], "places": ["bits"],
           "mosaic-places": ["bits"], "mosaic-pieces-path": ["doubles", "integers"]}
IMPROVERS = (["--improver", "array"], ["--improver", "array", "--launch-ms", "1"],
             ["--improver", "threads", "--threads", "5"])
LISTS = ("list-item", "list-lanes", "list-together")
TOGETHER = "list-together"  # only for algorithms that change trails during the construction
SMALLEST_FAMILY = {"mosaic-nine", "mosaic-pieces-nine", "asymmetric", "asymmetric-3opt", "asymmetric-acs", "bwas-restarts", "five", "nine-rows"}
THOROUGH_FAMILY = {"mmas-lists", "acs-lists", "asymmetric-3opt", "mosaic"}
# Configurations that take long: without --all, one runs with --device none only, the other one not at all.
NO_DEVICE_FAMILY, LONG_FAMILY = {"mosaic-clustered"}, {"mosaic-pieces"}
# Rows for Mesa's llvmpipe, whose compiler takes seconds per program, which has no double precision, and whose loops
# end after 65,535 turns: the name of a configuration and a shape.
SOFTWARE = [
    ("random17-roulette", "--construction work-item --evaluation work-item --deposit by-row"),
    ("random17-path-race", "--construction work-group --evaluation work-group --deposit atomic --launch-ms 1"),
    ("random17-fractional-roulette", "--construction whole-scan --deposit gather"),
    ("uniform100-roulette", ""),
    ("uniform100-compressed", "--construction lanes --deposit atomic-tiled"),
    ("uniform100-early-hybrid", "--construction lanes --evaluation work-item --deposit per-ant"),
    ("acs-lists", ""),
    ("asymmetric", "--construction list-item"),
    ("asymmetric-3opt", "--construction list-lanes"),
    ("bwas-restarts", ""),
    ("as-lists", "--construction list-lanes --launch-ms 1"),
    ("mmas-lists", ""),
    ("mosaic-nine", ""),
    ("family-path", ""),
    ("five", ""),
    ("nine-rows", ""),
]
SMALLEST = {"random17", "random17-path"}
SMALL = "random17"
FEW_SIMULATED = 3  # one in FEW_SIMULATED, or all with --all: in test/kernel a simulator runs every kernel
WHOLE = 4  # the last number of a construction on whole rows: where the first selection ends with the deposits
THOROUGH, THOROUGH_SHORT = "uniform100", "uniform100-short"  # with --all, and without
# The selections named here run all configurations, the others only those in EVERY, because drivers compile each anew.
FULLY = {"roulette", "race"}
EVERY = {"random17", "random17-path", "uniform100", "uniform100-short", "uniform1000", "d198"}
ONLY_WITH = {"uniform100-early": {"hybrid"}, "uniform100-tries": {"trial"}}
# Configurations that take long, and the selection of each that runs without --all; uniform100-short has all selections.
MUCH_WORK = {"uniform100": "race", "uniform1000": "hybrid", "uniform1000-fractional": "roulette", "clustered1000": "race", "d198": "tile-best",
             "pr1002": "roulette"}

# The selections that a construction supports, if it does not support all. The others must be refused.
GOES_WITH = {
    "queen-worker": {"roulette", "race", "i-roulette", "tile-best"},
    "queen-loop": {"roulette"},
    "whole-scan": {"roulette"},
    "32-ary": {"roulette", "compressed", "trial", "hybrid"},
}
# Group sizes to run with at 100 nodes: whole-scan takes powers of two, queen-worker at least 32 nodes a worker.
GROUP_SIZES = {"work-group": ("1", "48", "128"), "queen-worker": ("4", "48", "128"), "queen-loop": ("48",),
               "whole-scan": ("1", "4", "128"), "32-ary": ("48",)}
ANTS_PER_GROUP = {"work-item": ("3",), "colony": ("3",), "lanes": ("1", "3", "4")}
TRYING = ("trial", "hybrid")
LAUNCHES = ("1", "1000")


def words_of(help_text, option):
    """Returns the words that --help lists for an option, which are those of the program's table."""
    lines = help_text.splitlines()
    start = next((i for i, line in enumerate(lines) if re.match(rf"\s*(-\w,\s*)?--{option}\b", line)), None)
    if start is None:
        sys.exit(f"--help does not list --{option}")
    words = []
    for line in lines[start + 1:]:
        match = re.match(r" {30}(\S+)", line)
        if match:
            words.append(match[1])
        elif re.match(r"\s{2,6}(-\w,\s*)?--\w", line) or not line.strip():
            break
    if not words:
        sys.exit(f"--help lists no words for --{option}")
    return [word for word in words if word != "auto"]


def parts_of(name, words):
    """Returns the configuration and the selection of a row."""
    selection = words[words.index("--selection") + 1]
    return name[:-len(selection) - 1], selection


def goes_with(construction, selection):
    return construction not in LISTS and selection in GOES_WITH.get(construction, {selection})


def plain_shapes(constructions, evaluations):
    """Returns the device's default shape, then every construction, with the evaluations in turn."""
    return [[]] + [["--construction", construction, "--evaluation", evaluations[i % len(evaluations)]]
                   for i, construction in enumerate(constructions)]


def short_launches(constructions, evaluations):
    """Returns the same shapes, compiled once, in short launches and in whole ones."""
    return [shape + ["--launch-ms", LAUNCHES[i % len(LAUNCHES)]]
            for i, shape in enumerate(plain_shapes(constructions, evaluations)[1:])]


def shares_group(construction, selection, ants):
    """Returns whether every device supports this number of ants in a group: with lanes, ants that try nodes diverge,
    which some devices do not support."""
    return construction != "lanes" or selection not in TRYING or ants == "1"


def forced_shapes(constructions, selection, evaluations, deposits):
    """Returns the other evaluations, group sizes, ants in a group and deposits, each where the construction has it."""
    rows = []
    for i, construction in enumerate(constructions):
        others = [word for k, word in enumerate(evaluations) if k != i % len(evaluations)]
        rows += [["--construction", construction, "--evaluation", word] for word in others]
        rows += [["--construction", construction, "--group-size", size] for size in GROUP_SIZES.get(construction, ())]
        rows += [["--construction", construction, "--ants-per-group", ants]
                 for ants in ANTS_PER_GROUP.get(construction, ()) if shares_group(construction, selection, ants)]
    rows.append(["--construction", "work-item", "--evaluation", "work-group", "--group-size", "48"])
    return rows + [["--deposit", deposit] for deposit in deposits]


def all_shapes(tables, selection):
    """Returns every shape that a selection is run with. `tables` has the words of each option."""
    constructions = [word for word in tables["construction"] if goes_with(word, selection)]
    return plain_shapes(constructions, tables["evaluation"]) + short_launches(constructions, tables["evaluation"]) \
        + forced_shapes(constructions, selection, tables["evaluation"], tables["deposit"])


def shape_in_turn(tables, selection, turn, deposits):
    """Returns the `turn`-th word of each table together."""
    constructions = [word for word in tables["construction"] if goes_with(word, selection)]
    shape = ["--construction", constructions[turn % len(constructions)],
             "--evaluation", tables["evaluation"][turn % len(tables["evaluation"])],
             "--launch-ms", LAUNCHES[turn % len(LAUNCHES)]]
    return shape + (["--deposit", tables["deposit"][turn % len(tables["deposit"])]] if deposits else [])


def pairs_of(shape):
    return set(zip(shape[::2], shape[1::2]))


def family_shapes(tables, words):
    """Returns every construction that a configuration of the family may have, in short launches and in whole ones, with
    other numbers of ants in a group; on whole rows the evaluations in turn. For mosaic it returns the improvers."""
    algorithm = option_of(words, "--algorithm", "mmas")
    if algorithm == "exact":
        return [[]]
    if algorithm == "mosaic":
        return [["--threads", "1"], ["--threads", "3"]] if "pieces" in words else list(IMPROVERS)
    lists = option_of(words, "--candidates", "0" if algorithm == "as" else "20") != "0"
    if lists:
        rows = [row for row in LISTS if (row == TOGETHER) == (algorithm == "acs")]
        shapes = [[]] + [["--construction", row, *more] for row in rows
                         for more in (["--launch-ms", "1"], ["--ants-per-group", "3", "--launch-ms", "1000"],
                                      ["--ants-per-group", "1"])
                         if row != TOGETHER or "--ants-per-group" not in more]
    else:
        rows = [row for row in tables["construction"] if goes_with(row, "roulette")]
        shapes = [[]] + [["--construction", row, "--evaluation", tables["evaluation"][i % len(tables["evaluation"])],
                          "--launch-ms", LAUNCHES[i % len(LAUNCHES)]] for i, row in enumerate(rows)]
    return shapes


class Golden(Table):
    FILE = "expected.csv"
    COLUMNS = ("name", "tsplib", "sha256")

    def digest(self, text, words):
        document = json.loads(text)
        if option_of(words, "--lengths", None) != document["parameters"]["lengths"] and "--lengths" in words:
            return None, f"lengths are computed with {document['parameters']['lengths']}"
        searched = document["instance"]["nodes"] < 10 and document["trace"][0]["length"] > document["result"]["length"]
        if document["result"]["best_iteration"] == 0 and not searched:
            return None, "no ant was better than the tour it started from: the hash would show nothing"
        tsplib = "yes" if os.path.dirname(words[1]) == self.arguments.tsplib else "no"
        return [tsplib, sha256("%d:%s" % (document["result"]["length"], ",".join(map(str, document["tour"]))))], ""

    def words_of(self, path, options):
        return ["tsp", path, "--json", "-q", *options.replace("MADE", self.arguments.made).split()]

    def configurations(self, selections):
        """Returns rows of name and options; those of TSPLIB only if their files exist."""
        rows = []
        for source, folder in ((CONFIGURATIONS, self.arguments.instances),
                               (TSPLIB_CONFIGURATIONS, self.arguments.tsplib)):
            for name, file, options in source:
                path = os.path.join(folder, file) if folder else ""
                if not os.path.exists(path):
                    print(f"left out: {file} is not there")
                    continue
                words = self.words_of(path, options)
                rows += [(f"{name}-{selection}", words + ["--selection", selection]) for selection in selections
                         if selection in ONLY_WITH.get(name, {selection})
                         and (selection in FULLY or name in EVERY or name in ONLY_WITH)]
        return rows

    def family(self):
        """Returns the rows of the family, whose names have no selection."""
        return [(name, self.words_of(self.path_of(file), options)) for name, file, options in FAMILY]

    def family_jobs(self, devices, tables):
        """Returns jobs of the reference and, on every device, one shape of every eighth configuration. With --all every
        configuration has one, and some have all shapes."""
        jobs = []
        for turn, (name, words) in enumerate(self.family()):
            if self.arguments.simulators and name not in SMALLEST_FAMILY or name in LONG_FAMILY and not self.arguments.all:
                continue
            if not self.arguments.simulators:
                jobs.append((name, [*words, "--device", "none"]))
            taken = self.arguments.all or self.arguments.simulators or name in THOROUGH_FAMILY \
                or (turn % 8 == 0 and name not in NO_DEVICE_FAMILY)
            few = self.arguments.simulators and not self.arguments.all and turn % FEW_SIMULATED
            for device in devices if taken and not few else []:
                shapes = family_shapes(tables, words)
                if name not in THOROUGH_FAMILY or self.arguments.simulators or not self.arguments.all:
                    shapes = [shapes[(turn if self.arguments.all else turn // 8) % len(shapes)]]
                jobs += [(name, [*words, "--device", str(device["index"]), *shape]) for shape in shapes]
        return jobs

    def software_jobs(self, rows, devices):
        """Returns the jobs of the rows that SOFTWARE names."""
        found = dict(rows)
        return [(name, [*found[name], "--device", str(device["index"]), *shape.split()])
                for name, shape in (SOFTWARE if self.arguments.all else SOFTWARE[::4]) for device in devices]

    def check_clash(self, words):
        """Returns the error if two options that exclude each other are not refused."""
        run = subprocess.run([self.arguments.program, *words], capture_output=True, text=True, check=False)
        return "" if run.returncode == 2 and "clashes" in run.stderr else \
            f"FAILED {' '.join(words)}: not refused: exit status {run.returncode}, {run.stderr.strip()}"

    def run(self):
        self.arguments.tsplib = os.environ.get("TSPLIB_DIR") or self.arguments.tsplib
        make_order(self.arguments.made, 100)
        make_order(self.arguments.made, 1000)
        self.output_of("instance", "generate", "uniform", "--nodes", "66000", "-o",  # as many as tours in parts need
                       os.path.join(self.arguments.made, "uniform66000.tsp"))
        help_text, problem = self.output_of("tsp", "--help", "all")
        if help_text is None:
            sys.exit(problem)
        tables = {option: words_of(help_text, option)
                  for option in ("construction", "selection", "evaluation", "deposit")}
        rows = self.configurations(tables["selection"])
        everything = rows + self.family()
        if self.arguments.write:
            kept = [row for row in self.rows() if row["tsplib"] == "yes" and row["name"] not in dict(everything)]
            return self.write([*self.lines_of((name, [*words, "--device", "none"]) for name, words in everything),
                               *([row[column] for column in self.COLUMNS] for row in kept)])
        self.check_table([row["name"] for row in self.rows() if row["tsplib"] == "no"], dict(everything))
        devices = self.devices()
        if self.is_skipped(devices):
            return SKIPPED
        if self.arguments.software:
            self.check_jobs(self.software_jobs(everything, devices))
            return self.report(devices)
        if self.arguments.simulators:
            rows = [row for row in rows if parts_of(*row)[0] in SMALLEST]
        elif not self.arguments.all:
            rows = [row for row in rows if MUCH_WORK.get(parts_of(*row)[0], parts_of(*row)[1]) == parts_of(*row)[1]]
        jobs = []
        for turn, (name, words) in enumerate(rows):
            if not self.arguments.simulators:
                jobs.append((name, [*words, "--device", "none"]))
            for device in devices:
                jobs += [(name, [*words, "--device", str(device["index"]), *shape])
                         for shape in self.shapes_for(tables, turn, (name, words), device)]
        jobs += self.family_jobs(devices, tables)
        if not self.arguments.simulators:
            jobs += [(name, [*words, "--device", str(device["index"]), "--lengths", lengths,
                             *(IMPROVERS[0] if name == "mosaic-places" else [])])
                     for name, words in everything for device in devices for lengths in self.lengths_for(name, words[1])]
        self.check_jobs(jobs)
        self.check_all(self.check_clash, [["tsp", rows[0][1][1], "--construction", construction, "--selection", selection,
                                           "--device", str(devices[0]["index"])]
                                          for selection in tables["selection"] if devices
                                          for construction in tables["construction"]
                                          if not goes_with(construction, selection)])
        return self.report(devices, f"of {len(rows) + len(FAMILY)} configurations ")

    def lengths_for(self, name, path):
        """Returns the options of --lengths for a row: those in LENGTHS, with --all all except those of a matrix. Integers
        need whole coordinates, which d198 does not have."""
        if not self.arguments.all or path.endswith(".atsp"):
            return LENGTHS.get(name, [])
        return ["doubles", "bits"] if path.endswith((".csv", "d198.tsp")) else ["doubles", "integers", "bits"]

    def shapes_for(self, tables, turn, row, device):
        """Returns the shapes of a row. Of one configuration each selection but the first has one construction, the
        first the device's default and the constructions and deposits that no other has; some of the other
        configurations have one shape. With --all one configuration of each selection has every construction, in short
        launches too, and with the first selection all other shapes; each other configuration has one construction and
        the default."""
        configuration, selection = parts_of(*row)
        first = selection == tables["selection"][0]
        if not self.arguments.all:
            if self.arguments.simulators:
                few = configuration == SMALL and turn % FEW_SIMULATED == 0
                return [shape_in_turn(tables, selection, turn, False)] if few else []
            if configuration != THOROUGH_SHORT:
                return [shape_in_turn(tables, selection, turn // 16, False)] if turn % 16 == 0 else []
            count = sum(goes_with(word, selection) for word in tables["construction"])
            others = {word: shape_in_turn(tables, word, WHOLE + k, True)
                      for k, word in enumerate(tables["selection"]) if k > 0}
            if not first:
                return [others[selection]]
            taken = {pair for shape in others.values() for pair in pairs_of(shape)}
            shapes = [shape_in_turn(tables, selection, i, True) for i in range(count)]
            return [[]] + [shape for shape in shapes if not pairs_of(shape) <= taken]
        shapes = [shape for shape in all_shapes(tables, selection) if "--group-size" not in shape
                  or int(shape[shape.index("--group-size") + 1]) <= device["max_group_size"]]
        constructions = sum(goes_with(word, selection) for word in tables["construction"])
        if self.arguments.simulators:
            return shapes[:1 + constructions]
        if configuration != THOROUGH:
            return [shapes[1 + turn % constructions]] + shapes[:1 if selection in FULLY else 0]
        return shapes if first else shapes[:1 + 2 * constructions]


def make_order(folder, nodes):
    """Writes a long tour to start from: the nodes in order."""
    with open(os.path.join(folder, f"order{nodes}.tour"), "w", encoding="ascii") as file:
        file.write(f"NAME : order{nodes}\nTYPE : TOUR\nDIMENSION : {nodes}\nTOUR_SECTION\n")
        file.write("\n".join(map(str, [*range(1, nodes + 1), -1])) + "\nEOF\n")


if __name__ == "__main__":
    sys.exit(Golden.main(__doc__, ["instances"], tsplib=""))
