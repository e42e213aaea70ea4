"""Cases of the program at a terminal: the live line, help and its topics, the manual, completions."""

import scenes_shell
from cases import mentions, rejected
from run import Case

TOPICS = {
    "devices": ["auto", "gpu:1", "P:D", "none", "SWARMCL_DEVICE", "--platform"],
    "ranks": ["mpirun -n 4", "--islands", "SIGTERM", "dealt out", "FILE.0", "-Dmpi=enabled"],
    "formats": ["TSPLIB95", "CSV", "--bounds", "--init of pso", "lat", "gzip", "standard input"],
    "outputs": ["FILE.tour", "FILE.json", "FILE.svg", "FILE.csv", "FILE.geojson", "curve:FILE.csv", "curve:FILE.svg", "stderr", "-q"],
    "presets": ["--preset NAME", "cecilia", "i-roulette", "queen-worker", "by-row", "m / L", "only by distance", "cupso",
                "best queue-lock"],
    "tuning": ["--tuning", "device=NAME", "nodes=LO..HI", "deposit", "#", "changes no tour"],
    "objectives": ["--list", "rastrigin", "cupso-cubic", "real objective(const real *x, int n)", "real_sqrt", "NaN"],
    "stopping": ["--time", "--target-gap", "--no-improve", "SIGTERM"],
    "reproducibility": ["--seed", "--iterations", "every device"],
    "exit-codes": ["run-time failure", "no usable OpenCL device", "verification failed"],
    "environment": ["SWARMCL_DEVICE", "OCL_ICD_VENDORS", "POCL_CACHE_DIR"],
    "examples": ["swarmcl tsp", "swarmcl instance generate", "swarmcl verify"],
}
SCREEN = 24  # lines
LONGER = {"devices": 36, "presets": 30, "formats": 34, "outputs": 28, "objectives": 80, "reproducibility": 30}  # a command too; a line or two for every objective


def fits(lines):
    def check(outcome):
        printed = outcome.out.splitlines()
        assert len(printed) <= lines, f"{len(printed)} lines"
        for line in printed:
            assert len(line) <= 80 and line == line.rstrip(), f"{line!r}"
        assert "\n\n\n" not in outcome.out and not outcome.out.startswith("\n"), "empty lines"
    return check


HELP_TOPICS = [
    *[Case(f"topic {name}", ["help", name], out=r"\A\S|\A  ", err="",
           checks=(mentions(*words), fits(LONGER.get(name, SCREEN))))
      for name, words in TOPICS.items()],
    Case("a topic named like a command follows the command's help", ["help", "devices"],
         out=r"\Ausage: swarmcl devices(.*\n)+.*`--device D` takes((?!\n  cpu )[^\0])*\n  cpu ((?!\n  cpu )[^\0])*\Z"),
    Case("help of the program lists every topic", ["help"], checks=(mentions(*TOPICS), fits(54))),
    rejected("an unknown word", ["help", "exit"], r"no help for 'exit'"),
    rejected("operand after a topic", ["help", "formats", "more"], r"'more'.*help \[WORD\]"),
    rejected("all of a topic", ["help", "formats", "all"], r"'all'.*help COMMAND all"),
    rejected("more than all of a command", ["help", "tsp", "all", "all"], r"'all'.*help COMMAND all"),
    rejected("less than all of a command", ["help", "tsp", "al"], r"'al'.*help COMMAND all"),
    Case("help of a command of two words", ["help", "instance", "generate"], out=r"\Ausage: swarmcl instance generate"),
    rejected("completion of an unknown shell", ["completion", "csh"], r"'csh'.*bash, zsh or fish"),
    rejected("completion without a shell", ["completion"], r"SHELL is missing"),
    rejected("texts for other programs have no --json", ["manual", "--json"], r"unknown option --json"),
    scenes_shell.commands_are_within_the_screen,
    scenes_shell.exit_codes_agree,
    scenes_shell.output_kinds_agree,
    scenes_shell.stop_reasons_agree,
]

PROGRESS = [
    scenes_shell.live_line,
    scenes_shell.live_line_ticks,
    scenes_shell.live_line_ends_before_the_result,
    scenes_shell.improvements_scroll,
    scenes_shell.improvements_in_a_pipe,
    scenes_shell.simple_terminals,
    scenes_shell.lines_without_a_terminal,
    scenes_shell.narrow_terminals,
    scenes_shell.window_changes,
    scenes_shell.width_of_the_environment,
    scenes_shell.time_left,
    scenes_shell.background,
]

COMPLETION = [
    scenes_shell.scripts_are_well_formed,
    scenes_shell.every_option_is_everywhere,
    scenes_shell.what_the_line_has_counts,
    scenes_shell.manual_is_clean,
    scenes_shell.manual_on_a_terminal,
    scenes_shell.printed_anywhere,
]
SHELLS = [
    scenes_shell.bash_completes,
    scenes_shell.fish_completes,
    scenes_shell.zsh_completes,
]

GROUPS = {
    "topics": HELP_TOPICS,
    "progress": PROGRESS,
    "completion": COMPLETION,
    "shells": SHELLS,
}

ON_DEVICE = [
    scenes_shell.profile_changes_no_tour,
    scenes_shell.profile_table,
]
