# SPDX-License-Identifier: Apache-2.0
"""bench/run.py at a tiny scale: that it runs and what it prints, not how fast anything is."""

import json
import os
import subprocess
import sys

import pytest

ROWS, UPSERTS = 5_000, 484


def bench(root, build_dir, *arguments):
    return subprocess.run(
        [sys.executable, root / "bench/run.py", "--build", build_dir, *map(str, arguments)],
        capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="module")
def done(root, build_dir, tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench")
    finished = bench(root, build_dir, "--scale", ROWS / 5_000_000, "--rounds", 2, "--threads", 1,
                     "--peers", "none", "--workdir", folder / "work", "--output",
                     folder / "result.json")
    assert finished.returncode == 0, finished.stderr
    return finished, folder


def test_prints_one_table(done):
    lines = done[0].stdout.splitlines()
    assert lines[0].startswith(f"{ROWS} rows, {UPSERTS} upserts, 1 threads, 2 rounds, zstd; ")
    assert lines[1].split() == ["measure", "ours", "against", "theirs", "ratio", "cpu", "bar",
                                "aim", "verdict"]
    titles = [line[:22].rstrip() for line in lines[3:]]
    assert titles == ["bulk_insert", "upsert", "one row, new table", "peak, --memory 1GB",
                      "upsert, --memory 256MB", "hudi read to Arrow", "upsert into logs", "scan with logs",
                      "one row into the table", "compaction", "scan of 10 logs", "SQL first steps"]


def test_writes_every_run_as_json(done):
    result = json.loads((done[1] / "result.json").read_text())
    assert (result["rows"], result["upserts"], result["threads"]) == (ROWS, UPSERTS, 1)
    measures = {measure["measure"]: measure for measure in result["measures"]}
    for key in ("bulk_insert", "upsert"):
        measure = measures[key]
        assert len(measure["runs"]) == len(measure["runs_theirs"]) == 2
        assert measure["ratio"] > 0 and measure["cpu_ratio"] > 0
        assert measure["verdict"] in ("aim", "bar", "MISSED")
        assert all(run["seconds"] > 0 and run["peak_bytes"] > 0 for run in measure["runs"])
    assert [run["answer"]["inserted"] for run in measures["bulk_insert"]["runs"]] == [ROWS] * 2
    upsert = measures["upsert"]["runs"][0]["answer"]
    assert (upsert["updated"], upsert["inserted"]) == (388, 96)


def test_leaves_nothing_behind(done):
    assert os.listdir(done[1] / "work") == []


@pytest.mark.parametrize("arguments, reason", [
    (["--scale", "0"], "expected more than 0"),
    (["--rounds", "x"], "invalid number value: 'x'"),
    (["--peers", "flink"], "--peers 'flink': expected one of duckdb, delta, hudirs, spark, none"),
    (["--peers", "none,spark"], "none goes with no other"),
    (["--threads", "100000"], "--threads 100000: there are "),
])
def test_refuses_bad_arguments(root, build_dir, arguments, reason):
    refused = bench(root, build_dir, *arguments)
    assert refused.returncode == 2
    assert reason in refused.stderr
    assert refused.stdout == ""


def test_names_a_missing_program(root, tmp_path):
    refused = bench(root, tmp_path)
    assert refused.returncode == 2
    assert "bin/hudi is missing: run `make build`" in refused.stderr
