# SPDX-License-Identifier: Apache-2.0
"""Each engine finds, through an index, the keys in files that the other wrote."""

import pytest

DDL = "id string, part string, val string, ts bigint"


def rows(*values):
    return [dict(zip(("id", "part", "val", "ts"), value)) for value in values]


@pytest.mark.parametrize("index, kind", [
    ("BLOOM", "COPY_ON_WRITE"), ("GLOBAL_SIMPLE", "COPY_ON_WRITE"), ("GLOBAL_BLOOM", "COPY_ON_WRITE"),
    ("BUCKET", "COPY_ON_WRITE"), ("BUCKET", "MERGE_ON_READ")])
@pytest.mark.parametrize("first_engine", ["ours", "spark"])
def test_upserts_find_the_keys_of_the_other(reference, ours, tmp_path, index, kind, first_engine):
    options = {"hoodie.table.name": "indexed", "hoodie.datasource.write.recordkey.field": "id",
               "hoodie.datasource.write.partitionpath.field": "part",
               "hoodie.datasource.write.precombine.field": "ts", "hoodie.index.type": index,
               "hoodie.bucket.index.num.buckets": "4", "hoodie.datasource.write.table.type": kind,
               "hoodie.compact.inline": "false", "hoodie.metadata.enable": "false"}
    path = tmp_path / "table"

    def write(engine, operation, values):
        if engine == "ours":
            ours.write(path, operation, DDL, values, options,
                       table_version=reference.table_version)
        else:
            reference.spark.write(path, operation, DDL, values, options)

    def table():
        ours_types, ours_rows = ours.read(path)
        spark_types, spark_rows = reference.spark.read(path)
        assert ours_rows == spark_rows and ours_types == spark_types
        return sorted((r["id"], r["part"], r["val"]) for r in map(dict, ours_rows))

    second_engine = "spark" if first_engine == "ours" else "ours"
    many = rows(*((f"k{i:03d}", "p1" if i % 2 else "p2", "old", 1) for i in range(40)))
    write(first_engine, "bulk_insert", many)
    write(second_engine, "upsert", rows(("k001", "p1", "new", 2), ("k002", "p2", "new", 2),
                                        ("k999", "p1", "new", 2)))
    found = table()
    assert len(found) == 41
    assert [r for r in found if r[2] == "new"] == [("k001", "p1", "new"), ("k002", "p2", "new"),
                                                   ("k999", "p1", "new")]
    # The key moves to another partition: a global index takes it along, a local one sees a new key.
    write(first_engine, "upsert", rows(("k001", "p3", "moved", 3)))
    found = table()
    stays = [] if index.startswith("GLOBAL") else [("k001", "p1", "new")]
    assert [r for r in found if r[0] == "k001"] == stays + [("k001", "p3", "moved")]
    write(second_engine, "delete", rows(("k001", "p3", "", 4), ("k005", "p1", "", 4)))
    found = table()
    assert [r for r in found if r[0] in ("k001", "k005")] == stays
    if index != "BUCKET":
        return
    # Spark finds one file group a bucket, or fails; new rows of either are in the logs of one.
    for number, engine in enumerate(("ours", "spark", "ours")):
        write(engine, "upsert", rows(*((f"n{number}{i}", "p1", engine, 5) for i in range(9)),
                                     ("k003", "p1", engine, 5 + number)))
        found = table()
    assert len(found) == 39 + len(stays) + 27
    assert [r for r in found if r[0] == "k003"] == [("k003", "p1", "ours")]
    ids = [f["file_id"] for f in ours.hudi.json_lines("files", path, "--format", "json") if f["partition"] == "p1"]
    assert sorted(int(file_id[:8]) for file_id in ids) == [0, 1, 2, 3]
