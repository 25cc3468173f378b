# SPDX-License-Identifier: Apache-2.0
"""The demo runs and its own checks hold."""

import os
import subprocess


def test_the_demo_keeps_its_promises(root, hudi, tmp_path):
    done = subprocess.run([root / "tools/demo.sh", tmp_path / "orders"], capture_output=True,
                          text=True, timeout=600,
                          env=dict(os.environ, HUDI_PROGRAM=str(hudi.path.resolve())))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("ok: ") == 6
    assert "demo: every claim holds" in done.stdout


def test_the_demo_leaves_a_foreign_folder_alone(root, hudi, tmp_path):
    (tmp_path / "precious.txt").write_text("mine")
    done = subprocess.run([root / "tools/demo.sh", tmp_path], capture_output=True, text=True,
                          env=dict(os.environ, HUDI_PROGRAM=str(hudi.path.resolve())))
    assert done.returncode == 1
    assert "no Hudi table" in done.stderr
    assert (tmp_path / "precious.txt").read_text() == "mine"
