"""Cecilia, Garcia, Nisbet, Amos and Ujaldon: Enhancing data parallelism for Ant Colony Optimization on GPUs. J.
Parallel Distrib. Comput. 73 (2013) 42-51. Times of one iteration, mean of 100; m = n, alpha 1, beta 2, rho 0.5."""
import math
import os
import time

import related
from common import (NotAvailable, chart, device_name, nodes, own_label, pick, points, ratio_to_optimum, runs, series,
                    stage_row, tables, twin_row)
from program import power_law

SOURCE = "Cecilia et al. 2013, {}; CUDA on a Tesla C2050, C (gcc -O3) on one core of a Xeon E5620"
GPU, CPU = "Tesla C2050", "Xeon E5620"

ALL = ["d198", "a280", "lin318", "pcb442", "rat783", "pr1002", "pcb1173", "d1291", "pr2392"]
TUNED = [name for name in ALL if name not in ("pcb1173", "d1291")]
AT_MOST = "at most"

# Table 3: workers: ms of the tour construction; what is missing is n.a. there.
TABLE_3 = {
    16: {"d198": 10.39, "a280": 30.06, "lin318": 38.59, "pcb442": 101.09},
    32: {"d198": 6.85, "a280": 18.68, "lin318": 23.89, "pcb442": 62.77, "rat783": 357.24, "pr1002": 749.04},
    64: {"d198": 5.06, "a280": 12.78, "lin318": 15.51, "pcb442": 41.17, "rat783": 235.86, "pr1002": 474.79,
         "pr2392": 6083.96},
    128: {"d198": 4.32, "a280": 11.94, "lin318": 15.18, "pcb442": 38.73, "rat783": 207.08, "pr1002": 391.59,
          "pr2392": 5092.27},
    256: {"a280": 15.94, "lin318": 20.89, "pcb442": 41.85, "rat783": 245.33, "pr1002": 412.20, "pr2392": 5680.81},
    512: {"rat783": 296.90, "pr1002": 498.55, "pr2392": 6680.39},
    1024: {"pr2392": 10037.10},
}

# Table 4: (the paper's name, our row, growth of its work with n, ms of the update).
TABLE_4 = [
    ("1. atomic and tiling", "atomic-tiled", 3,
     [0.18, 0.41, 0.49, 0.54, 2.42, 3.52, 4.68, 5.85, 18.57]),
    ("2. atomic", "atomic", 3,
     [0.26, 0.45, 0.60, 0.9, 2.49, 4.45, 5.33, 6.01, 19.04]),
    ("3. gather, half the work-items", "gather-symmetric", 4,
     [25.47, 93.93, 144.63, 516.60, 4669.58, 12256.4, 22651.30, 33682.00, 390301.32]),
    ("4. gather, tiled", "gather-tiled", 4,
     [66.29, 211.81, 368.91, 1321.37, 12331.21, 32343.64, 58740.78, 86445.23, 1018150.27]),
    ("5. gather", "gather", 4,
     [66.37, 260.82, 424.11, 1534.21, 14649.93, 39299.14, 73384.86, 107926.87, 1313744.4]),
]
TABLE_4_SLOWDOWN = [368, 636, 865, 2841, 6053, 11164, 15680, 18448, 70745]  # as printed
OTHER_DEPOSITS = [("by-row", "Uchida's rows"), ("per-ant", "Angelo et al.'s launch per ant")]


def with_best(cells):
    """Returns the cells and, in a last column, their largest value, the only one that texts of figures give."""
    return cells + [tables.largest(cells)]


def text_row(columns, value):
    """Returns a row whose last cell is the value that the text gives as `up to`."""
    return [None] * (len(columns) - 1) + [value]


# -- Fig. 6 ---------------------------------------------------------------------------------------------------------

# Bytes and operations per edge. Ours: reads of a trail and a heuristic, one written value; two powers and a product.
EDGE_BYTES, EDGE_OPERATIONS = 12, 3
PAPER_BYTES = 16  # the paper: four accesses
EDGES = "{}, 10^9 edges/s"


def power_row(program, label, key):
    """Returns a row: 10^9 edges a second by pow() or native_powr(), from papers_power."""
    def measure(index, column):
        if program.quick and index > 0:
            raise NotAvailable("left out by --quick")
        repeats = "1" if program.quick else str(program.options.power_repeats)
        program.check_time(0.0)
        arguments = [os.path.join(program.options.root, "bench", "papers", "power.cl"), program.options.device, repeats,
                     str(nodes(column))]
        if column not in program.powers:
            program.powers[column] = program.document([program.helper("papers_power"), *arguments])["rows"][0]
        row = program.powers[column]
        return row["edges"] / row[key] / 1e9
    return label, measure


def choice_row(program, label, options):
    """Returns a row: 10^9 edges a second of our choice-info kernel."""
    def measure(index, column):
        path = program.path(column, index)
        document = program.solve(path, ("--ants", "1", *options), program.options.iterations, True)
        kernel = next(k for k in document["kernels"] if k["name"] == "aco_choice_info")
        n = program.size(path)
        return n * ((n + 63) // 64 * 64) / kernel["mean_seconds"] / 1e9
    return label, measure


def figure_6(program):
    columns = ALL + [AT_MOST]
    one = tables.table("cecilia-figure-6", "Choice-info by exact and by fast powers (Cecilia Fig. 6)",
                       SOURCE.format("Fig. 6 and section 5.1.1: the text has the largest values only"), columns)
    for label, gigaflops, gigabytes in (("powf", 17, 23), ("__powf", 67, 90)):
        tables.add(one, f"{label}, GFLOPS", GPU, "published", text_row(columns, gigaflops))
        tables.add(one, f"{label}, GB/s", GPU, "published", text_row(columns, gigabytes))
        tables.add(one, f"{label}, 10^9 edges/s", GPU, "published", text_row(columns, gigabytes / PAPER_BYTES))
    made = {"pow": power_row(program, EDGES.format("pow"), "exact"),
            "native_powr": power_row(program, EDGES.format("native_powr"), "fast"),
            "ours, whole exponents": choice_row(program, EDGES.format("ours, whole exponents"), ()),
            "ours, real exponents": choice_row(program, EDGES.format("ours, real exponents"),
                                               ("--alpha", "1.5", "--beta", "2.5"))}
    rates = dict(zip(made, program.rows(ALL, made.values())))
    on = device_name(program)
    for label, cells in rates.items():
        for unit, factor in (("GFLOPS", EDGE_OPERATIONS), ("GB/s", EDGE_BYTES), ("10^9 edges/s", 1)):
            scaled = [{"value": factor * cell["value"]} if "value" in cell else cell for cell in cells]
            tables.add(one, f"{label}, {unit}", on, "measured", with_best(scaled))
    one["notes"].append(f"We count {EDGE_OPERATIONS} operations (two powers, a product) and {EDGE_BYTES} bytes an "
                        f"edge, the padding of rows to 64 included. The paper counts four accesses, {PAPER_BYTES} "
                        "bytes, and its 67 GFLOPS at 90 GB/s are 12 operations an edge: compare edges.")
    one["notes"].append("pow and native_powr are bench/papers/power.cl, alpha 1 and beta 2 unknown to the compiler; "
                        "ours is aco_choice_info of the product, whose powers have the same bits on every device.")
    shown = [series(f"{label}", index, points(ALL, cells)) for index, (label, cells) in enumerate(rates.items())]
    one["charts"].append(chart("cecilia-figure-6", f"Choice-info on {on}", "nodes", "10^9 edges per second", shown))
    return one


# -- Accuracy of the fast power ---------------------------------------------------------------------------------------

TOURED = ["d198", "a280", "lin318", "pcb442"]  # the host walks, so larger ones take long
TOUR_ITERATIONS, TOUR_SEEDS = 100, 5
POWERS = [("ours", "our power"), ("exact", "pow"), ("fast", "native_powr")]


def tours_by_powers(program, index, column, known):
    """Returns the documents of papers_twin by seed. known: the documents of all instances so far."""
    path = program.path(column, index)
    n = program.size(path)
    if n not in known:
        iterations, seeds = (3, 2) if program.quick else (TOUR_ITERATIONS, TOUR_SEEDS)
        smaller = max((size for size in known if size < n), default=None)
        begin = time.monotonic()
        if smaller:
            predicted = known[smaller][0] * (n / smaller) ** 3
            program.check_time(predicted, *power_law(known[smaller][0], smaller, n, 3))
        source = os.path.join(program.options.root, "bench", "papers", "power.cl")
        found = [program.document([program.helper("papers_twin"), "powers", path, source, program.options.device,
                                   str(iterations), str(seed)]) for seed in range(1, seeds + 1)]
        known[n] = (time.monotonic() - begin, found)
    return known[n][1]


def interval(ratios):
    """Returns a cell with the mean and the half width of its 95 % interval."""
    mean, count = sum(ratios) / len(ratios), len(ratios)
    deviation = math.sqrt(sum((ratio - mean) ** 2 for ratio in ratios) / (count - 1))
    error = STUDENT[count] * deviation / math.sqrt(count)
    return {"value": mean, "error": error, "ratios": ratios, "text": f"{mean:.4f} ± {error:.4f}"}


def powers(program):
    one = tables.table("cecilia-powers", "Accuracy of the hardware's power on tours (Cecilia section 5.1.1)",
                       SOURCE.format("section 5.1.1: the loss is negligible; no figures"), TOURED)
    known = {}

    def difference_row(key, name):
        def measure(index, column):
            found = tours_by_powers(program, index, column, known)
            largest = max(each[key]["difference"] for each in found)
            return {"value": largest, "text": f"{largest:.2g}"}
        return f"{name}, largest relative difference of choice-info from our power", measure

    def length_row(key, name):
        def measure(index, column):
            found = tours_by_powers(program, index, column, known)
            return interval([each[key]["length"] / program.optimum(column) for each in found])
        return f"{name}, length / optimum, {TOUR_SEEDS} seeds", measure

    wanted = [difference_row(*each) for each in POWERS[1:]] + [length_row(*each) for each in POWERS]
    for (label, _), cells in zip(wanted, program.rows(TOURED, wanted)):
        tables.add(one, label, device_name(program), "measured", cells)
    one["notes"].append(f"Ant System with roulette walks on the host for {TOUR_ITERATIONS} iterations; the device computes "
                        "choice-info. ± is half the 95 % interval of the mean (Student's t).")
    return one


# -- Table 3 --------------------------------------------------------------------------------------------------------

def table_3(program):
    one = tables.table("cecilia-table-3", "Workers per ant (Cecilia Table 3), ms of the tour construction",
                       SOURCE.format("Table 3"), TUNED)
    workers = [32] if program.quick else list(TABLE_3)
    lines = []
    for width, known in TABLE_3.items():
        cells = [known.get(name, "the paper: too few registers, or more workers than nodes") for name in TUNED]
        tables.add(one, f"{width} workers", GPU, "published", cells)
    rows = [(selection, width) for selection in ("roulette", "i-roulette") for width in workers]
    found = program.rows(TUNED, [
        stage_row(program, f"{selection}, {width} workers",
                  ("--construction", "queen-worker", "--selection", selection, "--group-size", str(width)),
                  ("construct",)) for selection, width in rows])
    for (selection, width), cells in zip(rows, found):
        tables.add(one, f"{selection}, {width} workers", device_name(program), "measured", cells)
        for index, name in enumerate(TUNED):
            if selection == "roulette" and cells[index].get("value") is not None:
                lines.append((name, width, cells[index]["value"]))
    shown = []
    for colour, name in enumerate(TUNED):
        found = [[width, value] for known, width, value in lines if known == name]
        shown.append(series(f"{name}, {device_name(program)}", colour, found))
        found = [[width, known[name]] for width, known in TABLE_3.items() if name in known]
        shown.append(series(f"{name}, {GPU}", colour, found, dashed=True))
    one["charts"].append(chart("cecilia-table-3", "Tour construction by workers per ant, roulette", "workers per ant",
                               "ms", shown, x_ticks=list(TABLE_3)))
    one["notes"].append("Ours: --construction queen-worker; the construction's kernel, without choice-info.")
    return one


# -- Table 4 --------------------------------------------------------------------------------------------------------

def table_4(program):
    one = tables.table("cecilia-table-4", "Designs of the deposit (Cecilia Table 4), ms of the update",
                       SOURCE.format("Table 4"), ALL)
    on = device_name(program)
    lines = []
    words = [(label, word, growth) for label, word, growth, _ in TABLE_4]
    words += [(label, word, 3) for word, label in OTHER_DEPOSITS]
    found = dict(zip((word for _, word, _ in words), program.rows(ALL, [
        stage_row(program, f"{label}: {word}", ("--deposit", word), ("evaporate", "deposit"), growth=growth,
                  dominant="deposit" if growth > 3 else None) for label, word, growth in words])))
    for colour, (label, _, _, known) in enumerate(TABLE_4):
        tables.add(one, label, GPU, "published", known)
        lines.append(series(f"{label}, {GPU}", colour, points(ALL, known), dashed=True))
    tables.add(one, "slowest / fastest, as printed", GPU, "published", TABLE_4_SLOWDOWN)
    for colour, (label, word, _) in enumerate(words):
        tables.add(one, f"{label}: {word}", on, "measured", found[word])
        lines.append(series(f"{word}, {on}", colour, points(ALL, found[word])))
    tables.add(one, "gather / atomic-tiled", on, "measured", tables.quotient(found["gather"], found["atomic-tiled"]))
    one["charts"].append(chart("cecilia-table-4", "Update of the trails by design", "nodes", "ms", lines))
    one["notes"].append("Ours: evaporation, the ants' amounts and the deposit. A gather reads every tour for every "
                        "edge, 2 n^4 loads, so that its time at N nodes is predicted from n nodes by (N / n)^4.")
    return one


# -- Fig. 7 ---------------------------------------------------------------------------------------------------------

# (label, colour, options). The first two are the paper's task parallelism, the second as published, the next three its
# data parallelism, first with the roulette of one thread. Rows without a colour are not in the chart.
CONSTRUCTIONS = [
    ("task-parallel: work-item, roulette", 0, ("--construction", "work-item", "--selection", "roulette")),
    ("task-parallel, 16 ants a group: work-item, roulette", 7, ("--construction", "work-item", "--selection",
                                                                "roulette", "--ants-per-group", "16")),
    ("data-parallel: queen-loop, roulette", 5, ("--construction", "queen-loop", "--selection", "roulette")),
    ("data-parallel: queen-worker, roulette", 1, ("--construction", "queen-worker", "--selection", "roulette")),
    ("data-parallel: queen-worker, i-roulette", 2, ("--construction", "queen-worker", "--selection", "i-roulette")),
    ("lanes, roulette", None, ("--construction", "lanes", "--selection", "roulette")),
    ("lanes, hybrid", 6, ("--construction", "lanes", "--selection", "hybrid")),
    ("auto, roulette", 3, ("--selection", "roulette")),
    ("auto, hybrid", 4, ("--selection", "hybrid")),
]


def figure_7(program):
    columns = ALL + [AT_MOST]
    one = tables.table("cecilia-figure-7", "Designs of the construction against sequential code (Cecilia Fig. 7)",
                       SOURCE.format("section 5.1.3 and 5.1.4: the text has the largest values only"), columns)
    on = device_name(program)
    for label, value in (("task-parallel, speed-up", 4.25), ("data-parallel, speed-up", 21.71),
                         ("I-Roulette, times faster than roulette", 2.36)):
        tables.add(one, label, GPU, "published", text_row(columns, value))
    twin, *measured = program.rows(ALL, [
        twin_row(program, "sequential twin, roulette, ms", "roulette", ("construct",)),
        *(stage_row(program, f"{label}, ms", options, ("construct",)) for label, _, options in CONSTRUCTIONS)])
    found = dict(zip((label for label, _, _ in CONSTRUCTIONS), measured))
    tables.add(one, "sequential twin, roulette, ms", program.host, "measured", twin + [None])
    tables.add(one, "ACOTSP, lists of n - 1 nodes, ms", related.ACOTSP_CPU, "acotsp",
               pick(related.ACOTSP_CONSTRUCT, ALL) + [None])
    lines = []
    for label in found:
        shown = label.replace("auto", own_label(found[label], "construction"))
        tables.add(one, f"{shown}, ms", on, "measured", found[label] + [None])
    tables.add(one, "GPU-MMAS, roulette over all nodes, ms", related.MMAS_GPU, "cuda",
               pick(related.MMAS_ROULETTE, ALL) + [None])
    for label, colour, _ in CONSTRUCTIONS:
        gain = tables.quotient(twin, found[label])
        tables.add(one, f"{label}, speed-up", on, "measured", with_best(gain))
        if colour is not None:
            lines.append(series(label, colour, points(ALL, gain)))
    independent = found["data-parallel: queen-worker, i-roulette"]
    for name, label in (("roulette", "queen-worker"), ("the loop of one thread", "queen-loop")):
        ratio = tables.quotient(found[f"data-parallel: {label}, roulette"], independent)
        tables.add(one, f"i-roulette, times faster than {name}", on, "measured", with_best(ratio))
    one["charts"].append(chart("cecilia-figure-7", f"Construction on {on}: times faster than the twin", "nodes",
                               "times faster", lines))
    one["notes"] += ["Ours: speed-up over the twin with roulette, one core, whole rows as everywhere.", related.NOT_RUN]
    return one


# -- Fig. 8 ---------------------------------------------------------------------------------------------------------

def figure_8(program):
    columns = ALL + [AT_MOST]
    one = tables.table("cecilia-figure-8", "Update on the device against sequential code (Cecilia Fig. 8), ms",
                       SOURCE.format("Fig. 8; the text has the largest speed-up only, the times are Table 4's "
                                     "version 1"), columns)
    on = device_name(program)
    tables.add(one, "best design, ms", GPU, "published", TABLE_4[0][3] + [None])
    tables.add(one, "speed-up", GPU, "published", text_row(columns, 20))
    twin, best = program.rows(ALL, [twin_row(program, "sequential twin, ms", "roulette", ("update",)),
                                    stage_row(program, "auto, ms", (), ("evaporate", "deposit"))])
    tables.add(one, "sequential twin, ms", program.host, "measured", twin + [None])
    tables.add(one, "ACOTSP, ms", related.ACOTSP_CPU, "acotsp", pick(related.ACOTSP_UPDATE, ALL) + [None])
    tables.add(one, f"{own_label(best, 'deposit')}, ms", on, "measured", best + [None])
    tables.add(one, "speed-up", on, "measured", with_best(tables.quotient(twin, best)))
    one["notes"].append(related.NOT_RUN)
    lines = [series(f"sequential twin, {program.host}", 0, points(ALL, twin)),
             series(f"{own_label(best, 'deposit')}, {on}", 1, points(ALL, best)),
             series(f"best design, {GPU}", 2, points(ALL, TABLE_4[0][3]), dashed=True)]
    one["charts"].append(chart("cecilia-figure-8", "Update of the trails: device and sequential", "nodes", "ms", lines))
    return one


# -- Fig. 9 ---------------------------------------------------------------------------------------------------------

SEEDS, FEWEST_SEEDS = 5, 2  # as many as --cell-seconds allows
STUDENT = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776}  # two-sided 95 % of Student's t by runs
QUALITY = [("roulette", 0), ("i-roulette", 1), ("tile-best", 2)]


def quality_row(program, selection):
    """Returns a row: mean ratio to the optimum of some runs, with the half width of its 95 % interval."""
    def measure(index, column):
        iterations = 3 if program.quick else 1000
        documents = runs(program, program.path(column, index), ("--selection", selection), iterations, SEEDS,
                         FEWEST_SEEDS)
        ratios = [ratio_to_optimum(document) for document in documents]
        cell = interval(ratios)
        return dict(cell, text=cell["text"] + (f" ({len(ratios)} runs)" if len(ratios) < SEEDS else ""))
    return selection, measure


def figure_9(program):
    one = tables.table("cecilia-figure-9", "Quality: length / optimum after 1,000 iterations, 5 runs (Cecilia Fig. 9)",
                       SOURCE.format("Fig. 9; the text has no numbers, only that the GPU's tours are like the "
                                     "sequential ones"), ALL)
    lines = []
    tables.add(one, "all designs", f"{GPU}, {CPU}", "published",
               ["the paper's text has no numbers for Fig. 9"] * len(ALL))
    made = program.rows(ALL, [quality_row(program, selection) for selection, _ in QUALITY])
    for (selection, colour), cells in zip(QUALITY, made):
        tables.add(one, selection, device_name(program), "measured", cells)
        lines.append(series(selection, colour, points(ALL, cells)))
    one["charts"].append(chart("cecilia-figure-9", "Length / optimum after 1,000 iterations, 5 runs, 95 % interval",
                               "nodes", "length / optimum", lines, y_log=False))
    one["notes"].append("± is half the 95 % interval of the mean (Student's t), seeds 1 to 5, or fewer where five runs "
                        "would pass a minute. The sequential twin walks the same tours, so that there is no second "
                        "column for it.")
    return one


TABLES = {"cecilia-figure-6": figure_6, "cecilia-powers": powers, "cecilia-table-3": table_3, "cecilia-table-4": table_4,
          "cecilia-figure-7": figure_7, "cecilia-figure-8": figure_8, "cecilia-figure-9": figure_9}
