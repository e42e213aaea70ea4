"""The aims, and what is measured for each."""
import concurrent.futures
import json
import statistics

import published
from runs import PUBLISHED_WITH_IT, launch_seconds, worse_probability
from shared import Failed, Report, document_of, seconds_text

ITERATIONS = 100000
QUICK_ITERATIONS = 20

# particles: seconds at most, of `asynchronous` when its value is no worse
BEST_AIMS = {1024: 0.04, 2048: 0.04, 65536: 0.14, 131072: 0.26}
SYNCHRONOUS_AIM = (2048, 0.15)

# Problems for a CPU against the reference: objective, dimensions, particles, iterations
CPU_AIMS = [(PUBLISHED_WITH_IT, 1, 2048, 20000), ("rastrigin", 30, 4096, 200)]
CPU_RATIO = 3.0
CPU_ROWS = ["auto", "counter", "asynchronous"]
PAIRS = 5

# Seven decimals of the optimum: as far as a double shows more of it, the last of them are those of the rounding.
DECIMALS = 7
CUPSO_ITERATIONS = 2000

TEN_DIMENSIONS = {"sphere": 1e-6, "ackley": 1e-3, "griewank": 0.05, "rastrigin": 15}
TEN_ITERATIONS = 3000
TEN_SEEDS = 10

THIRTY_DIMENSIONS = ["sphere", "ackley", "griewank", "rastrigin", "rosenbrock"]
THIRTY_ITERATIONS = 2000
THIRTY_SEEDS = 30
THIRTY_SHIFT = 1

# The textbook swarm at a bound: a particle stops there, or stops and loses its velocity (the Standard PSO).
PLAIN_BOUNDARIES = ["clamp", "absorb"]

PARTICLES = 2048

# Ours is worse when the rank test says so with this probability of being wrong. Values below NOTHING count as 0:
# there two swarms differ only in the rounding of their formulas.
SIGNIFICANCE = 0.01
NOTHING = 1e-12


def is_reached(value):
    return round(value, DECIMALS) >= round(published.OPTIMUM, DECIMALS)


def synchronous_of(runner):
    return [row for row in runner.rows() if row != "asynchronous"]


def cell(runner, options, row, particles):
    """Returns the seconds and the value of ITERATIONS of a row on the published objective."""
    iterations = QUICK_ITERATIONS if options.quick else ITERATIONS
    seconds, document, _ = runner.seconds(PUBLISHED_WITH_IT, 1, particles, iterations, "--best", row,
                                          repeats=options.repeats or 2)
    return seconds, document["result"]["value"]


def gpu_best(runner, options, report):
    for particles, aim in BEST_AIMS.items():
        seconds, value = cell(runner, options, "asynchronous", particles)
        rows = ["counter", "persistent"] if particles <= 2048 else ["counter"]
        best, best_value, best_row = min((*cell(runner, options, row, particles), row) for row in rows)
        no_worse = value >= best_value or is_reached(value)
        report.add(f"asynchronous, {particles:,} particles, value against the synchronous rows'", "no worse",
                   f"{value!r} against {best_value!r} of {best_row}", no_worse, value=value, other=best_value)
        seconds = seconds if no_worse else best
        theirs = published.LATER[particles][published.MIRRORED.index("queue-lock")]
        report.add(f"best row, {particles:,} particles, {ITERATIONS:,} iterations", f"at most {aim} s",
                   f"{seconds_text(seconds)} ({'asynchronous' if no_worse else best_row}; {best_row} "
                   f"{seconds_text(best)}; cuPSO's queue with lock {theirs:.2f} s, {theirs / seconds:.1f} times)",
                   seconds <= aim, seconds=seconds)
    particles, aim = SYNCHRONOUS_AIM
    seconds, _, row = min((*cell(runner, options, row, particles), row) for row in synchronous_of(runner))
    report.add(f"best synchronous row, {particles:,} particles", f"at most {aim} s", f"{seconds_text(seconds)} ({row})",
               seconds <= aim, seconds=seconds)


def mirrors(runner, options, report):
    """Compares rows that mirror theirs: our times without the cost of our launches, their times with launches."""
    empty = launch_seconds(options)
    report.add("an empty launch", "", seconds_text(empty), seconds=empty)
    found = []
    for row in published.MIRRORED:
        for particles, theirs in published.LATER.items():
            theirs = theirs[published.MIRRORED.index(row)]
            ours, _ = cell(runner, options, row, particles)
            launches = published.LAUNCHES[row]
            cost = launches * empty * ITERATIONS
            found.append({"row": row, "particles": particles, "theirs": theirs, "ours": ours, "launches": launches,
                          "cost": cost, "rest": ours - cost})
            report.add(f"{row}, {particles:,} particles", "no slower than cuPSO's beyond what launches cost",
                       f"{ours:.3f} s - {launches} * {ITERATIONS:,} * {empty * 1e6:.2f} us = {ours - cost:.3f} s; "
                       f"cuPSO {theirs:.3f} s with its launches, {theirs / ours:.2f} times ours", ours - cost <= theirs)
    return {"launch": empty, "rows": found}


def ratio_to_reference(runner, options, row, problem):
    """Returns the median times of an iteration on the device and of the reference, measured in alternating order."""
    objective, dimensions, particles, iterations = problem
    iterations = QUICK_ITERATIONS if options.quick else iterations
    times = {"none": [], runner.selector: []}
    for pair in range(1 if options.quick else PAIRS):
        for device in sorted(times, reverse=pair % 2 > 0):
            document = runner.run(objective, dimensions, particles, iterations, "--best", row, device=device,
                                  repeat=1 + pair)
            times[device].append(document["timing"]["loop"] / iterations)
    return statistics.median(times[runner.selector]), statistics.median(times["none"])


def cpu_ratios(runner, options, report):
    for problem in CPU_AIMS:
        what = f"{problem[0]}, {problem[1]}-D, {problem[2]:,} particles, against the twin"
        found = []
        for row in CPU_ROWS:
            ours, twin = ratio_to_reference(runner, options, row, problem)
            found.append((twin / ours, row))
            report.add(f"{what}, {row}", "", f"{twin / ours:.1f} times: {seconds_text(ours)} an iteration against "
                       f"{seconds_text(twin)}, medians of {PAIRS} in turn", seconds=ours, twin=twin)
        ratio, row = max(found)
        report.add(what, f"at least {CPU_RATIO:g} times", f"{ratio:.1f} times ({row})", ratio >= CPU_RATIO, ratio=ratio)


def speed(runner, options, report):
    if runner.is_gpu:
        gpu_best(runner, options, report)
        return {"mirrors": mirrors(runner, options, report)}
    if runner.device is not None:
        cpu_ratios(runner, options, report)
    return {}


def quality(runner, options, report):
    for row in synchronous_of(runner):
        iterations = QUICK_ITERATIONS if options.quick else CUPSO_ITERATIONS
        document = runner.run(PUBLISHED_WITH_IT, 1, 1024, iterations, "--best", row)
        value = document["result"]["value"]
        met = next((point["iteration"] for point in document["trace"] if is_reached(point["value"])), None)
        report.add(f"{PUBLISHED_WITH_IT}, {row}, 1,024 particles, {iterations:,} iterations",
                   f"{published.OPTIMUM:.{DECIMALS}f}", f"{value!r}" + (f", since iteration {met}" if met else ""),
                   is_reached(value), value=value)
    seeds = 1 if options.quick else TEN_SEEDS
    for objective, aim in TEN_DIMENSIONS.items():
        iterations = QUICK_ITERATIONS if options.quick else TEN_ITERATIONS
        values = runner.values(objective, 10, PARTICLES, iterations, seeds)
        middle = statistics.median(values)
        report.add(f"{objective}, 10-D, {PARTICLES:,} particles, {iterations:,} iterations", f"at most {aim:g}",
                   f"median of {seeds} seeds {middle:.3g}, worst {max(values):.3g}", middle <= aim, values=values)
    return {"thirty": thirty(runner, options, report)}


def plain_settings():
    return {"dimensions": 30, "particles": PARTICLES, "iterations": THIRTY_ITERATIONS, "shift": THIRTY_SHIFT,
            "seeds": THIRTY_SEEDS}


def thirty(runner, options, report):
    """Compares our default swarm, and ours with each boundary of the textbook swarm, with the textbook swarm's."""
    with open(options.plain, encoding="utf-8") as file:
        theirs = json.load(file)
    if theirs["settings"] != plain_settings():
        raise Failed(f"{options.plain} was made with other settings: swarms.py plain makes it anew")
    found = []
    iterations, seeds = (QUICK_ITERATIONS, 2) if options.quick else (THIRTY_ITERATIONS, THIRTY_SEEDS)
    for ours, other in [("default", PLAIN_BOUNDARIES[-1])] + [(boundary, boundary) for boundary in PLAIN_BOUNDARIES]:
        words = () if ours == "default" else ("--boundary", ours)
        for objective in THIRTY_DIMENSIONS:
            values = runner.values(objective, 30, PARTICLES, iterations, seeds, "--shift", THIRTY_SHIFT, *words)
            plain_values = theirs["values"][other][objective]
            chance = worse_probability(*([0.0 if value < NOTHING else value for value in each]
                                         for each in (values, plain_values)))
            middle, plain_middle = statistics.median(values), statistics.median(plain_values)
            report.add(f"{objective}, 30-D, shifted, {PARTICLES:,} particles, {iterations:,} iterations, boundary "
                       f"{ours}", f"not worse than a textbook swarm with {other} (rank test, {SIGNIFICANCE:.0%})",
                       f"median of {seeds} seeds {middle:.4g} against {plain_middle:.4g}, p = {chance:.2f}",
                       chance >= SIGNIFICANCE)
            found.append({"objective": objective, "boundary": ours, "values": values, "plain": other,
                          "median": middle, "plain_median": plain_middle, "p": chance})
    return found


def plain(options):
    """Returns the values of the textbook swarm, a process for each boundary, objective and seed."""
    helper = options.paths[0]

    def one(job):
        boundary, objective, seed = job
        return document_of(helper, objective, 30, PARTICLES, THIRTY_ITERATIONS, THIRTY_SHIFT, boundary, seed,
                           1)["values"][0]

    jobs = [(boundary, objective, 1 + seed) for boundary in PLAIN_BOUNDARIES for objective in THIRTY_DIMENSIONS
            for seed in range(THIRTY_SEEDS)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        values = iter(list(pool.map(one, jobs)))
    return {"command": "plain", "settings": plain_settings(),
            "values": {boundary: {objective: [next(values) for _ in range(THIRTY_SEEDS)]
                                  for objective in THIRTY_DIMENSIONS} for boundary in PLAIN_BOUNDARIES}}


PARTS = {"speed": speed, "quality": quality}


def make(runner, options):
    report = Report(runner.name, options.quick)
    made = {}
    for name, part in PARTS.items():
        if name in options.only:
            made.update(part(runner, options, report))
    return {"figures": report.lines, **made}
