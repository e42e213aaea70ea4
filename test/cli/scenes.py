"""Cases where time, signals, terminals or drivers matter.

Each takes a Bench and says in its first line what it shows."""

import contextlib
import glob
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import time

from run import HANG_SECONDS, SANITIZED, SANITIZER, Outcome, Skip, SkipGroup

MANY = ["--iterations", "100000000"]
FOREVER = [*MANY, "--time", "1000"]  # far longer than a test
KEPT_SECONDS = 0.001  # that a run may end before its limit
SLACK_SECONDS = 10.0 if SANITIZED else 4.0  # in which a run must end after a signal or a limit


def require(condition, message):
    assert condition, message


def finish(process):
    try:
        out, err = process.communicate(timeout=HANG_SECONDS)
    finally:
        process.kill()
    assert not SANITIZER.search(err), err
    return out, err


def wait_for(process, pattern):
    """Reads stderr up to the first line that matches."""
    seen = ""
    for line in process.stderr:
        seen += line
        if re.search(pattern, line):
            return seen
    raise AssertionError(f"stderr ended without {pattern!r}: {seen}")


def stopped(bench, arguments, pattern=None, number=signal.SIGTERM, pause=0.0):
    """The outcome of a run that gets a signal some time after a matching line of stderr; it must succeed."""
    process = bench.start(arguments)
    said = wait_for(process, pattern) if pattern else ""
    time.sleep(pause)
    process.send_signal(number)
    out, err = finish(process)
    require(process.returncode == 0, f"{arguments}: exit code {process.returncode}: {err}")
    return Outcome(0, out, said + err, bench.folder, bench)


def wait_for_file(path):
    """Waits until a process has made the file."""
    deadline = time.monotonic() + HANG_SECONDS
    while not path.exists():
        assert time.monotonic() < deadline, f"there is no {path}"
        time.sleep(0.01)


def processor_seconds(process):
    """Processor seconds of all child processes that have ended, and of `process`, which may still run."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = ended.ru_utime + ended.ru_stime
    if process and os.path.exists(f"/proc/{process.pid}/stat"):
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds


@contextlib.contextmanager
def at_most(seconds, process=None):
    """Requires the block to work for less than `seconds`, by the clock or by processor time: on a busy machine the
    clock would mislead. Processor time that `process` used before the block does not count."""
    start, used = time.monotonic(), processor_seconds(process)
    yield
    took = min(time.monotonic() - start, processor_seconds(None) - used)
    assert took < seconds, f"took {took:.1f} s, expected less than {seconds:.1f} s"


def signalled(bench, process, number, instance):
    """Sends the signal; the run must end in time, successfully, with a tour that verifies."""
    with at_most(SLACK_SECONDS, process):
        process.send_signal(number)
        out, err = finish(process)
    assert process.returncode == 0, f"exit code {process.returncode}: {err}"
    run = json.loads(out)
    assert run["result"]["stop_reason"] == "cancelled", run["result"]
    again = bench.run(["verify", instance, "signal.tour"])
    assert again.code == 0 and int(again.out.splitlines()[0]) == run["result"]["length"], again
    return run


# ---------------------------------------------------------------------------------------------------------------------
# Outputs

def folder_vanishes(bench):
    """If the output's folder vanishes during the run, the exit code is 1, and the result is still printed."""
    folder, pipe = bench.folder / "vanishing", bench.folder / "slow.tsp"
    folder.mkdir()
    os.mkfifo(pipe)
    process = bench.start(["tsp", "slow.tsp", "-d", "none", "--iterations", "2", "-o", "vanishing/a.tour"])
    with open(pipe, "w") as feed:  # opens when the program has opened its side, after its check of the folder
        folder.rmdir()
        feed.write((bench.folder / "small.tsp").read_text())
    out, err = finish(process)
    pipe.unlink()
    assert process.returncode == 1, process.returncode
    assert re.search(r"^length", out, re.MULTILINE) and re.search(r"^swarmcl: .*vanishing/a\.tour", err, re.MULTILINE)


def full_disk(bench):
    """If stdout is on a full disk, the exit code is 1."""
    if not os.path.exists("/dev/full"):
        raise Skip("no /dev/full")
    for arguments in (["tsp", "small.tsp", "-d", "none", "--iterations", "2", "--json"], ["--help"], ["--version"],
                      ["verify", "square.tsp", "square.tour"], ["instance", "generate", "uniform", "--nodes", "1000"]):
        with open("/dev/full", "w") as full:
            outcome = bench.run(arguments, stdout=full)
        assert outcome.code == 1 and "stdout: cannot be written" in outcome.err, (arguments, outcome.code, outcome.err)


def closed_pipe(bench):
    """If stdout is a closed pipe, as with `| head`, the exit code is 1 without a message, and the tour file is
    written."""
    for arguments in (["tsp", "small.tsp", "-d", "none", "--iterations", "2", "-o", "piped.tour"], ["tsp", "--help", "all"]):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            outcome = bench.run(arguments, stdout=writer)
        finally:
            os.close(writer)
        assert outcome.code == 1 and "cannot be written" not in outcome.err, (outcome.code, outcome.err)
    assert bench.run(["verify", "small.tsp", "piped.tour"]).code == 0


# ---------------------------------------------------------------------------------------------------------------------
# Without a driver

NO_DRIVER = {"OCL_ICD_VENDORS": "/nonexistent-dir/"}


def host_instead_of_a_device(bench):
    """Without a driver every problem is searched on the host, with the result of the reference and a line that reports
    it."""
    bench.run(["instance", "generate", "qap-uniform", "--nodes", "40", "-o", "items.dat"])
    (bench.folder / "scores.csv").write_text("x,y,score\n" + "".join(f"{37 * i % 211},{53 * i % 197},{i % 7 + 1}\n"
                                                                     for i in range(210)))
    for arguments in (*[["tsp", "small.tsp", "--algorithm", name] for name in ("as", "acs", "mmas")],
                      ["tsp", "small.tsp", "--algorithm", "mosaic", "--improver", "array"],
                      ["tsp", "small.tsp", "--algorithm", "mmas", "--islands", "2", "--epoch", "1"],
                      ["tsp", "asymmetric.atsp", "--algorithm", "acs", "--path"], ["pso", "rastrigin"],
                      ["pso", "sphere", "--precision", "fp32", "--best", "asynchronous", "--islands", "2"],
                      ["pso", "ackley", "--algorithm", "acor"], ["qap", "items.dat", "--algorithm", "mmas"],
                      ["orient", "scores.csv", "--limit", "300", "--population", "4"]):
        run = [*arguments, "--iterations", "2", "--json"]
        outcome, reference = bench.run(run, NO_DRIVER), bench.run([*run, "-d", "none"], NO_DRIVER)
        assert outcome.code == reference.code == 0, (arguments, outcome.err, reference.err)
        for key in ("best", "length", "value", "iterations", "position"):
            assert outcome.json()["result"].get(key) == reference.json()["result"].get(key), (arguments, key)
        assert outcome.json()["device"] is None and outcome.json().get("tour") == reference.json().get("tour"), arguments
        said = outcome.err.replace(reference.err, "").splitlines()
        assert said == ["swarmcl: warning: no usable OpenCL device; the host searches instead"], (arguments, said)
    repeated = ["tsp", "medium.tsp", "--time", "1.01", "--target", "1000000000", "--repeat", "2"]
    outcome = bench.run(repeated, NO_DRIVER)
    assert outcome.code == 0 and outcome.err.count("the host searches instead") == 1, outcome
    outcome = bench.run([*repeated, "-q"], NO_DRIVER)
    assert outcome.code == 0 and outcome.err == "", outcome


def device_by_name_without_a_driver(bench):
    """Without a driver a named device or platform, and options that only a device supports, are errors that state the
    reason."""
    (bench.folder / "bowl.cl").write_text("real objective(const real *x, int n)\n{\n    return x[0] * x[0];\n}\n")
    mmas = ["tsp", "small.tsp", "--algorithm", "mmas"]
    for arguments, pattern in (([*mmas, "-d", "cpu"], "^swarmcl: no usable"), ([*mmas, "-d", "0"], "^swarmcl: no usable"),
                               ([*mmas, "--platform", "0"], "no usable"), ([*mmas, "--profile"], "--profile needs a dev"),
                               (["pso", "sphere", "--group-size", "32"], "--group-size needs a device"),
                               ([*mmas, "--launch-ms", "9", "--islands", "2"], "--launch-ms needs a device"),
                               (["pso", "bowl.cl", "--dim", "1", "--bounds", "0:1"], "bowl needs a device")):
        outcome = bench.run(arguments, NO_DRIVER)
        assert outcome.code == 3 and outcome.out == "" and len(outcome.err.splitlines()) == 1, outcome
        assert re.search(pattern, outcome.err) and "pocl-opencl-icd" in outcome.err, (pattern, outcome.err)
        assert len(outcome.err) < 250, outcome.err


# ---------------------------------------------------------------------------------------------------------------------
# Signals and limits

def signal_during_search(bench):
    """SIGINT and SIGTERM during the search give the best tour and exit code 0."""
    for number in (signal.SIGINT, signal.SIGTERM):
        for instance in ("medium.tsp", "large.tsp"):
            process = bench.start(["tsp", instance, "-d", "none", *FOREVER, "-v", "--json", "-o", "signal.tour"])
            wait_for(process, r"^iteration ")
            signalled(bench, process, number, instance)


def signal_while_reading(bench):
    """A signal while the instance is being read gives the nearest-neighbour tour and exit code 0."""
    pipe = bench.folder / "signal.tsp"
    os.mkfifo(pipe)
    for number in (signal.SIGINT, signal.SIGTERM):
        process = bench.start(["tsp", "signal.tsp", "-d", "none", *FOREVER, "--json", "-o", "signal.tour"])
        with open(pipe, "w") as feed:
            process.send_signal(number)
            time.sleep(0.2)
            assert process.poll() is None, "the first signal ended the process"
            feed.write((bench.folder / "small.tsp").read_text())
        out, err = finish(process)
        assert process.returncode == 0, err
        assert json.loads(out)["result"]["stop_reason"] == "cancelled", out
        assert bench.run(["verify", "small.tsp", "signal.tour"]).code == 0
    pipe.unlink()


def second_signal(bench):
    """A second signal ends the process at once."""
    pipe = bench.folder / "second.tsp"
    os.mkfifo(pipe)
    for first, second in ((signal.SIGINT, signal.SIGINT), (signal.SIGTERM, signal.SIGINT)):
        process = bench.start(["tsp", "second.tsp", "-d", "none", *FOREVER])
        with open(pipe, "w"):
            process.send_signal(first)
            time.sleep(0.2)
            assert process.poll() is None, "the first signal ended the process"
            process.send_signal(second)
            process.communicate(timeout=HANG_SECONDS)
        assert process.returncode == -second, process.returncode
    pipe.unlink()


def ignored_signal(bench):
    """A signal that the parent ignores stays ignored."""
    process = bench.start(["tsp", "medium.tsp", "-d", "none", *MANY, "--time", "0.7", "-v"],
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    wait_for(process, r"^instance ")
    process.send_signal(signal.SIGINT)
    out, _ = finish(process)
    assert process.returncode == 0 and "stopped by  time" in out, out


def time_limited(bench, arguments, seconds):
    with at_most(seconds + SLACK_SECONDS):
        outcome = bench.run(["tsp", *arguments, *MANY, "--time", str(seconds), "--json", "-o", "time.tour"])
    assert outcome.code == 0 and not SANITIZER.search(outcome.err), outcome.err
    run = outcome.json()
    assert run["result"]["stop_reason"] == "time", run["result"]
    assert run["result"]["seconds"] >= seconds - KEPT_SECONDS, run["result"]
    assert bench.run(["verify", arguments[0], "time.tour"]).code == 0
    return run


def time_limit_in_reference(bench):
    """The reference obeys --time, even within an iteration."""
    for instance in ("small.tsp", "large.tsp"):
        time_limited(bench, [instance, "-d", "none"], 0.5)


def time_limit_before_first_iteration(bench):
    """With a limit too short for one iteration the result is the nearest-neighbour tour."""
    run = time_limited(bench, ["large.tsp", "-d", "none"], 0.01)
    assert run["trace"][0]["iteration"] == 0, run["trace"]


# ---------------------------------------------------------------------------------------------------------------------
# Devices and drivers

def need_device(bench):
    """Skips the case unless there is an OpenCL CPU device."""
    try:
        bench.require_cpu()
    except Skip as reason:
        raise SkipGroup(str(reason)) from reason


def devices_document(bench):
    """In the JSON list one device is the choice of `auto`, and indices start at 0."""
    devices = bench.devices()
    assert [device["index"] for device in devices] == list(range(len(devices)))
    assert sum(device["automatic"] for device in devices) == 1, devices
    for device in devices:
        sizes = device["sub_group_sizes"]
        assert device["sub_groups"] in (True, False) and sizes == sorted(sizes), device
        assert all(size > 0 and size & (size - 1) == 0 for size in sizes), device
    table = bench.run(["devices"]).out.splitlines()
    assert len(table) == len(devices) + 1, table
    for device, line in zip(devices, table[1:]):
        assert f"{device['platform']}:{device['device']}" in line and device["name"][:40] in line, line
        assert ("*" in line.split()[0]) == device["automatic"], line


def signal_on_device(bench):
    """Signals end a run while its kernels are built and while they run."""
    for pattern in (r"^device ", r"^iteration [1-9]"):
        process = bench.start(["tsp", "medium.tsp", "-d", "cpu", *FOREVER, "-v", "--json", "-o", "signal.tour"])
        wait_for(process, pattern)
        signalled(bench, process, signal.SIGTERM, "medium.tsp")


def time_limit_on_device(bench):
    """A run on a device obeys --time, which includes building the kernels."""
    time_limited(bench, ["medium.tsp", "-d", "cpu"], 0.4)


def icd_folder(bench, name, files):
    """A folder of driver files: PoCL's and those in `files`, {name: text}."""
    vendors = os.environ.get("OCL_ICD_VENDORS", "/etc/OpenCL/vendors")
    pocl = glob.glob(f"{vendors}/pocl*.icd")
    if not pocl:
        raise Skip(f"PoCL is not registered in {vendors}")
    folder = bench.folder / name
    folder.mkdir(exist_ok=True)
    shutil.copy(pocl[0], folder / "pocl.icd")
    for file, text in files.items():
        (folder / file).write_text(text + "\n")
    return {"OCL_ICD_VENDORS": f"{folder}/"}


def run_with(bench, environment):
    outcome = bench.run(["tsp", "small.tsp", "-d", "cpu", "--iterations", "2"], environment)
    assert outcome.code == 0 and re.search(r"^length", outcome.out, re.MULTILINE), outcome
    return outcome


def broken_icd_file(bench):
    """A driver file that names a missing library does not stop the others."""
    environment = icd_folder(bench, "icd-broken", {"broken.icd": "libthere-is-no-such-driver.so"})
    run_with(bench, environment)
    assert len(bench.devices(environment)) >= 1


def failing_platform(bench):
    """A platform that fails causes a warning, and the others are used."""
    if not bench.broken_driver:
        raise Skip("the failing driver was not built")
    environment = icd_folder(bench, "icd-failing", {"failing.icd": bench.broken_driver})
    outcome = run_with(bench, environment)
    assert re.search(r"^swarmcl: warning: .*Failing Platform", outcome.err, re.MULTILINE), outcome.err
    quiet = bench.run(["tsp", "small.tsp", "-d", "cpu", "--iterations", "2", "-q"], environment)
    assert quiet.code == 0 and quiet.err == "", quiet
    only = {"OCL_ICD_VENDORS": f"{bench.folder}/icd-only/"}
    (bench.folder / "icd-only").mkdir()
    (bench.folder / "icd-only" / "failing.icd").write_text(bench.broken_driver + "\n")
    outcome = bench.run(["devices"], only)
    assert outcome.code == 3 and outcome.out == "" and "Failing Platform" in outcome.err, outcome


def late_platform(bench):
    """A platform that hangs while it lists its devices is omitted after a while, with a message that names it; the
    others are used."""
    if not bench.broken_driver:
        raise Skip("the failing driver was not built")
    environment = icd_folder(bench, "icd-late", {"failing.icd": bench.broken_driver}) | {"FAILING_DRIVER": "hang"}
    named = 'warning: a driver has not returned from listing the devices of platform "Failing Platform" after '
    run = ["tsp", "medium.tsp", "--algorithm", "mmas"]
    only = environment | {"OCL_ICD_VENDORS": f"{bench.folder}/icd-late-only/"}
    (bench.folder / "icd-late-only").mkdir()
    (bench.folder / "icd-late-only" / "failing.icd").write_text(bench.broken_driver + "\n")
    process = bench.start([*run, *FOREVER, "--json", "-o", "signal.tour"], only)
    with at_most(1.2 + SLACK_SECONDS):  # all three wait at the same time
        runs = [bench.start([*run, "--time", "1.2"], drivers) for drivers in (environment, only)]
        time.sleep(0.3)
        signalled(bench, process, signal.SIGINT, "medium.tsp")
        with_others, with_none = (finish(each) for each in runs)
    assert [each.returncode for each in runs] == [0, 0], (with_others, with_none)
    assert named in with_others[1] and re.search("^length", with_others[0], re.MULTILINE), with_others
    assert named in with_none[1] and "the host searches instead" in with_none[1], with_none


def crashing_platform(bench):
    """If a platform crashes, a message names it before the signal ends the program."""
    if not bench.broken_driver:
        raise Skip("the failing driver was not built")
    for mode, number in (("crash", signal.SIGSEGV), ("abort", signal.SIGABRT)):
        environment = icd_folder(bench, "icd-crash", {"failing.icd": bench.broken_driver}) | {"FAILING_DRIVER": mode}
        outcome = bench.run(["devices"], environment)
        said = 'swarmcl: crashed while listing the devices of platform "Failing Platform"; OCL_ICD_VENDORS'
        assert outcome.code == -number and outcome.out == "" and said in outcome.err, outcome


def damaged_cache(bench):
    """If a damaged cache of PoCL ends the program, a message names the folder to remove; without a linker `auto` uses
    the host."""
    bench.require_cpu()
    cache = bench.folder / "damaged-cache"
    cache.mkdir()
    environment = {"POCL_CACHE_DIR": str(cache)}
    run = ["pso", "sphere", "--dim", "1", "--particles", "32", "--iterations", "2", "-q"]
    done = bench.run([*run, "-d", "cpu"], environment)
    binaries = list(cache.rglob("*.so"))
    if done.code != 0 or not binaries:
        raise Skip("this PoCL has no such cache")
    hint = f"PoCL's cache of kernels may be damaged: remove the folder {cache}"
    for binary in binaries:
        os.truncate(binary, 0)
    outcome = bench.run([*run, "-d", "cpu"], environment)
    assert outcome.code != 0 and f"{hint}\n" in outcome.err, outcome
    for file in cache.rglob("*"):
        if file.suffix == ".so":
            file.unlink()
        elif file.suffix == ".bc":
            os.truncate(file, 0)
    outcome = bench.run([*run, "-d", "cpu"], environment)
    assert outcome.code != 0 and hint in outcome.err, outcome
    outcome = bench.run(run[:-1], environment)
    assert outcome.code == 0 and hint in outcome.err and "the host searches instead" in outcome.err, outcome
    outcome = bench.ok(run[:-1], {"PATH": "/nowhere"})
    assert "needs the linker ld, which is not in PATH; the host searches instead" in outcome.err, outcome


def software_renderer(bench):
    """Mesa's llvmpipe is a software renderer, so `auto` prefers PoCL. A swarm uses fp32 there; its document and
    checkpoint record it."""
    found = glob.glob(f"{os.environ.get('OCL_ICD_VENDORS', '/etc/OpenCL/vendors')}/rusticl/rusticl.icd")
    if not found:
        raise Skip("rusticl is not installed (Debian: mesa-opencl-icd)")
    environment = icd_folder(bench, "icd-mesa", {"rusticl.icd": pathlib.Path(found[0]).read_text().strip()})
    environment["RUSTICL_ENABLE"] = "llvmpipe"
    devices = bench.devices(environment)
    assert [(device["software"], device["automatic"], device["fp64"], device["type"]) for device in devices
            if "llvmpipe" in device["name"]] == [(True, False, False, "other")], devices
    table = bench.run(["devices"], environment).out
    assert re.search(r"^ +\d .* llvmpipe .* no +software renderer$", table, re.MULTILINE), table
    swarm = ["pso", "rastrigin", "--json"]
    few = ["--dim", "2", "--particles", "33", "--best", "queue", "-d", "llvmpipe"]
    run = bench.run([*swarm, *few, "--iterations", "6", "-o", "mesa.json", "--checkpoint", "mesa.state"], environment)
    assert run.code == 0 and "has no double precision: the run uses --precision fp32" in run.err, run
    assert re.search(r'warning: "llvmpipe.*" is a software renderer, for tests', run.err), run.err
    assert run.json()["parameters"]["precision"] == "fp32" and run.json()["device"]["software"], run.out
    again = bench.run([*swarm, "-d", "none", "--replay", "mesa.json"])
    assert again.code == 0 and again.json()["parameters"]["precision"] == "fp32", again
    assert again.json()["result"]["value"] == run.json()["result"]["value"], (again.out, run.out)
    whole = bench.run([*swarm, *few[:-2], "-d", "none", "--iterations", "9", "--precision", "fp32"])
    rest = bench.run([*swarm, "-d", "none", "--resume", "mesa.state", "--iterations", "9"])
    assert rest.code == 0 and rest.json()["result"]["value"] == whole.json()["result"]["value"], (rest, whole)
    refused = bench.run([*swarm, *few, "--precision", "fp64"], environment)
    assert refused.code == 2 and "has no double precision: run with --precision fp32" in refused.err, refused
    for improver in ("array", "pieces"):
        refused = bench.run(["tsp", "medium.tsp", "-d", "llvmpipe", "--improver", improver], environment)
        assert refused.code == 2 and 'the software renderer "llvmpipe' in refused.err, refused
    (bench.folder / "turns.cl").write_text("real objective(const real *x, int n)\n{\n    uint turns = 0u, word = 1u;\n"
                                           "    for (int i = 0; i < (int)x[0]; ++i) {\n"
                                           "        word = word * 1664525u + (word >> 7);\n"
                                           "        turns += 1u | (word & 1u);\n    }\n    return turns;\n}\n")
    turns = bench.ok(["pso", "turns.cl", "--dim", "1", "--bounds", "70000:70001", "--particles", "1", "--iterations",
                      "1", "-d", "llvmpipe", "--json"], environment)
    if turns.json()["result"]["value"] >= 70000:
        raise Skip("this llvmpipe ends no loop early: the warning and the refusals of src can go")


def ambiguous_name(bench):
    """A text that is part of several device names is refused with the list; only an index or a name selects a
    simulator."""
    oclgrind = [path for pattern in ("/usr/lib", "/usr/lib/*", "/usr/local/lib")
                for path in glob.glob(f"{pattern}/oclgrind/liboclgrind-rt-icd.so")]
    if not oclgrind:
        raise Skip("oclgrind is not installed")
    environment = icd_folder(bench, "icd-two", {"oclgrind.icd": oclgrind[0]})
    devices = bench.devices(environment)
    if len(devices) < 2:
        raise Skip("the loader does not show oclgrind's device")
    names = [f"{device['name']} {device['platform_name']}".lower() for device in devices]
    letter = next(letter for letter in "aeiourst" if sum(letter in name for name in names) > 1)
    outcome = bench.run(["tsp", "small.tsp", "-d", letter], environment)
    assert outcome.code == 2 and outcome.out == "", outcome
    for device in devices:
        assert f"{device['platform']}:{device['device']}" in outcome.err, outcome.err
    chosen = next(device for device in devices if device["automatic"])
    assert not chosen["simulator"], devices
    simulator = next(device for device in devices if device["simulator"])
    run = bench.run(["tsp", "square.tsp", "-d", "oclgrind", "--algorithm", "as", "--ants", "1", "--iterations", "1",
                     "--json"], environment)
    assert run.code == 0 and run.json()["device"]["index"] == simulator["index"], run
