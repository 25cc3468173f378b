# SPDX-License-Identifier: Apache-2.0
"""A table to look at, and what every refusal has in common."""

import json

import pytest

ORDERS = [
    {"order_id": "3001", "dt": "2025-07-28", "status": "CREATED", "amount": 100.0,
     "ts": 20250728083000},
    {"order_id": "3002", "dt": "2025-07-28", "status": "CREATED", "amount": 30.5,
     "ts": 20250728083010},
    {"order_id": "3003", "dt": "2025-07-29", "status": None, "amount": -60.0,
     "ts": 20250728083020},
]
ORDERS_DDL = "order_id string, dt string, status string, amount double, ts bigint"


def lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def failed(done, code=1):
    """The message of a run that must have failed with this code and one line."""
    assert done.returncode == code, f"exit {done.returncode}: {done.stdout}{done.stderr}"
    text = [line for line in done.stderr.splitlines() if not line.startswith("hudi: note: ")]
    assert len(text) == 1, done.stderr
    assert text[0].startswith("hudi: error: "), done.stderr
    assert done.stdout == ""
    return text[0].removeprefix("hudi: error: ")


@pytest.fixture
def orders(hudi, tmp_path):
    """A table with ORDERS."""
    table = tmp_path / "orders"
    hudi.ok("write", table, "--input", "-", "--schema", ORDERS_DDL, "--key", "order_id",
            "--partition-by", "dt", "--ordering", "ts", "--operation", "bulk_insert",
            stdin=lines(ORDERS))
    return table
