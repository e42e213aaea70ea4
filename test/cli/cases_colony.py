"""Cases of what a colony is made of: the trail floor, shares of a selection."""

from run import Case

SHORT = ["--iterations", "20", "--ants", "10"]


def twin(*arguments, file="small.tsp"):
    return ["tsp", file, "-d", "none", *SHORT, *arguments]


def mentions(*words):
    def check(outcome):
        said = " ".join((outcome.out + outcome.err).split())
        for word in words:
            assert word in said, f"{word!r} is not mentioned"
    return check


def one_error_line(outcome):
    lines = outcome.err.splitlines()
    assert lines[0].startswith("swarmcl: "), "the message does not start with the program's name"


def parameter(name, expected):
    def check(outcome):
        found = outcome.json()["parameters"][name]
        assert found == expected, f"{name} is {found!r}, expected {expected!r}"
    return check


def refused(name, arguments, message, *words):
    return Case(name, arguments, code=2, out="", err=message, checks=(one_error_line, mentions(*words)))


def run_of(bench, *arguments):
    """What a run came to: its tour and the lengths on the way."""
    outcome = bench.run(["tsp", *arguments, "--json", "-q"])
    assert outcome.code == 0, outcome.err
    document = outcome.json()
    return document["tour"], [point["length"] for point in document["trace"]]


def floor_changes_what_it_should(bench):
    """A trail floor of 0 is none, one of 0.002 changes the run, and one above all trails is the same as a higher one."""
    arguments = ["medium.tsp", "-d", "none", "--iterations", "30", "--ants", "30"]
    without = run_of(bench, *arguments)
    assert run_of(bench, *arguments, "--trail-floor", "0") == without
    assert run_of(bench, *arguments, "--trail-floor", "0.002") != without
    highest = run_of(bench, *arguments, "--trail-floor", "1000")
    assert highest == run_of(bench, *arguments, "--trail-floor", "2000")
    assert highest != without


def floor_counts_in_the_unit_of_the_input(bench):
    """A table of points in another unit has the same tours with a floor in that unit."""
    points = [(37 * k * k % 101, 53 * k * k * k % 97) for k in range(40)]
    for name, factor in (("floor1.csv", 1), ("floor1000.csv", 1000)):
        rows = "".join(f"{x * factor},{y * factor}\n" for x, y in points)
        (bench.folder / name).write_text("x,y\n" + rows)
    arguments = ["-d", "none", "--iterations", "30", "--ants", "30", "--rho", "0.9"]
    small = run_of(bench, "floor1.csv", *arguments, "--trail-floor", "0.01")[0]
    large = run_of(bench, "floor1000.csv", *arguments, "--trail-floor", "0.00001")[0]
    assert small == large, (small, large)
    assert small != run_of(bench, "floor1.csv", *arguments)[0]


def floor_on_a_device(bench):
    """With a trail floor the device has the tours of the twin."""
    bench.require_cpu()
    for floor in ("0.0005", "0.002", "1000"):
        arguments = ["medium.tsp", "--iterations", "20", "--ants", "40", "--trail-floor", floor]
        assert run_of(bench, *arguments, "-d", "cpu") == run_of(bench, *arguments, "-d", "none"), floor


COLONY = [
    Case("a floor of 0 says nothing", twin("--trail-floor", "0"), err=r"\A(?!.*warning)"),
    Case("a floor above all trails is warned of", twin("--trail-floor", "1000"), out=r"^length",
         err=r"^swarmcl: warning: --trail-floor 1000 .*distance"),
    refused("a floor below 0", twin("--trail-floor=-1"), r"--trail-floor -1"),
    refused("a floor that is no number", twin("--trail-floor", "low"), r"--trail-floor low"),
    floor_changes_what_it_should,
    floor_counts_in_the_unit_of_the_input,
    refused("a share that the selection does not read", twin("--compress-from", "0.5"),
            r"--compress-from 0\.5 clashes with --selection roulette", "would be ignored"),
    refused("a share above 1", twin("--compress-from", "1.01"), r"--compress-from 1\.01", "at most 1"),
    refused("a share below 0", twin("--compress-from=-0.1"), r"--compress-from -0\.1", "from 0"),
]

PRESETS = [
    Case("every preset runs in the twin", twin("--preset", "cecilia", "--json"),
         checks=(parameter("preset", "cecilia"), parameter("selection", "i-roulette"), parameter("beta", 2),
                 parameter("construction", "auto"), parameter("no-improve", None))),
    Case("values of a preset are told", twin("--preset", "belotti", "--json"),
         checks=(parameter("trail-floor", 0.01), parameter("beta", 3), parameter("rho", 0.8),
                 parameter("no-improve", 4), parameter("ants", 10))),
    Case("a fifth of the iterations", twin("--no-improve", "fifth", "--json"), checks=(parameter("no-improve", 4),)),
    Case("a fifth of no limit is none", ["tsp", "small.tsp", "-d", "none", "--time", "0.2", "--no-improve", "fifth",
                                         "--json"], checks=(parameter("no-improve", None),)),
    Case("an option wins over a preset", twin("--preset", "uchida", "--rho", "0.25", "--selection", "race", "--json"),
         checks=(parameter("rho", 0.25), parameter("selection", "race"), parameter("alpha", 1))),
    refused("an unknown preset", twin("--preset", "dorigo"), r"--preset dorigo", "cecilia, uchida, belotti"),
    Case("presets and their sources are in the help", ["tsp", "--help"],
         checks=(mentions("--preset", "Cecilia et al. 2013", "Uchida, Ito and Nakano 2014", "Belotti",
                          "selection i-roulette", "compress-from 0.85", "trail-floor 0.01"),)),
]


def presets_on_a_device(bench):
    """A preset has on a device the design that it names and the tours of the twin; an option takes its design away."""
    bench.require_cpu()
    for preset, construction in (("cecilia", "queen-worker"), ("uchida", "work-group"), ("belotti", "whole-scan")):
        arguments = ["tsp", "medium.tsp", "--iterations", "5", "--ants", "10", "--preset", preset, "--json", "-q"]
        device = bench.run([*arguments, "-d", "cpu"]).json()
        assert device["parameters"]["construction"] == construction, device["parameters"]
        assert device["tour"] == bench.run([*arguments, "-d", "none"]).json()["tour"], preset
    other = bench.run(["tsp", "medium.tsp", "--iterations", "5", "--ants", "10", "--preset", "cecilia", "--json",
                       "--selection", "trial", "-d", "cpu"])
    assert other.code == 0 and other.json()["parameters"]["construction"] == "work-item", other
    assert "warning" not in other.err, other.err


GROUPS = {"colony": COLONY + PRESETS}

ON_DEVICE = [floor_on_a_device, presets_on_a_device]
