#!/usr/bin/env python3
"""Checks that every row of every table has a source, a reference, tests and hashes.

usage: rows.py tables PROGRAM KERNELS SWARMS GOLDEN_FOLDER INSTANCES
                                     help and source, a reference, kernel tests, golden hashes
       rows.py bench PROGRAM BENCH   a measurement in `bench --quick`; needs a device
       rows.py swarms PROGRAM SCRIPT the same of swarms in `swarms.py tables --quick`

The rows are those that `swarmcl tsp --help all` and `swarmcl pso --help all` list. KERNELS and SWARMS are the programs of the
kernel tests.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

SKIPPED = 77
NO_DEVICE = 3  # the program's exit code
FAMILIES = ["construction", "selection", "evaluation", "deposit"]
COLONIES = ["algorithm", "candidate-kind", "local-search"]  # these change tours; they have no kernels of their own
SWARM_FAMILIES = ["best", "topology", "boundary"]
NO_SOURCE = {"boundary"}  # rules without a known author
NO_SOURCE_WORDS = {("local-search", "none")}

# A source is the last part of a row's help: a name, then a year, a section or an algorithm; or the word "ours".
SOURCE = re.compile(r"([a-z ]+: )?[A-Z].*\d|.*: ours$|[Oo]urs$")


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **options)


def rows_of(help_text, option):
    """Returns the words that --help lists for an option, with their texts, except "auto"."""
    rows, word = {}, None
    lines = help_text.splitlines()
    starts = [i for i, line in enumerate(lines) if re.match(rf"\s*--{option}\b", line)]
    for line in lines[starts[0] + 1:] if starts else []:
        opening = re.match(r" {30}(\S+)\s*(.*)$", line)
        if re.match(r"\s{2,6}(-\w,\s*)?--\w", line) or not line.strip():
            break
        if opening:
            word = opening[1]
            rows[word] = opening[2]
        elif word:
            rows[word] += " " + line.strip()
    rows.pop("auto", None)
    return rows


def tables_of(program, command="tsp", families=tuple(FAMILIES)):
    answer = run(program, command, "--help", "all")
    if answer.returncode != 0:
        sys.exit(f"--help: exit status {answer.returncode}: {answer.stderr.strip()}")
    return {family: rows_of(answer.stdout, family) for family in families}


def check_help(tables):
    for family, rows in tables.items():
        for word, said in rows.items():
            text, _, source = said.rpartition("; ")
            if (family in NO_SOURCE or (family, word) in NO_SOURCE_WORDS) and said.strip():
                continue
            if not text.strip() or not SOURCE.match(source):
                yield f"--{family} {word}: --help has no text or no source: '{said.strip()}'"


def check_references(tables, program, instance):
    """Requires that the reference has a function for every selection, and that no other choice changes a tour."""
    for word in tables["selection"]:
        answer = run(program, "tsp", instance, "--selection", word, "--device", "none", "--iterations", 2, "--json",
                     "-q")
        if answer.returncode != 0:
            yield f"--selection {word}: no reference: exit status {answer.returncode}: {answer.stderr.strip()}"
        elif len(set(json.loads(answer.stdout)["tour"])) != 17:
            yield f"--selection {word}: what the reference finds is no tour"


def check_colonies(colonies, program, instance):
    """Requires that the reference has every algorithm, kind of lists and local search, and that some golden
    configuration has it."""
    import golden
    configured = {("algorithm", "mosaic"), ("candidate-kind", "mixed"), ("local-search", "3opt")}  # the defaults
    for _, _, options in golden.FAMILY:
        words = options.split()
        configured |= {(words[k][2:], words[k + 1]) for k in range(len(words) - 1) if words[k].startswith("--")}
    for family, rows in colonies.items():
        for word in rows:
            few = os.path.join(os.path.dirname(golden.EXPECTED), "nine.tsp")  # as many as exact takes
            answer = run(program, "tsp", few if word == "exact" else instance, f"--{family}", word, "--device", "none", "--iterations", 2, "--json",
                         "-q")
            if answer.returncode != 0:
                yield f"--{family} {word}: no reference: exit status {answer.returncode}: {answer.stderr.strip()}"
            elif json.loads(answer.stdout)["parameters"][family] != word:
                yield f"--{family} {word}: the reference used another"
            if (family, word) not in configured:
                yield f"--{family} {word}: in no golden configuration of the family"
    with open(golden.EXPECTED, encoding="ascii") as file:
        expected = {line.split(",")[0] for line in file}
    for name, _, _ in golden.FAMILY:
        if name not in expected:
            yield f"{name}: no golden hash of this colony"


def check_swarm_references(swarms, program):
    """Requires that the reference has every row of swarms; rows with one result share a function."""
    results = {}
    for family, rows in swarms.items():
        for word in rows:
            answer = run(program, "pso", "sphere", "--dim", 2, "--particles", 40, "--iterations", 3, f"--{family}",
                         word, "--device", "none", "--json", "-q")
            if answer.returncode != 0:
                yield f"--{family} {word}: no reference: exit status {answer.returncode}: {answer.stderr.strip()}"
            else:
                results[word] = json.loads(answer.stdout)["result"]["position"]
    same = {tuple(results.get(word, ())) for word in swarms["best"] if word != "asynchronous"}
    if len(same) != 1:
        yield f"--best: {len(same)} results of the synchronous rows"


def check_kernel_tests(tables, kernels, families=tuple(FAMILIES[:3])):
    """--list has a line for each case: family word family word ... The deposits are in test/kernel/deposits.c, and the
    constructions on lists in lists.c, which takes them from the table."""
    import golden
    answer = run(kernels, "--list")
    covered = {("construction", word) for word in golden.LISTS}
    for line in answer.stdout.splitlines():
        words = line.split()
        covered |= set(zip(words[::2], words[1::2]))
    for family in families:
        for word in tables[family]:
            if (family, word) not in covered:
                yield f"--{family} {word}: in no case of the kernel tests"


def check_golden(tables):
    """Requires that selections have hashes, and that every other word is a shape that some configuration is run
    with."""
    import golden
    with open(golden.EXPECTED, encoding="ascii") as file:
        expected = {line.split(",")[0] for line in file}
    for selection in tables["selection"]:
        if f"{golden.THOROUGH}-{selection}" not in expected:
            yield f"--selection {selection}: no golden hash of {golden.THOROUGH}"
    words = {family: list(rows) for family, rows in tables.items()}
    shapes = golden.all_shapes(words, list(tables["selection"])[0])
    for name, _, options in golden.FAMILY:
        if name in golden.THOROUGH_FAMILY:
            shapes += golden.family_shapes(words, options.split())
    forced = {(shape[k][2:], shape[k + 1]) for shape in shapes for k in range(0, len(shape), 2)}
    for family in ("construction", "evaluation", "deposit"):
        for word in tables[family]:
            if (family, word) not in forced:
                yield f"--{family} {word}: in no golden shape"


def check_swarm_golden(swarms, program):
    import swarms as golden
    with open(golden.EXPECTED, encoding="ascii") as file:
        expected = {line.split(",")[0] for line in file}
    for name, _, _ in golden.CONFIGURATIONS:
        if name not in expected:
            yield f"{name}: no golden hash of this swarm"
    forced = golden.forced(run(program, "pso", "--help", "all").stdout)
    for family, rows in swarms.items():
        yield from (f"--{family} {word}: in no golden swarm" for word in rows if (family, word) not in forced)


def check_swarm_bench(swarms, program, script):
    listed = run(program, "devices", "--json")
    if listed.returncode not in (0, NO_DEVICE):
        sys.exit(f"devices: exit status {listed.returncode}: {listed.stderr.strip()}")
    if not json.loads(listed.stdout)["devices"]:
        print("skipped: there is no device to measure rows on")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "swarms.json")
        answer = run(sys.executable, script, "tables", program, "--quick", "--only", "rows", "--output", path)
        if answer.returncode != 0:
            yield f"swarms.py: exit status {answer.returncode}\n{answer.stdout}\n{answer.stderr}"
            return
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
    found = {}
    for table in document["tables"]:
        for row in table["rows"]:
            for column, cell in zip(table["columns"], row["cells"]):
                if cell and cell["value"] > 0:
                    found.setdefault("topology" if table["name"] == "rows" else "boundary", set()).add(column)
                    found.setdefault("best", set()).add(row["label"])
    for family, rows in swarms.items():
        yield from (f"--{family} {word}: not measured by swarms.py" for word in rows
                    if word not in found.get(family, ()))


def check_bench(tables, bench):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "bench.json")
        answer = run(bench, "--quick", "--only", "rows", "--json", path)
        if answer.returncode != 0:
            yield f"bench --quick: exit status {answer.returncode}\n{answer.stdout}\n{answer.stderr}"
            return
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
    if not document["devices"]:
        print("skipped: there is no device to measure rows on")
        sys.exit(SKIPPED)
    measured = [row for row in document["rows"] if (row["seconds_per_iteration"] or 0) > 0]
    for family in ("construction", "evaluation", "deposit"):
        found = {row["row"] for row in measured if row["step"] == family}
        yield from (f"--{family} {word}: not measured by the bench" for word in tables[family] if word not in found)
    found = {row["selection"] for row in measured}
    yield from (f"--selection {word}: not measured by the bench" for word in tables["selection"] if word not in found)


def main():
    mode, program = sys.argv[1], sys.argv[2]
    tables, swarms = tables_of(program), tables_of(program, "pso", SWARM_FAMILIES)
    if mode == "bench":
        problems = list(check_bench(tables, sys.argv[3]))
    elif mode == "swarms":
        tables = swarms
        problems = list(check_swarm_bench(swarms, program, sys.argv[3]))
    else:
        kernels, swarm_kernels, folder, instances = sys.argv[3:]
        sys.path.insert(0, folder)
        colonies = tables_of(program, families=COLONIES)
        problems = [*check_help(tables), *check_references(tables, program, os.path.join(instances, "random17.atsp")),
                    *check_kernel_tests(tables, kernels), *check_golden(tables),
                    *check_help(colonies),
                    *check_colonies(colonies, program, os.path.join(instances, "grid100.tsp")),
                    *check_help(swarms), *check_swarm_references(swarms, program),
                    *check_kernel_tests(swarms, swarm_kernels, SWARM_FAMILIES),
                    *check_swarm_golden(swarms, program)]
        tables = {**tables, **colonies, **swarms}
    problems += [f"--help lists no rows of --{family}" for family, rows in tables.items() if not rows]
    count = sum(len(rows) for rows in tables.values())
    print("\n".join(problems + [f"{count} rows, {len(problems)} problems"]))
    return 1 if problems or not count else 0


if __name__ == "__main__":
    sys.exit(main())
