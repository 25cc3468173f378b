#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints src/hudi/config/known_keys.inc.

    tools/make_known_keys.py config_defaults.json > src/hudi/config/known_keys.inc

The input is a JSON object: key name -> {"default": text, null or {release: text}, "alternatives":
[older spellings], "defined_in": config class, "since": release, "deprecated_after": release}, as the
config classes of the three releases declare them. A key that is an older spelling of another one
becomes an alternative of it.
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

# What a key is about: the first row whose text begins its name, else the config class that declares
# it. The words are those of kTopics in src/hudi/config/key_topics.cc.
TOPIC_OF_PREFIX = (
    ("as.of.instant", "read"),
    ("hoodie.datasource.hive_sync.", "sync"),
    ("hoodie.datasource.meta", "sync"),
    ("hoodie.datasource.read.", "read"),
    ("hoodie.datasource.query.", "read"),
    ("hoodie.datasource.streaming.", "read"),
    ("hoodie.datasource.merge.type", "read"),
    ("hoodie.datasource.write.keygenerator.", "keys"),
    ("hoodie.datasource.write.recordkey.", "keys"),
    ("hoodie.datasource.write.partitionpath.", "keys"),
    ("hoodie.datasource.write.hive_style", "keys"),
    ("hoodie.datasource.write.slash", "keys"),
    ("hoodie.write.complex.keygen.", "keys"),
    ("hoodie.datasource.write.precombine.field", "merge"),
    ("hoodie.datasource.write.payload.class", "merge"),
    ("hoodie.write.record.merge.", "merge"),
    ("hoodie.payload.", "merge"),
    ("hoodie.combine.before.", "merge"),
    ("hoodie.write.partial.update.", "merge"),
    ("hoodie.compaction.payload.class", "merge"),
    ("hoodie.parquet.small.file.limit", "files"),
    ("hoodie.copyonwrite.", "files"),
    ("hoodie.record.size.", "files"),
    ("_hoodie.record.size.", "files"),
    ("hoodie.simple.index.", "index"),
    ("hoodie.bloom.index.", "index"),
    ("hoodie.table.service.manager.", "services"),
    ("hoodie.record.merge.property.", "table"),
    ("hoodie.write.lock.", "locks"),
    ("hoodie.write.concurrency.", "locks"),
    ("hoodie.client.heartbeat.", "locks"),
    ("hoodie.meta.sync.", "sync"),
    ("hoodie.meta_sync.", "sync"),
    ("hoodie.filesystem.", "storage"),
    ("hoodie.embed.timeline.", "storage"),
    ("hoodie.markers.", "storage"),
    ("hoodie.metrics", "metrics"),
    ("hoodie.archive.", "clean"),
    ("hoodie.rollback.", "clean"),
    ("hoodie.precommit.", "checks"),
    ("hoodie.prewrite.", "checks"),
    ("hoodie.errortable.", "checks"),
    ("hoodie.write.commit.callback.", "checks"),
    ("hoodie.metadata.", "metadata"),
    ("hoodie.streamer.", "storage"),
    ("hoodie.query.as.ro.table", "read"),
    ("hoodie.realtime.", "read"),
    ("hoodie.incremental.", "read"),
    ("hoodie.blob.", "read"),
)
TOPIC_OF_CLASS = {
    "HoodieTableConfig": "table", "HoodieWriteConfig": "write", "DataSourceWriteOptions": "write",
    "HoodieInternalConfig": "write", "KeyGeneratorOptions": "keys",
    "TimestampKeyGeneratorConfig": "keys", "HoodieStorageConfig": "files",
    "HoodieMemoryConfig": "storage", "HoodieLayoutConfig": "index", "DataSourceReadOptions": "read",
    "HoodieReaderConfig": "read", "HoodieCommonConfig": "read", "HoodieIndexConfig": "index",
    "HoodieHBaseIndexConfig": "index", "HoodieIndexingConfig": "index",
    "HoodiePayloadConfig": "merge", "HoodieMetadataConfig": "metadata", "HoodieCleanConfig": "clean",
    "HoodieArchivalConfig": "clean", "HoodieTTLConfig": "clean", "HoodieCompactionConfig": "compact",
    "HoodieClusteringConfig": "compact", "HoodieLockConfig": "locks",
    "StorageBasedLockConfig": "locks", "HoodieTimeGeneratorConfig": "locks",
    "HoodieTableServiceManagerConfig": "services", "HoodieBootstrapConfig": "bootstrap",
    "FileSystemViewStorageConfig": "storage", "FileSystemRetryConfig": "storage",
    "ConsistencyGuardConfig": "storage", "HoodieMetaserverConfig": "storage",
    "HoodieErrorTableConfig": "checks", "HiveSyncConfig": "sync", "HoodieSyncConfig": "sync",
    "GlobalHiveSyncConfig": "sync",
}


def topic(name, entry):
    for prefix, word in TOPIC_OF_PREFIX:
        if name.startswith(prefix):
            return word
    return TOPIC_OF_CLASS.get(entry.get("defined_in", "").split(".")[0], "write")


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
            since = declared[older].get("since")
            if since:
                declared[name].setdefault("since", since)
    print("// SPDX-License-Identifier: Apache-2.0")
    print("// Printed by tools/make_known_keys.py. HUDI_KEY(name, older spellings separated by blanks,")
    print("// default of table version 6, 8, 9, topic, first release, last release before it was deprecated);")
    print("// sorted by name.")
    print("// clang-format off")
    for name in sorted(rows):
        values, alternatives = rows[name]
        entry = declared[name]
        fields = [name, " ".join(alternatives), *values, topic(name, entry), entry.get("since", ""),
                  entry.get("deprecated_after", "")]
        print("HUDI_KEY(" + ", ".join(quoted(field) for field in fields) + ")")


main()
