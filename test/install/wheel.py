#!/usr/bin/env python3
"""A wheel of the sources has only the package, the library and the program, and works where there is no OpenCL.

usage: wheel.py SOURCES [bare]

In a virtual environment in which libOpenCL does not load; `bare`: in a root of this Debian that debootstrap makes, with
Python alone. Exit code 77: patchelf or Debian's python3-build, python3-mesonpy or python3-venv is missing, or for
`bare` the means to make a root.
"""
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

from steps import run, skip, without_opencl

TOLD = re.compile(r"swarmcl/(\w+\.py|py\.typed|libswarmcl\.so\.0|LICENSE\.json-c)|"
                  r"swarmcl-[\d.]+\.(dist-info/(METADATA|WHEEL|RECORD|LICENSE)|data/scripts/swarmcl)")
TRIES = 5  # of the first call, which another program may delay
# 52 nodes; `swarmcl tsp --bound` proves that no tour is shorter than 55037.5408.
USER = """
import math, os, tempfile, time
state, numbers = 12345, []
for _ in range(104):
    state = (1103515245 * state + 12345) % 2**31
    numbers.append((state >> 11) % 10000)
points = list(zip(numbers[::2], numbers[1::2]))
import swarmcl
start = time.perf_counter()
tour, length = swarmcl.solve(points)
seconds = time.perf_counter() - start
assert sorted(tour) == list(range(52)), tour
again = sum(math.dist(points[a], points[b]) for a, b in zip(tour, tour[1:] + tour[:1]))
assert abs(length - again) < 0.001 and length < 55037.542, (length, again)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("towns.csv", "w", encoding="utf-8") as file:
        file.write("Ort;Breite;L\\u00e4nge\\nKiel;54,32;10,14\\nBonn;50,73;7,1\\nUlm;48,4;9,99\\n")
    towns = swarmcl.solve("towns.csv", start="Bonn")
    for name in ("towns.html", "towns.gpx", "towns.svg"):  # the first two by the program of the wheel
        towns.save(name)
        with open(name, encoding="utf-8") as file:
            assert "Kiel" in file.read(), name
print(seconds)
"""


def builder():
    """Returns a Python that finds the packages of Debian."""
    for python in (sys.executable, "/usr/bin/python3") if shutil.which("patchelf") else ():
        if subprocess.run([python, "-c", "import build, mesonpy, ensurepip"], capture_output=True,
                          check=False).returncode == 0:
            return python
    return skip("patchelf, python3-build, python3-mesonpy or python3-venv is not installed")


def build(python, sources, folder):
    """Builds the wheel and returns its path. It uses a copy of the sources, because building writes to them."""
    copy, out = os.path.join(folder, "copy"), os.path.join(folder, "out")
    top = [name for name in os.listdir(sources) if name.startswith((".", "build"))]
    shutil.copytree(sources, copy, ignore=lambda path, _: top if path == sources else [])
    run([python, "-m", "build", "--wheel", "--no-isolation", copy, "--outdir", os.path.join(folder, "dist")])
    made = os.listdir(os.path.join(folder, "dist"))
    assert len(made) == 1, made
    name = run([python, os.path.join(copy, "python", "retag.py"), os.path.join(folder, "dist", made[0]), out]).strip()
    assert re.fullmatch(r"swarmcl-[\d.]+-py3-none-manylinux_2_\d+_\w+\.whl", name), name
    return os.path.join(out, name)


def check_files(wheel, sources):
    names = zipfile.ZipFile(wheel).namelist()
    strange = [name for name in names if not TOLD.fullmatch(name)]
    assert not strange, strange
    package = {name for name in os.listdir(os.path.join(sources, "python", "swarmcl"))
               if not name.startswith((".", "__pycache__"))}
    missing = package - {os.path.basename(name) for name in names}
    assert not missing, f"python/meson.build does not name {missing}"


def check(prefix, wheel, folder, environment):
    """Installs and uses the wheel; `prefix` is before each command, `folder` is as the commands see it."""
    python = f"{folder}/venv/bin/python"
    run([*prefix, python, "-m", "pip", "install", "-q", "--no-index", "--disable-pip-version-check", wheel],
        env=environment)
    seconds = []
    while len(seconds) < TRIES and (not seconds or min(seconds) > 0.2):
        seconds.append(float(run([*prefix, python, "-c", USER], env=environment)))
    assert min(seconds) <= 0.2, f"{seconds} s, expected 0.2 s"
    devices = subprocess.run([*prefix, f"{folder}/venv/bin/swarmcl", "devices"], env=environment, capture_output=True,
                             text=True, check=False)
    assert devices.returncode == 3 and "no libOpenCL" in devices.stderr, devices


def check_here(python, wheel, folder):
    run([python, "-m", "venv", os.path.join(folder, "venv")])
    check([], wheel, folder, without_opencl(os.path.join(folder, "hidden")))


def check_bare(wheel, folder):
    root = os.path.join(folder, "root")
    release = platform.freedesktop_os_release()["VERSION_CODENAME"]
    done = subprocess.run(["debootstrap", "--variant=minbase", "--include=python3-venv", release, root],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        skip(f"debootstrap: {(done.stdout.splitlines() or [done.stderr])[-1]}")
    shutil.copy(wheel, os.path.join(root, "opt"))
    prefix = ["unshare", "--mount", "--pid", "--fork", f"--mount-proc={root}/proc", "chroot", root]
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/opt"}
    run([*prefix, "python3", "-m", "venv", "/opt/venv"], env=environment)
    check(prefix, f"/opt/{os.path.basename(wheel)}", "/opt", environment)


def main():
    sources, bare = os.path.abspath(sys.argv[1]), sys.argv[2:] == ["bare"]
    python = builder()
    if bare and not (shutil.which("debootstrap") and shutil.which("unshare") and os.geteuid() == 0):
        skip("debootstrap or unshare is not installed, or this is not root")
    with tempfile.TemporaryDirectory() as folder:
        wheel = build(python, sources, folder)
        check_files(wheel, sources)
        if bare:
            check_bare(wheel, folder)
        else:
            check_here(python, wheel, folder)


if __name__ == "__main__":
    main()
