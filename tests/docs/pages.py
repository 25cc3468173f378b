# SPDX-License-Identifier: Apache-2.0
"""The pages for people (README.md, docs/*.md) as programs: their blocks, run in order, and what they print.

    python tests/docs/pages.py --update [PAGE...]   # shows what no longer holds and writes the new output into the page

A ```console block holds commands (lines that begin with `$ `; a trailing backslash or a line that begins with `> `, as
in a here-document, continues them) and below each what a terminal would show, errors included. All blocks of a page
share one shell in a folder that looks like a clone of the project. A command must exit with 0, or with another code
if it shows an error.
`...` stands for any text within a line, and alone on a line for any lines. Instants and file ids differ from run to
run: the page's are bound to the real ones where they first appear, must agree afterwards, and are replaced in later
commands. Sizes, durations and the number of blanks are not compared.
"""

import argparse
import contextlib
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# Blocks in Spark's languages: tests/interop runs them, side by side with the commands below them.
SPARK_PAGES = {"coming_from_spark.md"}

INSTANT = r"(?<![\d.])\d{17}(?!\d)"
UUID = r"(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])"
NAMES = re.compile(f"{UUID}|{INSTANT}")


@dataclass
class Block:
    language: str
    line: int  # of its first line, counted from 1
    text: str
    number: int = 0  # among the C++ blocks of all pages


@dataclass
class Step:
    command: str
    line: int
    expected: list = field(default_factory=list)


def blocks_of(text):
    """The fenced blocks of a page, in order."""
    found, opened = [], None
    for number, line in enumerate(text.splitlines(), 1):
        fence = re.match(r"\s*```(.*)$", line)
        if not fence:
            if opened is not None:
                opened[2].append(line)
        elif opened is None:
            opened = (fence.group(1).strip(), number + 1, [])
        else:
            found.append(Block(opened[0], opened[1], "".join(f"{x}\n" for x in opened[2])))
            opened = None
    assert opened is None, f"a block that begins in line {opened and opened[1]} never ends"
    return found


def steps_of(block):
    """The commands of a console block, each with the lines it shows."""
    steps, continued = [], False
    for offset, line in enumerate(block.text.splitlines()):
        if continued:
            steps[-1].command += "\n" + line.removeprefix("> ")
        elif line.startswith("$ "):
            steps.append(Step(line[2:], block.line + offset))
        elif line.startswith("> ") or line == ">":
            steps[-1].command += "\n" + line[2:]
        else:
            assert steps, f"line {block.line + offset}: output before the first command"
            steps[-1].expected.append(line)
        continued = line.endswith("\\") and (continued or line.startswith("$ "))
    return steps


def cpp_blocks(pages=None):
    """Every C++ block of the pages, numbered from 0, with its page."""
    found = []
    for page in pages or PAGES:
        for block in blocks_of(page.read_text(encoding="utf-8")):
            if block.language == "cpp":
                block.number = len(found)
                found.append((page, block))
    return found


def plain(lines):
    """Lines without what differs from run to run and has no name."""
    result = []
    for line in lines:
        if re.match(r"time +open ", line) or re.fullmatch(r"[- ─━]+", line):
            continue
        line = re.sub(r"\b\d+(\.\d+)? ?([kKMG]i?)?B\b", "<size>", line)
        # Sizes in bytes, in the lists of files and of instants.
        if re.search(UUID, line):
            line = re.sub(r"(?<=[ ,])\d{4,6}(?=[ ,])", "<number>", line)
        if re.search(INSTANT, line):
            line = re.sub(r"(?<=[ ,])\d{4,6}$", "<number>", line)
        line = re.sub(r"\b\d+(\.\d+)? m?s\b", "<duration>", line)
        line = re.sub(r'("(?:bytes|fileSizeInBytes|totalWriteBytes|total\w+Time)": ?)\d+', r"\1<number>", line)
        line = " ".join(line.split())
        if line:
            result.append(line)
    return result


def match(expected, actual, names):
    """Whether the output is as shown; binds the names that appear, if it is."""
    bound, pattern, groups = dict(names), "", []
    for line in plain(expected):
        if line == "...":
            pattern += r"(?:.*\n)*?"
            continue
        for part in re.split(rf"(\.\.\.|{UUID}|{INSTANT})", line):
            if part == "...":
                pattern += ".*?"
            elif NAMES.fullmatch(part):
                groups.append(part)
                pattern += f"({UUID})" if "-" in part else f"({INSTANT})"
            else:
                pattern += re.escape(part)
        pattern += r"\n"
    found = re.fullmatch(pattern, "".join(f"{line}\n" for line in plain(actual)))
    if not found:
        return False
    for name, real in zip(groups, found.groups()):
        if bound.setdefault(name, real) != real:
            return False
    if len(set(bound.values())) != len(bound):  # two names on the page for one thing
        return False
    names.update(bound)
    return True


class Shell:
    """One bash in a folder that looks like a clone with its build."""

    MARK = "\x1e"

    def __init__(self, folder, program, build, cpp_program=None):
        self.folder = pathlib.Path(folder)
        bin_dir = self.folder / ".bin"
        bin_dir.mkdir()
        (bin_dir / "hudi").symlink_to(pathlib.Path(program).resolve())
        make = bin_dir / "make"
        make.write_text(MAKE.format(root=ROOT, build=pathlib.Path(build).resolve(), program=program))
        make.chmod(0o755)
        for name in ("README.md", "Makefile", "docs", "examples", "include", "tools", "tests", ".venv"):
            (self.folder / name).symlink_to(ROOT / name)
        (self.folder / "build").mkdir()
        (self.folder / "build/release").symlink_to(pathlib.Path(build).resolve())
        (self.folder / "data").mkdir()
        (self.folder / "data/in").symlink_to(ROOT / "examples/orders")
        if cpp_program:
            (bin_dir / "cpp-example").symlink_to(cpp_program)
        environment = {k: v for k, v in os.environ.items() if not k.startswith("HUDI_")}
        environment.update(TZ="UTC", LC_ALL="C.UTF-8", NO_COLOR="1",
                           PATH=f"{bin_dir}:{ROOT / '.venv/bin'}:{os.environ['PATH']}")
        self.bash = subprocess.Popen(["bash", "--norc"], cwd=self.folder, env=environment, text=True,
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     stderr=subprocess.STDOUT, errors="replace")
        self.code = 0

    def run(self, command, seconds=120):
        """(output lines, exit code)"""
        script = self.folder / ".command"
        script.write_text(command.replace("/data/", f"{self.folder}/data/") + "\n")
        watch = threading.Timer(seconds, self.bash.kill)
        watch.start()
        try:
            self.bash.stdin.write(f"(exit {self.code}); . {script} </dev/null; "
                                  f"printf '{self.MARK}%d\\n' $?\n")
            self.bash.stdin.flush()
            output = ""
            for line in self.bash.stdout:
                before, mark, code = line.partition(self.MARK)
                output += before
                if mark:
                    self.code = int(code)
                    return output.replace(f"{self.folder}/", "/" if "/data/" in command else "").splitlines(), self.code
        finally:
            watch.cancel()
        raise AssertionError(f"$ {command}\nended the shell or took over {seconds} s; so far:\n{output}")

    def close(self):
        with contextlib.suppress(BrokenPipeError):
            self.bash.stdin.close()
        self.bash.wait(timeout=30)
        self.bash.stdout.close()


# Stands in for make: what is built already is not built again.
MAKE = """#!/usr/bin/env bash
set -euo pipefail
case "$1" in
  demo) HUDI_PROGRAM='{program}' exec bash tools/demo.sh ;;
  install) exec cmake --install '{build}' --prefix "${{2#PREFIX=}}" >/dev/null ;;
  *) exec make -n -C '{root}' "$@" >/dev/null ;;
esac
"""
MAKE = MAKE.replace("exec make", f"exec {shutil.which('make') or 'make'}")


def run_page(page, shell, on_mismatch, names=None):
    """Runs the page; calls on_mismatch(step, output lines, exit code) where it does not hold."""
    names = {} if names is None else names
    blocks = blocks_of(page.read_text(encoding="utf-8"))
    numbers = {block.line: block.number for p, block in cpp_blocks() if p == page}
    for position, block in enumerate(blocks):
        if block.language == "console":
            steps = steps_of(block)
        elif block.language == "cpp":
            after = blocks[position + 1] if position + 1 < len(blocks) else None
            shown = after.text.splitlines() if after and after.language == "text" else []
            steps = [Step(f"cpp-example {numbers[block.line]}", block.line, shown)]
        else:
            steps = []
        for step in steps:
            command = NAMES.sub(lambda m: names.get(m.group(), m.group()), step.command)
            output, code = shell.run(command)
            fails = any(line.startswith("hudi: error: ") for line in step.expected)
            if not match(step.expected, output, names) or (code != 0) != fails:
                on_mismatch(step, output, code)


def difference(page, step, output, code):
    shown = difflib.unified_diff(plain(step.expected), plain(output), "the page", "the program", lineterm="", n=1)
    return f"{page.name}:{step.line}: $ {step.command}\nexit {code}\n" + "\n".join(shown)


def update(page, program, build, cpp_program):
    """Writes into the page what its commands print now, where that differs."""
    changes, names = [], {}
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(folder, program, build, cpp_program)

        def note(step, output, code):
            print(difference(page, step, output, code))
            known = {real: name for name, real in names.items()}
            output = [NAMES.sub(lambda m: known.get(m.group(), m.group()), line) for line in output]
            names.update((real, real) for line in output for real in NAMES.findall(line) if real not in names)
            changes.append((step, output))

        run_page(page, shell, note, names)
        shell.close()
    lines = page.read_text(encoding="utf-8").splitlines()
    for step, output in reversed(changes):
        first = step.line + (0 if step.command.startswith("cpp-example") else step.command.count("\n"))
        if step.command.startswith("cpp-example"):
            continue
        lines[first:first + len(step.expected)] = output
    page.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description="Runs the pages' examples and updates what they show.")
    parser.add_argument("--update", action="store_true", required=True)
    parser.add_argument("pages", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    build = pathlib.Path(os.environ.get("HUDI_BUILD_DIR", ROOT / "build/release")).resolve()
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    from cpp_program import build_program
    for page in arguments.pages or PAGES:
        page = page.resolve()
        with tempfile.TemporaryDirectory() as folder:
            has_cpp = any(p == page for p, _ in cpp_blocks())
            program = build_program(pathlib.Path(folder), build) if has_cpp else None
            update(page, build / "bin/hudi", build, program)


if __name__ == "__main__":
    main()
