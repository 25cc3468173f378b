# SPDX-License-Identifier: Apache-2.0
"""Links of the pages lead somewhere, pages are listed, and keys and flags that they name exist."""

import re

import pages
import pytest

LINK = re.compile(r"!?\[([^\]]*)\]\(([^)\s]+)\)")


def anchors(page):
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.M)
    slugs = {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}
    return slugs | set(re.findall(r'<a id="([^"]+)">', text))


@pytest.mark.parametrize("page", pages.PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for label, target in LINK.findall(text):
        path, _, anchor = target.partition("#")
        assert not path.startswith(("http:", "https:")), target
        goal = (page.parent / path).resolve() if path else page
        assert goal.exists(), f"{page.name}: {target}"
        if anchor:
            assert anchor in anchors(goal), f"{page.name}: {target}"
        if target.endswith(".svg"):
            assert label.strip(), f"{page.name}: {target} has no words for those who cannot see it"


def test_every_page_is_listed_in_the_index():
    index = (pages.ROOT / "docs/README.md").read_text(encoding="utf-8")
    for page in (pages.ROOT / "docs").glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in index, page.name


@pytest.fixture(scope="module")
def known_keys(hudi):
    found = hudi.json_lines("config", "--all", "--format", "json")
    others = [re.findall(r"[\w.]+", str(key["alternatives"])) for key in found]
    return {key["key"] for key in found} | {name for names in others for name in names}


@pytest.mark.parametrize("page", pages.PAGES, ids=lambda page: page.name)
def test_keys_that_a_page_names_exist(page, known_keys):
    # What stands in a command is checked by running it; some of it is wrong on purpose.
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for key in re.findall(r"`(hoodie\.[a-z0-9._]+[a-z0-9])(?:=[^`]*)?`", text):
        if key not in ("hoodie.properties", "hoodie.properties.backup"):
            assert key in known_keys, f"{page.name}: {key}"


@pytest.mark.parametrize("page", pages.PAGES, ids=lambda page: page.name)
def test_flags_that_a_page_names_exist(page, hudi):
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    verbs = re.findall(r"^  (\w+) ", hudi.ok("--help").partition("verbs:")[2].partition("other:")[0], re.M)
    flags = {"--help", "--version"}
    for verb in verbs:
        flags |= set(re.findall(r"--[a-z][a-z-]*", hudi.ok(verb, "--help")))
    foreign = {"--preset", "--build", "--list", "--interop", "--test-dir", "--prefix", "--update"}  # of cmake and our scripts
    for flag in re.findall(r"`(?:hudi [^`]*?)?(--[a-z][a-z-]*)", text):
        assert flag in flags | foreign, f"{page.name}: {flag}"
