# SPDX-License-Identifier: Apache-2.0
"""The verbs that show a table: timeline, inspect, files, commit, schema; and config."""

import csv
import io
import json

from cli.conftest import ORDERS_DDL, failed, lines


def test_timeline(hudi, orders):
    hudi.ok("delete", orders, "--where", "order_id = '3001'")
    first, second = hudi.json_lines("timeline", orders, "--format", "json")
    assert list(first)[:4] == ["begin", "completion", "action", "state"]
    assert (first["action"], first["state"], first["operation"]) == ("commit", "COMPLETED",
                                                                     "bulk_insert")
    assert (first["inserted"], first["updated"], first["deleted"]) == (3, 0, 0)
    assert second["deleted"] == 1 and first["begin"] < first["completion"] < second["begin"]
    text = hudi.ok("timeline", orders).splitlines()
    assert text[0].split()[:4] == ["begin", "completion", "action", "state"] and len(text) == 4
    rows = list(csv.DictReader(io.StringIO(hudi.ok("timeline", orders, "--format", "csv"))))
    assert rows[0]["begin"] == first["begin"]
    assert all("archived" in e for e in hudi.json_lines("timeline", orders, "--all", "--format",
                                                        "json"))


def test_inspect(hudi, orders):
    found = json.loads(hudi.ok("inspect", orders, "--format", "json"))
    assert (found["name"], found["type"], found["version"]) == ("orders", "COPY_ON_WRITE", 8)
    assert found["properties"]["hoodie.table.recordkey.fields"] == "order_id"
    assert [c["name"] for c in found["schema"]] == ["order_id", "dt", "status", "amount", "ts"]
    assert [p["partition"] for p in found["partitions"]] == ["2025-07-28", "2025-07-29"]
    text = hudi.ok("inspect", orders)
    for word in ("COPY_ON_WRITE", "hoodie.table.name", "2025-07-28", "bigint", "file groups"):
        assert word in text


def test_files(hudi, orders):
    hudi.ok("write", orders, "--input", "-", "--schema", ORDERS_DDL, stdin=lines(
        [{"order_id": "3001", "dt": "2025-07-28", "ts": 20250728090000}]))
    live = hudi.json_lines("files", orders, "--rows", "--format", "json")
    assert {f["state"] for f in live} == {"live"}
    assert sum(f["rows"] for f in live) == 3
    assert all((orders / f["path"]).stat().st_size == f["bytes"] for f in live)
    every = hudi.json_lines("files", orders, "--all", "--format", "json")
    assert sorted(f["state"] for f in every) == ["live"] * len(live) + ["old"]


def test_commit(hudi, orders):
    begin = hudi.json_lines("timeline", orders, "--format", "json")[0]["begin"]
    metadata = json.loads(hudi.ok("commit", orders, begin, "--format", "json"))
    assert set(metadata["partitionToWriteStats"]) == {"2025-07-28", "2025-07-29"}
    text = hudi.ok("commit", orders, begin)
    assert "2025-07-28" in text and "inserted" in text
    assert begin in failed(hudi("commit", orders, begin[:-1] + "x"))


def test_schema(hudi, orders, tmp_path):
    ddl = hudi.ok("schema", orders)
    assert " ".join(ddl.split()) == ORDERS_DDL
    assert hudi.json_lines("schema", orders, "--format", "json")[4] == {
        "name": "ts", "type": "bigint", "nullable": True}
    assert json.loads(hudi.ok("schema", orders, "--format", "avro"))["type"] == "record"
    # What it prints is what --schema takes.
    hudi.ok("write", tmp_path / "again", "--input", "-", "--schema", ddl, "--key", "order_id",
            stdin='{"order_id": "1"}\n')
    assert hudi.ok("schema", tmp_path / "again") == ddl


def test_every_verb_that_shows_a_table_has_three_formats(hudi, orders):
    begin = hudi.json_lines("timeline", orders, "--format", "json")[0]["begin"]
    shown = {"timeline": [], "files": ["--rows"], "schema": [], "inspect": ["--rows"],
             "commit": [begin]}
    for verb, more in shown.items():
        table = hudi.ok(verb, orders, *more, "--format", "table")
        found = list(csv.DictReader(io.StringIO(hudi.ok(verb, orders, *more, "--format", "csv"))))
        assert len(found) >= 1 and table
        assert all(None not in row and None not in row.values() for row in found), verb
        if verb in ("timeline", "files", "schema"):
            # CSV has the columns and rows of JSON.
            rows = hudi.json_lines(verb, orders, *more, "--format", "json")
            assert [list(row) for row in rows] == [list(row) for row in found]
            assert [[str(v).lower() for v in row.values()] for row in rows] == [
                [v.lower() for v in row.values()] for row in found]


def test_inspect_as_csv_is_a_line_a_partition(hudi, orders):
    found = list(csv.DictReader(io.StringIO(hudi.ok("inspect", orders, "--format", "csv"))))
    whole = json.loads(hudi.ok("inspect", orders, "--format", "json"))
    assert [row["partition"] for row in found] == ["2025-07-28", "2025-07-29"]
    for row, partition in zip(found, whole["partitions"]):
        assert row == {name: str(partition[name]) for name in row}
    counted = list(csv.DictReader(io.StringIO(hudi.ok("inspect", orders, "--rows", "--format",
                                                      "csv"))))
    assert [row["rows"] for row in counted] == ["2", "1"]


def test_inspect_counts_rows_when_asked(hudi, orders):
    assert "rows" not in json.loads(hudi.ok("inspect", orders, "--format", "json"))
    whole = json.loads(hudi.ok("inspect", orders, "--rows", "--format", "json"))
    assert whole["rows"] == 3 and [p["rows"] for p in whole["partitions"]] == [2, 1]


def test_commit_as_csv_is_a_line_a_file(hudi, orders):
    begin = hudi.json_lines("timeline", orders, "--format", "json")[0]["begin"]
    found = list(csv.DictReader(io.StringIO(hudi.ok("commit", orders, begin, "--format", "csv"))))
    metadata = json.loads(hudi.ok("commit", orders, begin, "--format", "json"))
    stats = [stat for files in metadata["partitionToWriteStats"].values() for stat in files]
    assert [(row["path"], row["rows"], row["inserted"], row["bytes"]) for row in found] == [
        (s["path"], str(s["numWrites"]), str(s["numInserts"]), str(s["fileSizeInBytes"]))
        for s in stats]


def test_commit_names_what_was_replaced(hudi, orders):
    gone = hudi.json_lines("files", orders, "--format", "json")
    hudi.ok("write", orders, "--operation", "delete_partition", "--set",
            "hoodie.datasource.write.partitions.to.delete=2025-07-28")
    begin = hudi.json_lines("timeline", orders, "--format", "json")[-1]["begin"]
    text = hudi.ok("commit", orders, begin)
    for file in gone:
        assert (file["file_id"] in text) == (file["partition"] == "2025-07-28")
    # Without written files, CSV names each value by its place.
    found = list(csv.DictReader(io.StringIO(hudi.ok("commit", orders, begin, "--format", "csv"))))
    assert {"name": "operationType", "value": "DELETE_PARTITION"} in found
    hudi.ok("write", orders, "--operation", "insert_overwrite", "--input", "-", "--schema",
            ORDERS_DDL, stdin=lines([{"order_id": "7", "dt": "2025-07-29", "ts": 1}]))
    begin = hudi.json_lines("timeline", orders, "--format", "json")[-1]["begin"]
    text = hudi.ok("commit", orders, begin)
    replaced = text.split("replaced file groups\n")[1]
    assert [line.split() for line in replaced.splitlines()[2:]] == [
        [f["partition"], f["file_id"]] for f in gone if f["partition"] == "2025-07-29"]


def test_writes_have_three_formats(hudi, orders, tmp_path):
    row = lines([{"order_id": "3001", "dt": "2025-07-28", "ts": 20250728090000}])
    writes = [["write", orders, "--input", "-", "--schema", ORDERS_DDL],
              ["copy", orders, tmp_path / "copy", "--key", "order_id"],
              ["delete", orders, "--where", "order_id = '3003'"]]
    for words in writes:
        dry = [*words, "--dry-run"]
        whole = json.loads(hudi.ok(*dry, "--format", "json", stdin=row))
        found, = csv.DictReader(io.StringIO(hudi.ok(*dry, "--format", "csv", stdin=row)))
        del whole["phases"]
        assert int(found["bytes"]) > 0 and whole["bytes"] > 0
        # Names of files, which are random, stand in their rows and are compressed with them.
        for name in ("instant", "completion", "bytes"):
            del whole[name], found[name]
        whole["rolled_back"] = whole["compactions"] = ""
        assert found == {name: str(value).lower() if isinstance(value, bool) else str(value)
                         for name, value in whole.items()}
        assert hudi.ok(*dry, "--format", "table", stdin=row).startswith("dry run  ")


def test_config(hudi):
    text = hudi.ok("config", "hoodie.parquet.max.file.size")
    assert "125829120" in text
    keys = hudi.json_lines("config", "--format", "json")
    assert {"key", "used", "effect"} <= set(keys[0]) and all(k["used"] for k in keys)
    assert len(hudi.json_lines("config", "--all", "--format", "json")) > len(keys)
    several = hudi.json_lines("config", "hoodie.parquet", "--format", "json")
    assert len(several) > 1 and all("hoodie.parquet" in k["key"] for k in several)
    assert "hoodie.parquet.max.file.size" in failed(hudi("config", "hoodie.parquet.max.flie.size"))
