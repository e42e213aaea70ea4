"""Pictures of results as SVG, which notebooks show: maps with names and scale, curves, assignments."""
from __future__ import annotations

from math import floor, log10

_SIZE = 600  # the longer side of a map in pixels
_MARGIN, _TOP = 30, 44
_METRES = 111195.0  # metres per degree of latitude
_LABELLED, _DOTTED = 80, 500  # maximum numbers of nodes for which names, and dots, are drawn
_LARGE, _END, _MIDDLE = ' font-size="15"', ' text-anchor="end"', ' text-anchor="middle"'
_LINE, _DOT, _MARK, _PAPER, _INK = "#2f6690", "#16324f", "#c8553d", "#fbfaf7", "#1f2a36"


def _escaped(text: str) -> str:
    """Escapes text for XML, and replaces control characters, which XML forbids, by blanks."""
    text = "".join(letter if letter >= " " else " " for letter in text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{_escaped(text)}</text>'


def _page(width: float, height: float, title: str, parts: list[str]) -> str:
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" font-family="sans-serif" '
            f'font-size="11" fill="{_INK}"><rect width="100%" height="100%" fill="{_PAPER}"/>'
            f'{_text(_MARGIN, 24, title, _LARGE)}{"".join(parts)}</svg>')


def _labels(line: list[tuple[float, float]], names: list[str], width: float, height: float) -> list[str]:
    """Writes names next to their dots, off the line if possible. Omits a name that would cover another, or a dot."""
    taken = [(x - 3, y - 3, x + 3, y + 3) for x, y in line]
    samples = [(x + (u - x) * k / 16, y + (v - y) * k / 16) for (x, y), (u, v) in zip(line, line[1:]) for k in range(17)]
    made = []
    for (x, y), name in zip(line, names):
        name = name if len(name) <= 24 else name[:23] + "\u2026"
        long = 6.3 * len(name)
        choices: list[tuple[int, int, tuple[float, float, float, float], str]] = []
        inside = min(max(x - long / 2, 2), width - 2 - long)  # above and below, the name moves away from the edge
        for left, base in ((x + 7, y + 4), (x - 7 - long, y + 4), (inside, y - 7), (inside, y + 16), (x + 4, y - 5),
                           (x + 4, y + 14), (x - 4 - long, y - 5), (x - 4 - long, y + 14)):
            box = left, base - 10, left + long, base + 2
            if box[0] >= 2 and box[1] >= 30 and box[2] <= width - 2 and box[3] <= height - 2 and not any(
                    box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken):
                count = sum(box[0] < u < box[2] and box[1] < v < box[3] for u, v in samples)
                choices.append((count, len(choices), box, _text(left, base, name)))
        if choices and name:
            taken.append(min(choices)[2])
            made.append(min(choices)[3])
    return made


def _scale(unit_pixels: float, unit: str, x: float, y: float) -> str:
    """Draws a bar of a round length, up to 160 pixels long."""
    power = 10.0 ** floor(log10(160 / unit_pixels))
    length = max(step * power for step in (1, 2, 5) if step * power * unit_pixels <= 160)
    wide = length * unit_pixels
    shown = f"{length / 1000:,.10g} km" if unit == "m" and length >= 1000 else f"{length:,.10g} {unit}"
    return (f'<path d="M{x:.1f},{y - 4:.1f}v4h{wide:.1f}v-4" fill="none" stroke="{_INK}"/>'
            + _text(x + wide + 6, y, shown.strip()))


def tour_map(line: tuple[list[float], list[float], float], is_path: bool, names: list[str], title: str, unit: str,
             degrees: bool) -> str:
    """Draws the map of a tour. line: x and y of its nodes, with the first one repeated at the end of a closed tour, and
    the ratio of a unit of y to a unit of x."""
    x, y, stretch = line
    left, top = min(x), max(y)
    wide, high = max(x) - left, (top - min(y)) * stretch
    scale = _SIZE / (max(wide, high) or 1)
    width, height = max(wide * scale, 260) + 2 * _MARGIN, high * scale + _TOP + 2 * _MARGIN
    places = [((a - left) * scale + _MARGIN, (top - b) * stretch * scale + _TOP) for a, b in zip(x, y)]
    parts = [f'<polyline points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in places)}" fill="none" stroke="{_LINE}" '
             f'stroke-width="1.5"/>']
    nodes = places if is_path else places[:-1]
    if len(nodes) <= _DOTTED:
        parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="2.5" fill="{_DOT}"><title>{position}: {_escaped(name)}</title></circle>'
                  for position, ((a, b), name) in enumerate(zip(nodes, names), 1)]
    for (a, b), fill in [(nodes[0], _MARK)] + [(nodes[-1], _PAPER)] * is_path:
        parts.append(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="5" fill="{fill}" stroke="{_MARK}" stroke-width="2"/>')
    if len(nodes) <= _LABELLED:
        parts += _labels(places, names, width, height - _MARGIN)
    if max(wide, high) > 0:
        parts.append(_scale(scale * stretch / (_METRES if degrees else 1), "m" if degrees else unit, _MARGIN, height - 12))
    return _page(width, height, title, parts)


def curve(trace: list[tuple[int, float, float]], title: str) -> str:
    """Draws the best values by iteration, as steps; on a logarithmic scale if they span more than two decades."""
    points = [(float(iteration), value) for iteration, value, _ in trace if value - value == 0] or [(0.0, 0.0)]
    logarithmic = min(value for _, value in points) > 0 and points[0][1] > 100 * points[-1][1]
    heights = [log10(value) if logarithmic else value for _, value in points]
    across, up = 470 / max(points[-1][0], 1), 200 / (max(heights) - min(heights) or 1)
    places = [(100 + across * x, _TOP + (max(heights) - y) * up) for (x, _), y in zip(points, heights)]
    parts = [f'<path d="M{places[0][0]:.1f},{places[0][1]:.1f}{"".join(f"H{x:.1f}V{y:.1f}" for x, y in places[1:])}" '
             f'fill="none" stroke="{_LINE}" stroke-width="1.5"/><path d="M100,{_TOP}V254H570" fill="none" stroke="{_INK}"/>',
             _text(100, 272, "iteration 0"), _text(570, 272, f"{points[-1][0]:,.0f}", _END)]
    for (_, y), (_, value) in {places[0]: points[0], places[-1]: points[-1]}.items():
        parts.append(_text(94, y + 4, f"{value:.5g}", _END))
    return _page(_SIZE, 290, title, parts)


def assignment(places: list[int], title: str) -> str:
    """Draws a grid with an item in each row and a place in each column."""
    columns = max(len(places), max(places) + 1)
    cell = min(24.0, _SIZE / columns)
    left, top, right, bottom = 64, _TOP + 20, 64 + cell * columns, _TOP + 20 + cell * len(places)
    parts = [f'<path d="M{left},{top}H{right:.1f}V{bottom:.1f}H{left}z" fill="none" stroke="{_INK}"/>',
             _text(left, top - 18, "place"), _text(8, top + 10, "item")]
    for item, place in enumerate(places):
        x, y = left + cell * (place + 0.5), top + cell * (item + 0.5)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{max(cell / 3, 1):.1f}" fill="{_LINE}">'
                     f'<title>item {item}: place {place}</title></circle>')
        if cell >= 14:
            parts += [_text(left - 6, y + 4, str(item), _END), _text(x, top - 5, str(place), _MIDDLE)]
    return _page(max(right + _MARGIN, 260), bottom + _MARGIN, title, parts)
