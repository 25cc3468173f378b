# SPDX-License-Identifier: Apache-2.0
"""The metadata tables that the reference wrote, through `hudi_metadata`: as the reference reads them."""

import json
import pathlib
import shutil
import tarfile

import pytest

from archives import extract

ARCHIVE = pathlib.Path(__file__).resolve().parent.parent / "fixtures/metadata_tables/tables.tar.xz"
KINDS = ["files", "column_stats", "partition_stats", "bloom_filters", "record_index"]
PAYLOADS = {1: "filesystemMetadata", 2: "filesystemMetadata", 3: "ColumnStatsMetadata",
            4: "BloomFilterMetadata", 5: "recordIndexMetadata", 6: "ColumnStatsMetadata",
            7: "SecondaryIndexMetadata"}


def listed():
    with tarfile.open(ARCHIVE) as names:
        return sorted(pathlib.PurePath(name).stem for name in names.getnames()
                      if name.startswith("expected/"))


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    root = tmp_path_factory.mktemp("metadata_tables")
    with tarfile.open(ARCHIVE) as archive:
        extract(archive, root)
    return root


def select(hudi, what, path):
    return hudi("sql", "--warehouse", path.parent / "none", "--format", "json", "-e",
                f"SELECT {what} FROM hudi_metadata('{path}')")


def rows_of(done):
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def canonical(rows):
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


@pytest.mark.parametrize("name", listed())
def test_reads_as_the_reference_does(hudi, unpacked, name):
    expected = json.loads((unpacked / f"expected/{name}.json").read_text())["rows"]
    path = unpacked / "tables" / name.replace("__", "/")
    rows = rows_of(select(hudi, "*", path))
    assert canonical(list(row.values()) for row in rows) == canonical(expected)
    # Some columns alone are the same columns.
    some = rows_of(select(hudi, "type, key", path))
    assert canonical(some) == canonical({"type": row["type"], "key": row["key"]} for row in rows)
    for row in rows:
        set_ones = [column for column in PAYLOADS.values() if row.get(column) is not None]
        assert set(set_ones) == {PAYLOADS[row["type"]]}, row


def test_every_kind_of_record_is_among_them(hudi, unpacked):
    types = {row["type"] for folder in ("v8", "v9_1.2.0") for name in ("sqlidx", "mdt_all_mor")
             for row in rows_of(select(hudi, "type", unpacked / "tables" / folder / name))}
    assert types == set(PAYLOADS)


@pytest.mark.parametrize("folder", ["v6", "v8", "v9"])
def test_a_pending_commit_is_not_seen_though_it_is_committed_there(hudi, unpacked, tmp_path, folder):
    path = tmp_path / "t"
    shutil.copytree(unpacked / f"tables/{folder}/mor_rb", path)
    timeline = path / (".hoodie" if folder == "v6" else ".hoodie/timeline")

    def files():
        return {name for row in rows_of(select(hudi, "filesystemMetadata", path))
                for name in row["filesystemMetadata"]}

    before = files()
    max(timeline.glob("*deltacommit")).unlink()
    after = files()
    # What the newest commit wrote: one log file, or one a file group.
    assert after < before and all(".log." in name for name in before - after)


def half_of(file):
    file.write_bytes(file.read_bytes()[:file.stat().st_size // 2])


def without_trailer_magic(file):
    data = bytearray(file.read_bytes())
    data[-4096:-4088] = bytes(8)
    file.write_bytes(bytes(data))


def with_damaged_data(file):
    data = bytearray(file.read_bytes())
    data[40:60] = bytes(20)
    file.write_bytes(bytes(data))


@pytest.mark.parametrize("damage", [half_of, without_trailer_magic, with_damaged_data])
@pytest.mark.parametrize("folder", ["v6", "v8", "v9_1.2.0"])
def test_a_damaged_file_is_one_clear_error(hudi, unpacked, tmp_path, folder, damage):
    path = tmp_path / "t"
    shutil.copytree(unpacked / f"tables/{folder}/archive", path)
    file = max((path / ".hoodie/metadata/files").glob("*.hfile"), key=lambda f: f.name.split("_")[-1])
    damage(file)
    done = select(hudi, "count(*)", path)
    assert done.returncode == 1 and done.stdout == ""
    line = done.stderr.strip().splitlines()[-1]
    assert line.startswith("hudi: error: ") and f"files/{file.name} at byte " in line
    assert "arrow_scan" not in done.stderr
    assert f"reading the metadata table {path}/.hoodie/metadata" in line


def test_says_where_there_is_none_and_where_it_is_not_used(hudi, unpacked, tmp_path):
    path = tmp_path / "t"
    shutil.copytree(unpacked / "tables/v8/mor_rb", path)
    properties = path / ".hoodie/hoodie.properties"
    lines = properties.read_text().splitlines()
    properties.write_text("\n".join(line for line in lines
                                    if not line.startswith("hoodie.table.metadata.partitions")) + "\n")
    done = select(hudi, "*", path)
    assert len(rows_of(done)) == 3 and "does not use its metadata table" in done.stderr
    shutil.rmtree(path / ".hoodie/metadata")
    done = select(hudi, "*", path)
    assert done.returncode == 1 and "has no metadata table" in done.stderr
