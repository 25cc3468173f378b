# SPDX-License-Identifier: Apache-2.0
"""Storage that refuses: a full disk, and a path that cannot be made."""

import json
import os
import subprocess

import pytest

OPTIONS = ["--input", "-", "--schema", "id string, v bigint, s string", "--key", "id", "--name", "t"]


def lines(count, first=0):
    """Rows that do not compress to nothing."""
    return "".join(json.dumps({"id": f"k{i}", "v": i, "s": f"{i * 7919}-{i * 104729}-{i * 1299709}"})
                   + "\n" for i in range(first, first + count))


@pytest.fixture
def small_disk(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk],
                             capture_output=True, text=True)
    if mounted.returncode != 0:
        explain = f"cannot mount a small file system here: {mounted.stderr.strip()}"
        pytest.fail(explain) if os.environ.get("CI") == "true" else pytest.skip(explain)
    yield disk
    subprocess.run(["umount", disk], check=True)


def refused(done, words):
    assert done.returncode == 1, done.stderr
    errors = [line for line in done.stderr.splitlines() if line.startswith("hudi: error: ")]
    assert len(errors) == 1 and words in errors[0], done.stderr


@pytest.mark.parametrize("operation", ["bulk_insert", "insert", "upsert"])
def test_full_disk_leaves_the_table_as_it_was(hudi, small_disk, operation):
    table = small_disk / "t"
    hudi.ok("write", table, *OPTIONS, stdin=lines(100))
    before = sorted(map(str, hudi.json_lines("read", table, "--meta", "--format", "json")))
    refused(hudi("write", table, *OPTIONS, "--operation", operation, stdin=lines(100000, 50)),
            "No space left on device")
    assert sorted(map(str, hudi.json_lines("read", table, "--meta", "--format", "json"))) == before
    hudi.ok("write", table, *OPTIONS, stdin=lines(1, 999))
    assert len(hudi.json_lines("read", table, "--format", "json")) == 101


def test_full_disk_while_creating_leaves_nothing(hudi, small_disk):
    refused(hudi("write", small_disk / "t", *OPTIONS, stdin=lines(100000)),
            "No space left on device")
    assert list(small_disk.iterdir()) == []


def test_a_path_below_a_file_is_named(hudi, tmp_path):
    (tmp_path / "file").write_text("no folder")
    done = hudi("write", tmp_path / "file/t", *OPTIONS, stdin=lines(1))
    refused(done, str(tmp_path / "file"))
    assert (tmp_path / "file").read_text() == "no folder"
