#!/usr/bin/env python3
"""Checks every kernel file without a device.

usage: kernels.py contract SOURCE_ROOT            each opens with its contract
       kernels.py syntax SOURCE_ROOT CLANG        warnings are errors, over all values of each required define
       kernels.py targets SOURCE_ROOT CLANG       compiled for AMD GPUs, once; with TEST_LONG for SPIR, too
       kernels.py lanes SOURCE_ROOT CLANG         what has inline PTX, to PTX, once for each value of TEAM_CODE
       kernels.py sub-groups SOURCE_ROOT CLANG    what has teams, by sub-groups, in the languages that have them, for SPIR
                                                  over all values of each define; with TEST_LONG for AMD GPUs, too
With TEST_LONG in the environment all of these are over all combinations of defines, or over all pairs of their values.
"""
import concurrent.futures
import glob
import itertools
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "cl"))

import embed  # noqa: E402

SKIPPED = 77
FIELDS = ["NDRange", "Required", "Reads", "Writes", "Draws", "Checked by", "After"]

# Every define that a contract may name as required, with the values to try. METRIC 1 is EUC_2D, 10 GREAT_CIRCLE; both
# METRIC and LENGTHS are 0, or none is.
VALUES = {
    "METRIC": [0, 1, 10],
    "LENGTHS": [0, 1, 2, 3],
    "SELECTION": [0, 1, 2, 3, 4, 5, 6],
    "SYMMETRIC": [0, 1],
    "JOINT": [0, 1],
    "PARTNERS": [0, 1],
    "ALPHA_WHOLE": [-1, 2],
    "BETA_WHOLE": [-1, 2],
    "CONSTRUCT_GROUP_SIZE": [1, 64],
    "TEAM_SIZE": [1, 64],
    "TEAM_ANTS": [1],
    "TEAM_CODE": [0],
    "TEAM_SEGMENT": [8],
    "TEAM_PRIVATE": [0, 1],
    "TEAM_TOGETHER": [0, 1],
    "TEAM_SERIAL": [0, 1],
    "TRIAL_LIMIT": [8],
    "LISTS": [0, 1],
    "LAID_SHARES": [0, 3],
    "DEPOSITORS": [0, 1, 2, 3],
    "RESTART": [0, 1, 2],
    "LIMITS": [0, 1],
    "DEPOSITED_ONLY": [0, 1],
    "SEARCHED": [0, 1],
    "CANDIDATES": [10, 32],
    "LIST_STRIDE": [16, 32],
    "LIST_LINKS": [0, 1],
    "EXPLOITS": [0, 1],
    "VISITED_GLOBAL": [0, 1],
    "EVALUATE_GROUP_SIZE": [1, 64],
    "ROW_GROUP_SIZE": [1, 64],
    "REDUCE_GROUP_SIZE": [1, 64],
    "SEARCH_TWO_OPT": [0, 1],
    "SEARCH_OR_OPT": [0, 1],
    "SEARCH_THREE_OPT": [0, 1],
    "SEARCH_LOCAL": [0, 1],
    "SEARCH_GROUP_SIZE": [1, 64],
    "PRECISION": [32, 64],
    "LANES": [1, 8, 16],
    "DIMENSIONS": [1, 3],
    "TOPOLOGY": [0, 1, 2],
    "BOUNDARY": [0, 4],
    "VARIANT": [0, 6, 64, 134],
    "GROUP_SIZE": [1, 64],
    "FIRST": [0, 64],
    "REGISTERS": [0, 1],
    "ITEMS": [1, 2],
    "UNIFORM_BRANCHES": [0, 1],
    "VOTE": [0],
    "KEEP_BLOCKS": [0, 1],
    "ARCHIVE": [2, 50],
    "FILL": [1, 25],
    "POINTS": [9],
    "POINTS_MOST": [4608],
    "HISTORY": [30],
    "STARTS": [0, 3],
    "GRID": [0, 16],
    "GENERATIONS": [0, 1],
    "BEST": [0, 1, 2, 3, 4, 5, 6],
    "ARRAY_GROUP_SIZE": [1, 32],
    "ARCS": [0, 1],
    "TEAM_ITEMS": [1, 32],
    "PIECE_SHORT": [0, 1],
    "RELAXED": [0, 1],
    "ORIENT_ITEMS": [1, 32],
    "FLEET_ITEMS": [1, 32],
    "FEATURES": [0, 1, 2, 127],
    "QAP_BITS": [32, 64],
    "QAP_SYMMETRIC": [0, 1],
    "QAP_GROUP_SIZE": [1, 64],
    "QAP_LOCAL_VECTORS": [0, 1],
    "ANTS": [0, 1],
}
# Combinations of defines that are never built; contracts exclude them in words.
NEVER = {
    "construct_team.cl": lambda d: d["TEAM_SERIAL"] and (not d["TEAM_PRIVATE"] or d["SELECTION"]),
    "frame.cl": lambda d: d["VARIANT"] < 128,
    "ants.cl": lambda d: d["LANES"] > 1 or d["TOPOLOGY"] or d["VARIANT"] > 127,
    "strategy.cl": lambda d: d["LANES"] > 1 or d["TOPOLOGY"] or d["VARIANT"] > 127,
    "move.cl": lambda d: d["BEST"] > 4,
    "join.cl": lambda d: 2 < d["BEST"] < 6,
    "price.cl": lambda d: d["METRIC"] == 0,
    "search.cl": lambda d: d["QAP_GROUP_SIZE"] == 1 and d["QAP_LOCAL_VECTORS"],
    "persist.cl": lambda d: d["BEST"] < 5 or ((d["TOPOLOGY"] or d["VARIANT"] > 127) and (d["REGISTERS"] or d["BEST"] == 6))
    or (d["KEEP_BLOCKS"] and (d["DIMENSIONS"] > 1 or d["VARIANT"] > 127)),
}
LONG = "TEST_LONG" in os.environ
MOST_COMBINATIONS = 150  # of a file; where there are more, every pair of values is met
# Kernels are compiled without extensions, except that of doubles for lengths and numbers in doubles.
NONE = ["-Xclang", "-cl-ext=-all"]
FP64 = ["-Xclang", "-cl-ext=+cl_khr_fp64"]
COMMON = ["-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-Wall", "-Wundef", "-Werror"]
SYNTAX = {"syntax": ["-fsyntax-only", *NONE]}
TARGETS = {
    "AMD gfx90a": ["-target", "amdgcn-amd-amdhsa", "-mcpu=gfx90a", "-nogpulib", "-c"],
    "SPIR": ["-target", "spir64", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-c"],
}
# How many values at a time are combined in all ways, if not all combinations are compiled. A back end takes five times
# as long as `syntax`, which has checked the front end.
STRENGTHS = {} if LONG else {"syntax": 1, "AMD gfx90a": 0, "SPIR, OpenCL C 3.0": 1}
# Code by inline PTX, which no other target takes; NVIDIA's compiler knows the word asm in OpenCL C.
LANES = {"NVIDIA sm_80": ["-target", "nvptx64-nvidia-nvcl", "-march=sm_80", "-Xclang", "-target-feature", "-Xclang",
                          "+ptx72", "-Dasm=__asm__", "-Wno-pass-failed", "-S"]}
LANES_VALUES = {"TEAM_CODE": [2, 3], "SELECTION": [6, 0], "TEAM_SIZE": [32], "TEAM_ANTS": [1, 2],
                "CONSTRUCT_GROUP_SIZE": [32], "VOTE": [1], "GROUP_SIZE": [32], "TEAM_ITEMS": [32],
                "PIECE_SHORT": [0, 1], "ORIENT_ITEMS": [32],
                "QAP_GROUP_SIZE": [64]}

# Sub-groups are in the languages from 2.0 on; src/ocl/program.c has the defines that no contract names.
SUB_GROUPS = {
    "SPIR, OpenCL C 3.0": [*TARGETS["SPIR"], "-cl-std=CL3.0"],
    "AMD gfx90a, OpenCL C 2.0": [*TARGETS["AMD gfx90a"], "-cl-std=CL2.0", "-Wno-pass-failed"],
}
SUB_GROUP_VALUES = {**LANES_VALUES, "TEAM_CODE": [1], "SUB_GROUP_ASKED": [0, 32], "SUB_GROUP_BALLOT": [0, 1]}


def kernel_files(root):
    return sorted(glob.glob(os.path.join(root, "cl", "**", "*.cl"), recursive=True))


def contract_of(path):
    """Returns the comment at the beginning of a file, as text."""
    with open(path, encoding="ascii") as file:
        text = file.read()
    end = text.find("*/")
    return text[:end] if text.startswith("/*") and end > 0 else ""


def required_defines(contract):
    """Returns the names in the field Required: the words in capitals that begin its lines."""
    field = re.search(r"^ \* Required(.*?)^ \* (?:[A-Z][a-z])", contract, re.S | re.M)
    names = []
    for line in (field[1] if field else "").splitlines():
        opening = re.match(r"(?:\s\*)?\s+([A-Z][A-Z_0-9]+(?:,\s*[A-Z][A-Z_0-9]+)*)\s", line + " ")
        names += re.split(r",\s*", opening[1]) if opening else []
    return names


def check_contract(root, path):
    contract = contract_of(path)
    with open(path, encoding="ascii") as file:
        text = file.read()
    problems = [f"the contract has no line {field}" for field in FIELDS
                if not re.search(rf"^ \* {field}\s+\S", contract, re.M)]
    found = [field for field in re.findall(r"^ \* (NDRange|Required|Reads|Writes|Draws|Checked by|After)\b", contract,
                                           re.M)]
    if not problems and found != FIELDS:
        problems.append(f"the fields of the contract are in the order {', '.join(found)}")
    for kernel in re.findall(r"__kernel\s+void\s+(\w+)", text):
        if not re.search(rf"^(/| )\* {kernel} - \S", contract, re.M):
            problems.append(f"the contract does not say what {kernel} does")
    checked_by = re.search(r"^ \* Checked by\s+(\S+)", contract, re.M)
    if checked_by and not os.path.exists(os.path.join(root, checked_by[1])):
        problems.append(f"there is no {checked_by[1]}")
    launched = re.search(r"^ \* NDRange\s+(?:src/aco/)?([\w/]+\.c): (?:(\w+)\(\))?", contract, re.M)
    room = os.path.relpath(path, os.path.join(root, "cl")).split(os.sep)[0]
    launcher = launched and os.path.join(root, "src", room, launched[1])
    if launcher and not os.path.exists(launcher):
        problems.append(f"there is no {os.path.relpath(launcher, root)}")
    elif launcher and launched[2] and launched[2] + "(" not in open(launcher, encoding="utf-8").read():
        problems.append(f"there is no {launched[2]}() in {os.path.relpath(launcher, root)}")
    problems += [f"{name} is required, and kernels.py has no values for it"
                 for name in required_defines(contract) if name not in VALUES]
    return [f"{path}:1: {problem}" for problem in problems]


def every(strength, combined):
    """Yields so few of `combined` that every `strength` values which occur together in one of them are covered."""
    strength = min(strength, len(combined[0]))
    parts = {values: set(itertools.combinations(enumerate(values), strength)) for values in combined}
    missing = set().union(*parts.values())
    while missing:
        best = max(combined, key=lambda values: len(parts[values] & missing))
        missing -= parts[best]
        yield best


def go_together(defines):
    """Returns whether the defines are consistent: a computed distance has an arithmetic, GREAT_CIRCLE not that of
    integers, and other distances have none."""
    metric, lengths = defines.get("METRIC", 0), defines.get("LENGTHS", 0)
    return (metric > 0) == (lengths > 0) and (metric, lengths) != (10, 2)


def combinations(path, way, ways):
    names = required_defines(contract_of(path))
    never = NEVER.get(os.path.basename(path), lambda defines: False)
    lanes = ways is LANES or ways is SUB_GROUPS
    if (ways is LANES and not {"TEAM_CODE", "VOTE"} & set(names)) or (ways is SUB_GROUPS and "TEAM_CODE" not in names):
        return
    names += ["SUB_GROUP_ASKED", "SUB_GROUP_BALLOT"] if ways is SUB_GROUPS else []
    possible = {**VALUES, **(LANES_VALUES if ways is LANES else SUB_GROUP_VALUES if ways is SUB_GROUPS else {})}
    if way.startswith("AMD"):  # whose GPUs have no cl_khr_subgroup_ballot
        possible["SUB_GROUP_BALLOT"] = [0]
    combined = [values for values in itertools.product(*(possible[name] for name in names))
                if not never(dict(zip(names, values))) and go_together(dict(zip(names, values)))]
    are_all = len(combined) <= MOST_COMBINATIONS and not lanes and way not in STRENGTHS
    if ways is LANES and not LONG:  # a back end, which takes long
        code = names.index("TEAM_CODE" if "TEAM_CODE" in names else "VOTE")
        chosen = {values[code]: values for values in reversed(combined)}.values()
    else:
        chosen = combined if are_all else every(STRENGTHS.get(way, 2), combined)
    for values in chosen:
        defines = [f"-D{name}={value}" for name, value in zip(names, values)]
        yield defines + (FP64 if any(define in ("-DLENGTHS=1", "-DPRECISION=64") for define in defines) else [])


def flatten(root, path, folder):
    """Returns the file as a driver gets it."""
    flat = os.path.join(folder, os.path.relpath(path, os.path.join(root, "cl")).replace(os.sep, "_"))
    with open(flat, "w", encoding="ascii") as out:
        out.write(embed.flattened(path, os.path.join(root, "cl"))[0])
    return flat


def compile_one(job):
    clang, options, flat, defines = job
    output = [] if "-fsyntax-only" in options else ["-o", os.devnull]
    run = subprocess.run([clang, *COMMON, *options, *defines, flat, *output], capture_output=True, text=True,
                         check=False)
    said = run.stderr.strip()
    return f"{os.path.basename(flat)} {' '.join(defines)} {' '.join(options)}:\n{said}" \
        if run.returncode != 0 or said else None


def compile_all(root, clang, ways):
    with tempfile.TemporaryDirectory() as folder:
        jobs = [(clang, options, flat, defines)
                for path in kernel_files(root) for flat in [flatten(root, path, folder)]
                for way, options in ways.items() for defines in combinations(path, way, ways)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            problems = [problem for problem in pool.map(compile_one, jobs) if problem]
    print("\n".join(problems + [f"{len(jobs)} compilations ({', '.join(ways)}), {len(problems)} with complaints"]))
    return 1 if problems or not jobs else 0


def main():
    mode, root = sys.argv[1], os.path.abspath(sys.argv[2])
    if mode == "contract":
        problems = [problem for path in kernel_files(root) for problem in check_contract(root, path)]
        print("\n".join(problems + [f"{len(kernel_files(root))} kernel files, {len(problems)} problems"]))
        return 1 if problems or not kernel_files(root) else 0
    clang = sys.argv[3] if len(sys.argv) > 3 else ""
    if not clang:
        print("skipped: there is no clang")
        return SKIPPED
    if mode == "targets" and not LONG:
        del TARGETS["SPIR"]  # `sub-groups` has this front end, too
        TARGETS["AMD gfx90a"] += ["-emit-llvm", "-Xclang", "-disable-llvm-passes"]  # without the back end
    if mode == "sub-groups" and not LONG:
        del SUB_GROUPS["AMD gfx90a, OpenCL C 2.0"]  # `targets` has this back end, too
    return compile_all(root, clang, {"syntax": SYNTAX, "targets": TARGETS, "lanes": LANES, "sub-groups": SUB_GROUPS}[mode])


if __name__ == "__main__":
    sys.exit(main())
