#!/usr/bin/env python3
"""Other projects can use an installed tree: pkg-config and CMake find it.

usage: installed.py MESON PKG_CONFIG CMAKE COMPILER BUILD_FOLDER EXAMPLE VERSION

pkg-config: its flags compile the example of docs/library.md against the shared and the static library.
CMake: find_package() finds the tree wherever it was installed, and rejects requests for other versions.
"""
import glob
import os
import shutil
import sys
import tempfile

from steps import run, skip, write

LISTS = """
cmake_minimum_required(VERSION 3.16)
project(user C)
foreach(other {others})
  find_package(swarmcl ${{other}} QUIET)
  if(swarmcl_FOUND)
    message(FATAL_ERROR "${{other}} is found")
  endif()
endforeach()
find_package(swarmcl {minor} REQUIRED)
if(NOT swarmcl_VERSION VERSION_EQUAL {version})
  message(FATAL_ERROR "${{swarmcl_VERSION}} is found")
endif()
add_executable(cities {example})
target_link_libraries(cities swarmcl::swarmcl)
"""


def one(folder, *pattern):
    """Returns the path of the only file in the folder that matches."""
    found = glob.glob(os.path.join(folder, "**", *pattern), recursive=True)
    if len(found) != 1:
        sys.exit(f"{len(found)} files {os.path.join(*pattern)} are installed")
    return found[0]


def require_tour(command, **options):
    answer = run(command, **options)
    if "Lisbon" not in answer:
        sys.exit(f"{command}: the example prints '{answer}', expected a tour through Lisbon")


def check_static(archive):
    """The static library exports only functions of the public headers, if the tools that make the others local exist."""
    if sys.platform != "linux" or not all(map(shutil.which, ("nm", "ld", "objcopy"))):
        return
    shown = {line.split()[-1] for line in run(["nm", "-g", "--defined-only", archive]).splitlines() if " " in line}
    if "swarm_solve" not in shown or any(not name.startswith("swarm_") for name in shown):
        sys.exit(f"the static library exports {sorted(name for name in shown if not name.startswith('swarm_'))}")


def flags_of(pkg_config, environment, *options):
    return run([pkg_config, *options, "swarmcl"], env=environment).split()


def inside(tree, flags):
    """Returns the flags with paths below the destination folder. --define-prefix or a sysroot would move the flags of
    OpenCL, too."""
    return [flag[:2] + tree + flag[2:] if flag[:2] in ("-I", "-L") and os.path.isdir(tree + flag[2:]) else flag
            for flag in flags]


PRINTED = {  # installed file: the command that prints it
    "man/man1/swarmcl.1": ["manual"],
    "bash-completion/completions/swarmcl.bash": ["completion", "bash"],
    "zsh/site-functions/_swarmcl": ["completion", "zsh"],
    "fish/vendor_completions.d/swarmcl.fish": ["completion", "fish"],
}


def check_program(tree, libraries, version):
    """Requires that the program has this version, and that man and the shells find its manual and completions."""
    environment = {**os.environ, "LD_LIBRARY_PATH": libraries}
    program = one(tree, "bin", "swarmcl")
    if version not in run([program, "--version"], env=environment):
        sys.exit("the installed swarmcl has another version")
    table = run([one(tree, "bin", "swarmcl-compare"), "pso", "sphere", "--set", "pso", "--set", "acor", "--seeds", "1", "--",
                 "--dim", "2", "--iterations", "2", "--device", "none"], env=environment).splitlines()
    if [row.split()[:2] for row in table[1:]] != [["sphere", "pso"], ["sphere", "acor"]]:
        sys.exit(f"swarmcl-compare prints {table}")
    for path, words in PRINTED.items():
        with open(one(tree, path), encoding="utf-8") as file:
            if file.read() != run([program, *words], env=environment):
                sys.exit(f"{path} is not what swarmcl {' '.join(words)} prints")


def check_pkg_config(tree, folder, pkg_config, compiler, example):
    described = one(tree, "swarmcl.pc")
    libraries = os.path.dirname(os.path.dirname(described))
    search = [os.path.dirname(described), os.environ.get("PKG_CONFIG_PATH", "")]
    environment = {**os.environ, "PKG_CONFIG_PATH": os.pathsep.join(filter(None, search)),
                   "PKG_CONFIG_ALLOW_SYSTEM_LIBS": "1", "PKG_CONFIG_ALLOW_SYSTEM_CFLAGS": "1"}
    cflags = ["-std=c11", "-Wall", "-Wextra", "-Werror", *inside(tree, flags_of(pkg_config, environment, "--cflags"))]
    shared = inside(tree, flags_of(pkg_config, environment, "--libs"))
    static = [os.path.join(libraries, "libswarmcl.a") if flag == "-lswarmcl" else flag
              for flag in inside(tree, flags_of(pkg_config, environment, "--libs", "--static"))]
    check_static(os.path.join(libraries, "libswarmcl.a"))
    for kind, libs in (("shared", shared), ("static", static)):
        program = os.path.join(folder, kind)
        run([compiler, *cflags, example, "-o", program, *libs])
        require_tour([program, "none"], env={**os.environ, "LD_LIBRARY_PATH": libraries if kind == "shared" else ""})
    check_program(tree, libraries, run([pkg_config, "--modversion", "swarmcl"], env=environment).strip())


def check_cmake(tree, folder, cmake, example, version):
    major, minor, patch = map(int, version.split("."))
    others = f"{major}.{minor + 1} {major}.{minor - 1} {major}.{minor}.{patch + 1}"
    user, out = os.path.join(folder, "user"), os.path.join(folder, "out")
    write(os.path.join(user, "CMakeLists.txt"),
          LISTS.format(others=others, minor=f"{major}.{minor}", version=version, example=example))
    config = one(tree, "swarmclConfig.cmake")
    run([cmake, "-S", user, "-B", out, f"-Dswarmcl_ROOT={os.path.dirname(config)}"])
    run([cmake, "--build", out])
    require_tour([os.path.join(out, "cities"), "none"])


def main():
    meson, pkg_config, cmake, compiler, build, example, version = sys.argv[1:]
    if not (pkg_config and cmake and meson):
        skip("there is no pkg-config or no cmake, or meson is not on the path")
    with tempfile.TemporaryDirectory() as folder:
        tree = os.path.join(folder, "tree")
        run([meson, "install", "-C", build, "--no-rebuild", "--destdir", tree])
        check_pkg_config(tree, folder, pkg_config, compiler, example)
        check_cmake(tree, folder, cmake, example, version)


if __name__ == "__main__":
    main()
