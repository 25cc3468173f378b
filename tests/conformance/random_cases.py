# SPDX-License-Identifier: Apache-2.0
"""Cases made from a seed: a layout, and writes on few keys, so that they meet often, with reads between."""

import random

WRITE = "hoodie.datasource.write."
GENERATOR = "org.apache.hudi.keygen."
LAYOUTS = {
    "simple": {},
    "hive_style": {f"{WRITE}hive_style_partitioning": "true"},
    "encoded": {f"{WRITE}partitionpath.urlencode": "true"},
    "two_keys": {f"{WRITE}recordkey.field": "id,n"},
    "two_levels": {f"{WRITE}partitionpath.field": "part,flag"},
    "not_partitioned": {f"{WRITE}keygenerator.class": GENERATOR + "NonpartitionedKeyGenerator",
                        f"{WRITE}partitionpath.field": None},
    "number_partition": {f"{WRITE}partitionpath.field": "n"},
    "number_key": {f"{WRITE}recordkey.field": "n"},
    "columns_dropped": {f"{WRITE}drop.partition.columns": "true"},
}
PARTITIONS = {"encoded": ["a/b", "x:y", "p 1"], "columns_dropped": ["p1", "p2"]}
ORDERINGS = {"bigint": [1, 2, 3, 4], "int": [-1, 0, 1], "double": [-0.5, 0.0, 1e21, 1.5],
             "decimal(10,2)": ["-1.00", "0.05", "9.00", "10.00"], "date": ["1969-12-31", "1970-01-01", "2024-02-29"],
             "string": ["1", "10", "9"]}
OPERATIONS = ["upsert"] * 6 + ["insert", "insert", "bulk_insert", "delete", "delete", "insert_overwrite",
                               "insert_overwrite_table", "delete_partition"]

FILTERS = ["id = 'a'", "id <> 'b'", "id > 'b'", "part = 'p1'", "part <> 'p2'", "part >= 'p2'", "n = 2", "n <> 1",
           "n >= 2", "n < 3", "val = 'v3'", "val < 'v2'", "_hoodie_partition_path = 'p1'",
           "_hoodie_record_key = 'a'"]

NEW_VALUES = {"int": 7, "string": "new", "double": 0.5}


LOG_OPTIONS = [{}, {}, {"hoodie.logfile.data.block.format": "parquet"},
               {"hoodie.write.record.positions": "false"}, {"hoodie.logfile.data.block.max.size": "200"},
               {"hoodie.logfile.max.size": "500", "hoodie.logfile.data.block.max.size": "200"}]


def bucket_options(seed, release, options):
    """The options of a bucket index for a table with these options."""
    pick = random.Random(f"buckets/{release}/{seed}")
    found = {"hoodie.index.type": "BUCKET", "hoodie.bucket.index.num.buckets": str(pick.randint(1, 6))}
    if pick.random() < 0.5:
        found["hoodie.bucket.index.hash.field"] = pick.choice(options[f"{WRITE}recordkey.field"].split(","))
    return found


def make_case(seed, release, table_type="COPY_ON_WRITE", buckets=False):
    """A case as they stand in cases/*.json, without what is expected. Step 3's instant is named i3.

    The same seed and release give the same writes for both table types; merge-on-read adds options of log
    files and compactions. `buckets`: under a bucket index; in a merge-on-read table it sends the rows of an insert
    to logs, where they meet the stored ones, so that such rows are upserted instead.
    """
    pick = random.Random(f"{release}/{seed}")
    merge_on_read = table_type == "MERGE_ON_READ"
    extra = random.Random(f"log files/{release}/{seed}")
    layout = pick.choice(list(LAYOUTS))
    ordering = pick.choice(list(ORDERINGS))
    options = {"hoodie.table.name": "tbl", f"{WRITE}recordkey.field": "id",
               f"{WRITE}partitionpath.field": "part", "hoodie.metadata.enable": "false", **LAYOUTS[layout]}
    if merge_on_read:
        options.update({f"{WRITE}table.type": table_type, "hoodie.compact.inline": "false"})
    if buckets:
        options.update(bucket_options(seed, release, options))
    if pick.random() < 0.85:
        options[f"{WRITE}precombine.field"] = "ts"
    if release != "0.15.0" and f"{WRITE}precombine.field" in options and pick.random() < 0.3:
        options["hoodie.write.record.merge.mode"] = pick.choice(["COMMIT_TIME_ORDERING", "EVENT_TIME_ORDERING"])
    schema = [["id", "string"], ["part", "string"], ["flag", "boolean"], ["val", "string"], ["n", "int"],
              ["ts", ordering]]
    deletes = pick.random() < 0.3
    if deletes:
        schema.append(["_hoodie_is_deleted", "boolean"])
    partitions = PARTITIONS.get(layout, ["p1", "p2", None])

    def row(number):
        values = [pick.choice("abcd"), pick.choice(partitions), pick.choice([True, False]), f"v{number}",
                  pick.choice([1, 2, 3]), pick.choice(ORDERINGS[ordering])]
        if deletes:
            values.append(pick.choice([None, False, False, True]))
        return values + [NEW_VALUES[kind] for _, kind in schema[len(values):]]

    steps, writes, number = [], [], 0
    for _ in range(pick.randint(3, 6)):
        operation = pick.choice(OPERATIONS if steps else ["upsert", "insert", "bulk_insert"])
        if steps and not operation.startswith("delete") and pick.random() < 0.1:
            schema = schema + [[f"new_{number}", pick.choice(["int", "string", "double"])]]
        rows = []
        for _ in range(pick.randint(1, 6)):
            number += 1
            rows.append(row(number))
        if merge_on_read and steps and extra.random() < 0.25:
            steps.append({"kind": "compact", "expect": {}})
        writes.append(len(steps))
        steps.append({"kind": "write", "operation": operation, "save_mode": "append", "input_partitions": 1,
                      "schema": schema, "rows": rows, "expect": {},
                      "options": {**step_options(pick, operation),
                                  **(extra.choice(LOG_OPTIONS) if merge_on_read else {})}})
        if buckets and merge_on_read and len(writes) > 1 and operation in ("insert", "bulk_insert"):
            steps[-1]["operation"] = "upsert"
        if buckets and merge_on_read:
            for name in ("hoodie.combine.before.upsert", "hoodie.datasource.insert.dup.policy"):
                steps[-1]["options"].pop(name, None)
        if pick.random() < 0.4:
            steps.append({"kind": "read", "where": pick.choice(FILTERS), "expect": {}})
        if pick.random() < 0.3:
            steps.append({"kind": "read", "options": {"as.of.instant": f"{{i{pick.choice(writes)}}}"},
                          "expect": {}})
    return {"name": f"random_{seed}", "topic": layout, "hudi_version": release, "table_options": options,
            "steps": steps}


def step_options(pick, operation):
    options = {}
    if operation in ("insert", "bulk_insert", "insert_overwrite") and pick.random() < 0.3:
        options["hoodie.combine.before.insert"] = "true"
    if operation == "upsert" and pick.random() < 0.1:
        options["hoodie.combine.before.upsert"] = "false"
    if operation == "insert" and pick.random() < 0.2:
        options["hoodie.datasource.insert.dup.policy"] = pick.choice(["none", "drop"])
    return options
