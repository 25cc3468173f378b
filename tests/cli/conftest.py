# SPDX-License-Identifier: Apache-2.0
"""A table to look at, and what every refusal has in common."""

import fcntl
import json
import os
import pty
import re
import struct
import termios

import pytest

ORDERS = [
    {"order_id": "3001", "dt": "2025-07-28", "status": "CREATED", "amount": 100.0,
     "ts": 20250728083000},
    {"order_id": "3002", "dt": "2025-07-28", "status": "CREATED", "amount": 30.5,
     "ts": 20250728083010},
    {"order_id": "3003", "dt": "2025-07-29", "status": None, "amount": -60.0,
     "ts": 20250728083020},
]
ORDERS_DDL = "order_id string, dt string, status string, amount double, ts bigint"


def lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def failed(done, code=1):
    """The message of a run that must have failed with this code and one line."""
    assert done.returncode == code, f"exit {done.returncode}: {done.stdout}{done.stderr}"
    text = [line for line in done.stderr.splitlines() if not line.startswith("hudi: note: ")]
    assert len(text) == 1, done.stderr
    assert text[0].startswith("hudi: error: "), done.stderr
    assert done.stdout == ""
    return text[0].removeprefix("hudi: error: ")


def on_terminal(hudi, columns, *arguments, **variables):
    """What the program prints on a terminal of this width, without colours, and its exit code."""
    environment = dict(os.environ, TZ="UTC", TERM="xterm", LANG="C.UTF-8") | variables
    pid, screen = pty.fork()
    if pid == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        os.execve(hudi.path, [str(hudi.path), *map(str, arguments)], environment)
    text = b""
    while True:
        try:
            part = os.read(screen, 65536)
        except OSError:  # the program has ended
            break
        if not part:
            break
        text += part
    os.close(screen)
    _, status = os.waitpid(pid, 0)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text.decode().replace("\r\n", "\n"))
    return plain, os.waitstatus_to_exitcode(status)


@pytest.fixture
def orders(hudi, tmp_path):
    """A table with ORDERS."""
    table = tmp_path / "orders"
    hudi.ok("write", table, "--input", "-", "--schema", ORDERS_DDL, "--key", "order_id",
            "--partition-by", "dt", "--ordering", "ts", "--operation", "bulk_insert",
            stdin=lines(ORDERS))
    return table
