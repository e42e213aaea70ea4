#!/usr/bin/env python3
"""The structs and numbers that the package copies from the header equal those that a compiler sees; all files of the
package are installed.

usage: layout.py COMPILER INCLUDE_FOLDER...
"""
import ctypes
import os
import re
import subprocess
import sys
import tempfile

from swarmcl import _library as library

HEADS = {"Param"}  # structs of which only the first members are declared
ENUMS = {"SWARM_ABI": library.ABI, "SWARM_PARAM_FLAG": library.FLAG, "SWARM_PARAM_INTEGER": library.INTEGER,
         "SWARM_PARAM_REAL": library.REAL, "SWARM_METRIC_EXPLICIT": library.EXPLICIT,
         "SWARM_METRIC_COUNT": library.METRIC_COUNT}
ENUMS.update({f"SWARM_SURFACE_{name.upper()}": number for name, number in library.SURFACES.items()})
CLASSES = {"INVALID_ARGUMENT": "ArgumentError", "OUT_OF_MEMORY": "OutOfMemoryError", "IO": "FileError",
           "INPUT": "InputError", "UNSUPPORTED": "UnsupportedError", "NO_DEVICE": "DeviceError",
           "OPENCL": "DeviceError", "BUILD": "DeviceError", "VERIFICATION": "VerificationError",
           "INTERNAL": "InternalError"}


def expected():
    """Expressions in C, and their values according to the package."""
    for name, kind in sorted(vars(library).items()):
        if not (isinstance(kind, type) and issubclass(kind, ctypes.Structure) and kind is not ctypes.Structure):
            continue
        struct = "struct swarm_" + re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
        if name not in HEADS:
            yield f"sizeof({struct})", ctypes.sizeof(kind)
        for member, *_ in kind._fields_:
            yield f"offsetof({struct}, {member})", getattr(kind, member).offset
            yield f"sizeof((({struct} *)0)->{member})", getattr(kind, member).size
    yield from ENUMS.items()


def main(compiler, *folders):
    rows = list(expected())
    assert len(rows) > 200, len(rows)
    lines = [f'    printf("%ld\\n", (long)({expression}));' for expression, _ in rows]
    lines += [f'    printf("%d\\n", SWARM_ERROR_{name});' for name in CLASSES]
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "layout.c"), os.path.join(folder, "layout")
        with open(source, "w", encoding="ascii") as file:
            file.write("#include <stddef.h>\n#include <stdio.h>\n#include <swarmcl/swarmcl.h>\nint main(void)\n{\n"
                       + "\n".join(lines) + "\n    return 0;\n}\n")
        subprocess.run([compiler, *(f"-I{path}" for path in folders), source, "-o", program], check=True)
        output = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    numbers = list(map(int, output.split()))
    wrong = [f"{expression}: found {value}, in C {number}"
             for (expression, value), number in zip(rows, numbers) if value != number]
    for name, number in zip(CLASSES, numbers[len(rows):]):
        found = type(library.error_of(number, "")).__name__
        if found != CLASSES[name]:
            wrong.append(f"SWARM_ERROR_{name}: found {found}, expected {CLASSES[name]}")
    package = os.path.dirname(os.path.abspath(library.__file__))
    with open(os.path.join(os.path.dirname(package), "meson.build"), encoding="ascii") as file:
        installed = file.read()
    wrong += [f"python/meson.build does not name {name}" for name in sorted(os.listdir(package))
              if name.endswith(".py") and f"'swarmcl/{name}'" not in installed]
    print("\n".join([*wrong, f"{len(numbers)} numbers: {len(wrong)} wrong"]))
    return bool(wrong) or len(numbers) != len(rows) + len(CLASSES)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
