"""Claims of the paper next to measured figures: the parts of the page that end with a verdict."""
import math
import statistics
import textwrap

import published
import shared
import trials

IMPROVING = 0.001               # the share of particles that improve, section 4.1: at most
FIRST = [10, 100, 1000, 10000]  # first iterations of a run


def wrapped(text):
    return textwrap.fill(text, 120, break_on_hyphens=False, break_long_words=False) + "\n"


def percent(share):
    """Formats a share in % with two digits, without an exponent."""
    if share == 0:
        return "0"
    return f"{100 * share:.{max(0, 1 - math.floor(math.log10(100 * share)))}f} %"


def span(values):
    low, high = min(values), max(values)
    return f"{low:.2f}" if f"{low:.2f}" == f"{high:.2f}" else f"{low:.2f} to {high:.2f}"


def seconds_by_row(document):
    """Returns the seconds of Table 3, by row and particles."""
    found = {}
    for one in document.get("tables", []):
        if one["name"] == "table-3":
            for row in one["rows"]:
                if row["kind"] == "ours":
                    found.update({(row["label"], particles): cell["value"]
                                  for particles, cell in zip(one["columns"], row["cells"]) if cell})
    return found


def faster(documents):
    """Compares the queue with a lock, and the queue, with reduction."""
    sources = [("theirs", published.PAPER_GPU, {(row, particles): line[1 + index]
                                                for particles, line in published.TABLE_3.items()
                                                for index, row in enumerate(published.MIRRORED)}),
               ("theirs", published.LATER_GPU, {(row, particles): line[index]
                                                for particles, line in published.LATER.items()
                                                for index, row in enumerate(published.MIRRORED)})]
    for document in documents:
        if "mirrors" in document:
            sources.append(("**ours**, least of 2", document["on"], {(one["row"], one["particles"]): one["ours"]
                                                                     for one in document["mirrors"]["rows"]}))
        if seconds_by_row(document):
            sources.append(("**ours**, one run", document["on"], seconds_by_row(document)))
    columns = sorted({*published.TABLE_3, *published.LATER})
    rows, sentences = [], []
    for whose, on, seconds in sources:
        ratios = {}
        for row in ("queue-lock", "queue", "reduction-unrolled"):
            ratios[row] = {particles: seconds["reduction", particles] / seconds[row, particles]
                           for particles in columns if (row, particles) in seconds}
            rows.append([row, whose, on, *(f"{ratios[row][particles]:.2f}" if particles in ratios[row] else "-"
                                           for particles in columns)])
        lock = list(ratios["queue-lock"].values())
        sentences.append(f"{whose.replace('*', '')} on {on}: {span(lock)} times, the queue without a lock "
                         f"{span(list(ratios['queue'].values()))} times")
    table = shared.markdown(["reduction over", "whose", "on", *(f">{particles:,}" for particles in columns)], rows)
    return table + "\n" + wrapped("The queue with a lock over reduction, " + "; ".join(sentences) + ".")


NEAR = 0.05  # largest difference of times that counts as negligible


def lock_120(documents):
    """Compares the queue with and without the lock in 120 dimensions, section 6.3."""
    sentences = []
    for document in documents:
        for one in document.get("tables", []):
            rows = {row["label"]: row["cells"] for row in one["rows"] if row["kind"] == "ours"}
            if one["name"] == "table-5" and "queue-lock" in rows:
                ratios = [{label: cells["value"] / lock["value"] for label, cells in
                           (("queue", queue), ("reduction", reduction))}
                          for lock, queue, reduction in zip(rows["queue-lock"], rows["queue"], rows["reduction"])]
                near = sum(abs(ratio["queue"] - 1) <= NEAR for ratio in ratios)
                sentences.append(f"on {document['on']} {span([ratio['queue'] for ratio in ratios])} and "
                                 f"{span([ratio['reduction'] for ratio in ratios])}; the queue takes as long as the "
                                 f"queue with a lock, within {percent(NEAR)}, at {near} of {len(ratios)} sizes")
    return sentences and wrapped(
        "Section 6.3 calls the time that the lock saves negligible in 120 dimensions, and the paper measures only the "
        "queue. Time of the queue and time of reduction, each divided by the time of the queue with a lock: " + ". ".join(sentences) + ".")


def improvements(documents):
    document = next((one for one in documents if one["command"] == "improvements"), None)
    if document is None:
        return ""
    rows, step_4, step_5 = [], [], []
    for case in document["cases"]:
        shares = {row[0]: [count / (row[0] * case["particles"]) for count in row[1:3]] for row in case["rows"]}
        last = case["rows"][-1]
        step_4.append(shares[last[0]][0])
        step_5.append(shares[last[0]][1])
        rows.append([case["objective"], str(case["dimensions"]), f"{case['particles']:,}", f"{case['iterations']:,}",
                     case["settings"], *(percent(shares[first][0]) if first in shares else "-" for first in FIRST),
                     percent(step_4[-1]), *(percent(shares[first][1]) if first in shares else "-"
                                            for first in FIRST[:1]),
                     percent(step_5[-1]), percent(last[3] / last[0])])
    table = shared.markdown(["objective", ">n", ">particles", ">iterations", "settings",
                             *(f">memories, first {first:,}" for first in FIRST), ">memories, all",
                             f">best, first {FIRST[0]}", ">best, all", ">iterations that improve the best"], rows)
    held = [sum(value < IMPROVING for value in step) for step in (step_4, step_5)]
    return table + "\n" + wrapped(
        f"Below {percent(IMPROVING)} over a whole run: step 5, the best of all, in {held[1]} of {len(step_5)} searches "
        f"(at most {percent(max(step_5))}); step 4, their own memory, in {held[0]} of {len(step_4)} (at most "
        f"{percent(max(step_4))}).")


def figure(value):
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def compared(here, there):
    """Compares runs of two places: -1: every run here is faster than every run there; 1: slower; 0: overlap."""
    return -1 if max(here) < min(there) else 1 if min(here) > max(there) else 0


def constants(documents):
    parts = []
    for document in documents:
        if document["command"] != "constants":
            continue
        rows, verdicts = [], {(place, sign): [] for place in trials.PLACES[1:] for sign in (-1, 1, 0)}
        for one in document["constants"]:
            middle = {place: statistics.median(one[place]) for place in trials.PLACES}
            for place in trials.PLACES[1:]:
                verdicts[place, compared(one[place], one["numbers"])].append(middle[place] / middle["numbers"])
            us = [sorted(seconds / one["iterations"] * 1e6 for seconds in one[place]) for place in trials.PLACES]
            rows.append([one["row"], one["objective"], str(one["dimensions"]), f"{one['particles']:,}",
                         *(f"{figure(statistics.median(runs))} ({figure(runs[0])} to {figure(runs[-1])})"
                           for runs in us)])
        sentences = []
        for place in trials.PLACES[1:]:
            found = [f"{word} in {len(verdicts[place, sign])}" + (f" ({span(verdicts[place, sign])} times)"
                                                                 if verdicts[place, sign] else "")
                    for sign, word in ((-1, "faster in every run"), (1, "slower in every run"))]
            sentences.append(f"`{place}` against `numbers`: {found[0]}, {found[1]}, "
                             f"runs overlap in {len(verdicts[place, 0])} of {len(rows)} cases")
        runs = len(document["constants"][0]["numbers"])
        parts.append(f"### {document['on']}, {runs} runs of each\n\n" + shared.markdown(
            ["row", "objective", ">n", ">particles", *(f">`{place}`, us" for place in trials.PLACES)], rows)
            + "\n" + wrapped("; ".join(sentences) + "."))
    return "\n".join(parts)
