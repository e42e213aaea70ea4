#!/usr/bin/env python3
"""words.py PROGRAM ROOT - phrases that make sentences hard to read are rare in texts for people.

They are counted in README.md, docs, include and all help of the program, line breaks aside. Help and messages have next
to none.
"""
import pathlib
import re
import subprocess
import sys

PHRASES = ["but for", "that of", "those that", "of what", "what is", "whatever"]
MOST, MOST_TOLD = 15, 1
PATTERN = re.compile(r"\b(" + "|".join(phrase.replace(" ", r"\s+") for phrase in PHRASES) + r")\b", re.IGNORECASE)
STRINGS = re.compile(r'/\*.*?\*/|((?:"(?:[^"\\\n]|\\.)*"\s*)+)', re.DOTALL)  # of C, without comments


def said(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout


def help_texts(program):
    """Every text of help by the words that print it."""
    listed = said(program, "help")
    texts = {"help": listed}
    for heading in ("Commands", "Topics of `swarmcl help TOPIC`"):
        for line in listed.split(f"\n{heading}\n")[1].split("\n\n")[0].splitlines():
            name = re.match(r"  ([a-z][a-z-]*(?: [a-z]+)?)(?= |$)", line)
            if name and name[1] != "help":
                words = name[1].split()
                texts["help " + name[1]] = said(program, "help", *words, *(["all"] if heading == "Commands" else []))
    return texts


def messages(root):
    """The strings of the sources by their files."""
    for path in sorted((root / "src").rglob("*.[ch]")):
        text = path.read_text()
        joined = [re.sub(r'"\s*"', "", match[1]) for match in STRINGS.finditer(text) if match[1]]
        yield str(path.relative_to(root)), "\n;\n".join(joined)


def found(texts):
    return [f"{name}: ...{' '.join(text[max(0, match.start() - 40):match.end() + 30].split())}..."
            for name, text in texts for match in PATTERN.finditer(text)]


def main():
    program, root = sys.argv[1], pathlib.Path(sys.argv[2])
    files = [root / "README.md", *sorted((root / "docs").rglob("*.md")), *sorted((root / "include").rglob("*.h"))]
    pages = found((str(path.relative_to(root)), path.read_text()) for path in files)
    helps, told = found(help_texts(program).items()), found(messages(root))
    print(*pages, *helps, *told, sep="\n")
    print(f"{len(pages)} in documents and header, {len(helps)} in help, {len(told)} in messages")
    wrong = len(pages) + len(helps) > MOST or len(helps) > MOST_TOLD or len(told) > MOST_TOLD
    return f"more than {MOST} in all or {MOST_TOLD} in help or messages: {', '.join(PHRASES)}" if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
