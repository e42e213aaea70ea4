"""Aims for runs of the family of ants, and functions that measure them: each adds a line for its aim."""
import math
import statistics

from shared import QUICK_ITERATIONS, Failed, gap_of, seconds_text
from peers import ACOTSP_ITERATION, ACOTSP_TEN_SECONDS, GPU_MMAS, GPU_MMAS_CONSTRUCTION

# The options of the family unless an option below replaces them.
COLONY = ("--algorithm", "mmas")

# On a GPU: the gap of GPU-MMAS is to be reached within these seconds of the loop.
GAP_SECONDS = {"pr1002": 0.32, "pr2392": 0.64, "pcb3038": 0.9, "rl5915": 1.8, "pla7397": 2.7}
GAP_LIMIT = 20
# On a GPU: seconds of construction per iteration, on lists of 32 and with m = n.
CONSTRUCTION_SECONDS = {"pr1002": 0.30e-3, "pr2392": 0.9e-3}
CONSTRUCTION_ITERATIONS = 40
CONSTRUCTION_OPTIONS = ("--algorithm", "as", "--candidates", 32, "--local-search", "none", "--ants", "n")

# On a CPU: seconds of a whole iteration of Ant System on our lists of 16, m = n; those of ACOTSP have 20 nodes.
ITERATION_SECONDS = {"pr1002": 0.020, "pr2392": 0.130}
ITERATION_OPTIONS = ("--algorithm", "as", "--candidates", 16, "--local-search", "none", "--ants", "n")
ITERATIONS_LEAST, ITERATIONS_LONG = 50, 2.0
# Seconds from the start of the program after which the gap is measured.
QUALITY_SECONDS = 10
QUALITY_GAPS = {"lin318": 0.0, "pcb442": 0.0, "rat783": 0.05, "pr1002": 0.2, "pr2392": 1.2, "pcb3038": 1.6,
                "rl5915": 2.5}


def two_digits(gap):
    """Rounds a gap to two digits, as the aims are given."""
    return round(gap, 2)


def begin_of(document):
    """Returns the time at which the loop began, on the clock of the trace. Before it are the start, the build, the
    lists, the first tour and its local search."""
    return document["result"]["seconds"] - document["timing"]["loop"]


def reached_at(document, gap):
    """Returns the seconds in the loop at which a tour within the gap was found, and its iteration; infinity if none
    was."""
    longest = math.floor(document["instance"]["optimum"] * (1.0 + 0.01 * gap))  # as the program counts
    for point in document["trace"]:
        if point["length"] <= longest:
            return max(0.0, point["seconds"] - begin_of(document)), point["iteration"]
    return math.inf, document["result"]["iterations"]


def time_to_gap(runner, instance, gap, seed, limit, more=()):
    """Makes a run that ends at the gap; returns its seconds in the loop and of setup, its iterations and its last
    gap."""
    document = runner.run(instance, *COLONY, "--target-gap", gap, *runner.limit(limit), "--seed", seed, *more)
    seconds, iteration = reached_at(document, gap)
    return {"seed": seed, "seconds": seconds, "iteration": iteration, "setup": document["timing"]["setup"],
            "gap": gap_of(document), "iterations": document["result"]["iterations"]}


def finite(found):
    """Replaces infinite seconds by None, because JSON has no infinity."""
    return [dict(one, seconds=None if math.isinf(one["seconds"]) else one["seconds"]) for one in found]


def gap_times(runner, options, report, part):
    for instance, column in runner.instances(GAP_SECONDS):
        aim, gap = GAP_SECONDS[column], two_digits(GPU_MMAS[column][1])
        found = [time_to_gap(runner, instance, gap, seed, GAP_LIMIT, options.options)
                 for seed in range(1, options.seeds + 1)]
        middle = statistics.median(one["seconds"] for one in found)
        missed = sum(math.isinf(one["seconds"]) for one in found)
        report.add(f"{instance}, a gap of {gap} %", f"within {aim} s of the loop",
                   f"median {seconds_text(middle)}, least {seconds_text(min(one['seconds'] for one in found))}, most "
                   f"{seconds_text(max(one['seconds'] for one in found))}" + (f", {missed} never" if missed else "")
                   + f"; {statistics.median(one['iteration'] for one in found):.0f} iterations, "
                   f"{seconds_text(statistics.median(one['setup'] for one in found))} of setup before; GPU-MMAS "
                   f"{GPU_MMAS[column][0]:.3g} s", middle <= aim, part=part, instance=instance, gap=gap,
                   seconds=None if math.isinf(middle) else middle, runs=finite(found))


def construction(runner, options, report, part):
    for instance, column in runner.instances(CONSTRUCTION_SECONDS):
        aim = CONSTRUCTION_SECONDS[column]
        iterations = QUICK_ITERATIONS if options.quick else CONSTRUCTION_ITERATIONS
        document = runner.run(instance, "--iterations", iterations, "--profile", *CONSTRUCTION_OPTIONS)
        seconds, whole = 0.0, True
        for kernel in document["kernels"]:
            if kernel["name"].startswith("aco_construct_list"):
                # the walk of the start tour before the first iteration may have one, too
                whole = whole and kernel["calls"] <= iterations + 1
                seconds += kernel["median_seconds"] if whole else kernel["seconds"] / iterations
        if seconds == 0:
            raise Failed(f"{instance}: no kernel of a construction on lists took any time")
        report.add(f"{instance}, construction on lists of 32, m = n", f"at most {seconds_text(aim)} an iteration",
                   f"{'median' if whole else 'mean'} {seconds_text(seconds)}; GPU-MMAS "
                   f"{seconds_text(GPU_MMAS_CONSTRUCTION[column])}", seconds <= aim, part=part,
                   instance=instance, seconds=seconds, construction=document["parameters"]["construction"])


def iteration(runner, options, report, part):
    for instance, column in runner.instances(ITERATION_SECONDS):
        aim = ITERATION_SECONDS[column]
        iterations, found = QUICK_ITERATIONS if options.quick else ITERATIONS_LEAST, []
        while len(found) < (1 if options.quick else options.repeats):
            document = runner.run(instance, "--iterations", iterations, *ITERATION_OPTIONS, repeat=len(found))
            loop = document["timing"]["loop"]
            if loop < ITERATIONS_LONG and not options.quick:
                iterations = math.ceil(1.2 * iterations * ITERATIONS_LONG / loop)
                continue
            found.append(loop / iterations)
        report.add(f"{instance}, an iteration of Ant System on lists of 16, m = n", f"at most {seconds_text(aim)}",
                   f"least {seconds_text(min(found))}, median {seconds_text(statistics.median(found))} of {len(found)} "
                   f"runs of {iterations} iterations; ACOTSP {seconds_text(ACOTSP_ITERATION[column])}",
                   min(found) <= aim, part=part, instance=instance, seconds=min(found), runs=found)


def quality(runner, options, report, part):
    for instance, column in runner.instances(QUALITY_GAPS):
        aim = QUALITY_GAPS[column]
        documents = [runner.run(instance, *COLONY, *runner.limit(QUALITY_SECONDS), "--seed", seed, *options.options)
                     for seed in range(1, options.seeds + 1)]
        gaps = [gap_of(document) for document in documents]
        middle = statistics.median(gaps)
        report.add(f"{instance}, gap after {QUALITY_SECONDS} s", "the optimum" if aim == 0 else f"at most {aim} %",
                   f"median {middle:.3f} %, {min(gaps):.3f} to {max(gaps):.3f} of {len(gaps)} seeds, "
                   f"{statistics.median(document['result']['iterations'] for document in documents):.0f} iterations; "
                   f"ACOTSP {ACOTSP_TEN_SECONDS[column]:g} %", two_digits(middle) <= aim if aim else middle == 0,
                   part=part, instance=instance, gap=middle, runs=gaps)


# Part: the kind of device that has aims for it, and the function.
PARTS = {"gap-times": ("gpu", gap_times), "construction": ("gpu", construction), "iteration": ("cpu", iteration),
         "quality": ("cpu", quality)}
