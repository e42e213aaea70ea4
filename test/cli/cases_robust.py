"""Signals at random moments, and unusual environments: home folders that cannot be written, full disks, closed streams,
odd names, broken drivers."""

import contextlib
import json
import math
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent import futures

from run import HANG_SECONDS, SANITIZER, Skip, tier
from scenes import MANY, icd_folder, need_device

SIGNALS = (signal.SIGINT, signal.SIGTERM)
WORKERS = 2
OLD = "what was there before\n"

# ---------------------------------------------------------------------------------------------------------------------
# Signals at random moments


def nint(x):
    return math.floor(x + 0.5)


def points_of(text):
    rows = text.split("NODE_COORD_SECTION\n")[1].split("EOF")[0].splitlines()
    return [tuple(float(word) for word in row.split()[1:]) for row in rows]


def length_of(points, tour):
    return sum(nint(math.dist(points[a - 1], points[b - 1])) for a, b in zip(tour, tour[1:] + tour[:1]))


def tour_of(text):
    lines = text.splitlines()
    assert lines[-1] == "EOF" and lines[-2] == "-1", f"a torn tour file: {text[-80:]!r}"
    return [int(line) for line in lines[lines.index("TOUR_SECTION") + 1:-2]]


class Strike:
    """A run in its own folder that gets one or two signals."""

    def __init__(self, bench, arguments, files, old):
        self.bench, self.arguments = bench, arguments
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="strike-", dir=bench.folder))
        self.files = files
        self.old = old
        for name in files if old else ():
            (self.folder / name).write_text(OLD)

    def run(self, moments, number):
        """`moments`: seconds from the start of the process, ascending."""
        process = subprocess.Popen([self.bench.program, *self.arguments], cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.bench.make_environment({}))
        start = time.monotonic()
        for moment in moments:
            time.sleep(max(0.0, start + moment - time.monotonic()))
            process.send_signal(number)  # nothing happens when the process has ended and was not yet waited for
        try:
            out, err = process.communicate(timeout=HANG_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            raise AssertionError(f"hangs after {number} at {moments}") from None
        self.seconds = time.monotonic() - start
        self.code, self.out, self.err = process.returncode, out.decode(), err.decode("utf-8", "backslashreplace")
        assert not SANITIZER.search(self.err), self.err
        return self

    def content(self, name):
        path = self.folder / name
        return path.read_text() if path.exists() else None

    def fresh(self):
        """Returns the files that the run wrote. Requires that all other files are unchanged and that no temporary file
        remains."""
        left = sorted(path.name for path in self.folder.iterdir())
        assert set(left) <= set(self.files), f"files remain: {left}"
        before = OLD if self.old else None
        return [name for name in self.files if self.content(name) != before]


def measured(bench, arguments, files):
    """Seconds of an undisturbed run, with the same number of runs at a time as later."""
    with futures.ThreadPoolExecutor(WORKERS) as pool:
        strikes = list(pool.map(lambda _: Strike(bench, arguments, files, False).run([], None), range(2 * WORKERS)))
    for strike in strikes:
        assert strike.code == 0, strike.err
        assert sorted(strike.fresh()) == sorted(files)
        shutil.rmtree(strike.folder)
    return statistics.median(strike.seconds for strike in strikes)


def bombard(bench, arguments, files, judge, count, seed, again=None):
    """`count` runs with a signal at a random moment from the start to shortly after the end, and a second one at most
    `again` seconds later. `judge` returns a word for each result. Returns how often each word came."""
    seconds = measured(bench, arguments, files)
    source = random.Random(seed)
    plans = []
    for k in range(count):
        first = source.uniform(0.0, 1.1 * seconds)
        moments = [first] if again is None else [first, first + source.uniform(0.0, again)]
        plans.append((moments, SIGNALS[k % 2], k // 2 % 2 == 1))

    def one(plan):
        moments, number, old = plan
        strike = Strike(bench, arguments, files, old)
        try:
            return judge(strike.run(moments, number), number)
        except Exception as problem:
            shown = f"    {signal.Signals(number).name} at {moments} of {seconds:.3f} s, exit code {strike.code}"
            raise AssertionError(f"{problem}\n{shown}\n    stdout: {strike.out[:500]}\n    stderr: {strike.err[:2000]}"
                                 ) from problem
        finally:
            shutil.rmtree(strike.folder)

    with futures.ThreadPoolExecutor(WORKERS) as pool:
        words = list(pool.map(one, plans))
    counts = {word: words.count(word) for word in sorted(set(words))}
    print(f"         {count} runs of {seconds:.2f} s: {counts}", file=sys.stderr)
    return counts


def judge_run(points):
    """A run must end with a correct result and complete files, or by a signal that came before the search began."""
    def judge(strike, number):
        fresh = strike.fresh()
        if strike.code == -number:
            assert strike.out == "" and not fresh, f"killed after output: {fresh}"
            return "killed at the start"
        assert strike.code == 0, "the exit code is not 0 and not that of the signal"
        run = json.loads(strike.out)
        assert sorted(run["tour"]) == list(range(1, len(points) + 1)), "no permutation"
        assert length_of(points, run["tour"]) == run["result"]["length"], "another length"
        assert fresh == strike.files, f"only {fresh} was written"
        assert tour_of(strike.content("a.tour")) == run["tour"]
        assert strike.content("a.json") == strike.out
        reason = run["result"]["stop_reason"]
        assert reason in ("cancelled", "time"), reason
        return reason
    return judge


def judge_run_hit_twice(points):
    """The second signal may end the process at any moment; even then a file is old, absent or complete."""
    def judge(strike, number):
        fresh = strike.fresh()
        for name in fresh:
            text = strike.content(name)
            tour = tour_of(text) if name.endswith(".tour") else json.loads(text)["tour"]
            assert sorted(tour) == list(range(1, len(points) + 1)), "no permutation"
        if strike.code == -number:
            return f"killed with {len(fresh)} files written"
        assert strike.code == 0 and fresh == strike.files, "the exit code is neither 0 nor that of the signal"
        json.loads(strike.out)
        return "done"
    return judge


def run_arguments(bench, instance, device, seconds):
    return ["tsp", str(bench.folder / instance), "-d", device, *MANY, "--time", str(seconds), "--json",
            "-o", "a.tour", "-o", "a.json"]


RUN_FILES = ["a.tour", "a.json"]


def moments_of_a_run(bench):
    """SIGINT and SIGTERM at random moments of a run in the reference: a valid result, or an end before it began."""
    points = points_of(bench.folder.joinpath("medium.tsp").read_text())
    counts = bombard(bench, run_arguments(bench, "medium.tsp", "none", 0.15), RUN_FILES, judge_run(points),
                      tier(16, 100), 1)
    assert counts.get("cancelled", 0) >= tier(2, 10), counts


def moments_of_a_run_on_a_device(bench):
    """SIGINT and SIGTERM at random moments of a run on a device: a valid result, or an end before it began."""
    bench.require_cpu()
    points = points_of(bench.folder.joinpath("medium.tsp").read_text())
    Strike(bench, run_arguments(bench, "medium.tsp", "cpu", 0.1), RUN_FILES, False).run([], None)  # builds the kernels
    counts = bombard(bench, run_arguments(bench, "medium.tsp", "cpu", 0.5), RUN_FILES, judge_run(points),
                      tier(10, 100), 2)
    assert counts.get("cancelled", 0) >= tier(2, 10), counts


def two_signals_of_a_run(bench):
    """With two signals at random moments the second ends the process, but never while a file is half written."""
    points = points_of(bench.folder.joinpath("large.tsp").read_text())
    counts = bombard(bench, run_arguments(bench, "large.tsp", "none", 0.1), RUN_FILES, judge_run_hit_twice(points),
                      tier(16, 60), 3, again=0.02)
    assert sum(count for word, count in counts.items() if word.startswith("killed")) >= 1, counts


# ---------------------------------------------------------------------------------------------------------------------
# Folders and names

TWIN = ["-d", "none", "--iterations", "2"]


def verified_here(bench, instance, tour, folder):
    bench.ok(["verify", instance, tour], folder=folder)


def done(outcome):
    assert outcome.code == 0 and re.search(r"^length", outcome.out, re.MULTILINE), (outcome.code, outcome.err)


def called_from_elsewhere(bench):
    """The program works when it is called by a relative path, through a link and by PATH, from another folder."""
    folder = bench.folder / "far" / "away"
    folder.mkdir(parents=True)
    link = bench.folder / "far" / "another-name"
    link.symlink_to(bench.program)
    relative = os.path.relpath(bench.program, folder)
    along = bench.make_environment({"PATH": os.path.dirname(bench.program)})
    for k, (program, environment) in enumerate(((relative, None), ("../another-name", None), ("swarmcl", along))):
        result = subprocess.run([program, "tsp", "../../small.tsp", *TWIN, "-o", f"{k}.tour"], cwd=folder,
                                env=environment or bench.make_environment({}), stdin=subprocess.DEVNULL,
                                capture_output=True, timeout=HANG_SECONDS,
                                executable=bench.program if program == "swarmcl" else None)
        assert result.returncode == 0 and b"length" in result.stdout, result
        verified_here(bench, "../../small.tsp", f"{k}.tour", "far/away")


def folder_that_is_gone(bench):
    """If the working folder was removed, absolute paths work and relative ones are refused with their name."""
    folder = bench.folder / "gone"
    script = ["sh", "-c", 'cd "$1" && rmdir "$1" && shift && exec "$@"', "sh", str(folder), bench.program]
    for words, code, message in ((["verify", str(bench.folder / "square.tsp"), str(bench.folder / "square.tour")], 0, ""),
                                 (["tsp", str(bench.folder / "small.tsp"), *TWIN, "-o", "a.tour"], 1, "a.tour"),
                                 (["instance", "small.tsp"], 2, "small.tsp")):
        folder.mkdir()
        result = subprocess.run([*script, *words], env=bench.make_environment({}), stdin=subprocess.DEVNULL,
                                capture_output=True, timeout=HANG_SECONDS, text=True)
        assert result.returncode == code and message in result.stderr, result


def odd_names(bench):
    """File names may contain blanks, umlauts and line breaks, and may begin with a dash."""
    for name in ("two words", "K\u00f6ln \u2192 Z\u00fcrich", "line\nbreak", "-dash", "--json", "%s%n", "$(x)'\""):
        instance, tour = f"{name}.tsp", f"{name}.tour"
        (bench.folder / instance).write_text((bench.folder / "square.tsp").read_text())
        done(bench.run(["tsp", *TWIN, f"--output={tour}", "--", instance]))
        assert bench.run(["verify", "--", instance, tour]).code == 0
        (bench.folder / name).mkdir()
        done(bench.run(["tsp", *TWIN, "-o", f"./{name}/a.tour", "--", f"./{name}.tsp"]))
        verified_here(bench, f"./{instance}", f"./{name}/a.tour", ".")
        shown = bench.run(["instance", "--json", "--", instance])
        assert shown.json()["instance"]["nodes"] == 4, shown


def long_names(bench):
    """The longest file name that a folder accepts is written; a longer one is an error before the search."""
    longest = os.pathconf(bench.folder, "PC_NAME_MAX")
    refused = bench.run(["tsp", "small.tsp", *TWIN, "-o", "x" * longest + ".tour"])
    assert refused.code == 1 and refused.out == "" and "cannot be written" in refused.err, refused
    done(bench.run(["tsp", "small.tsp", *TWIN, "-o", "x" * (longest - 40) + ".tour"]))
    refused = bench.run(["instance", "d/" * 5000 + "x.tsp"])
    assert refused.code == 2 and "cannot be opened" in refused.err, refused


# ---------------------------------------------------------------------------------------------------------------------
# Streams and disks

def closed_streams(bench):
    """If one of the three streams is closed, the tour is written, and no output meant for the stream gets into a
    file."""
    for closed in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)):
        for more in ([], ["--json", "-v"]):
            (bench.folder / "closed.tour").unlink(missing_ok=True)
            outcome = bench.run(["tsp", "small.tsp", *TWIN, "-o", "closed.tour", *more],
                                preexec_fn=lambda numbers=closed: [os.close(number) for number in numbers])
            assert outcome.code == (1 if 1 in closed else 0), (closed, outcome.code, outcome.err)
            text = outcome.read("closed.tour")
            assert tour_of(text) and "stopped" not in text and "swarmcl:" not in text, text
            assert bench.run(["verify", "small.tsp", "closed.tour"]).code == 0


def full_stderr(bench):
    """If stderr is on a full disk, the result is printed and the exit code is 0."""
    if not os.path.exists("/dev/full"):
        raise Skip("no /dev/full")
    with open("/dev/full", "w") as full:
        done(bench.run(["tsp", "small.tsp", *TWIN, "-v", "-o", "b.tour"], stderr=full))


def limited_file_size(bench):
    """A limit of file sizes (ulimit -f) gives exit code 1 and leaves only the old file."""
    folder = bench.folder / "limited"
    folder.mkdir()
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))
    for words in (["tsp", "../large.tsp", *TWIN, "-o", "old.tour"],
                  ["instance", "generate", "uniform", "--nodes", "1000", "-o", "old.tour"]):
        (folder / "old.tour").write_text(OLD)
        outcome = bench.run(words, folder="limited", preexec_fn=limit)
        assert outcome.code == 1 and "old.tour: cannot be written" in outcome.err, (words, outcome.code, outcome.err)
        assert [path.name for path in folder.iterdir()] == ["old.tour"]
        assert (folder / "old.tour").read_text() == OLD


def small_stack(bench):
    """128 KiB of stack (ulimit -s), as threads have in musl, suffice for every problem without a driver."""
    def limit(what, size):
        return lambda: resource.setrlimit(what, (size, size))
    if bench.run(["--version"], preexec_fn=limit(resource.RLIMIT_AS, 2**30)).code != 0:
        raise Skip("the program does not start within 1 GiB: a sanitizer takes more, of the stack, too")
    (bench.folder / "scores.csv").write_text("x,y,score\n" + "".join(f"{i * 37 % 101},{i * 61 % 97},{i % 9}\n"
                                                                    for i in range(60)))
    rows = "".join(" ".join(str(abs(i - j) % 7) for j in range(12)) + "\n" for i in range(12))
    (bench.folder / "flows.dat").write_text(f"12\n{rows}{rows}")
    for words in (["tsp", "medium.tsp", "--bound", "--threads", "2"], ["tsp", "small.tsp", "--algorithm", "mmas"],
                  ["orient", "scores.csv", "--limit", "300"], ["batch", "small.tsp", "large.tsp", "--time", "1"],
                  *(["pso", "rastrigin", "--dim", "5", "--algorithm", name] for name in ("pso", "acor", "cmaes")),
                  ["qap", "flows.dat", "--algorithm", "memetic"], ["qap", "flows.dat", "--algorithm", "mmas"]):
        end = [] if "batch" in words else ["--iterations", "2"]
        bench.ok([*words, "-d", "none", *end], preexec_fn=limit(resource.RLIMIT_STACK, 128 * 1024))


# Runs the program on a small file system of its own; prints the exit code, then the files.
SMALL_DISK = """
mount -t tmpfs -o size=16k,mode=755 none "$1" || exit 77
cd "$1" && printf '%s' "$2" > old.tour && cp "$3" a.tsp && shift 3
"$@" > /dev/null
echo "code $?"
for file in *; do printf '%s:' "$file"; cat "$file"; done
"""


def full_file_system(bench):
    """A file system without room for the tour gives exit code 1 and leaves only the old file."""
    folder = bench.folder / "disk"
    folder.mkdir()
    if os.geteuid() != 0 or subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode != 0:
        raise Skip("only root may mount a file system")
    large = "TYPE : TSP\nDIMENSION : 4000\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n"
    (bench.folder / "row.tsp").write_text(large + "".join(f"{i} {i} 0\n" for i in range(1, 4001)) + "EOF\n")
    words = ["tsp", str(bench.folder / "row.tsp"), "-d", "none", "--ants", "1", "--iterations", "1", "-o", "old.tour"]
    for command in (words, ["instance", "generate", "uniform", "--nodes", "4000", "-o", "old.tour"]):
        result = subprocess.run(["unshare", "-m", "sh", "-c", SMALL_DISK, "sh", str(folder), OLD,
                                 str(bench.folder / "small.tsp"), bench.program, *command], capture_output=True,
                                text=True, timeout=HANG_SECONDS, env=bench.make_environment({}))
        if result.returncode == 77:
            raise Skip("no file system can be mounted")
        small = (bench.folder / "small.tsp").read_text()
        assert result.stdout == f"code 1\na.tsp:{small}old.tour:{OLD}", (result.stdout[:500], result.stderr)
        assert "old.tour: cannot be written" in result.stderr and not SANITIZER.search(result.stderr), result.stderr


# ---------------------------------------------------------------------------------------------------------------------
# Homes, caches and drivers

def run_on_cpu(bench, environment):
    before = set(temporary_folders(environment))
    outcome = bench.ok(["pso", "sphere", "--dim", "1", "--particles", "32", "-d", "cpu", "--iterations", "2", "-v"],
                       environment)  # few kernels
    assert "warning" not in outcome.err, outcome.err
    assert set(temporary_folders(environment)) <= before, "a temporary folder is left"
    return outcome


def temporary_folders(environment):
    folder = pathlib.Path(environment.get("TMPDIR") or tempfile.gettempdir())
    return [path for path in folder.glob("swarmcl-??????")] if folder.is_dir() else []


def homes(bench):
    """HOME may be unset, missing, a file or read-only, and so may the folders in the variables of the cache."""
    temporary = bench.folder / "temporary"
    temporary.mkdir()
    plain = {"HOME": None, "XDG_CACHE_HOME": None, "POCL_CACHE_DIR": None, "TMPDIR": str(temporary)}
    below_file = str(bench.folder / "small.tsp" / "home")
    with read_only_folder(bench) as locked:
        places = ({"HOME": locked}, {}, {"HOME": str(bench.folder), "XDG_CACHE_HOME": below_file}, {"HOME": below_file},
                  {"HOME": str(bench.folder / "no-such-home")}, {"XDG_CACHE_HOME": locked},
                  {"HOME": str(bench.folder), "TMPDIR": None})
        for changes in tier(places[:1], places):
            run_on_cpu(bench, {**plain, **changes})
        for changes in tier(places[1:3], []):  # the folder is chosen before anything is built
            found = bench.run(["devices", "--json"], {**plain, **changes})
            assert found.json()["devices"] and found.err == "", found
    devices = bench.devices()
    named = bench.run(["devices", "--json"], {**plain, "POCL_CACHE_DIR": below_file})
    assert named.json()["devices"] == devices and f"POCL_CACHE_DIR {below_file}: cannot be written" in named.err, named
    assert not list(temporary.iterdir()), "a temporary folder is left"
    if os.geteuid() == 0 and shutil.which("setpriv"):
        temporary.chmod(0o777)
        foreign = {key: value for key, value in {**os.environ, **plain}.items() if value is not None}
        bench.folder.chmod(0o755)
        home = bench.folder / "home-of-root"
        home.mkdir(mode=0o700)
        found = subprocess.run(["setpriv", "--reuid=65534", "--clear-groups", bench.program, "devices", "--json"],
                               env=foreign | {"HOME": str(home)}, cwd="/", capture_output=True, text=True)
        if found.returncode != 126:  # that user cannot run the program
            assert json.loads(found.stdout)["devices"] == devices and found.stderr == "", found
            assert not list(temporary.iterdir()), "a temporary folder is left"
    # Without any writable folder PoCL has no device: a message names the variable and the folder.
    lost = {**plain, "HOME": below_file, "TMPDIR": str(bench.folder / "no-such-folder")}
    outcome = bench.run(["tsp", "small.tsp", "-d", "cpu", "--iterations", "2"], lost)
    if outcome.code != 0:  # later drivers do without a cache
        assert outcome.code in (2, 3) and "POCL_CACHE_DIR" in outcome.err and below_file in outcome.err, outcome
    done(bench.run(["tsp", "small.tsp", *TWIN], lost))


@contextlib.contextmanager
def read_only_folder(bench):
    """A folder that cannot be written. The test uses a read-only file system, because permissions do not restrict
    root."""
    folder = bench.folder / "read-only"
    folder.mkdir()
    if os.geteuid() != 0:
        folder.chmod(0o555)
        yield str(folder)
        folder.chmod(0o755)
        return
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "ro,size=4k", "none", str(folder)],
                             capture_output=True).returncode == 0
    try:
        yield str(folder) if mounted else str(bench.folder / "small.tsp" / "read-only")
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], check=True)


def odd_driver_files(bench):
    """Driver files that are empty, or that name a text, a folder or a library without OpenCL, do not stop other
    drivers."""
    libraries = ["libm.so.6", str(bench.folder / "small.tsp"), str(bench.folder), "", "\n\n", "\x01\x02"]
    for k, text in enumerate(tier(libraries[:3], libraries)):
        environment = icd_folder(bench, f"icd-odd-{k}", {"odd.icd": text})
        done(bench.run(["tsp", "small.tsp", "-d", "cpu", "--iterations", "2"], environment))


GROUPS = {
    "moments": [
        moments_of_a_run,
        two_signals_of_a_run,
    ],
    "surroundings": [
        called_from_elsewhere,
        folder_that_is_gone,
        odd_names,
        long_names,
        closed_streams,
        full_stderr,
        limited_file_size,
        small_stack,
        full_file_system,
    ],
    "device-moments": [
        need_device,
        moments_of_a_run_on_a_device,
    ],
    "device-surroundings": [
        need_device,
        homes,
        odd_driver_files,
    ],
}
