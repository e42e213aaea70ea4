"""The files that the command line cases use, written into the folder in which a group runs."""

import functools
import gzip
import math
import pathlib


def coordinates_file(name, points, extra="", metric="EUC_2D"):
    rows = "".join(f"{i} {' '.join(str(x) for x in point)}\n" for i, point in enumerate(points, 1))
    return (f"NAME : {name}\nTYPE : TSP\nDIMENSION : {len(points)}\nEDGE_WEIGHT_TYPE : {metric}\n"
            f"NODE_COORD_SECTION\n{rows}{extra}EOF\n")


def matrix_file(name, rows, kind="ATSP", extra=""):
    numbers = "".join(" ".join(map(str, row)) + "\n" for row in rows)
    return (f"NAME : {name}\nTYPE : {kind}\nDIMENSION : {len(rows)}\nEDGE_WEIGHT_TYPE : EXPLICIT\n"
            f"EDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n{numbers}{extra}EOF\n")


def random_points(count):
    """Points from a linear congruential generator, not the random module, so they never change."""
    state, points = 12345, []
    for _ in range(count):
        state = (1103515245 * state + 12345) % 2**31
        x = state >> 11
        state = (1103515245 * state + 12345) % 2**31
        points.append((x % 10000, (state >> 11) % 10000))
    return points


def circle_points(count):
    return [(round(1000 * math.cos(2 * math.pi * i / count), 3), round(1000 * math.sin(2 * math.pi * i / count), 3))
            for i in range(count)]


def tour_file(name, nodes):
    return (f"NAME : {name}\nTYPE : TOUR\nDIMENSION : {len(nodes)}\nTOUR_SECTION\n"
            + "".join(f"{node}\n" for node in nodes) + "-1\nEOF\n")


SQUARE = [(0, 0), (0, 10), (10, 10), (10, 0)]

HEADER = "NAME : x\nTYPE : TSP\nDIMENSION : {}\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n"

TEXT_FILES = {
    "one.tsp": coordinates_file("one", [(5, 5)]),
    "two.tsp": coordinates_file("two", [(0, 0), (3, 4)]),
    "three.tsp": coordinates_file("three", [(0, 0), (3, 4), (0, 4)]),
    "square.tsp": coordinates_file("square", SQUARE),
    "small.tsp": coordinates_file("small", random_points(14)),
    "medium.tsp": coordinates_file("medium", random_points(150)),
    "large.tsp": coordinates_file("large", random_points(1000)),
    # Known optima are found by name, type and dimension; that of this instance is 3323.
    "burma14.tsp": coordinates_file("burma14", circle_points(14)),
    "cube.tsp": coordinates_file("cube", [(0, 0, 0), (1, 2, 3), (4, 5, 6)], metric="EUC_3D"),
    "fixed.tsp": coordinates_file("fixed", SQUARE, extra="FIXED_EDGES_SECTION\n1 3\n-1\n"),
    "asymmetric.atsp": matrix_file("asymmetric", [[0, 1, 9, 9], [9, 0, 1, 9], [9, 9, 0, 1], [1, 9, 9, 0]]),
    "row.csv": "name,x,y\nmiddle,5,0\nwest,0,0\neast,10,0.5\n",
    "square.tour": tour_file("square", [1, 2, 3, 4]),
    "square-csv.tour": ("NAME : t\nCOMMENT : length 40.00000000, swarmcl 0.2.0\nCOMMENT : 1 A\nCOMMENT : 2 B\n"
                        "COMMENT : 3 C\nCOMMENT : 4 D\nTYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n1\n2\n3\n4\n-1\nEOF\n"),
    "sorted.csv": "name,x,y\nD,0,10\nC,10,10\nB,10,0\nA,0,0\n",
    "unnamed.csv": "x,y\n0,10\n10,0\n0,0\n10,10\n",
    "other-name.tour": tour_file("somebody else", [2, 3, 4, 1]),
    "crossed.tour": tour_file("square", [1, 3, 2, 4]),
    "repeated.tour": tour_file("square", [1, 2, 2, 4]),
    "outside.tour": tour_file("square", [1, 2, 3, 5]),
    "short.tour": tour_file("square", [1, 2, 3]),
    "words.tsp": HEADER.format(2) + "1 0 0\n2 here there\nEOF\n",
}

# A matrix with decimals.
TEXT_FILES["decimals.tsp"] = ("TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\n"
                              "EDGE_WEIGHT_SECTION\n1.5 2.25\n1\n")

# Tables of points. The square has sides of 10.
TEXT_FILES |= {
    "square.csv": "name,x,y\nSouthwest,0,0\nNorthwest,0,10\nNortheast,10,10\nSoutheast,10,0\n",
    "towns.csv": 'id,name,lat,lon\n1,Berlin,52.52,13.405\n2,"Paris, France",48.8566,2.3522\n'
                 '3,"The ""Big"" Smoke",51.5074,-0.1278\n',
}

BYTE_FILES = {
    "garbage.tsp": bytes((i * 7919) % 256 for i in range(4096)),
    "nul.tsp": TEXT_FILES["square.tsp"].replace("10 10", "10\x0010").encode(),
    "long-line.tsp": b"NAME : " + b"x" * 3_000_000,
    # A quote, a backslash and a byte that is not UTF-8.
    "caf\u00e9.tsp": TEXT_FILES["square.tsp"].encode().replace(b"NAME : square", b'NAME : caf\xe9 "a\\b"'),
}


PACKED_FILES = {
    "square.tsp.gz": "square.tsp",
    "square.csv.gz": "square.csv",
    "square.tour.gz": "square.tour",
    "crossed": "crossed.tour",
}



@functools.cache
def packed_files():
    packed = {name: gzip.compress(TEXT_FILES[source].encode()) for name, source in PACKED_FILES.items()}
    bytes_of = TEXT_FILES["square.tsp"].encode()
    members = {byte: gzip.compress(bytes([byte])) for byte in set(bytes_of)}
    return packed | {"members.tsp.gz": b"".join(members[byte] for byte in bytes_of)}  # as many members as bytes


def write_all(folder):
    for name, text in TEXT_FILES.items():
        pathlib.Path(folder, name).write_text(text)
    for name, content in (BYTE_FILES | packed_files()).items():
        pathlib.Path(folder, name).write_bytes(content)
    pathlib.Path(folder, "folder.tsp").mkdir()
    pathlib.Path(folder, "folder.tour").mkdir()
    pathlib.Path(folder, "elsewhere").mkdir()
