"""Quadratic assignment and orienteering: assign() and orient()."""
from __future__ import annotations

import os
from ctypes import byref

from ._input import Nodes, integers, path_of, scaled, scores_of, shown
from ._library import lib
from ._result import AssignmentResult, OrientResult, cost_of, unit
from ._search import Run
from ._tours import conditions_of, instance_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any


def _pairs_of(fixed: Any, items: Nodes) -> str:
    """Formats {item: place} for the library, which counts from 1."""
    if not hasattr(fixed, "items"):
        raise TypeError(f"fixed: found {shown(fixed)}, expected a dict {{item: place}}")
    given: dict[int, int] = {}
    for item, place in fixed.items():
        number = items.number(item, "fixed")
        for other, taken in given.items():
            if taken == items.number(place, "fixed"):
                raise ValueError(f"fixed: found place {taken} for items {other} and {number}, expected one place each")
        given[number] = items.number(place, "fixed")
    return ",".join(f"{item + 1}={place + 1}" for item, place in given.items())


def assign(flows: Any, distances: Any = None, *, time: float | None = None, seed: int | None = None,
           fixed: Mapping[int, int] | None = None, init: Sequence[int] | None = None, target: int | None = None,
           device: Any = None, on_improve: Callable[[int, list[int], float], Any] | None = None,
           on_interrupt: str = "return", progress: bool = False, **options: Any) -> AssignmentResult:
    """Searches for the cheapest assignment of items to places. Returns `places, cost` and more.

    >>> import swarmcl
    >>> places, cost = swarmcl.assign([[0, 5, 2], [5, 0, 3], [2, 3, 0]], [[0, 8, 1], [8, 0, 4], [1, 4, 0]])
    >>> places, cost
    ([0, 2, 1], 66)

    flows: a matrix [n][n] of whole numbers, from each item to each item; or the path of a QAPLIB file, which has both
    matrices. distances: the matrix between places. The cost is the sum of flows[i][j] * distances[places[i]][places[j]]
    over all i and j. fixed: the places that items must have, {item: place}. init: places to start from.
    target: ends the search when an assignment costs at most this.
    on_improve: called with (cost, places, seconds) after improvements; if it returns True, the search ends.
    options: any other option of `swarmcl qap --help all`, with underscores.
    time, seed, device, on_interrupt, progress: as for solve(). Items and places are numbers from 0.
    """
    with Run(b"qap", "assign", on_interrupt, on_improve=on_improve) as run:
        qap = run.own(lib.swarm_qap_destroy)
        if distances is None:
            if not isinstance(flows, (str, bytes, os.PathLike)):
                raise TypeError("distances: found None, expected a matrix; only a file has both matrices")
            run.check(lib.swarm_qap_read(run.context.handle, os.fsencode(path_of(flows, "flows")), byref(qap)))
        else:
            (given, count), (apart, other) = integers(flows, "flows"), integers(distances, "distances")
            if count != other:
                raise ValueError(f"distances: found {other} x {other} numbers, expected {count} x {count}, like flows")
            run.check(lib.swarm_qap_from_matrices(run.context.handle, None, count, given, apart, byref(qap)),
                      "flows, distances")
        info = lib.swarm_qap_describe(qap).contents
        items = Nodes(info.item_count, word="item")
        lib.swarm_params_qap(run.params, qap)
        run.give({"time": time, "seed": seed, "target": target,
                  "device": run.device(device, options.get("platform"), False), **options})
        pairs = _pairs_of(fixed, items) if fixed is not None else ""
        if pairs:
            run.set(b"fix", pairs)
        if init is not None:
            start = items.tour(init, "init")
            if any(start[items.number(item, "fixed")] != place for item, place in (fixed or {}).items()):
                raise ValueError("init: found a fixed item at another place than in fixed")
            run.check(lib.swarm_params_add_start(run.context.handle, run.params, start, info.item_count))
        return AssignmentResult(run.solve(on_improve, lambda now: (cost_of(now.length, info),
                                                              list(now.tour[:now.node_count])), progress), info)


def orient(points: Any = None, scores: Iterable[float] | None = None, limit: float | None = None, *, matrix: Any = None,
           time: float | None = None, seed: int | None = None, path: bool = False, start: Any = None, end: Any = None,
           metric: str | None = None, target: float | None = None, device: Any = None,
           names: Iterable[Any] | None = None, on_improve: Callable[[float, list[Any], float], Any] | None = None,
           on_interrupt: str = "return", progress: bool = False, **options: Any) -> OrientResult:
    """Searches for the tour through some of the nodes with the greatest score, of a limited length. Returns
    `tour, score` and more.

    >>> import swarmcl
    >>> tour, score = swarmcl.orient([(0, 0), (3, 0), (3, 4), (90, 0)], scores=[0, 2, 5, 40], limit=12)
    >>> sorted(tour), score
    ([0, 1, 2], 7)

    points, matrix, metric, names: as for solve(); an Instance may have scores and a limit of its own file.
    scores: of the nodes: integers from 0, or decimals whose sum has at most 9 digits. They replace the scores of an
    Instance. limit: the greatest length of the tour, in the unit of the input.
    path, start, end: search for an open path. Without path and end the tour is closed: it begins with node 0, or with
    start, and the score of this node counts, too.
    target: ends the search when a tour scores at least this.
    on_improve: called with (score, tour, seconds) after improvements; if it returns True, the search ends.
    options: any other option of `swarmcl orient --help all`, with underscores.
    time, seed, device, on_interrupt, progress: as for solve().
    """
    with Run(b"orient", "orient", on_interrupt, on_improve=on_improve) as run:
        instance = run.keep(instance_of(run.context, points, matrix, metric, names))
        run.nodes = instance.shown
        decimals = 0
        if scores is not None:
            values, decimals = scores_of(scores, len(instance))
            lib.swarm_params_scores(run.params, run.keep(values))
        elif instance.score_error:
            raise instance.score_error
        elif not instance.has_scores:
            raise TypeError("scores: found None, expected a number for each node")
        if limit is None and not instance.has_limit:
            raise TypeError("limit: found None, expected the largest length")
        lib.swarm_params_instance(run.params, instance.handle)
        run.give({"limit": limit, "time": time, "seed": seed, "target": scaled(target, decimals),
                  "device": run.device(device, options.get("platform"), False), **options})
        for name, text in conditions_of(instance.nodes, path, start, end, ()).items():
            run.set(name.encode(), text)
        found = run.solve(on_improve, lambda now: (unit(now.length, decimals),
                                                   instance.nodes.of(now.tour[:now.node_count])), progress)
        return OrientResult(found, instance, decimals)
