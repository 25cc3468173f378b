# SPDX-License-Identifier: Apache-2.0
"""Rows of docs/differences.md about several rows of a key in log files: they come to what a copy-on-write table has.

Each row of LATE names a row of the page; test_listing.py holds both together.
"""

import json

import pytest

MODEL = "org.apache.hudi.common.model."
DEBEZIUM = MODEL + "debezium."
MARKER = "__debezium_unavailable_value"
FLAGGED = "id string, v string, ts bigint, _hoodie_is_deleted boolean"
CAPTURED = "id string, v string, ts bigint, _change_operation_type string, _event_lsn bigint"
BINARY_LOG = "id string, v string, ts bigint, _change_operation_type string, _event_seq string"


def put(v, ts, **more):
    return {"id": "a", "v": v, "ts": ts, **more}


def flagged(v, ts, deleted=False):
    return put(v, ts, _hoodie_is_deleted=deleted)


def captured(v, ts, operation="u"):
    return put(v, ts, _change_operation_type=operation, _event_lsn=ts)


def binary_log(v, ts, operation="u"):
    return put(v, ts, _change_operation_type=operation, _event_seq=f"00001.{ts}")


# (row of the page, versions, payload, columns, the rows of each commit, what is there in the end)
LATE = [
    ("log-order-on-version-6", [6, 8, 9], MODEL + "OverwriteWithLatestAvroPayload", FLAGGED,
     [flagged("base", 5), flagged("high", 9), flagged("last", 7)], ["last"]),
    ("log-order-on-version-6", [6, 8, 9], MODEL + "OverwriteNonDefaultsWithLatestAvroPayload", FLAGGED,
     [flagged("base", 5), flagged("high", 9), flagged("last", 7)], ["last"]),
    ("log-order-on-version-6", [6, 8, 9], MODEL + "OverwriteNonDefaultsWithLatestAvroPayload", FLAGGED,
     [flagged("base", 5), flagged("high", 9), flagged("gone", 7, True)], []),
    ("log-order-on-version-6", [6, 8, 9], MODEL + "AWSDmsAvroPayload", "id string, v string, ts bigint, Op string",
     [put("base", 5, Op="I"), put("high", 9, Op="U"), put("gone", 7, Op="D")], []),
    ("log-order-on-version-6", [6, 8], MODEL + "EventTimeAvroPayload", FLAGGED,
     [flagged("base", 5), flagged("high", 9), flagged("gone", 7, True)], []),
    ("log-order-on-version-6", [6, 8], MODEL + "PartialUpdateAvroPayload", FLAGGED,
     [flagged("base", 5), flagged("high", 9), flagged("gone", 7, True)], []),
    ("late-deletes", [6, 8, 9], MODEL + "DefaultHoodieRecordPayload", FLAGGED,
     [flagged("base", 5), flagged("gone", 4, True)], ["base"]),
    ("late-deletes", [6, 8], MODEL + "FirstValueAvroPayload", FLAGGED,
     [flagged("base", 5), flagged("gone", 4, True)], ["base"]),
    ("late-deletes", [6, 8, 9], DEBEZIUM + "PostgresDebeziumAvroPayload", CAPTURED,
     [captured("base", 5), captured("gone", 4, "d")], ["base"]),
    *[("late-deletes", [6, 8], MODEL + payload, FLAGGED, [flagged("base", 5), flagged("gone", 4, True)], [])
      for payload in ("OverwriteNonDefaultsWithLatestAvroPayload", "PartialUpdateAvroPayload", "EventTimeAvroPayload")],
    ("late-debezium-deletes", [6, 8], DEBEZIUM + "MySqlDebeziumAvroPayload", BINARY_LOG,
     [binary_log("base", 5), binary_log("gone", 4, "d")], ["base"]),
    ("fills-among-logs", [6, 8, 9], MODEL + "PartialUpdateAvroPayload", FLAGGED,
     [flagged("base", 5), flagged("late", 3), flagged(None, 9)], ["base"]),
    ("fills-among-logs", [6, 8, 9], MODEL + "OverwriteNonDefaultsWithLatestAvroPayload", FLAGGED,
     [flagged("base", 5), flagged("sent", 6), flagged(None, 9)], ["sent"]),
    ("fills-among-logs", [6, 8, 9], DEBEZIUM + "PostgresDebeziumAvroPayload", CAPTURED,
     [captured("base", 5), captured("sent", 6), captured(MARKER, 9)], ["sent"]),
]


@pytest.mark.parametrize("name, version, payload, ddl, commits, expected", [
    pytest.param(name, version, payload, ddl, commits, expected, id=f"{name}-{payload.rpartition('.')[2]}-{number}-{version}")
    for number, (name, versions, payload, ddl, commits, expected) in enumerate(LATE) for version in versions])
def test_logs_come_to_what_a_copy_on_write_table_has(hudi, tmp_path, name, version, payload, ddl, commits, expected):
    ordering = {BINARY_LOG: "_event_seq", CAPTURED: "_event_lsn"}.get(ddl, "ts")

    def rows_of(table):
        return [row["v"] for row in hudi.json_lines("read", table, "--format", "json")]

    for kind in ("mor", "cow"):
        table = tmp_path / kind
        for rows in commits:
            hudi.ok("write", table, "--input", "-", "--schema", ddl, "--key", "id", "--ordering", ordering, "--type", kind,
                    "--table-version", version, "--set", f"hoodie.datasource.write.payload.class={payload}",
                    "--set", "hoodie.compact.inline=false", stdin=json.dumps(rows) + "\n")
        assert rows_of(table) == expected, kind
    hudi.ok("compact", tmp_path / "mor")
    assert rows_of(tmp_path / "mor") == expected
