"""Functions that the modules of the papers share."""
import re

import tables
from program import NOT_MEASURED, PER_ITERATION, NotAvailable
from shared import short_name

MILLI = 1e3  # seconds to ms


def nodes(instance):
    """Returns the number of nodes, from the name of a TSPLIB instance."""
    return int(re.search(r"\d+$", instance)[0])


def pick(known, columns):
    """Returns the values of a dict for the columns of a table; None where an instance is missing."""
    return [known.get(column) for column in columns]


def device_name(program):
    """Returns the name of the device in tables: its marketing name, with the maker named once."""
    return short_name(program.device) if program.device else "no device"


def stage_row(program, label, options, stages, **prediction):
    """Returns a row for Program.rows(): milliseconds per iteration, summed over some steps. prediction: arguments of
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
    """Returns the label of a row with the device's default construction or deposit, by name."""
    names = []
    for cell in cells:
        if "shape" in cell and cell["shape"][key] not in names:
            names.append(cell["shape"][key])
    return f"auto ({', '.join(names)})" if names else "auto"


def twin_row(program, label, selection, stages, times=1):
    """Returns that row for the sequential reference, with its times multiplied by `times`."""
    def measure(index, column):
        result = program.twin(program.path(column, index), selection,
                              parts=program.seconds_known(label, MILLI * times))
        return {"value": times * MILLI * sum(result[stage] for stage in stages), "iterations": result["iterations"]}
    return label, measure


def points(columns, cells, x=nodes):
    """Returns [x, y] or [x, y, error] of every cell that has a number."""
    found = []
    for column, cell in zip(columns, cells):
        cell = tables.as_cell(cell)
        if cell.get("value") is not None:
            found.append([x(column), cell["value"]] + ([cell["error"]] if cell.get("error") else []))
    return found


def series(label, colour, found, dashed=False, apart=False):
    return {"label": label, "colour": colour, "dashed": dashed, "apart": apart, "points": found}


def chart(name, title, x_label, y_label, lines, x_log=True, y_log=True, **more):
    """Returns a chart. lines: series; series without any point are left out."""
    return {"name": name, "title": title, "x": {"label": x_label, "log": x_log, "ticks": more.get("x_ticks")},
            "y": {"label": y_label, "log": y_log, "from": more.get("y_from")},
            "series": [line for line in lines if line["points"]]}


def runs(program, path, options, iterations, seeds=1, fewest=None):
    """Returns the documents of whole runs without profiling, one for each seed from 1 on. Where all would take too
    long, there are fewer, but at least `fewest`."""
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
    """Returns length / optimum of the shortest tour that an ant of the run built, so without the starting tour."""
    optimum = document["instance"]["optimum"]
    if not optimum:
        raise NotAvailable("no optimum is known")
    return document["result"]["built_length"] / optimum
