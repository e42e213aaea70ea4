"""docs/swarms.md, from documents of swarms.py and the hand-written page.md.in."""
import os

import published
import shared
import tables

TEMPLATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.md.in")


def verdict(reached):
    return "yes" if reached else "**no**"


def is_apart(line):
    """Whether a figure has a table of its own: the mirrored rows and the 30-D swarms."""
    return any(line["what"].startswith(f"{row}, ") for row in published.MIRRORED) or " 30-D, shifted" in line["what"]


def figures(documents):
    parts = []
    for document in documents:
        if document["command"] == "figures":
            rows = [[line["what"], line["measured"]] for line in document["figures"]
                    if not is_apart(line)]
            parts.append(f"### {document['on']}\n\n" + shared.markdown(["what", "measured"], rows))
    return "\n".join(parts)


def mirrors(documents):
    parts = []
    for document in documents:
        if "mirrors" in document:
            launch = document["mirrors"]["launch"]
            rows = [[one["row"], f"{one['particles']:,}", f"{one['theirs']:.3f}", f"{one['ours']:.3f}",
                     f"{one['theirs'] / one['ours']:.2f}", str(one["launches"]), f"{one['cost']:.3f}",
                     f"{one['rest']:.3f}", verdict(one["rest"] <= one["theirs"])]
                    for one in document["mirrors"]["rows"]]
            parts.append(f"An empty launch on {document['on']}: {launch * 1e6:.2f} us.\n\n" + shared.markdown(
                ["row", ">particles", ">cuPSO s", ">ours s", ">times", ">launches an iteration", ">launches s",
                 ">ours less launches s", "no slower beyond launches"], rows))
    return "\n".join(parts)


def thirty(documents):
    """The values are the same on every device: those of the first document that has them."""
    document = next((one for one in documents if one.get("thirty")), None)
    if document is None:
        return ""
    rows = [[one["objective"], one["boundary"], f"{one['median']:.4g}", f"{min(one['values']):.4g}",
             f"{max(one['values']):.4g}", one["plain"], f"{one['plain_median']:.4g}", f"{one['p']:.2f}",
             verdict(one["p"] >= 0.01)] for one in document["thirty"]]
    return shared.markdown(["objective", "boundary", ">median", ">best", ">worst", "textbook's boundary",
                            ">its median", ">p", "not worse"], rows)


def on_of(row, document):
    return f"twin, one core beside {document['on']}" if row["on"] == tables.TWIN else row["on"]


def joined(name, documents):
    """One table of all documents: what is published once, ours of every device below it."""
    found = [(document, one) for document in documents for one in document.get("tables", []) if one["name"] == name]
    if not found:
        return ""
    order, rows = [], {}
    for document, one in found:
        for row in one["rows"]:
            if row["label"] not in rows:
                order.append(row["label"])
                rows[row["label"]] = []
            one_row = dict(row, on=on_of(row, document))
            if row["kind"] == "ours" or one_row not in rows[row["label"]]:
                rows[row["label"]].append(one_row)
    merged = [row for label in order for row in sorted(rows[label], key=lambda row: row["kind"] == "ours")]
    return tables.markdown(dict(found[0][1], rows=merged))


PLACES = {"figures": figures, "mirrors": mirrors, "thirty": thirty}


def write_page(paths, output):
    """`@NAME` becomes the part or the table NAME, of all documents."""
    documents = [document for document in shared.records_of(paths) if document["command"] != "plain"]
    # GPUs first
    documents.sort(key=lambda document: document["device"] is None or document["device"]["type"] != "gpu")

    def place(name, rest):
        return ((PLACES[name](documents) if name in PLACES else joined(name, documents)) or "(not measured)\n") + rest

    shared.fill(TEMPLATE, output, place)
