"""Cases of pictures: maps in SVG and HTML, convergence curves in CSV, `swarmcl render`."""

import csv
import io
import json
import math

import fixtures
from cases import NO_DRIVER, mentions, no_files, refused, rejected, tsp, value
from picture import Page, Picture, browser, drawn_by_browser, drawn_by_engine, engine
from run import Case, Skip
from scenes import require

LONG = 100000  # the longer side of the drawing, in hundredths of a pixel
DOTS_MAX = 5000
LABELS_MAX = 2000
INNER = {f"p{10 * row + column}" for row in range(1, 9) for column in range(1, 9)}  # of tight.csv


def geographic_file(name, places):
    return fixtures.coordinates_file(name, places, metric="GEO")


def points_of_a_line(count, y=7):
    return [(50 * i * i, y) for i in range(count)]


MATRIX = ("NAME : matrix\nTYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : UPPER_ROW\n"
          "EDGE_WEIGHT_SECTION\n3 4\n5\n")

AWKWARD_NAMES = ["A & B <c>", "it's \"quoted\"", "Zürich", "東京", "x\ty\x01z", "<script>alert(1)</script>"]

FILES = {
    "five.tsp": fixtures.coordinates_file("five", [(1, 1), (-4, 2.5), (3, -8), (0, 0), (-9, -9)]),
    "equal.tsp": fixtures.coordinates_file("equal", [(3, 3)] * 5),
    "line.tsp": fixtures.coordinates_file("line", points_of_a_line(20)),
    "column.tsp": fixtures.coordinates_file("column", [(y, x) for x, y in points_of_a_line(20)]),
    "wide.tsp": fixtures.coordinates_file("wide", [(0, 0), (200, 0), (200, 100), (0, 100)]),
    "needle.tsp": fixtures.coordinates_file("needle", [(100 * i, i % 2) for i in range(40)]),
    "tiny.tsp": fixtures.coordinates_file("tiny", [(1e-12, 0), (2e-12, 1e-12), (0, 3e-12)]),
    "pseudo.tsp": fixtures.coordinates_file("pseudo", [(0, 0), (1000, 0), (1000, 500)], metric="ATT"),
    "bare.tsp": MATRIX + "EOF\n",
    "display.tsp": MATRIX + "DISPLAY_DATA_TYPE : TWOD_DISPLAY\nDISPLAY_DATA_SECTION\n1 0 0\n2 10 0\n3 0 20\nEOF\n",
    "far.tsp": MATRIX + "DISPLAY_DATA_SECTION\n1 -1.7e308 0\n2 1.7e308 1e308\n3 0 -1e308\nEOF\n",
    # latitude and longitude: round the world, on both sides of the date line, and on one continent
    "world.tsp": geographic_file("world", [(10, -170), (50, -60), (-20, 60), (0, 170)]),
    "pacific.tsp": geographic_file("pacific", [(-17, 178), (-14, -172), (-21, -175), (-9, 179)]),
    "europe.tsp": geographic_file("europe", [(59, 0), (61, 0), (61, 2), (59, 2)]),
    "world.tour": fixtures.tour_file("world", [1, 2, 3, 4]),
    "pacific.tour": fixtures.tour_file("pacific", [1, 2, 3, 4]),
    "matrix.tour": fixtures.tour_file("matrix", [1, 3, 2]),
    "medium.tour": fixtures.tour_file("medium", list(range(1, 151))),
    "wide.tour": fixtures.tour_file("wide", [1, 2, 3, 4]),
    "swiss.csv": ("name,lat,lon\nZürich,47.3769,8.5417\nBern,46.948,7.4474\nGenève,46.2044,6.1432\nBasel,47.5596,7.5886\n"
                  "Lugano,46.0037,8.9511\n"),
    "metres.csv": "name,x,y\na,0,0\nb,0.25,0\nc,0.25,0.125\nd,0,0.125\n",
    "crowd.csv": "name,x,y\n" + "".join(f"place number {i},{i % 5},{i // 5 / 100}\n" for i in range(50)),
    "many.csv": "name,x,y\n" + "".join(f"p{i},{i % 14},{i // 14}\n" for i in range(200)),
    # a square of nodes 8 pixels apart, and one far from them
    "tight.csv": "name,x,y\n" + "".join(f"p{i},{i % 10},{i // 10}\n" for i in range(100)) + "apart,125,5\n",
    "names.csv": "name,x,y\n" + "".join(f"p{i},{i % 50},{i // 50}\n" for i in range(LABELS_MAX + 1)),
    "edges.csv": ("name,x,y\n" + "".join(f"{'a name of many letters ' * 4}{i},{x},{y}\n" for i, (x, y) in enumerate(
        [(0, 0), (0, 10), (10, 10), (10, 0), (5, 5)]))),
    "rows.csv": "name,x,y\n" + "".join('"{}",{},{}\n'.format(name.replace('"', '""'), 10 * i % 37, i)
                                      for i, name in enumerate(AWKWARD_NAMES)),
    "long-name.tsp": fixtures.coordinates_file("n" * 5000, fixtures.SQUARE),
}
fixtures.TEXT_FILES |= FILES
fixtures.BYTE_FILES |= {"bytes.csv": b"name,x,y\nM\xfcnchen,0,0\n\x80,5,5\nc\x7fd,9,1\n"}


def render(instance, tour, file="picture.svg", *more):
    return ["render", instance, tour, "-o", file, *more]


# ---------------------------------------------------------------------------------------------------------------------
# Checks of an outcome


def drawn(file, nodes, closed=True, parts=1):
    """The map has every node, is closed where a tour is, and all of it is on the page."""
    def check(outcome):
        picture = Picture(outcome.read(file))
        picture.require_on_page()
        tour, is_closed = picture.paths["tour"]
        assert len(tour) == parts, f"the tour has {len(tour)} parts"
        if parts == 1:
            assert len(tour[0]) == nodes, f"the tour has {len(tour[0])} points"
            assert is_closed == closed, "closed" if is_closed else "not closed"
        dots = picture.parts("nodes")
        assert len(dots) == (nodes if nodes <= DOTS_MAX else 0), f"{len(dots)} dots"
        assert all(len(dot) == 2 and dot[0] == dot[1] for dot in dots), "a dot has a length"
        assert f"{nodes} node" in picture.description, picture.description
        assert len(picture.circles) == (2 if closed else 4), f"{len(picture.circles)} marks"
        start = [(int(circle.get("cx")), int(circle.get("cy"))) for circle in picture.circles
                 if circle.get("class") == "start"]
        assert tour[0][0] in start and "start" in picture.words("fact"), f"{start} are not the start {tour[0][0]}"
    return check


def pictured(file, check):
    return lambda outcome: check(Picture(outcome.read(file)))


def shape(file, expected):
    """The points of the tour relative to its first point, as fractions of the longer side."""
    def check(outcome):
        points = Picture(outcome.read(file)).parts("tour")[0]
        found = [((x - points[0][0]) / LONG, (y - points[0][1]) / LONG) for x, y in points]
        require(len(found) == len(expected)
                and all(math.dist(a, b) < 2e-5 for a, b in zip(found, expected)), f"{found}, expected {expected}")
    return check


def page(file, width, height):
    """The size of the page except for the legend, in pixels."""
    def check(outcome):
        picture = Picture(outcome.read(file))
        assert picture.width == 100 * (width + 80), picture.width
        assert 100 * (height + 80) < picture.height < 100 * (height + 250), picture.height
    return check


def legend(file, *facts):
    return pictured(file, lambda picture: require(picture.words("fact")[:len(facts)] == list(facts),
                                                  picture.words("fact")))


def directed(file):
    """Each arrowhead is on an edge of the tour and points to its end; numbers are the order of the nodes under them."""
    def check(outcome):
        picture = Picture(outcome.read(file))
        tour, arrows = picture.parts("tour")[0], picture.parts("arrows")
        edges = list(zip(tour, [*tour[1:], tour[0]]))
        require(len(arrows) == len(edges) <= 12, f"{len(arrows)} arrowheads")
        for (x1, y1), tip, (x2, y2) in arrows:
            tail = ((x1 + x2) / 2, (y1 + y2) / 2)
            detours = [math.dist(a, tail) + math.dist(tail, tip) + math.dist(tip, b) - math.dist(a, b) for a, b in edges]
            require(min(detours) < 3, f"the arrowhead at {tip} is on no edge or points to its start")
        orders = [text for kind, text in picture.texts if kind == "order"]
        require([text.text for text in orders] == [str(i + 1) for i in range(1, len(tour))], "numbers")
        require(all(abs(int(text.get("x")) - tour[int(text.text) - 1][0]) < 2 for text in orders), "places of numbers")
    return check


def web_page(file, nodes, names=None, closed=True, fixed=()):
    """The page has the tour of the document in order, with positions and names, and loads nothing from elsewhere."""
    def check(outcome):
        made, run = Page(outcome.read(file)), outcome.json()
        tour = made.tour["tour"]
        require([row[2] for row in tour] == run["tour"] and len(tour) == nodes, tour)
        require(names is None or sorted(row[3] or "" for row in tour) == sorted(name or "" for name in names), tour)
        require(made.tour["path"] != closed and made.tour["fixed"] == list(fixed), made.tour)
        require(made.title == made.tour["name"] == run["instance"]["name"], made.title)
        require(tour[0][4] == 0 and tour[-1][4] <= run["result"]["length"], tour)
        require(not [name for name, _ in made.attributes if name in ("src", "href", "action")], made.attributes)
    return check


def fixed_edges(outcome):
    """Both maps mark the edges of --fix and no others: Zürich-Genève and Lugano-Bern."""
    page, picture = Page(outcome.read("fixed.html")), Picture(outcome.read("fixed.svg"))
    names_of = [row[3] for row in page.tour["tour"]]
    expected = [i + 1 for i, edge in enumerate(zip(names_of, [*names_of[1:], names_of[0]]))
                if set(edge) in ({"Zürich", "Genève"}, {"Lugano", "Bern"})]
    require(len(expected) == 2 and page.tour["fixed"] == expected, f"{page.tour['fixed']}, expected {expected}")
    tour, (_, *edges) = picture.parts("tour")[0], picture.parts("fixed")
    found = [[tour.index(point) for point in edge] for edge in edges]
    require(found == [[i - 1, i % len(tour)] for i in expected], f"{found}, expected {expected}")
    require("fixed" in picture.words("fact"), picture.words("fact"))


def scale(file, text, width):
    """The label of the scale bar, and its width in page units; None if there is no bar."""
    def check(outcome):
        picture = Picture(outcome.read(file))
        bar = picture.parts("scale")
        if text is None:
            assert not bar, bar
            return
        found = bar[0][2][0] - bar[0][1][0]
        assert text in picture.words("fact"), picture.words("fact")
        assert abs(found - width) <= 1, f"the bar has {found} units"
        assert found <= (picture.width - 8000) / 4, "the bar is long"
    return check


def names(file, *expected):
    return pictured(file, lambda picture: require(sorted(picture.words("name")) == sorted(expected),
                                                  picture.words("name")))


def no_file(*files):
    def check(outcome):
        for file in files:
            assert not (outcome.folder / file).exists(), f"{file} was written"
    return check


def curve(file, document, score="length"):
    """The curve has a row for each point of the document's trace, and one for the end of the run."""
    def check(outcome):
        run = json.loads(outcome.read(document))
        rows = list(csv.reader(io.StringIO(outcome.read(file))))
        assert rows[0] == ["iteration", "seconds", score, "gap_percent" if score == "length" else "distance"], rows[0]
        numbers = [(int(row[0]), float(row[1]), float(row[2])) for row in rows[1:]]
        trace = [(point["iteration"], point["seconds"], point[score]) for point in run["trace"]]
        assert numbers[:-1] == trace, f"{numbers[:-1]}, expected {trace}"
        result = run["result"]
        assert numbers[-1] == (result["iterations"], result["seconds"], result[score]), numbers[-1]
        gaps = [row[3] for row in rows[1:]]
        if score != "length":
            return
        if result["gap_percent"] is None:
            assert gaps == [""] * len(gaps), gaps
        else:
            optimum = run["instance"]["optimum"]
            for gap, (_, _, length) in zip(gaps, numbers):
                assert math.isclose(float(gap), 100 * (length - optimum) / optimum, abs_tol=1e-9), gaps
    return check


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def ants_curve(file, document, has_start=True):
    """The curve has a line for each iteration of ants; those with a better tour are the points of the trace."""
    def check(outcome):
        run = json.loads(outcome.read(document))
        rows = rows_of(outcome.read(file))
        require(list(rows[0]) == ["iteration", "seconds", "length", "gap_percent", "shortest", "mean", "branching"],
                list(rows[0]))
        if has_start:
            start = rows.pop(0)
            require((start["iteration"], start["shortest"], start["mean"], start["branching"]) == ("0", "", "", ""), start)
        result, trace = run["result"], run["trace"]
        require([int(row["iteration"]) for row in rows] == list(range(1, result["iterations"] + 1)), "iterations")
        for row in rows:
            best = min(point["length"] for point in trace if point["iteration"] <= int(row["iteration"]))
            length, shortest, mean = float(row["length"]), float(row["shortest"]), float(row["mean"])
            require(length == best <= shortest <= mean, row)
            require(1 <= float(row["branching"]) <= run["instance"]["nodes"] - 1, row)
        require(min(float(row["shortest"]) for row in rows) == result["built_length"], result)
        seconds = [float(row["seconds"]) for row in rows]
        require(seconds == sorted(seconds), seconds)
    return check


def ants_picture(outcome):
    drawn = Picture(outcome.read("f.svg"))
    drawn.require_on_page()
    require(set(drawn.paths) == {"axes", "curve", "shortest", "mean", "branching"}, set(drawn.paths))
    for name in ("shortest", "mean", "branching"):
        require(len(drawn.parts(name)[0]) == 30, drawn.parts(name))
    require("mean of the iteration" in drawn.words("fact"), drawn.words("fact"))


# ---------------------------------------------------------------------------------------------------------------------
# Scenes


def curves_are_alike_on_a_device(bench):
    """A device and the reference give the same curve except for the seconds, with a start and without one, on whole
    rows and on lists. A resumed run gives the same rows from its first iteration on."""
    def curve_of(*words):
        outcome = bench.ok(["tsp", "medium.tsp", *words, "-o", "curve:a.csv"])
        return [{**row, "seconds": ""} for row in rows_of(outcome.read("a.csv"))]
    for options in (["--algorithm", "as"], ["--algorithm", "acs", "--local-search", "none", "--start-tour", "none"]):
        whole = curve_of(*options, "--iterations", "6", "-d", "cpu")
        part = curve_of(*options, "--iterations", "4", "-d", "none", "--checkpoint", "a.state")
        rest = curve_of("--resume", "a.state", "--iterations", "6", "-d", "none")
        require(part == whole[:-2] and rest[-2:] == whole[-2:], f"{options}: {part} and {rest} instead of {whole}")


def edges_go_the_short_way(bench):
    """On a map of the whole Earth an edge across the date line leaves at one side and continues at the other."""
    outcome = bench.ok(render("world.tsp", "world.tour"))
    picture = Picture(outcome.read("picture.svg"))
    picture.require_on_page()
    tour, closed = picture.paths["tour"]
    assert not closed and len(tour) == 2 and len(tour[0]) == 5 and len(tour[1]) == 2, tour
    left, right = (part[0][0] for part in picture.parts("sides"))
    assert right - left == LONG, (left, right)
    assert tour[0][-1][0] == right and tour[1][0][0] == left, "it does not leave on the right and come in on the left"
    assert tour[0][-1][1] == tour[1][0][1], "it does not come in where it left"
    assert tour[1][-1] == tour[0][0], "it does not come home"
    # 10 degrees on either side of the date line, from the equator to 10 degrees north: it crosses at 5
    heights = [point[1] for point in tour[0]]
    assert abs(heights[-1] - (heights[0] + heights[3]) / 2) <= 1, heights


def neighbours_across_the_date_line(bench):
    """Nodes on both sides of the date line are drawn side by side."""
    outcome = bench.ok(render("pacific.tsp", "pacific.tour"))
    picture = Picture(outcome.read("picture.svg"))
    (points,), closed = picture.paths["tour"]
    assert closed and not picture.parts("sides"), "the whole world is drawn"
    columns = [x for x, _ in points]
    assert sorted(range(4), key=columns.__getitem__) == [0, 3, 2, 1], columns
    # 178 E, 172 W, 175 W and 179 E: steps of 10, 3 and 6 degrees
    assert math.isclose((columns[1] - columns[0]) / (columns[1] - columns[2]), 10 / 3, rel_tol=1e-3), columns


def degrees_of_longitude_shrink(bench):
    """At 60 degrees north two degrees of longitude are half as wide as two of latitude are high."""
    outcome = bench.ok(tsp("-o", "europe.svg", file="europe.tsp"))
    points = Picture(outcome.read("europe.svg")).parts("tour")[0]
    width = max(x for x, _ in points) - min(x for x, _ in points)
    height = max(y for _, y in points) - min(y for _, y in points)
    assert height == LONG and abs(width - LONG / 2) <= 1, (width, height)


def hundred_thousand_nodes(bench):
    """A picture of 100,000 nodes shows every node, has no dots, and is smaller than 2 MB."""
    columns, rows = 250, 400
    nodes = [row * columns + (column if row % 2 == 0 else columns - 1 - column)
             for row in range(rows) for column in range(columns)]
    points = [(column * 10, row * 10) for row in range(rows) for column in range(columns)]
    (bench.folder / "huge.tsp").write_text(fixtures.coordinates_file("huge", points))
    (bench.folder / "huge.tour").write_text(fixtures.tour_file("huge", [node + 1 for node in nodes]))
    outcome = bench.run(render("huge.tsp", "huge.tour", "huge.svg", "--json"))
    assert outcome.code == 0 and outcome.json()["length"] == 10 * 99999 + 3990, outcome
    drawn("huge.svg", 100000)(outcome)
    size = (bench.folder / "huge.svg").stat().st_size
    assert size < 2_000_000, f"{size} bytes"
    picture = Picture(outcome.read("huge.svg"))
    tour = picture.parts("tour")[0]
    assert len(set(tour)) == len(tour), "nodes fall together"
    assert 30 <= picture.stroke("tour") <= 100, picture.stroke("tour")


def lines_thin_out(bench):
    """With more nodes the line is thinner; dots are always wider than the line."""
    strokes = []
    for instance in ("small.tsp", "medium.tsp", "large.tsp"):
        outcome = bench.ok(tsp("-o", "thin.svg", file=instance, iterations="1"))
        picture = Picture(outcome.read("thin.svg"))
        strokes.append(picture.stroke("tour"))
        assert picture.stroke("nodes") > picture.stroke("tour"), instance
    assert strokes == sorted(strokes, reverse=True) and strokes[0] > strokes[-1], strokes


def same_bytes(bench):
    """`swarmcl render` draws the same map from the file of a tour."""
    run = tsp("-o", "same.svg", "-o", "same.tour", file="swiss.csv")
    pictures = [Picture(bench.ok(run).read("same.svg")),
                Picture(bench.ok(render("swiss.csv", "same.tour", "again.svg")).read("again.svg"))]
    assert pictures[0].words("name") == pictures[1].words("name")
    shapes = [[[(x, y - part[0][1]) for x, y in part] for part in picture.parts("tour")] for picture in pictures]
    assert shapes[0] and shapes[0] == shapes[1], "the maps differ"


def every_format_of_a_saved_tour(bench):
    """`swarmcl render` writes the bytes that the run wrote, in every format of tours."""
    kinds = ("csv", "txt", "geojson", "gpx", "kml", "html")
    def outputs(name):
        return [word for kind in kinds for word in ("-o", f"{name}.{kind}")]
    bench.ok(tsp("-o", "run.tour", *outputs("run"), file="swiss.csv"))
    outcome = bench.ok(["render", "swiss.csv", "run.tour", "-o", "saved.tour", *outputs("saved")])
    for kind in kinds:
        run, saved = ((bench.folder / f"{name}.{kind}").read_text() for name in ("run", "saved"))
        if kind == "html":  # only a run knows that its tour is optimal
            run, saved = Page(run).tour["tour"], Page(saved).tour["tour"]
        require(run == saved and len(run) > 3, f"{kind}: {saved}, expected {run}")
    require("wrote saved.kml" in outcome.err, outcome)


def crowded_names(bench):
    """Names that would overlap are left out; the names that are drawn do not touch."""
    outcome = bench.ok(["tsp", "crowd.csv", "-d", "none", "--iterations", "2", "-o", "crowd.svg"])
    picture = Picture(outcome.read("crowd.svg"))
    picture.require_on_page()
    boxes = []
    for kind, text in picture.texts:
        if kind == "name":
            width = len(text.text) * 600
            left = int(text.get("x")) - {"middle": width / 2, "end": width}.get(text.get("text-anchor"), 0)
            boxes.append((left, int(text.get("y")) - 1000, left + width, int(text.get("y"))))
    assert 5 <= len(boxes) < 50, f"{len(boxes)} names"
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            common = (min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1]))
            hidden = max(common[0], 0) * max(common[1], 0)
            assert hidden <= 0.2 * (b[2] - b[0]) * 1000, f"{a} hides {b}"


def page_draws_the_tour(bench):
    """What Chromium and Node draw of a page is the tour: an edge between each place and the next one, their numbers in
    order, and their names, which are text. One of them is enough."""
    drawings = [draw for draw, program in ((drawn_by_engine, engine()), (drawn_by_browser, browser())) if program]
    if not drawings:
        raise Skip("no Chromium and no Node")
    outcome = bench.ok(tsp("-o", "rows.html", "--json", file="rows.csv"))
    for draw in drawings:
        require_tour_in(outcome, *draw(bench.folder / "rows.html"))


def require_tour_in(outcome, record, items):
    run, page = outcome.json(), Page(outcome.read("rows.html"))
    order = [row[3] for row in page.tour["tour"]]
    require(sorted(order) == sorted(AWKWARD_NAMES), order)
    require([(item[0], item[1]) for item in items] == [(str(i + 1), name) for i, name in enumerate(order)], items)
    discs = {text: (x, y) for text, x, y in reversed(record["texts"][:len(order)])}
    require(sorted(map(int, discs)) == list(range(1, len(order) + 1)), discs)
    # the disc's number is half a pixel below its place
    places = [(discs[str(i + 1)][0], discs[str(i + 1)][1] - 0.5) for i in range(len(order))]
    rounded = [tuple(round(value, 3) for value in point) for point in record["lines"]]
    edges = [tuple(round(value, 3) for value in point) for point in [*places, places[0]]]
    require(rounded[:len(edges)] == edges, f"{rounded}, expected {edges}")
    (first, second), (x, y) = places[:2], zip(*[row[:2] for row in page.tour["tour"]])
    pixels = math.dist(first, second) / math.dist((x[0], y[0]), (x[1], y[1]))
    for place, row in zip(places, page.tour["tour"]):
        expected = (first[0] + pixels * (row[0] - x[0]), first[1] - pixels * (row[1] - y[0]))
        require(math.dist(place, expected) < 0.01, f"{row} is drawn at {place}, expected {expected}")
    require(set(order) <= {text for text, _, _ in record["texts"]}, record["texts"])
    require(len(run["tour"]) == len(places), run["tour"])


# ---------------------------------------------------------------------------------------------------------------------
# The cases


def map_case(name, instance, nodes, *checks, path=False):
    file = instance.rsplit(".", 1)[0] + "-map.svg"
    more = ["--path"] if path else []
    return Case(name, tsp("-o", file, *more, file=instance, iterations="1"), err=rf"^wrote {file}$",
                checks=(drawn(file, nodes, closed=not path), *(check(file) for check in checks)))


RENDER = [
    Case("a square is a square", render("square.tsp", "square.tour"), out=r"\A40\n\Z", err=r"\Awrote picture\.svg\n\Z",
         checks=(drawn("picture.svg", 4), shape("picture.svg", [(0, 0), (0, -1), (1, -1), (1, 0)]),
                 names("picture.svg", "1", "2", "3", "4"),
                 legend("picture.svg", "4 nodes, closed tour of length 40"), page("picture.svg", 1000, 1000),
                 pictured("picture.svg", lambda picture: require(picture.title == "square", picture.title)))),
    Case("the order of the tour counts", render("square.tsp", "crossed.tour"), out=r"\A48\n",
         checks=(shape("picture.svg", [(0, 0), (1, -1), (0, -1), (1, 0)]),)),
    Case("both axes have one scale", render("wide.tsp", "wide.tour"),
         checks=(shape("picture.svg", [(0, 0), (1, 0), (1, -0.5), (0, -0.5)]), page("picture.svg", 1000, 500))),
    Case("an open path", render("square.tsp", "square.tour", "picture.svg", "--path"), out=r"\A30\n",
         checks=(drawn("picture.svg", 4, closed=False), legend("picture.svg", "4 nodes, open path of length 30"),
                 pictured("picture.svg", lambda picture: require({"start", "end"} <= set(picture.words("fact")),
                                                                 picture.words("fact"))),
                 pictured("picture.svg", lambda picture: require(
                     {(int(circle.get("cx")), int(circle.get("cy"))) for circle in picture.circles}
                     >= {picture.parts("tour")[0][0], picture.parts("tour")[0][-1]}, "the ends are not marked")))),
    Case("as JSON", render("square.tsp", "square.tour", "picture.svg", "--json"), err=r"^wrote picture\.svg$",
         checks=(value("length", 40), value("gap_percent", None), value("file", "picture.svg"), value("path", False),
                 value("tour_file", "square.tour"), value("instance.nodes", 4))),
    Case("quiet", render("square.tsp", "square.tour", "quiet.svg", "-q"), out="", err="",
         checks=(drawn("quiet.svg", 4), no_files)),
    Case("display data of a matrix", render("display.tsp", "matrix.tour"), out=r"\A12\n",
         checks=(drawn("picture.svg", 3), scale("picture.svg", None, 0),
                 shape("picture.svg", [(0, 0), (0, -1), (0.5, 0)]))),
    Case("display data as far apart as doubles go", render("far.tsp", "matrix.tour"),
         checks=(drawn("picture.svg", 3), shape("picture.svg", [(0, 0), (0.5, 1 / 3.4), (1, -1 / 3.4)]))),
    Case("no driver is needed", render("square.tsp", "square.tour"), environment=NO_DRIVER, out=r"\A40\n"),
    Case("matrix without positions", render("bare.tsp", "matrix.tour", "bare.svg"), code=2, out="",
         err=r"^swarmcl: bare\.svg: .*matrix.* cannot be drawn", checks=(no_file("bare.svg"),)),
    *[Case(f"{name} tour", render("square.tsp", f"{name}.tour", "bad.svg"), code=5, out="",
           err=rf"^swarmcl: .*{name}\.tour", checks=(no_file("bad.svg"), no_files))
      for name in ("repeated", "outside", "short")],
    rejected("missing instance", render("missing.tsp", "square.tour"), r"missing\.tsp"),
    Case("missing folder", render("missing.tsp", "square.tour", "nowhere/a.svg"), code=1, out="",
         err=r"^swarmcl: nowhere/a\.svg: cannot be written"),
    refused("no output", ["render", "square.tsp", "square.tour"], r"--output is missing", ["FILE.svg"]),
    refused("other suffix", render("square.tsp", "square.tour", "a.png"), r"--output a\.png", [".svg"]),
    refused("nothing but the suffix", render("square.tsp", "square.tour", ".svg"), r"--output \.svg"),
    refused("no tour", ["render", "square.tsp", "-o", "a.svg"], r"TOUR is missing"),
    refused("a document", render("square.tsp", "square.tour", "a.json"), r"--output a\.json", [".svg", ".kml"]),
    Case("a route of nodes that are no places", render("square.tsp", "square.tour", "a.gpx"), code=2, out="",
         err=r"^swarmcl: a\.gpx: .* has no geographic coordinates"),
    every_format_of_a_saved_tour,
    hundred_thousand_nodes,
    edges_go_the_short_way,
    neighbours_across_the_date_line,
]

PICTURES = [
    map_case("one node", "one.tsp", 1, lambda file: page(file, 400, 120), lambda file: scale(file, None, 0)),
    map_case("two nodes", "two.tsp", 2),
    map_case("nodes that are all equal", "equal.tsp", 5, lambda file: page(file, 400, 120)),
    map_case("a horizontal line", "line.tsp", 20, lambda file: page(file, 1000, 120)),
    map_case("a vertical line", "column.tsp", 20, lambda file: page(file, 400, 1000)),
    map_case("an elongated instance", "needle.tsp", 40, lambda file: page(file, 1000, 120)),
    map_case("coordinates next to nothing", "tiny.tsp", 3, lambda file: scale(file, "5e-13", 16667)),
    map_case("a thousand nodes", "large.tsp", 1000),
    map_case("path of five nodes", "five.tsp", 5, path=True),
    Case("scale of a plane", render("wide.tsp", "wide.tour"), checks=(scale("picture.svg", "50", 25000),)),
    Case("scale of small numbers", tsp("-o", "metres.svg", file="metres.csv"),
         checks=(scale("metres.svg", "0.05", 20000), legend("metres.svg", "4 nodes, closed tour of length 0.750000000"))),
    # sqrt(10) of a coordinate is a length of 1
    Case("scale of ATT", tsp("-o", "pseudo.svg", file="pseudo.tsp"),
         checks=(scale("pseudo.svg", "50", round(50 * math.sqrt(10) * 100)),)),
    Case("scale in kilometres", tsp("-o", "swiss.svg", file="swiss.csv"),
         checks=(pictured("swiss.svg", lambda picture: require("50 km" in picture.words("fact"),
                                                              picture.words("fact"))),)),
    Case("no scale for the whole world", render("world.tsp", "world.tour"),
         checks=(scale("picture.svg", None, 0), drawn("picture.svg", 4, parts=2))),
    Case("names, order and direction", tsp("-o", "swiss.svg", file="swiss.csv"),
         checks=(drawn("swiss.svg", 5), directed("swiss.svg"), names("swiss.svg", "Zürich", "Bern", "Genève", "Basel", "Lugano"))),
    Case("names are escaped", tsp("-o", "rows.svg", file="rows.csv"),
         checks=(drawn("rows.svg", 6), names("rows.svg", *(name.replace("\t", " ").replace("\x01", " ")
                                                           for name in AWKWARD_NAMES)))),
    *[Case(f"a page for a browser: {file}", tsp("-o", f"page-{at}.HTML", "--json", *more, file=file), checks=(
        web_page(f"page-{at}.HTML", *expected),)) for at, (file, expected, more) in enumerate([
            ("rows.csv", (6, AWKWARD_NAMES), []), ("swiss.csv", (5, ["Zürich", "Bern", "Genève", "Basel", "Lugano"]), []),
            ("one.tsp", (1, [None]), []), ("display.tsp", (3, [None] * 3), []), ("far.tsp", (3,), []),
            ("world.tsp", (4,), []), ("five.tsp", (5, None, False), ["--path"]), ("medium.tsp", (150,), [])])],
    *[Case(f"fixed edges, {'a path' if more else 'a tour'}", tsp("-o", "fixed.svg", "-o", "fixed.html", "--fix",
           "Zürich-Genève,Lugano-Bern", *more, file="swiss.csv"), checks=(fixed_edges,)) for more in ([], ["--path"])],
    page_draws_the_tour,
    Case("names that are no UTF-8", tsp("-o", "bytes.svg", file="bytes.csv"),
         checks=(drawn("bytes.svg", 3), names("bytes.svg", "M\u00fcnchen", "\u20ac", "c d"))),
    Case("names of many nodes that there is room for", tsp("-o", "many.svg", file="many.csv"),
         checks=(drawn("many.svg", 200), names("many.svg", *(f"p{i}" for i in range(200))))),
    Case("names of many nodes stay off all others", tsp("-o", "tight.svg", file="tight.csv", iterations="1"),
         checks=(drawn("tight.svg", 101), pictured("tight.svg", lambda picture: require(
             "apart" in picture.words("name") and not INNER & set(picture.words("name")), picture.words("name"))))),
    Case("no names where there is room for few", ["tsp", "names.csv", "-d", "none", "--algorithm", "as", "--ants", "1",
                                                  "--iterations", "1", "-o", "names.svg"],
         checks=(drawn("names.svg", LABELS_MAX + 1), names("names.svg"))),
    Case("long names are cut before the page ends", tsp("-o", "edges.svg", file="edges.csv"),
         checks=(drawn("edges.svg", 5), pictured("edges.svg", lambda picture: require(
             len(picture.words("name")) == 5 and all(name.endswith("\u2026") for name in picture.words("name")),
             picture.words("name"))))),
    Case("a long name of the instance is cut", tsp("-o", "long.svg", file="long-name.tsp"),
         checks=(drawn("long.svg", 4), pictured("long.svg", lambda picture: require(
             picture.words("title")[0].startswith("nnn") and picture.words("title")[0].endswith("\u2026"), "")))),
    Case("a name of the instance that is no UTF-8", tsp("-o", "cafe.svg", file="caf\u00e9.tsp"),
         checks=(pictured("cafe.svg", lambda picture: require(picture.title == 'caf\u00e9 "a\\b"', picture.title)),)),
    Case("the legend has gap and run", tsp("-o", "gap.svg", "--seed", "7", "--ants", "3", file="burma14.tsp"),
         checks=(lambda outcome: legend("gap.svg", f"14 nodes, closed tour of length {outcome.out.split()[1]}",
                                        " ".join(outcome.out.splitlines()[1].split()[1:]),
                                        "algorithm mmas, ants 3, iterations 5, seed 7")(outcome),)),
    Case("matrix without positions, before the search",
         tsp("-o", "first.tour", "-o", "bare.svg", file="bare.tsp", iterations="1000000000"), code=2, out="",
         err=r"^swarmcl: bare\.svg: .*matrix.* cannot be drawn", checks=(no_file("first.tour", "bare.svg"), no_files)),
    Case("missing folder", ["tsp", "missing.tsp", "-o", "nowhere/a.svg"], code=1, out="",
         err=r"^swarmcl: nowhere/a\.svg: cannot be written"),
    refused("unknown suffix", ["tsp", "missing.tsp", "-o", "x.png"], r"x\.png", [".tour", ".json", ".svg", ".csv"]),
    degrees_of_longitude_shrink,
    lines_thin_out,
    same_bytes,
    crowded_names,
]

CURVES = [
    Case("curve", tsp("-o", "curve:a.csv", "-o", "a.json", file="medium.tsp"), err=r"^wrote a\.csv$",
         checks=(curve("a.csv", "a.json"), no_files)),
    Case("curve with gaps", tsp("-o", "curve:b.csv", "-o", "b.json", file="burma14.tsp"), checks=(curve("b.csv", "b.json"),)),
    Case("curve of lengths with decimals", tsp("-o", "curve:c.csv", "-o", "c.json", file="metres.csv"),
         checks=(curve("c.csv", "c.json"), lambda outcome: mentions("0.750000")(
             type(outcome)(0, outcome.read("c.csv"), "", outcome.folder, outcome.bench)))),
    Case("curve of ants", tsp("-o", "curve:e.csv", "-o", "e.json", "--algorithm", "as", file="medium.tsp"),
         checks=(ants_curve("e.csv", "e.json"), no_files)),
    Case("curve of ants in metres, without a start", tsp("-o", "curve:f.csv", "-o", "f.json", "-o", "curve:f.svg",
         "--algorithm", "mmas", "--local-search", "none", "--start-tour", "none", file="metres.csv", iterations="30"),
         checks=(ants_curve("f.csv", "f.json", False), ants_picture)),
    Case("curve of islands", tsp("-o", "curve:g.csv", "-o", "g.json", "--algorithm", "acs", "--islands", "2", file="medium.tsp"),
         checks=(curve("g.csv", "g.json"),)),
    Case("picture of the curve of a population", tsp("-o", "curve:h.svg", file="medium.tsp"),
         checks=(lambda outcome: require(set(Picture(outcome.read("h.svg")).paths) == {"axes", "curve"}, "paths"),)),
    Case("no curve of a run that is optimal at once", tsp("-o", "curve:i.svg", file="square.tsp"), checks=(
        pictured("i.svg", lambda picture: require(not picture.paths and "no curve: nothing improved the first solution"
                                                  in picture.words("fact"), picture.paths)),)),
    Case("curve of one node", tsp("-o", "curve:d.csv", "-o", "d.json", file="one.tsp"), checks=(curve("d.csv", "d.json"),)),
    Case("missing folder", ["tsp", "missing.tsp", "-o", "nowhere/a.csv"], code=1, out="",
         err=r"^swarmcl: nowhere/a\.csv: cannot be written"),
]

ON_DEVICE = [curves_are_alike_on_a_device]
GROUPS = {"render": RENDER, "pictures": PICTURES, "curves": CURVES}
