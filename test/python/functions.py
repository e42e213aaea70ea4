#!/usr/bin/env python3
"""minimise(), with numpy where it is installed.

usage: functions.py [--without-numpy]
"""
import importlib.util
import json
import os
import pathlib
import pickle
import sys
import tempfile

import support
import swarmcl

if "--without-numpy" in sys.argv:
    sys.modules["numpy"] = None  # an import fails then
try:
    import numpy
except ImportError:
    numpy = None

BOX = [(-5, 5), (-4, 4)]
HIMMELBLAU = os.path.join(support.INSTANCES, "himmelblau.cl")
ENGINEERING = os.path.join(support.INSTANCES, "..", "bench", "engineering.py")
SHORT = {"particles": 32, "iterations": 40}


def paraboloid(points):
    return [(x - 1) ** 2 + (y + 2) ** 2 for x, y in points]


def square(points):
    return [x * x + y * y for x, y in points]


def wedge(points):
    return [(3 - x - y, x - y) for x, y in points]


class Callables(support.Case):
    def test_a_batch_has_all_particles(self):
        shapes = set()

        def objective(points):
            if numpy:
                assert isinstance(points, numpy.ndarray) and points.dtype == float
            else:
                assert isinstance(points, list) and isinstance(points[0], tuple)
            shapes.add((len(points), len(points[0])))
            return paraboloid(points)
        x, value = result = swarmcl.minimise(objective, BOX, particles=50, iterations=200)
        self.assertEqual(shapes, {(50, 2)})
        self.assertTrue(value < 1e-9 and abs(x[0] - 1) < 1e-3 and abs(x[1] + 2) < 1e-3, result)
        self.assertEqual((result.value, result.iterations, result.stop_reason, result.device),
                         (value, 200, "iterations", None))
        self.assertEqual(result.evaluations, 50 * 201)

    def test_evaluations_end_the_run_exactly(self):
        for budget, algorithm in ((1, "pso"), (39, "pso"), (1234, "pso"), (1234, "acor")):
            calls = []
            result = swarmcl.minimise(lambda points: calls.extend(points) or paraboloid(points), BOX, evaluations=budget,
                                      algorithm=algorithm)
            self.assertEqual((len(calls), result.evaluations, result.stop_reason), (budget, budget, "evaluations"))

    def test_repeated_evaluations_are_ranked_by_their_mean(self):
        calls = []
        result = swarmcl.minimise(lambda points: calls.extend(points) or [value + len(calls) % 2 for value in paraboloid(points)],
                                  BOX, evaluations=999, repeat_evaluations=10, pattern_search=55)
        self.assertTrue(len(calls) == result.evaluations == 990 + 50 and 0 <= result.fresh_value < 1.5, result)

    def test_constraints_decide_before_values(self):
        corner = [lambda points: [3 - x - y for x, y in points], lambda points: [x - y for x, y in points]]
        found = [swarmcl.minimise(square, BOX, constraints=constraints, algorithm=algorithm, iterations=500)
                 for algorithm in ("pso", "acor", "cmaes")
                 for constraints in (corner, wedge)]
        for result in found:
            self.assertTrue(result.violation == 0 and 4.5 <= result.value < 4.51, result)
        self.assertTrue(all(found[k].x == found[k + 1].x for k in (0, 2, 4)), found)
        single = swarmcl.minimise(lambda x: x[0] ** 2 + x[1] ** 2, BOX, vectorised=False, iterations=500, algorithm="pso",
                                  constraints=lambda x: (3 - x[0] - x[1], x[0] - x[1]))
        self.assertEqual(single.x, found[0].x)
        values = []
        never = swarmcl.minimise(square, BOX, constraints=lambda points: [x * x + 1 for x, y in points], **SHORT,
                                 on_improve=lambda value, x, seconds: values.append(value))
        self.assertTrue(1 <= never.violation < 1.1 and never.value == square([never.x])[0], never)
        self.assertEqual(set(values), {float("inf")})
        for wrong in (3, [3], lambda points: ["a"] * len(points), lambda points: [1]):
            self.assertRaisesRegex((TypeError, ValueError), "^constraints: found", swarmcl.minimise, square, BOX,
                                   constraints=wrong)
        self.assertRaisesRegex(TypeError, "^constraints: ", swarmcl.minimise, "sphere", dim=2, constraints=corner)

    def test_coordinates_take_steps_and_whole_numbers(self):
        seen = set()

        def objective(points):
            seen.update(points if not numpy else map(tuple, points.tolist()))
            return [(x - 0.6) ** 2 + (y - 1.3) ** 2 for x, y in points]
        for algorithm in ("pso", "acor", "cmaes"):
            found = swarmcl.minimise(objective, [(-5, 5), (-3.5, 4)], algorithm=algorithm, step=[0.25, 0], integer=[2],
                                     iterations=300, init=[(0.3, 3.7)])
            self.assertEqual(found.x, [0.5, 1.0])
        self.assertTrue(all(4 * x == int(4 * x) and y == int(y) and -3 <= y <= 4 for x, y in seen), seen)
        spec = importlib.util.spec_from_file_location("engineering", ENGINEERING)
        designs = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(designs)
        objective, limits, bounds, options, best = designs.DESIGNS[0]
        found = swarmcl.minimise(objective, bounds, vectorised=False, constraints=limits, algorithm="cmaes",
                                 evaluations=30000, **options)
        self.assertTrue(found.violation == 0 and best * (1 - 1e-9) < found.value < best * (1 + 1e-6), found)
        self.assertEqual(found.x[:2], [13 / 16, 7 / 16])

    def test_one_point_at_a_time_is_the_same(self):
        batch = swarmcl.minimise(paraboloid, BOX, **SHORT)
        single = swarmcl.minimise(lambda point: paraboloid([point])[0], BOX, vectorised=False, **SHORT)
        self.assertEqual(single.x, batch.x)

    def test_positions_are_the_callers_to_keep(self):
        kept = []

        def objective(points):
            kept.append(points)
            return paraboloid(points)
        swarmcl.minimise(objective, BOX, **SHORT)
        self.assertEqual(len(kept), 41)
        self.assertNotEqual(list(map(tuple, kept[0])), list(map(tuple, kept[1])))
        for points in kept:
            for x, y in points:
                self.assertTrue(-5 <= x <= 5 and -4 <= y <= 4)

    def test_errors_of_the_callable_end_the_search(self):
        calls = []

        def objective(points):
            calls.append(len(points))
            return 1 / 0
        self.check_fails(ZeroDivisionError, "", swarmcl.minimise, objective, BOX)
        self.assertEqual(len(calls), 1)
        self.check_fails(ValueError, "objective: found 1 values, expected one for each of 1024 positions",
                         swarmcl.minimise, lambda points: [1.0], BOX, algorithm="pso")
        for value in (["a"] * 1024, None, [None] * 1024, [1j] * 1024):
            for many in (True, False):
                self.check_fails((TypeError, ValueError), "objective: ", swarmcl.minimise,
                                 lambda _: value if many else value and value[0], BOX, vectorised=many)
        if swarmcl.devices():
            self.check_fails(swarmcl.ArgumentError, "device cpu: objective is a C function", swarmcl.minimise,
                             objective, BOX, device="cpu")

    def test_nan_counts_as_worst(self):
        result = swarmcl.minimise(lambda points: [x if x >= 0 else float("nan") for x, _ in points], BOX, **SHORT)
        self.assertTrue(0 <= result.value < 0.1, result)
        self.assertGreater(result.nan_count, 0)

    def test_the_largest_value_is_a_minimum_too(self):
        result = swarmcl.minimise(lambda points: [-value for value in paraboloid(points)], BOX, maximise=True,
                                  iterations=200)
        self.assertTrue(-1e-9 < result.value <= 0)

    def test_better_positions_are_reported_and_may_end_a_search(self):
        reported = []
        result = swarmcl.minimise(paraboloid, BOX, on_improve=lambda *found: reported.append(found), **SHORT)
        self.assertEqual([paraboloid([x])[0] for _, x, _ in reported], [value for value, _, _ in reported])
        self.assertEqual(sorted(reported, key=lambda found: -found[0]), reported)
        stopped = swarmcl.minimise(paraboloid, BOX, time=60, on_improve=lambda value, x, seconds: value < 1)
        self.assertEqual(stopped.stop_reason, "cancelled")
        self.check_fails(KeyError, "", swarmcl.minimise, paraboloid, BOX, time=60, on_improve=lambda *_: {}[1])

    def test_a_run_continues_from_its_checkpoint(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "state")
            swarmcl.minimise(paraboloid, BOX, particles=32, iterations=10, checkpoint=path)
            more = swarmcl.minimise(paraboloid, BOX, iterations=40, resume=path)
        whole = swarmcl.minimise(paraboloid, BOX, **SHORT)
        self.assertEqual((more.x, more.iterations), (whole.x, 40))

    @support.unittest.skipUnless(numpy, "this Python has no numpy")
    def test_arrays_of_any_shape_and_type_are_values(self):
        expected = swarmcl.minimise(paraboloid, BOX, **SHORT)
        for kind in (lambda values: values, lambda values: values.reshape(-1, 1), lambda values: values.tolist(),
                     lambda values: values[::-1].copy()[::-1]):
            found = swarmcl.minimise(lambda points: kind(numpy.array(paraboloid(points))), BOX, **SHORT)
            self.assertEqual(found.x, expected.x)
        swarmcl.minimise(lambda points: (points**2).sum(axis=1).astype("f"), BOX, **SHORT)


class Objectives(support.Case):
    def test_built_in_functions_have_bounds(self):
        result = swarmcl.minimise("rastrigin", dim=3, iterations=300, device="none")
        self.assertEqual(len(result.x), 3)
        self.assertLess(result.value, 1e-9)
        self.check_fails(swarmcl.ArgumentError, "there is no objective called 'rastrign'; expected one of",
                         swarmcl.minimise, "rastrign")

    @support.unittest.skipUnless(swarmcl.devices(), "there is no device")
    def test_opencl_is_compiled(self):
        with open(HIMMELBLAU, encoding="utf-8") as file:
            text = file.read()
        results = [swarmcl.minimise(source, (-5, 5), dim=2, **SHORT) for source in (text, HIMMELBLAU,
                                                                                  pathlib.Path(HIMMELBLAU))]
        self.assertEqual(len({tuple(result.x) for result in results}), 1)
        self.assertIsNotNone(results[0].device)
        text = """#define CONSTRAINTS 2
                  real objective(const real *x, int n) { return x[0] * x[0] + x[1] * x[1]; }
                  real constraint(const real *x, int n, int k) { return k ? x[0] - x[1] : 3 - x[0] - x[1]; }"""
        for algorithm in ("pso", "cmaes"):
            options = {"algorithm": algorithm, "iterations": 60, "particles" if algorithm == "pso" else "population": 40}
            on_device, on_host = swarmcl.minimise(text, BOX, **options), swarmcl.minimise(square, BOX, constraints=wedge,
                                                                                         **options)
            self.assertEqual((on_device.x, on_device.value, on_device.violation), (on_host.x, on_host.value, 0))
        distance = "real objective(const real *x, int n, data to) { return real_absolute(x[0] - to.at[1]) + to.count; }"
        for data in ([(0, 1.5)], [0, 1.5]):
            self.assertLess(abs(swarmcl.minimise(distance, (-5, 5), dim=1, data=data, **SHORT).value - 2), 0.1)
        self.check_fails(swarmcl.InputError, "objective.cl:2:.*nonsense", swarmcl.minimise,
                         "real objective(const real *x, int n)\n{ return nonsense; }", (-5, 5), dim=2)

    def test_a_text_without_an_objective_is_refused(self):
        self.check_fails(swarmcl.InputError, "objective.cl:", swarmcl.minimise, "int main(void) { return 0; }", (0, 1),
                         dim=1)
        self.check_fails(swarmcl.InputError, "nowhere.cl", swarmcl.minimise, "nowhere.cl", (0, 1), dim=1)


class Bounds(support.Case):
    def test_bounds_are_for_one_or_for_all(self):
        for bounds, dim in (([(-5, 5), (-4, 4)], None), ((-4, 4), 2), ([(-4, 4)] * 2, None), (iter(BOX), None),
                            (numpy.array(BOX) if numpy else BOX, None), ("-4:4", 2)):
            self.assertEqual(len(swarmcl.minimise(paraboloid, bounds, dim=dim, **SHORT).x), 2)

    def test_bad_bounds_are_refused(self):
        for bounds, dim, pattern in (([(1, -1)], None, "bounds: found 1.0 and -1.0 of coordinate 0, expected finite"),
                                     (BOX, 3, "bounds: found 2 pairs, expected one for each of 3 dimensions"),
                                     ([], None, "bounds: found no bounds"),
                                     ((0, float("inf")), 2, "bounds: found 0.0 and inf of coordinate 0, expected finite"),
                                     ([(0, 1, 2)], None, "bounds: found 1 x 3 numbers, expected a .low, high. pair"),
                                     ([(0, 1), (0, None)], None, "bounds: found None in row 1, column 1"),
                                     ({"x": (0, 1)}, None, "bounds: found a dict"), (5, None, "bounds: found 5, "),
                                     ((0, 1), None, ".*dim"),
                                     (None, 2, ".*bounds")):
            self.check_fails((ValueError, TypeError), pattern, swarmcl.minimise, paraboloid, bounds, dim=dim)
        self.check_fails(TypeError, "objective: found 5, expected a function, a name", swarmcl.minimise, 5)
        self.check_fails(TypeError, "on_improve: found 5", swarmcl.minimise, paraboloid, BOX, on_improve=5)

    def test_a_swarm_begins_with_given_positions(self):
        first = []

        def objective(points):
            first.append([tuple(point) for point in points])
            return paraboloid(points)
        swarmcl.minimise(objective, BOX, init=[(1, -2), (0.125, 3)], **SHORT)
        self.assertLessEqual({(1.0, -2.0), (0.125, 3.0)}, set(first[0]))
        self.check_fails(ValueError, "init: row 0: found \"9.0\"", swarmcl.minimise, paraboloid, BOX, init=[(9, 9)])
        self.check_fails(TypeError, "init: found 1 as row 0, expected a row", swarmcl.minimise, paraboloid, BOX,
                         init=[1, 2])


class Results(support.Case):
    def test_results_are_documents_and_travel(self):
        result = swarmcl.minimise(paraboloid, BOX, **SHORT)
        document = json.loads(result.to_json())
        self.assertEqual((document["x"], document["value"], document["settings"]["particles"]),
                         (result.x, result.value, 32))
        self.assertEqual(pickle.loads(pickle.dumps(result)).to_json(), result.to_json())
        self.assertEqual(result.trace[-1][1], result.value)

    def test_values_that_are_all_nan_are_a_warning_and_null(self):
        with self.assertWarnsRegex(RuntimeWarning, "^objective: every value was NaN"):
            result = swarmcl.minimise(lambda points: [float("nan")] * len(points), BOX, **SHORT)
        document = json.loads(result.to_json(), parse_constant=self.fail)
        self.assertEqual((result.value, document["value"], document["nan_count"]), (float("inf"), None, 32 * 41))


if __name__ == "__main__":
    support.main()
