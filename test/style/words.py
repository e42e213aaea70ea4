#!/usr/bin/env python3
"""words.py PROGRAM ROOT [--write] - words and phrases that make sentences hard to read are rare in texts for people.

Help and messages of the program have next to none of PHRASES. A message is a sentence of at most 200 characters; a hint
may follow it. WORDS are counted in each file of sources, headers, kernels and pages: words.csv has the count of every
file that has some, and a count that rises fails. --write replaces words.csv.
"""
import csv
import pathlib
import re
import subprocess
import sys

PHRASES = ["but for", "that of", "those that", "of what", "what is", "whatever"]
MOST = 1  # of all help, of all messages
WORDS = re.compile(r"\b(behind|beside|alone|tells?|told|hears?|heard|goes on|go on|hands? on|be it|nobody|so many|of which|"
                   r"that of|those that|left behind)\b", re.IGNORECASE)
PATTERN = re.compile(r"\b(" + "|".join(phrase.replace(" ", r"\s+") for phrase in PHRASES) + r")\b", re.IGNORECASE)
LONGEST = 200  # characters of a message's sentence
INSERTED, QUOTED = 10, 60  # assumed for what a conversion inserts, and for 'FILE:LINE: found "WORD", expected '
CALLS = re.compile(r"\b(base_fail|base_fail_in|base_log|base_scanner_fail|base_scanner_fail_at|csv_fail|cli_error|cli_warn|"
                   r"cli_note|cli_usage_error|REFUSE|FAIL|TSPLIB_FAIL|FAIL_SECTION|fail_word|options_clash|"
                   r"options_refuse|fail|refuse)\(")
LITERAL = re.compile(r'(?:"(?:[^"\\\n]|\\.)*"\s*)+')
STRINGS = re.compile(r'/\*.*?\*/|((?:"(?:[^"\\\n]|\\.)*"\s*)+)', re.DOTALL)  # of C, without comments


def said(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout


def help_texts(program):
    """Returns every text of help by the words that print it."""
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
    """Yields the strings of the sources by their files."""
    for path in sorted((root / "src").rglob("*.[ch]")):
        text = path.read_text()
        joined = [re.sub(r'"\s*"', "", match[1]) for match in STRINGS.finditer(text) if match[1]]
        yield str(path.relative_to(root)), "\n;\n".join(joined)


def sentences(text):
    """Yields the place and the length of each message's first sentence, from the literals of calls that report."""
    for call in CALLS.finditer(text):
        depth, at = 1, call.end()
        while depth > 0 and at < len(text):
            literal = LITERAL.match(text, at)
            if literal:
                joined = re.sub(r'"\s*"', "", literal[0].strip())[1:-1]
                sentence = re.split(r"; |\? |\\n", joined)[0]
                yield call.start(), sentence, (len(sentence) + QUOTED * ("scanner" in call[1] or call[1] == "csv_fail")
                                               + INSERTED * len(re.findall(r"%[^%]", sentence)))
                at = literal.end()
            else:
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                at += 1


def long_messages(root):
    for path in sorted((root / "src").rglob("*.c")):
        text = path.read_text()
        for at, sentence, length in sentences(text):
            if length > LONGEST:
                line = text.count("\n", 0, at) + 1
                yield f"{path.relative_to(root)}:{line}: about {length} characters, at most {LONGEST}: {sentence}"


def found(texts):
    return [f"{name}: ...{' '.join(text[max(0, match.start() - 40):match.end() + 30].split())}..."
            for name, text in texts for match in PATTERN.finditer(text)]


def count_words(root):
    """Counts WORDS by file; a phrase may continue in the next line of a comment."""
    paths = [path for folder in ("src", "cl", "include", "docs") for path in (root / folder).rglob("*")
             if path.suffix in (".c", ".h", ".cl", ".clh", ".in", ".md", ".py")]
    counts = {}
    for path in sorted([*paths, *root.glob("*.md")]):
        text = re.sub(r"\s*\n[\s*/]*", " ", path.read_text(encoding="utf-8"))
        counts[str(path.relative_to(root))] = len(WORDS.findall(text))
    return {path: count for path, count in counts.items() if count}


def risen(root, write):
    table = root / "test" / "style" / "words.csv"
    counts = count_words(root)
    if write:
        with table.open("w", encoding="ascii", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([("file", "words"), *counts.items()])
    with table.open(encoding="ascii") as file:
        kept = {row["file"]: int(row["words"]) for row in csv.DictReader(file)}
    print(f"{sum(counts.values())} words that make sentences hard to read")
    return [f"{path}: found {count} of the words {WORDS.pattern}, expected at most {kept.get(path, 0)}"
            for path, count in counts.items() if count > kept.get(path, 0)]


def main():
    program, root = sys.argv[1], pathlib.Path(sys.argv[2])
    more = risen(root, "--write" in sys.argv)
    helps, messages_found = found(help_texts(program).items()), found(messages(root))
    lengthy = list(long_messages(root))
    print(*helps, *messages_found, *lengthy, *more, sep="\n")
    print(f"{len(helps)} phrases in help, {len(messages_found)} in messages")
    if more:
        return "begin the sentence with the actor; after a rename or a removal: words.py PROGRAM ROOT --write"
    if lengthy:
        return f"{len(lengthy)} messages are too long: put a hint behind a semicolon"
    wrong = len(helps) > MOST or len(messages_found) > MOST
    return f"more than {MOST} in help or in messages: {', '.join(PHRASES)}" if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
