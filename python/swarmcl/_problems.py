"""Quadratic assignment and orienteering: assign() and orient()."""
from __future__ import annotations

import os
from array import array
from ctypes import POINTER, byref, c_int64, c_uint32, c_void_p

from . import _library as _l
from ._input import Nodes, matrix as matrix_of
from ._library import Context, Owned, lib
from ._result import AssignmentResult, OrientResult
from ._search import Run, give
from ._tours import conditions_of, instance_of, set_conditions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any


def _integers(data: Any, what: str) -> tuple[Any, int]:
    """(an array of int64, n) of a matrix [n][n] of whole numbers."""
    numbers, count = matrix_of(data, what)
    whole = array("q", map(int, numbers))
    for place, (number, integer) in enumerate(zip(numbers, whole)):
        if number != integer:
            raise ValueError(f"{what}: found {number} in row {place // count}, expected whole numbers")
    return (c_int64 * len(whole)).from_buffer(whole), count


def assign(flows: Any, distances: Any = None, *, time: float | None = None, seed: int | None = None,
           fixed: Mapping[int, int] | None = None, init: Sequence[int] | None = None, target: int | None = None,
           device: Any = None, on_improve: Callable[[int, list[int], float], Any] | None = None,
           on_interrupt: str = "return", **options: Any) -> AssignmentResult:
    """Searches for the cheapest assignment of items to places, and returns `places, cost` with more.

    >>> import swarmcl
    >>> places, cost = swarmcl.assign([[0, 5, 2], [5, 0, 3], [2, 3, 0]], [[0, 8, 1], [8, 0, 4], [1, 4, 0]])
    >>> places, cost
    ([0, 2, 1], 66)

    flows: between items [n][n], whole numbers; or the path of a QAPLIB file, which has both matrices. distances:
        between places. The cost is the sum of flows[i][j] * distances[places[i]][places[j]] over all i and j.
    fixed: the places that items must have, {item: place}. init: places to start from.
    target: ends the search with an assignment of that cost or a cheaper one.
    on_improve: called with (cost, places, seconds) of better assignments; ends the search by returning True.
    options: all others of `swarmcl qap --help all`, with underscores.
    time, seed, device, on_interrupt: as for solve(). Items and places are numbers from 0.
    """
    with Context.take() as context, Owned(lib.swarm_params_destroy) as params, Owned(lib.swarm_qap_destroy) as qap, \
            Owned(lib.swarm_result_destroy, POINTER(_l.Result)) as result:
        run = Run(context, on_interrupt)
        if distances is None:
            context.check(lib.swarm_qap_read(context.handle, os.fsencode(flows), byref(qap)))
        else:
            (given, count), (apart, other) = _integers(flows, "flows"), _integers(distances, "distances")
            if count != other:
                raise ValueError(f"distances: found {other} x {other} numbers, expected {count} x {count} as flows")
            context.check(lib.swarm_qap_from_matrices(context.handle, None, count, given, apart, byref(qap)))
        info = lib.swarm_qap_describe(qap).contents
        items = Nodes(info.item_count)
        context.check(lib.swarm_params_create(context.handle, b"qap", byref(params)))
        lib.swarm_params_qap(params, qap)
        give(context, params, b"qap", "assign", {
            "time": time, "seed": seed, "target": target,
            "device": run.device(device, options.get("platform"), False), **options})
        pairs = ",".join(f"{items.number(item, 'fixed') + 1}={items.number(place, 'fixed') + 1}"
                         for item, place in (fixed or {}).items())
        set_conditions(context, params, {"fix": pairs} if pairs else {})
        if init is not None:
            start = (c_uint32 * info.item_count)(*(items.number(place, "init") for place in init))
            context.check(lib.swarm_params_add_start(context.handle, params, start, info.item_count))
        run.solve(params, result, on_improve, lambda now: (now.length, list(now.tour[:now.node_count])))
        return AssignmentResult(result.contents, info)


def orient(points: Any = None, scores: Iterable[int] | None = None, limit: float | None = None, *, matrix: Any = None,
           time: float | None = None, seed: int | None = None, path: bool = False, start: Any = None, end: Any = None,
           metric: str | None = None, target: int | None = None, device: Any = None,
           names: Iterable[Any] | None = None, on_improve: Callable[[int, list[Any], float], Any] | None = None,
           on_interrupt: str = "return", **options: Any) -> OrientResult:
    """Searches for the tour through some nodes with the greatest score within a length, and returns `tour, score` with
    more.

    >>> import swarmcl
    >>> tour, score = swarmcl.orient([(0, 0), (3, 0), (3, 4), (90, 0)], scores=[0, 2, 5, 40], limit=12)
    >>> sorted(tour), score
    ([0, 1, 2], 7)

    points, matrix, metric, names: as for solve(); an Instance may have scores and a limit of its own file.
    scores: of the nodes, whole numbers from 0. limit: the largest length, in the unit of the input.
    path, start, end: search for an open path. Without them the tour is closed and begins with node 0, or with start.
    target: ends the search with that score or a greater one.
    on_improve: called with (score, tour, seconds) of better tours; ends the search by returning True.
    options: all others of `swarmcl orient --help all`, with underscores.
    time, seed, device, on_interrupt: as for solve().
    """
    with Context.take() as context, Owned(lib.swarm_params_destroy) as params, \
            Owned(lib.swarm_result_destroy, POINTER(_l.Result)) as result:
        run = Run(context, on_interrupt)
        instance = instance_of(context, points, matrix, metric, names)
        if scores is not None:
            values = [int(score) for score in scores]
            if len(values) != len(instance) or not all(0 <= value < 1 << 31 for value in values):
                raise ValueError(f"scores: expected {len(instance)} numbers from 0 to 2147483647")
            context.check(lib.swarm_instance_set_scores(context.handle, instance.handle,
                                                        (c_uint32 * len(values))(*values)))
        context.check(lib.swarm_params_create(context.handle, b"orient", byref(params)))
        lib.swarm_params_instance(params, instance.handle)
        give(context, params, b"orient", "orient", {
            "limit": limit, "time": time, "seed": seed, "target": target,
            "device": run.device(device, options.get("platform"), False), **options})
        found = conditions_of(instance.nodes, path, start, end, ())
        if not path and end is None:
            found.pop("path", None)  # the first node of a closed tour
        set_conditions(context, params, found)
        run.solve(params, result, on_improve,
                  lambda now: (now.length, instance.nodes.of(now.tour[:now.node_count])), instance.names is None)
        return OrientResult(result.contents, instance)
