#!/usr/bin/env python3
"""The Python of docs/python*.md prints what the pages show, and the table of other packages runs.

Blocks of Python share their variables; a block that imports a missing package is omitted. In the table our code must
run and be no longer than theirs; theirs runs if its package is installed. Without a device OpenCL C raises a
DeviceError.
"""
import doctest
import importlib.util
import os
import re
import sys

import support
import swarmcl


def missing(code):
    """The first package that the block imports and that is not installed."""
    names = re.findall(r"^(?:>>> )?(?:from|import) (\w+)", code, re.M)
    return next((name for name in names if importlib.util.find_spec(name) is None), None)


def check_needs_device(block):
    try:
        exec("\n".join(line[4:] for line in block.splitlines() if line.startswith(">>> ")), {"swarmcl": swarmcl})
    except swarmcl.DeviceError:
        return
    raise AssertionError("OpenCL C was evaluated without a device")


def run_blocks(page, text, names):
    """Runs all blocks, which share their variables, and returns the failures."""
    runner = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF)
    for block in re.finditer(r"^```python\n(.*?)^```$", text, re.M | re.S):
        line = text.count("\n", 0, block.start(1))
        if missing(block[1]):
            print(f"line {line + 1}: left out, there is no {missing(block[1])}")
            continue
        if "real objective(" in block[1] and not swarmcl.devices():
            check_needs_device(block[1])
            continue
        test = doctest.DocTestParser().get_doctest(block[1], names, page, page, line)
        test.globs = names
        runner.run(test, clear_globs=False)
    print(f"{runner.tries} examples, {runner.failures} failures")
    return runner.failures


def code_of(cell):
    return [line.strip().strip("`") for line in cell.split("<br>")]


def run_table(text, names):
    """Runs the rows `package: task | theirs | ours`, and returns the failures."""
    rows = re.findall(r"^\| ([\w-]+): .* \| (`.*`) \| (`.*`) \|$", text, re.M)
    failures = [] if rows else ["no rows"]
    for package, *cells in rows:
        theirs, ours = map(code_of, cells)
        if len(ours) > len(theirs):
            failures.append(f"{package}: {len(ours)} lines of ours, {len(theirs)} of theirs")
        absent = missing("\n".join(theirs))
        if absent:
            print(f"{package}: only ours, there is no {absent}")
        if absent == "networkx":  # neither is there its graph
            continue
        for code in [ours] if absent else [theirs, ours]:
            try:
                exec("\n".join(code), dict(names))
            except Exception as error:
                failures.append(f"{package}: {code}: {error!r}")
    print("\n".join([*failures, f"{len(rows)} rows, {len(failures)} failures"]))
    return len(failures)


def main():
    os.chdir(support.ROOT)
    failures = 0
    for page in ("python.md", "python-recipes.md"):
        with open(os.path.join("docs", page), encoding="utf-8") as file:
            text = file.read()
        names = {}
        failures += run_blocks(page, text, names)
    return 1 if failures + run_table(text, names) else 0


if __name__ == "__main__":
    sys.exit(main())
