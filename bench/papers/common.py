"""What the modules of the three papers share."""
import re

import tables
from program import NOT_MEASURED, PER_ITERATION, NotAvailable
from shared import short_name

MILLI = 1e3  # seconds to ms


def nodes(instance):
    """The size that the name of a TSPLIB instance carries."""
    return int(re.search(r"\d+$", instance)[0])


def pick(known, columns):
    """The entries of a dict by instance for the columns of a table; an empty cell where it has none."""
    return [known.get(column) for column in columns]


def device_name(program):
    """The device as the tables name it; the machine's marketing name without the repetition of its maker."""
    return short_name(program.device) if program.device else "no device"


def stage_row(program, label, options, stages, **prediction):
    """A row of Program.rows(): milliseconds an iteration of the sum of some steps. prediction: as for
    Program.stages()."""
    def measure(index, column):
        result = program.stages(program.path(column, index), options,
                                parts=program.seconds_known(label, MILLI), **prediction)
        seconds = sum(result[stage] for stage in stages)
        if not seconds > 0:
            raise program.failure(f"{column}, {' '.join(options)}: no kernel of {', '.join(stages)} took any time")
        return {"value": MILLI * seconds, "iterations": result["iterations"],
                "shape": result["shape"]}
    return label, measure


def own_label(cells, key):
    """How a row calls what the device takes by itself: its construction or its deposit, by name."""
    names = []
    for cell in cells:
        if "shape" in cell and cell["shape"][key] not in names:
            names.append(cell["shape"][key])
    return f"auto ({', '.join(names)})" if names else "auto"


def twin_row(program, label, selection, stages, times=1):
    """The same for the sequential reference, `repeats` times."""
    def measure(index, column):
        result = program.twin(program.path(column, index), selection,
                              parts=program.seconds_known(label, MILLI * times))
        return {"value": times * MILLI * sum(result[stage] for stage in stages), "iterations": result["iterations"]}
    return label, measure


def points(columns, cells, x=nodes):
    """[x, y(, error)] of the cells that have a number."""
    found = []
    for column, cell in zip(columns, cells):
        cell = tables.as_cell(cell)
        if cell.get("value") is not None:
            found.append([x(column), cell["value"]] + ([cell["error"]] if cell.get("error") else []))
    return found


def series(label, colour, found, dashed=False, apart=False):
    return {"label": label, "colour": colour, "dashed": dashed, "apart": apart, "points": found}


def chart(name, title, x_label, y_label, lines, x_log=True, y_log=True, **more):
    """lines: series; those without any point are left out."""
    return {"name": name, "title": title, "x": {"label": x_label, "log": x_log, "ticks": more.get("x_ticks")},
            "y": {"label": y_label, "log": y_log, "from": more.get("y_from")},
            "series": [line for line in lines if line["points"]]}


def runs(program, path, options, iterations, seeds=1, fewest=None):
    """The documents of whole runs without profiling, one a seed from 1 on, or of fewer, `fewest` at least, where all
    would take longer than a cell may. Refuses rows with such a cell."""
    wanted = [options if seed == 1 else (*options, "--seed", str(seed)) for seed in range(1, seeds + 1)]
    predicted = program.loop_seconds(path, options, iterations)
    if all(program.has_run(path, each, iterations) for each in wanted):
        pass
    elif predicted is None or predicted * seeds > program.limit / 2:
        result = program.stages(path, options)
        seconds = sum(result[stage] for stage in PER_ITERATION)
        predicted = seconds * iterations
        if fewest:
            seeds = max(fewest, min(seeds, int(program.limit / predicted)))
        program.check_time(predicted, f"the time of an iteration times {iterations}",
                           f"{seconds * MILLI:.3g} ms * {iterations} = {predicted:.3g} s", seeds)
    else:
        program.check_time(predicted, runs=seeds)
    return [program.solve(path, each, iterations, False) for each in wanted[:seeds]]


def ratio_to_optimum(document):
    """Length / optimum of the shortest tour that an ant of a run built: the one that runs start from is no ant's."""
    optimum = document["instance"]["optimum"]
    if not optimum:
        raise NotAvailable("no optimum is known")
    return document["result"]["built_length"] / optimum
