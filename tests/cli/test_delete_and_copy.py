# SPDX-License-Identifier: Apache-2.0
"""`hudi delete` and `hudi copy`."""

import json

from cli.conftest import ORDERS, failed, lines


def ids(hudi, table, *more):
    return [row["order_id"] for row in hudi.json_lines(
        "read", table, "--columns", "order_id", "--order-by", "order_id", "--format", "json", *more)]


def test_delete_by_predicate(hudi, orders):
    result = json.loads(hudi.ok("delete", orders, "--where", "amount < 50", "--format", "json"))
    assert result["deleted"] == 2
    assert ids(hudi, orders) == ["3001"]


def test_delete_by_key(hudi, orders, tmp_path):
    keys = tmp_path / "keys.json"
    keys.write_text(lines([{"order_id": "3002", "dt": "2025-07-28"}]))
    result = json.loads(hudi.ok("delete", orders, "--keys", keys, "--format", "json"))
    assert (result["operation"], result["deleted"]) == ("delete", 1)
    (tmp_path / "keys.csv").write_text("order_id,dt\n3003,2025-07-29\n")
    hudi.ok("delete", orders, "--keys", tmp_path / "keys.csv")
    assert ids(hudi, orders) == ["3001"]


def test_delete_dry_runs_change_nothing(hudi, orders):
    result = json.loads(hudi.ok("delete", orders, "--where", "amount < 50", "--dry-run", "--format",
                                "json"))
    assert result["deleted"] == 2 and result["dry_run"]
    result = json.loads(hudi.ok("delete", orders, "--keys", "-", "--dry-run", "--format", "json",
                                stdin=lines([{"order_id": "3001", "dt": "2025-07-28"}])))
    assert result["deleted"] == 1
    assert len(ids(hudi, orders)) == 3
    assert len(hudi.json_lines("timeline", orders, "--format", "json")) == 1


def test_delete_knows_only_deleting(hudi, orders):
    message = failed(hudi("delete", orders, "--keys", "-", "--set",
                          "hoodie.datasource.write.operation=upsert"), code=2)
    assert "contradicts `hudi delete`" in message


def test_copy_gives_the_target_its_own_layout(hudi, orders, tmp_path):
    target = tmp_path / "by_status"
    hudi.ok("copy", orders, target, "--key", "order_id", "--partition-by", "status",
            "--ordering", "ts", "--keep-commit-time-as", "ods_commit_time")
    rows = hudi.json_lines("read", target, "--meta", "--format", "json", "--order-by", "order_id")
    source = hudi.json_lines("timeline", orders, "--format", "json")[0]["begin"]
    begin = hudi.json_lines("timeline", target, "--format", "json")[0]["begin"]
    assert [{k: row[k] for k in ORDERS[0]} for row in rows] == ORDERS
    assert {row["ods_commit_time"] for row in rows} == {source}
    assert {row["_hoodie_commit_time"] for row in rows} == {begin}
    assert {row["_hoodie_partition_path"] for row in rows} == {"CREATED",
                                                               "__HIVE_DEFAULT_PARTITION__"}


def test_copy_as_of_and_where(hudi, orders, tmp_path):
    first = hudi.json_lines("timeline", orders, "--format", "json")[0]["begin"]
    hudi.ok("delete", orders, "--where", "order_id = '3001'")
    hudi.ok("copy", orders, tmp_path / "old", "--as-of", first, "--key", "order_id")
    assert ids(hudi, tmp_path / "old") == ["3001", "3002", "3003"]
    hudi.ok("copy", orders, tmp_path / "some", "--where", "amount > 0", "--key", "order_id")
    assert ids(hudi, tmp_path / "some") == ["3002"]


def test_copy_of_what_is_no_table(hudi, tmp_path):
    assert "nowhere" in failed(hudi("copy", tmp_path / "nowhere", tmp_path / "t"))
