"""Belotti: CUDA Ant Colony Optimization per TSP simmetrico. Whole runs, m = n, alpha 1, beta 3, rho 0.8, with the
iterations of the measurement of that program on an H200."""
import related
from common import chart, device_name, own_label, points, runs, series, tables

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


def run_row(program, label, options, seconds):
    """seconds: of the timing of a document."""
    def measure(index, column):
        iterations = 2 if program.quick else related.BELOTTI[column][0]
        document, = runs(program, program.path(column, index), (*SETTINGS, *options), iterations)
        return {"value": seconds(document["timing"]),
                "shape": {key: document["parameters"][key] for key in ("construction", "deposit")}}
    return label, measure


def table(program):
    one = tables.table("belotti-table", "Whole runs (Belotti's table), seconds", SOURCE, ALL)
    on = device_name(program)
    for hardware, known in TABLE.items():
        tables.add(one, "as published, iterations not stated", hardware, "published", known)
    today = [seconds for _, seconds in related.BELOTTI.values()]
    tables.add(one, "iterations from here on", "", "cuda", [count for count, _ in related.BELOTTI.values()])
    tables.add(one, "Belotti's program, context included", related.BELOTTI_GPU, "cuda", today)
    lines = [series(f"Belotti's program, {related.BELOTTI_GPU}", 7, points(ALL, today), dashed=True)]
    wanted = []
    for label, _, options in RUNS:
        wanted += [run_row(program, f"{label}, without context and compilation", options,
                           lambda timing: timing["setup"] + timing["loop"]),
                   run_row(program, f"{label}, whole process", options, lambda timing: timing["total"])]
    found = program.rows(ALL, wanted)
    for number, (label, colour, _) in enumerate(RUNS):
        loops, wholes = found[2 * number], found[2 * number + 1]
        label = label.replace("auto", own_label(loops, "construction"))
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
