"""Scenes of the live line, and of the shells that complete command lines.

Each takes a Bench and says in its first line what it shows."""

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import time

import shells
from run import HANG_SECONDS, SANITIZED, Skip, tier
from scenes import FOREVER, MANY
from terminal import ERASE_TO_END, Terminal

LIVE = re.compile(r"iteration \d+(, (best \d+|no solution yet)(, \d+(\.\d+)? it/s)?(, (\d+ min \d\d|\d+) s left)?)?$")
IMPROVEMENT = re.compile(r"iteration \d+, best \d+, \d+\.\d s$")


def reference_run(*arguments, seconds="0.25"):
    """A run of the reference with many short iterations."""
    return ["tsp", "medium.tsp", "-d", "none", "--algorithm", "as", *MANY, "--time", seconds, *arguments]


def watched(bench, arguments, found, **options):
    """A run on a terminal that is interrupted once found(screen) is true, and its standard output."""
    terminal = Terminal(bench, arguments, **options)
    terminal.read_until(found)
    terminal.process.send_signal(signal.SIGINT)
    return terminal, terminal.finish()


def any_live(pattern):
    return lambda screen: any(re.search(pattern, line) for line in screen.live)


def live_line(bench):
    """A terminal has one line of progress, which is gone at the end."""
    start = time.monotonic()
    terminal, out = watched(bench, reference_run(seconds="1000"), lambda screen: len(screen.live) >= 4
                            and any_live(r", \d+(\.\d+)? it/s, \d+ min \d\d s left$")(screen))
    screen = terminal.screen
    assert all(LIVE.match(line) for line in screen.live), screen.live
    assert len(screen.live) <= (time.monotonic() - start) * 10 + 2, "it is drawn more than ten times a second"
    assert screen.line == "" and not any("iteration" in line for line in screen.lines), screen.lines
    assert "\x1b" not in terminal.written.replace(ERASE_TO_END, ""), "an escape sequence other than erasing"
    assert re.search(r"^stopped by +cancelled$", out, re.MULTILINE), out


def live_line_ticks(bench):
    """The live line is drawn at regular intervals while the first generation of a large instance is built."""
    bench.run(["instance", "generate", "uniform", "--nodes", "60000", "-q", "-o", "large.tsp"])
    drawn = []
    terminal = Terminal(bench, ["tsp", "large.tsp", "-d", "none", "--time", "1.4"], columns=120)
    while terminal.read(0.1):
        drawn.extend([time.monotonic()] * (len(terminal.screen.live) - len(drawn)))
    terminal.finish()
    longest = max(b - a for a, b in zip(drawn, drawn[1:]))
    assert longest < tier(0.5, 0.3), f"a pause of {longest:.2f} s: {terminal.screen.live}"
    left = [line.rsplit(", ", 1)[-1] for line in terminal.screen.live]
    assert "1 s left" in left and len(set(left)) > 1, left


def live_line_ends_before_the_result(bench):
    """If stdout is the same terminal, the live line is erased before the result is printed, as text and as JSON."""
    for more in ([], ["--json"]):
        terminal, _ = watched(bench, reference_run(*more, seconds="1000"), lambda screen: len(screen.live) > 1, both=True)
        shown = terminal.screen.lines
        assert terminal.screen.live and terminal.screen.line == "", terminal.screen.live
        assert not any(line.startswith("iteration ") for line in shown), shown
        if more:
            assert json.loads("\n".join(shown[shown.index("{"):]))["result"]["stop_reason"] == "cancelled"
        else:
            assert any(re.match(r"length +\d+$", line) for line in shown), shown


def improvements_scroll(bench):
    """With -v improvements are whole lines above the live line."""
    again = re.compile(r"\niteration \d+, best \d+, \d+\.\d s\n\riteration ")
    terminal = Terminal(bench, reference_run("-v", seconds="1000"))
    terminal.read_until(lambda screen: len(screen.live) > 2 and again.search(terminal.written)
                        and sum(line.startswith("iteration ") for line in screen.lines) > 1)
    terminal.process.send_signal(signal.SIGINT)
    terminal.finish()
    printed = [line for line in terminal.screen.lines if line.startswith("iteration ")]
    assert len(printed) >= 2 and all(IMPROVEMENT.match(line) for line in printed), printed
    assert terminal.screen.live and all(LIVE.match(line) for line in terminal.screen.live), terminal.screen.live
    assert terminal.screen.line == "", terminal.screen.line


def improvements_in_a_pipe(bench):
    """With -v a pipe gets the same lines and no live line; without -v it gets none, like a terminal with -q."""
    piped = bench.run(reference_run("-v"))
    printed = [line for line in piped.err.splitlines() if line.startswith("iteration ")]
    assert printed and all(IMPROVEMENT.match(line) for line in printed), piped.err
    assert "\r" not in piped.err and ERASE_TO_END not in piped.err, piped.err
    assert "iteration" not in bench.run(reference_run()).err
    quiet = Terminal(bench, reference_run("-q"))
    assert quiet.finish() == "" and quiet.written == "", quiet.written


def simple_terminals(bench):
    """TERM=dumb and an empty TERM have no live line."""
    for kind in ("dumb", ""):
        terminal = Terminal(bench, reference_run(), environment={"TERM": kind})
        terminal.finish()
        assert "\r" not in terminal.written and "iteration" not in terminal.written, terminal.written


def lines_without_a_terminal(bench):
    """Without a terminal a line comes every ten seconds, with the time by --log-time, and --metrics replaces its
    file. The process sleeps meanwhile."""
    def running():
        text = (bench.folder / "run.prom").read_text()
        assert all(re.fullmatch(r'# (HELP|TYPE) swarmcl_\w+ .+|swarmcl_\w+\{(\w+="[^"]*",?)+\} [-+.e\d]+', line)
                   for line in text.splitlines()), text
        return [int(re.search(rf"(?m)^swarmcl_{name}\{{.*\}} (\d+)$", text)[1]) for name in ("iterations", "running")]
    process = bench.start(reference_run("--log-time", "--metrics", "run.prom", seconds="100"))
    time.sleep(0.3)
    process.send_signal(signal.SIGSTOP)
    first = running()
    time.sleep(10)
    process.send_signal(signal.SIGCONT)
    time.sleep(0.3)
    later = running()
    process.send_signal(signal.SIGUSR1)
    out, err = process.communicate(timeout=HANG_SECONDS)
    assert process.returncode == 0 and "cancelled" in out, (process.returncode, out)
    lines = re.findall(r"(?m)^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (.*)$", err)
    assert len(lines) == err.count("\n") and sum("iteration" in line for line in lines) == 1, err
    last = running()
    assert first == [0, 1] and later[0] > 0 and later[1] == 1 and last[0] > later[0] and last[1] == 0, (first, later, last)


def narrow_terminals(bench):
    """The line never reaches the last column: fields that do not fit are left out from the right."""
    for columns, seen in ((1, None), (11, None), (20, "iteration"), (40, "best"), (60, "it/s, ")):
        if seen:
            terminal, _ = watched(bench, reference_run(seconds="100"),
                                  lambda screen, seen=seen: len(screen.live) > 2 and any_live(seen)(screen),
                                  columns=columns)
        else:
            terminal = Terminal(bench, reference_run(), columns=columns)
            terminal.finish()
        live = terminal.screen.live
        assert all(len(line) < columns and LIVE.match(line) for line in live), (columns, live)
        assert bool(live) == (columns >= 20), (columns, live)
        assert any("best" in line for line in live) == (columns >= 40), (columns, live)
        assert any("it/s, " in line for line in live) == (columns >= 60), (columns, live)


def window_changes(bench):
    """The width is asked for at every drawing: a window made narrower, then wider."""
    terminal = Terminal(bench, ["tsp", "medium.tsp", "-d", "none", "--algorithm", "as", *FOREVER], columns=100)
    terminal.read_until(lambda screen: any("left" in line for line in screen.live))
    for columns in (25, 70):
        start = len(terminal.screen.live)
        terminal.set_columns(columns)
        terminal.read_until(lambda screen, start=start, columns=columns:  # some may have been on their way
                            len(screen.live) > start + 3 and all(len(line) < columns for line in screen.live[-3:])
                            and all("best" in line for line in screen.live[-3:]) == (columns == 70))
    terminal.process.send_signal(signal.SIGINT)
    assert "stopped by  cancelled" in terminal.finish()


def width_of_the_environment(bench):
    """If the width of the terminal is unknown, COLUMNS gives it; otherwise it is 80 columns."""
    for columns, widest in (("30", 29), ("nonsense", 79), ("-5", 79)):
        terminal, _ = watched(bench, reference_run(seconds="100"), any_live("it/s" if widest > 29 else "iteration"), columns=0,
                              environment={"COLUMNS": columns})
        longest = max(len(line) for line in terminal.screen.live)
        assert longest <= widest and (longest > 29) == (widest == 79), (columns, terminal.screen.live)


def time_left(bench):
    """The live line shows the time left until the first limit; without a limit it shows the time passed."""
    def live(*limits):
        terminal, _ = watched(bench, ["tsp", "medium.tsp", "-d", "none", *limits], any_live("it/s, .* left$"), columns=120)
        return next(line for line in terminal.screen.live if re.search("it/s, .* left$", line))
    assert re.search(r"it/s, (\d d|\d+ h \d\d min) left$|\d+ d \d+ h left$", live(*MANY)), "by the rate"
    assert re.search(r"it/s, 1 h 5\d min left$", live(*MANY, "--time", "7000")), "by the time, in spite of many iterations"
    assert re.search(r"it/s, [1-5]\d s left$", live("--time", "59.4")), "the default of --iterations is no limit then"
    by_rate = live("--time", "90000", "--iterations", "20000")
    assert re.search(r"it/s, (\d+ (s|min \d\d s)|1?\d h \d\d min) left$", by_rate), "by the rate"


def background(bench):
    """Nothing is drawn while the shell has the program in the background."""
    command = f"{bench.program} tsp medium.tsp -d none --iterations 100000000 --time 0.4 > background.txt"
    for suffix, drawn in (("", True), (" & wait", False)):
        try:
            child, leader = pty.fork()
        except OSError as problem:
            raise Skip(f"no terminal can be opened: {problem}") from problem
        if child == 0:
            os.chdir(bench.folder)
            os.execvpe("bash", ["bash", "-m", "-c", command + suffix], {**bench.environment, "TERM": "xterm"})
        seen = b""
        while True:
            try:
                piece = os.read(leader, 4096)
            except OSError:
                break
            if not piece:
                break
            seen += piece
        os.close(leader)
        _, status = os.waitpid(child, 0)
        assert status == 0 and "stopped by  time" in (bench.folder / "background.txt").read_text(), (status, seen)
        assert (b"\riteration" in seen) == drawn, (suffix, seen)


# ---------------------------------------------------------------------------------------------------------------------
# Shells

OPTION = re.compile(r"^  (?:-(\w), |    )--([\w-]+)( \S+)?", re.MULTILINE)


def first_words(bench):
    """The commands and topics that `swarmcl help` lists: {two words or one}, {topic}."""
    text = bench.run(["help"]).out
    commands = re.search(r"^Commands\n((?:  .*\n)+)", text, re.MULTILINE)[1]
    topics = re.search(r"^Topics .*\n((?:  .*\n)+)", text, re.MULTILINE)[1]
    names = [re.match(r"  ([a-z]+(?: [a-z]+)*)", line)[1] for line in commands.splitlines()
             if re.match(r"  [a-z]", line)]
    return [name for name in names if name != "help"], re.findall(r"^  ([a-z-]+)", topics, re.MULTILINE)


def options_of(bench, command):
    """The options of a command's help: [(letter or "", name, whether it takes a value)]."""
    found = OPTION.findall(bench.run([*command.split(), "--help", "all"]).out)
    assert ("h", "help", "") in found, found
    return [(letter, name, bool(value)) for letter, name, value in found]


def expect(shell, bench, table):
    """Compares the words that a shell offers with the expected ones, {line: set}."""
    for line, offered in zip(table, shell(bench, [split(line) if shell is shells.bash else line for line in table])):
        assert offered == table[line], f"{shell.__name__}: {line!r} offers {sorted(offered)}"


def split(line):
    """The line as bash passes it to a completion function: `=` and `:` are words of their own."""
    return re.findall(r"[=:]|[^ =:]+", line) + ([""] if line[-1] in " =:" else [])


SELECTIONS = {"roulette", "race", "i-roulette", "tile-best", "compressed", "trial", "hybrid"}


def common_table(bench):
    commands, topics = first_words(bench)
    single = {name.split()[0] for name in commands}
    tables = {"zz-table.csv", "zz-mine.tsp.gz"}
    (bench.folder / "zz-own.cl").write_text("")
    instances = tables | {name for name in os.listdir(bench.folder)
                          if name.removesuffix(".gz").endswith((".tsp", ".atsp", ".csv"))}
    for name in tables | {"zz-mine.tour.gz"}:
        (bench.folder / name).write_text("")
    return {
        "swarmcl ": single | {"help", "--version"},
        "swarmcl ver": {"verify"},
        "swarmcl tsp --sel": {"--selection"},
        "swarmcl tsp --selection ": SELECTIONS,
        "swarmcl tsp -v --selection ra": {"race"},
        "swarmcl tsp --device ": {"auto", "gpu", "accelerator", "cpu", "all", "none"},
        "swarmcl tsp -d n": {"none"},
        "swarmcl tsp --time ": set(),
        "swarmcl tsp zz-t": {"zz-table.csv"},
        "swarmcl tsp --seed 5 zz-m": {"zz-mine.tsp.gz"},
        "swarmcl tsp --init zz-": {"zz-mine.tour.gz"},
        "swarmcl tsp --preset ": {"angelo", "angelo-data", "cecilia", "uchida", "belotti"},
        "swarmcl tsp --tuning zz-t": {"zz-table.csv"},
        "swarmcl batch zz-t": {"zz-table.csv"},
        "swarmcl batch small.tsp medium.tsp --seed 3 zz-t": {"zz-table.csv"},
        "swarmcl batch --see": {"--seed"},
        "swarmcl pso rastr": {"rastrigin"},
        "swarmcl pso zz-": {"zz-own.cl"},
        "swarmcl pso --dim 2 rastr": {"rastrigin"},
        "swarmcl pso rastrigin --topology ": {"global", "ring", "von-neumann"},
        "swarmcl pso rastrigin --vm": {"--vmax"},
        "swarmcl pso rastrigin --resume zz-t": {"zz-table.csv"},
        "swarmcl verify small.tsp zz-": {"zz-mine.tour.gz"},
        "swarmcl verify --json small.tsp zz-": {"zz-mine.tour.gz"},
        "swarmcl instance gener": {"generate"},
        "swarmcl instance generate ": {"uniform", "clustered", "matrix", "grid", "circle", "drilling", "rows",
                                        "duplicates", "qap-uniform", "qap-grid"},
        "swarmcl instance generate uniform --no": {"--nodes"},
        "swarmcl completion ": {"bash", "zsh", "fish"},
        "swarmcl help ": single | set(topics),
        "swarmcl help instance ": {"generate"},
        "swarmcl manual --": {"--help"},
    }, instances


def bash_completes(bench):
    """bash completes commands, options, words and files."""
    table, instances = common_table(bench)
    table.update({
        "swarmcl tsp --selection=": SELECTIONS,
        "swarmcl tsp --device=gpu:1 zz-t": {"zz-table.csv"},
        "swarmcl tsp small.tsp ": set(),
    })
    folders = {name for name in os.listdir(bench.folder) if (bench.folder / name).is_dir()}
    table["swarmcl tsp "] = instances | folders
    expect(shells.bash, bench, table)


def fish_completes(bench):
    """fish completes commands, options, words and files."""
    table, _ = common_table(bench)
    table["swarmcl tsp --selection=r"] = {"--selection=roulette", "--selection=race"}
    expect(shells.fish, bench, table)


def zsh_completes(bench):
    """zsh completes commands, options, words and files."""
    table, _ = common_table(bench)
    table["swarmcl tsp --selection=r"] = {"roulette", "race"}
    expect(shells.zsh, bench, table)


def scripts_are_well_formed(bench):
    """Each shell reads its script without printing anything."""
    for shell, name in (("bash", "check.bash"), ("zsh", "check.zsh"), ("fish", "check.fish")):
        path = shells.script(bench, shell, name)
        if shutil.which(shell):
            done = subprocess.run([shell, "-n", path], capture_output=True, text=True, check=False, timeout=HANG_SECONDS)
            assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), (shell, done)


def every_option_is_everywhere(bench):
    """The manual and the completions of the shells contain every option of every command's help, with its letter."""
    commands, _ = first_words(bench)
    manual = bench.run(["manual"]).out.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "")
    head = r'^\.SS "swarmcl ([a-z ]+?)(?: [][A-Z|.cl ]+)? \[options\]"\n'
    sections = dict(re.findall(head + r"((?:(?!\.S[SH]).*\n)*)", manual, re.MULTILINE))
    common = re.search(r'^\.SH "OPTIONS OF ALL COMMANDS"\n((?:(?!\.S[SH]).*\n)*)', manual, re.MULTILINE)[1]
    assert set(commands) == set(sections), "commands are missing"
    tried = set()
    for command in commands:
        printed = bench.run(["__complete", *command.split(), "-"])
        assert printed.code == 0 and printed.err == "", printed
        offers = dict(line.split("\t") for line in printed.out.splitlines())
        options = options_of(bench, command)
        expected = {"--" + name for _, name, _ in options} | {"-" + letter for letter, _, _ in options if letter}
        assert set(offers) == expected and all(offers.values()), (command, set(offers) ^ expected)
        for letter, name, value in options:
            line = (f"-{letter}, " if letter else "") + f"--{name}" + (" " if value else "$")
            assert re.search("^" + line, sections[command] + common, re.MULTILINE), f"{command} --{name}: not in the manual"
            if value and (name not in tried or command == "pso"):  # other commands have its row
                tried.add(name)
                forms = [[f"--{name}=x"], ["--" + name, ""], ["--" + name, "="], ["--" + name, "=", "x"]]
                values = [bench.run(["__complete", *command.split(), *words]).out
                          for words in (forms if name in ("device", "seed") and not SANITIZED else forms[:1])]
                assert len(set(values)) == 1 and not values[0].startswith("-"), (command, name, values)


def what_the_line_has_counts(bench):
    """Options are offered once, operands in order, values after letters, and nothing within a value."""
    def offers(*words):
        return {line.split("\t")[0] for line in bench.run(["__complete", *words]).out.splitlines()}
    assert {"--seed", "-o", "-q"} <= offers("tsp", "-")
    left = offers("tsp", "--seed", "3", "-qo", "a.svg", "-")
    assert not left & {"--seed", "-q", "--quiet"} and {"-o", "--output"} <= left, left
    devices = offers("tsp", "-d", "")
    assert "cpu" in devices and devices == offers("tsp", "-vd", "") and not devices & offers("tsp", "-dcpu", "")
    tours = {"*.tour", "*.tour.gz", "*/"}
    assert offers("verify", "a.tsp", "") == tours == offers("verify", "--", "a.tsp", ""), "operands"
    assert offers("render", "flows.csv", "places.csv", "") == {"*.csv", "*.sln", "*/"}, "the assignment"
    assert offers("render", "a.tsp", "a.tour", "b.csv", "") == set() == offers("tsp", "--device", "=", "gpu", ":", "1")
    assert offers() == offers("") and offers("nonsense", "") == set()


def manual_is_clean(bench):
    """The manual is formatted without a warning and shows its required parts."""
    manual = bench.run(["manual"])
    assert manual.code == 0 and manual.err == "", manual
    path = bench.folder / "swarmcl.1"
    path.write_text(manual.out)
    assert all(line.isascii() for line in manual.out.splitlines()), "bytes that are no ASCII"
    for tool in (["groff", "-ww", "-man", "-Tutf8", "-rLL=80n", "-P-cbou"], ["mandoc", "-T", "lint", "-W", "warning"]):
        if not shutil.which(tool[0]):
            continue
        done = subprocess.run([*tool, str(path)], capture_output=True, text=True, check=False, timeout=HANG_SECONDS)
        assert done.stderr == "" and done.returncode == 0, (tool, done.stderr)
        if tool[0] == "groff":
            shown = done.stdout
            for word in ("NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "TOPICS", "EXIT STATUS", "ENVIRONMENT",
                         "EXAMPLES", "SEE ALSO", "--selection RULE", "SWARMCL_DEVICE", "2^-32", "salesman", "orienteering",
                         "(QAP)", "particle"):
                assert word in shown, f"{word!r} is not shown"
            return
        assert done.stdout == "", done.stdout
    raise Skip("neither groff nor mandoc is installed")


def printed_anywhere(bench):
    """Manual and completions need no driver, no HOME and no folder that can be written."""
    environment = {"OCL_ICD_VENDORS": "/nonexistent-dir/", "HOME": None, "XDG_CACHE_HOME": None, "TERM": None}
    for words in (["manual"], ["completion", "bash"], ["completion", "zsh"], ["completion", "fish"]):
        here = bench.run(words)
        there = bench.run(words, environment, folder="/")
        assert here.code == there.code == 0 and here.out == there.out and there.err == "", words


# ---------------------------------------------------------------------------------------------------------------------
# Help

def commands_are_within_the_screen(bench):
    """The help of every command fits 80 columns and, without "all", 40 lines, tsp's a terminal; -o is at the top of
    long ones that write files, and the last line of long ones has the number of all options."""
    commands, _ = first_words(bench)
    for command in commands:
        words = command.split()
        short, whole = (bench.run([*words, "--help", *more]) for more in ([], ["all"]))
        assert bench.run(["help", *words, "all"]).out.startswith(whole.out) and whole.code == short.code == 0, whole
        for line in (short.out + whole.out).splitlines():
            assert len(line) <= 80 and line == line.rstrip(), (command, line)
        lines = short.out.splitlines()
        assert len(lines) <= (24 if command == "tsp" else 40), (command, lines)
        some, options = OPTION.findall(short.out), OPTION.findall(whole.out)
        assert set(some) <= set(options) and len(some) == (len(options) if len(options) <= 11 else len(some)), some
        if len(options) > 11:
            writes = any(option[1] == "output" for option in options)
            assert not writes or some[0][:2] == ("o", "output") == options[0][:2], (command, some)
            assert 8 <= len(some) <= 18, (command, some)
            assert f"--help all` shows all {len(options)} options" in short.out, short.out


def manual_on_a_terminal(bench):
    """On a terminal `swarmcl manual` prints text with everything in --help, as wide as the terminal but at most 100
    columns."""
    for columns, most in ((85, 85), (300, 100)):
        terminal = Terminal(bench, ["manual"], columns=columns, both=True)
        terminal.finish()
        lines = terminal.screen.lines
        assert most - 5 <= max(map(len, lines)) <= most, max(lines, key=len)
        assert not any(re.match(r"\.(TH|SH|PP|TP)", line) for line in lines), "roff"
        text = " ".join(" ".join(lines).split())
        for word in ("usage: swarmcl tsp FILE", "TSP", "EXIT STATUS", "--trail-floor T", "2^-32", "mpirun -n 4"):
            assert word in text, word


def exit_codes_agree(bench):
    """The exit codes of `swarmcl help`, of the topic and of the manual are the same seven."""
    topic = re.findall(r"^  (\d) +(.*)$", bench.run(["help", "exit-codes"]).out, re.MULTILINE)
    assert [code for code, _ in topic] == list("0123456"), topic
    assert re.findall(r"^  (\d) +(.*)$", bench.run(["help"]).out, re.MULTILINE) == topic
    manual = bench.run(["manual"]).out.replace("\\-", "-")
    for code, text in topic:
        assert f".TP\n\\fB{code}\\fR\n{text}\n" in manual, text


def output_kinds_agree(bench):
    """The topic `outputs` lists the kinds of files that -o takes, and no others."""
    refused = [bench.run([problem, "small.tsp", "-d", "none", "-o", "x.png"]) for problem in ("tsp", "pso", "qap", "fleet")]
    assert all(each.code == 2 for each in refused), refused
    taken = set(re.findall(r"(?<=\s)[a-z:]*FILE\.[a-z]+", " ".join(each.err for each in refused)))
    printed = set(re.findall(r"^  ([a-z:]*FILE\.[a-z]+)", bench.run(["help", "outputs"]).out, re.MULTILINE))
    assert taken == printed and {"FILE.tour", "curve:FILE.csv"} <= printed, (taken, printed)


def stop_reasons_agree(bench):
    """The topic `stopping` lists the stop reasons that results name."""
    printed = set(re.findall(r"^  ([a-z]+(?:, [a-z]+)?)(?: |$)", bench.run(["help", "stopping"]).out, re.MULTILINE))
    for limits, reason in ((["--iterations", "2"], "iterations"), (["--time", "0.2"], "time"),
                           (["--target", "1000000"], "target"), (["--no-improve", "2"], "stagnation"),
                           ([], "convergence")):
        run = bench.run(["tsp", "small.tsp", "-d", "none", "--json", *limits]).json()
        assert run["result"]["stop_reason"] == reason and reason in printed, (run["result"], printed)
    run = bench.run(["pso", "sphere", "--dim", "2", "--evaluations", "90", "-d", "none", "--json"]).json()["result"]
    assert (run["stop_reason"], run["evaluations"]) == ("evaluations", 90), run
    assert printed == {"iterations", "evaluations", "time", "target", "stagnation", "convergence", "cancelled", "optimal, proven"}, printed


# ---------------------------------------------------------------------------------------------------------------------
# --profile

ITERATIONS = 5


def profiled(bench, *more):
    return bench.ok(["tsp", "small.tsp", "-d", "cpu", "--iterations", str(ITERATIONS), *more])


def profile_changes_no_tour(bench):
    """--profile changes no tour; each kernel ran once per iteration, and the shares sum to 1."""
    shapes = (("aco_construct_workitem", ["work-item", "--launch-ms", "1"]), ("aco_construct_team", ["work-group"]))
    for kernel_name, shape in tier(shapes[:1], shapes):
        more = ["--construction", *shape, "--deposit", "per-ant", "--json"]
        plain, run = (profiled(bench, *more, *flag).json() for flag in ([], ["--profile"]))
        assert plain["kernels"] is None and run["tour"] == plain["tour"], "the tours differ"
        assert [point["length"] for point in run["trace"]] == [point["length"] for point in plain["trace"]]
        kernels = {kernel["name"]: kernel for kernel in run["kernels"]}
        assert len(kernels) == len(run["kernels"]), "a kernel is listed twice"
        for name, kernel in kernels.items():
            assert set(kernel) == {"name", "calls", "seconds", "mean_seconds", "median_seconds", "share"}, kernel
            assert kernel["calls"] > 0 and 0 <= kernel["median_seconds"] <= kernel["seconds"] + 1e-9
            assert 0 <= kernel["seconds"] < run["timing"]["total"], kernel
            assert abs(kernel["mean_seconds"] * kernel["calls"] - kernel["seconds"]) <= 1e-9 + 1e-6 * kernel["seconds"]
        assert abs(sum(kernel["share"] for kernel in kernels.values()) - 1) < 1e-9, kernels
        assert kernels["aco_initialise"]["calls"] >= 1
        for name in ("aco_choice_weights", kernel_name, "aco_reduce_best", "aco_evaporate"):
            assert kernels[name]["calls"] >= ITERATIONS, (name, kernels)
        assert kernels["aco_deposit_per_ant"]["calls"] == 14 * ITERATIONS, kernels["aco_deposit_per_ant"]


def profile_table(bench):
    """The table follows the result: calls, total, mean and share of every kernel, and their sum."""
    text = profiled(bench, "--profile", "--algorithm", "mmas", "--ants", "5").out
    result, table = text.split("\n\n")
    assert re.search(r"^seconds ", result, re.MULTILINE), result
    head, *rows, total, loop = table.splitlines()
    assert head.split() == ["kernel", "calls", "total", "ms", "mean", "us", "share"], head
    cells = [re.fullmatch(r"(aco_\w+) +(\d+) +(\d+\.\d{3}) +(\d+\.\d{3}) +(\d+\.\d) %", row) for row in rows]
    assert all(cells) and len(cells) >= 9, table
    assert len({len(row) for row in (*rows, total)}) == 1, "the columns are not aligned"
    summed = re.fullmatch(r"all +(\d+) +(\d+\.\d{3}) +(\d+\.\d{3}) +100\.0 %", total)
    assert summed and int(summed[1]) == sum(int(cell[2]) for cell in cells), total
    assert abs(float(summed[2]) - sum(float(cell[3]) for cell in cells)) < 0.001 * (len(cells) + 1), total
    assert re.fullmatch(r"wall time of the iterations +\d+\.\d{3}", loop), loop
    quiet = profiled(bench, "--profile", "-q", "--algorithm", "mmas", "--ants", "5")
    assert quiet.out == "" and quiet.err == "", quiet
