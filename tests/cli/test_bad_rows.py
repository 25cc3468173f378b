# SPDX-License-Identifier: Apache-2.0
"""Rows that cannot be used: file, line and column, the value, and what would have been right."""

import pytest

from cli.conftest import ORDERS_DDL, failed

BAD_JSON = [
    ("syntax", '{"order_id": "1", "ts": 1}\n{"order_id": "2" "ts": 2}\n',
     ":2:18: expected ',' or '}' after a value"),
    ("pretty printed", '{\n  "order_id": "1"\n}\n', ":1:2: expected a key in double quotes"),
    ("cut off", '{"order_id": "1"}\n{"order_id": "2', ":2:16: expected '\"' at the end of a text"),
    ("wrong type", '{"order_id": "1", "ts": 1}\n\n{"order_id": "2", "ts": "soon"}\n',
     ":3:25: column 'ts' = \"soon\": expected a whole number"),
    ("too large", '{"order_id": "1", "ts": 99999999999999999999}\n',
     ":1:25: column 'ts' = 99999999999999999999: expected a whole number from"),
    ("misspelt column", '{"order_id": "1", "statsu": "x"}\n',
     ":1:19: unknown column 'statsu': did you mean 'status'?"),
    ("twice", '{"order_id": "1", "order_id": "2"}\n',
     ":1:19: column 'order_id' stands twice"),
    ("not UTF-8", b'{"order_id": "\xff"}\n', ":1:15: byte 0xff is not UTF-8"),
    ("no object", '[1, 2]\n', ":1:1: expected one object a line"),
]


@pytest.mark.parametrize("content, gist", [case[1:] for case in BAD_JSON],
                         ids=[case[0] for case in BAD_JSON])
def test_json(hudi, tmp_path, content, gist):
    file = tmp_path / "rows.json"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    arguments = ["write", tmp_path / "t", "--schema", ORDERS_DDL, "--key", "order_id", "--input"]
    assert f"{file}{gist}" in failed(hudi(*arguments, file))
    assert f"<stdin>{gist}" in failed(hudi(*arguments, "-", stdin=content))
    assert not (tmp_path / "t" / ".hoodie" / "hoodie.properties").exists()


BAD_CSV = [
    ("wrong type", "order_id,ts\n1,1\n2,soon\n", ":3:3: column 'ts' = \"soon\": expected a whole"),
    ("too few fields", "order_id,ts\n1\n", ":2:1: 1 fields: expected 2 as in the header"),
    ("too many fields", "order_id,ts\n1,2,3\n", ":2:5: 3 fields: expected 2 as in the header"),
    ("open quote", 'order_id,ts\n"1,2\n3,4\n', ":2:1: this quote is never closed"),
    ("stray quote", 'order_id,ts\n1"x,2\n', ":2:2: a quote inside a field"),
    ("misspelt column", "order_id,tss\n1,2\n", ":1:10: unknown column 'tss': did you mean 'ts'?"),
    ("empty", "", ":1:1: expected a header line"),
]


@pytest.mark.parametrize("content, gist", [case[1:] for case in BAD_CSV],
                         ids=[case[0] for case in BAD_CSV])
def test_csv(hudi, tmp_path, content, gist):
    file = tmp_path / "rows.csv"
    file.write_text(content)
    done = hudi("write", tmp_path / "t", "--schema", ORDERS_DDL, "--key", "order_id", "--input",
                file)
    assert f"{file}{gist}" in failed(done)


def test_a_type_clash_without_a_schema_names_both_lines(hudi, tmp_path):
    done = hudi("write", tmp_path / "t", "--input", "-", stdin='{"a": 1}\n{"a": [1]}\n')
    assert "<stdin>:2:7: column 'a' is an array here, but a whole number at <stdin>:1" in failed(done)


def test_the_second_file_is_named_when_it_is_at_fault(hudi, tmp_path):
    (tmp_path / "1.json").write_text('{"a": 1}\n')
    (tmp_path / "2.json").write_text('{"a": 1}\n{"a": "x"}\n')
    done = hudi("write", tmp_path / "t", "--input", tmp_path / "1.json", "--input",
                tmp_path / "2.json", "--schema", "a int")
    assert f"{tmp_path}/2.json:2:7: column 'a' = \"x\"" in failed(done)


def test_a_bad_row_leaves_an_existing_table_as_it_was(hudi, orders):
    before = hudi.ok("read", orders, "--meta", "--order-by", "order_id")
    timeline = hudi.ok("timeline", orders)
    good = "".join(f'{{"order_id": "{i}", "dt": "2025-07-28", "ts": 1}}\n' for i in range(5000))
    failed(hudi("write", orders, "--input", "-", "--schema", ORDERS_DDL, stdin=good + "oops\n"))
    assert hudi.ok("read", orders, "--meta", "--order-by", "order_id") == before
    assert hudi.ok("timeline", orders) == timeline


def test_files_that_are_not_there_or_not_rows(hudi, tmp_path):
    table = tmp_path / "t"
    assert "none.json: no such file" in failed(hudi("write", table, "--input",
                                                    tmp_path / "none.json"))
    (tmp_path / "folder").mkdir()
    assert "folder without .hoodie" in failed(hudi("write", table, "--input", tmp_path / "folder"))
    (tmp_path / "x.parquet").write_bytes(b"PAR1 this is no Parquet file PAR1")
    assert f"{tmp_path}/x.parquet" in failed(hudi("write", table, "--input",
                                                  tmp_path / "x.parquet"))
    assert "no rows to tell the columns from" in failed(hudi("write", table, "--input", "-"))


@pytest.mark.parametrize("name, content, gist", [
    ("r.json", '{"order_id": "1", "ts": "soon", "status": "x"}\n', ':1:25: column \'ts\' = "soon": expected a whole'),
    ("r.json", '{"order_id": "1", "ts": 1.5, "status": "x"}\n', ":1:25: column 'ts' = 1.5: expected a whole"),
    ("r.json", '{"order_id": "1", "ts": 1, "status": 7}\n', ":1:38: column 'status' = 7: expected text"),
    ("r.csv", "order_id,ts,status\n1,soon,x\n", ":2:3: column 'ts' = \"soon\": expected a whole"),
])
def test_a_value_of_another_type_does_not_change_the_column(hudi, tmp_path, name, content, gist):
    table = tmp_path / "t"
    hudi.ok("write", table, "--input", "-", "--schema", "order_id string, ts bigint, status string",
            "--key", "order_id", stdin='{"order_id": "0", "ts": 1, "status": "x"}\n')
    file = tmp_path / name
    file.write_text(content)
    assert f"{file}{gist}" in failed(hudi("write", table, "--input", file))
    assert '"ts":1,' in hudi.ok("read", table, "--format", "json")
