#!/usr/bin/env python3
"""corpus.py FOLDER - writes the malformed files of this folder's tables, and the tables, to FOLDER.

A table expected.tsv has a row for each file: its name, the status, a part of the message. The file is in the folder of
the table, or the row has two more columns: "-" and the lines of the file, or the name of a valid file in that folder
and the changes to it. Lines and changes are separated by " | ". A change is N=TEXT for another line N, N+TEXT for one
more line
before line N, N- for the deletion of line N; N is a line number, from 1, of the valid file.
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent


def changed(lines, changes):
    """The lines after the changes, which must be sorted by line number."""
    parts = {number: [line] for number, line in enumerate(lines, 1)} | {len(lines) + 1: []}
    for number, kind, text in (re.fullmatch(r"(\d+)([=+-])(.*)", change).groups() for change in changes):
        part = parts[int(number)]
        if kind == "+":
            part.insert(len(part) - (int(number) <= len(lines)), text)
        else:
            part[-1:] = [text] if kind == "=" else []
    return [line for number in sorted(parts) for line in parts[number]]


def write(target):
    """Returns the folders, each with its table, in the folder `target`."""
    folders = []
    for table in sorted(HERE.glob("*/expected.tsv")):
        folder = pathlib.Path(target, table.parent.name)
        folder.mkdir(parents=True, exist_ok=True)
        for path in table.parent.iterdir():
            (folder / path.name).write_bytes(path.read_bytes())
        rows = [line.split("\t") for line in table.read_text().splitlines()]
        (folder / table.name).write_text("".join("\t".join(row[:3]) + "\n" for row in rows))
        for name, _, _, base, text in (row for row in rows[1:] if len(row) == 5):
            lines = text.split(" | ")
            if base != "-":
                lines = changed((table.parent / base).read_text().splitlines(), lines)
            (folder / name).write_text("".join(line + "\n" for line in lines))
        folders.append(folder)
    return folders


if __name__ == "__main__":
    write(sys.argv[1])
