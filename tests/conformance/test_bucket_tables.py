# SPDX-License-Identifier: Apache-2.0
"""Tables that the reference writes with a bucket index: updates and deletes fit in, new rows do not yet."""

import json

import pytest

from conformance.test_compaction import table_copy  # noqa: F401
from conformance.test_reference_tables import listed_tables, unpacked  # noqa: F401

BUCKET_TABLES = [(folder, table) for folder, table in listed_tables() if table == "bucket_simple"]


def rows(hudi, path):
    return {row["_hoodie_record_key"]: row for row in hudi.json_lines("read", path, "--meta", "--format", "json")}


def tree(path):
    return {p.relative_to(path).as_posix(): p.read_bytes() for p in path.rglob("*")
            if p.is_file() and "lock" not in p.name}


def one_row(hudi, path, **changes):
    """A stored row with other values, as input."""
    key, stored = next(iter(sorted(rows(hudi, path).items())))
    row = {name: value for name, value in stored.items() if not name.startswith("_hoodie_")}
    return key, json.dumps({**row, **changes})


@pytest.mark.parametrize("folder, table", BUCKET_TABLES, ids=[folder for folder, _ in BUCKET_TABLES])
def test_new_rows_are_refused_by_name_and_leave_no_trace(hudi, table_copy, folder, table):  # noqa: F811
    """The row bucket-tables of docs/differences.md."""
    path, _ = table_copy(folder, table)
    key_field = next(line.split("=", 1)[1].split(",")[0]
                     for line in (path / ".hoodie/hoodie.properties").read_text().splitlines()
                     if line.startswith("hoodie.table.recordkey.fields="))
    stored = rows(hudi, path)
    type_of = {f["name"]: f["type"] for f in hudi.json_lines("schema", path, "--format", "json")}
    _, line = one_row(hudi, path, **{key_field: "no such key" if type_of[key_field] == "string" else 987654321})
    before = tree(path)
    for operation in ("upsert", "insert", "bulk_insert"):
        done = hudi("write", path, "--input", "-", "--input-format", "json", "--operation", operation, stdin=line)
        assert done.returncode == 1
        assert "is named after a bucket" in done.stderr, done.stderr
    assert tree(path) == before
    assert rows(hudi, path) == stored


@pytest.mark.parametrize("folder, table", BUCKET_TABLES, ids=[folder for folder, _ in BUCKET_TABLES])
def test_stored_rows_are_updated_in_their_buckets(hudi, table_copy, folder, table):  # noqa: F811
    path, _ = table_copy(folder, table)
    key, line = one_row(hudi, path)
    stored = rows(hudi, path)
    groups = {f["file_id"] for f in hudi.json_lines("files", path, "--format", "json")}
    hudi.ok("write", path, "--input", "-", "--input-format", "json", "--operation", "upsert", stdin=line)
    found = rows(hudi, path)
    assert found.keys() == stored.keys()
    assert found[key]["_hoodie_commit_time"] > stored[key]["_hoodie_commit_time"]
    assert {f["file_id"] for f in hudi.json_lines("files", path, "--format", "json")} == groups
