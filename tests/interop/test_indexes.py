# SPDX-License-Identifier: Apache-2.0
"""Each engine finds, through an index, the keys in files that the other wrote."""

import pytest

DDL = "id string, part string, val string, ts bigint"


def rows(*values):
    return [dict(zip(("id", "part", "val", "ts"), value)) for value in values]


@pytest.mark.parametrize("index", ["BLOOM", "GLOBAL_SIMPLE", "GLOBAL_BLOOM"])
@pytest.mark.parametrize("first_engine", ["ours", "spark"])
def test_upserts_find_the_keys_of_the_other(reference, ours, tmp_path, index, first_engine):
    options = {"hoodie.table.name": "indexed", "hoodie.datasource.write.recordkey.field": "id",
               "hoodie.datasource.write.partitionpath.field": "part",
               "hoodie.datasource.write.precombine.field": "ts", "hoodie.index.type": index,
               "hoodie.metadata.enable": "false"}
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
