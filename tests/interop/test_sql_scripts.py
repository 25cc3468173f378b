# SPDX-License-Identifier: Apache-2.0
"""The statements of tests/sql through Spark's SQL: the same rows, but for differences that are listed with their reason."""

import json
import os
import pathlib

import pytest

from interop.sql_scripts import Script

HERE = pathlib.Path(__file__).parent
# What Spark runs in some seconds each; SQL_SCRIPTS=all takes all files, which is ten minutes.
QUICK = {"buckets", "duplicate_policy", "first_steps", "log_files", "merge", "not_null", "overwrite", "select", "tables",
         "views_and_time"}
ALL = sorted((HERE.parent / "sql").glob("*.test"))
FILES = [path for path in ALL if os.environ.get("SQL_SCRIPTS") == "all" or path.stem in QUICK]
LISTED = json.loads((HERE / "sql_script_differences.json").read_text(encoding="utf-8"))
LEAST_COMPARED = 120  # statements, in all files

pytestmark = pytest.mark.parametrize("reference", ["1.0.2"], indirect=True)


@pytest.fixture(scope="module")
def compared():
    return {}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_spark_gives_the_same_rows(reference, compared, tmp_path, path):
    done = Script(reference.spark, path, reference.table_version, tmp_path).run()
    compared[path.stem] = done.num_compared
    assert done.differences == {entry["statement"]: entry["spark"] for entry in LISTED.get(path.stem, [])}


def test_enough_is_compared(reference, compared):
    if len(compared) < len(FILES):
        pytest.skip("not all of these files were run")
    assert sum(compared.values()) >= LEAST_COMPARED, compared
