#!/usr/bin/env python3
"""Every example in Python runs, and its picture is the one that docs/python-recipes.md shows.

To make a picture anew, run its example in docs/python.
"""
import pathlib
import subprocess
import sys
import tempfile

import support

SMALLER = {"labels.py": ("COUNT, NODES = 10_000, 50", "COUNT, NODES = 12, 50")}


def check_labels(folder):
    """Each line has 50 points and a closed tour through them."""
    lines = (folder / "labels.txt").read_text().splitlines()
    assert len(lines) == 12, len(lines)
    for line in lines:
        points, tour = (part.split() for part in line.split(" output "))
        assert len(points) == 100 and all(0 <= float(number) < 1 for number in points), line
        assert tour[0] == tour[-1] and sorted(map(int, tour[1:])) == list(range(1, 51)), line


def main():
    root = pathlib.Path(support.ROOT)
    examples = sorted((root / "examples").glob("*.py"))
    assert examples
    for example in examples:
        text = example.read_text(encoding="utf-8")
        large, small = SMALLER.get(example.name, ("", ""))
        assert large in text, f"{example.name} has no {large}"
        assert "\n# %% " in text, example.name
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            subprocess.run([sys.executable, "-c", text.replace(large, small, 1)], cwd=folder, check=True)
            if example.name == "labels.py":
                check_labels(folder)
            picture = example.with_suffix(".svg").name
            made, shown = folder / picture, root / "docs" / "python" / picture
            assert made.read_text() == shown.read_text(), f"{shown} is not the picture of {example.name}"


if __name__ == "__main__":
    main()
