"""README.md of this folder and its charts, from documents of papers.py --json and the hand-written page.md.in."""
import os

import shared
import svg
import tables
import verdicts

TEMPLATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.md.in")


def device(document):
    """The device as the tables call it."""
    every = "every device"
    return next((row["on"] for one in document["tables"] for row in one["rows"]
                 if row["kind"] == "measured" and row["on"] not in (document["host"], every)), every)


def write_page(paths, output):
    """paths: documents of --json. `@NAME` becomes the section of the table NAME: its title, the rest of the paragraph,
    the table of all documents, what holds on each device, the charts of the first document that has any."""
    documents = shared.records_of(paths)
    folder = os.path.join(os.path.dirname(output), "charts")
    os.makedirs(folder, exist_ok=True)

    def place(name, introduction):
        found = [(document, one) for document in documents for one in document["tables"] if one["name"] == name]
        if not found:
            raise ValueError(f"{name}: no such table in {', '.join(paths)}")
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
