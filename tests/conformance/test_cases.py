# SPDX-License-Identifier: Apache-2.0
"""One test for each case and release of the reference: the program must do what the reference did."""

import pytest

from conformance.answers import load_answers
from conformance.case_runner import CaseRunner
from conformance.catalogue import TABLE_VERSIONS, load_cases
from conformance.waiting import waiting_for

ANSWERS = load_answers()


def label(case):
    return f"{case['topic']}-{case['name']}-v{TABLE_VERSIONS[case['hudi_version']]}"


@pytest.mark.parametrize("case", load_cases(), ids=label)
def test_case(hudi, case, tmp_path):
    first = case["steps"][0]
    if waiting_for(case, first):
        pytest.skip(f"waiting for {waiting_for(case, first)}")
    CaseRunner(hudi, case, ANSWERS, tmp_path).run()
