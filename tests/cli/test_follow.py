# SPDX-License-Identifier: Apache-2.0
"""hudi changes: every change once, also over restarts, waiting and signals."""

import json
import os
import random
import signal
import subprocess
import threading
import time

import pyarrow.parquet
import pytest

from cli.conftest import failed

CDC = ("--key", "id", "--set", "hoodie.table.cdc.enabled=true")


@pytest.fixture(params=["6", "8", "9"])
def feed(hudi, tmp_path, request):
    return Feed(hudi, tmp_path, request.param)


class Feed:
    def __init__(self, hudi, folder, version):
        self.hudi, self.table, self.state, self.version = hudi, folder / "t", folder / "state", version

    def write(self, **values):
        rows = "".join(json.dumps({"id": key, "n": n}) + "\n" for key, n in values.items())
        self.hudi.ok("write", self.table, "--input", "-", *CDC, "--table-version", self.version, "--quiet", stdin=rows)

    def changes(self, *arguments):
        return [short(line) for line in self.hudi.ok("changes", self.table, *arguments).splitlines()]

    def follow(self, *arguments):
        environment = dict(os.environ, TZ="UTC")
        return subprocess.Popen([self.hudi.path, "changes", self.table, "--follow", "--interval-ms", "20", *arguments],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def short(line):
    change = json.loads(line)
    before, after = (change[side] and json.loads(change[side])["n"] for side in ("before", "after"))
    return change["op"], before, after


def test_goes_on_from_the_state_file(feed):
    feed.write(a=1)
    feed.write(a=2, b=1)
    assert feed.changes("--from", "earliest", "--state", feed.state) == [("i", None, 1), ("u", 1, 2), ("i", None, 1)]
    assert feed.changes("--state", feed.state) == []
    feed.write(b=2)
    # The state wins over --from, so that one command line serves first run and restart.
    assert feed.changes("--from", "earliest", "--state", feed.state) == [("u", 1, 2)]
    assert json.loads(feed.state.read_text())["table"] == "t"
    assert sorted(path.name for path in feed.state.parent.iterdir()) == ["state", "t"]


def test_ends_where_to_says_and_goes_on_there(feed):
    feed.write(a=1)
    feed.write(a=2)
    first = feed.hudi.json_lines("timeline", feed.table, "--format", "json")[0]
    assert feed.changes("--from", "earliest", "--to", first["begin"], "--state", feed.state) == [("i", None, 1)]
    assert feed.changes("--state", feed.state) == [("u", 1, 2)]


def test_prints_one_csv_header_for_all_commits(feed):
    feed.write(a=1)
    feed.write(a=2)
    lines = feed.hudi.ok("changes", feed.table, "--from", "earliest", "--format", "csv").splitlines()
    assert lines[0] == "op,ts_ms,before,after" and [line[0] for line in lines[1:]] == ["i", "u"]


def test_follows_new_commits_until_a_signal(feed):
    feed.write(a=1)
    process = feed.follow("--from", "earliest", "--state", feed.state)
    assert short(process.stdout.readline()) == ("i", None, 1)
    for n in range(2, 5):
        feed.write(a=n)
        assert short(process.stdout.readline()) == ("u", n - 1, n)
    process.send_signal(signal.SIGTERM)
    output, errors = process.communicate(timeout=30)
    assert output == "" and process.returncode == 128 + signal.SIGTERM
    assert errors.splitlines()[-1].startswith("hudi: error: interrupted: every commit that was begun")
    feed.write(a=9)
    assert feed.changes("--state", feed.state) == [("u", 4, 9)]


def test_no_change_is_lost_or_repeated_over_many_stops(feed):
    source, printed = random.Random(7), []
    feed.write(a=0)
    for n in range(1, 13):
        process = feed.follow("--from", "earliest", "--state", feed.state)
        feed.write(a=n)
        time.sleep(source.choice([0, 0.02, 0.1]))
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=30)
        printed += map(short, output.splitlines())
    printed += feed.changes("--from", "earliest", "--state", feed.state)
    assert printed == [("i", None, 0)] + [("u", n, n + 1) for n in range(12)]


@pytest.mark.parametrize("kind", ["cow", "mor"])
def test_no_change_is_lost_when_readers_and_writers_are_killed(feed, kind):
    """What a killed reader printed behind its state comes again: from the first row of that commit on."""
    source, printed, state = random.Random(11), [], {}
    command = [feed.hudi.path, "write", feed.table, "--input", "-", *CDC, "--type", kind, "--table-version", feed.version]
    environment = dict(os.environ, TZ="UTC")
    feed.hudi.ok(*command[1:], stdin='{"id": "k0", "n": 0}\n')

    def collect(text):
        lines = [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]
        instants = [change["ts_ms"] for change in printed]
        if lines and lines[0]["ts_ms"] in instants:
            del printed[instants.index(lines[0]["ts_ms"]):]
        printed.extend(lines)

    for n in range(1, 25):
        reader = feed.follow("--from", "earliest", "--state", feed.state)
        writer = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  text=True, env=environment)
        rows = "".join(json.dumps({"id": f"k{key}", "n": n}) + "\n" for key in source.sample(range(20), 5))
        if source.random() < 0.3:
            writer.stdin.write(rows)
            writer.stdin.close()
            time.sleep(source.uniform(0, 0.1))
            writer.kill()
            writer.wait()
        else:
            writer.communicate(rows)
        time.sleep(source.uniform(0, 0.06))
        reader.kill()
        collect(reader.communicate()[0])
        if feed.state.exists():
            assert json.loads(feed.state.read_text())["checkpoint"]
    feed.hudi.ok(*command[1:], stdin='{"id": "k0", "n": 99}\n')
    collect(feed.hudi.ok("changes", feed.table, "--from", "earliest", "--state", feed.state))
    for change in printed:
        before, after = (json.loads(change[side] or "null") for side in ("before", "after"))
        key = (before or after)["id"]
        assert state.get(key) == before, change
        state[key] = after
    assert len({change["ts_ms"] for change in printed}) > 12
    rows = {row["id"]: row for row in feed.hudi.json_lines("read", feed.table, "--format", "json")}
    assert rows == state


def test_stops_without_state_when_nobody_reads(feed):
    feed.write(**{f"k{n}": n for n in range(20000)})
    done = subprocess.run(f"'{feed.hudi.path}' changes '{feed.table}' --from earliest --state '{feed.state}' | head -1",
                          shell=True, capture_output=True, text=True, timeout=60)
    assert short(done.stdout)[0] == "i"
    assert not feed.state.exists()


def test_a_table_of_version_6_waits_for_pending_commits(hudi, tmp_path):
    """Its ranges go by requested times: a commit that completes late would be passed over."""
    feed = Feed(hudi, tmp_path, "6")
    feed.write(a=1)
    feed.write(a=2)
    first, second = sorted((feed.table / ".hoodie").glob("*.commit"))
    hidden = first.rename(first.with_name(first.name + ".hidden"))
    assert feed.changes("--from", "earliest", "--state", feed.state) == []
    hidden.rename(first)
    assert feed.changes("--from", "earliest", "--state", feed.state) == [("i", None, 1), ("u", 1, 2)]


def test_a_commit_whose_file_is_being_written_is_waited_for(feed):
    """Spark makes the file of a completed commit first, and fills it then."""
    feed.write(a=1)
    feed.write(a=2)
    last = max((feed.table / ".hoodie").rglob("*.commit"), key=lambda path: path.name)
    content = last.read_bytes()
    last.write_bytes(b"")
    filling = threading.Timer(0.3, last.write_bytes, [content])
    filling.start()
    found = feed.changes("--from", "earliest", "--state", feed.state)
    filling.join()
    assert found + feed.changes("--state", feed.state) == [("i", None, 1), ("u", 1, 2)]


REFUSED = [
    (["--from", "earliest"], "hoodie.table.cdc.enabled", 1),
    ([], "--from is missing", 2),
    (["--state", "no-state-yet"], "--from is missing", 2),
    (["--from", "earliest", "--to", "20300101000000000", "--follow"], "--to ends where --follow", 2),
    (["--from", "earliest", "--format", "table"], "--format 'table'", 2),
    (["--from", "earliest", "--where", "op is"], "--where", 2),
]


@pytest.mark.parametrize("arguments, word, code", REFUSED)
def test_refuses(hudi, orders, arguments, word, code):
    assert word in failed(hudi("changes", orders, *arguments), code)


@pytest.mark.parametrize("text, word", [("", "no JSON object"), ("[]", "no JSON object"), ('{"table": "t"}', "no text 'checkpoint'"),
                                        ('{"table": "other", "checkpoint": "20300101000000000"}', "the state of table 'other'")])
def test_refuses_a_state_file_that_is_none_of_its_table(hudi, tmp_path, text, word):
    feed = Feed(hudi, tmp_path, "8")
    feed.write(a=1)
    feed.state.write_text(text)
    assert word in failed(hudi("changes", feed.table, "--from", "earliest", "--state", feed.state))
    assert feed.state.read_text() == text


def test_a_state_that_cannot_be_written_is_an_error(hudi, tmp_path):
    feed = Feed(hudi, tmp_path, "8")
    feed.write(a=1)
    done = hudi("changes", feed.table, "--from", "earliest", "--state", tmp_path / "no-folder/state")
    assert done.returncode == 1 and "no-folder" in done.stderr


@pytest.mark.parametrize("version", ["8", "9"])
def test_a_commit_that_completed_late_counts_when_it_is_archived(hudi, tmp_path, version):
    """Archival goes by requested times, ranges by those of completion."""
    feed = Feed(hudi, tmp_path, version)
    for n in range(1, 5):
        feed.write(**{f"k{n}": n})
    timeline = feed.table / ".hoodie/timeline"
    first, _, third, _ = sorted(timeline.glob("*.commit"))
    instant, seen = first.name.split("_")[0], third.name.split("_")[1].removesuffix(".commit")
    late = str(int(seen) + 1)
    history = timeline / "history"
    history.mkdir(exist_ok=True)
    pyarrow.parquet.write_table(pyarrow.table({
        "instantTime": [instant], "completionTime": [late], "action": ["commit"],
        "metadata": [first.read_bytes()], "plan": pyarrow.array([None], pyarrow.binary()), "version": [1]}),
        history / f"{instant}_{instant}_0.parquet")
    (history / "manifest_1").write_text(json.dumps({"files": [
        {"fileName": f"{instant}_{instant}_0.parquet", "fileLen": 1}]}))
    (history / "_version_").write_text("1")
    for file in timeline.glob(f"{instant}*"):
        file.unlink()
    found = hudi.json_lines("read", feed.table, "--from", seen, "--format", "json")
    assert sorted(row["id"] for row in found) == ["k1", "k4"]
    assert hudi.json_lines("read", feed.table, "--from", late, "--to", late, "--format", "json") == []
    assert "are archived" in failed(hudi("changes", feed.table, "--from", seen))
    assert feed.changes("--from", late) == [("i", None, 4)]
