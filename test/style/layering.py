#!/usr/bin/env python3
"""Checks that every room of src/ includes only what lies below it.

usage: layering.py SOURCE_ROOT

base < tsp, ocl; ocl < run; tsp, run < aco, pso, mosaic < solver < api.c; tsp and ocl do not see each other, nor do
aco, pso and mosaic. cl/shared is open to all rooms but base and cli. The program in src/cli sees the public header and its own files. The OpenCL headers are
named in src/ocl alone.
"""
import os
import re
import sys

ROOMS = {  # room: the rooms it may include
    "base": set(),
    "tsp": {"base"},
    "ocl": {"base"},
    "run": {"base", "ocl"},
    "aco": {"base", "tsp", "ocl", "run"},
    "pso": {"base", "tsp", "ocl", "run"},
    "mosaic": {"base", "tsp", "ocl", "run"},
    "solver": {"base", "tsp", "ocl", "run", "aco", "pso", "mosaic"},
    "": {"base", "tsp", "ocl", "run", "aco", "pso", "mosaic", "solver"},  # files beside the rooms: api.c
    "cli": set(),
}
WITHOUT_SHARED = {"base", "cli"}
INCLUDE = re.compile(r'\s*#\s*include\s+([<"])([^">]+)[">]')
GENERATED = {"optima_rows.h": "tsp", "kernel_sources.c": "ocl"}


def room_of(name, folder, root):
    """The room that #include "name" leads to from a file in `folder`; None when there is no such file."""
    source = os.path.join(root, "src")
    for base in (folder, source):
        path = os.path.normpath(os.path.join(base, name))
        if os.path.isfile(path):
            return os.path.dirname(os.path.relpath(path, source)).split(os.sep)[0]
    if os.path.isfile(os.path.join(root, "cl", "shared", name)):
        return "shared"
    return GENERATED.get(name)


def problem_of(room, bracket, name, folder, root):
    if bracket == "<":
        if name.startswith("CL/") and room != "ocl":
            return f"<{name}> belongs to src/ocl"
        if name.startswith("swarmcl/") and room == "cli" and name != "swarmcl/swarmcl.h":
            return f"the program sees <swarmcl/swarmcl.h> alone, not <{name}>"
        return None
    other = room_of(name, folder, root)
    if other is None:
        return f'there is no file "{name}"'
    if other == "shared":
        return f"src/{room} may not include cl/shared/{name}" if room in WITHOUT_SHARED else None
    if other != room and other not in ROOMS[room]:
        return f'src/{room or "api.c"} may not include src/{other}: "{name}"'
    return None


def check(path, room, root):
    problems = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            match = INCLUDE.match(line)
            problem = match and problem_of(room, match[1], match[2], os.path.dirname(path), root)
            if problem:
                problems.append(f"{os.path.relpath(path, root)}:{number}: {problem}")
    return problems


def main():
    root = os.path.abspath(sys.argv[1])
    source = os.path.join(root, "src")
    problems, files = [], 0
    for folder, _, names in os.walk(source):
        room = os.path.relpath(folder, source).split(os.sep)[0]
        room = "" if room == "." else room
        for name in sorted(names):
            path = os.path.join(folder, name)
            if not name.endswith((".c", ".h")):
                continue
            files += 1
            if room not in ROOMS:
                problems.append(f"{os.path.relpath(path, root)}:1: src/{room} has no place in the order of rooms")
            else:
                problems += check(path, room, root)
    print("\n".join(problems + [f"{files} files, {len(problems)} includes that cross the layers"]))
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main())
