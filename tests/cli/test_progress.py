# SPDX-License-Identifier: Apache-2.0
"""The progress line of long work, and --quiet."""

import os
import re
import subprocess
import time

import pytest

from cli.conftest import ORDERS_DDL, failed, lines
from cli.terminals import ROW, SlowInput, Terminal, cells

def slow_write(hudi, table, *more, **options):
    rows = SlowInput([ROW] * 100)
    terminal = Terminal(hudi.path, "write", table, "--input", "-", "--schema", ORDERS_DDL, *more,
                        stdin=rows.reader, **options)
    return terminal, rows


@pytest.mark.parametrize("columns", [30, 60, 80, 120])
def test_long_work_shows_one_line_that_is_gone_in_the_end(hudi, orders, columns):
    terminal, rows = slow_write(hudi, orders, columns=columns, stdout=subprocess.DEVNULL)
    terminal.read_until(r"\rread .*\rread .*\rread ")
    rows.close()
    assert terminal.finish() == 0
    assert terminal.screen() == [""]
    assert "\n" not in terminal.text
    for drawing in terminal.text.split("\r"):
        assert cells(drawing.replace("\x1b[K", "")) < columns


def test_it_tells_phase_rows_and_time(hudi, orders):
    terminal, rows = slow_write(hudi, orders, columns=120, stdout=subprocess.DEVNULL)
    terminal.read_until(r"\rread +0:0[1-9]")
    rows.close()
    assert terminal.finish() == 0


def test_a_file_has_a_share(hudi, tmp_path):
    """Reading stops at a pipe that gives nothing; by then the file before it is done."""
    file = tmp_path / "rows.json"
    file.write_text(lines([ROW] * 2000))
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    terminal = Terminal(hudi.path, "write", tmp_path / "t", "--input", file, "--input", pipe,
                        "--schema", ORDERS_DDL, "--key", "order_id", columns=120,
                        stdout=subprocess.DEVNULL)
    with open(pipe, "w") as writer:
        # The size of a pipe is not known, so neither is the share.
        terminal.read_until(r"\rread +0:0\d  [\d,]+ rows .* [\d.]+ kB")
        writer.write(lines([ROW]))
    assert terminal.finish() == 0


def test_notes_stand_above_the_line(hudi, orders, tmp_path):
    """A pipe keeps the write waiting in the first look at the rows; its note comes after that."""
    keys = tmp_path / "pipe.json"
    os.mkfifo(keys)
    terminal = Terminal(hudi.path, "write", orders, "--input", keys, "--set",
                        "hoodie.upsert.shuffle.parallelism=2", stdout=subprocess.DEVNULL)
    with open(keys, "w") as writer:
        terminal.read_until(r"\rscan ")
        writer.write(lines([ROW]))
    assert terminal.finish() == 0
    screen = terminal.screen()
    assert screen[-1] == ""
    assert all(line.startswith("hudi: note: ") or not line for line in screen)


def test_there_is_none_where_nobody_wants_it(hudi, orders, tmp_path):
    started = []
    for number, (more, env) in enumerate([(["--quiet"], {}), ([], {"TERM": "dumb"})]):
        copy = tmp_path / str(number)
        hudi.ok("copy", orders, copy, "--key", "order_id", "--partition-by", "dt", "--ordering", "ts")
        started.append(slow_write(hudi, copy, *more, env=env, stdout=subprocess.DEVNULL))
    plain = SlowInput([ROW])
    process = subprocess.Popen([hudi.path, "write", orders, "--input", "-", "--schema", ORDERS_DDL],
                               stdin=plain.reader, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    time.sleep(2)  # twice the time after which a line would be drawn
    plain.close()
    assert process.communicate(timeout=60)[1] == b""
    for terminal, rows in started:
        rows.close()
        assert terminal.finish() == 0
        assert terminal.text == ""


def test_quiet_says_nothing_but_errors(hudi, orders, tmp_path):
    row = lines([ROW])
    done = hudi("write", orders, "--input", "-", "--schema", ORDERS_DDL, "--quiet", stdin=row)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    # The same copy without --quiet has a note on meta columns and a summary.
    loud = hudi("copy", orders, tmp_path / "a", "--key", "order_id")
    assert "hudi: note: " in loud.stderr and loud.stdout
    done = hudi("copy", orders, tmp_path / "b", "--key", "order_id", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = hudi("delete", orders, "--where", "order_id = '9'", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = hudi("read", orders, "--limit", "1", "--quiet", "--format", "csv")
    assert (done.returncode, done.stderr) == (0, "") and len(done.stdout.splitlines()) == 2
    # A format asks for the summary.
    done = hudi("write", orders, "--input", "-", "--schema", ORDERS_DDL, "--quiet", "--format",
                "json", stdin=row)
    assert done.stdout.startswith("{") and done.stderr == ""
    assert "no_such" in failed(hudi("delete", orders, "--where", "no_such = 1", "--quiet"))


def test_reading_into_a_file_shows_a_line_and_rows_on_a_terminal_end_it(hudi, tmp_path):
    table = tmp_path / "t"
    hudi.ok("write", table, "--input", "-", "--key", "n",
            stdin=lines({"n": i, "text": f"text {i}"} for i in range(3000)))
    terminal = Terminal(hudi.path, "read", table, "--order-by", "n", "--limit", "2")
    assert terminal.finish() == 0
    assert [line.split() for line in terminal.screen()[2:4]] == [["0", "text", "0"],
                                                                 ["1", "text", "1"]]
    # To a named pipe that nobody reads yet: the read waits there.
    pipe = tmp_path / "out.json"
    os.mkfifo(pipe)
    terminal = Terminal(hudi.path, "read", table, "--output", pipe)
    terminal.read_until(r"\r(read|open) ")
    with open(pipe) as reader:
        assert len(reader.readlines()) == 3000
    assert terminal.finish() == 0
    assert terminal.screen() == [""]
