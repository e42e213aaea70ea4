"""A table of bench/figures.md: what `family.py figures` measured, next to today's programs."""
import aims
import peers
import shared

HEAD = ["instance", "what", "swarmcl", "on", "others", "on"]


def gap_time(line):
    theirs = peers.GPU_MMAS.get(line["instance"])
    ours = "not reached" if line["seconds"] is None else aims.seconds_text(line["seconds"])
    return f"seconds to a gap of {line['gap']} %", ours, [
        (f"GPU-MMAS {theirs[0]:.3g} s", peers.GPU_MMAS_ON)] if theirs else []


def construction(line):
    theirs = peers.GPU_MMAS_CONSTRUCTION.get(line["instance"])
    return "construction, lists of 32, m = n", aims.seconds_text(line["seconds"]), [
        (f"GPU-MMAS {aims.seconds_text(theirs)}", peers.GPU_MMAS_ON)] if theirs else []


def iteration(line):
    theirs = peers.ACOTSP_ITERATION.get(line["instance"])
    return "an iteration of Ant System, lists of 16, m = n", aims.seconds_text(line["seconds"]), [
        (f"ACOTSP {aims.seconds_text(theirs)}", peers.ACOTSP_ON)] if theirs else []


def quality(line):
    found = [(f"{name} {gaps[line['instance']]:.2f} %", where) for name, gaps, where in (
        ("ACOTSP", peers.ACOTSP_TEN_SECONDS, peers.ACOTSP_ON),
        ("Focused ACO", peers.FOCUSED_TEN_SECONDS, peers.FOCUSED_ON)) if line["instance"] in gaps]
    return f"gap after {aims.QUALITY_SECONDS} s", f"{line['gap']:.2f} %", found


ROWS = {"gap-times": gap_time, "construction": construction, "iteration": iteration, "quality": quality}


def table(paths):
    """Returns a Markdown table with a row for every line of the records, in their order."""
    rows = []
    for line in shared.lines_of(paths):
        what, ours, theirs = ROWS[line["part"]](line)
        rows.append([line["instance"], what, ours, line["on"], ", ".join(text for text, _ in theirs),
                     "; ".join(where for _, where in theirs)])
    return shared.markdown(HEAD, rows)
