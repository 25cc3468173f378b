# SPDX-License-Identifier: Apache-2.0
"""The drawings of docs/: well-formed, told in words, legible on light and dark, and no text leaves its box."""

import re
import xml.etree.ElementTree as ET

import pages
import pytest

DRAWINGS = sorted((pages.ROOT / "docs").glob("*.svg"))
NAMESPACE = "{http://www.w3.org/2000/svg}"
# Widths of letters as fractions of the font size: generous, for fonts differ.
MONOSPACE = 0.605
NARROW, WIDE, CAPITAL, OTHER = 0.33, 0.90, 0.73, 0.56


def text_width(text, classes):
    if "mono" in classes:
        return 12.5 * MONOSPACE * len(text)
    size = 12.5 if "small" in classes else 14
    units = sum(NARROW if c in " .,:;'|ijlt!()" else WIDE if c in "MWmw@…·"
                else CAPITAL if c.isupper() else OTHER for c in text)
    return size * units * (1.06 if "head" in classes else 1)


def span(element):
    """(left, right, baseline) of a text."""
    classes = element.get("class", "").split()
    x, y = float(element.get("x")), float(element.get("y"))
    width = text_width(element.text, classes)
    left = x - width / 2 if "mid" in classes else x - width if "end" in classes else x
    return left, left + width, y


def rectangle(element):
    return tuple(float(element.get(name)) for name in ("x", "y", "width", "height"))


def luminance(colour):
    channels = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def fills(style):
    return {name: colour for name, colour in re.findall(r"(\.?[\w-]+) \{ (?:[^}]*; ?)?fill: (#[0-9a-f]{6})", style)}


def test_there_are_drawings():
    assert len(DRAWINGS) >= 6


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.name)
class TestDrawing:
    def test_has_a_title_and_says_what_it_shows(self, path):
        root = ET.parse(path).getroot()
        assert root.tag == f"{NAMESPACE}svg"
        for name in ("title", "desc"):
            element = root.find(f"{NAMESPACE}{name}")
            assert element is not None and element.text.strip()
            assert element.get("id") in root.get("aria-labelledby").split()
        assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"

    def test_no_text_is_clipped(self, path):
        root = ET.parse(path).getroot()
        boxes = [rectangle(r) for r in root.iter(f"{NAMESPACE}rect")]
        for element in root.iter(f"{NAMESPACE}text"):
            left, right, y = span(element)
            around = [b for b in boxes
                      if b[0] <= float(element.get("x")) <= b[0] + b[2] and b[1] <= y <= b[1] + b[3]]
            assert around, element.text
            x, top, width, height = min(around, key=lambda b: b[2] * b[3])
            assert left >= x + 2 and right <= x + width - 2, element.text
            assert top + 9 <= y <= top + height - 3, element.text

    def test_text_can_be_read_on_light_and_on_dark(self, path):
        style = ET.parse(path).getroot().find(f"{NAMESPACE}style").text
        light, _, dark = style.partition("@media (prefers-color-scheme: dark)")
        for scheme in (fills(light), {**fills(light), **fills(dark)}):
            for background in (".panel", ".box", ".data", ".new", ".old", ".warn"):
                for ink in ("text", ".faint"):
                    assert contrast(scheme[ink], scheme[background]) >= 4.5, (ink, background)
        assert fills(dark).keys() >= {"text", ".faint", ".panel", ".box", ".data", ".new", ".old", ".warn"}

    def test_is_small_and_stands_alone(self, path):
        text = path.read_text(encoding="utf-8")
        assert len(text) < 12000
        assert "href" not in text and "<script" not in text and "@import" not in text

    def test_a_page_shows_it(self, path):
        assert any(f"]({path.name})" in page.read_text(encoding="utf-8") for page in pages.PAGES)
