"""A swarm and islands of swarms on one device and on two."""
import json

import shared

AIM = 1.9  # times the moves of one device
REPEATS = 2
QUICK_ITERATIONS = 20
OBJECTIVE, DIMENSIONS = "rastrigin", 30

# name, islands, particles of each, iterations, options
SEARCHES = [
    ("one asynchronous swarm", 1, 1048576, 2000, ("--best", "asynchronous", "--islands", "1")),
    ("islands", 4, 262144, 2000, ("--islands", "4", "--epoch", "100")),
]


def pair_of(runner):
    """Returns the indices of the first two devices with the name of the runner's device, in a quick run one index
    twice; None if there is only one device."""
    if runner.device is None:
        return None
    listed = json.loads(shared.output_of(runner.program, "devices", "--json"))["devices"]
    found = [one["index"] for one in listed
             if one["name"] == runner.device["name"] and one["usable"] and not one["duplicate"]]
    if len(found) < 2 and not runner.quick:
        return None
    return (found * 2)[:2]


def measured(runner, options, search, device):
    """Returns the moves per second on `device`, of the fastest run, and the best value."""
    _, islands, particles, iterations, words = search
    documents = [runner.run(OBJECTIVE, DIMENSIONS, particles, iterations, *words, device=device, repeat=i)
                 for i in range(options.repeats or REPEATS)]
    seconds = min(document["timing"]["loop"] for document in documents)
    return islands * particles * iterations / seconds, documents[0]["result"]["value"]


def make(runner, options):
    """Measures each search; returns a row for each, none if there is only one device."""
    report = shared.Report(runner.name, options.quick)
    pair, rows = pair_of(runner), []
    if pair is None:
        print("left out: two devices of the same name are needed", flush=True)
        return {"devices": rows}
    for search in SEARCHES:
        if runner.quick:
            search = (*search[:2], 64, QUICK_ITERATIONS, search[4])
        one, value = measured(runner, options, search, str(pair[0]))
        two, value_of_two = measured(runner, options, search, f"{pair[0]},{pair[1]}")
        if value != value_of_two:
            raise shared.Failed(f"{search[0]}: {value} on one device, {value_of_two} on two")
        report.add(f"{search[0]}, two devices over one", f">= {AIM}", f"{two / one:.2f}", two >= AIM * one)
        rows.append({"search": search[0], "islands": search[1], "particles": search[2], "iterations": search[3],
                     "one": one, "two": two})
    return {"devices": rows}


def table(documents):
    """Returns the table of the page; empty if no document has two devices."""
    rows = [[row["search"], document["on"], str(row["islands"]), f"{row['particles']:,}", f"{row['one'] / 1e6:,.0f}",
             f"{row['two'] / 1e6:,.0f}", f"{row['two'] / row['one']:.2f}", "yes" if row["two"] >= AIM * row["one"] else "**no**"]
            for document in documents for row in document.get("devices", [])]
    return rows and shared.markdown(["search", "on", ">islands", ">particles of each", ">one device, million moves a second",
                                     ">two devices", ">times", f"at least {AIM}"], rows)
