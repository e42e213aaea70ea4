"""Cases of output files: no output replaces another file of the command line; and kinds of files that hold the order of
a tour."""

import csv
import io
import json
import math
import os
import signal
import xml.etree.ElementTree

import fixtures
from cases import no_files, refused, tsp
from fixtures import coordinates_file, random_points
from run import Case
from scenes import FOREVER, finish, require, wait_for, wait_for_file

GPX = "{http://www.topografix.com/GPX/1/1}"
KML = "{http://www.opengis.net/kml/2.2}"
BOWL = "real objective(const real *x, int n)\n{\n    return x[0] * x[0];\n}\n"

fixtures.TEXT_FILES |= {
    "own-bowl.cl": BOWL,
    "own-box.txt": "-1 1\n",
    "own-begin.csv": "0.5\n",
    "own-far.cl": ("real objective(const real *x, int n)\n{\n    real sum = 0;\n"
               "    for (int i = 0; i < 100000000; i += 1000) {\n        sum += x[i * (n + 1)];\n    }\n"
               "    return sum;\n}\n"),
    # names that have to be escaped somewhere, one of them twice
    "own-odd.csv": ('name;lat;lon\n"A ""big"" one";10;170\nB, & <C>;20,5;-170\n"two\r\n\tlines";-5;175\n;0;181\n'
                'Zürich;47,3769;8,5417\n'),
    "own-geo.tsp": coordinates_file("geo", [(38.24, 20.42), (39.57, 26.15), (40.56, 25.32)], metric="GEO"),
}

# ---------------------------------------------------------------------------------------------------------------------
# Files that must not change

PSO = ["pso", "own-bowl.cl", "--dim", "1"]

# Outputs that would replace other files: a row for each way to read a file, and to write one.
TAKEN = [
    (["tsp", "square.csv", "-o", "square.csv"], "--output square.csv would replace square.csv"),
    (["tsp", "square.csv", "-o", "curve:square.csv"], "--output curve:square.csv would replace square.csv"),
    (["tsp", "square.csv", "-o", "elsewhere/../square.csv"], "would replace square.csv"),
    (["tsp", "linked.csv", "-o", "square.csv"], "would replace linked.csv"),
    (["tsp", "square.csv", "-o", "linked.csv"], "would replace square.csv"),
    (["tsp", "hard.tsp", "-o", "square.csv"], "would replace hard.tsp"),
    (["tsp", "square.csv", "--checkpoint", "square.csv"], "--checkpoint square.csv would replace square.csv"),
    (["tsp", "square.csv", "--checkpoint", "square.csv,30s"], "would replace square.csv"),
    (["tsp", "square.csv", "--dump-kernels", "square.csv"], "--dump-kernels square.csv would replace square.csv"),
    (["tsp", "square.tsp", "--init", "square.tour", "-o", "square.tour"], "would replace --init square.tour"),
    (["tsp", "square.tsp", "--replay", "own-run.json", "-o", "own-run.json"],
     "--output own-run.json would replace --replay own-run.json"),
    (["tsp", "square.tsp", "--resume", "own.state", "--dump-kernels", "own.state"],
     "--dump-kernels own.state would replace --resume own.state"),
    ([*PSO, "--bounds", "-1:1", "--checkpoint", "own-bowl.cl"], "would replace own-bowl.cl"),
    ([*PSO, "--bounds", "own-box.txt", "--checkpoint", "own-box.txt"], "would replace --bounds own-box.txt"),
    ([*PSO, "--bounds", "own-box.txt", "--init", "own-begin.csv", "-o", "own-begin.csv"],
     "would replace --init own-begin.csv"),
    (["render", "square.tsp", "tour.svg", "-o", "tour.svg"], "would replace tour.svg"),
    (["tsp", "small.tsp", "-o", "new.tour", "-o", "new.tour"], "--output new.tour and --output new.tour are the same file"),
    (["tsp", "small.tsp", "-o", "new.tour", "-o", "./new.tour"], "are the same file: one would"),
    (["tsp", "small.tsp", "-o", "new.csv", "-o", "curve:new.csv"], "are the same file: one would"),
    (["tsp", "small.tsp", "-o", "dangling.csv", "-o", "new.csv"], "are the same file: one would"),
    (["tsp", "small.tsp", "--checkpoint", "new.json", "-o", "new.json"], "are the same file: one would"),
    (["tsp", "small.tsp", "--checkpoint", "new.state", "--dump-kernels", "new.state"], "are the same file: one would"),
    (["tsp", "small.tsp", "-o", "new.json", "-o", "elsewhere/../new.json"], "are the same file: one would"),
]


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def make_links(bench):
    for name, target in (("linked.csv", "square.csv"), ("dangling.csv", "new.csv")):
        if not (bench.folder / name).is_symlink():
            (bench.folder / name).symlink_to(target)
    if not (bench.folder / "hard.tsp").exists():
        os.link(bench.folder / "square.csv", bench.folder / "hard.tsp")
    (bench.folder / "tour.svg").write_text(fixtures.TEXT_FILES["square.tour"])


def no_file_is_taken(bench):
    """An output that is also an input or another output, under any name, is refused before anything is written."""
    make_links(bench)
    bench.ok(["tsp", "square.tsp", "-d", "none", "--iterations", "2", "-q", "-o", "own-run.json", "--checkpoint",
              "own.state"])
    before = contents(bench.folder)
    for arguments, reason in TAKEN:
        outcome = bench.run([*arguments, *([] if arguments[0] == "render" else ["-d", "none"])])
        require(outcome.code == 2 and outcome.out == "" and reason in outcome.err, f"{arguments}: {outcome}")
        require(contents(bench.folder) == before, f"{arguments} has written")
    with open(bench.folder / "square.csv", "rb") as text:
        outcome = bench.run(["tsp", "-", "-d", "none", "-o", "square.csv"], stdin=text)
    require(outcome.code == 2 and "would replace the standard input" in outcome.err, outcome)
    require(contents(bench.folder) == before, "the standard input was written")
    with open(bench.folder / "out.json", "wb") as text:
        outcome = bench.run(["tsp", "square.csv", "-d", "none", "--json", "-o", "out.json"], stdout=text)
    require(outcome.code == 2 and "and the standard output are the same file" in outcome.err, outcome)
    (bench.folder / "out.json").unlink()


def what_is_no_file_may_be_written(bench):
    """The name of an objective does not count as a file; a checkpoint may replace the one that its run resumes."""
    for _ in range(2):
        outcome = bench.ok(["pso", "sphere", "-d", "none", "--iterations", "2", "-q", "--checkpoint", "sphere"])
    for more in ([], ["--resume", "on.state"]):
        outcome = bench.ok(["tsp", "small.tsp", "-d", "none", "--iterations", "3", "-q", *more, "--checkpoint",
                            "on.state"])
    done = bench.run(["tsp", "small.tsp", "-d", "none", "-q", "-o", "/dev/null"])
    require(done.code == 2, done)  # which has no suffix


def links_are_written_through(bench):
    """An output to a symbolic link writes the link's target, in the target's folder, whether or not the target
    exists."""
    folder = bench.folder / "linked"
    folder.mkdir()
    (folder / "far").mkdir()
    (folder / "far" / "old.tour").write_text("old")
    for link, target in (("a.tour", "far/old.tour"), ("b.tour", "a.tour"), ("c.csv", "far/new.csv"),
                         ("d.state", str(folder / "far" / "d.state"))):
        (folder / link).symlink_to(target)
    outcome = bench.run(["tsp", "../small.tsp", "-d", "none", "--iterations", "3", "-o", "b.tour", "-o", "c.csv",
                         "--checkpoint", "d.state"], folder="linked")
    require(outcome.code == 0 and "wrote b.tour" in outcome.err, outcome)
    require(all((folder / name).is_symlink() for name in ("a.tour", "b.tour", "c.csv", "d.state")), "a link is gone")
    require("TOUR_SECTION" in (folder / "far" / "old.tour").read_text(), "the target is the old one")
    require((folder / "far" / "new.csv").read_text().startswith("position,"), "there is no new target")
    require(sorted(path.name for path in folder.rglob("*")) == sorted(
        ["a.tour", "b.tour", "c.csv", "d.state", "far", "old.tour", "new.csv", "d.state"]), "something is left")
    folder.joinpath("e.csv").symlink_to("nowhere/e.csv")
    outcome = bench.run(["tsp", "../small.tsp", "-d", "none", "-o", "e.csv"], folder="linked")
    require(outcome.code == 1 and "e.csv: cannot be written" in outcome.err, outcome)


# ---------------------------------------------------------------------------------------------------------------------
# Lists


def read_order(path):
    """The rows of -o FILE.csv, whose separator and decimal sign are those of the input."""
    text = path.read_bytes().decode()
    rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=text.removeprefix("position")[0]))
    return [row | {name: row[name].replace(",", ".") for name in row.keys() & {"x", "y", "lat", "lon", "length"}}
            for row in rows]


def check_order(file, columns):
    """The rows are the tour of the document, and their lengths sum to its length."""
    def check(outcome):
        rows = read_order(outcome.folder / file)
        run = outcome.json()
        require(list(rows[0]) == columns, f"the columns are {list(rows[0])}")
        require([int(row["position"]) for row in rows] == list(range(1, len(rows) + 1)), "positions")
        require([int(row["number"]) for row in rows] == run["tour"], "numbers")
        if "name" in columns:
            require([row["name"] for row in rows] == [name or "" for name in run["tour_names"]], "names")
        lengths = [float(row["length"]) for row in rows]
        require(lengths[0] == 0 and lengths == sorted(lengths), f"{lengths}")
        if run["parameters"]["path"]:
            require(math.isclose(lengths[-1], run["result"]["length"]), f"{lengths[-1]}")
        else:
            require(lengths[-1] < run["result"]["length"], f"{lengths[-1]}")
    return check


def order_is_a_table(bench):
    """-o FILE.csv writes a table of the same places, which the program can read as an instance."""
    made = bench.run(tsp("-o", "first.csv", "--json", file="own-odd.csv"))
    again = bench.run(tsp("-o", "second.csv", "--json", file="first.csv"))
    require(made.code == 0 and again.code == 0, (made, again))
    require(made.json()["result"]["length"] == again.json()["result"]["length"], "the places are others")
    places = {row["name"]: (row["lat"], row["lon"]) for row in read_order(bench.folder / "first.csv")}
    require(places["Zürich"] == ("47.3769", "8.5417") and places['A "big" one'] == ("10", "170"), places)
    require("two\r\n\tlines" in places and "B, & <C>" in places, places)


DIALECTS = [  # the table, and the first two lines of -o FILE.csv
    ("\ufeffKunde;Straße;Breite;Länge;Nr\r\nA;\"Am Markt 1; Hof\";50,9;7;3\r\nB;;48;11,5;\r\n",
     '\ufeffposition;number;name;lat;lon;length;Straße;Nr\r\n1;1;A;50,9;7;0,000;"Am Markt 1; Hof";3\r\n'),
    ("name\tx\ty\tphone\nA\t1\t2.5\t\"1\t2\"\nB\t4\t6\t3\n",
     'position\tnumber\tname\tx\ty\tlength\tphone\n1\t1\tA\t1\t2.5\t0.00000000\t"1\t2"\n'),
    (";A;B\nA;0;1,5\nB;1,5;0\n", "position;number;name;length\n1;1;A;0,0\n"),
    ("x y\n1 2\n4 6\n", "position,number,x,y,length\n1,1,1,2,0.00000000\n"),
    ("Name,lat,lon,Straße\nA,1,2,é\n", "\ufeffposition,number,name,lat,lon,length,Straße\n1,1,A,1,2,0.000000,é\n"),
]


def order_has_the_dialect(bench):
    """-o FILE.csv has the separator, decimal sign, mark, line ends and other columns of the table"""
    for text, expected in DIALECTS:
        (bench.folder / "dialect.csv").write_bytes(text.encode("cp1252" if "é" in text else "utf-8"))
        outcome = bench.run(tsp("-o", "made.csv", file="dialect.csv"))
        found = (bench.folder / "made.csv").read_bytes().decode()
        require(outcome.code == 0 and found.startswith(expected), (text, found, outcome))
        if "name" in expected and "A;B" not in text:  # the program reads its own table of points again
            outcome = bench.run(tsp("-o", "again.csv", file="made.csv"))
            require((bench.folder / "again.csv").read_bytes().decode().startswith(expected), (text, outcome))


def lines_of_names(outcome):
    run = outcome.json()
    lines = outcome.read("odd.txt").split("\n")
    require(lines.pop() == "", "the last line does not end")
    names = [(name or str(number)).replace("\r\n\t", " ") for name, number in zip(run["tour_names"], run["tour"])]
    require(lines == names, f"{lines}, expected {names}")


def lines_of_numbers(outcome):
    require([int(line) for line in outcome.read("small.txt").splitlines()] == outcome.json()["tour"], "the order")


def read_places(outcome):
    """The places of the tour: longitude from -180 to 180, latitude, and name or number."""
    run = outcome.json()
    rows = [row.split(";") for row in ('A "big" one;10;170', "B, & <C>;20.5;-170", "two\r\n\tlines;-5;175", ";0;-179",
                                       "Zürich;47.3769;8.5417")]
    return [(float(rows[number - 1][2]), float(rows[number - 1][1]), rows[number - 1][0] or str(number))
            for number in run["tour"]]


def geojson(outcome):
    """As RFC 7946 requires, longitude comes first and no line crosses the date line; the line is closed, and every
    place has a point."""
    document = json.loads(outcome.read("odd.geojson"))
    line, *points = document["features"]
    places = read_places(outcome)
    require(document["type"] == "FeatureCollection" and line["geometry"]["type"] == "MultiLineString", line)
    require([(*point["geometry"]["coordinates"], point["properties"]["name"]) for point in points] == places, points)
    require([point["properties"]["number"] for point in points] == outcome.json()["tour"], points)
    require(line["properties"]["length"] == outcome.json()["result"]["length"], line)
    parts = line["geometry"]["coordinates"]
    for part in parts:
        require(all(abs(a[0] - b[0]) <= 180 for a, b in zip(part, part[1:])), f"{part} crosses the date line")
    for one, next_one in zip(parts, parts[1:]):
        require(abs(one[-1][0]) == 180 and next_one[0] == [-one[-1][0], one[-1][1]], f"{one[-1]}, {next_one[0]}")
    inner = [place for k, part in enumerate(parts) for place in part[k > 0:len(part) - (k < len(parts) - 1)]]
    require(inner == [[*place[:2]] for place in [*places, places[0]]], f"{inner} of {places}")


def gpx(outcome):
    """The GPX 1.1 file has a point for every place, and a route that ends where it begins."""
    root = xml.etree.ElementTree.fromstring(outcome.read("odd.gpx"))
    places = [(x, y, name.replace("\r\n\t", " ")) for x, y, name in read_places(outcome)]
    def read(elements):
        return [(float(point.get("lon")), float(point.get("lat")), point.find(GPX + "name").text) for point in elements]
    require(root.tag == GPX + "gpx" and root.get("version") == "1.1", root.attrib)
    require(read(root.findall(GPX + "wpt")) == places, read(root.findall(GPX + "wpt")))
    require(read(root.findall(f"{GPX}rte/{GPX}rtept")) == [*places, places[0]], "the route")


def kml(outcome):
    """The KML 2.2 file has a line that ends where it begins, and a point for every place, named by its position and
    name."""
    root = xml.etree.ElementTree.fromstring(outcome.read("odd.Kml"))
    places = [(x, y, name.replace("\r\n\t", " ")) for x, y, name in read_places(outcome)]
    line, *points = root.findall(f"{KML}Document/{KML}Placemark")
    def read(mark, kind):
        return [tuple(map(float, point.split(","))) for point in mark.find(f"{KML}{kind}/{KML}coordinates").text.split()]
    require(root.tag == KML + "kml", root.tag)
    require(read(line, "LineString") == [place[:2] for place in [*places, places[0]]], read(line, "LineString"))
    require([read(point, "Point") for point in points] == [[place[:2]] for place in places], "points")
    require([point.find(KML + "name").text for point in points]
            == [f"{i + 1} {place[2]}" for i, place in enumerate(places)], "names")


def simple_line(file, closed):
    def check(outcome):
        line, *points = json.loads(outcome.read(file))["features"]
        places = line["geometry"]["coordinates"]
        require(line["geometry"]["type"] == "LineString" and len(places) == max(2, len(points) + closed), line)
        require((places[0] == places[-1]) == (closed or len(points) == 1), places)
    return check


def no_places(file, name):
    return Case(f"{name} of nodes that are no places", tsp("-o", "first.tour", "-o", f"no.{name}", file=file,
                                                          iterations="1000000000"), code=2, out="",
                err=rf"^swarmcl: no\.{name}: .* has no geographic coordinates", checks=(
                    lambda outcome: require(not (outcome.folder / "first.tour").exists(), "it was written"), no_files))


LISTS = [
    Case("order of nodes", tsp("-o", "a.csv", "--json"), checks=(
        check_order("a.csv", ["position", "number", "x", "y", "length"]), no_files)),
    Case("order of an open path", tsp("-o", "a.csv", "--path", "--json", file="square.csv"),
         checks=(check_order("a.csv", ["position", "number", "name", "x", "y", "length"]),)),
    Case("order of geographic coordinates", tsp("-o", "a.csv", "--json", file="own-odd.csv"),
         checks=(check_order("a.csv", ["position", "number", "name", "lat", "lon", "length"]),)),
    Case("order of a matrix", tsp("-o", "a.csv", "--json", file="bare.tsp"),
         checks=(check_order("a.csv", ["position", "number", "length"]),)),
    Case("order of one node", tsp("-o", "a.csv", "--json", "--path", file="one.tsp"),
         checks=(check_order("a.csv", ["position", "number", "x", "y", "length"]),)),
    Case("order and curve", tsp("-o", "b.csv", "-o", "curve:c.csv"), err=r"^wrote c\.csv$", checks=(
        lambda outcome: require(outcome.read("b.csv").startswith("position,number,x,y,length\n1,1,"), "order"),
        lambda outcome: require(outcome.read("c.csv").startswith("iteration,seconds,length,gap_percent\n"), "curve"))),
    Case("names, a line each", tsp("-o", "odd.txt", "--json", file="own-odd.csv"), checks=(lines_of_names,)),
    Case("numbers, a line each", tsp("-o", "small.txt", "--json"), checks=(lines_of_numbers,)),
    Case("GeoJSON, GPX and KML", tsp("-o", "odd.geojson", "-o", "odd.gpx", "-o", "odd.Kml", "--json", file="own-odd.csv"),
         checks=(geojson, gpx, kml)),
    Case("GeoJSON of GEO", tsp("-o", "geo.geojson", file="own-geo.tsp"), checks=(simple_line("geo.geojson", True),)),
    Case("GeoJSON of a path", tsp("-o", "path.geojson", "--path", file="own-geo.tsp"),
         checks=(simple_line("path.geojson", False),)),
    *[no_places(file, name) for name in ("geojson", "gpx", "kml") for file in ("small.tsp", "bare.tsp")],
    refused("a curve that is no table", tsp("-o", "curve:a.json"), r"--output curve:a\.json: expected FILE\.csv"),
    refused("a curve without a name", tsp("-o", "curve:.csv"), r"--output curve:\.csv: expected"),
    order_is_a_table,
    order_has_the_dialect,
]

# ---------------------------------------------------------------------------------------------------------------------
# Checkpoints


def every_run_leaves_a_checkpoint(bench):
    """A run that ends before its first iteration leaves a file that --resume takes, on islands, too."""
    (bench.folder / "thousand.tsp").write_text(coordinates_file("thousand", random_points(1000)))
    for more in (["--population", "4", "--kicks", "99"], ["--algorithm", "mmas", "--ants", "8"],
                 ["--algorithm", "acs", "--islands", "3"]):
        state = bench.folder / "early.state"
        state.unlink(missing_ok=True)
        early = bench.run(["tsp", "thousand.tsp", "-d", "none", "--time", "1e-6", "--checkpoint", "early.state", *more,
                           "--json"])
        require(early.code == 0 and early.json()["result"]["iterations"] == 0 and state.exists(), early)
        again = bench.run(["tsp", "thousand.tsp", "-d", "none", "--resume", "early.state", "--json"])
        require(again.code == 0 and again.json()["result"]["stop_reason"] == "time", again)
        ends = ["--time", "1000", "--iterations", "2"]
        whole = bench.run(["tsp", "thousand.tsp", "-d", "none", *ends, *more, "--json"])
        rest = bench.run(["tsp", "thousand.tsp", "-d", "none", "--resume", "early.state", *ends, "--checkpoint",
                          "early.state", "--json"])
        require(whole.code == 0 and rest.code == 0 and whole.json()["tour"] == rest.json()["tour"], (whole, rest))
        over = bench.run(["tsp", "thousand.tsp", "-d", "none", "--resume", "early.state", "--checkpoint", "copy.state",
                          "--json"])
        copy = bench.run(["tsp", "thousand.tsp", "-d", "none", "--resume", "copy.state", "--json"])
        require(over.code == 0 and copy.code == 0 and copy.json()["tour"] == whole.json()["tour"], (over, copy))
        (bench.folder / "copy.state").unlink()
    target = bench.run(["tsp", "thousand.tsp", "-d", "none", "--target", "1e9", "--checkpoint", "target.state", "-q"])
    require(target.code == 0 and (bench.folder / "target.state").exists(), target)
    folder = bench.run(["tsp", "one.tsp", "-d", "none", "--iterations", "1", "--checkpoint", "elsewhere"])
    require(folder.code == 1 and "elsewhere: cannot be written: it is a folder" in folder.err, folder)


def one_writer_of_a_checkpoint(bench):
    """A second run with the same checkpoint file, under any name, is refused; no lock file remains afterwards."""
    (bench.folder / "locked").mkdir()
    (bench.folder / "locked" / "other.state").symlink_to("a.state")
    for _ in range(2):  # the second time the file is there
        first = bench.start(["tsp", "medium.tsp", "-d", "none", *FOREVER, "-v", "--checkpoint", "locked/a.state,1",
                             "--algorithm", "mmas"])
        wait_for(first, r"iteration \d+, best ")
        for name in ("a.state", "other.state"):
            second = bench.run(["tsp", "small.tsp", "-d", "none", "--iterations", "2", "--checkpoint",
                                f"locked/{name}"])
            require(second.code == 2 and f"{name}: another run is writing this file" in second.err, second)
        wait_for_file(bench.folder / "locked" / "a.state")  # it is written after the line of its iteration
        bench.ok(["tsp", "medium.tsp", "-d", "none", "--resume", "locked/a.state", "--iterations",
                  "100000000", "--time", "0.01", "-q"])
        first.send_signal(signal.SIGTERM)
        finish(first)
        require(first.returncode == 0, first.returncode)
        left = sorted(path.name for path in (bench.folder / "locked").iterdir())
        require(left == ["a.state", "other.state"], left)
    killed = bench.start(["tsp", "medium.tsp", "-d", "none", *FOREVER, "-v", "--checkpoint", "locked/a.state,1",
                          "--algorithm", "mmas"])
    wait_for(killed, r"iteration \d+, best ")
    killed.kill()
    finish(killed)
    after = bench.run(["tsp", "medium.tsp", "-d", "none", "--iterations", "2", "--checkpoint", "locked/a.state", "-q"])
    require(after.code == 0 and not (bench.folder / "locked" / "a.state.lock").exists(), after)


def a_hangup_ends_a_search(bench):
    """SIGHUP ends a search with its result. A second SIGHUP changes nothing, because shell and terminal both send one;
    under nohup the first is ignored, too."""
    process = bench.start(["tsp", "medium.tsp", "-d", "none", *FOREVER, "-v", "-o", "hang.tour", "--algorithm", "mmas"],
                          preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))  # under nohup, too
    wait_for(process, r"iteration \d+, best ")
    process.send_signal(signal.SIGHUP)
    process.send_signal(signal.SIGHUP)
    out, err = finish(process)
    require(process.returncode == 0 and "cancelled" in out, (process.returncode, out, err))
    require(bench.run(["verify", "medium.tsp", "hang.tour"]).code == 0, "the tour")
    process = bench.start(["tsp", "medium.tsp", "-d", "none", *FOREVER, "-v", "--algorithm", "mmas"],
                          preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    wait_for(process, r"iteration \d+, best ")
    process.send_signal(signal.SIGHUP)
    require(process.poll() is None, "it ended")
    wait_for(process, r"iteration \d+, best |")
    process.send_signal(signal.SIGTERM)
    finish(process)
    require(process.returncode == 0, process.returncode)


def a_crash_of_an_objective_is_reported(bench):
    """If an objective crashes the process, the program first prints a sentence that names the objective."""
    bench.require_cpu()
    outcome = bench.run(["pso", "own-far.cl", "-d", "cpu", "--dim", "2", "--bounds", "-1:1", "--iterations", "2"])
    require(outcome.code == -signal.SIGSEGV, outcome)
    require("swarmcl: own-far.cl: a bad memory access ends the program; most likely the objective" in outcome.err,
            outcome.err)


KEPT = [no_file_is_taken, what_is_no_file_may_be_written, links_are_written_through]
GROUPS = {"outputs-kept": KEPT, "lists": LISTS, "checkpoint-left": [every_run_leaves_a_checkpoint],
          "checkpoint-writer": [one_writer_of_a_checkpoint, a_hangup_ends_a_search]}
ON_DEVICE = [a_crash_of_an_objective_is_reported]
