"""Cases of --time: the result without enough time, or with a driver that takes all the time."""

import json
import random
import re
import signal
import tempfile

import fixtures
from fixtures import coordinates_file, matrix_file, random_points
from run import tier
from scenes import SLACK_SECONDS, at_most, finish, require, wait_for

fixtures.TEXT_FILES |= {"scattered.tsp": coordinates_file("scattered", random_points(800)),
                        "endless.cl": "real objective(const real *x, int n)\n{\n    real s = 1;\n"
                                      "    while (s > 0) {\n        s = s > 2 ? 1 : s + real_square(x[0]);\n    }\n"
                                      "    return s;\n}\n"}

NO_TIME = "0.000001"


def answers(bench, file, *more):
    """The lengths of the valid tours of two runs, one without and one with enough time."""
    lengths = []
    for limit in (["--time", NO_TIME], ["--iterations", "1"]):
        run = bench.ok(["tsp", file, "-d", "none", "--json", "-o", "short.tour", *limit, *more])
        lengths.append(run.json()["result"]["length"])
    return lengths


def no_time_is_no_order_of_the_file(bench):
    """Without time for an iteration a run returns a nearest-neighbour tour or a tour along a curve, under all
    conditions."""
    source = random.Random(3)
    matrices = {kind: [[source.randint(1, 1000) for _ in range(150)] for _ in range(150)] for kind in ("TSP", "ATSP")}
    for i in range(150):
        for j in range(i):
            matrices["TSP"][i][j] = matrices["TSP"][j][i]
    for kind, distances in matrices.items():
        (bench.folder / kind).write_text(matrix_file(kind, distances, kind))
    inputs = [("scattered.tsp", []), ("ATSP", ["--path"]), ("scattered.tsp", ["--path"]), ("TSP", []), ("ATSP", []),
              ("scattered.tsp", ["--path", "--start", "3", "--end", "700"]),
              ("scattered.tsp", ["--fix", "1-2", "--fix", "2-3"])]
    for algorithm in ("mosaic", "mmas", "as"):
        for file, more in inputs if algorithm == "mosaic" else inputs[:2]:
            few = ["--population", "4"] if algorithm == "mosaic" else ["--ants", "30"]
            short, long = answers(bench, file, "--algorithm", algorithm, *few, *more)
            limit = 2 if file == "scattered.tsp" else 6
            require(short < limit * long, f"{algorithm} {file} {more}: {short} without time, {long} with it")


def cold(bench):
    """An environment in which the driver has compiled nothing, and compiles as it does for users."""
    return {"POCL_CACHE_DIR": tempfile.mkdtemp(dir=bench.folder), "POCL_EXTRA_BUILD_FLAGS": None}


AHEAD = r"while the kernels were compiled, the host ran (all )?[0-9]+ iterations"


def the_host_searches_while_the_driver_compiles(bench):
    """A run with --time iterates while its kernels are compiled, ends in time, and can be repeated and resumed."""
    bench.require_cpu()
    # The first run ends after the build, the second before its end.
    for algorithm, seconds in tier([("acs", "2")], [("acs", "2"), ("mosaic", "1")]):
        with at_most(float(seconds) + SLACK_SECONDS):
            run = bench.run(["tsp", "scattered.tsp", "-d", "cpu", "--algorithm", algorithm, "--time", seconds, "-o",
                             "cold.json", "-v", "--checkpoint", f"{algorithm}.state"], cold(bench))
        require(run.code == 0 and re.search(AHEAD, run.err), f"{algorithm}: {run.code}, {run.err}")
        result = json.loads(run.read("cold.json"))["result"]
        more = bench.run(["tsp", "scattered.tsp", "-d", "none", "--resume", f"{algorithm}.state", "--json",
                          "--iterations", str(result["iterations"] + 1)])
        rest = more.json()["result"]
        require(more.code == 0 and 0 < rest["first_iteration"] <= result["iterations"] < rest["iterations"]
                and rest["length"] <= result["length"], f"{algorithm}: {rest} after {result}; {more.err}")
        for device in tier(["none"], ["cpu", "none"]):
            again = bench.run(["tsp", "scattered.tsp", "-d", device, "--replay", "cold.json", "-v"])
            require(again.code == 0 and "this run has" not in again.err, f"{algorithm}: {again.err}")


def clocks_start_after_the_build(bench):
    """--repeat compiles before its clocks start."""
    bench.require_cpu()
    run = bench.run(["tsp", "scattered.tsp", "--algorithm", "acs", "--repeat", "1", "-d", "cpu", "--time", "0.5", "-v"],
                    cold(bench))
    seconds = [re.search(rf"built the kernels {what} ([\d.]+) s", run.err) for what in ("and tested them in", "in")]
    require(run.code == 0 and all(seconds) and float(seconds[1][1]) < float(seconds[0][1]) / 4, run.err)


def an_endless_objective_ends(bench):
    """An objective that never returns is abandoned at the time limit, and at the first signal."""
    bench.require_cpu()
    endless = ["pso", "endless.cl", "--dim", "2", "--bounds", "1:5", "-d", "cpu", "-v"]
    for more, number in ((["--time", "0.3"], None), ([], signal.SIGINT)):
        process = bench.start([*endless, *more])
        if number:
            wait_for(process, "built the kernels")
            process.send_signal(number)
        _, err = finish(process)
        require(process.returncode == 1, f"exit code {process.returncode}: {err}")
        require(re.search(r"the driver has not returned from (running|compiling) .*, and there is no result", err), err)


GROUPS = {"no-time": [no_time_is_no_order_of_the_file],
          "device-time": [the_host_searches_while_the_driver_compiles, clocks_start_after_the_build,
                          an_endless_objective_ends]}
