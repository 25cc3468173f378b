# SPDX-License-Identifier: Apache-2.0
"""What beginners run into, and what they are told: what is wrong, where, and how to go on."""

import json
import os
import shutil

import pytest


class Sql:
    def __init__(self, hudi, folder):
        self.hudi = hudi
        self.folder = folder

    def run(self, statement, **settings):
        arguments = ["sql", "-e", statement, "--warehouse", self.folder / "warehouse", "--format", "json"]
        for key, value in settings.items():
            arguments += ["--set", f"{key}={value}"]
        return self.hudi(*arguments)

    def rows(self, statement):
        done = self.run(statement)
        assert done.returncode == 0, done.stderr
        return [tuple(json.loads(line).values()) for line in done.stdout.splitlines()]

    def fails(self, statement, *parts):
        done = self.run(statement)
        assert done.returncode == 1, done.stdout
        assert done.stdout == ""
        for part in parts:
            assert part in done.stderr, done.stderr
        return done.stderr


@pytest.fixture
def sql(hudi, tmp_path):
    return Sql(hudi, tmp_path)


@pytest.fixture(params=["cow", "mor"])
def table(sql, tmp_path, request):
    """A table of two commits: `a` is changed by the second one."""
    path = tmp_path / "trips"
    sql.rows(f"CREATE TABLE trips (id STRING, n INT, ts BIGINT) USING hudi TBLPROPERTIES (type = '{request.param}', "
             f"primaryKey = 'id', preCombineField = 'ts') LOCATION '{path}'")
    sql.rows("INSERT INTO trips VALUES ('a', 1, 1), ('b', 2, 1)")
    sql.rows("INSERT INTO trips VALUES ('a', 10, 2)")
    return path



def commits(hudi, path):
    return [entry["begin"] for entry in hudi.json_lines("timeline", path, "--format", "json")
            if entry["action"] in ("commit", "deltacommit")]


def test_time_travel_on_what_is_no_hudi_table(sql, tmp_path):
    (tmp_path / "plain").mkdir()
    sql.fails(f"SELECT * FROM hudi.`{tmp_path}/plain` VERSION AS OF '20240101000000000'",
              "is not a Hudi table", f"{tmp_path}/plain")
    sql.fails(f"SELECT * FROM hudi.`{tmp_path}/nowhere` TIMESTAMP AS OF '2024-01-01'",
              f"{tmp_path}/nowhere")
    sql.rows("CREATE VIEW v AS SELECT 1 AS a")
    sql.fails("SELECT * FROM v VERSION AS OF '20240101000000000'", "'v'", "is a view")
    sql.fails("SELECT * FROM nope VERSION AS OF '20240101000000000'", "nope")


def test_an_instant_that_does_not_exist_shows_the_nearest(sql, hudi, table):
    first, second = commits(hudi, table)
    between = str(int(first) + 1)
    told = sql.fails(f"SELECT * FROM trips VERSION AS OF '{between}'", between)
    assert first in told and second in told, told
    assert sql.rows(f"SELECT id, n FROM trips VERSION AS OF '{first}' ORDER BY id") == [("a", 1), ("b", 2)]
    assert sql.rows(f"SELECT id, n FROM trips VERSION AS OF '{second}' ORDER BY id") == [("a", 10), ("b", 2)]
    # A point in time needs no instant.
    assert sql.rows(f"SELECT id, n FROM trips TIMESTAMP AS OF '{between}' ORDER BY id") == [("a", 1), ("b", 2)]
    sql.fails("SELECT * FROM trips VERSION AS OF 'yesterday'", "yesterday")
    sql.fails("SELECT * FROM trips TIMESTAMP AS OF 'noon'", "noon")


def test_a_folder_that_is_missing_or_may_not_be_written(sql, tmp_path):
    made = tmp_path / "deep/er/t"
    sql.rows(f"CREATE TABLE t (id STRING) USING hudi TBLPROPERTIES (primaryKey = 'id') LOCATION '{made}'")
    sql.rows("INSERT INTO t VALUES ('a')")
    assert sql.rows("SELECT id FROM t") == [("a",)]
    (tmp_path / "file").write_text("")
    told = sql.fails("CREATE TABLE u (id STRING) USING hudi TBLPROPERTIES (primaryKey = 'id') "
                     f"LOCATION '{tmp_path}/file/u'", f"{tmp_path}/file")
    assert "not a directory" in told.lower(), told
    if os.geteuid() == 0:
        return  # whom nothing is forbidden
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    told = sql.fails("CREATE TABLE w (id STRING) USING hudi TBLPROPERTIES (primaryKey = 'id') "
                     f"LOCATION '{closed}/w'", f"{closed}")
    assert "permission denied" in told.lower(), told


def test_a_log_file_that_was_deleted_by_hand(sql, hudi, tmp_path):
    path = tmp_path / "trips"
    sql.rows("CREATE TABLE trips (id STRING, n INT, ts BIGINT) USING hudi TBLPROPERTIES (type = 'mor', "
             f"primaryKey = 'id', preCombineField = 'ts') LOCATION '{path}'")
    sql.rows("INSERT INTO trips VALUES ('a', 1, 1), ('b', 2, 1)")
    sql.rows("INSERT INTO trips VALUES ('a', 10, 2)")
    log, = [file for file in path.iterdir() if ".log." in file.name and not file.name.endswith(".crc")]
    instant = commits(hudi, path)[-1]
    log.unlink()
    told = sql.fails("SELECT id, n FROM trips", log.name, instant)
    # Which slice, what is lost, and how to go on.
    assert log.name.split("_")[0].lstrip(".") in told, told
    assert "lost" in told, told
    assert "hudi " in told or "SET " in told or "VERSION AS OF" in told, told


@pytest.mark.parametrize("version, folder", [(6, "archived"), (8, "timeline/history")])
def test_history_that_was_deleted_by_hand(sql, hudi, tmp_path, version, folder):
    path = tmp_path / "trips"
    sql.rows("CREATE TABLE trips (id STRING, n INT, ts BIGINT) USING hudi TBLPROPERTIES (primaryKey = 'id', "
             f"preCombineField = 'ts', 'hoodie.write.table.version' = '{version}') LOCATION '{path}'")
    sql.rows("INSERT INTO trips VALUES ('a', 1, 1)")
    shutil.rmtree(path / ".hoodie" / folder, ignore_errors=True)
    assert sql.rows("SELECT id, n FROM trips") == [("a", 1)]
    sql.rows("INSERT INTO trips VALUES ('a', 2, 2)")
    assert sql.rows("SELECT id, n FROM trips") == [("a", 2)]


def test_what_a_killed_writer_left(sql, table):
    timeline = table / ".hoodie/timeline"
    action = "deltacommit" if any(timeline.glob("*.deltacommit")) else "commit"
    inflight = f"20240101000000000.{action}.inflight" if action == "deltacommit" else "20240101000000000.inflight"
    (timeline / f"20240101000000000.{action}.requested").write_text("")
    (timeline / inflight).write_text("")
    # Readers do not see it; the next writer says that it takes it back.
    assert sql.rows("SELECT id, n FROM trips ORDER BY id") == [("a", 10), ("b", 2)]
    done = sql.run("INSERT INTO trips VALUES ('c', 3, 1)")
    assert done.returncode == 0, done.stderr
    assert "rolled back instant 20240101000000000, which a writer left unfinished" in done.stderr
    assert not (timeline / inflight).exists()
    assert sql.rows("SELECT id, n FROM trips ORDER BY id") == [("a", 10), ("b", 2), ("c", 3)]


def test_an_operation_that_does_not_exist(sql, tmp_path):
    done = sql.run("CREATE TABLE t (id STRING) USING hudi TBLPROPERTIES (primaryKey = 'id', "
                   "'hoodie.datasource.write.operation' = 'upsertt') AS SELECT 'a' AS id")
    assert done.returncode == 1
    for part in ("upsertt", "UPSERT", "BULK_INSERT"):
        assert part in done.stderr, done.stderr
    assert not (tmp_path / "warehouse/t").exists()
    sql.rows("CREATE TABLE t (id STRING) USING hudi TBLPROPERTIES (primaryKey = 'id')")
    done = sql.run("INSERT INTO t VALUES ('a')", **{"hoodie.datasource.write.operation": "upsertt"})
    assert done.returncode == 1 and "upsertt" in done.stderr, done.stderr
    done = sql.run("INSERT INTO t VALUES ('a')", **{"hoodie.spark.sql.insert.into.operation": "upsertt"})
    assert done.returncode == 1 and "upsertt" in done.stderr, done.stderr
    assert sql.rows("SELECT count(*) FROM t") == [(0,)]


@pytest.mark.parametrize("version", [6, 8, 9])
def test_a_timeline_that_is_gone_is_no_empty_table(hudi, tmp_path, version):
    table = tmp_path / "t"
    write = ["write", table, "--input", "-", "--key", "id", "--ordering", "ts"]
    hudi.ok(*write, "--table-version", version, stdin='{"id":"a","ts":1}\n')
    folder = table / ".hoodie" if version == 6 else table / ".hoodie/timeline"
    away = tmp_path / "away"
    away.mkdir()
    for file in [entry for entry in folder.iterdir() if entry.name[:8].isdigit()]:
        file.rename(away / file.name)
    if version != 6:
        shutil.rmtree(folder)
    for verb in (["read", table], ["inspect", table], ["files", table], ["delete", table, "--where", "id = 'a'"]):
        failed = hudi(*verb)
        assert failed.returncode == 1, verb
        assert "the timeline is empty or not there" in failed.stderr, failed.stderr
        assert ".parquet" in failed.stderr
    failed = hudi(*write, stdin='{"id":"b","ts":1}\n')
    assert failed.returncode == 1 and "the timeline is empty or not there" in failed.stderr
    folder.mkdir(exist_ok=True)
    for file in away.iterdir():
        file.rename(folder / file.name)
    hudi.ok(*write, stdin='{"id":"b","ts":1}\n')
    assert [row["id"] for row in hudi.json_lines("read", table, "--format", "json", "--order-by", "id")] == ["a", "b"]


def test_a_partition_without_rows_needs_no_timeline(sql):
    sql.rows("CREATE TABLE p (id INT, d STRING) USING hudi PARTITIONED BY (d) TBLPROPERTIES (primaryKey = 'id')")
    sql.rows("ALTER TABLE p ADD PARTITION (d = 'x')")
    assert sql.rows("SELECT * FROM p") == []
    sql.rows("INSERT INTO p VALUES (1, 'x')")
    assert sql.rows("SELECT id, d FROM p") == [(1, "x")]
