#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the unit tests (ctest) and the end-to-end tests (pytest) and closes with one summary.

Exits non-zero if either failed or ran nothing.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent


def count(paths):
    """(passed, failed, skipped) over JUnit files as GoogleTest and pytest write them."""
    passed = failed = skipped = 0
    for path in paths:
        for case in xml.etree.ElementTree.parse(path).iter("testcase"):
            if case.find("failure") is not None or case.find("error") is not None:
                failed += 1
            elif case.find("skipped") is not None or case.get("status") == "notrun":
                skipped += 1
            else:
                passed += 1
    return passed, failed, skipped


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--unit-only", action="store_true", help="leave the end-to-end tests out")
    parser.add_argument("modules", nargs="*", help="run the unit tests of these modules only")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    reports = build / "test-reports"
    shutil.rmtree(reports, ignore_errors=True)
    reports.mkdir(parents=True)
    cores = str(os.cpu_count() or 2)
    environment = dict(os.environ, TZ="UTC", HUDI_BUILD_DIR=str(build),
                       GTEST_OUTPUT=f"xml:{reports}/")

    lines, ok = [], True

    def run(name, command, report_files):
        nonlocal ok
        started = time.monotonic()
        print(f"== {name}: {' '.join(map(str, command))}", flush=True)
        code = subprocess.run(command, cwd=ROOT, env=environment).returncode
        passed, failed, skipped = count(report_files())
        good = code == 0 and passed > 0 and failed == 0
        ok = ok and good
        lines.append((name, passed, failed, skipped, time.monotonic() - started, code))

    selection = ["-R", f"^({'|'.join(arguments.modules)})$"] if arguments.modules else []
    run("unit", ["ctest", "--test-dir", build, "-L", "unit", "-j", cores, "--output-on-failure",
                 "--timeout", "1800", *selection],
        lambda: sorted(reports.glob("*.xml")))
    if not arguments.unit_only:
        report = reports / "pytest" / "pytest.xml"
        report.parent.mkdir()
        run("end to end", [sys.executable, "-m", "pytest", "tests", "--ignore=tests/interop", "-q",
                           "-n", cores, "--dist", "worksteal", f"--junitxml={report}"],
            lambda: [report] if report.exists() else [])

    print("\n== summary")
    for name, passed, failed, skipped, seconds, code in lines:
        note = "" if code == 0 else f"  (exit {code})"
        print(f"{name:<11}{passed:>6} passed {failed:>4} failed {skipped:>4} skipped "
              f"{seconds:>7.0f} s{note}")
    totals = [sum(line[i] for line in lines) for i in (1, 2, 3)]
    print(f"{totals[0]} passed, {totals[1]} failed, {totals[2]} skipped")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
