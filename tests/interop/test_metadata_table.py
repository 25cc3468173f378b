# SPDX-License-Identifier: Apache-2.0
"""The metadata table that Spark keeps: `hudi_metadata` shows what it shows. (Not of bloom filters in
logs, which release 1.0.2 cannot read: Utf8 cannot be cast to String. Fixtures have those.)"""

import json

import pytest

DDL = "id string, part string, name string, price double, d date, ts bigint"


def rows(*values):
    return [dict(zip(("id", "part", "name", "price", "d", "ts"), value)) for value in values]


def canonical(found):
    return sorted(json.dumps(row, sort_keys=True) for row in found)


@pytest.mark.parametrize("kind", ["COPY_ON_WRITE", "MERGE_ON_READ"])
def test_rows_are_those_of_spark(reference, hudi, tmp_path, kind):
    path = tmp_path / "table"
    options = {"hoodie.table.name": "listed", "hoodie.datasource.write.recordkey.field": "id",
               "hoodie.datasource.write.partitionpath.field": "part",
               "hoodie.datasource.write.precombine.field": "ts",
               "hoodie.datasource.write.table.type": kind, "hoodie.metadata.enable": "true",
               "hoodie.metadata.index.column.stats.enable": "true",
               "hoodie.metadata.record.index.enable": "true",
               "hoodie.metadata.compact.max.delta.commits": "3", "hoodie.compact.inline": "false",
               "hoodie.clean.automatic": "true", "hoodie.clean.commits.retained": "1"}

    def ours():
        return [list(row.values()) for row in hudi.json_lines(
            "sql", "--warehouse", tmp_path / "none", "--format", "json", "-e",
            f"SELECT * FROM hudi_metadata('{path}')")]

    def check():
        found = ours()
        # Release 0.15.0 has no such function: what it lists must lie there.
        if reference.release != "0.15.0":
            assert canonical(found) == canonical(
                reference.spark.rows(f"SELECT * FROM hudi_metadata('{path}')"))
        listed = {f"{row[0]}/{name}": file["size"] for row in found if row[1] == 2
                  for name, file in row[2].items() if not file["isDeleted"]}
        stored = {str(file.relative_to(path)): file.stat().st_size for file in path.rglob("*")
                  if file.is_file() and ".hoodie" not in file.relative_to(path).parts
                  and not file.name.endswith(".crc") and not file.name.startswith(".hoodie")}
        assert listed == stored
        return found

    def write(operation, *values):
        reference.spark.write(path, operation, DDL, rows(*values), options)

    write("insert", ("1", "p1", "a", 1.5, "2024-02-29", 1), ("2", "p1", None, None, None, 1),
          ("3", "p2", "ü", -2.0, "1969-12-31", 1))
    check()
    for ts in range(2, 6):
        write("upsert", ("1", "p1", f"a{ts}", float(ts), "2024-03-01", ts),
              (f"n{ts}", "p3", "new", 0.0, None, ts))
        check()
    write("delete", ("3", "p2", "", 0.0, None, 9), ("n2", "p3", "", 0.0, None, 9))
    types = {row[1] for row in check()}
    assert {1, 2, 3, 5} <= types
