"""--init with the outputs of a run on an earlier table: places that are new since, and places that are gone."""

import math
import random

from cases_colony import INSTANCES
from scenes import SLACK_SECONDS, at_most, require

OUTPUTS = ("old.csv", "old.json", "old.txt", "old.tour")
GONE, NEW = {3, 17}, {5, 30, 44}


def sights():
    """Returns (name, x, y) of sights.csv, in a unit that is equal for degrees of longitude and of latitude."""
    lines = (INSTANCES / "sights.csv").read_text().splitlines()[1:]
    return [(name, float(lat), float(lon)) for name, lat, lon, _ in (line.rsplit(",", 3) for line in lines)]


def table(places, titles="name,x,y", names=True):
    return "".join([f"{titles}\n", *(f"{name},{x!r},{y!r}\n" if names else f"{x!r},{y!r}\n" for name, x, y in places)])


def distance(a, b):
    return math.dist(a[1:], b[1:])


def completed(tour, places):
    """The length of the tour after each missing place is inserted where it adds the least length."""
    tour = list(tour)
    for place in places:
        if place not in tour:
            costs = [distance(a, place) + distance(place, b) - distance(a, b) for a, b in zip(tour, tour[1:] + tour[:1])]
            tour.insert(costs.index(min(costs)) + 1, place)
    return sum(distance(a, b) for a, b in zip(tour, tour[1:] + tour[:1]))


def places_are_found_by_name_or_position(bench):
    """Every output of a run on an older table can be a start; its length is that after cheapest insertion, and a note
    reports it."""
    places = sights()
    old = [place for k, place in enumerate(places) if k not in NEW]
    new = [place for k, place in enumerate(places) if k not in GONE][::-1]
    for name, text in (("old-table.csv", table(old)), ("new-table.csv", table(new)),
                       ("unnamed.csv", table(new, "x,y", False)),
                       ("old-earth.csv", table(old, "name,lat,lon")), ("new-earth.csv", table(new, "name,lat,lon"))):
        (bench.folder / name).write_text(text)
    words = ["-d", "none", "-q", "--iterations", "1"]
    outputs = [word for file in OUTPUTS for word in ("-o", file)]
    tour = bench.ok(["tsp", "old-table.csv", *words, *outputs, "--json"]).json()["tour"]
    expected = completed([old[node - 1] for node in tour if old[node - 1] in new], new)
    bench.ok(["tsp", "old-earth.csv", *words, "-o", "old.gpx"])
    starts = [("new-table.csv", file) for file in OUTPUTS] + [("unnamed.csv", "old.csv")]
    for file, start in starts:
        run = bench.run(["tsp", file, *words[:2], "--iterations", "1", "--algorithm", "mmas", "--init", start, "--json"])
        require(run.code == 0, f"{file}, {start}: {run.err}")
        length = run.json()["init"][0]["length"]
        require(math.isclose(length, expected, rel_tol=1e-6), f"{file}, {start}: {length}, expected {expected}")
        require(f"{start}: 3 new places were inserted, 2 places of the file are not in this instance\n" in run.err, run.err)
    run = bench.run(["tsp", "new-earth.csv", *words, "--init", "old.gpx"])
    require(run.code == 0 and run.err == "", run.err)  # -q prints no notes
    run = bench.run(["orient", str(INSTANCES / "sights.csv"), "-d", "none", "--limit", "200000", "--iterations", "1",
                     "--init", "old.gpx", "--json"])
    require(run.code == 0 and run.json()["init"][0]["score"] > 0, run.err)


def many_places_are_inserted(bench):
    """Every second place of a line is new, so many that each tries only the places near it: between its neighbours on the
    line it adds no length. All names are equal, so places are found by their order in the file."""
    count = 9000
    line = [("P", x, 0) for x in [*range(0, count, 2), *range(1, count, 2)]]
    (bench.folder / "line.csv").write_text(table(line))
    (bench.folder / "half.csv").write_text(table(line[:count // 2]))
    run = bench.ok(["tsp", "line.csv", "-d", "none", "--time", "1", "--population", "2", "--init", "half.csv", "--json"])
    require(run.json()["init"][0]["length"] == 2 * (count - 1), run.json()["init"])


def edges(tour, path):
    return {frozenset(edge) for edge in zip(tour, tour[1:] + ([] if path else tour[:1]))}


def keep_changes_little(bench):
    """--keep P returns a tour at most P per cent longer than the best, with more edges of --init the larger P is, the same
    on every device, in a replay, and for paths; an independent count of the edges agrees."""
    lines = (INSTANCES / "uniform1000.tsp").read_text().splitlines()
    points = [(f"p{k}", *map(float, line.split()[1:])) for k, line in enumerate(lines[6:306])]
    (bench.folder / "keep-old.csv").write_text(table(points[15:]))
    (bench.folder / "keep-new.csv").write_text(table(points[:285]))
    for path in ([], ["--path"]):
        words = ["-d", "none", "--iterations", "1", *path]
        bench.ok(["tsp", "keep-old.csv", *words, "-q", "-o", "keep-old.json"])
        words = ["tsp", "keep-new.csv", "--init", "keep-old.json", *words, "--json"]
        start = bench.ok([*words, "--keep", "1000", "-o", "keep-start.json"]).json()
        require(start["result"]["length"] == start["init"][0]["length"], start["result"])
        require(start["result"]["kept_edges"] == len(start["tour"]) - len(path), start["result"])
        before = -1
        for percent in (0, 1, 3):
            run = bench.ok([*words, "--keep", str(percent), "-o", "keep.json"]).json()
            result = run["result"]
            kept = len(edges(run["tour"], path) & edges(start["tour"], path))
            require(result["kept_edges"] == kept > before, f"{percent}: {result}, counted {kept}, before {before}")
            require(result["length"] <= run["trace"][-1]["length"] * (1 + percent / 100) + 1e-6, result)
            before = kept
        for other in (["--threads", "1", "--keep", "3", "--iterations", "1"], ["--replay", "keep.json"]):
            same = bench.ok(["tsp", "keep-new.csv", "--init", "keep-old.json", "-d", "none", *path, "--json", *other]).json()
            require(same["tour"] == run["tour"], other)
    text = bench.run([*words[:-1], "--keep", "3"])
    require(f"keeps       {kept} of 284 edges, " in text.out and " % above the best tour found (length " in text.out, text.out)
    refused = bench.run(["tsp", "keep-new.csv", "-d", "none", "--keep", "3"])
    require(refused.code == 2 and "--keep needs a starting tour (--init)" in refused.err, refused.err)
    bench.require_cpu()
    words[words.index("none")] = "cpu"
    require(bench.ok([*words, "--keep", "3"]).json()["tour"] == run["tour"], "PoCL")


def keep_holds_under_all_conditions(bench):
    """With fixed edges, paths with and without ends, asymmetric distances and few nodes, --keep P returns a tour that
    verifies, at most P per cent longer than the best, and with the start within P per cent the start itself."""
    source = random.Random(5)
    few = [place[1:] for place in sights()[:4]]
    for count in (1, 2, 4):
        (bench.folder / f"few{count}.csv").write_text(table([("", *place) for place in few[:count]], "x,y", False))
    arcs, symmetric = str(INSTANCES / "random17.atsp"), str(INSTANCES / "grid100.tsp")
    for file, count, conditions, first, last in (
            ("few1.csv", 1, [], [], []), ("few2.csv", 2, ["--path"], [], []), ("few4.csv", 4, [], [], []),
            (symmetric, 100, ["--fix", "1-9,9-50"], [1, 9, 50], []),
            (symmetric, 100, ["--path", "--start", "7", "--end", "3"], [7], [3]),
            (arcs, 17, [], [], []), (arcs, 17, ["--path", "--fix", "4-2"], [4, 2], [])):
        free = [node for node in range(1, count + 1) if node not in first + last]
        start = first + source.sample(free, len(free)) + last
        (bench.folder / "start.tour").write_text("\n".join(map(str, ["TYPE: TOUR", "TOUR_SECTION", *start, -1])))
        path, what = "--path" in conditions, f"{file} {conditions}"
        words = ["tsp", file, "-d", "none", "--iterations", "1", *conditions, "--init", "start.tour", "--json", "--keep"]
        all_kept, some = (bench.ok([*words, percent, "-o", "kept.tour"]).json() for percent in ("1000000%", "9"))
        require(all_kept["result"]["length"] == all_kept["init"][0]["length"], f"{what}: {all_kept['result']}")
        require(all_kept["result"]["kept_edges"] == count - path, f"{what}: {all_kept['result']}")
        require(some["result"]["length"] <= 1.09 * some["trace"][-1]["length"] + 1e-6, f"{what}: {some['result']}")
        bench.ok(["verify", file, "kept.tour", *conditions])


def keep_ends_with_the_time(bench):
    """--time ends the search for kept edges, which would take 20 s; the result is the best one so far."""
    count = 40000
    source = random.Random(6)
    points = [("", source.random(), source.random()) for _ in range(count)]
    (bench.folder / "many.csv").write_text(table(points, "x,y", False))
    (bench.folder / "many.tour").write_text("\n".join(map(str, ["TYPE: TOUR", "TOUR_SECTION", *range(1, count + 1), -1])))
    with at_most(1 + SLACK_SECONDS):
        run = bench.ok(["tsp", "many.csv", "-d", "none", "--time", "1", "--init", "many.tour", "--keep", "5", "--json"]).json()
    kept = len(edges(run["tour"], False) & edges(list(range(1, count + 1)), False))
    require(run["result"]["kept_edges"] == kept > 0, f"{run['result']}, counted {kept}")
    require(run["result"]["length"] <= 1.05 * run["trace"][-1]["length"], run["result"])


GROUPS = {"additions": [places_are_found_by_name_or_position, many_places_are_inserted, keep_changes_little,
                        keep_holds_under_all_conditions, keep_ends_with_the_time]}
