"""Lower bounds, compared with all tours under every condition; certificates that are valid, invalid, or not
certificates."""

import json
import random
import signal
import time

from cases import refused, rejected
from cases_conditions import FORMS, Problem
from fixtures import tour_file
from run import LONG, Case, tier
from scenes import finish, require


def bound_of(bench, *words):
    outcome = bench.run(["bound", *words, "-q", "-o", "bound.json"])
    require(outcome.code == 0 and not outcome.out, f"{words}: {outcome.code} {outcome.err}")
    return json.loads(outcome.read("bound.json"))


def change(bench, **members):
    """The document with some members of its result replaced."""
    document = json.loads((bench.folder / "bound.json").read_text())
    document["result"] |= members
    (bench.folder / "changed.json").write_text(json.dumps(document))


def against_all_tours(bench):
    """No tour that meets the conditions is shorter than the bound, which verify proves again."""
    draw = random.Random("bounds")
    met = 0
    for kind in ("plane", "matrix", "arcs"):
        for k, form in enumerate(FORMS):
            for nodes in tier((1 + k % 4, 5 + k % 3), (1, 2, 3, 4, 5, 6, 7, 8)):
                problem = Problem(kind, nodes, form, draw)
                (bench.folder / "problem.tsp").write_text(problem.text())
                best, about = problem.shortest(), f"{problem.name}: {problem.options()} of {problem.in_file}"
                result = bound_of(bench, "problem.tsp", *problem.options())["result"]
                require(0 <= result["bound"] <= best, f"{about}: {result}, but the shortest is {best}")
                met += result["bound"] == best
                words = ["verify", "problem.tsp", "--certificate", "bound.json", *problem.options()]
                require(bench.run(words).out == f"bound {result['bound']}\n", about)
                if nodes > 4 or LONG:
                    change(bench, bound=result["bound"] + 1)
                    require(bench.run([*words[:3], "changed.json", *words[4:]]).code == 5, about)
    require(met > 30, f"the bound was the shortest length {met} times")


def gap_of_a_tour(bench):
    """--init and --certificate print the gap that the bound proves, rounded up."""
    (bench.folder / "medium.tour").write_text(tour_file("medium", range(1, 151)))
    document = bound_of(bench, "medium.tsp", "--init", "medium.tour", "--evaluations", "200")
    result, length = document["result"], document["length"]
    gap = 100 * (length - result["bound"]) / result["bound"]
    require(abs(result["proven_gap_percent"] - gap) < 1e-9 and result["evaluations"] == 200, str(result)[:200])
    require(len(result["potentials"]) == 150, "potentials")
    checked = bench.run(["verify", "medium.tsp", "medium.tour", "--certificate", "bound.json"])
    lines = checked.out.splitlines()
    require(checked.code == 0 and lines[:2] == [str(length), f"bound {result['bound']}"], checked.out + checked.err)
    shown = float(lines[2].removeprefix("gap ").removesuffix(" % (proven: at most)"))
    require(gap <= shown + 1e-9 < gap + 0.011, f"{lines[2]}: {gap}")
    both = bench.run(["verify", "medium.tsp", "medium.tour", "--certificate", "bound.json", "--json"]).json()
    require(both["bound"] == result["bound"] and both["proven_gap_percent"] == result["proven_gap_percent"], str(both))


def a_device_does_not_matter(bench):
    """A device finds the same bound and potentials as the host, even if a joint makes the host do the work."""
    for conditions in tier([[]], [[], ["--path"]]):
        host, device = (bound_of(bench, "large.tsp", "--evaluations", "60", *conditions, *words)["result"]
                        for words in ([], ["--device", "cpu"]))
        for result in host, device:
            result.pop("seconds")
        require(host == device, f"{conditions}: bounds differ")


def claims_that_do_not_hold(bench):
    """Changed potentials, count, scale or instance give exit code 5 and a message with the bound that is proven."""
    result = bound_of(bench, "small.tsp")["result"]
    potentials = result["potentials"]
    for members, words in (({"bound": result["bound"] + 1}, f"the potentials prove {result['bound']}"),
                           ({"potentials": [10000 * 4096, *potentials[1:]]}, "does not hold"),
                           ({"potentials": potentials[1:]}, "found 13 potentials, expected 14"),
                           ({"potentials": []}, "does not hold"),
                           ({"potentials": [2**30, *potentials[1:]]}, "potential of node 1: found"),
                           ({"scale": result["scale"] * 2}, "scale: found")):
        change(bench, **members)
        outcome = bench.run(["verify", "small.tsp", "--certificate", "changed.json"])
        require(outcome.code == 5 and not outcome.out and words in outcome.err, f"{members}: {outcome.err}")
    other = bench.run(["verify", "medium.tsp", "--certificate", "bound.json"])
    require(other.code == 5 and "found 14 potentials, expected 150" in other.err, other.err)
    path = bench.run(["verify", "small.tsp", "--certificate", "bound.json", "--path"])
    require(path.code == 5, path.err)
    change(bench, bound=result["bound"] - 1)
    require(bench.run(["verify", "small.tsp", "--certificate", "changed.json"]).code == 0, "a lower claim holds")


def documents_that_are_none(bench):
    """A file that is not a certificate is refused with exit code 2 and the position of the error."""
    bound_of(bench, "small.tsp")
    for members, words in (({"potentials": "none"}, '"result.potentials" is a string, expected an array'),
                           ({"potentials": [1.5]}, '"result.potentials.0" is a number, expected a whole number'),
                           ({"potentials": [0, 2**31]}, '"result.potentials.1" is 2147483648'),
                           ({"scale": 3}, '"result.scale" is 3, expected a power of two'),
                           ({"scale": 0}, '"result.scale" is 0, expected a power of two'),
                           ({"bound": None}, '"result.bound" is null'),
                           ({"bound": 1e300}, '"result.bound" is 1e+300, expected a length')):
        change(bench, **members)
        outcome = bench.run(["verify", "small.tsp", "--certificate", "changed.json"])
        require(outcome.code == 2 and not outcome.out and words in outcome.err, f"{members}: {outcome.err}")


def ended_early(bench):
    """--time and a signal end the search with a bound that verify proves."""
    for words in (["--time", "0.0001"], ["--time", "0.3"]):
        result = bound_of(bench, "large.tsp", "--evaluations", "100000000", *words)["result"]
        require(len(result["potentials"]) == (1000 if result["bound"] > 0 else 0), str(result)[:100])
        require(bench.run(["verify", "large.tsp", "--certificate", "bound.json"]).code == 0, str(words))
    process = bench.start(["bound", "large.tsp", "--evaluations", "100000000", "-o", "bound.json", "-q"])
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, err = finish(process)
    if process.returncode != -signal.SIGINT:  # which came before the program was ready for it
        require(process.returncode == 0, err)
        require(bench.run(["verify", "large.tsp", "--certificate", "bound.json"]).code == 0, "the signal's bound")


GROUPS = {"bound": [
    against_all_tours,
    gap_of_a_tour,
    claims_that_do_not_hold,
    documents_that_are_none,
    ended_early,
    Case("a bound", ["bound", "square.tsp"], out=r"\Ainstance +square, 4 nodes\nbound +40\nevaluations +\d+\nseconds "),
    Case("a bound that is met", ["bound", "square.tsp", "--init", "square.tour"],
         out=r"^length +40\ngap +optimal, proven$"),
    Case("one node", ["bound", "one.tsp"], out=r"^bound +0$"),
    Case("three nodes have one tour", ["bound", "three.tsp"], out=r"^bound +12$"),
    Case("decimals", ["bound", "decimals.tsp"], out=r"^bound +4\.75$"),
    Case("lengths in metres", ["bound", "towns.csv"], out=r"^bound +\d+\.\d+ m$"),
    Case("a fixed edge", ["bound", "square.tsp", "--fix", "1-3"], out=r"^bound +48$"),
    refused("no evaluations", ["bound", "square.tsp", "--evaluations", "0"], r"--evaluations 0"),
    refused("neither tour nor certificate", ["verify", "square.tsp"], r"TOUR is missing"),
    refused("another kind of file", ["bound", "square.tsp", "-o", "bound.csv"], r"expected FILE\.json"),
    rejected("a tour without a fixed edge", ["bound", "square.tsp", "--init", "square.tour", "--fix", "1-3"],
             r"^swarmcl: "),
    rejected("a certificate that is missing", ["verify", "square.tsp", "--certificate", "missing.json"],
             r"missing\.json"),
    rejected("a certificate that is no document", ["verify", "square.tsp", "--certificate", "square.tsp"],
             r"square\.tsp:1: .*expected a document of `swarmcl bound --json`"),
]}

ON_DEVICE = [a_device_does_not_matter]
