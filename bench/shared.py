"""What all benches in Python share: options, the program on a device, lines of figures, records of them."""
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BEGIN = time.monotonic()
SKIPPED = 77  # exit code: there is no such device
REFUSED, NO_DEVICE = 2, 3  # exit codes of the program: words that it does not take, no device at all

# --quick: shipped instances stand in for the first ones of every part.
STAND_INS = ["uniform1000", "clustered1000"]
QUICK_ITERATIONS = 2
# Options of a short run that names the device: otherwise the host solves small instances with --device auto.
ANY_DEVICE = ("--iterations", 1, "--islands", 1)


class Failed(Exception):
    """A run that failed; the text is the error."""


class NoDevice(Failed):
    """The program finds no such device."""


def is_no_device(done):
    return done.returncode == NO_DEVICE or done.returncode == REFUSED and "there is no such device" in done.stderr


def check_done(words, done):
    """Raises an error if the process failed."""
    if done.returncode != 0:
        raise (NoDevice if is_no_device(done) else Failed)(
            f"{' '.join(words[1:])}: exit code {done.returncode}: {done.stderr.strip()}")


def output_of(*words, **options):
    """Returns the standard output of a command; raises an error if the command fails."""
    words = [str(word) for word in words]
    done = subprocess.run(words, capture_output=True, text=True, check=False, **options)
    check_done(words, done)
    return done.stdout


def document_of(*words, **options):
    """Returns the output of a command, parsed as JSON."""
    try:
        return json.loads(output_of(*words, **options))
    except json.JSONDecodeError as problem:
        raise Failed(f"{' '.join(map(str, words[1:]))}: no document: {problem}") from None


# ----------------------------------------------------------------------------------------------------------------------
# Devices


def host_name():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            found = re.search(r"^model name\s*:\s*(.*)$", file.read(), re.M)
    except OSError:
        found = None
    return re.sub(r"\((R|TM)\)", "", found[1]).strip() if found else "the host"


def short_name(device):
    """Returns the name of a device in tables; None is the sequential reference."""
    if device is None:
        return "twin, one core of " + host_name()
    if device["platform_name"] == "Portable Computing Language":
        return f"PoCL {device['driver'].split('+')[0]}, {device['compute_units']} cores"
    return re.sub(r"\((R|TM)\)", "", device["name"]).strip()


# ----------------------------------------------------------------------------------------------------------------------
# Options


def count(text):
    """The type of an option that gives a number: at least 1, because a bench with 0 would measure nothing."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def add_options(parser):
    """Adds the options that all benches on instances have."""
    parser.add_argument("--tsplib", default=os.environ.get("TSPLIB_DIR", os.path.join(ROOT, "..", "shared", "tsplib")),
                        help="folder of TSPLIB files")
    parser.add_argument("--device", default="auto", help="as for swarmcl [default auto]")
    parser.add_argument("--quick", action="store_true", help="small and short: shows that everything works")
    parser.add_argument("--json", help="file to write what was measured to")


def chosen(parser, given, known):
    """Returns the names in `given`, which commas separate, or all of `known` without it. An unknown name is an error,
    because nothing would be measured for it."""
    names = given.split(",") if given else list(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        parser.error(f"{', '.join(unknown)}: expected some of {', '.join(known)}")
    return names


# ----------------------------------------------------------------------------------------------------------------------
# Runs of `swarmcl tsp`


def seconds_text(seconds):
    if math.isinf(seconds):
        return "not reached"
    unit, scale = ("s", 1) if seconds >= 0.1 else ("ms", 1e3) if seconds >= 1e-4 else ("us", 1e6)
    return f"{seconds * scale:.3g} {unit}"


def gap_of(document, base=None):
    """Returns the gap in % over `base`, by default over the optimum or best known length."""
    base = base or document["instance"]["optimum"]
    return 100 * (document["result"]["length"] - base) / base


# Our families of instances, and one of DIMACS' kind with a seed that is none of theirs.
FAMILIES = {f"{kind}{size}": (kind, nodes, nodes) for kind in ("drilling", "rows", "duplicates")
            for size, nodes in (("1k", 1000), ("10k", 10000), ("100k", 100000), ("200k", 200000))}
FAMILIES["C100k.7"] = ("clustered", 100000, 1000007)
# Kind, nodes and seed of `swarmcl instance generate`: instances of the 8th DIMACS Challenge, and the families.
GENERATED = {"C3k.0": ("clustered", 3162, 3162), "C10k.0": ("clustered", 10000, 10000),
             "E3k.0": ("uniform", 3162, 3162), "E10k.0": ("uniform", 10000, 10000),
             "E31k.0": ("uniform", 31623, 31623), "E100k.0": ("uniform", 100000, 100000),
             "E1M.0": ("uniform", 1000000, 1000000), "E3M.0": ("uniform", 3162278, 3162278),
             "E10M.0": ("uniform", 10000000, 10000000), "C316k.0": ("clustered", 316228, 316228),
             "C1M.0": ("clustered", 1000000, 1000000), "C3M.0": ("clustered", 3162278, 3162278), **FAMILIES}


class Runner:
    """Runs the program on one device. Runs with equal options are made once, unless `repeat` differs. `folder` is for
    generated instances; without it none are generated."""

    def __init__(self, program, options, folder=None):
        self.folder = folder
        self.program, self.selector, self.tsplib, self.quick = program, options.device, options.tsplib, options.quick
        self.documents = {}
        document = self.run(os.path.join(ROOT, "instances", "grid100.tsp"), *ANY_DEVICE)
        self.device, self.version = document["device"], document["version"]
        self.type = self.device["type"] if self.device else "none"
        self.name = short_name(self.device)

    def instances(self, names):
        """Returns pairs: an instance to run, and the name under which its aims are listed."""
        names = list(names)
        return list(zip(STAND_INS, names)) if self.quick else [(name, name) for name in names]

    def there(self, pairs):
        """Yields the pairs of instances() whose instance exists, and prints a line for each other one."""
        for instance, column in pairs:
            try:
                self.path(instance)
            except Failed as problem:
                print(f"{instance}: left out, {problem}", flush=True)
                continue
            yield instance, column

    def path(self, instance):
        if os.path.exists(instance):
            return instance
        folder = os.path.join(ROOT, "instances") if self.quick else self.tsplib
        path = os.path.join(folder, instance + ".tsp")
        if os.path.exists(path):
            return path
        if not self.folder or instance not in GENERATED:
            raise Failed(f"{path} is not there (--tsplib)")
        path = os.path.join(self.folder, instance + ".tsp")
        if not os.path.exists(path):
            kind, nodes, seed = GENERATED[instance]
            output_of(self.program, "instance", "generate", kind, "--nodes", nodes, "--seed", seed, "-q", "-o", path)
        return path

    def limit(self, seconds):
        """Returns the options that limit a run to `seconds`, or a quick run to a few iterations."""
        return ("--iterations", QUICK_ITERATIONS) if self.quick else ("--time", f"{seconds:g}")

    def run(self, instance, *options, repeat=0):
        key = (instance, options, repeat)
        if key not in self.documents:
            document = document_of(self.program, "tsp", self.path(instance), "--device", self.selector, "--json", "-q",
                                   *options)
            document.pop("tour", None)  # large, and not needed
            self.documents[key] = document
        return self.documents[key]


# ----------------------------------------------------------------------------------------------------------------------
# What was measured


class Report:
    """Lines of `what | aim | measured | device`, printed as they are added. Lines of a quick run have no verdict."""

    def __init__(self, device, quick):
        self.device = device
        self.quick = quick
        self.lines = []
        print("what | aim | measured | device", flush=True)

    def add(self, what, aim, measured, reached=None, **facts):
        reached = None if self.quick else reached
        verdict = "" if reached is None else ", reached" if reached else ", MISSED"
        print(f"{what} | {aim} | {measured}{verdict} | {self.device}", flush=True)
        self.lines.append({"what": what, "aim": aim, "measured": measured, "reached": reached, **facts})


def record_of(runner, made):
    """Returns the record of a bench: `made`, with the version, the device and the host."""
    return {"version": runner.version, "quick": runner.quick, "on": runner.name, "device": runner.device,
            "host": host_name(), "seconds": round(time.monotonic() - BEGIN, 1), **made}


def figures(runner, options, parts):
    """Measures the requested parts and returns their lines. parts: for each name the kind of device that its aims are
    for, the function that measures it, and that function's last arguments."""
    report = Report(runner.name, options.quick)
    for part in options.only:
        kind, function, *more = parts[part]
        if kind == runner.type or options.quick:
            function(runner, options, report, part, *more)
        else:
            print(f"{part}: left out, its aims are for a {kind.upper()}", flush=True)
    return {"figures": report.lines}


def lines_of(paths):
    """Yields every line of some records, with the device on which it was measured."""
    for record in records_of(paths):
        for line in record["figures"]:
            yield dict(line, on=record["on"])


def records_of(paths):
    records = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            records.append(json.load(file))
    return records


def markdown(heads, rows):
    """Returns a Markdown table; columns whose head begins with > are aligned to the right."""
    lines = [[head.lstrip(">") for head in heads], *rows]
    lines = ["| " + " | ".join(line) + " |" for line in lines]
    lines.insert(1, "|" + "|".join(" ---: " if head.startswith(">") else " --- " for head in heads) + "|")
    return "\n".join(lines) + "\n"


def fill(template, output, place):
    """Fills a template: each line `@NAME`, with the rest of its paragraph, becomes place(NAME, rest)."""
    with open(template, encoding="utf-8") as file:
        text = file.read()
    write(output, re.sub(r"^@([a-z0-9-]+)\n((?:.+\n)*)", lambda match: place(*match.groups()), text, flags=re.M))


def text_of(value, margin="", in_list=False):
    """Returns JSON text with a line for each row. Objects and arrays that contain others span lines; inside arrays only
    objects with rows or series do."""
    nested = isinstance(value, (dict, list)) and any(isinstance(each, (dict, list)) for each in (
        value.values() if isinstance(value, dict) else value))
    if not nested or in_list and not (isinstance(value, dict) and {"rows", "series"} & set(value)):
        return json.dumps(value)
    deeper = margin + " "
    if isinstance(value, dict):
        parts, ends = [f"{json.dumps(key)}: {text_of(each, deeper)}" for key, each in value.items()], "{}"
    else:
        parts, ends = [text_of(each, deeper, True) for each in value], "[]"
    return f"{ends[0]}\n" + ",\n".join(deeper + part for part in parts) + f"\n{margin}{ends[1]}"


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def measure_parts(parser, arguments, make_runner, parts):
    """Runs a bench and returns its exit code. make_runner(program, options, folder) makes what the parts take first."""
    parser.add_argument("--device", default="auto", help="as for swarmcl [default auto]")
    parser.add_argument("--only", help=f"parts, with commas: {', '.join(parts)} [default all]")
    parser.add_argument("--instances", help="only these, with commas")
    parser.add_argument("--quick", action="store_true", help="small and short: shows that everything works")
    parser.add_argument("--json", help="file to write what was measured to")
    options = parser.parse_args(arguments)
    wanted = chosen(parser, options.only, parts)

    def make():
        with tempfile.TemporaryDirectory() as folder:
            runner = make_runner(os.path.abspath(options.program), options, folder)
            report = Report(runner.name, options.quick)
            for part in wanted:
                parts[part](runner, report)
            return record_of(runner, {"figures": report.lines})
    return measure(options, make)


def measure_constructions(runner, report, kernel, figure, name, run):
    """Adds a line for ants that build on the host and one on the device: times of generation and kernel, result."""
    found = None
    for where in ("host", "device") if runner.device else ("host",):
        words = ("--construction", where) if runner.device else ()
        document = run(*words)
        result = document["result"]
        found = result[figure] if found is None else found
        generation, building = document["timing"]["loop"] / result["iterations"], None
        if where == "device":
            kernels = run(*words, "--profile")["kernels"]
            building = next(row["seconds"] for row in kernels if row["name"] == kernel) / result["iterations"]
        text = f", {kernel} {1e6 * building:.1f} us" if building else ""
        report.add(f"{name}, construction on the {where}", f"{figure} {found}",
                   f"{figure} {result[figure]}, generation {1e6 * generation:.0f} us{text}", result[figure] == found,
                   part="ants", instance=name, where=where, generation=generation, building=building)


def measure(options, make):
    """Calls make(), writes the record that it returns, and returns the exit code of the bench."""
    name = os.path.basename(sys.argv[0])
    try:
        record = make()
    except (Failed, OSError) as problem:
        print(f"{name}: {problem}", file=sys.stderr)
        return SKIPPED if isinstance(problem, NoDevice) and getattr(options, "device", "") != "none" else 1
    if options.json:
        write(options.json, text_of(record) + "\n")
    print(f"{name}: {time.monotonic() - BEGIN:.1f} s", file=sys.stderr)
    return 0
