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

# Hues of Okabe and Ito, which colour-blind readers can distinguish; darkened or lightened for contrast with each ground.
LIGHT = ["#0067a5", "#c24e00", "#00795a", "#a64d86", "#7a6000", "#2a8fc7", "#5b4bb5", "#6b6b6b"]
DARK = ["#5ab4e8", "#ff8f4d", "#35c79a", "#e58fc4", "#e3c545", "#9ad4f5", "#a99cf5", "#b5b5b5"]


def style(colours):
    """Returns the style sheet for the colours of a chart: sN is a line, fN a marker."""
    light = ["svg{background:#ffffff}", "text{fill:#1f2328;font:12px system-ui,-apple-system,'Segoe UI',sans-serif}",
             ".title{font-size:15px;font-weight:600}", ".label{font-size:13px}",
             ".grid{stroke:#e3e5e8}.axis{fill:none;stroke:#7d838a}",
             ".line{fill:none;stroke-width:2;stroke-linejoin:round}.dash{stroke-dasharray:6 4}.apart{fill:none}",
             ".mark{stroke-width:1.5}"]
    dark = ["svg{background:#15181c}", "text{fill:#e6e8eb}", ".grid{stroke:#2c3138}.axis{stroke:#8b929b}"]
    for hues, ground, rules in ((LIGHT, "#ffffff", light), (DARK, "#15181c", dark)):
        rules += [f".s{i}{{stroke:{hues[i]}}}.f{i}{{fill:{hues[i]}}}" for i in colours] + [f".hollow{{fill:{ground}}}"]
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
        """Returns the least of 1, 2, 5 times a power of ten that is not below the step."""
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


SHAPES = ['<circle cx="5" cy="5" r="3.5"/>', '<rect x="1.8" y="1.8" width="6.4" height="6.4"/>',
          '<path d="M5 .6L9.4 5 5 9.4.6 5z"/>', '<path d="M5 .8L9.2 8.4H.8z"/>']  # in squares of 10


def marker(index, series):
    """Returns the definition of a series' marker; published figures have hollow ones."""
    colour = series["colour"] % len(LIGHT)
    fill = "hollow" if series.get("dashed") else f"f{colour}"
    return (f'<marker id="m{index}" markerUnits="userSpaceOnUse" markerWidth="10" markerHeight="10" refX="5" refY="5">'
            f'<g class="mark s{colour} {fill}">{SHAPES[colour % len(SHAPES)]}</g></marker>')


def line_of(index, series, points, marked=True):
    """Returns a polyline through points, with or without markers."""
    dash = " dash" if series.get("dashed") else ""
    kind = "apart" if series.get("apart") else f"line s{series['colour'] % len(LIGHT)}{dash}"
    points = points if len(points) > 1 else 2 * points  # a line, however short
    ends = "".join(f' marker-{where}="url(#m{index})"' for where in ("start", "mid", "end") if marked)
    return f'<polyline class="{kind}"{ends} points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'


def series_marks(index, series, horizontal, vertical):
    found = [p for p in series["points"] if p[1] is not None and (p[1] > 0 or not vertical.log)]
    points = [(horizontal.at(p[0]), vertical.at(p[1])) for p in found]
    bars = [(horizontal.at(p[0]), vertical.at(p[1] - p[2]), vertical.at(p[1] + p[2])) for p in found
            if len(p) > 2 and p[2]]
    if bars:
        path = "".join(f"M{x:.1f} {low:.1f}V{high:.1f}M{x - 4:.1f} {low:.1f}h8M{x - 4:.1f} {high:.1f}h8"
                       for x, low, high in bars)
        yield f'<path class="line s{series["colour"] % len(LIGHT)}" d="{path}"/>'
    if points:
        yield line_of(index, series, points, len(points) <= 60 or series.get("apart"))


def legend_marks(index, series):
    y = TOP + 10 + index * LEGEND_STEP
    if not series.get("apart"):
        yield line_of(index, series, [(LEGEND, y), (LEGEND + 26, y)], False)
    yield line_of(index, dict(series, apart=True), [(LEGEND + 13, y)])
    yield f'<text x="{LEGEND + 34}" y="{y + 4}">{escape(series["label"])}</text>'


def axes(chart, horizontal, vertical):
    """Yields grid, ticks and labels of both axes."""
    shown = [tick for tick in horizontal.ticks if LEFT - 1 <= horizontal.at(tick) <= PLOT_END + 1]
    labels, last = [], -1e9
    for tick in shown:
        x, text = horizontal.at(tick), tick_text(tick)
        if x - last > 9 * len(text):  # labels that would touch are left out
            labels.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}">{text}</text>')
            last = x
    grid = [f"M{horizontal.at(tick):.1f} {TOP}V{HEIGHT - BOTTOM}" for tick in shown]
    grid += [f"M{LEFT} {vertical.at(tick):.1f}H{PLOT_END}" for tick in vertical.ticks]
    yield f'<path class="grid" d="{"".join(grid)}"/>'
    yield f'<g text-anchor="middle">{"".join(labels)}</g>'
    labels = [f'<text x="{LEFT - 8}" y="{vertical.at(tick) + 4:.1f}">{tick_text(tick)}</text>'
              for tick in vertical.ticks]
    yield f'<g text-anchor="end">{"".join(labels)}</g>'
    yield f'<path class="axis" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{PLOT_END}"/>'
    middle = (TOP + HEIGHT - BOTTOM) // 2
    yield (f'<g text-anchor="middle"><text class="label" x="{(LEFT + PLOT_END) // 2}" y="{HEIGHT - 14}">'
           f'{escape(chart["x"]["label"])}</text><text class="label" x="18" y="{middle}" '
           f'transform="rotate(-90 18 {middle})">{escape(chart["y"]["label"])}</text></g>')


def draw(chart):
    """Returns the chart as an SVG document."""
    points = [p for series in chart["series"] for p in series["points"] if p[1] is not None]
    reach = [p[1] + sign * p[2] for p in points if len(p) > 2 and p[2] for sign in (1, -1)]
    horizontal = Axis(chart["x"], [p[0] for p in points], LEFT, PLOT_END)
    vertical = Axis(chart["y"], [p[1] for p in points] + reach, HEIGHT - BOTTOM, TOP)
    width = max([LEGEND + 44 + LETTER * len(series["label"]) for series in chart["series"]]
                + [LEFT + TITLE_LETTER * len(chart["title"])])
    height = max(HEIGHT, TOP + LEGEND_STEP * len(chart["series"]) + 20)
    numbered = list(enumerate(chart["series"]))
    marks = [f"<style>{style(sorted({series['colour'] % len(LIGHT) for series in chart['series']}))}</style>",
             f"<defs>{''.join(marker(*each) for each in numbered)}</defs>",
             f'<text class="title" x="{LEFT}" y="26">{escape(chart["title"])}</text>',
             *axes(chart, horizontal, vertical)]
    for index, series in numbered:
        marks += series_marks(index, series, horizontal, vertical)
    marks += ["".join(legend_marks(*each)) for each in numbered]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
            f'height="{height}" role="img" aria-label="{escape(chart["title"], {chr(34): "&quot;"})}">\n'
            + "\n".join(marks) + "\n</svg>\n")
