# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C, SIGTERM and readers that go away."""

import os
import re
import shutil
import signal
import subprocess
import time

import pytest

from cli.conftest import ORDERS_DDL, lines
from cli.terminals import PATIENCE, ROW, SlowInput, Terminal

STOPPED = "hudi: error: interrupted: the table is as it was"


def files_of(table):
    """Every file with its bytes; {} for a table that is not there."""
    return {path.relative_to(table): path.read_bytes() for path in sorted(table.rglob("*"))
            if path.is_file() and not path.name.endswith(".lock")}


def wait_for(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def pending(table):
    """Instants that are inflight and not completed."""
    names = [p.name for p in (table / ".hoodie").rglob("*")] if table.exists() else []
    completed = {name.split("_")[0] for name in names if re.match(r"\d+_\d+\.", name)}
    return [name for name in names
            if name.endswith(".inflight") and name.split(".")[0] not in completed]


def begun_write(hudi, table, rows, **streams):
    """A bulk_insert that has published its pending instant and waits for more rows."""
    process = subprocess.Popen(
        [hudi.path, "write", table, "--input", "-", "--schema", ORDERS_DDL, "--key", "order_id",
         "--partition-by", "dt", "--ordering", "ts", "--operation", "bulk_insert"],
        stdin=rows.reader, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **streams)
    wait_for(lambda: pending(table))
    return process


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143),
                                          (signal.SIGHUP, 129)])
@pytest.mark.parametrize("exists", [True, False])
def test_a_write_that_is_stopped_leaves_no_trace(hudi, orders, tmp_path, number, code, exists):
    table = orders if exists else tmp_path / "new"
    before = files_of(table)
    rows = SlowInput([ROW])
    process = begun_write(hudi, table, rows)
    process.send_signal(number)
    # Nothing more comes on standard input, and it does not end either.
    output, errors = process.communicate(timeout=PATIENCE)
    rows.close()
    assert process.returncode == code
    assert output == ""
    assert errors.splitlines() == ["hudi: note: stopping; once more ends the program at once",
                                   STOPPED]
    assert files_of(table) == before
    assert table.exists() == exists


def test_ctrl_c_on_a_terminal(hudi, orders):
    before = files_of(orders)
    rows = SlowInput([ROW])
    terminal = Terminal(hudi.path, "write", orders, "--input", "-", "--schema", ORDERS_DDL,
                        stdin=rows.reader)
    terminal.read_until(r"\rread ")
    terminal.press(b"\x03")
    assert terminal.finish() == 130
    rows.close()
    assert terminal.screen() == ["hudi: note: stopping; once more ends the program at once",
                                 STOPPED, ""]
    assert files_of(orders) == before


def test_ctrl_c_while_a_person_types_rows(hudi, orders):
    before = files_of(orders)
    terminal = Terminal(hudi.path, "write", orders, "--input", "-")
    terminal.read_until(r"\rscan ")
    terminal.press(b"\x03")
    assert terminal.finish() == 130
    assert terminal.screen()[-2:] == [STOPPED, ""]
    assert files_of(orders) == before


@pytest.mark.parametrize("words", [["delete", "--keys", "-"], ["delete", "--keys", "-", "--dry-run"],
                                   ["write", "--input", "-", "--mode", "overwrite"]])
def test_other_writes_that_wait_for_rows(hudi, orders, words):
    before = files_of(orders)
    rows = SlowInput([ROW])
    terminal = Terminal(hudi.path, words[0], orders, *words[1:], stdin=rows.reader)
    terminal.read_until(r"\r(scan|read) ")
    terminal.press(b"\x03")
    assert terminal.finish() == 130
    rows.close()
    assert terminal.screen()[-2:] == [STOPPED, ""]
    assert files_of(orders) == before
    assert [p.name for p in orders.parent.iterdir()] == [orders.name]


def test_a_second_signal_ends_at_once_and_the_next_write_cleans_up(hudi, orders):
    before = hudi.ok("read", orders, "--order-by", "order_id")
    rows = SlowInput([ROW])
    process = begun_write(hudi, orders, rows)
    # Both wait until it goes on, so that there is no time between them.
    process.send_signal(signal.SIGSTOP)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGCONT)
    process.communicate(timeout=PATIENCE)
    rows.close()
    assert process.returncode in (-signal.SIGINT, -signal.SIGTERM)
    assert len(pending(orders)) == 1
    assert hudi.ok("read", orders, "--order-by", "order_id") == before
    done = hudi("write", orders, "--input", "-", "--schema", ORDERS_DDL, stdin=lines([ROW]))
    assert done.returncode == 0
    assert "rolled back instant" in done.stderr and "\nrolled back  2" in done.stdout
    assert pending(orders) == []
    assert len(hudi.json_lines("read", orders, "--format", "json")) == 4


@pytest.fixture(scope="module")
def large(hudi, tmp_path_factory):
    """A table that takes a while to read as text."""
    table = tmp_path_factory.mktemp("large") / "table"
    rows = "id,text\n" + "".join(f"{i},{'text' * 20}\n" for i in range(400_000))
    hudi.ok("write", table, "--input", "-", "--input-format", "csv", "--schema",
            "id bigint, text string", "--operation", "bulk_insert", stdin=rows)
    return table


def stopped_while(program, words, begun, **streams):
    """Runs it, sends SIGINT as soon as `begun()`; returns exit code and standard error."""
    process = subprocess.Popen([program, *map(str, words)], stderr=subprocess.PIPE, text=True,
                               **streams)
    while not begun() and process.poll() is None:
        pass
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, errors


@pytest.mark.parametrize("form", ["json", "csv", "parquet", "txt"])
def test_a_read_that_is_stopped_leaves_no_half_file(hudi, large, tmp_path, form):
    output = tmp_path / f"out.{form}"
    output.write_text("what was there before")
    code, errors = stopped_while(hudi.path, ["read", large, "--output", output],
                                 lambda: len(os.listdir(tmp_path)) > 1)
    assert code == 130
    assert errors.splitlines()[-1] == f"hudi: error: interrupted: {output} was not written"
    assert os.listdir(tmp_path) == [output.name]
    assert output.read_text() == "what was there before"


def test_a_copy_that_is_stopped(hudi, large, tmp_path):
    target = tmp_path / "target"
    code, errors = stopped_while(hudi.path, ["copy", large, target, "--operation", "bulk_insert"],
                                 lambda: pending(target), stdout=subprocess.DEVNULL)
    assert code == 130
    assert errors.splitlines()[-1] == STOPPED
    assert not target.exists()


def test_a_delete_that_is_stopped(hudi, large, tmp_path):
    table = tmp_path / "table"
    shutil.copytree(large, table)
    before = files_of(table)
    code, errors = stopped_while(hudi.path, ["delete", table, "--where", "id < 200000"],
                                 lambda: pending(table), stdout=subprocess.DEVNULL)
    assert code == 130
    assert errors.splitlines()[-1] == STOPPED
    assert files_of(table) == before


@pytest.mark.parametrize("words", [["read", "TABLE"], ["read", "TABLE", "--format", "json"],
                                   ["read", "TABLE", "--format", "csv"],
                                   ["read", "TABLE", "--format", "parquet"],
                                   ["read", "TABLE", "--format", "arrow"], ["inspect", "TABLE"],
                                   ["timeline", "TABLE"], ["files", "TABLE"], ["schema", "TABLE"],
                                   ["config"], ["--help"], ["help", "write"]])
@pytest.mark.parametrize("ignored", [False, True])
def test_a_reader_that_went_away_is_no_error(hudi, orders, words, ignored):
    """As for `yes | head -1`; a parent may have had the signal ignored."""
    reader, writer = os.pipe()
    os.close(reader)
    words = [str(orders) if word == "TABLE" else word for word in words]
    done = subprocess.run([hudi.path, *words], stdout=writer, stderr=subprocess.PIPE,
                          restore_signals=not ignored, timeout=PATIENCE)
    os.close(writer)
    assert done.stderr == b""
    assert done.returncode == -signal.SIGPIPE


def test_a_write_whose_readers_went_away_is_complete(hudi, orders, tmp_path):
    """Neither its notes nor its summary find a reader."""
    reader, writer = os.pipe()
    os.close(reader)
    copy = tmp_path / "copy"
    done = subprocess.run([hudi.path, "copy", orders, copy, "--key", "order_id"], stdout=writer,
                          stderr=writer, timeout=PATIENCE)
    os.close(writer)
    assert done.returncode == -signal.SIGPIPE
    assert len(hudi.json_lines("read", copy, "--format", "json")) == 3
    assert pending(copy) == []
