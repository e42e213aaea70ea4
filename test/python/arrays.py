#!/usr/bin/env python3
"""Arrays of numpy, frames of pandas and geopandas, and pictures of matplotlib. 77: there is no numpy."""
import os
import subprocess
import sys
import unittest

import support
import swarmcl

numpy = support.needed("numpy")
POINTS = support.points_of(40)


def module(name):
    try:
        return __import__(name)
    except ImportError:
        return None


pandas, geopandas, matplotlib = map(module, ("pandas", "geopandas", "matplotlib"))


class Series(list):
    """A stand-in with the members of a geopandas series that the package uses."""

    def __init__(self, points, geographic):
        super().__init__(points)
        self.x, self.y = ([point[axis] for point in points] for axis in (0, 1))
        self.crs = type("System", (), {"is_geographic": geographic})() if geographic is not None else None

    @property
    def geometry(self):
        return self


class Arrays(support.Case):
    def test_every_type_and_stride_is_read(self):
        array = numpy.array(POINTS)
        expected = swarmcl.solve(POINTS, iterations=1)
        wide = numpy.zeros((40, 6))
        wide[:, 1::3] = array
        frozen = array.copy()
        frozen.flags.writeable = False
        for data in (array, numpy.asfortranarray(array), wide[:, 1::3], array.astype(">f8"), array.astype("g"), frozen,
                     array.astype(object), array[::-1].copy()[::-1], list(array), array.ravel()):
            self.assertEqual(swarmcl.solve(data, iterations=1).tour, expected.tour)
        whole = (array * 100).astype(int)
        for kind in "bBhHiIlLqQefd":
            result = swarmcl.solve(whole.astype(kind), iterations=1)
            self.assertEqual(result.length, swarmcl.solve(whole.tolist(), iterations=1).length, kind)

    def test_elements_that_are_no_real_numbers_are_refused(self):
        for data, kind, pattern in ((numpy.ones((3, 2), complex), TypeError, "points: found elements of type complex128"),
                                    (numpy.full((3, 2), "a"), TypeError, "points: found elements of type .U1"),
                                    (numpy.full((3, 2), None), TypeError, "points: found None in row 0, column 0"),
                                    (numpy.ones((3, 2), "m8[s]"), TypeError, "points: found elements of type timedelta"),
                                    (numpy.ones((3, 2), "M8[s]"), TypeError, "points: found elements of type datetime"),
                                    (numpy.ones((3, 2, 2)), ValueError, "points: found 3 x 2 x 2 numbers"),
                                    (numpy.float64(3), ValueError, "points: found 1 numbers"),
                                    (numpy.empty((0, 2)), ValueError, "points: found no points"),
                                    (numpy.array([[0, 1], [numpy.inf, 5]]), ValueError, "points: found x inf of node 1"),
                                    (numpy.array([[0, 5.], [5, 0]]), ValueError, "points: found 2 x 2 .* matrix="),
                                    (numpy.array([[0, 2**53 + 1], [0, 7]]), ValueError, "points: .* row 0, column 1")):
            self.check_fails(kind, pattern, swarmcl.solve, data)
        self.check_fails(TypeError, "matrix: found elements of type timedelta64", swarmcl.solve,
                         matrix=numpy.ones((3, 3), "m8[s]"))

    def test_masks_are_not_ignored(self):
        square = numpy.ma.array([[0, 1, 1.], [1, 0, 1], [1, 1, 0]])
        masked = numpy.ma.array(square, mask=[[0, 1, 0], [0, 0, 0], [0, 0, 0]])
        self.assertEqual(swarmcl.solve(matrix=square).length, 3)
        for matrix in (masked, list(masked)):  # a masked distance is no edge
            self.assertEqual(tuple(swarmcl.solve(matrix=matrix)), ([0, 2, 1], 3))
        points = numpy.ma.array(POINTS, mask=[[0, 0]] * 39 + [[0, 1]])
        for data in (points, list(points)):
            self.check_fails(ValueError, "points: found a masked number in (row 39, column|place) 1", swarmcl.solve, data)
        self.check_fails(ValueError, "flows: found a masked number in row 0, column 1", swarmcl.assign, masked, square)
        self.check_fails(ValueError, "scores: found a masked number in place 1", swarmcl.orient, POINTS[:3],
                         masked[0], 1)
        self.check_fails(ValueError, "bounds: found a masked number", swarmcl.minimise, "sphere", points[-2:])
        worst = swarmcl.minimise(lambda x: numpy.ma.masked_less(x[:, 0], 0), (-1, 1), dim=2, iterations=50)
        self.assertTrue(0 <= worst.value < 0.1 and worst.nan_count > 0)

    def test_integers_of_numpy_are_exact(self):
        flows = numpy.array([[0, 2**53 + 1], [0, 0]])
        for kind in ("i8", "u8", "O"):
            self.assertEqual(swarmcl.assign(flows.astype(kind), [[0, 1], [1, 0]], iterations=1).cost, 2**53 + 1)
            self.check_fails(ValueError, "matrix: found 9007199254740993 in row 0, column 1", swarmcl.solve,
                             matrix=flows.astype(kind))
        self.assertEqual(swarmcl.orient([(0, 0), (3, 0), (9, 9)], numpy.array([.9, .3, .5], "f"), 7).score, 1.2)

    def test_a_matrix_of_doubles_is_not_copied_nor_changed(self):
        matrix = numpy.hypot(*(numpy.subtract.outer(axis, axis) for axis in numpy.array(POINTS).T))
        matrix[numpy.diag_indices(40)] = numpy.nan  # ignored
        before = matrix.copy()
        self.check_tour(swarmcl.solve(matrix=matrix), POINTS)
        self.assertTrue(numpy.array_equal(matrix, before, equal_nan=True))
        self.assertEqual(swarmcl.solve(matrix=numpy.array([[0, 7], [8, 0]], "i2")).length, 15)

    def test_nodes_may_be_integers_of_numpy(self):
        nodes = numpy.arange(40)
        result = swarmcl.solve(POINTS, start=nodes[3], fixed=[(nodes[1], nodes[2])], seed=numpy.int64(2),
                               time=numpy.float32(0.05))
        self.assertEqual((result.tour[0], result.seed), (3, 2))
        self.assertEqual(swarmcl.solve(POINTS, init=nodes[::-1], iterations=1).length,
                         swarmcl.solve(POINTS, init=[nodes[::-1]], iterations=1).length)

    def test_an_array_of_instances_is_a_batch(self):
        batch = numpy.random.default_rng(1).random((5, 20, 2), dtype="f")
        for result, points in zip(swarmcl.solve_many(batch), batch):
            self.check_tour(result, points.astype(float).tolist())
        self.check_fails(ValueError, r"points: found one instance, .* points=\[it\]", swarmcl.solve_many, batch[0])
        self.check_fails(ValueError, "points: found 20 points, which are one instance", swarmcl.solve_many, list(batch[0]))


class Frames(support.Case):
    @unittest.skipUnless(pandas, "this Python has no pandas")
    def test_frames_of_pandas_are_points_and_matrices(self):
        frame = pandas.DataFrame(POINTS, columns=["x", "y"], index=[f"n{i}" for i in range(40)])
        self.check_tour(swarmcl.solve(frame, names=frame.index), POINTS)
        frame["name"] = "a"
        self.check_tour(swarmcl.solve(frame[["x", "y"]]), POINTS)
        self.check_fails(TypeError, "points: found 'a' in row 0, column 1", swarmcl.solve, frame[["x", "name"]])
        self.check_fails(ValueError, "points: found one instance", swarmcl.solve_many, frame[["x", "y"]])
        self.assertEqual(swarmcl.solve(matrix=pandas.DataFrame([[0, 1.5], [2, 0]])).length, 3.5)

    def check_system(self, series):
        """series(points, system) of points at (longitude, latitude); system: geographic, metric, or None."""
        places = [(2.35, 48.85), (13.4, 52.52), (12.5, 41.9)]
        sphere = swarmcl.solve([(latitude, longitude) for longitude, latitude in places], metric="sphere")
        plane = swarmcl.solve(places)
        self.assertEqual(swarmcl.solve(series(places, True)).length, sphere.length)
        self.assertEqual(swarmcl.solve(series(places, False)).length, plane.length)
        self.assertEqual(swarmcl.solve(series(places, None)).length, plane.length)
        self.assertEqual(swarmcl.solve(series(places, None), metric="sphere").length, sphere.length)
        self.assertEqual(swarmcl.solve(series(places, True), metric="plane").length, plane.length)

    def test_the_reference_system_tells_the_metric(self):
        self.check_system(Series)

    @unittest.skipUnless(geopandas, "this Python has no geopandas")
    def test_the_reference_system_of_geopandas_does(self):
        systems = {True: "EPSG:4326", False: "EPSG:3857", None: None}
        self.check_system(lambda points, geographic: geopandas.GeoDataFrame(
            geometry=geopandas.points_from_xy(*zip(*points)), crs=systems[geographic]))


class Pictures(support.Case):
    @unittest.skipUnless(matplotlib, "this Python has no matplotlib")
    def test_a_plot_has_the_tour(self):
        matplotlib.use("Agg")
        result = swarmcl.solve(POINTS)
        axes = result.plot()
        line, = axes.lines
        self.assertEqual(list(zip(*line.get_data())), [POINTS[node] for node in result.tour + result.tour[:1]])
        self.assertIs(swarmcl.solve(POINTS, path=True).plot(axes), axes)
        self.assertEqual(len(axes.lines), 2)
        self.check_fails(ValueError, "plot: a matrix has no positions", swarmcl.solve(matrix=[[0, 1], [1, 0]]).plot)


class Imports(support.Case):
    def test_the_package_imports_no_other(self):
        code = ("import sys, swarmcl; swarmcl.solve([(0, 0), (0, 1), (1, 0)]); "
                "sys.exit(bool({'numpy', 'networkx', 'pandas', 'matplotlib', 'typing'} & set(sys.modules)))")
        self.assertEqual(subprocess.run([sys.executable, "-c", code], env=os.environ, check=False).returncode, 0)


if __name__ == "__main__":
    support.main()
