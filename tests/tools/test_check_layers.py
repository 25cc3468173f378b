# SPDX-License-Identifier: Apache-2.0
"""tools/check_layers.py on small trees that keep or break one rule each."""

import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

TREE = {
    "include/hudi/error.h": "#include <string>\n#include <arrow/status.h>\n",
    "src/hudi/base/text.h": '#include "hudi/error.h"\n',
    "src/hudi/config/properties.h": '#include "hudi/base/text.h"\n',
    "src/hudi/storage/storage.h": "",
    "src/hudi/format/avro/schema.h": "",
    "src/hudi/format/log/block.cc": '#include "hudi/format/avro/schema.h"\n',
    "src/hudi/timeline/timeline.h": "",
    "src/hudi/write/rows.h": "",
    "src/hudi/write/keys/keys.h": '#include "hudi/write/rows.h"\n',
    "src/hudi/write/files/files.cc": '#include "hudi/write/rows.h"\n#include <parquet/types.h>\n',
    "src/hudi/write/write_pipeline.cc": '#include "hudi/write/keys/keys.h"\n',
    "src/hudi/read/plan/plan.h": "",
    "src/hudi/read/scan.cc": '#include "hudi/read/plan/plan.h"\n',
    "src/hudi/api/writer.cc": '#include "hudi/write/keys/keys.h"\n',
    "src/cli/verb.h": "",
    "src/cli/main.cc": '#include <CLI/CLI.hpp>\n#include "hudi/error.h"\n#include "cli/verb.h"\n',
}

BREACHES = {
    "upwards": ("src/hudi/base/up.cc", '#include "hudi/timeline/timeline.h"'),
    "sideways": ("src/hudi/config/side.cc", '#include "hudi/storage/storage.h"'),
    "read_to_write": ("src/hudi/read/side.cc", '#include "hudi/write/rows.h"'),
    "stage_to_stage": ("src/hudi/write/files/next.cc", '#include "hudi/write/keys/keys.h"'),
    "shared_file_to_stage": ("src/hudi/write/other.cc", '#include "hudi/write/keys/keys.h"'),
    "program_past_the_api": ("src/cli/deep.cc", '#include "hudi/base/text.h"'),
    "public_header_inwards": ("include/hudi/deep.h", '#include "hudi/base/text.h"'),
    "public_header_third_party": ("include/hudi/json.h", "#include <nlohmann/json.hpp>"),
    "missing_file": ("src/hudi/api/gone.cc", '#include "hudi/base/gone.h"'),
    "unknown_folder": ("src/hudi/odd/odd.cc", "int x;"),
}


def run(root):
    return subprocess.run([sys.executable, ROOT / "tools/check_layers.py", root],
                          capture_output=True, text=True)


def plant(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_accepts_a_tree_that_keeps_the_rules(tmp_path):
    plant(tmp_path, TREE)
    done = run(tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", BREACHES)
def test_names_file_and_line_of_a_breach(tmp_path, name):
    path, line = BREACHES[name]
    plant(tmp_path, TREE)
    plant(tmp_path, {path: line + "\n"})
    done = run(tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{path}:1: ")
    assert len(done.stderr.splitlines()) == 1


def test_the_project_keeps_the_rules():
    done = run(ROOT)
    assert done.returncode == 0, done.stderr
