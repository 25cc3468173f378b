# SPDX-License-Identifier: Apache-2.0
"""The model that stands for our differing answers does what the reference did wherever we do not differ."""

import json

import pytest

from conformance import spark_types
from conformance.answers import completed, load_answers
from conformance.catalogue import TABLE_VERSIONS, load_cases
from conformance.expected_model import why_not_covered
from conformance.waiting import waiting_for

ANSWERS = load_answers()
RUN = [case for case in load_cases() if not waiting_for(case, case["steps"][0])]
COVERED = [case for case in RUN if why_not_covered(case) is None]


def label(case):
    return f"{case['topic']}-{case['name']}-v{TABLE_VERSIONS[case['hudi_version']]}"


def readable(table, schema):
    """The rows with values by type, as sorted text: for any order of columns and rows."""
    kinds = {name: spark_types.parse(text) for name, text in schema}

    def value_of(name, value):
        return repr(spark_types.comparable(kinds[name], value) if name in kinds else value)

    return sorted(json.dumps({name: value_of(name, value) for name, value in zip(table["columns"], row)},
                             sort_keys=True) for row in table["rows"])


def steps_that_run(case):
    for number, step in enumerate(case["steps"]):
        if not waiting_for(case, step):
            yield number, step
        elif step["kind"] == "write":
            return


def comparable_steps(case):
    """The steps that we answer like the reference and after which its rows are worth comparing."""
    differed = False
    for number, step in steps_that_run(case):
        failed = "error" in step["expect"]
        if ANSWERS.situation(case, number):
            differed = True
        elif failed and (differed or completed(step)):
            continue  # shows rows that we answer otherwise, or rows of a commit that we refuse
        else:
            yield number, step


@pytest.mark.parametrize("case", COVERED, ids=label)
def test_gives_the_rows_that_the_reference_recorded(case):
    modelled = ANSWERS.modelled(case)
    for number, step in comparable_steps(case):
        for part in ("snapshot", "result"):
            recorded, mine = step["expect"].get(part), modelled[number].get(part)
            if recorded and mine and recorded["columns"]:
                schema = schema_after(case, number)
                wanted = readable(recorded, schema)
                if step.get("select") not in (None, ["*"]):
                    continue
                assert readable(mine, schema) == wanted, f"step {number}"


@pytest.mark.parametrize("case", COVERED, ids=label)
def test_gives_the_file_counts_that_the_reference_recorded(case):
    modelled = ANSWERS.modelled(case)
    for number, step in steps_that_run(case):
        if "error" in step["expect"] or ANSWERS.situation(case, number):
            return  # from here on the reference's table holds files of failed attempts
        if step["kind"] == "write" and modelled[number]["files"] is not None:
            assert modelled[number]["files"] == step["expect"]["files"], f"step {number}"


def test_agrees_with_the_answers_taken_from_another_release():
    checked = 0
    for (name, release, number), entry in ANSWERS.entries.items():
        case = ANSWERS.cases[name, release]
        if not entry["answer"].startswith("as in ") or why_not_covered(case):
            continue
        wanted, mine = ANSWERS.expected(case, number), ANSWERS.modelled(case)[number]
        for part in {"snapshot", "result"} & wanted.keys() & mine.keys():
            schema = schema_after(case, number)
            assert readable(mine[part], schema) == readable(wanted[part], schema), (name, release, number)
            checked += 1
    assert checked > 0


def test_covers_most_cases():
    assert len(COVERED) > len(RUN) / 2


def test_sees_a_wrong_rule(monkeypatch):
    """Control: with a rule that no release has, the comparison above must fail."""
    from conformance import expected_model
    monkeypatch.setattr(expected_model.TableModel, "beats", lambda self, row, stored: False)
    ANSWERS.models.clear()
    try:
        with pytest.raises(AssertionError):
            for case in COVERED:
                test_gives_the_rows_that_the_reference_recorded(case)
    finally:
        ANSWERS.models.clear()


def schema_after(case, number):
    """The model's schema after the last write up to `number`."""
    modelled = ANSWERS.modelled(case)
    return next((modelled[n]["schema"] for n in range(number, -1, -1) if "schema" in modelled[n]), [])
