# SPDX-License-Identifier: Apache-2.0
"""The recorded cases of SQL statements: `hudi sql` must do what the reference did.

`sql_answers.json` lists the steps at which it does not. Such a step ends the case, for what follows
depends on it, unless the row says `"goes_on": true`:
- "refused": it fails here, and leaves everything as it was; "done": it succeeds here;
- "otherwise": it succeeds with another result, which tests/sql states;
- "waits": it needs something that is not there yet, and is refused by name.
`situation` names the row of docs/differences.md, or what is waited for.
"""

import json

import pytest

from conformance.catalogue import FOLDER, TABLE_VERSIONS, load_cases
from conformance.sql_case_runner import SqlCaseRunner

TOPICS = ["sql", "sql_insert", "sql_dml", "sql_merge", "sql_query", "sql_alter", "sql_call", "extra"]
ROWS = json.loads((FOLDER / "sql_answers.json").read_text(encoding="utf-8"))


class AsRecorded:
    """The expectations of a case as they stand."""

    def expected(self, case, number):
        return case["steps"][number]["expect"]

    def situation(self, case, number):
        return None


def answers_of(case):
    """Our answers by step."""
    return {row["step"]: row for row in ROWS
            if row["case"] == case["name"] and case["hudi_version"] in row["releases"]}


@pytest.mark.parametrize("case", load_cases(TOPICS),
                         ids=lambda case: f"{case['name']}-v{TABLE_VERSIONS[case['hudi_version']]}")
def test_sql_case(hudi, case, tmp_path):
    answers = answers_of(case)

    def ends(_, number):
        return number in answers and not answers[number].get("goes_on")

    def own_answer(number):
        if number in answers:
            check_answer(runner, case, number, answers[number])
        return number in answers

    runner = SqlCaseRunner(hudi, case, AsRecorded(), tmp_path, ends, own_answer)
    runner.run()
    for number, row in answers.items():
        if not row.get("goes_on"):
            check_answer(runner, case, number, row)


def check_answer(runner, case, number, row):
    if row["answer"] == "otherwise":
        return
    before = runner.tree() if runner.path.exists() else {}
    done = runner.sql(runner.substitute(case["steps"][number]["statement"]))
    if row["answer"] == "done":
        assert done.returncode == 0, done.stderr
        return
    assert done.returncode == 1, done.stdout
    assert "hudi: error: " in done.stderr
    if row["answer"] == "waits":
        assert "not supported" in done.stderr or "is switched off" in done.stderr, done.stderr
    assert (runner.tree() if runner.path.exists() else {}) == before


def test_every_answer_belongs_to_a_case_and_says_why():
    known = {(case["name"], case["hudi_version"]): len(case["steps"]) for case in load_cases(TOPICS)}
    for row in ROWS:
        for release in row["releases"]:
            assert 0 <= row["step"] < known[row["case"], release], (row["case"], release)
        assert row["answer"] in ("refused", "done", "otherwise", "waits") and row["situation"]


def test_every_situation_has_a_row_in_the_differences(root):
    page = (root / "docs/differences.md").read_text(encoding="utf-8")
    for row in ROWS:
        if row["answer"] != "waits":
            assert f'<a id="{row["situation"]}"></a>' in page, row
