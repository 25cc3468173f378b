# SPDX-License-Identifier: Apache-2.0
"""All C++ blocks of the pages as one program, built against the installed library by the CMake blocks of the pages.

A block with `int main` is a whole program; another is the inside of a function that returns arrow::Status. The program
takes the number of the block to run.
"""

import pathlib
import re
import subprocess

from pages import PAGES, ROOT, blocks_of, cpp_blocks

PREAMBLE = """cmake_minimum_required(VERSION 3.25)
project(orders LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
add_executable(orders orders.cc)
"""


def source():
    """The program's text."""
    includes = {"#include <cstdlib>", "#include <iostream>", "#include <arrow/status.h>"}
    parts, calls = [], []
    for page, block in cpp_blocks():
        kept = []
        for line in block.text.splitlines():
            if line.startswith("#include "):
                includes.add(line)
                line = ""
            kept.append(line)
        body = "\n".join(kept)
        place = f'#line {block.line} "{page}"\n'
        if re.search(r"^int main\(", body, re.M):
            body = re.sub(r"^int main\(.*?\)", "int Main(int argc, char** argv)", body, flags=re.M)
            body = place + body
        else:
            body = (f"arrow::Status Run() {{\n{place}{body}\nreturn arrow::Status::OK();\n}}\n"
                    "int Main(int, char**) {\n  arrow::Status done = Run();\n"
                    "  if (!done.ok()) std::cout << done.message() << std::endl;\n  return !done.ok();\n}\n")
        parts.append(f"namespace example_{block.number} {{\n{body}\n}}\n")
        calls.append(f"    case {block.number}: return example_{block.number}::Main(argc - 1, argv + 1);\n")
    return ("\n".join(sorted(includes)) + "\n\n" + "\n".join(parts)
            + "\nint main(int argc, char** argv) {\n  switch (std::atoi(argv[1])) {\n" + "".join(calls)
            + "  }\n  return 2;\n}\n")


def cmake_blocks():
    return [(page, block) for page in PAGES for block in blocks_of(page.read_text(encoding="utf-8"))
            if block.language == "cmake"]


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"


def build_program(folder, build):
    """Configures with every CMake block, builds with the last; returns the program."""
    folder = pathlib.Path(folder)
    prefix = folder / "installed"
    run("cmake", "--install", build, "--prefix", prefix)
    found = cmake_blocks()
    assert found, "no page says how the library is used from CMake"
    for number, (_, block) in enumerate(found):
        project = folder / f"project{number}"
        project.mkdir()
        whole = "project(" in block.text
        (project / "CMakeLists.txt").write_text(block.text if whole else PREAMBLE + block.text)
        (project / "orders.cc").write_text(source())
        run("cmake", "-S", project, "-B", project / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
            f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_CXX_FLAGS=-Wall -Wextra")
    run("cmake", "--build", project / "build")
    return project / "build/orders"
