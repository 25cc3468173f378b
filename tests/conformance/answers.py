# SPDX-License-Identifier: Apache-2.0
"""Where we answer otherwise than the reference, and what is expected there instead.

`answered_otherwise.json` says only which answer holds at which step; the expected rows come from elsewhere:
- "as in R": what the reference recorded for the same step in release R;
- "as copy-on-write": what the reference recorded for the same step of the case's copy-on-write twin;
- "same rows": the rows that it recorded, in other files;
- "by the rules": the model (`expected_model.py`), from the case's inputs;
- "by the snapshots": changes, from the rows that the steps before left (`cdc_changes.py`);
- "done": the step succeeds, with what the reference recorded beside its error;
- "refused": the step fails and leaves everything as it was.
`properties` replaces single table properties of the recording, `timeline` the instants that it added.
"""

import json
import re

from conformance import cdc_changes, spark_types
from conformance.catalogue import FOLDER, load_cases
from conformance.expected_model import TableModel, why_not_covered
from conformance.waiting import waiting_for

COMPLETED = re.compile(r"^(\w+):(commit|deltacommit|replacecommit)$")

FIELDS = {"case", "versions", "steps", "situation", "answer", "properties", "timeline"}


class Answers:
    """(case, release, step) -> the situation and the expectation that stands for the reference's."""

    def __init__(self, entries, cases):
        self.cases = {(c["name"], c["hudi_version"]): c for c in cases}
        self.models = {}  # (case, release) -> what the model says, once asked
        self.entries = {}
        for entry in entries:
            if not entry.keys() <= FIELDS:
                raise ValueError(f"{entry['case']}: {sorted(entry.keys() - FIELDS)} is no part of an answer")
            for release in entry["versions"]:
                for step in entry["steps"]:
                    if (entry["case"], release, step) in self.entries:
                        raise ValueError(f"two answers for {entry['case']} {release} step {step}")
                    self.entries[entry["case"], release, step] = entry

    def situation(self, case, number):
        entry = self.entry(case, number)
        return entry["situation"] if entry else None

    def entry(self, case, number):
        return self.entries.get((case["name"], case["hudi_version"], number))

    # ---- expectations ---------------------------------------------------------------------------
    def expected(self, case, number):
        """What step `number` must show: the reference's own expectation where nothing else is said."""
        step, entry = case["steps"][number], self.entry(case, number)
        if entry is None:
            return step["expect"]
        expect = {k: v for k, v in step["expect"].items() if k not in ("error", "snapshot_error")}
        answer = entry["answer"]
        if answer == "refused" or self.fails_in_other(case, number):
            return {"error": {"message": f"refused: {entry['situation']}"}}
        if answer != "done":  # what base files alone hold follows from the files, which are ours
            expect.pop("read_optimized", None)
        if answer.startswith("as "):
            expect.update(self.from_other(case, number))
        elif answer == "same rows":
            expect.pop("files", None)
        elif answer == "by the rules":
            expect.update(self.modelled(case)[number])
        elif answer == "by the snapshots":
            expect["result"] = self.changes(case, number)
        elif answer != "done":
            raise ValueError(f"answer {answer!r}: expected 'as in <release>', 'as copy-on-write', "
                             "'same rows', 'by the rules', 'by the snapshots', 'done' or 'refused'")
        if "properties" in entry:
            expect["table_properties"] = {**expect["table_properties"], **entry["properties"]}
        if "timeline" in entry:
            expect["timeline_added"] = entry["timeline"]
        elif step["kind"] == "write" and not completed(step):
            expect["timeline_added"] = [f"{instant_name(case, number)}:{action(case, step)}"]
        return {key: value for key, value in expect.items() if value is not None}

    def succeeds(self, case, number):
        entry = self.entry(case, number)
        if entry is None:
            return "error" not in case["steps"][number]["expect"]
        return entry["answer"] != "refused" and not self.fails_in_other(case, number)

    # ---- the same step in another recording ---------------------------------------------------------
    def other(self, case, number):
        """The same case in another release, or with copy-on-write."""
        name, release = case["name"], case["hudi_version"]
        answer = self.entry(case, number)["answer"]
        if answer == "as copy-on-write":
            name = name.replace("mor_", "cow_", 1)
        else:
            release = answer.removeprefix("as in ")
        if self.entry(self.cases[name, release], number) is not None:
            raise ValueError(f"{case['name']} step {number}: {name} {release} is answered otherwise too")
        return self.cases[name, release]

    def fails_in_other(self, case, number):
        return (self.entry(case, number)["answer"].startswith("as ")
                and "error" in self.other(case, number)["steps"][number]["expect"])

    def from_other(self, case, number):
        """Rows, schema, files of the other recording, its instants by the names of this one."""
        other = self.other(case, number)
        names = {instant_name(other, n): instant_name(case, n) for n in range(len(other["steps"]))}
        parts = ["snapshot", "result", "schema"]
        if not merges_on_read(case) or merges_on_read(other):
            parts.append("files")
        taken = {key: value for key, value in other["steps"][number]["expect"].items() if key in parts}
        if "files" not in parts:
            taken["files"] = None
        text = re.sub(r"<(i\d+)>", lambda m: f"<{names[m[1]]}>", json.dumps(taken))
        return json.loads(text)

    # ---- changes ------------------------------------------------------------------------------------
    def changes(self, case, number):
        """What a change data query at step `number` answers, from the snapshots of the steps before."""
        before, found, kinds = [], [], {}
        writes = [n for n in range(number) if case["steps"][n]["kind"] == "write"]
        taken = cdc_changes.instants_in_range(case["steps"][number]["options"],
                                              [instant_name(case, n) for n in writes])
        for n in writes:
            expect = self.expected(case, n)
            if "schema" in expect:
                kinds = {name: spark_types.parse(text) for name, text in expect["schema"]}
            if "snapshot" not in expect:  # it changed nothing
                continue
            after = [dict(zip(expect["snapshot"]["columns"], row)) for row in expect["snapshot"]["rows"]]
            name = instant_name(case, n)
            if name in taken:
                found += cdc_changes.changes_between(before, after, f"<{name}>",
                                                     case["steps"][n]["operation"])
            before = after
        rows = [[op, instant, *(row and cdc_changes.image_of_row(row, kinds) for row in (old, new))]
                for op, instant, old, new in found]
        return {"columns": ["op", "ts_ms", "before", "after"], "rows": rows}

    # ---- the model ----------------------------------------------------------------------------------
    def modelled(self, case):
        """{step: what the model says of it}; raises where the model does not cover the case."""
        key = case["name"], case["hudi_version"]
        if key not in self.models:
            self.models[key] = self.run_model(case)
        return self.models[key]

    def run_model(self, case):
        reason = why_not_covered(case)
        if reason:
            raise ValueError(f"{case['name']} {case['hudi_version']}: the model does not cover it: {reason}")
        model, found = TableModel(case), {}
        for number, step in enumerate(case["steps"]):
            if waiting_for(case, step) and step["kind"] == "write":
                break
            if step["kind"] != "write":
                found[number] = self.modelled_read(case, model, step)
                continue
            if self.succeeds(case, number):
                model.write(number, step)
            snapshot = model.snapshot(lambda n: instant_name(case, n))
            found[number] = {"snapshot": snapshot, "schema": model.schema_now(), "files": model.files()}
        return found

    @staticmethod
    def modelled_read(case, model, step):
        """The rows that a filter keeps; nothing for reads that the model does not know."""
        if step.get("options") or not model.understands(step.get("where")):
            return {}
        rows = model.selected(step["where"])
        return {"result": model.snapshot(lambda n: instant_name(case, n), rows)}


def load_answers():
    entries = json.loads((FOLDER / "answered_otherwise.json").read_text(encoding="utf-8"))
    return Answers(entries, load_cases())


# ---- plain functions ----------------------------------------------------------------------------------
def completed(step):
    """The names of the instants that the reference completed in a step, but for its rollbacks."""
    added = (COMPLETED.match(text) for text in step["expect"].get("timeline_added", []))
    return [match[1] for match in added if match]


def instant_name(case, number):
    """The name of a step's instant: the recording's, else one of our own."""
    names = completed(case["steps"][number])
    return names[0] if names else f"o{number}"


def merges_on_read(case):
    return case["table_options"].get("hoodie.datasource.write.table.type") == "MERGE_ON_READ"


def action(case, step):
    if step["operation"].startswith("insert_overwrite") or step["operation"] == "delete_partition":
        return "replacecommit"
    if not merges_on_read(case):
        return "commit"
    creates = step is case["steps"][0] and step["operation"] == "bulk_insert"
    return "commit" if creates and case["hudi_version"] == "1.2.0" else "deltacommit"
