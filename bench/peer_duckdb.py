# SPDX-License-Identifier: Apache-2.0
"""DuckDB drains all columns of Parquet files as Arrow batches; runs in .venv-bench.

    python peer_duckdb.py THREADS stream|collect < list of files

stream: batches as they come, while the scan goes on. collect: all of them at once, converted by all
threads. Which is faster depends on the number of threads.
"""

import json
import sys
import time

import duckdb


def main():
    threads, way = sys.argv[1:3]
    files = sys.stdin.read().split("\n")
    connection = duckdb.connect(config={"threads": int(threads), "preserve_insertion_order": False})
    started = time.monotonic()
    result = connection.execute("select * from read_parquet($1, hive_partitioning=false)", [files])
    if way == "stream":
        rows = sum(batch.num_rows for batch in result.fetch_record_batch(64 * 1024))
    else:
        rows = result.fetch_arrow_table(64 * 1024).num_rows
    print(json.dumps({"rows": rows, "seconds": time.monotonic() - started}))


if __name__ == "__main__":
    main()
