"""Delevacq, Delisle, Gravel and Krajecki: Parallel ant colony optimization on graphics processing units (2012), as section
3 of the chapter quotes it: MAX-MIN on whole rows without local search, an ant a work-item or a work-group, and several
colonies. m = n; times of the device from events, of the reference by the clock."""
from common import MILLI, chart, device_name, points, series, tables
from program import power_law

SOURCE = ("Delévacq et al. 2012, as the chapter quotes it (section 3): instances of 51 to 2,103 nodes, two Tesla C2050, C on "
          "a Xeon E5640")
GPU = "Tesla C2050"
ALL = ["att48", "kroA100", "d198", "lin318", "rat783", "pr1002", "d2103"]
COLONIES = 4

SETTINGS = ("--algorithm", "mmas", "--candidates", "0", "--ants", "n", "--local-search", "none", "--selection", "roulette")
TWIN = "sequential reference, one colony, ms"
WAYS = [("an ant a work-item", 0, ("--construction", "work-item")),
        ("an ant a work-group", 1, ("--construction", "work-group")),
        ("four colonies", 2, ("--construction", "work-group", "--islands", str(COLONIES)))]
# Ranges of the quotation.
PUBLISHED = [("an ant a work-group, speed-up", "6.84 to 19.47"), ("several colonies, speed-up", "16.24 to 23.60")]


def iteration_row(program, label, options):
    """Returns a row: milliseconds of an iteration of all colonies together."""
    known = {}  # nodes: seconds

    def measure(index, column):
        path = program.path(column, index)
        n = program.size(path)
        smaller = max((size for size in known if size < n), default=None)
        predicted = None
        if smaller:
            predicted = known[smaller] * (n / smaller) ** 3
            program.check_time(predicted, *power_law(known[smaller], smaller, n, 3))
        iterations = program.iterations_of(predicted) if predicted else program.options.iterations
        host = "--device" in options
        document = program.solve(path, (*SETTINGS, *options), iterations, not host)
        done = document["result"]["iterations"]
        seconds = document["timing"]["loop"] if host else sum(kernel["seconds"] for kernel in document["kernels"])
        known[n] = seconds / done
        return {"value": MILLI * known[n], "iterations": done}
    return label, measure


def range_of(cells):
    found = [value for value in tables.values(cells) if value]
    if not found:
        return {"na": tables.NOTHING}
    low, high = (tables.number_text(float(value)) for value in (min(found), max(found)))
    return {"value": max(found), "text": f"{low} to {high}"}


def speed_up(program):
    one = tables.table("delevacq-speed-up", "MAX-MIN Ant System: speed-ups (Delévacq et al.)", SOURCE, ALL + ["range"])
    on = device_name(program)
    for label, span in PUBLISHED:
        tables.add(one, label, GPU, "published", [None] * len(ALL) + [{"value": None, "text": span}])
    wanted = [iteration_row(program, TWIN, ("--device", "none"))]
    wanted += [iteration_row(program, f"{label}, ms", options) for label, _, options in WAYS]
    twin, *found = program.rows(ALL, wanted)
    tables.add(one, TWIN, program.host, "measured", twin + [None])
    lines = []
    for (label, colour, options), cells in zip(WAYS, found):
        tables.add(one, f"{label}, ms", on, "measured", cells + [None])
        colonies = COLONIES if "--islands" in options else 1
        gain = [dict(cell, value=colonies * cell["value"]) if cell.get("value") else cell
                for cell in tables.quotient(twin, cells)]
        tables.add(one, f"{label}, speed-up", on, "measured", gain + [range_of(gain)])
        lines.append(series(f"{label}, {on}", colour, points(ALL, gain)))
    one["charts"].append(chart("delevacq-speed-up", f"MAX-MIN on {on}: times faster than the sequential reference", "nodes",
                               "times", lines))
    one["notes"].append(f"Ours: {COLONIES} colonies share launches; their speed-up counts the work of all.")
    return one


TABLES = {"delevacq-speed-up": speed_up}
