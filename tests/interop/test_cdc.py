# SPDX-License-Identifier: Apache-2.0
"""Change data capture both ways: Spark and we tell the same changes of tables that both have written."""

import itertools

import pytest

from conformance import cdc_changes, spark_types
from interop.engines import fields_of

DDL = "id string, part string, n int, l double, ts bigint"
KINDS = {name: spark_types.parse(text) for name, text in fields_of(DDL)}
MODES = ["OP_KEY_ONLY", "DATA_BEFORE", "DATA_BEFORE_AFTER"]
QUERY = {"hoodie.datasource.query.type": "incremental", "hoodie.datasource.query.incremental.format": "cdc",
         "hoodie.datasource.read.begin.instanttime": "000"}


def options(mode, kind):
    return {"hoodie.table.name": "orders", "hoodie.datasource.write.recordkey.field": "id",
            "hoodie.datasource.write.partitionpath.field": "part", "hoodie.datasource.write.precombine.field": "ts",
            "hoodie.datasource.write.table.type": kind, "hoodie.metadata.enable": "false",
            "hoodie.compact.inline": "false", "hoodie.table.cdc.enabled": "true",
            "hoodie.table.cdc.supplemental.logging.mode": mode}


def rows(*values):
    return [dict(zip(("id", "part", "n", "l", "ts"), value)) for value in values]


def canonical(changes):
    return sorted(repr((c["op"], c["ts_ms"], *(cdc_changes.image(c[side], KINDS) for side in ("before", "after"))))
                  for c in changes)


def same_changes(reference, ours, path):
    spark = canonical(map(dict, reference.spark.read(path, QUERY)[1]))
    mine = canonical(ours.hudi.json_lines("read", path, "--query", "cdc", "--from", "earliest", "--format", "json"))
    assert mine == spark
    return mine


WRITES = [("insert", rows(("a", "p1", 1, 1.5, 1), ("b", "p1", None, 0.5, 1), ("c", "p2", 3, None, 1))),
          ("upsert", rows(("a", "p1", 2, None, 2), ("d", "p1", 4, 4.5, 2), ("c", "p2", 9, 0.5, 0))),
          ("delete", rows(("b", "p1", None, None, 3), ("x", "p1", None, None, 3))),
          ("upsert", rows(("a", "p1", 5, 1e21, 4), ("e", "p2", 6, 6.5, 4))),
          # Not by Spark's insert: it adds rows to a small file without a change log, and cannot read on.
          ("upsert", rows(("f", "p1", 7, 7.5, 5))),
          ("upsert", rows(("f", "p1", None, None, 6), ("c", "p2", 8, 8.5, 6)))]


@pytest.mark.parametrize("first", ["ours", "spark"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", ["COPY_ON_WRITE", "MERGE_ON_READ"])
def test_both_tell_the_changes_that_either_wrote(reference, ours, tmp_path, kind, mode, first):
    path, writers = tmp_path / "table", itertools.cycle(["ours", "spark"] if first == "ours" else ["spark", "ours"])
    for (operation, values), writer in zip(WRITES, writers):
        if writer == "ours":
            ours.write(path, operation, DDL, values, options(mode, kind),
                       table_version=None if path.exists() else reference.table_version)
        else:
            reference.spark.write(path, operation, DDL, values, options(mode, kind))
        found = same_changes(reference, ours, path)
    assert len(found) >= 11


@pytest.mark.parametrize("kind", ["COPY_ON_WRITE", "MERGE_ON_READ"])
def test_spark_reads_and_keeps_a_change_log_that_was_switched_on_later(reference, ours, tmp_path, kind):
    path = tmp_path / "table"
    without = {key: value for key, value in options("", kind).items() if "cdc" not in key}
    ours.write(path, "insert", DDL, rows(("a", "p1", 1, None, 1), ("b", "p1", 2, None, 1)), without,
               table_version=reference.table_version)
    ours.write(path, "upsert", DDL, rows(("a", "p1", 2, None, 2), ("c", "p1", 3, None, 2)),
               {**without, "hoodie.table.cdc.enabled": "true"})
    same_changes(reference, ours, path)
    reference.spark.write(path, "upsert", DDL, rows(("b", "p1", 5, None, 3)), without)
    same_changes(reference, ours, path)
    ours.write(path, "upsert", DDL, rows(("a", "p1", 6, None, 4)), without)
    reference.spark.write(path, "upsert", DDL, rows(("a", "p1", 7, None, 5), ("d", "p1", 8, None, 5)), without)
    assert len(same_changes(reference, ours, path)) == 2 + 2 + 1 + 1 + 2


def test_spark_reads_what_an_emptied_group_and_replaced_ones_lost(reference, ours, tmp_path):
    if reference.table_version < 9:
        pytest.skip("these releases tell the first row of a replaced group only")
    path = tmp_path / "table"
    for operation, values in [("insert", rows(("a", "p1", 1, None, 1), ("b", "p2", 2, None, 1), ("c", "p2", 3, None, 1))),
                              ("delete", rows(("a", "p1", None, None, 2))),
                              ("insert_overwrite", rows(("d", "p2", 4, None, 3))),
                              ("insert_overwrite_table", rows(("e", "p1", 5, None, 4)))]:
        ours.write(path, operation, DDL, values, options("DATA_BEFORE_AFTER", "COPY_ON_WRITE"), table_version=9)
        found = same_changes(reference, ours, path)
    assert len(found) == 3 + 1 + 3 + 2
