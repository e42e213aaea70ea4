"""Asymmetric instances that were not used to choose constants of the program: ten kinds of matrices, each from its seed.

Most are after the generators of Cirasella, Johnson, McGeoch and Zhang, "The asymmetric traveling salesman problem:
algorithms, instance generators, and tests", ALENEX 2001; none of their code was used.
"""
import heapq
import math
import random


def matrix(nodes, length):
    return [[0 if i == j else length(i, j) for j in range(nodes)] for i in range(nodes)]


def points(draw, nodes, size):
    return [(draw.randrange(size), draw.randrange(size)) for _ in range(nodes)]


def arbitrary(draw, nodes):
    """Every arc by itself."""
    return matrix(nodes, lambda i, j: draw.randrange(1, 1000000))


def closed(draw, nodes):
    """The same, no arc longer than a way round."""
    lengths = arbitrary(draw, nodes)
    for k in range(nodes):
        row = lengths[k]
        for i in range(nodes):
            through = lengths[i][k]
            lengths[i] = [min(a, through + b) for a, b in zip(lengths[i], row)]
    return matrix(nodes, lambda i, j: lengths[i][j])


def disturbed(draw, nodes):
    """A plane, each direction longer by something of its own, as kro124p."""
    at = points(draw, nodes, 4000)
    return matrix(nodes, lambda i, j: round(math.dist(at[i], at[j])) + draw.randrange(100))


def tilted(draw, nodes):
    """A drill over a table that is not level: along each axis one way takes longer than the other."""
    at = points(draw, nodes, 100000)

    def length(i, j):
        x, y = at[j][0] - at[i][0], at[j][1] - at[i][1]
        return abs(x) + (2 * y if y > 0 else -y)
    return matrix(nodes, length)


def crane(draw, nodes):
    """A stacker crane: from where one load is put down to where the next is taken up, nearby."""
    begins = points(draw, nodes, 100000)
    span = round(100000 / math.sqrt(nodes))
    ends = [(x + draw.randint(-span, span), y + draw.randint(-span, span)) for x, y in begins]
    return matrix(nodes, lambda i, j: round(math.dist(ends[i], begins[j])))


def shelves(draw, nodes):
    """The same in few places, the longer axis counts: many lengths are equal, as those of rbg443."""
    begins, ends = points(draw, nodes, 18), points(draw, nodes, 18)
    return matrix(nodes, lambda i, j: max(abs(ends[i][0] - begins[j][0]), abs(ends[i][1] - begins[j][1])))


def disk(draw, nodes):
    """A disk that turns while its head moves: reads of a length begin where they lie."""
    turn = 1000
    starts = [(draw.randrange(10000), draw.randrange(turn)) for _ in range(nodes)]
    stops = [(track, (angle + draw.randrange(turn // 10)) % turn) for track, angle in starts]

    def length(i, j):
        seek = abs(stops[i][0] - starts[j][0]) // 4
        return seek + (starts[j][1] - stops[i][1] - seek) % turn
    return matrix(nodes, length)


def flow(draw, nodes):
    """Jobs through ten machines without a wait between them: how much later the next may begin."""
    times = [[draw.randrange(1, 1000) for _ in range(10)] for _ in range(nodes)]
    ends = [[sum(job[:k + 1]) for k in range(10)] for job in times]
    return matrix(nodes, lambda i, j: max(ends[i][k] - (ends[j][k - 1] if k else 0) for k in range(10)))


def road(draw, nodes):
    """Ways through streets, some of them one-way, as those of ftv170."""
    at = points(draw, 3 * nodes, 1000)
    streets = [[] for _ in at]
    for i, place in enumerate(at):
        for j in sorted(range(len(at)), key=lambda other: math.dist(place, at[other]))[1:5]:
            streets[i].append((j, round(math.dist(place, at[j])) + 1))
            if draw.random() < 0.6:
                streets[j].append((i, round(math.dist(place, at[j])) + 1))
    for i in range(len(at)):  # a cycle: every node is reachable
        streets[i].append(((i + 1) % len(at), 3000))

    def ways(begin):
        found, heap = {}, [(0, begin)]
        while heap:
            far, i = heapq.heappop(heap)
            if i not in found:
                found[i] = far
                for j, long in streets[i]:
                    heapq.heappush(heap, (far + long, j))
        return found
    rows = [ways(i) for i in range(nodes)]
    return matrix(nodes, lambda i, j: rows[i][j])


def overlap(draw, nodes):
    """Words of one text in a row: letters that the next one adds."""
    words = ["".join(draw.choice("ab") for _ in range(20)) for _ in range(nodes)]

    def length(i, j):
        return next(20 - k for k in range(19, -1, -1) if words[i][20 - k:] == words[j][:k])
    return matrix(nodes, length)


KINDS = {function.__name__: function for function in (arbitrary, closed, disturbed, tilted, crane, shelves, disk, flow,
                                                      road, overlap)}


def text(kind, nodes, seed):
    """Returns the text of a TSPLIB file."""
    lengths = KINDS[kind](random.Random(f"{kind} {nodes} {seed}"), nodes)
    rows = "\n".join(" ".join(map(str, row)) for row in lengths)
    return (f"NAME : {kind}{nodes}\nTYPE : ATSP\nCOMMENT : {KINDS[kind].__doc__.splitlines()[0]}\nDIMENSION : {nodes}\n"
            f"EDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n{rows}\nEOF\n")
