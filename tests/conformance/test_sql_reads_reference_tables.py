# SPDX-License-Identifier: Apache-2.0
"""`hudi sql` reads every table that the reference wrote as `hudi read` does, whichever of its two ways
it takes: the engine's own Parquet scan, or the library's reader. What `hudi read` gives is proved by
test_reference_tables.py."""

import json
import shutil

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


@pytest.mark.parametrize("folder", ["v6", "v8", "v9"])
def test_archived_commits(hudi, unpacked, tmp_path, folder):  # noqa: F811
    """Each commit of the table updates the same row and inserts one more, beside those before it."""
    path = unpacked(folder) / folder / "archive"

    def call(text):
        done = hudi("sql", "--warehouse", tmp_path / "none", "--format", "json", "-e", text)
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()], done.stderr

    everything = f"path => '{path}', start_ts => '2020', end_ts => '3000', limit => 1000"
    commits, _ = call(f"CALL show_archived_commits({everything})")
    timeline, _ = call(f"CALL show_timeline(path => '{path}', showArchived => true, limit => 1000)")
    assert [one["commit_time"] for one in commits] == [
        one["instant_time"] for one in timeline
        if one["timeline_type"] == "ARCHIVED" and one["action"] == "commit"]
    assert len(commits) >= 10
    for newer, older in zip(commits, commits[1:]):
        assert newer["total_records_written"] == older["total_records_written"] + 1
        assert newer["total_update_records_written"] == 1
        assert newer["state_transition_time"] > newer["commit_time"]

    files, _ = call(f"CALL show_archived_commits_metadata({everything})")
    for commit in commits:
        of_commit = [one for one in files if one["commit_time"] == commit["commit_time"]]
        assert sum(one["num_writes"] for one in of_commit) == commit["total_records_written"]
        assert sum(one["total_bytes_written"] for one in of_commit) == commit["total_bytes_written"]
    rows, notice = call(f"CALL show_archived_commits(path => '{path}', end_ts => '2021')")
    assert rows == [] and "start_ts and end_ts choose others" in notice
    cleans, _ = call(f"CALL show_cleans(path => '{path}', showArchived => true, limit => 1000)")
    assert [one["clean_time"] for one in cleans] == [
        one["instant_time"] for one in timeline if one["action"] == "clean"]


@pytest.mark.parametrize("folder", ["v6", "v8", "v9", "v9_1.2.0"])
def test_a_deleted_history_is_missed_by_name(hudi, unpacked, tmp_path, folder):  # noqa: F811
    """What needs the history says that it is gone; everything else is as before."""
    path = tmp_path / "t"
    shutil.copytree(unpacked(folder) / folder / "archive", path)
    timeline = path / (".hoodie" if folder == "v6" else ".hoodie/timeline")
    history = timeline / ("archived" if folder == "v6" else "history")
    oldest, *_ = sorted(file.name[:17] for file in timeline.glob("*.commit"))

    def sql(text):
        return hudi("sql", "--warehouse", tmp_path / "none", "--format", "json", "-e", text)

    active = [f"SELECT * FROM hudi.`{path}`", f"CALL show_commits(path => '{path}')",
              f"SELECT * FROM hudi_table_changes('{path}', 'latest_state', '{oldest}')"]
    before = [rows_of(sql(text).stdout) for text in active]
    assert all(before)
    shutil.rmtree(history)
    assert [rows_of(sql(text).stdout) for text in active] == before
    for begin in ("earliest", "20200101000000000"):
        done = sql(f"SELECT * FROM hudi_table_changes('{path}', 'latest_state', '{begin}')")
        assert done.returncode == 1 and "the history was deleted" in done.stderr
        assert f"commits before {oldest}" in done.stderr and "the oldest usable begin is" in done.stderr
    for text in (f"CALL show_archived_commits(path => '{path}', start_ts => '2020', end_ts => '3000')",
                 f"CALL show_timeline(path => '{path}', showArchived => true)",
                 f"CALL show_cleans(path => '{path}', showArchived => true)",
                 f"SELECT * FROM hudi_query_timeline('{path}', 'true')"):
        done = sql(text)
        assert done.returncode == 0, done.stderr
        assert f"the folder '{history.relative_to(path)}' with the history of the timeline is not there" \
            in done.stderr
    # An empty folder is no better.
    history.mkdir()
    done = sql(f"SELECT * FROM hudi_table_changes('{path}', 'latest_state', 'earliest')")
    assert done.returncode == 1 and "the history was deleted" in done.stderr
    done = sql(f"UPDATE hudi.`{path}` SET amount = 1")
    assert done.returncode == 0, done.stderr
    assert len(rows_of(sql(active[0]).stdout)) == len(before[0])
