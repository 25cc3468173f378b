# SPDX-License-Identifier: Apache-2.0
"""The program is killed at random moments of a write: readers see the table before or after, and the next write cleans up."""

import json
import os
import random
import re
import signal
import subprocess
import time

import pytest

SCHEMA = "id string, part string, val string, ts bigint"
KEYS = ["--key", "id", "--partition-by", "part", "--ordering", "ts", "--name", "t"]


def lines(rows):
    return "".join(json.dumps(dict(zip(("id", "part", "val", "ts"), row))) + "\n" for row in rows)


def snapshot(hudi, table):
    rows = hudi.json_lines("read", table, "--format", "json")
    return sorted(tuple(row[c] for c in ("id", "part", "val", "ts")) for row in rows)


def orphans(table):
    """Base files, and log files from version 8 on, whose instant is not a completed one."""
    timeline = table / ".hoodie/timeline"
    timeline = timeline if timeline.exists() else table / ".hoodie"
    completed = {re.match(r"\d+", f.name).group() for f in timeline.iterdir()
                 if re.fullmatch(r"\d+(_\d+)?\.(commit|deltacommit|replacecommit)", f.name)}
    # Markers below .hoodie stay if a write is killed between its completion and its last step.
    data = [f for f in table.rglob("*") if ".hoodie" not in f.relative_to(table).parts]
    files = {f.name: f.stem.rsplit("_", 1)[1] for f in data if f.suffix == ".parquet"}
    # Of version 6 they carry the instant of the slice that they lie on.
    files |= {f.name: re.fullmatch(r"\..+_(\d+)\.log\.\d+_[\d-]+(\.cdc)?", f.name)[1]
              for f in data if re.match(r"\..+\.log\.", f.name) and f.suffix != ".crc"}
    return [name for name, instant in files.items() if instant not in completed]


def kill_after(hudi, seconds, arguments, stdin):
    """Starts a write, kills it with SIGKILL after a while; True if it had ended by itself."""
    process = subprocess.Popen([str(hudi.path), *map(str, arguments)], stdin=subprocess.PIPE,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env=dict(os.environ, TZ="UTC"))
    process.stdin.write(stdin.encode())
    process.stdin.close()
    time.sleep(seconds)
    ended = process.poll() is not None
    if not ended:
        process.send_signal(signal.SIGKILL)
    process.wait()
    return ended


@pytest.mark.parametrize("version", [6, 8, 9])
@pytest.mark.parametrize("kind", ["cow", "cow with cdc", "mor"])
@pytest.mark.parametrize("operation", ["upsert", "insert_overwrite"])
def test_killed_write_is_before_or_after(hudi, tmp_path, operation, kind, version):
    table = tmp_path / "t"
    base = [(f"k{i:05}", f"p{i % 4}", "old", 1) for i in range(2000)]
    batch = [(f"k{i:05}", f"p{i % 4}", "new", 2) for i in range(0, 3000, 2)]
    options = ["--schema", SCHEMA, "--table-version", version, "--type", kind[:3], *KEYS]
    if kind == "cow with cdc":
        options += ["--set", "hoodie.table.cdc.enabled=true"]
    if kind == "mor":  # every update goes to a log file
        options += ["--set", "hoodie.parquet.small.file.limit=0"]
    hudi.ok("write", table, "--input", "-", "--operation", "bulk_insert", *options,
            stdin=lines(base))

    arguments = ["write", table, "--input", "-", "--operation", operation, *options]
    start = time.monotonic()
    probe = tmp_path / "probe"
    subprocess.run(["cp", "-r", table, probe], check=True)
    hudi.ok("write", probe, *arguments[2:], stdin=lines(batch))
    whole = time.monotonic() - start
    after = snapshot(hudi, probe)
    assert after != sorted(base)

    generator = random.Random(version)
    killed = 0
    for _ in range(12):
        trial = tmp_path / "trial"
        subprocess.run(["rm", "-rf", trial], check=True)
        subprocess.run(["cp", "-r", table, trial], check=True)
        ended = kill_after(hudi, generator.uniform(0, whole), arguments[:1] + [trial] + arguments[2:],
                           lines(batch))
        killed += not ended
        seen = snapshot(hudi, trial)
        assert seen in (sorted(base), after)
        # The next write rolls the dead one back and stands on what readers saw.
        hudi.ok("write", trial, "--input", "-", "--operation", "upsert", *options,
                stdin=lines([("zzz", "p0", "next", 3)]))
        assert snapshot(hudi, trial) == sorted(seen + [("zzz", "p0", "next", 3)])
        assert orphans(trial) == []
    assert killed > 0


def test_killed_creation_leaves_a_path_that_can_be_written(hudi, tmp_path):
    rows = [(f"k{i:05}", f"p{i % 4}", "v", 1) for i in range(2000)]
    options = ["--schema", SCHEMA, *KEYS]
    generator = random.Random(1)
    for i in range(12):
        trial = tmp_path / f"t{i}"
        kill_after(hudi, generator.uniform(0, 0.2),
                   ["write", trial, "--input", "-", "--operation", "bulk_insert", *options],
                   lines(rows))
        before = snapshot(hudi, trial) if (trial / ".hoodie/hoodie.properties").exists() else []
        assert before in ([], sorted(rows))
        hudi.ok("write", trial, "--input", "-", "--operation", "upsert", *options,
                stdin=lines([("zzz", "p0", "next", 3)]))
        assert snapshot(hudi, trial) == sorted(before + [("zzz", "p0", "next", 3)])
        assert orphans(trial) == []
