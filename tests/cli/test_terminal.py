# SPDX-License-Identifier: Apache-2.0
"""Tables, drawings and colours on a terminal, and their plain form elsewhere."""

import itertools
import json
import re

import pytest

from cli.conftest import lines
from cli.terminals import Terminal, cells, on_terminal

LONG = "a-very-long-name-of-a-category-" + "x" * 90
PARTITIONS = ["2025-07-28", "東京都千代田区丸の内一丁目", LONG]


@pytest.fixture(scope="module")
def odd(hudi, tmp_path_factory):
    """Five commits; long, wide and short partition names; a column that is a long struct."""
    table = tmp_path_factory.mktemp("odd") / "table"
    ddl = ("id string, part string, ts bigint, 数量 double, "
           "nested struct<first:array<struct<alpha:bigint,beta:string>>,second:map<string,double>,"
           "third:struct<gamma:boolean,delta:decimal(20,4)>>")
    for commit in range(5):
        hudi.ok("write", table, "--input", "-", "--schema", ddl, "--key", "id", "--partition-by",
                "part", "--ordering", "ts", stdin=lines(
                    {"id": f"{part}{i}", "part": part, "ts": commit, "数量": i / 7}
                    for part in PARTITIONS for i in range(commit + 1)))
    return table


def verbs(hudi, table):
    begin = hudi.json_lines("timeline", table, "--format", "json")[0]["begin"]
    return {"inspect": ["inspect", table], "rows": ["inspect", table, "--rows"],
            "timeline": ["timeline", table], "history": ["timeline", table, "--all"],
            "files": ["files", table, "--all", "--rows"], "commit": ["commit", table, begin],
            "schema": ["schema", table, "--format", "table"], "doctor": ["doctor", table.parent],
            "compat": ["compat", table], "help": ["help"], "help of write": ["write", "--help"],
            "help of sql": ["sql", "--help"]}


@pytest.mark.parametrize("columns", [40, 60, 80, 120, 200])
def test_no_line_is_wider_than_the_terminal(hudi, odd, columns):
    for name, words in verbs(hudi, odd).items():
        for env in ({}, {"LC_ALL": "C"}):
            screen = on_terminal(hudi.path, *words, columns=columns, env=env)
            if "example:" in screen:  # a command stays whole
                screen = screen[:screen.index("example:")]
            for line in screen:
                assert cells(line) <= columns, f"{name}: {line}"


@pytest.mark.parametrize("name", ["inspect", "files", "commit"])
def test_columns_stand_under_each_other_whatever_letters_there_are(hudi, odd, name):
    screen = on_terminal(hudi.path, *verbs(hudi, odd)[name], columns=100)
    rules = [i for i, line in enumerate(screen) if re.fullmatch(r" *\u2500+(  \u2500+)+", line)]
    assert rules
    for start in rules:
        ends = [match.end() for match in re.finditer("\u2500+", screen[start])]
        rows = list(itertools.takewhile(lambda line: line and "not shown" not in line,
                                        screen[start + 1:]))
        assert any("東京都" in row for row in rows)
        # The first column is text: the second begins in the same cell everywhere.
        for row in [screen[start - 1], *rows]:
            width = 0
            for position, letter in enumerate(row):
                if width >= ends[0]:
                    break
                width += cells(letter)
            assert row[position:position + 2] == "  ", row


def test_what_is_left_out_is_named(hudi, odd):
    screen = "\n".join(on_terminal(hudi.path, "timeline", odd, columns=60))
    left_out = screen.split("not shown for want of room: ")[1].replace("\n", " ")
    assert "completion" in left_out and "begin" not in left_out
    wide = "\n".join(on_terminal(hudi.path, "timeline", odd, columns=200))
    assert "not shown" not in wide and "completion" in wide


def test_a_pipe_gets_everything_uncut_and_without_colours(hudi, odd):
    for words in verbs(hudi, odd).values():
        text = hudi.ok(*words)
        assert "\x1b" not in text and "\u2026" not in text and "not shown" not in text
    assert LONG in hudi.ok("files", odd)
    # One header, one rule, one line an instant.
    assert len(hudi.ok("timeline", odd).splitlines()) == 2 + 5


def test_states_have_colours_unless_unwanted(hudi, odd):
    def shown(*words, **env):
        terminal = Terminal(hudi.path, *words, env=env)
        assert terminal.finish() == 0
        return terminal.text
    assert "\x1b[32mCOMPLETED\x1b[0m" in shown("timeline", odd)
    text = shown("files", odd, "--all")
    assert "\x1b[32mlive\x1b[0m" in text and "\x1b[2mold\x1b[0m" in text
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert "\x1b[" not in shown("timeline", odd, **env)
    # An empty NO_COLOR counts as none.
    assert "\x1b[32m" in shown("timeline", odd, NO_COLOR="")
    for form in ("json", "csv"):
        assert "\x1b[" not in shown("timeline", odd, "--format", form)


def test_the_timeline_is_drawn_where_there_is_something_to_see(hudi, odd, orders):
    screen = on_terminal(hudi.path, "timeline", odd)
    assert re.fullmatch(r" +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \u2500+ \S+ \S+ \u2500+ "
                        r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", screen[0])
    blocks = re.findall("[\u2581-\u2588]", screen[1])
    assert screen[1].startswith("commit ") and 1 < len(blocks) <= 5
    plain = on_terminal(hudi.path, "timeline", odd, env={"LC_ALL": "C"})
    assert sum(map(int, re.findall(r"\d", plain[1]))) == 5
    assert all(line.isascii() for line in plain)
    # One instant says all in its own line.
    assert on_terminal(hudi.path, "timeline", orders)[0].startswith("begin")


def test_numbers_are_grouped_for_people_and_raw_for_programs(hudi, tmp_path):
    table = tmp_path / "t"
    text = hudi.ok("write", table, "--input", "-", "--key", "n",
                   stdin=lines({"n": i} for i in range(12345)))
    assert "rows       12,345 inserted, 0 updated, 0 deleted" in text
    assert "12,345" in hudi.ok("timeline", table)
    assert hudi.json_lines("timeline", table, "--format", "json")[0]["inserted"] == 12345
    file = hudi.json_lines("files", table, "--rows", "--format", "json")[0]
    row = hudi.ok("files", table, "--rows").splitlines()[2]
    assert f"{file['bytes'] / 1000:.1f} kB" in row and "12,345" in row
    assert re.search(r"rows +12,345\n", hudi.ok("inspect", table, "--rows"))


def histogram(text):
    found = re.findall(r"^ +(\d+ \w?B) \S +(\d+ \w?B)  (\S*) *(?:(\d+) files?  +(.*))?$",
                       text.split("sizes of base files\n")[1], re.MULTILINE)
    return [(begin, end, bar, int(count or 0), size) for begin, end, bar, count, size in found]


def test_sizes_of_files_are_drawn_by_class(hudi, tmp_path):
    table = tmp_path / "t"
    # Texts that do not compress: 1 to 100 kB beside files of next to nothing.
    import random
    letters = random.Random(7)
    rows = [{"id": f"{part}{i}", "part": part, "text": "%0512x" % letters.getrandbits(2048)}
            for part, count in [("a", 1), ("b", 1), ("c", 1), ("d", 40), ("e", 400)]
            for i in range(count)]
    hudi.ok("write", table, "--input", "-", "--key", "id", "--partition-by", "part",
            "--operation", "bulk_insert", stdin=lines(rows))
    sizes = [f["bytes"] for f in hudi.json_lines("files", table, "--format", "json")]
    text = hudi.ok("inspect", table)
    classes = histogram(text)
    units = {"B": 1, "kB": 1000, "MB": 1000000}
    for begin, end, bar, count, _ in classes:
        first, last = (int(t.split()[0]) * units[t.split()[1]] for t in (begin, end))
        assert count == sum(first <= size < last for size in sizes)
        assert bool(bar) == bool(count)
    assert sum(entry[3] for entry in classes) == len(sizes) == 5
    assert len(classes) <= 10
    longest = max(classes, key=lambda entry: len(entry[2]))
    assert longest[3] == 3 and set(longest[2]) == {"\u2588"}
    ascii_only = Terminal(hudi.path, "inspect", table, env={"LC_ALL": "C"})
    assert ascii_only.finish() == 0
    assert "####" in ascii_only.text and ascii_only.text.isascii()


def test_control_characters_in_names_do_nothing(hudi, tmp_path):
    table = tmp_path / "t"
    name = "red\x1b[31m\nnext\u009bline"
    hudi.ok("write", table, "--input", "-", "--key", "id", "--partition-by", "part",
            stdin=json.dumps({"id": "1", "part": name}) + "\n")
    for words in (["files", table], ["inspect", table]):
        text = hudi.ok(*words)
        assert "\x1b" not in text and "\u009b" not in text
        assert "red" in text and "line" in text
