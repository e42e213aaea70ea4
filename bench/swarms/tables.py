"""The paper's Tables 3 to 5 measured again, and the time of an iteration by every row."""
import sys
import time

import published
import shared
from runs import PAPER_SWARM, PUBLISHED_WITH_IT

ITERATIONS = 100000
QUICK_ITERATIONS = 20
QUICK_COLUMNS = 2
PERSISTENT_UP_TO = 4096  # one work-group has all particles
ROWS_ITERATIONS = 2000
ROWS_PARTICLES = 2048
ASYNCHRONOUS = "asynchronous"

TWIN = "twin"


def row_of(label, on, kind, cells):
    return {"label": label, "on": on, "kind": kind, "cells": cells}


def published_row(label, on, columns, known):
    """Returns a row of published times. known: seconds by particles; cells without one stay empty."""
    return row_of(label, on, "published", [{"value": known[column]} if column in known else None for column in columns])


def picked(table, index):
    return {particles: line[index] for particles, line in table.items()}


class Maker:
    """Makes tables with the runner, within the time limit of a cell."""

    def __init__(self, runner, options):
        self.runner = runner
        self.quick = options.quick
        self.repeats = options.repeats or 1
        self.cell_seconds = options.cell_seconds

    def columns(self, table):
        return list(table)[:QUICK_COLUMNS] if self.quick else list(table)

    def cell(self, objective, dimensions, particles, iterations, *words, device=None):
        """Returns the seconds of `iterations`. A GPU makes all, a CPU as many as fit the limit of a cell; its time is
        scaled."""
        if self.quick:
            iterations = QUICK_ITERATIONS
        whole = self.runner.is_gpu and device is None
        seconds, document, made = self.runner.seconds(objective, dimensions, particles, iterations, *words,
                                                      device=device, repeats=self.repeats,
                                                      limit=None if whole else self.cell_seconds)
        cell = {"value": seconds, "best": document["result"]["value"],
                "group_size": document["parameters"]["group-size"]}
        if made != iterations:
            cell["iterations"] = made
        return cell

    def ours(self, row, cells):
        return row_of(row, self.runner.name, "ours", cells)

    def twin(self, cells):
        return row_of("serial", TWIN, "ours", cells)


def one_dimension(maker, row, columns):
    return maker.ours(row, [maker.cell(PUBLISHED_WITH_IT, 1, particles, ITERATIONS, "--best", row)
                            if row != "persistent" or particles <= PERSISTENT_UP_TO else None
                            for particles in columns])


def serial(maker, columns):
    return maker.twin([maker.cell(PUBLISHED_WITH_IT, 1, particles, ITERATIONS, device="none")
                       for particles in columns])


def table_3(maker):
    columns = maker.columns(published.TABLE_3)
    rows = [published_row("serial", published.PAPER_HOST, columns, picked(published.TABLE_3, 0)),
            serial(maker, columns)]
    for row in maker.runner.rows():
        if row in published.MIRRORED:
            index = published.MIRRORED.index(row)
            rows.append(published_row(row, published.PAPER_GPU, columns, picked(published.TABLE_3, 1 + index)))
            rows.append(published_row(row, published.LATER_GPU, columns, picked(published.LATER, index)))
        rows.append(one_dimension(maker, row, columns))
    return {"name": "table-3", "title": "Table 3: all designs, 1-D, 100,000 iterations", "unit": "s",
            "columns": columns, "rows": rows}


def table_4(maker):
    columns = maker.columns(published.TABLE_4)
    index = published.MIRRORED.index("queue-lock")
    rows = [published_row("serial", published.PAPER_HOST, columns, picked(published.TABLE_4, 0)),
            serial(maker, columns),
            published_row("queue-lock", published.PAPER_GPU, columns, picked(published.TABLE_4, 1)),
            published_row("queue-lock", published.LATER_GPU, columns, picked(published.LATER, index))]
    rows += [one_dimension(maker, row, columns) for row in ("queue-lock", "counter", "persistent", ASYNCHRONOUS)]
    return {"name": "table-4", "title": "Table 4: the queue with a lock, 1-D, 100,000 iterations", "unit": "s",
            "columns": columns, "rows": rows}


def table_5(maker):
    columns = maker.columns(published.TABLE_5)

    def cells(*words, device=None):
        return [maker.cell("cubic", 120, particles, published.TABLE_5[particles][0], *PAPER_SWARM, *words,
                           device=device) for particles in columns]

    rows = [row_of("iterations", "", "published",
                   [{"value": published.TABLE_5[particles][0]} for particles in columns]),
            published_row("serial", published.PAPER_HOST, columns, picked(published.TABLE_5, 1)),
            maker.twin(cells(device="none")),
            published_row("queue", published.PAPER_GPU, columns, picked(published.TABLE_5, 2))]
    rows += [maker.ours(row, cells("--best", row)) for row in ("reduction", "queue", "queue-lock", "counter", ASYNCHRONOUS)]
    return {"name": "table-5", "title": "Table 5: the queue, 120-D", "unit": "s", "columns": columns, "rows": rows}


def every_row(maker):
    """Measures every row with every topology, and the boundaries with the default row, on 30-D Rastrigin."""
    runner = maker.runner
    iterations = QUICK_ITERATIONS if maker.quick else ROWS_ITERATIONS
    particles = 64 if maker.quick else ROWS_PARTICLES

    def cell(*words):
        found = maker.cell("rastrigin", 30, particles, iterations, *words)
        return dict(found, value=1e6 * found["value"] / iterations)

    topologies, boundaries = runner.rows("topology"), runner.rows("boundary")
    rows = [maker.ours(row, [cell("--best", row, "--topology", topology)
                             if row != ASYNCHRONOUS or topology == "global" else None for topology in topologies])
            for row in runner.rows()]
    return [{"name": "rows", "title": f"An iteration of every row, rastrigin, 30-D, {particles:,} particles",
             "unit": "us", "columns": topologies, "rows": rows},
            {"name": "boundaries", "title": "The same by boundary, the row by size", "unit": "us",
             "columns": boundaries,
             "rows": [maker.ours("auto", [cell("--boundary", boundary) for boundary in boundaries])]}]


TABLES = {"rows": every_row, "table-3": table_3, "table-4": table_4, "table-5": table_5}


def make(runner, options):
    maker, made = Maker(runner, options), []
    for name, table in TABLES.items():
        if name in options.only:
            since = time.monotonic()
            found = table(maker)
            for one in found if isinstance(found, list) else [found]:
                made.append(one)
                print(markdown(one), flush=True)
            print(f"{name}: {time.monotonic() - since:.1f} s", file=sys.stderr)
    return {"tables": made}


def number(cell, unit):
    """Formats a cell; ~ marks times that were scaled from fewer iterations."""
    if cell is None:
        return ""
    if "text" in cell:
        return cell["text"]
    value = cell["value"]
    if isinstance(value, int):
        return f"{value:,}"
    digits = 3 if unit == "s" and value < 10 else 2 if value < 10 else 1 if value < 100 else 0
    return ("~" if "iterations" in cell else "") + f"{value:.{digits}f}"


def markdown(one):
    """Returns the table as Markdown; its rows may come from several documents."""
    heads = [f">{column:,}" if isinstance(column, int) else f">{column}" for column in one["columns"]]
    rows = [[f"**{row['label']}**" if row["kind"] == "ours" else row["label"], row["on"],
             *(number(cell, one["unit"]) for cell in row["cells"])] for row in one["rows"] if any(row["cells"])]
    return f"### {one['title']}\n\n{shared.markdown([one['unit'], 'on', *heads], rows)}"
