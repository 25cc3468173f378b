# SPDX-License-Identifier: Apache-2.0
"""Sequences of operations that both engines carry on in one table; after each, both read the same."""

import pytest

from conformance import spark_types
from interop.engines import META
from interop.model import Model

DDL = "id string, part string, region string, val string, n int, ts bigint"
KINDS = {"id": "string", "part": "string", "region": "string", "val": "string", "n": "int",
         "ts": "bigint"}


def row(id, part, val, n, ts):
    return {"id": id, "part": part, "region": "r" + part[-1], "val": val, "n": n, "ts": ts}


LAYOUTS = {
    "simple": (["id"], ["part"], {}),
    "hive_style": (["id"], ["part"],
                   {"hoodie.datasource.write.hive_style_partitioning": "true"}),
    "complex": (["id", "n"], ["part", "region"],
                {"hoodie.datasource.write.keygenerator.class":
                 "org.apache.hudi.keygen.ComplexKeyGenerator"}),
    "nonpartitioned": (["id"], [], {"hoodie.datasource.write.keygenerator.class":
                                    "org.apache.hudi.keygen.NonpartitionedKeyGenerator"}),
}

FIRST = [
    ("bulk_insert", [row("a", "p1", "a0", 1, 10), row("b", "p1", "b0", 2, 10),
                     row("c", "p2", "c0", 3, 10), row("d", "p3", "d0", 4, 10)]),
    ("insert", [row("e", "p2", "e0", 5, 10)]),
    ("upsert", [row("a", "p1", "a1", 1, 20), row("f", "p1", "f0", 6, 10)]),
    ("delete", [row("b", "p1", "", 2, 0)]),
    ("insert_overwrite", [row("g", "p2", "g0", 7, 10)]),
    ("upsert", [row("g", "p2", "g1", 7, 20), row("h", "p3", "h0", 8, 10)]),
    ("delete_partition", [row("any", "p3", "", 0, 0)]),
]
SECOND = [
    ("upsert", [row("a", "p1", "a2", 1, 30), row("i", "p1", "i0", 9, 10),
                row("g", "p2", "stale", 7, 5)]),
    ("bulk_insert", [row("j", "p2", "j0", 10, 10)]),
    ("delete", [row("f", "p1", "", 6, 0)]),
]
THIRD = [
    ("upsert", [row("j", "p2", "j1", 10, 20), row("a", "p1", "stale", 1, 1)]),
    ("insert_overwrite_table", [row("k", "p1", "k0", 11, 10), row("l", "p2", "l0", 12, 10)]),
    ("upsert", [row("k", "p1", "k1", 11, 20), row("m", "p1", "m0", 13, 10)]),
]


def options_of(keys, partitions, extra):
    return {"hoodie.table.name": "shared", "hoodie.datasource.write.recordkey.field": ",".join(keys),
            "hoodie.datasource.write.partitionpath.field": ",".join(partitions),
            "hoodie.datasource.write.precombine.field": "ts", **extra}


def business_rows(model):
    names = sorted(KINDS)
    return sorted((tuple((name, spark_types.comparable(spark_types.parse(KINDS[name]), r[name]))
                         for name in names) for r in model.rows.values()), key=repr)


def without_meta(rows):
    return sorted((tuple(item for item in r if item[0] not in META) for r in rows), key=repr)


def check_equal(path, ours, spark, model, where):
    our_types, our_rows = ours.read(path)
    spark_types_found, spark_rows = spark.read(path)
    assert our_rows == spark_rows, where
    assert our_types == spark_types_found, where
    assert without_meta(our_rows) == business_rows(model), where
    return our_rows


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("first_engine", ["ours", "spark"])
def test_operations_of_both(reference, ours, tmp_path, layout, first_engine):
    keys, partitions, extra = LAYOUTS[layout]
    options = options_of(keys, partitions, extra)
    model = Model(keys, partitions, incoming_always_wins=reference.table_version == 6)
    path = tmp_path / "table"
    # Spark begins half of its tables with a metadata table and half without.
    metadata = "true" if layout in ("simple", "complex") else "false"

    def write(engine, operation, rows):
        if engine == "ours":
            ours.write(path, operation, DDL, rows, options, table_version=reference.table_version)
        else:
            reference.spark.write(path, operation, DDL, rows,
                                  {**options, "hoodie.metadata.enable": metadata})

    second_engine = "spark" if first_engine == "ours" else "ours"
    seen = []
    for engine, steps in ((first_engine, FIRST), (second_engine, SECOND), (first_engine, THIRD)):
        for operation, rows in steps:
            if operation == "delete_partition" and not partitions:
                continue
            write(engine, operation, rows)
            model.apply(operation, rows)
            where = f"after {operation} by {engine}"
            seen.append(check_equal(path, ours, reference.spark, model, where))
    assert len({r for rows in seen for r in rows}) > 10

    if layout == "simple":
        instants = sorted({dict(r)["_hoodie_commit_time"] for rows in seen for r in rows})
        for instant in instants:
            travel = {"as.of.instant": instant}
            assert ours.read(path, travel)[1] == reference.spark.read(path, travel)[1], instant


def test_spark_reads_and_rewrites_large_dictionaries(reference, ours, tmp_path):
    """Thousands of values that repeat: our runs of places in a dictionary are longer than other writers'."""
    path = tmp_path / "table"
    options = {**options_of(["id"], [], LAYOUTS["nonpartitioned"][2]), "hoodie.metadata.enable": "false"}
    rows = [row(f"k{i:05}", "p1", f"v{i * 7919 % 301}", i * 104729 % 53, i * 31 % 17) for i in range(5000)]
    model = Model(["id"], [], incoming_always_wins=reference.table_version == 6)
    for engine, operation, batch in [("ours", "bulk_insert", rows), ("spark", "upsert", [row("k00007", "p1", "new", 1, 99)]),
                                     ("ours", "upsert", [row("k04000", "p1", "new", 2, 99)])]:
        if engine == "ours":
            ours.write(path, operation, DDL, batch, options, table_version=reference.table_version)
        else:
            reference.spark.write(path, operation, DDL, batch, options)
        model.apply(operation, batch)
        check_equal(path, ours, reference.spark, model, f"{operation} by {engine}")
