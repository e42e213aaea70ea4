#!/usr/bin/env python3
"""Times of kernels, and the least times that bandwidth, latency or arithmetic of the device allows.

usage: limits.py PROGRAM HELPER [--device D] [--only ROW,...] [--tsplib FOLDER] [--qap FOLDER] [--json FILE] [--quick]

PROGRAM is swarmcl, HELPER the program `limits` of the same build. Prints one table; README.md says what a row counts.
Exit code 0: done; 1: a run failed; 2: wrong arguments; 77: there is no such device.
"""
import argparse
import os
import random
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))

import shared  # noqa: E402

SIZES = [1 << 22, 1 << 24, 1 << 26, 1 << 28]  # bytes of the buffers that are measured
QUICK_SIZES = [1 << 16, 1 << 20]
TRIES, LEAF = 1, 8  # tries of a step that a draw needs at least; nodes of a leaf of the k-d tree
AS = ("--algorithm", "as", "--ants", "n", "--local-search", "none", "--iterations", 50)
ROWS_OF_NODES = (*AS, "--candidates", 0, "--selection", "hybrid")
LISTS = (*AS, "--candidates", 32)
MOSAIC = ("--algorithm", "mosaic", "--iterations", 1, "--improver")
KICKED = 8  # nodes that a kick puts into the queue
LEVELS = 3  # levels of a k-opt move, a candidate list each


def edges(f):
    """Elements of a matrix whose rows are whole multiples of 64."""
    return f["n"] * (-(-f["n"] // 64) * 64)


def starts(f):
    return f["n"] * (1 << (f["n"].bit_length() - 1))


# What a row counts for one iteration. f: n nodes, m ants or individuals. memory: bytes of all that the kernels touch;
# moved: bytes read and written in order; reads, additions: random ones; loads, local, chain: dependent loads of memory
# and of local memory, and dependent operations, of one ant; operations: multiply-adds of all ants.
def choice_info(f):
    return {"memory": 12 * edges(f), "moved": 12 * edges(f)}


def choice_weights(f):
    return {"memory": 8 * edges(f), "moved": 8 * edges(f)}


def choice_sums(f):
    return {"memory": 12 * edges(f), "moved": 12 * edges(f)}


def choice_starts(f):
    return {"memory": 8 * edges(f) + 4 * starts(f), "moved": 8 * edges(f) + 4 * starts(f)}


def walk_rows(f):
    return {"memory": 8 * edges(f) + 4 * starts(f), "reads": 3 * TRIES * f["m"] * f["n"], "loads": 2 * f["n"],
            "local": f["n"], "chain": 60 * f["n"]}


def evaluate(f):
    return {"memory": 4 * edges(f), "moved": 4 * f["m"] * f["n"], "reads": f["m"] * f["n"]}


def evaporate(f):
    return {"memory": 4 * edges(f), "moved": 8 * edges(f)}


def deposit(f):
    return {"memory": 4 * edges(f), "moved": 4 * f["m"] * f["n"], "additions": 2 * f["m"] * f["n"]}


def list_weights(f):
    return {"memory": 20 * 32 * f["n"], "moved": 16 * 32 * f["n"]}


def walk_lists(f):
    return {"memory": 4 * 32 * f["n"], "moved": 0, "reads": 4 * f["m"] * f["n"], "loads": f["n"], "local": f["n"],
            "chain": 40 * f["n"]}


def list_deposit(f):
    return {"memory": 12 * 32 * f["n"], "moved": 24 * 32 * f["n"], "reads": 8 * f["m"] * f["n"],
            "additions": 2 * f["m"] * f["n"]}


def three_opt(f):
    return {"memory": 40 * f["n"], "loads": 2 * f["n"], "local": 3 * f["n"]}


def array(f):
    nodes = f["n"] + KICKED * f["kicks"]
    return {"memory": f["m"] * 16 * f["n"], "loads": 3 * LEVELS * nodes, "reads": 3 * LEVELS * nodes * f["m"]}


def pieces(f):
    nodes = KICKED * f["m"] * f["kicks"] // f["ants"]
    return {"memory": 60 * f["n"], "loads": LEVELS * nodes, "local": 3 * LEVELS * nodes}


def price(f):
    cells = 2 * max(1, (f["n"] // LEAF).bit_length())
    return {"memory": 72 * f["n"], "reads": 4 * f["n"] * 6 * cells, "loads": 4 * 2 * cells}


def trees(f):
    edges, rounds = 5 * f["n"], 2.3  # edges between components in all rounds, as a multiple of all edges
    reads = (4 + 6 * rounds + 2 * (rounds - 1)) * edges
    return {"memory": 36 * f["n"], "moved": f["evaluations"] * 64 * edges, "reads": f["evaluations"] * reads}


def tabu(f):
    cells = f["n"] * (-(-f["n"] // 16) * 16) * f["m"]
    return {"memory": 12 * cells, "moved": 14 * cells * f["steps"], "operations": 2 * cells * f["steps"],
            "loads": 4 * f["steps"]}


def ruin(f):
    return {"memory": 60 * f["n"] * f["m"], "loads": 60 * f["moves"], "local": 120 * f["moves"]}


def move(f):
    return {"memory": 5 * 4 * f["m"] * f["n"], "moved": 5 * 4 * f["m"] * f["n"], "operations": 40 * f["m"] * f["n"],
            "draws": 2 * f["m"] * f["n"]}


# Rows: name; instance, the one of a quick run; command and options; kernels; what is counted; other facts of the run.
def rows():
    quick = "grid100"
    for instance in ("pr1002", "pr2392"):
        on = (instance, quick, "tsp", ROWS_OF_NODES)
        yield (f"choice-info, {instance}", *on, ("aco_choice_info",), choice_info, {})
        yield (f"weights, {instance}", *on, ("aco_choice_weights",), choice_weights, {})
        yield (f"running sums, {instance}", *on, ("aco_choice_sums",), choice_sums, {})
        yield (f"starts of searches, {instance}", *on, ("aco_choice_starts",), choice_starts, {})
        yield (f"construction on rows, {instance}", *on, ("aco_construct_",), walk_rows, {})
        yield (f"evaluation, {instance}", *on, ("aco_evaluate_",), evaluate, {})
        yield (f"evaporation, {instance}", *on, ("aco_evaporate",), evaporate, {})
        yield (f"deposit, {instance}", *on, ("aco_deposit_atomic", "aco_deposit_next", "aco_deposit_rows",
                                             "aco_deposit_symmetrise"), deposit, {})
    on = ("pr2392", quick, "tsp", LISTS)
    yield ("words of lists, pr2392", *on, ("aco_list_weights",), list_weights, {})
    yield ("construction on lists, pr2392", *on, ("aco_construct_list",), walk_lists, {})
    yield ("deposit on lists, pr2392", *on, ("aco_deposit_",), list_deposit, {})
    yield ("3-opt, pr2392", "pr2392", quick, "tsp", ("--algorithm", "mmas", "--ants", 512, "--iterations", 10),
           ("aco_search_",), three_opt, {"m": 512})
    yield ("array, pr2392", "pr2392", quick, "tsp", (*MOSAIC, "array", "--population", 4096, "--kicks", 200),
           ("mosaic_improve_array",), array, {"m": 4096, "kicks": 200})
    yield ("pieces, pr2392", "pr2392", quick, "tsp", (*MOSAIC, "pieces", "--population", 8, "--kicks", 20000, "--ants", 512),
           ("mosaic_improve_pieces",), pieces, {"m": 8, "kicks": 20000, "ants": 512 * 8})
    yield ("pricing, E1M.0", "E1M.0", quick, "bound", 60, ("bound_price",), price, {})
    yield ("1-trees and steps, E1M.0", "E1M.0", quick, "bound", 60, ("bound_",), trees, {"evaluations": 60})
    yield ("tabu search, tai100a", "tai100a", "made", "qap", ("--population", 264, "--steps", 2000, "--iterations", 4),
           ("qap_search",), tabu, {"m": 264, "steps": 2000})
    yield ("ruin and recreate, 500 nodes", "made500", "made40", "orient", ("--population", 264, "--iterations", 1),
           ("orient_improve",), ruin, {"m": 264, "moves": 40 * 500})
    yield ("move of a swarm", "rastrigin", "rastrigin", "pso",
           ("--algorithm", "pso", "--dim", 64, "--particles", 1 << 17, "--best", "counter", "--precision", "fp32",
            "--iterations", 200),
           ("pso_move",), move, {"m": 1 << 17, "n": 64})


# A quick run has fewer of these, and other facts.
QUICK = {"--iterations": 1, "--population": 4, "--kicks": 10, "--ants": 8, "--particles": 64, "--steps": 10}
QUICK_FACTS = {"m": 4, "kicks": 10, "ants": 32, "steps": 10, "moves": 40 * 64, "evaluations": 10}


class NoKernel(shared.Failed):
    """The device needs no such kernel."""


class Runner(shared.Runner):
    """Runs the program and the helper; `limits` is what the device can do at most."""

    def __init__(self, program, helper, options, folder):
        self.helper, self.qap = helper, options.qap
        super().__init__(program, options, folder)
        if not self.device:
            raise shared.NoDevice("no device")
        self.selector = str(self.device["index"])  # auto would leave small instances to the host
        sizes, repeats = (QUICK_SIZES, 1) if self.quick else (SIZES, 5)
        self.limits = shared.document_of(helper, "device", os.path.join(HERE, "limits.cl"), self.selector, repeats,
                                         *sizes)

    def made(self, instance):
        """Returns the path of an instance of other problems; makes those whose names begin with `made`."""
        path = os.path.join(self.folder, instance)
        if instance == "made":
            draw = random.Random(1)
            with open(path, "w", encoding="ascii") as file:
                print(9, *(draw.randrange(9) for _ in range(2 * 81)), file=file)
        elif instance.startswith("made"):
            draw = random.Random(1)
            with open(path, "w", encoding="ascii") as file:
                print("x,y,score", *(f"{draw.randrange(1000)},{draw.randrange(1000)},{draw.randrange(1, 9)}"
                                     for _ in range(int(instance[4:]))), sep="\n", file=file)
        else:
            return os.path.join(self.qap, instance + ".dat")
        return path

    def document(self, command, instance, words):
        key = (command, instance, words)
        if key in self.documents:
            return self.documents[key]
        if command == "bound":
            made = shared.document_of(self.helper, "bound", self.selector, self.path(instance),
                                      10 if self.quick else words)
        else:
            path = {"tsp": self.path, "pso": lambda name: name}.get(command, self.made)(instance)
            if self.quick:
                words = [QUICK.get(before, word) for before, word in zip(("", *words), words)]
            more = ("--limit", 2500) if command == "orient" else ()
            made = shared.document_of(self.program, command, path, "--device", self.selector, "--json", "-q", "--profile",
                                      *more, *words)
        self.documents[key] = made
        return made

    def least(self, count, calls):
        """Returns the seconds that each limit allows for what a row counts, in `calls` launches."""
        at = next((size for size in self.limits["sizes"] if size["bytes"] >= count["memory"]), self.limits["sizes"][-1])
        latency = (count.get("loads", 0) * at["load"] + count.get("local", 0) * self.limits["local"]
                   + count.get("chain", 0) * self.limits["chain"])
        return {"launches": calls * self.limits["launch"], "bandwidth": count.get("moved", 0) / at["copied"],
                "random reads": count.get("reads", 0) / at["reads"],
                "additions": count.get("additions", 0) / at["additions"], "latency": latency,
                "arithmetic": count.get("operations", 0) / self.limits["operations"]
                + count.get("draws", 0) / self.limits["draws"]}


def facts_of(document, facts, quick):
    nodes = document.get("instance") or {}
    n = nodes.get("nodes") or nodes.get("items") or 64
    return {"n": n, "m": n, **facts, **({key: QUICK_FACTS.get(key, facts[key]) for key in facts} if quick else {})}


def measure_row(runner, row):
    name, instance, small, command, words, kernels, count, facts = row
    document = runner.document(command, small if runner.quick else instance, words)
    times = [each for each in document["kernels"] if each["name"].startswith(kernels)
             and (len(kernels) > 1 or kernels[0] != "bound_" or each["name"] != "bound_price")]
    if not times:
        raise NoKernel(f"this device runs no kernel {', '.join(kernels)}")
    iterations = max(1, document["result"]["iterations"])
    seconds = sum(each["seconds"] for each in times) / iterations
    counted = count(facts_of(document, facts, runner.quick))
    least = runner.least(counted, sum(each["calls"] for each in times) / iterations)
    by = max(least, key=least.get)
    return {"what": name, "memory": counted["memory"], "moved": counted.get("moved", 0),
            "random": counted.get("reads", 0) + counted.get("additions", 0),
            "steps": sum(counted.get(key, 0) for key in ("loads", "local", "chain")), "limit": least[by], "by": by,
            "seconds": seconds, "ratio": seconds / least[by]}


def measure(runner, only):
    print("kernel | bytes in order | random accesses | dependent steps | limit | by | time | times the limit")
    lines = []
    for row in rows():
        if only and row[0].split(",")[0] not in only:
            continue
        try:
            line = measure_row(runner, row)
        except shared.Failed as problem:
            if runner.quick and not isinstance(problem, NoKernel):
                raise
            print(f"{row[0]}: left out, {problem}", flush=True)
            continue
        lines.append(line)
        print(" | ".join([line["what"], f"{line['moved']:.3g}", f"{line['random']:.3g}", f"{line['steps']:.3g}",
                          shared.seconds_text(line["limit"]), line["by"], shared.seconds_text(line["seconds"]),
                          f"{line['ratio']:.2f}"]), flush=True)
    return lines


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("helper")
    shared.add_options(parser)
    parser.add_argument("--qap", default=os.environ.get("QAPLIB_DIR", os.path.join(shared.ROOT, "..", "shared", "qap")),
                        help="folder of QAPLIB files")
    parser.add_argument("--only", help="rows, with commas: the words before the instance")
    options = parser.parse_args(arguments)
    options.only = shared.chosen(parser, options.only, [row[0].split(",")[0] for row in rows()]) if options.only else []

    def make():
        with tempfile.TemporaryDirectory() as folder:
            runner = Runner(options.program, options.helper, options, folder)
            return shared.record_of(runner, {"limits": runner.limits, "rows": measure(runner, options.only)})
    return shared.measure(options, make)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
