"""README.md of this folder, from documents of swarms.py and the hand-written page.md.in."""
import os
import textwrap

import claims
import devices
import layouts
import published
import shared
import svg
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
    """Returns the table of the 30-D swarms, of the first document that has it: the values are the same on every
    device."""
    document = next((one for one in documents if one.get("thirty")), None)
    if document is None:
        return ""
    rows = [[one["objective"], one["boundary"], f"{one['median']:.4g}", f"{min(one['values']):.4g}",
             f"{max(one['values']):.4g}", one["plain"], f"{one['plain_median']:.4g}", f"{one['p']:.2f}",
             verdict(one["p"] >= 0.01)] for one in document["thirty"]]
    return shared.markdown(["objective", "boundary", ">median", ">best", ">worst", "textbook's boundary",
                            ">its median", ">p", "not worse"], rows)


def on_of(row, document):
    return f"twin, one core, machine of {document['on']}" if row["on"] == tables.TWIN else row["on"]


def speedups(one):
    """Returns the table as speed-ups over the serial program of the same host, without its serial rows."""
    later = [{"value": published.LATER_SERIAL[column]} if column in published.LATER_SERIAL else None
             for column in one["columns"]]
    serial = {row["on"]: row["cells"] for row in one["rows"] if row["label"] == "serial"}
    printed = published.SPEED_UPS.get(one["name"])
    rows = []
    for row in one["rows"]:
        if printed and row["on"] == published.PAPER_GPU:
            rows.append(dict(row, cells=[{"value": float(printed[column]), "text": printed[column]}
                                         for column in one["columns"]]))
        elif row["label"] not in ("serial", "iterations"):
            over = (serial[tables.TWIN] if row["kind"] == "ours" else later if row["on"] == published.LATER_GPU
                    else serial[published.PAPER_HOST])
            rows.append(dict(row, cells=[
                {"value": a["value"] / b["value"], **({"iterations": 0} if "iterations" in {**a, **b} else {})}
                if a and b else None for a, b in zip(over, row["cells"])]))
    return dict(one, title=f"{one['title'].split(':')[0]}: speed-ups over the serial program", unit="times", rows=rows)


def merged(name, documents, change=None):
    """Joins one table of all documents: published rows once, our rows of every device below them; None without any
    table."""
    found = [(document, change(one) if change else one) for document in documents
             for one in document.get("tables", []) if one["name"] == name]
    if not found:
        return None
    order, rows = [], {}
    for document, one in found:
        for row in one["rows"]:
            if row["label"] not in rows:
                order.append(row["label"])
                rows[row["label"]] = []
            one_row = dict(row, on=on_of(row, document))
            if row["kind"] == "ours" or one_row not in rows[row["label"]]:
                rows[row["label"]].append(one_row)
    return dict(found[0][1], rows=[row for label in order
                                   for row in sorted(rows[label], key=lambda row: row["kind"] == "ours")])


def joined(name, documents):
    """Returns the table NAME, or as speed-ups the table NAME-speed-ups, as Markdown."""
    table = name.removesuffix("-speed-ups")
    one = merged(table, documents, speedups if table != name else None)
    return tables.markdown(one) if one else ""


COLOURS = ["reduction", "reduction-unrolled", "queue", "queue-lock", "counter", "persistent", "asynchronous", "serial"]


def figure_3(documents):
    """Returns the paper's Figure 3: its Table 3 as dashed lines, and ours on the first device that has that table."""
    document = next((one for one in documents if any(table["name"] == "table-3" for table in one.get("tables", []))),
                    None)
    if document is None:
        return None
    one = merged("table-3", [document])
    series = [{"label": f"{row['label']}, {'ours' if row['kind'] == 'ours' else row['on']}",
               "colour": COLOURS.index(row["label"]), "dashed": row["kind"] != "ours",
               "points": [[column, cell["value"]] for column, cell in zip(one["columns"], row["cells"]) if cell]}
              for row in one["rows"] if row["on"] != published.LATER_GPU or row["kind"] == "ours"]
    return {"name": "figure-3", "title": f"Figure 3: 100,000 iterations in one dimension, ours on {document['on']}",
            "x": {"label": "particles", "log": True, "ticks": one["columns"]}, "y": {"label": "seconds", "log": True},
            "series": series}


def drop(documents):
    """Compares the last doubling of the particles in Table 4, where the paper's speed-up drops."""
    one = merged("table-4", documents)
    if not one or not {LAST, LAST // 2} <= set(one["columns"]):
        return ""
    parts = []
    for row in one["rows"]:
        cells = dict(zip(one["columns"], row["cells"]))
        if row["label"] == "queue-lock" and cells[LAST] and cells[LAST // 2]:
            whose = "ours" if row["kind"] == "ours" else "theirs"
            parts.append(f"{row['on']}, {whose}: {cells[LAST]['value'] / cells[LAST // 2]['value']:.2f}")
    return "\n".join(textwrap.wrap(f"The paper's speed-up falls from {published.SPEED_UPS['table-4'][LAST // 2]} at "
                                   f"{LAST // 2:,} particles to {published.SPEED_UPS['table-4'][LAST]} at {LAST:,}; "
                                   "section 6.2 explains that the GPU is overloaded. Time of `queue-lock` at the second "
                                   f"number over the first: {'; '.join(parts)}. Below 2 the speed-up rises.", 120)) + "\n"


LAST = max(published.TABLE_4)  # particles

PLACES = {"figures": figures, "mirrors": mirrors, "thirty": thirty, "faster": claims.faster,
          "improvements": claims.improvements, "constants": claims.constants,
          "drop": drop, "lock": claims.lock_120, "devices": devices.table,
          "layouts": layouts.table}


def write_page(paths, output):
    """Writes the page; `@NAME` becomes the part or the table NAME of all documents."""
    documents = [document for document in shared.records_of(paths) if document["command"] != "plain"]
    # GPUs first
    documents.sort(key=lambda document: (document.get("device") or {}).get("type") != "gpu")
    charts = os.path.join(os.path.dirname(output), "charts")

    def place(name, rest):
        chart = figure_3(documents) if name == "figure-3" else None
        if chart:
            os.makedirs(charts, exist_ok=True)
            shared.write(os.path.join(charts, chart["name"] + ".svg"), svg.draw(chart))
            return f"![{chart['title']}]({os.path.basename(charts)}/{chart['name']}.svg)\n" + rest
        return ((PLACES[name](documents) if name in PLACES else joined(name, documents)) or "(not measured)\n") + rest

    shared.fill(TEMPLATE, output, place)
