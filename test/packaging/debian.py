#!/usr/bin/env python3
"""Checks the Debian packages: their rules have the version and the functions of this library; they build, lintian finds
no error and no warning, and the installed files work.

usage: debian.py rules NM LIBRARY VERSION SOURCES
       debian.py packages COMPILER SOURCES

`packages` builds without optimisations and without tests. Exit code 77: debhelper or another tool is missing.
"""
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
HEADER = pathlib.Path(__file__).resolve().parents[2] / "include" / "swarmcl" / "context.h"
LIBRARY = "libswarmcl" + re.search(r"(?m)^#define SWARM_ABI (\d+)$", HEADER.read_text(encoding="utf-8"))[1]
PACKAGES = ["libswarmcl-dev", LIBRARY, "python3-swarmcl", "swarmcl"]
USER = """
import swarmcl
assert swarmcl.__file__.startswith("{root}"), swarmcl.__file__
tour, length = swarmcl.solve([(0, 0), (3, 0), (3, 4), (0, 4)], device="none")
assert sorted(tour) == [0, 1, 2, 3] and length == 14, (tour, length)
"""


def run(command, environment=None):
    done = subprocess.run(command, env={**os.environ, **(environment or {})}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def check_rules(nm, library, version, sources):
    if not nm:
        skip("there is no nm")
    debian = os.path.join(sources, "packaging", "debian")
    files = sorted(os.path.basename(path) for path in glob.glob(os.path.join(debian, "libswarmcl[0-9]*")))
    if files != [f"{LIBRARY}.install", f"{LIBRARY}.symbols"]:
        sys.exit(f"found {files}, expected those of {LIBRARY}, for SWARM_ABI")
    names = set(re.findall(r"libswarmcl\d+", read(debian, "control")))
    soname = LIBRARY.replace("libswarmcl", "libswarmcl.so.")
    symbols = read(debian, f"{LIBRARY}.symbols")
    listed = set(re.findall(r"^ (\w+)@Base ", symbols, re.M))
    shown = {line.split()[-1] for line in run([nm, "-D", "--defined-only", library]).splitlines()}
    problems = [f"{LIBRARY}.symbols does not have {name}" for name in sorted(shown - listed)]
    problems += [f"the library does not have {name} of {LIBRARY}.symbols" for name in sorted(listed - shown)]
    if names != {LIBRARY}:
        problems.append(f"control has {sorted(names)}, expected {LIBRARY}")
    if not symbols.startswith(f"{soname} {LIBRARY} ") or not os.path.exists(os.path.join(os.path.dirname(library), soname)):
        problems.append(f"the soname is not {soname}")
    newest = re.match(r"swarmcl \((\S+)-\w+\)", read(debian, "changelog"))[1]
    if newest != version:
        problems.append(f"the newest entry of changelog is for {newest}, expected {version}")
    print("\n".join(problems))
    sys.exit(1 if problems else 0)


def check_installed(root, compiler, sources, folder):
    """Requires that `root` has the files of all packages, and that C and Python programs find the library by the
    loader."""
    libraries, = glob.glob(os.path.join(root, "usr", "lib", "*-*"))
    environment = {"LD_LIBRARY_PATH": libraries,
                   "PYTHONPATH": os.path.join(root, "usr", "lib", "python3", "dist-packages")}
    grid = os.path.join(root, "usr", "share", "doc", "swarmcl", "examples", "instances", "grid100.tsp")
    said = run([os.path.join(root, "usr", "bin", "swarmcl"), "tsp", grid, "--device", "none", "--target", "10000"])
    assert re.search(r"^length +10000$", said, re.M), said
    run(["/usr/bin/python3", "-B", "-c", USER.format(root=root)], environment)
    program = os.path.join(folder, "cities")
    run([compiler, os.path.join(sources, "test", "example", "cities.c"), "-o", program,
         "-I", os.path.join(root, "usr", "include"), "-L", libraries, "-lswarmcl"])
    assert "Lisbon" in run([program, "none"], environment)


def check_packages(compiler, sources):
    if not shutil.which("dpkg-buildpackage") or subprocess.run(
            ["dpkg-checkbuilddeps", os.path.join(sources, "packaging", "debian", "control")], check=False,
            env={**os.environ, "DEB_BUILD_PROFILES": "nocheck"}).returncode != 0:
        skip("Debian's build tools are not installed: debhelper, dh-python, dpkg-dev and others")
    with tempfile.TemporaryDirectory() as folder:
        out, root = os.path.join(folder, "out"), os.path.join(folder, "root")
        run([os.path.join(sources, "packaging", "debian", "build"), out],
            {"DEB_BUILD_OPTIONS": "nocheck noautodbgsym noopt", "DEB_BUILD_PROFILES": "nocheck"})
        made = sorted(glob.glob(os.path.join(out, "*.deb")))
        names = [os.path.basename(path).split("_")[0] for path in made]
        assert names == PACKAGES, names
        for path in made:
            run(["dpkg-deb", "--extract", path, root])
        check_installed(root, compiler, sources, folder)
        if shutil.which("lintian"):
            print(run(["lintian", "--fail-on", "error,warning", *glob.glob(os.path.join(out, "*.changes"))]))
        else:
            print("lintian is not installed")


def main():
    {"rules": check_rules, "packages": check_packages}[sys.argv[1]](*sys.argv[2:])


if __name__ == "__main__":
    main()
