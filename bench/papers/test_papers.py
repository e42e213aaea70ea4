#!/usr/bin/env python3
"""papers.py --quick makes every table on the default device, with the published figures next to ours.

usage: test_papers.py PROGRAM HELPERS
"""
import json
import os
import sys
import tempfile
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))

import quick  # noqa: E402

# Figures read in the papers, not copied from the modules: the table, and a number that it must show.
PUBLISHED = [
    ("cecilia-figure-6", 67), ("cecilia-figure-6", 90), ("cecilia-table-3", 5092.27), ("cecilia-table-3", 10037.10),
    ("cecilia-table-4", 0.18), ("cecilia-table-4", 1313744.4), ("cecilia-figure-7", 21.71), ("cecilia-figure-7", 2.36),
    ("cecilia-figure-8", 20), ("uchida-table-1", 124208.59), ("uchida-table-1", 86.43), ("uchida-table-2", 5.840),
    ("uchida-table-1", 28.39), ("uchida-table-2", 65.83), ("uchida-table-3", 22.11), ("uchida-table-3", 8.32),
    ("cecilia-table-4", 865), ("cecilia-table-4", 70745),
    ("uchida-table-3", 208478.18), ("uchida-table-4", 1.284), ("uchida-table-5", 23.6), ("uchida-table-5", 22.1),
    ("uchida-figure-11", 30), ("uchida-figure-12", 86.43),
    ("belotti-table", 84.595), ("belotti-table", 30.867310), ("belotti-table", 8.743),
]
# How many numbers of the papers and of today's CUDA programs each table has.
COUNTS = {**dict.fromkeys(["angelo-kernels", "angelo-speed-up", "angelo-shares", "angelo-groups", "angelo-fill",
                           "angelo-deposit", "angelo-metrics", "angelo-memory"], 0),
          "delevacq-speed-up": 0,
          "cecilia-figure-6": 6, "cecilia-powers": 0, "cecilia-table-3": 34, "cecilia-table-4": 54, "cecilia-figure-7": 9,
          "cecilia-figure-8": 10, "cecilia-figure-9": 0, "uchida-table-1": 108, "uchida-table-2": 24,
          "uchida-table-3": 24, "uchida-table-4": 16, "uchida-table-5": 4,
          "uchida-figure-11": 4, "uchida-trials": 0, "uchida-figure-12": 8, "belotti-table": 30}
PATIENCE = ["--seconds", "3600", "--cell-seconds", "3600"]  # a busy machine takes long


def run(program, helpers, folder):
    paths = {kind: os.path.join(folder, kind) for kind in ("json", "markdown", "svg")}
    document = quick.record_of(paths["json"], os.path.join(HERE, "papers.py"), "all", "--quick", "--program", program,
                               *PATIENCE, "--helpers", helpers, "--markdown", paths["markdown"], "--svg",
                               paths["svg"], "--json")
    with open(paths["markdown"], encoding="utf-8") as file:
        markdown = file.read()
    return document, markdown, paths["svg"]


def check_document(document):
    problems = [f"no key {key}" for key in ("version", "device", "host", "seconds", "tables") if key not in document]
    found = {one["name"]: one for one in document["tables"]}
    problems += [f"no table {name}" for name in COUNTS if name not in found]
    for name, number in PUBLISHED:
        shown = [cell.get("value") for row in found[name]["rows"] if row["kind"] in ("published", "cuda")
                 for cell in row["cells"]]
        if number not in shown:
            problems.append(f"{name}: {number} of the paper is not there")
    for name, one in found.items():
        count = sum(cell.get("value") is not None for row in one["rows"] if row["kind"] in ("published", "cuda")
                    for cell in row["cells"])
        if count != COUNTS[name]:
            problems.append(f"{name}: {count} published figures instead of {COUNTS[name]}")
        problems += check_rows(name, one)
    return problems


def check_rows(name, one):
    """Every row of ours has a figure for the shipped instance."""
    problems = []
    for row in one["rows"]:
        if row["kind"] != "measured" or (name == "uchida-figure-12" and row["label"] != "d198") or (
                name == "uchida-trials" and "d198" not in row["label"]):
            continue
        numbers = [cell.get("value") for cell in row["cells"] if cell.get("value") is not None]
        if not numbers or min(numbers) < 0:
            reason = next((cell["na"] for cell in row["cells"] if "na" in cell), "no numbers")
            problems.append(f"{name}: {row['label']}: {reason}")
    return problems


def check_texts(document, markdown, folder):
    problems = [f"{one['name']}: not in the Markdown" for one in document["tables"] if one["title"] not in markdown]
    for one in document["tables"]:
        for chart in one["charts"]:
            path = os.path.join(folder, chart["name"] + ".svg")
            root = xml.etree.ElementTree.parse(path).getroot()
            texts = ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]
            missing = [word for word in [chart["title"]] + [s["label"] for s in chart["series"]] if word not in texts]
            problems += [f"{chart['name']}.svg: no text {word!r}" for word in missing]
    return problems


EMPTIED = ("uchida-table-2", "by-row", "d198")


def emptied(document):
    """Returns the document without one of its figures."""
    document = json.loads(json.dumps(document))
    for one in document["tables"]:
        for row in one["rows"]:
            for column, cell in zip(one["columns"], row["cells"]):
                if (one["name"], row["label"], column) == EMPTIED:
                    cell.clear()
                    cell["na"] = "no time"
    return document


def cells_of(document):
    return {(one["name"], row["label"], column): cell for one in document["tables"] for row in one["rows"]
            if row["kind"] == "measured" for column, cell in zip(one["columns"], row["cells"])}


def check_missing(program, helpers, document, folder):
    """--missing measures the cell that is empty, and no other, --again a whole row; join takes a figure from whichever
    document has one."""
    paths = [os.path.join(folder, name) for name in ("whole.json", "emptied.json", "missing.json", "joined.json")]
    short = emptied(document)
    for path, each in zip(paths, (document, short)):
        with open(path, "w", encoding="utf-8") as file:
            json.dump(each, file)
    arguments = [os.path.join(HERE, "papers.py"), EMPTIED[0], "--quick", "--program", program, "--helpers", helpers,
                 *PATIENCE]
    whole = cells_of(document)
    for again, changed in (((), [EMPTIED]), (("--again", "^twin"), [EMPTIED, (EMPTIED[0], "twin", EMPTIED[2])]),
                           (("--rows", "^by"), [EMPTIED])):
        found = cells_of(quick.record_of(paths[2], *arguments, *again, "--missing", paths[1], "--json"))
        missing = [key for key in whole if key not in found]
        other = [key for key in whole if key in found and found[key] != whole[key] and "speed-up" not in key[1]]
        if missing or set(other) != set(changed) or not found[EMPTIED].get("value"):
            yield f"--missing {again}: without {missing}, other cells {other}, empty {found.get(EMPTIED)}"
    for pair in (paths[0], paths[1]), (paths[1], paths[0]):
        joined = cells_of(quick.record_of(paths[3], os.path.join(HERE, "papers.py"), "join", *pair, "--json"))
        yield from (f"join: {key}: {joined.get(key)} instead of {whole[key]}" for key in whole
                    if joined.get(key, {}).get("value") != whole[key].get("value"))
    lines = quick.run(os.path.join(HERE, "papers.py"), "empty", paths[1]).stdout.splitlines()
    if not any(" | ".join(EMPTIED) + " | no time" in line for line in lines):
        yield f"papers.py empty does not name {EMPTIED}"


def check(program, helpers):
    with tempfile.TemporaryDirectory() as folder:
        document, markdown, charts = run(program, helpers, folder)
        yield from check_document(document)
        yield from check_texts(document, markdown, charts)
        yield from check_missing(program, helpers, document, folder)


if __name__ == "__main__":
    sys.exit(quick.end(check(*sys.argv[1:])))
