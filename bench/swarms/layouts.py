"""Two layouts of the particles in memory, and two generators of random numbers: sections 5.1 and 5.4 of the paper."""
import statistics

import shared

REPEATS = 9
QUICK = [(128, 1, 2)]
CASES = [(2048, 1, 200), (131072, 1, 200), (8192, 120, 50), (131072, 120, 20)]  # particles, dimensions, launches
VARIANTS = [f"{layout}, {generator}" for generator in ("philox", "xorwow") for layout in ("arrays", "structures")]
# A comparison of section 5: what is compared, its numerator, its denominator.
COMPARED = [("structures over arrays, Philox", 1, 0), ("structures over arrays, XORWOW", 3, 2),
            ("XORWOW over Philox, arrays", 2, 0)]


def make(options):
    """Microseconds per launch of every variant in every case."""
    cases = []
    for particles, dimensions, launches in QUICK if options.quick else CASES:
        made = shared.document_of(options.paths[0], shared.ROOT, particles, dimensions, launches,
                                  options.repeats or REPEATS)
        cases.append({"particles": particles, "dimensions": dimensions, "launches": launches, **made})
        print(f"{particles:,} particles, {dimensions}-D: " + ", ".join(
            f"{what} {ratios(cases[-1])[i]:.2f}" for i, (what, _, _) in enumerate(COMPARED)), flush=True)
    return {"command": "layouts", "on": cases[0]["name"], "layouts": cases}


def ratios(case):
    middle = [statistics.median(case[variant]) for variant in VARIANTS]
    return [middle[over] / middle[under] for _, over, under in COMPARED]


def table(documents):
    rows = [[document["on"], f"{case['particles']:,}", str(case["dimensions"]),
             *(f"{statistics.median(case[variant]):,.1f}" for variant in VARIANTS),
             *(f"{ratio:.2f}" for ratio in ratios(case))]
            for document in documents for case in document.get("layouts", [])]
    return rows and shared.markdown(["on", ">particles", ">n", *(f">{variant}, us" for variant in VARIANTS),
                                     *(f">{what}" for what, _, _ in COMPARED)], rows)
