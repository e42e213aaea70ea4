"""Runs the shipped program and the helpers, and remembers what has been run, in this call and in earlier ones.

A cell of a table is {"value": number} or {"na": reason}; other keys are facts of the measurement. Device times
are sums of kernel events, in seconds an iteration.
"""
import json
import os
import re
import subprocess
import time

from shared import REFUSED, NoDevice, is_no_device

# Kernels by the step of the iteration that they belong to: the beginnings of their names.
STAGES = {
    "setup": ("aco_initialise", "aco_row_offsets"),
    "choice": ("aco_choice_",),
    "construct": ("aco_construct_",),
    "evaluate": ("aco_evaluate_",),
    "best": ("aco_reduce_best", "aco_keep_best"),
    "evaporate": ("aco_evaporate",),
    "deposit": ("aco_deposit_",),
}
PER_ITERATION = [stage for stage in STAGES if stage != "setup"]

# Shipped instances for --quick, in place of the first columns of every table.
STAND_INS = ["grid100"]

NOT_MEASURED = {"na": "not measured"}

# Nodes up to which a first run, whose time is unknown, has as many iterations as any other.
SMALL = 300


class NotAvailable(Exception):
    """A cell that is not measured; the text is the reason that the table shows, `predicted` the seconds that the
    measurement would take, `arithmetic` the calculation of these seconds."""

    def __init__(self, reason, predicted=None, arithmetic=None):
        super().__init__(reason)
        self.predicted = predicted
        self.arithmetic = arithmetic


class Refused(NotAvailable):
    """The program refused this instance with these options; it may accept another instance."""


def stage_of(kernel):
    """Returns the step of an iteration that a kernel belongs to. A kernel without a step is an error: no row would
    count it."""
    for stage, beginnings in STAGES.items():
        if kernel.startswith(beginnings):
            return stage
    raise ValueError(f"kernel {kernel} belongs to no step of an iteration: add it to STAGES in program.py")


def seconds_text(seconds):
    """Formats seconds with three digits."""
    return f"{seconds:.3g} s" if seconds < 1000 else f"{seconds:.0f} s"


def power_law(seconds, known, n, growth):
    """Predicts the time at n nodes from the time at `known` nodes; returns the formula in words and in numbers."""
    return (f"an iteration at n nodes times (N / n)^{growth}",
            f"{seconds_text(seconds)} * ({n} / {known})^{growth} = {seconds_text(seconds * (n / known) ** growth)}")


def row_key(label):
    """Returns a row's label without the names of the variants that `auto` chose."""
    return re.sub(r"auto \([^)]*\)", "auto", label)


class Program:
    """The program on one device.

    options: the parsed command line of papers.py.
    earlier: documents of earlier calls on the device, the newest last: their cells are not measured again.
    measures: whether cells that they have not are; otherwise those stay empty.
    failures: what went wrong, as text; a refusal (exit code 2) or a cell that would take too long is no failure.
    """

    def __init__(self, options, earlier=(), measures=True):
        self.options = options
        self.quick = options.quick
        self.limit = options.cell_seconds
        self.deadline = time.monotonic() + options.seconds
        self.measures = measures
        self.host = options.host
        self.table = self.rows_of = None
        self.known = {}
        self.known_tables = {}
        self.measured = set()
        self.documents = {}
        self.profiles = {}
        self.twins = {}
        self.powers = {}
        self.device = None
        self.version = None
        self.failures = []
        for document in earlier:
            self.remember(document)

    # -- cells ----------------------------------------------------------------------------------------------------

    def remember(self, document):
        """Adds the cells of a document to the known ones: a figure replaces a reason, a newer one an older one."""
        self.device, self.version, self.host = document["device"], document["version"], document["host"]
        for one in document["tables"]:
            self.known_tables[one["name"]] = one
            for row in one["rows"]:
                took = re.search(r"auto \(([^),]*)\)", row["label"])
                for column, cell in zip(one["columns"], row["cells"]):
                    key = (one["name"], row_key(row["label"]), column)
                    old = self.known.get(key, NOT_MEASURED)
                    if row["kind"] == "measured" and ("value" in cell or "value" not in old and cell != NOT_MEASURED):
                        self.known[key] = dict(cell)
                        if took and "value" in cell:  # own_label() asks for it
                            self.known[key].setdefault("shape", {"construction": took[1], "deposit": took[1]})

    def rows(self, columns, wanted, table=None):
        """Returns the cells of several rows, measured column by column, so that a call without time left lacks the
        largest instances and not the last rows. wanted: (label, measure), where measure(index, column) returns a number
        or a cell, or raises NotAvailable. table: the name of the rows' table, by default of the one being made."""
        found = [[] for _ in wanted]
        self.rows_of = table or self.table
        for index, column in enumerate(columns):
            for (label, measure), cells in zip(wanted, found):
                cells.append(self.cell((self.rows_of, row_key(label), column), index, measure))
        return found

    def cell(self, key, index, measure):
        """Returns the known cell unless --again names it; otherwise the cell that measure() makes, within --rows and
        --columns."""
        known = self.known.get(key, NOT_MEASURED)
        again = self.options.again and re.search(self.options.again, key[1]) and key not in self.measured
        if (not self.measures or ("value" in known and not again) or not re.search(self.options.rows, key[1])
                or not re.search(self.options.columns, key[2])):
            return known
        self.measured.add(key)
        try:
            found = measure(index, key[2])
            self.known[key] = found if isinstance(found, dict) else {"value": found}
        except NotAvailable as reason:
            if "value" not in known:
                self.known[key] = {"na": str(reason)}
                if reason.predicted is not None:
                    self.known[key].update(predicted=reason.predicted, arithmetic=reason.arithmetic)
        return self.known[key]

    def seconds_known(self, label, unit):
        """Returns {nodes: seconds} of a row's known cells, whose unit is a second divided by `unit`."""
        found = {}
        for (table, row, column), cell in self.known.items():
            size = re.fullmatch(r"[a-z]+(\d+)", column)
            if table == self.rows_of and row == row_key(label) and cell.get("value") and size:
                found[int(size[1])] = cell["value"] / unit
        return found

    def kept(self):
        """Returns the table of an earlier call if none of its cells is empty."""
        one = self.known_tables.get(self.table)
        return one if one and not any("na" in cell for row in one["rows"] if row["kind"] == "measured"
                                      for cell in row["cells"]) else None

    # -- instances ------------------------------------------------------------------------------------------------

    def path(self, instance, column):
        """Returns the path of an instance, which is column `column` of its table."""
        if self.quick:
            if column >= len(STAND_INS):
                raise NotAvailable("left out by --quick")
            return os.path.join(self.options.root, "instances", STAND_INS[column] + ".tsp")
        path = os.path.join(self.options.tsplib, instance + ".tsp")
        if not os.path.exists(path):
            raise NotAvailable(f"{instance}.tsp is not in the folder of --tsplib")
        return path

    def optimum(self, instance):
        """Returns the best known length from instances/best.csv; with --quick for the shipped instance."""
        name = STAND_INS[0] if self.quick else instance
        with open(os.path.join(self.options.root, "instances", "best.csv"), encoding="ascii") as file:
            for line in file:
                if line.startswith(f"tsp,{name},"):
                    return int(line.split(",")[4])
        raise NotAvailable("no optimum is known")

    @staticmethod
    def size(path):
        """Returns the number of nodes from DIMENSION."""
        with open(path, encoding="ascii", errors="replace") as file:
            for line in file:
                if line.startswith("DIMENSION"):
                    return int(line.split(":")[1])
        raise ValueError(f"{path}: no DIMENSION")

    # -- running --------------------------------------------------------------------------------------------------

    def check_time(self, predicted, how="", arithmetic=None, runs=1):
        """Raises NotAvailable if a run would exceed the limit of a cell, or `runs` of them the time of the call. how and
        arithmetic: the prediction in words and in numbers."""
        if predicted > self.limit:
            raise NotAvailable(f"would take over {self.limit:g} s, {how}; predicted seconds in brackets", predicted,
                               arithmetic)
        if runs * predicted > self.deadline - time.monotonic():
            raise NotAvailable(f"no time left of the {self.options.seconds:g} s of a call; --missing continues")

    def command(self, arguments):
        """Returns the standard output of a command. Raises NotAvailable if the command refused, failed or took too
        long."""
        limit = max(2 * self.limit, 10.0) + 60.0  # start and compilation of kernels come on top
        try:
            done = subprocess.run(arguments, capture_output=True, text=True, timeout=limit, check=False)
        except subprocess.TimeoutExpired:
            raise NotAvailable(f"stopped after {limit:g} s") from None
        if done.returncode == 0:
            return done.stdout
        if is_no_device(done):
            raise NoDevice(done.stderr.strip())
        text = done.stderr.strip().splitlines()[0] if done.stderr.strip() else f"exit code {done.returncode}"
        text = text.split(": ", 1)[-1]
        if done.returncode != REFUSED:
            raise self.failure(f"{' '.join(arguments[1:])}: exit code {done.returncode}: {text}")
        raise Refused(text)

    def document(self, arguments):
        """Returns the output of a command, parsed as JSON."""
        try:
            return json.loads(self.command(arguments))
        except json.JSONDecodeError:
            raise self.failure(f"{' '.join(arguments[1:])}: printed no document") from None

    def failure(self, text):
        """Records a failure for the exit code, and returns it as the reason of a cell."""
        self.failures.append(text)
        return NotAvailable("failed: " + text)

    def solve(self, path, options, iterations, profile, repeat=0):
        """Returns the document of a run; equal runs are made once."""
        key = (path, tuple(options), iterations, profile, repeat)
        if key not in self.documents:
            arguments = [self.options.program, "tsp", path, "--json", "-q", "--iterations", str(iterations), *options]
            if "--algorithm" not in options:
                arguments += ["--algorithm", "as"]
            if "--device" not in options:
                arguments += ["--launch-ms", "10000", "--device", self.options.device]
            try:
                found = self.document(arguments + (["--profile"] if profile else []))
                self.device = self.device or found["device"]
                self.version = found["version"]
            except NotAvailable as reason:
                found = reason
            self.documents[key] = found
        if isinstance(self.documents[key], NotAvailable):
            raise self.documents[key]
        return self.documents[key]

    def has_run(self, path, options, iterations):
        """Returns whether solve() already has the document of such a run without profiling."""
        return isinstance(self.documents.get((path, tuple(options), iterations, False, 0)), dict)

    def loop_seconds(self, path, options, iterations):
        """Predicts the seconds of such a run by a power law from the next smaller instance; None if none was run."""
        n = self.size(path)
        smaller = [(self.size(run[0]), document["timing"]["loop"]) for run, document in self.documents.items()
                   if run[1:4] == (tuple(options), iterations, False) and isinstance(document, dict)
                   and self.size(run[0]) <= n]
        return max(smaller)[1] * (n / max(smaller)[0]) ** 3 if smaller else None

    # -- kernel times ---------------------------------------------------------------------------------------------

    def stages(self, path, options, growth=3, dominant=None, parts=None):
        """Returns the result of profile() over as many iterations as take about --target-seconds. From t seconds at n
        nodes it predicts t * (N / n)^growth at N nodes, for the step `dominant` or, if that is None, for the whole
        iteration. parts: {nodes: seconds of some steps} from earlier calls."""
        options = tuple(options)
        n = self.size(path)
        history = self.profiles.setdefault(options, {})
        if n not in history:
            try:
                known = {size: result[dominant] if dominant else sum(result[stage] for stage in PER_ITERATION)
                         for size, result in history.items() if not isinstance(result, Refused)}
                iterations = self.plan(n, known, growth, parts or {})
                history[n] = self.profile(path, options, iterations)
                seconds = sum(history[n][stage] for stage in PER_ITERATION)
                wanted = self.iterations_of(seconds)
                if iterations == 1 < wanted:
                    history[n] = self.profile(path, options, wanted)
            except Refused as reason:
                history[n] = reason
        if isinstance(history[n], Refused):
            raise history[n]
        return history[n]

    def iterations_of(self, seconds):
        """Returns as many iterations as take about --target-seconds, but --least-iterations if these fit
        --cell-seconds."""
        seconds = max(seconds, 1e-9)
        wanted = max(int(self.options.target_seconds / seconds),
                     min(self.options.least_iterations, int(self.limit / seconds)))
        return max(1, min(self.options.iterations, wanted))

    def plan(self, n, known, growth, parts):
        """Returns the iterations of a cell of n nodes. known: {nodes: seconds of an iteration}; parts: the same of some
        steps. With an unknown time it is 1 for large instances, and else --iterations."""
        self.check_growth(n, parts, growth)
        predicted = self.check_growth(n, known, growth)
        if predicted is None:
            return 1 if growth > 3 or n > SMALL else self.options.iterations
        return self.iterations_of(predicted)

    def check_growth(self, n, known, growth):
        """Predicts the seconds of an iteration from the next smaller instance and checks them; None without one."""
        smaller = [size for size in known if size <= n]
        if not smaller:
            self.check_time(0.0)
            return None
        size = max(smaller)
        predicted = known[size] * (n / size) ** growth
        self.check_time(predicted, *power_law(known[size], size, n, growth))
        return predicted

    def profile(self, path, options, iterations):
        """Returns the least seconds per iteration of every step over --repeats runs, with "iterations" and "shape"."""
        result = {}
        for repeat in range(self.options.repeats):
            document = self.solve(path, options, iterations, True, repeat)
            found = {stage: 0.0 for stage in STAGES}
            for kernel in document["kernels"]:
                found[stage_of(kernel["name"])] += kernel["seconds"] / iterations
            result = {stage: min(found[stage], result.get(stage, found[stage])) for stage in STAGES}
            if iterations * sum(found.values()) > 2 * self.options.target_seconds:
                break  # long enough for others on the machine not to matter
        result["iterations"] = iterations
        result["shape"] = {key: document["parameters"][key] for key in ("construction", "deposit")}
        return result

    # -- the sequential twin --------------------------------------------------------------------------------------

    def twin(self, path, selection, parts=None):
        """Returns the seconds per iteration of every step of the sequential reference, predicted and limited as in
        stages()."""
        n = self.size(path)
        history = self.twins.setdefault(selection, {})
        if n not in history:
            try:
                known = {size: sum(result[stage] for stage in ("choice", "construct", "evaluate", "update"))
                         for size, result in history.items() if not isinstance(result, Refused)}
                self.check_growth(n, parts or {}, 3)
                history[n] = self.twin_stages(path, selection, self.check_growth(n, known, 3))
            except Refused as reason:
                history[n] = reason
        if isinstance(history[n], Refused):
            raise history[n]
        return history[n]

    def twin_stages(self, path, selection, predicted):
        """Returns the least times of --repeats runs of papers_twin. predicted: seconds of an iteration, or None."""
        result = {}
        iterations = self.iterations_of(predicted) if predicted else self.options.iterations
        seconds = self.limit if predicted else self.options.target_seconds
        for _ in range(self.options.repeats):
            found = self.document([self.helper("papers_twin"), "stages", path, selection, str(iterations), str(seconds)])
            result = {key: min(value, result.get(key, value)) for key, value in found.items()}
            if found["iterations"] < self.options.iterations:
                break
        return result

    def helper(self, name):
        path = os.path.join(self.options.helpers, name)
        if not os.path.exists(path):
            raise self.failure(f"{name} is not built: it is made by the build that makes bench/bench")
        return path
