# SPDX-License-Identifier: Apache-2.0
"""Merge-on-read tables of every known payload class: both engines write, in random order, and read the same rows after
each step, and after a compaction of ours.

Left out is what the releases themselves answer in two ways (docs/differences.md: log-order-on-version-6, late-deletes,
fills-among-logs, filled-rows-in-logs): late rows where that depends on the file they stand in, late deletes, and keys that come back.
"""

import random

import pytest

UPSERTS = 5
KEYS = [f"k{i}" for i in range(6)]
UNAVAILABLE = "__debezium_unavailable_value"  # Postgres Debezium keeps what is stored
COLUMNS = "id string, v string, w string, ts bigint"
FLAG = ", _hoodie_is_deleted boolean"


class Payload:
    def __init__(self, name, columns=FLAG, ordering="ts", missing="text", late=(6, 8, 9)):
        """`missing`: what `v` is now and then; `late`: table versions on which late rows are tried."""
        self.name = name
        self.payload_class = "org.apache.hudi.common.model." + name
        self.ddl = COLUMNS + columns
        self.ordering, self.missing, self.late = ordering, missing, late

    def options(self):
        options = {"hoodie.table.name": "t", "hoodie.datasource.write.recordkey.field": "id",
                   "hoodie.datasource.write.partitionpath.field": "",
                   "hoodie.datasource.write.keygenerator.class": "org.apache.hudi.keygen.NonpartitionedKeyGenerator",
                   "hoodie.datasource.write.table.type": "MERGE_ON_READ", "hoodie.metadata.enable": "false",
                   "hoodie.compact.inline": "false", "hoodie.datasource.write.payload.class": self.payload_class}
        if self.ordering:
            options["hoodie.datasource.write.precombine.field"] = self.ordering
        return options

    def row(self, key, number, ts, deleted, lacks_v, pick):
        row = {"id": key, "v": self.missing if lacks_v else f"v{number}", "w": f"w{number}", "ts": ts}
        if FLAG in self.ddl:
            row["_hoodie_is_deleted"] = deleted
        if "Dms" in self.name:
            row["Op"] = "D" if deleted else pick.choice("IU")
        if "Debezium" in self.name:
            row["_change_operation_type"] = "d" if deleted else "u"
        if "MySql" in self.name:
            row.update(_event_bin_file=f"{ts // 1000:05}", _event_pos=1000 + ts, _event_seq=f"{ts // 1000:05}.{1000 + ts}")
        if "Postgres" in self.name:
            row["_event_lsn"] = ts
        return row


def payloads(version):
    found = [
        Payload("OverwriteWithLatestAvroPayload", late=(8, 9)),
        Payload("DefaultHoodieRecordPayload"),
        Payload("OverwriteNonDefaultsWithLatestAvroPayload", missing=None if version > 6 else "text", late=(8, 9)),
        Payload("PartialUpdateAvroPayload", missing=None if version > 6 else "text", late=()),
        Payload("EventTimeAvroPayload"),
        Payload("AWSDmsAvroPayload", ", Op string", late=(8, 9)),
        # Of version 9 it orders by its two columns itself.
        Payload("debezium.MySqlDebeziumAvroPayload", ", _change_operation_type string, _event_seq string, "
                "_event_bin_file string, _event_pos bigint", "_event_seq" if version < 9 else None),
        Payload("debezium.PostgresDebeziumAvroPayload", ", _change_operation_type string, _event_lsn bigint", "_event_lsn",
                missing=UNAVAILABLE if version > 6 else "text", late=(8,)),
    ]
    if version < 9:  # which knows no such class
        found.append(Payload("FirstValueAvroPayload"))
    return found


def without_file_names(rows):
    return [tuple(item for item in row if item[0] not in ("_hoodie_file_name", "_hoodie_commit_seqno")) for row in rows]


def random_upserts(payload, version, with_deletes, pick):
    """Batches of rows; without deletes some come late."""
    number, clock, deleted = 0, 100, set()
    for step in range(UPSERTS + 1):
        batch = []
        for key in KEYS if step == 0 else pick.sample(KEYS, pick.randint(1, 4)):
            if key in deleted:
                continue
            number, clock = number + 1, clock + 1
            late = step > 0 and not with_deletes and version in payload.late and pick.random() < 0.4
            delete = step > 0 and with_deletes and pick.random() < 0.3
            if delete:
                deleted.add(key)
            batch.append(payload.row(key, number, pick.randint(1, clock - 1) if late else clock, delete,
                                     step > 0 and pick.random() < 0.3, pick))
        if batch:
            yield batch


@pytest.mark.parametrize("with_deletes", [False, True], ids=["late_rows", "deletes"])
def test_both_engines_merge_by_the_payload(reference, ours, tmp_path, with_deletes):
    version = reference.table_version
    for payload in payloads(version):
        seed = f"{reference.release}/{payload.name}/{with_deletes}"
        pick = random.Random(seed)
        path, options, done = tmp_path / payload.name, payload.options(), []
        for batch in random_upserts(payload, version, with_deletes, pick):
            engine = pick.choice(["ours", "spark"])
            operation = "upsert" if done else "bulk_insert"
            done.append((engine, operation, batch))
            if engine == "ours":
                ours.write(path, operation, payload.ddl, batch, options, table_version=version)
            else:
                reference.spark.write(path, operation, payload.ddl, batch, options)
            rows = without_file_names(ours.read(path)[1])
            assert rows == without_file_names(reference.spark.read(path)[1]), f"{seed}: {done}"
        assert len(done) > 3
        ours.hudi.ok("compact", path)
        assert without_file_names(ours.read(path)[1]) == rows, f"{seed}, compacted: {done}"
        assert without_file_names(reference.spark.read(path)[1]) == rows, f"{seed}, compacted: {done}"
