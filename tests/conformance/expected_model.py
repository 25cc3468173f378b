# SPDX-License-Identifier: Apache-2.0
"""What a table holds after each step of a case, worked out from the case's inputs alone.

A small copy of the rules, in plain Python and apart from our program: rows are dicts in a list, a write is a
loop. It stands for the answers that differ from the reference (`answers.py`), and `test_model.py` holds it to
the reference's own recordings in every other step of the cases that it covers.
"""

import dataclasses
import decimal
import fnmatch
import operator
import re

from conformance import spark_types
from conformance.catalogue import TABLE_VERSIONS
from conformance.key_text import (DEFAULT_PARTITION, fields_of, lookup, partition_path, record_key)

WRITE = "hoodie.datasource.write."
# Options whose effect the model knows (or that have none on rows). A case with any other is not covered.
KNOWN_OPTIONS = re.compile(
    r"hoodie\.(table\.name|metadata\.enable|compact\.inline.*|log\.compaction\..*|keygen\.timebased\..*"
    r"|combine\.before\.(insert|upsert)|merge\.allow\.duplicate\.on\.inserts|payload\.delete\.\w+"
    r"|write\.(record\.merge\.mode|table\.version|auto\.upgrade|complex\.keygen\..*)"
    r"|datasource\.insert\.dup\.policy|index\.(type|bucket\.engine)|bucket\.index\..*|logfile\..*|write\.record\.positions"
    r"|datasource\.write\.((recordkey|partitionpath|precombine)\.field|table\.type|keygenerator\..*"
    r"|hive_style_partitioning|partitionpath\.urlencode|slash\.separated\.date\.partitioning"
    r"|row\.writer\.enable|insert\.drop\.duplicates|partitions\.to\.delete|drop\.partition\.columns"
    r"|payload\.class)"
    r"|parquet\.(small\.file\.limit|max\.file\.size)|copyonwrite\..*|bulkinsert\..*)"
    r"|parquet\.avro\.write-old-list-structure")
# Of these the table keeps what created it; every other option holds for its write alone.
KEPT_OPTIONS = re.compile(
    r"hoodie\.(table\.name|keygen\.timebased\..*|write\.(record\.merge\.mode|table\.version)"
    r"|datasource\.write\.((recordkey|partitionpath|precombine)\.field|keygenerator\..*"
    r"|hive_style_partitioning|partitionpath\.urlencode|slash\.separated\.date\.partitioning"
    r"|drop\.partition\.columns|payload\.class))")
EVENT_TIME_PAYLOADS = ("DefaultHoodieRecordPayload", "EventTimeAvroPayload")
OPERATIONS = ("upsert", "insert", "bulk_insert", "delete", "insert_overwrite", "insert_overwrite_table",
              "delete_partition")
FILTER = re.compile(r"(\w+) (=|<>|!=|<=|>=|<|>) ('[^']*'|-?\d+)")
COMPARE = {"=": operator.eq, "!=": operator.ne, "<>": operator.ne, "<": operator.lt, "<=": operator.le,
           ">": operator.gt, ">=": operator.ge}
# With these, several input tasks or log files, the model says nothing about files.
FILE_SIZES = re.compile(r"hoodie\.(parquet|copyonwrite|bulkinsert)\.")


def why_not_covered(case):
    """Why the model says nothing about a case, or None."""
    first = None
    for step in case["steps"]:
        options = {**case["table_options"], **(step.get("options") or {})}
        if step["kind"] == "write":
            if step.get("operation") not in OPERATIONS:
                return f"operation {step.get('operation')}"
            unknown = [k for k, v in options.items() if v is not None and not KNOWN_OPTIONS.fullmatch(k)]
            if unknown:
                return f"option {unknown[0]}"
            if options.get("hoodie.index.type", "SIMPLE") not in ("SIMPLE", "BLOOM", "BUCKET"):
                return "index " + options["hoodie.index.type"]
            if (options.get("hoodie.index.type") == "BUCKET" and step is not case["steps"][0]
                    and options.get(f"{WRITE}table.type") == "MERGE_ON_READ"
                    and step["operation"] in ("insert", "bulk_insert")):
                return "rows that are inserted into logs"
            payload = (options.get(f"{WRITE}payload.class") or "").rsplit(".", 1)[-1]
            if payload and payload not in EVENT_TIME_PAYLOADS:
                return f"payload {payload}"
            if not options.get(f"{WRITE}recordkey.field") and first is None:
                return "generated keys"
            if "error" not in step["expect"] and step["operation"] != "delete":
                schema = dict(map(tuple, step["schema"]))
                changed = [n for n, t in (first or schema).items() if schema.get(n) != t]
                if changed and step["save_mode"] != "overwrite":
                    return f"column {changed[0]} changes"
                first = first or schema
        elif step["kind"] not in ("read", "compact"):
            return step["kind"]
    return None

ONE_OF_SEVERAL = -1  # the file group of a row that went into a partition of several


@dataclasses.dataclass
class Stored:
    """One row: its values by column, its meta columns, and the file group it lies in."""
    values: dict
    key: str
    partition: str
    step: int  # the write that last put it down
    group: int


@dataclasses.dataclass
class Incoming:
    values: dict
    key: str
    partition: str
    ordering: tuple
    deletes: bool


class TableModel:
    def __init__(self, case):
        self.case = case
        self.rows = []
        self.options = None  # those that created the table; None: there is no table
        self.schema = []  # [name, type text]
        self.base_files = {}  # partition -> {group: number of base files}; None: not predicted any more

    # ---- a step -------------------------------------------------------------------------------
    def write(self, number, step):
        """Takes over a write that succeeds."""
        given = {k: v for k, v in {**self.case["table_options"], **(step.get("options") or {})}.items()
                 if v is not None}
        operation = step["operation"]
        if self.options is None or (step["save_mode"] == "overwrite"
                                    and operation != "insert_overwrite_table"):
            self.options = {k: v for k, v in given.items() if KEPT_OPTIONS.fullmatch(k)}
            self.rows, self.schema, self.base_files = [], [], {}
        self.now = {**self.options, **given}
        if operation not in ("delete", "delete_partition"):
            self.take_columns(step["schema"])
        self.number = number
        if (step["input_partitions"] > 1 or any(FILE_SIZES.match(key) for key in self.now)
                or self.merges_on_read or self.now.get("hoodie.index.type") == "BUCKET"):
            self.base_files = None
        batch = self.incoming(step)
        if operation == "upsert":
            self.upsert(batch)
        elif operation == "insert":
            self.insert(batch)
        elif operation == "bulk_insert":
            self.append(self.combined_if("insert", batch), new_groups=True)
        elif operation == "delete":
            self.delete({(row.key, row.partition) for row in batch})
        elif operation == "delete_partition":
            self.delete_partitions(batch)
        else:
            self.overwrite(operation, batch)

    # ---- what comes in --------------------------------------------------------------------------
    def take_columns(self, schema):
        known = {name for name, _ in self.schema}
        self.schema += [list(column) for column in schema if column[0] not in known]

    @property
    def merges_on_read(self):
        """Log files: rows are those of a copy-on-write table, files are not predicted."""
        return self.now.get(f"{WRITE}table.type") == "MERGE_ON_READ"

    @property
    def table_version(self):
        return int(self.options.get("hoodie.write.table.version")
                   or TABLE_VERSIONS[self.case["hudi_version"]])

    def incoming(self, step):
        kinds = {name: spark_types.parse(text) for name, text in step["schema"]}
        row_writer = (step["operation"] == "bulk_insert"
                      and self.now.get(f"{WRITE}row.writer.enable", "true") == "true")
        found = []
        if step["operation"] == "delete_partition" and f"{WRITE}partitions.to.delete" in self.now:
            return found
        for values in step["rows"]:
            row = dict(zip(kinds, values))
            found.append(Incoming(
                row, record_key(kinds, row, self.now, self.table_version, row_writer),
                partition_path(kinds, row, self.now, row_writer),
                self.ordering(kinds, row), self.is_delete(row)))
        return found

    def ordering(self, kinds, row):
        fields = fields_of(self.now, "precombine")
        if not fields and self.table_version == 6 and "ts" in kinds:
            fields = ["ts"]
        return tuple(comparable(*lookup(kinds, row, field)) for field in fields
                     if field.partition(".")[0] in kinds)

    def is_delete(self, row):
        if row.get("_hoodie_is_deleted") is True:
            return True
        field = self.now.get("hoodie.payload.delete.field")
        return field is not None and str(row.get(field)) == self.now["hoodie.payload.delete.marker"]

    # ---- who wins -------------------------------------------------------------------------------
    @property
    def by_commit_time(self):
        return self.now.get("hoodie.write.record.merge.mode") == "COMMIT_TIME_ORDERING"

    def combined(self, batch):
        """One row for each key and partition: the greatest ordering value, of equal ones the last."""
        winners = {}
        for row in batch:
            old = winners.get((row.key, row.partition))
            if old is None or self.by_commit_time or row.ordering >= old.ordering:
                winners[row.key, row.partition] = row
        return list(winners.values())

    def combined_if(self, operation, batch):
        default = "true" if operation == "upsert" else "false"
        on = self.now.get(f"hoodie.combine.before.{operation}", default) == "true"
        return self.combined(batch) if on else batch

    def beats(self, row, stored):
        """Version 6 without a payload that says otherwise: the incoming row always wins."""
        payload = (self.now.get(f"{WRITE}payload.class") or "").rsplit(".", 1)[-1]
        if self.by_commit_time or (self.table_version == 6 and payload not in EVENT_TIME_PAYLOADS):
            return True
        kinds = {name: spark_types.parse(text) for name, text in self.schema}
        return row.ordering >= self.ordering(kinds, stored.values)

    # ---- operations -----------------------------------------------------------------------------
    def drops_stored_keys(self):
        """Inserts of stored keys are left out; `drop.duplicates` on every version, the policy from 8 on."""
        policy = self.now.get("hoodie.datasource.insert.dup.policy")
        return self.now.get(f"{WRITE}insert.drop.duplicates") == "true" or (
            policy == "drop" and self.table_version > 6)

    def split(self, batch):
        """(rows whose key is stored, the others)"""
        stored = {(row.key, row.partition) for row in self.rows}
        return ([row for row in batch if (row.key, row.partition) in stored],
                [row for row in batch if (row.key, row.partition) not in stored])

    def insert(self, batch):
        if self.now.get(f"{WRITE}insert.drop.duplicates") == "true":
            batch = self.combined(batch)
        batch = self.combined_if("insert", batch)
        if self.drops_stored_keys():
            batch = self.split(batch)[1]
        elif self.now.get("hoodie.merge.allow.duplicate.on.inserts") == "false":
            updates, batch = self.split(self.combined(batch))
            self.update(updates)
        self.append(batch)

    def upsert(self, batch):
        policy = self.now.get("hoodie.datasource.insert.dup.policy")
        if self.drops_stored_keys() or (policy == "fail" and self.table_version > 6):
            self.insert(batch)
            return
        updates, inserts = self.split(self.combined_if("upsert", batch))
        touched = self.update(updates)
        self.append(inserts, touched=touched)

    def update(self, updates):
        """Every stored copy that the incoming row beats becomes that row, or goes if it is a delete."""
        by_key = {(row.key, row.partition): row for row in updates}
        touched, kept = set(), []
        for stored in self.rows:
            row = by_key.get((stored.key, stored.partition))
            if row is None:
                kept.append(stored)
                continue
            touched.add((stored.partition, stored.group))
            if not self.beats(row, stored):
                kept.append(stored)
            elif not row.deletes:
                kept.append(Stored(row.values, row.key, row.partition, self.number, stored.group))
        self.rows = kept
        self.rewrite(touched)
        return touched

    def append(self, batch, new_groups=False, touched=frozenset()):
        rows = [row for row in batch if new_groups or not row.deletes]  # bulk_insert looks at no flag
        if len(rows) < len(batch):
            self.base_files = None  # whether deletes of unknown keys write a file is not promised
        group_of, grown = {}, set()
        for partition in {row.partition for row in batch}:
            groups = (self.base_files or {}).get(partition, {})
            if new_groups or not groups:
                group_of[partition] = max(groups, default=-1) + 1
            elif len(groups) == 1:
                group_of[partition] = min(groups)
            else:  # which of them takes the inserts is not promised, only that one does
                group_of[partition] = ONE_OF_SEVERAL
                if any(partition == other for other, _ in touched):
                    self.base_files = None
            grown.add((partition, max(group_of[partition], min(groups, default=0))))
        self.rows += [Stored(row.values, row.key, row.partition, self.number, group_of[row.partition])
                      for row in rows]
        self.rewrite(grown - set(touched))

    def delete(self, keys):
        touched = {(row.partition, row.group) for row in self.rows if (row.key, row.partition) in keys}
        self.rows = [row for row in self.rows if (row.key, row.partition) not in keys]
        self.rewrite(touched)

    def delete_partitions(self, batch):
        names = self.now.get(f"{WRITE}partitions.to.delete")
        patterns = names.replace("%2A", "*").split(",") if names else {row.partition for row in batch}
        self.rows = [row for row in self.rows
                     if not any(fnmatch.fnmatchcase(row.partition, p) for p in patterns)]
        self.base_files = None

    def overwrite(self, operation, batch):
        batch = self.combined_if("insert", batch)
        replaced = {row.partition for row in batch}
        self.rows = [row for row in self.rows
                     if operation == "insert_overwrite" and row.partition not in replaced]
        self.append(batch)
        self.base_files = None

    def rewrite(self, groups):
        if self.base_files is None or any(group == ONE_OF_SEVERAL for _, group in groups):
            self.base_files = None
            return
        for partition, group in groups:
            counts = self.base_files.setdefault(partition, {})
            counts[group] = counts.get(group, 0) + 1

    # ---- what there is to see --------------------------------------------------------------------
    def snapshot(self, name_of, rows=None):
        """The rows as a case records them; `name_of(step)` is the name of that step's instant."""
        columns = [name for name, _ in self.schema]
        return {"columns": columns + ["_hoodie_record_key", "_hoodie_partition_path",
                                      "_hoodie_commit_time"],
                "rows": [[self.shown(row, column) for column in columns]
                         + [row.key, row.partition, f"<{name_of(row.step)}>"]
                         for row in (self.rows if rows is None else rows)]}

    def shown(self, row, column):
        value = row.values.get(column)
        if column in fields_of(self.options, "partitionpath"):
            if self.options.get(f"{WRITE}drop.partition.columns") == "true":  # only the path has it
                return None if row.partition == DEFAULT_PARTITION else row.partition
            return value if value != "" else None  # the default partition reads as null
        return value

    def files(self):
        if self.base_files is None:
            return None
        return {partition: dict(file_groups=len(counts), base_files=sum(counts.values()), log_files=0)
                for partition, counts in sorted(self.base_files.items())}

    def schema_now(self):
        return [list(column) for column in self.schema]

    @staticmethod
    def understands(where):
        return bool(where and FILTER.fullmatch(where))

    def selected(self, where):
        """The rows that `column op literal` keeps; null never passes."""
        column, name, literal = FILTER.fullmatch(where).groups()
        literal = literal[1:-1] if literal.startswith("'") else int(literal)
        meta = {"_hoodie_partition_path": "partition", "_hoodie_record_key": "key"}
        kept = []
        for row in self.rows:
            value = getattr(row, meta[column]) if column in meta else self.shown(row, column)
            if value is not None and COMPARE[name](value, literal):
                kept.append(row)
        return kept


def comparable(kind, value):
    """Ordering values compare as numbers or dates, not as text; null is the smallest."""
    if value is None:
        return (0,)
    if kind[0] == "decimal":
        return (1, decimal.Decimal(value))
    return (1, value)
