# SPDX-License-Identifier: Apache-2.0
"""The rows of docs/differences.md that no recorded case shows: what stands under `here` is so.

Each test names its row in `@row(...)`; test_listing.py holds the page, the cases and these tests together.
"""

import base64
import json
import random
import re

import pyarrow.parquet
import pytest

ALL_VERSIONS = (6, 8, 9)


def row(name):
    """Marks a test as the proof of a row in docs/differences.md."""
    def mark(test):
        test.row = name
        return test
    return mark


class Table:
    """A table with key `id` and ordering `ts` unless told otherwise."""

    def __init__(self, hudi, path):
        self.hudi, self.path = hudi, path

    def write(self, rows, schema, *arguments, settings=()):
        return self.hudi("write", self.path, "--input", "-", "--schema", schema, *arguments,
                         *(part for text in settings for part in ("--set", text)),
                         stdin="".join(json.dumps(values) + "\n" for values in rows))

    def written(self, rows, schema, *arguments, settings=()):
        done = self.write(rows, schema, *arguments, settings=settings)
        assert done.returncode == 0, done.stderr
        return done

    def refused(self, rows, schema, *arguments, settings=()):
        before = sorted(self.path.rglob("*"))
        done = self.write(rows, schema, *arguments, settings=settings)
        assert done.returncode != 0, done.stdout
        assert sorted(self.path.rglob("*")) == before
        return done.stderr

    def rows(self, *arguments):
        return self.hudi.json_lines("read", self.path, "--format", "json", *arguments)

    def base_files(self):
        return sorted(self.path.rglob("*.parquet"))

    def properties(self):
        text = (self.path / ".hoodie/hoodie.properties").read_text(encoding="utf-8")
        return dict(line.split("=", 1) for line in text.splitlines() if "=" in line and line[0] != "#")


@pytest.fixture
def table(hudi, tmp_path):
    return Table(hudi, tmp_path / "table")


ROW = {"id": "a", "p": "x", "n": 1, "ts": 1}
DDL = "id string, p string, n int, ts bigint"
KEY = ("--key", "id", "--ordering", "ts")
PARTITIONED = (*KEY, "--partition-by", "p")


# ---- rows and results ----------------------------------------------------------------------------
@row("missing-file-as-of")
def test_time_travel_to_a_file_that_is_gone_is_an_error(table):
    table.written([ROW], DDL, *KEY)
    instant = table.rows("--meta")[0]["_hoodie_commit_time"]
    old = table.base_files()[0]
    table.written([{**ROW, "n": 2}], DDL)
    old.unlink()
    done = table.hudi("read", table.path, "--as-of", instant)
    assert done.returncode == 1 and old.name in done.stderr


@row("missing-or-cut-file")
@pytest.mark.parametrize("version", ALL_VERSIONS)
@pytest.mark.parametrize("damage", ["gone", "cut"])
def test_a_damaged_file_of_a_commit_is_an_error_for_readers_and_writers(table, version, damage):
    table.written([ROW], DDL, *KEY, "--table-version", version)
    old = table.base_files()
    table.written([{**ROW, "n": 2, "ts": 2}], DDL)
    newest, = set(table.base_files()) - set(old)
    content = newest.read_bytes()
    newest.unlink() if damage == "gone" else newest.write_bytes(content[:-1])
    for arguments in ([], ["--from", "earliest"]):
        done = table.hudi("read", table.path, *arguments)
        assert done.returncode == 1 and newest.name in done.stderr
    assert newest.name in table.refused([{**ROW, "n": 3, "ts": 3}], DDL)
    newest.write_bytes(content)
    assert table.rows() == [{**ROW, "n": 2, "ts": 2}]


@row("damaged-log-block")
@pytest.mark.parametrize("version", ALL_VERSIONS)
@pytest.mark.parametrize("what", ["magic", "size", "instant", "length"])
def test_a_damaged_block_of_a_committed_log_is_an_error(table, version, what):
    small = ["hoodie.parquet.small.file.limit=0", "hoodie.compact.inline=false"]
    table.written([ROW], DDL, *KEY, "--type", "mor", "--table-version", version, settings=small)
    table.written([{**ROW, "n": 2, "ts": 2}], DDL, settings=small)
    log, = table.path.glob(".*.log.*")
    content = log.read_bytes()
    instant = max(row["_hoodie_commit_time"] for row in table.rows("--meta")).encode()
    place = {"magic": 1, "size": 7, "instant": content.index(instant), "length": len(content) - 1}[what]
    damaged = bytearray(content)
    damaged[place] ^= 1
    log.write_bytes(damaged)
    for arguments in (["read", table.path], ["read", table.path, "--from", "earliest"], ["compact", table.path]):
        done = table.hudi(*arguments)
        assert done.returncode == 1 and log.name in done.stderr, arguments
        assert instant.decode() in done.stderr or "must start with '#HUDI#'" in done.stderr
    log.write_bytes(content)
    assert table.rows() == [{**ROW, "n": 2, "ts": 2}]
    assert table.hudi("compact", table.path).returncode == 0


@row("partition-column-order")
@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_columns_come_in_table_order(table, version):
    table.written([ROW], DDL, *PARTITIONED, "--table-version", version)
    assert list(table.rows()[0]) == ["id", "p", "n", "ts"]


# ---- files ---------------------------------------------------------------------------------------
@row("zstd")
def test_base_files_are_zstd(table):
    table.written([ROW], DDL, *KEY)
    group = pyarrow.parquet.ParquetFile(table.base_files()[0]).metadata.row_group(0)
    assert {group.column(n).compression for n in range(group.num_columns)} == {"ZSTD"}


@row("bloom-filter-size")
def test_a_small_file_has_a_small_bloom_filter(table):
    """60,000 entries at one error in 10^9 take 60000 * 9 * ln(10) / ln(2)^2 bits, above 300 kB."""
    table.written([ROW], DDL, *KEY)
    assert table.base_files()[0].stat().st_size < 60_000


@row("row-group-size")
@pytest.mark.parametrize("block_bytes, groups", [(None, 2), (64 << 20, 1)])
def test_row_groups_end_at_16_mib(table, tmp_path, block_bytes, groups):
    """24 MiB of values that do not compress."""
    noise = random.Random(1).randbytes(24 << 20)
    rows = pyarrow.table({"id": [str(i) for i in range(24 << 10)],
                          "b": [noise[i << 10:(i + 1) << 10] for i in range(24 << 10)]})
    pyarrow.parquet.write_table(rows, tmp_path / "rows.parquet", compression="none")
    size = [] if block_bytes is None else ["--set", f"hoodie.parquet.block.size={block_bytes}"]
    done = table.hudi("write", table.path, "--input", tmp_path / "rows.parquet", "--key", "id",
                      "--operation", "bulk_insert", *size)
    assert done.returncode == 0, done.stderr
    assert pyarrow.parquet.ParquetFile(table.base_files()[0]).num_row_groups == groups


@row("list-levels")
@pytest.mark.parametrize("operation", ["insert", "upsert", "bulk_insert"])
def test_arrays_have_three_levels(table, operation):
    table.written([{"id": "a", "xs": [1, None]}], "id string, xs array<int>", "--key", "id", "--operation",
                  operation)
    paths = [column.path for column in pyarrow.parquet.ParquetFile(table.base_files()[0]).schema]
    assert "xs.list.element" in paths


@row("two-files-of-one-instant")
def test_the_file_that_the_commit_names_is_read(table):
    table.written([ROW], DDL, *KEY)
    named = table.base_files()[0]
    group, _, instant = named.name.split("_")
    for token in ("1-0-1", "9-9-9"):
        (named.parent / f"{group}_{token}_{instant}").write_bytes(b"a leftover of a retry")
    assert table.rows() == [ROW]


@row("nested-partitions")
def test_a_partition_below_a_partition_is_listed(table):
    table.written([{**ROW, "id": "a", "p": "x"}, {**ROW, "id": "b", "p": "x/y"}], DDL, *PARTITIONED)
    assert [r["p"] for r in table.rows("--order-by", "id")] == ["x", "x/y"]


@row("old-pending-instant")
def test_an_instant_pending_since_before_the_others_stays_unseen(table):
    table.written([ROW], DDL, *PARTITIONED)
    old = "20200101000000000"
    pending = next(table.path.rglob("*.commit.requested"), None) or next(table.path.rglob("*.inflight"))
    for state in (".commit.requested", ".inflight"):
        (pending.parent / f"{old}{state}").write_bytes(b"")
    source = table.base_files()[0]
    (source.parent / f"11111111-1111-1111-1111-111111111111-0_0-1-1_{old}.parquet").write_bytes(
        source.read_bytes())
    assert table.rows() == [ROW]


# ---- settings ------------------------------------------------------------------------------------
@row("type-or-version-contradicted")
@pytest.mark.parametrize("setting", ["hoodie.datasource.write.table.type=MERGE_ON_READ",
                                     "hoodie.write.table.version=9"])
def test_another_type_or_version_is_a_conflict(table, setting):
    table.written([ROW], DDL, *KEY, "--table-version", 8)
    assert setting.split("=")[0] in table.refused([ROW], DDL, settings=[setting])


@row("partition-option-on-unpartitioned")
def test_partition_fields_for_a_table_without_are_a_conflict(table):
    table.written([ROW], DDL, *KEY)
    assert "partition" in table.refused([ROW], DDL, "--partition-by", "p").lower()


@row("merge-mode-against-payload")
@pytest.mark.parametrize("version", (8, 9))
def test_a_merge_mode_that_contradicts_the_payload_is_refused(table, version):
    error = table.refused([ROW], DDL, *KEY, "--table-version", version, settings=[
        "hoodie.write.record.merge.mode=COMMIT_TIME_ORDERING",
        "hoodie.datasource.write.payload.class=org.apache.hudi.common.model.DefaultHoodieRecordPayload"])
    assert "hoodie.write.record.merge.mode" in error and "payload" in error


@row("merge-mode-on-version-6")
def test_version_6_has_no_merge_mode(table):
    error = table.refused([ROW], DDL, *KEY, "--table-version", 6,
                          settings=["hoodie.write.record.merge.mode=COMMIT_TIME_ORDERING"])
    assert "payload" in error


@row("several-ordering-fields")
@pytest.mark.parametrize("version", (6, 8))
def test_two_ordering_fields_need_version_9(table, version):
    error = table.refused([ROW], DDL, "--key", "id", "--ordering", "ts,n", "--table-version", version)
    assert "ts,n" in error


SLASHED = "hoodie.datasource.write.slash.separated.date.partitioning=true"


@row("slash-dates")
@pytest.mark.parametrize("version", (6, 8))
def test_slash_dates_need_version_9(table, version):
    assert SLASHED.split("=")[0] in table.refused([{**ROW, "p": "2024-02-29"}], DDL, *PARTITIONED,
                                                  "--table-version", version, settings=[SLASHED])


@row("slash-dates")
def test_slash_dates_are_remembered(table):
    table.written([{**ROW, "p": "2024-02-29"}], DDL, *PARTITIONED, "--table-version", 9, settings=[SLASHED])
    table.written([{**ROW, "id": "b", "p": "2024-03-01"}], DDL)
    assert [r["_hoodie_partition_path"] for r in table.rows("--meta", "--order-by", "id")] == [
        "2024/02/29", "2024/03/01"]


@row("no-operation-no-key")
def test_without_operation_and_key_rows_are_inserted(table):
    table.written([ROW], DDL)
    table.written([ROW], DDL)
    assert table.rows() == [ROW, ROW]
    assert len({path.name.split("_")[0] for path in table.base_files()}) == 1  # the second filled the first


@row("lock-provider")
def test_another_lock_provider_is_refused(table):
    provider = "org.apache.hudi.client.transaction.lock.ZookeeperBasedLockProvider"
    assert "InProcessLockProvider" in table.refused([ROW], DDL, *KEY, settings=[
        "hoodie.write.concurrency.mode=optimistic_concurrency_control",
        f"hoodie.write.lock.provider={provider}"])


@row("auto-upgrade")
@pytest.mark.parametrize("version", (6, 8))
def test_a_table_keeps_its_version(table, version):
    table.written([ROW], DDL, *KEY, "--table-version", version)
    done = table.written([ROW], DDL, settings=["hoodie.write.auto.upgrade=true"])
    assert "hoodie.write.auto.upgrade" in done.stderr
    assert table.properties()["hoodie.table.version"] == str(version)


# ---- keys and partition paths ---------------------------------------------------------------------
@row("colon-in-partition-path")
def test_a_colon_in_a_path_is_refused_with_a_hint(table):
    assert "urlencode" in table.refused([{**ROW, "p": "12:30"}], DDL, *PARTITIONED)


@row("colon-in-partition-path")
def test_an_encoded_colon_is_written(table):
    table.written([{**ROW, "p": "12:30"}], DDL, *PARTITIONED,
                  settings=["hoodie.datasource.write.partitionpath.urlencode=true"])
    assert table.rows()[0]["p"] == "12:30"


@row("unsafe-partition-path")
@pytest.mark.parametrize("value", ["a//b", "/a", "a/", ".", "..", "a/../b", ".hoodie", "a\0b"])
def test_a_value_cannot_leave_its_table(table, value):
    table.refused([{**ROW, "p": value}], DDL, *PARTITIONED)


@row("several-keys-without-partition")
@pytest.mark.parametrize("operation", ["upsert", "bulk_insert"])
def test_a_null_in_one_of_several_keys_is_spelt_out(table, operation):
    table.written([{**ROW, "p": None}], DDL, "--key", "id,p", "--operation", operation)
    assert table.rows("--meta")[0]["_hoodie_record_key"] == "id:a,p:__null__"


@row("timestamp-partition-misread")
def test_a_time_in_another_unit_is_refused(table):
    """A date column counts days, the generator is told milliseconds."""
    table.refused([{"id": "a", "d": "2024-02-29", "ts": 1}], "id string, d date, ts bigint", "--key", "id",
                  "--partition-by", "d", "--ordering", "ts", settings=[
                      "hoodie.datasource.write.keygenerator.class=org.apache.hudi.keygen."
                      "TimestampBasedKeyGenerator",
                      "hoodie.keygen.timebased.timestamp.type=EPOCHMILLISECONDS",
                      "hoodie.keygen.timebased.output.dateformat=yyyy-MM-dd"])


@row("binary-keys")
def test_a_binary_key_is_its_text(table):
    value = base64.b64encode("clé".encode()).decode()
    table.written([{"id": value, "ts": 1}], "id binary, ts bigint", *KEY)
    assert table.rows("--meta")[0]["_hoodie_record_key"] == "clé"


@row("binary-keys")
def test_a_binary_key_that_is_no_text_is_refused(table):
    value = base64.b64encode(b"\xff\xfe").decode()
    table.refused([{"id": value, "ts": 1}], "id binary, ts bigint", *KEY)


# ---- merging --------------------------------------------------------------------------------------
@row("null-ordering-in-commit-time")
@pytest.mark.parametrize("version", (8, 9))
def test_commit_time_order_needs_no_ordering_value(table, version):
    mode = "hoodie.write.record.merge.mode=COMMIT_TIME_ORDERING"
    table.written([ROW], DDL, *KEY, "--table-version", version, settings=[mode])
    table.written([{**ROW, "n": 2, "ts": None}], DDL)
    assert table.rows() == [{**ROW, "n": 2, "ts": None}]


@row("zero-as-default-ordering")
@pytest.mark.parametrize("version", (8, 9))
def test_a_delete_with_value_zero_is_compared(table, version):
    schema = "id string, ts int, _hoodie_is_deleted boolean"
    table.written([{"id": "a", "ts": 5, "_hoodie_is_deleted": False}], schema, *KEY, "--table-version", version)
    table.written([{"id": "a", "ts": 0, "_hoodie_is_deleted": True}], schema)
    assert [r["ts"] for r in table.rows()] == [5]


@row("debezium-positions")
@pytest.mark.parametrize("version", (6, 8))
def test_positions_of_a_batch_are_numbers(table, version):
    rows = [{"id": "a", "v": f"at-{position}", "_event_seq": f"1.{position}", "_change_operation_type": "u"}
            for position in ("10", "9")]
    table.written(rows, "id string, v string, _event_seq string, _change_operation_type string", "--key", "id",
                  "--ordering", "_event_seq", "--table-version", version, settings=[
                      "hoodie.datasource.write.payload.class="
                      "org.apache.hudi.common.model.debezium.MySqlDebeziumAvroPayload"])
    assert [r["v"] for r in table.rows()] == ["at-10"]


@row("delete-marker-halves")
@pytest.mark.parametrize("version", ALL_VERSIONS)
@pytest.mark.parametrize("half", ["hoodie.payload.delete.field=n", "hoodie.payload.delete.marker=1"])
def test_half_a_delete_marker_is_refused(table, version, half):
    table.refused([ROW], DDL, *KEY, "--table-version", version, settings=[
        "hoodie.datasource.write.payload.class=org.apache.hudi.common.model.DefaultHoodieRecordPayload", half])


# ---- schema and filters ---------------------------------------------------------------------------
@row("lossy-type-changes")
@pytest.mark.parametrize("stored, incoming, value", [
    ("decimal(10,2)", "decimal(10,3)", "1.234"), ("bigint", "date", "2024-02-29"),
    ("int", "date", "2024-02-29"), ("bigint", "timestamp", "2024-02-29T00:00:00Z"), ("timestamp", "int", 5),
    ("timestamp", "string", "x"), ("date", "bigint", 5)])
def test_a_change_that_gives_other_values_is_refused(table, stored, incoming, value):
    first = {"decimal(10,2)": "1.25", "int": 1, "bigint": 1, "timestamp": "2024-02-29T00:00:00Z",
             "date": "2024-02-29"}[stored]
    table.written([{"id": "a", "c": first, "ts": 1}], f"id string, c {stored}, ts bigint", *KEY)
    error = table.refused([{"id": "b", "c": value, "ts": 1}], f"id string, c {incoming}, ts bigint")
    assert stored in error and incoming in error


@row("lossy-type-changes")
@pytest.mark.parametrize("stored, value, incoming", [("date", "2024-02-29", "int"),
                                                     ("timestamp", "2024-02-29T00:00:00Z", "bigint")])
def test_a_date_or_timestamp_stays_one_on_version_9(table, stored, value, incoming):
    table.written([{"id": "a", "c": value, "ts": 1}], f"id string, c {stored}, ts bigint", *KEY,
                  "--table-version", 9)
    table.refused([{"id": "b", "c": 5, "ts": 1}], f"id string, c {incoming}, ts bigint")


def logged(table, version):
    """A merge-on-read table with one log file, which updates a; the log file."""
    table.written([{"id": "a", "v": "base", "ts": 1}, {"id": "b", "v": "base", "ts": 1}],
                  "id string, v string, ts bigint", "--key", "id", "--ordering", "ts", "--type",
                  "mor", "--table-version", str(version))
    table.written([{"id": "a", "v": "logged", "ts": 2}], "id string, v string, ts bigint")
    [log] = table.path.glob(".*.log.*")
    assert {row["id"]: row["v"] for row in table.rows()} == {"a": "logged", "b": "base"}
    return log


@row("bytes-behind-a-log-block")
@pytest.mark.parametrize("version", ALL_VERSIONS)
@pytest.mark.parametrize("behind", [b"x", b"garbage", b"#HUDI", None], ids=repr)
def test_bytes_behind_a_log_block_hide_no_rows(table, version, behind):
    log = logged(table, version)
    block = log.read_bytes()
    log.write_bytes(block + (block[:100] if behind is None else behind))
    assert {row["id"]: row["v"] for row in table.rows()} == {"a": "logged", "b": "base"}
    found = json.loads(table.hudi.ok("inspect", table.path, "--format", "json"))
    assert [(one["offset"], one["bytes"], one["fate"]) for one in found["log_blocks_left_out"]] == [
        (len(block), log.stat().st_size - len(block), "corrupt")]


@row("copies-of-log-files")
@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_a_copy_of_a_log_file_is_passed_over(table, version):
    log = logged(table, version)
    log.with_name(log.name + ".tmp").write_bytes(b"half of a block")
    assert {row["id"]: row["v"] for row in table.rows()} == {"a": "logged", "b": "base"}


@row("log-text-that-is-no-utf8")
def test_a_log_record_whose_text_is_no_utf8_is_an_error(table):
    log = logged(table, 8)
    block = log.read_bytes()
    at = block.rindex(b"logged")
    log.write_bytes(block[:at] + b"\xff" + block[at + 1:])
    done = table.hudi("read", table.path)
    assert done.returncode == 1
    # The text begins with its length.
    assert f"{log.name} at byte {at - 1}: field 'v': the text is not UTF-8" in done.stderr


@row("new-not-null-column")
def test_a_new_not_null_column_becomes_nullable(table):
    table.written([ROW], DDL, *KEY)
    table.written([{**ROW, "id": "b", "w": 7}], DDL + ", w int not null")
    assert [r["w"] for r in table.rows("--order-by", "id")] == [None, 7]


@row("missing-nested-field")
def test_a_missing_nested_field_is_refused(table):
    table.written([{"id": "a", "s": {"x": 1, "y": 2}, "ts": 1}], "id string, s struct<x:int,y:int>, ts bigint",
                  *KEY)
    assert "y" in table.refused([{"id": "a", "s": {"x": 1}, "ts": 2}], "id string, s struct<x:int>, ts bigint")


@row("names-differing-in-case")
def test_names_that_differ_in_case_are_refused(table):
    assert "N" in table.refused([{**ROW, "N": 1}], DDL + ", N int", *KEY)


@row("impossible-dates")
def test_a_day_that_does_not_exist_is_refused(table):
    assert "2023-02-30" in table.refused([{"id": "a", "d": "2023-02-30", "ts": 1}],
                                         "id string, d date, ts bigint", *KEY)


@row("predicate-texts")
def test_a_filter_with_a_text_that_is_no_value_is_an_error(table):
    table.written([ROW], DDL, *KEY)
    done = table.hudi("read", table.path, "--where", "ts = 'soon'")
    assert done.returncode != 0 and "soon" in done.stderr


# ---- change data capture ----------------------------------------------------------------------------
CDC = ("--set", "hoodie.table.cdc.enabled=true")


def changes(table, *arguments):
    return table.hudi.json_lines("read", table.path, "--query", "cdc", "--format", "json",
                                 *(arguments or ("--from", "earliest")))


@row("change-images")
@pytest.mark.parametrize("mode", ["OP_KEY_ONLY", "DATA_BEFORE", "DATA_BEFORE_AFTER"])
@pytest.mark.parametrize("kind", ["COPY_ON_WRITE", "MERGE_ON_READ"])
@pytest.mark.parametrize("version", ["6", "8", "9"])
def test_images_have_one_form_wherever_they_come_from(table, version, kind, mode):
    options = (*KEY, *CDC, "--table-version", version, "--set", f"hoodie.datasource.write.table.type={kind}",
               "--set", f"hoodie.table.cdc.supplemental.logging.mode={mode}")
    ddl = "id string, n int, b binary, t timestamp, l array<int>, ts bigint"
    old = {"id": "a", "n": None, "b": "AQI=", "t": "1970-01-01T00:00:01.5Z", "l": [1, None], "ts": 1}
    table.written([old], ddl, *options)
    table.written([{**old, "n": 2, "ts": 2}], ddl, *options)
    table.written([{**old, "ts": 3}], ddl, *options, "--operation", "delete")
    first = '{"id": "a", "n": null, "b": "AQI=", "t": 1500000, "l": [1, null], "ts": 1}'
    second = '{"id": "a", "n": 2, "b": "AQI=", "t": 1500000, "l": [1, null], "ts": 2}'
    assert [(c["op"], c["before"], c["after"]) for c in changes(table)] == [
        ("i", None, first), ("u", first, second), ("d", second, None)]


@row("change-log-of-an-emptied-group")
@pytest.mark.parametrize("version", ["6", "8", "9"])
def test_an_upsert_that_leaves_nothing_tells_its_deletes(table, version):
    ddl = "id string, ts bigint, _hoodie_is_deleted boolean"
    options = (*KEY, *CDC, "--table-version", version)
    table.written([{"id": "a", "ts": 1}], ddl, *options)
    table.written([{"id": "a", "ts": 2, "_hoodie_is_deleted": True}], ddl, *options)
    assert table.rows() == []
    assert len(list(table.path.glob(".*.cdc"))) == 1
    assert [c["op"] for c in changes(table)] == ["i", "d"]


@row("changes-that-are-gone")
def test_changes_whose_files_are_gone_are_an_error(table):
    table.written([ROW], DDL, *KEY, *CDC)
    table.written([{**ROW, "n": 2, "ts": 2}], DDL)
    first, second = table.hudi.json_lines("timeline", table.path, "--format", "json")
    gone = [path for path in table.base_files() if first["begin"] in path.name][0]
    gone.unlink()
    done = table.hudi("read", table.path, "--query", "cdc", "--from", "earliest")
    assert done.returncode == 1
    for word in (gone.name, first["begin"], f"the oldest begin that can be used is {first['completion']}"):
        assert word in done.stderr
    assert [c["op"] for c in changes(table, "--from", first["completion"])] == ["u"]


@row("order-of-changes")
def test_a_row_that_moves_is_deleted_before_it_is_inserted(table):
    options = (*PARTITIONED, *CDC, "--set", "hoodie.index.type=GLOBAL_SIMPLE")
    table.written([ROW, {**ROW, "id": "b", "p": "a"}], DDL, *options)
    table.written([{**ROW, "p": "a", "ts": 2}], DDL, *options)  # to the partition that comes first
    assert [(c["op"], c["ts_ms"]) for c in changes(table)][2:] == [
        ("d", changes(table)[2]["ts_ms"]), ("i", changes(table)[2]["ts_ms"])]


LOG_COMPACTION = ["hoodie.compact.inline=false", "hoodie.log.compaction.enable=true",
                  "hoodie.log.compaction.inline=true", "hoodie.log.compaction.blocks.threshold=2"]


def merge_on_read(version, *settings):
    return [f"hoodie.write.table.version={version}",
            "hoodie.datasource.write.table.type=MERGE_ON_READ",
            "hoodie.datasource.write.recordkey.field=id",
            "hoodie.datasource.write.precombine.field=ts", *settings]


def actions(table):
    return [one["action"] for one in
            table.hudi.json_lines("timeline", table.path, "--all", "--format", "json")]


@row("log-compaction-commit-times")
@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_a_log_compaction_keeps_commit_times(table, version):
    settings = merge_on_read(version, *LOG_COMPACTION)
    for ts in (1, 2, 3):
        table.written([{"id": "a", "ts": ts}], "id string, ts bigint", settings=settings)
    assert len(actions(table)) == 4  # one of them the log compaction's
    commits = [one["begin"] for one in
               table.hudi.json_lines("timeline", table.path, "--format", "json")]
    found, = table.rows("--meta")
    assert found["ts"] == 3
    assert found["_hoodie_commit_time"] == commits[2]
    assert table.rows("--from", commits[2]) == []


@row("compaction-beside-log-compaction")
@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_a_compaction_leaves_the_groups_of_a_pending_log_compaction(table, version):
    settings = merge_on_read(version, "hoodie.compact.inline=false")
    for ts in (1, 2, 3):
        table.written([{"id": "a", "ts": ts}], "id string, ts bigint", settings=settings)
    planned = json.loads(table.hudi.ok(
        "compact", table.path, "--logs", "--schedule", "--format", "json",
        "--set", "hoodie.log.compaction.blocks.threshold=2"))["compactions"]
    assert len(planned) == 1
    compact = ["compact", table.path, "--format", "json"]
    assert json.loads(table.hudi.ok(*compact))["compactions"] == []
    assert len(json.loads(table.hudi.ok(*compact, "--logs", "--run"))["compactions"]) == 1
    assert len(json.loads(table.hudi.ok(*compact))["compactions"]) == 1
    assert [found["ts"] for found in table.rows()] == [3]


@row("change-log-of-a-compaction")
@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_a_compaction_writes_no_change_log(table, version):
    settings = merge_on_read(version, "hoodie.compact.inline=false", "hoodie.table.cdc.enabled=true")
    for ts in (1, 2):
        table.written([{"id": "a", "ts": ts}], "id string, ts bigint", settings=settings)
    changes = ["read", table.path, "--query", "cdc", "--from", "earliest", "--format", "json"]
    before = table.hudi.json_lines(*changes)
    logs = sorted(table.path.rglob("*.cdc"))
    table.hudi.ok("compact", table.path)
    assert sorted(table.path.rglob("*.cdc")) == logs
    assert table.hudi.json_lines(*changes) == before
    assert [one["op"] for one in before] == ["i", "u"]


@row("changes-of-cleaned-files")
@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_a_range_that_ends_in_the_past_gives_the_rows_of_then(table, version):
    options = (*KEY, "--table-version", str(version))
    table.written([ROW, {**ROW, "id": "b"}], DDL, *options)
    first = table.base_files()[0]
    table.written([{**ROW, "n": 2, "ts": 2}], DDL)
    table.written([{**ROW, "id": "b", "n": 3, "ts": 3}], DDL)
    first.unlink()  # as a cleaner does
    second = table.hudi.json_lines("timeline", table.path, "--format", "json")[1]
    end = second["begin"] if version == 6 else second["completion"]
    found = table.rows(*(part for text in ("query.type=incremental", "read.begin.instanttime=000", f"read.end.instanttime={end}")
                         for part in ("--set", f"hoodie.datasource.{text}")))
    assert sorted((r["id"], r["n"]) for r in found) == [("a", 2), ("b", 1)]


@row("filled-rows-in-logs")
@pytest.mark.parametrize("kind", ["cow", "mor"])
def test_a_stored_row_that_a_late_one_fills_is_a_changed_row(table, kind):
    settings = ["hoodie.datasource.write.payload.class=org.apache.hudi.common.model.PartialUpdateAvroPayload",
                "hoodie.compact.inline=false"]
    options = (*KEY, "--type", kind, "--table-version", "9")
    table.written([{**ROW, "n": None, "ts": 5}], DDL, *options, settings=settings)
    table.written([{**ROW, "n": 7, "ts": 3}], DDL, settings=settings)
    commits = [one["begin"] for one in table.hudi.json_lines("timeline", table.path, "--format", "json")]
    found, = table.rows("--meta", "--from", commits[0])
    assert (found["n"], found["ts"], found["_hoodie_commit_time"]) == (7, 5, commits[1])


@row("inserts-without-change-log")
def test_an_insert_into_a_small_file_tells_its_rows_with_and_without_change_log(table):
    options = (*KEY, *CDC, "--table-version", "6")
    table.written([ROW], DDL, *options)
    table.written([{**ROW, "id": "b"}], DDL, "--operation", "insert")
    written = changes(table)
    assert [(c["op"], json.loads(c["after"])["id"]) for c in written] == [("i", "a"), ("i", "b")]
    # As Spark leaves it: no change log, and none in the commit.
    log, = table.path.glob(".*.cdc")
    commit = sorted((table.path / ".hoodie").glob("*.commit"))[-1]
    text = re.sub(r'"cdcStats" : \{[^}]*\}', '"cdcStats" : null', commit.read_text())
    assert text != commit.read_text()
    commit.write_text(text)
    log.unlink()
    assert changes(table) == written
