# SPDX-License-Identifier: Apache-2.0
"""The cases on disk."""

import json
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent
TABLE_VERSIONS = {"0.15.0": 6, "1.0.2": 8, "1.2.0": 9}
TOPICS = ["writes_basic", "writes_delete", "writes_merge_modes", "writes_payloads", "writes_errors",
          "keygen", "schema_evolution", "file_sizing", "index", "queries", "table_services"]


def load_cases(topics=TOPICS):
    """Every case of some topics, by topic, release and the order in its file."""
    cases = []
    for topic in topics:
        for release in TABLE_VERSIONS:
            path = FOLDER / "cases" / f"{topic}.v{release}.json"
            cases += json.loads(path.read_text(encoding="utf-8"))
    return cases
