# SPDX-License-Identifier: Apache-2.0
"""The recorded cases of SQL statements: `hudi sql` must do what the reference did.

`sql_answers.json` lists the steps at which it does not, one row a case and release. Such a step ends the
case, for what follows depends on it:
- "refused": it fails here, and leaves everything as it was; "done": it succeeds here;
- "otherwise": it succeeds with another result, which tests/sql states;
- "waits": it needs something that is not there yet, and is refused by name.
`situation` names the row of docs/differences.md, or what is waited for.
"""

import json

import pytest

from conformance.catalogue import FOLDER, TABLE_VERSIONS, load_cases
from conformance.sql_case_runner import SqlCaseRunner

TOPICS = ["sql", "sql_insert", "sql_dml", "sql_merge", "sql_query", "sql_alter"]


def load_ends():
    rows = json.loads((FOLDER / "sql_answers.json").read_text(encoding="utf-8"))
    return {(row["case"], release): row for row in rows for release in row["releases"]}


ENDS = load_ends()


class AsRecorded:
    """The expectations of a case as they stand."""

    def expected(self, case, number):
        return case["steps"][number]["expect"]

    def situation(self, case, number):
        return None


def end_of(case):
    return ENDS.get((case["name"], case["hudi_version"]))


@pytest.mark.parametrize("case", load_cases(TOPICS),
                         ids=lambda case: f"{case['name']}-v{TABLE_VERSIONS[case['hudi_version']]}")
def test_sql_case(hudi, case, tmp_path):
    end = end_of(case)
    last = end["step"] if end else None
    runner = SqlCaseRunner(hudi, case, AsRecorded(), tmp_path, lambda _, number: number == last)
    runner.run()
    if end is None or end["answer"] == "otherwise":
        return
    before = runner.tree() if runner.path.exists() else {}
    done = runner.sql(runner.substitute(case["steps"][last]["statement"]))
    if end["answer"] == "done":
        assert done.returncode == 0, done.stderr
        return
    assert done.returncode == 1, done.stdout
    assert "hudi: error: " in done.stderr
    if end["answer"] == "waits":
        assert "not supported" in done.stderr or "is switched off" in done.stderr, done.stderr
    assert (runner.tree() if runner.path.exists() else {}) == before


def test_every_answer_belongs_to_a_case_and_says_why():
    known = {(case["name"], case["hudi_version"]): len(case["steps"]) for case in load_cases(TOPICS)}
    for (name, release), row in ENDS.items():
        assert 0 <= row["step"] < known[name, release], (name, release)
        assert row["answer"] in ("refused", "done", "otherwise", "waits") and row["situation"]


def test_every_situation_has_a_row_in_the_differences(root):
    page = (root / "docs/differences.md").read_text(encoding="utf-8")
    for row in ENDS.values():
        if row["answer"] != "waits":
            assert f'<a id="{row["situation"]}"></a>' in page, row
