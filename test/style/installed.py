#!/usr/bin/env python3
"""An installed tree works: the example of docs/library.md, compiled with the flags of pkg-config, against the shared and
the static library.

usage: installed.py MESON PKG_CONFIG COMPILER BUILD_FOLDER EXAMPLE [COMPILER_ARGUMENT...]
"""
import glob
import os
import subprocess
import sys
import tempfile

SKIPPED = 77


def run(command, environment):
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}")
    return done.stdout.strip()


def flags_of(pkg_config, environment, *options):
    return run([pkg_config, *options, "swarmcl"], environment).split()


def inside(tree, flags):
    """Paths below the destination folder. Not --define-prefix or a sysroot: those would move OpenCL's flags too."""
    return [flag[:2] + tree + flag[2:] if flag[:2] in ("-I", "-L") and os.path.isdir(tree + flag[2:]) else flag
            for flag in flags]


PRINTED = {  # where it is looked for: what prints it
    "man/man1/swarmcl.1": ["manual"],
    "bash-completion/completions/swarmcl.bash": ["completion", "bash"],
    "zsh/site-functions/_swarmcl": ["completion", "zsh"],
    "fish/vendor_completions.d/swarmcl.fish": ["completion", "fish"],
}


def check_printed(tree, program, environment):
    """Manual and completions are where man and the shells look, and are those of this program. A build that crosses
    to another machine has none; this test does not run there."""
    for place, words in PRINTED.items():
        found = glob.glob(os.path.join(tree, "**", place), recursive=True)
        if len(found) != 1:
            sys.exit(f"{len(found)} files {place} are installed")
        with open(found[0], encoding="utf-8") as file:
            if file.read().strip() != run([program, *words], environment):
                sys.exit(f"{found[0]} is not what swarmcl {' '.join(words)} prints")


def check(tree, folder, pkg_config, compiler, example, extra):
    found = glob.glob(os.path.join(tree, "**", "swarmcl.pc"), recursive=True)
    if len(found) != 1:
        sys.exit(f"{len(found)} files swarmcl.pc are installed")
    libraries = os.path.dirname(os.path.dirname(found[0]))
    search = [os.path.dirname(found[0]), os.environ.get("PKG_CONFIG_PATH", "")]
    environment = {**os.environ, "PKG_CONFIG_PATH": os.pathsep.join(filter(None, search)),
                   "LD_LIBRARY_PATH": libraries, "PKG_CONFIG_ALLOW_SYSTEM_LIBS": "1",
                   "PKG_CONFIG_ALLOW_SYSTEM_CFLAGS": "1"}
    version = run([pkg_config, "--modversion", "swarmcl"], environment)
    cflags = ["-std=c11", "-Wall", "-Wextra", "-Werror", *extra,
              *inside(tree, flags_of(pkg_config, environment, "--cflags"))]
    shared = inside(tree, flags_of(pkg_config, environment, "--libs"))
    static = [os.path.join(libraries, "libswarmcl.a") if flag == "-lswarmcl" else flag
              for flag in inside(tree, flags_of(pkg_config, environment, "--libs", "--static"))]
    for kind, libs in (("shared", shared), ("static", static)):
        program = os.path.join(folder, kind)
        without_path = {**environment, "LD_LIBRARY_PATH": libraries if kind == "shared" else ""}
        run([compiler, *cflags, example, "-o", program, *libs], environment)
        answer = run([program, "none"], without_path)
        if "Lisbon" not in answer:
            sys.exit(f"{kind}: the example says '{answer}', expected a tour through Lisbon")
    swarmcl = glob.glob(os.path.join(tree, "**", "bin", "swarmcl"), recursive=True)
    if len(swarmcl) != 1 or version not in run([swarmcl[0], "--version"], environment):
        sys.exit("the program swarmcl is not installed, or of another version")
    check_printed(tree, swarmcl[0], environment)


def main():
    meson, pkg_config, compiler, build, example, *extra = sys.argv[1:]
    if not pkg_config or not meson:
        print("skipped: there is no pkg-config, or meson is not on the path")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        tree = os.path.join(folder, "tree")
        run([meson, "install", "-C", build, "--no-rebuild", "--destdir", tree], dict(os.environ))
        check(tree, folder, pkg_config, compiler, example, extra)
    return 0


if __name__ == "__main__":
    sys.exit(main())
