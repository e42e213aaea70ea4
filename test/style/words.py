#!/usr/bin/env python3
"""words.py PROGRAM ROOT - phrases that make sentences hard to read are rare in texts for people.

They are counted in README.md, docs, include and all help of the program, line breaks aside. Help and messages have next
to none. A message is a sentence of at most 200 characters; a hint may follow it.
"""
import pathlib
import re
import subprocess
import sys

PHRASES = ["but for", "that of", "those that", "of what", "what is", "whatever"]
MOST, MOST_TOLD = 15, 1
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


def sentences(text):
    """The place and the length of each message's first sentence in a source: the literals of calls that report."""
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


def main():
    program, root = sys.argv[1], pathlib.Path(sys.argv[2])
    files = [root / "README.md", *sorted((root / "docs").rglob("*.md")), *sorted((root / "include").rglob("*.h"))]
    pages = found((str(path.relative_to(root)), path.read_text()) for path in files)
    helps, told = found(help_texts(program).items()), found(messages(root))
    lengthy = list(long_messages(root))
    print(*pages, *helps, *told, *lengthy, sep="\n")
    print(f"{len(pages)} in documents and header, {len(helps)} in help, {len(told)} in messages")
    if lengthy:
        return f"{len(lengthy)} messages are too long: put a hint behind a semicolon"
    wrong = len(pages) + len(helps) > MOST or len(helps) > MOST_TOLD or len(told) > MOST_TOLD
    return f"more than {MOST} in all or {MOST_TOLD} in help or messages: {', '.join(PHRASES)}" if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
