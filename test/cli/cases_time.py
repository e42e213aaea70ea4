"""Cases of --time: what a run has when there is no time."""

import random

import fixtures
from cases_family import matrix_file
from fixtures import coordinates_file, random_points
from scenes import require

fixtures.TEXT_FILES |= {"scattered.tsp": coordinates_file("scattered", random_points(800))}

NO_TIME = "0.000001"


def answers(bench, file, *more):
    """The length of the tour that there is no time for, which is valid, and that of one that there is time for."""
    lengths = []
    for limit in (["--time", NO_TIME], ["--iterations", "1"]):
        run = bench.run(["tsp", file, "-d", "none", "--json", "-o", "short.tour", *limit, *more])
        require(run.code == 0, run.err)
        lengths.append(run.json()["result"]["length"])
    return lengths


def no_time_is_no_order_of_the_file(bench):
    """Without time for an iteration there is a nearest-neighbour tour or a curve, under all conditions."""
    source = random.Random(3)
    matrices = {kind: [[source.randint(1, 1000) for _ in range(150)] for _ in range(150)] for kind in ("TSP", "ATSP")}
    for i in range(150):
        for j in range(i):
            matrices["TSP"][i][j] = matrices["TSP"][j][i]
    for kind, distances in matrices.items():
        matrix_file(bench, kind, distances, kind)
    for algorithm in ("mosaic", "mmas", "as"):
        for file, more in [("scattered.tsp", []), ("scattered.tsp", ["--path"]),
                           ("scattered.tsp", ["--path", "--start", "3", "--end", "700"]),
                           ("scattered.tsp", ["--fix", "1-2", "--fix", "2-3"]), ("TSP", []), ("ATSP", []),
                           ("ATSP", ["--path"])]:
            short, long = answers(bench, file, "--algorithm", algorithm, *more)
            limit = 2 if file == "scattered.tsp" else 6
            require(short < limit * long, f"{algorithm} {file} {more}: {short} without time, {long} with it")


GROUPS = {"no-time": [no_time_is_no_order_of_the_file]}
