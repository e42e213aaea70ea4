"""Converts numbers of the caller to arrays for the library: lists, buffers (numpy, array, memoryview), data frames."""
from __future__ import annotations

import operator
import os
import sys
from array import array
from ctypes import c_double, c_int64, c_uint32
from itertools import chain
from re import fullmatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_NATIVE = ("d", "@d", "=d", "<d" if sys.byteorder == "little" else ">d")
_REAL = "?bBhHiIlLqQnNefdg"  # format letters of the module struct for real numbers
_LONG = "lLqQnN"  # format letters of integers that a double may be unable to hold
_EXACT = 1 << 53  # a double holds every integer up to this one


def shown(value: Any) -> str:
    """Formats a value of the caller for a message."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:30]}... of type {type(value).__name__}"


def listed(values: Any, what: str, wanted: str) -> list[Any]:
    """Returns the elements of an argument as a list."""
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{what}: found {shown(values)}, expected {wanted}")
    try:
        return list(values)
    except TypeError:
        raise TypeError(f"{what}: found {shown(values)}, expected {wanted}") from None


def path_of(path: Any, what: str) -> str:
    """Returns the path as text, if the file exists."""
    try:
        found = os.fspath(path)
    except TypeError:
        raise TypeError(f"{what}: found {shown(path)}, expected the path of a file") from None
    os.stat(found)
    return os.fsdecode(found)


# ----------------------------------------------------------------------------------------------------------------------
# Rows of numbers


def _place(index: int, shape: tuple[int, ...]) -> str:
    return f"row {index // shape[1]}, column {index % shape[1]}" if len(shape) == 2 else f"place {index}"


def _check_exact(numbers: Any, given: Iterable[Any], shape: tuple[int, ...], what: str) -> None:
    """Rejects integers that a double would round. numbers: the doubles made from `given`."""
    if max(numbers, default=0.0) < _EXACT and min(numbers, default=0.0) > -_EXACT:
        return
    for index, (number, value) in enumerate(zip(numbers, given)):
        if abs(number) >= _EXACT and hasattr(value, "__index__") and operator.index(value) != int(number):
            raise ValueError(f"{what}: found {shown(value)} in {_place(index, shape)}, expected integers up to 2^53, as "
                             "others would be rounded; subtract an offset, or pass floats")


def _of_buffer(data: Any, view: memoryview, what: str) -> tuple[Any, tuple[int, ...]]:
    code = (view.format or "B").lstrip("@=<>!")
    if code == "O" and hasattr(data, "tolist"):
        return _of_rows(data.tolist(), what)
    if code not in _REAL:
        raise TypeError(f"{what}: found elements of type {getattr(data, 'dtype', code)}, expected real numbers")
    shape = view.shape or ()
    if view.format not in _NATIVE or not view.c_contiguous:
        given: Any = view.tolist() if code in _LONG or not hasattr(data, "astype") else None
        if hasattr(data, "astype"):
            view = memoryview(data.astype("d", order="C"))
        else:
            view = memoryview(array("d", chain.from_iterable(given) if view.ndim == 2 else given))
        if code in _LONG and len(shape) <= 2:
            flat = view.cast("B").cast("d") if view.nbytes else view
            _check_exact(flat, chain.from_iterable(given) if len(shape) == 2 else given, shape, what)
    if view.readonly:
        copy = array("d")
        copy.frombytes(view.cast("B"))
        view = memoryview(copy)
    size = view.nbytes // view.itemsize
    return (c_double * size).from_buffer(view), shape


def _of_rows(rows: list[Any], what: str) -> tuple[Any, tuple[int, ...]]:
    try:
        width = len(rows[0]) if rows else 0
        if set(map(len, rows)) <= {width} and not isinstance(rows[0] if rows else (), (str, bytes, dict, set)):
            numbers = array("d", chain.from_iterable(rows) if width < 16 else ())
            for row in rows if width >= 16 else ():  # twice as fast where rows are long
                numbers.extend(array("d", row))
            shape = len(rows), width
            _check_exact(numbers, chain.from_iterable(rows), shape, what)
            return (c_double * len(numbers)).from_buffer(numbers), shape
    except (TypeError, OverflowError):
        pass
    for i, row in enumerate(rows):
        if not hasattr(row, "__len__") or isinstance(row, (str, bytes, dict, set)):
            raise TypeError(f"{what}: found {shown(row)} as row {i}, expected a row of numbers")
        if len(row) != width:
            raise ValueError(f"{what}: found {len(row)} numbers in row {i}, expected {width} as in row 0")
        for j, number in enumerate(row):
            _check_number(number, f"{what}: found {shown(number)} in row {i}, column {j}")
    raise TypeError(f"{what}: expected rows of real numbers")


def _check_number(number: Any, found: str) -> None:
    try:
        array("d", [number])
    except TypeError:
        raise TypeError(f"{found}, expected a real number") from None
    except OverflowError:
        raise ValueError(f"{found}, expected a number up to 1e308") from None


def number_of(number: Any, found: str) -> float:
    """Converts to a float, but not NaN. found: the beginning of the error message, with {} for the number."""
    try:
        value: float = array("d", [number])[0]
        if value == value:
            return value
    except (TypeError, OverflowError):
        pass
    raise ValueError(f"{found.format(shown(number))}, expected a number")


def plain(data: Any, what: str, missing: float | None, wanted: str = "rows of numbers") -> Any:
    """Converts frames to arrays and removes masks. missing: replaces masked elements; None: rejects them."""
    if isinstance(data, (str, bytes, os.PathLike)):
        raise TypeError(f"{what}: found {shown(data)}, expected {wanted}")
    if isinstance(data, (dict, set, frozenset)):
        raise TypeError(f"{what}: found a {type(data).__name__}, expected {wanted} in order; convert it by list()")
    if not hasattr(data, "__array_interface__") and hasattr(data, "__array__"):
        data = data.to_numpy() if hasattr(data, "to_numpy") else data.__array__()
    if hasattr(data, "filled") and hasattr(data, "mask"):
        if not data.mask.any():
            return data.data
        if missing is None:
            raise ValueError(f"{what}: found a masked number in {_place(int(data.mask.argmax()), data.shape)}, expected "
                             "numbers only")
        data = data.astype("d").filled(missing)
    return data


def doubles(data: Any, what: str, missing: float | None = None) -> tuple[Any, tuple[int, ...]]:
    """Returns (a ctypes array of double, the shape). Borrows a writable array of double, copies anything else.
    missing: replaces masked elements of numpy.ma; None: rejects them."""
    data = plain(data, what, missing)
    try:
        view = memoryview(data)
    except TypeError:
        rows = listed(data, what, "rows of numbers")
        if any(hasattr(row, "filled") for row in rows[:1]):
            rows = [plain(row, what, missing) for row in rows]
        return _of_rows(rows, what)
    except ValueError:
        raise TypeError(f"{what}: found elements of type {getattr(data, 'dtype', '?')}, expected real numbers") from None
    return _of_buffer(data, view, what)


def integers(data: Any, what: str) -> tuple[Any, int]:
    """Returns (an array of int64, n) for a matrix [n][n] of whole numbers, with all digits."""
    data = plain(data, what, None)
    rows = data.tolist() if hasattr(data, "tolist") else listed(data, what, "rows of whole numbers")
    whole = array("q")
    for i, row in enumerate(rows if isinstance(rows, list) else [rows]):
        numbers = listed(plain(row, what, None), what, f"a row of whole numbers as row {i}")
        if len(numbers) != len(rows):
            raise ValueError(f"{what}: found {len(numbers)} numbers in row {i}, expected {len(rows)}, the number of rows")
        whole.extend(_whole(number, f"{what}: found {shown(number)} in row {i}, column {j}")
                     for j, number in enumerate(numbers))
    if not whole:
        raise ValueError(f"{what}: found no numbers")
    return (c_int64 * len(whole)).from_buffer(whole), len(rows)


def _whole(number: Any, found: str) -> int:
    try:
        whole = operator.index(number)
    except TypeError:
        _check_number(number, found)
        try:
            whole = int(number)
        except (ValueError, OverflowError):  # NaN, infinity
            raise ValueError(f"{found}, expected a whole number") from None
        if whole != number:
            raise ValueError(f"{found}, expected a whole number") from None
    if abs(whole) >= 1 << 56:
        raise ValueError(f"{found}, expected whole numbers below 2^56")
    return whole


def scores_of(data: Any, count: int) -> tuple[Any, int]:
    """Returns (an array of uint32, d) for `count` scores: integers in units of 10^-d, as the library needs them."""
    wanted = f"a number for each of {count} nodes"
    scores = listed(plain(data, "scores", None, wanted), "scores", wanted)
    if len(scores) != count:
        raise ValueError(f"scores: found {len(scores)} numbers, expected {wanted}")
    from decimal import Decimal, InvalidOperation
    exact, decimals, finest = [], 0, 0
    for node, score in enumerate(scores):
        found = f"scores: found {shown(score)} of node {node}"
        _check_number(score, found)
        try:
            exact.append(Decimal(str(operator.index(score) if hasattr(score, "__index__") else score)))
        except InvalidOperation:
            exact.append(Decimal(str(float(score))))
        if not exact[-1].is_finite() or exact[-1] < 0:
            raise ValueError(f"{found}, expected a number from 0")
        digits = -int(exact[-1].normalize().as_tuple().exponent)
        if digits > decimals:
            decimals, finest = digits, node
    total = sum(exact, Decimal(0)).scaleb(decimals) if decimals < 20 else Decimal("inf")
    if total >= 1 << 31:
        if decimals == 0:
            raise ValueError(f"scores: found the sum {total}, expected at most 2147483647")
        raise ValueError(f"scores: found {shown(scores[finest])} of node {finest}, expected whole numbers, or decimals "
                         "whose sum has at most 9 digits; try round(score, 3)")
    return (c_uint32 * count)(*(int(score.scaleb(decimals)) for score in exact)), decimals


def places(data: Any, metric: str | None) -> tuple[Any, str | None]:
    """Returns the points of a geopandas frame or series and the metric of its reference system; other data as it is."""
    shapes = getattr(data, "geometry", None)
    if shapes is None or not hasattr(shapes, "crs"):
        return data, metric
    geographic = shapes.crs is not None and shapes.crs.is_geographic
    metric = metric or ("sphere" if geographic else "plane")
    return list(zip(shapes.y, shapes.x) if metric == "sphere" else zip(shapes.x, shapes.y)), metric


def _may_be_distances(numbers: list[float], count: int) -> bool:
    """True if a square of numbers looks like distances: the diagonal is 0 or larger than all others, and the others are
    above 0, or the same in both directions."""
    diagonal, others = numbers[::count + 1], [x for i, x in enumerate(numbers) if i % (count + 1)]
    symmetric = all(numbers[i * count + j] == numbers[j * count + i] for i in range(count) for j in range(i))
    return (len(set(map(repr, diagonal))) == 1 and not 0 < diagonal[0] < max(others) and diagonal[0] > float("-inf")
            and min(others) >= 0 and (min(others) > 0 or (symmetric and max(others) > 0)))


def scaled(target: Any, decimals: int) -> Any:
    """Converts a score to units of 10^-decimals. The library rejects texts that are not numbers."""
    if target is None or decimals == 0:
        return target
    from decimal import Decimal, InvalidOperation
    try:
        return f"{Decimal(str(target)).scaleb(decimals):f}"
    except InvalidOperation:
        return target


def metres(value: Any, what: str, unit: str) -> Any:
    """Converts a length with a unit, such as "761km", to metres. Other values do not change. unit: of the instance."""
    found = fullmatch(r"\s*(\d+\.?\d*|\.\d+) *(m|km|mi)\s*", value) if isinstance(value, str) else None
    if found and unit != "m":
        raise ValueError(f"{what}: found {shown(value)}, expected a number: lengths of the instance are not in metres")
    return float(found[1]) * {"m": 1, "km": 1000, "mi": 1609.344}[found[2]] if found else value


def is_point(data: Any) -> bool:
    """True for two or three numbers: one point, not an instance."""
    flat = isinstance(data, (list, tuple, array)) or getattr(data, "ndim", 0) == 1
    return flat and len(data) in (2, 3) and not any(hasattr(number, "__len__") for number in data)


def points(data: Any, widths: tuple[int, ...]) -> tuple[Any, int, int]:
    """Returns (numbers, n, columns) for points [n][one of widths], or for a flat buffer x, y, x, y, ..."""
    numbers, shape = doubles(data, "points")
    if len(widths) > 1 and shape in ((2, 2), (3, 3)) and _may_be_distances(numbers[:], shape[0]):
        raise ValueError(f"points: found {shape[0]} x {shape[0]} numbers, which could be distances: pass them as matrix=, "
                         f"or as points with metric={'plane' if shape[0] == 2 else 'space'!r}")
    wanted = " or ".join(map(str, widths))
    if len(shape) == 1:
        if shape[0] % widths[0]:
            raise ValueError(f"points: found {shape[0]} numbers, expected {widths[0]} for each point")
        shape = shape[0] // widths[0], widths[0]
    if shape[:1] == (0,):
        raise ValueError("points: found no points")
    if len(shape) != 2 or shape[1] not in widths:
        found = " x ".join(map(str, shape or (1,)))
        raise ValueError(f"points: found {found} numbers, expected n x {wanted}; distances go to matrix=")
    return numbers, shape[0], shape[1]


def matrix(data: Any, what: str = "matrix") -> tuple[Any, int]:
    """Returns (numbers, n) for a matrix [n][n]. Masked elements become infinite: there is no such edge."""
    numbers, shape = doubles(data, what, float("inf"))
    if len(shape) != 2 or shape[0] != shape[1] or shape[0] == 0:
        raise ValueError(f"{what}: found {' x '.join(map(str, shape))} numbers, expected n x n")
    return numbers, shape[0]


class Nodes:
    """How the caller names nodes: by number from 0, by name if there are names, or by label: a node of a graph, a key of
    a dict."""

    def __init__(self, count: int, labels: list[Any] | None = None, word: str = "node",
                 names: list[str] | None = None) -> None:
        self.count, self.labels, self.names, self._word = count, labels, names, word
        self.wanted = "a node of the graph"  # if there are labels
        self._numbers = {label: number for number, label in enumerate(labels)} if labels else {}
        self._named: dict[str, int] = {}  # number of each name; negative if several nodes have the name

    def _find(self, name: str, names: list[str], what: str) -> int:
        """Returns the number of the node with this name."""
        if not self._named:
            for number, each in enumerate(names):
                self._named[each] = -1 if each in self._named else number
        found = self._named.get(name)
        if found is None:
            from difflib import get_close_matches
            close = "".join(f"; did you mean {each}?" for each in get_close_matches(name, names, 1))
            raise ValueError(f"{what}: found {shown(name)}, expected the name or the number of a {self._word}{close}")
        if found < 0:
            raise ValueError(f"{what}: found {shown(name)}, which is the name of {names.count(name)} nodes, expected the "
                             "number of one")
        return found

    def number(self, node: Any, what: str) -> int:
        if self.labels:
            try:
                return self._numbers[node]
            except (KeyError, TypeError):
                raise ValueError(f"{what}: found {shown(node)}, expected {self.wanted}") from None
        if isinstance(node, str) and self.names:
            return self._find(node, self.names, what)
        try:
            number = operator.index(node)
        except TypeError:
            raise TypeError(f"{what}: found {shown(node)}, expected the number of a {self._word}") from None
        if not 0 <= number < self.count:
            raise ValueError(f"{what}: found {self._word} {shown(number)}, expected 0 to {self.count - 1}")
        return number

    def shown(self, number: int) -> str:
        """Formats a node for a message."""
        return shown(self.labels[number]) if self.labels and number < self.count else str(number)

    def text(self, node: Any, what: str) -> str:
        """Formats a node for the library, which numbers nodes from 1."""
        return f"#{self.number(node, what) + 1}"

    def edges(self, pairs: Iterable[Any]) -> str:
        """Formats fixed edges for the library."""
        texts = []
        for pair in listed(pairs, "fixed", "edges [(a, b), ...]"):
            ends = listed(pair, "fixed", "edges [(a, b), ...]")
            if len(ends) != 2 or isinstance(pair, (set, frozenset, dict)):
                raise ValueError(f"fixed: found {shown(pair)}, expected edges [(a, b), ...]")
            texts.append("-".join(self.text(end, "fixed") for end in ends))
        return ",".join(texts)

    def tours(self, init: Iterable[Any]) -> list[Any]:
        """Converts one tour or several to arrays for the library."""
        if isinstance(init, (str, os.PathLike)):
            raise TypeError(f"init: found {shown(init)}, expected a tour or a list of tours; a table that has the names in "
                            f"order is one: init=swarmcl.read({str(init)!r}).names")
        given = listed(init, "init", "a tour or a list of tours")
        first = given[0] if given else 0
        one = isinstance(first, str) or not hasattr(first, "__len__")
        if self.labels:
            try:
                one = not given or first in self._numbers
            except TypeError:
                one = False
        return [self.tour(tour, "init") for tour in ([given] if one else given)]

    def tour(self, tour: Iterable[Any], what: str) -> Any:
        """Converts an order of all nodes to an array for the library."""
        numbers = [self.number(node, what) for node in listed(tour, what, f"all {self.count} {self._word}s")]
        if len(set(numbers)) != self.count or len(numbers) != self.count:
            first: dict[int, int] = {}
            for place, number in enumerate(numbers):
                if first.setdefault(number, place) != place:
                    raise ValueError(f"{what}: found {self._word} {self.shown(number)} at positions {first[number]} and "
                                     f"{place}, expected each once")
            raise ValueError(f"{what}: found {len(numbers)} {self._word}s, expected all {self.count}")
        return (c_uint32 * self.count)(*numbers)

    def of(self, numbers: list[int]) -> list[Any]:
        """Converts a tour of the library to the caller's names of the nodes."""
        return [self.labels[number] for number in numbers] if self.labels else numbers
