# SPDX-License-Identifier: Apache-2.0
"""The lines of `hudi sql`: TPC-H, the first steps of a beginner as one process, and MERGE."""

import json
import math
import pathlib
import re
import shutil
import subprocess

from processes import Failed, run

BENCH = pathlib.Path(__file__).resolve().parent
QUERIES = BENCH / "tpch/queries.sql"
TABLES = {"region": "r_regionkey", "nation": "n_nationkey", "supplier": "s_suppkey", "part": "p_partkey",
          "partsupp": "ps_partkey,ps_suppkey", "customer": "c_custkey", "orders": "o_orderkey",
          "lineitem": "l_orderkey,l_linenumber"}
SCRIPT_RUNS = 5


class Sql:
    def __init__(self, bench):
        self.bench = bench
        self.measures = bench.measures
        self.plain = bench.work / "tpch"
        self.warehouse = bench.work / "warehouse"

    def hudi(self, *arguments):
        return run([self.bench.hudi, "sql", "--threads", self.bench.threads, "--warehouse", self.warehouse,
                    "--set", "hoodie.parquet.compression.codec=zstd", *arguments], self.bench.cores)

    # TPC-H: rows by the specification's own generator, one Parquet file a table.

    def load(self):
        self.bench.say(f"TPC-H at scale factor {self.bench.scale:g}: rows and tables")
        self.plain.mkdir()
        self.bench.peers["duckdb"].tpch("generate", self.plain, self.bench.scale)
        for table, key in TABLES.items():
            self.hudi("--quiet", "-e", f"CREATE TABLE {table} USING hudi TBLPROPERTIES (type = 'cow', primaryKey = "
                                       f"'{key}') AS SELECT * FROM '{self.plain}/{table}.parquet'")

    def check_answers(self):
        """Every query gives what DuckDB gives."""
        theirs = self.bench.peers["duckdb"].tpch("answers", self.plain, QUERIES).answer["rows"]
        statements = re.split(r"^-- \d+\n", QUERIES.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
        script = "".join(f"{statement.strip()}\nSELECT {number} AS end_of_query;\n"
                         for number, statement in enumerate(statements))
        done = subprocess.run([self.bench.hudi, "sql", "-f", "-", "--warehouse", self.warehouse, "--format", "json"],
                              input=script.encode(), capture_output=True)
        if done.returncode != 0:
            raise Failed(f"hudi sql: {done.stderr.decode()}")
        rows = []
        for line in done.stdout.decode().splitlines():
            row = json.loads(line)
            if "end_of_query" not in row:
                rows.append(list(row.values()))
                continue
            number = row["end_of_query"]
            if not same_rows(rows, theirs[number]):
                raise Failed(f"TPC-H query {number + 1}: the rows differ from DuckDB's")
            rows = []

    def queries(self):
        return self.hudi("--format", "csv", "-f", QUERIES)

    def tpch_round(self, number):
        bench = self.bench
        bench.say(f"round {number + 1} of {bench.rounds}: TPC-H")
        bench.pair("tpch", self.queries, lambda: bench.peers["duckdb"].tpch("run", self.plain, QUERIES),
                   number % 2 == 0)
        if "hudirs" in bench.peers:
            bench.ask("hudirs", "tpch_hudirs", self.measures["tpch"].ours[-1],
                      lambda peer: peer.tpch(self.warehouse, QUERIES))

    # The other lines.

    def script(self):
        self.bench.say("the first steps in one process")
        for _ in range(SCRIPT_RUNS):
            shutil.rmtree(self.bench.work / "first_steps", ignore_errors=True)
            text = (BENCH / "first_steps.sql").read_text(encoding="utf-8")
            script = self.bench.work / "first_steps.sql"
            script.write_text(text.replace("{dir}", str(self.bench.work / "first_steps")), encoding="utf-8")
            self.measures["sql_script"].ours.append(
                run([self.bench.hudi, "sql", "-f", script, "--warehouse", self.bench.work / "first_steps"],
                    self.bench.cores))

    def merge(self):
        bench = self.bench
        loaded = bench.work / "merge_loaded"
        bench.bulk_insert(loaded)
        bench.peers["delta"].bulk_insert(bench.base, bench.work / "merge_delta_loaded")

        def ours():
            bench.clear("merge")
            shutil.copytree(loaded, bench.work / "merge")
            # With the partition column in ON, as in the peer's.
            return self.hudi("--quiet", "-e", f"""MERGE INTO hudi.`{bench.work}/merge` t USING (SELECT * FROM '{bench.upserts}') s
                ON t.id = s.id AND t.region = s.region WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *""")

        def theirs():
            bench.clear("merge_delta")
            shutil.copytree(bench.work / "merge_delta_loaded", bench.work / "merge_delta")
            return bench.peers["delta"].upsert(bench.upserts, bench.work / "merge_delta")

        for number in range(bench.rounds):
            bench.say(f"round {number + 1} of {bench.rounds}: MERGE")
            bench.pair("sql_merge", ours, theirs, number % 2 == 0)
            if number == 0:
                bench.check_rows(bench.work / "merge", "merged")
        for samples in ("ours", "theirs"):
            getattr(self.measures["sql_merge_memory"], samples).extend(getattr(self.measures["sql_merge"], samples))
        bench.clear("merge", "merge_loaded", "merge_delta", "merge_delta_loaded")


def same_rows(ours, theirs):
    return len(ours) == len(theirs) and all(
        len(a) == len(b) and all(map(same_value, a, b)) for a, b in zip(ours, theirs))


def same_value(a, b):
    try:
        return math.isclose(float(a), float(b), rel_tol=1e-9)
    except (TypeError, ValueError):
        return str(a) == str(b)


def measure(bench):
    sql = Sql(bench)
    if "duckdb" in bench.peers:
        sql.load()
        sql.check_answers()
        for number in range(bench.rounds):
            sql.tpch_round(number)
        bench.clear("tpch", "warehouse")
    if "delta" in bench.peers:
        sql.merge()
    sql.script()
