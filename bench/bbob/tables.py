"""Shares of targets, expected running times and their charts, from the records of runs on BBOB."""
import os

import shared
import svg

GROUPS = {"separable": range(1, 6), "moderate": range(6, 10), "ill-conditioned": range(10, 15),
          "multimodal": range(15, 20), "weak": range(20, 25)}
FUNCTIONS = {1: "sphere", 2: "separable ellipsoid", 3: "separable Rastrigin", 4: "Bueche-Rastrigin", 5: "linear slope",
             6: "attractive sector", 7: "step ellipsoid", 8: "Rosenbrock", 9: "rotated Rosenbrock", 10: "ellipsoid",
             11: "discus", 12: "bent cigar", 13: "sharp ridge", 14: "different powers", 15: "Rastrigin",
             16: "Weierstrass", 17: "Schaffer F7", 18: "Schaffer F7, ill-conditioned", 19: "Griewank-Rosenbrock",
             20: "Schwefel", 21: "Gallagher, 101 peaks", 22: "Gallagher, 21 peaks", 23: "Katsuura",
             24: "Lunacek bi-Rastrigin"}
TARGETS = 51
BUDGETS = (100, 1000, 10000)  # evaluations per dimension in tables
PER_DECADE = 10               # points of a curve


def points_up_to(budget):
    """Numbers of evaluations per dimension at which a curve has points."""
    found, k = [], 0
    while round(10 ** (k / PER_DECADE), 6) <= budget:
        found.append(10 ** (k / PER_DECADE))
        k += 1
    return found


def curve(runs, budget):
    """The share of targets in % that the runs have reached, by evaluations per dimension."""
    total = TARGETS * len(runs)
    return [round(100 * sum(hit <= point * run["d"] * (1 + 1e-9) for run in runs for hit in run["hits"]) / total, 2)
            for point in points_up_to(budget)]


def summary(name, options, runs, budget):
    """What a record keeps of an algorithm's runs in one dimension. `times` are the expected running times to the last
    target in evaluations, null if no run reached it; `solved` says how many did."""
    shares = {group: curve([run for run in runs if run["f"] in functions], budget)
              for group, functions in {"all": range(1, 25), **GROUPS}.items()}
    times, solved = [], []
    for function in FUNCTIONS:
        own = [run for run in runs if run["f"] == function]
        solved.append(sum(len(run["hits"]) == TARGETS for run in own))
        times.append(round(sum(run["evaluations"] for run in own) / solved[-1]) if solved[-1] else None)
    return {"algorithm": name, "options": options, "dimensions": runs[0]["d"], "runs": len(runs),
            "evaluations": sum(run["evaluations"] for run in runs), "shares": shares, "times": times, "solved": solved}


def share_of(row, group, budget):
    """In %; None if the runs were shorter."""
    points = points_up_to(budget)
    shares = row["shares"][group]
    return shares[len(points) - 1] if len(shares) >= len(points) else None


def share_text(row, group):
    return " / ".join("-" if share is None else f"{share:.0f}" for share in
                      (share_of(row, group, budget) for budget in BUDGETS))


def by_dimensions(rows):
    """Rows by dimension, the best after all evaluations first."""
    found = {}
    for row in rows:
        found.setdefault(row["dimensions"], []).append(row)
    for same in found.values():
        same.sort(key=lambda row: (-row["shares"]["all"][-1], row["algorithm"]))
    return dict(sorted(found.items()))


def label_of(row):
    return row["algorithm"] if row["options"] is None else f"**{row['algorithm']}**"


def time_text(row, function):
    """Expected evaluations per dimension, and how many of the runs reached the target unless all did."""
    time, solved = row["times"][function - 1], row["solved"][function - 1]
    runs = row["runs"] // len(FUNCTIONS)
    if time is None:
        return "-"
    return f"{time / row['dimensions']:,.0f}" + ("" if solved == runs else f" ({solved}/{runs})")


def chart_path(path, dimensions):
    stem, suffix = os.path.splitext(path)
    return f"{stem}-{dimensions}{suffix}"


def page_tables(rows, chart=None):
    """Both tables of every dimension, with its chart if there is one."""
    parts = []
    for dimensions, same in by_dimensions(rows).items():
        parts.append(f"### {dimensions}-D\n")
        if chart:
            parts.append(f"![Share of targets over evaluations in {dimensions}-D]({chart_path(chart, dimensions)})\n")
        parts.append(shared.markdown(["algorithm", ">runs", ">all", *(f">{group}" for group in GROUPS)],
                                     [[label_of(row), str(row["runs"]), share_text(row, "all"),
                                       *(share_text(row, group) for group in GROUPS)] for row in same]))
        parts.append(f"Expected evaluations / {dimensions} to 10^-8:\n")
        parts.append(shared.markdown(["function", *(f">{label_of(row).strip('*')}" for row in same)],
                                     [[f"f{function} {name}", *(time_text(row, function) for row in same)]
                                      for function, name in FUNCTIONS.items()]))
    return "\n".join(parts)


def charts(rows, path):
    """Path and text of a chart for each dimension."""
    for dimensions, same in by_dimensions(rows).items():
        series = []
        for row in same:
            peer = row["options"] is None
            points = [list(pair) for pair in zip(points_up_to(10 ** 9), row["shares"]["all"])]
            colour = sum(each["dashed"] == peer for each in series) % 8
            series.append({"label": row["algorithm"], "colour": colour, "dashed": peer, "points": points})
        yield chart_path(path, dimensions), svg.draw({
            "title": f"BBOB, {dimensions}-D: targets reached", "x": {"label": f"evaluations / {dimensions}", "log": True},
            "y": {"label": "% of targets", "from": 0}, "series": series})


def origins(records):
    """A line for each record."""
    return shared.markdown(["version", "on", "instances", ">evaluations per dimension", ">seconds"],
                           [[record["version"], record["on"], record["instances"], f"{record['budget']:,}",
                             f"{record['seconds']:,.0f}"] for record in records])
