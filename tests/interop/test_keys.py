# SPDX-License-Identifier: Apache-2.0
"""Key generators: what one engine stored, the other continues without a conflict or a duplicate."""

import pytest

DDL = "id string, part string, at bigint, val string, ts bigint"
GENERATORS = {
    "timestamp": ("at", {
        "hoodie.datasource.write.keygenerator.class":
            "org.apache.hudi.keygen.TimestampBasedKeyGenerator",
        "hoodie.keygen.timebased.timestamp.type": "EPOCHMILLISECONDS",
        "hoodie.keygen.timebased.output.dateformat": "yyyy/MM/dd",
    }),
    "custom": ("part:simple,at:timestamp", {
        "hoodie.datasource.write.keygenerator.class": "org.apache.hudi.keygen.CustomKeyGenerator",
        "hoodie.keygen.timebased.timestamp.type": "EPOCHMILLISECONDS",
        "hoodie.keygen.timebased.output.dateformat": "yyyy-MM",
    }),
    "complex_one_key": ("part", {
        "hoodie.datasource.write.keygenerator.class": "org.apache.hudi.keygen.ComplexKeyGenerator",
    }),
    "url_encoded": ("part", {
        "hoodie.datasource.write.partitionpath.urlencode": "true",
        "hoodie.datasource.write.hive_style_partitioning": "true",
    }),
}
FEBRUARY, MARCH = 1709210096789, 1709300000000


def row(id, part, at, val, ts):
    return {"id": id, "part": part, "at": at, "val": val, "ts": ts}


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("first_engine", ["ours", "spark"])
def test_generators_agree(reference, ours, tmp_path, generator, first_engine):
    partition, extra = GENERATORS[generator]
    options = {"hoodie.table.name": "keyed", "hoodie.datasource.write.recordkey.field": "id",
               "hoodie.datasource.write.partitionpath.field": partition,
               "hoodie.datasource.write.precombine.field": "ts",
               "hoodie.metadata.enable": "false", **extra}
    path = tmp_path / "table"

    def write(engine, operation, rows):
        if engine == "ours":
            ours.write(path, operation, DDL, rows, options, table_version=reference.table_version)
        else:
            reference.spark.write(path, operation, DDL, rows, options)

    second_engine = "spark" if first_engine == "ours" else "ours"
    # Spark cannot use a path that holds a colon.
    p1, p2 = ("p/1", "p:2") if generator == "url_encoded" else ("p 1", "p2")
    write(first_engine, "upsert", [row("a", p1, FEBRUARY, "old", 1), row("b", p2, MARCH, "old", 1),
                                   row("c", None, MARCH, "c", 1)])
    write(second_engine, "upsert", [row("a", p1, FEBRUARY, "new", 2), row("d", p1, MARCH, "d", 1)])
    write(first_engine, "upsert", [row("b", p2, MARCH, "new", 2)])
    write(second_engine, "delete", [row("c", None, MARCH, "", 3)])
    found = sorted((r["id"], r["val"], r["_hoodie_record_key"], r["_hoodie_partition_path"])
                   for r in map(dict, ours.read(path)[1]))
    assert [r[:2] for r in found] == [("a", "new"), ("b", "new"), ("d", "d")]
    # Spark cannot read its own tables whose partition column is a number that became a date.
    if generator not in ("timestamp", "custom"):
        seen = sorted((r["id"], r["val"], r["_hoodie_record_key"], r["_hoodie_partition_path"])
                      for r in map(dict, reference.spark.read(path)[1]))
        assert found == seen


@pytest.mark.parametrize("first_engine", ["ours", "spark"])
def test_generated_keys_stay_unique(reference, ours, tmp_path, first_engine):
    options = {"hoodie.table.name": "keyless", "hoodie.metadata.enable": "false",
               "hoodie.datasource.write.partitionpath.field": "part"}
    path = tmp_path / "table"
    engines = [first_engine, "spark" if first_engine == "ours" else "ours"] * 2
    for i, engine in enumerate(engines):
        rows = [row(f"{i}{name}", "p1", i, "v", 1) for name in "abc"]
        if engine == "ours":
            ours.write(path, "insert", DDL, rows, options, table_version=reference.table_version)
        else:
            reference.spark.write(path, "insert", DDL, rows, options)
    our_rows, spark_rows = ours.read(path)[1], reference.spark.read(path)[1]
    assert our_rows == spark_rows
    assert len({dict(r)["_hoodie_record_key"] for r in our_rows}) == 12
