# SPDX-License-Identifier: Apache-2.0
"""`hudi compat`: verdicts for tables of every version, ours and the reference's, and the way out."""

import csv
import io
import re
import shlex
import tarfile

import pytest

from archives import extract
from cli.conftest import ORDERS, ORDERS_DDL, failed, lines, on_terminal


def verdicts(hudi, table):
    """{(engine, release): line} of a table."""
    return {(line["engine"], line["release"]): line
            for line in hudi.json_lines("compat", table, "--format", "json")}


def read_by(found, engine):
    return {release: line["read"] for (name, release), line in found.items() if name == engine}


def written_by(found, engine):
    return {release: line["write"] for (name, release), line in found.items() if name == engine}


@pytest.fixture
def table(hudi, tmp_path):
    """Makes a table of orders with more options."""
    def make(*options, rows=ORDERS, ddl=ORDERS_DDL):
        path = tmp_path / "made"
        hudi.ok("write", path, "--input", "-", "--schema", ddl, "--key", "order_id",
                "--partition-by", "dt", "--ordering", "ts", *options, stdin=lines(rows))
        return path
    return make


# Which release knows which table version: HoodieTableVersion of each release.
KNOWN_BY = {
    "6": {"0.14": "yes", "0.15": "yes", "1.0": "yes", "1.1": "yes", "1.2": "yes"},
    "8": {"0.14": "no", "0.15": "no", "1.0": "yes", "1.1": "yes", "1.2": "yes"},
    "9": {"0.14": "no", "0.15": "no", "1.0": "no", "1.1": "yes", "1.2": "yes"},
}


@pytest.mark.parametrize("version", KNOWN_BY)
def test_a_table_version_is_read_by_the_releases_that_know_it(hudi, table, version):
    found = verdicts(hudi, table("--table-version", version, "--set",
                                 "hoodie.parquet.compression.codec=gzip"))
    assert read_by(found, "Hudi on Spark") == KNOWN_BY[version]
    assert read_by(found, "Hudi on Flink") == KNOWN_BY[version]
    assert read_by(found, "Athena") == {"engine 3": "yes" if version == "6" else "no"}
    assert read_by(found, "hudi-rs")["0.4"] == ("yes" if version == "6" else "no")
    assert read_by(found, "hudi-cpp") == {"this one": "yes"}
    for engine in ["Trino", "Presto", "Athena", "hudi-rs"]:
        assert set(written_by(found, engine).values()) == {"no"}


def test_who_would_upgrade_the_table_writes_with_care(hudi, table):
    found = verdicts(hudi, table("--set", "hoodie.parquet.compression.codec=gzip"))
    assert written_by(found, "Hudi on Spark") == {"0.14": "no", "0.15": "no", "1.0": "yes",
                                                  "1.1": "with care", "1.2": "with care"}
    line = found["Hudi on Spark", "1.2"]
    assert [h["feature"] for h in line["hindrances"]] == ["table version 8"]
    assert "hoodie.write.auto.upgrade=false" in line["hindrances"][0]["remedy"]


def test_every_hindrance_says_why_and_whence(hudi, table):
    for line in verdicts(hudi, table("--table-version", "9")).values():
        for hindrance in line["hindrances"]:
            assert hindrance["feature"] and hindrance["why"].endswith(".") and hindrance["source"]


def test_the_command_that_it_gives_makes_a_table_for_the_older_release(hudi, table, tmp_path):
    path = table("--set", "hoodie.datasource.write.hive_style_partitioning=true",
                 "--set", "hoodie.parquet.compression.codec=gzip")
    remedy = verdicts(hudi, path)["Hudi on Spark", "0.15"]["hindrances"][0]["remedy"]
    command = shlex.split(re.search(r"hudi copy .*", remedy).group())
    assert command[:4] == ["hudi", "copy", str(path), "NEW"]
    command[3] = tmp_path / "new"
    hudi.ok(*command[1:], "--set", "hoodie.parquet.compression.codec=gzip")
    found = verdicts(hudi, tmp_path / "new")
    assert found["Hudi on Spark", "0.15"]["read"] == "yes"
    by_order = ["--order-by", "order_id", "--format", "json"]
    assert hudi.ok("read", tmp_path / "new", *by_order) == hudi.ok("read", path, *by_order)
    properties = (tmp_path / "new/.hoodie/hoodie.properties").read_text()
    for line in ["hoodie.table.recordkey.fields=order_id", "hoodie.table.partition.fields=dt",
                 "hoodie.table.precombine.field=ts", "hoodie.table.version=6",
                 "hoodie.datasource.write.hive_style_partitioning=true"]:
        assert line in properties


@pytest.mark.parametrize("codec, engine, release, verdict", [
    ("gzip", "Hudi on Spark", "0.15", "yes"),
    ("snappy", "Hudi on Spark", "0.15", "yes"),
    ("zstd", "Hudi on Spark", "0.15", "with care"),
    ("zstd", "Hudi on Spark", "1.0", "yes"),
    ("lz4_raw", "Hudi on Spark", "1.0", "with care"),
    ("brotli", "Hudi on Spark", "1.2", "with care"),
])
def test_codecs_of_files(hudi, table, codec, engine, release, verdict):
    found = verdicts(hudi, table("--table-version", "6", "--set",
                                 f"hoodie.parquet.compression.codec={codec}"))
    assert found[engine, release]["read"] == verdict


def test_timestamps_without_zone(hudi, table):
    path = table("--table-version", "9", ddl="order_id string, dt string, ts timestamp_ntz",
                 rows=[{"order_id": "1", "dt": "2025-07-28", "ts": "2025-07-28T08:30:00"}])
    features = [h["feature"] for h in verdicts(hudi, path)["Hudi on Spark", "1.0"]["hindrances"]]
    assert features == ["table version 9", "timestamps without zone"]


def set_properties(table, **changes):
    path = table / ".hoodie/hoodie.properties"
    lines_ = [line for line in path.read_text().splitlines()
              if line.split("=")[0] not in changes]
    lines_ += [f"{key}={value}" for key, value in changes.items() if value is not None]
    path.write_text("\n".join(lines_) + "\n")


SYNTHETIC = [
    ("a version from the future", {"hoodie.table.version": "12"},
     {("Hudi on Spark", "1.2"): "no", ("hudi-cpp", "this one"): "no"}, "table version 12"),
    ("an old version", {"hoodie.table.version": "3"},
     {("Hudi on Spark", "0.15"): "yes", ("Hudi on Spark", "1.2"): "unknown",
      ("hudi-rs", "0.4"): "no"}, "table version 3"),
    ("version 5", {"hoodie.table.version": "5"},
     {("hudi-rs", "0.4"): "yes", ("hudi-rs", "0.5 (development)"): "no"}, "table version 5"),
    ("no version", {"hoodie.table.version": None},
     {("Hudi on Spark", "1.2"): "unknown"}, "no table version"),
    ("partition columns only in paths", {"hoodie.datasource.write.drop.partition.columns": "true"},
     {("hudi-rs", "0.5 (development)"): "no", ("Hudi on Spark", "1.2"): "yes"},
     "partition columns only in paths"),
    ("a foreign format", {"hoodie.table.format": "iceberg", "hoodie.table.version": "9"},
     {("Hudi on Spark", "1.1"): "with care", ("Trino", "483, hudi-trino 1.2.1"): "unknown",
      ("hudi-cpp", "this one"): "no"}, "another table format"),
    ("ORC files", {"hoodie.table.base.file.format": "ORC"},
     {("Trino", "up to 473"): "no", ("hudi-cpp", "this one"): "no"},
     "base files that are not Parquet"),
    ("logs without ordering", {"hoodie.table.type": "MERGE_ON_READ",
                               "hoodie.table.ordering.fields": None,
                               "hoodie.table.precombine.field": None},
     {("hudi-rs", "0.5 (development)"): "no", ("Trino", "483, hudi-trino 1.2.1"): "unknown"},
     "log files without ordering"),
    ("a key generator of one's own", {"hoodie.table.keygenerator.type": "USER_PROVIDED",
                                      "hoodie.table.keygenerator.class": "com.example.Keys"},
     {("Hudi on Spark", "1.2"): "yes"}, "key generator USER_PROVIDED"),
]


@pytest.mark.parametrize("changes, wanted, feature", [c[1:] for c in SYNTHETIC],
                         ids=[c[0] for c in SYNTHETIC])
def test_properties_of_other_writers(hudi, table, changes, wanted, feature):
    path = table("--set", "hoodie.parquet.compression.codec=gzip")
    set_properties(path, **changes)
    found = verdicts(hudi, path)
    assert {engine: found[engine]["read"] for engine in wanted} == wanted
    assert any(h["feature"] == feature for line in found.values() for h in line["hindrances"])


def test_the_table_form_numbers_what_stands_in_the_way(hudi, table):
    text = hudi.ok("compat", table("--table-version", "9"))
    rows = re.findall(r"^(Hudi on Spark|hudi-rs) +(\S+) .*?(\d[\d, ]*)$", text, re.MULTILINE)
    named = {int(n) for _, _, numbers in rows for n in numbers.split(",")}
    listed = {int(n) for n in re.findall(r"^ +(\d+)  \S", text, re.MULTILINE)}
    assert named <= listed and listed == set(range(1, len(listed) + 1))
    assert "version        9" in text and "codecs         zstd" in text
    assert text.count("known from: ") == len(listed)


def test_csv(hudi, table):
    rows = list(csv.DictReader(io.StringIO(hudi.ok("compat", table(), "--format", "csv"))))
    assert {"engine", "release", "read", "write", "why", "remedy"} == set(rows[0])
    assert [row["read"] for row in rows if row["engine"] == "Hudi on Spark"] == [
        "no", "no", "yes", "yes", "yes"]


def test_not_a_table(hudi, tmp_path):
    assert str(tmp_path) in failed(hudi("compat", tmp_path))


def test_broken_properties_are_named(hudi, table):
    path = table()
    (path / ".hoodie/hoodie.properties").write_text("hoodie.table.name=\\u12")
    (path / ".hoodie/hoodie.properties.backup").unlink(missing_ok=True)
    assert "hoodie.properties" in failed(hudi("compat", path))


REFERENCE = ["v6", "v8", "v9_1.2.0"]


@pytest.fixture(scope="module")
def reference_tables(root, tmp_path_factory):
    """Tables that Hudi on Spark wrote, by archive."""
    folder = tmp_path_factory.mktemp("reference")
    for name in REFERENCE:
        with tarfile.open(root / f"tests/fixtures/reference_tables/{name}.tar.xz") as archive:
            extract(archive, folder / name)
    return folder


@pytest.mark.parametrize("archive", REFERENCE)
def test_each_release_reads_the_tables_that_it_wrote(hudi, reference_tables, archive):
    """Every table of the reference, for every release since the one that wrote it."""
    readers = {"v6": ["0.15", "1.0", "1.1", "1.2"], "v8": ["1.0", "1.1", "1.2"],
               "v9_1.2.0": ["1.2"]}[archive]
    tables = sorted(p.parent.parent for p in (reference_tables / archive).rglob("hoodie.properties")
                    if "metadata" not in p.parts)
    assert len(tables) > 10
    for path in tables:
        found = verdicts(hudi, path)
        for release in readers:
            assert found["Hudi on Spark", release]["read"] != "no", (path.name, release)
        # What this program says of itself is what it does.
        done = hudi("read", path, "--limit", "1")
        assert (done.returncode == 0) == (found["hudi-cpp", "this one"]["read"] == "yes"), (
            path.name, done.stderr)


@pytest.mark.parametrize("columns", [70, 100])
def test_it_fits_the_terminal(hudi, table, columns):
    text, code = on_terminal(hudi, columns, "compat", table("--table-version", "9"))
    assert code == 0 and "what stands in the way:" in text
    table_part = text.split("\n\n")[1]
    assert all(len(line) <= columns for line in table_part.splitlines())
    reasons = text.split("what stands in the way:\n")[1]
    assert all(len(line) <= columns for line in reasons.splitlines())
