# SPDX-License-Identifier: Apache-2.0
"""The pages that describe the cases say what the cases are."""

import re
import subprocess
import sys

from conformance import test_differences
from conformance.answers import load_answers
from conformance.catalogue import load_cases
from conformance.waiting import waiting_for


def test_the_list_of_cases_is_current(root):
    done = subprocess.run([sys.executable, root / "tools/list_cases.py", "--check"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_answer_belongs_to_a_step_that_runs():
    cases = {(c["name"], c["hudi_version"]): c for c in load_cases()}
    for name, release, step in load_answers().entries:
        case = cases[name, release]
        assert 0 <= step < len(case["steps"]), (name, release, step)
        assert waiting_for(case, case["steps"][step]) is None, (name, release, step)


# Rows that are proved neither by a case nor in test_differences.py: where, and by what.
PROVED_ELSEWHERE = {
    "refusals-leave-no-trace": ("tests/conformance/case_runner.py", "a refused write left a trace"),
    "metadata-table-off": ("src/hudi/api/table_write_test.cc", "metadata table was switched off"),
}


def rows_of_the_page(root):
    page = (root / "docs/differences.md").read_text(encoding="utf-8")
    return re.findall(r'^\| <a id="([a-z0-9-]+)"></a>', page, re.M)


def test_every_row_of_the_differences_is_proved_and_no_other_is(root):
    proved_by_cases = {entry["situation"] for entry in load_answers().entries.values()}
    proved_here = {test.row for test in vars(test_differences).values() if hasattr(test, "row")}
    rows = rows_of_the_page(root)
    assert len(rows) == len(set(rows))
    assert set(rows) == proved_by_cases | proved_here | PROVED_ELSEWHERE.keys()


def test_what_proves_a_row_elsewhere_is_there(root):
    for name, (path, text) in PROVED_ELSEWHERE.items():
        assert text in (root / path).read_text(encoding="utf-8"), name
