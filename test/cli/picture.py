"""Reads the program's pictures: the elements of SVG documents and their positions, which must be on the page; the tour
in an HTML page, and what a browser draws."""

import html.parser
import json
import re
import shutil
import subprocess
import xml.etree.ElementTree

NAMESPACE = "{http://www.w3.org/2000/svg}"
TOKEN = re.compile(r"[A-Za-z]|-?\d+")


def walk(data):
    """The points of a path, a list for each of its parts, and whether the last part is closed."""
    assert re.fullmatch(r"[Mmlhvz\d\s-]*", data), f"unexpected path data {data[:80]!r}"
    tokens = TOKEN.findall(data)
    parts, command, x, y, closed, at = [], "", 0, 0, False, 0
    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
            if command == "z":
                closed = True
                continue
        numbers = [int(token) for token in tokens[at:at + (1 if command in "hv" else 2)]]
        at += len(numbers)
        dx, dy = (numbers[0], 0) if command == "h" else (0, numbers[0]) if command == "v" else numbers
        x, y = (dx, dy) if command == "M" else (x + dx, y + dy)
        if command in "Mm":
            parts.append([])
        parts[-1].append((x, y))
    return parts, closed


class Picture:
    def __init__(self, text):
        self.root = xml.etree.ElementTree.fromstring(text)
        assert self.root.tag == NAMESPACE + "svg", self.root.tag
        left, top, self.width, self.height = (int(word) for word in self.root.get("viewBox").split())
        assert (left, top) == (0, 0) and self.width > 0 and self.height > 0, self.root.get("viewBox")
        # 100 units are a pixel
        assert (self.width, self.height) == (100 * int(self.root.get("width")), 100 * int(self.root.get("height")))
        self.title = self.root.find(NAMESPACE + "title").text
        self.description = self.root.find(NAMESPACE + "desc").text
        self.paths = {path.get("class"): walk(path.get("d")) for path in self.root.iter(NAMESPACE + "path")}
        self.texts = [(text.get("class"), text) for text in self.root.iter(NAMESPACE + "text")]
        self.circles = list(self.root.iter(NAMESPACE + "circle"))
        background = self.root.find(NAMESPACE + "rect")
        assert (background.get("width"), background.get("height")) == ("100%", "100%"), "there is no background"

    def parts(self, name):
        return self.paths[name][0] if name in self.paths else []

    def words(self, name):
        return [text.text for kind, text in self.texts if kind == name]

    def stroke(self, name):
        return next(int(path.get("stroke-width")) for path in self.root.iter(NAMESPACE + "path")
                    if path.get("class") == name)

    def require_on_page(self):
        points = [point for parts, _ in self.paths.values() for part in parts for point in part]
        points += [(int(text.get("x")), int(text.get("y"))) for _, text in self.texts]
        points += [(int(circle.get("cx")), int(circle.get("cy"))) for circle in self.circles]
        for x, y in points:
            assert 0 <= x <= self.width and 0 <= y <= self.height, f"({x}, {y}) is off the page"
        for name, text in self.texts:
            self.require_text_on_page(name, text)

    def require_text_on_page(self, name, text):
        """Requires that texts are on the page, if a letter is on average half as wide as its size."""
        size = int(text.get("font-size") or 1200)
        length = len(text.text or "") * size * 0.5
        start = int(text.get("x")) - {"middle": length / 2, "end": length}.get(text.get("text-anchor"), 0)
        assert 0 <= start and start + length <= self.width, f"{name} {text.text!r} is cut by the page"


class Page(html.parser.HTMLParser):
    """The elements of a page of HTML, its title, and the tour that its script reads."""
    VOID = {"meta", "input", "br"}

    def __init__(self, text):
        super().__init__()
        self.open, self.texts, self.attributes = [], {}, []
        self.feed(text)
        self.close()
        assert text.startswith("<!DOCTYPE html>") and not self.open, f"not closed: {self.open}"
        self.title = self.texts["title"]
        self.tour = json.loads(self.texts["script data"])

    def handle_starttag(self, tag, attrs):
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append((tag, dict(attrs).get("id")))

    def handle_endtag(self, tag):
        if tag in ("body", "html") or (self.open and self.open[-1][0] == "html"):
            return
        last, _ = self.open.pop()
        assert last == tag, f"</{tag}> ends <{last}>"

    def handle_data(self, data):
        if self.open:
            tag, name = self.open[-1]
            key = f"{tag} {name}" if name else tag
            self.texts[key] = self.texts.get(key, "") + data

    def close(self):
        super().close()
        if self.open and self.open[-1][0] == "html":  # its end tag may be left out
            self.open.pop()


# Records what the page draws before its own script runs, and adds the record to the page when it is drawn.
RECORD = """<script>
const record = { lines: [], texts: [] }, drawing = CanvasRenderingContext2D.prototype;
let lines = [];
drawing.beginPath = () => { lines = []; };
drawing.moveTo = (x, y) => { lines.push([x, y]); };
drawing.lineTo = (x, y) => { lines.push([x, y]); };
drawing.stroke = () => { record.lines.push(...lines); };
drawing.fillText = (text, x, y) => { record.texts.push([String(text), x, y]); };
addEventListener("load", () => { /* draws by a call, because a busy machine draws no frame before the page is read */
  resize();
  draw();
  const element = document.createElement("pre");
  element.id = "record";
  element.textContent = JSON.stringify(record);
  document.body.append(element);
});
</script>
"""


# Stands for the parts of a browser that the page uses, for an engine of JavaScript without one: a canvas of 1200 by 900
# pixels that records, as RECORD does, and elements that keep their text. The page's script follows.
STUB = """
const record = { lines: [], texts: [] }, elements = {};
let lines = [];
const pen = { setTransform() {}, clearRect() {}, fill() {}, arc() {}, strokeText() {}, drawImage() {},
  beginPath() { lines = []; }, moveTo(x, y) { lines.push([x, y]); }, lineTo(x, y) { lines.push([x, y]); },
  stroke() { record.lines.push(...lines); }, fillText(text, x, y) { record.texts.push([String(text), x, y]); },
  measureText: (text) => ({ width: 7 * text.length }) };
const element = () => ({ children: [], value: "", style: {}, clientWidth: 1200, clientHeight: 900, setAttribute() {},
  toggleAttribute() {}, getContext: () => pen, appendChild(child) { this.children.push(child); return child; },
  replaceChildren(...all) { this.children = all; } });
const document = { body: {}, createElement: element, querySelector: (name) => elements[name] ??= element(),
  getElementById: () => ({ textContent: DATA }) };
const window = { devicePixelRatio: 1 }, getComputedStyle = () => ({ getPropertyValue: (name) => name });
const requestAnimationFrame = () => 1, matchMedia = () => ({});
class ResizeObserver { constructor(call) { this.call = call; } observe() { this.call(); } }
{ SCRIPT
draw(); }
console.log(JSON.stringify([record, elements.ol.children.map((item) => item.children.map((part) => String(part.textContent)))]));
"""


def engine():
    return shutil.which("node") or shutil.which("nodejs")


def drawn_by_engine(path):
    """What the page's script draws on a stub of a canvas, and the words of its list."""
    page = path.read_text(encoding="utf-8")
    data = page.split('id="data">')[1].split("</script>")[0]
    code = STUB.replace("SCRIPT", page.split("<script>")[1].split("</script>")[0]).replace("DATA", json.dumps(data))
    done = subprocess.run([engine(), "-"], input=code, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def browser():
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def drawn_by_browser(path):
    """Returns the page after its script ran: what the script drew on the canvas, and the words of its list."""
    page = path.read_text(encoding="utf-8")
    copy = path.with_name("recorded.html")
    copy.write_text(page.replace('<meta charset="utf-8">', '<meta charset="utf-8">' + RECORD, 1), encoding="utf-8")
    made = subprocess.run([browser(), "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1200,900",
                           f"--user-data-dir={path.parent / 'profile'}", "--dump-dom", copy.as_uri()], capture_output=True, timeout=120, check=True)
    dom = made.stdout.decode()
    assert '<pre id="record">' in dom, made.stderr.decode()
    record = json.loads(html.unescape(dom.split('<pre id="record">')[1].split("</pre>")[0]))
    items = [[html.unescape(re.sub("<.*?>", "", word)) for word in re.findall(r"<(?:b|span|i)>.*?</(?:b|span|i)>", item)]
             for item in re.findall(r"<li.*?>(.*?)</li>", dom.split("<ol>")[1].split("</ol>")[0])]
    return record, items
