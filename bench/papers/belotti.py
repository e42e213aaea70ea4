"""Belotti: CUDA Ant Colony Optimization per TSP simmetrico. Whole runs, m = n, alpha 1, beta 3, rho 0.8, with the
iterations of the measurement of that program on an H200."""
import related
from common import chart, device_name, measure_by_columns, own_label, points, runs, series, tables

SOURCE = "Belotti, table of section 6; CUDA on a Tesla T4, C on one core of a Xeon at 2.2 GHz"
GPU, CPU = "Tesla T4", "Xeon 2.2 GHz"
ALL = list(related.BELOTTI)

# Seconds; the paper does not say how many iterations.
TABLE = {CPU: [0.041, 6.683, 16.847, 160.237, 877.242, 2611.220], GPU: [0.352, 0.848, 1.304, 7.690, 28.914, 84.595]}

SETTINGS = ("--alpha", "1", "--beta", "3", "--rho", "0.8")
RUNS = [
    ("Belotti's design: whole-scan, roulette", 0, ("--construction", "whole-scan", "--selection", "roulette")),
    ("auto, roulette", 1, ("--selection", "roulette")),
    ("auto, hybrid", 2, ("--selection", "hybrid")),
]


def by_run(program, options):
    """The run of an instance with its iterations, as a function of (index, column)."""
    def measure(index, column):
        iterations = 2 if program.quick else related.BELOTTI[column][0]
        path = program.path(column, index)
        return {"document": runs(program, path, options, iterations)[0],
                "shape": program.stages(path, options)["shape"]}
    return measure


def whole_runs(program, options):
    """How the row calls the construction, and two rows of cells: seconds without context and compilation, and those of
    the whole process."""
    documents = tables.measured(ALL, by_run(program, options))
    loops, wholes = [], []
    for cell in documents:
        timing = cell["document"]["timing"] if "document" in cell else None
        loops.append({"value": timing["setup"] + timing["loop"]} if timing else cell)
        wholes.append({"value": timing["total"]} if timing else cell)
    return own_label(documents, "construction"), loops, wholes


def table(program):
    one = tables.table("belotti-table", "Whole runs (Belotti's table), seconds", SOURCE, ALL)
    on = device_name(program)
    for hardware, known in TABLE.items():
        tables.add(one, "as published, iterations not stated", hardware, "published", known)
    today = [seconds for _, seconds in related.BELOTTI.values()]
    tables.add(one, "iterations from here on", "", "cuda", [count for count, _ in related.BELOTTI.values()])
    tables.add(one, "Belotti's program, context included", related.BELOTTI_GPU, "cuda", today)
    lines = [series(f"Belotti's program, {related.BELOTTI_GPU}", 7, points(ALL, today), dashed=True)]
    measure_by_columns(ALL, [by_run(program, (*SETTINGS, *options)) for _, _, options in RUNS])
    for label, colour, options in RUNS:
        own, loops, wholes = whole_runs(program, (*SETTINGS, *options))
        label = label.replace("auto", own)
        tables.add(one, f"{label}, without context and compilation", on, "measured", loops)
        tables.add(one, f"{label}, whole process", on, "measured", wholes)
        tables.add(one, f"{label}, times faster than Belotti's program", on, "measured",
                   tables.quotient([tables.as_cell(value) for value in today], wholes))
        lines.append(series(f"{label}, {on}", colour, points(ALL, wholes)))
    one["charts"].append(chart("belotti-table", "Whole processes with the iterations of the table", "nodes", "s",
                               lines))
    one["notes"].append("Times faster: whole process against whole process. Belotti's reader does not know exponents, "
                        "so that d1291, d2103 and fl3795 run on wrong coordinates there.")
    return one


TABLES = {"belotti-table": table}
