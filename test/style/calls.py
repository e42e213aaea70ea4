#!/usr/bin/env python3
"""How many functions a function reaches by direct calls: calls.py ROOT FUNCTION [--list].

Reads src/**/*.c and *.h as clang-format formats them: a definition's "{" and "}" are the only text in column 0. A call is
a defined name before "(" that no "." or "->" precedes. A function in an array of the body, such as a table of stages,
counts as called; other function pointers do not.
"""
import pathlib
import re
import sys

from functions import FUNCTION

CALL = re.compile(r"(?<![\w.])(?<!->)(\w+)\(")
TABLE = re.compile(r"\[\w*\] = \{([\w\s,]*)\};")


def definitions(root):
    """Returns the functions of all files: (file, name) -> whether other files see the function, and the text of its
    body."""
    found = {}
    for path in sorted([*root.glob("src/**/*.c"), *root.glob("src/**/*.h")]):
        text = re.sub(r'/\*.*?\*/|"(\\.|[^"\\])*"', " ", path.read_text(), flags=re.DOTALL)
        for match in FUNCTION.finditer(text):
            found[path, match[2]] = path.suffix == ".h" or not match[1].startswith("static"), match[4]
    return found


def reached(root, start):
    """Returns the functions that `start` reaches, itself included, as (file, name)."""
    functions = definitions(root)
    files_of = {}
    for (path, name), (is_shared, _) in functions.items():
        if is_shared:
            files_of.setdefault(name, []).append(path)
    first = [(path, start) for path in files_of.get(start, [])]
    done, left = set(first), list(first)
    while left:
        path, name = left.pop()
        body = functions[path, name][1]
        for call in CALL.findall(body) + re.findall(r"\w+", " ".join(TABLE.findall(body))):
            files = [path] if (path, call) in functions else files_of.get(call, [])
            for found in ((file, call) for file in files):
                if found not in done:
                    done.add(found)
                    left.append(found)
    return done


if __name__ == "__main__":
    functions = reached(pathlib.Path(sys.argv[1]), sys.argv[2])
    if "--list" in sys.argv:
        print(*(f"{path}: {name}" for path, name in sorted(functions)), sep="\n")
    print(f"{len(functions)} functions reached")
