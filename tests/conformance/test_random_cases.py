# SPDX-License-Identifier: Apache-2.0
"""Random sequences of writes and reads: the table holds, and gives, what the model says."""

import pytest

from conformance.answers import action
from conformance.case_runner import CaseRunner
from conformance.catalogue import TABLE_VERSIONS
from conformance.expected_model import TableModel, why_not_covered
from conformance.random_cases import make_case

SEEDS = range(12)


class ModelAnswers:
    """Every step succeeds and gives what the model works out."""

    def __init__(self, case):
        assert why_not_covered(case) is None
        model, snapshots, self.steps = TableModel(case), {}, []
        for number, step in enumerate(case["steps"]):
            if step["kind"] == "compact":
                self.steps.append({})
            elif step.get("where"):
                self.steps.append({"result": model.snapshot(name_of, model.selected(step["where"]))})
            elif step["kind"] == "read":
                self.steps.append({"result": snapshots[step["options"]["as.of.instant"]]})
            else:
                model.write(number, step)
                snapshots[f"{{{name_of(number)}}}"] = snapshot = model.snapshot(name_of)
                expect = {"timeline_added": [f"{name_of(number)}:{action(case, step)}"],
                          "schema": model.schema_now(), "snapshot": snapshot, "files": model.files()}
                self.steps.append({key: value for key, value in expect.items() if value is not None})

    def expected(self, case, number):
        return self.steps[number]

    def situation(self, case, number):
        return None


class AllWaysOfMerging(CaseRunner):
    """Reads each time through record positions (the default), by keys, and both with next to no memory."""

    BY_KEYS = ["--set", "hoodie.merge.use.record.positions=false"]
    IN_PARTS = ["--set", "hoodie.memory.merge.max.size=1000"]
    WAYS = [[], BY_KEYS, IN_PARTS, [*BY_KEYS, *IN_PARTS]]

    def run_read(self, step, expect, problems):
        for way in self.WAYS:
            self.read_options = way
            super().run_read(step, expect, problems)
        self.read_options = []

    def compare_snapshot(self, expect, problems):
        super().compare_snapshot(expect, problems)
        for way in self.WAYS[1:]:
            self.compare_rows(f"rows with {way}", self.snapshot, self.read_snapshot(problems, *way), problems)


def name_of(step):
    return f"i{step}"


@pytest.mark.parametrize("table_type", ["COPY_ON_WRITE", "MERGE_ON_READ"])
@pytest.mark.parametrize("release", TABLE_VERSIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_bucket_index_gives_the_same_rows(hudi, tmp_path, release, seed, table_type):
    """Which index finds the keys is not to be seen in the rows; a bucket has one file group."""
    case = make_case(seed, release, table_type, buckets=True)
    runner = AllWaysOfMerging if table_type == "MERGE_ON_READ" else CaseRunner
    runner(hudi, case, ModelAnswers(case), tmp_path).run()
    num_buckets = int(case["table_options"]["hoodie.bucket.index.num.buckets"])
    places = [(file["partition"], file["file_id"][:8])
              for file in hudi.json_lines("files", tmp_path / case["name"], "--format", "json")]
    assert len(places) == len(set(places))
    assert all(int(number) < num_buckets for _, number in places)


@pytest.mark.parametrize("table_type", ["COPY_ON_WRITE", "MERGE_ON_READ"])
@pytest.mark.parametrize("release", TABLE_VERSIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_table_holds_what_the_model_says(hudi, tmp_path, release, seed, table_type):
    """One model for both table types: merge-on-read, compacted now and then, holds what copy-on-write holds."""
    case = make_case(seed, release, table_type)
    runner = AllWaysOfMerging if table_type == "MERGE_ON_READ" else CaseRunner
    runner(hudi, case, ModelAnswers(case), tmp_path).run()
