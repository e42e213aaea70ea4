"""Tables as data: what is written as JSON, read back and printed as Markdown.

A table is a dict: name, title, source (of the published figures), columns, rows, notes, charts. A row is a dict: label,
on (the hardware), kind ("published", "cuda" for today's CUDA programs, "acotsp" for the sequential C program of the
field, "measured" for ours), cells. See program.py for cells.
"""
import textwrap

from program import NOT_MEASURED
from shared import markdown as markdown_of

NOTHING = "nothing measured"  # of the largest of no cells
UNTRIED = (NOT_MEASURED["na"], NOTHING)
USUAL_ITERATIONS = 20  # a cell of kernel times is the mean of these, unless it names another number


def table(name, title, source, columns, notes=()):
    return {"name": name, "title": title, "source": source, "columns": list(columns), "rows": [], "notes": list(notes),
            "charts": []}


def add(into, label, hardware, kind, cells):
    """Appends a row. cells: one for each column; None is an empty cell, a string the reason of a missing figure."""
    row = {"label": label, "on": hardware, "kind": kind, "cells": [as_cell(cell) for cell in cells]}
    if len(row["cells"]) != len(into["columns"]):
        raise ValueError(f"{into['name']}: {label}: {len(row['cells'])} cells for {len(into['columns'])} columns")
    into["rows"].append(row)
    return row


def as_cell(cell):
    if isinstance(cell, dict):
        return cell
    if isinstance(cell, str):
        return {"na": cell}
    return {"value": cell}


def printed(known, digits=2):
    """Returns cells of a paper's figures, with as many digits after the point as the paper prints."""
    return [{"value": value, "text": f"{value:.{digits}f}"} for value in known]


def values(cells):
    """Returns the numbers of cells; None where a cell has no number."""
    return [cell.get("value") for cell in cells]


def quotient(dividend, divisor):
    """Divides cell by cell; a missing figure gives its reason."""
    cells = []
    for above, below in zip(dividend, divisor):
        reasons = [cell["na"] for cell in (above, below) if "na" in cell]
        if reasons:
            cells.append({"na": "one of the two is not available" if "predicted" in above or "predicted" in below
                          else reasons[0]})
        elif above.get("value") is None or not below.get("value"):
            cells.append({"value": None})
        else:
            cells.append({"value": above["value"] / below["value"]})
    return cells


def largest(cells):
    found = [value for value in values(cells) if value is not None]
    return {"value": max(found)} if found else {"na": NOTHING}


def number_text(value):
    """Formats a number with three significant digits, an integer with all digits."""
    if isinstance(value, int):
        return str(value)
    if value == 0:
        return "0"
    if abs(value) >= 100:
        return f"{value:.0f}"
    digits = 2
    while abs(value) < 10 ** (2 - digits) and digits < 8:
        digits += 1
    return f"{value:.{digits if abs(value) < 10 else 1}f}"


def cell_text(cell, reasons):
    """reasons: those of the table so far, numbered as footnotes. Iterations follow in brackets if they are not the usual
    ones."""
    if "na" in cell:
        if cell["na"] not in reasons:
            reasons.append(cell["na"])
        predicted = f" ({number_text(float(cell['predicted']))} s)" if "predicted" in cell else ""
        return f"n.a.{predicted} [{reasons.index(cell['na']) + 1}]"
    if "text" in cell:
        return cell["text"]
    if cell.get("value") is None:
        return ""
    text = number_text(cell["value"])
    if cell.get("iterations", USUAL_ITERATIONS) != USUAL_ITERATIONS:
        text += f" ({cell['iterations']})"
    return f"{text} ± {number_text(cell['error'])}" if cell.get("error") is not None else text


def wrap(text, indent=""):
    return textwrap.fill(text, 120, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)


def is_shown(row):
    """Returns False for a row of ours whose cells were never tried."""
    return row["kind"] != "measured" or any(cell.get("na", "") not in UNTRIED for cell in row["cells"]
                                            if cell != {"value": None})


def markdown(one, introduction=""):
    """Returns a table as Markdown, with its heading, an introduction, notes and reasons."""
    reasons = []
    lines = [f"### {one['title']}", ""] + ([introduction] if introduction else [])
    lines += [wrap(f"Published: {one['source']}."), ""]
    rows = [[row["label"] if row["kind"] != "measured" else f"**{row['label']}**", row["on"],
             *(cell_text(cell, reasons) for cell in row["cells"])] for row in one["rows"] if is_shown(row)]
    lines += [markdown_of(["", "on", *(f">{column}" for column in one["columns"])], rows)]
    lines += [wrap(f"- {note}", "  ") for note in one["notes"]]
    lines += [wrap(f"- n.a. [{index + 1}]: {reason}", "  ") for index, reason in enumerate(reasons)]
    return "\n".join(lines).rstrip() + "\n"


def merge(tables_of_devices):
    """Joins the same table of several devices: published rows once, measured rows of each. Charts are those of the
    first device."""
    first = tables_of_devices[0]
    merged = dict(first, rows=list(first["rows"]), notes=list(first["notes"]))
    for other in tables_of_devices[1:]:
        merged["rows"] += [row for row in other["rows"] if row["kind"] == "measured"]
        merged["notes"] += [note for note in other["notes"] if note not in merged["notes"]]
    return merged
