#!/usr/bin/env python3
"""Tests orient(), assign(), solve_many() and callbacks with Python's own types; needs no other package."""
import array
import concurrent.futures
import contextlib
import decimal
import io
import itertools
import json
import math
import os
import pathlib
import re
import sys
import tempfile
import types
import unittest.mock

import support
import swarmcl
from support import CROSS, SQUARE


class Orient(support.Case):
    POINTS = [(0, 0), (3, 0), (3, 4), (9, 9)]

    def test_scores_may_have_decimals(self):
        for scores, best in (([0, 1, 5, 7], 6), ([.9, 2.7, 5.5, 7.9], 9.1), ([decimal.Decimal("0.25")] * 4, .75),
                             (array.array("d", [1, 2, 3, 4]), 6)):
            reported = []
            result = swarmcl.orient(self.POINTS, scores, 12, iterations=2, on_improve=lambda *now: reported.append(now[0]))
            self.assertEqual((result.score, type(result.score)), (best, type(best)))
            self.assertEqual((result.trace[-1][1], reported[-1], json.loads(result.to_json())["score"]), (best,) * 3)
            ended = swarmcl.orient(self.POINTS, scores, 12, iterations=1000, target=best)
            self.assertEqual((ended.stop_reason, ended.settings["target"]), ("target", best))

    def test_scores_that_are_none_are_named_from_0(self):
        nan = float("nan")
        for scores, kind, pattern in (
                ([1, 2, 3], ValueError, "scores: found 3 numbers, expected a number for each of 4 nodes"),
                ([1, nan, 3, 4], ValueError, "scores: found nan of node 1, expected a number from 0"),
                ([1, 2, -3, 4], ValueError, "scores: found -3 of node 2, expected a number from 0"),
                ([1, 2, 3, None], TypeError, "scores: found None of node 3, expected a real number"),
                ([.1, 1 / 3, 2, 3], ValueError, "scores: found 0.3333333333333333 of node 1, expected whole numbers, or"),
                ([2**31, 0, 0, 0], ValueError, "scores: found the sum 2147483648, expected at most 2147483647"),
                (5, TypeError, "scores: found 5, expected a number for each"),
                ({0: 1}, TypeError, "scores: found a dict"),
                (None, TypeError, "scores: found None, expected a number for each node")):
            with self.subTest(scores):
                self.check_fails(kind, pattern, swarmcl.orient, self.POINTS, scores, 12)
        self.check_fails(TypeError, "limit: found None, expected the largest length", swarmcl.orient, self.POINTS,
                         [1] * 4)

    def test_a_closed_tour_begins_with_start(self):
        for start in range(4):
            tour = swarmcl.orient(self.POINTS, [0, 1, 5, 7], 12, start=start, iterations=2).tour
            self.assertEqual(tour[0], start)
        self.assertEqual(tour, [3])

    def test_an_instance_keeps_its_scores(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [pathlib.Path(folder, name) for name in ("a.csv", "b.csv")]
            for path, last in zip(paths, ("5", "4.5")):
                path.write_text(f"name,x,y,score\na,0,0,0\nb,3,0,2\nc,3,4,{last}\n")
            table, rated = map(swarmcl.read, paths)
        self.assertEqual(swarmcl.orient(table, limit=12, iterations=1).score, 7)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            found = pool.map(lambda score: {swarmcl.orient(table, [score] * 3, 12, iterations=1).score
                                            for _ in range(10)}, (1, 100))
        self.assertEqual(list(found), [{3}, {300}])
        self.assertEqual(swarmcl.orient(table, limit=12, iterations=1).score, 7)
        self.assertEqual(swarmcl.solve(rated).length, 12)  # it needs no scores
        self.check_fails(swarmcl.InputError, ".*b.csv:4: found \"4.5\"", swarmcl.orient, rated, limit=12)
        self.assertEqual(swarmcl.orient(rated, [0, 1, 4.5], 12, iterations=1).score, 5.5)


class Route(support.Case):
    POINTS, DEMANDS = [(0, 0), (3, 0), (3, 4), (-6, 0)], [0, 1, 1, 2]
    VANS = pathlib.Path(__file__).parents[2] / "instances" / "vans.vrp"

    def test_points_a_matrix_and_arrays_give_the_same_routes(self):
        matrix = [[math.dist(a, b) for b in self.POINTS] for a in self.POINTS]
        for given in ({"points": self.POINTS}, {"matrix": matrix}, {"points": array.array("d", sum(self.POINTS, ()))}):
            if isinstance(given.get("points"), array.array):
                given["points"] = memoryview(given["points"]).cast("B").cast("d", (4, 2))
            routes, cost = result = swarmcl.route(**given, demands=self.DEMANDS, capacity=2, iterations=20)
            self.assertEqual((sorted(map(sorted, routes)), cost, result.unserved, result.missing), ([[1, 2], [3]], 24, [], 0))
            self.assertEqual((sorted(result.loads), sum(result.lengths), json.loads(result.to_json())["cost"]), ([2, 2], 24, 24))
        self.assertEqual(swarmcl.route(self.POINTS, rounding="nearest", iterations=20).cost, 3 + 4 + 10 + 6)
        self.assertEqual(swarmcl.route(matrix=[[0, 1, 9], [9, 0, 1], [1, 9, 0]], iterations=20).routes, [[1, 2]])

    def test_windows_service_and_prizes_count(self):
        result = swarmcl.route(self.POINTS, [0, 1, 1, 1], 3, windows=[(0, 100), (10, 20), (0, 9), (0, 50)],
                               service=[0, 1, 1, 1], iterations=20)
        self.assertEqual([begins for stops, begins in zip(result.routes, result.begins) if stops == [2, 1]], [[5, 10]])
        few = swarmcl.route(self.POINTS, self.DEMANDS, 2, vehicles=1, prizes=[0, 0, 0, 1], iterations=20)
        self.assertEqual((few.unserved, few.missing, few.cost), ([3], 0, 13))
        full = swarmcl.route(self.POINTS, [0, 2, 2, 2], 4, vehicles=2, target=1e6, iterations=20)
        self.assertEqual((full.stop_reason, full.missing), ("target", 0))

    def test_travel_times_may_differ_from_lengths(self):
        given = {"matrix": [[0, 50, 52], [51, 0, 90], [54, 91, 0]], "windows": [(0, 99), (7, 8), (0, 99)], "service": [0, 3, 3],
                 "times": [[0, 6, 7], [6, 0, 12], [7, 12, 0]], "iterations": 20}
        result = swarmcl.route(**given)
        self.assertEqual((result.routes, result.cost, result.begins, result.finishes), ([[1, 2]], 194, [[7, 22]], [32]))
        for times, kind, pattern in ([[[0]], swarmcl.InputError, "times: found 1 places, expected 3, as the input has"],
                                     [[[0, -1], [1, 0]], ValueError, "times: found -1.0 of node 0, expected a number from 0"]):
            self.check_fails(kind, pattern, swarmcl.route, **{**given, "times": times})

    def test_a_file_has_its_own_input(self):
        result = swarmcl.route(self.VANS, iterations=5)
        self.assertEqual(sorted(sum(result.routes, [])), list(range(1, 41)))
        with tempfile.TemporaryDirectory() as folder:
            result.save(os.path.join(folder, "a.csv"))
            rows = pathlib.Path(folder, "a.csv").read_text(encoding="utf-8").split()
        self.assertEqual((rows[0], len(rows)), ("vehicle,position,customer,begin", 41))
        self.check_fails(TypeError, "demands: found a value, expected None with a file", swarmcl.route, self.VANS, [1])

    def test_starts_from_an_earlier_plan(self):
        for init in ([[1, 2], [3]], [[3], [2]]):
            self.assertEqual(swarmcl.route(self.POINTS, self.DEMANDS, 2, init=init, iterations=1).cost, 24)
        with tempfile.TemporaryDirectory() as folder:
            vans = os.path.join(folder, "vans.csv")
            pathlib.Path(vans).write_text("capacity\n1\n1\n2\n", encoding="utf-8")
            earlier = swarmcl.route(self.POINTS, [0, 0, 0, 2], fleet=vans, iterations=1, init=[[], [1, 2], [3]])
            again = swarmcl.route(self.POINTS, [0, 0, 0, 2], fleet=vans, iterations=1, init=earlier)
        self.assertEqual([(plan.vehicles[-1], plan.routes[-1]) for plan in (earlier, again)], [(3, [3])] * 2)
        for init, kind, pattern in ((5, TypeError, "init: found 5, expected routes"),
                                    ([1, 2], TypeError, "init: found 1, expected routes"),
                                    ([[0, 1]], ValueError, "init: found node 0 in a route"),
                                    ([[9]], ValueError, "init: found customer 9, expected 0 to 3"),
                                    ([[1, 2, 3]], swarmcl.Error, "route 1: the load with customer 3")):
            self.check_fails(kind, pattern, swarmcl.route, self.POINTS, self.DEMANDS, 2, init=init, iterations=1)

    def test_bad_arguments_name_the_node(self):
        two = [(0, 0), (1, 1)]
        for options, kind, pattern in (
                ({}, TypeError, "route: expected points or matrix="),
                ({"points": two, "demands": [0, 5, 3]}, ValueError, "demands: found 3 x 1 numbers, expected 2 x 1"),
                ({"points": two, "demands": [0, 0.5], "capacity": 0.1}, swarmcl.InputError, "no plan can serve all customers: .* 0.5, .* 0.1"),
                ({"points": two, "demands": [0, 1.0001]}, swarmcl.InputError, ":9: found \"1.0001\", expected a demand"),
                ({"points": two, "demands": 5}, TypeError, "demands: found 5, expected a number for each node"),
                ({"points": [(0, 0), (math.nan, 1)]}, ValueError, "points: found nan of node 1"),
                ({"matrix": [[0, 1], [math.inf, 0]]}, ValueError, "matrix: found inf of node 1"),
                ({"points": two, "windows": [(0, 5)]}, ValueError, "windows: found 1 x 2 numbers, expected 2 x 2"),
                ({"points": two, "demands": [0, 5], "capacity": 3}, swarmcl.InputError, "no plan can serve all customers"),
                ({"points": two, "tyme": 1}, TypeError, r"route\(\) has no option 'tyme'; did you mean time"),
                ({"points": two, "demand": [0, 1]}, TypeError, r"route\(\) has no option 'demand'; did you mean demands\?")):
            with self.subTest(options):
                self.check_fails(kind, pattern, swarmcl.route, **options)


class Assign(support.Case):
    def test_bad_arguments_are_named_from_0(self):
        for options, kind, pattern in (
                ({"fixed": [(0, 1)]}, TypeError, r"fixed: found \[\(0, 1\)\], expected a dict"),
                ({"fixed": {0: 3}}, ValueError, "fixed: found item 3, expected 0 to 2"),
                ({"fixed": {0: 1, 2: 1}}, ValueError, "fixed: found place 1 for items 0 and 2, expected one place each"),
                ({"init": [0, 1]}, ValueError, "init: found 2 items, expected all 3"),
                ({"init": [0, 1, 1]}, ValueError, "init: found item 1 at positions 1 and 2, expected each once"),
                ({"init": [0, 1, 2], "fixed": {0: 1}}, ValueError, "init: found a fixed item at another place"),
                ({"init": 5}, TypeError, "init: found 5, expected")):
            with self.subTest(options):
                self.check_fails(kind, pattern, swarmcl.assign, *support.ASSIGNED, **options)
        self.assertEqual(swarmcl.assign(*support.ASSIGNED, target=2**70).cost, 66)
        self.check_fails(TypeError, "distances: found None, expected a matrix", swarmcl.assign, support.ASSIGNED[0])
        self.check_fails(FileNotFoundError, ".*nowhere.dat", swarmcl.assign, "nowhere.dat")
        self.check_fails(ValueError, "flows, distances: found .* costs could reach", swarmcl.assign,
                         [[0, 2**50], [0, 0]], [[0, 2**50], [0, 0]])
        self.check_fails(ValueError, "flows: found 2 numbers in row 0, expected 3", swarmcl.assign,
                         [[0, 1], [1, 0], [2, 3]], support.ASSIGNED[1])


class Many(support.Case):
    def test_every_instance_gets_the_tour_that_it_gets_alone(self):
        batch = [support.points_of(count, count) for count in (5, 40, 1, 12, 2, 30)]
        for threads in (1, 3, None):
            results = swarmcl.solve_many(batch, threads=threads)
            self.assertEqual([result.tour for result in results], [swarmcl.solve(points).tour for points in batch])
        for result, points in zip(results, batch):
            self.check_tour(result, points)

    def test_conditions_are_for_all(self):
        results = swarmcl.solve_many([support.points_of(9, seed) for seed in range(4)], start=3, end=8, fixed=[(1, 2)])
        for result in results:
            self.assertEqual((result.tour[0], result.tour[-1]), (3, 8))
        self.check_fails(ValueError, "start: found node 3, expected 0 to 1", swarmcl.solve_many, [SQUARE, SQUARE[:2]],
                         start=3)

    def test_matrices_and_files_are_instances_too(self):
        self.assertEqual([result.length for result in swarmcl.solve_many(matrix=[CROSS, [[0, 1], [1, 0]]])], [15.5, 2])
        grid = swarmcl.read(os.path.join(support.INSTANCES, "grid100.tsp"))
        self.assertEqual([result.length for result in swarmcl.solve_many([grid, SQUARE])], [10000, 14])
        self.assertEqual(swarmcl.solve_many([]), [])

    def test_time_is_for_all_or_for_each(self):
        batch = [support.points_of(50, seed) for seed in range(6)]
        for options in ({"time": 0.6}, {"time_each": 0.2}):
            results = swarmcl.solve_many(batch, threads=2, **options)
            self.assertEqual({result.stop_reason for result in results}, {"time"})
            self.assertTrue(all(0.05 < result.seconds < 0.8 for result in results))
        self.check_fails(ValueError, "time: found 0, expected seconds above 0", swarmcl.solve_many, batch, time=0)
        self.check_fails(ValueError, "time_each: found 'x', expected a number", swarmcl.solve_many, batch, time_each="x")

    def test_results_are_reported_in_order_until_the_caller_ends(self):
        reported = []
        batch = [support.points_of(10, seed) for seed in range(20)]
        swarmcl.solve_many(batch, on_result=lambda index, result: reported.append((index, len(result.tour))))
        self.assertEqual(reported, [(index, 10) for index in range(20)])
        counter = itertools.count()
        results = swarmcl.solve_many(batch, on_result=lambda index, result: next(counter) == 2)
        self.assertEqual(len(results), 3)
        self.check_fails(ZeroDivisionError, "", swarmcl.solve_many, batch, on_result=lambda index, result: index / 0)

    def test_a_single_instance_is_refused(self):
        flat = [memoryview(array.array("d", point)) for point in SQUARE]
        square = memoryview(array.array("d", range(8))).cast("B").cast("d", (4, 2))
        for data, pattern in ((flat, "points: found 4 points, which are one instance"), (square, "points: found one instance"),
                              (SQUARE, r"points: found 4 points, which are one instance, .* solve\(\) takes one"), (5, "points: found 5, expected a list"),
                              ({"a": SQUARE}, "points: found a dict"), ("ab", "points: found 'ab'"),
                              (swarmcl.read(os.path.join(support.INSTANCES, "grid100.tsp")), "points: found one")):
            self.check_fails((TypeError, ValueError), pattern, swarmcl.solve_many, data)
        self.check_fails(TypeError, "on_result: found 5", swarmcl.solve_many, [SQUARE], on_result=5)
        self.assertEqual(len(swarmcl.solve_many([[(0, 0)], [(1, 1)]])), 2)

    def test_a_failure_has_the_number_of_its_instance(self):
        self.check_fails(ValueError, "instance 1: points: found 1 numbers in row 1", swarmcl.solve_many,
                         [SQUARE, [(0, 1), (2,)]])
        self.check_fails(swarmcl.InputError, "instance 1: points: found y nan of node 0", swarmcl.solve_many,
                         [SQUARE, [(0, float("nan"))]])
        self.check_fails(swarmcl.ArgumentError, "instance 1: ", swarmcl.solve_many, [support.points_of(30), SQUARE],
                         algorithm="mosaic")


class Improvements(support.Case):
    def test_better_tours_are_reported_and_may_end_a_search(self):
        points = support.points_of(300)
        reported = []
        swarmcl.solve(points, on_improve=lambda length, tour, seconds: reported.append((length, tour, seconds)))
        self.assertTrue(reported)
        for length, tour, seconds in reported:
            self.assertTrue(math.isclose(length, support.measured(points, tour), rel_tol=1e-6))
            self.assertEqual(sorted(tour), list(range(300)))
        self.assertEqual([length for length, _, _ in reported], sorted({length for length, _, _ in reported}, reverse=True))
        stopped = swarmcl.solve(points, time=60, on_improve=lambda length, tour, seconds: True)
        self.assertEqual(stopped.stop_reason, "cancelled")
        self.assertEqual(swarmcl.solve(points, time=0.1).stop_reason, "time")  # it does not last

    def test_progress_is_shown(self):
        shown = []

        class Tqdm:
            n, postfix = 0, None

            def __init__(self, total, unit):
                shown.append((total, unit))

            def refresh(self):
                shown.append((self.n, self.postfix))

            def close(self):
                shown.append("closed")

            def __bool__(self):
                raise TypeError
        module = types.ModuleType("tqdm.auto")
        module.tqdm = Tqdm
        for found in (module, None):  # None: an import fails
            with unittest.mock.patch.dict(sys.modules, {"tqdm": found, "tqdm.auto": found}), \
                    contextlib.redirect_stderr(io.StringIO()) as lines:
                result = swarmcl.solve(support.points_of(300), time=0.4, device="none", progress=True)
            if found:
                seconds, text = shown[-2]
                self.assertEqual((shown[0], shown[-1], lines.getvalue()), ((0.4, "s"), "closed", ""))
                self.assertGreater(seconds, 0)
            else:
                text, = re.findall(r"\r\d+\.\d s, (best [\d.]+) \n$", lines.getvalue())
            self.assertIn(text, [f"best {length:,.10g}" for _, length, _ in result.trace])

    def test_progress_of_routes_counts_vehicles_and_customers_not_served(self):
        for vehicles, expected in ((2, "2 vehicles"), (1, "1 vehicle, 1 not served")):
            with unittest.mock.patch.dict(sys.modules, {"tqdm": None, "tqdm.auto": None}), \
                    contextlib.redirect_stderr(io.StringIO()) as lines:
                swarmcl.route([(0, 0), (0, 5), (0, -4)], windows=[(0, 99), (5, 6), (4, 5)], vehicles=vehicles, capacity=9,
                              iterations=9, vehicles_first=True, device="none", progress=True)
            self.assertIn(f", {expected} ", lines.getvalue())

    def test_an_error_of_the_callback_ends_the_search(self):
        self.check_fails(KeyError, "", swarmcl.solve, support.points_of(100), time=60,
                         on_improve=lambda length, tour, seconds: {}[length])

    def test_a_callback_may_search_itself(self):
        found = []
        swarmcl.solve(support.points_of(100), on_improve=lambda *_: found.append(swarmcl.solve(SQUARE).length))
        self.assertEqual(set(found), {14})


if __name__ == "__main__":
    support.main()
