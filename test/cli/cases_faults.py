"""Cases of runs with too little memory: the program refuses them, with both sizes, before the system would kill it.
test/faults makes single calls fail."""

import os
import resource

import scenes
from cases import rejected
from run import Case, Skip, SkipGroup

NODES = 100000
SIDE = 317  # 317 x 316 places hold them
# Five matrices, their rows padded to 64, and a tour for each of as many ants as nodes; 4 bytes each.
NEEDED_GIB = (5 * NODES * 100032 + NODES * NODES) * 4 / 2**30
# CPUs deposit by rows, with a matrix of directed deposits and the next nodes of every ant.
DEPOSIT_GIB = (NODES * 100032 + NODES * NODES) * 4 / 2**30
HEADER = "NAME : {}\nTYPE : TSP\nDIMENSION : {}\nEDGE_WEIGHT_TYPE : {}\n"


def lattice(name, count):
    rows = (f"{i + 1} {100 * (i % SIDE)} {100 * (i // SIDE)}\n" for i in range(count))
    return HEADER.format(name, count, "EUC_2D") + "NODE_COORD_SECTION\n" + "".join(rows) + "EOF\n"


def large_files(bench):
    """Writes files of 100,000 nodes, for runs that do not fit the memory."""
    if os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") > NEEDED_GIB * 2**30:
        raise SkipGroup(f"this machine has the {NEEDED_GIB:.0f} GiB that these runs are to be refused for")
    (bench.folder / "lattice.tsp").write_text(lattice("lattice", NODES))
    for form in ("FULL_MATRIX", "UPPER_ROW", "LOWER_DIAG_ROW"):
        text = HEADER.format("announced", NODES, "EXPLICIT")
        text += f"EDGE_WEIGHT_FORMAT : {form}\nEDGE_WEIGHT_SECTION\n0 1 2\n3 4 5\nEOF\n"
        (bench.folder / f"announced-{form}.tsp").write_text(text)


def limit_of_the_shell(bench):
    """A run that exceeds a memory limit of the process is also refused, with exit code 4."""
    limit = 2**30

    def lower():
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    (bench.folder / "middling.tsp").write_text(lattice("middling", 12000))
    if bench.run(["--version"], preexec_fn=lower).code != 0:
        raise Skip("the program does not start within 1 GiB: a sanitizer takes more")
    outcome = bench.run(["tsp", "middling.tsp", "-d", "none", "--algorithm", "as", "--iterations", "1"],
                        preexec_fn=lower)
    assert outcome.code == 4 and outcome.out == "", (outcome.code, outcome.err)
    assert outcome.err.splitlines()[-1] == "swarmcl: out of memory on the host", outcome.err


def refused(name, *arguments):
    return Case(name, ["tsp", "lattice.tsp", "--algorithm", "as", *arguments], code=4, out="",
                err=rf"^swarmcl: the run needs {NEEDED_GIB:.1f} GiB of memory, but only \d+\.\d GiB are available$")


LARGE = [
    large_files,
    refused("100,000 nodes in the reference", "-d", "none"),
    refused("100,000 nodes in the reference for a second", "-d", "none", "--time", "1"),
    Case("an open path of 100,000 nodes", ["tsp", "lattice.tsp", "-d", "none", "--algorithm", "as", "--path"], code=4,
         out="", err=r"^swarmcl: the run needs 22\d\.\d GiB of memory"),
    Case("100,000 nodes are described", ["instance", "lattice.tsp"], out=r"^nodes +100000$", err=""),
    *[rejected(f"100,000 nodes announced, {form}", ["instance", f"announced-{form}.tsp"],
               r"tsp:3: found \"100000\", expected a DIMENSION that fits the file")
      for form in ("FULL_MATRIX", "UPPER_ROW", "LOWER_DIAG_ROW")],
    rejected("a matrix of 100,000 nodes is not made", ["instance", "generate", "matrix", "--nodes", "100000"],
             r"^swarmcl: .*found 100000 nodes"),
    limit_of_the_shell,
]

LARGE_ON_DEVICE = [
    scenes.need_device,
    large_files,
    *[Case(f"100,000 nodes on a CPU device{' for a second' if more else ''}",
           ["tsp", "lattice.tsp", "-d", "cpu", "--algorithm", "as", *more], code=4, out="",
           err=rf"^swarmcl: the run needs {NEEDED_GIB + DEPOSIT_GIB:.1f} GiB on the device, 37\.3 GiB of it in its "
               r"largest buffer, \"distance\"; \".+\" has \d+\.\d [KMG]iB and allows \d+\.\d [KMG]iB")
      for more in ([], ["--time", "1"])],
]

GROUPS = {"large": LARGE, "large-device": LARGE_ON_DEVICE}
