"""Routes of several vehicles: route()."""
from __future__ import annotations

import os
from ctypes import byref, c_uint32

from ._files import Files
from ._input import Nodes, doubles, listed, matrix as matrix_of, number_of, path_of, plain, points as points_of
from ._library import lib
from ._result import RoutesResult, unit
from ._search import Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


WANTED = "a number for each node"


def _section(name: str, numbers: Any, width: int, what: str) -> str:
    """A section of a VRPLIB file, whose lines have a node and `width` numbers; lines of a matrix have no node."""
    is_matrix, rows = name == "EDGE_WEIGHT_SECTION", []
    for node in range(len(numbers) // width):
        row = [float(number) for number in numbers[node * width:(node + 1) * width]]
        for number in row:
            if not (0 if is_matrix else -1e9) <= number <= 1e9:
                raise ValueError(f"{what}: found {number} of node {node}, expected a number "
                                 f"{'from 0 ' if is_matrix else ''}up to 1e9")
        rows.append(" ".join([*([] if is_matrix else [str(node + 1)]), *map("{:.17g}".format, row)]))
    return f"{name}\n" + "\n".join(rows) + "\n"


def _column(data: Any, what: str, count: int, width: int) -> Any:
    """Returns `width` numbers for each node."""
    if width > 1:
        numbers, shape = doubles(data, what)
    else:
        numbers = [number_of(number, f"{what}: found {{}} of node {node}")
                   for node, number in enumerate(listed(plain(data, what, None, WANTED), what, WANTED))]
        shape = (len(numbers), 1)
    if shape != (count, width):
        raise ValueError(f"{what}: found {' x '.join(map(str, shape))} numbers, expected {count} x {width}, for each node")
    return numbers


def _matrix_text(matrix: Any, what: str) -> tuple[str, int]:
    """The lines of a matrix in a TSPLIB file, and its number of nodes."""
    numbers, count = matrix_of(matrix, what)
    rows = _section("EDGE_WEIGHT_SECTION", numbers, count, what)
    return f"EDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\n{rows}", count


def _times_file(times: Any, files: Files) -> str:
    """The path of a file of travel times; writes one for a matrix."""
    if isinstance(times, (str, os.PathLike)):
        return path_of(times, "times")
    rows, count = _matrix_text(times, "times")
    return files.path("times", f"TYPE : ATSP\nDIMENSION : {count}\n{rows}EOF\n")


def _text_of(points: Any, matrix: Any, columns: dict[str, tuple[str, Any, int]]) -> str:
    """The input as a VRPLIB file. columns: (section, data, numbers for each node) by the name of the argument."""
    if (points is None) == (matrix is None):
        raise TypeError("route: expected points or matrix=")
    if matrix is None:
        numbers, count, _ = points_of(points, (2,))
        where = "EDGE_WEIGHT_TYPE : EUC_2D\n" + _section("NODE_COORD_SECTION", numbers, 2, "points")
    else:
        where, count = _matrix_text(matrix, "matrix")
    more = "".join(_section(section, _column(data, what, count, width), width, what)
                   for what, (section, data, width) in columns.items() if data is not None)
    return f"TYPE : CVRP\nDIMENSION : {count}\n{where}{more}DEPOT_SECTION\n1\n-1\nEOF\n"


def _start_of(init: Any, customers: Nodes) -> list[int]:
    """The customers of all routes, with a 0 after each."""
    if isinstance(init, RoutesResult):
        of_vehicle = dict(zip(init.vehicles, init.routes))
        init = [of_vehicle.get(vehicle, []) for vehicle in range(1, max(of_vehicle, default=0) + 1)]
    found: list[int] = []
    for stops in listed(init, "init", "routes or a result of route()"):
        numbers = [customers.number(stop, "init") for stop in listed(stops, "init", "routes, each a list of customers")]
        if 0 in numbers:
            raise ValueError("init: found node 0 in a route, expected only customers: routes start and end at depots")
        found += [*numbers, 0]
    return found


def route(points: Any = None, demands: Iterable[float] | None = None, capacity: float | None = None, *,
          vehicles: int | None = None, matrix: Any = None, times: Any = None, windows: Any = None, service: Iterable[float] | None = None,
          prizes: Iterable[float] | None = None, init: Any = None, time: float | None = None, seed: int | None = None,
          target: float | None = None, device: Any = None, on_interrupt: str = "return", progress: bool = False,
          **options: Any) -> RoutesResult:
    """Plans the routes of vehicles that start and end at a depot, node 0, and serve all other nodes, the customers, with
    the least total length. Returns `routes, cost` and more.

    >>> import swarmcl
    >>> routes, cost = swarmcl.route([(0, 0), (3, 0), (3, 4), (-6, 0)], demands=[0, 1, 1, 2], capacity=2, iterations=20)
    >>> sorted(map(sorted, routes)), cost
    ([[1, 2], [3]], 24.0)

    points: coordinates (x, y) of the nodes; matrix: their distances instead, symmetric or not; or the path of a file of `swarmcl fleet`.
    demands: with at most three decimals, of the depot 0; capacity: the load that each vehicle carries. vehicles: their number; without
    it as many as needed. windows: the times (from, until) at which service of each node may begin, in the unit of
    times; of the depot: when vehicles leave and must be back. service: duration of the service of each node.
    times: a matrix of travel times, or the path of a file with one; without it lengths are travel times.
    prizes: a customer with a prize may be left out, at this price; 0: it must be served.
    init: routes to start from, those of vehicle 1 first, or an earlier result; customers that it lacks are inserted.
    target: ends the search when the routes cost at most this.
    options: any other option of `swarmcl fleet --help all`, with underscores. Lengths have three decimals unless
    rounding="nearest" or "truncated" is given; a file has its own rounding.
    time, seed, device, on_interrupt, progress: as for solve(). Nodes are numbers from 0.
    """
    with Files() as files, Run(b"fleet", "route", on_interrupt) as run:
        fleet = run.own(lib.swarm_fleet_destroy)
        columns = {"demands": ("DEMAND_SECTION", demands, 1), "windows": ("TIME_WINDOW_SECTION", windows, 2),
                   "service": ("SERVICE_TIME_SECTION", service, 1), "prizes": ("PRIZE_SECTION", prizes, 1)}
        file = isinstance(points, (str, bytes, os.PathLike))
        if not file:
            options.setdefault("rounding", "exact")
        run.give({"capacity": capacity, "vehicles": vehicles, "time": time, "seed": seed, "target": target,
                  "times": _times_file(times, files) if times is not None else None,
                  "device": run.device(device, options.get("platform"), False), **options})
        if file:
            given = [what for what, (_, data, _) in columns.items() if data is not None] + ["matrix"] * (matrix is not None)
            if given:
                raise TypeError(f"{given[0]}: found a value, expected None with a file, which has its own")
            run.check(lib.swarm_fleet_read(run.context.handle, run.params, os.fsencode(path_of(points, "points")),
                                           byref(fleet)))
        else:
            text = _text_of(points, matrix, columns).encode()
            run.check(lib.swarm_fleet_parse(run.context.handle, run.params, text, len(text), b"", byref(fleet)))
        info = lib.swarm_fleet_describe(fleet).contents
        lib.swarm_params_fleet(run.params, fleet)
        if init is not None:
            start = _start_of(init, Nodes(info.customer_count + 1, word="customer"))
            run.check(lib.swarm_params_add_start(run.context.handle, run.params, (c_uint32 * len(start))(*start), len(start)))
        return RoutesResult(run.solve(None, lambda now: (unit(now.length, info.decimals), None), progress), info)
