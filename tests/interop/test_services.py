# SPDX-License-Identifier: Apache-2.0
"""Spark's incremental queries and table services work from the timeline that we write."""

DDL = "id string, part string, val string, ts bigint"
OPTIONS = {"hoodie.table.name": "served", "hoodie.datasource.write.recordkey.field": "id",
           "hoodie.datasource.write.partitionpath.field": "part",
           "hoodie.datasource.write.precombine.field": "ts", "hoodie.metadata.enable": "false"}


def rows(*values):
    return [dict(zip(("id", "part", "val", "ts"), value)) for value in values]


def same(reference, ours, path, options=None):
    ours_found, spark_found = ours.read(path, options), reference.spark.read(path, options)
    assert ours_found == spark_found
    return sorted((r["id"], r["val"]) for r in map(dict, ours_found[1]))


def test_spark_reads_our_commits_incrementally(reference, ours, tmp_path):
    path = tmp_path / "table"

    def write(operation, values):
        ours.write(path, operation, DDL, values, OPTIONS, table_version=reference.table_version)

    write("bulk_insert", rows(("a", "p1", "a0", 1), ("b", "p1", "b0", 1), ("c", "p2", "c0", 1)))
    write("upsert", rows(("a", "p1", "a1", 2), ("d", "p2", "d0", 1)))
    write("insert_overwrite", rows(("e", "p2", "e0", 1)))
    times = sorted({dict(r)["_hoodie_commit_time"] for r in reference.spark.read(path)[1]})
    assert len(times) == 3

    def changed_after(begin):
        _, found = reference.spark.read(path, {
            "hoodie.datasource.query.type": "incremental",
            "hoodie.datasource.read.begin.instanttime": begin})
        return sorted(dict(r)["id"] for r in found)

    assert changed_after("000") == ["a", "b", "e"]
    completions = [e["completion"] for e in ours.hudi.json_lines("timeline", path, "--format", "json")]
    first = times[0] if reference.table_version == 6 else sorted(completions)[0]
    # 1.0.2 counts the begin as inside the range.
    assert changed_after(str(int(first) + 1)) == ["a", "e"]


def test_we_read_on_while_spark_cleans_and_archives(reference, ours, tmp_path):
    path = tmp_path / "table"
    for i in range(4):
        ours.write(path, "upsert", DDL, rows(("a", "p1", f"a{i}", i), (f"x{i}", "p2", "x", i)),
                   OPTIONS, table_version=reference.table_version)
    keep = {**OPTIONS, "hoodie.clean.automatic": "true", "hoodie.cleaner.commits.retained": "1",
            "hoodie.clean.commits.retained": "1", "hoodie.keep.min.commits": "2",
            "hoodie.keep.max.commits": "3", "hoodie.commits.archival.batch": "1"}
    for i in range(4, 7):
        reference.spark.write(path, "upsert", DDL, rows(("a", "p1", f"a{i}", i)), keep)
        same(reference, ours, path)
    ours.write(path, "upsert", DDL, rows(("a", "p1", "last", 9)), OPTIONS)
    assert same(reference, ours, path) == [("a", "last"), ("x0", "x"), ("x1", "x"), ("x2", "x"),
                                           ("x3", "x")]
    begins = [e["begin"] for e in ours.hudi.json_lines("timeline", path, "--format", "json")
              if e["action"] == "commit"]
    assert len(begins) < 8, "nothing was archived"


def test_spark_clusters_what_we_wrote(reference, ours, tmp_path):
    path = tmp_path / "table"
    for name in "abcd":
        ours.write(path, "bulk_insert", DDL, rows((name, "p1", name, 1)), OPTIONS,
                   table_version=reference.table_version)
    reference.spark.write(path, "insert", DDL, rows(("e", "p1", "e", 1)), {
        **OPTIONS, "hoodie.clustering.inline": "true", "hoodie.clustering.inline.max.commits": "1"})
    assert [r[0] for r in same(reference, ours, path)] == ["a", "b", "c", "d", "e"]
    ours.write(path, "upsert", DDL, rows(("a", "p1", "again", 2)), OPTIONS)
    assert ("a", "again") in same(reference, ours, path)


def test_spark_rolls_on_after_our_refused_write(reference, ours, tmp_path):
    path = tmp_path / "table"
    ours.write(path, "upsert", DDL, rows(("a", "p1", "a0", 1)), OPTIONS,
               table_version=reference.table_version)
    done = ours.hudi("write", path, "--input", "-", "--input-format", "json", "--operation", "upsert",
                     stdin='{"id": null, "part": "p1", "val": "x", "ts": 2}\n')
    assert done.returncode == 1
    reference.spark.write(path, "upsert", DDL, rows(("a", "p1", "a1", 2)), OPTIONS)
    assert same(reference, ours, path) == [("a", "a1")]


def test_we_turn_off_a_metadata_table_that_spark_kept(reference, ours, tmp_path):
    path = tmp_path / "table"
    on = {**OPTIONS, "hoodie.metadata.enable": "true"}
    reference.spark.write(path, "upsert", DDL, rows(("a", "p1", "a0", 1), ("b", "p2", "b0", 1)), on)
    assert (path / ".hoodie/metadata").is_dir()
    ours.write(path, "upsert", DDL, rows(("a", "p1", "a1", 2), ("c", "p3", "c0", 1)),
               {k: v for k, v in OPTIONS.items() if k != "hoodie.metadata.enable"})
    # Listing through a metadata table that nobody kept up would miss the new files.
    found = same(reference, ours, path, {"hoodie.metadata.enable": "true"})
    assert found == [("a", "a1"), ("b", "b0"), ("c", "c0")]
    reference.spark.write(path, "upsert", DDL, rows(("c", "p3", "c1", 2)), on)
    assert same(reference, ours, path) == [("a", "a1"), ("b", "b0"), ("c", "c1")]
