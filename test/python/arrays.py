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
    """What the package asks of a series of geopandas."""

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
        for data, kind, pattern in ((numpy.ones((3, 2), complex), TypeError, "points: expected real .* complex128"),
                                    (numpy.full((3, 2), "a"), TypeError, "points: expected real numbers, found .*U1"),
                                    (numpy.full((3, 2), None), TypeError, "points: .* row 0, found None"),
                                    (numpy.ones((3, 2, 2)), ValueError, "points: found 3 x 2 x 2 numbers"),
                                    (numpy.float64(3), ValueError, "points: found 1 numbers"),
                                    (numpy.empty((0, 2)), ValueError, "points: found none"),
                                    (numpy.array([[0, 1], [numpy.inf, 0]]), ValueError, "found x inf of node 1")):
            self.check_fails(kind, pattern, swarmcl.solve, data)

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


class Frames(support.Case):
    @unittest.skipUnless(pandas, "this Python has no pandas")
    def test_frames_of_pandas_are_points_and_matrices(self):
        frame = pandas.DataFrame(POINTS, columns=["x", "y"], index=[f"n{i}" for i in range(40)])
        self.check_tour(swarmcl.solve(frame, names=frame.index), POINTS)
        frame["name"] = "a"
        self.check_tour(swarmcl.solve(frame[["x", "y"]]), POINTS)
        self.check_fails(TypeError, "points: expected numbers in row 0, found 'a'", swarmcl.solve, frame[["x", "name"]])
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
