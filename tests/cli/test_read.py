# SPDX-License-Identifier: Apache-2.0
"""What `hudi read` prints."""

import csv
import io
import json

import pyarrow
import pyarrow.parquet
import pytest

from cli.conftest import ORDERS, failed

META = ["_hoodie_commit_time", "_hoodie_commit_seqno", "_hoodie_record_key",
        "_hoodie_partition_path", "_hoodie_file_name"]


def test_json_is_one_object_a_line_with_explicit_nulls(hudi, orders):
    text = hudi.ok("read", orders, "--format", "json", "--order-by", "order_id")
    assert [json.loads(line) for line in text.splitlines()] == ORDERS
    assert '"status":null' in text and '"amount":100.0' in text


def test_table_is_aligned_with_numbers_to_the_right(hudi, orders):
    text = hudi.ok("read", orders, "--columns", "order_id,amount,status", "--order-by", "order_id")
    assert text == ("order_id  amount  status\n"
                    "--------  ------  -------\n"
                    "3001       100.0  CREATED\n"
                    "3002        30.5  CREATED\n"
                    "3003       -60.0  null\n")


def test_csv_has_a_header_and_empty_nulls(hudi, orders):
    text = hudi.ok("read", orders, "--format", "csv", "--columns", "order_id,status,amount",
                   "--order-by", "order_id desc")
    assert list(csv.reader(io.StringIO(text))) == [
        ["order_id", "status", "amount"], ["3003", "", "-60.0"], ["3002", "CREATED", "30.5"],
        ["3001", "CREATED", "100.0"]]


def test_meta_columns_come_first_or_by_name(hudi, orders):
    rows = hudi.json_lines("read", orders, "--meta", "--format", "json")
    assert list(rows[0]) == META + list(ORDERS[0])
    rows = hudi.json_lines("read", orders, "--columns", "ts,_hoodie_record_key", "--format", "json",
                           "--order-by", "ts")
    assert [list(row.items()) for row in rows] == [
        [("ts", row["ts"]), ("_hoodie_record_key", row["order_id"])] for row in ORDERS]


@pytest.mark.parametrize("columns", ["order_id,order_id", "order_id,amount,ORDER_ID",
                                     "_hoodie_record_key,order_id,_hoodie_record_key"])
def test_a_column_twice_is_for_formats_other_than_json(hudi, orders, tmp_path, columns):
    name = columns.split(",")[0]
    for words in (["--format", "json"], ["--output", tmp_path / "rows.json"],
                  ["--format", "json", "--order-by", "ts", "--limit", "1"]):
        message = failed(hudi("read", orders, "--columns", columns, *words), code=2)
        assert f"--columns: '{name}' stands twice" in message
    assert not (tmp_path / "rows.json").exists()
    header, *rows = hudi.ok("read", orders, "--columns", columns, "--format", "csv").splitlines()
    assert header.split(",").count(name) == 2 and len(rows) == 3


def test_where_filters(hudi, orders):
    rows = hudi.json_lines("read", orders, "--where", "dt = '2025-07-28' and amount > 50",
                           "--format", "json")
    assert rows == ORDERS[:1]


def test_order_by_nulls_and_directions(hudi, orders):
    def ids(order):
        return [row["order_id"] for row in hudi.json_lines(
            "read", orders, "--format", "json", "--order-by", order)]
    assert ids("status, amount desc") == ["3003", "3001", "3002"]
    assert ids("status desc, amount") == ["3002", "3001", "3003"]
    assert ids("amount ASC") == ["3003", "3002", "3001"]


def test_order_by_a_column_that_is_not_shown(hudi, orders):
    rows = hudi.json_lines("read", orders, "--columns", "order_id", "--order-by", "amount",
                           "--format", "json")
    assert rows == [{"order_id": "3003"}, {"order_id": "3002"}, {"order_id": "3001"}]


def test_order_by_takes_a_column_in_any_case_and_one_that_stands_twice(hudi, orders):
    newest_first = ["3003", "3002", "3001"]
    for shown in ([], ["--columns", "ORDER_ID"], ["--columns", "order_id"],
                  ["--columns", "order_id,TS"]):
        rows = hudi.json_lines("read", orders, *shown, "--order-by", "Ts desc", "--format", "json")
        assert [row["order_id"] for row in rows] == newest_first
        assert list(rows[0]) == (list(ORDERS[0]) if not shown else shown[1].lower().split(","))
    for column in ("order_id", "ORDER_ID"):
        text = hudi.ok("read", orders, "--columns", "order_id,order_id", "--order-by",
                       f"{column} desc", "--format", "csv")
        assert text.split() == ["order_id,order_id", *(f"{i},{i}" for i in newest_first)]


def test_limit(hudi, orders):
    assert len(hudi.json_lines("read", orders, "--limit", "2", "--format", "json")) == 2
    assert hudi.ok("read", orders, "--limit", "0", "--format", "json") == ""
    assert len(hudi.json_lines("read", orders, "--limit", "99", "--format", "json")) == 3


def test_as_of(hudi, orders):
    first = hudi.json_lines("timeline", orders, "--format", "json")[0]["begin"]
    hudi.ok("delete", orders, "--where", "order_id = '3001'")
    assert len(hudi.json_lines("read", orders, "--format", "json")) == 2
    for option in (["--as-of", first], ["--set", f"as.of.instant={first}"],
                   ["--as-of", first, "--set", f"as.of.instant={first}"]):
        assert len(hudi.json_lines("read", orders, "--format", "json", *option)) == 3
    assert hudi.ok("read", orders, "--as-of", "20000101000000000", "--format", "json") == ""


def test_an_empty_result_still_has_a_header(hudi, orders):
    none = ["--where", "order_id = 'none'", "--columns", "order_id,ts"]
    assert hudi.ok("read", orders, *none) == "order_id  ts\n--------  --\n"
    assert hudi.ok("read", orders, *none, "--format", "csv") == "order_id,ts\n"


def test_output_files_get_their_format_from_the_suffix(hudi, orders, tmp_path):
    for suffix in ("parquet", "arrows", "json", "csv", "txt"):
        file = tmp_path / f"out.{suffix}"
        assert hudi.ok("read", orders, "--order-by", "order_id", "--output", file) == ""
        if suffix == "parquet":
            assert pyarrow.parquet.read_table(file).to_pylist() == ORDERS
        elif suffix == "arrows":
            assert pyarrow.ipc.open_stream(file.read_bytes()).read_all().to_pylist() == ORDERS
        elif suffix == "json":
            assert [json.loads(line) for line in file.read_text().splitlines()] == ORDERS
        elif suffix == "csv":
            assert file.read_text().splitlines()[0] == "order_id,dt,status,amount,ts"
        else:
            assert file.read_text().startswith("order_id  dt ")
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "orders", "out.arrows", "out.csv", "out.json", "out.parquet", "out.txt"]


def test_a_failed_read_leaves_the_old_output(hudi, orders, tmp_path):
    file = tmp_path / "out.json"
    file.write_text("old")
    next((orders / "2025-07-28").glob("*.parquet")).write_bytes(b"broken")
    failed(hudi("read", orders, "--output", file))
    assert file.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith("out")] == ["out.json"]


def test_binary_formats_on_a_pipe(hudi, orders):
    import os
    import subprocess
    done = subprocess.run([hudi.path, "read", orders, "--format", "parquet", "--order-by",
                           "order_id"], capture_output=True, env=dict(os.environ, TZ="UTC"))
    assert pyarrow.parquet.read_table(pyarrow.BufferReader(done.stdout)).to_pylist() == ORDERS


def test_misspelt_columns_are_named(hudi, orders):
    assert "amount" in failed(hudi("read", orders, "--columns", "order_id,amuont"))
    assert "amount" in failed(hudi("read", orders, "--where", "amuont > 1"))
    assert "amount" in failed(hudi("read", orders, "--order-by", "amuont"))


def test_order_by_puts_nan_above_infinity(hudi, tmp_path):
    table = tmp_path / "numbers"
    rows = "".join(json.dumps(row) + "\n" for row in (
        {"id": "a", "d": "NaN"}, {"id": "b", "d": "Infinity"}, {"id": "c", "d": "-Infinity"},
        {"id": "d", "d": None}, {"id": "e", "d": 1.5}))
    hudi.ok("write", table, "--input", "-", "--schema", "id string, d double", "--key", "id",
            stdin=rows)
    ids = lambda *order: "".join(
        row["id"] for row in hudi.json_lines("read", table, "--format", "json", *order))
    assert ids("--order-by", "d") == "dceba"
    assert ids("--order-by", "d desc") == "abecd"
    assert ids("--order-by", "d desc", "--limit", "1") == "a"


@pytest.mark.parametrize("block_format", ["avro", "parquet"])
def test_a_memory_limit_does_not_change_the_rows(hudi, tmp_path, block_format):
    table, expected = tmp_path / "logs", {}

    def write(numbers, value, *options):
        rows = [{"id": f"key {n:05}", "v": f"{value} of {n}"} for n in numbers]
        expected.update((row["id"], row["v"]) for row in rows)
        hudi.ok("write", table, "--input", "-", *options, stdin="".join(json.dumps(row) + "\n" for row in rows))

    write(range(5000), "first", "--key", "id", "--type", "mor")
    for step in (2, 3, 7):
        write(range(0, 5000, step), f"every {step}", "--operation", "upsert",
              "--set", f"hoodie.logfile.data.block.format={block_format}")
    assert len(list(table.glob("**/.*.log.*"))) == 3
    for memory in ("1MB", "100MB", "10GB"):
        for positions in ("true", "false"):
            rows = hudi.json_lines("read", table, "--memory", memory, "--format", "json",
                                   "--set", f"hoodie.merge.use.record.positions={positions}")
            assert {row["id"]: row["v"] for row in rows} == expected
            assert len(rows) == 5000
