#!/usr/bin/env python3
"""Registers, local memory and occupancy of every kernel on AMD GPUs, from assembly that clang makes without a GPU.

usage: registers.py [--clang CLANG] [--only WORD] [--page FILE | --check FILE]

Compiles every kernel file as the program builds it for a GPU of ROCm (groups of 256 work-items at most, sub-groups of 64
or 32) for gfx90a and gfx1100, with libclc for the built-in functions and amd.cl for those of sub-groups, and reads the
assembly. --only: kernels whose names hold WORD. --page: writes the table between the marks of that page. --check: the
page has a line for each kernel, and where it names the same clang the same numbers.

Waves on a SIMD at once, all of whose formulas are AMD's (instruction set manuals of MI200 and RDNA 3):
  gfx90a   waves of 64, 4 SIMDs a compute unit, at most 8 waves a SIMD; 512 vector registers a lane in blocks of 8, of
           both kinds together; 800 scalar registers in blocks of 16; 64 KiB of local memory a compute unit
  gfx1100  waves of 32, 4 SIMDs a work-group processor, at most 16 waves a SIMD; 1536 vector registers a lane in blocks
           of 24; 128 KiB of local memory a work-group processor
A kernel that is given local memory has as much of it as for 2,392 nodes.

Exit code 1: a kernel does not compile, or has scratch memory that MEMORY below does not name, or the page is another;
77: there is no clang of these targets, or no libclc.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "style"))
import kernels as kernel_files  # noqa: E402

SKIPPED = 77
NODES = 2392
MARKS = "<!-- made by bench/registers/registers.py -->", "<!-- end -->"
LIBCLC = "/usr/lib/clc/amdgcn--amdhsa.bc"
CLANGS = ["clang", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15"]

# For a compute unit or work-group processor: (wave, most waves per SIMD, vector registers, their block, scalar
# registers, local memory). 0 scalar registers: each wave has all that it can address.
TARGETS = {"gfx90a": (64, 8, 512, 8, 800, 65536), "gfx1100": (32, 16, 1536, 24, 0, 131072)}
SIMDS = 4

# What src/aco/choose.c, src/mosaic/device.c and src/pso choose for such a GPU, points of EUC_2D; other defines have the
# first value of kernels.py.
USUAL = {
    "METRIC": 1, "LENGTHS": 1, "SELECTION": 0, "SYMMETRIC": 1, "JOINT": 0, "PARTNERS": 0, "ALPHA_WHOLE": 1, "BETA_WHOLE": 2,
    "CONSTRUCT_GROUP_SIZE": 64, "TEAM_SIZE": 32, "TEAM_ANTS": 1, "TEAM_CODE": 1, "TEAM_SEGMENT": 8, "TEAM_PRIVATE": 0,
    "TEAM_TOGETHER": 0, "TEAM_SERIAL": 0, "TRIAL_LIMIT": 8, "LISTS": 1, "LAID_SHARES": 0, "DEPOSITORS": 1, "RESTART": 1, "LIMITS": 1, "DEPOSITED_ONLY": 0, "SEARCHED": 1,
    "CANDIDATES": 32, "LIST_STRIDE": 32, "LIST_LINKS": 1, "EXPLOITS": 0, "VISITED_GLOBAL": 0,
    "EVALUATE_GROUP_SIZE": 128, "ROW_GROUP_SIZE": 256, "REDUCE_GROUP_SIZE": 256, "SEARCH_TWO_OPT": 1,
    "SEARCH_OR_OPT": 1, "SEARCH_THREE_OPT": 1, "SEARCH_LOCAL": 1, "SEARCH_GROUP_SIZE": 1, "PRECISION": 64, "LANES": 1,
    "DIMENSIONS": 3, "TOPOLOGY": 0, "BOUNDARY": 0, "VARIANT": 0, "GROUP_SIZE": 256, "REGISTERS": 1, "ITEMS": 1,
    "UNIFORM_BRANCHES": 1, "VOTE": 0, "KEEP_BLOCKS": 0, "BEST": 2, "ARRAY_GROUP_SIZE": 64, "TEAM_ITEMS": 32,
    "PIECE_SHORT": 1,
}
BARRIERS = {"TEAM_CODE": 0}
WHOLE_TEAM = {"TEAM_CODE": 0, "TEAM_SIZE": 128, "TEAM_SEGMENT": 16}
# Files that are built in several ways: (words, defines that differ). The first is what a user gets by default.
WAYS = {
    "construct_team.cl": [("work-group", WHOLE_TEAM), ("work-group, race", {**WHOLE_TEAM, "SELECTION": 1}),
                          ("lanes, sub-groups", {}), ("lanes, barriers", BARRIERS)],
    "construct_list_lanes.cl": [("sub-groups", {}), ("barriers", BARRIERS)],
    "construct_list_together.cl": [("sub-groups", {"TEAM_ANTS": 8}), ("barriers", {"TEAM_ANTS": 8, **BARRIERS})],
    "construct_list_workitem.cl": [("", {"TEAM_ANTS": 4})],
    "search_team.cl": [("sub-groups", {}), ("sub-groups, global memory", {"SEARCH_LOCAL": 0}), ("barriers", BARRIERS)],
    "improve_pieces.cl": [("sub-groups", {}), ("sub-groups, long", {"PIECE_SHORT": 0}), ("barriers", BARRIERS)],
    "persist.cl": [("persistent", {"BEST": 5}), ("asynchronous", {"BEST": 6, "GROUP_SIZE": 32})],
}
# Bytes of local memory that the host gives a kernel: visited bits, or tour, positions and queue of a search.
BITS = 4 * ((NODES + 31) // 32)
GIVEN = {
    "aco_construct_workitem": 64 * BITS, "aco_construct_team": BITS, "aco_construct_list_lanes": BITS,
    "aco_search_team": 12 * ((NODES + 1) // 2) + BITS,
}
# Kernels only for CPUs.
ELSEWHERE = ["construct_list_workitem.cl"]
# Scratch memory in bytes of these kernels. mosaic_improve_array has its moves in arrays; GPUs run it only on request.
# clang 15 leaves half of gfx1100's registers unused and puts some variables into memory; clang 19 puts none there.
MEMORY = {"mosaic_improve_array": 1600, "aco_construct_workitem": 24, "aco_search_team": 80, "mosaic_improve_pieces": 16}


def defines_of(path, changed, wave):
    names = kernel_files.required_defines(kernel_files.contract_of(path))
    values = {name: {**USUAL, **changed}.get(name, kernel_files.VALUES[name][0]) for name in names}
    if "ARRAY_GROUP_SIZE" in values:
        values["ARRAY_GROUP_SIZE"] = wave
    if values.get("TEAM_CODE") == 1:
        values.update({"SUB_GROUP_ASKED": 0, "SUB_GROUP_BALLOT": 0})
    return [f"-D{name}={value}" for name, value in values.items()]


def given(name, changed):
    return 0 if changed.get("SEARCH_LOCAL") == 0 else GIVEN.get(name, 0)


def waves(target, vector, scalar, local, group):
    wave, most, vectors, block, scalars, memory = TARGETS[target]
    count = min(most, vectors // (-(-max(vector, 1) // block) * block))
    if scalars:
        count = min(count, scalars // (-(-max(scalar, 1) // 16) * 16))
    if local > 0:
        count = min(count, memory // local * -(-group // wave) / SIMDS)
    return count


def number(text, key):
    found = re.search(rf"\.{key}: +(\d+)", text)
    return int(found[1]) if found else 0


def read(assembly, target, given):
    """Yields (kernel, vector, scalar, scratch, local, waves) of each kernel, from the metadata that the driver
    reads."""
    metadata = assembly[assembly.index("amdhsa.kernels:"):assembly.index("amdhsa.target:")]
    for text in re.split(r"^  - ", metadata, flags=re.M)[1:]:
        name = re.search(r"\.symbol: +'?(\w+)\.kd", text)[1]
        group = number(text, "max_flat_workgroup_size")
        local = number(text, "group_segment_fixed_size") + given(name)
        vector, scalar = number(text, "vgpr_count"), number(text, "sgpr_count")
        yield (name, vector, scalar, number(text, "private_segment_fixed_size"), local,
               waves(target, vector, scalar, local, group))


def compile_one(job):
    clang, target, path, words, changed, folder = job
    flat = os.path.join(folder, f"{os.path.basename(path)}-{target}-{re.sub(r'[^a-z]+', '-', words)}.cl")
    text = subprocess.run([sys.executable, os.path.join(ROOT, "cl", "embed.py"), "flat", path], capture_output=True,
                          text=True, check=True).stdout
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "amd.cl"), encoding="ascii") as file:
        stand_ins = file.read()
    with open(flat, "w", encoding="ascii") as file:
        file.write(stand_ins + text)
    defines = defines_of(path, changed, TARGETS[target][0])
    standard = "CL2.0" if "-DTEAM_CODE=1" in defines else "CL1.2"
    run = subprocess.run(
        [clang, "-x", "cl", f"-cl-std={standard}", "-Xclang", "-finclude-default-header", "-target",
         "amdgcn-amd-amdhsa", f"-mcpu={target}", "-nogpulib", "-Xclang", "-mlink-builtin-bitcode", "-Xclang", LIBCLC,
         "-O3", "-S", "-o", "-", *defines, flat],
        capture_output=True, text=True, check=False)
    if run.returncode != 0:
        return target, words, [], f"{os.path.relpath(path, ROOT)} {words} for {target}:\n{run.stderr.strip()}"
    called = "\n".join(f"{os.path.relpath(path, ROOT)} calls {name}" for name in
                       sorted(set(re.findall(r"s_add_u32 .*, (_Z\w+)@", run.stdout))))
    return target, words, list(read(run.stdout, target, lambda name: given(name, changed))), called


def find_clang(asked):
    """Returns the path of a clang that supports both targets."""
    for name in [asked] if asked else CLANGS:
        path = shutil.which(name)
        known = path and all(subprocess.run([path, "-target", "amdgcn-amd-amdhsa", f"-mcpu={target}", "-x", "c", "-S",
                                             "-nogpulib", "-o", os.devnull, os.devnull], capture_output=True,
                                            check=False).returncode == 0 for target in TARGETS)
        if known:
            return path
    return None


def table(rows):
    lines = ["| kernel | gfx90a: vector, scalar registers | scratch | local | waves of 8 | "
             "gfx1100: vector, scalar registers | scratch | local | waves of 16 |", "|" + " --- |" * 9]
    for (name, words), by_target in sorted(rows.items()):
        cells = [f"`{name}`" + (f" {words}" if words else "")]
        for target in TARGETS:
            vector, scalar, scratch, local, count = by_target[target]
            cells += [f"{vector}, {scalar}", str(scratch), str(local), f"{count:.3g}"]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def read_page(path):
    """The text before the table, the table, and the text after it."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    begin, end = text.index(MARKS[0]) + len(MARKS[0]), text.index(MARKS[1])
    return text[:begin], text[begin:end].strip().splitlines(), text[end:]


def write_page(path, lines):
    before, _, after = read_page(path)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([before, "", *lines, "", after]))


def check_page(path, lines):
    """Returns the faults of the page's table."""
    page = read_page(path)[1]
    if page[0] == lines[0]:
        return [f"{path} has not: {line}" for line in lines if line not in page]
    named = [line.split("|")[1] for line in page if line.startswith("| `")]
    made = [line.split("|")[1] for line in lines if line.startswith("| `")]
    return [f"{path}: {name.strip()} is in only one table" for name in set(named) ^ set(made)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clang")
    parser.add_argument("--only", default="")
    parser.add_argument("--page")
    parser.add_argument("--check")
    asked = parser.parse_args()
    clang = find_clang(asked.clang)
    if not clang or not os.path.exists(LIBCLC):
        print(f"skipped: there is no {'clang for ' + ' and '.join(TARGETS) if not clang else 'libclc: ' + LIBCLC}")
        return SKIPPED
    rows, problems = {}, []
    with tempfile.TemporaryDirectory() as folder:
        jobs = []
        for path in kernel_files.kernel_files(ROOT):
            with open(path, encoding="ascii") as file:
                if asked.only in file.read() and os.path.basename(path) not in ELSEWHERE:
                    jobs += [(clang, target, path, words, changed, folder) for target in TARGETS
                             for words, changed in WAYS.get(os.path.basename(path), [("", {})])]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for target, words, found, problem in pool.map(compile_one, jobs):
                problems += [problem] if problem else []
                for name, *numbers in found:
                    if asked.only in name:
                        rows.setdefault((name, words), {})[target] = numbers
    for (name, words), by_target in rows.items():
        problems += [f"{name} {words} on {target}: {numbers[2]} bytes of scratch" for target, numbers in
                     by_target.items() if numbers[2] > MEMORY.get(name, 0)]
    rows = {key: by_target for key, by_target in rows.items() if len(by_target) == len(TARGETS)}
    version = subprocess.run([clang, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    lines = [f"By {version}:", "", *table(rows)]
    problems += check_page(asked.check, lines) if asked.check else []
    print("\n".join([*problems, *lines, "", f"{len(rows)} kernels, {len(problems)} problems"]))
    if asked.page:
        write_page(asked.page, lines)
    return 1 if problems or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
