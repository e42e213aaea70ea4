"""Temporary files, and the formats of save(): texts are written here, maps and routes by the program swarmcl."""
from __future__ import annotations

import csv
import io
import os

from ._library import Error, UnsupportedError, lib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Files:
    """Temporary files of one call, because the library reads OpenCL C, bounds, positions and travel times only from files."""

    def __init__(self) -> None:
        self._folder: Any = None

    def path(self, name: str, text: str) -> str:
        """Writes a new file with this text; returns its path."""
        from tempfile import TemporaryDirectory
        self._folder = self._folder or TemporaryDirectory(prefix="swarmcl-")
        path = os.path.join(self._folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def __enter__(self) -> Files:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if self._folder:
            if isinstance(error, Error):
                import re
                text = str(error).replace(self._folder.name + os.sep, "")
                error.args = (re.sub(r"^(bounds|init):(\d+)", lambda line: f"{line[1]}: row {int(line[2]) - 1}", text),)
            self._folder.cleanup()


def table(titles: list[str], rows: Any) -> str:
    """Formats a table as CSV."""
    made = io.StringIO()
    csv.writer(made, lineterminator="\n").writerows([titles, *rows])
    return made.getvalue()


def tsplib(nodes: list[int], length: Any) -> str:
    """Formats a tour as TSPLIB95, which numbers nodes from 1."""
    lines = "\n".join(str(node + 1) for node in nodes)
    return f"COMMENT : length {length}\nTYPE : TOUR\nDIMENSION : {len(nodes)}\nTOUR_SECTION\n{lines}\n-1\nEOF\n"


def rendered(kind: str, result: Any, title: str) -> str:
    """Returns a file of the format `kind` that the program makes from a table of the nodes in tour order."""
    import shutil
    import subprocess
    import sysconfig
    from tempfile import TemporaryDirectory
    built = os.path.dirname(lib._name)  # in the folder of a build the program is next to its library
    folders = [sysconfig.get_path("scripts"), *([os.path.join(built, "cli")] if built else []), *os.get_exec_path()]
    program = shutil.which("swarmcl", path=os.pathsep.join(folders))
    if not program:
        raise FileNotFoundError(f"save: the program swarmcl, which writes .{kind}, is not installed")
    title = "".join(letter if letter.isprintable() and letter != "/" else " " for letter in title)[:60].strip() or "tour"
    with TemporaryDirectory(prefix="swarmcl-") as folder:
        order, tour, made = (os.path.join(folder, name) for name in (f"{title}.csv", "order.tour", f"made.{kind}"))
        for path, text in ((order, table(*result._rows())), (tour, tsplib(list(range(len(result.tour))), ""))):
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        done = subprocess.run([program, "render", order, tour, "-o", made, *["--path"] * result.path], check=False,
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise UnsupportedError(f"save: {program}: {done.stderr.strip()}")
        with open(made, encoding="utf-8") as file:
            return file.read()
