# SPDX-License-Identifier: Apache-2.0
"""Wrong command lines end with 2 and say what would have been right; help comes from the same tables."""

import re

import pytest

from cli.conftest import ORDERS, failed, lines

VERBS = ["write", "read", "changes", "delete", "copy", "sql", "compact", "timeline", "inspect", "files", "commit", "schema",
         "compat", "config", "doctor", "completion"]


def test_version(hudi):
    assert re.fullmatch(r"hudi \d+\.\d+\.\d+\n", hudi.ok("--version"))


def test_help_lists_every_verb(hudi):
    text = hudi.ok("--help")
    assert text == hudi.ok("-h") == hudi.ok("help")
    listed = text.split("verbs:\n")[1].split("\n\n")[0]
    assert re.findall(r"^  ([a-z]+) +[A-Z]", listed, re.MULTILINE) == VERBS


def test_the_bare_name_shows_the_help_and_fails(hudi):
    done = hudi()
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == hudi.ok("--help") + "\nhudi: error: a verb is missing; see `hudi --help`\n"


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_a_verb_has_usage_options_and_an_example(hudi, verb):
    text = hudi.ok(verb, "--help")
    assert text == hudi.ok("help", verb)
    assert text.startswith(f"usage: hudi {verb} ")
    assert "\noptions:\n" in text
    assert f"hudi {verb}" in text.split("\nexample:\n")[1]
    assert max(map(len, text.split("\nexample:\n")[0].splitlines())) <= 100


def test_help_wins_over_mistakes(hudi):
    assert hudi.ok("write", "--help", "--nonsense").startswith("usage: hudi write")


WRONG = [
    ([""], "a verb is missing"),
    (["raed", "t"], "unknown verb 'raed'; did you mean 'read'?"),
    (["xyzzy"], "unknown verb 'xyzzy'; see `hudi --help`"),
    (["--versoin"], "unknown option '--versoin'; did you mean '--version'?"),
    (["help", "wirte"], "did you mean 'write'?"),
    (["hlep"], "did you mean 'help'?"),
    (["help", "read", "write"], "unexpected argument 'write'"),
    (["completion"], "SHELL is missing"),
    (["completion", "zhs"], "SHELL 'zhs': expected bash or zsh; did you mean 'zsh'?"),
    (["read"], "TABLE is missing"),
    (["read", "t", "u"], "unexpected argument 'u'"),
    (["read", "t", "--fromat", "json"], "unknown option '--fromat' of `hudi read`; did you mean "
                                        "'--format'?"),
    (["read", "t", "--fromat=json"], "did you mean '--format'?"),
    (["read", "t", "--format"], "--format"),
    (["read", "t", "--format", "jsno"], "--format 'jsno': expected table, json, csv, parquet or "
                                        "arrow; did you mean 'json'?"),
    (["read", "t", "--limit", "ten"], "--limit 'ten': expected a whole number of at least 0"),
    (["read", "t", "--limit", "-1"], "--limit '-1': expected a whole number of at least 0"),
    (["read", "t", "--limit", "1", "--limit", "2"], "--limit stands twice"),
    (["read", "t", "--columns", " , "], "--columns is empty"),
    (["read", "t", "--where", "amount >"], "--where: "),
    (["read", "t", "--order-by", "a sideways"], "--order-by 'a sideways'"),
    (["read", "t", "--set", "x"], "--set 'x': expected KEY=VALUE"),
    (["read", "t", "--as-of", "20250101", "--set", "as.of.instant=20250102"],
     "--as-of 20250101 contradicts --set as.of.instant=20250102"),
    (["read", "t", "--as-of", ""], "--as-of '': expected an instant"),
    (["read", "t", "--from", ""], "--from '': expected an instant"),
    (["read", "t", "--from", " ", "--format", "csv"], "--from ' ': expected an instant"),
    (["read", "t", "--from", "earliest", "--to", ""], "--to '': expected an instant"),
    (["copy", "s", "t", "--key", "a", "--as-of", ""], "--as-of '': expected an instant"),
    (["read", "t", "--output", "x.avro"], "Avro is no output format"),
    (["write", "t"], "--input is missing"),
    (["write", "t", "--input"], "--input"),
    (["write", "t", "--input", "rows.txt"], "--input-format"),
    (["write", "t", "--input", "-", "--mode", "apend"], "did you mean 'append'?"),
    (["write", "t", "--input", "-", "--operation", "upsrt"], "did you mean 'upsert'?"),
    (["write", "t", "--input", "-", "--type", "row"], "--type 'row': expected cow, mor"),
    (["write", "t", "--input", "-", "--table-version", "7"], "--table-version '7': expected 6, 8 "
                                                             "or 9"),
    (["write", "t", "--input", "-", "--memory", "lots"], "--memory 'lots': expected a size"),
    (["write", "t", "--input", "-", "--memory", "2XB"], "--memory '2XB': expected a size"),
    (["read", "t", "--memory", "lots"], "--memory 'lots': expected a size"),
    (["write", "t", "--input", "-", "--memory", "-1GB"], "--memory '-1GB': expected a size"),
    (["write", "t", "--input", "-", "--threads", "0"], "--threads '0'"),
    (["write", "t", "--input", "-", "--schema", "id strnig"], "--schema: "),
    (["write", "t", "--input", "-", "--key", "a",
      "--set", "hoodie.datasource.write.recordkey.field=b"],
     "--key a contradicts --set hoodie.datasource.write.recordkey.field=b"),
    (["write", "t", "--input", "-", "--type", "cow",
      "--set", "hoodie.datasource.write.table.type=MERGE_ON_READ"], "--type cow contradicts"),
    (["write", "t", "--input", "-", "--set", "hoodie.table.name=a", "--set", "hoodie.table.name=b"],
     "--set hoodie.table.name=b contradicts --set hoodie.table.name=a"),
    (["delete", "t"], "expected --where or --keys"),
    (["delete", "t", "--where", "a = 1", "--keys", "f.json"], "--where and --keys exclude"),
    (["delete", "t", "--where", "a = 1", "--keys-format", "csv"], "--keys-format needs --keys"),
    (["copy", "t"], "DST is missing"),
    (["commit", "t"], "INSTANT is missing"),
]


@pytest.mark.parametrize("words, gist", WRONG, ids=[" ".join(w) or "nothing" for w, _ in WRONG])
def test_wrong_usage_is_2_and_one_line(hudi, tmp_path, monkeypatch, words, gist):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.txt").write_text("")
    message = failed(hudi(*words), code=2)
    assert gist in message
    assert not (tmp_path / "t").exists()


def test_flags_may_repeat_what_a_set_says(hudi, tmp_path):
    hudi.ok("write", tmp_path / "t", "--input", "-", "--key", "a,b", "--type", "cow",
            "--set", "hoodie.datasource.write.recordkey.field=a, b",
            "--set", "hoodie.datasource.write.table.type=COPY_ON_WRITE",
            stdin='{"a": 1, "b": 2}\n')


def test_a_set_value_of_null_leaves_the_flag_alone(hudi, tmp_path):
    hudi.ok("write", tmp_path / "t", "--input", "-", "--key", "a",
            "--set", "hoodie.datasource.write.recordkey.field=null", stdin='{"a": 1}\n')
    assert hudi.json_lines("read", tmp_path / "t", "--columns", "_hoodie_record_key", "--format",
                           "json") == [{"_hoodie_record_key": "1"}]


@pytest.mark.parametrize("size", ["2GB", "512MB", "1GiB", "64m", "1.5g", "300000000", "2 GB"])
def test_sizes(hudi, tmp_path, size):
    hudi.ok("write", tmp_path / "t", "--input", "-", "--memory", size, stdin='{"a": 1}\n')


def test_not_a_table_is_1(hudi, tmp_path):
    (tmp_path / "plain").mkdir()
    for verb in ["read", "timeline", "inspect", "files", "schema"]:
        for path in [tmp_path / "plain", tmp_path / "nowhere"]:
            assert str(path) in failed(hudi(verb, path))
    assert str(tmp_path) in failed(hudi("commit", tmp_path / "plain", "20250101000000000"))


def test_the_examples_of_the_help_work(hudi, orders, tmp_path):
    """Each example as it stands, but for the paths and the instant."""
    instant = hudi.json_lines("timeline", orders, "--format", "json")[0]["begin"]
    for verb in VERBS:
        example = hudi.ok(verb, "--help").split("\nexample:\n")[1].strip()
        example = example.replace("/tmp/numbers", str(tmp_path / "numbers"))
        example = example.replace("ods/orders", str(orders))
        example = example.replace("dwd/orders", str(tmp_path / "dwd"))
        if verb == "compact":
            hudi.ok("write", tmp_path / "mor", "--input", "-", "--key", "id", "--type", "mor",
                    stdin='{"id": "a"}\n')
            example = example.replace("/tmp/orders_mor", str(tmp_path / "mor"))
        if verb == "commit":
            example = example.replace("20250728083000123", hudi.json_lines(
                "timeline", tmp_path / "numbers", "--format", "json")[0]["begin"])
        run_in_shell(hudi, example)
    assert instant


def run_in_shell(hudi, command):
    import os
    import subprocess
    path = f"{hudi.path.resolve().parent}:{os.environ['PATH']}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=120,
                          env=dict(os.environ, PATH=path, TZ="UTC"))
    assert done.returncode == 0, f"{command}\n{done.stderr}"


def test_output_that_cannot_be_written_is_an_error(hudi, orders):
    import subprocess
    with open("/dev/full", "w") as full:
        done = subprocess.run([hudi.path, "read", orders], stdout=full, stderr=subprocess.PIPE,
                              text=True)
    assert done.returncode == 1
    assert done.stderr == "hudi: error: standard output: No space left on device\n"


DONE_UNPRINTED = [["write", "--input", "-"], ["write", "--input", "-", "--format", "csv"],
                  ["delete", "--where", "order_id = '3001'", "--format", "json"],
                  ["copy", "--key", "order_id"]]


@pytest.mark.parametrize("words", DONE_UNPRINTED, ids=[" ".join(w) for w in DONE_UNPRINTED])
def test_a_write_whose_summary_cannot_be_printed_is_done_and_says_so(hudi, orders, tmp_path, words):
    import os
    import subprocess
    table = tmp_path / "copy" if words[0] == "copy" else orders
    tables = [orders, table] if words[0] == "copy" else [table]
    output = os.open("/dev/full", os.O_WRONLY)
    gist = "No space left on device"

    def run(*more):
        return subprocess.run([hudi.path, words[0], *tables, *words[1:], *more], stdout=output,
                              stderr=subprocess.PIPE, text=True, input=lines(ORDERS[:1]))

    if words[0] != "copy":
        # A dry run leaves the table as it is, so it just fails.
        done = run("--dry-run")
        assert (done.returncode, done.stderr) == (1, f"hudi: error: standard output: {gist}\n")
    done = run()
    os.close(output)
    instant = hudi.json_lines("timeline", table, "--format", "json")[-1]["begin"]
    assert done.returncode == 3
    assert done.stderr.splitlines()[-1] == (
        f"hudi: error: standard output: {gist}; the write is done: instant {instant}")
    assert len(hudi.json_lines("timeline", table, "--format", "json")) == (
        1 if words[0] == "copy" else 2)


def test_notes_go_to_standard_error(hudi, orders, tmp_path):
    done = hudi("write", tmp_path / "copy", "--input", orders, "--key", "order_id", "--format",
                "json")
    assert done.returncode == 0
    assert "hudi: note: " in done.stderr and "_hoodie_" in done.stderr
    assert done.stdout.startswith("{")


def test_ctrl_c_leaves_the_table_as_it_was(hudi, orders):
    import os
    import signal
    import subprocess
    import time
    before = hudi.ok("read", orders, "--order-by", "order_id")
    writer = subprocess.Popen([hudi.path, "write", orders, "--input", "-", "--schema",
                               "order_id string, dt string, status string, amount double, ts "
                               "bigint"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, env=dict(os.environ, TZ="UTC"))
    writer.stdin.write(lines([{"order_id": "9", "dt": "2025-07-30", "ts": 1}]))
    writer.stdin.flush()
    time.sleep(1)
    writer.send_signal(signal.SIGINT)
    _, errors = writer.communicate(timeout=60)
    assert writer.returncode == 130
    assert errors.splitlines()[-1] == "hudi: error: interrupted: the table is as it was"
    assert hudi.ok("read", orders, "--order-by", "order_id") == before
