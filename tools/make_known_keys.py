#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints src/hudi/config/known_keys.inc.

    tools/make_known_keys.py config_defaults.json > src/hudi/config/known_keys.inc

The input is a JSON object: key name -> {"default": text, null or {release: text}, "alternatives":
[older spellings]}, as the config classes of the three releases declare them. A key that is an older
spelling of another one becomes an alternative of it.
"""
import json
import sys

RELEASES = ("0.15.0", "1.0.2", "1.2.0")

# Keys that the releases read by name without declaring them among their configs.
UNDECLARED = (
    "hoodie.archive.limit.instants",
    "hoodie.blob.batching.lookahead.size",
    "hoodie.blob.batching.max.gap.bytes",
    "hoodie.incremental.use.database",
    "hoodie.metadata.fallback.enable",
    "hoodie.payload.delete.field",
    "hoodie.payload.delete.marker",
    "hoodie.payload.update.on.same.ordering.field",
    "hoodie.query.as.ro.table",
    "hoodie.realtime.merge.skip",
    "hoodie.record.merge.property.hoodie.payload.delete.field",
    "hoodie.record.merge.property.hoodie.payload.delete.marker",
    "hoodie.record.merge.property.hoodie.write.partial.update.unavailable.value",
    "hoodie.streamer.schemaprovider.class",
    "hoodie.write.lock.app_id",
    "hoodie.write.lock.dynamodb.partition_key",
    "hoodie.write.partial.update.unavailable.value",
)


def defaults(entry):
    value = entry.get("default")
    if isinstance(value, dict):
        return [value.get(release) or "" for release in RELEASES]
    return [value or ""] * 3


def quoted(text):
    return json.dumps(text, ensure_ascii=True)


def main():
    with open(sys.argv[1], encoding="utf-8") as source:
        declared = json.load(source)
    for name in UNDECLARED:
        declared.setdefault(name, {})
    rows = {name: (defaults(entry), entry.get("alternatives", [])) for name, entry in declared.items()}
    for name, (values, alternatives) in list(rows.items()):
        for older in alternatives:
            if older not in rows:
                continue
            older_values, _ = rows.pop(older)
            rows[name] = ([new or old for new, old in zip(values, older_values)], alternatives)
            values = rows[name][0]
    print("// SPDX-License-Identifier: Apache-2.0")
    print("// Printed by tools/make_known_keys.py. HUDI_KEY(name, older spellings separated by blanks,")
    print("// default of table version 6, 8, 9); sorted by name.")
    print("// clang-format off")
    for name in sorted(rows):
        values, alternatives = rows[name]
        fields = [name, " ".join(alternatives), *values]
        print("HUDI_KEY(" + ", ".join(quoted(field) for field in fields) + ")")


main()
