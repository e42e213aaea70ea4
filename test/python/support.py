"""Functions that the tests of the package share. They find it by PYTHONPATH, and the library by SWARMCL_LIBRARY."""
import importlib
import math
import os
import random
import sys
import unittest

SKIPPED = 77  # exit code
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INSTANCES = os.path.join(ROOT, "instances")
SQUARE = [(0, 0), (3, 0), (0, 4), (3, 4)]
CROSS = [[0, 2.5, 9], [2.5, 0, 4], [9, 4, 0]]
ASSIGNED = [[0, 5, 2], [5, 0, 3], [2, 3, 0]], [[0, 8, 1], [8, 0, 4], [1, 4, 0]]


def points_of(count, seed=1):
    draw = random.Random(seed)
    return [(draw.random(), draw.random()) for _ in range(count)]


def measured(points, tour, path=False):
    """The Euclidean length, with real distances."""
    ends = zip(tour, tour[1:] if path else tour[1:] + tour[:1])
    return sum(math.dist(points[a], points[b]) for a, b in ends)


def needed(name):
    """Imports the module that a test file needs; the test is skipped without it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"skipped: this Python has no {name}")
        sys.exit(SKIPPED)


class Case(unittest.TestCase):
    def check_tour(self, result, points, path=False):
        """Requires that the tour has each node once, and that its length is right."""
        self.assertEqual(sorted(result.tour), list(range(len(points))))
        self.assertTrue(math.isclose(result.length, measured(points, result.tour, path), rel_tol=1e-6))
        self.assertEqual(result.path, path)

    def check_fails(self, kind, pattern, function, *arguments, **options):
        """Requires an exception whose text matches the pattern from its beginning, and returns it."""
        with self.assertRaisesRegex(kind, "^" + pattern) as raised:
            function(*arguments, **options)
        return raised.exception


def main():
    unittest.main(argv=sys.argv[:1])
