#!/usr/bin/env python3
"""Links of the documents lead somewhere, the README is short, its figures are those of bench/figures.md, pages of docs are
short, and what pages quote from papers is in the papers.

usage: documents.py ROOT
"""
import os
import pathlib
import re
import sys

import quotations

README_LINES, PAGE_LINES = 140, 150
LONG_PAGES = ["docs/json.md"]  # every member of the JSON documents


def documents(root):
    """Returns every page for readers by its path."""
    base = pathlib.Path(root)
    paths = sorted(str(path.relative_to(base)) for path in
                   [*base.glob("*.md"), *(page for folder in ("bench", "cl", "docs", "instances", "src")
                                          for page in (base / folder).rglob("*.md"))])
    pages = {}
    for path in paths:
        with open(os.path.join(root, path), encoding="utf-8") as file:
            pages[path] = file.read()
    return pages


def without_code(text):
    return re.sub(r"^( *)```.*?^ *```$", "", text, flags=re.M | re.S)


def anchors(text):
    """Returns the anchors that GitHub makes of headings."""
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-")
            for head in re.findall(r"^#+ (.*)$", without_code(text), re.M)}


def check_links(root, pages):
    for path, text in pages.items():
        for link in re.findall(r"\]\(([^)\s]+)\)", without_code(text)):
            if re.match(r"\w+:", link):
                continue
            name, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
            if not os.path.exists(os.path.join(root, target)):
                yield f"{path}: there is no {link}"
            elif anchor and anchor not in anchors(pages[target]):
                yield f"{path}: {target} has no heading for #{anchor}"


def check_readme(pages):
    readme = pages["README.md"]
    count = len(readme.splitlines())
    if count > README_LINES:
        yield f"README.md: {count} lines, at most {README_LINES} are for the front door"
    rows = [line for line in readme.splitlines() if line.startswith("|") and line.endswith((" H200 |", " cores |"))]
    if not rows:
        yield "README.md: no figures"
    lines = pages[os.path.join("bench", "figures.md")].splitlines()
    yield from (f"README.md: not a row of bench/figures.md: {row}" for row in rows if row not in lines)


def check_pages(pages):
    for path, text in pages.items():
        count = len(text.splitlines())
        if path.startswith("docs") and count > PAGE_LINES and path not in LONG_PAGES:
            yield f"{path}: {count} lines, at most {PAGE_LINES}"


def main(root):
    pages = documents(root)
    problems = [*check_links(root, pages), *check_readme(pages), *check_pages(pages), *quotations.check(root, pages)]
    print("\n".join(problems + [f"{len(pages)} documents, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
