# SPDX-License-Identifier: Apache-2.0
"""The same statements through Spark's SQL and through ours: the same rows; and each goes on with the
tables that the other one made."""

import itertools
import json

import pytest

from interop.engines import SparkFailed

EXCEPT = "SELECT * EXCEPT"
COUNTER = itertools.count()

# In the words that all releases take. `{t}` is the table, `{source}` a view.
CREATE = ("CREATE TABLE {t} (id STRING, name STRING, price DOUBLE, n INT, ts BIGINT, dt STRING) USING hudi "
          "TBLPROPERTIES (type = '{type}', primaryKey = 'id', preCombineField = 'ts') PARTITIONED BY (dt) "
          "LOCATION '{path}'")
READ = "SELECT id, name, price, n, ts, dt FROM {t}"
SCRIPTS = {
    "changes": [
        CREATE,
        "INSERT INTO {t} VALUES ('1', 'a', 1.5, 1, 10, 'd1'), ('2', 'b', 2.5, 2, 10, 'd1'), "
        "('3', 'c', NULL, NULL, 10, 'd2')",
        READ,
        "UPDATE {t} SET price = price * 2, ts = 11 WHERE id IN ('1', '3')",
        READ,
        "DELETE FROM {t} WHERE name = 'b'",
        READ,
        "INSERT INTO {t} PARTITION (dt = 'd3') SELECT '4', 'd', 4.5, 4, 10",
        "INSERT INTO {t} PARTITION (dt) SELECT '5', 'e', 5.5, 5, 10, 'd3'",
        "SELECT dt, count(*), sum(price) FROM {t} GROUP BY dt",
        "MERGE INTO {t} AS t USING (SELECT '1' AS id, 'm' AS name, 9.5D AS price, 9 AS n, 20L AS ts, 'd1' AS dt "
        "UNION ALL SELECT '6', 'new', 6.5D, 6, 20L, 'd1') AS s ON t.id = s.id "
        "WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *",
        READ,
        "MERGE INTO {t} AS t USING (SELECT '6' AS id, 'x' AS name, 0.5D AS price, 0 AS n, 30L AS ts, 'd1' AS dt) "
        "AS s ON t.id = s.id WHEN MATCHED AND s.n = 0 THEN DELETE",
        READ,
        "SHOW PARTITIONS {t}",
        "SELECT name, row_number() OVER (PARTITION BY dt ORDER BY id) AS r FROM {t}",
    ],
    "overwriting": [
        "CREATE TABLE {t} (id STRING, n INT, ts BIGINT, dt STRING, hh STRING) USING hudi TBLPROPERTIES "
        "(type = '{type}', primaryKey = 'id', preCombineField = 'ts') PARTITIONED BY (dt, hh) LOCATION '{path}'",
        "INSERT INTO {t} VALUES ('1', 1, 1, 'd1', '00'), ('2', 2, 1, 'd1', '01'), ('3', 3, 1, 'd2', '00')",
        "INSERT OVERWRITE {t} PARTITION (dt = 'd2', hh = '00') SELECT '4', 4, 1L",
        "SELECT id, n, dt, hh FROM {t}",
        "INSERT OVERWRITE {t} PARTITION (dt = 'd1', hh) SELECT '5', 5, 1L, '00'",
        "SELECT id, n, dt, hh FROM {t}",
        "ALTER TABLE {t} DROP PARTITION (dt = 'd2', hh = '00')",
        "SELECT id, n, dt, hh FROM {t}",
        "SET hoodie.datasource.overwrite.mode = dynamic",
        "INSERT OVERWRITE {t} SELECT '6', 6, 1L, 'd3', '09'",
        "SELECT id, n, dt, hh FROM {t}",
        "SET hoodie.datasource.overwrite.mode = static",
        "INSERT OVERWRITE {t} SELECT '7', 7, 1L, 'd4', '09'",
        "SELECT id, n, dt, hh FROM {t}",
    ],
    "generated keys": [
        "CREATE TABLE {t} (name STRING, price DOUBLE, n INT) USING hudi TBLPROPERTIES (type = '{type}') "
        "LOCATION '{path}'",
        "INSERT INTO {t} VALUES ('a', 1.5, 1), ('a', 1.5, 2), ('b', 2.5, 3)",
        "INSERT INTO {t} VALUES ('a', 1.5, 1)",
        "SELECT name, price, n FROM {t}",
        "UPDATE {t} SET price = price + 10 WHERE n = 1",
        "SELECT name, price, n FROM {t}",
        "DELETE FROM {t} WHERE n = 2",
        "SELECT name, price, n FROM {t}",
        "MERGE INTO {t} AS t USING (SELECT 'b' AS name, 7.5D AS price, 30 AS n UNION ALL "
        "SELECT 'c', 8.5D, 40) AS s ON t.name = s.name WHEN MATCHED THEN UPDATE SET price = s.price "
        "WHEN NOT MATCHED THEN INSERT *",
        "SELECT name, price, n FROM {t}",
        "SELECT count(*), count(DISTINCT _hoodie_record_key) FROM {t}",
    ],
    "columns": [
        CREATE,
        "INSERT INTO {t} VALUES ('1', 'a', 1.5, 1, 10, 'd1'), ('2', 'b', 2.5, 2, 10, 'd1'), "
        "('3', 'c', 3.5, 3, 10, 'd2')",
        "SET hoodie.schema.on.read.enable = true",
        "SET hoodie.datasource.write.schema.allow.auto.evolution.column.drop = true",
        "ALTER TABLE {t} ADD COLUMNS (x INT AFTER name)",
        "SELECT id, name, x, price, n, ts, dt FROM {t}",
        "ALTER TABLE {t} RENAME COLUMN name TO title",
        "SELECT id, title, x, price, n, ts, dt FROM {t}",
        "UPDATE {t} SET title = 'A', x = 5, ts = 11 WHERE id = '1'",
        "SELECT id, title, x, price, n, ts, dt FROM {t}",
        "ALTER TABLE {t} ALTER COLUMN n TYPE BIGINT",
        "ALTER TABLE {t} ALTER COLUMN x TYPE STRING",
        "SELECT id, title, x, price, n, ts, dt FROM {t}",
        "ALTER TABLE {t} DROP COLUMN price",
        "SELECT id, title, x, n, ts, dt FROM {t}",
        "ALTER TABLE {t} ADD COLUMNS (price DOUBLE)",
        "SELECT id, title, x, price, n, ts, dt FROM {t}",
        "MERGE INTO {t} AS t USING (SELECT '2' AS id, 'M' AS title, 'y' AS x, 99L AS n, 20L AS ts, 0.5D AS price, "
        "'d1' AS dt) AS s ON t.id = s.id WHEN MATCHED THEN UPDATE SET *",
        "SELECT id, title, x, price, n, ts, dt FROM {t}",
        "DELETE FROM {t} WHERE id = '3'",
        "SELECT id, title, x, price, n, ts, dt FROM {t}",
    ],
}
# Where each script stands with the other engine behind it.
HANDED_OVER_BEHIND = {"changes": 5, "overwriting": 4, "generated keys": 4, "columns": 8}


def comparable(rows):
    def plain(value):
        if isinstance(value, bool) or value is None:
            return value
        if isinstance(value, (int, float)):
            return float(value)
        return str(value)
    return sorted([[plain(value) for value in row] for row in rows], key=repr)


class OurSql:
    def __init__(self, hudi, folder, table_version):
        self.hudi = hudi
        self.folder = folder
        self.settings = {"hoodie.write.table.version": str(table_version),
                         "spark.sql.session.timeZone": "UTC"}

    def run(self, statement):
        """The rows of a statement; raises if it fails."""
        if statement.upper().startswith("SET "):
            key, value = statement[4:].split("=")
            self.settings[key.strip()] = value.strip()
            return []
        arguments = ["sql", "-e", statement, "--warehouse", self.folder, "--format", "json"]
        for key, value in self.settings.items():
            arguments += ["--set", f"{key}={value}"]
        return [list(row.values()) for row in self.hudi.json_lines(*arguments)]


class SparkSql:
    def __init__(self, spark):
        self.spark = spark

    def run(self, statement):
        if statement.upper().startswith("SET "):
            self.spark.sql(statement)
            return []
        return self.spark.rows(statement)

    def reset(self):
        self.spark.python("""
for key in ("hoodie.schema.on.read.enable", "hoodie.datasource.overwrite.mode",
            "hoodie.datasource.write.schema.allow.auto.evolution.column.drop"):
    spark.conf.unset(key)
""")


@pytest.fixture
def engines(reference, ours, tmp_path):
    spark = SparkSql(reference.spark)
    yield OurSql(ours.hudi, tmp_path / "warehouse", reference.table_version), spark
    spark.reset()


def adopt(engine, table, path):
    engine.run(f"CREATE TABLE {table} USING hudi LOCATION '{path}'")


def filled(statement, table, path, table_type):
    return statement.replace("{t}", table).replace("{path}", str(path)).replace("{type}", table_type)


@pytest.mark.parametrize("table_type", ["cow", "mor"])
@pytest.mark.parametrize("name", SCRIPTS)
def test_the_same_statements_give_the_same_rows(engines, tmp_path, name, table_type):
    our_sql, spark_sql = engines
    table = f"same_{next(COUNTER)}"
    refused = []
    for statement in SCRIPTS[name]:
        ours = our_sql.run(filled(statement, table, tmp_path / "ours", table_type))
        try:
            sparks = spark_sql.run(filled(statement, table, tmp_path / "spark", table_type))
        except SparkFailed as failure:
            refused.append((statement, str(failure).splitlines()[-1]))
            break
        if statement.startswith(("SELECT", "SHOW")):
            assert comparable(ours) == comparable(sparks), statement
    # What a release cannot do ends the comparison, and is known.
    assert not refused or known_refusal(name, table_type, refused[0]), refused


def known_refusal(name, table_type, refused):
    statement, message = refused
    return (name, table_type) in KNOWN_REFUSALS and json.dumps(message) != ""


# Scripts that some release refuses at some statement; what comes before is compared all the same.
KNOWN_REFUSALS = set()


@pytest.mark.parametrize("first", ["ours", "spark"])
@pytest.mark.parametrize("table_type", ["cow", "mor"])
@pytest.mark.parametrize("name", SCRIPTS)
def test_each_goes_on_with_the_tables_of_the_other(engines, tmp_path, name, table_type, first):
    """One table; the engines take turns with every statement behind the first few."""
    makers = engines if first == "ours" else engines[::-1]
    table = f"turns_{next(COUNTER)}"
    path = tmp_path / "table"
    start = HANDED_OVER_BEHIND[name]
    for number, statement in enumerate(SCRIPTS[name]):
        statement = filled(statement, table, path, table_type)
        if statement.upper().startswith("SET "):
            for engine in engines:
                engine.run(statement)
            continue
        if number == start:
            adopt(makers[1], table, path)
        if statement.startswith(("SELECT", "SHOW")):
            found = [comparable(engine.run(statement))
                     for engine in (engines if number >= start else makers[:1])]
            assert found[0] == found[-1], statement
        else:
            makers[number % 2 if number >= start else 0].run(statement)
