"""Belotti: CUDA Ant Colony Optimization per TSP simmetrico. Whole runs, m = n, alpha 1, beta 3, rho 0.8, with the
iterations of the measurement of that program on an H200."""
import related
from common import chart, device_name, own_label, points, runs, series, tables
from program import power_law

SOURCE = "Belotti, table of section 6; CUDA on a Tesla T4, C on one core of a Xeon at 2.2 GHz"
GPU, CPU = "Tesla T4", "Xeon 2.2 GHz"
ALL = list(related.BELOTTI)

# Seconds; the paper does not say how many iterations.
TABLE = {CPU: [0.041, 6.683, 16.847, 160.237, 877.242, 2611.220], GPU: [0.352, 0.848, 1.304, 7.690, 28.914, 84.595]}
SPEED_UP = [0.116477, 7.880896, 12.919478, 20.837061, 30.339697, 30.867310]  # as printed

SETTINGS = ("--alpha", "1", "--beta", "3", "--rho", "0.8")
FLOOR = ("--trail-floor", "0.01")
# `--preset belotti` without its stop: every device deposits by atomics and has his floor.
DESIGN = "Belotti's design: whole-scan, atomic, floor 0.01"
DESIGN_OPTIONS = ("--construction", "whole-scan", "--selection", "roulette", "--deposit", "atomic", *FLOOR)
TWIN = "twin with floor 0.01"
RUNS = [
    (DESIGN, 0, DESIGN_OPTIONS),
    ("whole-scan without floor, deposit of auto", 3, ("--construction", "whole-scan", "--selection", "roulette")),
    ("auto, roulette", 1, ("--selection", "roulette")),
    ("auto, hybrid", 2, ("--selection", "hybrid")),
]
# Kernels by the parts of his section 6.1: the beginnings of their names.
PARTS = {"prefix sum": ("aco_construct_scan_weights", "aco_construct_scan_totals", "aco_construct_scan_increments"),
         "draw and search": ("aco_construct_scan_begin", "aco_construct_scan_draw", "aco_construct_scan_search"),
         "update of the trails": ("aco_evaporate", "aco_deposit_"),
         "fitness, lengths and the best": ("aco_choice_", "aco_evaluate_", "aco_reduce_best", "aco_keep_best")}


def without_start(timing):
    """Seconds of a run without the context and the compilation of kernels."""
    return timing["setup"] + timing["loop"]


def iterations_of(program, column):
    return 2 if program.quick else related.BELOTTI[column][0]


def run_row(program, label, options, seconds):
    """Returns a row. seconds: takes its value from a document's timing."""
    def measure(index, column):
        document, = runs(program, program.path(column, index), (*SETTINGS, *options), iterations_of(program, column))
        return {"value": seconds(document["timing"]),
                "shape": {key: document["parameters"][key] for key in ("construction", "deposit")}}
    return label, measure


def twin_row(program, label, seconds, known):
    """Returns that row for the sequential reference. known: {nodes: seconds of an iteration}, for all its rows."""
    def measure(index, column):
        path, iterations = program.path(column, index), iterations_of(program, column)
        n = program.size(path)
        smaller = [size for size in known if size < n]
        if smaller and n not in known:
            found = known[max(smaller)]
            program.check_time(iterations * found * (n / max(smaller)) ** 3, *power_law(found, max(smaller), n, 3))
        options = (*SETTINGS, "--selection", "roulette", *FLOOR, "--device", "none")
        timing = program.solve(path, options, iterations, False)["timing"]
        known[n] = timing["loop"] / iterations
        return {"value": seconds(timing)}
    return label, measure


def share_row(program, part):
    """Returns a row: the share in % that kernels of a part have in the time of all kernels of his design."""
    def measure(index, column):
        path, options = program.path(column, index), (*SETTINGS, *DESIGN_OPTIONS)
        iterations = program.stages(path, options)["iterations"]
        kernels = program.solve(path, options, iterations, True)["kernels"]
        sums = {name: sum(kernel["seconds"] for kernel in kernels if kernel["name"].startswith(beginnings))
                for name, beginnings in PARTS.items()}
        return {"value": 100 * sums[part] / sum(sums.values()), "iterations": iterations}
    return f"{part}, % of the kernels' time in his design", measure


def add_speed_ups(one, program, found, twin):
    """Adds rows of speed-ups over the reference, next to the printed ones."""
    for times in ("without context and compilation", "whole process"):
        tables.add(one, f"his design, {times}, times faster than the twin", device_name(program), "measured",
                   tables.quotient(twin[times], found[f"{DESIGN}, {times}"]))


def table(program):
    one = tables.table("belotti-table", "Whole runs (Belotti's table), seconds", SOURCE, ALL)
    on = device_name(program)
    for hardware, known in TABLE.items():
        tables.add(one, "as published, iterations not stated", hardware, "published", known)
    tables.add(one, "speed-up, as printed", GPU, "published", tables.printed(SPEED_UP, 6))
    today = [seconds for _, seconds in related.BELOTTI.values()]
    tables.add(one, "iterations from here on", "", "cuda", [count for count, _ in related.BELOTTI.values()])
    tables.add(one, "Belotti's program, context included", related.BELOTTI_GPU, "cuda", today)
    lines = [series(f"Belotti's program, {related.BELOTTI_GPU}", 7, points(ALL, today), dashed=True)]
    clocks = {"without context and compilation": without_start, "whole process": lambda timing: timing["total"]}
    wanted, known = [], {}
    for label, _, options in RUNS:
        wanted += [run_row(program, f"{label}, {name}", options, seconds) for name, seconds in clocks.items()]
    wanted += [share_row(program, part) for part in PARTS]
    wanted += [twin_row(program, f"{TWIN}, {name}", seconds, known) for name, seconds in clocks.items()]
    found = dict(zip((label for label, _ in wanted), program.rows(ALL, wanted)))
    twin = {name: found[f"{TWIN}, {name}"] for name in clocks}
    for name in clocks:
        tables.add(one, f"{TWIN}, {name}", program.host, "measured", twin[name])
    for label, colour, _ in RUNS:
        loops, wholes = (found[f"{label}, {name}"] for name in clocks)
        label = label.replace("auto,", own_label(loops, "construction") + ",")
        tables.add(one, f"{label}, without context and compilation", on, "measured", loops)
        tables.add(one, f"{label}, whole process", on, "measured", wholes)
        tables.add(one, f"{label}, times faster than Belotti's program", on, "measured",
                   tables.quotient([tables.as_cell(value) for value in today], wholes))
        lines.append(series(f"{label}, {on}", colour, points(ALL, wholes)))
    add_speed_ups(one, program, found, twin)
    for part in PARTS:
        label = f"{part}, % of the kernels' time in his design"
        tables.add(one, label, on, "measured", found[label])
    one["charts"].append(chart("belotti-table", "Whole processes with the iterations of the table", "nodes", "s",
                               lines))
    one["notes"].append("Times faster: whole process against whole process. Belotti's reader does not know exponents, "
                        "so that d1291, d2103 and fl3795 run on wrong coordinates there.")
    one["notes"].append("His design has --preset belotti's construction, deposit and floor, and runs for all iterations "
                        "of the table. The other rows have no floor and the deposit of auto: atomic on GPUs, by-row on "
                        "CPUs.")
    return one


TABLES = {"belotti-table": table}
