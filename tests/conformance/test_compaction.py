# SPDX-License-Identifier: Apache-2.0
"""Compaction changes no row: every merge-on-read table that the reference wrote, before and after."""

import fnmatch
import json
import shutil
import tarfile

import pytest

from conformance.test_reference_tables import FIXTURES, READ_OPTIMIZED, listed_tables, unpacked  # noqa: F401

READ = ["--meta", "--format", "json"]
EVERY_BLOCK = ["--set", "hoodie.log.compaction.blocks.threshold=1"]


def merge_on_read_tables():
    """(folder, table) of every merge-on-read table that is expected to have rows."""
    found = []
    for folder, table in listed_tables():
        with tarfile.open(FIXTURES / f"expected_{folder}.tar.xz") as archive:
            expected = archive.extractfile(f"expected_{folder}/{table.replace('/', '__')}.json")
            if json.load(expected)["type"] == "MERGE_ON_READ":
                found.append((folder, table))
    return found


TABLES = merge_on_read_tables()
IDS = ["-".join(pair).replace("/", "_") for pair in TABLES]


@pytest.fixture
def table_copy(unpacked, tmp_path):  # noqa: F811
    """A copy of a table with the files' own times, and what the reference reads from it."""
    def copy(folder, table):
        root = unpacked(folder)
        path = tmp_path / "table"
        shutil.copytree(root / folder / table, path)
        name = f"{table.replace('/', '__')}.json"
        return path, json.loads((root / f"expected_{folder}" / name).read_text())
    return copy


def rows(hudi, path, *options):
    """Rows with all meta columns but the one that compaction changes."""
    found = [json.loads(line) for line in hudi.ok("read", path, *READ, *options).splitlines()]
    for row in found:
        row.pop("_hoodie_file_name", None)
    return sorted(json.dumps(row, sort_keys=True) for row in found)


def compact(hudi, path, *options):
    return json.loads(hudi.ok("compact", path, "--format", "json", *options))["compactions"]


def log_files(hudi, path):
    return sum(file["log_files"] for file in hudi.json_lines("files", path, "--format", "json"))


@pytest.mark.parametrize("folder, table", TABLES, ids=IDS)
def test_a_compaction_changes_no_row(hudi, table_copy, folder, table):
    path, expected = table_copy(folder, table)
    before = rows(hudi, path)
    if isinstance(expected["snapshot"], list):
        assert len(before) == len(expected["snapshot"])
    planned = compact(hudi, path, "--dry-run")
    assert rows(hudi, path) == before
    done = compact(hudi, path)
    assert all(one["state"] == "completed" for one in done)
    assert len(done) >= len(planned)
    assert rows(hudi, path) == before
    assert rows(hudi, path, *READ_OPTIMIZED) == before
    assert log_files(hudi, path) == 0
    assert compact(hudi, path) == []
    written = [group for one in done for group in one["file_groups"]]
    assert all((path / group["new_file"]).stat().st_size == group["new_bytes"] for group in written)


@pytest.mark.parametrize("folder, table", TABLES, ids=IDS)
def test_a_log_compaction_changes_no_row(hudi, table_copy, folder, table):
    path, _ = table_copy(folder, table)
    # A group in a compaction's plan is not for log compaction.
    compact(hudi, path, "--run")
    before = rows(hudi, path)
    optimized = rows(hudi, path, *READ_OPTIMIZED)
    for _ in range(2):
        compact(hudi, path, "--logs", *EVERY_BLOCK)
        assert rows(hudi, path) == before
        assert rows(hudi, path, *READ_OPTIMIZED) == optimized
    compact(hudi, path)
    assert rows(hudi, path) == before


def pending_plans():
    return [pair for pair in TABLES if fnmatch.fnmatch(pair[1], "mor_compact")]


@pytest.mark.parametrize("folder, table", pending_plans())
def test_a_plan_of_the_reference_is_run(hudi, table_copy, folder, table):
    path, _ = table_copy(folder, table)
    before = rows(hudi, path)
    planned = [one["begin"] for one in hudi.json_lines("timeline", path, "--format", "json")
               if one["action"] == "compaction"]
    assert len(planned) == 1
    done = compact(hudi, path, "--run", planned[0])
    assert [one["instant"] for one in done] == planned
    assert len(done[0]["file_groups"]) == 2
    assert rows(hudi, path) == before
    # What was logged since the plan was made lies on top.
    assert log_files(hudi, path) == 1


def test_an_instant_that_is_no_plan_is_refused(hudi, table_copy):
    path, _ = table_copy("v8", "mor_compact")
    refused = hudi("compact", path, "--run", "20260101000000000")
    assert refused.returncode == 1
    assert "is no pending compaction: pending are 2026" in refused.stderr


def test_a_copy_on_write_table_is_refused(hudi, unpacked):  # noqa: F811
    refused = hudi("compact", unpacked("v8") / "v8/cow_ops")
    assert refused.returncode == 1
    assert "compaction is not supported on a copy-on-write table" in refused.stderr


@pytest.mark.parametrize("folder", ["v6", "v8", "v9"])
def test_a_compaction_that_died_is_undone_and_run_again(hudi, table_copy, folder):
    path, _ = table_copy(folder, "mor_compact")
    before = rows(hudi, path)
    timeline = path / (".hoodie" if folder == "v6" else ".hoodie/timeline")
    requested = next(timeline.glob("*.compaction.requested"))
    instant = sorted(p.name.split(".")[0] for p in timeline.glob("*.compaction.requested"))[-1]
    assert requested
    (timeline / f"{instant}.compaction.inflight").write_bytes(b"")
    # Half a file of the dead writer, in the group and under the instant of the plan.
    group = compact(hudi, path, "--run", "--dry-run")[0]["file_groups"][0]
    left = path / group["partition"] / f"{group['file_id']}_7-7-7_{instant}.parquet"
    left.write_bytes(b"PAR1 half a file")
    assert rows(hudi, path) == before
    done = compact(hudi, path, "--run")
    assert done[0]["instant"] == instant and done[0]["taken_up"]
    assert not left.exists()
    assert rows(hudi, path) == before
    rollbacks = [one for one in hudi.json_lines("timeline", path, "--format", "json")
                 if one["action"] == "rollback"]
    assert [one["state"] for one in rollbacks][-1] == "COMPLETED"


@pytest.mark.parametrize("folder", ["v6", "v8", "v9"])
def test_a_plan_alone_leaves_the_rows_and_their_files(hudi, table_copy, folder):
    path, _ = table_copy(folder, "mor_ops")
    before = rows(hudi, path)
    planned = compact(hudi, path, "--schedule")
    assert [one["state"] for one in planned] == ["requested"]
    assert rows(hudi, path) == before
    # Its groups are taken: nothing is left for another plan.
    assert compact(hudi, path, "--schedule") == []
    assert [one["instant"] for one in compact(hudi, path, "--run")] == [planned[0]["instant"]]
    assert rows(hudi, path) == before
    commits = hudi.json_lines("timeline", path, "--format", "json")
    assert commits[-1]["action"] == "commit" and commits[-1]["operation"].lower() == "compact"


def test_a_trigger_keeps_a_compaction_that_is_not_due(hudi, table_copy):
    path, _ = table_copy("v8", "mor_ops")
    key = "hoodie.compact.inline.max.delta.commits"
    assert compact(hudi, path, "--set", f"{key}=99") == []
    assert len(compact(hudi, path, "--set", f"{key}=1")) == 1


def test_little_memory_gives_the_same_rows(hudi, table_copy):
    path, _ = table_copy("v9", "types_m")
    before = rows(hudi, path)
    assert compact(hudi, path, "--memory", "1")
    assert rows(hudi, path) == before


@pytest.mark.parametrize("version", [6, 8, 9])
def test_a_table_without_meta_columns_is_compacted(hudi, tmp_path, version):
    def write(*rows):
        hudi.ok("write", tmp_path / "t", "--input", "-", "--key", "id", "--ordering", "ts", "--type", "mor",
                "--table-version", version, "--set", "hoodie.populate.meta.fields=false",
                "--set", "hoodie.compact.inline=false",
                stdin="".join(json.dumps(row) + "\n" for row in rows))

    def read(*options):
        found = hudi.json_lines("read", tmp_path / "t", "--format", "json", *options)
        return sorted((row["id"], row["n"]) for row in found)

    write({"id": "a", "ts": 1, "n": 1}, {"id": "b", "ts": 1, "n": 1})
    write({"id": "a", "ts": 2, "n": 2})
    assert read() == [("a", 2), ("b", 1)]
    group, = compact(hudi, tmp_path / "t")[0]["file_groups"]
    assert (group["rows"], group["updated"], group["inserted"]) == (2, 1, 0)
    assert read() == read(*READ_OPTIMIZED) == [("a", 2), ("b", 1)]
    write({"id": "b", "ts": 3, "n": 3})
    assert read() == [("a", 2), ("b", 3)]


def partial_schema(*columns):
    return json.dumps({"type": "record", "name": "r",
                       "fields": [{"name": name, "type": kind} for name, kind in columns]})


@pytest.mark.parametrize("log_format", ["avro", "parquet"])
@pytest.mark.parametrize("mode", ["EVENT_TIME_ORDERING", "COMMIT_TIME_ORDERING"])
@pytest.mark.parametrize("version", [8, 9])
def test_partial_updates_go_through_a_log_compaction(hudi, tmp_path, version, mode, log_format):
    """The rows log-compaction-of-partial-updates and partial-updates-that-lost of docs/differences.md."""
    path = tmp_path / "t"
    columns = ["--set", "hoodie.compact.inline=false",
               "--set", f"hoodie.logfile.data.block.format={log_format}"]

    def write(operation, ddl, rows, *options):
        names = [field.split()[0] for field in ddl.split(", ")]
        lines = "".join(json.dumps(dict(zip(names, row))) + "\n" for row in rows)
        hudi.ok("write", path, "--input", "-", "--schema", ddl, "--operation", operation, *columns,
                *options, stdin=lines)

    def update(ddl, rows):
        kinds = {"long": "long", "string": "string", "bigint": "long"}
        fields = [field.split() for field in ddl.split(", ")][1:]
        schema = partial_schema(*((name, kinds[kind]) for name, kind in fields))
        write("upsert", ddl, rows, "--set", f"hoodie.write.partial.update.schema={schema}")

    write("bulk_insert", "id string, a string, b string, c string, ts bigint",
          [(key, f"a{key}", f"b{key}", f"c{key}", 5) for key in "12345"], "--key", "id", "--ordering", "ts",
          "--type", "mor", "--table-version", version, "--set", f"hoodie.write.record.merge.mode={mode}")
    update("id string, a string, ts bigint", [("1", "A1", 6), ("2", "late", 3), ("4", "A4", 9)])
    update("id string, b string, ts bigint", [("1", "B1", 7), ("3", "B3", 5), ("4", "late", 8)])
    write("upsert", "id string, a string, b string, c string, ts bigint", [("3", "x", "y", "z", 8)])
    write("delete", "id string, ts bigint", [("5", 9)])
    update("id string, a string, ts bigint", [("1", "A1 again", 8), ("3", "A3", 8)])
    by_time = mode == "EVENT_TIME_ORDERING"  # and what lost never counts
    expected = [("1", "A1 again", "B1", "c1", 8), ("2", "a2", "b2", "c2", 5) if by_time
                else ("2", "late", "b2", "c2", 3), ("3", "A3", "y", "z", 8),
                ("4", "A4", "b4", "c4", 9) if by_time else ("4", "A4", "late", "c4", 8)]
    before = rows(hudi, path)
    assert [tuple(json.loads(row)[name] for name in ("id", "a", "b", "c", "ts")) for row in
            sorted(before, key=lambda row: json.loads(row)["id"])] == expected
    done = compact(hudi, path, "--logs", *EVERY_BLOCK)
    assert len(done) == 1 and done[0]["action"] == "logcompaction", done
    assert rows(hudi, path) == before
    # Once more, over blocks that a log compaction has made.
    update("id string, c string, ts bigint", [("1", "C1", 9), ("2", "C2", 9)])
    before = rows(hudi, path)
    second = next(row for row in map(json.loads, before) if row["id"] == "2")
    assert (second["a"], second["c"], second["ts"]) == ("a2" if by_time else "late", "C2", 9)
    assert compact(hudi, path, "--logs", *EVERY_BLOCK)
    assert rows(hudi, path) == before
    assert compact(hudi, path)
    assert rows(hudi, path) == before
    assert log_files(hudi, path) == 0


@pytest.mark.parametrize("log_format", ["avro", "parquet"])
@pytest.mark.parametrize("version", [6, 8, 9])
def test_logs_without_meta_columns_are_compacted(hudi, tmp_path, version, log_format):
    path = tmp_path / "t"

    def write(operation, *values):
        lines = "".join(json.dumps(dict(zip(("id", "part", "v", "ts"), row))) + "\n" for row in values)
        hudi.ok("write", path, "--input", "-", "--schema", "id string, part string, v string, ts bigint",
                "--operation", operation, "--key", "id", "--partition-by", "part", "--ordering", "ts",
                "--type", "mor", "--table-version", version, "--set", "hoodie.populate.meta.fields=false",
                "--set", "hoodie.compact.inline=false",
                "--set", f"hoodie.logfile.data.block.format={log_format}", stdin=lines)

    write("bulk_insert", ("1", "p", "a", 1), ("2", "p", "b", 1), ("3", "q", "c", 1))
    write("upsert", ("1", "p", "a2", 2), ("3", "q", "c2", 2))
    write("delete", ("2", "p", "", 3))
    write("upsert", ("1", "p", "a3", 3))
    before = rows(hudi, path)
    assert sorted(json.loads(row)["v"] for row in before) == ["a3", "c2"]
    done = compact(hudi, path, "--logs", *EVERY_BLOCK)
    assert len(done) == 1 and len(done[0]["file_groups"]) == 2
    assert rows(hudi, path) == before
    write("upsert", ("3", "q", "c3", 3))
    assert sorted(json.loads(row)["v"] for row in rows(hudi, path)) == ["a3", "c3"]
    assert compact(hudi, path)
    assert sorted(json.loads(row)["v"] for row in rows(hudi, path)) == ["a3", "c3"]
    assert log_files(hudi, path) == 0
