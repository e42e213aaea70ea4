"""Completion scripts, run by the shells."""

import os
import pty
import select
import shutil
import subprocess
import time

from run import HANG_SECONDS, Skip


def script(bench, shell, name):
    """The completion script in a file of the bench's folder."""
    outcome = bench.run(["completion", shell])
    assert outcome.code == 0 and outcome.err == "", outcome
    path = bench.folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(outcome.out)
    return path


def environment(bench):
    """An environment in which the shells find the program, which their scripts call."""
    folder = os.path.dirname(bench.program)
    return {**bench.environment, "PATH": folder + os.pathsep + bench.environment.get("PATH", os.defpath)}


def require(program):
    if not shutil.which(program):
        raise Skip(f"{program} is not installed")


def run_shell(bench, command, text):
    require(command[0])
    done = subprocess.run(command, input=text, text=True, cwd=bench.folder, timeout=HANG_SECONDS,
                          env=environment(bench), capture_output=True, check=False)
    assert done.returncode == 0 and done.stderr == "", (command, done.returncode, done.stderr)
    return done.stdout


def bash(bench, lines):
    """The words that bash offers for each of these lists of words, with the cursor in the last word."""
    path = script(bench, "bash", "swarmcl.bash")
    text = [f"set -u; source {path}"]
    for words in lines:
        quoted = " ".join(f"'{word}'" for word in words)
        text.append(f"COMP_WORDS=({quoted}) COMP_CWORD={len(words) - 1}; _swarmcl; "
                    "printf '%s\\n' \"${COMPREPLY[@]-}\" ---")
    answers = run_shell(bench, ["bash", "--norc"], "\n".join(text)).split("---\n")
    return [{word for word in answer.splitlines() if word} for answer in answers[:-1]]


def fish(bench, lines):
    """The words that fish offers for each of these lines."""
    path = script(bench, "fish", "swarmcl.fish")
    text = [f"source {path}"]
    for line in lines:
        text.append(f"complete -C'{line}'; echo ---")
    answers = run_shell(bench, ["fish", "--no-config"], "\n".join(text)).split("---\n")
    return [{word.split("\t")[0] for word in answer.splitlines() if word} for answer in answers[:-1]]


ZSH_START = r"""
PS1= ; fpath=(%(folder)s $fpath); autoload -U compinit; compinit -u -d %(folder)s/dump
compadd() {
    if [[ "$*" != *-[OAD]\ * ]]; then
        local -a offered
        builtin compadd -A offered "$@"
        (( $#offered )) && print -rl -- $offered >> %(offers)s
    fi
    builtin compadd "$@"
}
"""


def zsh(bench, lines):
    """The words that zsh offers for each of these lines: a shell gets the lines as if typed, and its compadd is
    replaced by one that records the words."""
    require("zsh")
    folder = script(bench, "zsh", "zsh/_swarmcl").parent
    offers = folder / "offers"
    offers.write_text("")
    try:
        child, leader = pty.fork()
    except OSError as problem:
        raise Skip(f"no terminal can be opened: {problem}") from problem
    if child == 0:
        os.chdir(bench.folder)
        os.execvpe("zsh", ["zsh", "-f", "-i"], {**environment(bench), "TERM": "dumb"})

    def drain(seconds):
        try:
            while select.select([leader], [], [], seconds)[0] and os.read(leader, 65536):
                pass
        except OSError:  # the shell has ended
            pass

    def wait_for_marks(count):
        end = time.monotonic() + HANG_SECONDS
        while offers.read_text().count("---\n") < count:
            assert time.monotonic() < end, f"zsh does not answer: {offers.read_text()!r}"
            drain(0.05)

    mark = f" print -r -- --- >> {offers}\r".encode()
    try:
        os.write(leader, (ZSH_START % {"folder": folder, "offers": offers}).encode() + mark)
        wait_for_marks(1)
        for number, line in enumerate(lines, 2):
            os.write(leader, line.encode() + b"\t")
            drain(0.3)
            os.write(leader, b"\x15" + mark)  # Ctrl-U empties the line
            wait_for_marks(number)
        os.write(leader, b"exit\r")
        drain(0.3)
    finally:
        os.close(leader)
        os.waitpid(child, 0)
    return [set(answer.split()) for answer in offers.read_text().split("---\n")[1:-1]]
