# SPDX-License-Identifier: Apache-2.0
"""`hudi read --from`: what changed after a commit, each change once."""

import json

import pytest

from cli.conftest import failed

DDL = "id string, n int"


def write(hudi, table, *rows):
    lines = "".join(json.dumps({"id": i, "n": n}) + "\n" for i, n in rows)
    done = hudi.ok("write", table, "--input", "-", "--key", "id", "--schema", DDL,
                   "--format", "json", stdin=lines)
    return json.loads(done)


def changes(hudi, table, *arguments):
    """The rows, and the checkpoint that stands on standard error."""
    done = hudi("read", table, "--format", "json", "--order-by", "id", *arguments)
    assert done.returncode == 0, done.stderr
    words = done.stderr.split()
    checkpoint = words[words.index("--from") + 1] if "--from" in words else None
    return [(r["id"], r["n"]) for r in map(json.loads, done.stdout.splitlines())], checkpoint


def test_a_checkpoint_brings_each_change_once(hudi, tmp_path):
    for version in ("6", "8", "9"):
        table = tmp_path / version
        hudi.ok("write", table, "--input", "-", "--key", "id", "--schema", DDL,
                "--table-version", version, stdin='{"id": "a", "n": 1}\n{"id": "b", "n": 1}\n')
        rows, checkpoint = changes(hudi, table, "--from", "earliest")
        assert rows == [("a", 1), ("b", 1)]
        assert changes(hudi, table, "--from", checkpoint) == ([], None)
        write(hudi, table, ("b", 2), ("c", 2))
        rows, checkpoint = changes(hudi, table, "--from", checkpoint)
        assert rows == [("b", 2), ("c", 2)]
        assert changes(hudi, table, "--from", checkpoint) == ([], None)


def test_both_times_of_a_commit_stand_for_it(hudi, tmp_path):
    table = tmp_path / "t"
    first = write(hudi, table, ("a", 1))
    second = write(hudi, table, ("a", 2), ("b", 2))
    for begin in ("instant", "completion"):
        for end in ("instant", "completion"):
            rows, _ = changes(hudi, table, "--from", first[begin], "--to", second[end])
            assert rows == [("a", 2), ("b", 2)]
            assert changes(hudi, table, "--from", "earliest", "--to", first[end])[0] == [("a", 1)]
            assert changes(hudi, table, "--from", second[begin])[0] == []


def test_wrong_use(hudi, tmp_path):
    table = tmp_path / "t"
    write(hudi, table, ("a", 1))
    assert "--to needs --from" in failed(hudi("read", table, "--to", "latest"), 2)
    assert "--from goes with" in failed(
        hudi("read", table, "--from", "earliest", "--query", "snapshot"), 2)
    assert "begin.instanttime" in failed(hudi("read", table, "--query", "incremental"))
    assert "expected yyyyMMddHHmmss" in failed(hudi("read", table, "--from", "yesterday"))


def test_changes_cannot_end_at_the_earliest(hudi, tmp_path):
    table = tmp_path / "t"
    first = write(hudi, table, ("a", 1))
    for begin in ("earliest", first["instant"]):
        assert "'earliest': changes cannot end there" in failed(
            hudi("read", table, "--from", begin, "--to", "earliest"))
    assert "as.of.instant" in failed(
        hudi("read", table, "--from", "earliest", "--as-of", "2030-01-01"))
    key = "hoodie.datasource.read.begin.instanttime"
    assert "contradicts" in failed(
        hudi("read", table, "--from", "earliest", "--set", f"{key}=000"))


@pytest.mark.parametrize("version", [6, 8, 9])
def test_a_range_ends_among_the_writes_around_a_pending_compaction(hudi, tmp_path, version):
    table = tmp_path / "t"

    def upsert(*rows):
        lines = "".join(json.dumps({"id": i, "n": n}) + "\n" for i, n in rows)
        return json.loads(hudi.ok(
            "write", table, "--input", "-", "--key", "id", "--schema", DDL, "--type", "mor", "--table-version",
            version, "--set", "hoodie.compact.inline=false", "--format", "json", stdin=lines))

    upsert(("a", 1), ("b", 1))
    first = upsert(("a", 2))
    hudi.ok("compact", table, "--schedule")
    second = upsert(("b", 3))
    third = upsert(("a", 4), ("b", 4))
    for _ in range(2):
        assert changes(hudi, table, "--from", "earliest", "--to", second["instant"])[0] == [("a", 2), ("b", 3)]
        assert changes(hudi, table, "--from", first["instant"], "--to", second["instant"])[0] == [("b", 3)]
        assert changes(hudi, table, "--from", second["instant"], "--to", third["instant"])[0] == [("a", 4), ("b", 4)]
        hudi.ok("compact", table, "--run")
