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


def test_config(hudi):
    text = hudi.ok("config", "hoodie.parquet.max.file.size")
    assert "125829120" in text
    keys = hudi.json_lines("config", "--format", "json")
    assert {"key", "used", "effect"} <= set(keys[0]) and all(k["used"] for k in keys)
    assert len(hudi.json_lines("config", "--all", "--format", "json")) > len(keys)
    several = hudi.json_lines("config", "hoodie.parquet", "--format", "json")
    assert len(several) > 1 and all("hoodie.parquet" in k["key"] for k in several)
    assert "hoodie.parquet.max.file.size" in failed(hudi("config", "hoodie.parquet.max.flie.size"))
