# SPDX-License-Identifier: Apache-2.0
"""Changes (op, ts_ms, before, after): images in one comparable form, and the changes that follow from snapshots.

An image of the reference is JSON of several forms (docs/differences.md: change-images): with meta columns or without, nulls left out
or not, the text "null" for no image. Ours is one form. Both become the same here, or the difference is one of the values.
"""

import base64
import datetime
import decimal
import json

EPOCH_DATE = datetime.date(1970, 1, 1)
EPOCH = datetime.datetime(1970, 1, 1)
REPLACING = ("insert_overwrite", "insert_overwrite_table", "delete_partition")


def image(text, kinds):
    """An image as text that is equal for equal rows; None for no image."""
    value = json.loads(text) if text is not None else None
    if value is None:
        return None
    row = {name: printed(kinds.get(name), item) for name, item in value.items()
           if not name.startswith("_hoodie_")}
    return json.dumps({name: item for name, item in row.items() if item is not None}, sort_keys=True)


def printed(kind, value):
    """What our images hold for a value that an image of the reference holds (ours stay as they are)."""
    if kind is None or value is None:
        return value
    name = kind[0]
    if name == "decimal" and isinstance(value, list):  # the bytes of the unscaled value
        unscaled = int.from_bytes(bytes(byte % 256 for byte in value), "big", signed=True)
        scale = int(kind[1].split(",")[1].rstrip(")"))
        return format(decimal.Decimal(unscaled).scaleb(-scale), "f")
    if name == "binary" and isinstance(value, str) and any(ord(c) < 32 or ord(c) > 126 for c in value):
        return base64.b64encode(value.encode("latin-1")).decode()
    if name == "array":
        return [printed(kind[1], item) for item in value]
    if name == "map":
        return {key: printed(kind[2], item) for key, item in value.items()}
    if name == "struct":
        return {field: printed(child, value.get(field)) for field, child in kind[1]}
    if name in ("float", "double"):
        return float(value)
    return value


def image_of_row(row, kinds):
    """The image of a row as a case records it: dates and times as ISO text."""
    return image(json.dumps({name: from_recorded(kinds.get(name), value)
                             for name, value in row.items()}), kinds)


def from_recorded(kind, value):
    if kind is None or value is None:
        return value
    name = kind[0]
    if name == "date":
        return (datetime.date.fromisoformat(value) - EPOCH_DATE).days
    if name in ("timestamp", "timestamp_ntz"):
        return (datetime.datetime.fromisoformat(value) - EPOCH) // datetime.timedelta(microseconds=1)
    if name == "array":
        return [from_recorded(kind[1], item) for item in value]
    if name == "map":
        return {key: from_recorded(kind[2], item) for key, item in value.items()}
    if name == "struct":
        return {field: from_recorded(child, value.get(field)) for field, child in kind[1]}
    return value


# ---- what follows from the snapshots before and after each commit ---------------------------------------
def changes_between(before, after, instant, operation):
    """[(op, instant, old row, new row)] of one commit, from the rows on both sides by name."""
    old = {identity(row): row for row in before}
    new = {identity(row): row for row in after}
    changes = []
    for key, row in new.items():
        if row["_hoodie_commit_time"] != instant:
            continue
        replaces = key not in old or operation in REPLACING
        changes.append(("i", instant, None, row) if replaces else ("u", instant, old[key], row))
    for key, row in old.items():
        rewritten = key in new and new[key]["_hoodie_commit_time"] == instant
        if key not in new or (rewritten and operation in REPLACING):
            changes.append(("d", instant, row, None))
    return changes


def identity(row):
    return row["_hoodie_partition_path"], row["_hoodie_record_key"]


def instants_in_range(options, names):
    """Of `names` ("i1", "i2", ...) those that a query with these options takes.

    Every release compares requested times here, without the begin, with the end.
    """
    def place(key):
        """Where a bound lies: i1 < c1 < i2 < c2."""
        text = (options.get(f"hoodie.datasource.read.{key}.instanttime") or "").strip("{}")
        if not text or not text[0].isalpha():
            return None
        return 2 * int(text[1:]) + (1 if text[0] == "c" else 0)

    begin, end = place("begin"), place("end")
    return [name for name in names
            if (begin is None or 2 * int(name[1:]) > begin) and (end is None or 2 * int(name[1:]) <= end)]
