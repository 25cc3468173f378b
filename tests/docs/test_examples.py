# SPDX-License-Identifier: Apache-2.0
"""Every block of README.md and docs/*.md is run as it stands, in order, and must print what it shows (pages.py says how)."""

import ast
import re

import pages
import pytest

with_blocks = [page for page in pages.PAGES if "```" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", with_blocks, ids=lambda page: page.name)
def test_examples_print_what_they_show(page, hudi, build_dir, tmp_path, request):
    has_cpp = any(owner == page for owner, _ in pages.cpp_blocks())
    program = request.getfixturevalue("cpp_program") if has_cpp else None
    shell = pages.Shell(tmp_path, hudi.path.resolve(), build_dir, program)
    wrong = []
    try:
        pages.run_page(page, shell, lambda *what: wrong.append(pages.difference(page, *what)))
    finally:
        shell.close()
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize("page", pages.PAGES, ids=lambda page: page.name)
def test_every_block_is_of_a_kind_that_is_run(page):
    text = page.read_text(encoding="utf-8")
    previous = ""
    for block in pages.blocks_of(text):
        where = f"{page.name}:{block.line}"
        if block.language == "text":
            assert previous == "cpp", f"{where}: text stands only below the C++ that prints it"
        elif block.language in ("python", "sql"):
            assert page.name in pages.SPARK_PAGES, f"{where}: nothing runs this {block.language}"
            if block.language == "python":
                ast.parse(block.text, where)
        elif block.language == "console":
            assert pages.steps_of(block), f"{where}: no command"
        else:
            assert block.language in ("cpp", "cmake"), f"{where}: nothing runs '{block.language}' blocks"
        previous = block.language
    outside = re.sub(r"^\s*```.*?^\s*```", "", text, flags=re.M | re.S)
    indented = re.search(r"\n\n {4,}(?![-*\d])\S.*", outside)
    assert not indented, f"{page.name}: indented text is not run: {indented and indented.group().strip()}"


def test_volatile_names_are_bound_and_must_agree():
    names = {}
    page = ["instant    20260101000000001", "again 20260101000000001 ..."]
    real = ["instant 20261130075220543", "again 20261130075220543 and more"]
    assert pages.match(page, real, names)
    assert names == {"20260101000000001": "20261130075220543"}
    assert not pages.match(["instant 20260101000000001"], ["instant 20261130075220544"], names)
    assert not pages.match(["20260101000000002"], ["20261130075220543"], names)
    assert not pages.match(["rows 3"], ["rows 4"], {})
    assert pages.match(["first", "...", "last"], ["first", "x", "y", "last"], {})
    assert not pages.match(["first", "..."], ["second"], {})
