"""README.md of this folder and its charts, from documents of papers.py --json and the hand-written page.md.in."""
import os

import shared
import svg
import tables
import verdicts

# A configuration and the rows of several tables that measure it: (table, beginning of the label).
REPEATED = {
    "work-item, roulette": [("angelo-kernels", "ant-based construction"), ("angelo-memory", "our row work-item"),
                            ("cecilia-figure-7", "task-parallel: work-item")],
    "work-group of 128, roulette": [("angelo-kernels", "data-based construction"),
                                    ("angelo-groups", "construction (section 4.2.2), 128"),
                                    ("uchida-table-1", "SelectWithoutCompression: roulette, work-group")],
    "queen-worker of 128, roulette": [("cecilia-table-3", "roulette, 128"),
                                      ("cecilia-figure-7", "data-parallel: queen-worker, roulette")],
    "twin, roulette": [("angelo-kernels", "twin, construct"), ("cecilia-figure-7", "sequential twin"),
                       ("uchida-table-1", "SelectWithoutCompression: roulette, twin")],
    "evaporation and deposit, atomic": [("cecilia-table-4", "2. atomic:"), ("cecilia-figure-8", "auto (atomic)"),
                                        ("uchida-table-2", "auto (atomic)"),
                                        ("angelo-deposit", "one launch for all ants (atomic), kernels")],
}
REPEATED_COLUMNS = ["pr1002", "pr2392"]

TEMPLATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.md.in")


def device(document):
    """Returns the name of the device in tables."""
    every = "every device"
    return next((row["on"] for one in document["tables"] for row in one["rows"]
                 if row["kind"] == "measured" and row["on"] not in (document["host"], every)), every)


def numbers(documents, on, rows):
    """Yields the cells that some rows have for a configuration on a device, as texts."""
    for name, beginning in rows:
        for document in documents:
            if device(document) != on:
                continue
            for one in (one for one in document["tables"] if one["name"] == name):
                row = next((row for row in one["rows"] if row["kind"] == "measured"
                            and row["label"].startswith(beginning)), None)
                if row:
                    cells = dict(zip(one["columns"], row["cells"]))
                    yield name, [tables.cell_text(cells[column], []) if cells.get(column, {}).get("value") else ""
                                 for column in REPEATED_COLUMNS]


def repeated(documents, introduction):
    """Returns a table of the configurations that several tables measure, with all their numbers."""
    rows = []
    for on in dict.fromkeys(device(document) for document in documents):
        for label, places in REPEATED.items():
            found = [(name, cells) for name, cells in numbers(documents, on, places) if any(cells)]
            if len(found) > 1:
                rows += [[label, on, name, *cells] for name, cells in found]
    return (f"### One configuration, several numbers, ms\n\n{introduction}\n"
            + shared.markdown(["", "on", "table", *(f">{column}" for column in REPEATED_COLUMNS)], rows))


def write_page(paths, output, names):
    """paths: documents of --json; names: of all tables. `@NAME` becomes the section of the table NAME: its title, the rest
    of the paragraph, the table of all documents, what holds on each device, the charts of the first document that has
    any. A table that no document has measured has no section."""
    documents = shared.records_of(paths)
    folder = os.path.join(os.path.dirname(output), "charts")
    os.makedirs(folder, exist_ok=True)

    def place(name, introduction):
        if name == "repeated":
            return repeated(documents, introduction)
        if name not in names:
            raise ValueError(f"@{name}: no such table")
        found = [(document, one) for document in documents for one in document["tables"] if one["name"] == name
                 and any(row["kind"] == "measured" and tables.is_shown(row) for row in one["rows"])]
        if not found:
            return ""
        parts = [tables.markdown(tables.merge([one for _, one in found]), introduction)]
        sentences = [(device(document), verdicts.sentence_of(one, document["device"]["type"] == "gpu"))
                     for document, one in found]
        parts += [tables.wrap(f"**{on}**: {sentence}") + "\n" for on, sentence in sentences if sentence]
        charts = next((some for _, one in found if (some := [each for each in one["charts"] if each["series"]])), [])
        for chart in charts:
            shared.write(os.path.join(folder, chart["name"] + ".svg"), svg.draw(chart))
            parts.append(f"![{chart['title']}](charts/{chart['name']}.svg)\n")
        return "\n".join(parts)

    shared.fill(TEMPLATE, output, place)
