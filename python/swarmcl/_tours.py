"""Tours: instances, solve() and solve_many()."""
from __future__ import annotations

import os
from array import array
from ctypes import POINTER, byref, c_double, c_void_p

from . import _library as _l
from ._input import Nodes, matrix as matrix_of, places, points as points_of
from ._library import Context, Owned, lib
from ._result import TourResult, unit
from ._search import Run, give

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any


class Instance:
    """Nodes and distances, for any number of searches; read() makes one from a file, and len() counts its nodes.

    metric: a name of TSPLIB, "EXPLICIT" for a matrix. symmetric: whether both directions of an edge are as long. unit
    of lengths: "m" on the sphere, else "" where it is not known. names of the nodes, or None. optimum: the length of
    the best known tour of benchmarks, or None.
    """

    __slots__ = ("name", "comment", "metric", "symmetric", "unit", "names", "optimum", "decimals", "no_edge", "degrees",
                 "nodes", "handle", "drawn", "_context")
    name: str
    comment: str
    metric: str
    symmetric: bool
    unit: str
    names: list[str] | None
    optimum: float | None

    def __init__(self, context: Context, handle: Any, drawn: array[float] | None = None,
                 labels: list[Any] | None = None, names: Iterable[Any] | None = None) -> None:
        self.handle, self._context, self.drawn = handle, context, drawn  # positions, empty of a matrix; None: unknown
        info = lib.swarm_instance_describe(handle).contents
        self.name, self.comment = info.name.decode(errors="replace"), info.comment.decode(errors="replace")
        self.metric, self.symmetric = lib.swarm_metric_name(info.metric).decode(), info.symmetric
        self.unit, self.decimals = info.unit.decode(), info.decimals
        self.no_edge = info.no_edge
        if info.lost_digits:
            digits = f"{info.lost_digits} digit{'s' * (info.lost_digits > 1)}"
            _l.warn(f"the largest distance costs the others {digits}, which leaves steps of "
                    f"{unit(1, info.decimals):g}; write inf where there is no edge")
        self.optimum = unit(info.optimum, info.decimals) if info.optimum_known else None
        self.degrees = self.metric in ("GEO", "GREAT_CIRCLE")
        self.nodes = Nodes(info.node_count, labels)
        if info.has_names:
            names = (lib.swarm_instance_node_name(handle, i).decode(errors="replace") for i in range(len(self)))
        self.names = None if names is None else list(map(str, names))
        if self.names and len(self.names) != len(self):
            raise ValueError(f"names: found {len(self.names)}, expected one for each of {len(self)} nodes")

    def __del__(self, destroy: Any = lib.swarm_instance_destroy) -> None:
        destroy(byref(self.handle))

    def __len__(self) -> int:
        return self.nodes.count

    def __repr__(self) -> str:
        return f"<instance {self.name!r} of {len(self)} nodes, {self.metric}>"

    def distance(self, i: Any, j: Any) -> float:
        """The distance from node i to node j in the unit of the input, rounded as the search sees it; inf: no edge."""
        ends = self.nodes.number(i, "distance"), self.nodes.number(j, "distance")
        distance = lib.swarm_instance_distance(self.handle, *ends)
        return float("inf") if self.no_edge and distance == self.no_edge else unit(distance, self.decimals)

    def positions(self) -> array[float] | None:
        """x to the right and y upwards of node after node; on the sphere longitude and latitude. None of a matrix."""
        if self.drawn is None:
            x, y, self.drawn = c_double(), c_double(), array("d")
            for i in range(len(self)):
                if lib.swarm_instance_position(self.handle, i, byref(x), byref(y)):
                    self.drawn.extend((x.value, y.value))
        return self.drawn or None


def read(path: str | os.PathLike[str], *, columns: str | None = None) -> Instance:
    """Reads a TSPLIB95 file, or a table of points or distances (docs/tables.md), packed by gzip or not.

    columns: those of a table, by title or by number from 1. FileNotFoundError and its like; InputError with line, found
    and expected; UnsupportedError.
    """
    os.stat(path)
    with Context.take() as context, Owned(lib.swarm_params_destroy) as params:
        context.check(lib.swarm_params_create(context.handle, b"tsp", byref(params)))
        if columns is not None:
            context.check(lib.swarm_params_set(context.handle, params, b"columns", columns.encode()))
        handle = c_void_p()
        context.check(lib.swarm_instance_read_for(context.handle, params, os.fsencode(path), byref(handle)))
        return Instance(context, handle)


def _metric(name: str) -> int:
    """The number of a metric of TSPLIB."""
    known = [lib.swarm_metric_name(number).decode() for number in range(_l.METRIC_COUNT)]
    if name.upper() not in known or name.upper() == known[_l.EXPLICIT]:
        wanted = ", ".join([*_l.SURFACES, *known[_l.EXPLICIT + 1:]])
        raise ValueError(f"metric: found {name!r}, expected one of {wanted}")
    return known.index(name.upper())


def of_matrix(context: Context, matrix: Any, labels: list[Any] | None = None, names: Any = None) -> Instance:
    """The instance of distances [n][n]; labels: the nodes as the caller calls them."""
    handle, (numbers, count) = c_void_p(), matrix_of(matrix)
    context.check(lib.swarm_instance_from_distances(context.handle, None, count, numbers, None, byref(handle)), True)
    return Instance(context, handle, array("d"), labels, names)


def instance_of(context: Context, points: Any, matrix: Any, metric: str | None, names: Any) -> Instance:
    """The instance of what the caller has."""
    if (points is None) == (matrix is None):
        raise TypeError("expected either points or matrix=")
    if isinstance(points, Instance):
        if metric is not None or names is not None:
            raise TypeError("metric= and names=: the instance has its own")
        return points
    graph = points is not None and hasattr(points, "adj") and hasattr(points, "nodes")
    if metric is not None and (graph or matrix is not None):
        raise TypeError("metric= is for points; a matrix or a graph has all distances")
    if graph:
        from .networkx import complete
        labels = list(points)
        return of_matrix(context, complete(points, labels), labels, names)
    if matrix is not None:
        return of_matrix(context, matrix, None, names)
    handle = c_void_p()
    points, metric = places(points, metric)
    if metric is None or metric in _l.SURFACES:
        numbers, count, width = points_of(points, (2, 3) if metric is None else (3,) if metric == "space" else (2,))
        surface = _l.SURFACES[metric or ("plane" if width == 2 else "space")]
        context.check(lib.swarm_instance_from_points(context.handle, None, surface, count, numbers, None,
                                                     byref(handle)), True)
    else:
        kind = _metric(metric)
        numbers, count, width = points_of(points, (3,) if metric.endswith(("3D", "3d")) else (2,))
        context.check(lib.swarm_instance_from_coordinates(context.handle, None, kind, count, numbers, byref(handle)),
                      True)
    drawn = array("d")
    drawn.frombytes(memoryview(numbers).cast("B"))
    instance = Instance(context, handle, drawn, None, names)
    if width == 3:
        del drawn[2::3]
    elif instance.degrees:
        drawn[0::2], drawn[1::2] = drawn[1::2], drawn[0::2]
    return instance


def conditions_of(nodes: Nodes, path: bool, start: Any, end: Any, fixed: Iterable[Any]) -> dict[str, str]:
    """The options of the library for them."""
    found = {"path": "true"} if path or start is not None or end is not None else {}
    for name, node in (("start", start), ("end", end)):
        if node is not None:
            found[name] = nodes.text(node, name)
    edges = nodes.edges(fixed)
    return {**found, "fix": edges} if edges else found


def set_conditions(context: Context, params: Any, conditions: dict[str, str]) -> None:
    for name, text in conditions.items():
        context.check(lib.swarm_params_set(context.handle, params, name.encode(), text.encode()))


def solve(points: Any = None, *, matrix: Any = None, time: float | None = None, seed: int | None = None,
          path: bool = False, start: Any = None, end: Any = None, fixed: Iterable[Any] = (), metric: str | None = None,
          init: Iterable[Any] | None = None, target: float | None = None, device: Any = None,
          names: Iterable[Any] | None = None, on_improve: Callable[[float, list[Any], float], Any] | None = None,
          on_interrupt: str = "return", **options: Any) -> TourResult:
    """Searches for a short closed tour, or with path for an open path, and returns `tour, length` with more.

    >>> import swarmcl
    >>> tour, length = swarmcl.solve([(0, 0), (3, 0), (0, 4), (3, 4)])
    >>> tour, length
    ([0, 1, 3, 2], 14.0)
    >>> swarmcl.solve(matrix=[[0, 7, 2], [7, 0, 4], [2, 4, 0]], path=True, start=1).tour
    [1, 2, 0]

    points: [n][2], or [n][3] in space; lists, arrays of any library, a flat buffer x, y, x, y, ..., frames of pandas
        and geopandas, a complete graph of networkx with `weight`s, or an Instance.
    matrix: distances [n][n] instead, row i from node i, integer or real, symmetric or not; the diagonal is ignored. inf
        where there is no edge: no tour uses one, and InputError is raised if every tour found needs one.
    time: seconds. Without it, and without another end, the search ends when it finds little more.
    seed: the same seed and iterations give the same tour, on every device; 1 by default.
    path, start, end: search for an open path, whose ends are nodes if given and free otherwise.
    fixed: edges [(a, b), ...] that the tour has; arcs from a to b where distances are asymmetric.
    metric: "plane", "space", "sphere" for (latitude, longitude) in degrees and lengths in metres, or a name of TSPLIB.
    init: a tour to start from, or several.
    target: ends the search with a tour of that length or a shorter one.
    device: "auto", "gpu", "cpu", "none" for the host alone, an index or a name; a list of several.
    names: of the nodes, for the result.
    on_improve: called with (length, tour, seconds) of better tours; ends the search by returning True.
    on_interrupt: Ctrl-C ends the search with the best tour so far, "return", or raises KeyboardInterrupt, "raise".
    options: all others of `swarmcl tsp --help all`, with underscores: iterations=10, local_search="3opt", bound=True,
        checkpoint="FILE", resume="FILE".

    Nodes are numbers from 0, of a graph its nodes. Any thread may call it; the interpreter's lock is free while it
    searches. Errors: Error and its subclasses, ValueError and TypeError.
    """
    with Context.take() as context, Owned(lib.swarm_params_destroy) as params, \
            Owned(lib.swarm_result_destroy, POINTER(_l.Result)) as result:
        run = Run(context, on_interrupt)
        instance = instance_of(context, points, matrix, metric, names)
        context.check(lib.swarm_params_create(context.handle, b"tsp", byref(params)))
        lib.swarm_params_instance(params, instance.handle)
        give(context, params, b"tsp", "solve", {
            "time": time, "seed": seed, "target": target,
            "device": run.device(device, options.get("platform"), False), **options})
        set_conditions(context, params, conditions_of(instance.nodes, path, start, end, fixed))
        for tour in instance.nodes.tours(init) if init is not None else ():
            context.check(lib.swarm_params_add_start(context.handle, params, tour, len(instance)))
        run.solve(params, result, on_improve, lambda now: (
            unit(now.length, instance.decimals), instance.nodes.of(now.tour[:now.node_count])), instance.names is None)
        return TourResult(result.contents, instance)


def solve_many(points: Sequence[Any] | Any = None, *, matrix: Sequence[Any] | Any = None, time: float | None = None,
               time_each: float | None = None, threads: int | None = None, seed: int | None = None, path: bool = False,
               start: Any = None, end: Any = None, fixed: Iterable[Any] = (), metric: str | None = None,
               device: Any = None, on_result: Callable[[int, TourResult], Any] | None = None,
               on_interrupt: str = "return", **options: Any) -> list[TourResult]:
    """Solves instances side by side on threads of the host, or on a device, and returns their results in order.

    >>> import swarmcl
    >>> [length for tour, length in swarmcl.solve_many([[(0, 0), (1, 0), (0, 1)], [(0, 0), (0, 5)]], seed=2)]
    [3.414213562, 10.0]

    points: [instances][nodes][2], or a list of all that solve() takes, of different sizes; matrix: of matrices.
    time: seconds for all together; time_each: for each of them. threads: by default one for each processor.
    on_result: called with (index, result) in order; ends the batch by returning True.
    The other arguments are those of solve(), for all instances. An instance gets the tour that it gets alone. Behind
    Ctrl-C, or the end by on_result, the list has the instances that were complete. The first failure is raised.
    """
    with Context.take() as context, Owned(lib.swarm_params_destroy) as params:
        run = Run(context, on_interrupt)
        if time is not None and not time > 0:
            raise ValueError(f"time: found {time}, expected seconds above 0")
        instances = []
        if (points is None) == (matrix is None):
            raise TypeError("expected either points or matrix=")
        for index, data in enumerate(points if matrix is None else matrix):
            try:
                made = (data, None) if matrix is None else (None, data)
                instances.append(instance_of(context, *made, metric, None))
            except (ValueError, TypeError) as error:
                raise type(error)(f"instance {index}: {error}") from None
        context.check(lib.swarm_params_create(context.handle, b"tsp", byref(params)))
        give(context, params, b"tsp", "solve_many", {
            "time": time_each, "seed": seed, "threads": threads,
            "device": run.device(device, options.get("platform"), True), **options})
        fixed = list(fixed)
        if path or start is not None or end is not None or fixed:
            conditions = [conditions_of(instance.nodes, path, start, end, fixed) for instance in instances]
            if any(each != conditions[0] for each in conditions):
                raise ValueError("start, end or fixed: their nodes stand at different places of the graphs")
            set_conditions(context, params, conditions[0] if conditions else {})
        results: list[TourResult] = []

        def done(_user: object, index: int, status: int, error: bytes, result: Any) -> bool:
            try:
                if status != 0:
                    text = f"instance {index}: {error.decode(errors='replace')}"
                    raise _l.error_of(status, text, instances[index].names is None)
                results.append(TourResult(result.contents, instances[index]))
                return on_result is not None and bool(on_result(index, results[-1]))
            except BaseException as failure:
                run.fail(failure)
                return True

        handles = (c_void_p * len(instances))(*(instance.handle for instance in instances))
        call = _l.ManyFn(done)
        run(lib.swarm_solve_many, params, len(instances), handles, time or 0.0, call, None)
        return results
