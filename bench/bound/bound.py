#!/usr/bin/env python3
"""Figures of lower bounds: how near and how soon, what their check takes, and what `tsp --bound` costs and proves.

usage: bound.py PROGRAM [--device D] [--only PART,...] [--json FILE] [--quick]

PROGRAM is swarmcl. Prints `what | aim | measured | device`; a part that the program refuses is "not available".
Gaps of bounds are in % of the best known length. Exit code 0: done, missed aims included; 1: a run failed; 2: wrong
arguments; 77: there is no such device.
"""
import argparse
import os
import statistics
import sys
import tempfile

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import shared  # noqa: E402

# instance: evaluations (0: rounds within 95 % of the seconds), gap of a bound 0.1 % below the Held-Karp bound, seconds on
# two cores and on an H200
BOUNDS = {"E10k.0": (50, 0.80, 0.15, 0.1), "E100k.0": (50, 0.74, 1.5, 0.2), "E1M.0": (60, 0.73, 40, 1),
          "C10k.0": (0, 0.77, 1.2, 1)}
# instance: evaluations of a bound to check, seconds of the check
CHECKS = {"E100k.0": (50, 0.08), "E1M.0": (60, 0.95)}
COSTS = {"mona-lisa100K": {"cpu": 0.01, "gpu": 0.001}}  # % of the tour's length, runs of 10 s
GAPS = {"d18512": 0.9, "usa13509": 0.8, "mona-lisa100K": 0.9}  # proven after 60 s
NEITHER = "not available"


class Runner(shared.Runner):
    """Runs the program; `folder` is for generated instances. A document is None where the program refuses the
    options."""

    def __init__(self, program, options, folder):
        self.options = options
        super().__init__(program, options, folder)
        self.chosen = ["--device", self.selector] if self.type == "gpu" else []
        self.bounds_on = self.name if self.chosen else f"{os.cpu_count()} threads of {shared.host_name()}"

    def bound(self, instance, *limit):
        """Returns the document of a bound, and the path of its certificate."""
        certificate = os.path.join(self.folder, "".join(map(str, [instance, *limit])) + ".json")
        if not os.path.exists(certificate):
            shared.output_of(self.program, "bound", self.path(instance), *limit, "-q", "-o", certificate, *self.chosen)
        return shared.document_of("cat", certificate), certificate

    def refused(self, *words):
        try:
            return self.run(*words), None
        except shared.Failed as problem:
            if "exit code 2" not in str(problem) or isinstance(problem, shared.NoDevice):
                raise
            return None, str(problem)


def measure_bounds(runner, report):
    for instance, column in runner.there(runner.instances(BOUNDS)):
        evaluations, aim, cpu, gpu = BOUNDS[column]
        seconds = gpu if runner.type == "gpu" else cpu
        document, _ = runner.bound(instance, *(("--evaluations", evaluations) if evaluations else
                                               ("--time", round(0.95 * seconds, 2))))
        result, optimum = document["result"], document["instance"]["optimum"]
        gap = 100 * (optimum - result["bound"]) / optimum if optimum else None
        reached = result["seconds"] <= seconds and (gap is None or gap <= aim)
        shown = "unknown" if gap is None else f"{gap:.3f} %"
        report.add(f"{instance}, {result['evaluations']} evaluations", f"gap {aim} %, {seconds} s",
                   f"bound {result['bound']}, gap {shown}, {shared.seconds_text(result['seconds'])}, on "
                   f"{runner.bounds_on}", reached, part="bounds", instance=instance, **result_facts(result), gap=gap)


def result_facts(result):
    return {key: result[key] for key in ("bound", "evaluations", "seconds")}


def measure_checks(runner, report):
    for instance, column in runner.there(runner.instances(CHECKS)):
        evaluations, aim = CHECKS[column]
        document, certificate = runner.bound(instance, "--evaluations", evaluations)
        nodes = document["instance"]["nodes"]
        checked = shared.document_of(runner.program, "verify", runner.path(instance), "--certificate", certificate,
                                     "--json")
        report.add(f"check of {instance}, {nodes} nodes", f"{aim} s",
                   f"{shared.seconds_text(checked['check_seconds'])}, on {os.cpu_count()} threads",
                   checked["check_seconds"] <= aim, part="checks", instance=instance, seconds=checked["check_seconds"])


def measure_costs(runner, report):
    for instance, column in runner.there(runner.instances(COSTS)):
        aim, lengths = COSTS[column]["gpu" if runner.type == "gpu" else "cpu"], {(): [], ("--bound",): []}
        problem = None
        for more, found in lengths.items():
            for seed in range(1, 2 if runner.quick else 4):
                document, problem = runner.refused(instance, *runner.limit(10), "--seed", seed, *more)
                if document:
                    found.append(document["result"]["length"])
        without, with_bound = lengths.values()
        cost = 100 * (statistics.mean(with_bound) / statistics.mean(without) - 1) if with_bound else None
        report.add(f"{instance}, 10 s, cost of --bound", f"{aim} % of the length",
                   NEITHER if problem else f"{cost:.4f} %", None if problem else cost <= aim, part="costs",
                   instance=instance, cost=cost)


def measure_gaps(runner, report):
    for instance, column in runner.there(runner.instances(GAPS)):
        document, problem = runner.refused(instance, *runner.limit(60), "--seed", 1, "--bound")
        gap = document["result"]["proven_gap_percent"] if document else None
        report.add(f"{instance}, proven gap after 60 s", f"at most {GAPS[column]} %",
                   NEITHER if problem else "none" if gap is None else f"{gap:.3f} %",
                   None if problem else gap is not None and gap <= GAPS[column], part="gaps", instance=instance, gap=gap)


def measure_trap(runner, report):
    for instance, _ in runner.there(runner.instances(["fl1577"])):
        found = [shared.gap_of(runner.run(instance, *runner.limit(10), "--seed", seed))
                 for seed in range(1, 2 if runner.quick else 6)]
        report.add(f"{instance}, gap after 10 s", "0 % for every seed",
                   ", ".join(f"{gap:.3f}" for gap in found) + " %", max(found) == 0, part="fl1577", gaps=found)


PARTS = {"bounds": measure_bounds, "checks": measure_checks, "costs": measure_costs, "gaps": measure_gaps,
         "fl1577": measure_trap}


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    shared.add_options(parser)
    parser.add_argument("--only", help="parts, with commas: " + ", ".join(PARTS))
    options = parser.parse_args(arguments)
    options.only = shared.chosen(parser, options.only, PARTS)

    def make():
        with tempfile.TemporaryDirectory() as folder:
            runner = Runner(options.program, options, folder)
            report = shared.Report(runner.name, runner.quick)
            for part in options.only:
                PARTS[part](runner, report)
        return shared.record_of(runner, {"figures": report.lines})
    return shared.measure(options, make)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
