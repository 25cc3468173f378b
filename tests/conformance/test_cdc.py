# SPDX-License-Identifier: Apache-2.0
"""Change data capture: the files byte by byte as the reference writes them, and changes that lead from one snapshot to the next."""

import json
import random
import re
import struct
import tarfile

import pytest

from archives import extract
from conformance.answers import load_answers
from conformance.case_runner import reads_changes
from conformance import cdc_changes, spark_types
from conformance.catalogue import load_cases
from conformance.test_reference_tables import FIXTURES

MODES = ["OP_KEY_ONLY", "DATA_BEFORE", "DATA_BEFORE_AFTER"]
VERSIONS = {6: "v6", 8: "v8", 9: "v9_1.2.0"}
DDL = "order_id string, dt string, status string, amount double, ts bigint"
COLUMNS = ["order_id", "dt", "status", "amount", "ts"]
# What the fixtures cdc_* were written with.
WRITES = [("insert", [("3001", "2025-07-28", "CREATED", 100.0, 10), ("3002", "2025-07-28", "CREATED", 30.0, 11),
                      ("3003", "2025-07-29", "CREATED", 60.0, 12)]),
          ("upsert", [("3001", "2025-07-28", "PAID", 101.5, 20), ("3005", "2025-07-29", "CREATED", 45.0, 21)]),
          ("delete", [("3002", "2025-07-28", "DELETE", 0.0, 30)])]


def write(hudi, table, operation, rows, *more):
    lines = "".join(json.dumps(dict(zip(COLUMNS, row))) + "\n" for row in rows)
    done = hudi("write", table, "--input", "-", "--input-format", "json", "--schema", DDL, "--operation", operation,
                *more, stdin=lines)
    assert done.returncode == 0, done.stderr


def with_cdc(version, mode, kind="COPY_ON_WRITE"):
    return ["--key", "order_id", "--partition-by", "dt", "--ordering", "ts", "--table-version", str(version),
            "--set", "hoodie.datasource.write.hive_style_partitioning=true", "--set", f"hoodie.datasource.write.table.type={kind}",
            "--set", "hoodie.table.cdc.enabled=true", "--set", f"hoodie.table.cdc.supplemental.logging.mode={mode}"]


# ---- files ---------------------------------------------------------------------------------------------
def blocks(data):
    """[(type, header, content)] of a log file."""
    found, at = [], 0
    while at < len(data):
        assert data[at:at + 6] == b"#HUDI#"
        _, version, kind, entries = struct.unpack(">qiii", data[at + 6:at + 26])
        assert version == 1
        start, at, header = at, at + 26, {}
        for _ in range(entries):
            key, size = struct.unpack(">ii", data[at:at + 8])
            header[key] = data[at + 8:at + 8 + size]
            at += 8 + size
        (size,) = struct.unpack(">q", data[at:at + 8])
        content = data[at + 8:at + 8 + size]
        at += 8 + size
        footer, pointer = struct.unpack(">iq", data[at:at + 12])
        at += 12
        assert footer == 0 and pointer == at - start - 8
        found.append((kind, header, content))
    return found


def change_logs(table, name):
    """{(commit number, partition): blocks with the instant left out}."""
    instants = sorted({path.name.split("_")[1].split(".")[0] for path in table.glob("dt=*/.*.cdc")})
    found = {}
    for path in table.glob("dt=*/.*.cdc"):
        instant = path.name.split("_")[1].split(".")[0]
        data = path.read_bytes()
        place = instants.index(instant), path.parent.name
        assert place not in found
        # Releases from 1.1 on give the record an empty documentation.
        found[place] = [(kind, {key: value.replace(instant.encode(), b"INSTANT").replace(b'"doc":"","fields"', b'"fields"')
                                for key, value in header.items()},
                         content.replace(instant.encode(), b"INSTANT"))
                        for kind, header, content in blocks(data)]
        assert re.fullmatch(r"\.[0-9a-f-]+-\d+_\d{17}\.log\.1_\d+-\d+-\d+\.cdc", path.name)
        base = [other.name for other in path.parent.glob(f"{path.name[1:].split('_')[0]}_*_{instant}.parquet")]
        token = path.name.split(".log.1_")[1].removesuffix(".cdc")
        assert base == [f"{path.name[1:].split('_')[0]}_{token}_{instant}.parquet"]
    return found


@pytest.fixture(scope="session")
def reference(tmp_path_factory):
    root = tmp_path_factory.mktemp("cdc_reference")
    for folder in VERSIONS.values():
        with tarfile.open(FIXTURES / f"{folder}.tar.xz") as archive:
            extract(archive, root)
    return root


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("version", VERSIONS)
def test_change_logs_are_those_of_the_reference(hudi, reference, tmp_path, version, mode):
    name = f"cdc_{mode.lower()}_c"
    for operation, rows in WRITES:
        write(hudi, tmp_path / name, operation, rows, *with_cdc(version, mode))
    assert change_logs(tmp_path / name, name) == change_logs(reference / VERSIONS[version] / name, name)


# ---- the recorded cases ----------------------------------------------------------------------------------
ANSWERS = load_answers()
RECORDED = [(case, number) for case in load_cases() for number, step in enumerate(case["steps"])
            if reads_changes(step) and "result" in step["expect"] and not ANSWERS.situation(case, number)]


@pytest.mark.parametrize("case, number", RECORDED,
                         ids=[f"{case['name']}-{case['hudi_version']}-{number}" for case, number in RECORDED])
def test_changes_that_follow_from_snapshots_are_those_that_the_reference_recorded(case, number):
    """What stands for our differing answers gives the reference's own wherever we do not differ."""
    kinds = {}
    for step in case["steps"][:number]:
        if "schema" in step["expect"]:
            kinds = {name: spark_types.parse(text) for name, text in step["expect"]["schema"]}

    def canonical(table):
        return sorted(repr((op, instant, cdc_changes.image(before, kinds), cdc_changes.image(after, kinds)))
                      for op, instant, before, after in table["rows"])

    assert canonical(ANSWERS.changes(case, number)) == canonical(case["steps"][number]["expect"]["result"])


# ---- replaying -----------------------------------------------------------------------------------------
def replay(changes, rows=()):
    """The table's rows by record key, from its changes (and the rows before); each must fit what was there."""
    rows = dict(rows)
    for change in changes:
        before, after = (change[side] and json.loads(change[side]) for side in ("before", "after"))
        key = (before or after)["order_id"]
        assert rows.get(key) == before, change
        assert (before is not None, after is not None) == {"i": (False, True), "u": (True, True),
                                                           "d": (True, False)}[change["op"]]
        if after is None:
            del rows[key]
        else:
            rows[key] = after
    return rows


def snapshot(hudi, table):
    return {row["order_id"]: row for row in hudi.json_lines("read", table, "--format", "json")}


def random_write(random_source):
    def row(key):
        return (key, random_source.choice(["2025-07-28", "2025-07-29", "2025-07-30"]),
                random_source.choice([None, "", "CREATED", 'a "q" é']), random_source.choice([None, 0.5, 1e21, -3.0]),
                random_source.randrange(100))

    operation = random_source.choices(
        ["upsert", "insert", "delete", "insert_overwrite", "insert_overwrite_table", "delete_partition"],
        [6, 2, 3, 1, 0.5, 0.5])[0]
    keys = random_source.sample([str(n) for n in range(30)], random_source.randrange(1, 9))
    return operation, [row(key) for key in keys]


@pytest.mark.parametrize("kind", ["COPY_ON_WRITE", "MERGE_ON_READ"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("index", ["GLOBAL_SIMPLE"])
def test_replaying_all_changes_gives_the_snapshot(hudi, tmp_path, version, mode, index, kind):
    seed = hash_of(version, mode, index, kind)
    random_source = random.Random(seed)
    table = tmp_path / "orders"
    options = with_cdc(version, mode, kind) + ["--set", f"hoodie.index.type={index}"]
    write(hudi, table, "insert", [("0", "2025-07-28", "CREATED", 1.0, 1)], *options)
    for step in range(14):
        operation, rows = random_write(random_source)
        more = options
        if operation == "delete_partition":
            more = options + ["--set", "hoodie.datasource.write.partitions.to.delete=dt=2025-07-29"]
            rows = []
        if operation in ("insert", "insert_overwrite"):
            # These look at no index: a key may only stand where it stands already, or nowhere.
            held = snapshot(hudi, table)
            rows = [row for row in rows if row[0] not in held]
        write(hudi, table, operation, rows, *more)
        changes = hudi.json_lines("read", table, "--query", "cdc", "--from", "earliest", "--format", "json")
        assert replay(changes) == snapshot(hudi, table), f"seed {seed}, step {step}, {operation} {rows}"


# ---- switched on later -----------------------------------------------------------------------------------
def properties(table):
    lines = (table / ".hoodie/hoodie.properties").read_text().splitlines()
    return {key: value for key, _, value in (line.partition("=") for line in lines) if "cdc" in key}


def changes_since(hudi, table, begin):
    return hudi("read", table, "--query", "cdc", "--from", begin, "--format", "json")


@pytest.mark.parametrize("kind", ["COPY_ON_WRITE", "MERGE_ON_READ"])
@pytest.mark.parametrize("version", VERSIONS)
def test_a_change_log_is_switched_on_by_a_later_write(hudi, tmp_path, version, kind):
    """The row change-log-switched-on of docs/differences.md."""
    table = tmp_path / "orders"
    enabled, mode = "hoodie.table.cdc.enabled", "hoodie.table.cdc.supplemental.logging.mode"
    (_, first), (_, second), (_, third) = WRITES
    write(hudi, table, "insert", first, *with_cdc(version, "DATA_BEFORE", kind)[:-4], "--set", "hoodie.compact.inline=false")
    write(hudi, table, "upsert", second)
    assert properties(table) == {enabled: "false"}
    refused = changes_since(hudi, table, "earliest")
    assert refused.returncode == 1 and enabled in refused.stderr
    before = snapshot(hudi, table)

    lines = json.dumps(dict(zip(COLUMNS, ("3001", "2025-07-28", "SENT", 101.5, 40)))) + "\n"
    switched = hudi("write", table, "--input", "-", "--set", f"{enabled}=true", "--set", f"{mode}=data_before", stdin=lines)
    assert switched.returncode == 0 and "from this commit on" in switched.stderr
    assert properties(table) == {enabled: "true", mode: "DATA_BEFORE"}
    write(hudi, table, "delete", third)  # nobody has to name the option again

    # Log files tell what they changed at any time, rewritten base files from the switch on.
    everything = changes_since(hudi, table, "earliest")
    if kind == "MERGE_ON_READ":
        assert replay(map(json.loads, everything.stdout.splitlines())) == snapshot(hudi, table)
        begin = None
    else:
        assert everything.returncode == 1 and "change data capture was not enabled then" in everything.stderr
        begin = re.search(r"oldest begin that can be used is (\d+)", everything.stderr)[1]
        since = changes_since(hudi, table, begin)
        assert since.returncode == 0, since.stderr
        assert replay(map(json.loads, since.stdout.splitlines()), before) == snapshot(hudi, table)

    # It is not switched off in passing; and Spark cannot read a change log whose parts keep different things.
    for setting in (f"{enabled}=false", f"{mode}=OP_KEY_ONLY"):
        refused = hudi("write", table, "--input", "-", "--set", setting, stdin=lines)
        assert refused.returncode == 1 and setting.partition("=")[0] in refused.stderr
    assert properties(table) == {enabled: "true", mode: "DATA_BEFORE"}


def hash_of(*parts):
    return sum(ord(c) * (i + 1) for i, c in enumerate("".join(map(str, parts))))
