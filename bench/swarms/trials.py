"""Measurements inside runs, by helpers in C: how many particles improve, and constants in constant memory."""
import os
import statistics

from runs import PAPER_SWARM, PUBLISHED_WITH_IT
from shared import Failed, Report, document_of, seconds_text

QUICK_ITERATIONS = 20

# objective, dimensions, particles, iterations, the paper's settings or our defaults
IMPROVEMENTS = [
    *((PUBLISHED_WITH_IT, 1, particles, 100000, "paper's") for particles in (32, 2048, 8192)),
    ("cubic", 1, 2048, 100000, "paper's"),
    *(("cubic", 120, *size, "paper's") for size in ((128, 5000), (2048, 2000), (8192, 1000))),
    ("rastrigin", 30, 2048, 2000, "ours"),
]

# row of --best, objective, dimensions, particles, iterations of a GPU and of a CPU
CONSTANTS = [
    ("counter", PUBLISHED_WITH_IT, 1, 2048, 100000, 5000),
    ("persistent", PUBLISHED_WITH_IT, 1, 2048, 100000, 5000),
    ("asynchronous", PUBLISHED_WITH_IT, 1, 65536, 100000, 500),
    ("queue", "cubic", 120, 2048, 2000, 50),
    ("queue", "cubic", 120, 32768, 1000, 5),
    ("counter", "rastrigin", 30, 2048, 5000, 200),
]
PLACES = ["numbers", "argument", "program"]
CONSTANTS_REPEATS = 9  # with three, some places differ by chance


def pairs(dimensions, particles, iterations, *more):
    """Returns options as a list of names and values."""
    return ["dim", dimensions, "particles", particles, "iterations", iterations, "precision", "fp64",
            *(word.removeprefix("--") for word in more)]


def improvements(options):
    """Returns cases with sums after 1, 10, 100, ... iterations and at the end: iteration, particles that improved their
    own best, particles better than the swarm's best so far, improvements of the swarm's best."""
    cases = []
    for objective, dimensions, particles, iterations, settings in IMPROVEMENTS[:2] if options.quick else IMPROVEMENTS:
        iterations = QUICK_ITERATIONS if options.quick else iterations
        words = PAPER_SWARM if settings == "paper's" else ()
        made = document_of(options.paths[0], objective, *pairs(dimensions, particles, iterations, *words))
        cases.append({"objective": objective, "dimensions": dimensions, "particles": particles,
                      "iterations": iterations, "settings": settings, **made})
        if made["rows"][-1][0] != iterations:
            raise Failed(f"{objective}: {made['rows'][-1][0]} iterations instead of {iterations}")
    return {"command": "improvements", "cases": cases}


def constants(runner, options):
    """Measures the seconds of the loop with the constants in each memory, in turn."""
    report = Report(runner.name, options.quick)
    helper = os.path.join(options.helpers, "swarms_constants")
    found = []
    for row, objective, dimensions, particles, gpu, cpu in CONSTANTS[:2] if options.quick else CONSTANTS:
        iterations = QUICK_ITERATIONS if options.quick else gpu if runner.is_gpu else cpu
        words = PAPER_SWARM if objective == "cubic" else ()
        made = document_of(helper, options.device, options.repeats or CONSTANTS_REPEATS, objective,
                           *pairs(dimensions, particles, iterations, "best", row, *words))
        middle = {place: statistics.median(made[place]) / iterations for place in PLACES}
        report.add(f"{row}, {objective}, {dimensions}-D, {particles:,} particles, an iteration", "",
                   ", ".join(f"{place} {seconds_text(middle[place])}" for place in PLACES))
        found.append({"row": row, "objective": objective, "dimensions": dimensions, "particles": particles,
                      "iterations": iterations, **made})
    return {"constants": found}
