#!/usr/bin/env python3
"""Compiles the public header alone, as C11 and as C++, with every warning an error.

usage: header.py c|c++ COMPILER INCLUDE_FOLDER...
"""
import subprocess
import sys
import tempfile

SKIPPED = 77
STRICT = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wundef", "-fsyntax-only"]
# A name of each kind, so that an empty header does not pass; twice, for the include guard.
USER = """#include <swarmcl/swarmcl.h>
#include <swarmcl/swarmcl.h>
enum swarm_status (*a)(swarm_context **) = swarm_context_create;
struct swarm_device b;
swarm_result *c;
"""
WAYS = {"c": ["-std=c11", "-Wstrict-prototypes"], "c++": ["-std=c++11"]}


def main():
    language, compiler, folders = sys.argv[1], sys.argv[2], sys.argv[3:]
    if not compiler:
        print(f"skipped: there is no compiler for {language}")
        return SKIPPED
    with tempfile.NamedTemporaryFile("w", suffix=".h", encoding="ascii") as file:
        file.write(USER)
        file.flush()
        includes = [f"-I{folder}" for folder in folders]
        command = [compiler, *WAYS[language], *STRICT, *includes, "-x", language, file.name]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    sys.stdout.write(run.stderr)
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
