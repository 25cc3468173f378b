# SPDX-License-Identifier: Apache-2.0
"""Record keys and partition paths as the key generators spell them, from a row and the write options.

Part of the model (`expected_model.py`): written from the rules of the format, not from our program.
"""

import datetime
import decimal
import re
import struct

DEFAULT_PARTITION = "__HIVE_DEFAULT_PARTITION__"
ESCAPED = set("\"#%'*/:=?\\{[]^") | {chr(c) for c in range(32)} | {"\x7f"}
EPOCH = datetime.datetime(1970, 1, 1)
PREFIX = "hoodie.datasource.write."


def fields_of(options, name):
    """The comma list of field names under hoodie.datasource.write.<name>.field."""
    text = options.get(f"{PREFIX}{name}.field") or ""
    return [part.strip() for part in text.split(",") if part.strip()]


def lookup(kinds, row, path):
    """(type tree, value) of a column or of a field inside a struct (`st.k`)."""
    first, _, rest = path.partition(".")
    kind, value = kinds[first], row[first]
    while rest:
        first, _, rest = rest.partition(".")
        kind, value = dict(kind[1])[first], None if value is None else value[first]
    return kind, value


# ---- one value ----------------------------------------------------------------------------------
def value_text(kind, value, timestamps_as_text):
    """Java's text of a value: 1.0E21, true, 2024-02-29, 12.500."""
    name = kind[0]
    if name == "boolean":
        return "true" if value else "false"
    if name == "double":
        return java_number(repr(float(value)))
    if name == "float":
        return java_number(shortest_float(value))
    if name == "timestamp":
        when = datetime.datetime.fromisoformat(value)
        if timestamps_as_text:
            milliseconds = f"{when.microsecond // 1000:03}".rstrip("0") or "0"
            return f"{when:%Y-%m-%d %H:%M:%S}.{milliseconds}"
        return str((when - EPOCH) // datetime.timedelta(microseconds=1))
    return str(value)


def shortest_float(value):
    single = struct.unpack("f", struct.pack("f", value))[0]
    for digits in range(1, 10):
        text = f"{single:.{digits}g}"
        if struct.unpack("f", struct.pack("f", float(text)))[0] == single:
            return repr(float(text))
    raise ValueError(value)


def java_number(text):
    """A number as Double.toString gives it: with an exponent below 10^-3 and from 10^7 on."""
    number = decimal.Decimal(text)
    if number == 0 or decimal.Decimal("1e-3") <= abs(number) < 10 ** 7:
        return text
    sign, digits, exponent = number.normalize().as_tuple()
    rest = "".join(map(str, digits[1:])) or "0"
    return f"{'-' if sign else ''}{digits[0]}.{rest}E{exponent + len(digits) - 1}"


# ---- record keys --------------------------------------------------------------------------------
def record_key(kinds, row, options, table_version, row_writer):
    """The text for `_hoodie_record_key`; None when the options name no key field."""
    fields = fields_of(options, "recordkey")
    if not fields:
        return None
    as_text = row_writer or consistent_timestamps(options)
    generator = generator_name(options)
    texts = {}
    for field in fields:
        kind, value = lookup(kinds, row, field)
        texts[field] = None if value is None else value_text(kind, value, as_text)
    named = len(fields) > 1 or (generator == "ComplexKeyGenerator" and table_version >= 9)  # v9: `f:v`
    if not named:
        return texts[fields[0]]
    spelled = {None: "__null__", "": "__empty__"}
    return ",".join(f"{field}:{spelled.get(text, text)}" for field, text in texts.items())


def generator_name(options):
    given = options.get(f"{PREFIX}keygenerator.class")
    if given:
        return given.rsplit(".", 1)[-1]
    several = len(fields_of(options, "recordkey")) > 1 or len(fields_of(options, "partitionpath")) > 1
    return "ComplexKeyGenerator" if several else "SimpleKeyGenerator"


def consistent_timestamps(options):
    return options.get(f"{PREFIX}keygenerator.consistent.logical.timestamp.enabled") == "true"


# ---- partition paths ----------------------------------------------------------------------------
def partition_path(kinds, row, options, row_writer):
    generator = generator_name(options)
    if generator == "NonpartitionedKeyGenerator":
        return ""
    levels = []
    for field in fields_of(options, "partitionpath"):
        field, _, form = field.partition(":")
        kind, value = lookup(kinds, row, field)
        if form == "timestamp" or generator == "TimestampBasedKeyGenerator":
            text = formatted_time(kind, value, options)
        elif value is None or value == "":
            text = DEFAULT_PARTITION
        else:
            text = value_text(kind, value, row_writer or consistent_timestamps(options))
            if options.get(f"{PREFIX}partitionpath.urlencode") == "true":
                text = "".join(f"%{ord(c):02X}" if c in ESCAPED else c for c in text)
            if options.get(f"{PREFIX}slash.separated.date.partitioning") == "true":
                text = re.sub(r"^(\d{4})-(\d\d)-(\d\d)$", r"\1/\2/\3", text)
        hive = options.get(f"{PREFIX}hive_style_partitioning") == "true"
        levels.append(f"{field}={text}" if hive else text)
    return "/".join(levels)


# ---- timestamp-based key generators --------------------------------------------------------------
TIMEBASED = "hoodie.keygen.timebased."
UNIT = {"UNIX_TIMESTAMP": "seconds", "EPOCHMILLISECONDS": "milliseconds",
        "EPOCHMICROSECONDS": "microseconds"}


def formatted_time(kind, value, options):
    """The value as a time in the output format; null is the first unit after the epoch."""
    form = options[f"{TIMEBASED}timestamp.type"]
    unit = UNIT.get(form) or options.get(f"{TIMEBASED}timestamp.scalar.time.unit", "seconds")
    if value is None:
        when = EPOCH + datetime.timedelta(milliseconds=1)
    elif form in ("DATE_STRING", "MIXED") and isinstance(value, str):
        when = parsed_time(value, options)
    elif kind[0] in ("date", "timestamp"):
        when = datetime.datetime.fromisoformat(value)
    else:
        when = EPOCH + datetime.timedelta(**{unit: value})
    zone = options.get(f"{TIMEBASED}output.timezone") or options.get(f"{TIMEBASED}timezone") or "UTC"
    when += datetime.timedelta(hours=int(re.sub(r"^(GMT|UTC)|:00$", "", zone) or "0"))
    return when.strftime(python_format(options[f"{TIMEBASED}output.dateformat"]))


def parsed_time(text, options):
    """The first of the input formats that fits, in UTC; the text's own offset counts."""
    for pattern in options[f"{TIMEBASED}input.dateformat"].split(","):
        try:
            when = datetime.datetime.strptime(text, python_format(pattern))
        except ValueError:
            continue
        if when.tzinfo is not None:
            when = when.astimezone(datetime.timezone.utc).replace(tzinfo=None)
        return when
    raise ValueError(f"{text!r} fits no input format")


def python_format(joda):
    words = {"yyyy": "%Y", "MM": "%m", "dd": "%d", "HH": "%H", "mm": "%M", "ss": "%S", "SSS": "%f",
             "Z": "%z"}
    return re.sub(r"yyyy|MM|dd|HH|mm|SSS|ss|Z|'([^']*)'",
                  lambda m: words.get(m[0]) or m[1], joda)
