# SPDX-License-Identifier: Apache-2.0
"""Every ```console block of docs/ is run as it stands, in one folder a page, and must print what it shows.

Lines that begin with `$ ` are commands (a trailing backslash continues them); what follows up to the next one is their output. Instants, file
ids, sizes and times differ from run to run and are not compared; runs of blanks count as one.
"""

import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [page for page in sorted((ROOT / "docs").glob("*.md")) if "```console" in page.read_text()]


def examples(page):
    """[(command, expected output lines)] of a page."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", page.read_text(), flags=re.S):
        command = None
        continued = False
        for line in block.splitlines():
            if continued:
                command += "\n" + line
                found[-1][0] = command
            elif line.startswith("$ "):
                command = line[2:]
                found.append([command, []])
            else:
                assert found, f"{page.name}: output before the first command: {line}"
                found[-1][1].append(line)
            continued = line.endswith("\\") and (continued or line.startswith("$ "))
    return found


def plain(lines):
    """Output with what differs from run to run taken out."""
    result = []
    for line in lines:
        if re.match(r"^time ", line) or re.fullmatch(r"[- ]+", line):
            continue
        line = re.sub(r"\b\d{17}\b", "<instant>", line)
        line = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<uuid>", line)
        line = re.sub(r"\b\d+(\.\d+)? (B|kB|MB)\b", "<size>", line)
        line = " ".join(line.split())
        if line:
            result.append(line)
    return result


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_print_what_they_show(page, hudi, tmp_path):
    environment = dict(os.environ, TZ="UTC", PATH=f"{hudi.path.parent}:{os.environ['PATH']}")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    found = examples(page)
    assert found
    for command, expected in found:
        if command.split()[0] in ("make", "git", "cd"):
            continue  # what they do is what CI and the demo's test do
        done = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=environment, text=True,
                              capture_output=True, timeout=120)
        assert done.returncode == 0, f"$ {command}\n{done.stderr}"
        assert plain(done.stdout.splitlines()) == plain(expected), f"$ {command}"
