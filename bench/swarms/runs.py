"""Runs the shipped program on one device and reads its documents."""
import os
import re
import statistics

from shared import Failed, document_of, output_of, short_name

# The paper's swarm, for objectives that were not published with it.
PAPER_SWARM = ("--inertia", "1", "--c1", "2", "--c2", "2", "--vmax", "1", "--boundary", "clamp")
PUBLISHED_WITH_IT = "cupso-cubic"


def words_of(help_text, option):
    """The words that --help lists for an option, except "auto"."""
    words, inside = [], False
    for line in help_text.splitlines():
        if re.match(rf"\s*--{option}\b", line):
            inside = True
        elif inside and (re.match(r"\s*(-\w,\s*)?--\w", line) or not line.strip()):
            break
        elif inside:
            match = re.match(r"\s{20,}([a-z][a-z0-9-]*)(\s{2,}\S|$)", line)
            words += [match[1]] if match and line.startswith(" " * 30) and not line.startswith(" " * 31) else []
    return [word for word in words if word != "auto"]


class Runner:
    """Runs the program on a device. Documents are kept, so a cell of two tables is measured once."""

    def __init__(self, program, options):
        self.program, self.selector, self.quick = program, options.device, options.quick
        self.documents = {}
        document = self.run("sphere", 1, 32, 1)
        self.device = document["device"]
        self.version = document["version"]
        self.is_gpu = self.device is not None and self.device["type"] == "gpu"
        self.name = short_name(self.device)

    def run(self, objective, dimensions, particles, iterations, *options, device=None, repeat=0):
        key = (objective, dimensions, particles, iterations, options, device, repeat)
        if key not in self.documents:
            self.documents[key] = document_of(
                self.program, "pso", objective, "--algorithm", "pso", "--dim", dimensions, "--particles", particles, "--iterations",
                iterations, "--device", device or self.selector, "--json", "-q", *options)
        return self.documents[key]

    def rows(self, option="best"):
        found = words_of(output_of(self.program, "pso", "--help", "all"), option)
        if not found:
            raise Failed(f"--help lists no words of --{option}")
        return found

    def seconds(self, objective, dimensions, particles, iterations, *options, device=None, repeats=1, limit=None):
        """The least time of the loop of `repeats` runs, the document of that run, and how many iterations it ran
        instead of `iterations`: a run that would exceed `limit` seconds is shortened, and its time scaled."""
        made = iterations
        if limit is not None:
            trial = max(1, min(iterations, 20000 // max(1, particles * dimensions // 64)))
            one = self.run(objective, dimensions, particles, trial, *options, device=device)["timing"]["loop"] / trial
            if one * iterations > limit:
                made = max(trial, min(iterations, int(limit / one)))
        documents = [self.run(objective, dimensions, particles, made, *options, device=device, repeat=i)
                     for i in range(repeats)]
        best = min(documents, key=lambda document: document["timing"]["loop"])
        return best["timing"]["loop"] * iterations / made, best, made

    def values(self, objective, dimensions, particles, iterations, seeds, *options):
        """Returns the best values of the seeds 1, 2, ..."""
        document = self.run(objective, dimensions, particles, iterations, "--repeat", seeds, *options)
        found = [run["value"] for run in document["repeat"]["runs"]]
        if len(found) != seeds:
            raise Failed(f"{objective}: {len(found)} runs instead of {seeds}")
        return found


def launch_seconds(options):
    """Returns the seconds of an empty launch on the device, measured by the test of the swarms' kernels."""
    program = os.path.join(options.helpers, "..", "..", "test", "kernel", "test_swarms")
    if not os.path.exists(program):
        raise Failed(f"{program} measures launches: build it with -Dtests=true")
    device = options.device if options.device != "auto" else "gpu"
    return document_of(program, "--bench", "--device", device)["seconds"]


def worse_probability(ours, theirs):
    """One-sided rank test of Mann and Whitney: how likely values at least as much larger than theirs are when both are
    drawn from the same. Normal approximation with ties."""
    both = sorted([(value, 0) for value in ours] + [(value, 1) for value in theirs])
    ranks, ties, i = 0.0, 0.0, 0
    while i < len(both):
        k = i
        while k < len(both) and both[k][0] == both[i][0]:
            k += 1
        ranks += (i + k + 1) / 2 * sum(1 for _, whose in both[i:k] if whose == 0)
        ties += (k - i) ** 3 - (k - i)
        i = k
    m, n = len(ours), len(theirs)
    above = ranks - m * (m + 1) / 2
    variance = m * n / 12 * ((m + n + 1) - ties / ((m + n) * (m + n - 1)))
    if variance <= 0:
        return 1.0
    return 1 - statistics.NormalDist().cdf((above - m * n / 2 - 0.5) / variance ** 0.5)
