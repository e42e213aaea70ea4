"""Writes results to files: the formats of save()."""
from __future__ import annotations

import csv
import io
import json

from ._pictures import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def table(titles: list[str], rows: Any) -> str:
    """A table as CSV."""
    made = io.StringIO()
    csv.writer(made, lineterminator="\n").writerows([titles, *rows])
    return made.getvalue()


def tsplib(nodes: list[int], length: Any) -> str:
    """A tour in TSPLIB95, which counts nodes from 1."""
    lines = "\n".join(str(node + 1) for node in nodes)
    return f"COMMENT : length {length}\nTYPE : TOUR\nDIMENSION : {len(nodes)}\nTOUR_SECTION\n{lines}\n-1\nEOF\n"


def geojson(line: list[tuple[float, float]], names: list[str], members: dict[str, Any]) -> str:
    """The line and its named points. line: (longitude, latitude), the first point again at the end of a closed one."""
    features = [("LineString", line, members), *(("Point", place, {"name": name, "position": position})
                                                 for position, (place, name) in enumerate(zip(line, names), 1))]
    return json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "geometry": {"type": kind, "coordinates": places}, "properties": properties}
        for kind, places, properties in features]}, ensure_ascii=False)


_FORMATS = {  # the beginning, a point, what is between, a place of the line, the end
    "gpx": ('<gpx version="1.1" creator="swarmcl" xmlns="http://www.topografix.com/GPX/1/1">\n',
            '<wpt lat="{y:.9f}" lon="{x:.9f}"><name>{name}</name></wpt>\n', "<rte>\n",
            '<rtept lat="{y:.9f}" lon="{x:.9f}"><name>{name}</name></rtept>\n', "</rte>\n</gpx>\n"),
    "kml": ('<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n',
            "<Placemark><name>{name}</name><Point><coordinates>{x:.9f},{y:.9f}</coordinates></Point></Placemark>\n",
            "<Placemark><LineString><tessellate>1</tessellate><coordinates>", "{x:.9f},{y:.9f} ",
            "</coordinates></LineString></Placemark>\n</Document></kml>\n")}


def earth(kind: str, line: list[tuple[float, float]], names: list[str]) -> str:
    """Points and a line for navigation devices and maps."""
    begin, point, between, place, end = _FORMATS[kind]
    rows = [{"x": x, "y": y, "name": escaped(name)} for (x, y), name in zip(line, names + names[:1])]
    points = "".join(point.format(**row) for row in rows[:len(names)])
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n{begin}{points}{between}'
            + "".join(place.format(**row) for row in rows) + end)
