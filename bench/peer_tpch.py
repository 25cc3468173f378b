# SPDX-License-Identifier: Apache-2.0
"""TPC-H by DuckDB over plain Parquet, and by hudi-rs with DataFusion over Hudi tables; runs in .venv-bench.

    python peer_tpch.py generate FOLDER SCALE
    python peer_tpch.py run|answers FOLDER QUERIES.sql THREADS
    python peer_tpch.py hudirs WAREHOUSE QUERIES.sql THREADS

The clock starts when the tables are known, after the imports.
"""

import glob
import json
import os
import re
import sys
import time

import duckdb

TABLES = ["region", "nation", "supplier", "part", "partsupp", "customer", "orders", "lineitem"]


def queries(path):
    with open(path, encoding="utf-8") as file:
        parts = re.split(r"^-- \d+\n", file.read(), flags=re.MULTILINE)[1:]
    return [part.strip().rstrip(";") for part in parts]


def generate(folder, scale):
    """With DuckDB's extension, which holds the generator of the specification."""
    import duckdb_ext

    connection = duckdb.connect(config={"allow_unsigned_extensions": True})
    found = glob.glob(os.path.join(list(duckdb_ext.__path__)[0], "extensions/*/*/tpch.duckdb_extension"))
    connection.execute(f"LOAD '{found[0]}'")
    connection.execute(f"CALL dbgen(sf = {float(scale)})")
    for table in TABLES:
        connection.execute(f"COPY {table} TO '{folder}/{table}.parquet' (FORMAT parquet, COMPRESSION zstd)")
    return {}


def opened(folder, threads):
    connection = duckdb.connect(config={"threads": int(threads)})
    for table in TABLES:
        connection.execute(f"CREATE VIEW {table} AS SELECT * FROM read_parquet('{folder}/{table}.parquet')")
    return connection


def run(folder, path, threads):
    connection = opened(folder, threads)
    texts = queries(path)
    started, each = time.monotonic(), []
    for text in texts:
        began = time.monotonic()
        connection.execute(text).fetchall()
        each.append(round(time.monotonic() - began, 4))
    return {"seconds": time.monotonic() - started, "each": each}


def answers(folder, path, threads):
    connection = opened(folder, threads)
    return {"rows": [[[value if isinstance(value, (int, float, type(None))) else str(value) for value in row]
                      for row in connection.execute(text).fetchall()] for text in queries(path)]}


def hudirs(warehouse, path, threads):
    from datafusion import SessionConfig, SessionContext
    from hudi import HudiDataFusionDataSource

    session = SessionContext(SessionConfig().with_target_partitions(int(threads)))
    started, each = time.monotonic(), []
    for table in TABLES:
        session.register_table_provider(table, HudiDataFusionDataSource(f"{warehouse}/{table}"))
    for text in queries(path):
        began = time.monotonic()
        session.sql(text).collect()
        each.append(round(time.monotonic() - began, 4))
    return {"seconds": time.monotonic() - started, "each": each}


def main():
    operation, *arguments = sys.argv[1:]
    operations = {"generate": generate, "run": run, "answers": answers, "hudirs": hudirs}
    print(json.dumps(operations[operation](*arguments)))


if __name__ == "__main__":
    main()
