# SPDX-License-Identifier: Apache-2.0
"""What every end-to-end test shares: where the program is and how it is run."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get("HUDI_BUILD_DIR", ROOT / "build/release"))
sys.path.insert(0, str(ROOT / "tests"))


class Hudi:
    """The program `hudi`, run as a user would, in UTC."""

    def __init__(self, path):
        self.path = pathlib.Path(path)

    def __call__(self, *arguments, stdin=None, timeout=120):
        """Runs it and returns the finished process, whatever its exit code; stdin is text or bytes."""
        if isinstance(stdin, str):
            stdin = stdin.encode()
        done = subprocess.run([str(self.path), *map(str, arguments)], input=stdin or b"",
                              capture_output=True, timeout=timeout,
                              env=dict(os.environ, TZ="UTC"))
        done.stdout = done.stdout.decode("utf-8", "surrogateescape")
        done.stderr = done.stderr.decode("utf-8", "replace")
        return done

    def ok(self, *arguments, stdin=None):
        """Runs it, insists on exit code 0 and returns standard output."""
        done = self(*arguments, stdin=stdin)
        assert done.returncode == 0, f"hudi {' '.join(map(str, arguments))}\n{done.stderr}"
        return done.stdout

    def json_lines(self, *arguments, stdin=None):
        return [json.loads(line) for line in self.ok(*arguments, stdin=stdin).splitlines() if line]


@pytest.fixture(scope="session")
def hudi():
    program = BUILD / "bin/hudi"
    if not program.exists():
        pytest.fail(f"{program} is missing: run `make build` (or set HUDI_BUILD_DIR)")
    return Hudi(program)


@pytest.fixture(scope="session")
def build_dir():
    return BUILD


@pytest.fixture(scope="session")
def root():
    return ROOT
