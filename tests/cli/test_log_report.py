# SPDX-License-Identifier: Apache-2.0
"""What `hudi inspect` says of log files."""

import json
import re

import pytest


@pytest.fixture
def logged(hudi, tmp_path):
    """A merge-on-read table with an update and a delete in logs; the path, and the log files."""
    table = tmp_path / "table"
    hudi.ok("write", table, "--input", "-", "--key", "id", "--ordering", "ts", "--type", "mor",
            stdin='{"id":"a","ts":1}\n{"id":"b","ts":1}\n')
    hudi.ok("write", table, "--input", "-", stdin='{"id":"a","ts":2}\n')
    hudi.ok("delete", table, "--where", "id = 'b'")
    return table, sorted(table.glob(".*.log.*"))


def left_out(hudi, table):
    report = json.loads(hudi.ok("inspect", table, "--format", "json"))
    return [(block["path"], block["offset"], block["bytes"], block["kind"], block["fate"])
            for block in report["log_blocks_left_out"]]


def test_blocks_are_counted_by_kind(hudi, logged):
    table, _ = logged
    report = json.loads(hudi.ok("inspect", table, "--format", "json"))
    assert report["log_blocks"] == {"Avro data": 1, "delete": 1}
    assert report["log_blocks_left_out"] == []
    assert "log_block_list" not in report
    text = hudi.ok("inspect", table)
    assert re.search("log blocks +1 Avro data, 1 delete\n", text)
    assert "leave out" not in text


def test_every_block_is_listed_when_asked(hudi, logged):
    table, logs = logged
    blocks = json.loads(hudi.ok("inspect", table, "--logs", "--format", "json"))["log_block_list"]
    assert [(block["path"], block["bytes"], block["kind"], block["fate"]) for block in blocks] == [
        (log.name, log.stat().st_size, kind, "counts")
        for log, kind in zip(logs, ["Avro data", "delete"], strict=True)]
    assert all(block["instant"] in block["path"] for block in blocks)
    assert logs[0].name in hudi.ok("inspect", table, "--logs")


def test_a_half_written_block_is_named_with_byte_and_length(hudi, logged):
    table, logs = logged
    size = logs[0].stat().st_size
    with logs[0].open("ab") as log:
        log.write(logs[1].read_bytes()[:60])
    assert left_out(hudi, table) == [(logs[0].name, size, 60, "corrupt", "corrupt")]
    text = hudi.ok("inspect", table)
    assert "log blocks that queries leave out" in text
    assert re.search(rf"{re.escape(logs[0].name)} +{size} +60 +corrupt", text)


def test_a_file_that_is_no_log_is_named_and_the_others_are_shown(hudi, logged):
    table, logs = logged
    size = logs[0].stat().st_size
    logs[0].write_bytes(b"PAR1" * (size // 4) + b"x" * (size % 4))
    [found] = left_out(hudi, table)
    assert found[:4] == (logs[0].name, 0, size, "unreadable")
    assert "must start with" in found[4]
    assert hudi("read", table).returncode == 1


def test_blocks_of_a_write_that_never_completed_are_named(hudi, logged):
    table, logs = logged
    name = re.sub(r"_\d{17}", "_20990101000000000", logs[0].name)
    stray = table / name
    stray.write_bytes(logs[0].read_bytes().replace(
        re.search(r"_(\d{17})", logs[0].name)[1].encode(), b"20990101000000000"))
    assert left_out(hudi, table) == [
        (name, 0, stray.stat().st_size, "Avro data", "not committed")]


def test_a_table_without_logs_says_nothing_of_them(hudi, tmp_path):
    table = tmp_path / "table"
    hudi.ok("write", table, "--input", "-", "--key", "id", stdin='{"id":"a"}\n')
    assert "log_blocks" not in json.loads(hudi.ok("inspect", table, "--format", "json"))
    assert "log blocks" not in hudi.ok("inspect", table)
