# SPDX-License-Identifier: Apache-2.0
"""Runs the cases of SQL statements with `hudi sql`: one process a statement, so that nothing but the
warehouse and the settings goes from one to the next."""

import json
import re

from conformance import spark_types
from conformance.case_runner import CaseRunner, Mismatch, compare_dicts
from conformance.catalogue import TABLE_VERSIONS

SETTING = re.compile(r"^\s*set\s+(\S+?)\s*=\s*(.*?)\s*;?\s*$", re.IGNORECASE | re.DOTALL)


def plain_description(row):
    """A row of DESCRIBE: meta columns have an empty comment once the table keeps column ids."""
    if len(row) == 3 and str(row[0]).startswith("_hoodie_") and row[2] == "":
        return [row[0], row[1], None]
    return row


class SqlCaseRunner(CaseRunner):
    def __init__(self, hudi, case, answers, work, ends, own_answer):
        super().__init__(hudi, case, answers, work)
        self.ends = ends  # (case, step) -> whether the step ends the case
        self.own_answer = own_answer  # step -> whether we answered it our own way
        self.warehouse = self.path.parent / "warehouse"
        self.settings = dict(case.get("session_conf") or {})
        self.settings["hoodie.write.table.version"] = str(TABLE_VERSIONS[self.release])

    def run(self):
        for number, step in enumerate(self.case["steps"]):
            if self.ends(self.case, number):
                return
            if self.own_answer(number):
                continue
            if step["kind"] == "conf":
                self.settings.update(step["set"])
                continue
            expect = self.answers.expected(self.case, number)
            if expect is None:
                continue
            problems = []
            if step["kind"] == "write":
                self.write(step, expect, problems)
            else:
                self.statement(step, expect, problems)
            if problems:
                raise Mismatch(f"{self.case['name']} {self.release} step {number} "
                               f"[{step.get('statement') or step['kind']}]:\n  " + "\n  ".join(problems))

    def substitute(self, text):
        return super().substitute(text.replace("{t}", "t_" + self.case["name"]))

    def sql(self, statement):
        arguments = ["sql", "-e", statement, "--warehouse", self.warehouse, "--format", "json"]
        for key, value in self.settings.items():
            arguments += ["--set", f"{key}={self.substitute(str(value))}"]
        return self.hudi(*arguments)

    def statement(self, step, expect, problems):
        statement = self.substitute(step["statement"])
        setting = SETTING.match(statement)
        if setting:
            self.settings[setting[1]] = setting[2]
            return
        before = self.tree() if self.path.exists() else {}
        done = self.sql(statement)
        if "error" in expect:
            self.expect_failure(done, expect, problems)
            after = self.tree() if self.path.exists() else {}
            if after != before:
                problems.append("a refused statement left a trace")
            return
        if done.returncode != 0:
            problems.append(f"must succeed, failed: {done.stderr.strip()}")
            return
        if not self.table_exists():
            return
        self.compare_timeline(expect, problems)
        self.compare_snapshot(expect, problems)
        if "result" in expect:
            self.compare_result(expect["result"], done.stdout, problems)
        # How many files hold the rows depends on Spark's tasks, and on rows that a statement only moves.
        if expect.get("files") and self.files().keys() != expect["files"].keys():
            problems.append(f"partitions: expected {[*expect['files']]}, got {[*self.files()]}")
        if "table_properties" in expect:
            self.compare_properties(expect["table_properties"], problems)

    def compare_snapshot(self, expect, problems):
        if "snapshot_error" in expect:
            return
        super().compare_snapshot(expect, problems)

    def compare_properties(self, expected, problems):
        """Without what tells of a metadata table, which is not kept here, and of a folder's old name."""
        unkept = re.compile(r"hoodie\.table\.(metadata\.|index\.|create\.schema|timeline\.timezone)|"
                            r"hoodie\.archivelog\.folder")
        kept = {key: value for key, value in expected.items() if not unkept.match(key)}
        got = {key: value for key, value in self.properties().items() if key in kept}
        compare_dicts("table properties", kept, got, problems)

    def compare_result(self, expected, text, problems):
        rows = [json.loads(line) for line in text.splitlines() if line.strip()]
        unrecorded = {"_hoodie_commit_seqno", "_hoodie_file_name"}
        sizes = {"total_bytes_written", "min", "max", "avg", "10th", "50th", "95th", "std_dev"}
        got = [tuple(self.result_value(value) for name, value in row.items() if name not in unrecorded | sizes)
               for row in rows]
        wanted = [tuple(self.result_value(value) for name, value in zip(expected["columns"], row) if name not in sizes)
                  for row in map(plain_description, expected["rows"])]
        names = [[n for n in row if n not in unrecorded] for row in rows[:1]]
        plain = [n for n in expected["columns"] if re.fullmatch(r"\w+", n)]
        if names and len(plain) == len(expected["columns"]) and names[0] != expected["columns"]:
            problems.append(f"result: expected columns {expected['columns']}, got {names[0]}")
        if sorted(map(repr, got)) != sorted(map(repr, wanted)):
            problems.append(f"result:\n    expected {wanted}\n    got      {got}")

    def result_value(self, value):
        if isinstance(value, bool) or value is None:
            return value
        if isinstance(value, (int, float)):
            return float(value)
        if isinstance(value, (list, dict)):
            return json.dumps(value, sort_keys=True)
        text = self.named(str(value).replace(str(self.path), "<table>"))
        # Spark writes a local address with one slash or three.
        text = text.replace(f"file://{self.warehouse.parent}", "file:<work>")
        # On version 6 completion times are the times of files, to the millisecond.
        text = re.sub(r"^(<c\d+>)\d{3}$", r"\1", text)
        # A timestamp, which JSON shows as an instant and Spark as local time.
        text = re.sub(r"^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(\.\d+)?)Z$", r"\1 \2", text)
        return re.sub(r"^<(\w+)>_\d+_\d+$", r"<\1>_<task>_<row>", text)
