#!/usr/bin/env python3
"""launcher.py PROGRAM - runs a test of four ranks by mpirun and returns its exit code; 77: there is no mpirun.

A run that hangs is killed after HANG_SECONDS, and has failed. cases_ranks.py uses this module, too.
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

SKIP = 77
HANG_SECONDS = 300  # only for hangs

# More ranks than cores, as root, in containers that trace no processes, without a shell on other machines: Open MPI
# needs a variable for each. Others ignore these names.
ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
    "OMPI_MCA_plm_rsh_agent": "sh",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "PRTE_ALLOW_RUN_AS_ROOT": "1",
    "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
    "PRTE_MCA_hwloc_default_binding_policy": "none",
}


def find():
    return shutil.which("mpirun") or shutil.which("mpiexec")


def start(words, environment, **options):
    """Starts mpirun in its own process group, so that it can be killed with all ranks."""
    return subprocess.Popen([find(), *words], env={**environment, **ENVIRONMENT}, start_new_session=True,
                            **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
                               "text": True, **options})


def kill(process):
    """Kills mpirun and all ranks at once, as if the machine failed."""
    ranks = descendants(process.pid)
    for pid in [process.pid, *ranks]:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return process.communicate(timeout=HANG_SECONDS)


def finish(process):
    """Returns the output of mpirun; raises AssertionError if mpirun hangs."""
    try:
        return process.communicate(timeout=HANG_SECONDS)
    except subprocess.TimeoutExpired:
        raise AssertionError(f"mpirun hung for {HANG_SECONDS} seconds: {kill(process)}") from None


def descendants(pid):
    """Returns the descendants of process `pid`, its children first; none without /proc."""
    found = []
    for children in pathlib.Path("/proc", str(pid), "task").glob("*/children"):
        try:
            found += [int(word) for word in children.read_text().split()]
        except OSError:
            pass
    return found + [below for child in found for below in descendants(child)]


def ranks_of(process, program, count):
    """Returns the processes of mpirun that run `program`, once there are `count`."""
    deadline = time.monotonic() + HANG_SECONDS
    while time.monotonic() < deadline:
        found = []
        for pid in descendants(process.pid):
            try:
                if os.path.samefile(f"/proc/{pid}/exe", program):
                    found.append(pid)
            except OSError:
                pass
        if len(found) == count:
            return found
        time.sleep(0.02)
    raise AssertionError(f"mpirun did not start {count} ranks")


def main():
    if not find():
        print("skipped: there is no mpirun")
        return SKIP
    process = start(["-n", "4", *sys.argv[1:]], dict(os.environ))
    out, err = finish(process)
    print(out, err, sep="")
    return process.returncode


if __name__ == "__main__":
    sys.exit(main())
