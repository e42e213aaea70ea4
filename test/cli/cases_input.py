"""What comes in: tables of points, packed files, the standard input, and files that are none of what they should be."""

import os
import pathlib
import re

from cases import documented_run, mentions, no_files, refused, tsp, value
from run import HANG_SECONDS, Case, Skip
from scenes import require

CORPUS = pathlib.Path(__file__).resolve().parents[1] / "corpus"
EXIT_CODES = {"SWARM_ERROR_INPUT": 2, "SWARM_ERROR_UNSUPPORTED": 2, "SWARM_ERROR_VERIFICATION": 5}


def malformed():
    """A case for every row of the tables test/corpus/FOLDER/expected.tsv."""
    rows = []
    for table in sorted(CORPUS.glob("*/expected.tsv")):
        folder = table.parent
        for line in table.read_text().splitlines()[1:]:
            name, status, part = line.split("\t")
            arguments = ["verify", "square.tsp", name] if folder.name == "tour" else ["instance", name]
            said = "" if part.startswith(":") else ":.*"  # a part that begins with the line stands behind the name
            rows.append(Case(f"{folder.name}: {name}", arguments, code=EXIT_CODES[status], out="", folder=str(folder),
                             err=rf"\Aswarmcl: {re.escape(name)}{said}{re.escape(part)}.*\n\Z"))
    require(len(rows) >= 190, f"only {len(rows)} malformed files")
    return rows


def length_near(expected, tolerance):
    """For towns.csv: by the haversine formula."""
    def check(outcome):
        length = outcome.json()["result"]["length"]
        require(abs(length - expected) <= tolerance, f"length {length}, expected {expected}")
    return check


def names_in_order(outcome):
    """JSON and tour file name the nodes in the order of the tour."""
    run = outcome.json()
    names = ["Southwest", "Northwest", "Northeast", "Southeast"]
    require(run["tour_names"] == [names[node - 1] for node in run["tour"]], run["tour_names"])
    comments = re.findall(r"^COMMENT : (\d) (\w+)$", outcome.read("named.tour"), re.MULTILINE)
    require([int(number) for number, _ in comments] == run["tour"], comments)
    require([name for _, name in comments] == run["tour_names"], comments)
    again = outcome.bench.run(["verify", "square.csv", "named.tour"])
    require(again.code == 0 and again.out == "40.00000000\n", again.out)


def huge_file(bench):
    """A file larger than any limit is refused by its size: exit code 4, both numbers."""
    path = bench.folder / "huge.csv"
    try:
        with open(path, "wb") as file:
            file.truncate(5 * 2**30)
    except OSError as problem:
        raise Skip(f"no file with a hole of 5 GiB: {problem}") from problem
    outcome = bench.run(["instance", "huge.csv"])
    path.unlink()
    require(outcome.code == 4 and outcome.out == "", outcome)
    found, most = re.search(r"^swarmcl: huge\.csv: found (\d+) bytes, expected at most (\d+)", outcome.err).groups()
    require(int(found) == 5 * 2**30 and 2**20 <= int(most) <= 2**32, outcome.err)


def closed_stdin(bench):
    """A standard input that was never open is an error, and no file takes its place."""
    outcome = bench.run(["instance", "-"], stdin=None, preexec_fn=lambda: os.close(0))
    require(outcome.code == 2 and re.match(r"swarmcl: stdin: cannot be read: ", outcome.err), outcome)


def pipe_in_pieces(bench):
    """A packed table that arrives byte by byte."""
    reader, writer = os.pipe()
    process = bench.start(["instance", "-", "--json"], stdin=reader)
    os.close(reader)
    for byte in (bench.folder / "square.csv.gz").read_bytes():
        os.write(writer, bytes([byte]))
    os.close(writer)
    out, err = process.communicate(timeout=HANG_SECONDS)
    require(process.returncode == 0 and '"nodes": 4' in out and err == "", (out, err))


INPUT = [
    Case("table in the plane", tsp("--json", file="square.csv"),
         checks=(documented_run, value("result.length", 40), value("instance.metric", "EUC_2D"),
                 value("instance.decimals", 8), value("instance.unit", None), value("instance.name", "square"))),
    Case("its length has its decimals", tsp(file="square.csv"), out=r"^length +40\.00000000$"),
    Case("small numbers are not lost", tsp(file="house.csv"), out=r"^length +0\.00004000000000$"),
    Case("wide points lose what cannot be kept", tsp(file="wide.csv"), out=r"^length +10000000000000000$"),
    Case("table on the Earth", tsp("--json", file="towns.csv"),
         checks=(documented_run, length_near(2152591.78, 0.01), value("instance.metric", "GREAT_CIRCLE"),
                 value("instance.unit", "m"), value("instance.decimals", 3),
                 value("instance.coordinates.minimum", [48.8566, -0.1278]))),
    Case("lengths in metres", tsp(file="towns.csv"), out=r"^length +2152591\.78\d m$"),
    Case("decimal commas behind tabs", tsp("--json", file="towns.tsv"),
         checks=(documented_run, length_near(2152591.78, 0.01))),
    Case("names go out with the tour", tsp("--json", "-o", "named.tour", file="square.csv"), checks=(names_in_order,)),
    Case("target in the table's unit", tsp("--target", "40.5", file="square.csv", iterations="100000000"),
         out=r"^stopped by +target$"),
    Case("a benchmark's name is not enough", ["instance", "berlin52.csv"], out=r"^optimum +unknown$",
         checks=(mentions("52", "berlin52"),)),
    Case("description of a table", ["instance", "towns.csv"], out=r"^latitude +48\.8566 to 52\.52$", err="",
         checks=(mentions("longitude", "-0.1278 to 13.405", "in steps of 0.001 m", "GREAT_CIRCLE"),)),

    Case("packed instance", ["instance", "square.tsp.gz", "--json"], checks=(value("instance.nodes", 4),)),
    Case("packed table", tsp("--json", file="square.csv.gz"),
         checks=(documented_run, value("instance.name", "square"), value("result.length", 40))),
    Case("packed tour", ["verify", "square.tsp.gz", "square.tour.gz"], out=r"\A40\n\Z", err=""),
    Case("packed tour of another name", ["verify", "square.tsp", "crossed"], out=r"\A48\n\Z"),
    Case("start from a packed tour", tsp("--init", "crossed", "--json", file="square.csv"),
         checks=(documented_run, value("result.length", 40))),
    Case("very many members", ["verify", "members.tsp.gz", "square.tour"], out=r"\A40\n\Z"),
    Case("no suffix of a packed file counts", ["instance", "square.csv.gz"], out=r"^name +square$"),

    Case("instance from stdin", tsp(file="-"), stdin="square.tsp", out=r"^length +40$"),
    Case("table from stdin", ["instance", "-"], stdin="towns.csv", out=r"^name +stdin$",
         checks=(mentions("GREAT_CIRCLE"),)),
    Case("packed table from stdin", ["instance", "-"], stdin="square.csv.gz", out=r"^nodes +4$"),
    Case("instance for verify from stdin", ["verify", "-", "square.tour"], stdin="square.tsp.gz", out=r"\A40\n\Z"),
    Case("tour from stdin", ["verify", "square.tsp", "-"], stdin="square.tour.gz", out=r"\A40\n\Z"),
    Case("start from stdin", tsp("--init", "-", "--json", file="square.tsp"), stdin="crossed.tour",
         checks=(documented_run, value("result.length", 40))),
    Case("malformed instance from stdin", ["instance", "-"], stdin="words.tsp", code=2, out="",
         err=r"^swarmcl: stdin:7: "),
    Case("malformed tour from stdin", ["verify", "square.tsp", "-"], stdin="repeated.tour", code=5, out="",
         err=r"^swarmcl: stdin:7: "),
    Case("nothing from stdin", ["instance", "-"], code=2, out="", err=r"^swarmcl: stdin:1: found the end of the file"),
    refused("stdin for instance and tour", ["verify", "-", "-"], r"'-' was given 2 times: the standard input"),
    refused("stdin for instance and start", tsp("--init", "-", file="-"), r"'-' was given 2 times"),
    refused("stdin for instance and start, written together", tsp("--init=-", file="-"), r"'-' was given 2 times"),
    Case("a file called -", ["instance", "./-"], code=2, out="", err=r"^swarmcl: \./-: cannot be opened",
         checks=(no_files,)),
    huge_file,
    closed_stdin,
    pipe_in_pieces,
]

GROUPS = {"input": INPUT, "malformed": malformed()}
