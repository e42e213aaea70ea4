"""Numbers as people have them, as arrays for the library: lists, buffers (numpy, array, memoryview), data frames."""
from __future__ import annotations

import operator
import sys
from array import array
from ctypes import c_double, c_uint32
from itertools import chain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_NATIVE = ("d", "@d", "=d", "<d" if sys.byteorder == "little" else ">d")
_REAL = "?bBhHiIlLqQnNefdg"  # letters of struct for real numbers


def _of_buffer(data: Any, view: memoryview, what: str) -> tuple[Any, tuple[int, ...]]:
    code = (view.format or "B").lstrip("@=<>!")
    if code == "O" and hasattr(data, "tolist"):
        return _of_rows(data.tolist(), what)
    if code not in _REAL:
        raise TypeError(f"{what}: expected real numbers, found elements of type {getattr(data, 'dtype', code)}")
    shape = view.shape or ()
    if view.format not in _NATIVE or not view.c_contiguous:
        if hasattr(data, "astype"):
            view = memoryview(data.astype("d", order="C"))
        else:
            rows: Any = view.tolist()
            view = memoryview(array("d", chain.from_iterable(rows) if view.ndim == 2 else rows))
    if view.readonly:
        copy = array("d")
        copy.frombytes(view.cast("B"))
        view = memoryview(copy)
    size = view.nbytes // view.itemsize
    return (c_double * size).from_buffer(view), shape


def _of_rows(rows: list[Any], what: str) -> tuple[Any, tuple[int, ...]]:
    try:
        width = len(rows[0]) if rows else 0
        if set(map(len, rows)) <= {width}:
            numbers = array("d", chain.from_iterable(rows) if width < 16 else ())
            for row in rows if width >= 16 else ():  # twice as fast where rows are long
                numbers.extend(array("d", row))
            return (c_double * len(numbers)).from_buffer(numbers), (len(rows), width)
    except TypeError:
        pass
    for i, row in enumerate(rows):
        if not hasattr(row, "__len__") or isinstance(row, str):
            raise TypeError(f"{what}: expected numbers in row {i}, found {row!r}")
        if len(row) != width:
            raise ValueError(f"{what}: found {len(row)} numbers in row {i}, expected {width} as in row 0")
        for number in row:
            if not hasattr(number, "__float__") and not hasattr(number, "__index__"):
                raise TypeError(f"{what}: expected numbers in row {i}, found {number!r}")
    raise TypeError(f"{what}: expected rows of real numbers")


def doubles(data: Any, what: str) -> tuple[Any, tuple[int, ...]]:
    """(a ctypes array of double, the shape). A writable array of double is borrowed, anything else is copied."""
    if not hasattr(data, "__array_interface__") and hasattr(data, "__array__"):
        data = data.to_numpy() if hasattr(data, "to_numpy") else data.__array__()
    try:
        view = memoryview(data)
    except TypeError:
        return _of_rows(list(data), what)
    return _of_buffer(data, view, what)


def places(data: Any, metric: str | None) -> tuple[Any, str | None]:
    """The points of a frame or series of geopandas and their metric, by its reference system; others as they are."""
    shapes = getattr(data, "geometry", None)
    if shapes is None or not hasattr(shapes, "crs"):
        return data, metric
    geographic = shapes.crs is not None and shapes.crs.is_geographic
    metric = metric or ("sphere" if geographic else "plane")
    return list(zip(shapes.y, shapes.x) if metric == "sphere" else zip(shapes.x, shapes.y)), metric


def points(data: Any, widths: tuple[int, ...]) -> tuple[Any, int, int]:
    """(numbers, n, columns) of points [n][one of widths], or of a buffer x, y, x, y, ..."""
    numbers, shape = doubles(data, "points")
    wanted = " or ".join(map(str, widths))
    if len(shape) == 1:
        if shape[0] % widths[0]:
            raise ValueError(f"points: found {shape[0]} numbers, expected {widths[0]} for each point")
        shape = shape[0] // widths[0], widths[0]
    if shape[:1] == (0,):
        raise ValueError("points: found none")
    if len(shape) != 2 or shape[1] not in widths:
        found = " x ".join(map(str, shape or (1,)))
        raise ValueError(f"points: found {found} numbers, expected n x {wanted}; distances go to matrix=")
    return numbers, shape[0], shape[1]


def matrix(data: Any, what: str = "matrix") -> tuple[Any, int]:
    """(numbers, n) of a matrix [n][n]."""
    numbers, shape = doubles(data, what)
    if len(shape) != 2 or shape[0] != shape[1] or shape[0] == 0:
        raise ValueError(f"{what}: found {' x '.join(map(str, shape))} numbers, expected n x n")
    return numbers, shape[0]


class Nodes:
    """The nodes as the caller calls them: numbers from 0, or the nodes of a graph."""

    def __init__(self, count: int, labels: list[Any] | None = None) -> None:
        self.count, self.labels = count, labels
        self._numbers = {label: number for number, label in enumerate(labels)} if labels else {}

    def number(self, node: Any, what: str) -> int:
        if self.labels:
            if node not in self._numbers:
                raise ValueError(f"{what}: found {node!r}, expected a node of the graph")
            return self._numbers[node]
        try:
            number = operator.index(node)
        except TypeError:
            raise TypeError(f"{what}: expected the number of a node, found {node!r}") from None
        if not 0 <= number < self.count:
            raise ValueError(f"{what}: found node {number}, expected 0 to {self.count - 1}")
        return number

    def text(self, node: Any, what: str) -> str:
        """A node for the library, which counts from 1."""
        return f"#{self.number(node, what) + 1}"

    def edges(self, pairs: Iterable[Any]) -> str:
        """Fixed edges for the library."""
        texts = []
        for pair in pairs:
            a, b = pair
            texts.append(f"{self.text(a, 'fixed')}-{self.text(b, 'fixed')}")
        return ",".join(texts)

    def tours(self, init: Iterable[Any]) -> list[Any]:
        """One tour or several, as arrays of the library."""
        given = list(init)
        one = not given or given[0] in self._numbers if self.labels else not hasattr((given or [0])[0], "__len__")
        return [self._tour(tour) for tour in ([given] if one else given)]

    def _tour(self, tour: Iterable[Any]) -> Any:
        numbers = [self.number(node, "init") for node in tour]
        if len(set(numbers)) != self.count or len(numbers) != self.count:
            places: dict[int, int] = {}
            for place, number in enumerate(numbers):
                if places.setdefault(number, place) != place:
                    raise ValueError(f"init: found node {number} at places {places[number]} and {place}, expected each "
                                     "node once")
            raise ValueError(f"init: found {len(numbers)} nodes, expected all {self.count}")
        return (c_uint32 * self.count)(*numbers)

    def of(self, numbers: list[int]) -> list[Any]:
        """A tour of the library as the caller calls its nodes."""
        return [self.labels[number] for number in numbers] if self.labels else numbers
