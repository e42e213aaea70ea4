"""Cases of `swarmcl pso`: objectives by name and by file, options, documents, files, repeated and resumed runs."""

import json
import math
import pathlib
import re
import signal

import fixtures
import scenes
from cases import NO_DRIVER, no_files, refused, rejected, value
from cases_pictures import curve
from cases_repeat import require_statistics
from picture import Picture
from run import Case, Skip, tier
from scenes import MANY, finish, require, wait_for
from scenes_shell import any_live, watched
from terminal import Terminal

NO_DEVICE = ["-d", "none"]

fixtures.TEXT_FILES |= {
    "bowl.cl": "real objective(const real *x, int n)\n{\n    real sum = 0;\n    for (int i = 0; i < n; ++i) {\n"
               "        sum += (x[i] - 1) * (x[i] - 1);\n    }\n    return sum;\n}\n",
    "double.cl": "\ufeffdouble objective(const double *x, int n) { return x[0] * x[0]; }\n",
    "broken.cl": "/* a comment */\n\nreal objective(const real *x, int n)\n{\n    return x[0] +;\n}\n",
    "nothing.cl": "real another(const real *x, int n) { return x[0]; }\n",
    "several.cl": "real objective(const real *x, int n)\n{\n    real sum = lost;\n    return sum +\n}\n",
    "open.cl": "\nreal objective(const real *x, int n)\n{\n    if (n > 0) {\n    return x[0];\n}\n",
    "spelled.cl": "#define TWO 2 \\\n  + 0\ntypedef struct { int a; } pair;\n// real objective(int n)\nconstant real c[] = {1, 2};\n"
                  "static real objective(__private const real x[], const uint count);\n"
                  "static inline __attribute__((always_inline)) real objective(__private const real x[], const uint m)\n"
                  "{\n    return c[0] * x[0] * x[0] + TWO - 2;\n}\n",
    "constant.cl": "real objective(real *x, int n) { return x[0] * x[0]; }\n",
    "wedge.cl": "#define CONSTRAINTS 2\nreal objective(const real *x, int n) { return x[0] * x[0] + x[1] * x[1]; }\n"
                "real constraint(const real *x, int n, int k) { return k ? x[0] - x[1] : 3 - x[0] - x[1]; }\n",
    "never.cl": "#define CONSTRAINTS 1\nreal objective(const real *x, int n) { return x[0]; }\n"
                "real constraint(const real *x, int n, int k) { return x[0] * x[0] + 1; }\n",
    "noise.cl": "real objective(const real *x, int n, draws from) { return draw_normal(from, 3); }\n",
    "noisy.cl": "real objective(const real *x, int n, draws from) { return x[0] * x[0] + draw_uniform(from, 0); }\n",
    "line.cl": "real objective(const real *x, int n, data given)\n{\n    real sum = 0;\n    for (uint k = 0; k + 1 < given.count; k += 2) {\n"
               "        const real off = x[0] + x[1] * given.at[k] - given.at[k + 1];\n        sum += off * off;\n    }\n    return sum;\n}\n",
    "noisy-line.cl": "real objective(const real *x, int n, draws from, data given) { return given.at[given.count - 1] + draw_uniform(from, 0); }\n",
    "line.txt": "# t, y\n0, 1\n1 3.5\n\n2,4.25 # the last one\n-3",
    "words.txt": "1 2\n3, four\n",
    "nan.cl": "real objective(const real *x, int n) { return NAN; }\n",
    "half.cl": "real objective(const real *x, int n) { return x[0] < 0 ? NAN : x[0]; }\n",
    "box.txt": "# two coordinates\n-1 2\n0.5, 3 # of the second\n",
    "box-many.txt": "0 1\n0 1\n0 1\n",
    "start.csv": "0,0\n1.5,-2\n",
    "start-outside.csv": "0,0\n0,6\n",
    "start-many.csv": "0,0\n" * 9,
}


def pso(*arguments, name="rastrigin", dim="2", iterations="30", particles="32"):
    """A short run in the sequential reference."""
    more = [*(["--dim", dim] if dim else []), *(["--iterations", iterations] if iterations else [])]
    return ["pso", name, *NO_DEVICE, *more, *([] if "--algorithm" in arguments else ["--particles", particles]), *arguments]


def acor(*arguments, name="rastrigin", dim="2", iterations="40"):
    """A short run of continuous ants in the reference."""
    return ["pso", name, *NO_DEVICE, "--dim", dim, "--iterations", iterations, "--algorithm", "acor", "--archive", "20",
            *arguments]


# ---------------------------------------------------------------------------------------------------------------------
# Checks of an outcome


def documented(outcome):
    """The parts of the document of --json agree."""
    run = outcome.json()
    result, trace, count = run["result"], run["trace"], run["objective"]["dimensions"]
    assert len(result["position"]) == count, result
    for side, fits in (("lower", float.__le__), ("upper", float.__ge__)):
        bound = run["objective"][side]
        bounds = bound if isinstance(bound, list) else [bound] * count
        assert len(bounds) == count and not (count > 1 and isinstance(bound, list) and len(set(bound)) == 1), bound
        assert all(fits(float(b), float(x)) for b, x in zip(bounds, result["position"])), (bounds, result["position"])
    assert set(run["timing"]) == {"read", "context", "build", "setup", "loop", "total", "checkpoints"}
    assert run["memory"]["bytes"] == sum(run["memory"]["buffers"].values()) > 0
    values = [point["value"] for point in trace]
    assert values == sorted(values, reverse=not run["objective"]["maximise"]) and len(set(values)) == len(values), trace
    assert [point["iteration"] for point in trace] == sorted(point["iteration"] for point in trace), trace
    assert not trace or (values[-1], trace[-1]["iteration"]) == (result["value"], result["best_iteration"]), trace
    assert not trace or trace[-1]["position"] == result["position"][:2], (trace[-1], result["position"])
    if run["parameters"]["algorithm"] == "cmaes":  # a generation has at least as many points as the first
        assert (result["evaluations"] > run["parameters"]["population"] * result["iterations"]
                or result["stop_reason"] == "evaluations"), result
        return
    first = run["parameters"]["particles"] or run["parameters"]["archive"]
    each = run["parameters"]["particles"] or run["parameters"]["ants"]
    assert result["evaluations"] == (first + each * result["iterations"]) * len(run["islands"] or [0]), result


def result_between(low, high):
    def check(outcome):
        found = outcome.json()["result"]["value"]
        assert low <= found <= high, f"the value is {found}"
    return check


def listed(outcome):
    """The table has a line for every objective, with the values in the document of --json."""
    document = outcome.bench.run(["pso", "--list", "--json"])
    assert document.code == 0 and document.err == "", document
    rows = document.json()["objectives"]
    lines = outcome.out.splitlines()
    assert lines[0].split()[:4] == ["name", "sense", "D", "bounds"], lines[0]
    assert [line.split()[0] for line in lines[1:]] == [row["name"] for row in rows], lines
    assert len({row["name"] for row in rows}) == len(rows) >= 20, len(rows)
    for row, line in zip(rows, lines[1:]):
        assert line.split()[1] == ("max" if row["maximise"] else "min"), line
        assert line.endswith(row["formula"]) and row["bounds"] in line and row["source"], line
        assert row["properties"] and f"  {row['properties']}  " in line, line
        assert row["minimum_dimensions"] >= 1 and row["maximum_dimensions"] >= row["minimum_dimensions"], row
        assert (row["optimum"] is None) == (row["optimum_dimensions"] is None), row
    by_name = {row["name"]: row for row in rows}
    assert by_name["cupso-cubic"]["maximise"] and abs(by_name["cupso-cubic"]["optimum"] - 390245.7917385860) < 1e-6
    assert by_name["rastrigin"]["optimum"] == 0 and not by_name["rastrigin"]["maximise"], by_name["rastrigin"]


def picture(file, contour, *words):
    """The picture has a curve and, in two dimensions, a contour with the path of the best position; everything is on
    the page."""
    def check(outcome):
        drawn = Picture(outcome.read(file))
        drawn.require_on_page()
        assert set(drawn.paths) >= {"axes", "curve"}, set(drawn.paths)
        bands = [name for name in drawn.paths if name.startswith("band-")]
        assert bool(bands) == contour == ("way" in drawn.paths), set(drawn.paths)
        steps = drawn.parts("curve")[0]
        for (x, y), (next_x, next_y) in zip(steps, steps[1:]):
            assert next_x == x and next_y != y or next_x > x and next_y == y, "the curve is no stair"
        for word in words:
            assert any(word in text for text in drawn.words("fact")), (word, drawn.words("fact"))
        if contour:
            cells = sum((part[k + 1][0] - part[k][0]) // 300 for name in [*bands, "gap"] for part in drawn.parts(name)
                        for k in range(len(part) - 1))
            assert cells == 140 * 140, f"{cells} cells"
            assert {circle.get("class") for circle in drawn.circles} == {"start", "end"}
    return check


def repeated(outcome):
    """The statistics match the runs, and the document describes the best."""
    documented(outcome)
    run = outcome.json()
    stats = run["repeat"]
    require_statistics(stats, ["seed", "value", "iterations", "seconds", "distance", "best_seconds", "target_seconds",
                              "stop_reason"], max if run["objective"]["maximise"] else min)
    best = next(one for one in stats["runs"] if one["value"] == stats["best"])
    assert (run["result"]["value"], run["parameters"]["seed"]) == (stats["best"], best["seed"]), run["parameters"]["seed"]


# ---------------------------------------------------------------------------------------------------------------------
# Scenes


def run_pso(bench, *arguments, **more):
    outcome = bench.ok([*pso(*arguments, **more), "--json"])
    documented(outcome)
    return outcome.json()


def found(run):
    """The values that are equal in two equal runs."""
    return (run["result"]["value"], run["result"]["position"], run["result"]["best_iteration"],
            [(point["iteration"], point["value"], point["position"]) for point in run["trace"]])


def resumed(bench):
    """A run of 25 iterations, resumed to 60, has the result of a run of 60; test/unit/functions_run.c has all
    variants."""
    for more in ([], ["--precision", "fp32", "--best", "asynchronous", "--exchange", "10"], ["--integer", "all"],
                 ["--step", "0,0.25", "--topology", "ring"], ["--algorithm", "acor", "--step", "0.3"],
                 ["--algorithm", "cmaes", "--integer", "2", "--precision", "fp32"], ["--restart", "3", "--line-start", "5"]):
        whole = run_pso(bench, *more, iterations="60")
        half = run_pso(bench, *more, "--checkpoint", "half.state", iterations="25")
        rest = run_pso(bench, *more, "--resume", "half.state", iterations="60")
        assert rest["result"]["first_iteration"] == 25 and half["result"]["iterations"] == 25, (half, rest)
        assert found(rest)[:3] == found(whole)[:3], (more, rest["result"], whole["result"])
        text = bench.run(pso(*more, "--resume", "half.state", iterations="60"))
        assert re.search(r"^iterations +60, resumed after 25, best value in \d+$", text.out, re.MULTILINE), text


def replayed(bench):
    """--replay needs only the document of a run, --resume only its checkpoint; options that
    would change them are refused."""
    name, other = ["pso", "rastrigin", *NO_DEVICE], ["pso", "sphere", *NO_DEVICE]
    for more in ([], ["--islands", "3", "--epoch", "4"], ["--target", "5"], ["--best", "asynchronous", "--seed", "9"],
                 ["--inertia", "linear:0.9:0.4", "--topology", "ring", "--shift", "3"], ["--integer", "all"],
                 ["--step", "0,0.25"], ["--algorithm", "acor", "--integer", "2"], ["--algorithm", "cmaes", "--step", "0.3"],
                 ["--restart", "3", "--line-start", "5"]):
        run = run_pso(bench, *more, "-o", "first.json", "--checkpoint", "first.state")
        again = bench.run([*name, "--replay", "first.json", "--json"])
        assert again.code == 0 and again.err == "" or "warning" not in again.err, again.err
        documented(again)
        assert found(again.json()) == found(run), (more, run["result"], again.json()["result"])
        rest = bench.run([*name, "--resume", "first.state", "--json"])
        assert rest.code == 0 and rest.json()["result"]["position"] == run["result"]["position"], (more, rest)
    for words, arguments in (("clashes with --replay first.json", [*name, "--particles", "33", "--replay", "first.json"]),
                             (r'solved "rastrigin" with 2 dimensions', [*other, "--replay", "first.json"]),
                             ("--replay and --resume cannot be used together",
                              [*name, "--replay", "first.json", "--resume", "first.state"])):
        refused = bench.run(arguments)
        assert refused.code == 2 and refused.out == "" and words in refused.err, (arguments, refused)


def ants(bench):
    """Continuous ants: the seed decides the result; runs are resumed and replayed; islands adopt solutions; starts and
    bounds are obeyed; the search follows Rosenbrock's curved valley; documents name no particles."""
    def run_ants(*arguments, **more):
        outcome = bench.ok([*acor(*arguments, **more), "--json"])
        documented(outcome)
        return outcome.json()
    for more in ([], ["--precision", "fp32", "--ants", "30"], ["--ants", "9", "--restart", "2", "--line-start", "3"],
                 ["--q", "0.01", "--xi", "0.5", "--boundary", "random"]):
        whole, again = run_ants(*more), run_ants(*more)
        assert found(whole) == found(again) != found(run_ants("--seed", "2", *more)), more
        run_ants(*more, "--checkpoint", "ants.state", iterations="15")
        rest = run_ants(*more, "--resume", "ants.state")
        assert rest["result"]["first_iteration"] == 15 and found(rest)[:3] == found(whole)[:3], more
    assert bench.run(acor("--q", "0.2", "--resume", "ants.state")).code == 2
    assert bench.run(pso("--resume", "ants.state")).code == 2
    run = run_ants("--seed", "5", "-o", "ants.json")
    again = bench.run(["pso", "rastrigin", *NO_DEVICE, "--replay", "ants.json", "--json"])
    assert again.code == 0 and found(again.json()) == found(run), again.err
    assert run["parameters"]["particles"] is run["parameters"]["best"] is None, run["parameters"]
    assert run["parameters"]["algorithm"] == "acor" and run["parameters"]["archive"] == 20, run["parameters"]
    apart, together = (run_ants("--islands", "3", "--epoch", "4", "--migration", how)["islands"]
                       for how in ("none", "ring"))
    assert [one["value"] for one in apart] != [one["value"] for one in together]
    assert run_ants("--init", "start.csv", iterations="1")["trace"][0]["value"] == 0
    valley = run_ants("--bounds", "-5:10", "--target", "1e-6", name="rosenbrock", dim="4", iterations="4000")
    assert valley["result"]["stop_reason"] == "target", valley["result"]


def strategy(bench):
    """CMA-ES: the seed decides the result; runs are resumed, over restarts too, and replayed; islands adopt solutions;
    --evaluations ends each of them exactly; starts are evaluated; the search follows Rosenbrock's curved valley."""
    def run_strategy(*arguments, name="rastrigin", dim="2", iterations="600"):
        outcome = bench.ok(["pso", name, *NO_DEVICE, "--dim", dim, "--iterations", iterations, "--algorithm", "cmaes",
                            *arguments, "--json"])
        documented(outcome)
        return outcome.json()
    for more in ([], ["--precision", "fp32", "--population", "9"], ["--islands", "2", "--epoch", "20"]):
        whole = run_strategy(*more)
        assert found(whole) == found(run_strategy(*more)) != found(run_strategy("--seed", "2", *more)), more
        run_strategy(*more, "--checkpoint", "strategy.state", iterations="300")
        rest = run_strategy(*more, "--resume", "strategy.state")
        assert found(rest)[:3] == found(whole)[:3], more
        assert rest["result"]["evaluations"] == whole["result"]["evaluations"], more
    run = run_strategy("--seed", "5", "-o", "strategy.json")
    again = bench.run(["pso", "rastrigin", *NO_DEVICE, "--replay", "strategy.json", "--json"])
    assert again.code == 0 and found(again.json()) == found(run), again.err
    for count, more in ((1, []), (3, []), (2001, []), (3 * 501, ["--islands", "3", "--epoch", "9"])):
        few = run_strategy("--evaluations", str(count // (3 if more else 1)), *more)["result"]
        assert (few["evaluations"], few["stop_reason"]) == (count, "evaluations"), few
    assert run_strategy("--init", "start.csv", iterations="1")["trace"][0]["value"] == 0
    # with seed 1 the first run ends in the local minimum
    valley = run_strategy("--bounds", "-5:10", "--target", "1e-8", "--seed", "2", name="rosenbrock", dim="4")["result"]
    assert valley["stop_reason"] == "target" and valley["evaluations"] < 3000, valley


def pattern_search(bench):
    """Pattern search improves the result with at most the given number of evaluations; a document repeats it."""
    for more in ([], ["--algorithm", "acor"], ["--precision", "fp32", "--islands", "2"], ["--maximise"]):
        words = ["pso", "rosenbrock", *NO_DEVICE, "--dim", "2", "--bounds", "-5:10", "--iterations", "8", *more, "--json"]
        plain, some, many = (bench.run([*words, *last]).json()["result"] for last in (
            [], ["--pattern-search", "7"], ["--pattern-search", "100000", "-o", "pattern.json"]))
        better = float.__ge__ if "--maximise" in more else float.__le__
        assert some["evaluations"] <= plain["evaluations"] + 7 and better(float(some["value"]), float(plain["value"]))
        assert plain["evaluations"] < many["evaluations"] <= plain["evaluations"] + 100000, many
        assert many["value"] == 1102581 if "--maximise" in more else many["value"] < 1e-6 < plain["value"], (more, many)
        again = bench.run(["pso", "rosenbrock", *NO_DEVICE, "--replay", "pattern.json", "--json"])
        assert again.json()["result"]["position"] == many["position"], again


def contour_is_dark_where_it_is_good(bench):
    """The darkest band of a bowl surrounds its lowest point, and the path of the best position ends there."""
    outcome = bench.ok(pso("-o", "bowl.svg", "--bounds", "-3:5", name="sphere", iterations="200"))
    drawn = Picture(outcome.read("bowl.svg"))
    parts = [part for name in drawn.paths if name.startswith("band-") for part in drawn.parts(name)]
    left, right = min(part[0][0] for part in parts), max(part[-1][0] for part in parts)
    best = drawn.parts("band-0")
    top, bottom = min(part[0][1] for part in parts) - 150, max(part[0][1] for part in parts) + 150
    centre = (left + (right - left) * 3 / 8, bottom - (bottom - top) * 3 / 8)
    middle = [(min(part[0][axis] for part in best) + max(part[-1][axis] for part in best)) / 2 for axis in (0, 1)]
    end = next(circle for circle in drawn.circles if circle.get("class") == "end")
    for spot in (middle, (int(end.get("cx")), int(end.get("cy")))):
        assert all(abs(a - b) <= 300 for a, b in zip(spot, centre)), (spot, centre)


# ---------------------------------------------------------------------------------------------------------------------
# Signals, limits, the terminal

LIVE = re.compile(r"(run \d+ of \d+, )?iteration \d+(, (best [-\d.e+]+|no solution yet)(, \d+(\.\d+)? it/s)?(, .* left)?)?$")


def until_improved(bench, *more):
    """Starts a long run and waits for its first improvement."""
    process = bench.start([*pso("-v", *more, iterations=MANY[1], particles="200", dim="30")])
    wait_for(process, r"iteration \d+, best ")
    return process


def signals_end_the_search(bench):
    """SIGINT and SIGTERM end a run with the best so far, exit code 0."""
    for number in (signal.SIGINT, signal.SIGTERM):
        process = until_improved(bench, "--json", "-o", "signal.json", "-o", "signal.svg", "--checkpoint", "signal.state")
        with scenes.at_most(scenes.SLACK_SECONDS, process):
            process.send_signal(number)
            out, err = finish(process)
        assert process.returncode == 0, err
        run = json.loads(out)
        assert run["result"]["stop_reason"] == "cancelled" and run == json.loads(
            (bench.folder / "signal.json").read_text()), run["result"]
        done = run["result"]["iterations"]
        rest = bench.run([*pso("--resume", "signal.state", iterations=str(done + 5), particles="200", dim="30"),
                          "--json"])
        assert rest.code == 0 and rest.json()["result"]["iterations"] == done + 5, rest


def live_line(bench):
    """A terminal has one line of progress, which is gone at the end; --repeat adds the number of the run."""
    for more in ([], ["--repeat", "2"]):
        terminal, out = watched(bench, ["pso", "rastrigin", *NO_DEVICE, "--dim", "30", *MANY, "--time", "59", *more],
                                lambda screen: len(screen.live) > 2 and any_live(r" it/s, \d+ s left$")(screen),
                                columns=120)
        live = terminal.screen.live
        assert all(LIVE.match(line) for line in live), live
        assert all(line.startswith("run 1 of 2, ") == bool(more) for line in live), live
        assert terminal.screen.line == "" and "cancelled" in out, (terminal.screen.line, out)
    quiet = Terminal(bench, [*pso("-q", iterations=MANY[1], dim="30"), "--time", "0.3"])
    assert quiet.finish() == "" and quiet.written == "", quiet.written


# ---------------------------------------------------------------------------------------------------------------------
# Devices


def on_cpu(*arguments, name, dim="2"):
    return ["pso", name, "-d", "cpu", "--iterations", "40", "--particles", "64",
            *(["--dim", dim] if dim else []), *arguments]


BOX = ["--bounds", "-5:5"]


def own_objectives(bench):
    """An objective from a file is searched, from the standard input too, and drawn."""
    bench.require_cpu()
    outcome = bench.ok(on_cpu(*BOX, "--json", "-o", "bowl.svg", "-o", "bowl-own.json", name="bowl.cl"))
    documented(outcome)
    run = outcome.json()
    assert run["objective"] == {"name": "bowl", "kind": "file", "formula": None, "maximise": False, "dimensions": 2,
                                "lower": -5, "upper": 5, "optimum": None}, run["objective"]
    assert run["result"]["value"] < 1e-3 and all(abs(x - 1) < 0.1 for x in run["result"]["position"]), run["result"]
    picture("bowl.svg", True, "2 dimensions")(outcome)
    with open(bench.folder / "bowl.cl", "rb") as text:
        piped = bench.run(on_cpu(*BOX, "--json", name="-"), stdin=text)
    assert piped.code == 0 and found(piped.json()) == found(run), piped.err
    nested = bench.run(on_cpu(*BOX, "--json", name="./bowl.cl"))
    assert nested.code == 0 and found(nested.json()) == found(run), nested.err
    plain = bench.run(on_cpu(*BOX, "--json", name="double.cl", dim="1"))
    assert plain.code == 0 and plain.json()["result"]["value"] < 1e-3, plain
    highest = bench.run(on_cpu(*BOX, "--json", "--maximise", name="bowl.cl"))
    assert highest.code == 0 and highest.json()["result"]["value"] == 72, highest


def shipped_picture(bench):
    """The shipped picture equals the one that its command draws."""
    bench.require_cpu()
    instances = pathlib.Path(__file__).resolve().parents[2] / "instances"
    outcome = bench.ok(["pso", str(instances / "himmelblau.cl"), "-d", "cpu", "--dim", "2", *BOX, "--particles", "8",
                        "--iterations", "100", "--seed", "4", "-o", "himmelblau.svg"])
    assert outcome.read("himmelblau.svg") == (instances / "himmelblau.svg").read_text(), "the pictures differ"


def broken_objectives(bench):
    """Errors in an objective name its file and lines and nothing else; exit code 2."""
    bench.require_cpu()
    place = r"^swarmcl: {}\.cl:{}: .*"
    for file, pattern in (("broken.cl", place.format("broken", r"5:\d+")), ("nothing.cl", r"nothing\.cl"),
                          ("several.cl", place.format("several", r"3:\d+") + r"\nseveral\.cl:5:\d+: .*\n\Z"),
                          ("open.cl", place.format("open", 3)),
                          ("missing.cl", r"missing\.cl")):
        outcome = bench.run(on_cpu(*BOX, name=file))
        assert outcome.code == 2 and outcome.out == "" and re.search(pattern, outcome.err, re.MULTILINE), (file, outcome)
        assert "-cl-std" not in outcome.err and ".clh" not in outcome.err and "_BUILD_" not in outcome.err, outcome.err
        if file == "broken.cl":
            several = bench.run(on_cpu(*BOX, "--islands", "2", name=file))
            assert several.code == 2 and re.search(pattern, several.err, re.MULTILINE), several.err
            verbose = bench.run(on_cpu("-v", *BOX, name=file))
            assert verbose.code == 2 and ("build log" in verbose.err) == ("compiling" in verbose.err), verbose.err
    for arguments, pattern in ((on_cpu(*BOX, name="bowl.cl", dim=None), "--dim"),
                               (on_cpu(name="bowl.cl"), "--bounds")):
        outcome = bench.run(arguments)
        assert outcome.code == 2 and outcome.out == "" and pattern in outcome.err, (arguments, outcome)


def wrong_signatures(bench):
    """A function with wrong parameters is refused with its line and the right parameters, even if the driver would
    accept it."""
    bench.require_cpu()
    right = "expected `real objective(const real *x, int n)`; real is another name of "
    for text, line, shown in (("double objective(int n, double *x)\n{\n    return x[0];\n}\n", 1, "int n, double *x)`"),
                              ("/* a */\nreal\nobjective(const float *x, int n) { return x[0]; }", 3, "const float *x"),
                              ("real objective() { return 1; }", 1, "real objective()`"),
                              ("float objective(const real *x, int n) { return x[0]; }", 1, "float objective("),
                              ("void objective(const real *x, int n, real *y)\n{\n    *y = 1;\n}", 1, "real *y)`"),
                              ("real objective(real x, int n) { return x; }", 1, "(real x, int n)`")):
        (bench.folder / "wrong.cl").write_text(text)
        outcome = bench.run(on_cpu(*BOX, name="wrong.cl"))
        assert outcome.code == 2 and outcome.err.startswith(f"swarmcl: wrong.cl:{line}: found `"), outcome
        assert shown in outcome.err and outcome.err.endswith(right + "double\n"), outcome.err
    limited = "#define CONSTRAINTS 1\nreal objective(const real *x, int n) { return 1; }\n"
    third = "real constraint(const real *x, int k) { return 1; }"
    for text, line, shown in ((limited, 1, "found CONSTRAINTS without a function, expected real constraint(const real"),
                              (limited.replace("1\n", "many\n") + third, 1, "expected the number of constraints"),
                              (limited[limited.index("real"):] + third, 2, "expected the number of constraints before"),
                              (limited + third, 3, "expected `real constraint(const real *x, int n, int k)`")):
        (bench.folder / "wrong.cl").write_text(text)
        outcome = bench.run(on_cpu(*BOX, name="wrong.cl"))
        assert outcome.code == 2 and outcome.err.startswith(f"swarmcl: wrong.cl:{line}: ") and shown in outcome.err, outcome
    single = bench.run(on_cpu(*BOX, "--precision", "fp32", name="double.cl"))
    assert single.code == 2 and single.err.endswith(right + "float\n"), single
    for name in tier(["spelled.cl"], ["spelled.cl", "constant.cl", "double.cl"]):
        outcome = bench.ok(on_cpu(*BOX, name=name))


def constrained(bench):
    """A file's constraints decide first: the result is the known optimum, or says by how much it is not feasible. Targets
    need a feasible position. The picture hatches all cells that are infeasible."""
    bench.require_cpu()
    run = bench.ok(on_cpu("--bounds", "-5:5,-5:5", "--target", "4.55", "--json", "-o", "wedge.svg", "-o", "wedge.json", name="wedge.cl")).json()
    result = run["result"]
    assert result["feasible"] and result["violation"] == 0 and 4.5 <= result["value"] <= 4.55, result
    assert result["stop_reason"] == "target" and all(abs(x - 1.5) < 0.2 for x in result["position"]), result
    assert [point["value"] for point in run["trace"] if point["violation"] == 0][-1] == result["value"], run["trace"]
    again = bench.ok(["pso", "wedge.cl", "-d", "cpu", "--replay", "wedge.json", "--json"]).json()
    assert found(again) == found(run) and again["result"]["violation"] == 0, again
    drawn = Picture((bench.folder / "wedge.svg").read_text())
    cells = {name: sum((end[0] - begin[0]) // 300 for begin, end in drawn.parts(name)) for name in drawn.paths
             if name in ("infeasible", "hatch") or name.startswith("band-")}
    hidden = cells["infeasible"] + cells["hatch"]
    assert sum(cells.values()) == 140 * 140 and abs(hidden / 140**2 - 0.8775) < 0.01 < cells["hatch"] / hidden, cells
    assert "the darker the better; hatched: infeasible" in drawn.words("fact"), drawn.words("fact")
    never = bench.ok(on_cpu(*BOX, "-v", "--maximise", "--target", "-9", "-o", "never.json", name="never.cl", dim="1"))
    run = json.loads(never.read("never.json"))
    result = run["result"]
    assert result["stop_reason"] == "iterations" and not result["feasible"], result
    assert 1 <= result["violation"] < 1.01 and result["value"] == result["position"][0], result
    assert all(point["value"] is None and point["violation"] >= 1 for point in run["trace"]), run["trace"]
    assert re.search(r"(?m)^value +\S+, infeasible by 1(\.\d+)?$", never.out) and "\nfeasible    no\n" in never.out, never
    assert "best infeasible by " in never.err, never.err


def philox(counter, key, rounds):
    for r in range(rounds):
        low, high = counter[0] * 0xD2511F53, counter[2] * 0xCD9E8D57
        keys = [(key[i] + r * step) & 0xffffffff for i, step in enumerate((0x9E3779B9, 0xBB67AE85))]
        counter = [high >> 32 ^ counter[1] ^ keys[0], high & 0xffffffff, low >> 32 ^ counter[3] ^ keys[1], low & 0xffffffff]
    return counter


def noisy(bench):
    """Only seed, iteration, particle and repetition decide the random numbers of an objective, so a run can be replayed."""
    bench.require_cpu()
    words = ["-d", "cpu", "--dim", "2", *BOX, "--iterations", "20", "--seed", "7", "--json"]
    run = bench.ok(["pso", "noise.cl", *words, "--particles", "1", "--repeat-evaluations", "2"]).json()
    deviates = []
    for repetition in range(2):
        key = philox([repetition, 0, 0, 6], (7, 0), 7)[:2]
        u, turns = (philox([2**31 + 6 + k, 0, 0, 0], key, 10)[0] / 2**32 for k in range(2))
        deviates.append(math.sqrt(-2 * math.log(1 - u)) * math.cos(2 * math.pi * turns))
    assert abs(run["trace"][0]["value"] - sum(deviates) / 2) < 1e-12, (run["trace"], deviates)
    for more in (["--algorithm", "acor"], ["--algorithm", "cmaes"]):
        run = bench.ok(["pso", "noisy.cl", *words, *more, "--repeat-evaluations", "3", "-o", "noisy.json"]).json()
        again = bench.ok(["pso", "noisy.cl", "-d", "cpu", "--replay", "noisy.json", "--json"]).json()
        assert found(run) == found(again) and 0 <= run["result"]["fresh_value"] == again["result"]["fresh_value"], more
        assert run["result"]["evaluations"] % 3 == 0, run["result"]


def with_data(bench):
    """An objective takes the numbers of --data, with random numbers too; they are part of the run that is replayed."""
    bench.require_cpu()
    words = ["-d", "cpu", "--dim", "2", *BOX, "--iterations", "30", "--json"]
    run = bench.ok(["pso", "line.cl", "--data", "line.txt", *words, "--algorithm", "cmaes", "-o", "line.json"]).json()
    first, slope = run["result"]["position"]
    total = 0.0
    for t, y in ((0, 1), (1, 3.5), (2, 4.25)):
        off = first + slope * t - y
        total += off * off
    assert run["result"]["value"] == total < 0.6 and run["memory"]["buffers"]["data"] >= 7 * 8, run["result"]
    again = bench.ok(["pso", "line.cl", "-d", "cpu", "--replay", "line.json", "--json"]).json()
    assert found(again) == found(run), again
    run = bench.ok(["pso", "noisy-line.cl", "--data", "line.txt", *words, "--particles", "8", "--repeat-evaluations", "2"]).json()
    assert -3 <= run["result"]["value"] < run["result"]["fresh_value"] < -2, run["result"]
    (bench.folder / "wrong.cl").write_text("real objective(const real *x, int n, data given, draws from) { return 1; }")
    for file, data, pattern in (("line.cl", [], "line takes numbers of a file: expected --data FILE"),
                                ("bowl.cl", ["--data", "line.txt"], "bowl takes no data, expected an objective in OpenCL C"),
                                ("line.cl", ["--data", "words.txt"], r"words\.txt:2: found .four..*expected a number"),
                                ("line.cl", ["--data", "missing.txt"], r"missing\.txt"),
                                ("wrong.cl", ["--data", "line.txt"], r"wrong\.cl:1: found `.*expected `.*draws from, data given")):
        outcome = bench.run(["pso", file, "-d", "cpu", "--dim", "2", *BOX, *data])
        assert outcome.code == 2 and outcome.out == "" and re.search(pattern, outcome.err), (file, outcome)


def compiled_once(bench):
    """The driver's cache keeps the kernels of an objective: the same file in another folder is not compiled again. A
    terminal shows the compilation until the first iteration; -v reports it in a line."""
    bench.require_cpu()
    cache = bench.folder / "kept-kernels"
    cache.mkdir()
    environment = {"POCL_CACHE_DIR": str(cache)}
    (bench.folder / "apart").mkdir()
    (bench.folder / "apart" / "bowl.cl").write_text(fixtures.TEXT_FILES["bowl.cl"])
    def kept():
        return {path for path in cache.rglob("*") if path.is_file() and path.suffix in (".so", ".bc", ".cl")}
    arguments = on_cpu(*BOX, name="bowl.cl")
    first = bench.run([*arguments, "-v"], environment)
    made = kept()
    require(first.code == 0 and "\ncompiling bowl.cl; the first time on a device" in first.err, first.err)
    if not made:
        raise Skip("the driver keeps no kernels in POCL_CACHE_DIR")
    for name in ("bowl.cl", "apart/bowl.cl"):
        again = bench.run(on_cpu(*BOX, "--seed", "2", name=name), environment)
        require(again.code == 0 and kept() == made, f"{name} is compiled again")
        require("compiling" not in again.err and len(again.err.splitlines()) == 1, again.err)
    terminal = Terminal(bench, arguments, environment=environment)
    terminal.finish()
    require(any(line.startswith("compiling bowl.cl") for line in terminal.screen.live), terminal.written)
    require(not any("compiling" in line for line in terminal.screen.lines), terminal.screen.lines)


def no_numbers(bench):
    """NaN ranks last and is counted; if all values are NaN, the result is null."""
    bench.require_cpu()
    outcome = bench.ok(on_cpu(*BOX, "--json", "-o", "nan.svg", "-o", "nan.csv", name="nan.cl"))
    result = outcome.json()["result"]
    assert result["value"] is None and result["nan_count"] == result["evaluations"] > 0, result
    text = bench.run(on_cpu(*BOX, name="nan.cl"))
    assert text.code == 0 and re.search(r"^value +(not a number|infinite)$", text.out, re.MULTILINE), text.out
    assert re.search(rf"^no numbers +{result['nan_count']} evaluations gave NaN", text.out, re.MULTILINE), text.out
    half = bench.run(on_cpu(*BOX, "--json", "-o", "half.svg", name="half.cl")).json()["result"]
    assert half["value"] >= 0 and 0 < half["nan_count"] < half["evaluations"], half
    drawn = Picture((bench.folder / "half.svg").read_text())
    assert drawn.parts("gap") and any("grey" in text for text in drawn.words("fact")), drawn.words("fact")


# ---------------------------------------------------------------------------------------------------------------------
# The cases


def out_of_range(option, given, *allowed):
    return refused(f"--{option} {given!r}", pso(f"--{option}={given}", dim=None if option == "dim" else "2"),
                   re.escape(option), [given, *allowed])


PSO = [
    Case("result", pso(iterations="50"), err=r"\Asequential reference on the host, memory .*\n\Z",
         out=r"\Avalue +[\d.e-]+\ndistance +.*best known value 0\nstopped by +iterations\n"
             r"iterations +50, best value in \d+\nalgorithm +pso\nevaluations +\d+\nseconds +\d.*\nposition +\S+, \S+\n\Z"),
    Case("result as JSON", [*pso(), "--json"],
         checks=(documented, value("device", None), value("objective.name", "rastrigin"),
                 value("objective.lower", -5.12), value("objective.upper", 5.12), value("objective.optimum", 0),
                 value("parameters.particles", 32), value("parameters.precision", "fp64"),
                 value("result.iterations", 30))),
    Case("steps and whole numbers", [*pso(name="sphere", dim=None, iterations="60"), "--json", "--bounds", "-1.25:4,-1:1,2.5:9",
                                     "--step", "0.5,0,0", "--integer", "3"],
         checks=(documented, value("parameters.step", "0.5,0,0"), value("parameters.integer", "3"),
                 lambda outcome: require(outcome.json()["result"]["position"][0::2] in ([-0.25, 3], [0.25, 3]), outcome.out))),
    Case("a largest value", [*pso(name="cupso-cubic", dim=None, iterations="200"), "--json"],
         checks=(documented, value("objective.maximise", True), value("objective.dimensions", 1),
                 result_between(390245.7, 390245.7917385860))),
    Case("a preset", [*pso("--preset", "cupso", name="cubic", dim=None), "--json"],
         checks=(documented, value("parameters.preset", "cupso"), value("parameters.constriction", False),
                 value("parameters.inertia", "1"), value("parameters.c1", 2), value("parameters.c2", 2),
                 value("parameters.vmax", 1), value("parameters.boundary", "clamp"),
                 value("parameters.precision", "fp64"), value("parameters.best", "queue-lock"))),
    Case("options override a preset", [*pso("--preset", "cupso", "--constriction", "--vmax", "0.25", "--best", "auto",
                                            "--precision", "fp32"), "--json"],
         checks=(documented, value("parameters.preset", "cupso"), value("parameters.constriction", True),
                 value("parameters.c1", 2.05), value("parameters.vmax", 0.25), value("parameters.boundary", "clamp"),
                 value("parameters.precision", "fp32"), value("parameters.best", "persistent"))),
    Case("the other sense", [*pso("--maximise", name="sphere", iterations="100"), "--json"],
         checks=(documented, value("objective.optimum", None), result_between(19000, 20000))),
    Case("bounds of all", [*pso("--bounds", "-5:5", name="sphere"), "--json"],
         checks=(documented, value("objective.lower", -5), value("objective.upper", 5))),
    Case("bounds in the command", [*pso("--bounds", "-5:5,0:0.5,1:9", name="sphere", dim=None), "--json"],
         checks=(value("objective.lower", [-5, 0, 1]), value("objective.upper", [5, 0.5, 9]))),
    Case("bounds of each", [*pso("--bounds", "box.txt", name="sphere"), "--json"],
         checks=(documented, value("objective.lower", [-1, 0.5]), value("objective.upper", [2, 3]))),
    Case("a target below 0", [*pso("--target", "-200", name="trid", dim="10", iterations="5000", particles="256"),
                              "--json"],
         checks=(documented, value("result.stop_reason", "target"), result_between(-210.0000001, -200))),
    Case("stagnation", [*pso("--no-improve", "5", "--init", "zero.csv", iterations="5000"), "--json"],
         checks=(value("result.stop_reason", "stagnation"), value("result.value", 0))),
    Case("improvements are printed", pso("-v", iterations="100"), err=r"^iteration \d+, best [\d.e-]+, \d+\.\d s$"),
    Case("distance from an optimum that is not 0", pso("-v", name="trid", dim="10"), err=r", distance [\d.e+]+, "),
    Case("quiet prints nothing", pso("-q"), out="", err=""),
    Case("a long position goes to a file", pso(dim="30"), err=r"position itself goes to a file"),
    Case("no driver is needed", pso(), environment=NO_DRIVER, out=r"^value"),
    Case("the environment's device", ["pso", "sphere", "--dim", "2", "--iterations", "3"], out=r"^value",
         environment={"SWARMCL_DEVICE": "none", **NO_DRIVER}),
    Case("--list", ["pso", "--list"], out=r"\Aname ", err="", checks=(listed,)),
    Case("--list -q", ["pso", "--list", "-q"], out="", err=""),
]
fixtures.TEXT_FILES["zero.csv"] = "0,0\n"

REFUSED = [
    refused("no objective", ["pso"], r"an objective is missing", ["--list", "FILE.cl"]),
    refused("an unknown name", ["pso", "rastrign"], r"no objective 'rastrign'.* did you mean rastrigin\?", ["--list"]),
    refused("an unknown name that is near none", ["pso", "xyzzy"], r"no objective 'xyzzy'; `swarmcl pso --list`"),
    *[rejected(f"{' '.join(words)} in two dimensions", [*pso(), *words], f"^swarmcl: .*{text}")
      for words, text in ((["--step", "1,1,1"], "one for each of 2"), (["--step", "20"], "the range of its bounds"),
                          (["--step", "1e-13"], "more steps than fp64"), (["--integer", "3"], "from 1 to 2"),
                          (["--integer", "two"], "expected all"), (["--integer", "1", "--step", "0.5"], "also has a --step"))],
    rejected("a file that is missing", ["pso", "missing.cl", *NO_DEVICE, "--dim", "2", *BOX],
             r"^swarmcl: .*missing\.cl"),
    rejected("a file without the function", ["pso", "nothing.cl", *NO_DEVICE, "--dim", "2", *BOX],
             r"^swarmcl: .*nothing\.cl"),
    rejected("a bound that is not finite", ["pso", "sphere", *NO_DEVICE, "--bounds", "0:inf"],
             r"--bounds 0:inf: expected two finite numbers LO:HI, or the name of an existing file"),
    Case("a best value of 0", ["pso", "trid", "--dim", "1", *NO_DEVICE, "--iterations", "2"],
         out=r"^distance +none, 0 is the best known value$"),
    rejected("a file in the reference", ["pso", "bowl.cl", *NO_DEVICE, "--dim", "2", *BOX], r"^swarmcl: "),
    rejected("dimensions of a function of two", pso(name="booth", dim="3"), r"--dim 3"),
    out_of_range("dim", "0", "1"),
    out_of_range("best", "fastest", "reduction", "queue-lock", "asynchronous", "auto"),
    rejected("particles of ants", acor("--particles", "9"), "--particles 9 clashes with --algorithm acor"),
    rejected("a preset of ants", acor("--preset", "cupso"), "--preset cupso clashes with --algorithm acor"),
    *[rejected(f"{option} of CMA-ES", ["pso", "sphere", *NO_DEVICE, "--algorithm", "cmaes", *words],
               f"{' '.join(words)} clashes with --algorithm cmaes")
      for option, words in (("a boundary", ["--boundary", "clamp"]), ("an archive", ["--archive", "9"]))],
    rejected("a population of a swarm", pso("--algorithm", "pso", "--population", "9"),
             "--population 9 clashes with --algorithm pso"),
    rejected("an archive of particles", pso("--archive", "9"), "--archive 9 clashes with --particles: they belong to "
             "different algorithms"),
    rejected("more starts than solutions",
             ["pso", "sphere", *NO_DEVICE, "--dim", "2", "--algorithm", "acor", "--archive",
                                        "8", "--init", "start-many.csv"], "there are only 8 solutions in the archive"),
    *[Case(f"{' '.join(words)}", pso(*words, name="sphere"), code=2, out="", err=rf"^swarmcl: .*{pattern}",
           checks=(no_files,))
      for words, pattern in (
          (["--maximise", "--minimise"], "clash"),
          (["--bounds", "5:-5"], "--bounds 5:-5"),
          (["--bounds", "1:2,3:4,5:6"], "--bounds 1:2,3:4,5:6: found 3 ranges, expected one for each of 2 dimensions"),
          (["--bounds", "1:2,4:3"], "--bounds 1:2,4:3: expected an upper bound above the lower one"),
          (["--bounds", "missing.txt"], r"missing\.txt"),
          (["--bounds", "box-many.txt"], r"box-many\.txt:3"),
          (["--init", "start-outside.csv", "--bounds", "-5:5"], r"start-outside\.csv:2"),
          (["--init", "start-many.csv", "--particles", "8"], r"--particles was given twice"),
          (["--repeat", "2", "--checkpoint", "a.state"], "--repeat and --checkpoint"),
          (["--repeat", "2", "--seed", "18446744073709551615"], "fewer seeds than that follow"),
          (["--profile"], "--profile"),
          (["-d", "none", "--checkpoint", "a.state,often"], "--checkpoint"),
      )],
    refused("unknown suffix", pso("-o", "x.tour"), r"x\.tour", [".json", ".svg", ".csv"]),
    refused("two readers of the standard input", ["pso", "-", *NO_DEVICE, "--init", "-"], r"'-' was given 2 times"),
    Case("missing folder", pso("-o", "nowhere/a.json"), code=1, out="",
         err=r"^swarmcl: nowhere/a\.json: cannot be written"),
    rejected("more starts than particles", pso("--init", "start-many.csv", particles="8"), r"start-many\.csv:9"),
]

FILES = [
    Case("curve", pso("-o", "a.csv", "-o", "a.json"), err=r"^wrote a\.csv$",
         checks=(curve("a.csv", "a.json", "value"), no_files)),
    Case("curve and its picture", pso("-o", "b.csv", "-o", "b.json", "-o", "b.svg", name="cupso-cubic", dim=None),
         checks=(curve("b.csv", "b.json", "value"), picture("b.svg", False, "1 dimension, largest value found"))),
    Case("picture in two dimensions", pso("-o", "c.svg", iterations="100"),
         checks=(picture("c.svg", True, "2 dimensions, least value found", "seed 1", "distance of the best from 0"),)),
    Case("picture in three dimensions", pso("-o", "d.svg", dim="3"), checks=(picture("d.svg", False, "3 dimensions"),)),
    Case("picture of bounds that differ", pso("-o", "e.svg", "--bounds", "box.txt", name="sphere"),
         checks=(picture("e.svg", True, "best value"),)),
    Case("picture of one iteration", pso("-o", "f.svg", iterations="1"), checks=(picture("f.svg", True),)),
    Case("picture of a run that began at the best", pso("-o", "g.svg", "--init", "zero.csv"),
         checks=(picture("g.svg", True, "distance none"),)),
    Case("picture of a value better than the best known one by its last bits",
         pso("-o", "k.svg", name="trid", dim="4", particles="512", iterations="900"),
         checks=(picture("k.svg", False, "distance of the best from -16, the best known value, logarithmic"),)),
    contour_is_dark_where_it_is_good,
]

REPEAT = [
    Case("one run", [*pso("--repeat", "1"), "--json"], checks=(repeated, value("repeat.deviation", None))),
    Case("several runs", [*pso("--repeat", "4", "--seed", "3"), "--json"], checks=(repeated,),
         err=r"\Asequential reference on the host, memory .*\n\Z"),
    Case("quiet runs", pso("--repeat", "2", "-q"), out="", err=""),
    Case("runs in words", pso("--repeat", "2"), out=r"\Aseed 1: value [\d.e-]+, iterations 30, [\d.]+ s, stopped by iterations\n"
                                                    r"seed 2: value .*\n(.*\n)*best +[\d.e-]+, seed [12]\ndistance .*\nmean "),
    resumed,
    replayed,
    ants,
    strategy,
    pattern_search,
]

GROUPS = {
    "pso": PSO,
    "pso-refused": REFUSED,
    "pso-files": FILES,
    "pso-repeat": REPEAT,
    "pso-signals": [signals_end_the_search, live_line],
}

ON_DEVICE = [own_objectives, shipped_picture, broken_objectives, wrong_signatures, constrained, noisy, with_data,
             compiled_once, no_numbers]
