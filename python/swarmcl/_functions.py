"""Best values of functions: minimise()."""
from __future__ import annotations

import ctypes
import os
from array import array
from ctypes import byref
from importlib import import_module

from . import _library as _l
from ._files import Files
from ._input import doubles, listed, plain, shown
from ._library import lib
from ._result import PositionResult
from ._search import Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _values_of(found: Any, numpy: Any) -> array[float]:
    """Converts the values that a vectorised objective returned to doubles."""
    kind = getattr(getattr(found, "dtype", None), "kind", "")
    found = found.tolist() if kind == "O" else found
    nulls = not kind and isinstance(found, list) and any(value is None for value in found)
    if kind not in "biufO" or found is None or nulls:
        raise TypeError(f"objective: found {shown(found)}, expected real numbers")
    if hasattr(found, "filled"):
        found = found.astype("d").filled(float("nan"))
    try:
        return array("d", numpy.asarray(found, "d").tobytes() if numpy else found)
    except (TypeError, ValueError, OverflowError) as error:
        raise type(error)(f"objective: {error}") from None


def _value_of(found: Any, what: str = "objective") -> float:
    try:
        return float(found)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{what}: found {shown(found)}, expected a real number") from None


def _numpy() -> Any:
    try:
        return import_module("numpy")
    except ImportError:
        return None


def _points_of(count: int, dimensions: int, x: Any, numpy: Any) -> Any:
    memory = bytearray(ctypes.string_at(x, 8 * count * dimensions))  # a copy, which a callable may keep
    if numpy:
        return numpy.frombuffer(memory).reshape(count, dimensions)
    return list(zip(*[iter(array("d", memory))] * dimensions))


def _constraints_of(constraints: Any, vectorised: bool, run: Run) -> Any:
    """Makes the function that the library calls for the sum of the violations of each particle, as one constraint."""
    functions = [constraints] if callable(constraints) else listed(constraints, "constraints", "callables")
    for function in functions:
        if not callable(function):
            raise TypeError(f"constraints: found {shown(function)}, expected a callable")
    numpy = _numpy()

    def fill(count: int, dimensions: int, x: Any, violations: Any) -> None:
        sums = [0.0] * count
        for function in functions:
            points = _points_of(count, dimensions, x, numpy)
            found = function(points) if vectorised else [function(point) for point in points]
            found = listed(plain(found, "constraints", None, "numbers"), "constraints", "numbers")
            if len(found) != count:
                raise ValueError(f"constraints: found {len(found)} values, expected one for each of {count} positions")
            for index, row in enumerate(found):
                for value in row if hasattr(row, "__len__") else (row,):
                    value = _value_of(value, "constraints")
                    sums[index] += value if value > 0.0 else 0.0 if value <= 0.0 else float("inf")
        for index, violation in enumerate(sums):
            violations[index] = violation

    return run.keep(_l.BatchFn(lambda _user, *arguments: run.called(fill, *arguments)))


def _batch_of(objective: Callable[[Any], Any], vectorised: bool, run: Run) -> Any:
    """Makes the function that the library calls with all particles. Values that it does not write are NaN."""
    numpy = _numpy()

    def fill(count: int, dimensions: int, x: Any, values: Any) -> None:
        points = _points_of(count, dimensions, x, numpy)
        if vectorised:
            made = _values_of(objective(points), numpy)
            if len(made) != count:
                raise ValueError(f"objective: found {len(made)} values, expected one for each of {count} positions")
            ctypes.memmove(values, made.buffer_info()[0], 8 * count)
            return
        for index, point in enumerate(points):
            if index > 0 and run.is_over():
                run.skipped += count - index
                break
            values[index] = _value_of(objective(point))

    return run.keep(_l.BatchFn(lambda _user, *arguments: run.called(fill, *arguments)))


def _bounds_of(bounds: Any) -> tuple[list[tuple[float, float]], bool]:
    """Returns the pairs, and True if a single pair stands for all coordinates."""
    rows = listed(plain(bounds, "bounds", None, "(low, high) pairs"), "bounds", "(low, high) pairs")
    if not rows:
        raise ValueError("bounds: found no bounds, expected (low, high) pairs")
    one = len(rows) == 2 and not hasattr(rows[0], "__len__")
    numbers, shape = doubles([rows] if one else rows, "bounds")
    if shape[1:] != (2,):
        raise ValueError(f"bounds: found {' x '.join(map(str, shape))} numbers, expected a (low, high) pair for each "
                         "coordinate")
    pairs = list(zip(numbers[0::2], numbers[1::2]))
    for index, (low, high) in enumerate(pairs):
        if not float("-inf") < low < high < float("inf"):
            raise ValueError(f"bounds: found {low} and {high} of coordinate {index}, expected finite numbers, the lower "
                             "one first")
    return pairs, one


def minimise(objective: Callable[[Any], Any] | str | os.PathLike[str], bounds: Any = None, *, dim: int | None = None,
             vectorised: bool = True, constraints: Any = None, time: float | None = None, seed: int | None = None, target: float | None = None,
             device: Any = None, init: Any = None, data: Any = None, on_improve: Callable[[float, list[float], float], Any] | None = None,
             on_interrupt: str = "return", progress: bool = False, **options: Any) -> PositionResult:
    """Searches for the least value of a function, by default mostly with CMA-ES (docs/objectives.md). Returns `x, value` and more.

    >>> import swarmcl
    >>> x, value = swarmcl.minimise(lambda points: [x * x + y * y for x, y in points], [(-5, 5), (-2, 9)])
    >>> value < 1e-12, len(x)
    (True, 2)
    >>> swarmcl.minimise("rastrigin", dim=3, iterations=200, device="none").value < 1e-6
    True

    objective: a callable that gets the positions of an iteration, [points][dimensions], and returns their values,
    [points]; the positions are a numpy array if numpy is installed, otherwise a list of tuples. With vectorised=False
    it gets one position and returns its value, and the search may end between two calls. Or the name of a built-in
    function; or OpenCL C, as text or the path of a FILE.cl (docs/objectives.md): `real objective(const real *x, int n)`.
    bounds: (low, high) of each coordinate, or one pair for all `dim` coordinates. The objective is never evaluated outside
    of them. Built-in functions have default bounds.
    constraints: a callable like the objective, or a list of them, with values that must be at most 0; each returns one value
        for each position, or several. A feasible position is better than any other; infeasible ones compare by the sum
        of their values above 0, result.violation. In OpenCL C: docs/objectives.md.
    init: positions [k][dimensions] where the search starts.
    data: numbers for OpenCL C that takes them, `data given` (docs/objectives.md): a sequence, rows, or the path of a file.
    on_improve: called with (value, x, seconds) after improvements; if it returns True, the search ends.
    time, seed, target, device, on_interrupt, progress: as for solve(); a callable always runs on the host.
    options: any other option of `swarmcl pso --help all`, with underscores: particles=64, evaluations=20000, repeat_evaluations=4,
        algorithm="acor", checkpoint="FILE", resume="FILE".

    NaN counts as worst; a RuntimeWarning if all values are NaN. An exception of a callable ends the search and is raised.
    """
    with Files() as files, Run(b"pso", "minimise", on_interrupt, on_improve=on_improve) as run:
        made = run.own(lib.swarm_objective_destroy)
        if callable(objective):
            batch = _batch_of(objective, vectorised, run)
            name = getattr(objective, "__name__", type(objective).__name__)
            run.check(lib.swarm_objective_from_batch(run.context.handle, name.encode(), batch, None, byref(made)))
            if constraints is not None:
                run.check(lib.swarm_objective_constrain(run.context.handle, made, 1,
                                                        _constraints_of(constraints, vectorised, run), None))
        elif constraints is not None:
            raise TypeError("constraints: the objective is not a callable; OpenCL C defines its own constraints")
        elif not isinstance(objective, (str, os.PathLike)):
            raise TypeError(f"objective: found {shown(objective)}, expected a function, a name, OpenCL C or its path")
        elif isinstance(objective, os.PathLike) or "(" in objective or objective.endswith(".cl"):
            text = isinstance(objective, str) and not objective.endswith(".cl")
            path = files.path("objective.cl", str(objective)) if text else os.fspath(objective)
            run.check(lib.swarm_objective_read(run.context.handle, os.fsencode(path), byref(made)))
        else:
            run.check(lib.swarm_objective_find(run.context.handle, objective.encode(), byref(made)))
        if bounds is not None and not isinstance(bounds, (str, os.PathLike)):
            pairs, one = _bounds_of(bounds)
            dim = dim if one or dim is not None else len(pairs)
            if not one and dim != len(pairs):
                raise ValueError(f"bounds: found {len(pairs)} pairs, expected one for each of {shown(dim)} dimensions")
            bounds = f"{pairs[0][0]}:{pairs[0][1]}" if len(set(pairs)) == 1 else files.path(
                "bounds", "".join(f"{low} {high}\n" for low, high in pairs))
        if init is not None and not isinstance(init, (str, os.PathLike)):
            numbers, shape = doubles(init, "init")
            if len(shape) != 2 or not numbers:
                raise ValueError(f"init: found {' x '.join(map(str, shape))} numbers, expected a row for each particle")
            init = files.path("init", "".join(",".join(map(str, numbers[first:first + shape[1]])) + "\n"
                                              for first in range(0, len(numbers), shape[1])))
        if data is not None and not isinstance(data, (str, os.PathLike)):
            rows = listed(plain(data, "data", None, "numbers"), "data", "numbers")
            rows = rows if any(hasattr(row, "__len__") for row in rows) else [rows]
            data = files.path("data", "".join(f"{number}\n" for number in doubles(rows, "data")[0]))
        lib.swarm_params_objective(run.params, made)
        run.give({"time": time, "seed": seed, "target": target, "dim": dim, "bounds": bounds, "init": init, "data": data,
                  "device": run.device(device, options.get("platform"), False), **options})
        found = PositionResult(run.solve(on_improve, lambda now: (now.value, now.position[:now.dimensions]), progress))
    if found.iterations == 0:  # the first one may be incomplete
        found.evaluations, found.nan_count = found.evaluations - run.skipped, found.nan_count - run.skipped
    if found.nan_count == found.evaluations > 0:
        _l.warn("objective: every value was NaN, so no position is better than another")
    return found
