# SPDX-License-Identifier: Apache-2.0
"""Our program and Spark behind one face: write(step), read()."""

import json
import os
import re
import subprocess

from conformance import spark_types

META = ["_hoodie_commit_time", "_hoodie_commit_seqno", "_hoodie_record_key",
        "_hoodie_partition_path", "_hoodie_file_name"]


class SparkFailed(Exception):
    pass


class Spark:
    """A Spark session in a process of its own."""

    def __init__(self, python, server, bundle, work):
        self.log = open(work / "spark.log", "w", encoding="utf-8")
        self.process = subprocess.Popen(
            [python, server, bundle, work], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self.log, text=True, env=dict(os.environ, TZ="UTC"))
        self._answer()

    def _answer(self):
        for line in self.process.stdout:
            if line.startswith("@@ "):
                answer = json.loads(line[3:])
                if "error" in answer:
                    raise SparkFailed(answer["error"])
                return answer["ok"]
        raise SparkFailed(f"Spark ended; see {self.log.name}")

    def _ask(self, **command):
        self.process.stdin.write(json.dumps(command, default=str) + "\n")
        self.process.stdin.flush()
        return self._answer()

    def write(self, path, operation, ddl, rows, options, mode="append"):
        self._ask(do="write", path=str(path), operation=operation, ddl=ddl, rows=rows,
                  options=options, mode=mode)

    def read(self, path, options=None):
        """(column types without meta columns, rows in comparable form)"""
        found = self._ask(do="read", path=str(path), options=options or {})
        return shaped(found["types"], found["rows"])

    def python(self, code):
        self._ask(do="python", code=code)

    def sql(self, text):
        self._ask(do="sql", text=text)

    def rows(self, statement):
        return self._ask(do="rows", text=statement)

    def stop(self):
        self.process.stdin.close()
        self.process.wait(timeout=120)
        self.process.stdout.close()
        self.log.close()


class Ours:
    """The program."""

    def __init__(self, hudi):
        self.hudi = hudi

    def write(self, path, operation, ddl, rows, options, mode="append", table_version=None):
        kinds = {name: spark_types.parse(text) for name, text in fields_of(ddl)}
        lines = "".join(json.dumps({name: spark_types.to_input(kind, row.get(name))
                                    for name, kind in kinds.items()}) + "\n" for row in rows)
        arguments = ["write", path, "--input", "-", "--input-format", "json", "--schema", ddl,
                     "--operation", operation, "--mode", mode]
        if table_version:
            arguments += ["--table-version", table_version]
        for key, value in options.items():
            arguments += ["--set", f"{key}={value}"]
        self.hudi.ok(*arguments, stdin=lines)

    def read(self, path, options=None):
        arguments = ["read", path, "--meta", "--format", "json"]
        for key, value in (options or {}).items():
            arguments += ["--set", f"{key}={value}"]
        rows = self.hudi.json_lines(*arguments)
        types = {f["name"]: f["type"]
                 for f in self.hudi.json_lines("schema", path, "--format", "json")}
        types.update({name: "string" for name in META})
        return shaped(types, rows)


def fields_of(ddl):
    """[(name, type)] of a DDL text without comments or constraints."""
    fields, depth, start = [], 0, 0
    for i, character in enumerate(ddl + ","):
        depth += (character in "<(") - (character in ">)")
        if character == "," and depth == 0:
            name, text = re.match(r"\s*`?(\w+)`?\s+(.*\S)", ddl[start:i]).groups()
            fields.append((name, text))
            start = i + 1
    return fields


def shaped(types, rows):
    kinds = {name: spark_types.parse(text) for name, text in types.items()}
    comparable = [tuple((name, spark_types.comparable(kind, row.get(name)))
                        for name, kind in sorted(kinds.items())) for row in rows]
    return ({name: text for name, text in types.items() if name not in META},
            sorted(comparable, key=repr))
