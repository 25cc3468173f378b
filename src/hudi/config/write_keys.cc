// SPDX-License-Identifier: Apache-2.0
#include "hudi/config/write_keys.h"

#include "hudi/base/text.h"
#include "hudi/config/enum_words.h"

namespace hudi {
namespace {

struct KnownCodec {
  static constexpr std::string_view kExpected =
      "one of zstd, gzip, snappy, lz4, lz4_raw, brotli, uncompressed, none";
  static bool Holds(const std::string& codec) {
    for (const std::string_view known :
         {"zstd", "gzip", "snappy", "lz4", "lz4_raw", "brotli", "uncompressed", "none", ""}) {
      if (EqualsIgnoreCase(TrimWhitespace(codec), known)) return true;
    }
    return false;
  }
};

// The releases declare UTC as the default of both zones and use an absent one as if it were empty.
constexpr bool kEmptyZone = true;

constexpr ConfigKey<KeyOptions> kKeyOptionKeys[] = {
    Bind<&KeyOptions::hive_style>("hoodie.datasource.write.hive_style_partitioning",
                                  "Names partition folders `field=value` instead of `value`."),
    Bind<&KeyOptions::url_encode>("hoodie.datasource.write.partitionpath.urlencode",
                                  "Escapes letters such as / and = in partition values as %XX."),
    Bind<&KeyOptions::slash_separated_date>(
        "hoodie.datasource.write.slash.separated.date.partitioning",
        "Turns a partition value yyyy-MM-dd into the path yyyy/MM/dd (table version 9)."),
    Bind<&KeyOptions::consistent_logical_timestamp>(
        "hoodie.datasource.write.keygenerator.consistent.logical.timestamp.enabled",
        "Prints timestamps in keys and partition paths as text in every operation."),
    Bind<&KeyOptions::timestamp_type>("hoodie.keygen.timebased.timestamp.type",
                                      "What the partition field of the timestamp key generator "
                                      "holds: UNIX_TIMESTAMP, EPOCHMILLISECONDS, "
                                      "EPOCHMICROSECONDS, SCALAR, DATE_STRING or MIXED."),
    Bind<&KeyOptions::scalar_time_unit>("hoodie.keygen.timebased.timestamp.scalar.time.unit",
                                        "Unit of a SCALAR value, e.g. DAYS."),
    Bind<&KeyOptions::input_date_formats>(
        "hoodie.keygen.timebased.input.dateformat",
        "Patterns of a DATE_STRING or MIXED value; the first that fits is taken."),
    Bind<&KeyOptions::input_date_format_delimiter>(
        "hoodie.keygen.timebased.input.dateformat.list.delimiter.regex",
        "What separates the patterns of hoodie.keygen.timebased.input.dateformat."),
    Bind<&KeyOptions::output_date_format>("hoodie.keygen.timebased.output.dateformat",
                                          "Pattern of the partition path."),
    Bind<&KeyOptions::input_timezone>("hoodie.keygen.timebased.input.timezone",
                                      "Zone of values that name none.", kEmptyZone),
    Bind<&KeyOptions::output_timezone>("hoodie.keygen.timebased.output.timezone",
                                       "Zone of the partition path.", kEmptyZone),
};

constexpr ConfigKey<FileSizingOptions> kFileSizingKeys[] = {
    Bind<&FileSizingOptions::max_file_size_bytes, MoreThanZero>(
        "hoodie.parquet.max.file.size", "Target size of a base file, in bytes."),
    Bind<&FileSizingOptions::small_file_limit_bytes>(
        "hoodie.parquet.small.file.limit",
        "Base files below this many bytes take inserts first; 0 or less turns that off."),
    Bind<&FileSizingOptions::compression_ratio, AtLeastZero>(
        "hoodie.parquet.compression.ratio",
        "How far a base file may grow beyond its target size, as a fraction of it."),
    Bind<&FileSizingOptions::record_size_estimate, MoreThanZero>(
        "hoodie.copyonwrite.record.size.estimate",
        "Bytes a row is taken to need while no commit tells."),
    Bind<&FileSizingOptions::estimation_threshold, AtLeastZero>(
        "hoodie.record.size.estimation.threshold",
        "A commit tells the row size if it wrote more than this many times the small file limit."),
    Bind<&FileSizingOptions::insert_split_rows, MoreThanZero>(
        "hoodie.copyonwrite.insert.split.size",
        "Rows of a new file group when hoodie.copyonwrite.insert.auto.split is off."),
    Bind<&FileSizingOptions::insert_auto_split>(
        "hoodie.copyonwrite.insert.auto.split",
        "Derives the rows of a new file group from the target size and the row size."),
    Bind<&FileSizingOptions::merge_candidates_limit, AtLeastZero>(
        "hoodie.merge.small.file.group.candidates.limit",
        "Small file groups of a partition that inserts into a MERGE_ON_READ table may fill."),
};

constexpr ConfigKey<LogFileOptions> kLogFileKeys[] = {
    Bind<&LogFileOptions::max_block_bytes, MoreThanZero>("hoodie.logfile.data.block.max.size",
                                                         "Size of a log block, in bytes."),
    Bind<&LogFileOptions::max_file_bytes, MoreThanZero>(
        "hoodie.logfile.max.size", "Size at which a new log file is begun, in bytes."),
    Bind<&LogFileOptions::record_positions>(
        "hoodie.write.record.positions",
        "Stores in log blocks where the base file has the rows; versions 8 and 9."),
};

constexpr ConfigKey<BucketOptions> kBucketKeys[] = {
    Bind<&BucketOptions::num_buckets, MoreThanZero>(
        "hoodie.bucket.index.num.buckets",
        "Buckets, that is file groups, of each partition under the BUCKET index."),
};

constexpr ConfigKey<CdcOptions> kCdcKeys[] = {
    Bind<&CdcOptions::enabled>(
        "hoodie.table.cdc.enabled",
        "Keeps a change log beside rewritten base files; a table that has none keeps one from the "
        "write on that says true."),
    Bind<&CdcOptions::mode>("hoodie.table.cdc.supplemental.logging.mode",
                            "How much of a changed row the change log keeps."),
};

constexpr ConfigKey<ParquetOptions> kParquetKeys[] = {
    Bind<&ParquetOptions::codec, KnownCodec>(
        "hoodie.parquet.compression.codec",
        "Compression of base files: zstd, gzip, snappy, lz4, brotli or uncompressed.",
        /*own_default=*/true),
    Bind<&ParquetOptions::block_bytes, MoreThanZero>("hoodie.parquet.block.size",
                                                     "Size of a Parquet row group, in bytes."),
    Bind<&ParquetOptions::page_bytes, MoreThanZero>("hoodie.parquet.page.size",
                                                    "Size of a Parquet page, in bytes."),
    Bind<&ParquetOptions::dictionary>("hoodie.parquet.dictionary.enabled",
                                      "Encodes repeating values by a dictionary."),
    Bind<&ParquetOptions::bloom_enabled>("hoodie.parquet.bloom.filter.enabled",
                                         "Writes the bloom filter of the record keys."),
    Bind<&ParquetOptions::bloom_fpp, BetweenZeroAndOne>(
        "hoodie.index.bloom.fpp", "False positives of the bloom filter, as a fraction."),
    Bind<&ParquetOptions::bloom_entries, MoreThanZero>(
        "hoodie.index.bloom.num_entries",
        "Keys that a bloom filter may be sized for, if they are more than "
        "hoodie.bloom.index.filter.dynamic.max.entries; it never has room for more than its file."),
    Bind<&ParquetOptions::bloom_max_entries, MoreThanZero>(
        "hoodie.bloom.index.filter.dynamic.max.entries",
        "Keys that a bloom filter is sized for at most: in a file with more, each has fewer bits."),
};

constexpr ConfigKey<WriteConfig> kWriteKeys[] = {
    Bind<&WriteConfig::combine_before_upsert>("hoodie.combine.before.upsert",
                                              "Leaves one row for each key before an upsert."),
    Bind<&WriteConfig::combine_before_insert>(
        "hoodie.combine.before.insert",
        "Leaves one row for each key before an insert, bulk insert or overwrite."),
    Bind<&WriteConfig::combine_before_delete>("hoodie.combine.before.delete",
                                              "Leaves one row for each key before a delete."),
    Bind<&WriteConfig::allow_duplicate_on_inserts>(
        "hoodie.merge.allow.duplicate.on.inserts",
        "Lets an insert into a small file add a key that the file holds already."),
    Bind<&WriteConfig::bulk_sort>("hoodie.bulkinsert.sort.mode",
                                  "How a bulk insert orders and splits its rows."),
    Bind<&WriteConfig::bulk_shuffle_parallelism, AtLeastZero>(
        "hoodie.bulkinsert.shuffle.parallelism",
        "Number of tasks of a sorted bulk insert; 0: as the input."),
    Bind<&WriteConfig::row_writer>(
        "hoodie.datasource.write.row.writer.enable",
        "Lets a bulk insert print timestamp keys as Spark's row writer does."),
    Bind<&WriteConfig::drop_partition_columns>("hoodie.datasource.write.drop.partition.columns",
                                               "Leaves partition columns out of the data files."),
    Bind<&WriteConfig::populate_meta_fields>("hoodie.populate.meta.fields",
                                             "Fills the five _hoodie_ columns of each row."),
    Bind<&WriteConfig::partitions_to_delete>(
        "hoodie.datasource.write.partitions.to.delete",
        "Partitions that delete_partition drops: a comma list, * stands for any letters."),
    Bind<&WriteConfig::static_overwrite_partitions>(
        "hoodie.static.overwrite.partition.paths",
        "Partitions that insert_overwrite replaces even if they receive no row."),
    Bind<&WriteConfig::commit_metadata_prefix>(
        "hoodie.datasource.write.commitmeta.key.prefix",
        "Options whose names start so are stored in the commit's extra metadata."),
    Bind<&WriteConfig::metadata_enable>("hoodie.metadata.enable",
                                        "false turns the metadata table of an existing table off."),
    Bind<&WriteConfig::reconcile_schema>(
        "hoodie.datasource.write.reconcile.schema",
        "Fills columns that the rows lack with null, and keeps the table's wider types."),
    Bind<&WriteConfig::set_null_for_missing>("hoodie.write.set.null.for.missing.columns",
                                             "Fills columns that the rows lack with null."),
    Bind<&WriteConfig::allow_column_drop>(
        "hoodie.datasource.write.schema.allow.auto.evolution.column.drop",
        "Drops columns that the rows lack from the table."),
    Bind<&WriteConfig::validate_schema>(
        "hoodie.avro.schema.validate",
        "Refuses rows whose schema cannot be read with the table's schema."),
    Bind<&WriteConfig::heartbeat_interval_ms, MoreThanZero>(
        "hoodie.client.heartbeat.interval_in_ms",
        "Interval in which a live writer renews its heartbeat, in milliseconds."),
    Bind<&WriteConfig::heartbeat_tolerable_misses, AtLeastZero>(
        "hoodie.client.heartbeat.tolerable.misses",
        "Heartbeats a writer may miss before it counts as dead."),
};

template <typename Options>
arrow::Status ApplyKeys(const ConfigMap& values, std::span<const ConfigKey<Options>> keys,
                        Options& options) {
  for (const ConfigKey<Options>& key : keys) {
    const auto found = values.find(key.name);
    if (found != values.end()) {
      ARROW_RETURN_NOT_OK(key.parse(found->first, found->second, options));
    }
  }
  return arrow::Status::OK();
}

}  // namespace

std::span<const ConfigKey<KeyOptions>> KeyOptionKeys() { return kKeyOptionKeys; }
std::span<const ConfigKey<FileSizingOptions>> FileSizingKeys() { return kFileSizingKeys; }
std::span<const ConfigKey<ParquetOptions>> ParquetKeys() { return kParquetKeys; }
std::span<const ConfigKey<LogFileOptions>> LogFileKeys() { return kLogFileKeys; }
std::span<const ConfigKey<BucketOptions>> BucketKeys() { return kBucketKeys; }
std::span<const ConfigKey<CdcOptions>> CdcKeys() { return kCdcKeys; }
std::span<const ConfigKey<WriteConfig>> WriteKeys() { return kWriteKeys; }

arrow::Status ApplyBoundKeys(const ConfigMap& values, WriteConfig& config) {
  ARROW_RETURN_NOT_OK(ApplyKeys(values, KeyOptionKeys(), config.keys));
  ARROW_RETURN_NOT_OK(ApplyKeys(values, FileSizingKeys(), config.sizing));
  ARROW_RETURN_NOT_OK(ApplyKeys(values, ParquetKeys(), config.parquet));
  ARROW_RETURN_NOT_OK(ApplyKeys(values, LogFileKeys(), config.log));
  ARROW_RETURN_NOT_OK(ApplyKeys(values, BucketKeys(), config.buckets));
  ARROW_RETURN_NOT_OK(ApplyKeys(values, CdcKeys(), config.cdc));
  ARROW_RETURN_NOT_OK(ApplyKeys(values, CompactionKeys(), config.compaction));
  return ApplyKeys(values, WriteKeys(), config);
}

}  // namespace hudi
