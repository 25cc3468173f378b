# SPDX-License-Identifier: Apache-2.0
"""Values of every type and schemas that grow, written by one engine and read and rewritten by the other."""

import pytest

TYPES = {
    "flag": "boolean", "i": "int", "l": "bigint", "f": "float", "d": "double",
    "m": "decimal(10,3)", "big": "decimal(38,18)", "s": "string", "bin": "binary", "dt": "date",
    "at": "timestamp", "xs": "array<int>", "kv": "map<string,bigint>",
    "st": "struct<x:int,y:string,z:struct<w:double>>",
    # No decimal below two arrays: the reference cannot rewrite a file that holds one.
    "deep": "array<struct<k:string,vs:array<double>,kv:map<string,struct<q:date>>>>",
}
DDL = "id string, part string, ts bigint, " + ", ".join(f"{n} {t}" for n, t in TYPES.items())
OPTIONS = {"hoodie.table.name": "typed", "hoodie.datasource.write.recordkey.field": "id",
           "hoodie.datasource.write.partitionpath.field": "part",
           "hoodie.datasource.write.precombine.field": "ts", "hoodie.metadata.enable": "false"}

ROWS = [
    {"id": "full", "part": "p1", "ts": 1, "flag": True, "i": -2**31, "l": 2**63 - 1, "f": 1.1,
     "d": 1e-300, "m": "-1234567.891", "big": "12345678901234567890.123456789012345678",
     "s": "grüße \u20ac \U0001f600", "bin": "AAEC/w==", "dt": "1969-12-31",
     "at": "1969-12-31 23:59:59.999999", "xs": [1, -2, 3], "kv": {"a": 1, "b": None},
     "st": {"x": 7, "y": "seven", "z": {"w": -0.5}},
     # No decimal below two arrays: the reference cannot rewrite a file that holds one.
    "deep": [{"k": "k", "vs": [1.25, -999.99], "kv": {"q": {"q": "2024-02-29"}}}]},
    {"id": "nulls", "part": "p1", "ts": 1},
    {"id": "empty", "part": "p2", "ts": 1, "flag": False, "i": 0, "l": 0, "f": 0.0, "d": -1.5,
     "m": "0.000", "big": "0.000000000000000001", "s": "", "bin": "", "dt": "9999-12-31",
     "at": "2024-02-29 12:34:56.789012", "xs": [], "kv": {}, "st": {"x": None, "y": None, "z": None},
     # No decimal below two arrays: the reference cannot rewrite a file that holds one.
    "deep": []},
]


def check_equal(reference, ours, path):
    ours_found, spark_found = ours.read(path), reference.spark.read(path)
    assert ours_found[1] == spark_found[1]
    assert ours_found[0] == spark_found[0]
    return [dict(r) for r in ours_found[1]]


def writer(engine, reference, ours, path, options):
    def write(operation, ddl, rows):
        if engine == "ours":
            ours.write(path, operation, ddl, rows, options, table_version=reference.table_version)
        else:
            reference.spark.write(path, operation, ddl, rows, options)
    return write


def both_ways(reference, ours, path, first_engine, options=None):
    engines = ("ours", "spark") if first_engine == "ours" else ("spark", "ours")
    return [writer(e, reference, ours, path, options or OPTIONS) for e in engines]


@pytest.mark.parametrize("first_engine", ["ours", "spark"])
def test_every_type_survives_both(reference, ours, tmp_path, first_engine):
    path = tmp_path / "table"
    first, second = both_ways(reference, ours, path, first_engine)
    # Spark cannot rewrite a file in which its own bulk_insert put a short decimal beside an array.
    first("bulk_insert" if first_engine == "ours" else "insert", DDL, ROWS[:2])
    check_equal(reference, ours, path)
    first("insert", DDL, ROWS[2:])
    before = check_equal(reference, ours, path)
    assert [r["id"] for r in before if r["st"] is None] == ["nulls"]
    # Rewrites the files that the first wrote; what it does not touch stays the same.
    second("upsert", DDL, [{**ROWS[1], "ts": 2, "s": "touched"}, {**ROWS[2], "ts": 2, "xs": [9]}])
    after = check_equal(reference, ours, path)
    assert [r["s"] for r in after if r["id"] == "nulls"] == ["touched"]
    assert [r for r in after if r["id"] == "full"][0]["deep"] == \
        [r for r in before if r["id"] == "full"][0]["deep"]
    first("upsert", DDL, [{**ROWS[0], "ts": 3, "m": "0.001"}])
    check_equal(reference, ours, path)


@pytest.mark.parametrize("first_engine", ["ours", "spark"])
def test_timestamps_without_zone(reference, ours, tmp_path, first_engine):
    path = tmp_path / "table"
    first, second = both_ways(reference, ours, path, first_engine)
    ddl = "id string, part string, ts bigint, local timestamp_ntz"
    if reference.table_version != 9:  # those releases cannot store them
        done = ours.hudi("write", path, "--input", "-", "--input-format", "json", "--schema", ddl,
                         "--key", "id", "--table-version", reference.table_version, stdin="")
        assert done.returncode == 1 and "timestamp" in done.stderr
        assert not path.exists()
        return
    first("bulk_insert", ddl, [{"id": "a", "part": "p1", "ts": 1,
                                "local": "2024-02-29 12:34:56.789012"},
                               {"id": "b", "part": "p1", "ts": 1}])
    second("upsert", ddl, [{"id": "b", "part": "p1", "ts": 2, "local": "1960-01-01 00:00:00.000001"}])
    found = check_equal(reference, ours, path)
    assert [r["local"] for r in found] == ["2024-02-29 12:34:56.789012", "1960-01-01 00:00:00.000001"]


@pytest.mark.parametrize("first_engine", ["ours", "spark"])
def test_schema_grows_and_widens(reference, ours, tmp_path, first_engine):
    path = tmp_path / "table"
    first, second = both_ways(reference, ours, path, first_engine)
    first("bulk_insert", "id string, part string, n int, ts bigint",
          [{"id": "a", "part": "p1", "n": 1, "ts": 1}, {"id": "b", "part": "p1", "n": 2, "ts": 1},
           {"id": "c", "part": "p2", "n": 3, "ts": 1}])
    second("upsert", "id string, part string, n int, ts bigint, extra string",
           [{"id": "b", "part": "p1", "n": 22, "ts": 2, "extra": "new"}])
    found = check_equal(reference, ours, path)
    assert sorted((r["id"], r["n"], r["extra"] or "") for r in found) == [
        ("a", 1, ""), ("b", 22, "new"), ("c", 3, "")]
    first("upsert", "id string, part string, n bigint, ts bigint, extra string",
          [{"id": "a", "part": "p1", "n": 2**40, "ts": 2, "extra": None}])
    found = check_equal(reference, ours, path)
    assert sorted((r["id"], r["n"]) for r in found) == [("a", 2**40), ("b", 22), ("c", 3)]
    second("insert", "id string, part string, n bigint, ts bigint, extra string",
           [{"id": "d", "part": "p3", "n": -5, "ts": 1, "extra": "d"}])
    check_equal(reference, ours, path)
