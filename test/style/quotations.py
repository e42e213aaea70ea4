"""What pages quote from the five papers is in the papers, word for word.

A quotation is text in double quotation marks, of at least three words and outside code. Its parts between ellipses
("[...]") follow each other in one paper; only the case of letters, spaces, hyphens and marks of emphasis may differ.
"""
import os
import re

PAGES = ["docs/papers.md", "bench/papers/README.md", "bench/swarms/README.md"]
FOLDER = os.path.join("..", "shared", "papers")  # seen from the root, or $PAPERS_DIR
FEWEST_WORDS = 3
# Names of devices in messages of the program.
OTHERS = re.compile(r'device \d+\s+"[^"]*"')
# A text that a paper might have, and quotations of it: right ones, and ones that a check must report.
SAMPLE = "However, the ant-based strat-\negy is, for *large* problems—in practice—enough to saturate the GPU. It is slow."
RIGHT = ['"The ant-based strategy is [...] enough to saturate the GPU"', '"for large problems"', '"the GPU"',
         '"the ant-based strategy is, for large problems"']
WRONG = ['"the ant-based strategy is never enough"', '"the ant-based strategy is enough to saturate the GPU"',
         '"enough to saturate [...] for large problems"', '"is, for small problems"']


def plain(text):
    """Returns the text without what typesetting changes."""
    return re.sub(r"[\s*_`\-‐‑–—­]+", "", text).casefold()


def quotations(page):
    text = re.sub(r"```.*?```|`[^`]*`", "", OTHERS.sub("", page), flags=re.S)
    found = (" ".join(quoted.split()) for quoted in re.findall(r'"([^"]+)"', text))
    return [quoted for quoted in found if len(quoted.split()) >= FEWEST_WORDS]


def is_in(quoted, paper):
    """True if the parts of the quotation follow each other in the plain text of the paper."""
    at = 0
    for part in re.split(r"\[\.\.\.\]|\.\.\.|…", quoted):
        part = plain(part)
        at = paper.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True


def wrong_in(page, papers):
    return [quoted for quoted in quotations(page) if not any(is_in(quoted, paper) for paper in papers)]


def check_itself():
    """Requires that the check finds a wrong quotation."""
    sample = [plain(SAMPLE)]
    yield from (f"quotations.py: {text} is reported, and is right" for text in RIGHT if wrong_in(text, sample))
    yield from (f"quotations.py: {text} is not reported, and is wrong" for text in WRONG if not wrong_in(text, sample))


def check(root, pages):
    """Checks pages, texts by their paths. Without the folder of papers only the check itself is checked."""
    yield from check_itself()
    folder = os.environ.get("PAPERS_DIR", os.path.join(root, FOLDER))
    names = sorted(name for name in os.listdir(folder) if name.endswith(".txt")) if os.path.isdir(folder) else []
    papers = []
    for name in names:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            papers.append(plain(file.read()))
    for path in PAGES if papers else []:
        yield from (f'{path}: no paper has "{quoted}"' for quoted in wrong_in(pages[path], papers))
    if papers and not any(quotations(pages[path]) for path in PAGES):
        yield "quotations.py: the pages have no quotation"
