"""Uchida, Ito and Nakano: Accelerating Ant Colony Optimisation for the Travelling Salesman Problem on the GPU. Int. J.
Parallel, Emergent and Distributed Systems 29 (2014) 401-420. m = n, alpha 1, beta 2, rho 0.5."""
import math

import related
from common import (MILLI, NOT_MEASURED, NotAvailable, chart, device_name, own_label, pick, points, ratio_to_optimum,
                    runs, series, stage_row, tables, twin_row)

SOURCE = "Uchida et al. 2014, {}; CUDA on a GeForce GTX 580, C on one core of a Core i7 860"
GPU, CPU = "GeForce GTX 580", "Core i7 860"

ALL = ["d198", "a280", "lin318", "pcb442", "rat783", "pr1002", "pr2392", "pcb3038"]
ITERATIONS = 100

# Table 1: (the paper's name, our row, ms on its CPU, ms on its GPU, speed-up as printed).
TABLE_1 = [
    ("SelectWithoutCompression", "roulette",
     [25.01, 60.88, 118.37, 252.72, 1555.49, 4598.04, 68212.89, 124208.59],
     [4.10, 10.00, 14.64, 23.90, 108.83, 238.67, 3823.41, 9938.31],
     [6.11, 6.09, 8.08, 10.57, 14.29, 19.27, 17.84, 12.50]),
    ("SelectWithCompression", "compressed",
     [19.84, 47.05, 95.15, 180.61, 1215.31, 3784.43, 58452.20, 104410.41],
     [5.08, 15.05, 17.65, 33.25, 153.82, 253.44, 4146.78, 10655.35],
     [3.90, 3.13, 5.39, 5.43, 7.90, 14.93, 14.10, 9.80]),
    ("SelectWithStochasticTrial", "trial",
     [19.19, 32.77, 111.57, 104.81, 955.46, 2737.96, 34827.20, 53987.53],
     [2.92, 5.86, 11.02, 13.14, 63.87, 96.43, 2302.12, 3460.61],
     [6.58, 5.60, 10.12, 7.98, 14.96, 28.39, 15.13, 15.60]),
    ("hybrid method", "hybrid",
     [10.88, 17.44, 43.79, 56.33, 346.14, 815.05, 16511.67, 36532.30],
     [2.58, 4.95, 8.86, 11.35, 56.38, 86.43, 2078.98, 3096.72],
     [4.24, 3.98, 8.11, 6.18, 8.94, 21.87, 12.21, 11.80]),
]
# Labels as published, and ours.
SHAPES = [("32-ary", ("--construction", "32-ary")), ("work-group", ("--construction", "work-group")),
          ("lanes", ("--construction", "lanes")), ("auto", ())]

TABLE_2 = {CPU: [0.963, 1.384, 2.797, 4.692, 16.770, 34.877, 222.762, 349.807],
           GPU: [0.042, 0.068, 0.076, 0.127, 0.327, 0.530, 5.840, 8.945]}
TABLE_3 = {CPU: [1185.52, 2102.95, 7400.08, 7467.31, 51219.02, 190050.13, 2538336.73, 3688402.99],
           GPU: [263.91, 505.51, 897.29, 1153.95, 5673.15, 8706.32, 208478.18, 310613.66]}
PRINTED = "speed-up, as printed"
TABLE_2_SPEED_UP = [22.65, 20.43, 36.74, 36.84, 51.24, 65.83, 38.14, 39.11]
TABLE_3_SPEED_UP = [4.51, 4.18, 8.32, 6.50, 9.18, 22.11, 12.28, 11.87]
TABLE_4 = {CPU: [(16796, 1.064), (3174, 1.231), (48538, 1.155), (63312, 1.247), (11135, 1.264), (335748, 1.296),
                 (514530, 1.361), (186972, 1.358)],
           GPU: [(16943, 1.074), (3101, 1.203), (47736, 1.136), (62176, 1.224), (11061, 1.256), (332608, 1.284),
                 (508109, 1.344), (185570, 1.348)]}


# -- Table 1 --------------------------------------------------------------------------------------------------------

def table_1(program):
    one = tables.table("uchida-table-1", "Methods of selection (Uchida Table 1), ms of the tour construction",
                       SOURCE.format("Table 1"), ALL)
    on = device_name(program)
    lines = []
    wanted = []
    for label, word, *_ in TABLE_1:
        wanted.append(twin_row(program, f"{label}: {word}, twin", word, ("construct",)))
        wanted += [stage_row(program, f"{label}: {word}, {name}", (*shape, "--selection", word), ("construct",))
                   for name, shape in SHAPES]
    found = dict(zip((label for label, _ in wanted), program.rows(ALL, wanted)))
    for label, _, on_cpu, on_gpu, speed_up in TABLE_1:
        tables.add(one, label, CPU, "published", on_cpu)
        tables.add(one, label, GPU, "published", on_gpu)
        tables.add(one, f"{label}, {PRINTED}", GPU, "published", tables.printed(speed_up))
    for colour, (label, word, _, on_gpu, _) in enumerate(TABLE_1):
        twin = found[f"{label}: {word}, twin"]
        tables.add(one, f"{label}: {word}, twin", program.host, "measured", twin)
        for name, _ in SHAPES:
            own = found[f"{label}: {word}, {name}"]
            shown = own_label(own, "construction") if name == "auto" else name
            tables.add(one, f"{label}: {word}, {shown}", on, "measured", own)
            if name in ("32-ary", "auto"):
                tables.add(one, f"{label}, speed-up over the twin: {name}", on, "measured", tables.quotient(twin, own))
        lines.append(series(f"{word}, {on}", colour, points(ALL, own)))
        lines.append(series(f"{word}, {GPU}", colour, points(ALL, on_gpu), dashed=True))
    tables.add(one, "GPU-MMAS, roulette over all nodes", related.MMAS_GPU, "cuda", pick(related.MMAS_ROULETTE, ALL))
    tables.add(one, "GPU-MMAS, weighted reservoir over all nodes", related.MMAS_GPU, "cuda",
               pick(related.MMAS_RESERVOIR, ALL))
    lines.append(series(f"GPU-MMAS roulette, {related.MMAS_GPU}", 7,
                        points(ALL, pick(related.MMAS_ROULETTE, ALL)), dashed=True))
    one["charts"].append(chart("uchida-table-1", "Tour construction by method of selection", "nodes", "ms", lines))
    one["notes"].append("32-ary is after the paper's design: one ant a work-group, whose work-items search together for "
                        "a draw. In a try they search 32 parts of a row and then the nodes of one, a try after "
                        "another; in whole and compressed rows as many runs as there are work-items. Prefix sums that "
                        "serve all ants are made with choice-info and are not in these times.")
    one["notes"].append(related.NOT_RUN)
    return one


# -- Table 2 --------------------------------------------------------------------------------------------------------

def table_2(program):
    one = tables.table("uchida-table-2", "Update of the trails (Uchida Table 2), ms", SOURCE.format("Table 2"), ALL)
    on = device_name(program)
    for hardware, known in TABLE_2.items():
        tables.add(one, "update", hardware, "published", known)
    update = ("evaporate", "deposit")
    twin, rows, own = program.rows(ALL, [twin_row(program, "twin", "roulette", ("update",)),
                                         stage_row(program, "by-row", ("--deposit", "by-row"), update),
                                         stage_row(program, "auto", (), update)])
    tables.add(one, "twin", program.host, "measured", twin)
    tables.add(one, "by-row", on, "measured", rows)
    tables.add(one, own_label(own, "deposit"), on, "measured", own)
    tables.add(one, PRINTED, GPU, "published", tables.printed(TABLE_2_SPEED_UP))
    tables.add(one, "by-row, speed-up", on, "measured", tables.quotient(twin, rows))
    lines = [series(f"update, {GPU}", 0, points(ALL, TABLE_2[GPU]), dashed=True),
             series(f"by-row, {on}", 0, points(ALL, rows)),
             series(f"{own_label(own, 'deposit')}, {on}", 1, points(ALL, own)),
             series(f"update, {CPU}", 2, points(ALL, TABLE_2[CPU]), dashed=True),
             series(f"twin, {program.host}", 2, points(ALL, twin))]
    one["charts"].append(chart("uchida-table-2", "Update of the trails", "nodes", "ms", lines))
    one["notes"].append("by-row evaporates as it adds to a trail, as theirs does: there is no launch for it.")
    return one


SELECTIONS = ["roulette", "race", "compressed", "trial", "hybrid", "i-roulette", "tile-best"]


# -- Tables 3 and 4 -------------------------------------------------------------------------------------------------

SEEDS, ONE_SEED_ABOVE = 3, 1002  # quality is a mean over seeds, where they cost little


def hundred(program, path, selection, seeds=1):
    """Returns the documents of 100 iterations, one for each seed."""
    return runs(program, path, ("--selection", selection), 3 if program.quick else ITERATIONS, seeds)


def quality_row(program, selection):
    """Returns a row: mean length / optimum."""
    def measure(index, column):
        path = program.path(column, index)
        seeds = SEEDS if program.size(path) <= ONE_SEED_ABOVE else 1
        documents = hundred(program, path, selection, seeds)
        mean = sum(ratio_to_optimum(document) for document in documents) / seeds
        return {"value": mean, "lengths": [document["result"]["length"] for document in documents],
                "text": f"{mean:.3f}"}
    return selection, measure


def whole_row(program, selection):
    """Returns a row: milliseconds of a run of 100 iterations."""
    def measure(index, column):
        timing = hundred(program, program.path(column, index), selection)[0]["timing"]
        return MILLI * (timing["setup"] + timing["loop"])
    return f"{selection}, auto", measure


PRESET = "--preset uchida: hybrid, 32-ary, by-row"


def preset_row(program):
    """Returns a row: milliseconds of a run of 100 iterations with --preset uchida."""
    def measure(index, column):
        iterations = 3 if program.quick else ITERATIONS
        timing = runs(program, program.path(column, index), ("--preset", "uchida"), iterations)[0]["timing"]
        return MILLI * (timing["setup"] + timing["loop"])
    return PRESET, measure


TWIN = "hybrid, twin, 100 times the mean of its iterations"


def whole_runs(program):
    """Returns the cells of Table 3: the reference, hybrid, roulette and the preset."""
    return program.rows(ALL, [twin_row(program, TWIN, "hybrid", ("choice", "construct", "evaluate", "update"),
                                       ITERATIONS),
                              whole_row(program, "hybrid"), whole_row(program, "roulette"), preset_row(program)],
                        "uchida-table-3")


def table_3(program):
    one = tables.table("uchida-table-3", "100 iterations in all, ms (Uchida Table 3)", SOURCE.format("Table 3"), ALL)
    on = device_name(program)
    for hardware, known in TABLE_3.items():
        tables.add(one, "hybrid method", hardware, "published", known)
    twin, hybrid, roulette, preset = whole_runs(program)
    tables.add(one, TWIN, program.host, "measured", twin)
    tables.add(one, "hybrid, auto", on, "measured", hybrid)
    tables.add(one, "roulette, auto", on, "measured", roulette)
    tables.add(one, PRESET, on, "measured", preset)
    tables.add(one, PRINTED, GPU, "published", tables.printed(TABLE_3_SPEED_UP))
    tables.add(one, "hybrid, speed-up over the twin", on, "measured", tables.quotient(twin, hybrid))
    tables.add(one, "--preset uchida, speed-up over the twin", on, "measured", tables.quotient(twin, preset))
    lines = [series(f"hybrid, {GPU}", 0, points(ALL, TABLE_3[GPU]), dashed=True),
             series(f"hybrid, {on}", 0, points(ALL, hybrid)),
             series(f"roulette, {on}", 1, points(ALL, roulette))]
    one["charts"].append(chart("uchida-table-3", "100 iterations", "nodes", "ms", lines))
    one["notes"].append("Ours: host clock from the start of the set-up to the end of the loop; context and compilation "
                        "of the kernels are not in it.")
    return one


def table_4(program):
    one = tables.table("uchida-table-4", "Quality: length / optimum after 100 iterations (Uchida Table 4)",
                       SOURCE.format("Table 4"), ALL)
    for hardware, known in TABLE_4.items():
        tables.add(one, "hybrid method", hardware, "published",
                   [{"value": ratio, "length": length, "text": f"{ratio:.3f}"} for length, ratio in known])
    made = program.rows(ALL, [quality_row(program, selection) for selection in SELECTIONS])
    better = [min(cpu[1], gpu[1]) for cpu, gpu in zip(TABLE_4[CPU], TABLE_4[GPU])]
    lines = [series("the paper's better ratio", 7, points(ALL, better), dashed=True)]
    for colour, (selection, cells) in enumerate(zip(SELECTIONS, made)):
        tables.add(one, selection, device_name(program), "measured", cells)
        lines.append(series(selection, colour, points(ALL, cells)))
    one["charts"].append(chart("uchida-table-4", "Length / optimum after 100 iterations", "nodes",
                               "length / optimum", lines, y_log=False))
    one["notes"].append(f"Means over seeds 1 to {SEEDS}, above {ONE_SEED_ABOVE} nodes only seed 1. All rows but "
                        "i-roulette and tile-best are exact.")
    return one


# -- Table 5 --------------------------------------------------------------------------------------------------------

# (program, GPU, speed-up over a sequential program)
TABLE_5 = [("Delévacq et al., MAX-MIN", "2 Tesla C2050", 23.6),
           ("Kobashi et al., candidate lists", "Tesla C2050", 23.5), ("Cecilia et al.", "Tesla C2050", 20.0),
           ("Uchida et al.", GPU, 22.1)]
# Of Delévacq et al. (2012), as section 3 of the chapter quotes them.
QUOTED = ("The chapter (section 3) quotes Delévacq et al. (2012) with 6.84 to 19.47 times for MAX-MIN without local search, "
          "an ant a work-group, and with 16.24 to 23.60 for several colonies on one and on two GPUs. Ours in this table is "
          "Ant System with an ant a work-group or a sub-group.")


def table_5(program):
    columns = ALL + ["at most"]
    one = tables.table("uchida-table-5", "Speed-ups over sequential programs (Uchida Table 5)",
                       SOURCE.format("Table 5: a figure of each paper, each with programs, instances and GPUs of its "
                                     "own; that of Uchida et al. is pr1002 in Table 3"), columns)
    on = device_name(program)
    for whose, gpu, times in TABLE_5:
        tables.add(one, whose, gpu, "published", [None] * len(ALL) + [times])
    twin, hybrid, roulette, _ = whole_runs(program)
    acotsp = [{"value": ITERATIONS * sum(parts) if all(parts) else None} for parts in
              zip(pick(related.ACOTSP_CONSTRUCT, ALL), pick(related.ACOTSP_UPDATE, ALL))]
    lines = []
    for colour, (label, above, below) in enumerate((("hybrid over our twin with hybrid", twin, hybrid),
                                                    ("hybrid over ACOTSP", acotsp, hybrid),
                                                    ("roulette over ACOTSP, the same rule", acotsp, roulette))):
        cells = tables.quotient(above, below)
        tables.add(one, label, on, "measured", cells + [tables.largest(cells)])
        lines.append(series(label, colour, points(ALL, cells)))
    lines.append(series(f"Uchida et al., {GPU}", 3,
                        points(ALL, TABLE_3_SPEED_UP), dashed=True))
    one["charts"].append(chart("uchida-table-5", f"Times faster than a sequential program, {on}", "nodes",
                               "times faster", lines))
    one["notes"].append(f"Ours: the times of Table 3. ACOTSP: {ITERATIONS} times its construction and update on "
                        f"{related.ACOTSP_CPU}, candidate lists of n - 1 nodes; it was not measured on pcb3038.")
    one["notes"].append(QUOTED)
    return one


# -- Fig. 11 --------------------------------------------------------------------------------------------------------

REPLAYED_ANTS = 128
SHOWN_TRIES = [1, 2, 3, 4, 5, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096]
# The text: "approximately half" by one try, "about 80 %" within 5, "about 90 %" within 32; 30 nodes at exactly 5.
FIGURE_11 = {1: 50, 5: 80, 32: 90}


def binned(counts):
    """[tries, nodes at so many tries] of counts[tries - 1]: one by one up to 32 tries, then means of bins that grow
    by an eighth, since a single count of the tail is mostly chance."""
    found, begin = [], 1
    while begin <= len(counts):
        end = min(begin + (begin // 8 if begin > 32 else 1), len(counts) + 1)
        mean = sum(counts[begin - 1:end - 1]) / (end - begin)
        if mean > 0:
            found.append([math.sqrt(begin * (end - 1)), mean])
        begin = end
    return found


def figure_11(program):
    kept = program.kept()
    if kept:
        return kept
    one = tables.table("uchida-figure-11",
                       "Tries of the stochastic trial, pr1002, after 100 iterations (Uchida Fig. 11)",
                       SOURCE.format("Fig. 11: the text has three shares and one count"),
                       [str(tries) for tries in SHOWN_TRIES])
    tables.add(one, "nodes found within this number of tries, %", GPU, "published",
               [FIGURE_11.get(tries) for tries in SHOWN_TRIES])
    tables.add(one, "nodes found at exactly this try, of 1,002", GPU, "published",
               [30 if tries == 5 else None for tries in SHOWN_TRIES])
    try:
        if not program.measures:
            raise NotAvailable(NOT_MEASURED["na"])
        path = program.path("pr1002", 0)
        iterations = 10 if program.quick else ITERATIONS
        seconds = sum(program.twin(path, "trial")[stage] for stage in ("choice", "construct", "evaluate", "update"))
        program.check_time(seconds, "an iteration of the twin", f"{seconds:.3g} s", iterations)
        found = program.document([program.helper("papers_twin"), "tries", path, str(iterations), str(REPLAYED_ANTS)])
        counts = [count / found["ants"] for count in found["counts"]]
        steps = sum(counts)
        within = [{"value": 100.0 * sum(counts[:tries]) / steps} for tries in SHOWN_TRIES]
        exactly = [{"value": counts[tries - 1]} for tries in SHOWN_TRIES]
        one["notes"].append(f"Ours: mean over the tours of {found['ants']} ants in iteration {iterations + 1}, the "
                            f"trial's own draws continued past its limit of 8; {counts[-1]:.2f} nodes a tour needed "
                            f"more than {found['limit']}. The same on every device.")
    except NotAvailable as reason:
        counts, within, exactly = [], [str(reason)] * len(SHOWN_TRIES), [str(reason)] * len(SHOWN_TRIES)
    tables.add(one, "nodes found within this number of tries, %", "every device", "measured", within)
    tables.add(one, "nodes found at exactly this try, of 1,002", "every device", "measured", exactly)
    histogram = binned(counts[:-1])
    share, total = [], 0.0
    for tries, count in enumerate(counts[:-1], 1):
        total += count
        if tries <= 64 or tries % 64 == 0:
            share.append([tries, 100.0 * total / sum(counts)])
    one["charts"].append(chart("uchida-figure-11", "Nodes of a tour by the try that finds them, pr1002", "tries",
                               "nodes of a tour", [series("ours", 0, histogram, apart=True),
                                                   series(GPU, 1, [[5, 30]], dashed=True, apart=True)]))
    one["charts"].append(chart("uchida-figure-11-cumulative",
                               "Nodes of a tour found within a number of tries, pr1002", "tries", "% of nodes",
                               [series("ours", 0, share),
                                series(f"{GPU}, as the text says", 1, [list(pair) for pair in FIGURE_11.items()],
                                       dashed=True)], y_log=False, y_from=0))
    return one


# -- The limit of tries -----------------------------------------------------------------------------------------------

LIMITS = [1, 2, 4, 8, 16, 32, 64]
LIMITED = ["d198", "pcb442", "pr1002", "pr2392"]


def trials(program):
    limits = LIMITS[:2] if program.quick else LIMITS
    one = tables.table("uchida-trials", "Limit of tries of the stochastic trial (Uchida section 5.1), ms of the tour "
                       "construction", SOURCE.format("section 5.1: 8, by the balance of times; no figures"),
                       [str(limit) for limit in limits])
    on, lines = device_name(program), []

    def construct_row(name, selection, index):
        def measure(_, limit):
            options = ("--selection", selection, "--trial-limit", limit)
            result = program.stages(program.path(name, index), options)
            return {"value": MILLI * result["construct"], "iterations": result["iterations"]}
        return f"{selection}, {name}", measure

    wanted = [construct_row(name, selection, index) for selection in ("trial", "hybrid")
              for index, name in enumerate(LIMITED)]
    for colour, ((label, _), cells) in enumerate(zip(wanted, program.rows(one["columns"], wanted))):
        tables.add(one, label, on, "measured", cells)
        if label.startswith("trial"):
            lines.append(series(f"{label}, {on}", colour, [[limit, cell["value"]] for limit, cell in zip(limits, cells)
                                                           if "value" in cell]))
    one["charts"].append(chart("uchida-trials", f"Construction by the limit of tries, {on}", "tries at most", "ms", lines,
                               x_ticks=LIMITS))
    one["notes"].append("Columns: values of --trial-limit. Fig. 11 shows how many nodes that number of tries finds.")
    return one


# -- Fig. 12 --------------------------------------------------------------------------------------------------------

SWITCHES = [0.05, 0.2, 0.4, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0]
QUICK_SWITCHES = [0.2, 0.85]


def figure_12(program):
    switches = QUICK_SWITCHES if program.quick else SWITCHES
    one = tables.table("uchida-figure-12", "Switch point of the hybrid method (Uchida Fig. 12), ms of the tour "
                       "construction", SOURCE.format("Fig. 12: the text says that about 0.85 is fastest; the times at "
                                                     "0.85 are Table 1's"), [f"{switch:g}" for switch in switches])
    on = device_name(program)
    for index, name in enumerate(ALL):
        tables.add(one, name, GPU, "published",
                   [TABLE_1[3][3][index] if switch == 0.85 else None for switch in switches])
    lines = []
    for index, name in enumerate(ALL):
        def construct(_, switch, index=index, name=name):
            result = program.stages(program.path(name, index), ("--selection", "hybrid", "--compress-from", switch))
            return {"value": MILLI * result["construct"], "iterations": result["iterations"]}
        cells, = program.rows(one["columns"], [(name, construct)])
        tables.add(one, name, on, "measured", cells)
        lines.append(series(name, index, [[at, cell["value"]] for at, cell in zip(switches, cells) if "value" in cell]))
    one["charts"].append(chart("uchida-figure-12", f"Construction by the switch point of the hybrid method, {on}",
                               "share of visited nodes at which compression begins", "ms", lines, x_log=False, x_ticks=[
                                   0, 0.2, 0.4, 0.6, 0.8, 1.0]))
    one["notes"].append("Columns: the share of visited nodes at which the draw changes from the trial to the array of "
                        "unvisited nodes (--compress-from).")
    return one


TABLES = {"uchida-table-1": table_1, "uchida-table-2": table_2, "uchida-table-3": table_3, "uchida-table-4": table_4,
          "uchida-table-5": table_5, "uchida-figure-11": figure_11, "uchida-trials": trials, "uchida-figure-12": figure_12}
