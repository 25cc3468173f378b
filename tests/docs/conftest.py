# SPDX-License-Identifier: Apache-2.0
"""The C++ blocks' program, built once for all workers."""

import fcntl
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))


@pytest.fixture(scope="session")
def cpp_program(build_dir, tmp_path_factory):
    from cpp_program import build_program

    base = tmp_path_factory.getbasetemp()
    # Under pytest-xdist every worker has its own folder; the one above is shared.
    shared = base.parent if base.name.startswith("popen-") else base
    with open(shared / "cpp.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        told = shared / "cpp.txt"
        if not told.exists():
            folder = shared / "cpp"
            folder.mkdir()
            told.write_text(str(build_program(folder, build_dir.resolve())))
    return pathlib.Path(told.read_text())
