# SPDX-License-Identifier: Apache-2.0
"""Tables with a bucket index: those of the reference are written on, and every operation keeps rows in their buckets."""

import json
import os
import re
import shutil

import pytest

from conformance.test_compaction import table_copy  # noqa: F401
from conformance.test_reference_tables import listed_tables, unpacked  # noqa: F401

BUCKET_TABLES = [(folder, table) for folder, table in listed_tables() if table == "bucket_simple"]
BUCKETS = ["--set", "hoodie.index.type=BUCKET", "--set", "hoodie.bucket.index.num.buckets=4"]
# Of four buckets, as BucketIdentifier of the reference counts them.
BUCKET_OF = {"3001": 1, "3002": 2, "3003": 3, "3005": 1}


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


def new_row(hudi, path):
    key_field = next(line.split("=", 1)[1].split(",")[0]
                     for line in (path / ".hoodie/hoodie.properties").read_text().splitlines()
                     if line.startswith("hoodie.table.recordkey.fields="))
    type_of = {f["name"]: f["type"] for f in hudi.json_lines("schema", path, "--format", "json")}
    return one_row(hudi, path, **{key_field: "3005" if type_of[key_field] == "string" else 3005})[1]


def groups(hudi, path):
    """Bucket numbers of the live file groups, by partition."""
    found = {}
    for file in hudi.json_lines("files", path, "--format", "json"):
        assert re.fullmatch(r"\d{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}-0", file["file_id"])
        found.setdefault(file["partition"], []).append(int(file["file_id"][:8]))
    return {partition: sorted(numbers) for partition, numbers in found.items()}


def write(hudi, path, operation, values, *options):
    lines = "".join(json.dumps(dict(zip(("id", "part", "v", "ts"), row))) + "\n" for row in values)
    hudi.ok("write", path, "--input", "-", "--schema", "id string, part string, v string, ts bigint",
            "--operation", operation, "--key", "id", "--partition-by", "part", "--ordering", "ts",
            "--set", "hoodie.compact.inline=false", *options, stdin=lines)


def shown(hudi, path):
    return sorted((row["id"], row["part"], row["v"]) for row in hudi.json_lines("read", path, "--format", "json"))


@pytest.mark.parametrize("folder, table", BUCKET_TABLES, ids=[folder for folder, _ in BUCKET_TABLES])
def test_new_rows_without_the_index_are_refused_and_leave_no_trace(hudi, table_copy, folder, table):  # noqa: F811
    """The row bucket-tables of docs/differences.md."""
    path, _ = table_copy(folder, table)
    line = new_row(hudi, path)
    before = tree(path)
    for operation in ("upsert", "insert", "bulk_insert"):
        done = hudi("write", path, "--input", "-", "--input-format", "json", "--operation", operation, stdin=line)
        assert done.returncode == 1
        assert "is named after a bucket" in done.stderr and "hoodie.index.type" in done.stderr, done.stderr
    # The reference would put the row into another bucket, and store stored keys again.
    for number in ("3", "5"):
        done = hudi("write", path, "--input", "-", "--input-format", "json", *BUCKETS[:2],
                    "--set", f"hoodie.bucket.index.num.buckets={number}", stdin=line)
        assert done.returncode == 1 and "hoodie.bucket.index.num.buckets" in done.stderr, done.stderr
    assert tree(path) == before


@pytest.mark.parametrize("folder, table", BUCKET_TABLES, ids=[folder for folder, _ in BUCKET_TABLES])
def test_tables_of_the_reference_are_written_on(hudi, table_copy, folder, table):  # noqa: F811
    path, _ = table_copy(folder, table)
    key, line = one_row(hudi, path)
    stored = rows(hudi, path)
    before = groups(hudi, path)
    # Updates and deletes need no index option: their groups are found.
    hudi.ok("write", path, "--input", "-", "--input-format", "json", "--operation", "upsert", stdin=line)
    found = rows(hudi, path)
    assert found.keys() == stored.keys()
    assert found[key]["_hoodie_commit_time"] > stored[key]["_hoodie_commit_time"]
    assert groups(hudi, path) == before
    hudi.ok("write", path, "--input", "-", "--input-format", "json", *BUCKETS,
            stdin=line + "\n" + new_row(hudi, path))
    after = rows(hudi, path)
    assert len(after) == len(stored) + ("3005" not in stored)
    grown = groups(hudi, path)
    assert all(set(before[partition]) <= set(grown[partition]) for partition in before)
    assert all(len(numbers) == len(set(numbers)) and max(numbers) < 4 for numbers in grown.values())


@pytest.mark.parametrize("kind", ["cow", "mor"])
@pytest.mark.parametrize("version", [6, 8, 9])
def test_every_operation_keeps_rows_in_their_buckets(hudi, tmp_path, version, kind):
    path = tmp_path / "t"
    options = [*BUCKETS, "--type", kind, "--table-version", version]
    write(hudi, path, "bulk_insert", [("3001", "p", "a", 1), ("3002", "p", "a", 1), ("3003", "q", "a", 1)], *options)
    assert groups(hudi, path) == {"p": [1, 2], "q": [3]}
    # A new row goes to the group of its bucket: into its file, or its log.
    write(hudi, path, "upsert", [("3005", "p", "b", 2), ("3001", "p", "b", 2), ("3001", "q", "b", 2)], *options)
    assert groups(hudi, path) == {"p": [1, 2], "q": [1, 3]}
    assert shown(hudi, path) == [("3001", "p", "b"), ("3001", "q", "b"), ("3002", "p", "a"), ("3003", "q", "a"),
                                 ("3005", "p", "b")]
    in_logs = [file["log_files"] for file in hudi.json_lines("files", path, "--format", "json")
               if file["file_id"].startswith("00000001") and file["partition"] == "p"]
    assert in_logs == [0 if kind == "cow" else 1]
    # It is found there by an upsert, a delete, and by a write without the option.
    write(hudi, path, "upsert", [("3005", "p", "late", 1), ("3002", "p", "c", 3)], *options[:-4])
    write(hudi, path, "upsert", [("3005", "p", "d", 4)], "--type", kind)
    write(hudi, path, "delete", [("3001", "p", "", 5), ("nobody", "p", "", 5)], *options[:-4])
    assert shown(hudi, path) == [("3001", "q", "b"), ("3002", "p", "c"), ("3003", "q", "a"), ("3005", "p", "d")]
    # An insert looks for nothing: two rows in a base file, one key in a log.
    write(hudi, path, "insert", [("3003", "q", "again", 6)], *options[:-4])
    again = [row for row in shown(hudi, path) if row[0] == "3003"]
    assert again == ([("3003", "q", "a")] if kind == "cow" else []) + [("3003", "q", "again")]
    write(hudi, path, "insert_overwrite", [("3002", "q", "only", 7)], *options[:-4])
    assert groups(hudi, path) == {"p": [1, 2], "q": [2]}
    assert [row for row in shown(hudi, path) if row[1] == "q"] == [("3002", "q", "only")]
    if kind == "mor":
        before = shown(hudi, path)
        hudi.ok("compact", path)
        assert shown(hudi, path) == before
        assert groups(hudi, path) == {"p": [1, 2], "q": [2]}
    write(hudi, path, "upsert", [("3005", "p", "last", 9), ("3001", "p", "back", 9)], *options[:-4])
    assert [row for row in shown(hudi, path) if row[1] == "p"] == [
        ("3001", "p", "back"), ("3002", "p", "c"), ("3005", "p", "last")]
    assert groups(hudi, path) == {"p": [1, 2], "q": [2]}


@pytest.mark.parametrize("kind", ["cow", "mor"])
def test_large_batches_and_little_memory_give_the_same_buckets(hudi, tmp_path, kind):
    values = [(f"key {i}", f"p{i % 3}", "v" * 50, 1) for i in range(20000)]
    found = {}
    for memory in ("1", "1G"):
        path = tmp_path / memory
        options = ["--type", kind, "--memory", memory, "--set", "hoodie.index.type=BUCKET",
                   "--set", "hoodie.bucket.index.num.buckets=7", "--set", "hoodie.parquet.max.file.size=10000"]
        for operation in ("bulk_insert", "upsert"):
            write(hudi, path, operation, values, *options)
        assert groups(hudi, path) == {f"p{i}": list(range(7)) for i in range(3)}
        found[memory] = {key: row["_hoodie_partition_path"] + row["_hoodie_file_name"][:8]
                         for key, row in rows(hudi, path).items()}
    assert len(found["1"]) == 20000 and found["1"] == found["1G"]


def test_a_table_without_buckets_gets_none(hudi, tmp_path):
    path = tmp_path / "t"
    write(hudi, path, "bulk_insert", [("3001", "p", "a", 1)])
    before = tree(path)
    done = hudi("write", path, "--input", "-", *BUCKETS, stdin='{"id":"3001","part":"p","v":"b","ts":2}\n')
    # One random name in 43 has eight digits: it must be a bucket number as well.
    assert done.returncode == 1 and "does not fit config" in done.stderr, done.stderr
    assert tree(path) == before


COMPLEX = [(folder, table, fields) for folder, table in listed_tables()
           for fields in ([["order_id"]] if table == "bucket_complex" else
                          [["order_id", "status"]] if table == "bucket_complex2" else [])]


@pytest.mark.parametrize("folder, table, fields", COMPLEX, ids=[f"{f}-{t}" for f, t, _ in COMPLEX])
def test_keys_of_several_fields_are_found_by_the_hash_fields_that_the_reference_took(
        hudi, table_copy, folder, table, fields):  # noqa: F811
    path, _ = table_copy(folder, table)
    stored, before = rows(hudi, path), groups(hudi, path)
    key, line = one_row(hudi, path)
    with_index = [*BUCKETS, "--set", f"hoodie.bucket.index.hash.field={','.join(fields)}"]
    hudi.ok("write", path, "--input", "-", "--input-format", "json", *with_index, stdin=line)
    assert rows(hudi, path).keys() == stored.keys() and groups(hudi, path) == before
    other = ["order_id", "status"] if len(fields) == 1 else ["order_id"]
    done = hudi("write", path, "--input", "-", "--input-format", "json", *BUCKETS,
                "--set", f"hoodie.bucket.index.hash.field={','.join(other)}", stdin=line)
    assert done.returncode == 1 and "hoodie.bucket.index.hash.field" in done.stderr, done.stderr


CONSISTENT = [(folder, table) for folder, table in listed_tables() if table == "bucket_consistent"]


@pytest.mark.parametrize("folder, table", CONSISTENT, ids=[folder for folder, _ in CONSISTENT])
def test_buckets_that_split_take_no_new_rows(hudi, table_copy, folder, table):  # noqa: F811
    """The row consistent-hashing of docs/differences.md."""
    path, _ = table_copy(folder, table)
    line = new_row(hudi, path)
    before = tree(path)
    for options in ([], BUCKETS):
        for operation in ("upsert", "bulk_insert"):
            done = hudi("write", path, "--input", "-", "--input-format", "json", "--operation", operation, *options,
                        stdin=line)
            assert done.returncode == 1 and "consistent_hashing_metadata" in done.stderr, done.stderr
    assert tree(path) == before
    key, line = one_row(hudi, path)
    stored = rows(hudi, path)
    hudi.ok("write", path, "--input", "-", "--input-format", "json", stdin=line)
    hudi.ok("compact", path)
    after = rows(hudi, path)
    assert after.keys() == stored.keys()
    assert after[key]["_hoodie_commit_time"] > stored[key]["_hoodie_commit_time"]


def java_hash(text):
    found = 0
    for character in text:
        found = (31 * found + ord(character)) & 0xFFFFFFFF
    return found


def bucket_of(key, number):
    return ((31 + java_hash(key)) & 0x7FFFFFFF) % number


@pytest.mark.parametrize("folder, table", CONSISTENT, ids=[folder for folder, _ in CONSISTENT])
def test_groups_that_are_logs_alone_are_read_written_and_compacted(hudi, table_copy, folder, table):  # noqa: F811
    """The logs of the reference under names of a simple bucket index, as other engines begin a bucket."""
    path, _ = table_copy(folder, table)
    stored = rows(hudi, path)
    of_group = {}
    for key, row in stored.items():
        of_group.setdefault((row["_hoodie_partition_path"], row["_hoodie_file_name"][:36]), set()).add(key)

    def fits(number):
        buckets = {group: {bucket_of(key, number) for key in keys} for group, keys in of_group.items()}
        places = {(partition, *found) for (partition, _), found in buckets.items()}
        return all(len(found) == 1 for found in buckets.values()) and len(places) == len(buckets)

    number = next(n for n in range(2, 2000) if fits(n))
    names = {group[1].encode(): f"{bucket_of(next(iter(keys)), number):08d}{group[1][8:]}".encode()
             for group, keys in of_group.items()}
    shutil.rmtree(path / ".hoodie/.bucket_index")
    for file in sorted(path.rglob("*")):
        if not file.is_file():
            continue
        content, times = file.read_bytes(), file.stat()
        for old, new in names.items():
            content = content.replace(old, new)
        if content != file.read_bytes():
            file.write_bytes(content)
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
        for old, new in names.items():
            if old.decode() in file.name:
                file.rename(file.with_name(file.name.replace(old.decode(), new.decode())))
    assert {file["file_id"][:36].encode() for file in hudi.json_lines("files", path, "--format", "json")} \
        == set(names.values())
    before = groups(hudi, path)
    business = lambda found: {key: {name: value for name, value in row.items() if not name.startswith("_hoodie")}  # noqa: E731
                              for key, row in found.items()}
    assert business(rows(hudi, path)) == business(stored)
    options = [*BUCKETS[:2], "--set", f"hoodie.bucket.index.num.buckets={number}", "--set",
               "hoodie.compact.inline=false"]
    key, line = one_row(hudi, path)
    hudi.ok("write", path, "--input", "-", "--input-format", "json", *options, stdin=line)
    after = rows(hudi, path)
    assert after.keys() == stored.keys() and groups(hudi, path) == before
    assert after[key]["_hoodie_commit_time"] > stored[key]["_hoodie_commit_time"]
    hudi.ok("compact", path)
    assert business(rows(hudi, path)) == business(stored) and groups(hudi, path) == before
    hudi.ok("write", path, "--input", "-", "--input-format", "json", *options, stdin=line)
    assert rows(hudi, path).keys() == stored.keys() and groups(hudi, path) == before


@pytest.mark.parametrize("kind", ["cow", "mor"])
def test_a_bulk_insert_goes_to_the_group_that_is_there(hudi, tmp_path, kind):
    """The row bucket-bulk-insert of docs/differences.md."""
    path = tmp_path / "t"
    options = [*BUCKETS, "--type", kind]
    write(hudi, path, "bulk_insert", [("3001", "p", "a", 1), ("3002", "p", "a", 1)], *options)
    write(hudi, path, "bulk_insert", [("3001", "p", "b", 2), ("3005", "p", "b", 2)], *options)
    assert groups(hudi, path) == {"p": [1, 2]}
    assert shown(hudi, path) == ([("3001", "p", "a")] if kind == "cow" else []) + [
        ("3001", "p", "b"), ("3002", "p", "a"), ("3005", "p", "b")]
    write(hudi, path, "upsert", [("3001", "p", "c", 3)], *options)
    assert {row[2] for row in shown(hudi, path) if row[0] == "3001"} == {"c"}


def test_new_partitions_have_the_buckets_of_the_others(hudi, tmp_path):
    path = tmp_path / "t"
    values = [(f"k{i}", "p", "a", 1) for i in range(30)]
    write(hudi, path, "upsert", values, *BUCKETS)
    write(hudi, path, "upsert", [("k1", "q", "a", 1)], *BUCKETS)
    before = tree(path)
    for number in ("3", "8"):
        done = hudi("write", path, "--input", "-", *BUCKETS[:2], "--set", f"hoodie.bucket.index.num.buckets={number}",
                    stdin='{"id":"k3","part":"p","v":"b","ts":2}\n{"id":"k3","part":"new","v":"b","ts":2}\n')
        assert done.returncode == 1 and "hoodie.bucket.index.num.buckets" in done.stderr, done.stderr
    assert tree(path) == before
    # What replaces the whole table may change the number.
    write(hudi, path, "insert_overwrite_table", values, *BUCKETS[:2], "--set", "hoodie.bucket.index.num.buckets=8")
    assert groups(hudi, path) == {"p": list(range(8))}
    write(hudi, path, "upsert", values, *BUCKETS[:2], "--set", "hoodie.bucket.index.num.buckets=8")
    assert len(shown(hudi, path)) == 30


@pytest.mark.parametrize("version", [8, 9])
def test_a_partial_update_keeps_its_new_rows_whole(hudi, tmp_path, version):
    path = tmp_path / "t"
    options = [*BUCKETS, "--type", "mor", "--table-version", version]
    write(hudi, path, "upsert", [("3001", "p", "a", 1)], *options)
    lines = ('{"id":"3001","part":"p","v":"not taken","ts":2}\n{"id":"3005","part":"p","v":"new","ts":2}\n')
    schema = json.dumps({"type": "record", "name": "r", "fields": [
        {"name": name, "type": kind} for name, kind in (("id", "string"), ("part", "string"), ("ts", "long"))]})
    hudi.ok("write", path, "--input", "-", "--schema", "id string, part string, v string, ts bigint", *options,
            "--set", "hoodie.compact.inline=false", "--set", f"hoodie.write.partial.update.schema={schema}", stdin=lines)
    for _ in range(2):
        assert shown(hudi, path) == [("3001", "p", "a"), ("3005", "p", "new")]
        assert groups(hudi, path) == {"p": [1]}
        hudi.ok("compact", path)
