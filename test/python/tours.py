#!/usr/bin/env python3
"""Tests solve() and read() with Python's own types; needs no other package."""
import array
import decimal
import fractions
import itertools
import json
import math
import os
import pathlib
import pickle
import random
import tempfile
import xml.dom.minidom

import support
import swarmcl
from support import CROSS, SQUARE


class Points(support.Case):
    def test_a_result_is_a_tour_and_its_length(self):
        points = support.points_of(100)
        tour, length = result = swarmcl.solve(points)
        self.assertEqual((tour, length), (result.tour, result.length))
        self.check_tour(result, points)
        self.assertEqual({type(node) for node in tour}, {int})

    def test_every_kind_of_sequence_is_the_same_instance(self):
        points = support.points_of(30)
        flat = [number for point in points for number in point]
        expected = swarmcl.solve(points, iterations=1)
        for data in (tuple(points), list(map(list, points)), iter(points), zip(*zip(*points)), array.array("d", flat),
                     memoryview(array.array("d", flat)).toreadonly(), [array.array("d", point) for point in points],
                     [tuple(map(fractions.Fraction, point)) for point in points],
                     memoryview(array.array("d", flat)).cast("B").cast("d", (30, 2))):
            self.assertEqual(swarmcl.solve(data, iterations=1).tour, expected.tour)
        singles = array.array("f", flat)
        self.assertEqual(swarmcl.solve(singles, iterations=1).length,
                         swarmcl.solve(list(zip(singles[::2], singles[1::2])), iterations=1).length)
        self.assertEqual(swarmcl.solve([(decimal.Decimal(x), int(y)) for x, y in SQUARE]).length, 14)

    def test_a_strided_view_is_read_as_it_is_indexed(self):
        points = support.points_of(20)
        wide = array.array("d", [number for x, y in points for number in (x, y, 7.0)])
        view = memoryview(array.array("d", [number for point in points for number in point]))[::-1]  # y, x, backwards
        self.assertEqual(swarmcl.solve(view, iterations=1).length,
                         swarmcl.solve([(y, x) for x, y in reversed(points)], iterations=1).length)
        space = swarmcl.solve(memoryview(wide).cast("B").cast("d", (20, 3)), iterations=1)
        self.check_tour(space, points)

    def test_the_callers_numbers_are_not_changed(self):
        numbers = array.array("d", [number for point in support.points_of(50) for number in point])
        before = numbers[:]
        swarmcl.solve(numbers, metric="sphere", iterations=1)
        self.assertEqual(numbers, before)
        numbers.append(1.0)  # nor are they held

    def test_space_has_three_coordinates(self):
        points = [(x, y, z) for x, y in support.points_of(20) for z in (0, 1)]
        for metric in (None, "space"):
            self.check_tour(swarmcl.solve(points, metric=metric), points)

    def test_the_sphere_has_metres(self):
        cities = [(48.85, 2.35), (52.52, 13.4), (41.9, 12.5), (40.42, -3.7)]
        result = swarmcl.solve(cities, metric="sphere")
        self.assertTrue(4.4e6 < result.length < 4.6e6, result.length)

    def test_metrics_of_tsplib_are_integers(self):
        points = [(0, 0), (10.4, 0), (10.4, 10.4), (0, 10.4)]
        for metric, length in (("EUC_2D", 40), ("ceil_2d", 44), ("MAN_2D", 40), ("MAX_2D", 40), ("ATT", 16)):
            result = swarmcl.solve(points, metric=metric)
            self.assertEqual((result.length, type(result.length)), (length, int), metric)
        self.assertEqual(swarmcl.solve([(0, 0, 0), (0, 0, 5)], metric="EUC_3D").length, 10)
        self.check_fails(ValueError, "metric: found 'EUCLID', expected one of plane, sphere, space, EUC_2D",
                         swarmcl.solve, points, metric="EUCLID")
        self.check_fails(ValueError, "metric: found 'EXPLICIT'", swarmcl.solve, points, metric="EXPLICIT")

    def test_one_or_two_nodes_are_a_tour(self):
        self.assertEqual(tuple(swarmcl.solve([(5, 5)])), ([0], 0))
        self.assertEqual(tuple(swarmcl.solve([(0, 0), (3, 4)])), ([0, 1], 10))

    def test_inf_is_no_edge(self):
        inf = math.inf
        ring = [[inf] * 20 for _ in range(20)]
        for i in range(20):
            ring[i][(7 * i + 3) % 20] = ring[i][i - 1] = ring[i - 1][i] = 0.1 + i / 7
        for options in ({}, {"algorithm": "mmas", "iterations": 50}, {"islands": 2, "iterations": 20}):
            result = swarmcl.solve(matrix=ring, device="none", **options)
            edges = list(zip(result.tour, result.tour[1:] + result.tour[:1]))
            self.assertTrue(all(ring[a][b] < inf for a, b in edges), edges)
            self.assertAlmostEqual(result.length, sum(ring[a][b] for a, b in edges), 6)
        cut = [[0, 1, inf], [1, 0, 2], [inf, 2, 0]]
        self.assertEqual(swarmcl.solve(matrix=cut, path=True).length, 3)
        self.check_fails(swarmcl.InputError, "found one edge at node 0, expected 2", swarmcl.solve, matrix=cut)
        self.check_fails(swarmcl.InputError, "matrix: found distance nan from node 0 to node 1", swarmcl.solve,
                         matrix=[[0, math.nan], [1, 0]])
        bridge = [[0 if i == j else 1 if i // 3 == j // 3 or (i, j) in ((2, 3), (3, 2)) else inf for j in range(6)]
                  for i in range(6)]
        self.check_fails(swarmcl.InputError, "found no tour without missing edges; the best one uses the missing edge from node", swarmcl.solve, matrix=bridge)
        self.check_fails(swarmcl.InputError, "instance 1: ", swarmcl.solve_many, matrix=[[[0, 1], [1, 0]], cut])

    def test_rings_without_some_edges_stay_within_the_limit(self):
        draw, size = random.Random(13), 12
        matrix = [[0.0] * size for _ in range(size)]
        for i, j in itertools.combinations(range(size), 2):
            matrix[i][j] = matrix[j][i] = math.inf if draw.random() < .5 else draw.randint(1, 300) / 10
        for limit in (40, 1e12):
            result = swarmcl.orient(matrix=matrix, scores=range(size), limit=limit, path=True, device="none", iterations=2)
            self.assertLessEqual(sum(matrix[a][b] for a, b in zip(result.tour, result.tour[1:])), min(limit, 360))
            self.assertEqual(sum(result.tour), result.score)

    def test_a_large_distance_that_costs_digits_is_warned_of(self):
        square = [[0, 1.25, 2], [1e8, 0, 2.5], [2, 2.5, 0]]
        with self.assertWarnsRegex(RuntimeWarning, "the largest distance costs the others 1 digit,") as caught:
            swarmcl.solve(matrix=square)
        self.assertEqual(caught.filename, __file__)
        square[1][0] = 1e11
        self.check_fails(swarmcl.InputError, r"matrix: the distance 1e\+11 from node 1 to node 0 is so large",
                         swarmcl.solve, matrix=square)

    def test_bad_points_are_named_from_0(self):
        nan = float("nan")
        for points, kind, pattern in (
                ([], ValueError, "points: found no points"),
                ([(0, 1), (2, nan)], swarmcl.InputError, "points: found y nan of node 1, expected a number from"),
                ([(0, 1), (2,)], ValueError, "points: found 1 numbers in row 1, expected 2 as in row 0"),
                ([(0, 1), 2], TypeError, "points: found 2 as row 1, expected a row of numbers"),
                ([(0, 1), (2, "3")], TypeError, "points: found '3' in row 1, column 1, expected a real"),
                (b"ab", TypeError, "points: found b'ab', expected rows of numbers"),
                ("ab", FileNotFoundError, ".*'ab'"),
                ([(1, 2, 3, 4)] * 3, ValueError, "points: found 3 x 4 numbers, expected n x 2 or 3; dist.* matrix="),
                (array.array("d", [1, 2, 3]), ValueError, "points: found 3 numbers, expected 2 for each point"),
                (7, TypeError, "points: found 7, expected rows of numbers"),
                (None, TypeError, "expected either points or matrix=")):
            self.check_fails(kind, pattern, swarmcl.solve, points)
        self.check_fails(swarmcl.InputError, "points: found latitude 91 of node 0, expected", swarmcl.solve, [(91, 0)],
                         metric="sphere")
        self.check_fails(ValueError, "points: found 4 x 2 numbers, expected n x 3", swarmcl.solve, SQUARE,
                         metric="space")

    def test_a_small_square_of_numbers_must_say_what_it_is(self):
        for square in ([[0, 5, 2], [5, 0, 3], [2, 3, 0]], [[0, 5, 2], [4, 0, 3], [2, 3, 0]], ((0, 5), (5, 0)),
                       [[9, 5, 2], [5, 9, 3], [2, 3, 9]], [[0, 0, 2], [0, 0, 3], [2, 3, 0]],
                       memoryview(array.array("i", [0, 5, 5, 0])).cast("B").cast("i", (2, 2))):
            self.check_fails(ValueError, f"points: found {len(square)} x {len(square)} numbers, which could be distances: "
                             "pass them as matrix=, or as points with metric=", swarmcl.solve, square)
            swarmcl.solve(square, metric="plane" if len(square) == 2 else "space")
            swarmcl.solve(matrix=square)
        for points in ([(0, 0), (1, 0)], [(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(1, 2), (3, 1)], [(0, 0), (0, 0)],
                       [(0, -5), (5, 0)], [(0, 1, 2), (3, 4, 5), (6, 7, 8)]):
            swarmcl.solve(points)
        self.check_fails(ValueError, "points: found 4 x 4 numbers, expected n x 2 or 3; distances go to matrix=",
                         swarmcl.solve, [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]])

    def test_integers_are_exact_or_refused(self):
        for data in ([(0, 2**53 + 1), (5, 5)], [(0, 10**400), (5, 5)], array.array("q", [0, 2**53 + 1]),
                     [(0, -2**60 - 1), (5, 5)]):
            for function, argument in ((swarmcl.solve, "points"), (swarmcl.minimise, "bounds")):
                found = self.check_fails(ValueError, f"{argument}: found ", function, *(
                    (data,) if argument == "points" else (sum, data)))
                self.assertRegex(str(found), "in (row 0, column 1|place 1), expected|expected a .low, high")
        self.check_fails(ValueError, r"matrix: found 9007199254740993 in row 1, column 0, expected integers up to 2\^53",
                         swarmcl.solve, matrix=[[0, 1], [2**53 + 1, 0]])
        swarmcl.solve([(0, 2**53), (5, 10**20)])  # a double holds them
        self.assertEqual(swarmcl.assign([[0, 2**53 + 1], [0, 0]], [[0, 1], [1, 0]], iterations=1).cost, 2**53 + 1)
        for number, pattern in ((0.5, "a whole number"), (float("nan"), "a whole"), (float("inf"), "a whole"),
                                (2**60, r"whole numbers below 2\^56"), (None, "a real number"), ("1", "a real number")):
            for flows, argument in ((True, "flows"), (False, "distances")):
                matrices = [[0, number], [0, 0]], [[0, 1], [1, 0]]
                self.check_fails((ValueError, TypeError), f"{argument}: found .* in row 0, column 1, expected {pattern}",
                                 swarmcl.assign, *matrices[::1 if flows else -1])


class Frame:
    """A stand-in with the members of a data frame that the package uses."""

    def __init__(self, columns, index=None):
        self.data, self.columns = columns, list(columns)
        self.index = index or range(len(columns[self.columns[0]]))

    def __getitem__(self, key):
        return Frame({title: self.data[title] for title in key}, self.index) if isinstance(key, list) else self.data[key]

    def __array__(self):
        raise AssertionError("to_numpy() is there")

    def to_numpy(self):
        return list(zip(*self.data.values()))


class Tables(support.Case):
    FRAME = Frame({"Kunde": ["K\u00f6ln", "Rom", None, "Rom"], "PLZ": [5, 6, 7, 8], "L\u00e4nge (Grad)": [6.96, 12.5, 2.35, 0.5],
                   "Breite": [50.9, 41.9, 48.85, 1.5], "x": [0, 3, 3, 0], "y": [0, 0, 4, 4], "z": [0, 0, 0, 9]})
    EARTH = ["L\u00e4nge (Grad)", "Breite"]

    def test_titles_of_a_frame_decide_what_its_columns_are(self):
        x, y = (self.FRAME[title] for title in self.EARTH)
        sphere, plane = swarmcl.solve(list(zip(y, x)), metric="sphere"), swarmcl.solve(list(zip(x, y)))
        space = swarmcl.solve(list(zip(*(self.FRAME[title] for title in "xyz"))))
        index = ["a", "b", "c", "d"]
        for titles, metric, expected, names in (
                (["Kunde", "PLZ", *self.EARTH], None, sphere, ["K\u00f6ln", "Rom", "", "Rom"]), (self.EARTH, None, sphere, None),
                (self.EARTH[::-1], None, sphere, None), (self.EARTH, "sphere", sphere, None),
                (self.EARTH, "plane", plane, None), (["Kunde", "y", "x"], None, 14, ["K\u00f6ln", "Rom", "", "Rom"]),
                (["x", "y"], None, 14, index), (list("xyz"), None, space, None), (["x", "PLZ"], None, None, None)):
            frame = Frame(self.FRAME[titles].data, index if names is index else None)
            with self.subTest(titles=titles, metric=metric):
                result = swarmcl.solve(frame, metric=metric)
                self.assertEqual(result.names, names and [names[node] for node in result.tour])
                if expected == 14:
                    self.assertEqual((result.length, list(result._draw()[:4])), (14, [0, 0, 3, 0]))
                elif expected:
                    self.assertEqual((result.length, result._draw()), (expected.length, expected._draw()))
        self.check_fails(TypeError, "points: found 'K.ln' in row 0, column 1", swarmcl.solve, self.FRAME[["x", "Kunde"]])
        twice = Frame({**self.FRAME[self.EARTH].data, "lat": [1, 2, 3, 4]})
        self.check_fails(ValueError, 'points: found "lat", expected a single column of this kind', swarmcl.solve, twice)
        self.assertEqual(swarmcl.solve(matrix=Frame({"a": [0, 7], "b": [8, 0]}, ["a", "b"])).names, ["a", "b"])

    def test_nodes_may_be_given_by_name(self):
        frame = Frame({"name": ["K\u00f6ln", "Bonn", "Rom", "Rom"], **self.FRAME[["x", "y"]].data})
        result = swarmcl.solve(frame, path=True, start="Bonn", end="K\u00f6ln", init=["Bonn", 2, 3, 0])
        self.assertEqual((result.names[0], result.names[-1]), ("Bonn", "K\u00f6ln"))
        for node, pattern in (("Born", "'Born', expected the name or the number of a node; did you mean Bonn"),
                              ("Rom", "'Rom', which is the name of 2 nodes, expected the number of one"),
                              (4, "node 4, expected 0 to 3")):
            self.check_fails(ValueError, f"end: found {pattern}", swarmcl.solve, frame, end=node)

    def test_a_dict_has_names_and_their_coordinates(self):
        result = swarmcl.solve(dict(zip("abcd", SQUARE)), path=True, start="c", end="b", fixed=[("a", "c")])
        self.assertEqual((result.tour, result.names), (list("cadb"), list("cadb")))
        self.assertEqual(result._line()[0], [0, 0, 3, 3])
        self.check_fails(ValueError, "start: found 'e', expected a key of points", swarmcl.solve, dict(zip("abcd", SQUARE)),
                         start="e")

    def test_a_path_is_the_file(self):
        path = os.path.join(support.INSTANCES, "timezones.csv")
        expected = swarmcl.solve(swarmcl.read(path), iterations=1)
        for each in (path, pathlib.Path(path)):
            self.assertEqual(swarmcl.solve(each, iterations=1).names, expected.names)


class Matrices(support.Case):
    def test_integers_are_exact(self):
        result = swarmcl.solve(matrix=[[0, 2**31 - 1, 1], [2**31 - 1, 0, 1], [1, 1, 0]])
        self.assertEqual((result.length, type(result.length)), (2**31 + 1, int))

    def test_real_distances_are_scaled(self):
        result = swarmcl.solve(matrix=CROSS)
        self.assertEqual((result.length, type(result.length)), (15.5, float))

    def test_asymmetric_distances_are_found_out(self):
        matrix = [[0, 1, 9], [9, 0, 1], [1, 9, 0]]
        self.assertEqual(tuple(swarmcl.solve(matrix=matrix)), ([0, 1, 2], 3))
        backwards = list(map(list, zip(*matrix)))
        self.assertEqual(tuple(swarmcl.solve(matrix=backwards)), ([0, 2, 1], 3))

    def test_a_buffer_of_two_dimensions_is_one(self):
        numbers = memoryview(array.array("i", [0, 1, 9, 9, 0, 1, 1, 9, 0])).cast("B").cast("i", (3, 3))
        self.assertEqual(swarmcl.solve(matrix=numbers).length, 3)

    def test_bad_matrices_are_refused(self):
        for matrix, kind, pattern in (
                ([[0, 1], [1]], ValueError, "matrix: found 1 numbers in row 1, expected 2"),
                ([[0, 1, 2], [1, 0, 2]], ValueError, "matrix: found 2 x 3 numbers, expected n x n"),
                ([[0, 1], [-1, 0]], swarmcl.InputError, "matrix: found distance -1 from node 1 to node 0, expected"),
                (array.array("d", [0, 1, 1, 0]), ValueError, "matrix: found 4 numbers, expected n x n"),
                ([], ValueError, "matrix: found 0 x 0 numbers")):
            self.check_fails(kind, pattern, swarmcl.solve, matrix=matrix)
        self.check_fails(TypeError, "expected either points or matrix=", swarmcl.solve, SQUARE, matrix=CROSS)
        self.check_fails(TypeError, "metric= is for points", swarmcl.solve, matrix=CROSS, metric="plane")


class Conditions(support.Case):
    def test_paths_have_the_ends_that_are_given(self):
        points = support.points_of(40)
        for ends in ({}, {"start": 7}, {"end": 9}, {"start": 39, "end": 0}):
            result = swarmcl.solve(points, path=True, **ends)
            self.check_tour(result, points, path=True)
            self.assertEqual(result.tour[0], ends.get("start", result.tour[0]))
            self.assertEqual(result.tour[-1], ends.get("end", result.tour[-1]))
        self.assertTrue(swarmcl.solve(points, end=3).path)

    def test_a_round_trip_begins_with_its_start(self):
        points = support.points_of(40)
        plain, shown = swarmcl.solve(points), []
        turned = swarmcl.solve(points, start=3, on_improve=lambda length, tour, seconds: shown.append(tour[0]))
        at = plain.tour.index(3)
        self.assertEqual((turned.tour, turned.path), (plain.tour[at:] + plain.tour[:at], False))
        self.assertEqual(set(shown), {3})
        self.assertEqual(swarmcl.solve_many([points], start=3)[0].tour, turned.tour)

    def test_fixed_edges_are_in_the_tour(self):
        points = support.points_of(40)
        tour = swarmcl.solve(points, fixed=[(0, 20), (20, 11)]).tour
        sides = {frozenset(pair) for pair in zip(tour, tour[1:] + tour[:1])}
        self.assertLessEqual({frozenset((0, 20)), frozenset((20, 11))}, sides)

    def test_nodes_count_from_0_in_messages(self):
        for options, kind, pattern in (
                ({"start": 4}, ValueError, "start: found node 4, expected 0 to 3"),
                ({"end": -1}, ValueError, "end: found node -1, expected 0 to 3"),
                ({"start": "a"}, TypeError, "start: found 'a', expected the number of a node"),
                ({"start": 1.0}, TypeError, "start: found 1.0, expected the number of a node"),
                ({"start": 2, "end": 2}, swarmcl.ArgumentError, "node 2 is both start and end of the path"),
                ({"fixed": [(0, 9)]}, ValueError, "fixed: found node 9, expected 0 to 3"),
                ({"fixed": [(1, 1)]}, swarmcl.ArgumentError, "fixed edge 1-1: expected two nodes"),
                ({"fixed": [(0, 1), (0, 2), (0, 3)]}, swarmcl.ArgumentError,
                 "no tour .*: node 0 has three, to nodes 1, 2 and 3"),
                ({"fixed": [(0, 1), (1, 2), (2, 0)]}, swarmcl.ArgumentError, "no tour .* node [012] form a cycle of 3"),
                ({"path": True, "start": 0, "fixed": [(1, 0), (0, 2)]}, swarmcl.ArgumentError,
                 "no path has all fixed edges: its start, node 0, has two, to nodes 1 and 2"),
                ({"fixed": [(0, 1, 2)]}, ValueError, r"fixed: found \(0, 1, 2\), expected edges"),
                ({"fixed": [0, 1]}, TypeError, "fixed: found 0, expected edges"),
                ({"fixed": 5}, TypeError, "fixed: found 5, expected edges"),
                ({"fixed": "0-1"}, TypeError, "fixed: found '0-1', expected edges"),
                ({"init": 5}, TypeError, "init: found 5, expected a tour"),
                ({"names": 5}, TypeError, "names: found 5, expected a list of names"),
                ({"metric": 5}, ValueError, "metric: found 5, expected one of plane"),
                ({"on_improve": 5}, TypeError, "on_improve: found 5, expected a function"),
                ({"target": -5}, ValueError, "target -5: expected"),
                ({"start": 2, "end": 2, "names": "abcd"}, ValueError, "node 2 is both start and end"),
                ({"init": [0, 1, 2]}, ValueError, "init: found 3 nodes, expected all 4"),
                ({"init": [0, 1, 2, 1]}, ValueError, "init: found node 1 at positions 1 and 3, expected each once"),
                ({"init": [0, 1, 2, 4]}, ValueError, "init: found node 4, expected 0 to 3"),
                ({"init": [0, 2, 1, 3], "path": True, "start": 1}, ValueError,
                 "init: the path starts at node 0, expected node 1"),
                ({"init": [0, 1, 2, 3], "fixed": [(0, 2)]}, ValueError, "init: the tour does not have .* edge 0-2")):
            with self.subTest(options):
                self.check_fails(kind, pattern, swarmcl.solve, SQUARE, **options)
        arcs = [[0, 1, 2, 3], [4, 0, 5, 6], [7, 8, 0, 9], [1, 2, 3, 0]]
        self.check_fails(swarmcl.ArgumentError, "no tour .*: 0-1 and 0-2 both lead out of node 0", swarmcl.solve,
                         matrix=arcs, fixed=[(0, 1), (0, 2)])

    def test_a_search_begins_with_given_tours(self):
        points = support.points_of(60)
        best = swarmcl.solve(points)
        for init in (best.tour, [best.tour], [list(range(60)), best.tour], array.array("i", best.tour)):
            again = swarmcl.solve(points, init=init, target=best.length)
            self.assertEqual((again.length, again.stop_reason), (best.length, "target"))

    def test_a_search_keeps_edges_of_a_given_tour(self):
        points, start = support.points_of(60), list(range(60))
        best = swarmcl.solve(points, init=start, device="none")
        self.assertIsNone(best.kept_edges)
        for keep, least in (("20%", 1), (10**6, 60)):
            result = swarmcl.solve(points, init=start, keep=keep, device="none")
            edges = {frozenset(edge) for edge in zip(result.tour, result.tour[1:] + result.tour[:1])}
            self.assertEqual(result.kept_edges, sum(frozenset((k, (k + 1) % 60)) in edges for k in start))
            self.assertGreaterEqual(result.kept_edges, least)
            self.assertEqual(result.trace[-1][1], best.length)
        self.check_fails(swarmcl.ArgumentError, "^keep needs a starting tour .init.$", swarmcl.solve, points, keep=2)


class Options(support.Case):
    def test_options_have_underscores(self):
        result = swarmcl.solve(support.points_of(30), algorithm="mmas", local_search="3opt", ants=5, iterations=4,
                               device="none")
        self.assertEqual(result.settings["local_search"], "3opt")
        self.assertEqual((result.settings["ants"], result.settings["iterations"], result.iterations), (5, 4, 4))

    def test_unknown_options_are_type_errors_with_similar_names(self):
        for name, suggestion in (("time_limit", r"; did you mean time\?$"), ("max_iter", r"; did you mean iterations\?$"),
                                 ("random_state", r"; did you mean seed\?$"), ("verbose", r"; did you mean progress\?$"),
                                 ("popsize", r"; did you mean population\?$"), ("local_serch", "; did you mean local_search"), ("metrik", "; did you mean metric"),
                                 ("fix", "; did you mean fixed"), ("qqqqqqq", "$")):
            self.check_fails(TypeError, rf"solve\(\) has no option '{name}'{suggestion}", swarmcl.solve, SQUARE,
                             **{name: 1})
        self.check_fails(TypeError, r"solve_many\(\) has no option 'initial'", swarmcl.solve_many, [SQUARE], initial=1)

    def test_messages_have_the_names_of_keywords(self):
        self.check_fails(swarmcl.ArgumentError, "time -1.0: expected a number above 0", swarmcl.solve, SQUARE,
                         time=-1.0)
        self.check_fails(swarmcl.ArgumentError, "kicks 9 clashes with algorithm mmas: it would", swarmcl.solve, SQUARE,
                         algorithm="mmas", kicks=9)
        self.check_fails(swarmcl.ArgumentError, "local_search 9: expected", swarmcl.solve, SQUARE, local_search=9)

    def test_errors_are_those_of_python(self):
        for kind, base in ((swarmcl.ArgumentError, ValueError), (swarmcl.OutOfMemoryError, MemoryError),
                           (swarmcl.FileError, OSError), (swarmcl.InputError, ValueError),
                           (swarmcl.UnsupportedError, NotImplementedError), (swarmcl.DeviceError, RuntimeError),
                           (swarmcl.VerificationError, ValueError), (swarmcl.InternalError, RuntimeError)):
            self.assertTrue(issubclass(kind, base) and issubclass(kind, swarmcl.Error))
            self.assertEqual(str(pickle.loads(pickle.dumps(kind("text")))), "text")
        self.check_fails((swarmcl.ArgumentError, swarmcl.DeviceError), "", swarmcl.solve, SQUARE, device="no device")
        self.check_fails(swarmcl.FileError, "", swarmcl.solve, SQUARE, iterations=1, device="none",
                         checkpoint="/nowhere/at/all")

    def test_the_seed_decides(self):
        points = support.points_of(300)
        runs = [swarmcl.solve(points, seed=seed, iterations=1, population=2, kicks=1) for seed in (3, 3, 4)]
        self.assertEqual([run.seed for run in runs], [3, 3, 4])
        self.assertEqual(runs[0].tour, runs[1].tour)
        self.assertNotEqual(runs[0].tour, runs[2].tour)

    def test_time_and_target_end_a_search(self):
        points = support.points_of(200)
        timed = swarmcl.solve(points, time=0.2)
        self.assertEqual(timed.stop_reason, "time")
        self.assertTrue(0.1 < timed.seconds < 1.0, timed.seconds)
        self.assertEqual(swarmcl.solve(points, target=timed.length * 1.1, time=60).stop_reason, "target")

    def test_a_run_continues_from_its_checkpoint(self):
        points = support.points_of(100)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "state")
            options = {"algorithm": "mmas", "device": "none"}
            swarmcl.solve(points, iterations=5, checkpoint=path, **options)
            more = swarmcl.solve(points, iterations=9, resume=path, **options)
            whole = swarmcl.solve(points, iterations=9, **options)
            self.assertEqual((more.tour, more.iterations), (whole.tour, 9))


class Results(support.Case):
    def test_a_gap_needs_an_optimum_or_a_bound(self):
        points = support.points_of(30)
        self.assertIsNone(swarmcl.solve(points, iterations=1).gap)
        result = swarmcl.solve(points, bound=True, bound_share=100)
        self.assertLessEqual(result.bound, result.length)
        self.assertTrue(math.isclose(result.gap, result.length / result.bound - 1, abs_tol=1e-9), result.gap)
        known = swarmcl.solve(SQUARE, optimum=10, iterations=1)
        self.assertEqual(known.gap, 0.4)

    def test_lengths_may_have_a_unit_and_a_file_of_a_tour_is_read_for_init(self):
        towns = {"Kiel": (54.32, 10.14), "Bonn": (50.73, 7.1), "Ulm": (48.4, 9.99), "Jena": (50.93, 11.59)}
        known = swarmcl.solve(towns, metric="sphere", optimum="1000 km", target=" 1476km")
        self.assertTrue(math.isclose(known.gap, known.length / 1e6 - 1, abs_tol=1e-9), known.gap)
        self.assertEqual((known.settings["target"], known.stop_reason), (1476000, "target"))
        with self.assertRaisesRegex(ValueError, "optimum: found '5km', expected a number: .* not in metres"):
            swarmcl.solve(SQUARE, optimum="5km")
        with tempfile.TemporaryDirectory() as folder:
            route = os.path.join(folder, "route.csv")
            known.save(route)
            with self.assertRaisesRegex(TypeError, r"init=swarmcl.read\('.*route.csv'\).names$"):
                swarmcl.solve(towns, metric="sphere", init=route)
            again = swarmcl.solve(towns, metric="sphere", init=swarmcl.read(route).names, iterations=1)
            self.assertEqual(again.length, known.length)
            for data, title in ((towns, "My towns"), (swarmcl.read(route), "route")):
                swarmcl.solve(data, metric="sphere" if data is towns else None).save(os.path.join(folder, "My towns.html"))
                with open(os.path.join(folder, "My towns.html"), encoding="utf-8") as file:
                    self.assertIn(f"<title>{title}</title>", file.read())

    def test_a_name_at_the_edge_of_a_picture_stays_inside(self):
        shown = swarmcl._pictures._labels([(630, 100), (600, 100)], ["K\u00e4se-K\u00f6hler", "Hof"], 660, 400)
        self.assertEqual(len(shown), 2, shown)

    def test_a_gap_of_orient_counts_from_the_best_known_score(self):
        nodes = range(1, 49)
        with tempfile.TemporaryDirectory() as folder:  # att48-gen1-50 by its key: 31 is proven
            path = pathlib.Path(folder, "known.oplib")
            path.write_text("NAME : att48\nTYPE : OP\nDIMENSION : 48\nCOST_LIMIT : 5314\nEDGE_WEIGHT_TYPE : EUC_2D\n"
                            "NODE_COORD_SECTION\n" + "".join(f"{i} {i if i <= 31 else 9999} 0\n" for i in nodes)
                            + "NODE_SCORE_SECTION\n" + "".join(f"{i} 1\n" for i in nodes) + "EOF\n")
            result, one = [swarmcl.orient(swarmcl.read(path), limit=limit, iterations=1) for limit in (5314, 1)]
        self.assertEqual((result.score, result.gap, result.stop_reason), (31, 0.0, "target"))
        self.assertEqual((one.score, one.gap), (1, None))

    def test_the_trace_ends_with_the_result(self):
        result = swarmcl.solve(support.points_of(100))
        self.assertEqual(result.trace[-1][1], result.length)
        self.assertEqual(sorted(result.trace, key=lambda point: -point[1]), result.trace)

    def test_the_curve_has_every_iteration_of_ants(self):
        points = [(x / 100, y / 100) for x, y in support.points_of(40)]
        search = {"algorithm": "mmas", "ants": 10, "iterations": 9, "local_search": "none"}
        result = swarmcl.solve(points, curve=True, **search)
        self.assertEqual([point.iteration for point in result.curve], list(range(1, 10)))
        best = float("inf")
        for point in result.curve:
            best = min(best, point.shortest)
            self.assertLessEqual(point.length, best)
            self.assertLess(point.shortest, point.mean)
            self.assertTrue(0 < point.mean < 3 * result.length and 1 <= point.branching <= 40, point)
        self.assertEqual(sorted(point.seconds for point in result.curve), [point.seconds for point in result.curve])
        self.assertEqual(result.curve[-1].length, result.length)
        self.assertEqual(result.curve, pickle.loads(pickle.dumps(result)).curve)
        self.assertEqual(json.loads(result.to_json())["curve"], list(map(list, result.curve)))
        self.assertEqual(swarmcl.solve(points, **search).curve, [])
        self.assertEqual(swarmcl.solve(points, curve=True, iterations=1).curve, [])

    def test_json_has_all_members(self):
        result = swarmcl.solve(SQUARE, names=["a", "b", "c", "d"])
        document = json.loads(result.to_json())
        self.assertEqual((document["tour"], document["length"]), (result.tour, 14))
        self.assertEqual(document["names"], [["a", "b", "c", "d"][node] for node in result.tour])
        self.assertEqual((document["device"], document["seed"], document["settings"]["seed"]), (None, 1, 1))
        self.check_fails(ValueError, "names: found 1, expected one for each of 4 nodes", swarmcl.solve, SQUARE,
                         names=["a"])

    def test_a_notebook_shows_the_map(self):
        drawing = xml.dom.minidom.parseString(swarmcl.solve(SQUARE)._repr_svg_())
        line, = drawing.getElementsByTagName("polyline")
        self.assertEqual(len(line.getAttribute("points").split()), 5)
        self.assertEqual(len(drawing.getElementsByTagName("circle")), 5)
        open_line, = xml.dom.minidom.parseString(
            swarmcl.solve(SQUARE, path=True)._repr_svg_()).getElementsByTagName("polyline")
        self.assertEqual(len(open_line.getAttribute("points").split()), 4)
        self.assertIsNone(swarmcl.solve(matrix=CROSS)._repr_svg_())
        xml.dom.minidom.parseString(swarmcl.solve([(1, 1), (1, 1), (1, 1)])._repr_svg_())

    def test_a_map_has_names_and_a_scale(self):
        places = {"<K\u00f6ln> & \x01": (50.9, 7), "Rom": (41.9, 12.5), "Wien": (48.2, 16.4)}
        drawing = swarmcl.solve(places, metric="sphere")._repr_svg_()
        texts = {text.firstChild.data for text in xml.dom.minidom.parseString(drawing).getElementsByTagName("text")}
        self.assertLessEqual({"<K\u00f6ln> &  ", "Rom", "Wien", "200 km"}, texts)
        self.assertIn("tour of 3 nodes, length 2,590.5 km", texts)
        for count, named in ((80, True), (81, False), (501, False)):
            drawing = swarmcl.solve(support.points_of(count), names=["n"] * count, iterations=1)._repr_svg_()
            self.assertEqual((">n</text>" in drawing, drawing.count("<circle")), (named, count % 501 + 1))

    def test_results_are_pairs(self):
        result = swarmcl.solve(SQUARE)
        self.assertEqual((len(result), result[0], result[-1], result[:]), (2, result.tour, 14, tuple(result)))

    def test_results_are_saved_in_the_format_of_the_suffix(self):
        places = {"K,\"\u00f6\"ln\n": (50.9, 7.0), "Rom & <\x02>": (41.9, 12.5), "Wien": (48.2, 16.4)}
        earth = swarmcl.solve(places, metric="sphere", start="Rom & <\x02>")
        plane, matrix = swarmcl.solve(SQUARE), swarmcl.solve(matrix=CROSS)
        order = [1, 0, 2] if earth.tour[1] == "K,\"\u00f6\"ln\n" else [1, 2, 0]
        with tempfile.TemporaryDirectory() as folder:
            def saved(result, kind):
                path = os.path.join(folder, f"a.{kind}")
                result.save(path)
                return pathlib.Path(path).read_text(encoding="utf-8")
            for kind, element, count in (("gpx", "rtept", 4), ("gpx", "wpt", 3), ("kml", "Point", 3), ("SVG", "circle", 4)):
                document = xml.dom.minidom.parseString(saved(earth, kind))
                self.assertEqual(len(document.getElementsByTagName(element)), count, kind)
            for result in (earth, swarmcl.solve(SQUARE, path=True)):
                self.assertRegex(saved(result, "html"), "(?s)^<!DOCTYPE html>.*" + ("Wien" if result is earth else "3"))
            line, *points = json.loads(saved(earth, "geojson"))["features"]
            self.assertEqual(line["geometry"]["coordinates"][0], [12.5, 41.9])
            self.assertEqual([point["properties"]["name"] for point in points], earth.tour)
            self.assertEqual(json.loads(saved(earth, "json"))["tour"], earth.tour)
            self.assertEqual(saved(earth, "txt").splitlines()[0], "Rom & <\x02>")
            self.assertRegex(saved(earth, "tour"), "TOUR_SECTION\n" + "\n".join(str(node + 1) for node in order) + "\n-1\n")
            for result in (earth, plane):
                saved(result, "csv")
                again = swarmcl.read(os.path.join(folder, "a.csv"))
                self.assertEqual((again.names, swarmcl.solve(again).length), (list(map(str, result.tour)), result.length))
            self.assertEqual(saved(matrix, "csv"), "position,node,name\n1,0,0\n2,1,1\n3,2,2\n")
            self.check_fails(ValueError, "save: found 'a.png', expected .* .json, .csv, .svg, .txt, .tour, .html$", plane.save, "a.png")
            self.check_fails(ValueError, "save: found 'a.svg', expected .* .json, .csv, .txt, .tour$", matrix.save, "a.svg")
            assigned = swarmcl.assign(*support.ASSIGNED)
            self.assertEqual(saved(assigned, "csv"), "item,place\n0,0\n1,2\n2,1\n")
            self.assertEqual(saved(assigned, "svg").count("<circle"), 3)
            found = swarmcl.minimise("sphere", dim=2, iterations=9, device="none")
            self.assertEqual(saved(found, "csv"), "coordinate,x\n" + "".join(f"{i},{x}\n" for i, x in enumerate(found.x)))
            xml.dom.minidom.parseString(saved(found, "svg"))

    def test_longitudes_shrink_on_the_map(self):
        points = [(60, 10), (60, 11), (60.5, 11), (60.5, 10)]
        line = swarmcl.solve(points, metric="sphere")._line()
        self.assertEqual((set(line[0]), set(line[1])), ({10, 11}, {60, 60.5}))
        self.assertTrue(math.isclose(line[2], 1 / math.cos(math.radians(60.25))))

    def test_results_can_be_pickled(self):
        for result in (swarmcl.solve(SQUARE, names="abcd"), swarmcl.solve(matrix=CROSS)):
            copy = pickle.loads(pickle.dumps(result))
            self.assertEqual((copy.to_json(), copy._repr_svg_()), (result.to_json(), result._repr_svg_()))


class Files(support.Case):
    def test_files_are_instances_for_any_number_of_searches(self):
        grid = swarmcl.read(os.path.join(support.INSTANCES, "grid100.tsp"))
        self.assertEqual((len(grid), grid.name, grid.metric, grid.symmetric, grid.names),
                         (100, "grid100", "EUC_2D", True, None))
        for _ in range(2):
            result = swarmcl.solve(grid)
            self.assertEqual((result.length, type(result.length)), (10000, int))
        self.assertEqual(grid.distance(*result.tour[:2]), 100)
        self.assertIn("<polyline", pickle.loads(pickle.dumps(result))._repr_svg_())
        asymmetric = swarmcl.read(pathlib.Path(support.INSTANCES, "random17.atsp"))
        self.assertEqual((asymmetric.symmetric, asymmetric.metric, asymmetric.distance(0, 1)), (False, "EXPLICIT", 449))
        self.assertIsNone(asymmetric.positions())

    def test_names_of_a_file_come_back(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cities.csv")
            with open(path, "w", encoding="utf-8") as file:
                file.write("name,lat,lon,east,north\nParis,48.85,2.35,0,0\nBerlin,52.52,13.4,0,1\n"
                           "\u0141\u00f3d\u017a,51.8,19.5,0,7\n")
            cities = swarmcl.read(path)
            self.assertEqual((cities.names, cities.unit), (["Paris", "Berlin", "\u0141\u00f3d\u017a"], "m"))
            result = swarmcl.solve(cities, start=2)
            self.assertEqual(result.names[0], "\u0141\u00f3d\u017a")
            self.assertEqual(list(cities.positions()[:2]), [2.35, 48.85])
            self.assertEqual(swarmcl.solve(swarmcl.read(path, columns="east,north")).length, 14)
        self.check_fails(TypeError, "metric= and names=: the instance has its own", swarmcl.solve, cities,
                         metric="plane")

    def test_files_that_cannot_be_read_are_named(self):
        self.check_fails(FileNotFoundError, ".*nowhere.tsp", swarmcl.read, "nowhere.tsp")
        self.check_fails(TypeError, "path: found 7, expected the path of a file", swarmcl.read, 7)
        self.check_fails(swarmcl.InputError, ".*himmelblau.cl", swarmcl.read,
                         os.path.join(support.INSTANCES, "himmelblau.cl"))


if __name__ == "__main__":
    support.main()
