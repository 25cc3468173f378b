# SPDX-License-Identifier: Apache-2.0
"""Runs one case with the program and compares each step with what the reference did."""

import json
import os
import pathlib
import re

from conformance import cdc_changes, spark_types
from conformance.catalogue import TABLE_VERSIONS
from conformance.waiting import waiting_for

META = ["_hoodie_commit_time", "_hoodie_commit_seqno", "_hoodie_record_key",
        "_hoodie_partition_path", "_hoodie_file_name"]
# Left out of a case's results by whoever recorded them.
UNRECORDED = {"_hoodie_commit_seqno", "_hoodie_file_name"}
# Instants of these actions or states come from failed attempts, which leave nothing with us.
FAILED_ATTEMPT = re.compile(r":(rollback|(?!compaction)\w+\.(requested|inflight))$")


class Mismatch(AssertionError):
    pass


class CaseRunner:
    def __init__(self, hudi, case, answers, work):
        self.hudi = hudi
        self.case = case
        self.release = case["hudi_version"]
        self.answers = answers
        self.path = pathlib.Path(work) / case["name"]
        self.instant_of = {}  # "i1" -> requested time
        self.completion_of = {}  # "i1" -> completion time
        self.seen = set()
        self.types = {}  # column -> type tree, of the snapshot
        self.reads_changes = False  # the step at hand does
        self.read_options = []  # that each read step is given besides its own
        self.snapshot = None  # what the table held after the last step, as (columns, rows)

    # ---- the case -----------------------------------------------------------------------------
    def run(self):
        """Runs every step that can run; raises Mismatch for the first that differs."""
        for number, step in enumerate(self.case["steps"]):
            if waiting_for(self.case, step):
                if step["kind"] == "write":
                    return
                continue
            expect = self.answers.expected(self.case, number)
            situation = self.answers.situation(self.case, number)
            problems = []
            if step["kind"] == "write":
                self.write(step, expect, problems)
            elif step["kind"] == "compact":
                self.compact(problems)
            else:
                self.read(step, expect, problems)
            if problems:
                note = f" (we answer otherwise: {situation})" if situation else ""
                raise Mismatch(f"{self.case['name']} {self.release} step {number} "
                               f"[{step.get('operation') or step['kind']}]{note}:\n  "
                               + "\n  ".join(problems))

    def write(self, step, expect, problems):
        before = self.tree()
        done = self.hudi(*self.write_arguments(step), stdin=input_lines(step))
        if "error" in expect:
            self.expect_failure(done, expect, problems)
            if self.tree() != before:
                problems.append("a refused write left a trace: "
                                + describe_tree_change(before, self.tree()))
            if self.table_exists() and self.snapshot is not None:
                self.compare_rows("rows after the refused write", self.snapshot,
                                  self.read_snapshot(problems), problems)
            return
        if done.returncode != 0:
            problems.append(f"must succeed, failed: {done.stderr.strip()}")
            return
        self.compare_timeline(expect, problems)
        self.compare_snapshot(expect, problems)
        if "files" in expect and self.files() != expect["files"]:
            problems.append(f"files: expected {expect['files']}, got {self.files()}")
        if "table_properties" in expect:
            compare_dicts("table properties", expect["table_properties"], self.properties(),
                          problems)

    def read(self, step, expect, problems):
        self.reads_changes = reads_changes(step)
        try:
            self.run_read(step, expect, problems)
        finally:
            self.reads_changes = False

    def run_read(self, step, expect, problems):
        arguments = ["read", self.path, "--format", "json"]
        columns = step.get("select")
        if columns and columns != ["*"]:
            arguments += ["--columns", ",".join(columns)]
        else:
            arguments.append("--meta")
        for key, value in (step.get("options") or {}).items():
            arguments += ["--set", f"{key}={self.substitute(value)}"]
        if step.get("where"):
            arguments += ["--where", self.substitute(step["where"])]
        done = self.hudi(*arguments, *self.read_options)
        if "error" in expect:
            self.expect_failure(done, expect, problems)
            return
        if done.returncode != 0:
            problems.append(f"must succeed, failed: {done.stderr.strip()}")
            return
        self.compare_rows("result", self.expected_rows(expect["result"]),
                          self.parsed_rows(done.stdout), problems)

    def compact(self, problems):
        """Compaction changes no row, neither in the snapshot nor in what is read of base files alone."""
        done = self.hudi("compact", self.path)
        if done.returncode != 0:
            problems.append(f"must succeed, failed: {done.stderr.strip()}")
        self.seen |= {e["begin"] for e in self.hudi.json_lines("timeline", self.path, "--format", "json")}
        for what, options in (("rows", []), ("read-optimized rows", ["--query", "read_optimized"])):
            self.compare_rows(f"{what} after compaction", self.snapshot,
                              self.read_snapshot(problems, *options), problems)

    def expect_failure(self, done, expect, problems):
        gist = expect["error"].get("root_message") or expect["error"]["message"]
        if done.returncode == 0:
            problems.append(f"must fail ({gist}), succeeded: {done.stdout.strip()[:200]}")
            return
        lines = done.stderr.strip().splitlines()
        if done.returncode not in (1, 2) or not lines or not lines[-1].startswith("hudi: error: "):
            problems.append(f"must fail with one line 'hudi: error: ...', got exit "
                            f"{done.returncode}: {done.stderr.strip()[:400]}")

    # ---- running ------------------------------------------------------------------------------
    def write_arguments(self, step):
        options = {**self.case["table_options"], **(step.get("options") or {})}
        arguments = ["write", self.path, "--input", "-", "--input-format", "json", "--format", "json",
                     "--schema", ", ".join(f"`{n}` {t}" for n, t in step["schema"]),
                     "--mode", step["save_mode"], "--input-tasks", step["input_partitions"]]
        if step.get("operation"):
            arguments += ["--operation", step["operation"]]
        if "hoodie.write.table.version" not in options:
            arguments += ["--table-version", TABLE_VERSIONS[self.release]]
        for key, value in options.items():
            if value is not None:
                arguments += ["--set", f"{key}={self.substitute(value)}"]
        return arguments

    def substitute(self, text):
        """Placeholders such as {i2} and {iso:c3} from our own timeline."""
        def time_of(kind, name):
            return (self.instant_of if kind == "i" else self.completion_of)["i" + name]

        def iso(kind, name):
            t = time_of(kind, name)
            return f"{t[:4]}-{t[4:6]}-{t[6:8]} {t[8:10]}:{t[10:12]}:{t[12:14]}.{t[14:] or '0'}"

        def milliseconds(kind, name):
            import datetime
            when = datetime.datetime.strptime(iso(kind, name), "%Y-%m-%d %H:%M:%S.%f")
            return round(when.replace(tzinfo=datetime.timezone.utc).timestamp() * 1000)

        forms = {
            "iso": iso,
            "isoT": lambda k, n: iso(k, n).replace(" ", "T"),
            "ms": lambda k, n: str(milliseconds(k, n)),
            "secup": lambda k, n: str(milliseconds(k, n) // 1000 + 1),
        }
        text = text.replace("{path}", str(self.path))
        text = re.sub(r"\{([ic])(\d+)\}", lambda m: time_of(*m.groups()), text)
        text = re.sub(r"\{([ic])(\d+)([+-]\d+)\}",
                      lambda m: str(int(time_of(m[1], m[2])) + int(m[3])), text)
        return re.sub(r"\{(isoT|iso|ms|secup):([ic])(\d+)\}",
                      lambda m: forms[m[1]](m[2], m[3]), text)

    # ---- looking at the table ------------------------------------------------------------------
    def table_exists(self):
        return (self.path / ".hoodie/hoodie.properties").exists()

    def tree(self):
        """Every file below the table with its size, but for the writer's own lock."""
        return {path.relative_to(self.path).as_posix(): path.stat().st_size
                for path in self.path.rglob("*") if path.is_file() and "lock" not in path.name}

    def files(self):
        found = {}
        for folder, _, names in os.walk(self.path):
            if ".hoodie" in pathlib.Path(folder).parts:
                continue
            base = [n for n in names if n.endswith(".parquet") and not n.startswith(".")]
            logs = [n for n in names if re.match(r"^\.[^.]+.*\.log\.\d+_", n)]
            if base or logs:
                groups = {n.split("_")[0] for n in base} | {n[1:].split("_")[0] for n in logs}
                name = os.path.relpath(folder, self.path)
                found["" if name == "." else name] = dict(
                    file_groups=len(groups), base_files=len(base), log_files=len(logs))
        return dict(sorted(found.items()))

    def properties(self):
        found = {}
        for line in (self.path / ".hoodie/hoodie.properties").read_text().splitlines():
            if line.startswith("#") or "=" not in line:
                continue
            key, value = line.split("=", 1)
            if key != "hoodie.table.checksum":
                found[key] = value.replace("\\:", ":").replace("\\=", "=")
        return found

    def read_snapshot(self, problems, *options):
        done = self.hudi("read", self.path, "--meta", "--format", "json", *options)
        if done.returncode != 0:
            problems.append(f"the table cannot be read: {done.stderr.strip()}")
            return None
        return self.parsed_rows(done.stdout)

    # ---- comparing ----------------------------------------------------------------------------
    def compare_timeline(self, expect, problems):
        """Binds the step's instants to the case's names and compares actions and states."""
        entries = self.hudi.json_lines("timeline", self.path, "--format", "json")
        new = sorted((e for e in entries if e["begin"] not in self.seen), key=lambda e: e["begin"])
        self.seen |= {e["begin"] for e in entries}
        wanted = [a for a in expect.get("timeline_added", []) if not FAILED_ATTEMPT.search(a)]
        got = [e["action"] if e["state"] == "COMPLETED" else f"{e['action']}.{e['state'].lower()}"
               for e in new]
        if got != [a.split(":", 1)[1] for a in wanted]:
            problems.append(f"timeline: expected {wanted}, got {got}")
        for name, entry in zip((a.split(":", 1)[0] for a in wanted), new):
            self.instant_of[name] = entry["begin"]
            self.completion_of[name] = entry["completion"]

    def compare_snapshot(self, expect, problems):
        if "snapshot_error" in expect:
            problems.append("the reference cannot read its table here: answered_otherwise.json must "
                            f"say what we read. It said: {expect['snapshot_error']['message']}")
        if "schema" in expect:
            self.types = {name: spark_types.parse(text) for name, text in expect["schema"]}
            compare_dicts("schema", dict(map(tuple, expect["schema"])), self.schema(), problems)
        self.snapshot = self.read_snapshot(problems)
        if expect.get("snapshot"):
            self.compare_rows("rows", self.expected_rows(expect["snapshot"]), self.snapshot,
                              problems)
        if expect.get("read_optimized"):
            self.compare_rows("read-optimized rows", self.expected_rows(expect["read_optimized"]),
                              self.read_snapshot(problems, "--query", "read_optimized"), problems)

    def schema(self):
        return {f["name"]: f["type"]
                for f in self.hudi.json_lines("schema", self.path, "--format", "json")}

    def expected_rows(self, table):
        return rows_by_name(
            [dict(zip(table["columns"], row)) for row in table["rows"]], self.comparable)

    def parsed_rows(self, text):
        rows = [json.loads(line) for line in text.splitlines() if line.strip()]
        for row in rows:
            for name in UNRECORDED:
                row.pop(name, None)
        return rows_by_name(rows, self.comparable)

    def comparable(self, name, value):
        if self.reads_changes and name in ("before", "after"):
            value = cdc_changes.image(value, self.types)
        elif name in self.types:
            try:
                value = spark_types.comparable(self.types[name], value)
            except (TypeError, ValueError, ArithmeticError):
                return f"{value!r}, not {self.types[name][0]}"
        elif isinstance(value, (list, dict)):
            value = json.dumps(value, sort_keys=True)
        if isinstance(value, str):
            value = self.named(value)
            if name == "_hoodie_record_key":
                value = generated_key_shape(value)
        return value

    def named(self, text):
        """Instants by the names that the case gives them."""
        for name, instant in self.instant_of.items():
            text = text.replace(instant, f"<{name}>")
        for name, completion in self.completion_of.items():
            if completion:
                text = text.replace(completion, f"<c{name[1:]}>")
        return text

    @staticmethod
    def compare_rows(what, wanted, got, problems):
        if got is None or wanted is None:
            return
        if wanted[0] != got[0] and wanted[1] and got[1]:
            problems.append(f"{what}: expected columns {wanted[0]}, got {got[0]}")
            return
        if wanted[1] != got[1]:
            missing, extra = multiset_difference(wanted[1], got[1])
            problems.append(f"{what} of {wanted[0]}:\n    missing: "
                            + "\n             ".join(map(str, missing or ["nothing"]))
                            + "\n    extra:   "
                            + "\n             ".join(map(str, extra or ["nothing"])))


# ---- plain functions --------------------------------------------------------------------------
def reads_changes(step):
    options = step.get("options") or {}
    return options.get("hoodie.datasource.query.incremental.format") == "cdc"


def input_lines(step):
    kinds = [(name, spark_types.parse(text)) for name, text in step["schema"]]
    lines = []
    for row in step["rows"]:
        values = {name: spark_types.to_input(kind, value) for (name, kind), value in zip(kinds, row)}
        lines.append(json.dumps(values, ensure_ascii=False))
    return "".join(line + "\n" for line in lines)


def rows_by_name(rows, convert):
    """(sorted column names, sorted rows): the same for any order of columns and rows."""
    names = sorted({name for row in rows for name in row})
    converted = [tuple(convert(name, row.get(name)) for name in names) for row in rows]
    return names, sorted(converted, key=repr)


def generated_key_shape(key):
    """Generated keys hold instant, task and row number; only their shape is promised."""
    return re.sub(r"^<(\w+)>_\d+_\d+$", r"<\1>_<task>_<row>", key)


def multiset_difference(wanted, got):
    missing, extra = list(wanted), []
    for row in got:
        if row in missing:
            missing.remove(row)
        else:
            extra.append(row)
    return missing, extra


def compare_dicts(what, wanted, got, problems):
    for key in sorted(wanted.keys() | got.keys()):
        if wanted.get(key) != got.get(key):
            problems.append(f"{what}: {key}: expected {wanted.get(key)!r}, got {got.get(key)!r}")


def describe_tree_change(before, after):
    gone = sorted(before.keys() - after.keys())
    new = sorted(after.keys() - before.keys())
    changed = sorted(k for k in before.keys() & after.keys() if before[k] != after[k])
    return f"new {new}, gone {gone}, changed {changed}"
