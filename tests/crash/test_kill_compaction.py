# SPDX-License-Identifier: Apache-2.0
"""The program is killed at random moments of a compaction: no row changes, and the next one takes up what is left."""

import json
import random
import subprocess
import time

import pytest

from crash.test_kill import KEYS, SCHEMA, kill_after, lines, orphans

LOGS = ["--logs", "--set", "hoodie.log.compaction.blocks.threshold=1"]
GONE = [(f"k{i:05}", f"p{i % 4}", "", 9) for i in range(0, 4000, 5)]


@pytest.fixture
def table(hudi, tmp_path, version):
    """Base files of four partitions with updates, deletes and new rows in logs."""
    path = tmp_path / "t"
    options = ["--schema", SCHEMA, "--table-version", version, "--type", "mor", *KEYS,
               "--set", "hoodie.parquet.small.file.limit=0", "--set", "hoodie.compact.inline=false"]
    batches = [("bulk_insert", [(f"k{i:05}", f"p{i % 4}", "old", 1) for i in range(4000)]),
               ("upsert", [(f"k{i:05}", f"p{i % 4}", "new", 2) for i in range(0, 5000, 2)]),
               ("delete", GONE),
               ("upsert", [(f"k{i:05}", f"p{i % 4}", "newest", 3) for i in range(0, 4000, 3)])]
    for operation, batch in batches:
        hudi.ok("write", path, "--input", "-", "--operation", operation, *options, stdin=lines(batch))
    return path


def rows(hudi, path):
    """Rows with the meta columns that a compaction keeps."""
    found = hudi.json_lines("read", path, "--meta", "--format", "json")
    for row in found:
        row.pop("_hoodie_file_name")
    return sorted(json.dumps(row, sort_keys=True) for row in found)


def compact(hudi, path, options):
    return json.loads(hudi.ok("compact", path, "--format", "json", *options))["compactions"]


def pending(hudi, path):
    return [one for one in hudi.json_lines("timeline", path, "--all", "--format", "json")
            if one["state"] != "COMPLETED"]


def unseen_blocks(hudi, path):
    report = json.loads(hudi.ok("inspect", path, "--format", "json"))
    return [block for block in report.get("log_blocks_left_out", []) if block["fate"] != "compacted"]


@pytest.mark.parametrize("version", [6, 8, 9])
@pytest.mark.parametrize("options", [[], LOGS], ids=["compaction", "log_compaction"])
def test_killed_compaction_changes_no_row(hudi, table, tmp_path, options, version):
    before = rows(hudi, table)
    trial = tmp_path / "trial"

    def fresh():
        subprocess.run(["rm", "-rf", trial], check=True)
        subprocess.run(["cp", "-r", table, trial], check=True)

    fresh()
    start = time.monotonic()
    assert compact(hudi, trial, options)
    whole = time.monotonic() - start
    assert rows(hudi, trial) == before

    generator = random.Random(version)
    killed = unfinished = 0
    for i in range(12):
        fresh()
        killed += not kill_after(hudi, generator.uniform(0, whole), ["compact", trial, *options], "")
        assert rows(hudi, trial) == before
        unfinished += bool(pending(hudi, trial))
        if i % 2:  # a writer comes first
            hudi.ok("write", trial, "--input", "-", "--set", "hoodie.compact.inline=false",
                    stdin=lines([("k00001", "p1", "next", 9)]))
        expected = rows(hudi, trial)
        compact(hudi, trial, options)
        assert rows(hudi, trial) == expected
        assert pending(hudi, trial) == []
        assert orphans(trial) == []
        assert unseen_blocks(hudi, trial) == []
        # Whatever became of it, a compaction into base files still gives the same rows.
        compact(hudi, trial, [])
        assert rows(hudi, trial) == expected
        logs = [file["log_files"] for file in hudi.json_lines("files", trial, "--format", "json")]
        assert sum(logs) == 0
    assert killed > 0 and unfinished > 0
