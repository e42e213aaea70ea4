#!/usr/bin/env python3
"""CMake finds an installed tree by find_package(), wherever it lies, and refuses versions that it is not.

usage: find_package.py CMAKE MESON BUILD_FOLDER EXAMPLE VERSION
"""
import glob
import os
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


def main():
    cmake, meson, build, example, version = sys.argv[1:]
    if not cmake or not meson:
        skip("there is no cmake, or meson is not on the path")
    major, minor, patch = map(int, version.split("."))
    others = f"{major}.{minor + 1} {major}.{minor - 1} {major}.{minor}.{patch + 1}"
    with tempfile.TemporaryDirectory() as folder:
        run([meson, "install", "-C", build, "--no-rebuild", "--destdir", os.path.join(folder, "tree")])
        configs = glob.glob(os.path.join(folder, "tree", "**", "swarmclConfig.cmake"), recursive=True)
        assert len(configs) == 1, configs
        user, out = os.path.join(folder, "user"), os.path.join(folder, "out")
        write(os.path.join(user, "CMakeLists.txt"),
              LISTS.format(others=others, minor=f"{major}.{minor}", version=version, example=example))
        run([cmake, "-S", user, "-B", out, f"-Dswarmcl_ROOT={os.path.dirname(configs[0])}"])
        run([cmake, "--build", out])
        answer = run([os.path.join(out, "cities"), "none"])
        assert "Lisbon" in answer, answer


if __name__ == "__main__":
    main()
