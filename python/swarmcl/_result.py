"""The results of searches."""
from __future__ import annotations

import os
from collections import namedtuple
from functools import partial

from . import _library as _l, _pictures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterator
    from typing import Any

    from ._tours import Instance

    # The types that a type checker assumes when a result is unpacked.
    _Tour = tuple[list[Any], float]
    _Position = tuple[list[float], float]
    _Assignment = tuple[list[int], float]
    _Routes = tuple[list[list[int]], float]
else:
    _Tour = _Position = _Assignment = _Routes = object


def unit(length: float, decimals: int) -> float:
    """Converts a length to the unit of the input; returns an int if distances are integers."""
    scale: int = 10**abs(decimals)
    return length if decimals == 0 else length / scale if decimals > 0 else float(length * scale)


class Device:
    """An OpenCL device. Memory is in bytes, the clock in MHz. `index`: its number for device=."""

    __slots__ = ("index", "name", "type", "platform_name", "driver", "version", "compute_units", "clock",
                 "global_memory", "local_memory", "max_allocation", "fp64", "simulator", "software", "usable",
                 "automatic")
    index: int
    name: str
    type: str  # "gpu", "accelerator", "cpu" or "other"
    platform_name: str
    driver: str
    version: str
    compute_units: int
    clock: int
    global_memory: int
    local_memory: int
    max_allocation: int  # bytes of the largest buffer
    fp64: bool
    simulator: bool
    software: bool  # a software renderer: its driver is for GPUs, but it runs on the CPU
    usable: bool
    automatic: bool  # the device that device="auto" chooses

    def __init__(self, device: Any) -> None:
        for name in self.__slots__:
            value = getattr(device, name)
            setattr(self, name, value.decode(errors="replace") if isinstance(value, bytes) else value)
        self.type = _l.lib.swarm_device_type_name(device.type).decode()

    def __repr__(self) -> str:
        return f"<device {self.index}: {self.type} {self.name!r}, {self.platform_name}, driver {self.driver}>"


def _value(setting: Any) -> Any:
    """Converts the value of a setting: to a bool, a number, a word, or None."""
    if setting.kind == _l.FLAG:
        return setting.value == b"true"
    text = None if setting.value is None else setting.value.decode(errors="replace")
    if text is not None and setting.kind in (_l.INTEGER, _l.REAL):
        try:
            return int(text) if setting.kind == _l.INTEGER else float(text)
        except ValueError:
            pass  # a word, like "auto"
    return text


def _finite(value: Any) -> Any:
    """The value, or None for infinity and NaN."""
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, dict):
        return {name: _finite(member) for name, member in value.items()}
    return [_finite(member) for member in value] if isinstance(value, (list, tuple)) else value


class Result:
    """What all results share: `a, b = result`, with a = result[0] and b = result[1], and a picture in a notebook.

    seconds: from the start of the search to its end. stop_reason: "time", "iterations", "target", "stagnation",
    "evaluations", "convergence", "optimal, proven", or "cancelled", by Ctrl-C or on_improve. trace: (iteration, length or
    value, seconds) of every improvement. device: None if the host searched. seed: the seed used. settings: all options
    with the values used. timing: seconds of the phases.
    """

    __slots__ = ("seconds", "iterations", "stop_reason", "trace", "device", "seed", "settings", "timing")
    seconds: float
    iterations: int
    stop_reason: str
    trace: list[tuple[int, float, float]]
    device: Device | None
    seed: int
    settings: dict[str, Any]
    timing: dict[str, float]
    _pair: tuple[str, str]  # names of the two members into which the result unpacks
    _columns = ("", "")  # titles of the columns in a table of the first of these members

    def __init__(self, result: Any, score: Callable[[Any], float]) -> None:
        self.seconds, self.iterations = result.seconds, result.iterations
        self.stop_reason = _l.lib.swarm_stop_reason_name(result.stop_reason).decode()
        self.trace = [(point.iteration, score(point), point.seconds) for point in result.trace[:result.trace_count]]
        self.device = Device(result.device.contents) if result.device else None
        self.settings = {setting.name.decode().replace("-", "_"): _value(setting)
                         for setting in result.settings[:result.setting_count]}
        self.seed = self.settings["seed"]
        self.timing = {name: getattr(result.timing, name) for name, *_ in _l.Timing._fields_}

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        return None, self._members()

    def __iter__(self) -> Iterator[Any]:
        return iter(getattr(self, name) for name in self._pair)

    def __len__(self) -> int:
        return len(self._pair)

    def __getitem__(self, index: Any) -> Any:
        return tuple(self)[index]

    def _title(self) -> str:
        return repr(self)[1:].split(f", {self.seconds:.3g} s, stopped")[0]

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows."""
        return _pictures.curve(self.trace, self._title())

    def _rows(self) -> tuple[list[str], Any]:
        return list(self._columns), enumerate(self[0])

    def _kinds(self, _stem: str) -> dict[str, Callable[[], str]]:
        """Formats of save() by their suffixes. _stem: the name of the file without its suffix."""
        from ._files import table
        drawn = self._repr_svg_()
        return {"json": self.to_json, "csv": lambda: table(*self._rows()), **({"svg": drawn.__str__} if drawn else {})}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file in the format that its name ends in: .json, .csv, .svg; for tours also .txt, .tour, and .html, on
        the Earth .geojson, .gpx and .kml. The program `swarmcl`, which pip installs too, writes the last four."""
        stem, suffix = os.path.splitext(os.path.basename(os.fspath(path)))
        kinds, kind = self._kinds(stem), suffix[1:].lower()
        if kind not in kinds:
            raise ValueError(f"save: found {os.fspath(path)!r}, expected a name that ends in .{', .'.join(kinds)}")
        text = kinds[kind]()
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def _members(self) -> dict[str, Any]:
        return {name: getattr(self, name) for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ())}

    def to_json(self) -> str:
        """Returns the result as JSON text, without coordinates of nodes. Infinity and NaN, which JSON lacks, are null."""
        import json
        members = {name: _finite(value) for name, value in self._members().items() if not name.startswith("_")}
        members["device"] = self.device and self.device.name
        return json.dumps({"version": _l.version, **members}, default=str, allow_nan=False)


class CurvePoint(namedtuple("CurvePoint", "iteration length shortest mean branching seconds")):
    """An iteration of ants. length: the best so far. shortest, mean: of the tours that its ants built. branching: the
    lambda-branching factor of the trails, for lambda = 0.05. seconds: when it was measured."""

    __slots__ = ()


# What the program renders of a table with the same lengths: not those of TSPLIB, which have no decimals, nor in space.
_RENDERED = {"EUC_2D": ("html",), "GREAT_CIRCLE": ("html", "geojson", "gpx", "kml")}


class TourResult(Result, _Tour):
    """A tour: `tour, length = solve(points)`.

    tour: all nodes in order, each once: numbers from 0, or the nodes of a graph. length: in the unit of the input, of the
    closed tour or, with path, from the first node to the last. gap: the length divided by the known optimum or, if that
    is unknown, by the bound, minus 1; None if both are unknown. bound: with bound=True a proven lower bound on the length
    of all tours; otherwise None. names: of the nodes in the order of the tour; None if they have no names. curve: a
    CurvePoint of every iteration of ants if solve() had curve=True. kept_edges: with keep, edges that init has, too.
    """

    _pair = "tour", "length"
    __slots__ = ("tour", "length", "path", "gap", "bound", "names", "curve", "kept_edges", "_order", "_positions",
                 "_degrees", "_unit", "_rendered", "_name")
    tour: list[Any]
    length: float
    path: bool
    gap: float | None
    bound: float | None
    names: list[str] | None
    curve: list[CurvePoint]
    kept_edges: int | None

    def __init__(self, result: Any, instance: Instance) -> None:
        super().__init__(result, lambda point: unit(point.length, instance.decimals))
        tour = result.tour.contents
        numbers = tour.nodes[:tour.node_count]
        self._order, self.tour, self.path = numbers, instance.nodes.of(numbers), tour.path
        self.length = unit(result.length, instance.decimals)
        self.bound = unit(tour.bound, instance.decimals) if tour.bound > 0 else None
        base = tour.reference.length if tour.reference.known else tour.bound
        self.gap = (result.length - base) / base if base > 0 else 0.0 if result.length == base else None
        self.names = [instance.names[number] for number in numbers] if instance.names else None
        self.curve = [CurvePoint(point.iteration, unit(point.length, instance.decimals),
                                 unit(point.shortest, instance.decimals), unit(point.mean, instance.decimals),
                                 point.branching, point.seconds) for point in result.curve[:result.curve_count]]
        self._positions: Any = instance.positions if instance.drawn is None else instance.drawn
        self.kept_edges = None
        self._degrees, self._unit, self._name = instance.degrees, instance.unit, instance.name
        self._rendered = _RENDERED.get(instance.metric, ()) if instance.decimals else ()

    def __repr__(self) -> str:
        return (f"<{'path' if self.path else 'tour'} of {len(self.tour)} nodes, length {self.length}, "
                f"{self.seconds:.3g} s, stopped by {self.stop_reason}>")

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        self._draw()
        return super().__getstate__()

    def _draw(self) -> array[float] | None:
        """Returns x to the right and y upwards of each node; None if nodes have no positions."""
        if callable(self._positions):
            self._positions = self._positions()
        return self._positions or None

    def _line(self) -> tuple[list[float], list[float], float] | None:
        """Returns x and y of the line through all nodes, and the ratio of a unit of y to a unit of x."""
        places = self._draw()
        if places is None:
            return None
        order = self._order if self.path else self._order + self._order[:1]
        x, y = [places[2 * node] for node in order], [places[2 * node + 1] for node in order]
        if not self._degrees:
            return x, y, 1.0
        from math import cos, radians
        return x, y, 1.0 / max(cos(radians((min(y) + max(y)) / 2)), 0.1)

    def _title(self) -> str:
        length = f"{self.length / 1000:,.1f} km" if self._unit == "m" else f"{self.length:,.10g} {self._unit}".strip()
        return super()._title().replace(f"length {self.length}", f"length {length}")

    def plot(self, ax: Any = None) -> Any:
        """Draws the tour by matplotlib, on `ax` or on new axes, and returns the axes. ValueError without positions."""
        line = self._line()
        if line is None:
            raise ValueError("plot: a matrix has no positions to draw")
        if ax is None:
            import importlib
            ax = importlib.import_module("matplotlib.pyplot").subplots()[1]
        ax.plot(line[0], line[1], "-o", linewidth=1, markersize=2 if len(self.tour) <= 500 else 0)
        for x, y, name in zip(*line[:2], self.names or () if len(self.tour) <= 80 else ()):
            ax.annotate(name, (x, y), (3, 3), textcoords="offset points", fontsize="small")
        ax.set(title=self._title(), aspect=line[2], xlabel="longitude" if self._degrees else "x",
               ylabel="latitude" if self._degrees else "y")
        return ax

    def _labels(self) -> list[str]:
        return self.names or list(map(str, self.tour))

    def _repr_svg_(self) -> str | None:
        line = self._line()
        return line and _pictures.tour_map(line, self.path, self._labels(), self._title(), self._unit, self._degrees)

    def _rows(self) -> tuple[list[str], Any]:
        line = self._line()
        places: Any = zip(*line[:2]) if line else [()] * len(self.tour)
        titles = [] if not line else ["lon", "lat"] if self._degrees else ["x", "y"]
        rows = enumerate(zip(self.tour, self._labels(), places), 1)
        return ["position", "node", "name", *titles], ((at, node, name, *place) for at, (node, name, place) in rows)

    def _kinds(self, stem: str) -> dict[str, Callable[[], str]]:
        from . import _files
        names, kinds = self._labels(), super()._kinds(stem)
        kinds["txt"] = lambda: "".join(" ".join(name.split()) + "\n" for name in names)
        kinds["tour"] = partial(_files.tsplib, self._order, self.length)
        return {**kinds, **{kind: partial(_files.rendered, kind, self, self._name or stem) for kind in self._rendered}}


class PositionResult(Result, _Position):
    """The best position found: `x, value = minimise(objective, bounds)`.

    x: [dimensions], within the bounds. value: the objective's value at x. evaluations, and nan_count, the number of them
    that were NaN, which counts as the worst value. violation: the sum of the violations of constraints; 0.0: x is feasible.
    fresh_value: the mean of further evaluations at x, with repeat_evaluations=; otherwise NaN. restarts: how often CMA-ES, or
    a search with restart=, began anew.
    """

    _pair, _columns = ("x", "value"), ("coordinate", "x")
    __slots__ = ("x", "value", "evaluations", "nan_count", "violation", "fresh_value", "restarts")
    x: list[float]
    value: float
    evaluations: int
    nan_count: int
    violation: float
    fresh_value: float
    restarts: int

    def __init__(self, result: Any) -> None:
        super().__init__(result, lambda point: float(point.value))
        position = result.position.contents
        self.x, self.value = position.x[:position.dimensions], result.value
        self.evaluations, self.nan_count = position.evaluations, position.nan_count
        self.violation, self.fresh_value = position.violation, position.fresh_value
        self.restarts = position.restarts

    def __repr__(self) -> str:
        return (f"<position of {len(self.x)} dimensions, value {self.value}, {self.seconds:.3g} s, stopped by "
                f"{self.stop_reason}>")


class OrientResult(TourResult):
    """A tour through some of the nodes: `tour, score = orient(points, scores, limit)`.

    score: the sum of the scores of its nodes, an int if all scores are. gap: the fraction by which the score is below the
    best one of an OPLib instance published up to 2019; None if none is known. tour, length, path, names: as for TourResult.
    """

    _pair = "tour", "score"
    __slots__ = ("score",)
    score: float

    def __init__(self, result: Any, instance: Instance, decimals: int) -> None:
        super().__init__(result, instance)
        self.trace = [(point.iteration, unit(point.length, decimals), point.seconds)
                      for point in result.trace[:result.trace_count]]
        tour = result.tour.contents
        self.score, self.length = unit(result.length, decimals), unit(tour.length, instance.decimals)
        if decimals and self.settings["target"] is not None:
            self.settings["target"] /= 10**decimals
        best = tour.reference.length
        self.gap = (best - self.score) / best if tour.reference.known else None

    def __repr__(self) -> str:
        return (f"<{'path' if self.path else 'tour'} of {len(self.tour)} nodes, score {self.score}, length "
                f"{self.length}, {self.seconds:.3g} s, stopped by {self.stop_reason}>")


def cost_of(steps: int, info: Any) -> int | float:
    """Converts a cost in steps of the last decimal to the unit of the input."""
    return int(steps) if info.decimals == 0 else steps / 10 ** info.decimals


class AssignmentResult(Result, _Assignment):
    """An assignment: `places, cost = assign(flows, distances)`.

    places: the place of each item; items and places are numbers from 0. cost: the sum over all pairs. gap: the fraction by
    which the cost is above the best known one of a QAPLIB instance; None if none is known, or if it is 0 and not reached.
    """

    _pair, _columns = ("places", "cost"), ("item", "place")
    __slots__ = ("places", "cost", "gap")
    places: list[int]
    cost: int | float
    gap: float | None

    def __init__(self, result: Any, info: Any) -> None:
        super().__init__(result, lambda point: cost_of(point.length, info))
        assignment = result.assignment.contents
        self.places = assignment.places[:assignment.item_count - info.added_items]
        self.cost = cost_of(result.length, info)
        self.gap = (None if not info.best_known else 0.0 if self.cost == info.best
                    else (self.cost - info.best) / info.best if info.best > 0 else None)

    def _repr_svg_(self) -> str | None:
        return _pictures.assignment(self.places, self._title())

    def __repr__(self) -> str:
        return (f"<assignment of {len(self.places)} items, cost {self.cost}, {self.seconds:.3g} s, stopped by "
                f"{self.stop_reason}>")


class RoutesResult(Result, _Routes):
    """Routes of vehicles: `routes, cost = route(points, demands, capacity)`.

    routes: the customers of each vehicle in order; the depot, node 0, is left out. vehicles: the number of each route's
    vehicle, from 1 in the order of a table `fleet=`. cost: what the search minimises: the
    length of all routes and the prizes of customers left out. lengths, loads, finishes: of each route: its length, its
    load, the time of the return. begins: for each route the times at which service begins, after the first depot opens, in
    the unit of times=, in minutes if a speed is given, otherwise in the unit of lengths. unserved: customers without
    a route; missing: the number of them that must be served, 0 if the plan is complete. gap: the fraction by which the
    cost is above the best known one of a published instance; None if none is known or if customers are missing.
    """

    _pair = "routes", "cost"
    __slots__ = ("routes", "cost", "vehicles", "lengths", "loads", "finishes", "begins", "unserved", "missing", "gap")
    routes: list[list[int]]
    cost: float
    vehicles: list[int]
    lengths: list[float]
    loads: list[float]
    finishes: list[float]
    begins: list[list[float]]
    unserved: list[int]
    missing: int
    gap: float | None

    def __init__(self, result: Any, info: Any) -> None:
        shown = partial(unit, decimals=info.decimals)
        super().__init__(result, lambda point: shown(point.length))
        made = result.routes.contents
        routes = made.routes[:made.route_count]
        stops = [route.stops[:route.stop_count] for route in routes]
        self.routes = [[stop.customer for stop in each] for each in stops]
        self.begins = [[(stop.arrival + stop.wait) / info.time_scale for stop in each] for each in stops]
        self.cost, self.missing = shown(made.cost), made.missing_count
        self.vehicles = [route.vehicle for route in routes]
        self.lengths = [shown(route.length) for route in routes]
        self.loads = [unit(route.load, info.load_decimals) for route in routes]
        self.finishes = [route.finish / info.time_scale for route in routes]
        self.unserved = made.unserved[:made.unserved_count]
        known = info.best_known and info.best > 0 and self.missing == 0
        self.gap = (made.cost - info.best) / info.best if known else None

    def _rows(self) -> tuple[list[str], Any]:
        return ["vehicle", "position", "customer", "begin"], [
            (vehicle, at, customer, begin) for vehicle, stops, begins in zip(self.vehicles, self.routes, self.begins)
            for at, (customer, begin) in enumerate(zip(stops, begins), 1)]

    def __repr__(self) -> str:
        return f"<plan of {len(self.routes)} routes, cost {self.cost}, {self.seconds:.3g} s, stopped by {self.stop_reason}>"
