# SPDX-License-Identifier: Apache-2.0
"""Completion by real shells: bash by calling its function and through a terminal, zsh through a terminal."""

import os
import pty
import re
import select
import shlex
import shutil
import subprocess
import time

import pytest

from cli.conftest import ORDERS, failed, lines

META = ["_hoodie_commit_time", "_hoodie_commit_seqno", "_hoodie_record_key",
        "_hoodie_partition_path", "_hoodie_file_name"]


@pytest.fixture
def folder(hudi, orders, tmp_path):
    """A folder with the table `orders`, rows in several formats and a folder that is no table."""
    (tmp_path / "new.json").write_text('{"sku": "a", "price": 1.5}\n')
    (tmp_path / "new.csv").write_text("city,street\nx,y\n")
    (tmp_path / "plain").mkdir()
    hudi.ok("read", orders, "--columns", "order_id,ts", "--output", tmp_path / "new.parquet")
    return tmp_path


def environment(hudi, **more):
    return dict(os.environ, PATH=f"{hudi.path.resolve().parent}:{os.environ['PATH']}", TZ="UTC", **more)


def bash(hudi, folder, words, line=None):
    """What bash's function answers for these words, the last of which has the cursor behind it."""
    script = f"""
set -u
source <(hudi completion bash)
COMP_WORDS=({' '.join(shlex.quote(word) for word in words)})
COMP_CWORD={len(words) - 1}
{f"COMP_LINE={shlex.quote(line)} COMP_POINT={len(line)}" if line else ""}
_hudi
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(["bash", "--norc", "--noprofile", "-c", script], cwd=folder,
                          env=environment(hudi), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return [word for word in done.stdout.splitlines() if word]


CASES = [
    ("verbs", ["re"], ["read"]),
    ("verbs and help", ["h"], ["help"]),
    ("flags of the program", ["--v"], ["--version"]),
    ("topics of help", ["help", "in"], ["inspect"]),
    ("options", ["read", "orders", "--col"], ["--columns"]),
    ("options that stand are not offered again",
     ["read", "orders", "--format", "json", "--fo"], []),
    ("options that repeat are", ["write", "orders", "--set", "a=b", "--se"], ["--set"]),
    ("choices", ["read", "orders", "--format", "j"], ["json"]),
    ("choices in any case", ["write", "orders", "--operation", "UPS"], ["upsert"]),
    ("choices behind =", ["read", "orders", "--format=c"], ["--format=csv"]),
    ("choices of an argument", ["completion", "z"], ["zsh"]),
    ("columns", ["read", "orders", "--columns", "a"], ["amount"]),
    ("the last part of a list", ["read", "orders", "--columns", "order_id,am"], ["order_id,amount"]),
    ("listed columns are not offered again", ["read", "orders", "--columns", "amount,a"], []),
    ("meta columns", ["read", "orders", "--columns", "_hoodie_re"], ["_hoodie_record_key"]),
    ("order", ["read", "orders", "--order-by", "t"], ["ts"]),
    ("direction of an order", ["read", "orders", "--order-by", "'ts d"], ["ts desc"]),
    ("columns of a predicate", ["read", "orders", "--where", "'amount > 1 and st"],
     ["amount > 1 and status"]),
    ("no columns within a text", ["read", "orders", "--where", "\"status = 'st"], []),
    ("columns to write by", ["write", "orders", "--key", "o"], ["order_id"]),
    ("columns of JSON rows", ["write", "new", "--input", "new.json", "--key", ""], ["sku", "price"]),
    ("columns of CSV rows", ["write", "new", "--input", "new.csv", "--partition-by", ""],
     ["city", "street"]),
    ("columns of Parquet rows", ["write", "new", "--input", "new.parquet", "--ordering", ""],
     ["order_id", "ts"]),
    ("columns of a DDL", ["write", "new", "--schema", "'a int, b string'", "--key", "b"], ["b"]),
    ("columns of a table to copy", ["copy", "orders", "new", "--key", "order"], ["order_id"]),
    ("columns of another table as input", ["write", "new", "--input", "orders", "--key", "d"],
     ["dt"]),
    ("keys", ["write", "orders", "--set", "hoodie.parquet.max"], ["hoodie.parquet.max.file.size="]),
    ("older keys if nothing else fits", ["config", "hoodie.cleaner.po"],
     ["hoodie.cleaner.policy", "hoodie.cleaner.policy.failed.writes"]),
    ("values of a key", ["write", "orders", "--set", "hoodie.index.type=GLOBAL_B"],
     ["hoodie.index.type=GLOBAL_BLOOM"]),
    ("values of a key that is ignored",
     ["write", "orders", "--set", "hoodie.clean.failed.writes.policy=L"],
     ["hoodie.clean.failed.writes.policy=LAZY"]),
    ("columns of a key",
     ["write", "orders", "--set", "hoodie.datasource.write.recordkey.field=order_id,t"],
     ["hoodie.datasource.write.recordkey.field=order_id,ts"]),
    ("folders for a table", ["read", "pl"], ["plain"]),
    ("files for rows", ["write", "new", "--input", "new."], ["new.csv", "new.json", "new.parquet"]),
    ("nothing for free text", ["write", "new", "--name", "n"], []),
    ("nothing for a table that is none", ["read", "plain", "--columns", ""], []),
    ("nothing behind an unknown verb", ["raed", "x"], []),
    ("options where all arguments stand", ["timeline", "orders", ""],
     ["--all", "--format", "--help"]),
]


@pytest.mark.parametrize("words, answers", [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_bash_answers(hudi, folder, words, answers):
    found = bash(hudi, folder, ["hudi", *words])
    assert sorted(found) == sorted(answers)


def test_bash_offers_all_verbs_and_all_columns(hudi, folder):
    verbs = bash(hudi, folder, ["hudi", ""])
    help_text = hudi.ok("--help")
    listed = [line.split()[0] for line in help_text.split("verbs:\n")[1].split("\n\n")[0].splitlines()
              if line.startswith("  ") and line[2] != " "]
    assert sorted(verbs) == sorted([*listed, "help"])
    assert bash(hudi, folder, ["hudi", "read", "orders", "--columns", ""]) == [
        "order_id", "dt", "status", "amount", "ts", *META]


def test_bash_offers_every_option_of_every_verb(hudi, folder):
    for verb in bash(hudi, folder, ["hudi", ""]):
        if verb == "help":
            continue
        text = hudi.ok(verb, "--help").split("\noptions:\n")[1].split("\nexample:")[0]
        options = [line.split()[0] for line in text.splitlines() if line.startswith("  --")]
        assert sorted(bash(hudi, folder, ["hudi", verb, "--"])) == sorted(options), verb


def test_instants_newest_first(hudi, folder):
    hudi.ok("write", folder / "orders", "--input", "-", stdin=lines(ORDERS))
    begins = [entry["begin"] for entry in hudi.json_lines("timeline", folder / "orders", "--format",
                                                          "json")]
    assert len(begins) == 2
    assert bash(hudi, folder, ["hudi", "commit", "orders", ""]) == begins[::-1]
    assert bash(hudi, folder, ["hudi", "read", "orders", "--as-of", ""]) == begins[::-1]


def test_words_that_bash_took_apart_are_joined(hudi, folder):
    # Bash gives `--set hoodie.index.type=GLOBAL_B` as five words and replaces the last one.
    words = ["hudi", "write", "orders", "--set", "hoodie.index.type", "=", "GLOBAL_B"]
    line = "hudi write orders --set hoodie.index.type=GLOBAL_B"
    assert bash(hudi, folder, words, line) == ["GLOBAL_BLOOM"]
    assert bash(hudi, folder, words) == ["GLOBAL_BLOOM"]
    # Behind a lone `=` the word to replace is empty.
    words, line = words[:-1], line.removesuffix("GLOBAL_B")
    assert bash(hudi, folder, words, line) == ["SIMPLE", "GLOBAL_SIMPLE", "BLOOM", "GLOBAL_BLOOM", "BUCKET"]
    words = ["hudi", "read", "orders", "--format", "=", "j"]
    assert bash(hudi, folder, words, "hudi read orders --format=j") == ["json"]


def test_what_stands_behind_the_cursor_does_not_count(hudi, folder):
    line = "hudi read orders --columns am"
    words = ["hudi", "read", "orders", "--columns", "amXYZ"]
    script_words = bash(hudi, folder, words, line)
    assert script_words == ["amount"]


def test_paths_with_blanks_home_and_variables(hudi, folder, monkeypatch):
    shutil.copytree(folder / "orders", folder / "my orders")
    shutil.copytree(folder / "orders", folder / "größe")
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("DATA", str(folder))
    for table in ["my\\ orders", "'my orders'", "größe", "~/orders", "$DATA/orders", '"${DATA}/my orders"']:
        assert bash(hudi, folder, ["hudi", "read", table, "--columns", "amo"]) == ["amount"], table


def test_odd_column_names_are_quoted(hudi, folder):
    (folder / "odd.json").write_text('{"a b": 1, "a$c": 2}\n')
    words = ["hudi", "write", "new", "--input", "odd.json", "--key"]
    assert bash(hudi, folder, [*words, "a"]) == ["a\\ b", "a\\$c"]
    assert bash(hudi, folder, [*words, "'a"]) == ["a b", "a$c"]
    assert bash(hudi, folder, [*words, '"a']) == ["a b", "a\\$c"]


@pytest.mark.parametrize("words", [
    ["--"], ["read", "--", "orders", ""], ["read", "orders", "--format", ""], ["read", "--columns", ""],
    ["write", "--input", "nothing.json", "--key", ""], ["write", "--input", "/", "--key", ""],
    ["write", "--schema", "a nonsense(", "--key", ""], ["commit", "plain", ""], ["read", "orders", "-"],
    ["read", "orders", "--set", "no.such.key="], ["read", "orders", "--set", "="], ["help", "x", ""],
    ["read", "orders", "--columns", "'"], ["read", "orders", "--where", "\"'"], ["\\"], ["$"], ["${"],
    ["read", "s3://bucket/t", "--columns", ""], ["completion", "bash", ""], ["--x=", ""], ["__complete"],
], ids=" ".join)
def test_whatever_stands_there_it_prints_no_errors(hudi, folder, monkeypatch, words):
    monkeypatch.chdir(folder)
    for shell in ["bash", "zsh"]:
        done = hudi("__complete", shell, *words)
        assert done.returncode == 0 and done.stderr == ""
        assert re.match(r"(-|(files|folders|nospace)( nospace)?)\n", done.stdout)


def test_a_damaged_table_completes_to_nothing(hudi, folder):
    (folder / "orders/.hoodie/hoodie.properties").write_text("nonsense")
    assert bash(hudi, folder, ["hudi", "read", "orders", "--columns", ""]) == []
    assert bash(hudi, folder, ["hudi", "commit", "orders", ""]) == []


def test_the_hidden_command_says_what_it_wants(hudi):
    assert "bash or zsh" in failed(hudi("__complete", "fish", "read"), code=2)


class Terminal:
    """A shell in a terminal of its own."""

    def __init__(self, command, folder, variables):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, variables)
        self.seen = ""

    def send(self, text):
        os.write(self.fd, text.encode())

    def wait_for(self, text, timeout=30):
        """Reads until `text` was printed, and returns what came before and with it."""
        end = time.monotonic() + timeout
        while text not in self.seen:
            left = end - time.monotonic()
            assert left > 0, f"waited for {text!r}, saw {self.seen!r}"
            if select.select([self.fd], [], [], left)[0]:
                self.seen += os.read(self.fd, 65536).decode("utf-8", "replace")
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def close(self):
        os.close(self.fd)
        os.waitpid(self.pid, 0)


def type_and_complete(terminal, set_up):
    terminal.wait_for("READY> ")
    for command in set_up:
        terminal.send(command + "\n")
        terminal.wait_for("READY> ")
    # One candidate: it is put in.
    terminal.send("echo; hudi read orders --columns order_id,am\t")
    terminal.wait_for("order_id,amount")
    terminal.send(" --format j\t")
    terminal.wait_for("json ")
    terminal.send("| tail -n 1\n")
    shown = terminal.wait_for('"amount":-60.0}')
    assert '"order_id":"3003"' in shown
    terminal.wait_for("READY> ")
    terminal.send("hudi config --set hoodie.bulkinsert.sort.m\x15")  # typed and cleared again
    terminal.send("hudi write orders --set hoodie.index.type=GLOBAL_B\t")
    terminal.wait_for("GLOBAL_BLOOM")
    terminal.send("\x15hudi schem\t ord\t")
    terminal.wait_for("orders/")
    terminal.send("\n")
    terminal.wait_for("order_id")
    terminal.wait_for("READY> ")


def test_bash_in_a_terminal(hudi, folder):
    terminal = Terminal(["bash", "--norc", "--noprofile", "-i"], folder,
                        environment(hudi, PS1="READY> ", TERM="dumb", COLUMNS="200"))
    try:
        type_and_complete(terminal, ["bind 'set enable-bracketed-paste off'",
                                     "source <(hudi completion bash)"])
    finally:
        terminal.close()


def test_zsh_in_a_terminal(hudi, folder):
    if shutil.which("zsh") is None:
        pytest.skip("zsh is not installed")
    terminal = Terminal(["zsh", "-f", "-i"], folder,
                        environment(hudi, PS1="READY> ", TERM="dumb", COLUMNS="200",
                                    HOME=str(folder)))
    try:
        type_and_complete(terminal, ["unsetopt zle_bracketed_paste prompt_sp 2>/dev/null; true",
                                     "autoload -Uz compinit && compinit -u -D",
                                     "source <(hudi completion zsh)"])
    finally:
        terminal.close()
