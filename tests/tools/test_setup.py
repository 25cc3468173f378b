# SPDX-License-Identifier: Apache-2.0
"""tools/setup.sh, as far as it can be run without installing anything."""

import os
import subprocess


def setup(root, *arguments, **environment):
    return subprocess.run([root / "tools/setup.sh", *arguments], capture_output=True, text=True, timeout=60,
                          env={**os.environ, **environment})


def test_lists_what_is_needed(root):
    done = setup(root, "--list")
    assert done.returncode == 0, done.stderr
    packages = done.stdout.splitlines()[0].removeprefix("apt: ").split()
    # A bare Debian has none of these.
    assert {"ca-certificates", "make", "g++", "cmake", "ninja-build", "python3-venv"} <= set(packages)
    assert "HUDI_SYSTEM_DEPS" in done.stdout


def test_refuses_an_unknown_argument(root):
    done = setup(root, "--everything")
    assert done.returncode == 1
    assert done.stderr == "setup: error: unknown argument '--everything': expected --interop, --list or nothing\n"
