# SPDX-License-Identifier: Apache-2.0
"""The pages that describe the cases say what the cases are."""

import re
import subprocess
import sys

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


def test_every_situation_has_a_row_in_the_differences(root):
    page = (root / "docs/differences.md").read_text(encoding="utf-8")
    rows = set(re.findall(r'^\| <a id="([a-z0-9-]+)"></a>', page, re.M))
    used = {entry["situation"] for entry in load_answers().entries.values()}
    assert used <= rows, used - rows
