# SPDX-License-Identifier: Apache-2.0
"""Tables where the system lets none be made: the error names the folder, why, and a way out."""

import os
import shutil
import subprocess

import pytest

STATEMENTS = ["CREATE TABLE t (id INT) USING hudi LOCATION '{}'",
              "CREATE TABLE t USING hudi LOCATION '{}' AS SELECT 1 AS id"]
as_root = pytest.mark.skipif(os.geteuid() != 0 or shutil.which("setpriv") is None,
                             reason="only root can run as somebody else")


@pytest.mark.parametrize("statement", STATEMENTS)
def test_parents_that_are_missing_are_made(hudi, tmp_path, statement):
    place = tmp_path / "no/such/folder/t"
    hudi.ok("sql", "--warehouse", tmp_path / "w", "-e", statement.format(place))
    assert (place / ".hoodie/hoodie.properties").exists()


@pytest.mark.parametrize("below", ["", "/t", "/a/b/t"])
@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_file_in_place_of_a_folder(hudi, tmp_path, statement, below):
    (tmp_path / "file").write_text("x")
    done = hudi("sql", "--warehouse", tmp_path / "w", "-e", statement.format(f"{tmp_path}/file{below}"))
    line = done.stderr.strip().splitlines()[-1]
    assert done.returncode == 1 and f"'{tmp_path}/file' is a file, where a folder should be" in line
    assert f"creating the table in '{tmp_path}/file{below}' (LOCATION names another folder)" in line
    assert (tmp_path / "file").read_text() == "x"


@as_root
@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_folder_of_somebody_else(hudi, statement):
    # Not below pytest's folder, which nobody else may enter.
    folder = subprocess.run(["mktemp", "-d"], capture_output=True, text=True, check=True).stdout.strip()
    try:
        os.chmod(folder, 0o755)
        done = subprocess.run(
            ["setpriv", "--reuid=65534", "--clear-groups", hudi.path, "sql", "--warehouse",
             f"{folder}/w", "-e", statement.format(f"{folder}/a/t")], capture_output=True, text=True)
        line = done.stderr.strip().splitlines()[-1]
        assert done.returncode == 1 and "Permission denied" in line
        assert f"'{folder}' belongs to 'root' (rwxr-xr-x), and this runs as " in line
        assert "chmod or chown it, or choose another place" in line
        assert os.listdir(folder) == []
    finally:
        shutil.rmtree(folder)
