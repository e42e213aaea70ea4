"""Data frames as points: the library finds the columns of coordinates and names by its own list of titles."""
from __future__ import annotations

import os
from itertools import islice

from ._library import InputError, UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _roles_of(titles: list[str], texts: list[bool], read: Any) -> tuple[int, int, int, bool] | None:
    """Returns the indices of x or longitude, of y or latitude, and of the name or -1, and True if the coordinates are
    geographic. None if no two titles are those of coordinates. The library reads a table of one row of indices."""
    import csv
    from tempfile import TemporaryDirectory
    with TemporaryDirectory(prefix="swarmcl-") as folder:
        path = os.path.join(folder, "frame.csv")
        with open(path, "w", encoding="utf-8", newline="") as file:
            row = [f"{'n' * text}{index / 1000:.3f}" for index, text in enumerate(texts)]  # latitudes end at 90
            csv.writer(file).writerows([titles, row])
        try:
            made = read(path)
        except (InputError, UnsupportedError) as error:
            if "a single column of this kind" in str(error):
                raise ValueError(f"points: {str(error).rpartition('frame.csv:1: ')[2]}") from None
            return None
    x, y = (round(1000 * place) for place in made.positions())
    return x, y, round(1000 * float(made.names[0].lstrip("n"))) if made.names else -1, made.degrees


def _texts_of(values: Any) -> list[str]:
    return ["" if value is None or value != value else str(value) for value in values]


def index_of(data: Any) -> list[str] | None:
    """Returns the index of a data frame if it consists of texts; otherwise None."""
    index: Any = getattr(data, "index", None) if hasattr(data, "columns") else None
    return _texts_of(index) if hasattr(index, "__iter__") and isinstance(next(iter(index), None), str) else None


def tabled(data: Any, metric: Any, names: Any, read: Any) -> tuple[Any, Any, Any]:
    """Returns (points, metric, names) of a data frame. Titles of latitude and longitude make it geographic."""
    titles: Any = getattr(data, "columns", None)
    titles = list(titles) if hasattr(titles, "__iter__") and hasattr(data, "__getitem__") else []
    if not titles or len(set(titles)) < len(titles) or not all(isinstance(title, str) for title in titles):
        return data, metric, names
    texts = [any(isinstance(value, str) for value in islice(data[title], 100)) for title in titles]
    elsewhere = hasattr(getattr(data, "geometry", None), "crs")  # geopandas has coordinates in its geometry
    if elsewhere:
        titles = [title for title, text in zip(titles, texts) if text]
    found = _roles_of(titles + ["x", "y"] * elsewhere, [True] * len(titles) + [False] * 2 if elsewhere else texts, read)
    x, y, name, geographic = found or (0, 0, -1, False)
    if names is None:
        names = _texts_of(data[titles[name]]) if name >= 0 else index_of(data)
    if not found or elsewhere:
        return data, metric, names
    if metric is None:
        metric = "sphere" if geographic else "plane"
    if str(metric).lower() in ("sphere", "geo"):  # (latitude, longitude), or as they come if they have other titles
        x, y = (y, x) if geographic else sorted((x, y))
    return data[[titles[x], titles[y]]], metric, names
