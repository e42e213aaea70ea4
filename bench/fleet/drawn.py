"""Fleets drawn like those of Uchoa et al. (2017), "New benchmark instances for the capacitated vehicle routing problem"."""
import math
import os
import random

SIDE = 1000  # coordinates are whole numbers from 0 to SIDE
# Kinds of demands: lowest and highest demand; "quadrant": small or large ones in turn; "few": many small, some large.
DEMANDS = [(1, 1), (1, 10), (5, 10), (1, 100), (50, 100), "quadrant", "few"]


def place(draw):
    return draw.randint(0, SIDE), draw.randint(0, SIDE)


def places(draw, count):
    """Draws customers: all at random, in clusters, or half of them in clusters."""
    kind = draw.choice(["random", "clustered", "both"])
    seeds = [place(draw) for _ in range(draw.randint(3, 8))]
    found = seeds if kind != "random" else []
    unclustered = {"random": count, "clustered": len(found), "both": max(count // 2, len(found))}[kind]
    found = found + [place(draw) for _ in range(unclustered - len(found))]
    while len(found) < count:
        x, y = place(draw)
        if draw.random() < sum(math.exp(-math.hypot(x - a, y - b) / 40) for a, b in seeds):
            found.append((x, y))
    return found


def demands_of(draw, nodes):
    kind = draw.choice(DEMANDS)
    if kind == "few":
        share = draw.uniform(0.7, 0.95)
        return [draw.randint(1, 10) if draw.random() < share else draw.randint(50, 100) for _ in nodes]
    if kind == "quadrant":
        return [draw.randint(*((1, 50) if (x < SIDE / 2) == (y < SIDE / 2) else (51, 100))) for x, y in nodes]
    return [draw.randint(*kind) for _ in nodes]


def text_of(name, customers, draw):
    """Returns the text of an instance as a .vrp file."""
    depot = draw.choice([(SIDE // 2, SIDE // 2), (0, 0), place(draw)])
    nodes = places(draw, customers)
    demands = demands_of(draw, nodes)
    stops = draw.triangular(3, 25, 6)  # mean number of customers of a route
    capacity = max(math.ceil(stops * sum(demands) / customers), max(demands))
    lines = [f"NAME : {name}", "TYPE : CVRP", f"DIMENSION : {customers + 1}", "EDGE_WEIGHT_TYPE : EUC_2D",
             f"CAPACITY : {capacity}", "NODE_COORD_SECTION"]
    lines += [f"{number} {x} {y}" for number, (x, y) in enumerate([depot, *nodes], 1)]
    lines += ["DEMAND_SECTION", *(f"{number} {demand}" for number, demand in enumerate([0, *demands], 1))]
    return "\n".join([*lines, "DEPOT_SECTION", "1", "-1", "EOF", ""])


def write(folder, count, customers, seed):
    """Writes instances, the same on every machine, to FOLDER/00000.vrp and so on; returns their paths."""
    paths = [os.path.join(folder, f"{number:05}.vrp") for number in range(count)]
    for number, path in enumerate(paths):
        draw = random.Random(1000003 * seed + number)
        with open(path, "w", encoding="ascii") as file:
            file.write(text_of(f"drawn-{customers}-{seed}-{number:05}", customers, draw))
    return paths
