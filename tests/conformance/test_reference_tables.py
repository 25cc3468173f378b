# SPDX-License-Identifier: Apache-2.0
"""Every table that the reference wrote reads as the reference reads it: now, and as of every instant."""

import base64
import fnmatch
import json
import pathlib
import tarfile

import pytest

from archives import extract
from conformance import cdc_changes, spark_types

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "fixtures/reference_tables"
READ_OPTIMIZED = ["--set", "hoodie.datasource.query.type=read_optimized"]
INCREMENTAL = ["--set", "hoodie.datasource.query.type=incremental"]
# Besides the default, by record positions.
BY_KEYS = ["--set", "hoodie.merge.use.record.positions=false"]
WAYS_OF_MERGING = [BY_KEYS, ["--memory", "1MB"], [*BY_KEYS, "--memory", "1MB"]]
BEGIN = "hoodie.datasource.read.begin.instanttime"

# Columns that the reference reads from the partition path although the files hold them, and gets
# wrong: null or milliseconds for a timestamp, text for a number. By table, column -> the value that
# was written into the row whose k1 is the key ("" stands for every row). The situations are rows of
# docs/differences.md: partition-value-from-path, timestamp-partition-column.
WRITTEN_TIME = "2024-02-29T12:34:56.789123"
WRITTEN_EPOCH = {"a": 1709210096, "a:b": 1709210097, "c": 1709210098}
STORED_VALUES = {
    "kg/complex2_types_b": {"tm": ("timestamp", {"": WRITTEN_TIME})},
    "kg/complex2_types_u": {"tm": ("timestamp", {"": WRITTEN_TIME})},
    "kg/tspart_u": {"tm": ("timestamp", {"": WRITTEN_TIME})},
    "kg/tskg_b": {"e": ("bigint", WRITTEN_EPOCH)},
    "kg/tskg_u": {"e": ("bigint", WRITTEN_EPOCH)},
}
# Rows of tables that the reference wrote and cannot read: from the statement that made them.
UNREADABLE_THERE = {
    ("v8", "bulktypes"): [{
        "id": "k1", "part": "p1", "c_dec10": "12.34", "c_dec30": "12345678901234567890.123",
        "c_dec5": "1.1", "c_arr": [1, None], "c_map": {"a": 1}, "c_arrst": [{"q": 1, "r": "s"}],
        "c_byte": 1, "ts": 1,
    }],
}
# Rows that the release shows as of an instant although that instant had deleted them: it stops
# reading a log at the first block that is younger, a rollback's too. By table and instant, keys.
# The situation is a row of docs/differences.md: time-travel-past-a-rollback.
DELETED_THERE = {("v6", "partial", "20261130030552659"): {"2"}}
# Values that the release shows as null as of an instant, since their column was renamed and their
# file not yet written again: what was written. By table and instant, column and key -> value. The
# situation is a row of docs/differences.md: sql-columns-of-the-past.
NULL_THERE = {("v6", "sevo", "20261130031114443"): {("nm", "1"): "a"},
              ("v8", "sevo", "20261130025241537"): {("nm", "1"): "a"}}
# Tables whose changes the release answers with something else than the rows of its own snapshot that
# the commits of the range wrote; those are expected here. By folder and pattern of the table's name,
# with the row of docs/differences.md.
CHANGES_OTHERWISE = [
    ("v6", "archive", "changes-of-archived-commits"),
    ("v6", "dropcols", "changes-show-partition-values"),
    ("*", "kg/*_url_*", "changes-show-partition-values"),
    ("*", "kg/complex2_*", "changes-show-partition-values"),
    ("*", "isdel", "changes-that-lost"),
    ("v8", "mor_compact", "changes-after-compaction"),
    ("v6", "sevo", "changes-of-tables-with-column-ids"),
]


def changed_rows(expect, begin):
    """Rows of the reference's snapshot that commits of the range wrote."""
    def in_range(row):
        time = row["_hoodie_commit_time"]
        # From version 8 on ranges go by completion times, and these are requested ones.
        return time > begin if int(expect["version"]) < 8 else time >= begin
    return [row for row in expect["snapshot"] if in_range(row)]


def answered_otherwise(folder, table):
    return any(fnmatch.fnmatch(folder, a) and fnmatch.fnmatch(table, b)
               for a, b, _ in CHANGES_OTHERWISE)


def listed_tables():
    """(folder, table) of every expectation."""
    found = []
    for archive in sorted(FIXTURES.glob("expected_*.tar.xz")):
        folder = archive.name.removesuffix(".tar.xz").removeprefix("expected_")
        with tarfile.open(archive) as names:
            found += [(folder, pathlib.PurePath(name).stem.replace("__", "/"))
                      for name in names.getnames() if name.endswith(".json")]
    return sorted(found)


TABLES = listed_tables()


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory):
    """Path of an archive's content, unpacked when it is first asked for."""
    root = tmp_path_factory.mktemp("reference_tables")
    done = set()

    def unpack(folder):
        if folder not in done:
            for name in (folder, f"expected_{folder}"):
                with tarfile.open(FIXTURES / f"{name}.tar.xz") as archive:
                    extract(archive, root)
            done.add(folder)
        return root

    return unpack


class Reading:
    """The columns' types, and rows of both sides in one form."""

    def __init__(self, table, schema):
        self.types = {}
        if isinstance(schema, str) and schema != "struct<>":
            self.types = dict(spark_types.parse(schema)[1])
        self.stored = STORED_VALUES.get(table, {})
        for column, (kind, _) in self.stored.items():
            self.types[column] = (kind,)

    def expected(self, rows):
        return self._canonical([{**row, **self._stored_of(row)} for row in rows])

    def ours(self, lines):
        rows = [json.loads(line) for line in lines.splitlines() if line]
        return self._canonical([{name: unbase64(self.types.get(name), value)
                                 for name, value in row.items()} for row in rows])

    def _stored_of(self, row):
        return {column: values.get("", values.get(row.get("k1")))
                for column, (_, values) in self.stored.items()}

    def _canonical(self, rows):
        return sorted(repr(sorted((name, self._value(name, value)) for name, value in row.items()))
                      for row in rows)

    def _value(self, name, value):
        kind = self.types.get(name)
        return spark_types.comparable(kind, value) if kind else value


def unbase64(kind, value):
    """Binary as hex at every depth, as the expectations have it."""
    if kind is None or value is None:
        return value
    if kind[0] == "binary":
        return base64.b64decode(value).hex()
    if kind[0] == "array":
        return [unbase64(kind[1], item) for item in value]
    if kind[0] == "map":
        return {key: unbase64(kind[2], item) for key, item in value.items()}
    if kind[0] == "struct":
        return {name: unbase64(child, value.get(name)) for name, child in kind[1]}
    return value


def check_change_data(done, reading, expected):
    """A change data query: the images as rows, whatever form they have."""
    def canonical(rows):
        return sorted(repr((row["op"], row["ts_ms"], *(cdc_changes.image(row[side], reading.types)
                                                       for side in ("before", "after"))))
                      for row in rows)

    assert done.returncode == 0, done.stderr
    assert canonical(map(json.loads, done.stdout.splitlines())) == canonical(expected)


def check(done, reading, expected, what):
    """One reading against one expectation."""
    if isinstance(expected, dict):  # the release itself failed
        assert done.returncode == 1, f"{what}: {done.stdout}"
        lines = done.stderr.strip().splitlines()
        assert len(lines) == 1 and lines[0].startswith("hudi: error: "), f"{what}: {done.stderr}"
        return
    assert done.returncode == 0, f"{what}: {done.stderr}"
    assert reading.ours(done.stdout) == reading.expected(expected), what


@pytest.mark.parametrize("folder, table", TABLES,
                         ids=["-".join(pair).replace("/", "_") for pair in TABLES])
def test_reads_as_the_reference_does(hudi, unpacked, folder, table):
    root = unpacked(folder)
    path = root / folder / table
    expect = json.loads((root / f"expected_{folder}" / f"{table.replace('/', '__')}.json").read_text())
    read = ["read", path, "--meta", "--format", "json"]
    reading = Reading(table, expect["schema"])
    if (folder, table) in UNREADABLE_THERE:
        done = hudi("read", path, "--format", "json")
        check(done, reading, UNREADABLE_THERE[folder, table], "snapshot")
        return
    if expect["type"] == "MERGE_ON_READ":
        check(hudi(*read, *READ_OPTIMIZED), reading, expect["optimized"], "read optimized")
        for way in WAYS_OF_MERGING:
            check(hudi(*read, *way), reading, expect["snapshot"], f"snapshot with {way}")
    check(hudi(*read), reading, expect["snapshot"], "snapshot")
    for instant, rows in expect["as_of"].items():
        deleted = DELETED_THERE.get((folder, table, instant), ())
        if deleted:
            rows = [row for row in rows if row["_hoodie_record_key"] not in deleted]
        for (column, key), value in NULL_THERE.get((folder, table, instant), {}).items():
            rows = [{**row, column: value} if row["_hoodie_record_key"] == key else row for row in rows]
        check(hudi(*read, "--as-of", instant), reading, rows, f"as of {instant}")
    for begin, rows in expect["incremental"].items():
        if answered_otherwise(folder, table):
            rows = changed_rows(expect, begin)
        changes = hudi(*read, *INCREMENTAL, "--set", f"{BEGIN}={begin}")
        check(changes, reading, rows, f"changes since {begin}")
    if "cdc" in expect:
        query = hudi("read", path, "--query", "cdc", "--from", "earliest", "--format", "json")
        check_change_data(query, reading, expect["cdc"])


@pytest.mark.parametrize("folder", sorted({folder for folder, table in TABLES if table == "archive"}))
def test_changes_up_to_any_instant_of_a_table_with_archived_commits(hudi, unpacked, folder):
    """Commit i wrote the row ni, and none wrote it again; most commits are archived."""
    path = unpacked(folder) / folder / "archive"
    times = [entry["begin" if folder == "v6" else "completion"]
             for entry in hudi.json_lines("timeline", path, "--all", "--format", "json")
             if entry["action"] == "commit"]
    assert len(times) > 10
    for number, end in enumerate(times):
        rows = hudi.json_lines("read", path, *INCREMENTAL, "--set", f"{BEGIN}=000", "--set",
                               f"hoodie.datasource.read.end.instanttime={end}", "--meta", "--format", "json")
        keys = {row["_hoodie_record_key"] for row in rows}
        assert keys - {"3001"} == {f"n{i}" for i in range(number + 1)}, end
