# SPDX-License-Identifier: Apache-2.0
"""The first page fits a screen, and its table of what works says the truth: every cell is tried. Its examples are run by tests/docs."""

import json
import pathlib
import re
import tarfile

import pytest

from archives import extract

VERSIONS = (6, 8, 9)
ROOT = pathlib.Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
FIXTURES = ROOT / "tests/fixtures/reference_tables"
KEYED = ["--key", "id", "--partition-by", "part", "--ordering", "ts"]


def support_table(root):
    """{label: [cell of version 6, 8, 9]}"""
    page = (root / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.*) \|$", page, re.M)
    head, *rest = [[cell.strip() for cell in row.split(" | ")] for row in rows]
    assert [re.search(r"version (\d)", cell).group(1) for cell in head[1:]] == ["6", "8", "9"]
    return {row[0]: row[1:] for row in rest}


def row(key, part="p1", value="v", ts=1, **more):
    return json.dumps({"id": key, "part": part, "val": value, "ts": ts, **more}) + "\n"


class Table:
    """A table of one version."""

    def __init__(self, hudi, path, version):
        self.hudi, self.path, self.version = hudi, path, version

    def write(self, rows, *options, keyed=True):
        exists = (self.path / ".hoodie").exists()
        made = [] if exists else ["--table-version", self.version, *(KEYED if keyed else [])]
        return json.loads(self.hudi.ok("write", self.path, "--input", "-", "--format", "json", *made,
                                       *options, stdin=rows))

    def read(self, *options):
        """{id: val}"""
        return {r["id"]: r["val"] for r in self.hudi.json_lines("read", self.path, "--format", "json", *options)}

    def refused(self, *command, stdin=""):
        done = self.hudi(*command, stdin=stdin)
        assert done.returncode == 1, done.stdout
        assert re.search(r"not supported|cannot be written yet|not .*yet", done.stderr), done.stderr


def creates(table):
    table.write(row("a"), "--mode", "error")
    table.write(row("b"), "--mode", "append")
    assert table.read() == {"a": "v", "b": "v"}
    table.write(row("c"), "--mode", "overwrite", "--table-version", table.version, *KEYED)
    assert table.read() == {"c": "v"}
    assert f"hoodie.table.version={table.version}\n" in (table.path / ".hoodie/hoodie.properties").read_text()


def writes_rows(table):
    table.write(row("a") + row("b"), "--operation", "bulk_insert")
    table.write(row("c"), "--operation", "insert")
    assert table.write(row("a", value="new", ts=2) + row("d"), "--operation", "upsert")["updated"] == 1
    assert table.write(row("b"), "--operation", "delete")["deleted"] == 1
    assert table.read() == {"a": "new", "c": "v", "d": "v"}


def overwrites(table):
    table.write(row("a") + row("b", part="p2") + row("c", part="p3"))
    table.write(row("a2"), "--operation", "insert_overwrite")
    assert table.read() == {"a2": "v", "b": "v", "c": "v"}
    table.write("", "--operation", "delete_partition", "--set",
                "hoodie.datasource.write.partitions.to.delete=p2")
    assert table.read() == {"a2": "v", "c": "v"}
    table.write(row("z"), "--operation", "insert_overwrite_table")
    assert table.read() == {"z": "v"}


GENERATORS = {
    "simple": (KEYED, "a", "p1"),
    "complex": (["--key", "id,val", "--partition-by", "part,ts"], "id:a,val:v", "p1/1"),
    "non-partitioned": (["--key", "id"], "a", ""),
    "timestamp": (["--key", "id", "--partition-by", "ts",
                   "--set", "hoodie.datasource.write.keygenerator.type=TIMESTAMP",
                   "--set", "hoodie.keygen.timebased.timestamp.type=UNIX_TIMESTAMP",
                   "--set", "hoodie.keygen.timebased.output.dateformat=yyyy-MM-dd"], "a", "1970-01-01"),
    "custom": (["--key", "id", "--partition-by", "part:simple",
                "--set", "hoodie.datasource.write.keygenerator.type=CUSTOM"], "a", "p1"),
    "generated keys": ([], None, ""),
}


def generates_keys(table):
    for name, (options, key, path) in GENERATORS.items():
        one = Table(table.hudi, table.path / name.replace(" ", "_"), table.version)
        one.write(row("a"), *options, keyed=False)
        found = table.hudi.json_lines("read", one.path, "--meta", "--format", "json")[0]
        assert found["_hoodie_partition_path"] == path, name
        assert key is None or found["_hoodie_record_key"] == key, name


def finds_keys(table):
    for index in ("SIMPLE", "GLOBAL_SIMPLE", "BLOOM", "GLOBAL_BLOOM", "BUCKET"):
        one = Table(table.hudi, table.path / index, table.version)
        index_option = ["--set", f"hoodie.index.type={index}"]
        one.write(row("a") + row("b"), *index_option)
        one.write(row("a", part="p2", value="moved", ts=2), *index_option)
        rows = table.hudi.json_lines("read", one.path, "--format", "json")
        assert sorted(r["id"] for r in rows) == (["a", "b"] if "GLOBAL" in index else ["a", "a", "b"])


def evolves(table):
    table.write(row("a"), "--schema", "id string, part string, val string, ts int")
    table.write(row("b", ts=1 << 40, extra=7), "--schema", "id string, part string, val string, ts bigint, extra int")
    rows = table.hudi.json_lines("read", table.path, "--format", "json", "--order-by", "id")
    assert [(r["ts"], r["extra"]) for r in rows] == [(1, None), (1 << 40, 7)]


def reads(table):
    first = table.write(row("a") + row("b", part="p2"))["instant"]
    table.write(row("a", value="new", ts=2))
    assert table.read() == {"a": "new", "b": "v"}
    assert table.read("--as-of", first) == {"a": "v", "b": "v"}
    assert table.read("--where", "part = 'p1' and val like 'n%'") == {"a": "new"}


def keeps_local_timestamps(table):
    text = '{"id":"a","at":"2024-02-29T12:34:56"}\n'
    command = ["write", table.path, "--input", "-", "--key", "id", "--table-version", table.version,
               "--schema", "id string, at timestamp_ntz"]
    if table.version != 9:
        done = table.hudi(*command, stdin=text)
        assert done.returncode == 1 and "version 9" in done.stderr
        return
    table.hudi.ok(*command, stdin=text)
    assert table.hudi.json_lines("read", table.path, "--format", "json")[0]["at"] == "2024-02-29T12:34:56"


def reads_merge_on_read(table):
    """A table that Hudi on Spark wrote, against what it read from it."""
    folder = f"v{table.version}"
    table.path.mkdir()
    for name in (folder, f"expected_{folder}"):
        with tarfile.open(FIXTURES / f"{name}.tar.xz") as archive:
            wanted = [m for m in archive.getmembers() if f"/mor_ops{'/' if name == folder else '.json'}" in m.name]
            extract(archive, table.path, members=wanted)
    expected = json.loads((table.path / f"expected_{folder}/mor_ops.json").read_text())

    def read(*options):
        rows = table.hudi.json_lines("read", table.path / folder / "mor_ops", "--format", "json", *options)
        return sorted((r["order_id"], r["status"], r["ts"]) for r in rows)

    def shown(rows):
        return sorted((r["order_id"], r["status"], r["ts"]) for r in rows)

    assert read() == shown(expected["snapshot"])
    assert read("--set", "hoodie.datasource.query.type=read_optimized") == shown(expected["optimized"])
    assert len(expected["as_of"]) > 2
    for instant, rows in expected["as_of"].items():
        assert read("--as-of", instant) == shown(rows), instant


def writes_merge_on_read(table):
    options = ["--type", "mor", "--set", "hoodie.parquet.small.file.limit=0"]
    table.write(row("a", value="first") + row("b", value="first"), *options)
    table.write(row("a", value="second") + row("c", value="first"), *options)
    assert table.read() == {"a": "second", "b": "first", "c": "first"}
    table.write(row("b"), "--operation", "delete")
    assert table.read() == {"a": "second", "c": "first"}
    assert len(list(table.path.rglob(".*.log.*"))) == 2
    table.write(row("d", value="new"), "--operation", "insert_overwrite_table")
    assert table.read() == {"d": "new"}


def compacts(table):
    options = ["--type", "mor", "--set", "hoodie.parquet.small.file.limit=0"]
    table.write(row("a", value="first") + row("b"), *options)
    table.write(row("a", value="second", ts=2), *options)
    due = ["--set", "hoodie.compact.inline.max.delta.commits=1"]
    table.hudi.ok("compact", table.path, *due)
    optimized = ["--set", "hoodie.datasource.query.type=read_optimized"]
    assert table.read() == table.read(*optimized) == {"a": "second", "b": "v"}
    table.write(row("a", value="third", ts=3), *options, "--set", "hoodie.compact.inline=true", *due)
    assert table.read(*optimized) == {"a": "third", "b": "v"}


CHANGES = ["--set", "hoodie.datasource.query.type=incremental", "--set", "hoodie.datasource.read.begin.instanttime=000"]


def reads_changes_or_says_that_it_cannot(table):
    first = table.write(row("a"))
    table.write(row("b"))
    if "incremental queries | yes" not in README.read_text(encoding="utf-8"):
        table.refused("read", table.path, *CHANGES)
        return
    assert table.read(*CHANGES) == {"a": "v", "b": "v"}
    since = [word.replace("=000", f"={first['completion']}") for word in CHANGES]
    # Hudi 1.0, to which version 8 belongs, counts the begin as inside the range.
    assert table.read(*since) == ({"a": "v", "b": "v"} if table.version == 8 else {"b": "v"})


def captures_changes(table):
    for kind in ("cow", "mor"):
        path = table.path.with_name(kind)
        orders = Table(table.hudi, path, table.version)
        orders.write(row("a", value="first"), "--type", kind, "--set", "hoodie.table.cdc.enabled=true")
        orders.write(row("a", value="second") + row("b"))
        orders.write(row("b"), "--operation", "delete")

        def shown(*command):
            return [(c["op"], *(c[side] and json.loads(c[side])["val"] for side in ("before", "after")))
                    for c in table.hudi.json_lines(*command, "--from", "earliest", "--format", "json")]

        changes = shown("changes", path)
        assert changes[0] == ("i", None, "first") and changes[3] == ("d", "v", None)
        assert sorted(changes[1:3], key=str) == [("i", None, "v"), ("u", "first", "second")]
        assert shown("read", path, "--query", "cdc") == changes


def speaks_sql(table):
    def sql(statements):
        return [json.loads(line) for line in table.hudi.ok(
            "sql", "--warehouse", table.path, "--format", "json", "-e", statements).splitlines()]

    for kind in ("cow", "mor"):
        sql(f"CREATE TABLE {kind}_t (id STRING, val STRING, ts BIGINT) USING HUDI TBLPROPERTIES ("
            f"'type'='{kind}', 'primaryKey'='id', 'preCombineField'='ts', "
            f"'hoodie.write.table.version'='{table.version}');"
            f"INSERT INTO {kind}_t VALUES ('a', 'first', 1), ('b', 'first', 1), ('c', 'first', 1);"
            f"UPDATE {kind}_t SET val = 'second', ts = 2 WHERE id = 'a'; DELETE FROM {kind}_t WHERE id = 'c';"
            f"MERGE INTO {kind}_t t USING (SELECT 'b' AS id, 'merged' AS val, 2L AS ts) s ON t.id = s.id "
            "WHEN MATCHED THEN UPDATE SET *")
        assert sql(f"SELECT id, val FROM {kind}_t ORDER BY id") == [
            {"id": "a", "val": "second"}, {"id": "b", "val": "merged"}]
        [first] = sql(f"SELECT min(_hoodie_commit_time) AS i FROM {kind}_t TIMESTAMP AS OF '2999-01-01'")
        assert first["i"] > "2026"


def refuses_other_indexes(table):
    table.refused("write", table.path, "--input", "-", "--key", "id", "--table-version", table.version,
                  "--set", "hoodie.index.type=RECORD_INDEX", stdin=row("a"))


def refuses_object_stores(table):
    for command in (["read", "s3://bucket/table"], ["write", "gs://bucket/table", "--input", "-", "--key", "id"]):
        table.refused(*command, stdin=row("a"))


CHECKS = {
    "create, append, overwrite": creates,
    "upsert, insert, bulk_insert, delete": writes_rows,
    "insert_overwrite, insert_overwrite_table, delete_partition": overwrites,
    "key generators: simple, complex, non-partitioned, timestamp, custom, generated keys": generates_keys,
    "indexes: SIMPLE, GLOBAL_SIMPLE, BLOOM, GLOBAL_BLOOM, BUCKET": finds_keys,
    "new columns and wider types on write": evolves,
    "read: snapshot, time travel, filters": reads,
    "timestamps without time zone": keeps_local_timestamps,
    "read merge-on-read: snapshot, read-optimized, time travel": reads_merge_on_read,
    "write merge-on-read: every operation, to log files and base files": writes_merge_on_read,
    "compaction, log compaction: planned and run by either side, behind writes or by `hudi compact`": compacts,
    "incremental queries": reads_changes_or_says_that_it_cannot,
    "change data capture: written, CDC queries, following the changes": captures_changes,
    "SQL without Spark: `hudi sql`, queries, DDL, INSERT, UPDATE, DELETE, MERGE, time travel": speaks_sql,
    "record index": refuses_other_indexes,
    "object stores": refuses_object_stores,
}
REFUSALS = {refuses_other_indexes, refuses_object_stores}


def test_every_row_of_the_table_is_tried(root):
    table = support_table(root)
    assert list(table) == list(CHECKS)
    for label, cells in table.items():
        if CHECKS[label] in REFUSALS:
            assert cells == ["not yet"] * 3, label
        elif CHECKS[label] is reads_changes_or_says_that_it_cannot:
            assert cells in (["yes"] * 3, ["not yet"] * 3), label
        elif CHECKS[label] is keeps_local_timestamps:
            assert cells == ["no such type", "no such type", "yes"]
        else:
            assert [cell.split(",")[0] for cell in cells] == ["yes"] * 3, label


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("check", CHECKS.values(), ids=lambda check: check.__name__)
def test_the_table_tells_the_truth(hudi, tmp_path, check, version):
    check(Table(hudi, tmp_path / "table", version))


def test_version_8_is_the_default(hudi, tmp_path):
    hudi.ok("write", tmp_path / "t", "--input", "-", "--key", "id", stdin=row("a"))
    assert "hoodie.table.version=8\n" in (tmp_path / "t/.hoodie/hoodie.properties").read_text()


def test_what_it_is_and_its_example_fit_a_screen(root):
    page = (root / "README.md").read_text(encoding="utf-8")
    first, _, rest = page.partition("\n## ")
    assert len(first.splitlines()) <= 50
    table = rest.partition("\n## ")[0]
    assert len(table.splitlines()) <= 25
    assert max(len(line) for line in first.splitlines()) <= 140
