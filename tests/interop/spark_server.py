# SPDX-License-Identifier: Apache-2.0
"""One Spark session with one Hudi bundle, driven by JSON lines; runs in .venv-spark.

    python spark_server.py BUNDLE.jar WORK_FOLDER

Each line on standard input is a command with a `do`; each answer is a line that starts with "@@ " on
standard output and holds {"ok": ...} or {"error": text}.
"""

import base64
import datetime
import decimal
import json
import os
import sys
import time

os.environ["TZ"] = "UTC"
time.tzset()

from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql.types import _parse_datatype_string  # noqa: E402


def to_spark(kind, value):
    if value is None:
        return None
    name = kind.typeName()
    if name == "date":
        return datetime.date.fromisoformat(value)
    if name in ("timestamp", "timestamp_ntz"):
        return datetime.datetime.fromisoformat(value)
    if name == "decimal":
        return decimal.Decimal(value)
    if name == "binary":
        return bytearray(base64.b64decode(value))
    if name in ("float", "double"):
        return float(value)
    if name == "array":
        return [to_spark(kind.elementType, item) for item in value]
    if name == "map":
        return {to_spark(kind.keyType, k): to_spark(kind.valueType, v) for k, v in value.items()}
    if name == "struct":
        return tuple(to_spark(f.dataType, value.get(f.name)) for f in kind.fields)
    return value


def from_spark(kind, value):
    if value is None:
        return None
    name = kind.typeName()
    if name == "date":
        return value.isoformat()
    if name in ("timestamp", "timestamp_ntz"):
        return value.isoformat(sep=" ")
    if name == "decimal":
        return str(value)
    if name == "binary":
        return base64.b64encode(bytes(value)).decode()
    if name == "array":
        return [from_spark(kind.elementType, item) for item in value]
    if name == "map":
        return {str(from_spark(kind.keyType, k)): from_spark(kind.valueType, v)
                for k, v in value.items()}
    if name == "struct":
        return {f.name: from_spark(f.dataType, value[i]) for i, f in enumerate(kind.fields)}
    return value


def start(bundle, work):
    builder = SparkSession.builder.appName("interop").master("local[2]")
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
        "spark.sql.shuffle.partitions": "1",
        "spark.default.parallelism": "1",
        "spark.driver.memory": "3g",
        "spark.driver.extraJavaOptions": "-Duser.timezone=UTC",
    }.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


class Server:
    def __init__(self, session):
        self.session = session
        self.names = {"spark": session}

    def write(self, path, operation, ddl, rows, options, mode):
        schema = _parse_datatype_string(ddl)
        values = [tuple(to_spark(f.dataType, row.get(f.name)) for f in schema.fields)
                  for row in rows]
        frame = self.session.createDataFrame(self.session.sparkContext.parallelize(values, 1), schema,
                                             verifySchema=False)
        writer = frame.write.format("hudi")
        for key, value in options.items():
            writer = writer.option(key, value)
        writer.option("hoodie.datasource.write.operation", operation).mode(mode).save(path)
        return True

    def read(self, path, options):
        reader = self.session.read.format("hudi")
        for key, value in options.items():
            reader = reader.option(key, value)
        frame = reader.load(path)
        fields = frame.schema.fields
        rows = [{f.name: from_spark(f.dataType, row[i]) for i, f in enumerate(fields)}
                for row in frame.collect()]
        return {"types": {f.name: f.dataType.simpleString() for f in fields}, "rows": rows}

    def python(self, code):
        """Runs a part of a program; it sees what earlier parts defined."""
        exec(code, self.names)
        return True

    def rows(self, text):
        """The rows of one statement, without the columns' names."""
        frame = self.session.sql(text)
        kinds = [field.dataType for field in frame.schema.fields]
        return [[from_spark(kind, value) for kind, value in zip(kinds, row)]
                for row in frame.collect()]

    def sql(self, text):
        for statement in filter(str.strip, text.split(";")):
            self.session.sql(statement).collect()
        return True


def describe(error):
    """The first line of each Java exception in the chain."""
    cause, lines = getattr(error, "java_exception", None), []
    while cause is not None and len(lines) < 12:
        lines.append(str(cause).split("\n", 1)[0])
        cause = cause.getCause()
    return "\n".join(lines) or repr(error)


def main():
    server = Server(start(*sys.argv[1:3]))
    print("@@ " + json.dumps({"ok": "ready"}), flush=True)
    for line in sys.stdin:
        command = json.loads(line)
        action = command.pop("do")
        try:
            answer = {"ok": getattr(server, action)(**command)}
        except Exception as error:  # the test decides what a failure means
            answer = {"error": describe(error)}
        print("@@ " + json.dumps(answer), flush=True)
    server.session.stop()


if __name__ == "__main__":
    main()
