# SPDX-License-Identifier: Apache-2.0
"""`hudi sql` reads every table that the reference wrote as `hudi read` does, whichever of its two ways
it takes: the engine's own Parquet scan, or the library's reader. What `hudi read` gives is proved by
test_reference_tables.py."""

import json

import pytest

from conformance.test_reference_tables import TABLES, unpacked  # noqa: F401: a fixture


def rows_of(text):
    return sorted(json.dumps(json.loads(line), sort_keys=True) for line in text.splitlines() if line)


@pytest.mark.parametrize("folder, table", TABLES, ids=lambda value: value.replace("/", "_"))
def test_reads_as_hudi_read_does(hudi, unpacked, tmp_path, folder, table):  # noqa: F811
    path = unpacked(folder) / folder / table
    read = hudi("read", path, "--meta", "--format", "json")
    sql = hudi("sql", "--warehouse", tmp_path / "none", "--format", "json", "-e",
               f"SELECT * FROM hudi.`{path}`")
    if read.returncode != 0:
        assert sql.returncode == 1 and "hudi: error: " in sql.stderr
    elif sql.returncode != 0:
        assert "has no columns yet" in sql.stderr and read.stdout == ""
    else:
        assert rows_of(sql.stdout) == rows_of(read.stdout)
