// SPDX-License-Identifier: Apache-2.0
#include "hudi/config/write_keys.h"

namespace hudi {
namespace {

constexpr RuleKey kRuleKeys[] = {
    // What a table is.
    {"hoodie.table.name",
     "Name of the table; a new one is named after its folder if none is given."},
    {"hoodie.datasource.write.table.name", "Same as hoodie.table.name."},
    {"hoodie.database.name", "Database of the table; enters the checksum of hoodie.properties."},
    {"hoodie.datasource.write.table.type", "COPY_ON_WRITE or MERGE_ON_READ; fixed at creation."},
    {"hoodie.table.type", "Same as hoodie.datasource.write.table.type."},
    {"hoodie.write.table.version", "Version of a new table: 6, 8 or 9."},
    {"hoodie.table.version", "Version of the table: 6, 8 or 9."},
    {"hoodie.write.auto.upgrade", "Accepted; a table is never upgraded by a write."},
    {"hoodie.table.timeline.timezone", "Zone of the instants of a new table: LOCAL or UTC."},
    {"hoodie.partition.metafile.use.base.format",
     "Writes the partition metafiles of a new table as Parquet."},
    {"hoodie.table.create.schema", "Avro schema of a table without commits."},
    {"hoodie.table.base.file.format", "Format of base files; only PARQUET."},
    {"hoodie.table.multiple.base.file.formats.enable", "Only false."},
    {"hoodie.table.format", "Only native."},
    {"hoodie.table.partition_extractor_class",
     "Class that Hive sync uses to split partition paths; stored in tables of version 9."},
    {"hoodie.datasource.partition_extractor_class",
     "Same as hoodie.table.partition_extractor_class."},
    {"hoodie.datasource.hive_sync.partition_extractor_class",
     "Stored as hoodie.table.partition_extractor_class of a new table of version 9."},
    // Keys and partitions.
    {"hoodie.datasource.write.recordkey.field", "Record key: a comma list of columns."},
    {"hoodie.table.recordkey.fields", "Same as hoodie.datasource.write.recordkey.field."},
    {"hoodie.datasource.write.partitionpath.field",
     "Partition: a comma list of columns, `column:simple` or `column:timestamp` for the custom "
     "key generator."},
    {"hoodie.table.partition.fields", "Same as hoodie.datasource.write.partitionpath.field."},
    {"hoodie.datasource.write.keygenerator.class",
     "Java class of the key generator; inferred from the key and partition columns if absent."},
    {"hoodie.datasource.write.keygenerator.type",
     "Key generator: SIMPLE, COMPLEX, TIMESTAMP, CUSTOM, NON_PARTITION or GLOBAL_DELETE."},
    {"hoodie.table.keygenerator.class", "Same as hoodie.datasource.write.keygenerator.class."},
    {"hoodie.table.keygenerator.type", "Same as hoodie.datasource.write.keygenerator.type."},
    {"hoodie.keygen.timebased.timezone",
     "Zone of values and paths at once; wins over the input and the output zone."},
    {"hoodie.write.complex.keygen.new.encoding",
     "Complex key generator with one column, versions 6 and 8: true writes keys `value`, false "
     "`column:value`."},
    {"hoodie.write.complex.keygen.validation.enable",
     "Accepted; keys follow the release of the table's version."},
    // What wins.
    {"hoodie.datasource.write.precombine.field",
     "Ordering columns: of two rows of one key the one with the greater value wins."},
    {"hoodie.table.ordering.fields", "Same as hoodie.datasource.write.precombine.field."},
    {"hoodie.write.record.merge.mode",
     "COMMIT_TIME_ORDERING, EVENT_TIME_ORDERING or CUSTOM; fixed at creation."},
    {"hoodie.record.merge.mode", "Same as hoodie.write.record.merge.mode."},
    {"hoodie.write.record.merge.strategy.id",
     "Identifier of the merge strategy; must agree with the merge mode."},
    {"hoodie.record.merge.strategy.id", "Same as hoodie.write.record.merge.strategy.id."},
    {"hoodie.write.record.merge.custom.implementation.classes",
     "Mergers that the program must have registered (hudi::RegisterRecordMerger), besides Hudi's "
     "own."},
    {"hoodie.datasource.write.payload.class",
     "Java class of the payload; stands for a merge mode and what goes with it."},
    {"hoodie.compaction.payload.class", "Same as hoodie.datasource.write.payload.class."},
    {"hoodie.table.legacy.payload.class", "Payload class that a table of version 9 was made with."},
    {"hoodie.table.partial.update.mode", "How rows with missing values are merged, version 9."},
    {"hoodie.payload.delete.field", "Column that marks a row as a delete; needs the marker too."},
    {"hoodie.payload.delete.marker", "Value of hoodie.payload.delete.field that means delete."},
    {"hoodie.record.merge.property.hoodie.payload.delete.field",
     "Same as hoodie.payload.delete.field, stored in tables of version 9."},
    {"hoodie.record.merge.property.hoodie.payload.delete.marker",
     "Same as hoodie.payload.delete.marker, stored in tables of version 9."},
    {"hoodie.record.merge.property.hoodie.write.partial.update.unavailable.value",
     "Text that stands for a value the source did not send, stored in tables of version 9."},
    {"hoodie.write.partial.update.unavailable.value",
     "Text that stands for a value the source did not send."},
    {"hoodie.payload.update.on.same.ordering.field",
     "Only true: of two equal ordering values the later row wins."},
    // The write.
    {"hoodie.datasource.write.operation",
     "upsert, insert, bulk_insert, insert_overwrite, insert_overwrite_table, delete or "
     "delete_partition."},
    {"hoodie.datasource.insert.dup.policy",
     "What an insert does with keys that are stored: none, drop or fail (versions 8 and 9)."},
    {"hoodie.datasource.write.insert.drop.duplicates",
     "Drops inserted rows whose key is stored, and duplicates within the rows."},
    {"hoodie.index.type",
     "How keys are found: SIMPLE, GLOBAL_SIMPLE, BLOOM, GLOBAL_BLOOM or BUCKET."},
    {"hoodie.index.bucket.engine", "Only SIMPLE: the number of buckets is fixed."},
    {"hoodie.bucket.index.partition.expressions",
     "Only empty: every partition has hoodie.bucket.index.num.buckets."},
    {"hoodie.bucket.index.hash.field",
     "Columns of the record key whose hash picks the bucket; all of them if absent."},
    {"hoodie.simple.index.update.partition.path",
     "GLOBAL_SIMPLE: moves a row whose partition changed; false leaves it where it is."},
    {"hoodie.bloom.index.update.partition.path",
     "GLOBAL_BLOOM: moves a row whose partition changed; false leaves it where it is."},
    {"hoodie.logfile.data.block.format",
     "Format of the rows in log blocks: avro or parquet; avro unless given."},
    {"hoodie.write.partial.update.schema",
     "Avro schema of the columns that an upsert changes; the others stay as they are stored. "
     "Merge-on-read tables of versions 8 and 9."},
    {"hoodie.write.concurrency.mode",
     "SINGLE_WRITER, or optimistic_concurrency_control with the in-process lock provider."},
    {"hoodie.write.lock.provider", "Only the in-process lock provider."},
    {"hoodie.allow.operation.metadata.field", "Only false."},
    {"hoodie.base.file.format", "Only PARQUET."},
    {"hoodie.index.class", "Only empty: indexes given as a Java class cannot run here."},
    {"hoodie.bulkinsert.user.defined.partitioner.class",
     "Only empty: partitioners given as a Java class cannot run here."},
    {"hoodie.precommit.validators", "Only empty: validators are Java classes."},
    {"hoodie.bootstrap.base.path", "Only empty."},
    // Reading.
    {"as.of.instant", "Reads the table as it stood at this time."},
    {"hoodie.datasource.query.type",
     "snapshot, read_optimized (without log files) or incremental (what commits of a range "
     "changed)."},
    {"hoodie.datasource.query.incremental.format",
     "latest_state: changed rows as they are at the end of the range; cdc: each change."},
    {"hoodie.datasource.merge.type",
     "payload_combine; skip_merge returns log records beside the base rows instead of merging "
     "them."},
    {"hoodie.datasource.read.begin.instanttime",
     "Incremental read: begin of the range, in requested times on version 6, in completion times "
     "on 8 and 9; version 8 includes it."},
    {"hoodie.datasource.read.end.instanttime", "Incremental read: end of the range, included."},
    {"hoodie.datasource.read.incr.path.glob",
     "Incremental read: only files whose path fits; anything may stand before the pattern."},
    {"hoodie.datasource.read.incr.filters",
     "Incremental read of version 6: predicates that rows must hold too; later versions ignore "
     "it."},
    {"hoodie.datasource.read.incr.fallback.fulltablescan.enable",
     "Incremental read: reads the whole table if files or commits of the range are gone; true "
     "unless given."},
    {"hoodie.datasource.read.incr.table.version",
     "Incremental read: 6 compares requested times whatever the table's version."},
    {"hoodie.datasource.read.schema.use.end.instanttime",
     "Incremental read: takes the schema of the last commit of the range, not the newest."},
    {"hoodie.merge.use.record.positions",
     "Finds the base rows of log records by the positions that log blocks tell, where all of a "
     "slice "
     "do; the rows are those found by keys. Default true."},
    {"hoodie.memory.merge.max.size",
     "Bytes of log records that a read merges at once; a slice with more is read in parts."},
};

}  // namespace

std::span<const RuleKey> RuleKeys() { return kRuleKeys; }

}  // namespace hudi
