# SPDX-License-Identifier: Apache-2.0
"""docs/coming_from_spark.md names every option of the data source, and says of each what the program does with it."""

import re

import pages
import pytest

PAGE = (pages.ROOT / "docs/coming_from_spark.md").read_text(encoding="utf-8")
KEY = re.compile(r"`(hoodie\.[a-z0-9._]+|as\.of\.instant)")
# What a family is named by on the page.
FAMILIES = {
    "hoodie.datasource.write.streaming.": "hoodie.datasource.write.streaming.retry.count",
    "hoodie.keygen.timebased.": "hoodie.keygen.timebased.timezone",
}
# Names under which tables store what is a write option under another name.
STORED = re.compile(r"hoodie\.(table|record\.merge)\.|hoodie\.compaction\.payload\.class|hoodie\.bootstrap\.base\.path"
                    r"|hoodie\.datasource\.write\.table\.name|hoodie\.datasource\.partition_extractor_class")


def section(title):
    return re.search(rf"^## {re.escape(title)}.*?\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S).group(1)


@pytest.fixture(scope="module")
def keys(hudi):
    return {key["key"]: key for key in hudi.json_lines("config", "--all", "--format", "json")}


def named(key):
    if key in KEY.findall(PAGE):
        return True
    return any(key.startswith(prefix) and name in PAGE for prefix, name in FAMILIES.items())


def test_every_write_option_of_the_data_source_is_named(keys):
    assert [key for key in keys if key.startswith("hoodie.datasource.write.") and not STORED.match(key)
            and not named(key)] == []


def test_every_key_that_is_acted_on_is_named(keys):
    assert [key for key, about in keys.items() if about["used"] and not STORED.match(key) and not named(key)] == []


def test_options_that_keep_their_name_are_acted_on(keys):
    table = KEY.findall(section("Write options that keep their name"))
    assert len(table) > 50
    assert [key for key in table if not keys[key]["used"]] == []


def test_flags_stand_for_keys_that_are_acted_on(keys, hudi):
    rows = re.findall(r"^\| `(hoodie\.[a-z0-9._]+)` \| `(--[a-z-]+)`", section("Write options that have a flag"), re.M)
    assert len(rows) >= 7
    for key, flag in rows:
        assert keys[key]["used"], key
        # A flag and the key that it stands for contradict each other if their values differ.
        done = hudi("write", "nowhere", "--input", "nothing.json", flag, "6" if flag == "--table-version" else
                    "cow" if flag == "--type" else "insert" if flag == "--operation" else "x",
                    "--set", f"{key}=other")
        assert done.returncode == 2 and f"{flag} " in done.stderr and key in done.stderr, done.stderr


def test_options_that_are_ignored_are_noted(hudi, tmp_path):
    text = section("Options without effect")
    ignored = [key for key in KEY.findall(text.partition("Refused")[0]) if key != "hoodie.metadata.enable"]
    assert len(ignored) >= 4
    rows = '{"id":1}\n'
    hudi.ok("write", tmp_path / "t", "--input", "-", "--key", "id", stdin=rows)
    for key in ignored:
        done = hudi("write", tmp_path / "t", "--input", "-", "--set", f"{key}=true", stdin=rows)
        assert done.returncode == 0 and f"'{key}' has no effect" in done.stderr, done.stderr


REFUSED = {
    "hoodie.index.type": "RECORD_INDEX",
    "hoodie.index.class": "com.example.Index",
    "hoodie.datasource.write.payload.class": "com.example.Payload",
    "hoodie.write.record.merge.mode": "CUSTOM",
    "hoodie.datasource.write.keygenerator.class": "com.example.Generator",
    "hoodie.bulkinsert.user.defined.partitioner.class": "com.example.Partitioner",
    "hoodie.precommit.validators": "com.example.Validator",
    "hoodie.allow.operation.metadata.field": "true",
    "hoodie.base.file.format": "ORC",
    "hoodie.table.base.file.format": "ORC",
    "hoodie.write.concurrency.mode": "optimistic_concurrency_control",
}


# Of a bucket index only.
REFUSED_OF_BUCKETS = {"hoodie.index.bucket.engine": "CONSISTENT_HASHING",
                      "hoodie.bucket.index.partition.expressions": "p.*,8"}


@pytest.mark.parametrize("key", [*REFUSED, *REFUSED_OF_BUCKETS])
def test_options_that_are_refused_are_refused(hudi, tmp_path, key):
    assert f"`{key}`" in section("Options without effect").partition("Refused")[2]
    value = {**REFUSED, **REFUSED_OF_BUCKETS}[key]
    index = ["--set", "hoodie.index.type=BUCKET"] if key in REFUSED_OF_BUCKETS else []
    done = hudi("write", tmp_path / "t", "--input", "-", "--key", "id", *index, "--set", f"{key}={value}",
                stdin='{"id":1}\n')
    assert done.returncode == 1, done.stdout
    assert key in done.stderr, done.stderr
    assert not (tmp_path / "t").exists()
