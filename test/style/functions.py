#!/usr/bin/env python3
"""Checks that no file of src/ and cl/ has more than 600 lines, and no function more than 6 parameters or 50 lines, except
the functions of EXCEPTIONS.

usage: functions.py SOURCE_ROOT

A function's lines count from its signature to its closing brace. Kernels have no limit: OpenCL passes buffers in no
other way, and their bodies are inner loops. An exception that no longer exceeds a limit must leave the list, so the list
only shrinks.
"""
import pathlib
import re
import sys

MOST_PARAMETERS, MOST_LINES, MOST_FILE_LINES = 6, 50, 600
EXCEPTIONS = """
cl/aco/search_team_moves.clh:find_moves
cl/aco/select_roulette_team.clh:roulette_next
cl/mosaic/array_lanes.h:array_expand
cl/mosaic/array_search.h:array_expand
cl/mosaic/piece_search.h:piece_look
cl/pso/ants.cl:ant_walk
cl/pso/particle.h:REAL_JOIN
cl/pso/particle.h:particle_settle
cl/pso/particle.h:particle_velocity
cl/pso/swarm.clh:swarm_move
cl/qap/tabu.h:QAP_NAME
cl/shared/metric_integers.h:metric_between
cl/shared/metric_integers.h:metric_square_key
cl/shared/tsp_metric.h:metric_between
cl/shared/tsp_metric.h:metric_square_key
src/api.c:swarm_solve_inputs
src/api.c:swarm_solve_many
src/ocl/selector.c:ocl_selector_find
src/tours/tuning.c:take_line
src/tsp/missing.c:tsp_missing_refuse
src/tsp/points.c:swarm_instance_from_points
src/tsp/read/tour_file.c:swarm_tour_write
"""  # FILE:FUNCTION, one on a line
COMMENT = re.compile(r"/\*.*?\*/", re.S)
# The text before the name, the name, the parameters, the body.
FUNCTION = re.compile(r"^(?!typedef|[#/* ])([A-Za-z_][^;{}=]*?)\b(\w+)\(([^;{}]*)\)\n\{\n(.*?)^\}", re.M | re.S)


def parameters_of(text):
    """The number of parameters in a list; commas within brackets belong to one parameter."""
    while (flat := re.sub(r"\([^()]*\)", "", text)) != text:
        text = flat
    return 0 if text.strip() in ("", "void") else text.count(",") + 1


def functions_of(path):
    """(name, parameters, lines, number of the first line) of each function that a file defines."""
    text = COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), path.read_text(encoding="utf-8"))
    for found in FUNCTION.finditer(text):
        if "__kernel" not in found[0].split("\n{", 1)[0]:
            yield found[2], parameters_of(found[3]), found[0].count("\n") + 1, text.count("\n", 0, found.start()) + 1


def main():
    root = pathlib.Path(sys.argv[1])
    listed, exceeding, problems, count = set(EXCEPTIONS.split()), set(), [], 0
    paths = sorted(path for room in ("src", "cl") for path in (root / room).rglob("*")
                   if path.suffix in {".c", ".h", ".cl", ".clh"})
    for path in paths:
        length = path.read_text(encoding="utf-8").count("\n")
        if length > MOST_FILE_LINES:
            problems.append(f"{path.relative_to(root).as_posix()}: found {length} lines, expected at most {MOST_FILE_LINES}")
        for name, parameters, lines, number in functions_of(path):
            count += 1
            if parameters <= MOST_PARAMETERS and lines <= MOST_LINES:
                continue
            file = path.relative_to(root).as_posix()
            exceeding.add(f"{file}:{name}")
            if f"{file}:{name}" not in listed:
                problems.append(f"{file}:{number}: found {parameters} parameters and {lines} lines in {name}(), "
                                f"expected at most {MOST_PARAMETERS} and {MOST_LINES}")
    problems += [f"{name} exceeds no limit: remove it from EXCEPTIONS" for name in sorted(listed - exceeding)]
    print("\n".join(problems + [f"{count} functions, {len(listed)} exceptions, {len(problems)} problems"]))
    return 1 if problems or not count else 0


if __name__ == "__main__":
    sys.exit(main())
