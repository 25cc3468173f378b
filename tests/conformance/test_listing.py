# SPDX-License-Identifier: Apache-2.0
"""The pages that describe the cases say what the cases are."""

import re
import subprocess
import sys

from conformance import test_differences, test_sql_cases
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


# Rows that no test of this folder names: where they are proved, and by what.
PROVED_ELSEWHERE = {
    "keys-back-during-a-compaction": ("src/hudi/api/table_compact_test.cc",
                                      "FindsAKeyThatCameBackWhileTheCompactionWasPending"),
    "refusals-leave-no-trace": ("tests/conformance/case_runner.py", "a refused write left a trace"),
    "sql-quota-columns": ("tests/sql/files_and_procedures.test", "space_consumed = storage_size"),
    "sql-place-first": ("tests/sql/schema_on_read.test", "ALTER TABLE t ALTER COLUMN price FIRST"),
    "sql-merge-several-source-rows": ("tests/sql/generated_keys.test",
                                      "matches a row of 't' with several rows of the source"),
    "sql-merge-clause-order": ("tests/interop/sql_script_differences.json", "sql-merge-clause-order"),
    "sql-nested-assignments": ("tests/sql/nested_fields.test", "UPDATE t SET S.A = s.c.x, t.s.b"),
    "sql-types-on-the-way": ("tests/sql/schema_on_read_types.test", "an int that was a double before it became text is"),
    "sql-drop-partition-of-nothing": ("tests/sql/named_partitions.test", "CALL drop_partition(table => 'm', partition => 'a=zz/*')"),
    "sql-copy-to-table": ("tests/sql/files_and_procedures.test", "CALL copy_to_table(table => 'trips', new_table => 'copied')"),
    "sql-log-file-procedures": ("tests/sql/log_files.test", "DELETE_BLOCK"),
    "metadata-table-off": ("src/hudi/api/table_write_test.cc", "metadata table was switched off"),
}


def rows_of_the_page(root):
    page = (root / "docs/differences.md").read_text(encoding="utf-8")
    return re.findall(r'^\| <a id="([a-z0-9-]+)"></a>', page, re.M)


def test_every_situation_and_every_marked_test_has_a_row_in_the_differences(root):
    rows = rows_of_the_page(root)
    assert len(rows) == len(set(rows))
    named = {entry["situation"] for entry in load_answers().entries.values()}
    named |= {test.row for test in vars(test_differences).values() if hasattr(test, "row")}
    assert named | PROVED_ELSEWHERE.keys() <= set(rows), named - set(rows)


def test_every_row_of_the_differences_is_proved(root):
    """By a recorded case, or by a test of this folder that names it."""
    folder = root / "tests/conformance"
    tests = "".join(path.read_text(encoding="utf-8") for path in folder.glob("test_*.py")
                    if path.name != "test_listing.py")
    proved = {entry["situation"] for entry in load_answers().entries.values()} | PROVED_ELSEWHERE.keys()
    proved |= {row["situation"] for row in test_sql_cases.ROWS}
    assert [name for name in rows_of_the_page(root) if name not in proved and name not in tests] == []


def test_what_proves_a_row_elsewhere_is_there(root):
    for name, (path, text) in PROVED_ELSEWHERE.items():
        assert text in (root / path).read_text(encoding="utf-8"), name
