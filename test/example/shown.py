#!/usr/bin/env python3
"""The README shows the example as it is compiled: a block ```c that begins with its first line and holds it all.

usage: shown.py README EXAMPLE
"""
import re
import sys


def main(readme_path, example_path):
    with open(readme_path, encoding="utf-8") as file:
        readme = file.read()
    with open(example_path, encoding="utf-8") as file:
        example = file.read()
    first = example.splitlines()[0]
    blocks = re.findall(r"^```c\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    shown = [block for block in blocks if block.splitlines()[:1] == [first]]
    if len(shown) != 1:
        sys.exit(f"{readme_path}: found {len(shown)} blocks of C that begin with '{first}', expected one")
    for number, (ours, theirs) in enumerate(zip(example.splitlines(), shown[0].splitlines()), 1):
        if ours != theirs:
            sys.exit(f"{readme_path}: line {number} of the example is\n{theirs}\nexpected\n{ours}")
    if shown[0] != example:
        sys.exit(f"{readme_path}: the example has {len(shown[0].splitlines())} lines, "
                 f"expected {len(example.splitlines())}")


if __name__ == "__main__":
    main(*sys.argv[1:])
