# SPDX-License-Identifier: Apache-2.0
"""Compactions that one side plans are run by the other, and both write on."""

import json

import pytest

DDL = "id string, part string, val string, ts bigint"
OPTIONS = {"hoodie.table.name": "compacted", "hoodie.datasource.write.recordkey.field": "id",
           "hoodie.datasource.write.partitionpath.field": "part",
           "hoodie.datasource.write.precombine.field": "ts",
           "hoodie.datasource.write.table.type": "MERGE_ON_READ",
           "hoodie.metadata.enable": "false", "hoodie.compact.inline": "false"}
DUE = {"hoodie.compact.inline.max.delta.commits": "1"}


def rows(*values):
    return [dict(zip(("id", "part", "val", "ts"), value)) for value in values]


def same(reference, ours, path, options=None):
    ours_found, spark_found = ours.read(path, options), reference.spark.read(path, options)
    assert ours_found == spark_found
    return sorted((r["id"], r["val"]) for r in map(dict, ours_found[1]))


def pending(ours, path, action="compaction"):
    return [one["begin"] for one in ours.hudi.json_lines("timeline", path, "--all", "--format", "json")
            if one["action"] == action and one["state"] != "COMPLETED"]


def compact(ours, path, *options):
    done = ours.hudi.ok("compact", path, "--format", "json", *options)
    return json.loads(done)["compactions"]


def start(reference, ours, path):
    ours.write(path, "bulk_insert", DDL, rows(("a", "p1", "a0", 1), ("b", "p1", "b0", 1),
                                              ("c", "p2", "c0", 1)),
               OPTIONS, table_version=reference.table_version)
    ours.write(path, "upsert", DDL, rows(("a", "p1", "a1", 2), ("c", "p2", "c1", 2)), OPTIONS)
    ours.write(path, "delete", DDL, rows(("b", "p1", "", 3)), OPTIONS)


def test_spark_runs_what_we_planned(reference, ours, tmp_path):
    path = tmp_path / "table"
    start(reference, ours, path)
    planned = compact(ours, path, "--schedule")
    assert pending(ours, path) == [planned[0]["instant"]]
    assert same(reference, ours, path) == [("a", "a1"), ("c", "c1")]
    # Written while the plan waits, by both.
    ours.write(path, "upsert", DDL, rows(("a", "p1", "a2", 4)), OPTIONS)
    reference.spark.write(path, "upsert", DDL, rows(("c", "p2", "c2", 4)), OPTIONS)
    assert same(reference, ours, path) == [("a", "a2"), ("c", "c2")]
    reference.spark.sql(f"call run_compaction(op => 'run', path => '{path}', "
                        f"timestamp => {planned[0]['instant']})")
    assert pending(ours, path) == []
    assert same(reference, ours, path) == [("a", "a2"), ("c", "c2")]
    assert same(reference, ours, path, {"hoodie.datasource.query.type": "read_optimized"}) == [
        ("a", "a1"), ("c", "c1")]
    ours.write(path, "upsert", DDL, rows(("a", "p1", "a3", 5), ("d", "p2", "d0", 1)), OPTIONS)
    assert same(reference, ours, path) == [("a", "a3"), ("c", "c2"), ("d", "d0")]


def test_we_run_what_spark_planned(reference, ours, tmp_path):
    path = tmp_path / "table"
    start(reference, ours, path)
    reference.spark.write(path, "upsert", DDL, rows(("a", "p1", "a2", 4)), {
        **OPTIONS, **DUE, "hoodie.compact.schedule.inline": "true"})
    planned = pending(ours, path)
    assert len(planned) == 1
    reference.spark.write(path, "upsert", DDL, rows(("c", "p2", "c2", 4)), OPTIONS)
    done = compact(ours, path, "--run")
    assert [one["instant"] for one in done] == planned
    assert same(reference, ours, path) == [("a", "a2"), ("c", "c2")]
    optimized = {"hoodie.datasource.query.type": "read_optimized"}
    assert same(reference, ours, path, optimized) == [("a", "a2"), ("c", "c1")]
    reference.spark.write(path, "upsert", DDL, rows(("a", "p1", "a3", 5), ("e", "p3", "e0", 1)), OPTIONS)
    assert same(reference, ours, path) == [("a", "a3"), ("c", "c2"), ("e", "e0")]
    assert compact(ours, path)
    assert same(reference, ours, path, optimized) == [("a", "a3"), ("c", "c2"), ("e", "e0")]
    reference.spark.write(path, "delete", DDL, rows(("c", "p2", "", 9)), {
        **OPTIONS, **DUE, "hoodie.compact.inline": "true"})
    assert same(reference, ours, path, optimized) == [("a", "a3"), ("e", "e0")]


def test_spark_reads_logs_without_meta_columns_that_we_compacted(reference, ours, tmp_path):
    if reference.table_version == 8:
        pytest.skip("1.0.2 reads no log of a table without meta columns (null pointer)")
    path = tmp_path / "table"
    options = {**OPTIONS, "hoodie.populate.meta.fields": "false"}
    ours.write(path, "bulk_insert", DDL, rows(("a", "p1", "a0", 1), ("b", "p1", "b0", 1), ("c", "p2", "c0", 1)),
               options, table_version=reference.table_version)
    ours.write(path, "upsert", DDL, rows(("a", "p1", "a1", 2), ("c", "p2", "c1", 2)), options)
    ours.write(path, "upsert", DDL, rows(("a", "p1", "a2", 3)), options)

    def seen():
        _, found = reference.spark.read(path)
        return sorted((r["id"], r["val"]) for r in map(dict, found))

    before = seen()
    assert before == [("a", "a2"), ("b", "b0"), ("c", "c1")]
    assert compact(ours, path, "--logs", "--set", "hoodie.log.compaction.blocks.threshold=1")
    assert seen() == before
    reference.spark.write(path, "upsert", DDL, rows(("b", "p1", "b1", 4)), options)
    assert seen() == [("a", "a2"), ("b", "b1"), ("c", "c1")]
    assert compact(ours, path)
    assert seen() == [("a", "a2"), ("b", "b1"), ("c", "c1")]


def test_spark_reads_partial_updates_that_we_compacted_within_the_log(reference, ours, tmp_path):
    if reference.table_version < 8:
        pytest.skip("table version 6 has no partial updates")
    path, name = tmp_path / "table", f"partial_{reference.table_version}"
    reference.spark.sql(f"""
        CREATE TABLE {name} (id string, a int, b string, c string, ts bigint) USING hudi LOCATION '{path}'
        TBLPROPERTIES (type = 'mor', primaryKey = 'id', preCombineField = 'ts', 'hoodie.metadata.enable' = 'false',
                       'hoodie.compact.inline' = 'false');
        INSERT INTO {name} VALUES ('1', 1, 'b', 'c', 1), ('2', 2, 'b', 'c', 5), ('3', 3, 'b', 'c', 3);
        MERGE INTO {name} t USING (SELECT '1' AS id, 10 AS a, 2L AS ts UNION ALL SELECT '2', 20, 2L) s ON t.id = s.id
            WHEN MATCHED THEN UPDATE SET a = s.a, ts = s.ts;
        MERGE INTO {name} t USING (SELECT '1' AS id, 'B' AS b, 3L AS ts UNION ALL SELECT '3', 'B', 9L) s
            ON t.id = s.id WHEN MATCHED THEN UPDATE SET b = s.b, ts = s.ts""")
    before = ours.read(path)
    assert sorted((r["id"], r["a"], r["b"]) for r in map(dict, before[1])) == [
        ("1", 10, "B"), ("2", 2, "b"), ("3", 3, "B")]
    assert reference.spark.read(path) == before
    assert compact(ours, path, "--logs", "--set", "hoodie.log.compaction.blocks.threshold=1")
    assert ours.read(path) == before
    assert reference.spark.read(path) == before
    reference.spark.sql(f"MERGE INTO {name} t USING (SELECT '3' AS id, 'C' AS c, 10L AS ts) s ON t.id = s.id "
                        "WHEN MATCHED THEN UPDATE SET c = s.c, ts = s.ts")
    after = ours.read(path)
    assert reference.spark.read(path) == after != before
    assert compact(ours, path)
    assert sorted(dict(row)["c"] for row in ours.read(path)[1]) == sorted(dict(row)["c"] for row in after[1])
    assert ours.read(path)[0] == reference.spark.read(path)[0]


def test_spark_reads_and_writes_on_after_our_log_compaction(reference, ours, tmp_path):
    path = tmp_path / "table"
    start(reference, ours, path)
    ours.write(path, "upsert", DDL, rows(("a", "p1", "a2", 4)), OPTIONS)
    assert compact(ours, path, "--logs", "--set", "hoodie.log.compaction.blocks.threshold=2")
    assert same(reference, ours, path) == [("a", "a2"), ("c", "c1")]
    reference.spark.write(path, "upsert", DDL, rows(("a", "p1", "a3", 5)), OPTIONS)
    assert same(reference, ours, path) == [("a", "a3"), ("c", "c1")]
    reference.spark.write(path, "upsert", DDL, rows(("c", "p2", "c2", 5)), {
        **OPTIONS, **DUE, "hoodie.compact.inline": "true"})
    assert same(reference, ours, path, {"hoodie.datasource.query.type": "read_optimized"}) == [
        ("a", "a3"), ("c", "c2")]
