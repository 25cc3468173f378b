# SPDX-License-Identifier: Apache-2.0
"""The example on the project's first page runs and prints what it says."""

import os
import re
import shlex
import subprocess


def test_the_first_page_tells_the_truth(root, hudi, tmp_path):
    page = (root / "README.md").read_text(encoding="utf-8")
    block = re.search(r"```console\n(.*?)```", page, re.S).group(1)
    steps = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M)
    assert len(steps) == 4
    (tmp_path / "examples").symlink_to(root / "examples")
    printed_instant = re.search(r"^instant +(\d+)$", block, re.M).group(1)
    instant = None
    for command, output in steps:
        words = [w.replace(printed_instant, instant or "") for w in shlex.split(command)]
        assert words[0] == "hudi"
        done = subprocess.run([str(hudi.path.resolve()), *words[1:]], cwd=tmp_path, text=True,
                              capture_output=True, env=dict(os.environ, TZ="UTC"))
        assert done.returncode == 0, done.stderr
        if words[1] == "read":
            assert done.stdout == output
            continue
        for line in re.findall(r"^(?:operation|rows) .*$", output, re.M):
            assert line in done.stdout.splitlines()
        instant = instant or re.search(r"^instant +(\d+)$", done.stdout, re.M).group(1)
