"""What holds of the papers' findings on a device and what no longer does: a sentence or two for each table, its numbers
and its "holds" taken from the table itself: a sentence changes with its measurement."""
import math
import re

import tables


def row(one, beginning, kind="measured"):
    """Returns the numbers of the first row whose label begins so; None for a cell without one."""
    for each in one["rows"]:
        if each["kind"] == kind and each["label"].startswith(beginning):
            return tables.values(each["cells"])
    return [None] * len(one["columns"])


def ratios(above, below):
    return [a / b for a, b in zip(above, below) if a is not None and b]


def span(found, unit=""):
    """Formats a range as `2.1 to 14`, a single number as `2.1`."""
    low, high = (tables.number_text(float(value)) for value in (min(found), max(found)))
    return (low if low == high else f"{low} to {high}") + unit


def middle(found):
    """Returns the geometric mean."""
    return math.exp(sum(math.log(value) for value in found) / len(found))


def holds(yes):
    return "holds" if yes else "no longer holds"


EVEN = 1.02  # ratios between 1 / EVEN and EVEN are called even: runs scatter by as much


def holds_where(found):
    """Whether a finding holds, cell by cell: it does where the ratio is above 1. found: (column, ratio). No mean decides:
    a finding that fails on some instances says on which."""
    yes, no = ([name for name, ratio in found if kept(ratio)] for kept in (lambda ratio: ratio > EVEN,
                                                                         lambda ratio: ratio < 1 / EVEN))
    even = [name for name, ratio in found if 1 / EVEN <= ratio <= EVEN]
    if not no and not even:
        return holds(True)
    if not yes:
        return holds(False)
    parts = [f"on {', '.join(yes)}"] + ([f"not on {', '.join(no)}"] if no else [])
    parts += [f"even within {100 * (EVEN - 1):.0f} % on {', '.join(even)}"] if even else []
    return "holds " + ", ".join(parts[:-1]) + (" and " if len(parts) > 1 else "") + parts[-1]


def times(found, slower="slower", faster="faster"):
    """Describes ratios of times: `2.1 to 14 times slower`."""
    if min(found) >= 1:
        return f"{span(found)} times {slower}"
    if max(found) <= 1:
        return f"{span([1 / value for value in found])} times {faster}"
    low, high = tables.number_text(1 / min(found)), tables.number_text(max(found))
    return f"between {low} times {faster} and {high} times {slower}"


def gained(found):
    """Describes ratios of speed-ups in the same way."""
    return times([1 / value for value in found])


def figure_6(one):
    fast = ratios(row(one, "native_powr, 10^9"), row(one, "pow, 10^9"))[:-1] or None
    ours = ratios(row(one, "ours, whole exponents, 10^9"), row(one, "native_powr, 10^9"))[:-1] or None
    if not fast or not ours:
        return None
    kept = holds_where([(name, ratio) for name, ratio in pairs(one, "native_powr, 10^9", "pow, 10^9")
                        if name != "at most"])
    return (f"The paper's `__powf` was 3.9 times as fast as `powf`. That the hardware's power is faster {kept}: "
            f"`native_powr` is {span(fast)} times as fast as `pow`. Our own power, of the same bits everywhere, handles "
            f"{span(ours)} times as many edges as `native_powr` where exponents are whole.")


def powers(one):
    """States whether the intervals of mean lengths by native_powr and by pow overlap."""
    found = []
    exact, fast = (next((row["cells"] for row in one["rows"] if row["label"].startswith(name + ", length")), [])
                   for name in ("pow", "native_powr"))
    for name, a, b in zip(one["columns"], exact, fast):
        if a.get("value") and b.get("value"):
            found.append((name, abs(a["value"] - b["value"]) <= a["error"] + b["error"]))
    differences = [value for value in row(one, "native_powr, largest") if value is not None]
    if not found or not differences:
        return None
    apart = [name for name, meets in found if not meets]
    return (f"That the loss of accuracy is negligible {holds(not apart)}: `native_powr` differs by at most "
            f"{max(differences):.2g} of a value, and the intervals of the lengths by `pow` and by `native_powr` meet on "
            f"{'all instances' if not apart else 'all instances except ' + ', '.join(apart)}.")


def best_width(one, selection):
    """States the fastest number of workers of each instance."""
    found = []
    for column in range(len(one["columns"])):
        widths = [(each["cells"][column]["value"], each["label"].split(", ")[1].split()[0]) for each in one["rows"]
                  if each["kind"] == "measured" and each["label"].startswith(selection + ",")
                  and each["cells"][column].get("value") is not None]
        if widths:
            found.append((one["columns"][column], min(widths)[1]))
    return found


def table_3(one):
    found = best_width(one, "roulette")
    other = best_width(one, "i-roulette")
    if not found:
        return None
    kept = all(width == "128" for _, width in found)
    text = ", ".join(f"{name} {width}" for name, width in found)
    sentence = f"That 128 workers are best for every instance {holds(kept)}: with roulette the best are {text}"
    if other:
        sentence += "; with i-roulette " + ", ".join(f"{name} {width}" for name, width in other)
    return sentence + "."


def table_4(one):
    atomic, tiled = row(one, "2. atomic:"), row(one, "1. atomic and tiling:")
    gather, symmetric = row(one, "5. gather:"), row(one, "3. gather")
    rows = row(one, "Uchida's rows")
    slow, best = ratios(gather, atomic), ratios(symmetric, atomic)
    if not slow or not best:
        return None
    kept = holds_where(pairs(one, "3. gather", "2. atomic:"))
    sentence = (f"That atomics beat every gather {kept}: a gather is {times(slow)} than `atomic` (Tesla C2050: "
                f"255 to 69,000), at best, by symmetry, {times(best)}. ")
    tiling = ratios(atomic, tiled)
    if tiling:
        tiled_better = holds_where(pairs(one, "2. atomic:", "1. atomic and tiling:"))
        sentence += (f"That tiling the atomics is worth it, 1.03 to 1.7 times there, {tiled_better}: `atomic` is "
                     f"{times(tiling)} than `atomic-tiled`. ")
    ranked = ratios(rows, atomic)
    if ranked:
        sentence += ("Belotti's remark that a deposit from the edge's side was slower than atomics is the same "
                     f"finding, and {kept}. His other idea, to transpose the tours, he gave up, as each ant "
                     "lays an amount of its own; kept as each ant's next node of every node, the transposed tours say "
                     f"both who walked an edge and how much it lays. That is `by-row`, and it is {times(ranked)} than "
                     "`atomic`.")
    return sentence.strip()


def figure_7(one):
    data = "data-parallel: queen-worker, roulette, ms"
    gain = pairs(one, "task-parallel: work-item, roulette, ms", data)
    independent = pairs(one, data, "data-parallel: queen-worker, i-roulette, ms")
    if not gain or not independent:
        return None
    sentence = (f"That data parallelism beats an ant per work-item {holds_where(gain)}: queen and workers are "
                f"{gained([ratio for _, ratio in gain])} than `work-item`. {i_roulette(one, independent)}")
    speeds = ratios(row(one, "sequential twin"), row(one, data))
    published = ratios(row(one, "task-parallel, 16 ants a group: work-item, roulette, ms"),
                       row(one, "task-parallel: work-item, roulette, ms"))
    if published:
        sentence += f" Task parallelism with 16 ants a group, as published, is {times(published)} than ours."
    if speeds:
        sentence += f" Speed-up of queen and workers over the twin: {span(speeds)} (21.7 there)."
    return sentence


def i_roulette(one, independent):
    """Whether I-Roulette is faster: than the loop of one thread, against which it was published, where that was
    measured, and than a prefix sum. independent: (column, ratio) of the second."""
    serial = pairs(one, "data-parallel: queen-loop, roulette, ms", "data-parallel: queen-worker, i-roulette, ms")
    ours = (f"our roulette, a prefix sum of all workers, {holds_where(independent)}: it is "
            f"{gained([ratio for _, ratio in independent])}")
    if not serial:
        return (f"The paper's roulette, a loop of one thread, was not measured here, so the finding that I-Roulette is "
                f"faster (at most 2.36 times there) is not judged. That it is faster than {ours}. It is not proportional.")
    return (f"That I-Roulette is faster than the roulette of one thread {holds_where(serial)}: it is "
            f"{gained([ratio for _, ratio in serial])} (at most 2.36 times faster there). That it is faster than {ours}. "
            "It is not proportional.")


def figure_8(one):
    found = ratios(row(one, "sequential twin"), row(one, "auto"))
    if not found:
        return None
    return (f"The update is {gained(found)} on the device than in the twin; that it gains as much as 20 times "
            f"{holds(max(found) >= 20)}.")


def figure_9(one):
    exact, independent = row(one, "roulette"), row(one, "i-roulette")
    found = ratios(independent, exact)
    literal = ratios(row(one, "tile-best"), exact)
    if not found:
        return None
    sentence = ("The paper's GPU tours were as good as its sequential ones. Ours are the same tours on every device, "
                f"so that only the rule matters: tours of i-roulette are {span(found)} times as long as those of "
                "roulette")
    if literal:
        sentence += f", those of the paper's literal tile rule {span(literal)} times"
    return sentence + "."


def table_1(one):
    label = min(("lanes", "auto"), key=lambda shape: middle(
        [value for value in row(one, f"hybrid method: hybrid, {shape}") if value] or [math.inf]))
    trial = row(one, f"SelectWithStochasticTrial: trial, {label}")
    hybrid = row(one, f"hybrid method: hybrid, {label}")
    whole = row(one, f"SelectWithoutCompression: roulette, {label}")
    compressed = row(one, f"SelectWithCompression: compressed, {label}")
    gain, better = ratios(whole, hybrid), ratios(trial, hybrid)
    packed = ratios(compressed, whole)
    if not gain or not better or not packed:
        return None
    fastest = holds_where([(name, min(others) / own) for name, own, *others in
                           zip(one["columns"], hybrid, whole, compressed, trial) if None not in (own, *others)])
    slower = holds_where([(name, a / b) for name, a, b in zip(one["columns"], compressed, whole) if a and b])
    sentence = (f"With `{label}`: that the hybrid method is the fastest {fastest}; it is {gained(gain)} than a "
                f"whole row a step (1.6 to 3.2 times faster there) and {gained(better)} than only the trial. That "
                f"only compression is slower on a GPU {slower}: {times(packed)}.")
    searched = ratios(row(one, "hybrid method: hybrid, 32-ary"), row(one, "hybrid method: hybrid, work-group"))
    if searched:
        sentence += (f" Tries one after another, each a search by all (`32-ary`), make hybrid {times(searched)} than a try "
                     "a work-item, all at the same time (`work-group`).")
    cuda = ratios(row(one, "GPU-MMAS, roulette", "cuda"), hybrid)
    same = any("H200" in each["on"] for each in one["rows"] if each["kind"] == "measured")
    if cuda and same:
        sentence += f" GPU-MMAS on the same GPU takes {span(cuda)} times as long as this hybrid."
    return sentence + on_cpus(one)


def on_cpus(one):
    """Compares the paper's findings for its CPU program with our sequential reference."""
    compressed = pairs(one, "SelectWithoutCompression: roulette, twin", "SelectWithCompression: compressed, twin")
    trial = pairs(one, "SelectWithoutCompression: roulette, twin", "SelectWithStochasticTrial: trial, twin")
    hybrid = pairs(one, "SelectWithStochasticTrial: trial, twin", "hybrid method: hybrid, twin")
    if not compressed or not trial or not hybrid:
        return ""
    return (" On one core, the twin: that compression is faster than whole rows, as in all columns of the paper's table, "
            f"{holds_where(compressed)}: it is {gained([ratio for _, ratio in compressed])} (1.16 to 1.40 times faster "
            f"there). That the trial is faster {holds_where(trial)}: it is {gained([ratio for _, ratio in trial])} (1.06 "
            "to 2.41 there; the paper says that the hybrid method with the trial about halves the time). That hybrid is "
            f"faster than only the trial {holds_where(hybrid)}: it is {gained([ratio for _, ratio in hybrid])} (1.48 to "
            "3.36 there).")


def table_2(one):
    found = ratios(row(one, "twin"), row(one, "by-row"))
    own = ratios(row(one, "by-row"), row(one, "auto"))
    if not found:
        return None
    sentence = f"Rows of next nodes: {gained(found)} than the twin (20 to 66 times there)"
    return sentence + (f"; what the device takes by itself is {gained(own)} than they." if own
                       else ".")


def table_3_uchida(one):
    found = ratios(row(one, "hybrid, twin"), row(one, "hybrid, auto"))
    plain = ratios(row(one, "roulette, auto"), row(one, "hybrid, auto"))
    if not found or not plain:
        return None
    sentence = (f"100 iterations of hybrid are {gained(found)} than the twin (4.18 to 22.11 times there), and hybrid is "
                f"{gained(plain)} than roulette.")
    preset = ratios(row(one, "hybrid, twin"), row(one, "--preset uchida:"))
    return sentence + (f" Their design as a whole, `--preset uchida`, is {gained(preset)} than the twin." if preset else "")


def table_4_uchida(one):
    first, second = (tables.values(each["cells"]) for each in one["rows"] if each["kind"] == "published")
    better = [min(pair) for pair in zip(first, second)]
    worst = {}
    for name in ("roulette", "race", "compressed", "trial", "hybrid", "i-roulette", "tile-best"):
        found = [ours - known for ours, known in zip(row(one, name), better) if ours is not None]
        if found:
            worst[name] = max(found)
    if not worst:
        return None
    exact = {name: value for name, value in worst.items() if name not in ("i-roulette", "tile-best")}
    sentence = ("Against the better of the paper's two ratios the exact selections are at most "
                f"{max(exact.values()):+.3f} ({max(exact, key=exact.get)})")
    inexact = [f"{name} {value:+.3f}" for name, value in worst.items() if name not in exact]
    return sentence + (f"; the others: {', '.join(inexact)}." if inexact else ".")


def table_5_uchida(one):
    found = [value for value in row(one, "hybrid over our twin") if value]
    acotsp = [value for value in row(one, "hybrid over ACOTSP") if value]
    if not found or not acotsp:
        return None
    return (f"Over one core that runs the same program we gain {span(found)} times with hybrid, and over ACOTSP "
            f"{span(acotsp)} times. A speed-up depends on its sequential program as much as on the device: the same runs "
            "gain so much more over ACOTSP, whose ants look at every node in every step.")


def figure_11(one):
    shares = dict(zip(one["columns"], row(one, "nodes found within")))
    if shares.get("1") is None:
        return None
    return (f"One try finds {shares['1']:.0f} % of the nodes (about half there), five {shares['5']:.0f} % (80), eight "
            f"{shares['8']:.0f} %, 32 {shares['32']:.0f} % (90).")


def trials(one):
    found = []
    for each in one["rows"]:
        cells = [(cell["value"], name) for cell, name in zip(each["cells"], one["columns"]) if cell.get("value")]
        at = next((value for value, name in cells if name == "8"), None)
        if each["kind"] == "measured" and len(cells) > 1 and at:
            found.append((each["label"], min(cells)[1], at / min(cells)[0]))
    if not found:
        return None
    lost = [loss for _, _, loss in found]
    return (f"That 8 tries balance the times best {holds(max(lost) < NEAR)}, if best means at most {NEAR} times the least "
            f"time: the fastest limits are {', '.join(f'{label} {limit}' for label, limit, _ in found)}; 8 takes "
            f"{span(lost)} times as long.")


NEAR = 1.1


def figure_12(one):
    found = []
    for each in one["rows"]:
        if each["kind"] == "measured":
            cells = [(cell["value"], name) for cell, name in zip(each["cells"], one["columns"]) if "value" in cell]
            if len(cells) > 1:
                at = next((value for value, name in cells if name == "0.85"), None)
                found.append((each["label"], min(cells)[1], at / min(cells)[0] if at else None))
    if not found:
        return None
    lost = [loss for _, _, loss in found if loss]
    kept = holds(bool(lost) and max(lost) < NEAR)
    return (f"That the switch belongs near 0.85 {kept}, if near means at most {NEAR} times the least time: the fastest are "
            + ", ".join(f"{name} {switch}" for name, switch, _ in found)
            + (f"; 0.85 takes {span(lost)} times as long as the fastest." if lost else ".") + step_near_20(one))


def step_near_20(one):
    """States the slope of the curve of pcb3038 around the paper's step."""
    times_at = {float(name): value for name, value in zip(one["columns"], row(one, "pcb3038")) if value is not None}
    ends = [0.05, 0.2, 0.4, 0.6]
    if not all(end in times_at for end in ends):
        return ""
    slopes = [(times_at[low] - times_at[high]) / (100 * (high - low)) for low, high in zip(ends, ends[1:])]
    if min(slopes) <= 0:  # a busy machine
        return ""
    return (" The paper's curve of pcb3038 has a step near 20 %, from where on its array of unvisited nodes leaves room in "
            "shared memory for more groups. Ours lies in global memory: a later switch saves "
            f"{', '.join(tables.number_text(slope) for slope in slopes)} ms per % from 5 to 20, 40 and 60 %"
            + (", without such a step." if slopes == sorted(slopes, reverse=True) else "."))


def belotti(one):
    theirs = row(one, "Belotti's program", "cuda")
    labels = ["Belotti's design", "whole-scan without floor", "auto"]
    names = [each["label"] for label in labels for each in one["rows"]
             if each["label"].startswith(label) and "whole process" in each["label"]]
    own = {name.split(", whole process")[0]: ratios(theirs, row(one, name)) for name in names}
    parts = [f"`{name}` {gained(found)}" for name, found in own.items() if found]
    sentences = [f"Whole processes next to his program on the H200: {'; '.join(parts)}."] if parts else []
    return " ".join(sentences + belotti_speed_ups(one) + belotti_shares(one)) or None


def belotti_speed_ups(one):
    """Compares his column of speed-ups with those over our reference."""
    found = [(name, value) for name, value in zip(one["columns"], row(one, "his design, whole process")) if value]
    if not found:
        return []
    small = dict(found).get("att48")
    sentences = [f"Over the twin his design gains {span([value for _, value in found])} times in whole processes (0.12 to "
                 "30.9 there)."]
    if small is not None:
        sentences.append(f"That att48 is too small for the device {holds(small < 1)}: there it is {gained([small])} than "
                         "the twin (8.6 times slower there).")
    return sentences


def belotti_shares(one):
    """States which parts dominate the time, as his section 6.1 does."""
    scan = [value for value in row(one, "prefix sum, %") if value is not None]
    update = [value for value in row(one, "update of the trails, %") if value is not None]
    search = [value for value in row(one, "draw and search, %") if value is not None]
    if not scan or not update or not search:
        return []
    return [f"That the prefix sum dominates {holds(min(scan) > 50)}: it takes {span(scan)} % of the kernels' time, the draw "
            f"and the search {span(search)} %. That the update of the trails comes second, far below, "
            f"{holds(all(a > 2 * b for a, b in zip(scan, update)))}: it takes {span(update)} %."]


def delevacq(one):
    groups = [value for value in row(one, "an ant a work-group, speed-up") if value]
    items = [value for value in row(one, "an ant a work-item, speed-up") if value]
    colonies = [value for value in row(one, "four colonies, speed-up") if value]
    if not groups or not items:
        return None
    return (f"Speed-up of MAX-MIN over the sequential reference: {span(groups)} with an ant a work-group (6.84 to 19.47 "
            f"there), {span(items)} with an ant a work-item"
            + (f", {span(colonies)} with four colonies on one device (16.24 to 23.60 there, on one GPU and on two)."
               if colonies else "."))


# -- The chapter ------------------------------------------------------------------------------------------------------

def pairs(one, above, below):
    """Returns (column, ratio of two rows) where both rows have a number."""
    return [(name, a / b) for name, a, b in zip(one["columns"], row(one, above), row(one, below))
            if a is not None and b]


def angelo_kernels(one):
    sentences = []
    for what in ("construction", "evaluation"):
        found = pairs(one, f"ant-based {what}", f"data-based {what}")
        if found:
            faster = [name for name, ratio in found if ratio > 1]
            where = f"; it is the faster on {', '.join(faster)}" if 0 < len(faster) < len(found) else ""
            sentences.append(f"{what.capitalize()}: data-based is {gained([ratio for _, ratio in found])} than "
                             f"ant-based{where}.")
    return " ".join(sentences) or None


def angelo_speed_up(one):
    ant = [value for value in row(one, "ant-based iteration") if value]
    data = [value for value in row(one, "data-based iteration") if value]
    if not ant or not data:
        return None
    found = pairs(one, "ant-based iteration", "data-based iteration")
    sentence = f"An iteration is {gained(ant)} than the twin ant-based and {gained(data)} data-based."
    if found:
        name, ratio = found[-1]
        sentence += (" The chapter expects that \"the ant-based parallel strategies should suffice to fully explore the "
                     "computational power of the GPUs\" for large problems. It speaks of filling the device, and not of "
                     "being the faster strategy (see how many ants fill a device, below); as a statement on speed it "
                     f"{holds(ratio >= 1)}: on {name}, the largest that both have, data-based is {gained([1 / ratio])}.")
    return sentence


def angelo_shares(one):
    sentences = []
    for strategy in ("ant-based", "data-based"):
        built, laid = ([value for value in row(one, f"{strategy}: {step}") if value is not None]
                       for step in ("construction", "deposit"))
        if built and laid:
            most = holds_where(pairs(one, f"{strategy}: construction", f"{strategy}: deposit"))
            sentences.append(f"{strategy} it {most}: the construction takes {span(built)} % of an iteration and the "
                             f"deposit {span(laid)} %")
    return f"That the construction is the most costly phase: {'; '.join(sentences)}." if sentences else None


LARGEST_GROUP = 1024  # of the table


def angelo_groups(one):
    sentences, kept = [], []
    for what in ("construction", "evaluation"):
        best = []
        for column, name in enumerate(one["columns"]):
            widths = [(each["cells"][column]["value"], each["label"].split(", ")[1].split()[0]) for each in one["rows"]
                      if each["kind"] == "measured" and each["label"].startswith(what)
                      and each["cells"][column].get("value") is not None]
            if widths:
                best.append(f"{name} {min(widths)[1]}")
                if what == "evaluation":
                    kept.append(int(min(widths)[1]) >= min(int(re.search(r"\d+$", name)[0]), LARGEST_GROUP))
        if best:
            sentences.append(f"the fastest of the {what} are {', '.join(best)}")
    return (f"That a group of the evaluation has as many work-items as nodes (eq. 6), or as the device allows, "
            f"{holds(all(kept))} as a rule for speed: {'; '.join(sentences)}." if sentences else None)


FULL = 1.25  # a device is full if an ant takes at most this multiple of its least time


def angelo_fill(one):
    sentences, best, fills = [], {}, []
    for each in one["rows"]:
        if each["kind"] != "measured":
            continue
        found = [(int(name), cell["value"]) for name, cell in zip(one["columns"], each["cells"])
                 if cell.get("value") is not None]
        if len(found) < 2:
            continue
        least = min(value for _, value in found)
        label = each["label"].split(" (")[0]
        best[label] = least
        full = min(count for count, value in found if value <= FULL * least)
        still = "" if full < found[-1][0] or found[-2][1] <= FULL * least else " and perhaps more"
        sentences.append(f"{label} {full}{still}")
        if label.endswith("ant-based"):
            nodes = int(re.search(r"\d+", label)[0])
            fills.append((full <= nodes, f"{label.split(',')[0]} has {nodes}"))
    if not best:
        return None
    gains = [f"{name} {tables.number_text(best[name + ', ant-based'] / best[name + ', data-based'])}"
             for name in dict.fromkeys(label.split(",")[0] for label in best)
             if name + ", ant-based" in best and name + ", data-based" in best]
    sentence = (f"Numbers of ants from which an ant takes at most {FULL} times its least time: {'; '.join(sentences)}. An "
                "instance needs as many nodes. That as many ants as nodes fill the device with one work-item each "
                f"{holds(all(filled for filled, _ in fills))}: {', '.join(nodes for _, nodes in fills)}.")
    if gains:
        sentence += (" The least time of an ant that is a work-item over the least time of one that is a work-group: "
                     f"{', '.join(gains)}.")
    return sentence


def angelo_deposit(one):
    kernels = pairs(one, "a launch an ant (Algorithm 9), kernels", one_launch(one, "kernels"))
    clock = pairs(one, "a launch an ant (Algorithm 9), whole", one_launch(one, "whole"))
    if not kernels:
        return None
    sentence = ("Sums of integers do not depend on their order, so that one launch can lay the trails of all ants. It is "
                f"{gained([ratio for _, ratio in kernels])} than a launch an ant")
    return sentence + (f"; whole iterations are {gained([ratio for _, ratio in clock])} by the clock." if clock else ".")


def one_launch(one, what):
    """Returns the beginning of the label of that row, which names the device's deposit."""
    return next((each["label"] for each in one["rows"] if each["label"].startswith("one launch for all ants")
                 and f", {what}" in each["label"]), "none")


def angelo_metrics(one):
    once = [value for value in row(one, "initialisation") if value]
    built = [value for value in row(one, "data-based construction") if value]
    if not once or not built:
        return None
    return (f"The metric matters once: initialisation takes {span(once)} ms. The data-based construction takes "
            f"{span(built)} ms an iteration, because other metrics lead to other walks.")


def angelo_memory(one):
    layout = pairs(one, "Algorithm 5 as published", "Algorithm 5, neighbouring")
    local = pairs(one, "Algorithm 5, neighbouring", "the same, visited")
    sums = pairs(one, "Algorithm 7, sums in global", "Algorithm 7, sums in local")
    ours = pairs(one, "Algorithm 5 as published", "our row work-item")
    if not layout or not sums:
        return None
    sentence = (f"Neighbouring elements for neighbouring ants make Algorithm 5 {gained([r for _, r in layout])}, "
                f"visited nodes in local memory {gained([r for _, r in local])} again. That the sums of Algorithm 7 belong "
                f"in local memory {holds_where(sums)}: they are {gained([r for _, r in sums])} there.")
    return sentence + (f" Our ants of a work-item are {gained([r for _, r in ours])} than those of the letter." if ours
                       else "")


SENTENCES = {"angelo-kernels": angelo_kernels, "angelo-speed-up": angelo_speed_up, "angelo-shares": angelo_shares,
             "angelo-groups": angelo_groups, "angelo-fill": angelo_fill, "angelo-deposit": angelo_deposit,
             "angelo-memory": angelo_memory, "angelo-metrics": angelo_metrics, "delevacq-speed-up": delevacq,
             "cecilia-figure-6": figure_6, "cecilia-powers": powers, "cecilia-table-3": table_3, "cecilia-table-4": table_4,
             "cecilia-figure-7": figure_7, "cecilia-figure-8": figure_8, "cecilia-figure-9": figure_9,
             "uchida-table-1": table_1, "uchida-table-2": table_2, "uchida-table-3": table_3_uchida,
             "uchida-table-4": table_4_uchida, "uchida-table-5": table_5_uchida,
             "uchida-figure-11": figure_11, "uchida-trials": trials, "uchida-figure-12": figure_12, "belotti-table": belotti}


def sentence_of(one, on_gpu):
    """None where too little was measured to say anything. The papers speak of GPUs: what is different on a CPU never
    held there."""
    sentence = SENTENCES[one["name"]](one)
    return sentence if on_gpu or not sentence else sentence.replace("no longer holds", "does not hold here")
