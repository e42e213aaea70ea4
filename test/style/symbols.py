#!/usr/bin/env python3
"""The shared library exports the declarations of the public headers, and nothing else.

usage: symbols.py NM LIBRARY FOLDER
"""
import pathlib
import re
import subprocess
import sys


def main():
    nm, library, folder = sys.argv[1:4]
    if not nm:
        print("skipped: there is no nm")
        return 77
    texts = "".join(path.read_text(encoding="utf-8") for path in pathlib.Path(folder).glob("*.h"))
    declared = set(re.findall(r"^SWARM_API[^;(]*?\b(swarm_\w+)\(", texts, re.M))
    output = subprocess.run([nm, "-D", "--defined-only", library], stdout=subprocess.PIPE, text=True, check=True).stdout
    shown = {line.split()[-1].split("@")[0] for line in output.splitlines() if line.strip()}
    problems = [f"{name} is shown and not declared" for name in sorted(shown - declared)]
    problems += [f"{name} is declared and not shown" for name in sorted(declared - shown)]
    print("\n".join(problems + [f"{len(shown)} symbols, {len(problems)} problems"]))
    return 1 if problems or not shown else 0


if __name__ == "__main__":
    sys.exit(main())
