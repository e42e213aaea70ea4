"""Runs the shipped program and the helpers, and remembers what has been run.

A cell of a table is {"value": number} or {"na": reason}; keys beside them are facts of the measurement. Device times
are sums of kernel events, in seconds an iteration.
"""
import json
import os
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


class NotAvailable(Exception):
    """A cell that is not measured; the text is the reason that the table shows, `predicted` the seconds that it would
    take, `arithmetic` how they were found."""

    def __init__(self, reason, predicted=None, arithmetic=None):
        super().__init__(reason)
        self.predicted = predicted
        self.arithmetic = arithmetic


class Refused(NotAvailable):
    """The program said no to this instance with these options; it may say yes to another instance."""


def stage_of(kernel):
    """The step that a kernel belongs to. A new kernel that fits none is an error: its time would be lost."""
    for stage, beginnings in STAGES.items():
        if kernel.startswith(beginnings):
            return stage
    raise ValueError(f"kernel {kernel} belongs to no step of an iteration: add it to STAGES in program.py")


def seconds_text(seconds):
    """Seconds with three digits."""
    return f"{seconds:.3g} s" if seconds < 1000 else f"{seconds:.0f} s"


def power_law(seconds, known, n, growth):
    """How a time at n nodes is predicted from one at `known` nodes: in words and in numbers."""
    return (f"an iteration at n nodes times (N / n)^{growth}",
            f"{seconds_text(seconds)} * ({n} / {known})^{growth} = {seconds_text(seconds * (n / known) ** growth)}")


class Program:
    """The program on one device.

    options: the parsed command line of papers.py.
    failures: what went wrong, as text; a refusal (exit code 2) or a cell that would take too long is no failure.
    """

    def __init__(self, options):
        self.options = options
        self.quick = options.quick
        self.limit = options.cell_seconds
        self.deadline = time.monotonic() + options.seconds
        self.table_deadline = self.deadline
        self.documents = {}
        self.profiles = {}
        self.families = {}
        self.twins = {}
        self.device = None
        self.version = None
        self.failures = []

    # -- instances ------------------------------------------------------------------------------------------------

    def path(self, instance, column):
        """The file of an instance that stands in column `column` of its table."""
        if self.quick:
            if column >= len(STAND_INS):
                raise NotAvailable("left out by --quick")
            return os.path.join(self.options.root, "instances", STAND_INS[column] + ".tsp")
        path = os.path.join(self.options.tsplib, instance + ".tsp")
        if not os.path.exists(path):
            raise NotAvailable(f"{instance}.tsp is not in the folder of --tsplib")
        return path

    @staticmethod
    def size(path):
        """Nodes of an instance, by its DIMENSION."""
        with open(path, encoding="ascii", errors="replace") as file:
            for line in file:
                if line.startswith("DIMENSION"):
                    return int(line.split(":")[1])
        raise ValueError(f"{path}: no DIMENSION")

    # -- running --------------------------------------------------------------------------------------------------

    def begin_table(self):
        self.table_deadline = min(self.deadline, time.monotonic() + self.options.table_seconds)

    def check_time(self, predicted, how="", arithmetic=None, runs=1):
        """Refuses what would take longer than a cell may, or, `runs` times, than there is time left for. how: in words,
        how the seconds were predicted; arithmetic: in numbers."""
        if predicted > self.limit:
            raise NotAvailable(f"would take over {self.limit:g} s, {how}; predicted seconds in brackets", predicted,
                               arithmetic)
        if runs * predicted > self.table_deadline - time.monotonic():
            allowed = (f"the {self.options.seconds:g} s of the whole run" if self.table_deadline == self.deadline
                       else f"the {self.options.table_seconds:g} s that a table may take")
            raise NotAvailable(f"no time left of {allowed}")

    def command(self, arguments):
        """Standard output of a command. Raises NotAvailable when it refused, failed or took too long."""
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
        """The same as JSON."""
        try:
            return json.loads(self.command(arguments))
        except json.JSONDecodeError:
            raise self.failure(f"{' '.join(arguments[1:])}: printed no document") from None

    def failure(self, text):
        """What went wrong, kept for the exit code, as the reason of a cell."""
        self.failures.append(text)
        return NotAvailable("failed: " + text)

    def solve(self, path, options, iterations, profile, repeat=0):
        """The document of one run; run once however often it is asked for."""
        key = (path, tuple(options), iterations, profile, repeat)
        if key not in self.documents:
            arguments = [self.options.program, "tsp", path, "--json", "-q", "--algorithm", "as", "--iterations",
                         str(iterations), "--launch-ms", "10000", "--device", self.options.device, *options]
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
        """Whether solve() has the document of such a run without profiling already."""
        return isinstance(self.documents.get((path, tuple(options), iterations, False, 0)), dict)

    # -- kernel times ---------------------------------------------------------------------------------------------

    def stages(self, path, options, growth=3, dominant=None, family=None):
        """What profile() measures, over as many iterations as take about --target-seconds. What took t seconds at n
        nodes is predicted to take t * (N / n)^growth at N, where `dominant` names the step that grows so (None: the
        whole iteration); before the first of these options, from those of the same family."""
        options = tuple(options)
        n = self.size(path)
        history = self.profiles.setdefault((options, dominant), {})
        if n not in history:
            known = self.families.setdefault((family, dominant) if family else (options, dominant), {})
            try:
                iterations = self.plan(n, known, growth)
                result = self.profile(path, options, iterations)
                seconds = result[dominant] if dominant else sum(result[stage] for stage in PER_ITERATION)
                known[n] = max(seconds, known.get(n, 0.0))
                history[n] = result
            except Refused as reason:
                history[n] = reason  # whereas time that one table has not, another may have
        if isinstance(history[n], Refused):
            raise history[n]
        return history[n]

    def plan(self, n, known, growth):
        """Iterations of a cell of n nodes; known: seconds of an iteration by nodes."""
        smaller = [size for size in known if size <= n]
        if not smaller:
            self.check_time(0.0)
            return 1 if growth > 3 else self.options.iterations
        size = max(smaller)
        predicted = known[size] * (n / size) ** growth
        self.check_time(predicted, *power_law(known[size], size, n, growth))
        return max(1, min(self.options.iterations, int(self.options.target_seconds / max(predicted, 1e-9))))

    def profile(self, path, options, iterations):
        """Seconds an iteration of every step, the least of --repeats runs, and by their keys the shape taken."""
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

    def twin(self, path, selection):
        """Seconds an iteration of every step of the sequential twin, predicted and limited as above."""
        n = self.size(path)
        history = self.twins.setdefault(selection, {})
        if n not in history:
            try:
                smaller = [size for size in history if size < n and not isinstance(history[size], Refused)]
                if smaller:
                    known = max(smaller)
                    seconds = sum(history[known][stage] for stage in ("choice", "construct", "evaluate", "update"))
                    predicted = seconds * (n / known) ** 3
                    self.check_time(predicted, *power_law(seconds, known, n, 3))
                history[n] = self.twin_stages(path, selection)
            except Refused as reason:
                history[n] = reason
        if isinstance(history[n], Refused):
            raise history[n]
        return history[n]

    def twin_stages(self, path, selection):
        """The least of --repeats runs of papers_twin."""
        result = {}
        for _ in range(self.options.repeats):
            found = self.document([self.helper("papers_twin"), "stages", path, selection,
                                   str(self.options.iterations), str(self.options.target_seconds)])
            result = {key: min(value, result.get(key, value)) for key, value in found.items()}
            if found["iterations"] < self.options.iterations:
                break
        return result

    def helper(self, name):
        path = os.path.join(self.options.helpers, name)
        if not os.path.exists(path):
            raise self.failure(f"{name} is not built: it is made by the build that makes bench/bench")
        return path
