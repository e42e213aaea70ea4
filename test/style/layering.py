#!/usr/bin/env python3
"""Checks that every room of src/ includes only the rooms that ARCHITECTURE.md names for it, and that within a room no
module includes itself, directly or by other modules. A module is a .c file, the .h file of its name, and the header
that it shares with parts of its own, NAME_part.h. A .c file without a header of its name opens with a comment. A room
has at most the lines that the table allows. The name of the newest problem, the last OWNER of src/options/table.h, occurs
only in the files that CONTRIBUTING.md lists for a new problem, so that a new one changes no others.

usage: layering.py SOURCE_ROOT

A room may include the files of cl/shared, of its own folder of cl and of those of the rooms that it may include; base,
options, search, islands, run and cli include none. Only src/ocl names the OpenCL headers. Outside of
src/cli, which is a process of its own, no function is called whose result depends on the locale of the process.
"""
import os
import pathlib
import re
import sys

WITHOUT_SHARED = {"base", "options", "search", "islands", "run", "cli"}
ROOM = re.compile(r"\| `([\w/.]+)` \| ([^|]*) \| ([\d,]+) \|")  # a line of the table: room, includes, lines at most
INCLUDE = re.compile(r'\s*#\s*include\s+([<"])([^">]+)[">]')
LOCAL = re.compile(r'\bv?s?n?f?printf\([^"]*"[^"]*%[-+ #0-9.*]*l?[aefg]|'
                   r"\b(strn?casecmp|strcoll|strerror|is(alnum|alpha|print|space|lower|upper)|to(lower|upper)|strtof)\(",
                   re.I)
GENERATED = {"best_rows.h": "base", "check_rows.h": "cli", "kernel_sources.c": "ocl", "map_page.h": "cli"}


def table_of(root):
    """Returns (room, includes, lines at most) of each line of the table of rooms."""
    with open(os.path.join(root, "ARCHITECTURE.md"), encoding="utf-8") as file:
        return [(found[1], found[2], int(found[3].replace(",", ""))) for found in map(ROOM.match, file) if found]


def rooms_of(table):
    """Returns {room of src: the rooms above it that it may include}; "" is for files of src itself."""
    rooms = {}
    for path, includes, _ in table:
        if path.startswith("src/"):
            above = set(rooms)
            room = "" if path.endswith(".c") else path.removeprefix("src/")
            rooms[room] = above if includes == "all above" else above & set(includes.split(", "))
    return rooms


def file_of(name, folder, root):
    """Returns the file of src/ that #include "name" in a file of `folder` names; None if there is no such file."""
    for base in (folder, os.path.join(root, "src"), root):
        path = os.path.normpath(os.path.join(base, name))
        if os.path.isfile(path):
            return path
    return None


def room_of(name, folder, root):
    """Returns the room that #include "name" in a file of `folder` names; None if there is no such file."""
    path = file_of(name, folder, root)
    if path:
        top, *folders = os.path.relpath(path, root).split(os.sep)[:-1]
        return "/".join(["cl", *folders[:1]]) if top == "cl" else "".join(folders[:1])
    return GENERATED.get(name)


def problem_of(room, bracket, name, folder, root, rooms):
    if bracket == "<":
        if name.startswith("CL/") and room != "ocl":
            return f"<{name}> belongs to src/ocl"
        if name.startswith("swarmcl/") and room == "cli" and name != "swarmcl/swarmcl.h":
            return f"the program sees <swarmcl/swarmcl.h> alone, not <{name}>"
        return None
    other = room_of(name, folder, root)
    if other is None:
        return f'there is no file "{name}"'
    if other.startswith("cl/"):
        owner = other[len("cl/"):]
        is_open = room not in WITHOUT_SHARED and owner in {"shared", room} | rooms[room]
        return None if is_open else f"src/{room} may not include {name}"
    if other != room and other not in rooms[room]:
        return f'src/{room or "api.c"} may not include src/{other}: "{name}"'
    return None


def check(path, room, root, rooms):
    problems = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            match = INCLUDE.match(line)
            problem = match and problem_of(room, match[1], match[2], os.path.dirname(path), root, rooms)
            if room != "cli" and LOCAL.search(line):
                problem = "depends on the locale: base/text.h has functions that do not"
            if problem:
                problems.append(f"{os.path.relpath(path, root)}:{number}: {problem}")
    return problems


def unopened(path):
    """Returns the error of a .c file that has neither a header of its own nor an opening sentence."""
    with open(path, encoding="utf-8") as file:
        opens = file.read(2) == "/*"
    return [] if path.endswith(".h") or opens or os.path.exists(path[:-1] + "h") \
        else [f"{path}:1: found no header of its name, expected a comment that says what the file holds"]


def modules_of(path, root):
    """Returns the module of a file, and the modules of its room that it includes."""
    source = os.path.join(root, "src")
    with open(path, encoding="utf-8") as file:
        names = [match[2] for match in map(INCLUDE.match, file) if match and match[1] == '"']
    files = [path, *filter(None, (file_of(name, os.path.dirname(path), root) for name in names))]
    module, *others = (re.sub(r"(_part)?\.[ch]$", "", os.path.relpath(file, source).replace(os.sep, "/"))
                       for file in files)
    return module, {other for other in others if other != module and other.split("/")[0] == module.split("/")[0]}


def circles(edges):
    """Returns the modules that are on a cycle of `edges`."""
    def reached(begin):
        seen, left = set(), list(edges[begin])
        while left:
            module = left.pop()
            if module not in seen:
                seen.add(module)
                left += edges.get(module, ())
        return seen
    return {module for module in edges if module in reached(module)}


def over_budget(root, table):
    """Returns the errors of rooms with more lines than the table allows, and of folders of src/ and cl/ without a
    row."""
    problems = []
    for room, _, most in table:
        path = pathlib.Path(root, room)
        files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()
                                               and file.parent.name != "__pycache__"]
        lines = sum(file.read_bytes().count(b"\n") for file in files)
        if not files or lines > most:
            problems.append(f"{room}: found {lines} lines, expected at most {most} (ARCHITECTURE.md)")
    folders = {f"{top}/{path.name}" for top in ("src", "cl") for path in pathlib.Path(root, top).iterdir()
               if path.is_dir() and path.name != "__pycache__"}
    missing = folders - {room for room, *_ in table}
    return problems + [f"{room}: found no budget in ARCHITECTURE.md" for room in sorted(missing)]


def strangers(root):
    """Returns a line for each file that names the newest problem, but is not its own and not listed in CONTRIBUTING.md."""
    base = pathlib.Path(root)
    name = re.findall(r"OWNER\((\w+)\)", (base / "src/options/table.h").read_text(encoding="utf-8"))[-1].lower()
    section = (base / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("**A problem** ")[2]
    listed = re.findall(r"^\d\. `([^`]+)`", section.partition("\n\n")[0], re.M)
    return [f"{path.relative_to(base)}: names the problem {name}; CONTRIBUTING.md does not list the file"
            for top in ("src", "cl") for path in sorted((base / top).rglob("*.*"))
            if name not in path.parts and path.stem != name and str(path.relative_to(base)) not in listed
            and re.search(rf"(\b|_){name}(\b|_)", path.read_text(encoding="utf-8"))]


def main():
    root = os.path.abspath(sys.argv[1])
    source = os.path.join(root, "src")
    table = table_of(root)
    problems, files, edges, rooms = [], 0, {}, rooms_of(table)
    for folder, _, names in os.walk(source):
        room = os.path.relpath(folder, source).split(os.sep)[0]
        room = "" if room == "." else room
        for name in sorted(names):
            path = os.path.join(folder, name)
            if not name.endswith((".c", ".h")):
                continue
            files += 1
            if room not in rooms:
                problems.append(f"{os.path.relpath(path, root)}:1: src/{room} has no place in the order of rooms")
            else:
                problems += check(path, room, root, rooms) + unopened(path)
                module, others = modules_of(path, root)
                edges.setdefault(module, set()).update(others)
    problems += [f"src/{module}: includes itself by way of others" for module in sorted(circles(edges))]
    problems += over_budget(root, table) + strangers(root)
    print("\n".join(problems + [f"{files} files, {len(edges)} modules, {len(problems)} problems"]))
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main())
