#!/usr/bin/env python3
"""Gaps of tours of swarmcl.solve() after a second, next to those of other Python packages.

usage: peers.py LIBRARY [--tsplib FOLDER] [--device D] [--json FILE] [--quick]

Prints `what | aim | measured | device`. LIBRARY is libswarmcl.so of a build. swarmcl first makes one iteration, which
compiles its kernels. A peer gets the points and has a minute to make its tour, in a process of its own with 16 GiB
of memory; its seconds include making the distances that it needs, a graph or a matrix. After its first failure a peer
gets no larger instance. Exit code 0: done, missed aims included; 1: a run failed; 2: wrong arguments.
"""
import argparse
import importlib
import importlib.util
import math
import multiprocessing
import os
import sys
import tempfile
import time
import types

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", *folders) for folders in ((), ("..", "instances"), ("..", "python"))]

import generate  # noqa: E402
import shared  # noqa: E402

INSTANCES = ["kroA100", "ch150", "d198", "a280", "lin318", "pcb442", "rat575", "p654", "u724", "rat783", "pr1002",
             "d1291", "nrw1379", "fl1577", "vm1748", "pr2392", "pcb3038", "fl3795", "rl5915", "E10k.0"]
QUICK = ["grid100", "circle200"]
SECONDS, QUICK_SECONDS = 1.0, 0.1
LIMIT, MEMORY = 60, 16 << 30  # of a peer: seconds, bytes
# These packages are neither in Debian nor reachable from the machine that the figures are from.
ABSENT = ["elkai", "fast-tsp", "python-tsp", "pyconcorde", "PyVRP", "OR-Tools"]


# ----------------------------------------------------------------------------------------------------------------------
# Peers: from points to a closed tour with its first node at both ends


def distance(a, b):
    """Returns the distance EUC_2D of TSPLIB."""
    return int(math.dist(a, b) + 0.5)


def edges_of(points):
    return ((i, j, distance(points[i], points[j])) for i in range(len(points)) for j in range(i))


def by_networkx(name, *more):
    def solve(module, points):
        graph = module.Graph()
        graph.add_weighted_edges_from(edges_of(points))
        return getattr(module.approximation, name)(graph, *more)
    return "networkx", solve


def by_graph_tool(module, points):
    graph = module.Graph(directed=False)
    weights = graph.new_edge_property("double")
    graph.add_edge_list(edges_of(points), eprops=[weights])
    return module.tsp_tour(graph, graph.vertex(0), weights).tolist()


PEERS = {"networkx christofides": by_networkx("christofides"), "networkx greedy": by_networkx("greedy_tsp"),
         "networkx annealing": by_networkx("simulated_annealing_tsp", "greedy"),
         "networkx threshold": by_networkx("threshold_accepting_tsp", "greedy"),
         "graph-tool": ("graph_tool.topology", by_graph_tool)}


def run(name, points, answer):
    """Runs one peer, in a process of its own."""
    import random
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    random.seed(1)
    package, solve = PEERS[name]
    module = importlib.import_module(package)
    try:
        begin = time.monotonic()
        tour = solve(module, points)
        answer.send((tour, time.monotonic() - begin))
    except MemoryError:
        answer.send((None, "out of memory"))


def peer_of(name, points):
    """Returns the tour and seconds of a peer, or None and the reason why there is no tour."""
    spawn = multiprocessing.get_context("spawn")
    answer, other = spawn.Pipe(duplex=False)
    process = spawn.Process(target=run, args=(name, points, other))
    process.start()
    other.close()
    try:
        found = answer.recv() if answer.poll(LIMIT) else (None, f"not within {LIMIT} s")
    except EOFError:
        found = None, "crashed"
    process.kill()
    process.join()
    return found


# ----------------------------------------------------------------------------------------------------------------------
# Figures


def gap_of(tour, points, optimum):
    """Returns the gap of a closed tour in %."""
    if tour[0] != tour[-1] or sorted(tour[1:]) != list(range(len(points))):
        raise shared.Failed("no tour")
    length = sum(distance(points[a], points[b]) for a, b in zip(tour, tour[1:]))
    return 100 * (length / optimum - 1)


def path_of(name, options, folder):
    if name in shared.GENERATED:
        _, nodes, seed = shared.GENERATED[name]
        path = os.path.join(folder, name + ".tsp")
        shared.write(path, generate.dimacs_text("portgen", generate.uniform_points(nodes, seed), nodes, seed))
        return path
    return os.path.join(os.path.join(shared.ROOT, "instances") if options.quick else options.tsplib, name + ".tsp")


def measure(swarmcl, options, folder):
    host = f"{len(os.sched_getaffinity(0))} cores of {shared.host_name()}"
    report = shared.Report(host, options.quick)
    peers = [name for name in PEERS if importlib.util.find_spec(PEERS[name][0].partition(".")[0])]
    absent = [*ABSENT, *(name for name in PEERS if name not in peers)]
    seconds = QUICK_SECONDS if options.quick else SECONDS
    for name in QUICK if options.quick else INSTANCES:
        instance = swarmcl.read(path_of(name, options, folder))
        numbers = list(instance.positions())
        points = list(zip(numbers[0::2], numbers[1::2]))
        swarmcl.solve(points, metric="EUC_2D", iterations=1, device=options.device)
        begin = time.monotonic()
        result = swarmcl.solve(points, metric="EUC_2D", time=seconds, device=options.device)
        ours = time.monotonic() - begin
        gaps = {"swarmcl": gap_of(result.tour + result.tour[:1], points, instance.optimum)}
        texts = [f"{gaps['swarmcl']:.3g} % in {shared.seconds_text(ours)}"]
        for peer in list(peers):
            tour, took = peer_of(peer, points)
            if tour is None:
                peers.remove(peer)
                texts.append(f"{peer} {took}")
            else:
                gaps[peer] = gap_of(tour, points, instance.optimum)
                texts.append(f"{peer} {gaps[peer]:.3g} % in {shared.seconds_text(took)}")
        report.device = f"{result.device.platform_name}, {host}" if result.device else host
        report.add(f"{name}, {len(points)} points, time={seconds:g}", "as short as any", "; ".join(texts),
                   gaps["swarmcl"] <= min(gaps.values()), gaps_percent=gaps, points=len(points), texts=texts)
    print(f"left out, not installed: {', '.join(absent)}")
    runner = types.SimpleNamespace(version=swarmcl.__version__, quick=options.quick, name=host, device=None)
    return shared.record_of(runner, {"figures": report.lines, "absent": absent})


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library")
    shared.add_options(parser)
    options = parser.parse_args(arguments)

    def make():
        os.environ["SWARMCL_LIBRARY"] = os.path.abspath(options.library)
        try:
            import swarmcl
        except ImportError as problem:
            raise shared.Failed(problem) from None
        with tempfile.TemporaryDirectory() as folder:
            try:
                return measure(swarmcl, options, folder)
            except swarmcl.Error as problem:
                raise shared.Failed(problem) from None
    return shared.measure(options, make)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
