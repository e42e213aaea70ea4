#!/usr/bin/env python3
"""json_page.py PROGRAM ROOT [--write] - docs/json.md, docs/schema.json and the program's documents have the same members.

Every member of the documents below has a row of its type in the page, and every row is in a document. --write makes
schema.json from the page.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

TYPES = {"integer": (int,), "number": (int, float), "text": (str,), "flag": (bool,), "list": (list,), "object": (dict,)}
SCHEMA_TYPES = {"text": "string", "flag": "boolean", "list": "array"}  # the others have the same name
OPEN = ("parameters", "memory.buffers")  # their members depend on the command and the algorithm
NESTED = {"device": "A device", "devices[]": "A device", "checks[].device": "A device", "instance": "An instance",
          "result.routes[]": "A route", "routes[]": "A route", "objective": "A function"}
HOST = ["--device", "none", "--iterations", "2", "--json", "-q"]
MATRICES = "10\n" + 2 * "".join(" ".join(str(abs(i - j) * (3 * i + j) % 11) for j in range(10)) + "\n"
                                for i in range(10))
POINTS = "0 0 0 1 1 1 1 0 0.5 0.2 output 1 2 3 4 5 1\n"


def rows_of(page):
    """Returns {section: {member: type}} of the tables."""
    sections = {}
    for part in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        sections[part.split("\n")[0]] = dict(re.findall(r"^\| `([^`]+)` \| (\w+\??) \|", part, re.MULTILINE))
    return sections


def commands(root):
    """Yields the section and the arguments of each document; `-o` writes files for later commands."""
    instance, places, sights = (str(root / "instances" / name) for name in
                                ("uniform100.tsp", "timezones.csv", "sights.csv"))
    yield "Runs", ["tsp", instance, *HOST, "-o", "a.tour"]
    yield "Runs", ["tsp", instance, *HOST, "--init", "a.tour", "--algorithm", "mmas", "--islands", "2", "--epoch", "1",
                   "--keep", "1"]
    yield "Runs", ["tsp", instance, *HOST, "--repeat", "2", "--target", "1"]
    yield "Runs", ["tsp", places, *HOST, "--bound"]
    yield "Runs", ["tsp", instance, "--algorithm", "mmas", "--iterations", "1", "--profile", "--json", "-q"]
    yield "Runs", ["pso", "sphere", "--dim", "2", *HOST, "--islands", "2"]
    yield "Runs", ["pso", str(root / "instances" / "vessel.cl"), "--device", "cpu", "--bounds", "1:99", "--dim", "4",
                   "--particles", "9", "--iterations", "2", "--json", "-q"]
    yield "Runs", ["pso", str(root / "instances" / "stock.cl"), "--device", "cpu", "--bounds", "0:200", "--dim", "2",
                   "--particles", "9", "--iterations", "2", "--repeat-evaluations", "2", "--json", "-q"]
    yield "Runs", ["qap", "a.dat", *HOST, "-o", "a.sln"]
    keyboard = [str(root / "instances" / name) for name in ("letters.csv", "keys.csv")]
    yield "Runs", ["qap", *keyboard, *HOST, "-o", "k.csv"]
    yield "verify and render", ["verify", *keyboard, "k.csv", "--json"]
    yield "Runs", ["orient", sights, "--limit", "20000", *HOST, "-o", "s.tour"]
    vans = str(root / "instances" / "vans.vrp")
    yield "Runs", ["fleet", vans, *HOST, "-o", "v.sol"]
    yield "verify and render", ["verify", vans, "v.sol", "--json"]
    yield "Runs", ["fleet", places, *HOST, "-o", "n.sol"]
    yield "verify and render", ["verify", places, "n.sol", "--json"]
    yield "bound", ["bound", instance, "--evaluations", "10", "--init", "a.tour", "--json", "-o", "b.json"]
    yield "verify and render", ["verify", instance, "a.tour", "--certificate", "b.json", "--json"]
    yield "verify and render", ["verify", sights, "s.tour", "--limit", "20000", "--json"]
    yield "verify and render", ["verify", "a.dat", "a.sln", "--json"]
    yield "verify and render", ["render", instance, "a.tour", "-o", "a.svg", "--json"]
    yield "instance", ["instance", places, "--json"]
    yield "instance", ["instance", *keyboard, "--json"]
    yield "instance", ["instance", vans, "--json"]
    yield "instance generate", ["instance", "generate", "circle", "--nodes", "20", "-o", "c.tsp", "--json"]
    yield "batch", ["batch", "--points", "few.txt", "-o", "b.jsonl", "--json"]
    yield "pso --list", ["pso", "--list", "--json"]
    yield "devices", ["devices", "--json"]
    yield "check", ["check", "--device", "none", "--json"]


def members(value, path=""):
    """Yields the path and the value of every member, except for members in OPEN."""
    for key, member in value.items() if isinstance(value, dict) else ():
        name = f"{path}.{key}" if path else key
        yield name, member
        if name not in OPEN:
            yield from members(member, name)
            for entry in member if isinstance(member, list) else ():
                yield from members(entry, name + "[]")


def fits(value, kind):
    if value is None:
        return kind.endswith("?")
    allowed = TYPES[kind.rstrip("?")]
    return isinstance(value, allowed) and (bool in allowed or not isinstance(value, bool))


def rows_for(sections, section):
    """Returns the rows of a document, with those of the objects that other sections describe."""
    rows = {**sections["Every document"], **sections[section]}
    for name, other in NESTED.items():
        if name.rstrip("[]") in rows:
            rows.update({f"{name}.{member}": kind for member, kind in sections[other].items()})
    return rows


def check(program, root, sections, number):
    seen = {section: set() for section in sections}
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "a.dat").write_text(MATRICES, encoding="ascii")
        pathlib.Path(folder, "few.txt").write_text(POINTS, encoding="ascii")
        for section, words in commands(root):
            done = subprocess.run([program, *words], cwd=folder, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                yield f"{' '.join(words)}: exit code {done.returncode}: {done.stderr}"
                continue
            document = json.loads(done.stdout)
            if document.get("schema") != number:
                yield f"{' '.join(words)}: found schema {document.get('schema')}, expected {number} as in docs/json.md"
            rows = rows_for(sections, section)
            for name, value in members(document):
                seen[section].add(name)
                if name not in rows:
                    yield f"{words[0]}: docs/json.md has no row for {name} in '{section}'"
                elif not fits(value, rows[name]):
                    yield f"{words[0]}: {name} is {value!r}, docs/json.md says {rows[name]}"
        for section, found in seen.items():
            for name in set(sections[section]) - found if found else ():
                yield f"docs/json.md: no document of '{section}' has {name}"


def schema_of(rows):
    """Returns the JSON Schema of an object with these members."""
    properties = {}
    for name, kind in rows.items():
        if "." not in name:
            base = SCHEMA_TYPES.get(kind.rstrip("?"), kind.rstrip("?"))
            one = properties[name] = {"type": [base, "null"] if kind.endswith("?") else base}
            for prefix, key in ((name + ".", None), (name + "[].", "items")):
                inner = {member[len(prefix):]: each for member, each in rows.items() if member.startswith(prefix)}
                if inner:
                    one.update({key: schema_of(inner)} if key else schema_of(inner) | {"type": one["type"]})
    return {"type": "object", "properties": properties}


def schema_text(sections, number):
    documents = [name for name in sections if name not in ("Every document", *NESTED.values())]
    lines = [json.dumps({"title": name} | schema_of(rows_for(sections, name))) for name in documents]
    return ('{"$schema": "https://json-schema.org/draft/2020-12/schema",\n "title": "swarmcl, schema %d",\n "anyOf": [\n'
            % number + ",\n".join(lines) + "\n]}\n")


def main():
    program, root = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
    page = (root / "docs" / "json.md").read_text(encoding="utf-8")
    sections, number = rows_of(page), int(re.search(r"describes schema (\d+)", page)[1])
    schema = root / "docs" / "schema.json"
    if "--write" in sys.argv:
        schema.write_text(schema_text(sections, number), encoding="ascii")
    problems = list(check(program, root, sections, number))
    if schema.read_text(encoding="ascii") != schema_text(sections, number):
        problems.append("docs/schema.json: not what json_page.py --write makes of docs/json.md")
    print(*problems, f"{sum(map(len, sections.values()))} rows, {len(problems)} problems", sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
