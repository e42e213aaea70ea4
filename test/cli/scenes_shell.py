"""Scenes of the live line, and of the shells that complete command lines.

Each takes a Bench and says in its first line what it shows."""

import json
import os
import pty
import re
import signal

from run import Skip
from scenes import FOREVER, MANY
from terminal import ERASE_TO_END, Terminal

LIVE = re.compile(r"iteration \d+(, best \d+(, \d+(\.\d+)? it/s)?(, \d+ s left)?)?$")
IMPROVEMENT = re.compile(r"iteration \d+, best \d+, \d+\.\d s$")


def twin(*arguments, seconds="1.5"):
    return ["tsp", "medium.tsp", "-d", "none", *MANY, "--time", seconds, *arguments]


def live_line(bench):
    """A terminal has one line of progress, which is gone at the end."""
    terminal = Terminal(bench, twin())
    out = terminal.finish()
    screen = terminal.screen
    assert len(screen.live) >= 3 and all(LIVE.match(line) for line in screen.live), screen.live
    assert len(screen.live) <= 1.5 * 10 + 2, "it is drawn more than ten times a second"
    assert any(re.search(r", \d+(\.\d+)? it/s, \d+ s left$", line) for line in screen.live), screen.live
    assert screen.line == "" and not any("iteration" in line for line in screen.lines), screen.lines
    assert re.search(r"^stopped by +time$", out, re.MULTILINE), out


def live_line_ends_before_the_result(bench):
    """Where stdout is the same terminal, the result stands below erased progress, as text and as JSON."""
    for more in ([], ["--json"]):
        terminal = Terminal(bench, twin(*more, seconds="0.8"), both=True)
        terminal.finish()
        shown = terminal.screen.lines
        assert terminal.screen.live and terminal.screen.line == "", terminal.screen.live
        assert not any(line.startswith("iteration ") for line in shown), shown
        if more:
            assert json.loads("\n".join(shown[shown.index("{"):]))["result"]["stop_reason"] == "time"
        else:
            assert any(re.match(r"length +\d+$", line) for line in shown), shown


def improvements_scroll(bench):
    """With -v improvements are whole lines above the live line."""
    terminal = Terminal(bench, twin("-v"))
    terminal.finish()
    told = [line for line in terminal.screen.lines if line.startswith("iteration ")]
    assert len(told) >= 2 and all(IMPROVEMENT.match(line) for line in told), told
    assert terminal.screen.live and all(LIVE.match(line) for line in terminal.screen.live), terminal.screen.live
    assert terminal.screen.line == "", terminal.screen.line
    # Behind an improvement the live line stands again.
    assert re.search(r"\niteration \d+, best \d+, \d+\.\d s\n\riteration ", terminal.written), terminal.written


def improvements_in_a_pipe(bench):
    """With -v a pipe has the same lines and no live line; without it has neither, nor with -q on a terminal."""
    piped = bench.run(twin("-v", seconds="0.6"))
    told = [line for line in piped.err.splitlines() if line.startswith("iteration ")]
    assert told and all(IMPROVEMENT.match(line) for line in told), piped.err
    assert "\r" not in piped.err and ERASE_TO_END not in piped.err, piped.err
    assert "iteration" not in bench.run(twin(seconds="0.4")).err
    quiet = Terminal(bench, twin("-q", seconds="0.6"))
    assert quiet.finish() == "" and quiet.written == "", quiet.written


def simple_terminals(bench):
    """TERM=dumb and an empty TERM have no live line."""
    for kind in ("dumb", ""):
        terminal = Terminal(bench, twin(seconds="0.6"), environment={"TERM": kind})
        terminal.finish()
        assert "\r" not in terminal.written and "iteration" not in terminal.written, terminal.written


def narrow_terminals(bench):
    """The line never reaches the last column: what does not fit is left out from the right."""
    for columns in (1, 2, 11, 20, 40, 60, 200):
        terminal = Terminal(bench, twin(seconds="0.9"), columns=columns)
        terminal.finish()
        live = terminal.screen.live
        assert all(len(line) < columns and LIVE.match(line) for line in live), (columns, live)
        assert bool(live) == (columns >= 20), (columns, live)
        assert any("best" in line for line in live) == (columns >= 40), (columns, live)
        assert any("it/s, " in line for line in live) == (columns >= 60), (columns, live)


def window_changes(bench):
    """The width is asked for at every drawing: a window made narrower, then wider."""
    terminal = Terminal(bench, ["tsp", "medium.tsp", "-d", "none", *FOREVER], columns=100)
    terminal.read_until(lambda screen: any("left" in line for line in screen.live))
    for columns in (25, 70):
        terminal.set_columns(columns)
        terminal.read(0.3)
        start = len(terminal.screen.live) + 1  # one may have been on its way
        terminal.read_until(lambda screen, start=start: len(screen.live) > start + 3)
        assert all(len(line) < columns for line in terminal.screen.live[start:]), terminal.screen.live[start:]
        assert any("best" in line for line in terminal.screen.live[start:]) == (columns == 70)
    terminal.process.send_signal(signal.SIGINT)
    assert "stopped by  cancelled" in terminal.finish()


def width_of_the_environment(bench):
    """A terminal that does not know its width has that of COLUMNS, else 80 columns."""
    for columns, widest in (("30", 29), ("nonsense", 79), ("-5", 79)):
        terminal = Terminal(bench, twin(seconds="0.6"), columns=0, environment={"COLUMNS": columns})
        terminal.finish()
        longest = max(len(line) for line in terminal.screen.live)
        assert longest <= widest and (longest > 29) == (widest == 79), (columns, terminal.screen.live)


def killed(bench):
    """A program that is killed leaves the cursor as it was: erasing is the only escape sequence ever sent."""
    terminal = Terminal(bench, ["tsp", "medium.tsp", "-d", "none", *FOREVER])
    terminal.read_until(lambda screen: len(screen.live) > 2)
    terminal.process.send_signal(signal.SIGKILL)
    terminal.finish()
    rest = terminal.written.replace(ERASE_TO_END, "")
    assert "\x1b" not in rest, "an escape sequence other than erasing"


def time_left(bench):
    """The time left is that of the limit that is met first; without a limit the time gone by is shown."""
    def live(*limits):
        terminal = Terminal(bench, ["tsp", "medium.tsp", "-d", "none", *limits], columns=120)
        terminal.read_until(lambda screen: len(screen.live) > 6)
        terminal.process.send_signal(signal.SIGINT)
        terminal.finish()
        return terminal.screen.live[4]  # the rate is known by then
    assert re.search(r"it/s, (\d d|\d+ h \d\d min) left$|\d+ d \d+ h left$", live(*MANY)), "by the rate"
    assert re.search(r"it/s, 1 h 5\d min left$", live(*MANY, "--time", "7000")), "by the time, beside many iterations"
    assert re.search(r"it/s, 5\d s left$", live("--time", "59.4")), "the default of --iterations is no limit then"
    assert re.search(r"it/s, \d+ (s|min \d\d s) left$", live("--time", "90000", "--iterations", "20000")), "by the rate"


def background(bench):
    """Nothing is drawn while the shell has the program in the background."""
    command = f"{bench.program} tsp medium.tsp -d none --iterations 100000000 --time 0.8 > background.txt"
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
