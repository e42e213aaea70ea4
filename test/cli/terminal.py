"""A terminal of a chosen width that the program writes to, and its screen."""

import codecs
import fcntl
import os
import pty
import select
import struct
import termios
import time

from run import HANG_SECONDS, SANITIZER, Skip

ERASE_TO_END = "\x1b[K"


class Screen:
    """A terminal with the functions that the program uses: carriage return, line feed, erasing a line's end."""

    def __init__(self):
        self.lines = []      # finished by a line feed
        self.line = ""       # the one that the cursor is in
        self.column = 0
        self.live = []       # the line when the cursor last went back to its beginning

    def write(self, text):
        for character in text.replace(ERASE_TO_END, "\x0b"):  # one character each
            if character == "\r":
                if self.line:
                    self.live.append(self.line)
                self.column = 0
            elif character == "\n":
                self.lines.append(self.line)
                self.line, self.column = "", 0
            elif character == "\x0b":
                self.line = self.line[:self.column]
            else:
                assert character >= " ", f"the control character {character!r}"
                self.line = self.line[:self.column] + character + self.line[self.column + 1:]
                self.column += 1


class Terminal:
    """A run of the program with stderr, and stdout when `both` is set, on a terminal."""

    def __init__(self, bench, arguments, columns=80, environment=None, both=False):
        try:
            self.leader, follower = pty.openpty()
        except OSError as problem:  # a container without /dev/pts
            raise Skip(f"no terminal can be opened: {problem}") from problem
        modes = termios.tcgetattr(follower)
        modes[1] &= ~termios.OPOST  # a line feed stays one character
        termios.tcsetattr(follower, termios.TCSANOW, modes)
        self.set_columns(columns)
        self.screen = Screen()
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.written = ""
        options = {"stdout": follower} if both else {}
        self.process = bench.start(arguments, {"TERM": "xterm", **(environment or {})}, stderr=follower, **options)
        os.close(follower)

    def set_columns(self, columns):
        fcntl.ioctl(self.leader, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def read(self, seconds):
        """Reads the pending output and shows it on the screen; False if the program has closed its side."""
        if not select.select([self.leader], [], [], seconds)[0]:
            return True
        try:
            piece = self.decoder.decode(os.read(self.leader, 65536))
        except OSError:
            return False
        self.written += piece
        self.screen.write(piece)
        return True

    def read_until(self, found, seconds=HANG_SECONDS):
        end = time.monotonic() + seconds
        while not found(self.screen):
            assert self.read(0.1) and time.monotonic() < end, f"not seen in time; written: {self.written!r}"

    def finish(self):
        """The program's standard output, once it has ended."""
        end = time.monotonic() + HANG_SECONDS
        while self.read(0.1) and time.monotonic() < end:
            pass
        out, _ = self.process.communicate(timeout=HANG_SECONDS)
        os.close(self.leader)
        assert not SANITIZER.search(self.written), self.written
        return out
