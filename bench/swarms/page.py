"""docs/swarms.md, from documents of swarms.py and the hand-written page.md.in."""


def write_page(paths, output):
    raise NotImplementedError
