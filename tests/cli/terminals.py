# SPDX-License-Identifier: Apache-2.0
"""The program on a real terminal (a pty), and how wide what it draws there is."""

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
import unicodedata

from cli.conftest import lines

PATIENCE = 60  # seconds until a test gives up
ROW = {"order_id": "9", "dt": "2025-07-30", "status": "PAID", "amount": 1.5, "ts": 1}


class SlowInput:
    """Standard input of a write that has all rows and no end, until it is closed."""

    def __init__(self, rows):
        self.reader, self.writer = os.pipe()
        os.write(self.writer, lines(rows).encode())

    def close(self):
        for end in (self.reader, self.writer):
            os.close(end)


class Terminal:
    """A process whose standard error, and unless told otherwise its other streams, are a terminal."""

    def __init__(self, program, *arguments, columns=80, env=None, **streams):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        # What the machine that runs the tests says about its terminal must not count.
        unwanted = {"NO_COLOR", "LC_ALL", "LC_CTYPE"}
        environment = {k: v for k, v in os.environ.items() if k not in unwanted}
        environment.update({"TERM": "xterm", "LANG": "C.UTF-8", "TZ": "UTC"}, **(env or {}))

        def take_terminal():
            fcntl.ioctl(2, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            [str(program), *map(str, arguments)], stdin=streams.get("stdin", slave),
            stdout=streams.get("stdout", slave), stderr=slave, env=environment,
            start_new_session=True, preexec_fn=take_terminal)
        os.close(slave)
        self.text = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def read_until(self, pattern):
        """Waits until the terminal has shown it."""
        deadline = time.monotonic() + PATIENCE
        while not re.search(pattern, self.text):
            assert time.monotonic() < deadline, f"never saw {pattern!r}: {self.text!r}"
            assert self._read(0.1), f"ended without {pattern!r}: {self.text!r}"

    def wait_until_cooked(self):
        """Waits until no line editor reads the keys: the terminal itself collects them into lines."""
        deadline = time.monotonic() + PATIENCE
        while not termios.tcgetattr(self.master)[3] & termios.ICANON:
            assert time.monotonic() < deadline, f"still editing: {self.text!r}"
            self._read(0.01)

    def press(self, keys):
        os.write(self.master, keys)

    def finish(self):
        """Waits for the end; returns the exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._read(0.1):
            assert time.monotonic() < deadline, f"does not end: {self.text!r}"
        code = self.process.wait(timeout=PATIENCE)
        os.close(self.master)
        return code

    def _read(self, timeout):
        ready, _, _ = select.select([self.master], [], [], timeout)
        if not ready:
            return True
        try:
            got = os.read(self.master, 65536)
        except OSError:  # the last process has closed it
            return False
        self.text += self.decoder.decode(got)
        return bool(got)

    def screen(self):
        """The lines as a person sees them in the end, without colours."""
        lines = []
        for line in re.sub(r"\x1b\[[0-9;]*m", "", self.text).replace("\r\n", "\n").split("\n"):
            shown = ""
            for part in line.split("\r"):  # each is written over what stands there
                cleared = "\x1b[K" in part
                part = part.replace("\x1b[K", "")
                shown = part if cleared else part + shown[len(part):]
            lines.append(shown)
        return lines


def on_terminal(program, *arguments, **options):
    """Runs it to its good end and returns the lines on the screen."""
    terminal = Terminal(program, *arguments, **options)
    code = terminal.finish()
    assert code == 0, terminal.text
    return terminal.screen()


def cells(text):
    """Cells that a terminal needs for a text."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in text)
