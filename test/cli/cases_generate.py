"""Cases of `swarmcl instance generate`, and of the map that comes with the program."""

import hashlib
import pathlib
import re

from cases import mentions, no_files, refused
from run import HANG_SECONDS, Case

ROOT = pathlib.Path(__file__).resolve().parents[2]
INSTANCES = ROOT / "instances"
SHELF = ROOT.parent / "shared" / "tsplib"
KINDS = ["uniform", "clustered", "matrix", "grid", "circle", "drilling", "rows", "duplicates", "qap-uniform",
         "qap-grid"]

# DIMACS instances: sha256 of the lines "number x y", first 16 digits.
PUBLISHED = [
    ("E1k.0", "uniform", 1000, 1000, "b97b35733fab5f2e"),
    ("E1k.1", "uniform", 1000, 10001, "81a32186bf7baf98"),
    ("E100k.0", "uniform", 100000, 100000, "d94200d3c8ffafb6"),
    ("C1k.1", "clustered", 1000, 10001, "f6d1cdaf1a9e9951"),
    ("C100k.0", "clustered", 100000, 100000, "10ebe2ad1e40d592"),
]

# Files whose bytes were checked once and must be the same on every machine; instances/generate.py also makes the first
# three.
FROZEN = [
    ("uniform", 7, 0, "72b05648855db48e"),
    ("clustered", 100, 999999999, "93239d0f41bc755e"),
    ("clustered", 20000, 5, "6fece59c8f6e8575"),
    ("matrix", 100, 7, "279e1bc56e72a5c8"),
    ("grid", 143, 7, "669c4a3d2ab4c945"),
    ("circle", 1000, 7, "52bfcc8b818729ef"),
    ("drilling", 1000, 7, "3cc2c5afb8270677"),
    ("rows", 1000, 7, "c1f1b87c67336ffa"),
    ("duplicates", 1000, 7, "7a82227dd8a125b0"),
    ("duplicates", 200000, 7, "9a940723bff4be6a"),
]


def generate(kind, nodes, *more):
    return ["instance", "generate", kind, "--nodes", str(nodes), *more]


def seeded(kind, nodes, seed):
    return generate(kind, nodes, "--seed", str(seed))


def sha256(text):
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


# ---------------------------------------------------------------------------------------------------------------------
# Checks of an outcome


def published(kind, nodes, seed, digest):
    program = {"uniform": "portgen", "clustered": "portcgen"}[kind]
    header = (f"NAME : {program}-{nodes}-{seed}\nCOMMENT : {program} N={nodes}, seed={seed}\nTYPE : TSP\n"
              f"DIMENSION : {nodes}\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n")

    def check(outcome):
        assert outcome.out.startswith(header), f"the header is {outcome.out[:200]!r}"
        assert sha256(outcome.out[len(header):]) == digest
    return check


def frozen(digest):
    def check(outcome):
        assert sha256(outcome.out) == digest, sha256(outcome.out)
    return check


def written(name, pattern):
    def check(outcome):
        assert outcome.out == "" or outcome.out.startswith("{"), "the instance is on stdout too"
        assert re.match(pattern, outcome.read(name)), outcome.read(name)[:200]
    return check


def document(**expected):
    def check(outcome):
        found = outcome.json()
        assert list(found) == ["version", "schema", "kind", "nodes", "seed", "name", "optimum", "file"], list(found)
        assert {**found, **expected} == found, f"{found}, expected {expected}"
    return check


def exists(name, expected):
    def check(outcome):
        assert (outcome.folder / name).exists() == expected, name
    return check


# ---------------------------------------------------------------------------------------------------------------------
# Scenes


def piped_into_search(bench):
    """A generated instance can be piped into a search."""
    maker = bench.start(generate("uniform", 100, "--seed", "100"))
    outcome = bench.run(["tsp", "-", "--device", "none", "--iterations", "3", "--json"], stdin=maker.stdout)
    maker.stdout.close()
    maker.stderr.close()
    assert maker.wait(HANG_SECONDS) == 0 and outcome.code == 0, outcome.err
    assert outcome.json()["instance"]["name"] == "portgen-100-100", outcome.json()["instance"]
    same = bench.run(["tsp", str(INSTANCES / "uniform100.tsp"), "--device", "none", "--iterations", "3", "--json"])
    assert same.json()["tour"] == outcome.json()["tour"], "the tour differs from that of the shipped file"


def two_maps_agree(bench):
    """The GEO file and the CSV file of the map have the same places in the same order."""
    table, instance = (str(INSTANCES / name) for name in ("timezones.csv", "timezones.tsp"))
    run = bench.ok(["tsp", instance, "--device", "none", "--iterations", "5", "-o", "map.tour", "--json"])
    kilometres = run.json()["result"]["length"]
    tour = bench.folder / "map.tour"
    tour.write_text("".join(line for line in tour.read_text().splitlines(True) if not line.startswith("COMMENT")))
    again = bench.ok(["verify", table, "map.tour", "--json"])
    metres = float(again.json()["length"])
    # TSPLIB's sphere is larger by 0.12 % and its distances are rounded up.
    assert 1.000 < 1000 * kilometres / metres < 1.005, (kilometres, metres)


GENERATE = [
    Case("the help lists the kinds", ["instance", "generate", "--help"], out=r"^usage: swarmcl instance generate KIND",
         err="", checks=(mentions(*KINDS, "100 to 100000000 nodes", "default 1", "portmgen"),)),
    refused("no kind", ["instance", "generate"], r"KIND is missing"),
    refused("an unknown kind", generate("triangle", 5), r"found the kind of instance 'triangle', expected one of", KINDS),
    refused("no number of nodes", ["instance", "generate", "grid"], r"--nodes is missing"),
    refused("too few nodes for a cluster", generate("clustered", 99), r"found 99 nodes, expected 100 to 100000000"),
    refused("too many nodes for a matrix", generate("matrix", 24770), r"found 24770 nodes, expected 1 to 24769"),
    refused("a seed past 32 bits", seeded("grid", 5, 2**32), r"seed.*4294967296"),
    refused("a document and no file", generate("grid", 5, "--json"), r"--json needs --output FILE"),
    Case("a file in no folder", generate("grid", 5, "-o", "nowhere/a.tsp"), code=1, out="",
         err=r"^swarmcl: nowhere/a\.tsp: cannot be written", checks=(no_files,)),
    Case("the file is tried before the kind", generate("triangle", 5, "-o", "nowhere/a.tsp"), code=1, out="",
         err=r"^swarmcl: nowhere/a\.tsp: cannot be written"),
    Case("a folder for a file", generate("grid", 5, "-o", "elsewhere"), code=1, out="",
         err=r"^swarmcl: elsewhere: cannot be written", checks=(no_files,)),
    Case("a file of any name", generate("grid", 6, "-o", "made.any"), out="", err=r"\Awrote made\.any\n\Z",
         checks=(written("made.any", r"NAME : grid-6-1\nCOMMENT : .*; optimum 600\n"), no_files)),
    Case("a quiet file", generate("grid", 6, "-q", "--output", "quiet.tsp"), out="", err="",
         checks=(written("quiet.tsp", r"NAME : grid-6-1\n"),)),
    Case("a dash is stdout", generate("grid", 6, "-o", "-"), out=r"\ANAME : grid-6-1\n", err="",
         checks=(exists("-", False),)),
    Case("a document of a grid", generate("grid", 9, "--seed", "4", "-o", "nine.tsp", "--json"),
         checks=(document(kind="grid", nodes=9, seed=4, name="grid-9-4", optimum=941, file="nine.tsp"),
                 exists("nine.tsp", True))),
    Case("a document of a circle", generate("circle", 10, "-o", "ten.tsp", "--json", "-q"), err="",
         checks=(document(kind="circle", nodes=10, seed=1, optimum=1000),)),
    Case("a document of E1k.0", seeded("uniform", 1000, 1000) + ["-o", "E1k.0.tsp", "--json"],
         checks=(document(kind="uniform", nodes=1000, seed=1000, name="portgen-1000-1000", optimum=23360648),)),
    Case("a document of what is only known best", seeded("uniform", 10000, 10000) + ["-o", "E10k.0", "--json"],
         checks=(document(name="portgen-10000-10000", optimum=None),)),
    Case("a document in a file called a table", generate("matrix", 5, "-o", "five.csv", "--json"),
         checks=(document(kind="matrix", nodes=5, name="portmgen-5-1", optimum=None, file="five.csv"),)),
    *(Case(f"{name} as published", seeded(kind, nodes, seed), err="", checks=(published(kind, nodes, seed, digest),))
      for name, kind, nodes, seed, digest in PUBLISHED),
    *(Case(f"{kind} of {nodes} nodes as ever", seeded(kind, nodes, seed), err="", checks=(frozen(digest),))
      for kind, nodes, seed, digest in FROZEN),
    piped_into_search,
    two_maps_agree,
]

GROUPS = {"generate": GENERATE}
