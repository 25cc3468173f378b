// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/table/change_log_properties.h"
#include "hudi/table/table_config.h"

namespace hudi {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

constexpr const char* kKey = "hoodie.datasource.write.recordkey.field";
constexpr const char* kPartition = "hoodie.datasource.write.partitionpath.field";
constexpr const char* kOrdering = "hoodie.datasource.write.precombine.field";
constexpr const char* kOperation = "hoodie.datasource.write.operation";
constexpr const char* kPayload = "hoodie.datasource.write.payload.class";
constexpr const char* kMode = "hoodie.write.record.merge.mode";
constexpr const char* kVersion = "hoodie.write.table.version";
constexpr const char* kGenerator = "hoodie.datasource.write.keygenerator.class";
constexpr const char* kPolicy = "hoodie.datasource.insert.dup.policy";
constexpr const char* kDrop = "hoodie.datasource.write.insert.drop.duplicates";
constexpr const char* kIndex = "hoodie.index.type";

const ConfigMap kPlain = {
    {"hoodie.table.name", "tbl"}, {kKey, "id"}, {kPartition, "part"}, {kOrdering, "ts"}};

ConfigMap With(ConfigMap options, const ConfigMap& more) {
  for (const auto& [key, value] : more) options.insert_or_assign(key, value);
  return options;
}

arrow::Result<WriteConfig> New(const ConfigMap& options) {
  return ResolveWriteConfig(options, nullptr, "folder");
}

/// A table made with `options`.
TableConfig Table(const ConfigMap& options) {
  const WriteConfig config = New(options).ValueOrDie();
  return TableConfig::FromProperties(NewTableProperties(config, options).ValueOrDie());
}

arrow::Result<WriteConfig> Again(const TableConfig& table, const ConfigMap& options) {
  return ResolveWriteConfig(options, &table, "folder");
}

TEST(ResolveWriteConfig, FillsANewTable) {
  HUDI_ASSERT_OK_AND_ASSIGN(const WriteConfig config, New(kPlain));
  EXPECT_EQ(config.table_name, "tbl");
  EXPECT_EQ(config.table_version, 8);
  EXPECT_EQ(config.operation, WriteOperation::kUpsert);
  EXPECT_THAT(config.keys.key_fields, ElementsAre("id"));
  EXPECT_THAT(config.keys.partition_fields, ElementsAre("part"));
  EXPECT_EQ(config.keys.generator, KeyGeneratorType::kSimple);
  EXPECT_THAT(config.merge.ordering_fields, ElementsAre("ts"));
  EXPECT_EQ(config.merge.mode, MergeMode::kEventTime);
  EXPECT_EQ(config.merge.payload, PayloadKind::kNone);
  EXPECT_EQ(config.index, IndexType::kSimple);
  EXPECT_EQ(config.parquet.codec, "zstd");
  EXPECT_THAT(config.notices, IsEmpty());
}

TEST(ResolveWriteConfig, ReadsABucketIndex) {
  HUDI_ASSERT_OK_AND_ASSIGN(WriteConfig config, New(With(kPlain, {{kIndex, "bucket"}})));
  EXPECT_EQ(config.index, IndexType::kBucket);
  EXPECT_EQ(config.buckets.num_buckets, 256);
  EXPECT_THAT(config.buckets.hash_fields, IsEmpty());
  HUDI_ASSERT_OK_AND_ASSIGN(config,
                            New(With(kPlain, {{kIndex, "BUCKET"},
                                              {kKey, "id,n"},
                                              {"hoodie.index.bucket.engine", "simple"},
                                              {"hoodie.bucket.index.num.buckets", "4"},
                                              {"hoodie.bucket.index.hash.field", "n"},
                                              {"hoodie.bucket.index.partition.expressions", ""}})));
  EXPECT_EQ(config.buckets.num_buckets, 4);
  EXPECT_THAT(config.buckets.hash_fields, ElementsAre("n"));
  // Without the index its options are of no concern.
  HUDI_ASSERT_OK_AND_ASSIGN(config, New(With(kPlain, {{"hoodie.bucket.index.hash.field", "val"}})));
  EXPECT_EQ(config.index, IndexType::kSimple);
}

TEST(ResolveWriteConfig, HeedsAnIndexAmongTheProperties) {
  const TableConfig plain = Table(kPlain);
  ConfigMap properties = plain.properties();
  properties[kIndex] = "BUCKET";
  properties["hoodie.bucket.index.num.buckets"] = "7";
  const TableConfig table = TableConfig::FromProperties(properties);
  HUDI_ASSERT_OK_AND_ASSIGN(const WriteConfig config, Again(table, kPlain));
  EXPECT_EQ(config.index, IndexType::kBucket);
  EXPECT_EQ(config.buckets.num_buckets, 7);
  EXPECT_THAT(Again(table, With(kPlain, {{kIndex, "SIMPLE"}})),
              FailsWith(ErrorCode::kConfigConflict, kIndex));
}

TEST(ResolveWriteConfig, TakesTheTableForWhatIsOmitted) {
  const TableConfig table =
      Table(With(kPlain, {{kVersion, "9"},
                          {kOrdering, "ts,n"},
                          {"hoodie.populate.meta.fields", "false"},
                          {"hoodie.datasource.write.hive_style_partitioning", "true"}}));
  HUDI_ASSERT_OK_AND_ASSIGN(const WriteConfig config, Again(table, {{"hoodie.table.name", "TBL"}}));
  EXPECT_EQ(config.table_name, "tbl");
  EXPECT_EQ(config.table_version, 9);
  EXPECT_THAT(config.keys.key_fields, ElementsAre("id"));
  EXPECT_TRUE(config.keys.hive_style);
  EXPECT_FALSE(config.populate_meta_fields);
  EXPECT_THAT(config.merge.ordering_fields, ElementsAre("ts", "n"));
  EXPECT_EQ(config.merge.mode, MergeMode::kEventTime);
}

TEST(ResolveWriteConfig, InsertsByDefaultWithoutKey) {
  HUDI_ASSERT_OK_AND_ASSIGN(const WriteConfig config, New({}));
  EXPECT_EQ(config.operation, WriteOperation::kInsert);
  EXPECT_EQ(config.table_name, "folder");
  EXPECT_THAT(config.keys.key_fields, IsEmpty());
  EXPECT_EQ(config.keys.generator, KeyGeneratorType::kNonPartitioned);
  EXPECT_THAT(ResolveWriteConfig({}, nullptr, ""),
              FailsWith(ErrorCode::kInvalidConfig, "hoodie.table.name"));
}

TEST(ResolveWriteConfig, ReportsWhatItIgnoresAndKeepsCommitMetadata) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      const WriteConfig config,
      New({{"hoodie.clean.automatic", "true"}, {"_batch", "7"}, {kOperation, "null"}}));
  EXPECT_THAT(config.ignored_keys, ElementsAre("hoodie.clean.automatic"));
  EXPECT_THAT(config.extra_metadata, ElementsAre(Pair("_batch", "7")));
}

struct RefusedCase {
  const char* label;
  ConfigMap options;
  ErrorCode code;
  const char* subject;
};
void PrintTo(const RefusedCase& refused, std::ostream* out) { *out << refused.label; }

class NewTableRefusesTest : public testing::TestWithParam<RefusedCase> {};
TEST_P(NewTableRefusesTest, WithCodeAndKey) {
  EXPECT_THAT(New(With(kPlain, GetParam().options)),
              FailsWith(GetParam().code, GetParam().subject));
}

const RefusedCase kRefusedNew[] = {
    {"UnknownKey", {{"hoodie.table.nmae", "x"}}, ErrorCode::kInvalidConfig, "hoodie.table.nmae"},
    {"BadValue",
     {{"hoodie.parquet.max.file.size", "12x"}},
     ErrorCode::kInvalidConfig,
     "hoodie.parquet.max.file.size"},
    {"Version7", {{kVersion, "7"}}, ErrorCode::kUnsupported, kVersion},
    {"VersionText", {{kVersion, "v8"}}, ErrorCode::kInvalidConfig, kVersion},
    {"TypeWord",
     {{"hoodie.datasource.write.table.type", "COW"}},
     ErrorCode::kInvalidConfig,
     "hoodie.datasource.write.table.type"},
    {"TwinsDiffer",
     {{"hoodie.table.recordkey.fields", "x"}},
     ErrorCode::kInvalidConfig,
     "hoodie.table.recordkey.fields"},
    {"OperationWord", {{kOperation, "frobnicate"}}, ErrorCode::kInvalidConfig, kOperation},
    {"PreppedOperation", {{kOperation, "Upsert_Prepped"}}, ErrorCode::kUnsupported, kOperation},
    {"Bootstrap", {{kOperation, "bootstrap"}}, ErrorCode::kUnsupported, kOperation},
    {"IndexWord", {{kIndex, "WRONG"}}, ErrorCode::kInvalidConfig, kIndex},
    {"BucketsThatSplit",
     {{kIndex, "bucket"}, {"hoodie.index.bucket.engine", "consistent_hashing"}},
     ErrorCode::kUnsupported,
     "hoodie.index.bucket.engine"},
    {"BucketEngineWord",
     {{kIndex, "BUCKET"}, {"hoodie.index.bucket.engine", "HASHING"}},
     ErrorCode::kInvalidConfig,
     "hoodie.index.bucket.engine"},
    {"BucketsOfPartitions",
     {{kIndex, "BUCKET"}, {"hoodie.bucket.index.partition.expressions", "p.*,8"}},
     ErrorCode::kUnsupported,
     "hoodie.bucket.index.partition.expressions"},
    {"NoBuckets",
     {{kIndex, "BUCKET"}, {"hoodie.bucket.index.num.buckets", "0"}},
     ErrorCode::kInvalidConfig,
     "hoodie.bucket.index.num.buckets"},
    {"HashFieldOutsideOfKey",
     {{kIndex, "BUCKET"}, {kKey, "id,n"}, {"hoodie.bucket.index.hash.field", "id,val"}},
     ErrorCode::kInvalidConfig,
     "hoodie.bucket.index.hash.field"},
    {"BucketsOfGeneratedKeys",
     {{kIndex, "BUCKET"}, {kKey, "null"}},
     ErrorCode::kInvalidConfig,
     kIndex},
    {"RecordIndex", {{kIndex, "RECORD_INDEX"}}, ErrorCode::kUnsupported, kIndex},
    {"ModeWord", {{kMode, "WRONG"}}, ErrorCode::kInvalidConfig, kMode},
    {"OwnPayload", {{kPayload, "com.example.Payload"}}, ErrorCode::kUnsupported, kPayload},
    {"OwnMerger",
     {{"hoodie.write.record.merge.strategy.id", "1897ef5f-18bc-4557-939c-9d6a8afd1519"}},
     ErrorCode::kUnsupported,
     "hoodie.write.record.merge.strategy.id"},
    {"CustomModeAlone", {{kMode, "CUSTOM"}}, ErrorCode::kInvalidConfig, kMode},
    {"ModeAgainstPayload",
     {{kMode, "COMMIT_TIME_ORDERING"},
      {kPayload, "org.apache.hudi.common.model.DefaultHoodieRecordPayload"}},
     ErrorCode::kInvalidConfig,
     kMode},
    {"StrategyAgainstPayload",
     {{"hoodie.write.record.merge.strategy.id", "ce9acb64-bde0-424c-9b91-f6ebba25356d"},
      {kPayload, "org.apache.hudi.common.model.DefaultHoodieRecordPayload"}},
     ErrorCode::kInvalidConfig,
     "hoodie.write.record.merge.strategy.id"},
    {"PayloadStrategyAlone",
     {{"hoodie.write.record.merge.strategy.id", "00000000-0000-0000-0000-000000000000"}},
     ErrorCode::kInvalidConfig,
     kPayload},
    {"ModeOnVersion6",
     {{kVersion, "6"}, {kMode, "EVENT_TIME_ORDERING"}},
     ErrorCode::kInvalidConfig,
     kMode},
    {"FirstValueOnVersion9",
     {{kVersion, "9"}, {kPayload, "org.apache.hudi.common.model.FirstValueAvroPayload"}},
     ErrorCode::kUnsupported,
     kPayload},
    {"TwoOrderingFieldsOnVersion8", {{kOrdering, "ts,n"}}, ErrorCode::kInvalidConfig, kOrdering},
    {"DeleteFieldAlone",
     {{"hoodie.payload.delete.field", "op"}},
     ErrorCode::kInvalidConfig,
     "hoodie.payload.delete.marker"},
    {"DeleteMarkerAlone",
     {{"hoodie.payload.delete.marker", "D"}},
     ErrorCode::kInvalidConfig,
     "hoodie.payload.delete.field"},
    {"PolicyWord", {{kPolicy, "keep"}}, ErrorCode::kInvalidConfig, kPolicy},
    {"DropAgainstFail", {{kDrop, "true"}, {kPolicy, "fail"}}, ErrorCode::kInvalidConfig, kDrop},
    {"DropInBulkInsert",
     {{kDrop, "true"}, {kOperation, "bulk_insert"}},
     ErrorCode::kInvalidConfig,
     kDrop},
    {"GeneratedKeysCombined",
     {{kKey, "null"}, {"hoodie.combine.before.insert", "true"}},
     ErrorCode::kInvalidConfig,
     "hoodie.combine.before.insert"},
    {"GeneratedKeysDropped", {{kKey, "null"}, {kDrop, "true"}}, ErrorCode::kInvalidConfig, kDrop},
    {"GeneratedKeysVirtual",
     {{kKey, "null"}, {"hoodie.populate.meta.fields", "false"}},
     ErrorCode::kInvalidConfig,
     "hoodie.populate.meta.fields"},
    {"SimpleTwoKeys",
     {{kKey, "a,b"}, {kGenerator, "org.apache.hudi.keygen.SimpleKeyGenerator"}},
     ErrorCode::kInvalidConfig,
     kKey},
    {"OwnGenerator", {{kGenerator, "com.example.Keys"}}, ErrorCode::kUnsupported, kGenerator},
    {"GeneratorWord",
     {{"hoodie.datasource.write.keygenerator.type", "SIMPEL"}},
     ErrorCode::kInvalidConfig,
     "hoodie.datasource.write.keygenerator.type"},
    {"ClassAgainstType",
     {{kGenerator, "org.apache.hudi.keygen.SimpleKeyGenerator"},
      {"hoodie.datasource.write.keygenerator.type", "COMPLEX"}},
     ErrorCode::kInvalidConfig,
     "hoodie.datasource.write.keygenerator.type"},
    {"ChangeLogMode",
     {{"hoodie.table.cdc.supplemental.logging.mode", "DATA_AFTER"}},
     ErrorCode::kInvalidConfig,
     "hoodie.table.cdc.supplemental.logging.mode"},
    {"Orc",
     {{"hoodie.table.base.file.format", "ORC"}},
     ErrorCode::kUnsupported,
     "hoodie.table.base.file.format"},
    {"ManyWriters",
     {{"hoodie.write.concurrency.mode", "optimistic_concurrency_control"}},
     ErrorCode::kUnsupported,
     "hoodie.write.concurrency.mode"},
    {"ConcurrencyWord",
     {{"hoodie.write.concurrency.mode", "none"}},
     ErrorCode::kInvalidConfig,
     "hoodie.write.concurrency.mode"},
    {"OwnPartitioner",
     {{"hoodie.bulkinsert.user.defined.partitioner.class", "com.example.P"}},
     ErrorCode::kUnsupported,
     "hoodie.bulkinsert.user.defined.partitioner.class"},
};
INSTANTIATE_TEST_SUITE_P(Options, NewTableRefusesTest, testing::ValuesIn(kRefusedNew),
                         [](const auto& info) { return std::string(info.param.label); });

class ExistingTableConflictsTest : public testing::TestWithParam<RefusedCase> {};
TEST_P(ExistingTableConflictsTest, WithCodeAndKey) {
  const TableConfig table = Table(With(kPlain, {{kVersion, "9"}}));
  EXPECT_THAT(Again(table, With(kPlain, GetParam().options)),
              FailsWith(GetParam().code, GetParam().subject));
}

const RefusedCase kConflicts[] = {
    {"Key", {{kKey, "val"}}, ErrorCode::kConfigConflict, "RecordKey"},
    {"LongerKey", {{kKey, "id,val"}}, ErrorCode::kConfigConflict, "RecordKey"},
    {"Partition", {{kPartition, "val"}}, ErrorCode::kConfigConflict, "PartitionPath"},
    {"NoPartition", {{kPartition, ""}}, ErrorCode::kConfigConflict, "PartitionPath"},
    {"PartitionType", {{kPartition, "part:simple"}}, ErrorCode::kConfigConflict, "PartitionPath"},
    {"Ordering", {{kOrdering, "n"}}, ErrorCode::kConfigConflict, "OrderingFields"},
    {"Name", {{"hoodie.table.name", "other"}}, ErrorCode::kConfigConflict, "hoodie.table.name"},
    {"Version", {{kVersion, "8"}}, ErrorCode::kConfigConflict, kVersion},
    {"Type",
     {{"hoodie.datasource.write.table.type", "MERGE_ON_READ"}},
     ErrorCode::kConfigConflict,
     "hoodie.datasource.write.table.type"},
    {"Generator",
     {{kGenerator, "org.apache.hudi.keygen.ComplexKeyGenerator"}},
     ErrorCode::kConfigConflict,
     "KeyGenerator"},
    {"NonPartitioned",
     {{kGenerator, "org.apache.hudi.keygen.NonpartitionedKeyGenerator"}},
     ErrorCode::kConfigConflict,
     "KeyGenerator"},
    {"HiveStyle",
     {{"hoodie.datasource.write.hive_style_partitioning", "true"}},
     ErrorCode::kConfigConflict,
     "hoodie.datasource.write.hive_style_partitioning"},
    {"MetaFields",
     {{"hoodie.populate.meta.fields", "false"}},
     ErrorCode::kConfigConflict,
     "hoodie.populate.meta.fields"},
    {"Zone",
     {{"hoodie.table.timeline.timezone", "UTC"}},
     ErrorCode::kConfigConflict,
     "hoodie.table.timeline.timezone"},
    {"Mode", {{kMode, "COMMIT_TIME_ORDERING"}}, ErrorCode::kConfigConflict, kMode},
    {"Strategy",
     {{"hoodie.write.record.merge.strategy.id", "ce9acb64-bde0-424c-9b91-f6ebba25356d"}},
     ErrorCode::kConfigConflict,
     "hoodie.write.record.merge.strategy.id"},
};
INSTANTIATE_TEST_SUITE_P(Options, ExistingTableConflictsTest, testing::ValuesIn(kConflicts),
                         [](const auto& info) { return std::string(info.param.label); });

TEST(ResolveWriteConfig, SwitchesTheChangeLogOnButNotOff) {
  constexpr char kEnabled[] = "hoodie.table.cdc.enabled";
  constexpr char kCdcMode[] = "hoodie.table.cdc.supplemental.logging.mode";
  const auto changes = [](const TableConfig& table, const ConfigMap& options) {
    return ChangeLogProperties(table, Again(table, options).ValueOrDie().cdc);
  };
  const TableConfig without = Table(kPlain);
  EXPECT_EQ(changes(without, {{kEnabled, "true"}}),
            (ConfigMap{{kEnabled, "true"}, {kCdcMode, "DATA_BEFORE_AFTER"}}));
  EXPECT_EQ(changes(without, {{kEnabled, "true"}, {kCdcMode, "data_before"}}),
            (ConfigMap{{kEnabled, "true"}, {kCdcMode, "DATA_BEFORE"}}));
  EXPECT_THAT(changes(without, {{kEnabled, "false"}, {kCdcMode, "data_before"}}), IsEmpty());

  ConfigMap options = kPlain;
  options[kEnabled] = "true";
  const TableConfig with = Table(options);
  EXPECT_THAT(changes(with, {}), IsEmpty());
  EXPECT_THAT(changes(with, {{kEnabled, "true"}, {kCdcMode, "data_before_after"}}), IsEmpty());
  EXPECT_THAT(Again(with, {{kCdcMode, "op_key_only"}}),
              FailsWith(ErrorCode::kConfigConflict, kCdcMode));
  EXPECT_THAT(Again(with, {{kEnabled, "false"}}), FailsWith(ErrorCode::kConfigConflict, kEnabled));
  // Other engines leave the default out.
  ConfigMap properties = with.properties();
  properties.erase(kCdcMode);
  EXPECT_THAT(Again(TableConfig::FromProperties(properties), {{kCdcMode, "op_key_only"}}),
              FailsWith(ErrorCode::kConfigConflict, kCdcMode));
}

TEST(ResolveWriteConfig, ListsAllConflictsAtOnce) {
  const TableConfig table = Table(kPlain);
  const auto got = Again(table, {{kKey, "val"}, {kOrdering, "n"}, {"hoodie.table.name", "x"}});
  EXPECT_EQ(got.status().message(),
            "options contradict hoodie.properties: hoodie.table.name: given 'x', stored 'tbl'; "
            "PreCombineKey: given 'n', stored 'ts'; RecordKey: given 'val', stored 'id'");
}

TEST(ResolveWriteConfig, RefusesToWriteSomeTables) {
  ConfigMap properties = Table(kPlain).properties();
  properties["hoodie.table.keygenerator.type"] = "USER_PROVIDED";
  EXPECT_THAT(Again(TableConfig::FromProperties(properties), {}),
              FailsWith(ErrorCode::kUnsupported, "hoodie.table.keygenerator.type"));
}

// 1.0.2 keeps quiet about a changed merge mode, 1.2.0 refuses it; both pass over a payload class.
TEST(ResolveWriteConfig, NoticesWhatAnOlderTableOverrules) {
  const TableConfig table = Table(kPlain);
  HUDI_ASSERT_OK_AND_ASSIGN(WriteConfig config, Again(table, {{kMode, "COMMIT_TIME_ORDERING"}}));
  EXPECT_EQ(config.merge.mode, MergeMode::kEventTime);
  EXPECT_THAT(config.notices, ElementsAre(HasSubstr(kMode)));
  HUDI_ASSERT_OK_AND_ASSIGN(
      config,
      Again(table, {{kPayload, "org.apache.hudi.common.model.OverwriteWithLatestAvroPayload"}}));
  EXPECT_EQ(config.merge.mode, MergeMode::kEventTime);
  EXPECT_THAT(config.notices, ElementsAre(HasSubstr(kPayload)));
}

TEST(ResolveWriteConfig, NeverUpgradesATable) {
  const TableConfig table = Table(With(kPlain, {{kVersion, "6"}}));
  HUDI_ASSERT_OK_AND_ASSIGN(WriteConfig config,
                            Again(table, {{"hoodie.write.auto.upgrade", "true"}}));
  EXPECT_EQ(config.table_version, 6);
  EXPECT_THAT(config.notices, ElementsAre(HasSubstr("the table keeps 'version 6'")));
  HUDI_ASSERT_OK_AND_ASSIGN(config, Again(table, {{"hoodie.write.auto.upgrade", "false"}}));
  EXPECT_THAT(config.notices, IsEmpty());
}

TEST(ResolveWriteConfig, DropPolicyTurnsUpsertIntoInsert) {
  HUDI_ASSERT_OK_AND_ASSIGN(WriteConfig config, New(With(kPlain, {{kPolicy, "drop"}})));
  EXPECT_EQ(config.operation, WriteOperation::kInsert);
  EXPECT_EQ(config.duplicate_policy, DuplicatePolicy::kDrop);
  EXPECT_FALSE(config.combine_before_insert);
  HUDI_ASSERT_OK_AND_ASSIGN(config, New(With(kPlain, {{kDrop, "true"}})));
  EXPECT_EQ(config.operation, WriteOperation::kInsert);
  EXPECT_EQ(config.duplicate_policy, DuplicatePolicy::kDrop);
  EXPECT_TRUE(config.combine_before_insert);
  HUDI_ASSERT_OK_AND_ASSIGN(
      config, New(With(kPlain, {{kPolicy, "fail"}, {kOperation, "insert_overwrite"}})));
  EXPECT_EQ(config.operation, WriteOperation::kInsertOverwrite);
  EXPECT_EQ(config.duplicate_policy, DuplicatePolicy::kNone);
}

TEST(ResolveWriteConfig, Version6KnowsNoDuplicatePolicy) {
  HUDI_ASSERT_OK_AND_ASSIGN(const WriteConfig config,
                            New(With(kPlain, {{kVersion, "6"}, {kPolicy, "fail"}})));
  EXPECT_EQ(config.duplicate_policy, DuplicatePolicy::kNone);
  EXPECT_THAT(config.notices, ElementsAre(HasSubstr(kPolicy)));
}

TEST(ResolveWriteConfig, InsertWithPolicyAllowsDuplicatesInSmallFiles) {
  const ConfigMap insert =
      With(kPlain, {{kOperation, "insert"}, {"hoodie.merge.allow.duplicate.on.inserts", "false"}});
  HUDI_ASSERT_OK_AND_ASSIGN(WriteConfig config, New(insert));
  EXPECT_FALSE(config.allow_duplicate_on_inserts);
  HUDI_ASSERT_OK_AND_ASSIGN(config, New(With(insert, {{kPolicy, "none"}})));
  EXPECT_TRUE(config.allow_duplicate_on_inserts);
  HUDI_ASSERT_OK_AND_ASSIGN(config, New(With(insert, {{kPolicy, "fail"}})));
  EXPECT_FALSE(config.allow_duplicate_on_inserts);
  // 1.2.0 leaves a given value alone.
  HUDI_ASSERT_OK_AND_ASSIGN(config, New(With(insert, {{kPolicy, "none"}, {kVersion, "9"}})));
  EXPECT_FALSE(config.allow_duplicate_on_inserts);
}

TEST(ResolveWriteConfig, ReadsTheKeyOfTheChosenGlobalIndex) {
  const ConfigMap both = {{"hoodie.simple.index.update.partition.path", "false"},
                          {"hoodie.bloom.index.update.partition.path", "true"}};
  HUDI_ASSERT_OK_AND_ASSIGN(WriteConfig config,
                            New(With(With(kPlain, both), {{kIndex, "global_simple"}})));
  EXPECT_EQ(config.index, IndexType::kGlobalSimple);
  EXPECT_FALSE(config.update_partition_path);
  HUDI_ASSERT_OK_AND_ASSIGN(config, New(With(With(kPlain, both), {{kIndex, "GLOBAL_BLOOM"}})));
  EXPECT_TRUE(config.update_partition_path);
}

TEST(ResolveWriteConfig, AllowsTheInProcessLock) {
  HUDI_ASSERT_OK(New({{"hoodie.write.concurrency.mode", "OPTIMISTIC_CONCURRENCY_CONTROL"},
                      {"hoodie.write.lock.provider",
                       "org.apache.hudi.client.transaction.lock.InProcessLockProvider"}}));
}

TEST(ResolveWriteConfig, SpellsCodecsInLowerCase) {
  HUDI_ASSERT_OK_AND_ASSIGN(WriteConfig config,
                            New({{"hoodie.parquet.compression.codec", "GZIP"}}));
  EXPECT_EQ(config.parquet.codec, "gzip");
  HUDI_ASSERT_OK_AND_ASSIGN(config, New({{"hoodie.parquet.compression.codec", "none"}}));
  EXPECT_EQ(config.parquet.codec, "uncompressed");
}

}  // namespace
}  // namespace hudi
