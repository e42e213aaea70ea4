#!/usr/bin/env python3
"""draw.py ROOT SEED [--places] - comments, messages and paragraphs drawn at random, to be read without the code.

Write down what each means, then compare with the code (--places prints where each is). The same seed and the same
sources give the same draw. A comment or paragraph of fewer than 4 words is not drawn.
"""
import pathlib
import random
import re
import sys

import words

COMMENTS, MESSAGES, PARAGRAPHS = 60, 20, 20
COMMENT = re.compile(r"/\*(.*?)\*/", re.DOTALL)


def sources(root, *folders):
    return sorted(path for folder in folders for path in (root / folder).rglob("*")
                  if path.suffix in (".c", ".h", ".cl", ".clh"))


def comments(root):
    for path in sources(root, "src", "cl", "include", "test", "bench"):
        text = path.read_text(encoding="utf-8")
        for match in COMMENT.finditer(text):
            code = text[text.rfind("\n", 0, match.start()) + 1:match.start()].strip()
            yield path, text.count("\n", 0, match.start()) + 1, re.sub(r"\n\s*\*", "\n", match[1]), code


def messages(root):
    for path in sources(root, "src"):
        text = path.read_text(encoding="utf-8")
        for at, sentence, _ in words.sentences(text):
            yield path, text.count("\n", 0, at) + 1, sentence, ""


def paragraphs(root):
    pages = [*root.glob("*.md"), *(page for folder in ("docs", "src", "cl") for page in (root / folder).rglob("*.md"))]
    for path in sorted(page for page in pages if page.name != "CHANGELOG.md"):
        text = re.sub(r"^ *```.*?^ *```$", lambda match: re.sub(r".", "", match[0]), path.read_text(encoding="utf-8"),
                      flags=re.MULTILINE | re.DOTALL)
        at = 1
        for part in re.split(r"(\n\n+|\n(?=- |\d\. ))", text):
            if not part.lstrip().startswith(("|", "#", "!", "    ")):
                yield path, at, part, ""
            at += part.count("\n")


def drawn(generator, found, count):
    enough = [each for each in found if len(re.findall(r"[A-Za-z]{2,}", each[2])) >= 4]
    return generator.sample(enough, min(count, len(enough)))


def main():
    root, seed, places = pathlib.Path(sys.argv[1]), int(sys.argv[2]), "--places" in sys.argv
    generator = random.Random(seed)
    number = 0
    for kind, found, count in (("comment", comments, COMMENTS), ("message", messages, MESSAGES),
                               ("paragraph", paragraphs, PARAGRAPHS)):
        for path, line, text, code in drawn(generator, found(root), count):
            number += 1
            where = f" {path.relative_to(root)}:{line}" if places else ""
            print(f"{number:3} {kind}{where}{' [' + code + ']' if code else ''}: {' '.join(text.split())}")


if __name__ == "__main__":
    main()
