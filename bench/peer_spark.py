# SPDX-License-Identifier: Apache-2.0
"""Hudi on Spark writes tables; one warm session, driven by JSON lines; runs in .venv-spark.

    python peer_spark.py BUNDLE.jar WORK_FOLDER THREADS

Each command names what to do and its arguments; each answer is a line that starts with "@@ ".
"""

import json
import os
import sys
import time

from pyspark.sql import SparkSession

OPTIONS = {
    "hoodie.table.name": "orders",
    "hoodie.datasource.write.recordkey.field": "id",
    "hoodie.datasource.write.partitionpath.field": "region",
    "hoodie.datasource.write.precombine.field": "ts",
    "hoodie.parquet.compression.codec": "zstd",
    # Ours keeps no metadata table; then neither does it.
    "hoodie.metadata.enable": "false",
}


def start(bundle, work, threads):
    builder = SparkSession.builder.appName("bench").master(f"local[{threads}]")
    for key, value in {
        "spark.jars": bundle,
        "spark.serializer": "org.apache.spark.serializer.KryoSerializer",
        "spark.kryo.registrator": "org.apache.spark.HoodieSparkKryoRegistrar",
        "spark.sql.extensions": "org.apache.spark.sql.hudi.HoodieSparkSessionExtension",
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.hudi.catalog.HoodieCatalog",
        "spark.sql.catalogImplementation": "in-memory",
        "spark.sql.warehouse.dir": os.path.join(work, "warehouse"),
        "spark.local.dir": os.path.join(work, "local"),
        "spark.ui.enabled": "false",
        "spark.sql.session.timeZone": "UTC",
        "spark.driver.memory": "6g",
        "spark.driver.extraJavaOptions": "-Duser.timezone=UTC",
    }.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


# Updates go to log files, inserts to files of their own, as ours.
LOG_OPTIONS = {
    "hoodie.datasource.write.table.type": "MERGE_ON_READ",
    "hoodie.compact.inline": "false",
    "hoodie.parquet.small.file.limit": "0",
}


def write(session, operation, source, table, merge_on_read=False):
    """Seconds of one write, with the read of its source."""
    started = time.monotonic()
    writer = session.read.parquet(source).write.format("hudi")
    for key, value in {**OPTIONS, **(LOG_OPTIONS if merge_on_read else {})}.items():
        writer = writer.option(key, value)
    mode = "overwrite" if operation == "bulk_insert" else "append"
    writer.option("hoodie.datasource.write.operation", operation).mode(mode).save(table)
    return {"seconds": time.monotonic() - started}


def aggregate(session, table):
    """Seconds and answer of one query over all rows."""
    started = time.monotonic()
    row = session.read.format("hudi").load(table).selectExpr(
        "count(*)", "sum(quantity)", "sum(price)", "max(ts)").first()
    return {"seconds": time.monotonic() - started, "rows": row[0], "quantity": row[1], "price": row[2],
            "ts": row[3]}


def warm_up(session, work):
    """Loads classes and compiles what is hot, on a small table."""
    source, table = os.path.join(work, "warm.parquet"), os.path.join(work, "warm")
    session.read.parquet(os.path.join(work, "base.parquet")).limit(20_000).write.parquet(source)
    for operation in ("bulk_insert", "upsert", "bulk_insert", "upsert"):
        write(session, operation, source, table)
    for operation in ("bulk_insert", "upsert", "upsert"):
        write(session, operation, source, table + "_logs", merge_on_read=True)
        aggregate(session, table + "_logs")


def main():
    bundle, work, threads = sys.argv[1:4]
    session = start(bundle, work, threads)
    warm = False
    print("@@ {}", flush=True)
    for line in sys.stdin:
        command = json.loads(line)
        try:
            if not warm:
                warm_up(session, work)
                warm = True
            action = {"write": write, "aggregate": aggregate}[command["do"]]
            answer = action(session, *command["with"], **command["named"])
        except Exception as error:  # told to whoever asked
            answer = {"error": str(error)[:2000]}
        print("@@ " + json.dumps(answer), flush=True)
    session.stop()


if __name__ == "__main__":
    main()
