# SPDX-License-Identifier: Apache-2.0
"""The manual page: complete, and clean for the tools that show it."""

import re
import shutil
import subprocess

import pytest

from cli.conftest import failed


@pytest.fixture(scope="module")
def page(hudi, tmp_path_factory):
    path = tmp_path_factory.mktemp("man") / "hudi.1"
    path.write_text(hudi.ok("__manual", "2026-01-31"))
    return path


def tool(name):
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    return name


def shown(page):
    """The page as plain text on very wide lines."""
    done = subprocess.run([tool("groff"), "-ww", "-man", "-Tascii", "-P-cbou", "-rLL=4000n", page],
                          capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


def test_groff_has_nothing_to_say(page):
    assert "hudi - reads and writes Apache Hudi tables" in shown(page)


def test_mandoc_has_nothing_to_say(page):
    done = subprocess.run([tool("mandoc"), "-Tlint", "-Wwarning", page], capture_output=True,
                          text=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_every_verb_with_its_arguments_options_and_example_stands_in_it(hudi, page):
    text = shown(page)
    sections = re.split(r"\n {3}(?=[a-z]+\n)", text.split("\nVERBS\n")[1].split("\nEXIT STATUS\n")[0])
    by_verb = {section.split("\n")[0].strip(): " ".join(section.split()) for section in sections}
    listed = hudi.ok("--help").split("verbs:\n")[1].split("\n\n")[0]
    verbs = re.findall(r"^  ([a-z]+) +[A-Z]", listed, re.MULTILINE)
    assert list(by_verb) == [*verbs, "help"]
    for verb in verbs:
        help_text = hudi.ok(verb, "--help")
        section = by_verb[verb]
        assert f"hudi {verb}" in section
        for option in re.findall(r"^  (--[a-z-]+(?: [A-Z=,.|-]+)?)", help_text, re.MULTILINE):
            assert option.strip() in section, (verb, option)
        # What the help says stands in the page, word for word.
        for part in ["\noptions:\n", "\narguments:\n"]:
            if part in help_text:
                block = help_text.split(part)[1].split("\n\n")[0]
                for word in re.findall(r"[A-Za-z_]{4,}", block):
                    assert word in section, (verb, word)
        example = help_text.split("\nexample:\n")[1].strip()
        assert " ".join(example.split()) in section, verb


def test_sections_a_person_looks_for(page):
    text = shown(page)
    for title in ["NAME", "SYNOPSIS", "DESCRIPTION", "VERBS", "EXIT STATUS", "ENVIRONMENT", "FILES",
                  "EXAMPLES", "SEE ALSO"]:
        assert f"\n{title}\n" in text
    for word in ["TZ", "NO_COLOR", "TMPDIR", "hoodie.properties"]:
        assert word in text


def test_the_date_is_the_builders(hudi):
    assert '.TH HUDI 1 2026-01-31 "hudi ' in hudi.ok("__manual", "2026-01-31")
    assert "yyyy-mm-dd" in failed(hudi("__manual"), code=2)
