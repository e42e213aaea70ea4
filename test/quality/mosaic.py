#!/usr/bin/env python3
"""Runs `--algorithm mosaic` on instances that may trap a search of exchanges: it finds a tour, the shortest one if
that is known, the same one on the host and the CPU device, and ends in time.

usage: mosaic.py PROGRAM [--all] [--only TEXT]

Instances are made here. Every tour is checked here, too: a permutation, and its length from formulas of this file.
--all: every instance on every device, more sizes, more options.
"""
import argparse
import dataclasses
import itertools
import json
import math
import os
import random
import resource
import subprocess
import sys
import tempfile

NO_DEVICE = 3  # the program's exit code
ITERATIONS = 3
HANG_SECONDS = 600    # of a run of ITERATIONS; none takes two on an idle machine
TIME, GRACE = 1, 5    # seconds of --time, and of each core until the run is over; other load does not stretch those
GRID_TIME = 120       # seconds for work that takes one on an idle machine
THIN = 5              # without --all: one in THIN small instances, runs on devices, options
PROOF_MOST = 12       # nodes whose shortest tour is found by trying

SLOW = "--improver pieces"
OPTIONS = ["--population 1", "--population 2 --noise 0", "--noise 10", "--kicks 1 --candidates 5",
           "--kicks 999 --population 3", "--candidates 32", "--threads 7 --candidate-kind nearest",
           SLOW, "--improver pieces --ants 3 --kicks 60 --population 2"]

# The distances of TSPLIB95, section 2.
METRICS = {
    "EUC_2D": lambda x, y: int(math.sqrt(x * x + y * y) + 0.5),
    "CEIL_2D": lambda x, y: math.ceil(math.sqrt(x * x + y * y)),
    "MAN_2D": lambda x, y: int(abs(x) + abs(y) + 0.5),
    "MAX_2D": lambda x, y: int(max(abs(x), abs(y)) + 0.5),
}


@dataclasses.dataclass
class Instance:
    name: str
    points: list = None  # or
    matrix: list = None
    metric: str = "EUC_2D"
    path: bool = False
    optimum: int = None  # None: not known

    def size(self):
        return len(self.points or self.matrix)

    def distance(self, i, j):
        if self.matrix:
            return self.matrix[i][j]
        (x, y), (u, v) = self.points[i], self.points[j]
        return METRICS[self.metric](float(x - u), float(y - v))

    def length(self, tour):
        last = tour[1:] if self.path else tour[1:] + tour[:1]
        return sum(self.distance(i, j) for i, j in zip(tour, last))

    def text(self):
        head = [f"NAME : {self.name}", "TYPE : TSP", f"DIMENSION : {self.size()}"]
        if self.matrix:
            rows = [" ".join(map(str, row)) for row in self.matrix]
            head += ["EDGE_WEIGHT_TYPE : EXPLICIT", "EDGE_WEIGHT_FORMAT : FULL_MATRIX", "EDGE_WEIGHT_SECTION"]
        else:
            rows = [f"{i} {x} {y}" for i, (x, y) in enumerate(self.points, 1)]
            head += [f"EDGE_WEIGHT_TYPE : {self.metric}", "NODE_COORD_SECTION"]
        return "\n".join(head + rows + ["EOF", ""])


# Shapes ---------------------------------------------------------------------------------------------------------------
def shuffled(points, seed=1):
    """Returns the points in another order, so that the order of the file is not a tour already."""
    points = list(points)
    random.Random(seed).shuffle(points)
    return points


def grid(width, height, step=1):
    return shuffled((step * x, step * y) for x in range(width) for y in range(height))


def circle(n, radius=10**6):
    """Returns points on a circle, in order."""
    return [(round(radius * math.cos(2 * math.pi * i / n)), round(radius * math.sin(2 * math.pi * i / n)))
            for i in range(n)]


def uniform(n, side, seed):
    source = random.Random(seed)
    return [(source.randrange(side), source.randrange(side)) for _ in range(n)]


def symmetric(n, entry):
    matrix = [[0] * n for _ in range(n)]
    for i, j in itertools.combinations(range(n), 2):
        matrix[i][j] = matrix[j][i] = entry(i, j)
    return matrix


def hidden_tour(n, seed):
    """Returns a matrix that has a tour of edges of 1 among longer edges."""
    tour = shuffled(range(n), seed)
    edges = {frozenset(pair) for pair in zip(tour, tour[1:] + tour[:1])}
    source = random.Random(seed)
    return symmetric(n, lambda i, j: 1 if frozenset((i, j)) in edges else source.randint(2, 99))


# Instances ------------------------------------------------------------------------------------------------------------
def convex(n, path=False, radius=10**6):
    """The polygon is the shortest tour, and without its longest side the shortest path: no chord is as short."""
    points = circle(n, radius)
    order = Instance("", points)
    sides = [order.distance(i, (i + 1) % n) for i in range(n)]
    return Instance(f"circle{n}of{radius}", shuffled(points), path=path,
                    optimum=sum(sides) - (max(sides) if path else 0))


def shortest(instance):
    """Returns the length of the shortest tour or path, after Held and Karp (1962); None above PROOF_MOST nodes."""
    n = instance.size()
    if n > PROOF_MOST:
        return None
    if instance.path:
        instance = Instance("", matrix=symmetric(n + 1, lambda i, j: instance.distance(i, j) if j < n else 0))
        n += 1
    best = {(1 << i, i): instance.distance(n - 1, i) for i in range(n - 1)}
    for count in range(2, n):
        for chosen in itertools.combinations(range(n - 1), count):
            bits = sum(1 << i for i in chosen)
            for last in chosen:
                best[bits, last] = min(best[bits ^ 1 << last, i] + instance.distance(i, last)
                                       for i in chosen if i != last)
    return min(best[(1 << n - 1) - 1, i] + instance.distance(i, n - 1) for i in range(n - 1))


def small():
    """Yields instances of 5 to 40 nodes, with equal distances."""
    for n in range(5, 41):
        seed, path = 100 + n, n % 3 == 0
        yield Instance(f"uniform{n}", uniform(n, 25, seed), path=path)
        yield Instance(f"matrix{n}", matrix=symmetric(n, lambda i, j, source=random.Random(seed): source.randint(0, 9)),
                       path=not path)
        yield convex(n, path=n % 4 == 0)


def shaped():
    for n in (5, 11, 12, 200, 1000):
        yield Instance(f"one-place{n}", [(7, 7)] * n, optimum=0)
    yield Instance("one-place-path", [(7, 7)] * 50, path=True, optimum=0)
    for n in (9, 100, 2000):
        line = shuffled((3 * i, 0) for i in range(n))
        yield Instance(f"line{n}", line, optimum=6 * (n - 1))
        yield Instance(f"line-path{n}", line, path=True, optimum=3 * (n - 1))
        yield Instance(f"steep-line{n}", [(y, 2 * y) for y, _ in line], metric="MAN_2D", optimum=18 * (n - 1))
    for width, height, step in ((4, 3, 1), (10, 10, 1), (10, 10, 7), (31, 30, 1), (31, 30, 100)):
        yield Instance(f"grid{width}x{height}by{step}", grid(width, height, step), optimum=width * height * step)
    yield Instance("grid-path", grid(20, 15, 10), path=True, optimum=299 * 10)
    yield Instance("grid-of-maxima", grid(15, 15), metric="MAX_2D", optimum=225)
    for n in (57, 200, 801):
        yield convex(n)
    yield convex(200, path=True)
    yield Instance("two-clusters", shuffled([(x, y) for x, y in uniform(300, 50, 1)]
                                            + [(10**6 + x, y) for x, y in uniform(300, 50, 2)]))
    yield Instance("two-places", shuffled([(0, 0)] * 300 + [(10**6, 0)] * 300), optimum=2 * 10**6)
    yield Instance("two-places-path", shuffled([(0, 0)] * 300 + [(10**6, 0)] * 300), path=True, optimum=10**6)
    yield Instance("one-far-away", [(10**9, 10**9), *uniform(400, 1000, 3)])
    yield Instance("ceil", uniform(500, 10**5, 4), metric="CEIL_2D")


def crowded():
    """Yields instances whose places have more nodes than a list has entries, so no list leads to another place."""
    places = uniform(50, 10**4, 5)
    found = shuffled(places * 100)
    yield Instance("fifty-places", found)
    yield Instance("fifty-places-path", found, path=True)
    yield Instance("crowded-line", shuffled((i // 100, 0) for i in range(5000)), optimum=2 * 49)
    yield Instance("crowded-circle", shuffled(circle(40) * 25), optimum=convex(40).optimum)
    yield Instance("little-square", uniform(3000, 8, 6))


def huge():
    """Yields instances with the largest possible distances, whose tours need more than 32 bits."""
    most = 2**31 - 2
    yield Instance("huge-line", shuffled((i * (most // 300), 0) for i in range(301)), optimum=2 * 300 * (most // 300))
    yield Instance("huge", uniform(500, 1500 * 10**6, 7))
    yield Instance("huge-negative", [(x - 10**9, y - 10**9) for x, y in uniform(500, 1500 * 10**6, 8)], path=True)
    yield convex(100, radius=75 * 10**7)
    yield Instance("huge-matrix", matrix=symmetric(60, lambda i, j: most), optimum=60 * most)
    yield Instance("huge-and-small", matrix=symmetric(60, lambda i, j: 1 if j == i + 1 else 2**31 - 1),
                   optimum=59 + 2**31 - 1)


def matrices():
    for n in (6, 11, 60, 300):
        yield Instance(f"nothing{n}", matrix=symmetric(n, lambda i, j: 0), optimum=0)
        yield Instance(f"all-equal{n}", matrix=symmetric(n, lambda i, j: 5), optimum=5 * n)
    yield Instance("all-equal-path", matrix=symmetric(60, lambda i, j: 5), path=True, optimum=5 * 59)
    for n in (30, 200):
        yield Instance(f"hidden{n}", matrix=hidden_tour(n, n), optimum=n)
    yield Instance("halves", matrix=symmetric(100, lambda i, j: 1 if (i + j) % 2 == 0 else 1000), optimum=98 + 2000)
    yield Instance("two-sides", matrix=symmetric(100, lambda i, j: 1 if (i + j) % 2 else 1000), optimum=100)
    source = random.Random(9)
    yield Instance("random-matrix", matrix=symmetric(300, lambda i, j: source.randint(1, 10**6)))


def twisted():
    """Returns one instance of each kind, for other options."""
    wanted = {"uniform5", "matrix6", "uniform39", "one-place200", "line2000", "steep-line9", "grid31x30by1",
              "grid-path", "two-places", "two-clusters", "fifty-places", "crowded-line", "huge", "huge-and-small",
              "nothing60", "hidden30"}
    return [instance for family in FAMILIES for instance in family() if instance.name in wanted]


FAMILIES = [small, shaped, crowded, huge, matrices]


# Runs -----------------------------------------------------------------------------------------------------------------
def read_tour(path):
    with open(path, encoding="utf-8") as file:
        words = file.read().split("TOUR_SECTION", 1)[1].split()
    return [int(word) - 1 for word in words[:words.index("-1")]]


class Bench:
    def __init__(self, program, folder, devices):
        self.program, self.folder, self.devices = program, folder, devices
        self.runs = self.proven = 0
        self.slowest = (0.0, "")

    def run(self, path, device, *options, seed=1, limit=HANG_SECONDS):
        """(document, tour, seconds of all cores); the text of a problem instead of the document."""
        tour = os.path.join(self.folder, "found.tour")
        words = [self.program, "tsp", path, "--algorithm", "mosaic", "--device", device, "--seed", seed, "--json", "-q",
                 "-o", tour, *options]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=limit,
                                  check=False)
        except subprocess.TimeoutExpired:
            return f"not over after {limit} s", None, limit
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.runs += 1
        self.slowest = max(self.slowest, (seconds, f"{os.path.basename(path)} on {device}"))
        if done.returncode != 0:
            return f"exit code {done.returncode}: {done.stderr.strip()}", None, seconds
        return json.loads(done.stdout), read_tour(tour), seconds

    def write(self, instance):
        path = os.path.join(self.folder, instance.name + ".tsp")
        with open(path, "w", encoding="utf-8") as file:
            file.write(instance.text())
        return path


def problems_of_tour(instance, document, tour, optimum):
    stated = document["result"]["length"]
    if sorted(tour) != list(range(instance.size())):
        yield "the tour is not a permutation"
    elif instance.length(tour) != stated:
        yield f"length {stated}, but its tour has {instance.length(tour)}"
    if [node - 1 for node in document["tour"]] != tour:
        yield "the document and the file have different tours"
    if optimum is not None and stated != optimum:
        yield f"length {stated} instead of {optimum}"


def check(bench, instance, devices):
    """Requires the same tour on every device."""
    path = bench.write(instance)
    optimum = shortest(instance) if instance.optimum is None else instance.optimum
    bench.proven += optimum is not None
    first = None
    for device in devices:
        document, tour, _ = bench.run(path, device, "--iterations", ITERATIONS, *["--path"] * instance.path)
        if isinstance(document, str):
            yield f"{device}: {document}"
            continue
        yield from (f"{device}: {each}" for each in problems_of_tour(instance, document, tour, optimum))
        if first is not None and tour != first:
            yield f"{device}: another tour than on {devices[0]}"
        first = tour if first is None else first


def check_options(bench, instance, options):
    """With extreme values of options a run finds a tour, never shorter than the shortest."""
    path = bench.write(instance)
    for seed, words in options:
        document, tour, _ = bench.run(path, "none", "--iterations", ITERATIONS, *words.split(),
                                      *["--path"] * instance.path, seed=seed)
        if isinstance(document, str):
            yield f"{words}: {document}"
            continue
        yield from (f"{words}: {each}" for each in problems_of_tour(instance, document, tour, None))
        if instance.optimum is not None and document["result"]["length"] < instance.optimum:
            yield f"{words}: length {document['result']['length']}, but none is below {instance.optimum}"


def check_end(bench, nodes):
    """Requires that --time ends a run."""
    path = os.path.join(bench.folder, f"generated{nodes}.tsp")
    subprocess.run([bench.program, "instance", "generate", "uniform", "--nodes", str(nodes), "-q", "-o", path],
                   check=True)
    most = (TIME + GRACE) * os.cpu_count()
    for device in bench.devices:
        document, tour, seconds = bench.run(path, device, "--time", TIME)
        if isinstance(document, str):
            yield f"{device}: {document}"
            continue
        result = document["result"]
        print(f"{nodes:,} nodes on {device}, --time {TIME}: search over after {result['seconds']:.2f} s, process after "
              f"{seconds:.2f} s of all cores, {result['iterations']} iterations, length {result['length']}", flush=True)
        if result["stop_reason"] != "time":
            yield f"{device}: stopped by {result['stop_reason']}"
        if seconds > most:
            yield f"{device}: {seconds:.2f} s of all cores instead of {TIME}, more than {most:g}"
        if sorted(tour) != list(range(nodes)):
            yield f"{device}: the tour is not a permutation"


def check_grid(bench, step, devices):
    """Requires the optimum of 3,000 nodes with very many equal distances. With steps of 1 diagonals are as short as
    steps, with steps of 100 they are longer."""
    instance = Instance(f"ties{step}", grid(60, 50, step), optimum=3000 * step)
    path = bench.write(instance)
    for device in devices:
        document, tour, seconds = bench.run(path, device, "--target", instance.optimum, "--time", GRID_TIME)
        if isinstance(document, str):
            yield f"{device}: {document}"
            continue
        print(f"a grid of 60 x 50, steps of {step}, on {device}: {document['result']['length']} after {seconds:.2f} s of "
              "all cores", flush=True)
        yield from (f"{device}: {each}" for each in problems_of_tour(instance, document, tour, instance.optimum))


def devices_of(program):
    done = subprocess.run([program, "devices", "--json"], capture_output=True, text=True, check=False)
    if done.returncode not in (0, NO_DEVICE):
        raise SystemExit(f"devices: exit code {done.returncode}: {done.stderr.strip()}")
    has_cpu = any(each["type"] == "cpu" and each["usable"] and not each["simulator"]
                  for each in json.loads(done.stdout)["devices"])
    return ["none", "cpu"] if has_cpu else ["none"]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", default="", help="instances and checks with this text in their names")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.program, folder, devices_of(options.program))
        instances = [instance for family in FAMILIES for instance in family()]
        if not options.all:
            instances = list(small())[::THIN] + instances[len(list(small())):]
        every = 1 if options.all else THIN
        checks = [(instance.name, check, (instance, bench.devices if turn % every == 0 else ["none"]))
                  for turn, instance in enumerate(instances)]
        words = list(enumerate(OPTIONS, 2))
        checks += [(f"options-{instance.name}", check_options,
                    (instance, [each for each in words[turn % every::every] if options.all or each[1] != SLOW]))
                   for turn, instance in enumerate(twisted())]
        checks += [(f"ties{step}", check_grid, (step, bench.devices if options.all else devices))
                   for step, devices in ((1, bench.devices[:1]), (100, bench.devices[-1:]))]
        checks += [(f"end{nodes}", check_end, (nodes,)) for nodes in ((20000, 100000) if options.all else (20000,))]
        problems = [f"{name}: {each}" for name, function, what in checks if options.only in name
                    for each in function(bench, *what)]
    print(f"{bench.runs} runs on {', '.join(bench.devices)}, {bench.proven} instances of known optimum; slowest "
          f"{bench.slowest[1]}, {bench.slowest[0]:.2f} s")
    print("\n".join(problems + [f"{len(problems)} problems"]))
    return 1 if problems or not bench.runs else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
