#!/usr/bin/env python3
"""Gives a Linux wheel its true tag: any Python 3, any Linux with the version of glibc that its symbols need.

usage: retag.py WHEEL FOLDER

meson-python takes the library for a module of the interpreter that built it, and tags the wheel for that interpreter.
Writes the new wheel to FOLDER and its name to stdout. Refuses wheels whose files need libraries that some systems lack
(PEP 600).
"""
import base64
import hashlib
import os
import platform
import re
import subprocess
import sys
import tempfile
import zipfile

EVERYWHERE = re.compile(r"lib(c|m)\.so\.6|lib(dl|pthread)\.so\.\d|librt\.so\.1|libz\.so\.1|ld-linux[\w-]*\.so\.\d")
OLDEST = (2, 17)  # a version of glibc that is older than those of all tags


def glibc_of(name, data):
    """The newest version of glibc that the program or library `name` needs."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        text = subprocess.run(["objdump", "-pT", file.name], check=True, stdout=subprocess.PIPE, text=True).stdout
    strange = [needed for needed in re.findall(r"NEEDED\s+(\S+)", text) if not EVERYWHERE.fullmatch(needed)]
    if strange:
        sys.exit(f"{name} needs {', '.join(strange)}, expected libraries that every Linux has")
    return max((tuple(map(int, match)) for match in re.findall(r"\bGLIBC_(\d+)\.(\d+)", text)), default=OLDEST)


def row_of(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: retag.py WHEEL FOLDER")
    path, folder = sys.argv[1:]
    with zipfile.ZipFile(path) as wheel:
        files = {info: wheel.read(info) for info in wheel.infolist()}
    record = next(info for info in files if info.filename.endswith(".dist-info/RECORD"))
    del files[record]
    binaries = {info.filename: data for info, data in files.items() if data.startswith(b"\x7fELF")}
    if not binaries:
        sys.exit(f"{path}: no program and no library of Linux is in it")
    glibc = max(OLDEST, *(glibc_of(name, data) for name, data in binaries.items()))
    tag = f"py3-none-manylinux_{glibc[0]}_{glibc[1]}_{platform.machine()}"
    name = "-".join([*os.path.basename(path).split("-")[:2], tag]) + ".whl"
    os.makedirs(folder, exist_ok=True)
    with zipfile.ZipFile(os.path.join(folder, name), "w") as wheel:  # an info keeps the mode of its file
        rows = []
        for info, data in files.items():
            if info.filename.endswith(".dist-info/WHEEL"):
                data = re.sub(rb"(?m)^Tag: .*$", b"Tag: " + tag.encode(), data)
            wheel.writestr(info, data, zipfile.ZIP_DEFLATED)
            rows.append(row_of(info.filename, data))
        wheel.writestr(record, "".join(rows) + record.filename + ",,\n", zipfile.ZIP_DEFLATED)
    print(name)


if __name__ == "__main__":
    main()
