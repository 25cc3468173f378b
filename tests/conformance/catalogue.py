# SPDX-License-Identifier: Apache-2.0
"""The cases on disk, and the places where we answer otherwise than the reference."""

import json
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent
TABLE_VERSIONS = {"0.15.0": 6, "1.0.2": 8, "1.2.0": 9}
TOPICS = ["writes_basic", "writes_delete", "writes_merge_modes", "writes_payloads", "writes_errors",
          "keygen", "schema_evolution", "file_sizing", "index", "queries"]


def load_cases():
    """Every case, by topic, release and the order in its file."""
    cases = []
    for topic in TOPICS:
        for release in TABLE_VERSIONS:
            path = FOLDER / "cases" / f"{topic}.v{release}.json"
            cases += json.loads(path.read_text(encoding="utf-8"))
    return cases


def load_answers():
    """{(case, release, step): {"situation": id in docs/differences.md, "ours": {...}}}"""
    entries = json.loads((FOLDER / "answered_otherwise.json").read_text(encoding="utf-8"))
    answers = {}
    for entry in entries:
        for release in entry["versions"]:
            key = (entry["case"], release, entry["step"])
            if key in answers:
                raise ValueError(f"answered_otherwise.json has {key} twice")
            answers[key] = entry
    return answers
