# SPDX-License-Identifier: Apache-2.0
"""The shell of `hudi sql` on a real terminal."""

import time

import pytest

from cli.terminals import Terminal

CTRL_C = b"\x03"
CTRL_D = b"\x04"
UP = b"\x1b[A"
LONG_QUERY = b"SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range + b.range = -1;\n"


@pytest.fixture
def shell(hudi, tmp_path):
    terminal = Terminal(hudi.path, "sql", "--warehouse", tmp_path / "warehouse", env={"HOME": str(tmp_path)})
    terminal.read_until("hudi> ")
    return terminal


def ask(shell, keys, answer):
    shell.text = ""
    shell.press(keys)
    shell.read_until(answer)


def leave(shell):
    shell.read_until(r"hudi> $")
    shell.press(CTRL_D)
    assert shell.finish() == 0


def test_a_statement_may_take_several_lines(shell):
    ask(shell, b"SELECT 40\n", "-> ")
    ask(shell, b"  + 2 AS answer;\n", r"answer\r\n-+\r\n +42\r\n")
    leave(shell)


def test_several_statements_may_stand_in_a_line(shell):
    ask(shell, b"SELECT 'first' AS a; SELECT 'second' AS b;\n", r"first\r\n(.|\r\n)*second\r\n")
    shell.press(b".quit\n")
    assert shell.finish() == 0


def test_an_error_points_at_the_place_and_the_shell_goes_on(shell):
    ask(shell, b"SELECT nope;\n", r"  SELECT nope\r\n +\^\r\nerror: line 1, column 8: ")
    ask(shell, b"SELECT 'still here' AS a;\n", r"still here\r\n")
    leave(shell)


def test_ctrl_c_stops_the_query_and_not_the_shell(shell):
    shell.press(LONG_QUERY)
    time.sleep(1)  # it must be at work; however slow the machine, it does not end by itself
    ask(shell, CTRL_C, "error: the query was stopped")
    ask(shell, b"SELECT 'still here' AS a;\n", r"still here\r\n")
    leave(shell)


def test_ctrl_d_typed_while_a_statement_runs_ends_the_shell_after_it(shell):
    shell.press(b"SELECT count(*) AS n FROM range(100000000) a WHERE a.range % 7 = 3;\n")
    shell.wait_until_cooked()
    shell.press(CTRL_D)
    assert shell.finish() == 0
    assert "14285714" in shell.text


def test_other_letters_than_ascii_can_be_typed(shell):
    ask(shell, "SELECT 'Zürich, 東京' AS a;\n".encode(), r"\r\nZürich, 東京\r\n")
    leave(shell)


def test_ctrl_c_throws_away_what_is_being_typed(shell):
    ask(shell, b"SELECT 'open\n", "-> ")
    ask(shell, CTRL_C, "hudi> ")
    ask(shell, b"SELECT 'new' AS a;\n", r"new\r\n")
    leave(shell)


def test_history_brings_a_statement_back_also_in_the_next_shell(hudi, shell, tmp_path):
    ask(shell, b"SELECT 'remembered' AS a;\n", r"remembered\r\n")
    leave(shell)
    again = Terminal(hudi.path, "sql", "--warehouse", tmp_path / "warehouse", env={"HOME": str(tmp_path)})
    again.read_until("hudi> ")
    ask(again, UP, "SELECT 'remembered' AS a;")
    ask(again, b"\n", r"\r\nremembered\r\n")
    leave(again)


def test_tab_completes_tables_and_commands_work(shell):
    ask(shell, b"CREATE TABLE passengers (id INT) USING hudi;\n", "hudi> $")
    ask(shell, b".tables\n", r"passengers\r\n")
    ask(shell, b"SELECT count(*) AS n FROM passe\t;\n", r"n\r\n-\r\n0\r\n")
    ask(shell, b".format json\n", "hudi> $")
    ask(shell, b"SELECT 1 AS n;\n", r'\{"n":1\}\r\n')
    ask(shell, b".nonsense\n", "unknown command '.nonsense'")
    shell.press(b".quit\n")
    assert shell.finish() == 0
