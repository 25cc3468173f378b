#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/cases.md: every case of the reference and how it stands here.

    tools/list_cases.py           writes the page
    tools/list_cases.py --check   exit 1 if the page is not current
"""

import collections
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from conformance.answers import load_answers  # noqa: E402
from conformance.catalogue import TABLE_VERSIONS, TOPICS, load_cases  # noqa: E402
from conformance.waiting import waiting_for  # noqa: E402

PAGE = ROOT / "docs/cases.md"
HEAD = """# Cases of the reference

What Hudi on Spark did, step by step, and how each case stands here. Made by `tools/list_cases.py` from
`tests/conformance`; do not edit. Releases: 0.15.0 judges table version 6, 1.0.2 version 8, 1.2.0 version 9.

- **run**: every step is done by our program and equals the reference.
- **n of m steps; waiting for X**: the others wait for a feature that does not exist yet.
- **otherwise at k**: at step k (from 0) we answer otherwise on purpose; `docs/differences.md` says why.
"""


def standing(case, answers):
    """(text for the table, "run" | "partly" | "waiting")"""
    total, ran, waits = len(case["steps"]), 0, []
    for number, step in enumerate(case["steps"]):
        feature = waiting_for(case, step)
        if feature:
            if feature not in waits:
                waits.append(feature)
            if step["kind"] == "write":
                break
            continue
        ran += 1
    parts = []
    if not waits:
        parts.append("run")
    elif ran == 0:
        parts.append(f"waiting for {', '.join(waits)}")
    else:
        parts.append(f"{ran} of {total} steps; waiting for {', '.join(waits)}")
    by_situation = collections.defaultdict(list)
    for number in range(total):
        situation = answers.situation(case, number)
        if situation:
            by_situation[situation].append(str(number))
    for situation, steps in by_situation.items():
        parts.append(f"otherwise at {', '.join(steps)}: "
                     f"[{situation}](differences.md#{situation})")
    kind = "run" if not waits else "waiting" if ran == 0 else "partly"
    return "; ".join(parts), kind


def page():
    answers = load_answers()
    by_topic = {topic: {} for topic in TOPICS}
    counts = collections.Counter()
    otherwise = 0
    for case in load_cases():
        text, kind = standing(case, answers)
        counts[kind] += 1
        otherwise += "otherwise" in text
        by_topic[case["topic"]].setdefault(case["name"], {})[case["hudi_version"]] = text
    lines = [HEAD, f"{sum(counts.values())} cases: {counts['run']} run whole, {counts['partly']} in part, "
             f"{counts['waiting']} wait; {otherwise} of them are answered otherwise at some step.", ""]
    for topic, cases in by_topic.items():
        lines += [f"## {topic}", "",
                  "| case | " + " | ".join(f"v{v} ({r})" for r, v in TABLE_VERSIONS.items()) + " |",
                  "|---|" + "---|" * len(TABLE_VERSIONS)]
        for name, standings in cases.items():
            cells = [standings.get(release, "–") for release in TABLE_VERSIONS]
            lines.append(f"| {name} | " + " | ".join(cells) + " |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def main():
    text = page()
    if "--check" in sys.argv[1:]:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
            print("docs/cases.md is not current: run tools/list_cases.py", file=sys.stderr)
            return 1
        return 0
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
