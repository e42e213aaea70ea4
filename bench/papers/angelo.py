"""Angelo, Augusto and Barbosa: Strategies for Parallel Ant Colony Optimization on Graphics Processing Units (2013). The
chapter has algorithms and no measurements. m = n, alpha 1, beta 2, rho 0.5, as its reference 2 has them."""
import os
import re
import tempfile

from common import MILLI, NotAvailable, chart, device_name, points, runs, series, tables
from program import power_law

SOURCE = "Angelo et al. 2013, {}; the chapter has no measurements"
MADE = "E10k.0"  # of the 8th DIMACS challenge: random points, made on the spot
ALL = ["att48", "kroA100", "d198", "lin318", "pr1002", "pr2392", "rl5915", MADE]
SIZES = dict(zip(ALL, (48, 100, 198, 318, 1002, 2392, 5915, 10000)))
FEW = ["att48", "d198", "pr1002", "pr2392"]
ANT, DATA = ("--preset", "angelo"), ("--preset", "angelo-data")
FOLDER = tempfile.TemporaryDirectory()  # of MADE; goes with the process

# What a table measures: (label, options, step).
CONSTRUCT = {"ant-based": ("ant-based construction (Algorithm 5)", ANT, "construct"),
             "data-based": ("data-based construction (section 4.2.2)", DATA, "construct")}
EVALUATE = {"ant-based": ("ant-based evaluation (Algorithm 6)", ANT, "evaluate"),
            "data-based": ("data-based evaluation (Algorithm 7)", DATA, "evaluate")}
SHARED = [("choice-info (Algorithm 4)", ANT, "choice"), ("best (section 4.3.3)", ANT, "best"),
          ("evaporation (Algorithm 8)", ANT, "evaporate"), ("deposit, a launch an ant (Algorithm 9)", ANT, "deposit")]
INITIALISE = ("initialisation, once (Algorithm 3)", ANT, "setup")
STEPS = [*CONSTRUCT.values(), *EVALUATE.values(), *SHARED]
ITERATION = {strategy: [CONSTRUCT[strategy], EVALUATE[strategy], *SHARED] for strategy in CONSTRUCT}

# Steps of the reference, and its ants on larger instances: their work counts n / TWIN_ANTS times.
TWIN = ["choice", "construct", "evaluate", "evaporate", "deposit"]
TWIN_NODES, TWIN_ANTS = 1002, 16


def rows(program, columns, wanted, table):
    """Returns the cells of several rows of a table, measured column by column, so that a call without time left lacks
    the largest instances and not the last rows."""
    if hasattr(program, "rows"):
        return program.rows(columns, wanted, table)
    found = [[] for _ in wanted]
    for index, column in enumerate(columns):
        for (_, measure), cells in zip(wanted, found):
            cells += tables.measured([column], lambda _, name, measure=measure, index=index: measure(index, name))
    return found


def path_of(program, column, index):
    """Returns the path of an instance; generates it if necessary."""
    if program.quick or column != MADE:
        return program.path(column, index)
    path, nodes = os.path.join(FOLDER.name, MADE + ".tsp"), str(SIZES[MADE])
    if not os.path.exists(path):
        text = program.command([program.options.program, "instance", "generate", "uniform", "--nodes", nodes, "--seed",
                                nodes])
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
    return path


def is_cpu(program):
    return program.device is not None and program.device["type"] == "cpu"


def host_of(program):
    return getattr(program, "host", program.options.host)


def stage_row(program, label, options, *steps):
    """Returns a row: milliseconds of some steps in an iteration."""
    def measure(index, column):
        result = program.stages(path_of(program, column, index), options)
        return {"value": MILLI * sum(result[step] for step in steps), "iterations": result["iterations"]}
    return label, measure


def twin_row(program, step):
    """Returns a row: milliseconds in an iteration of a step of the sequential reference."""
    def measure(index, column):
        path = path_of(program, column, index)
        n = program.size(path)
        few = n > TWIN_NODES
        history = program.twins.setdefault("angelo", {})
        if n not in history:
            smaller = max(history, default=None)
            if smaller:
                seconds = sum(history[smaller][each] for each in TWIN)
                program.check_time(seconds * (n / smaller) ** 2, *power_law(seconds, smaller, n, 2))
            words = [program.helper("papers_twin"), "stages", path, "roulette", str(program.options.iterations),
                     str(min(program.options.target_seconds, 0.5))]
            history[n] = program.document(words + ([str(TWIN_ANTS)] if few else []))
        value = MILLI * history[n][step]
        if few:
            value *= n / TWIN_ANTS if step in ("construct", "evaluate", "deposit") else 1
            return {"value": value, "text": "~" + tables.number_text(value)}
        return {"value": value, "iterations": history[n]["iterations"]}
    return f"twin, {step}", measure


def x_of(column):
    return SIZES[column]


def line(label, colour, cells, columns=ALL, x=x_of):
    return series(label, colour, points(columns, cells, x))


def total(parts):
    """Returns the sums of the cells of several rows."""
    cells = []
    for column in zip(*parts):
        missing = next((cell for cell in column if cell.get("value") is None), None)
        if missing:
            cells.append(missing)
            continue
        total_cell = {"value": sum(cell["value"] for cell in column)}
        if any(cell.get("text", "").startswith("~") for cell in column):
            total_cell["text"] = "~" + tables.number_text(total_cell["value"])
        if all("iterations" in cell for cell in column):
            total_cell["iterations"] = min(cell["iterations"] for cell in column)
        cells.append(total_cell)
    return cells


def measured(program):
    """Returns the cells in ms of the table angelo-kernels, from which two others follow: by label, the reference's by
    step."""
    wanted = [stage_row(program, *INITIALISE)] + [stage_row(program, *each) for each in STEPS]
    found = rows(program, ALL, wanted + [twin_row(program, step) for step in TWIN], "angelo-kernels")
    cells = dict(zip([label for label, _ in wanted] + TWIN, found))
    for strategy, steps in ITERATION.items():
        cells[f"{strategy} iteration"] = total([cells[label] for label, _, _ in steps])
    cells["twin"] = total([cells[step] for step in TWIN])
    return cells


def kernels(program):
    one = tables.table("angelo-kernels", "Kernels of both strategies, ms an iteration",
                       SOURCE.format("section 4, Algorithms 3 to 9"), ALL)
    cells, on, host = measured(program), device_name(program), host_of(program)
    labels = [INITIALISE[0], *(label for label, _, _ in STEPS), *(f"{strategy} iteration" for strategy in ITERATION)]
    for label in labels:
        tables.add(one, label, on, "measured", cells[label])
    for step in TWIN:
        tables.add(one, f"twin, {step}", host, "measured", cells[step])
    tables.add(one, "twin, iteration", host, "measured", cells["twin"])
    one["notes"] += [f"Sums of kernel events; `--preset angelo` and `--preset angelo-data`. {MADE} has 10,000 nodes.",
                     "The twin marked with ~ ran 16 ants, in the first measurements on the H200's machine 64; what ants "
                     "do counts n / 16 or n / 64 times. Its evaluation includes the search for the best."]
    lines = [line(f"{CONSTRUCT[each][0]}, {on}", colour, cells[CONSTRUCT[each][0]])
             for colour, each in enumerate(CONSTRUCT)]
    lines += [line(f"twin, {host}", 7, cells["construct"])]
    one["charts"].append(chart("angelo-kernels", "Tour construction by strategy", "nodes", "ms", lines))
    return one


def speed_up(program):
    one = tables.table("angelo-speed-up", "Times faster than the sequential twin", SOURCE.format("section 4"), ALL)
    cells, on, lines = measured(program), device_name(program), []
    gains = [(label, step) for label, _, step in STEPS if step in TWIN]
    gains += [(f"{strategy} iteration", "twin") for strategy in ITERATION]
    for label, step in gains:
        gain = tables.quotient(cells[step], cells[label])
        tables.add(one, label, on, "measured", gain)
        if step in ("construct", "twin"):
            lines.append(line(f"{label}, {on}", len(lines), gain))
    for what, ant, data in (("construction", *(CONSTRUCT[each][0] for each in CONSTRUCT)),
                            ("evaluation", *(EVALUATE[each][0] for each in EVALUATE)),
                            ("iteration", *(f"{each} iteration" for each in ITERATION))):
        tables.add(one, f"data-based over ant-based, {what}", on, "measured", tables.quotient(cells[ant], cells[data]))
    one["charts"].append(chart("angelo-speed-up", "Times faster than the twin", "nodes", "times", lines))
    return one


def shares(program):
    one = tables.table("angelo-shares", "Share of each kernel in an iteration, %", SOURCE.format("section 4"), ALL)
    cells, on = measured(program), device_name(program)
    for strategy, steps in ITERATION.items():
        for label, _, _ in steps:
            parts = tables.quotient(cells[label], cells[f"{strategy} iteration"])
            found = [{"value": 100 * cell["value"]} if cell.get("value") is not None else cell for cell in parts]
            tables.add(one, f"{strategy}: {label.removeprefix(strategy).strip()}", on, "measured", found)
    return one


# -- Work-group sizes -------------------------------------------------------------------------------------------------

WIDTHS = [16, 32, 64, 128, 256, 512, 1024]


def groups(program):
    one = tables.table("angelo-groups", "Work-items in a group of the data-based strategy, ms",
                       SOURCE.format("section 4.3.2, eq. 6: the evaluation has as many work-items as nodes; section 4.2.2 "
                                     "gives no number for the construction"), FEW)
    on, lines = device_name(program), []
    widths = WIDTHS[1:2] if program.quick else WIDTHS
    wanted = [stage_row(program, f"{what}, {width} work-items", (*DATA, "--group-size", str(width)), step)
              for what, step in (("construction (section 4.2.2)", "construct"), ("evaluation (Algorithm 7)", "evaluate"))
              for width in widths]
    found = rows(program, FEW, wanted, "angelo-groups")
    for (label, _), cells in zip(wanted, found):
        tables.add(one, label, on, "measured", cells)
    for column, name in enumerate(FEW):
        built = [cells[column] for cells in found[:len(widths)]]
        lines.append(series(f"{name}, {on}", column, points(widths, built, x=int)))
    one["charts"].append(chart("angelo-groups", "Data-based construction by work-items in a group", "work-items", "ms",
                               lines, x_ticks=WIDTHS))
    one["notes"].append("Where a group has fewer work-items than the instance has nodes, each handles several "
                        "(footnote 12 of the chapter); where it has more, the others idle.")
    return one


# -- How many ants fill a device --------------------------------------------------------------------------------------

ANTS = [64, 256, 1024, 4096, 16384, 65536]
FILLED = ["d198", "pr1002"]


def fill_row(program, instance, label, options):
    """Returns a row: microseconds of construction for each ant, by the number of ants."""
    known = {}  # ants: seconds

    def measure(index, column):
        if program.quick and index > 0:
            raise NotAvailable("left out by --quick")
        fewer = max(known, default=None)
        iterations = 2
        if fewer:
            predicted = known[fewer] * ANTS[index] / fewer
            program.check_time(predicted, "in proportion to the ants", f"{known[fewer]:.3g} s * {column} / {fewer}")
            iterations = max(1, min(10, int(0.3 / predicted)))
        quick = ("--deposit", "atomic")  # 65,536 launches for the ants would be most of the time
        document = program.solve(program.path(instance, 0), (*options, *quick, "--ants", column), iterations, True)
        kernel = next(each for each in document["kernels"] if each["name"].startswith("aco_construct_"))
        known[ANTS[index]] = kernel["seconds"] / iterations
        return {"value": 1e6 * known[ANTS[index]] / ANTS[index]}
    return f"{instance}, {label}", measure


def fill(program):
    counts = [str(count) for count in ANTS]
    one = tables.table("angelo-fill", "How many ants fill a device: construction, microseconds an ant",
                       SOURCE.format("section 4.2.2 and section 5"), counts)
    on, lines = device_name(program), []
    wanted = [fill_row(program, instance, f"{each} ({CONSTRUCT[each][0].split('(')[1]}", CONSTRUCT[each][1])
              for instance in FILLED for each in CONSTRUCT]
    for (label, _), cells in zip(wanted, rows(program, counts, wanted, "angelo-fill")):
        tables.add(one, label, on, "measured", cells)
        lines.append(series(f"{label}, {on}", len(lines), points(counts, cells, x=int)))
    one["charts"].append(chart("angelo-fill", "Construction by the number of ants", "ants", "us an ant", lines,
                               x_ticks=ANTS))
    one["notes"].append("Columns: ants. A device is full where more ants take no less time each.")
    return one


# -- One launch an ant ------------------------------------------------------------------------------------------------

def clock_row(program, label, options):
    """Returns a row: milliseconds of an iteration by the clock."""
    def measure(index, column):
        path = path_of(program, column, index)
        result = program.stages(path, options)
        seconds = sum(result[step] for _, _, step in ITERATION["ant-based"])
        many = 2 if program.quick else min(1000, int(program.options.target_seconds / seconds))
        iterations = max(result["iterations"], many)
        return {"value": MILLI * runs(program, path, options, iterations)[0]["timing"]["loop"] / iterations}
    return label, measure


def deposit(program):
    one = tables.table("angelo-deposit", "One launch an ant: evaporation and deposit, ms an iteration",
                       SOURCE.format("section 4.4.2, Algorithm 9"), ALL)
    on, lines = device_name(program), []
    rest, other = (ANT, "by-row") if is_cpu(program) else (DATA, "atomic")
    designs = [("a launch an ant (Algorithm 9)", rest),
               (f"one launch for all ants ({other})", (*rest, "--deposit", other))]
    wanted = [stage_row(program, f"{label}, kernels", options, "evaporate", "deposit") for label, options in designs]
    wanted += [clock_row(program, f"{label}, whole iteration by the clock", options) for label, options in designs]
    for (label, _), cells in zip(wanted, rows(program, ALL, wanted, "angelo-deposit")):
        tables.add(one, label, on, "measured", cells)
        if label.endswith("kernels"):
            lines.append(line(f"{label}, {on}", len(lines), cells))
    one["charts"].append(chart("angelo-deposit", "Update of the trails: a launch an ant, one for all", "nodes", "ms",
                               lines))
    one["notes"].append("By the clock: seconds of the loop over its iterations, without profiling, the rest of the "
                        "iteration data-based on GPUs and ant-based on CPUs.")
    return one


# -- Metrics ----------------------------------------------------------------------------------------------------------

METRICED = "pr1002"  # its points by each metric
METRICS = ["EUC_2D", "CEIL_2D", "MAN_2D", "MAX_2D", "ATT"]
METRIC_ITERATIONS = 100  # of the tours


def metric_path(program, metric, index):
    """Returns a file of the points of METRICED, or of the shipped instance, with a metric and a name that has no known
    optimum."""
    source = program.path(METRICED, 0)
    if program.quick and index > 1:
        raise NotAvailable("left out by --quick")
    path = os.path.join(FOLDER.name, f"points-{metric}.tsp")
    if not os.path.exists(path):
        with open(source, encoding="ascii") as file:
            text = file.read()
        text = re.sub(r"^NAME.*$", f"NAME : points-{metric}", text, flags=re.M)
        text, count = re.subn(r"^EDGE_WEIGHT_TYPE.*$", f"EDGE_WEIGHT_TYPE : {metric}", text, flags=re.M)
        if count != 1:
            raise ValueError(f"{source}: no EDGE_WEIGHT_TYPE")
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
    return path


def metrics(program):
    one = tables.table("angelo-metrics", f"Metrics: the points of {METRICED}, ms an iteration",
                       SOURCE.format("section 4.1.1: Euclidean, Manhattan or another distance function"), METRICS)
    on = device_name(program)

    def step_row(label, options, step):
        def measure(index, column):
            profiled = tuple(options)
            result = program.profile(metric_path(program, column, index), profiled, 2 if program.quick else
                                     program.options.iterations)
            return {"value": MILLI * result[step], "iterations": result["iterations"]}
        return label, measure

    def length_row(label):
        def measure(index, column):
            iterations = 3 if program.quick else METRIC_ITERATIONS
            document = program.solve(metric_path(program, column, index), DATA, iterations, False)
            return {"value": document["result"]["built_length"]}
        return label, measure

    wanted = [step_row(*INITIALISE), *(step_row(*each) for each in STEPS),
              length_row(f"length of the ants' shortest tour, {METRIC_ITERATIONS} iterations")]
    for (label, _), cells in zip(wanted, rows(program, METRICS, wanted, "angelo-metrics")):
        tables.add(one, label, on, "measured", cells)
    one["notes"].append("Initialisation computes all distances once; other kernels read the matrix. Lengths of different "
                        "metrics do not compare.")
    return one


# -- Memory -----------------------------------------------------------------------------------------------------------

LAYOUTS = [("Algorithm 5 as published", "published"),
           ("Algorithm 5, neighbouring ants adjacent", "coalesced"),
           ("the same, visited nodes as bits in local memory", "local"),
           ("Algorithm 7, sums in global memory", "evaluate_global"),
           ("Algorithm 7, sums in local memory", "evaluate_local")]
REPEATS = 2  # runs of a kernel, the discarded one included


def literal_row(program, label, key, known):
    """Returns a row: milliseconds of a layout. known: {nodes: the line of papers_chapter}, for all layouts."""
    def measure(index, column):
        n = program.size(program.path(column, index))
        if n not in known:
            smaller = max(known, default=None)
            if smaller:
                seconds = REPEATS * sum(known[smaller][each] for _, each in LAYOUTS[:3])
                program.check_time(seconds * (n / smaller) ** 3, *power_law(seconds, smaller, n, 3))
            source = os.path.join(program.options.root, "bench", "papers", "chapter.cl")
            words = [program.helper("papers_chapter"), source, program.options.device, str(REPEATS - 1), str(n)]
            known[n] = program.document(words)["rows"][0]
        return {"value": MILLI * known[n][key]}
    return label, measure


def memory(program):
    one = tables.table("angelo-memory", "Memory: Algorithms 5 and 7 to the letter, ms",
                       SOURCE.format("Algorithms 5 and 7, section 2.1.2 and footnote 11"), FEW)
    on, known, lines = device_name(program), {}, []
    wanted = [literal_row(program, label, key, known) for label, key in LAYOUTS]
    wanted += [stage_row(program, "our row work-item, the construction above", ANT, "construct"),
               stage_row(program, "our row work-group, the evaluation above", DATA, "evaluate")]
    for (label, _), cells in zip(wanted, rows(program, FEW, wanted, "angelo-memory")):
        tables.add(one, label, on, "measured", cells)
        if not label.startswith("Algorithm 7") and "evaluation" not in label:
            lines.append(line(f"{label.split(', the')[0]}, {on}", len(lines), cells, FEW))
    one["charts"].append(chart("angelo-memory", "Algorithm 5 by its layout of memory", "nodes", "ms", lines))
    one["notes"].append("The first rows are bench/papers/chapter.cl, floats and a linear congruential generator as in "
                        "the chapter, on random matrices with as many ants and nodes as the instances have; groups of "
                        "32 ants, on CPUs of one. Ours walks other tours.")
    return one


TABLES = {"angelo-kernels": kernels, "angelo-speed-up": speed_up, "angelo-shares": shares, "angelo-groups": groups,
          "angelo-fill": fill, "angelo-deposit": deposit, "angelo-metrics": metrics, "angelo-memory": memory}
