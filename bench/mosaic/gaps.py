"""Aims for runs of mosaic, and functions that measure them.

Gaps are in % over the optimum or best known length that the program knows, and where it knows none, over the bound that
`swarmcl bound` proves. Seconds are wall time from the start of the program by its own clock: to the end of the search
`result.seconds`, to its best tour `result.best_seconds`.
"""
import math
import statistics

import others
from shared import FAMILIES, gap_of, seconds_text

# Aims on two cores of a CPU: {seconds from the start of the program: {instance: gap in %}}.
CPU_GAPS = {
    1: {"pr2392": 0.1, "pcb3038": 0.2, "rl5915": 0.3, "d18512": 0.7},
    10: {"pr2392": 0, "pcb3038": 0.01, "rl5915": 0.01, "pla7397": 0.04, "usa13509": 0.035, "d18512": 0.03,
         "mona-lisa100K": 0.09},
    60: {"pr2392": 0, "pcb3038": 0, "rl5915": 0, "pla7397": 0, "usa13509": 0.0015, "d18512": 0.002,
         "mona-lisa100K": 0.018},
}
# Aims on an H200, in the same form.
GPU_GAPS = {
    10: {"pla7397": 0, "usa13509": 0.0005, "d18512": 0.0008, "mona-lisa100K": 0.015, "usa115475": 0.035,
         "pla85900": 0.3, "E1M.0": 0.22},
    60: {"pla7397": 0.005, "usa13509": 0, "d18512": 0, "mona-lisa100K": 0.002, "usa115475": 0.006,
         "pla85900": 0.003, "E1M.0": 0.05},
}
# Aims on an H200: {instance: seconds from the start of the program to the optimum}.
OPTIMUM_SECONDS = {"pr1002": 1, "pr2392": 1.5, "pcb3038": 3, "rl5915": 4}
OPTIMUM_LIMIT = 20
# Maps that were not used to choose constants of the program: {map: largest gap in %}, and the mean of all.
CPU_MAPS = dict.fromkeys(["gr666", "u724", "lu980", "pcb1173", "d1291", "nrw1379", "fl1400", "vm1748", "rl1889",
                          "d2103", "u2319", "C3k.0", "E3k.0", "fl3795"], math.inf)
GPU_MAPS = dict.fromkeys(["nrw1379", "vm1748", "d2103", "C3k.0", "E3k.0", "fl3795", "ja9847", "C10k.0", "E10k.0",
                          "rl11849", "d15112", "sw24978", "E31k.0"], 0.1)
# Parts that run only if named, with aims for a GPU: {part: ({instance: gap in %}, seconds)}. Among the large instances
# only E3M.0, E10M.0 and C316k.0 have best known lengths.
NAMED_GAPS = {"families-10s": (dict.fromkeys(FAMILIES, math.inf), 10),
              "families-60s": (dict.fromkeys(FAMILIES, math.inf), 60),
              "300s": ({"d18512": 0, "mona-lisa100K": 0.0006, "usa115475": 0.002, "E1M.0": 0.06}, 300),
              "480s": ({"E10M.0": 0.35}, 480),
              "large": (dict.fromkeys(["C316k.0", "C1M.0", "C3M.0", "E3M.0"], math.inf) | {"E10M.0": 0.7}, 120)}
LONG = 12  # the long run of measure_long() takes this many times the seconds of the others
BOUND_SECONDS, BOUND_RATE = 5, 20000  # of a bound: the least, and nodes for each second
MAPS_MEAN = {"cpu-maps": 0.002, "gpu-maps": 0.001}
MAPS = "maps"


def run_of(runner, instance, seconds, seed, options):
    return runner.run(instance, "--algorithm", "mosaic", *runner.limit(seconds), "--seed", seed, *options.options)


def runs_of(runner, instance, seconds, options):
    return [run_of(runner, instance, seconds, seed, options) for seed in range(1, options.seeds + 1)]


def peers_text(instance, seconds):
    found = [f"{name} {text}" for name in others.PROGRAMS if (text := others.figure(name, instance, seconds))]
    return "; " + ", ".join(found) if found else ""


def gap_text(gap):
    return "0" if gap == 0 else f"{gap:.4f}" if gap < 0.1 else f"{gap:.3f}"


def aim_text(aim):
    return "the optimum" if aim == 0 else f"at most {aim} %" if aim < math.inf else ""


def bound_of(runner, instance, document):
    """Returns the lower bound of an instance; None if its optimum or best known length is known."""
    about = document["instance"]
    seconds = max(BOUND_SECONDS, about["nodes"] // BOUND_RATE)
    return runner.bound(instance, seconds) if about["optimum"] is None else None


def facts_of(documents, bound=None):
    """Returns the facts about its runs that every line records."""
    gaps = [gap_of(document, bound) for document in documents]
    over = {} if bound is None else {"bound": bound, "lengths": [run["result"]["length"] for run in documents]}
    return {"gap": statistics.median(gaps), "gaps": gaps, **over,
            "ends": [document["result"]["seconds"] for document in documents],
            "iterations": [document["result"]["iterations"] for document in documents],
            "improver": documents[0]["parameters"]["improver"]}


def spread_text(facts):
    over = " over the proven bound" if "bound" in facts else ""
    return f"median {gap_text(facts['gap'])} %{over}, {gap_text(min(facts['gaps']))} to {gap_text(max(facts['gaps']))}"


def measure_gaps(runner, options, report, part, aims, seconds):
    for instance, column in runner.instances(aims):
        documents = runs_of(runner, instance, seconds, options)
        facts, aim = facts_of(documents, bound_of(runner, instance, documents[0])), aims[column]
        aimed = {"aim_gap": aim} if aim < math.inf else {}
        report.add(f"{instance}, gap after {seconds} s", aim_text(aim),
                   f"{spread_text(facts)} in {len(documents)} runs, over after at most {max(facts['ends']):.2f} s, "
                   f"{facts['improver']}{peers_text(instance, seconds)}", facts["gap"] <= aim if aimed else None, part=part,
                   instance=instance, limit=seconds, **aimed, **facts)


def measure_long(runner, options, report, part, aims, seconds):
    """Measures gaps over the best tour of all runs, among them a long one."""
    for instance, column in runner.instances(aims):
        documents = runs_of(runner, instance, seconds, options)
        long = run_of(runner, instance, LONG * seconds, 1, options)["result"]["length"]
        lengths = [document["result"]["length"] for document in documents]
        gaps = [gap_of(document, min(*lengths, long)) for document in documents]
        median = statistics.median(gaps)
        report.add(f"{instance}, gap after {seconds} s", aim_text(aims[column]),
                   f"median {gap_text(median)} % over the best of all, one of {LONG * seconds} s; "
                   f"{gap_text(min(gaps))} to {gap_text(max(gaps))} in {len(gaps)} runs", part=part, instance=instance,
                   limit=seconds, gap=median, gaps=gaps, lengths=lengths,
                   long={"seconds": LONG * seconds, "length": long})


def measure_maps(runner, options, report, part, aims, seconds):
    """Adds a line for each map, and one for the mean of the maps' median gaps."""
    gaps = []
    for instance, column in runner.instances(aims):
        facts, most = facts_of(runs_of(runner, instance, seconds, options)), aims[column]
        gaps.append(facts["gap"])
        report.add(f"{instance}, gap after {seconds} s", aim_text(most),
                   f"{gap_text(facts['gap'])} %, {facts['improver']}",
                   facts["gap"] <= most if most < math.inf else None, part=part, instance=instance, limit=seconds,
                   **facts)
    if not gaps:
        return
    mean = statistics.mean(gaps)
    report.add(f"mean of {len(gaps)} maps after {seconds} s", f"at most {MAPS_MEAN[part]} %", f"{gap_text(mean)} %",
               mean <= MAPS_MEAN[part] if len(gaps) == len(aims) else None, part=part, instance=MAPS, limit=seconds,
               gap=mean, aim_gap=MAPS_MEAN[part])


def optimum_seconds(document):
    """Returns the seconds until the optimum was found; infinity if it was not."""
    return document["result"]["best_seconds"] if gap_of(document) <= 0 else math.inf


def measure_optimum(runner, options, report, part, aims, limit):
    for instance, column in runner.instances(aims):
        documents = runs_of(runner, instance, limit, options)
        facts, aim = facts_of(documents), aims[column]
        found = [optimum_seconds(document) for document in documents]
        middle, missed = statistics.median(found), sum(map(math.isinf, found))
        reached = f", {len(found) - missed} of {len(found)} seeds in {limit} s"
        report.add(f"{instance}, the optimum", f"within {aim} s",
                   f"median {seconds_text(middle)}, least {seconds_text(min(found))}{reached}, {facts['improver']}"
                   f"{peers_text(instance, aim)}", middle <= aim, part=part, instance=instance, limit=limit,
                   aim_seconds=aim, seconds=None if math.isinf(middle) else middle,
                   runs=[None if math.isinf(one) else one for one in found], **facts)


# {part: (kind of device with aims for the part, function that measures, aims, seconds per run)}
PARTS = {f"cpu-{seconds}s": ("cpu", measure_gaps, CPU_GAPS[seconds], seconds) for seconds in CPU_GAPS}
PARTS["gpu-optimum"] = ("gpu", measure_optimum, OPTIMUM_SECONDS, OPTIMUM_LIMIT)
PARTS["cpu-maps"] = ("cpu", measure_maps, CPU_MAPS, 10)
PARTS["gpu-maps"] = ("gpu", measure_maps, GPU_MAPS, 10)
PARTS.update({f"gpu-{seconds}s": ("gpu", measure_gaps, GPU_GAPS[seconds], seconds) for seconds in GPU_GAPS})
PARTS.update({f"{kind}-{name}": (kind, measure_gaps, aims, seconds) for kind in ("cpu", "gpu")
              for name, (aims, seconds) in NAMED_GAPS.items()})
PARTS.update({f"{kind}-families-long": (kind, measure_long, dict.fromkeys(FAMILIES, math.inf), 10)
              for kind in ("cpu", "gpu")})
NAMED = [f"{kind}-{name}" for kind in ("cpu", "gpu") for name in (*NAMED_GAPS, "families-long")]
