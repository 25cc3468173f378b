# SPDX-License-Identifier: Apache-2.0
"""`hudi config`: what keys mean, and that docs/config.md says the same."""

import csv
import io
import re
import shlex

import pytest

from cli.conftest import failed, on_terminal


@pytest.fixture(scope="module")
def keys(hudi):
    return hudi.json_lines("config", "--all", "--format", "json")


def page(text):
    """{name: value} of what is printed about one key."""
    lines = text.splitlines()
    return {"key": lines[0]} | dict(re.fullmatch(r" {2}(.{11}) {2}(.+)", line).groups()
                                    for line in lines[1:] if not line.startswith("  ("))


def about(hudi, key):
    return {name.strip(): value for name, value in page(hudi.ok("config", key)).items()}


def test_the_reference_in_docs_is_current(hudi, root):
    assert (root / "docs/config.md").read_text() == hudi.ok("config", "--all", "--format",
                                                            "markdown"), (
        "run: hudi config --all --format markdown > docs/config.md")


def test_every_key_stands_in_the_reference_once(hudi, keys):
    text = hudi.ok("config", "--all", "--format", "markdown")
    rows = re.findall(r"^\| `([^`]+)` \|(.*)\|$", text, re.MULTILINE)
    assert sorted(name for name, _ in rows) == sorted(key["key"] for key in keys)
    for name, rest in rows:
        assert rest.replace("\\|", "").count("|") == 2, name


def test_every_key_has_an_effect(keys):
    assert len(keys) > 700
    for key in keys:
        assert key["effect"].endswith("."), key
        assert key["expects"] and key["topic"] and key["read_by"], key


def test_without_a_key_only_used_ones(hudi, keys):
    used = hudi.json_lines("config", "--format", "json")
    assert 90 < len(used) < len(keys)
    assert all(key["used"] for key in used)


def test_one_key(hudi):
    key = about(hudi, "hoodie.parquet.compression.codec")
    assert key["default"] == "zstd; Hudi: gzip"
    assert key["used here"] == "yes"
    assert "snappy" in key["expects"]
    assert key["example"] == ("hudi write orders --input rows.json --set "
                              "hoodie.parquet.compression.codec=gzip")


def test_a_key_with_a_short_form(hudi):
    assert about(hudi, "hoodie.datasource.write.recordkey.field")["short form"] == "hudi write --key"
    assert about(hudi, "as.of.instant")["short form"] == "hudi read --as-of"


def test_a_key_whose_default_differs_between_versions(hudi):
    assert about(hudi, "hoodie.write.table.version")["default"] == "none (version 6), 8 (8), 9 (9)"


def test_a_key_that_is_ignored(hudi):
    key = about(hudi, "hoodie.clean.commits.retained")
    assert key["used here"].startswith("no: ")
    assert "example" not in key
    assert key["effect"] and key["also called"] == "hoodie.cleaner.commits.retained"


def test_an_older_name(hudi):
    text = hudi.ok("config", "hoodie.table.precombine.field")
    assert text.startswith("hoodie.table.ordering.fields\n  (hoodie.table.precombine.field is an "
                           "older name of it)\n")


def test_a_part_of_a_name_lists_what_has_it(hudi):
    names = [key["key"] for key in hudi.json_lines("config", "keygen.timebased", "--format", "json")]
    assert "hoodie.keygen.timebased.timezone" in names and len(names) > 5
    rows = list(csv.DictReader(io.StringIO(hudi.ok("config", "keygen.timebased", "--format", "csv"))))
    assert [row["key"] for row in rows] == names


def test_an_unknown_key_names_the_nearest(hudi):
    assert failed(hudi("config", "hoodie.index.tpye")) == (
        "unknown key 'hoodie.index.tpye'; did you mean 'hoodie.index.type'?")


def test_values_of_words(hudi, keys):
    by_name = {key["key"]: key for key in keys}
    assert by_name["hoodie.index.type"]["values"] == "SIMPLE, GLOBAL_SIMPLE, BLOOM, GLOBAL_BLOOM, BUCKET"
    assert by_name["hoodie.metadata.enable"]["values"] == "true, false"
    assert by_name["hoodie.parquet.max.file.size"]["values"] == ""


def test_examples_are_values_that_parse(hudi, keys, tmp_path):
    """Each example as it stands is refused neither as unknown nor as malformed."""
    (tmp_path / "rows.json").write_text('{"order_id": "1", "dt": "2025-07-28"}\n')
    for key in keys:
        if not key["used"] or not key["example"]:
            continue
        command = shlex.split(about(hudi, key["key"])["example"])
        assert command[:3] in (["hudi", "write", "orders"], ["hudi", "read", "orders"])
        setting = command[-1]
        assert setting == f"{key['key']}={key['example']}"
        if command[1] == "read":
            continue
        done = hudi("write", tmp_path / "orders", "--input", tmp_path / "rows.json", "--set", setting,
                    "--dry-run")
        assert "no such key" not in done.stderr, setting
        assert ": expected " not in done.stderr, done.stderr


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_on_a_terminal_sentences_fit_and_names_stay_whole(hudi, keys, columns):
    text, code = on_terminal(hudi, columns, "config", "--all")
    assert code == 0
    lines = text.splitlines()
    names = {key["key"] for key in keys}
    assert {line.split("  ")[0] for line in lines if not line.startswith(" ")} == names
    too_wide = [line for line in lines if len(line) > columns and line.split()[0] not in names]
    assert not too_wide
