#!/usr/bin/env python3
"""Compiles each public header, as C11 and as C++, and as C11 the programs in them, with every warning an error.

usage: header.py c|c++ COMPILER INCLUDE_FOLDER...
"""
import pathlib
import re
import subprocess
import sys

SKIPPED = 77
STRICT = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wundef", "-fsyntax-only"]
# Programs that use a name of each kind, so an empty header fails; they include twice, for the include guard.
USER = """enum swarm_status (*a)(swarm_context **) = swarm_context_create;
struct swarm_device b;
swarm_result *c;
"""
WAYS = {"c": ["-std=c11", "-Wstrict-prototypes"], "c++": ["-std=c++11"]}


def texts_of(folder, language):
    """Yields programs that include every header that can be included first, and the programs in their first
    comments."""
    for path in sorted((pathlib.Path(folder) / "swarmcl").glob("*.h")):
        if path.name == "version.h":
            continue
        include = f"#include <swarmcl/{path.name}>\n"
        yield path.name, 2 * include + "#include <swarmcl/swarmcl.h>\n" + USER
        comment = path.read_text(encoding="ascii").split("*/")[0]
        program = "\n".join(re.findall(r"^ \*     (.*)|^ \*$", comment, re.MULTILINE))
        if language == "c" and "int main" in program:
            yield f"program of {path.name}", program + "\n"


def main():
    language, compiler, folders = sys.argv[1], sys.argv[2], sys.argv[3:]
    if not compiler:
        print(f"skipped: there is no compiler for {language}")
        return SKIPPED
    includes = [f"-I{folder}" for folder in folders]
    failed = 0
    texts = list(texts_of(folders[0], language))
    assert len(texts) >= (11 if language == "c" else 7), texts
    for name, text in texts:
        command = [compiler, *WAYS[language], *STRICT, *includes, "-x", language, "-"]
        run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        failed += run.returncode != 0
        sys.stdout.write(f"{name}:\n{run.stderr}" if run.stderr else "")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
