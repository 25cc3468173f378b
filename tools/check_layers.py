#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that #include lines point only to lower layers.

    tools/check_layers.py [ROOT]    prints `file:line: rule` for each breach; exit 1 if there is one

A folder may include the layers before its own; two folders of one layer never include each other.
Stages inside read/ and write/ do not know one another either: only read/scan* and
write/write_pipeline* know them all.
"""

import pathlib
import re
import sys

# One row a layer, lowest first. A file belongs to the folder that is the longest prefix of its path.
LAYERS = [
    ["include/hudi"],
    ["src/hudi/base"],
    ["src/hudi/config", "src/hudi/storage"],
    ["src/hudi/format"],
    ["src/hudi/schema"],
    ["src/hudi/predicate"],
    ["src/hudi/table"],
    ["src/hudi/timeline"],
    ["src/hudi/slices"],
    ["src/hudi/merge"],
    ["src/hudi/metadata"],
    ["src/hudi/read", "src/hudi/write"],
    ["src/hudi/services"],
    ["src/hudi/api"],
    ["src/sql"],
    ["src/cli", "python"],
]
RANK = {folder: rank for rank, row in enumerate(LAYERS) for folder in row}
PUBLIC = "include/hudi"
# These see the public API and their own folder, nothing else.
OUTSIDERS = ["src/sql", "src/cli", "python"]
# Folders whose subfolders are stages, and the file stems that may know all of them.
STAGED = {"src/hudi/read": "scan", "src/hudi/write": "write_pipeline"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]')
SOURCES = {".h", ".cc", ".cpp"}


def folder_of(path):
    """The layer folder that holds `path` (text, relative to the root), or None."""
    best = None
    for folder in RANK:
        if path.startswith(folder + "/") and (best is None or len(folder) > len(best)):
            best = folder
    return best


def stage_of(path, folder):
    """The stage (first subfolder) of a file in a staged folder; "" for a file directly in it."""
    rest = path[len(folder) + 1:]
    return rest.split("/", 1)[0] if "/" in rest else ""


def resolve(root, source, name):
    """The included file as text relative to `root`, or None if it is not one of ours."""
    for base in (root / "include", root / "src", (root / source).parent):
        if (base / name).is_file():
            return (base / name).resolve().relative_to(root).as_posix()
    return None


def breach(root, source, quote, name):
    """The rule that this include breaks, or None."""
    folder = folder_of(source)
    target = resolve(root, source, name)
    if target is None:
        if quote == '"' or name.startswith("hudi/"):
            return f'"{name}" is no file below include/ or src/'
        if folder == PUBLIC and "/" in name and not name.startswith("arrow/"):
            return f"<{name}>: a public header includes the C++ library, Arrow and itself only"
        return None
    target_folder = folder_of(target)
    if target_folder is None:
        return f"{target} belongs to no layer: add its folder to tools/check_layers.py"
    if folder in OUTSIDERS and target_folder not in (folder, PUBLIC):
        return f"{folder} may see nothing but {PUBLIC}, not {target}"
    if target_folder != folder:
        if RANK[target_folder] == RANK[folder]:
            return f"{folder} and {target_folder} are one layer and must not include each other"
        if RANK[target_folder] > RANK[folder]:
            return f"{folder} is below {target_folder} and must not include {target}"
        return None
    if folder in STAGED:
        stage, target_stage = stage_of(source, folder), stage_of(target, folder)
        knows_all = stage == "" and pathlib.Path(source).name.startswith(STAGED[folder])
        if target_stage != "" and stage != target_stage and not knows_all:
            return (f"{source} must not include the stage {folder}/{target_stage}: only "
                    f"{folder}/{STAGED[folder]}* knows all stages")
    return None


def check(root):
    """All breaches below `root`, as (file, line number, rule)."""
    found = []
    tops = sorted({folder.split("/")[0] for folder in RANK})
    for top in tops:
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in SOURCES or not path.is_file():
                continue
            source = path.relative_to(root).as_posix()
            if folder_of(source) is None:
                found.append((source, 1, "belongs to no layer: add its folder to "
                                         "tools/check_layers.py"))
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                rule = match and breach(root, source, match.group(1), match.group(2))
                if rule:
                    found.append((source, number, rule))
    return found


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else
                        pathlib.Path(__file__).parent.parent).resolve()
    found = check(root)
    for source, number, rule in found:
        print(f"{source}:{number}: {rule}", file=sys.stderr)
    print(f"layers: {len(found)} breaches" if found else "layers: ok")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
