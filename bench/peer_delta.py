# SPDX-License-Identifier: Apache-2.0
"""deltalake writes a table, or merges rows into it; runs in .venv-bench.

    python peer_delta.py write|merge INPUT.parquet TABLE

The clock starts after the imports, with the input not yet read.
"""

import json
import sys
import time

import pyarrow.parquet
from deltalake import DeltaTable, WriterProperties, write_deltalake


def write(source, table):
    write_deltalake(table, source, partition_by=["region"],
                    writer_properties=WriterProperties(compression="ZSTD"))
    return {}


def merge(source, table):
    done = (
        DeltaTable(table)
        .merge(source, "target.region = source.region and target.id = source.id",
               source_alias="source", target_alias="target",
               writer_properties=WriterProperties(compression="ZSTD"))
        .when_matched_update_all()
        .when_not_matched_insert_all()
        .execute())
    return {"rows": done["num_output_rows"], "updated": done["num_target_rows_updated"],
            "inserted": done["num_target_rows_inserted"]}


def main():
    operation, source, table = sys.argv[1:4]
    started = time.monotonic()
    rows = pyarrow.parquet.read_table(source)
    answer = {"write": write, "merge": merge}[operation](rows, table)
    print(json.dumps(dict(answer, seconds=time.monotonic() - started)))


if __name__ == "__main__":
    main()
