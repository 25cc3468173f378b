# SPDX-License-Identifier: Apache-2.0
"""`hudi doctor`: what the program is built of, and what is broken here."""

import csv
import io
import json
import os
import re
import subprocess

import pytest

from cli.conftest import on_terminal


def doctor(hudi, *arguments, **variables):
    return subprocess.run([hudi.path, "doctor", *map(str, arguments)], capture_output=True, text=True,
                          env=dict(os.environ, TZ="UTC") | variables, timeout=60)


def report(done):
    return json.loads(done.stdout)


def test_a_healthy_machine(hudi, tmp_path):
    done = doctor(hudi, tmp_path)
    assert done.returncode == 0 and done.stderr == ""
    for word in ["Arrow", "Parquet", "zlib", "fmt", "codecs", "time zone", "exclusive creation",
                 "copy-on-write"]:
        assert word in done.stdout, word
    assert done.stdout.startswith(hudi.ok("--version").strip())
    assert "broken" not in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_json_is_one_object(hudi, tmp_path):
    found = report(doctor(hudi, tmp_path, "--format", "json"))
    assert hudi.ok("--version") == f"hudi {found['hudi']}\n"
    libraries = {library["name"]: library for library in found["libraries"]}
    assert libraries["Arrow"]["built_with"].split(".")[0] == libraries["Arrow"]["running"].split(".")[0]
    assert os.path.exists(libraries["Arrow"]["path"])
    assert all(check["ok"] for check in found["checks"] + found["folder_checks"] if check["needed"])
    assert found["folder"] == str(tmp_path)
    assert {feature["on"] for feature in found["features"]} == {True, False}
    assert "folder" not in report(doctor(hudi, "--format", "json"))


def test_csv_says_the_same_as_json(hudi, tmp_path):
    words = [tmp_path, "--format"]
    found = list(csv.DictReader(io.StringIO(doctor(hudi, *words, "csv").stdout)))
    whole = report(doctor(hudi, *words, "json"))
    assert (found[0]["name"], found[0]["value"]) == ("hudi", whole["hudi"])
    assert (found[0]["built_with"], found[0]["note"]) == (whole["compiler"], whole["build_type"])
    for section in ("libraries", "checks", "features", "folder_checks"):
        lines = [line for line in found if line["section"] == section]
        assert [line["name"] for line in lines] == [entry["name"] for entry in whole[section]]
        for line, entry in zip(lines, whole[section]):
            if section == "libraries":
                assert (line["value"], line["path"]) == (entry["running"], entry["path"])
            else:
                is_good = entry["on" if section == "features" else "ok"]
                assert (line["state"] in ("ok", "on")) == is_good
                assert line["note"] == entry["note"]
    done = doctor(hudi, "--format", "csv", TMPDIR="/nowhere/at/all")
    assert done.returncode == 1 and "checks,temporary folder,broken," in done.stdout


def test_every_library_that_the_program_loads_is_named(hudi):
    """Except the loader's own and what others bring along."""
    loaded = subprocess.run(["ldd", hudi.path], capture_output=True, text=True, check=True).stdout
    stems = set(re.findall(r"^\s+lib([a-z_+]+)[-.\d]*\.so", loaded, re.MULTILINE))
    named = {os.path.basename(library["path"]).split(".so")[0].removeprefix("lib")
             for library in report(doctor(hudi, "--format", "json"))["libraries"]}
    brought_along = {"bsd", "md", "tinfo"}  # by libedit
    unnamed = stems - named - brought_along - {"hudi", "hudi_sql", "gcc_s", "m", "rt", "pthread", "dl", "asan", "ubsan"}
    assert not unnamed, unnamed


@pytest.mark.parametrize("variables, name", [
    ({"TMPDIR": "/nowhere/at/all"}, "temporary folder"),
    ({"TZ": "Nowhere/Nothing"}, "time zone"),
])
def test_what_is_broken_fails_and_is_named(hudi, variables, name):
    done = doctor(hudi, "--format", "json", **variables)
    assert done.returncode == 1
    assert done.stderr.startswith(f"hudi: error: {name}: ") and done.stderr.count("\n") == 1
    check = next(c for c in report(done)["checks"] if c["name"] == name)
    assert not check["ok"] and check["needed"]
    assert re.search(rf"^ +broken  {name} ", doctor(hudi, **variables).stdout, re.MULTILINE)


@pytest.mark.parametrize("path, gist", [
    ("missing", "does not exist"), ("file", "is no folder"), ("s3://bucket/t", "s3")])
def test_a_folder_that_is_none(hudi, tmp_path, monkeypatch, path, gist):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    done = doctor(hudi, path)
    assert done.returncode == 1
    assert "hudi: error: folder: " in done.stderr and gist in done.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_cannot_be_written(hudi, tmp_path):
    tmp_path.chmod(0o500)
    done = doctor(hudi, tmp_path)
    tmp_path.chmod(0o700)
    assert done.returncode == 1 and "writing" in done.stderr


def test_a_table_stays_as_it_is(hudi, orders):
    before = sorted((p, p.stat().st_mtime_ns) for p in orders.rglob("*") if p.is_file())
    assert doctor(hudi, orders).returncode == 0
    assert sorted((p, p.stat().st_mtime_ns) for p in orders.rglob("*") if p.is_file()) == before


@pytest.mark.parametrize("columns", [80, 120])
def test_it_fits_the_terminal(hudi, tmp_path, columns):
    text, code = on_terminal(hudi, columns, "doctor")
    assert code == 0
    assert [line for line in text.splitlines() if len(line) > columns] == []
