"""Line charts as SVG: text as text, nothing from outside, readable in light and in dark.

A chart is a dict: name, title, x {label, log, ticks}, y {label, log}, series. A series is a dict: label, colour (0 to
7, equal for what belongs together), dashed (published figures), points [[x, y] or [x, y, error]].
"""
import math
from xml.sax.saxutils import escape

HEIGHT = 440
LEFT, PLOT_END, TOP, BOTTOM = 88, 600, 52, 56
LEGEND, LEGEND_STEP = 618, 20      # where the legend begins, and from one of its lines to the next
LETTER, TITLE_LETTER = 6.6, 9.2    # widths of a letter, with something to spare for other fonts

# Hues of Okabe and Ito, which colour-blind readers tell apart; darkened or lightened for contrast with each ground.
LIGHT = ["#0067a5", "#c24e00", "#00795a", "#a64d86", "#7a6000", "#2a8fc7", "#5b4bb5", "#6b6b6b"]
DARK = ["#5ab4e8", "#ff8f4d", "#35c79a", "#e58fc4", "#e3c545", "#9ad4f5", "#a99cf5", "#b5b5b5"]
MARKERS = ["circle", "square", "diamond", "triangle"]


def style():
    light = ["svg{background:#ffffff}", "text{fill:#1f2328;font:13px system-ui,-apple-system,'Segoe UI',sans-serif}",
             ".title{font-size:15px;font-weight:600}", ".small{font-size:12px}", ".ground{fill:#ffffff}",
             ".grid{stroke:#e3e5e8;stroke-width:1}", ".axis{stroke:#7d838a;stroke-width:1}",
             ".line{fill:none;stroke-width:2;stroke-linejoin:round}", ".dash{stroke-dasharray:6 4}",
             ".hollow{fill:#ffffff}"]
    dark = ["text{fill:#e6e8eb}", "svg{background:#15181c}", ".ground{fill:#15181c}", ".grid{stroke:#2c3138}",
            ".axis{stroke:#8b929b}", ".hollow{fill:#15181c}"]
    light += [f".s{i}{{stroke:{colour}}}.f{i}{{fill:{colour}}}" for i, colour in enumerate(LIGHT)]
    dark += [f".s{i}{{stroke:{colour}}}.f{i}{{fill:{colour}}}" for i, colour in enumerate(DARK)]
    return "".join(light) + "@media (prefers-color-scheme:dark){" + "".join(dark) + "}"


def tick_text(value):
    if 1e4 <= abs(value) < 1e7:
        return f"{value:,.0f}"
    if value != 0 and (abs(value) >= 1e7 or abs(value) < 1e-3):
        exponent = math.floor(math.log10(abs(value)) + 1e-9)
        mantissa = value / 10 ** exponent
        return f"{mantissa:g}e{exponent}" if abs(mantissa - 1) > 1e-6 else f"1e{exponent}"
    return f"{value:g}"


class Axis:
    """Maps values to pixels between `start` and `end`."""

    def __init__(self, spec, found, start, end):
        self.log = bool(spec.get("log"))
        self.start, self.end = start, end
        found = [value for value in found if value is not None and (value > 0 or not self.log)]
        low, high = (min(found), max(found)) if found else (1.0, 10.0)
        self.ticks = list(spec["ticks"]) if spec.get("ticks") else None
        if self.log:
            self.low, self.high = math.log10(low), math.log10(high)
            margin = max(0.04 * (self.high - self.low), 0.02)
            self.low, self.high = self.low - margin, self.high + margin
            self.ticks = self.ticks or self.log_ticks()
        else:
            low = low if spec.get("from") is None else spec["from"]
            step = self.nice((high - low) / 5 or abs(high) / 5 or 1.0)
            self.low, self.high = math.floor(low / step) * step, math.ceil(high / step - 1e-9) * step
            if self.ticks:
                self.low, self.high = min(self.ticks[0], low), max(self.ticks[-1], high)
            count = round((self.high - self.low) / step)
            self.ticks = self.ticks or [self.low + k * step for k in range(count + 1)]

    @staticmethod
    def nice(step):
        """The next of 1, 2, 5 times a power of ten."""
        power = 10 ** math.floor(math.log10(step))
        return next(power * k for k in (1, 2, 5, 10) if power * k >= step * 0.999)

    def log_ticks(self):
        decades = self.high - self.low
        steps = (1, 2, 3, 4, 5, 6, 8) if decades < 0.8 else (1, 2, 5) if decades < 2.5 else (1,)
        every = 1 if decades <= 8 else 2
        found = []
        for exponent in range(math.floor(self.low), math.ceil(self.high) + 1, every):
            found += [k * 10.0 ** exponent for k in steps]
        return [tick for tick in found if self.low <= math.log10(tick) <= self.high]

    def at(self, value):
        value = math.log10(value) if self.log else value
        return self.start + (value - self.low) / ((self.high - self.low) or 1.0) * (self.end - self.start)


def marker(kind, colour, hollow, x, y):
    fill = "hollow" if hollow else f"f{colour}"
    shape = f'class="{fill} s{colour}" stroke-width="1.5"'
    if kind == "circle":
        return f'<circle {shape} cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>'
    if kind == "square":
        return f'<rect {shape} x="{x - 3.2:.1f}" y="{y - 3.2:.1f}" width="6.4" height="6.4"/>'
    points = {"diamond": ((0, -4.4), (4.4, 0), (0, 4.4), (-4.4, 0)), "triangle": ((0, -4.2), (4.2, 3.4), (-4.2, 3.4))}
    corners = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in points[kind])
    return f'<polygon {shape} points="{corners}"/>'


def series_marks(series, horizontal, vertical):
    colour = series["colour"] % len(LIGHT)
    kind = MARKERS[colour % len(MARKERS)]
    dash = " dash" if series.get("dashed") else ""
    points = [(horizontal.at(p[0]), vertical.at(p[1]), p) for p in series["points"]
              if p[1] is not None and (p[1] > 0 or not vertical.log)]
    marks = []
    if len(points) > 1 and not series.get("apart"):
        route = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
        marks.append(f'<polyline class="line s{colour}{dash}" points="{route}"/>')
    for x, y, point in points:
        if len(point) > 2 and point[2]:
            low, high = vertical.at(point[1] - point[2]), vertical.at(point[1] + point[2])
            marks.append(f'<path class="line s{colour}" d="M{x:.1f} {low:.1f}V{high:.1f}M{x - 4:.1f} {low:.1f}h8'
                         f'M{x - 4:.1f} {high:.1f}h8"/>')
        if len(points) <= 60 or series.get("apart"):
            marks.append(marker(kind, colour, series.get("dashed"), x, y))
    return marks


def legend_marks(chart):
    marks = []
    x = LEGEND
    for index, series in enumerate(chart["series"]):
        y = TOP + 10 + index * LEGEND_STEP
        colour = series["colour"] % len(LIGHT)
        dash = " dash" if series.get("dashed") else ""
        if not series.get("apart"):
            marks.append(f'<path class="line s{colour}{dash}" d="M{x} {y}h26"/>')
        marks.append(marker(MARKERS[colour % len(MARKERS)], colour, series.get("dashed"), x + 13, y))
        marks.append(f'<text class="small" x="{x + 34}" y="{y + 4}">{escape(series["label"])}</text>')
    return marks


def draw(chart):
    """The chart as an SVG document."""
    points = [p for series in chart["series"] for p in series["points"] if p[1] is not None]
    reach = [p[1] + sign * p[2] for p in points if len(p) > 2 and p[2] for sign in (1, -1)]
    horizontal = Axis(chart["x"], [p[0] for p in points], LEFT, PLOT_END)
    vertical = Axis(chart["y"], [p[1] for p in points] + reach, HEIGHT - BOTTOM, TOP)
    width = max([LEGEND + 44 + LETTER * len(series["label"]) for series in chart["series"]]
                + [LEFT + TITLE_LETTER * len(chart["title"])])
    height = max(HEIGHT, TOP + LEGEND_STEP * len(chart["series"]) + 20)
    marks = [f'<rect class="ground" width="{width:.0f}" height="{height}"/>',
             f'<text class="title" x="{LEFT}" y="26">{escape(chart["title"])}</text>']
    last = -1e9
    for tick in horizontal.ticks:
        x = horizontal.at(tick)
        if not LEFT - 1 <= x <= PLOT_END + 1:
            continue
        marks.append(f'<path class="grid" d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}"/>')
        text = tick_text(tick)
        if x - last > 9 * len(text):  # labels that would touch are left out
            marks.append(f'<text class="small" x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{text}'
                         "</text>")
            last = x
    for tick in vertical.ticks:
        y = vertical.at(tick)
        marks.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{PLOT_END}"/>')
        marks.append(f'<text class="small" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tick_text(tick)}</text>')
    marks.append(f'<path class="axis" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{PLOT_END}" fill="none"/>')
    marks.append(f'<text x="{(LEFT + PLOT_END) / 2:.0f}" y="{HEIGHT - 14}" text-anchor="middle">'
                 f'{escape(chart["x"]["label"])}</text>')
    middle = (TOP + HEIGHT - BOTTOM) / 2
    marks.append(f'<text x="18" y="{middle:.0f}" text-anchor="middle" transform="rotate(-90 18 {middle:.0f})">'
                 f'{escape(chart["y"]["label"])}</text>')
    for series in chart["series"]:
        marks += series_marks(series, horizontal, vertical)
    marks += legend_marks(chart)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
            f'height="{height}" role="img" aria-label="{escape(chart["title"], {chr(34): "&quot;"})}">\n'
            f"<style>{style()}</style>\n" + "\n".join(marks) + "\n</svg>\n")
