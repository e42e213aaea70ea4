"""Tours: instances, solve() and solve_many()."""
from __future__ import annotations

import os
from array import array
from ctypes import byref, c_double, c_size_t, c_void_p

from . import _library as _l
from ._input import Nodes, is_point, listed, matrix as matrix_of, metres, number_of, path_of, places, points as points_of, shown
from ._library import Context, Owned, lib
from ._result import TourResult, unit
from ._search import Run, text_of
from ._tables import index_of, tabled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any


class Instance:
    """Nodes and distances, for any number of searches; read() makes one from a file, and len() counts its nodes.

    metric: a name of TSPLIB, "EXPLICIT" for a matrix. symmetric: True if all distances are the same in both directions.
    unit: of lengths, "m" on the sphere; "" if unknown. names: of the nodes, or None. optimum: the best known length of
    an instance of a benchmark, or None.
    """

    __slots__ = ("name", "comment", "metric", "symmetric", "unit", "names", "optimum", "decimals", "no_edge", "degrees",
                 "nodes", "handle", "drawn", "shown", "has_scores", "has_limit", "score_error", "_context")
    name: str
    comment: str
    metric: str
    symmetric: bool
    unit: str
    names: list[str] | None
    optimum: float | None

    def __init__(self, context: Context, handle: Any, drawn: array[float] | None = None,
                 labels: list[Any] | None = None, names: Iterable[Any] | None = None) -> None:
        self.handle, self._context, self.drawn = handle, context, drawn  # drawn: empty for a matrix; None: unknown
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
        self.has_scores, self.has_limit = info.has_scores, info.cost_limit > 0
        self.score_error: Exception | None = None  # why a table's column of scores was not read
        self.shown = None if info.has_names else self.nodes.shown  # formats a node for a message
        if info.has_names:
            names = (lib.swarm_instance_node_name(handle, i).decode(errors="replace") for i in range(len(self)))
        self.names = None
        if names is not None:
            self.names = list(map(str, names if isinstance(names, str) else listed(names, "names", "a list of names")))
        if self.names is not None and len(self.names) != len(self):
            raise ValueError(f"names: found {len(self.names)}, expected one for each of {len(self)} nodes")
        self.nodes.names = self.names

    def __del__(self, destroy: Any = lib.swarm_instance_destroy) -> None:
        destroy(byref(self.handle))

    def __len__(self) -> int:
        return self.nodes.count

    def __repr__(self) -> str:
        return f"<instance {self.name!r} of {len(self)} nodes, {self.metric}>"

    def distance(self, i: Any, j: Any) -> float:
        """Returns the distance from node i to node j in the unit of the input, rounded as in the search; inf: no edge."""
        ends = self.nodes.number(i, "distance"), self.nodes.number(j, "distance")
        distance = lib.swarm_instance_distance(self.handle, *ends)
        return float("inf") if self.no_edge and distance == self.no_edge else unit(distance, self.decimals)

    def positions(self) -> array[float] | None:
        """Returns x to the right and y upwards of each node; on the sphere longitude, latitude. None for a matrix."""
        if self.drawn is None:
            x, y, self.drawn = c_double(), c_double(), array("d")
            for i in range(len(self)):
                if lib.swarm_instance_position(self.handle, i, byref(x), byref(y)):
                    self.drawn.extend((x.value, y.value))
        return self.drawn or None


def read(path: str | os.PathLike[str], *, columns: str | None = None) -> Instance:
    """Reads a TSPLIB95 file, or a table of points or distances (docs/tables.md), packed by gzip or not.

    columns: names the columns of a table, by title or by number from 1. A column of scores is for orient(). Errors:
    FileNotFoundError and the like; InputError with line, found and expected; UnsupportedError.
    """
    found = path_of(path, "path")
    try:
        return _read(b"orient", found, columns)
    except _l.InputError as error:  # it may be about the scores, which only orient() needs
        instance = _read(b"tsp", found, columns)
        instance.score_error = error
        return instance


def _read(problem: bytes, path: str, columns: str | None) -> Instance:
    with Context.take() as context, Owned(lib.swarm_params_destroy) as params:
        context.check(lib.swarm_params_create(context.handle, problem, byref(params)))
        if columns is not None:
            context.check(lib.swarm_params_set(context.handle, params, b"columns", text_of(columns).encode()))
        handle = c_void_p()
        context.check(lib.swarm_instance_read_for(context.handle, params, os.fsencode(path), byref(handle)))
        return Instance(context, handle)


def _metric(name: str) -> int:
    """Returns the number of a metric of TSPLIB."""
    known = [lib.swarm_metric_name(number).decode() for number in range(_l.METRIC_COUNT)]
    if not isinstance(name, str) or name.upper() not in known or name.upper() == known[_l.EXPLICIT]:
        wanted = ", ".join([*_l.SURFACES, *known[_l.EXPLICIT + 1:]])
        raise ValueError(f"metric: found {shown(name)}, expected one of {wanted}")
    return known.index(name.upper())


def of_matrix(context: Context, matrix: Any, labels: list[Any] | None = None, names: Any = None) -> Instance:
    """Makes an instance from distances [n][n]; labels: the caller's names of the nodes."""
    handle, (numbers, count) = c_void_p(), matrix_of(matrix)
    nodes = Nodes(count, labels)
    context.check(lib.swarm_instance_from_distances(context.handle, None, count, numbers, None, byref(handle)),
                  nodes.shown, "G" if labels else "matrix")
    return Instance(context, handle, array("d"), labels, names)


def instance_of(context: Context, points: Any, matrix: Any, metric: str | None, names: Any) -> Instance:
    """Makes an instance from the caller's points, matrix, graph or file."""
    if (points is None) == (matrix is None):
        raise TypeError("expected either points or matrix=")
    if isinstance(points, (str, os.PathLike)):
        points = read(points)
    if isinstance(points, Instance):
        if metric is not None or names is not None:
            raise TypeError("metric= and names=: the instance has its own")
        return points
    graph = points is not None and hasattr(points, "adj") and hasattr(points, "nodes")
    if metric is not None and (graph or matrix is not None):
        raise TypeError("metric= is for points; a matrix or a graph has all distances")
    if graph:
        from .networkx import complete
        return of_matrix(context, *complete(points), names)
    if matrix is not None:
        return of_matrix(context, matrix, None, index_of(matrix) if names is None else names)
    handle, labels = c_void_p(), None
    if isinstance(points, dict):
        labels, points = list(points), list(points.values())
        names = labels if names is None else names
    points, metric, names = tabled(points, metric, names, lambda path: _read(b"tsp", path, None))
    points, metric = places(points, metric)
    if metric is None or (isinstance(metric, str) and metric in _l.SURFACES):
        numbers, count, width = points_of(points, (2, 3) if metric is None else (3,) if metric == "space" else (2,))
        surface = _l.SURFACES[metric or ("plane" if width == 2 else "space")]
        context.check(lib.swarm_instance_from_points(context.handle, None, surface, count, numbers, None,
                                                     byref(handle)), str, "points")
    else:
        kind = _metric(metric)
        numbers, count, width = points_of(points, (3,) if metric.endswith(("3D", "3d")) else (2,))
        context.check(lib.swarm_instance_from_coordinates(context.handle, None, kind, count, numbers, byref(handle)),
                      str, "points")
    drawn = array("d")
    drawn.frombytes(memoryview(numbers).cast("B"))
    instance = Instance(context, handle, drawn, labels, names)
    instance.nodes.wanted = "a key of points"
    if width == 3:
        del drawn[2::3]
    elif instance.degrees:
        drawn[0::2], drawn[1::2] = drawn[1::2], drawn[0::2]
    return instance


def conditions_of(nodes: Nodes, path: bool, start: Any, end: Any, fixed: Iterable[Any]) -> dict[str, str]:
    """Converts conditions on tours to options of the library."""
    found = {"path": "true"} if path or end is not None else {}
    for name, node in (("start", start), ("end", end)):
        if node is not None:
            found[name] = nodes.text(node, name)
    edges = nodes.edges(fixed)
    return {**found, "fix": edges} if edges else found


def solve(points: Any = None, *, matrix: Any = None, time: float | None = None, seed: int | None = None,
          path: bool = False, start: Any = None, end: Any = None, fixed: Iterable[Any] = (), metric: str | None = None,
          init: Iterable[Any] | None = None, target: float | None = None, device: Any = None,
          names: Iterable[Any] | None = None, on_improve: Callable[[float, list[Any], float], Any] | None = None,
          on_interrupt: str = "return", curve: bool = False, progress: bool = False, **options: Any) -> TourResult:
    """Searches for a short closed tour, or with path for an open path. Returns `tour, length` and more.

    >>> import swarmcl
    >>> tour, length = swarmcl.solve([(0, 0), (3, 0), (0, 4), (3, 4)])
    >>> tour, length
    ([0, 1, 3, 2], 14.0)
    >>> swarmcl.solve(matrix=[[0, 7, 2], [7, 0, 4], [2, 4, 0]], path=True, start=1).tour
    [1, 2, 0]

    points: [n][2], or [n][3] in space: lists, arrays of any library, a flat buffer x, y, x, y, ..., a dict {name: (x, y)},
    a complete graph of networkx with `weight`s, the path of a file, or an Instance. In data frames the titles decide, as
    in files: columns like "lat" and "lon" are on the sphere, a column like "name" or an index of texts has the names.
    matrix: distances [n][n] instead; row i has the distances from node i. Integer or real, symmetric or not; the diagonal
    is ignored. inf: there is no edge. No tour has such an edge; InputError if every tour found needs one.
    time: seconds. Without it, and without another limit, the search ends by itself (docs/defaults.md).
    seed: the same seed, options and iterations give the same tour, on every device; 1 by default.
    start: the first node of the tour; by default node 0.
    path, end: search for an open path; its ends are start and end if given and free otherwise. end implies path.
    fixed: edges [(a, b), ...] that the tour must have; arcs from a to b if distances are asymmetric.
    metric: "plane", "space", "sphere" for (latitude, longitude) in degrees and lengths in metres, or a name of TSPLIB.
    init: a starting tour, or several. keep: of the tours found that are at most keep per cent longer than the best, the
    result has most edges of init: 2 or "2%". result.kept_edges counts them; result.trace ends with the best length.
    target: ends the search when a tour is at most this long: in the unit of the input, or "761km" as for optimum.
    device: "auto", "gpu", "cpu", "none" for the host, an index or a name; or a list of several.
    names: of the nodes, for the result and for start, end, fixed and init.
    on_improve: called with (length, tour, seconds) after improvements; if it returns True, the search ends.
    on_interrupt: "return": Ctrl-C ends the search with the best tour so far; "raise": it raises KeyboardInterrupt.
    progress: shows a bar by tqdm, or a line on stderr if tqdm is not installed.
    curve: measures every iteration of ants, for example of algorithm="mmas", for result.curve. Islands and other
    algorithms have no curve.
    options: any other option of `swarmcl tsp --help all`, with underscores: iterations=10, local_search="3opt",
    bound=True, checkpoint="FILE", resume="FILE".

    Nodes are numbers from 0 or names, the nodes of a graph, or the keys of a dict. Any thread may call solve(), which
    releases the interpreter's lock during the search. Errors: Error and its subclasses, ValueError and TypeError.
    """
    with Run(b"tsp", "solve", on_interrupt, on_improve=on_improve) as run:
        instance = run.keep(instance_of(run.context, points, matrix, metric, names))
        run.nodes = instance.shown
        lib.swarm_params_instance(run.params, instance.handle)
        lib.swarm_params_curve(run.params, curve)
        lengths = {name: metres(value, name, instance.unit) for name, value in options.items() if name == "optimum"}
        run.give({"time": time, "seed": seed, "target": metres(target, "target", instance.unit),
                  "device": run.device(device, options.get("platform"), False), **options, **lengths})
        for name, text in conditions_of(instance.nodes, path, start, end, fixed).items():
            run.set(name.encode(), text)
        for tour in instance.nodes.tours(init) if init is not None else ():
            run.check(lib.swarm_params_add_start(run.context.handle, run.params, tour, len(instance)))
        found = run.solve(on_improve, lambda now: (
            unit(now.length, instance.decimals), instance.nodes.of(now.tour[:now.node_count])), progress)
        result = TourResult(found, instance)
        if result.settings["keep"] is not None:
            kept, tour = c_size_t(), found.tour.contents
            run.check(lib.swarm_tour_kept(run.context.handle, run.params, tour.nodes, tour.node_count, byref(kept)))
            result.kept_edges = kept.value
        return result


def solve_many(points: Sequence[Any] | Any = None, *, matrix: Sequence[Any] | Any = None, time: float | None = None,
               time_each: float | None = None, threads: int | None = None, seed: int | None = None, path: bool = False,
               start: Any = None, end: Any = None, fixed: Iterable[Any] = (), metric: str | None = None,
               device: Any = None, on_result: Callable[[int, TourResult], Any] | None = None,
               on_interrupt: str = "return", **options: Any) -> list[TourResult]:
    """Solves many instances at the same time, on threads of the host or on a device. Returns their results in order.

    >>> import swarmcl
    >>> [length for tour, length in swarmcl.solve_many([[(0, 0), (1, 0), (0, 1)], [(0, 0), (0, 5)]], seed=2)]
    [3.414213562, 10.0]

    points: [instances][nodes][2], or a list of anything that solve() takes, of any sizes; matrix: a list of matrices.
    time: seconds for all instances together; time_each: for each. threads: by default one for each processor.
    on_result: called with (index, result) in order; if it returns True, the batch ends.
    The other arguments are those of solve(), for all instances. Each instance gets the tour that solve() finds. After
    Ctrl-C, or if on_result ends the batch, the list has only the complete instances. The first failure is raised.
    """
    with Run(b"tsp", "solve_many", on_interrupt, on_result=on_result) as run:
        for name, seconds in (("time", time), ("time_each", time_each)):
            if seconds is not None and not 0 < number_of(seconds, f"{name}: found {{}}") <= 1e9:
                raise ValueError(f"{name}: found {shown(seconds)}, expected seconds above 0, at most 10^9")
        if (points is None) == (matrix is None):
            raise TypeError("expected either points or matrix=")
        instances = run.keep([])
        for index, data in enumerate(_many_of(points, "points") if matrix is None else _many_of(matrix, "matrix")):
            made = (data, None) if matrix is None else (None, data)
            try:
                instances.append(instance_of(run.context, *made, metric, None))
            except (ValueError, TypeError) as error:
                raise type(error)(f"instance {index}: {error}") from None
        run.give({"time": time_each, "seed": seed, "threads": threads,
                  "device": run.device(device, options.get("platform"), True), **options})
        fixed = listed(fixed, "fixed", "edges [(a, b), ...]")
        if path or start is not None or end is not None or fixed:
            conditions = [conditions_of(instance.nodes, path, start, end, fixed) for instance in instances]
            if any(each != conditions[0] for each in conditions):
                raise ValueError("start, end or fixed: the graphs have their nodes at different positions")
            for name, text in conditions[0].items() if conditions else ():
                run.set(name.encode(), text)
        results: list[TourResult] = []

        def take(index: int, status: int, error: bytes, result: Any) -> bool:
            if status != 0:
                text = f"instance {index}: {error.decode(errors='replace')}"
                raise _l.error_of(status, text, instances[index].shown)
            results.append(TourResult(result.contents, instances[index]))
            return on_result is not None and bool(on_result(index, results[-1]))

        def done(_user: object, *values: Any) -> bool:
            return run.called(take, *values) is not False

        handles = run.keep((c_void_p * len(instances))(*(instance.handle for instance in instances)))
        run(lib.swarm_solve_many, len(instances), handles, time or 0.0, run.keep(_l.ManyFn(done)), None)
        return results


def _many_of(given: Any, what: str) -> list[Any]:
    """The list of instances; rejects an argument that is likely to be a single instance."""
    if isinstance(given, Instance) or hasattr(given, "adj") or getattr(given, "ndim", 3) == 2:
        raise ValueError(f"{what}: found one instance, expected a list of instances: solve() takes it, or {what}=[it]")
    if isinstance(given, (dict, set, frozenset)):
        raise TypeError(f"{what}: found a {type(given).__name__}, expected a list of instances")
    instances = listed(given, what, "a list of instances")
    if what == "points" and instances and all(is_point(data) for data in instances):
        raise ValueError(f"{what}: found {len(instances)} points, which are one instance, expected a list of instances; solve() "
                         f"takes one instance, as does {what}=[it]")
    return instances
