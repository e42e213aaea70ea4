"""Cases of inputs: tables of points, packed files, the standard input, and wrong files."""

import os
import pathlib
import re
import sys

import fixtures
from cases import documented_run, mentions, no_files, refused, rejected, tsp, value
from run import HANG_SECONDS, Case, run_case, tier
from scenes import require

ROUTE = [["", "A", "B", "C", "D"], ["A", "0", "1.5", "2.25", "3"], ["B", "1.5", "0", "1", "2"],
         ["C", "2.25", "1", "0", "1"], ["D", "3", "2", "1", "0"]]
EXCEL = "Ort;Breite;L\u00e4nge\r\nK\u00f6ln;50,94;6,96\r\nM\u00fcnchen;48,14;11,58\r\nD\u00fcsseldorf;51,23;6,78\r\n"


def lines(rows, separator):
    return "".join(separator.join(row) + "\n" for row in rows)


fixtures.TEXT_FILES |= {
    "degree.csv": "name;lat;lon\na;45.14\u00b0C;7.44\u00b0\n",
    "atoms.csv": "x,y\n0,0\n1e-280,0\n1e-280,1e-280\n0,1e-280\n",
    "lost.csv": "x,y\n0,0\n1000000.0001,1\n",
    "shops.csv": "Laden 2026;;;\n;;;\nFiliale;Breite;L\u00e4nge;Tel\nA;52\u00b030'N;13,5 O;1\nB;50;5 W;2\n",
    "columns.csv": "Was;B;L;x;y\na;52,5;13,4;1;2\nb;48;2;3;4\nc;50;8;5;1\n",
    "three.tour": "TYPE : TOUR\nDIMENSION : 3\nTOUR_SECTION\n1\n2\n3\n-1\n",
    "bare.txt": "0 0\n0 10\n10 10\n10 0\n",
    "near.csv": "name,x,y\nHannover,0,0\nM\u00fcnchen,0,1\nFrankfurt am Main,5,0\n",
    "double.csv": "name,x,y\nOrt,0,0\nOrt,0,1\nOrt,5,0\nTal,5,1\nBerg,9,9\n",
    "matrix.csv": lines([[field.replace(".", ",") for field in row] for row in ROUTE], ";"),
    "matrix.tsv": lines(ROUTE, "\t"),
    "matrix-r.txt": lines([ROUTE[0][1:], *ROUTE[1:]], " "),
    "roads.csv": ",depot,mill,quay,farm\ndepot,0,1.5,,2\nmill,1.5,0,1.25,x\nquay,-,1.25,0,4\nfarm,2,inf,4,0\n",
    "roads.tour": "TYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n1\n3\n2\n4\n-1\n",
    "star.csv": "-,1,1,1,1,1\n1,-,1,,,\n1,1,-,,,\n1,,,-,1,\n1,,,1,-,1\n1,,,,1,-\n",
    "lossy.csv": "name,a,b,c\na,0,1.25,2\nb,1e8,0,2.5\nc,2,2.5,0\n",
}
fixtures.BYTE_FILES |= {"excel.csv": EXCEL.encode("cp1252")}

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "corpus"))
import corpus

EXIT_CODES = {"SWARM_ERROR_INPUT": 2, "SWARM_ERROR_UNSUPPORTED": 2, "SWARM_ERROR_VERIFICATION": 5}


def malformed(bench):
    """Every row of the tables test/corpus/FOLDER/expected.tsv; in the quick tests every fifth row, because test/unit
    checks them all."""
    count = 0
    for folder in corpus.write(bench.folder / "corpus"):
        for line in (folder / "expected.tsv").read_text().splitlines()[1::tier(5, 1)]:
            name, status, part = line.split("\t")
            arguments = ["verify", "square.tsp", name] if folder.name == "tour" else ["instance", name]
            said = "" if part.startswith(":") else ":.*"  # a part that begins with the line follows the name
            run_case(bench, Case(name, arguments, code=EXIT_CODES[status], out="", folder=f"corpus/{folder.name}",
                                 err=rf"\A(?:{re.escape(name)}: no header; [^\n]*\n)?swarmcl: {re.escape(name)}{said}{re.escape(part)}.*\n\Z"))
            count += 1
    require(count >= tier(38, 190), f"only {count} malformed files")


def length_near(expected, tolerance):
    """Requires about this length, which the haversine formula gives for towns.csv."""
    def check(outcome):
        length = outcome.json()["result"]["length"]
        require(abs(length - expected) <= tolerance, f"length {length}, expected {expected}")
    return check


def names_in_order(outcome):
    """The document and the tour file have the names of the nodes in the order of the tour."""
    run = outcome.json()
    names = ["Southwest", "Northwest", "Northeast", "Southeast"]
    require(run["tour_names"] == [names[node - 1] for node in run["tour"]], run["tour_names"])
    comments = re.findall(r"^COMMENT : (\d) (\w+)$", outcome.read("named.tour"), re.MULTILINE)
    require([int(number) for number, _ in comments] == run["tour"], comments)
    require([name for _, name in comments] == run["tour_names"], comments)
    again = outcome.bench.run(["verify", "square.csv", "named.tour"])
    require(again.code == 0 and again.out == "40.00000000\n", again.out)


def names_survive(outcome):
    """Names of a table in Windows-1252 are UTF-8 in the document, the tour file and the map."""
    run = outcome.json()
    names = ["K\u00f6ln", "M\u00fcnchen", "D\u00fcsseldorf"]
    require(sorted(run["tour_names"]) == sorted(names), run["tour_names"])
    require(sorted(re.findall(r"^COMMENT : \d (.+)$", outcome.read("excel.tour"), re.MULTILINE)) == sorted(names), "")
    require(all(name in outcome.read("excel.svg") for name in names), "a name is not on the map")


def columns_are_kept(bench):
    """A document and a checkpoint store the columns that the run read."""
    run = bench.run(tsp("--columns", "Was,B,L", "--json", "-o", "columns.json", "--checkpoint", "columns.state",
                        file="columns.csv"))
    require(run.code == 0 and run.json()["instance"]["metric"] == "GREAT_CIRCLE", run.err)
    for again in (["--replay", "columns.json"], ["--resume", "columns.state", "--iterations", "6"]):
        outcome = bench.run(["tsp", "columns.csv", "--device", "none", "--json", *again])
        require(outcome.code == 0 and outcome.json()["result"]["length"] == run.json()["result"]["length"], outcome.err)
    other = bench.run(["tsp", "columns.csv", "--device", "none", "--columns", "x,y", "--replay", "columns.json"])
    require(other.code == 2 and "--columns" in other.err, other.err)


def same_as(*others):
    """The same instance in another notation gives the same tour and length."""
    def check(outcome):
        wanted = outcome.json()
        for name in others:
            found = outcome.bench.run(tsp("--json", file=name)).json()
            for member in ("tour", "tour_names"):
                require(found.get(member) == wanted.get(member), (name, found.get(member), wanted.get(member)))
            require(found["result"]["length"] == wanted["result"]["length"], name)
    return check


def closed_stdin(bench):
    """A closed standard input is an error, and no other file is read in its place."""
    outcome = bench.run(["instance", "-"], stdin=None, preexec_fn=lambda: os.close(0))
    require(outcome.code == 2 and re.match(r"swarmcl: stdin: cannot be read: ", outcome.err), outcome)


def pipe_in_pieces(bench):
    """A packed table can arrive byte by byte."""
    reader, writer = os.pipe()
    process = bench.start(["instance", "-", "--json"], stdin=reader)
    os.close(reader)
    for byte in (bench.folder / "square.csv.gz").read_bytes():
        os.write(writer, bytes([byte]))
    os.close(writer)
    out, err = process.communicate(timeout=HANG_SECONDS)
    require(process.returncode == 0 and '"nodes": 4' in out and err == "", (out, err))


INPUT = [
    Case("UTF-8 in a message", ["tsp", "degree.csv"], code=2, err='found "45.14\u00b0C", expected'),
    Case("controls in a message", ["tsp", "\x1b[1m\u00fc\x9b.csv"], code=2,
         err="swarmcl: \\\\x1B\\[1m\u00fc\\\\xC2\\\\x9B[.]csv: cannot be opened"),
    Case("table in the plane", tsp("--json", file="square.csv"),
         checks=(documented_run, value("result.length", 40), value("instance.metric", "EUC_2D"),
                 value("instance.decimals", 8), value("instance.unit", None), value("instance.name", "square"))),
    Case("table on the Earth", tsp("--json", file="towns.csv"),
         checks=(documented_run, length_near(2152591.78, 0.01), value("instance.metric", "GREAT_CIRCLE"),
                 value("instance.unit", "m"), value("instance.decimals", 3),
                 value("instance.coordinates.minimum", [48.8566, -0.1278]))),
    Case("lengths in metres", tsp(file="towns.csv"), out=r"^length +2152591\.78\d m \(2,152\.6 km\)$"),
    Case("names go out with the tour", tsp("--json", "-o", "named.tour", file="square.csv"), checks=(names_in_order,)),
    Case("description of a table", ["instance", "towns.csv"], out=r"^latitude +48\.8566 to 52\.52$", err="",
         checks=(mentions("longitude", "-0.1278 to 13.405", "in steps of 0.001 m", "GREAT_CIRCLE"),)),

    Case("lengths of 280 zeros have an exponent", tsp("--repeat", "2", file="atoms.csv"),
         out=r"^mean +4e-280$", checks=(mentions("best 4.000000000e-280"),)),
    Case("lost digits are reported", ["instance", "lost.csv"], out=r"^lengths +in steps of 0\.001$",
         err=r"\Alost: distances are in steps of 0\.001, the finest that 31 bits hold; the input has more digits\n\Z"),
    Case("Excel in Europe: Windows-1252", tsp("--json", "-o", "excel.tour", "-o", "excel.svg", file="excel.csv"),
         err=r"^excel\.csv:1: this is not UTF-8, so the text is read as Windows-1252$",
         checks=(documented_run, names_survive)),
    Case("a name of TSPLIB in Windows-1252", ["instance", "caf\u00e9.tsp"], out=r"^name +caf\u00e9 ",
         err=r"caf\u00e9\.tsp:1: this is not UTF-8"),

    Case("skipped columns and a heading", tsp(file="shops.csv"), out="^tour +A, B$",
         err=r'\Ashops\.csv: the table begins in line 3\nshops\.csv: reads the columns "Filiale" as name, '
             r'"Breite" as latitude, "L\u00e4nge" as longitude; skips "Tel"\n\Z'),
    Case("columns of a description", ["instance", "shops.csv"], out='^skipped +"Tel"\nmetric .*\nlatitude +50 to 52\\.5\n'
                                                                  'longitude +-5 to 13\\.5\n'),
    Case("columns by title", ["instance", "columns.csv", "--columns", "Was,B,L"], out=r"^metric +GREAT_CIRCLE$",
         err=r"\Acolumns\.csv: the columns of --columns Was,B,L are read as name, latitude and longitude, in this order\n\Z"),
    Case("columns with names", ["instance", "columns.csv", "--columns", "lat=B,lon=L"], err="",
         out=r"^metric +GREAT_CIRCLE$"),
    Case("columns of render", ["render", "columns.csv", "three.tour", "--columns", "x=2,y=3", "-o", "c.svg"],
         err=r"wrote c\.svg"),
    Case("columns of verify", ["verify", "columns.csv", "three.tour", "--columns", "x=2,y=3"], out=r"\A\d+\.\d+\n\Z"),
    rejected("a column that is none", tsp("--columns", "Was,B,Q", file="columns.csv"),
             r"columns\.csv has no column \"Q\""),
    rejected("columns of no table", tsp("--columns", "1,2", file="square.tsp"), r"square\.tsp is not one"),
    columns_are_kept,
    Case("numbers without a header", tsp("--json", file="bare.txt"),
         err=r"bare\.txt: no header; its columns are read as x and y",
         checks=(documented_run, value("result.length", 40))),
    Case("a node by its number", tsp("--path", "--start", "#3", "--end", "Berg", "--fix", "#1-#2,Tal-Berg",
                                       file="double.csv"),
         out=r"^path +Ort, Ort, Ort, Tal, Berg$"),
    rejected("a number that is none", tsp("--path", "--start", "#6", file="double.csv"),
             r"--start #6: expected the name of a node, or its number as #1"),
    *[rejected(f"a name that is nearly right: {words[-1]}", tsp(*words, file="near.csv"), message) for words, message in (
        (["--start", "Hanover"], r"expected the name of a node, .*; did you mean Hannover\?"),
        (["--start", "frankfurt"], r"; did you mean Frankfurt am Main\?"), (["--start", "Rome"], r"as #1$"),
        (["--fix", "Munchen-Hannover"], r"there is no node called Munchen; did you mean M\S+nchen\?"),
        (["--fix", "Hannover-Rome"], r"there is no node called Rome$"))],
    rejected("names of two nodes", tsp("--path", "--start", "Ort", file="double.csv"),
             r"expected a name that only one node has, or a number: #1"),

    Case("matrix with names", tsp("--json", file="matrix.csv"),
         checks=(documented_run, value("result.length", 6.5), value("instance.type", "TSP"),
                 value("instance.decimals", 2), value("instance.format", "FULL_MATRIX"),
                 value("tour_names", ["A", "B", "C", "D"]),
                 same_as("matrix.tsv", "matrix-r.txt"))),
    Case("missing edges", tsp("--json", "-o", "r.tour", file="roads.csv"), err=r"\A([^\n]*\n)?wrote r\.tour\n\Z",
         checks=(documented_run, value("result.length", 8.75), value("instance.missing_edges", 2),
                 value("instance.lost_digits", 0), value("tour_names", ["depot", "mill", "quay", "farm"]))),
    Case("missing edges of an instance", ["instance", "roads.csv"], out=r"\nno edge +between 2 pairs of nodes\n"),
    Case("missing edges of a tour", ["verify", "roads.csv", "roads.tour"], code=5, out="",
         err=r"the tour uses the missing edge from node depot to node quay"),
    Case("missing edges of a bound", ["bound", "roads.csv"], out=r"\nbound +8\.75\n"),
    rejected("a fixed edge that is missing", tsp("--fix", "depot-quay", file="roads.csv"),
             r"fixed edge depot-quay: the matrix has no such edge"),
    *(rejected(f"missing edges that every tour needs, {algorithm}", tsp("--algorithm", algorithm, file="star.csv"),
               r"found no tour without missing edges; the best one uses the missing edge from node \d to node \d")
      for algorithm in ("mosaic", "mmas")),
    Case("a distance that costs a digit", ["instance", "lossy.csv", "--json"],
         err=r'\Aswarmcl: warning: lossy\.csv:3: the distance 100000000 from "b" to "a" costs [^\n]*\n\Z',
         checks=(value("instance.lost_digits", 1),)),
    rejected("a map of a matrix", tsp("-o", "m.svg", file="matrix.csv"), r"m\.svg"),

    Case("packed instance", ["instance", "square.tsp.gz", "--json"], checks=(value("instance.nodes", 4),)),
    Case("packed table", tsp("--json", file="square.csv.gz"),
         checks=(documented_run, value("instance.name", "square"), value("result.length", 40))),
    Case("packed tour", ["verify", "square.tsp.gz", "square.tour.gz"], out=r"\A40\n\Z", err=""),
    Case("start from a packed tour", tsp("--init", "crossed", "--json", file="square.csv"),
         checks=(documented_run, value("result.length", 40))),
    Case("very many members", ["verify", "members.tsp.gz", "square.tour"], out=r"\A40\n\Z"),
    Case("instance from stdin", tsp(file="-"), stdin="square.tsp", out=r"^length +40$"),
    Case("table from stdin", ["instance", "-"], stdin="towns.csv", out=r"^name +stdin$",
         checks=(mentions("GREAT_CIRCLE"),)),
    Case("instance for verify from stdin", ["verify", "-", "square.tour"], stdin="square.tsp.gz", out=r"\A40\n\Z"),
    Case("tour from stdin", ["verify", "square.tsp", "-"], stdin="square.tour.gz", out=r"\A40\n\Z"),
    Case("start from stdin", tsp("--init", "-", "--json", file="square.tsp"), stdin="crossed.tour",
         checks=(documented_run, value("result.length", 40))),
    Case("malformed instance from stdin", ["instance", "-"], stdin="words.tsp", code=2, out="",
         err=r"^swarmcl: stdin:7: "),
    Case("malformed tour from stdin", ["verify", "square.tsp", "-"], stdin="repeated.tour", code=5, out="",
         err=r"^swarmcl: stdin:7: "),
    rejected("nothing from stdin", ["instance", "-"], r"^swarmcl: stdin:1: found the end of the file"),
    refused("stdin for instance and tour", ["verify", "-", "-"], r"'-' was given 2 times: the standard input"),
    refused("stdin for instance and start, written together", tsp("--init=-", file="-"), r"'-' was given 2 times"),
    Case("a file called -", ["instance", "./-"], code=2, out="", err=r"^swarmcl: \./-: cannot be opened",
         checks=(no_files,)),
    closed_stdin,
    pipe_in_pieces,
]

GROUPS = {"input": INPUT, "malformed": [malformed]}
