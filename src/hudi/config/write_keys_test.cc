// SPDX-License-Identifier: Apache-2.0
#include "hudi/config/write_keys.h"

#include <gtest/gtest.h>

#include <set>

#include "hudi/base/testing.h"
#include "hudi/config.h"
#include "hudi/config/enum_words.h"

namespace hudi {
namespace {

template <typename Visit>
void ForEachTable(const Visit& visit) {
  visit(KeyOptionKeys());
  visit(FileSizingKeys());
  visit(ParquetKeys());
  visit(LogFileKeys());
  visit(CompactionKeys());
  visit(BucketKeys());
  visit(CdcKeys());
  visit(WriteKeys());
}

TEST(WriteKeys, EveryRowIsAKnownKeyUnderItsMainSpellingOnce) {
  std::set<std::string> seen;
  const auto check = [&](const auto& rows) {
    for (const auto& row : rows) {
      const std::string name(row.name);
      const ConfigKeyInfo* info = FindConfigKey(name);
      ASSERT_NE(info, nullptr) << name;
      EXPECT_EQ(info->name, name);
      EXPECT_TRUE(info->used) << name;
      EXPECT_TRUE(row.effect.ends_with(".")) << name;
      EXPECT_TRUE(seen.insert(name).second) << name;
    }
  };
  ForEachTable(check);
  check(RuleKeys());
}

TEST(WriteKeys, FieldDefaultsAreHudisOnEveryVersionUnlessMarked) {
  ForEachTable([](const auto& rows) {
    for (const auto& row : rows) {
      using Key = std::remove_cvref_t<decltype(row)>;
      const auto check = [&]<typename Options>(const ConfigKey<Options>& key) {
        const ConfigKeyInfo* info = FindConfigKey(std::string(key.name));
        for (const std::string& text : {info->default_v6, info->default_v8, info->default_v9}) {
          if (text.empty()) continue;
          Options parsed;
          HUDI_ASSERT_OK(key.parse(key.name, text, parsed));
          if (key.own_default) {
            EXPECT_NE(key.print(parsed), key.print(Options())) << key.name;
          } else {
            EXPECT_EQ(key.print(parsed), key.print(Options())) << key.name;
          }
        }
      };
      check(static_cast<const Key&>(row));
    }
  });
}

TEST(WriteKeys, EveryPrintedValueIsReadBack) {
  const ConfigMap values = {
      {"hoodie.datasource.write.hive_style_partitioning", "true"},
      {"hoodie.keygen.timebased.timestamp.type", "UNIX_TIMESTAMP"},
      {"hoodie.parquet.max.file.size", "1"},
      {"hoodie.parquet.small.file.limit", "-1"},
      {"hoodie.parquet.compression.ratio", "0.25"},
      {"hoodie.index.bloom.fpp", "1e-06"},
      {"hoodie.index.bloom.num_entries", "5"},
      {"hoodie.bloom.index.filter.dynamic.max.entries", "6"},
      {"hoodie.bulkinsert.sort.mode", "PARTITION_SORT"},
      {"hoodie.bulkinsert.shuffle.parallelism", "7"},
      {"hoodie.datasource.write.commitmeta.key.prefix", " x"},
  };
  WriteConfig config;
  HUDI_ASSERT_OK(ApplyBoundKeys(values, config));
  EXPECT_TRUE(config.keys.hive_style);
  EXPECT_EQ(config.sizing.max_file_size_bytes, 1);
  EXPECT_EQ(config.bulk_sort, BulkSortMode::kPartitionSort);
  size_t printed = 0;
  const auto check = [&](const auto& rows, const auto& options) {
    for (const auto& row : rows) {
      const auto given = values.find(row.name);
      if (given == values.end()) continue;
      EXPECT_EQ(row.print(options), given->second) << row.name;
      ++printed;
    }
  };
  check(KeyOptionKeys(), config.keys);
  check(FileSizingKeys(), config.sizing);
  check(ParquetKeys(), config.parquet);
  check(LogFileKeys(), config.log);
  check(CompactionKeys(), config.compaction);
  check(BucketKeys(), config.buckets);
  check(CdcKeys(), config.cdc);
  check(WriteKeys(), config);
  EXPECT_EQ(printed, values.size());
}

struct BadValueCase {
  const char* label;
  const char* key;
  const char* value;
  const char* expected;
};
class BadValueTest : public testing::TestWithParam<BadValueCase> {};

TEST_P(BadValueTest, NamesKeyValueAndWhatIsRight) {
  WriteConfig config;
  const arrow::Status status = ApplyBoundKeys({{GetParam().key, GetParam().value}}, config);
  EXPECT_THAT(status, FailsWith(ErrorCode::kInvalidConfig, GetParam().key));
  EXPECT_EQ(status.message(), std::string("config '") + GetParam().key + "' = '" +
                                  GetParam().value + "': expected " + GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Values, BadValueTest,
    testing::Values(
        BadValueCase{"Unit", "hoodie.parquet.max.file.size", "12x", "a whole number"},
        BadValueCase{"Zero", "hoodie.parquet.max.file.size", "0", "a number greater than 0"},
        BadValueCase{"Empty", "hoodie.parquet.max.file.size", "", "a whole number"},
        BadValueCase{"TooBig", "hoodie.parquet.max.file.size", "9223372036854775808",
                     "a whole number"},
        BadValueCase{"TooBigInt", "hoodie.bulkinsert.shuffle.parallelism", "3000000000",
                     "a whole number of at most 32 bits"},
        BadValueCase{"Negative", "hoodie.bulkinsert.shuffle.parallelism", "-1",
                     "a number of at least 0"},
        BadValueCase{"Bool", "hoodie.combine.before.insert", "yes", "true or false"},
        BadValueCase{"NotANumber", "hoodie.parquet.compression.ratio", "nan", "a number"},
        BadValueCase{"Probability", "hoodie.index.bloom.fpp", "1", "a number between 0 and 1"},
        BadValueCase{"Word", "hoodie.bulkinsert.sort.mode", "SORTED",
                     "one of NONE, GLOBAL_SORT, PARTITION_SORT, PARTITION_PATH_REPARTITION, "
                     "PARTITION_PATH_REPARTITION_AND_SORT"},
        BadValueCase{"Codec", "hoodie.parquet.compression.codec", "lzo",
                     "one of zstd, gzip, snappy, lz4, lz4_raw, brotli, uncompressed, none"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(EnumNames, AreHudisWords) {
  EXPECT_EQ(OperationName(WriteOperation::kInsertOverwriteTable), "INSERT_OVERWRITE_TABLE");
  EXPECT_EQ(TableTypeName(TableType::kCopyOnWrite), "COPY_ON_WRITE");
  EXPECT_EQ(MergeModeName(MergeMode::kEventTime), "EVENT_TIME_ORDERING");
}

}  // namespace
}  // namespace hudi
