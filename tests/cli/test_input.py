# SPDX-License-Identifier: Apache-2.0
"""Every way in: formats, standard input, several files, tables; with and without a schema."""

import json

import pyarrow
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet
import pytest

from cli.conftest import ORDERS, ORDERS_DDL, lines

EVERY_TYPE_DDL = ("i tinyint, n int, big bigint, f float, d double, dec decimal(20,4), b boolean, "
                  "s string, bin binary, day date, at timestamp, l array<int>, m map<string,int>, "
                  "st struct<x:int,y:string>")
EVERY_TYPE = {
    "i": 1, "n": -7, "big": 9223372036854775807, "f": 0.1, "d": 1e100,
    "dec": "1234567890123456.7890", "b": True, "s": "\u00e9 \"quoted\"\n", "bin": "AP+A",
    "day": "2024-02-29", "at": "2024-02-29T12:34:56.789123Z", "l": [1, None, 3],
    "m": {"k": 1, "none": None}, "st": {"x": 5, "y": None}}


def rows_of(hudi, table, *more):
    return hudi.json_lines("read", table, "--format", "json", *more)


def test_json_comes_back_as_it_went_in(hudi, tmp_path):
    nulls = {name: None for name in EVERY_TYPE} | {"n": 0}
    rows = [EVERY_TYPE, nulls]
    table = tmp_path / "t"
    hudi.ok("write", table, "--input", "-", "--schema", EVERY_TYPE_DDL, "--key", "n",
            stdin=lines([EVERY_TYPE, {"n": 0}]))
    found = rows_of(hudi, table, "--order-by", "n")
    assert found == rows
    # And once more, from our own output.
    text = hudi.ok("read", table, "--format", "json", "--order-by", "n")
    hudi.ok("write", tmp_path / "u", "--input", "-", "--schema", EVERY_TYPE_DDL, "--key", "n",
            stdin=text)
    assert hudi.ok("read", tmp_path / "u", "--format", "json", "--order-by", "n") == text


@pytest.mark.parametrize("suffix", ["json", "jsonl", "ndjson", "csv", "parquet", "arrow",
                                    "feather"])
def test_the_suffix_tells_the_format(hudi, tmp_path, suffix):
    file = tmp_path / f"rows.{suffix}"
    table = pyarrow.Table.from_pylist(ORDERS)
    if suffix == "csv":
        pyarrow.csv.write_csv(table, file)
    elif suffix == "parquet":
        pyarrow.parquet.write_table(table, file)
    elif suffix in ("arrow", "feather"):
        pyarrow.feather.write_feather(table, file, compression="uncompressed")
    else:
        file.write_text(lines(ORDERS))
    schema = ["--schema", ORDERS_DDL] if suffix == "csv" else []
    hudi.ok("write", tmp_path / "t", "--input", file, "--key", "order_id", *schema)
    assert rows_of(hudi, tmp_path / "t", "--order-by", "order_id") == ORDERS


@pytest.mark.parametrize("form", ["csv", "parquet", "arrow"])
def test_any_format_on_standard_input(hudi, tmp_path, form):
    table = pyarrow.Table.from_pylist(ORDERS)
    sink = pyarrow.BufferOutputStream()
    if form == "csv":
        pyarrow.csv.write_csv(table, sink)
    elif form == "parquet":
        pyarrow.parquet.write_table(table, sink)
    else:
        with pyarrow.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
    hudi.ok("write", tmp_path / "t", "--input", "-", "--input-format", form, "--schema", ORDERS_DDL,
            "--key", "order_id", stdin=sink.getvalue().to_pybytes())
    assert rows_of(hudi, tmp_path / "t", "--order-by", "order_id") == ORDERS


def test_avro_container_files(hudi, root, tmp_path):
    file = root / "tests/fixtures/avro/all_types_deflate.avro"
    hudi.ok("write", tmp_path / "t", "--input", file, "--table-version", "9")
    hudi.ok("write", tmp_path / "u", "--input", "-", "--input-format", "avro", "--table-version",
            "9", stdin=file.read_bytes())
    rows = rows_of(hudi, tmp_path / "t", "--order-by", "i")
    assert rows == rows_of(hudi, tmp_path / "u", "--order-by", "i")
    assert {k: rows[1][k] for k in ("b", "i", "s", "y", "x", "e", "db", "day", "ts_us", "local_us",
                                    "list", "map", "recs")} == {
        "b": True, "i": -1, "s": "h\u00e9", "y": "AP8=", "x": "YWJj", "e": "GREEN",
        "db": "-12345678.90", "day": "2024-02-29", "ts_us": "2024-02-29T12:34:56.789123Z",
        "local_us": "2001-01-01T00:00:00.000001", "list": [1, None, 3],
        "map": {"a": 1.5, "b": None}, "recs": [{"p": 1, "q": "x"}, {"p": 2, "q": None}]}


def test_a_schema_casts_and_checks_parquet(hudi, tmp_path):
    pyarrow.parquet.write_table(pyarrow.table({"a": pyarrow.array([1, 2], pyarrow.int32())}),
                                tmp_path / "a.parquet")
    hudi.ok("write", tmp_path / "t", "--input", tmp_path / "a.parquet", "--schema",
            "a bigint, b string")
    assert rows_of(hudi, tmp_path / "t", "--order-by", "a") == [{"a": 1, "b": None},
                                                                {"a": 2, "b": None}]
    done = hudi("write", tmp_path / "u", "--input", tmp_path / "a.parquet", "--schema", "a date")
    assert done.returncode == 1 and "column 'a' has type int32: expected date32" in done.stderr


def test_several_files_are_one_write(hudi, tmp_path):
    for number, row in enumerate(ORDERS):
        (tmp_path / f"{number}.json").write_text(lines([row]))
    hudi.ok("write", tmp_path / "t", "--input", tmp_path / "0.json", "--input",
            tmp_path / "1.json", "--input", tmp_path / "2.json", "--key", "order_id")
    assert rows_of(hudi, tmp_path / "t", "--order-by", "order_id") == ORDERS
    assert len(hudi.json_lines("timeline", tmp_path / "t", "--format", "json")) == 1


def test_without_a_schema_all_rows_count(hudi, tmp_path):
    rows = [{"id": i, "x": i} for i in range(1, 2001)] + [{"id": 0, "x": 0.5, "late": "here"}]
    hudi.ok("write", tmp_path / "t", "--input", "-", "--key", "id", stdin=lines(rows))
    fields = {f["name"]: f["type"] for f in hudi.json_lines("schema", tmp_path / "t", "--format",
                                                            "json")}
    assert fields == {"id": "bigint", "x": "double", "late": "string"}
    assert rows_of(hudi, tmp_path / "t", "--order-by", "id", "--limit", "1") == [
        {"id": 0, "x": 0.5, "late": "here"}]


def test_an_existing_table_says_what_the_texts_are(hudi, tmp_path):
    table = tmp_path / "t"
    first = {"id": "a", "day": "2024-02-29", "amount": "1.50", "n": 1, "ratio": 1.0}
    hudi.ok("write", table, "--input", "-", "--key", "id", "--schema",
            "id string, day date, amount decimal(10,2), n int, ratio double", stdin=lines([first]))
    second = {"id": "b", "day": "2024-03-01", "amount": 2, "n": 2, "ratio": 3}
    hudi.ok("write", table, "--input", "-", stdin=lines([second]))
    (tmp_path / "c.csv").write_text("id,day,amount,n,ratio\n7,2024-03-02,3.25,3,4\n")
    hudi.ok("write", table, "--input", tmp_path / "c.csv")
    assert rows_of(hudi, table, "--order-by", "n") == [
        first, {"id": "b", "day": "2024-03-01", "amount": "2.00", "n": 2, "ratio": 3.0},
        {"id": "7", "day": "2024-03-02", "amount": "3.25", "n": 3, "ratio": 4.0}]


def test_another_table_as_input(hudi, orders, tmp_path):
    done = hudi("write", tmp_path / "u", "--input", orders, "--key", "order_id",
                "--keep-commit-time-as", "source_time")
    assert done.returncode == 0, done.stderr
    source = hudi.json_lines("read", orders, "--meta", "--format", "json", "--order-by", "order_id")
    found = hudi.json_lines("read", tmp_path / "u", "--meta", "--format", "json", "--order-by",
                            "order_id")
    assert [row["source_time"] for row in found] == [row["_hoodie_commit_time"] for row in source]
    begin = hudi.json_lines("timeline", tmp_path / "u", "--format", "json")[0]["begin"]
    assert {row["_hoodie_commit_time"] for row in found} == {begin}
    for option in (["--schema", "a int"], ["--input-format", "json"]):
        done = hudi("write", tmp_path / "v", "--input", orders, *option)
        assert done.returncode == 2 and option[0] in done.stderr


def test_modes(hudi, orders):
    row = lines([ORDERS[0] | {"status": "AGAIN"}])
    done = hudi("write", orders, "--input", "-", "--mode", "error", stdin=row)
    assert done.returncode == 1 and str(orders) in done.stderr
    assert hudi("write", orders, "--input", "-", "--mode", "errorifexists",
                stdin=row).returncode == 1
    done = hudi("write", orders, "--input", "-", "--mode", "ignore", stdin=row)
    assert done.returncode == 1 and "no row was written" in done.stderr
    assert rows_of(hudi, orders, "--order-by", "order_id") == ORDERS
    hudi.ok("write", orders, "--input", "-", "--mode", "overwrite", "--key", "order_id",
            "--schema", ORDERS_DDL, stdin=row)
    assert [r["status"] for r in rows_of(hudi, orders)] == ["AGAIN"]


def test_the_result_of_a_write(hudi, orders):
    rows = lines([ORDERS[0] | {"ts": 20250728090000}, ORDERS[0] | {"order_id": "new"}])
    result = json.loads(hudi.ok("write", orders, "--input", "-", "--operation", "upsert",
                                "--format", "json", "--schema", ORDERS_DDL, stdin=rows))
    entry = hudi.json_lines("timeline", orders, "--format", "json")[-1]
    assert (result["instant"], result["completion"]) == (entry["begin"], entry["completion"])
    assert result["operation"] == "upsert"
    assert (result["inserted"], result["updated"], result["deleted"]) == (1, 1, 0)
    assert result["files"] >= 1 and result["bytes"] > 0
    assert result["phases"] and all(value >= 0 for value in result["phases"].values())
    text = hudi.ok("write", orders, "--input", "-", "--schema", ORDERS_DDL, stdin=rows)
    assert "0 inserted, 2 updated, 0 deleted" in text and "operation" in text and "ms" in text


def test_a_dry_run_changes_nothing(hudi, orders):
    before = sorted(p.name for p in orders.rglob("*") if p.is_file() and "lock" not in p.name)
    result = json.loads(hudi.ok("write", orders, "--input", "-", "--dry-run", "--format", "json",
                                "--schema", ORDERS_DDL, stdin=lines([ORDERS[0]])))
    assert result["dry_run"] is True and result["updated"] == 1
    after = sorted(p.name for p in orders.rglob("*") if p.is_file() and "lock" not in p.name)
    assert after == before


@pytest.mark.parametrize("key", ["order_id", "number"])
def test_a_dry_run_of_an_overwrite_is_one_of_a_new_table(hudi, orders, key):
    """Same keys as in the old table, or columns, key and partitions that it does not know."""
    rows = ORDERS[:2] if key == "order_id" else [{"number": 1, "day": "x"}, {"number": 2, "day": "y"}]
    words = ["write", orders, "--input", "-", "--mode", "overwrite", "--key", key,
             "--partition-by", "dt" if key == "order_id" else "day", "--format", "json"]
    before = {p: p.read_bytes() for p in orders.parent.rglob("*") if p.is_file()}
    planned = json.loads(hudi.ok(*words, "--dry-run", stdin=lines(rows)))
    assert {p: p.read_bytes() for p in orders.parent.rglob("*") if p.is_file()} == before
    assert list(orders.parent.iterdir()) == [orders]
    assert rows_of(hudi, orders, "--order-by", "order_id") == ORDERS
    done = json.loads(hudi.ok(*words, stdin=lines(rows)))
    counts = ["action", "operation", "rows_in", "inserted", "updated", "deleted", "files",
              "partitions", "file_groups_replaced"]
    assert [planned[name] for name in counts] == [done[name] for name in counts]
    assert (planned["dry_run"], planned["inserted"], planned["updated"]) == (True, 2, 0)
    assert rows_of(hudi, orders, "--order-by", key) == rows


def test_empty_input_makes_an_empty_commit(hudi, tmp_path):
    table = tmp_path / "t"
    hudi.ok("write", table, "--input", "-", "--key", "id", stdin='{"id":"1"}\n')
    for operation in ("upsert", "insert", "bulk_insert", "delete", "insert_overwrite"):
        hudi.ok("write", table, "--input", "-", "--operation", operation, stdin="")
    (tmp_path / "keys.json").write_text("")
    hudi.ok("delete", table, "--keys", tmp_path / "keys.json")
    assert hudi.json_lines("read", table, "--format", "json") == [{"id": "1"}]
    assert len(hudi.json_lines("timeline", table, "--format", "json")) == 7
    # An empty overwrite of the whole table leaves no row.
    hudi.ok("write", table, "--input", "-", "--operation", "insert_overwrite_table", stdin="")
    assert hudi.json_lines("read", table, "--format", "json") == []
    # Without a table nobody knows the columns.
    assert hudi("write", tmp_path / "new", "--input", "-", "--key", "id").returncode == 1


def test_numbers_out_of_bounds_are_wrong_usage(hudi, tmp_path):
    for option, value in (("--threads", "4294967297"), ("--threads", "0"),
                          ("--input-tasks", "1000000000")):
        done = hudi("write", tmp_path / "t", "--input", "-", "--key", "id", option, value,
                    stdin='{"id":"1"}\n')
        assert done.returncode == 2 and option in done.stderr, done.stderr
        assert not (tmp_path / "t").exists()
