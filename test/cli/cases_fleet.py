"""Cases of `swarmcl fleet`: files, documents, tables, maps, repeated and resumed runs, plans that leave customers out;
`verify`, `render` and `instance` of them."""

import csv
import functools
import gzip
import itertools
import json
import math
import operator
import pathlib
import re

import fixtures
from cases import NO_DRIVER, no_files, refused, rejected, value
from picture import NAMESPACE, Page, Picture, drawn_by_engine, engine
from run import Case
from scenes import require

NO_DEVICE = ["-d", "none"]
ANTS = [["mmas"], ["macs", "--vehicles-first"]]
INSTANCES = pathlib.Path(__file__).resolve().parents[2] / "instances"
VANS = str(INSTANCES / "vans.vrp")

POINTS = [(x % 1000, y % 1000) for x, y in fixtures.random_points(8)]
DEMANDS = [0, 4, 3, 5, 2, 4, 3, 1]
CAPACITY = 10
MANY_POINTS = [(x % 1000, y % 1000) for x, y in fixtures.random_points(61)]
MANY_DEMANDS = [0] + [1 + i * 7 % 9 for i in range(60)]


def rounded(a, b):
    return int(math.dist(a, b) + 0.5)


def vrp(name, points, demands, capacity, head="", tail=""):
    rows = "".join(f"{i} {x} {y}\n" for i, (x, y) in enumerate(points, 1))
    loads = "".join(f"{i} {load}\n" for i, load in enumerate(demands, 1))
    return (f"NAME : {name}\nTYPE : CVRP\n{head}DIMENSION : {len(points)}\nCAPACITY : {capacity}\n"
            f"EDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n{rows}DEMAND_SECTION\n{loads}{tail}"
            f"DEPOT_SECTION\n1\n-1\nEOF\n")


def windows(rows):
    return "TIME_WINDOW_SECTION\n" + "".join(f"{i} {early} {late}\n" for i, (early, late) in enumerate(rows, 1))


def length_of(points, stops):
    nodes = [0, *stops, 0]
    return sum(rounded(points[a], points[b]) for a, b in zip(nodes, nodes[1:]))


def least(vehicles, combine):
    """The least total (operator.add) or largest (max) length of routes for POINTS, over all partitions into loads that fit
    and all orders."""
    customers = range(1, len(POINTS))
    subsets = [frozenset(c) for count in range(1, len(POINTS)) for c in itertools.combinations(customers, count)]
    single = {s: min(length_of(POINTS, order) for order in itertools.permutations(s))
              for s in subsets if sum(DEMANDS[k] for k in s) <= CAPACITY}
    found = {frozenset(): 0}
    for _ in range(vehicles):
        found = {s: min(combine(single[part], found[s - part]) for part in single if part <= s and s - part in found)
                 for s in subsets if any(part <= s and s - part in found for part in single)} | {frozenset(): 0}
    return found[frozenset(customers)]


@functools.cache
def least_length():
    return least(len(POINTS) - 1, operator.add)


@functools.cache
def least_longest(vehicles):
    return least(vehicles, max)


# Two customers far apart at the same time, and one vehicle.
TIGHT = vrp("tight", [(0, 0), (10, 0), (-10, 0), (0, 5)], [0, 3, 4, 2], 10, "VEHICLES : 1\n",
            windows([(0, 100), (10, 12), (10, 12), (0, 100)]))
SOLOMON = ("S1\n\nVEHICLE\nNUMBER     CAPACITY\n  2         10\n\nCUSTOMER\nCUST NO.  XCOORD.  YCOORD.  DEMAND  READY TIME  "
           "DUE DATE  SERVICE TIME\n\n 0 0 0 0 0 100 0\n 1 3 4 5 0 50 10\n 2 0 10 6 30 60 10\n")

fixtures.TEXT_FILES |= {
    "eight.vrp": vrp("eight", POINTS, DEMANDS, CAPACITY),
    "sixty.vrp": vrp("sixty", MANY_POINTS, MANY_DEMANDS, 40),
    "crumbs.vrp": vrp("crumbs", MANY_POINTS, [0] + [1] * 60, 2),
    "tight.vrp": TIGHT,
    "optional.vrp": TIGHT.replace("DEPOT_SECTION", "PRIZE_SECTION\n1 0\n2 0\n3 1000\n4 0\nDEPOT_SECTION"),
    "solomon.txt": SOLOMON,
    "heavy.vrp": vrp("heavy", POINTS, [0, 11, *DEMANDS[2:]], CAPACITY),
    "matrix.vrp": ("NAME : matrix\nTYPE : CVRP\nDIMENSION : 3\nCAPACITY : 5\nEDGE_WEIGHT_TYPE : EXPLICIT\n"
                   "EDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 3 4\n3 0 5\n4 5 0\nDEMAND_SECTION\n1 0\n2 1\n"
                   "3 1\nDEPOT_SECTION\n1\n-1\nEOF\n"),
    "late.sol": "Route #1: 1 2\nRoute #2: 3\nCost 50\n",
    "twice.sol": "Route #1: 1 3\nRoute #2: 2 3\nCost 50\n",
    "part.sol": "Route #1: 1 3\nCost 26\n",
    "heavy.sol": "Route #1: 1 2 3 4 5 6 7\nCost 1\n",
}


def fleet(*arguments, file="eight.vrp", iterations="30"):
    """A short run on the host."""
    return ["fleet", file, *NO_DEVICE, "--iterations", iterations, *arguments]


def documented(points, demands, capacity, least=None):
    """The document is complete and consistent: routes serve every customer once, and loads and lengths are right."""
    def check(outcome):
        run = outcome.json()
        result = run["result"]
        served = sorted(stop for route in result["routes"] for stop in route["stops"])
        assert served == list(range(1, len(points))) and result["unserved"] == [] and result["missing"] == 0, served
        for number, route in enumerate(result["routes"], 1):
            assert route["vehicle"] == number and route["finish"] == route["length"], route
            assert route["length"] == length_of(points, route["stops"]), route
            assert route["load"] == sum(demands[stop] for stop in route["stops"]) <= capacity, route
        assert result["cost"] == result["length"] == sum(route["length"] for route in result["routes"]), result
        assert least is None or result["cost"] == least, (result["cost"], least)
        costs = [point["cost"] for point in run["trace"]]
        assert costs == sorted(costs, reverse=True) and costs[-1] == result["cost"], costs
    return check


def files_are_kept(bench):
    """A run's files have the same routes, verify prints the cost of the run, and --replay repeats it."""
    made = bench.run(fleet("-q", "-o", "a.sol", "-o", "a.csv", "-o", "a.json", "-o", "curve:c.svg", file="sixty.vrp"))
    require(made.code == 0 and made.out == "", made.err)
    document = json.loads((bench.folder / "a.json").read_text())
    result = document["result"]
    routes = [route["stops"] for route in result["routes"]]
    lines = [f"Route #{number}: {' '.join(map(str, stops))}" for number, stops in enumerate(routes, 1)]
    require((bench.folder / "a.sol").read_text().splitlines() == [*lines, f"Cost {result['cost']}"], "a.sol")
    with open(bench.folder / "a.csv", encoding="utf-8") as file:
        stops = list(csv.DictReader(file))
    require([[int(stop["customer"]) for stop in stops if stop["vehicle"] == str(number)]
             for number in range(1, len(routes) + 1)] == routes, stops)
    for stop in stops:
        before = routes[int(stop["vehicle"]) - 1][:int(stop["position"])]
        require(int(stop["load"]) == sum(MANY_DEMANDS[k] for k in before), stop)
        way = length_of(MANY_POINTS, before) - rounded(MANY_POINTS[0], MANY_POINTS[before[-1]])
        require(int(stop["length"]) == int(stop["arrival"]) == int(stop["departure"]) == way, stop)
    verified = bench.run(["verify", "sixty.vrp", "a.sol"])
    require(verified.code == 0 and verified.out == f"{result['cost']}\nroutes {len(routes)}\n", verified)
    again = bench.run(["fleet", "sixty.vrp", *NO_DEVICE, "--replay", "a.json", "--json"]).json()
    require(again["result"]["routes"] == result["routes"], "--replay finds other routes")
    require("iterations 30, seed 1" in Picture((bench.folder / "c.svg").read_text()).description, "c.svg")


def routes_are_drawn(bench):
    """The map has a route for each vehicle and the depot; render draws the same lines."""
    bench.ok(fleet("-q", "-o", "r.sol", "-o", "r.svg", "-o", "r.json", file="sixty.vrp"))
    drawn = bench.run(["render", "sixty.vrp", "r.sol", "-o", "d.svg", "-o", "d.csv", "-o", "d.sol"])
    require(drawn.code == 0 and (bench.folder / "d.sol").read_text() == (bench.folder / "r.sol").read_text(), drawn.err)
    routes = json.loads((bench.folder / "r.json").read_text())["result"]["routes"]
    shapes = []
    for name in ("r.svg", "d.svg"):
        picture = Picture((bench.folder / name).read_text())
        picture.require_on_page()
        paths = list(picture.root.iter(NAMESPACE + "path"))
        lines = [path for path in paths if path.get("class") == "route"]
        require(len(lines) == sum(len(route["stops"]) > 1 for route in routes), f"{name}: {len(lines)} routes")
        require(sum(path.get("class") == "legend" for path in paths) == len(routes), name)
        require(sum(shape.get("class") == "depot" for shape in picture.root.iter(NAMESPACE + "rect")) == 2, name)
        require(f"60 customers, {len(routes)} routes of total length" in picture.description, picture.description)
        shapes.append([path.get("d").split("l", 1)[1] for path in lines])
    require(shapes[0] == shapes[1], "the maps differ")


def routes_in_a_browser(bench):
    """The page has each route in its colour, from depot to depot, and lists the stops; render writes the same page."""
    bench.ok(fleet("-q", "-o", "p.sol", "-o", "p.html", "-o", "p.json", file="sixty.vrp"))
    bench.ok(["render", "sixty.vrp", "p.sol", "-o", "q.html", "-q"])
    require((bench.folder / "p.html").read_bytes() == (bench.folder / "q.html").read_bytes(), "render writes another page")
    routes = json.loads((bench.folder / "p.json").read_text())["result"]["routes"]
    data = Page((bench.folder / "p.html").read_text(encoding="utf-8")).tour
    require([route["count"] for route in data["routes"]] == [len(route["stops"]) for route in routes], data["routes"])
    require([row[2] for row in data["tour"]] == [stop for route in routes for stop in route["stops"]], data["tour"])
    require(data["depots"] == 1 and [row[3] for row in data["others"]] == ["depot"], data["others"])
    for drawn in (drawn_by_engine,) if engine() else ():
        record, items = drawn(bench.folder / "p.html")
        require(len(record["lines"]) >= sum(len(route["stops"]) + 1 for route in routes), len(record["lines"]))
        require([words[0] for words in items][:len(routes[0]["stops"])] == [str(k + 1) for k in range(len(routes[0]["stops"]))]
                and items[0][2].startswith("vehicle 1, ") and items[-1] == ["–", "depot", ""], items[-1])


def routes_on_the_earth(bench):
    """GeoJSON has a line from depot to depot for each vehicle, cut at the date line, and the named stops in the colour of
    their vehicle; GPX has a route for each; render writes the same files."""
    (bench.folder / "towns.csv").write_text("name,lat,lon,demand\nSuva,-18.1,178.4,0\nApia,-13.8,-171.8,1\nNadi,-17.8,177.4,1\n"
                                            "Port Vila,-17.7,168.3,1\n")
    words = ["towns.csv", "--capacity", "2"]
    bench.ok(["fleet", *words, *NO_DEVICE, "--iterations", "3", "-q", "-o", "e.sol", "-o", "e.json", "-o", "e.geojson", "-o",
              "e.gpx"])
    bench.ok(["render", words[0], "e.sol", *words[1:], "-q", "-o", "f.geojson", "-o", "f.gpx"])
    for kind in ("geojson", "gpx"):
        run, drawn = ((bench.folder / f"{name}.{kind}").read_text() for name in "ef")
        require(run == drawn, f"render writes another {kind}")
    routes = json.loads((bench.folder / "e.json").read_text())["result"]["routes"]
    names = [["Apia", "Nadi", "Port Vila"][stop - 1] for route in routes for stop in route["stops"]]
    require(names == [name for route in routes for name in route["stop_names"]], "names of stops")
    features = json.loads((bench.folder / "e.geojson").read_text())["features"]
    lines = [each for each in features if each["geometry"]["type"] != "Point"]
    stops = [each["properties"] for each in features if each["geometry"]["type"] == "Point"]
    require([stop["name"] for stop in stops] == names, stops)
    require([line["properties"]["load"] for line in lines] == [route["load"] for route in routes] and len(lines) == 2, lines)
    require(len({line["properties"]["color"] for line in lines}) == 2, lines)
    require(all(stop["color"] == lines[stop["vehicle"] - 1]["properties"]["color"] for stop in stops), stops)
    for line, route in zip(lines, routes):
        parts = line["geometry"]["coordinates"] if 1 in route["stops"] else [line["geometry"]["coordinates"]]
        require(len(parts) == (3 if 1 in route["stops"] else 1) and parts[0][0] == parts[-1][-1] == [178.4, -18.1], line)
    require(re.findall(r"<rtept .*?<name>(.*?)</name>", (bench.folder / "e.gpx").read_text())
            == [name for route in routes for name in ["Suva", *[["Apia", "Nadi", "Port Vila"][k - 1] for k in route["stops"]],
                                                      "Suva"]], "e.gpx")


def documented_picture(bench):
    """docs/fleet.md prints routes; their length is the cost that the page prints, and render draws its picture."""
    pages = INSTANCES.parent / "docs"
    page = (pages / "fleet.md").read_text(encoding="utf-8")
    routes = re.findall(r"^route \d+ .* stops: ([\d ]+)$", page, re.MULTILINE)
    (bench.folder / "page.sol").write_text("".join(f"Route #{k}: {stops}\n" for k, stops in enumerate(routes, 1)))
    verified = bench.ok(["verify", VANS, "page.sol"])
    require(f"\ncost        {verified.out.split()[0]}, the length of {len(routes)} routes" in page, verified.out)
    bench.ok(["render", VANS, "page.sol", "-o", "vans.svg", "-q"])
    require((bench.folder / "vans.svg").read_bytes() == (pages / "fleet" / "vans.svg").read_bytes(), "another picture")


def incomplete_plans(bench):
    """A plan that leaves out a customer who must be served is printed, written and drawn, without a gap; the exit code
    is 6, also of verify. Of the runs of --repeat the one that serves more is the best."""
    run = bench.run(fleet("-o", "t.sol", "-o", "t.svg", "-o", "t.json", "-v", "--metrics", "t.prom", file="tight.vrp"))
    require(run.code == 6 and re.search(r"iteration \d, best [\d.]+, 1 not served, [\d.]+ s$", run.err, re.M), run)
    require(re.search(r"^swarmcl_missing\{.*\} 1$", (bench.folder / "t.prom").read_text(), re.M), "t.prom")
    missing = 1 if "served  1 of 3 customers: 1 (demand 3, not before 10.0)" in run.out else 2
    require(f"not served  1 of 3 customers: {missing} (demand" in run.out, run.out)
    require("\nvehicles    1 of 1 used; the largest free load is " in run.out and "\ngap " not in run.out, run.out)
    result = json.loads((bench.folder / "t.json").read_text())["result"]
    require((result["unserved"], result["missing"], result["gap_percent"]) == ([missing], 1, None), result)
    require(Picture((bench.folder / "t.svg").read_text()).parts("unserved"), "the customer is not drawn")
    for words in (["verify", "tight.vrp", "t.sol"], ["verify", "tight.vrp", "part.sol", "--json"],
                  ["render", "tight.vrp", "t.sol", "-o", "u.svg", "-q"], fleet("--repeat", "2", file="tight.vrp")):
        require(bench.run(words).code == 6, words)
    served = bench.run(fleet("--vehicles", "2", "--json", file="tight.vrp"))
    require(served.code == 0 and served.json()["result"]["missing"] == 0, served.out)


def optional_customers(bench):
    """A plan may leave out a customer with a score, at the cost of the score; the plan is complete."""
    run = bench.run(fleet("-o", "o.sol", file="optional.vrp"))
    require(run.code == 0 and ", and the scores of 1 customers left out, 1000.0; the number" in run.out, run)
    require("not served" not in run.out, run.out)
    document = bench.run(["verify", "optional.vrp", "o.sol", "--json"]).json()
    require((document["unserved"], document["missing"], document["prices"]) == ([2], 0, 1000), document)
    require(document["cost"] == document["length"] + document["prices"], document)


def require_resumed(bench, *options):
    plan = [*options, "--json"]
    whole = bench.run(fleet(*plan, file="sixty.vrp", iterations="8")).json()["result"]["routes"]
    bench.ok(fleet(*plan, "--checkpoint", "f.state", file="sixty.vrp", iterations="8"))
    resumed = bench.run(fleet("--resume", "f.state", "--json", file="sixty.vrp", iterations="8")).json()["result"]
    require(resumed["routes"] == whole, "a resumed run finds other routes")
    for threads in ("1", "3"):
        again = bench.run(fleet(*plan, "--threads", threads, file="sixty.vrp", iterations="8")).json()["result"]
        require(again["routes"] == whole, f"{threads} threads find other routes")
    islands = [bench.run(fleet(*plan, "--islands", "2", "--epoch", "2", file="sixty.vrp", iterations="6")).json()
               for _ in range(2)]
    require(islands[0]["result"]["routes"] == islands[1]["result"]["routes"], "islands differ")


def plans_are_resumed(bench):
    """A resumed run finds what an uninterrupted run finds; so do runs with other numbers of threads, and islands."""
    require_resumed(bench, "--plans", "3")


def goals_are_resumed(bench):
    """A run resumed from the middle finds the routes of an uninterrupted run if a schedule fixes the temperatures."""
    schedule = ",".join("3" if level % 8 == 0 else "0" for level in range(64))
    for goal in (["--vehicles-first"], ["--balance", "--vehicles", "9"]):
        plan = [*goal, "--plans", "2", "--schedule", schedule, "--json"]
        whole = bench.run(fleet(*plan, file="sixty.vrp", iterations="24")).json()["result"]
        bench.ok(fleet(*plan, "--checkpoint", "g.state", file="sixty.vrp", iterations="7"))
        rest = bench.run(fleet("--resume", "g.state", *goal, "--json", file="sixty.vrp", iterations="24")).json()["result"]
        require(rest["routes"] == whole["routes"], f"{goal}: a resumed run finds other routes")


def earlier_plans_go_on(bench):
    """--init starts from routes; customers without a route are inserted, and a plan that breaks a rule is rejected."""
    bench.ok(fleet("-q", "-o", "old.sol", file="sixty.vrp", iterations="40"))
    cost = int(bench.run(["verify", "sixty.vrp", "old.sol"]).out.splitlines()[0])
    text = (bench.folder / "old.sol").read_text()
    (bench.folder / "new.sol").write_text(re.sub(r" (7|23|41)(?= |\n)", "", text))
    for name, most in (("old.sol", cost), ("new.sol", 1.05 * cost)):
        found = bench.run(fleet("--init", name, "--json", file="sixty.vrp", iterations="2")).json()
        require(found["result"]["missing"] == 0 and found["result"]["cost"] <= most, found["result"]["cost"])
        require(found["init"][0]["file"] == name, found["init"])
    (bench.folder / "full.sol").write_text("Route #1: " + " ".join(map(str, range(1, 61))) + "\n")
    require("the load with customer" in bench.run(fleet("--init", "full.sol", file="sixty.vrp")).err, "a full vehicle")


def ants_are_resumed(bench):
    """Ants, whose state has trails, are resumed too; --replay repeats them."""
    for algorithm in ANTS:
        require_resumed(bench, "--algorithm", *algorithm, "--ants", "3")
        made = bench.run(fleet("--algorithm", *algorithm, "--json", file="sixty.vrp", iterations="3"))
        (bench.folder / "ants.json").write_text(made.out)
        again = bench.run(["fleet", "sixty.vrp", *NO_DEVICE, "--replay", "ants.json", "--json"]).json()
        require(again["result"]["routes"] == made.json()["result"]["routes"], "--replay finds other routes")


def files_are_recognised(bench):
    """instance and verify find a fleet by the name of the file, also if it is packed, or as a text of Solomon's format."""
    (bench.folder / "packed.vrp.gz").write_bytes(gzip.compress((bench.folder / "eight.vrp").read_bytes()))
    for name in ("eight.vrp", "packed.vrp.gz"):
        described = bench.run(["instance", name])
        require("\ncustomers   7\ndepots      1\nvehicles    no limit\ncapacity    10\n" in described.out, described)
    bench.ok(["instance", "solomon.txt"])
    bench.ok(fleet("-q", "-o", "s.sol", file="solomon.txt"))
    bench.ok(["verify", "solomon.txt", "s.sol"])


DEPOTS = ("NAME : depots\nTYPE : MDVRPTW\nDIMENSION : 6\nVEHICLES : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n"
          "1 0 0\n2 100 0\n3 0 10\n4 100 10\n5 0 20\n6 90 0\nDEMAND_SECTION\n1 0\n2 0\n3 4\n4 5\n5 6\n6 3\n"
          "CAPACITY_SECTION\n1 10\n2 5\n3 3\nVEHICLES_DEPOT_SECTION\n1 1\n2 2\n3 2\n"
          "VEHICLES_MAX_DURATION_SECTION\n1 40\n2 20\n3 20\nDEPOT_SECTION\n1\n2\n-1\nEOF\n")


def vehicles_of_files_differ(bench):
    """Vehicles start at their depots; text, solution and table number customers as the file does, less one."""
    (bench.folder / "depots.vrp").write_text(DEPOTS)
    made = bench.ok(fleet("-o", "d.sol", "-o", "d.csv", file="depots.vrp"))
    require(re.search(r"^cost +80\.000, the length of 3 routes", made.out, re.M), made.out)
    require((bench.folder / "d.sol").read_text() in [f"Route #1: {ends}\nRoute #2: 3\nRoute #3: 5\nCost 80.000\n"
                                                      for ends in ("2 4", "4 2")], made.out)
    require(re.search(r"^route 3 +.*: 5$", made.out, re.M), made.out)
    costs = [bench.ok(["verify", "depots.vrp", name]).out for name in ("d.sol", "d.csv")]
    require(costs == ["80.000\nroutes 3\n"] * 2, costs)
    fewer = bench.run(fleet("--vehicles", "2", file="depots.vrp"))
    require(fewer.code == 2 and "has sections of 3 vehicles" in fewer.err, fewer)


SHOPS = ("name,lat,lon,demand,from,until,service,depot\nNorth,52.6,13.4,,6:00,18:00,,x\nSouth,52.4,13.4,,6:00,18:00,,x\n"
         "\"Kiosk, A\",52.53,13.45,4,08:00,10:00,5,\nB,52.5,13.35,6,,,5,\nC,52.48,13.42,3,9:30 am,12:00,10,\n")
VANS_TABLE = "name,capacity,start,end,from,until,limit,duration\nAnna,8,North,-,6:00,14:00,60km,8h\nBen,9,South,,,,,4:30\n"


def tables_have_names(bench):
    """Names of customers, vehicles and times of day come back in the table, the text and messages; verify reads the plan."""
    (bench.folder / "shops.csv").write_text(SHOPS)
    (bench.folder / "vans.csv").write_text(VANS_TABLE)
    options = ["--fleet", "vans.csv", "--speed", "30km/h"]
    made = bench.run(["fleet", "shops.csv", *options, *NO_DEVICE, "--iterations", "20", "-o", "r.csv", "-o", "r.sol",
                      "-o", "r.geojson", "-o", "r.gpx", "-o", "r.svg"])
    require(made.code == 0 and 'reads the columns "name" as name' in made.err, made)
    require(re.search(r"^cost +\d+\.\d m \(\d+\.\d km\), the length of 2 routes", made.out, re.M), made.out)
    require(re.search(r"^Ben +length \d+\.\d, load 9, back at \d\d:\d\d(:\d\d)?, 2 stops: ", made.out, re.M), made.out)
    with open(bench.folder / "r.csv", encoding="utf-8") as file:
        stops = {stop["name"]: stop for stop in csv.DictReader(file)}
    require(set(stops) == {"Kiosk, A", "B", "C"} and {stop["vehicle"] for stop in stops.values()} == {"Anna", "Ben"}, stops)
    require(not any(float(stop["wait"]) for stop in stops.values() if stop["position"] == "1"), "a wait before the first stop")
    require(stops["C"]["departure"] >= "09:40" and stops["Kiosk, A"]["arrival"] <= "10:00", stops)
    for name in ("geojson", "gpx", "svg"):
        require(len(re.findall("[\">](Anna|Ben)[\"<:]", (bench.folder / f"r.{name}").read_text())) == 2, name)
    require(f'"arrival": "{stops["Kiosk, A"]["arrival"]}"' in (bench.folder / "r.geojson").read_text(), "r.geojson")
    routes = bench.run(["verify", "shops.csv", "r.csv", *options, "--json"]).json()["routes"]
    require({time for route in routes for time in route["arrivals"]} == {stop["arrival"] for stop in stops.values()}, routes)
    costs = [bench.run(["verify", "shops.csv", name, *options]).out for name in ("r.sol", "r.csv")]
    require(costs[0] == costs[1] and f"cost        {costs[0].split()[0]} m" in made.out, costs)
    late = bench.run(["fleet", "shops.csv", *NO_DEVICE, "--capacity", "9", "--speed", "1km/h"])
    require(late.code == 2 and re.search(r'customer "Kiosk, A" can be reached at \d+:\d\d.*closes at 10:00', late.err), late)
    (bench.folder / "pair.csv").write_text("name,x,y\nHome,3,4\nDepot,0,0\n")
    pair = bench.run(["fleet", "pair.csv", *NO_DEVICE, "--depot", "Depot", "--iterations", "1"])
    require(pair.out.startswith("cost        10.000, ") and pair.out.endswith(": Home\n"), pair.out)
    (bench.folder / "twice.csv").write_text("name,x,y,demand\nD,0,0,\nA,1,0,3\nA,5,0,2\n")  # one name, two customers
    bench.run(["fleet", "twice.csv", *NO_DEVICE, "--capacity", "3", "--iterations", "1", "-o", "t.csv"])
    require(bench.run(["verify", "twice.csv", "t.csv", "--capacity", "3"]).out == "12.000\nroutes 2\n", "twice.csv")
    lost = bench.run(["verify", "shops.csv", "absent.csv", *options])
    require(lost.code == 2 and "absent.csv: cannot be opened" in lost.err, lost)
    for option, text in (("--limit", "1km"), ("--duration", "1min"), ("--stops", "0"), ("--speed", "fast")):
        require(bench.run(["fleet", "shops.csv", "--capacity", "9", *({"--speed": "30"} | {option: text}).popitem(),
                           *NO_DEVICE]).code == 2, option)
    both = bench.run(["fleet", "shops.csv", "--capacity", "9", *NO_DEVICE, "--speed", "30km/h", "--times", "shops.csv"])
    require(both.code == 2 and "found --speed and --times, expected one" in both.err, both)


def plans_of_yesterday(bench):
    """--init takes the stops that are left of an earlier table; names with quotes are found again."""
    for name, last in (("old", "Gone,3,0,1"), ("new", "New,0,3,1")):
        (bench.folder / f"{name}.csv").write_text(f'name,x,y,demand\nD,0,0,\n"Bar ""X"", left",1,0,1\nA,2,0,1\n{last}\n')
    words = ["--capacity", "3", *NO_DEVICE, "--iterations", "2"]
    bench.run(["fleet", "old.csv", *words, "-o", "p.csv"])
    require(bench.run(["verify", "old.csv", "p.csv", "--capacity", "3"]).out == "6.000\nroutes 1\n", "old.csv")
    found = bench.run(["fleet", "new.csv", *words, "--init", "p.csv"])
    require(found.code == 0 and "p.csv: stops left out, of customers or vehicles that new does not have: 1\n" in found.err, found)
    refusal = bench.run(["verify", "new.csv", "p.csv", "--capacity", "3"])
    require(refusal.code == 2 and 'found "Gone", expected the name of a customer' in refusal.err, refusal)


def stops_have_the_format_of_the_input(bench):
    """A table of stops is for the spreadsheet that wrote the input: separator, decimal comma, mark and line ends."""
    text = "\ufeffKunde;x;y;Menge\r\nLager;0;0;\r\nBäcker;1,5;0;2,25\r\n\"A;B\";3;0;1\r\n"
    (bench.folder / "excel.csv").write_bytes(text.encode())
    bench.run(["fleet", "excel.csv", "--capacity", "5", *NO_DEVICE, "--iterations", "2", "-o", "plan.csv"])
    rows = (bench.folder / "plan.csv").read_bytes().decode().split("\r\n")
    require(rows[0] == "\ufeffvehicle;position;name;customer;arrival;wait;departure;load;length", rows)
    require(any(row.endswith(";Bäcker;1;1,500;0,000;1,500;2,25;1,500") or ";Bäcker;1;4,5" in row for row in rows), rows)
    require(bench.run(["verify", "excel.csv", "plan.csv", "--capacity", "5"]).out == "6.000\nroutes 1\n", rows)


def tables_have_units(bench):
    """A title may have the unit of its column, a service its own; dates may be German."""
    (bench.folder / "units.csv").write_text("Ort;lat;lon;von;bis;Dauer;Gewicht_kg;Fahrer\nHof;52;13;28.11.2026 6:00;28.11.2026 18:00;;;\n"
                                            "A;52,1;13;28.11.2026 8:00;28.11.2026 9:00;15 min;2,5;Ben\n")
    for title, code in (("max km", 0), ("Reichweite", 2)):
        (bench.folder / "drivers.csv").write_text(f"Fahrer;Kapazität (kg);{title}\nAnna;3;30\nBen;3;30\n")
        found = bench.run(["fleet", "units.csv", "--fleet", "drivers.csv", "--speed", "30", *NO_DEVICE, "--iterations", "2"])
        require(found.code == code, found)
        require(code == 2 or re.search(r"^Ben .*load 2\.5, back at 2026-11-28T08:37:\d\d, 1 stop: A$", found.out, re.M), found)


def vehicles_are_counted(bench):
    """A row of the table of vehicles may stand for several, whose names are numbered, or for none."""
    (bench.folder / "four.csv").write_text("name,x,y,demand\nD,0,0,\nA,1,0,2\nB,0,1,2\nC,-1,0,2\nE,0,-1,1\n")
    (bench.folder / "types.csv").write_text("name,capacity,count\nVan,2,3\nBike,1,\nTruck,9,0\n")
    words = ["fleet", "four.csv", "--fleet", "types.csv", *NO_DEVICE, "--iterations", "2"]
    names = re.findall("^(Van \\d|Bike|Truck) +length", bench.run(words).out, re.M)
    require(names == ["Van 1", "Van 2", "Van 3", "Bike"], names)
    (bench.folder / "types.csv").write_text("name,capacity,count\nVan,2,2.5\n")
    require('types.csv:2: found "2.5", expected a number of vehicles' in bench.run(words).err, words)


def first_plans_serve_all(bench):
    """Vehicles that differ serve all customers from the first round on; a customer without a route is named by what it needs."""
    (bench.folder / "grid.csv").write_text("name,x,y,demand,skills\nD,0,0,,\n" + "".join(
        f"c{k},{k % 25},{k // 25},1,lift\n" for k in range(1, 401)))
    (bench.folder / "mixed.csv").write_text("name,capacity,stops,skills\n" + "".join(
        f"v{k},{30 + k % 3},40,{'lift' if k % 2 else ''}\n" for k in range(30)))
    run = ["fleet", "grid.csv", "--fleet", "mixed.csv", *NO_DEVICE, "--plans", "1", "--iterations", "1"]
    require(bench.run(run).code == 0, "one round")
    (bench.folder / "mixed.csv").write_text("name,capacity,limit,skills\nv1,900,20,\nv2,900,60,lift\n")
    left = bench.run(run)
    require(left.code == 6 and re.search(r"^not served +\d+ of 400 customers: c\d+ \(demand 1\), ", left.out, re.M), left.out)


def tables_are_described(bench):
    """instance describes a table with columns that only fleets have, with the options of a run; other tables are of tours."""
    (bench.folder / "s.csv").write_text("name,x,y,demand,skills\nD,0,0,,\nA,3,0,4,\nB,3,4,2,\nC,0,4,3,\n")
    (bench.folder / "w.csv").write_text("name,capacity,skills\nAnna,5,lift\nBen,9,\n")
    described = bench.run(["instance", "s.csv"])
    require("\ncustomers   3\ndepots      1\nvehicles    no limit\ncapacity    not given\ndemand      9\n" in described.out, described)
    (bench.folder / "s.csv").write_text("name,x,y,demand,skills\nD,0,0,,\nA,3,0,4,lift\nB,3,4,2,\nC,0,4,3,\n")
    described = bench.run(["instance", "s.csv", "--fleet", "w.csv"])
    require("\nvehicles    2\ncapacity    9\ndemand      9, for at least 1 vehicle\nwindows     none\nskills      1 customers need"
            in described.out, described)
    impossible = bench.run(["instance", "s.csv", "--capacity", "3"])
    require(impossible.code == 2 and re.search(r"no plan .* customer \"A\" needs skills that no vehicle", impossible.err),
            impossible)
    doubtful = bench.run(["instance", "s.csv"])
    require(doubtful.code == 0 and "`swarmcl fleet` cannot plan for it: s.csv: no plan" in doubtful.err, doubtful)
    (bench.folder / "o.csv").write_text("x,y,score\n0,0,0\n1,1,5\n2,2,4\n")
    require("\ntype        TSP\n" in bench.run(["instance", "o.csv"]).out, "a table of scores")
    for words in (["fleet", "bare.csv", *NO_DEVICE], ["verify", "bare.csv", "b.sol"]):
        (bench.folder / "bare.csv").write_text("x,y,demand\n0,0,0\n1,1,5\n2,2,4\n")
        (bench.folder / "b.sol").write_text("Route #1: 1 2\n")
        require('"bare": found demands, expected a capacity' in bench.run(words).err, words)


def tables_are_large(bench):
    """Above 5,000 places lengths are computed from points, on a plane and on the Earth, with the usual rounding."""
    stops = range(1, 5101)
    (bench.folder / "line.csv").write_text("name,x,y\n" + "".join(f"p{k},{k / 4},0\n" for k in range(5101)))
    (bench.folder / "line.vrp").write_text(vrp("line", [(k / 4, 0) for k in range(5101)], [0, *[1 for _ in stops]], 9000))
    (bench.folder / "equator.csv").write_text("name,lat,lon\n" + "".join(f"p{k},0,{k / 100}\n" for k in range(5101)))
    (bench.folder / "line.sol").write_text(f"Route #1: {' '.join(map(str, stops))}\n")
    for name in ("line.csv", "line.vrp"):
        require(bench.run(["verify", name, "line.sol"]).out == "2550.000\nroutes 1\n", name)
    length = float(bench.run(["verify", "equator.csv", "line.sol"]).out.split()[0])
    require(abs(length / (2 * 6371008.8 * math.radians(51)) - 1) < 1e-4, length)
    drawn = bench.run(["instance", "line.csv", "--capacity", "9"])
    require("\ncustomers   5100\n" in drawn.out and "exact, in steps of 0.001\n" in drawn.out, drawn)
    refusal = bench.run(["verify", "line.csv", "line.sol", "--rounding", "truncated"])
    require(refusal.code == 2 and "found 5101 nodes, expected at most 5000 with matrices" in refusal.err, refusal)


def large_tables_have_a_speed(bench):
    """Times of 6,000 places are computed from lengths and a speed: 60 km at 30 km/h take exactly two hours."""
    rows = [f"p{k},{k / 100},0,{'1:00,2:00' if k == 6000 else ','}\n" for k in range(6001)]
    (bench.folder / "timed.csv").write_text("name,x,y,from,until\n" + "".join(rows))
    (bench.folder / "timed.sol").write_text(f"Route #1: {' '.join(map(str, range(1, 6001)))}\n")
    words = ["verify", "timed.csv", "timed.sol", "--capacity", "1", "--speed"]
    require(bench.run([*words, "30km/h"]).out == "120.000\nroutes 1\n", words)
    late = bench.run([*words, "20km/h"])
    require(late.code == 2 and '"p6000" can be reached at 03:00' in late.err, late)


def loads_have_decimals(bench):
    """Demands of a table, of vehicles and of a file with up to three decimals are added up exactly and printed alike."""
    (bench.folder / "d.csv").write_text("name,x,y,demand\nD,0,0,\nA,3,0,0.1\nB,3,4,0.2\nC,0,4,2.25\n")
    (bench.folder / "v.csv").write_text("name,capacity\nAnna,0.3\nBen,2.25\n")
    (bench.folder / "d.vrp").write_text(vrp("d", POINTS[:4], [0, 0.1, 0.2, 0.25], 0.3))
    made = bench.run(["fleet", "d.csv", *NO_DEVICE, "--fleet", "v.csv", "--iterations", "5", "-o", "d1.csv", "--json"])
    require([route["load"] for route in made.json()["result"]["routes"]] == [0.3, 2.25], made)
    require('"demand": 2.55,' in made.out and ",2.25," in (bench.folder / "d1.csv").read_text(), made.out)
    require("\ncapacity    0.30\ndemand      0.55, for at least 2 vehicles\n" in bench.run(["instance", "d.vrp"]).out, "d.vrp")
    (bench.folder / "w.csv").write_text("name,tons\nAnna,3\n")
    for words, expected in ((["--capacity", "2"], "demand of 2.25, and a vehicle carries 2"),
                            (["--fleet", "w.csv"], '"d": found demands, expected a capacity: --capacity, '),
                            (["--capacity", "2.00001"], "--capacity 2.00001: expected at most 3 decimals")):
        refusal = bench.run(["fleet", "d.csv", *NO_DEVICE, *words])
        require(refusal.code == 2 and expected in refusal.err, refusal)
    for name, old in (("d.csv", "2.25"), ("v.csv", "0.3"), ("d.vrp", "4 0.25")):
        text = (bench.folder / name).read_text()
        (bench.folder / name).write_text(text.replace(old, old + "0001"))
        refusal = bench.run(["fleet", name if name == "d.vrp" else "d.csv", *NO_DEVICE, "--fleet", "v.csv"])
        require(re.search(rf"{name}:\d+: found \"[0-9.]+01\", expected a (demand|capacity) .*3 decimals", refusal.err), refusal)
        (bench.folder / name).write_text(text)


def matrices_replace_places(bench):
    """--lengths and --times stand for coordinates; the way back may be another length."""
    (bench.folder / "names.csv").write_text("name,demand\nD,0\na,1\nb,1\n")
    (bench.folder / "km.csv").write_text(",D,a,b\nD,0,1,9\na,9,0,1\nb,1,9,0\n")
    (bench.folder / "min.csv").write_text(",D,a,b\nD,0,0:07,1\na,1,0,0:08\nb,0:09,1,0\n".replace(",1", ",0:01"))
    found = bench.run(["fleet", "names.csv", "--capacity", "2", "--lengths", "km.csv", "--times", "min.csv", *NO_DEVICE,
                       "--iterations", "5", "--json"]).json()
    require(found["result"]["cost"] == 3 and found["result"]["routes"][0]["finish"] == 24, found["result"])
    open_route = bench.run(["fleet", "names.csv", "--capacity", "2", "--lengths", "km.csv", "--open", *NO_DEVICE,
                            "--iterations", "5", "--json"]).json()
    require(open_route["result"]["cost"] == 2, open_route["result"])


def plans_of_batches(bench):
    """A line of a batch has the plan of a run with the same options, for any number of threads."""
    run = ["batch", "eight.vrp", "tight.vrp", "optional.vrp", *NO_DEVICE, "--iterations", "5", "--seed", "3"]
    outcomes = [bench.run([*run, "--threads", threads]) for threads in ("1", "3")]
    require([outcome.code for outcome in outcomes] == [6, 6], outcomes)
    lines, others = ([json.loads(line) for line in outcome.out.splitlines()] for outcome in outcomes)
    for line, other in zip(lines, others, strict=True):
        single = bench.run(["fleet", line["input"], *NO_DEVICE, "--iterations", "5", "--seed", "3", "--plans", "6",
                            "--json"]).json()["result"]
        require(line | {"seconds": 0} == other | {"seconds": 0}, f"{line} and {other} differ")
        for member in ("cost", "iterations", "routes", "unserved", "missing"):
            require(line[member] == single[member], f"{member} of {line}, expected {single}")
    require([line["missing"] > 0 for line in lines] == [False, True, False], lines)
    (bench.folder / "stops.csv").write_text("name,x,y,demand\nD,0,0,\na,3,4,1\nb,6,8,2\n")
    lengths = [json.loads(bench.run(["batch", "stops.csv", *NO_DEVICE, *more]).out) for more in ((), ("--capacity", "2"))]
    require([lengths[0]["length"], lengths[1]["cost"]] == [20, 30], lengths)  # one tour; two routes
    default = json.loads(bench.run(["batch", "eight.vrp", *NO_DEVICE]).out)
    require((default["iterations"], default["cost"]) == (24, least_length()), default)


FLEET = [
    Case("document", fleet("--json"), checks=(documented(POINTS, DEMANDS, CAPACITY, least_length()),
                                              value("instance.customers", 7), value("instance.vehicles", None),
                                              value("instance.least_vehicles", 3), value("device", None))),
    Case("many customers", fleet("--json", file="sixty.vrp"), checks=(documented(MANY_POINTS, MANY_DEMANDS, 40),)),
    Case("text", fleet(), err="",
         out=rf"\Acost +{least_length()}, the length of \d routes; the number of routes is not minimised\n(.*\n)*"
             r"route 1 +length \d+, load \d+, \d stops?:( \d)+\n(.*\n)*\Z"),
    Case("times", ["fleet", VANS, *NO_DEVICE, "--iterations", "20"], err="",
         out=r"\nroute 1 +length \d+\.\d, load \d+, back at \d+\.\d, \d+ stops:( \d+)+"),
    Case("many routes", fleet(file="crumbs.vrp", iterations="2"), err=r"^the routes go to a file: -o FILE.sol",
         out=r"^cost +\d+, the length of 30 routes; .*\n(?!(.*\n)*route)"),
    Case("no driver is needed", ["fleet", "eight.vrp", *NO_DEVICE, "--time", "0.3"], out=rf"^cost +{least_length()},",
         environment=NO_DRIVER),
    Case("target", fleet("--target", str(least_length()), iterations="100000"), out=r"^stopped by +target$"),
    Case("balance", fleet("--balance", "--vehicles", "3", "--json", iterations="100"),
         checks=(value("result.cost", least_longest(3)), value("result.longest", least_longest(3)),
                 value("instance.goal", "longest route"))),
    Case("balance on islands", fleet("--balance", "--vehicles", "3", "--islands", "2", "--epoch", "3", iterations="200"),
         out=rf"^cost +{least_longest(3)}, the length of the longest of 3 routes; together they have \d+$"),
    Case("fewest vehicles", fleet("--vehicles-first", "--json", file="sixty.vrp", iterations="100"),
         checks=(lambda outcome: require(len(outcome.json()["result"]["routes"]) == (sum(MANY_DEMANDS) + 39) // 40, outcome),
                 value("result.missing", 0))),
    Case("another capacity", fleet("--capacity", "22", "--json"),
         checks=(documented(POINTS, DEMANDS, 22), value("instance.least_vehicles", 1))),
    *[Case(f"ants: {words[0]}", fleet("--algorithm", *words, "--json"),
           checks=(documented(POINTS, DEMANDS, CAPACITY, least_length()),)) for words in ANTS],
    *[Case(f"ants that leave a customer out: {words[0]}", fleet("--algorithm", *words, file="tight.vrp"), code=6,
           out="not served  1 of 3 customers") for words in ANTS],
    Case("exact lengths", fleet("--rounding", "exact", "--json"), checks=(value("instance.decimals", 3),)),
    Case("table of stops", fleet("-o", "stops.csv"), err=r"^wrote stops\.csv$", checks=(no_files,)),
    Case("instance", ["instance", "tight.vrp"], err="",
         out=r"^vehicles +1\ncapacity +10\ndemand +9, for at least 1 vehicle\nwindows +yes\n"
             r"lengths +truncated, in steps of 0\.1\noptimum +unknown$"),
    Case("instance of optional customers", ["instance", "optional.vrp"], out=r"^optional +1 customers have a score$"),
    Case("instance as a document", ["instance", "eight.vrp", "--json"],
         checks=(value("instance.demand", 22), value("instance.duration", None), value("instance.time_windows", False))),
    Case("instance in silence", ["instance", "eight.vrp", "-q"], out="", err=""),
    files_are_kept,
    routes_are_drawn,
    routes_in_a_browser,
    routes_on_the_earth,
    documented_picture,
    incomplete_plans,
    optional_customers,
    plans_are_resumed,
    goals_are_resumed,
    earlier_plans_go_on,
    ants_are_resumed,
    files_are_recognised,
    vehicles_of_files_differ,
    tables_have_names,
    first_plans_serve_all,
    tables_are_described,
    tables_are_large,
    large_tables_have_a_speed,
    plans_of_yesterday,
    stops_have_the_format_of_the_input,
    tables_have_units,
    vehicles_are_counted,
    loads_have_decimals,
    matrices_replace_places,
    plans_of_batches,
]

FLEET_REFUSED = [
    refused("no file", ["fleet"], r"FILE is missing"),
    rejected("plans of ants", fleet("--algorithm", "mmas", "--plans", "3"), r"--plans 3 clashes with --algorithm mmas"),
    rejected("schedule of ants", fleet("--algorithm", "macs", "--schedule", "1"), r"--schedule 1 clashes with --algorithm macs"),
    rejected("vehicles of ants", fleet("--algorithm", "macs"), r"--algorithm macs needs --vehicles-first"),
    rejected("ants of plans", fleet("--ants", "3"), r"--ants 3 clashes with --algorithm population"),
    refused("option of tsp", fleet("--candidates", "5"), r"unknown option --candidates"),
    rejected("missing file", fleet(file="missing.vrp"), r"^swarmcl: missing\.vrp"),
    rejected("too heavy", fleet(file="heavy.vrp"), r"^swarmcl: heavy\.vrp: .*customer 1 has a demand of 11, .* carries 10"),
    rejected("too few vehicles", fleet("--vehicles", "2"), r"^swarmcl: eight\.vrp: .*the demand is 22, and 2 vehicles"),
    rejected("map without coordinates", fleet("-o", "a.svg", file="matrix.vrp"),
             r"^swarmcl: a\.svg: matrix cannot be drawn: found only distances, expected coordinates"),
    rejected("two goals", fleet("--balance", "--vehicles-first", "--vehicles", "3"), r"found --balance and --vehicles-first"),
    rejected("target of vehicles", fleet("--vehicles-first", "--target", "5"), r"--target is a cost"),
    rejected("balance without vehicles", fleet("--balance"), r"--balance needs a number of vehicles"),
    rejected("line without geographic coordinates", fleet("-o", "a.geojson"),
             r"^swarmcl: a\.geojson: eight has no geographic coordinates"),
    refused("unknown kind of file", fleet("-o", "a.tour"), r"--output a\.tour", [".sol", ".svg"]),
    refused("unknown kind of picture", ["render", "eight.vrp", "a.sol", "-o", "a.kml"], r"--output a\.kml", [".svg"]),
    refused("limit of routes", ["verify", "tight.vrp", "part.sol", "--limit", "5"], r"--limit is not for routes"),
    refused("rounding of a tour", ["verify", "square.tsp", "square.tour", "--rounding", "exact"], r"--rounding is for routes"),
    refused("unknown rounding", fleet("--rounding", "up"), r"--rounding up: expected one of"),
    rejected("batch of two problems", ["batch", "eight.vrp", "square.tsp"],
             r"eight\.vrp is for `swarmcl fleet` and square\.tsp for `swarmcl tsp`, but a batch has one problem"),
    refused("batch of plans with an option of tours", ["batch", "eight.vrp", "--kicks", "3"], r"--kicks is not for `swarmcl fleet`"),
    refused("batch of tours with an option of plans", ["batch", "square.tsp", "--capacity", "3"],
            r"--capacity is not for `swarmcl tsp`"),
    refused("array of plans", ["batch", "eight.vrp", "-o", "a.npy"], r"--output FILE\.npy is for tours"),
    rejected("routes that are missing", ["verify", "tight.vrp", "missing.sol"], r"^swarmcl: missing\.sol"),
    rejected("tours of a fleet", ["tsp", "eight.vrp", *NO_DEVICE], r'^swarmcl: eight\.vrp:2: found "CVRP"'),
    *[Case(f"routes that break a rule: {file}", ["verify", *words], code=5, out="", err=rf"^swarmcl: {file}: .*{message}")
      for file, words, message in (
          ("late.sol", ["tight.vrp", "late.sol", "--vehicles", "2"], "customer 2 is reached at 30.* closes at 12"),
          ("late.sol", ["tight.vrp", "late.sol"], ""),
          ("twice.sol", ["tight.vrp", "twice.sol", "--vehicles", "2"], "customer 3"),
          ("heavy.sol", ["eight.vrp", "heavy.sol"], "the load with customer 3 is 12, and a vehicle carries 10"))],
]


GROUPS = {"fleet": FLEET, "fleet-refused": FLEET_REFUSED}
