# SPDX-License-Identifier: Apache-2.0
"""The files of tests/sql, run by Spark: what it makes of each statement.

What stands in the files is what our program does (its own tests see to that), so Spark's rows are compared with those of
the files. A statement that only one of the two takes leaves a table in another state, which is not looked at any more.
"""

import re

from interop.engines import SparkFailed

# A file with {type} runs for one type, to save time: our own tests run it for both.
TYPES = {"generated_keys": "cow"}


class Record:
    def __init__(self, line, head):
        self.line = line
        self.kind, _, self.argument = head.partition(" ")
        self.statement = ""
        self.expected = []


def records(path):
    """The records of a file; tests/sql/README.md says how they look."""
    found, inside, in_rows = [], False, False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line:
            inside = in_rows = False
        elif not inside and not line.startswith("#"):
            found.append(Record(number, line))
            inside = True
        elif not inside:
            continue
        elif line == "----":
            in_rows = True
        elif in_rows:
            found[-1].expected.append(line)
        else:
            found[-1].statement += line + "\n"
    return found


def cell(value):
    """A value as the files write it, as far as both can be compared."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return f"{float(value):.9g}"
    return str(value)


def expected_cell(text):
    text = re.sub(r"^list<\w+: \w+>", "", text)
    try:
        return f"{float(text):.9g}"
    except ValueError:
        return re.sub(r"^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\.0+$", r"\1", text)


class Script:
    """One run of one file in a session of Spark that other runs share."""

    def __init__(self, spark, path, table_version, folder):
        self.spark = spark
        self.path = path
        self.values = {"{type}": TYPES.get(path.stem, "mor"), "{version}": str(table_version), "{dir}": str(folder)}
        self.keys = set()
        self.differences = {}  # first line of a statement: what Spark did
        self.num_compared = 0
        self.tainted = set()   # names whose content is not that of the file any more

    def run(self):
        self.spark.python(CLEAR)
        try:
            for record in records(self.path):
                if record.kind != "session":
                    self.one(record)
        finally:
            for key in self.keys:
                self.spark.python(f"spark.conf.unset({key!r})")
        return self

    def one(self, record):
        statement = record.statement.strip().rstrip(";")
        for name, value in self.values.items():
            statement = statement.replace(name, value)
        words = set(re.findall(r"\w+", statement.lower()))
        setting = re.match(r"set\s+([\w.]+)\s*=", statement, re.IGNORECASE)
        if setting:
            self.keys.add(setting[1])
        try:
            rows, failed = self.spark.rows(statement), None
        except SparkFailed as error:
            rows, failed = None, str(error)
        reads = record.kind in ("rows", "sorted")
        if words & self.tainted:
            if not reads:
                self.taint(statement)
            return
        if failed is not None:
            if record.kind == "error":
                self.num_compared += 1
                return
            self.differs(record, "refused")
            self.why(record, failed)
            if not reads:
                self.taint(statement)
        elif record.kind == "error":
            self.differs(record, "accepted")
            self.taint(statement)
        elif reads:
            self.compare(record, rows)

    def compare(self, record, rows):
        self.num_compared += 1
        found = ["|".join(map(cell, row)) for row in rows]
        expected = ["|".join(map(expected_cell, line.split("|"))) for line in record.expected]
        found = ["|".join(map(expected_cell, line.split("|"))) for line in found]
        if record.kind == "sorted":
            found, expected = sorted(found), sorted(expected)
        if found != expected:
            self.differs(record, "other rows")
            self.why(record, f"{found} instead of {expected}")

    def differs(self, record, how):
        self.differences[record.statement.split("\n")[0]] = how

    def taint(self, statement):
        """The table that a statement is about."""
        about = re.match(
            r"(?:create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:table|view)(?:\s+if\s+not\s+exists)?|"
            r"insert\s+(?:into|overwrite)(?:\s+table)?|update|delete\s+from|merge\s+into|"
            r"alter\s+table|drop\s+table(?:\s+if\s+exists)?|truncate\s+table|create\s+database|use|call)\s+"
            r"(?:[\w`]+\.)?`?(\w+)", statement, re.IGNORECASE)
        if about:
            self.tainted.add(about[1].lower())

    def why(self, record, text):
        """For a reader of the test's output."""
        print(f"{self.path.name}:{record.line}: {record.statement.strip()[:150]}\n    {text[:300]}")


CLEAR = """
for database in spark.catalog.listDatabases():
    for table in spark.catalog.listTables(database.name):
        kind = "VIEW" if "VIEW" in table.tableType or table.isTemporary else "TABLE"
        try:
            if table.isTemporary:
                spark.catalog.dropTempView(table.name)
            else:
                spark.sql(f"DROP {kind} IF EXISTS `{database.name}`.`{table.name}`")
        except Exception:
            pass
    if database.name != "default":
        spark.sql(f"DROP DATABASE IF EXISTS `{database.name}` CASCADE")
spark.sql("USE default")
"""
