"""Angelo, Augusto and Barbosa: Strategies for Parallel Ant Colony Optimization on Graphics Processing Units (2013). The
chapter has algorithms and no measurements. m = n, alpha 1, beta 2, rho 0.5, as its reference 2 has them."""
import os

from common import (MILLI, NotAvailable, by_stages, chart, device_name, measure_by_columns, points, runs, series,
                    stage_cells, tables)
from program import power_law

SOURCE = "Angelo et al. 2013, {}; the chapter has no measurements"
ALL = ["att48", "kroA100", "d198", "lin318", "pr1002", "pr2392", "rl5915", "E10k.0"]
SIZES = dict(zip(ALL, (48, 100, 198, 318, 1002, 2392, 5915, 10000)))
ANT, DATA = ("--preset", "angelo"), ("--preset", "angelo-data")
# Ants of the twin on instances past so many nodes; the times of a step of theirs count n / TWIN_ANTS times.
TWIN_NODES, TWIN_ANTS = 1002, 16

# Steps of an iteration: (what they are called, the chapter's algorithm, our step, the step of the twin).
STEPS = [("choice-info", "Algorithm 4", "choice", "choice"), ("construction", None, "construct", "construct"),
         ("evaluation", None, "evaluate", "evaluate"), ("best", "4.3.3", "best", None),
         ("evaporation", "Algorithm 8", "evaporate", "evaporate"),
         ("deposit, a launch an ant", "Algorithm 9", "deposit", "deposit")]
WHOLE = [ours for _, _, ours, _ in STEPS]
STRATEGIES = [("ant-based", ANT, {"construct": "Algorithm 5", "evaluate": "Algorithm 6"}),
              ("data-based", DATA, {"construct": "section 4.2.2", "evaluate": "Algorithm 7"})]


def sequential(program, path):
    """Seconds an iteration of every step of the twin, and whether they were made larger from those of fewer ants."""
    n = program.size(path)
    few = n > TWIN_NODES
    found = dict(program.twin(path, "roulette", TWIN_ANTS if few else None), few=few)
    for step in ("construct", "evaluate", "deposit") if few else ():
        found[step] *= n / TWIN_ANTS
    return found


def twin_row(program, steps):
    def measure(index, column):
        found = sequential(program, program.path(column, index))
        value = MILLI * sum(found[step] for step in steps)
        return {"value": value, "text": f"~{tables.number_text(value)}"} if found["few"] else {"value": value}
    return tables.measured(ALL, measure)


def by_sequential(program):
    return lambda index, column: sequential(program, program.path(column, index))


def is_cpu(program):
    return program.device is not None and program.device["type"] == "cpu"


def x_of(column):
    return SIZES[column]


def line(label, colour, cells, columns=ALL, x=x_of):
    return series(label, colour, points(columns, cells, x))


def prepare(program):
    """Column by column, so that what no time is left for is the largest instances."""
    measure_by_columns(ALL, [by_sequential(program)] + [by_stages(program, options) for _, options, _ in STRATEGIES])


def device_rows(program):
    """Rows of cells in ms: (label, strategy or None, step, cells)."""
    found = []
    for strategy, options, algorithms in STRATEGIES:
        for step, algorithm in algorithms.items():
            what = "construction" if step == "construct" else "evaluation"
            cells = stage_cells(program, ALL, options, (step,))
            found.append((f"{strategy} {what} ({algorithm})", strategy, step, cells))
    for what, algorithm, step, _ in STEPS:
        if algorithm:
            found.append((f"{what} ({algorithm})", None, step, stage_cells(program, ALL, ANT, (step,))))
    for strategy, options, _ in STRATEGIES:
        found.append((f"{strategy} iteration", strategy, "iteration", stage_cells(program, ALL, options, WHOLE)))
    return found


def kernels(program):
    one = tables.table("angelo-kernels", "Kernels of both strategies, ms an iteration",
                       SOURCE.format("section 4, Algorithms 3 to 9"), ALL)
    prepare(program)
    on, rows = device_name(program), device_rows(program)
    tables.add(one, "initialisation, once (Algorithm 3)", on, "measured", stage_cells(program, ALL, ANT, ("setup",)))
    for label, _, _, cells in rows:
        tables.add(one, label, on, "measured", cells)
    twins = {}
    for what, _, _, step in STEPS:
        if step:
            twins[step] = twin_row(program, [step])
            tables.add(one, f"twin, {what.split(',')[0]}", program.options.host, "measured", twins[step])
    twins["iteration"] = twin_row(program, [step for _, _, _, step in STEPS if step])
    tables.add(one, "twin, iteration", program.options.host, "measured", twins["iteration"])
    one["notes"] += ["Sums of kernel events; `--preset angelo` and `--preset angelo-data`. E10k.0 has 10,000 nodes.",
                     f"The twin marked with ~ ran {TWIN_ANTS} ants, whose steps count n / {TWIN_ANTS} times; its "
                     "evaluation includes the search for the best."]
    shown = {label: cells for label, _, step, cells in rows if step == "construct"}
    lines = [line(f"{label}, {on}", colour, cells) for colour, (label, cells) in enumerate(shown.items())]
    lines += [line(f"twin, {program.options.host}", 7, twins["construct"])]
    one["charts"].append(chart("angelo-kernels", "Tour construction by strategy", "nodes", "ms", lines))
    return one


def speed_up(program):
    one = tables.table("angelo-speed-up", "Times faster than the sequential twin",
                       SOURCE.format("section 4"), ALL)
    prepare(program)
    on, rows, found, lines = device_name(program), device_rows(program), {}, []
    steps = {ours: step for _, _, ours, step in STEPS if step}
    steps["iteration"] = None
    for label, strategy, step, cells in rows:
        found[strategy, step] = cells
        if step in steps:
            wanted = [steps[step]] if steps[step] else [name for _, _, _, name in STEPS if name]
            gain = tables.quotient(twin_row(program, wanted), cells)
            tables.add(one, label, on, "measured", gain)
            if strategy and step in ("construct", "iteration"):
                lines.append(line(f"{label}, {on}", len(lines), gain))
    for what, step in (("construction", "construct"), ("evaluation", "evaluate"), ("iteration", "iteration")):
        ratio = tables.quotient(found["ant-based", step], found["data-based", step])
        tables.add(one, f"data-based over ant-based, {what}", on, "measured", ratio)
    one["charts"].append(chart("angelo-speed-up", "Times faster than the twin", "nodes", "times", lines))
    return one


def shares(program):
    one = tables.table("angelo-shares", "Share of each kernel in an iteration, %", SOURCE.format("section 4"), ALL)
    prepare(program)
    on = device_name(program)
    for strategy, options, algorithms in STRATEGIES:
        whole = stage_cells(program, ALL, options, WHOLE)
        for what, algorithm, step, _ in STEPS:
            parts = tables.quotient(stage_cells(program, ALL, options, (step,)), whole)
            cells = [{"value": 100 * cell["value"]} if cell.get("value") is not None else cell for cell in parts]
            tables.add(one, f"{strategy}: {what} ({algorithm or algorithms[step]})", on, "measured", cells)
    return one


# -- Work-group sizes -------------------------------------------------------------------------------------------------

WIDTHS = [16, 32, 64, 128, 256, 512, 1024]
FEW = ["att48", "d198", "pr1002", "pr2392"]


def groups(program):
    one = tables.table("angelo-groups", "Work-items in a group of the data-based strategy, ms",
                       SOURCE.format("section 4.2.2 and eq. 6: as many work-items as nodes"), FEW)
    on, lines = device_name(program), []
    widths = WIDTHS[1:2] if program.quick else WIDTHS
    measure_by_columns(FEW, [by_stages(program, (*DATA, "--group-size", str(width))) for width in widths])
    for what, step in (("construction (section 4.2.2)", "construct"), ("evaluation (Algorithm 7)", "evaluate")):
        found = []
        for width in widths:
            found.append(stage_cells(program, FEW, (*DATA, "--group-size", str(width)), (step,)))
            tables.add(one, f"{what}, {width} work-items", on, "measured", found[-1])
        for column, name in enumerate(FEW if step == "construct" else ()):
            lines.append(series(f"{name}, {on}", column, points(widths, [cells[column] for cells in found], x=int)))
    one["charts"].append(chart("angelo-groups", "Data-based construction by work-items in a group", "work-items", "ms",
                               lines, x_ticks=WIDTHS))
    one["notes"].append("Where a group has fewer work-items than the instance has nodes, each handles several "
                        "(footnote 12 of the chapter); where it has more, the others idle.")
    return one


# -- How many ants fill a device --------------------------------------------------------------------------------------

ANTS = [64, 256, 1024, 4096, 16384, 65536]
FILLED = ["d198", "pr1002"]


def fill(program):
    counts = [str(count) for count in ANTS]
    one = tables.table("angelo-fill", "How many ants fill a device: construction, microseconds an ant",
                       SOURCE.format("section 4.2.2 and section 5"), counts)
    on, lines = device_name(program), []
    for row, instance in enumerate(FILLED):
        for strategy, options, algorithms in STRATEGIES:
            def measure(index, column, instance=instance, options=options):
                known = ants_known.get((instance, options))
                if program.quick and index > 0:
                    raise NotAvailable("left out by --quick")
                if known:
                    program.check_time(4 * known, "the time of a quarter of the ants times 4")
                path = program.path(instance, 0)
                iterations = 2 if not known else max(1, min(10, int(0.3 / (4 * known))))
                document = program.solve(path, (*options, "--ants", column), iterations, True)
                kernel = next(k for k in document["kernels"] if k["name"].startswith("aco_construct_"))
                ants_known[instance, options] = kernel["seconds"] / iterations
                return {"value": 1e6 * kernel["seconds"] / iterations / ANTS[index]}
            ants_known = {}
            cells = tables.measured(counts, measure)
            tables.add(one, f"{instance}, {strategy} ({algorithms['construct']})", on, "measured", cells)
            lines.append(series(f"{instance}, {strategy}, {on}", len(lines), points(counts, cells, x=int)))
    one["charts"].append(chart("angelo-fill", "Construction by the number of ants", "ants", "us an ant", lines,
                               x_ticks=ANTS))
    one["notes"].append("Columns: ants. A device is filled where more ants take no less time each.")
    return one


# -- One launch an ant ------------------------------------------------------------------------------------------------

def deposit(program):
    one = tables.table("angelo-deposit", "One launch an ant: evaporation and deposit, ms an iteration",
                       SOURCE.format("section 4.4.2, Algorithm 9"), ALL)
    on, lines = device_name(program), []
    rest, other = (ANT, "by-row") if is_cpu(program) else (DATA, "atomic")
    rows = [("a launch an ant (Algorithm 9)", rest),
            (f"one launch for all ants ({other})", (*rest, "--deposit", other))]

    def clock(options):
        def measure(index, column):
            path = program.path(column, index)
            result = program.stages(path, options)
            least = program.options.target_seconds / sum(result[step] for step in WHOLE)
            iterations = max(result["iterations"], 2 if program.quick else min(1000, int(least)))
            timing = runs(program, path, options, iterations)[0]["timing"]
            return {"value": MILLI * timing["loop"] / iterations}
        return measure

    measure_by_columns(ALL, [each for _, options in rows for each in (by_stages(program, options), clock(options))])
    for colour, (label, options) in enumerate(rows):
        cells = stage_cells(program, ALL, options, ("evaporate", "deposit"))
        tables.add(one, f"{label}, kernels", on, "measured", cells)
        lines.append(line(f"{label}, {on}", colour, cells))
    for label, options in rows:
        tables.add(one, f"{label}, whole iteration by the clock", on, "measured", tables.measured(ALL, clock(options)))
    one["charts"].append(chart("angelo-deposit", "Update of the trails: a launch an ant, one for all", "nodes", "ms",
                               lines))
    one["notes"].append("By the clock: seconds of the loop over its iterations, without profiling, the rest of the "
                        "iteration data-based on GPUs and ant-based on CPUs.")
    return one


# -- Memory -----------------------------------------------------------------------------------------------------------

LAYOUTS = [("Algorithm 5 as published", "published"),
           ("Algorithm 5, neighbouring ants beside each other", "coalesced"),
           ("the same, visited nodes as bits in local memory", "local"),
           ("Algorithm 7, sums in global memory", "evaluate_global"),
           ("Algorithm 7, sums in local memory", "evaluate_local")]
REPEATS = 2  # runs of a kernel, the discarded one included


def literal(program):
    """Seconds of each layout for an instance of so many nodes, as a function of (index, column)."""
    known = {}

    def measure(index, column):
        n = program.size(program.path(column, index))
        if n not in known:
            smaller = max(known, default=None)
            if smaller:
                seconds = REPEATS * sum(known[smaller][key] for _, key in LAYOUTS[:3])
                program.check_time(seconds * (n / smaller) ** 3, *power_law(seconds, smaller, n, 3))
            source = os.path.join(program.options.root, "bench", "papers", "chapter.cl")
            words = [program.helper("papers_chapter"), source, program.options.device, str(REPEATS - 1), str(n)]
            known[n] = program.document(words)["rows"][0]
        return known[n]
    return measure


def memory(program):
    one = tables.table("angelo-memory", "Memory: Algorithms 5 and 7 to the letter, ms",
                       SOURCE.format("Algorithms 5 and 7, section 2.1.2 and footnote 11"), FEW)
    on, found, lines = device_name(program), {}, []
    measure = literal(program)
    rows = tables.measured(FEW, lambda index, column: {"row": measure(index, column)})
    for colour, (label, key) in enumerate(LAYOUTS):
        found[key] = [{"value": MILLI * cell["row"][key]} if "row" in cell else cell for cell in rows]
        tables.add(one, label, on, "measured", found[key])
        if not key.startswith("evaluate"):
            lines.append(line(f"{label}, {on}", colour, found[key], FEW))
    for label, options, step in (("our row work-item", ANT, "construct"), ("our row work-group", DATA, "evaluate")):
        found[step] = stage_cells(program, FEW, options, (step,))
        tables.add(one, f"{label}, the {'construction' if step == 'construct' else 'evaluation'} above", on, "measured",
                   found[step])
    lines.append(line(f"our row work-item, {on}", len(LAYOUTS), found["construct"], FEW))
    one["charts"].append(chart("angelo-memory", "Algorithm 5 by its layout of memory", "nodes", "ms", lines))
    one["notes"].append("The first rows are bench/papers/chapter.cl, floats and a linear congruential generator as in "
                        "the chapter, on random matrices with as many ants and nodes as the instances have; groups of "
                        "32 ants, on CPUs of one. Ours walks other tours.")
    return one


TABLES = {"angelo-kernels": kernels, "angelo-speed-up": speed_up, "angelo-shares": shares, "angelo-groups": groups,
          "angelo-fill": fill, "angelo-deposit": deposit, "angelo-memory": memory}
