# SPDX-License-Identifier: Apache-2.0
"""Spark's simple type names (`array<struct<a:int>>`) as trees, and values in one comparable form."""

import datetime
import decimal
import math
import re
import struct


def parse(text):
    """("int",), ("array", element), ("map", key, value) or ("struct", [(name, type), ...])."""
    tree, rest = _parse(text.strip())
    if rest:
        raise ValueError(f"type {text!r}: unexpected {rest!r}")
    return tree


def _parse(text):
    word = re.match(r"[a-z_]+(\(\d+,\s*-?\d+\))?", text)
    if not word:
        raise ValueError(f"type expected at {text!r}")
    name, rest = word.group(0), text[word.end():]
    if not rest.startswith("<") or name not in ("array", "map", "struct"):
        return (name.split("(")[0], name) if "(" in name else (name,), rest
    rest = rest[1:]
    parts = []
    while True:
        if name == "struct":
            field = re.match(r"\s*`?([^:`>]+)`?\s*:\s*", rest)
            kind, rest = _parse(rest[field.end():])
            parts.append((field.group(1), kind))
        else:
            kind, rest = _parse(rest.lstrip())
            parts.append(kind)
        rest = rest.lstrip()
        if rest.startswith(","):
            rest = rest[1:]
            continue
        if not rest.startswith(">"):
            raise ValueError(f"'>' expected at {rest!r}")
        rest = rest[1:]
        break
    return (name, parts) if name == "struct" else (name, *parts), rest


def to_input(kind, value):
    """A case's value as the JSON that `hudi write` reads: ISO-8601 timestamps, Z for instants."""
    if value is None:
        return None
    name = kind[0]
    if name == "timestamp":
        return datetime.datetime.fromisoformat(value).isoformat() + "Z"
    if name == "timestamp_ntz":
        return datetime.datetime.fromisoformat(value).isoformat()
    if name == "array":
        return [to_input(kind[1], item) for item in value]
    if name == "map":
        return {key: to_input(kind[2], item) for key, item in value.items()}
    if name == "struct":
        return {field: to_input(child, value.get(field)) for field, child in kind[1]}
    return value


def comparable(kind, value):
    """A value of the reference or of `hudi read --format json` as hashable, typed text."""
    if value is None:
        return None
    name = kind[0]
    if name in ("timestamp", "timestamp_ntz"):
        when = datetime.datetime.fromisoformat(str(value).replace("Z", "+00:00"))
        if when.tzinfo is not None:
            when = when.astimezone(datetime.timezone.utc).replace(tzinfo=None)
        return when.isoformat(sep=" ")
    if name == "float":
        return _number(struct.unpack("f", struct.pack("f", float(value)))[0])
    if name == "double":
        return _number(float(value))
    if name == "decimal":
        number = decimal.Decimal(str(value))
        return format(number, "f")
    if name in ("tinyint", "smallint", "int", "bigint"):
        return value if isinstance(value, bool) else int(value)
    if name == "array":
        return ("array", *(comparable(kind[1], item) for item in value))
    if name == "map":
        return ("map", *sorted((str(key), repr(comparable(kind[2], item)))
                               for key, item in value.items()))
    if name == "struct":
        return ("struct", *((field, comparable(child, value.get(field))) for field, child in kind[1]))
    return value


def _number(value):
    return "NaN" if math.isnan(value) else value
