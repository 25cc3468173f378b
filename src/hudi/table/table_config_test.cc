// SPDX-License-Identifier: Apache-2.0
#include "hudi/table/table_config.h"

#include "hudi/base/testing.h"
#include "hudi/table/properties_file.h"
#include "hudi/table/table_folder.h"

namespace hudi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

arrow::Result<TableConfig> Load(const ConfigMap& properties) {
  TableFolder folder;
  folder.Write(std::string(kPropertiesPath), PropertiesFileText(properties));
  return TableConfig::Load(folder.storage());
}

TEST(TableConfig, ReadsVersion6) {
  ConfigMap properties = SmallTable(6);
  properties["hoodie.table.precombine.field"] = "ts";
  properties["hoodie.table.keygenerator.class"] = "org.apache.hudi.keygen.ComplexKeyGenerator";
  properties["hoodie.archivelog.folder"] = "archived";
  properties["hoodie.table.metadata.partitions"] = "files";
  HUDI_ASSERT_OK_AND_ASSIGN(const TableConfig config, Load(properties));
  EXPECT_EQ(config.name(), "t");
  EXPECT_EQ(config.version(), 6);
  EXPECT_EQ(config.layout_version(), 1);
  EXPECT_EQ(config.timeline_directory(), ".hoodie");
  EXPECT_EQ(config.history_directory(), ".hoodie/archived");
  EXPECT_THAT(config.ordering_fields(), ElementsAre("ts"));
  EXPECT_EQ(config.key_generator(), KeyGeneratorType::kComplex);
  EXPECT_TRUE(config.metadata_table_on());
  EXPECT_FALSE(config.utc());
}

TEST(TableConfig, ReadsVersion9) {
  ConfigMap properties = SmallTable(9);
  properties["hoodie.table.ordering.fields"] = "ts,n";
  properties["hoodie.table.partition.fields"] = "p2:simple,e:timestamp";
  properties["hoodie.table.keygenerator.type"] = "CUSTOM";
  properties["hoodie.timeline.path"] = "line";
  properties["hoodie.timeline.history.path"] = "old";
  properties["hoodie.archivelog.folder"] = "archived";
  properties["hoodie.table.timeline.timezone"] = "UTC";
  properties["hoodie.table.metadata.partitions"] = "";
  properties["hoodie.table.metadata.partitions.inflight"] = "";
  properties["hoodie.datasource.write.partitionpath.urlencode"] = "true";
  properties["hoodie.populate.meta.fields"] = "false";
  properties["hoodie.datasource.write.drop.partition.columns"] = "true";
  properties["hoodie.partition.metafile.use.base.format"] = "true";
  properties["hoodie.table.create.schema"] = "{}";
  HUDI_ASSERT_OK_AND_ASSIGN(const TableConfig config, Load(properties));
  EXPECT_THAT(config.ordering_fields(), ElementsAre("ts", "n"));
  EXPECT_THAT(config.partition_fields(), ElementsAre("p2", "e"));
  EXPECT_THAT(config.partition_types(), ElementsAre("simple", "timestamp"));
  EXPECT_EQ(config.key_generator(), KeyGeneratorType::kCustom);
  EXPECT_EQ(config.timeline_directory(), ".hoodie/line");
  EXPECT_EQ(config.history_directory(), ".hoodie/line/old");
  EXPECT_TRUE(config.utc());
  EXPECT_FALSE(config.metadata_table_on());
  EXPECT_TRUE(config.url_encode());
  EXPECT_FALSE(config.hive_style());
  EXPECT_FALSE(config.populate_meta_fields());
  EXPECT_TRUE(config.drop_partition_columns());
  EXPECT_TRUE(config.metafile_in_base_format());
  EXPECT_EQ(config.create_schema_json(), "{}");
}

// What SQL of 1.0.2 leaves out is read as Hudi's default.
TEST(TableConfig, TakesDefaultsForAbsentKeys) {
  HUDI_ASSERT_OK_AND_ASSIGN(const TableConfig config,
                            Load({{"hoodie.table.name", "t"}, {"hoodie.table.version", "8"}}));
  EXPECT_EQ(config.type(), TableType::kCopyOnWrite);
  EXPECT_EQ(config.layout_version(), 2);
  EXPECT_EQ(config.timeline_directory(), ".hoodie/timeline");
  EXPECT_EQ(config.history_directory(), ".hoodie/timeline/history");
  EXPECT_THAT(config.key_fields(), IsEmpty());
  EXPECT_THAT(config.partition_fields(), IsEmpty());
  EXPECT_EQ(config.key_generator(), KeyGeneratorType::kNonPartitioned);
  EXPECT_TRUE(config.populate_meta_fields());
  EXPECT_EQ(config.Get("x", "fallback"), "fallback");
}

TEST(TableConfig, LoadsMergeOnReadAndChangeDataTables) {
  ConfigMap properties = SmallTable(8);
  properties["hoodie.table.type"] = "MERGE_ON_READ";
  properties["hoodie.table.cdc.enabled"] = "true";
  HUDI_ASSERT_OK_AND_ASSIGN(const TableConfig config, Load(properties));
  EXPECT_EQ(config.type(), TableType::kMergeOnRead);
  EXPECT_TRUE(config.cdc_enabled());
}

TEST(TableConfig, LoadsTablesWithAKeyGeneratorOfOnesOwn) {
  ConfigMap properties = SmallTable(8);
  properties["hoodie.table.keygenerator.type"] = "USER_PROVIDED";
  properties["hoodie.table.keygenerator.class"] = "com.example.Keys";
  HUDI_ASSERT_OK_AND_ASSIGN(const TableConfig config, Load(properties));
  EXPECT_EQ(config.key_generator(), KeyGeneratorType::kSimple);
}

struct RefusedCase {
  const char* label;
  const char* key;
  const char* value;  // nullptr: the key is absent
  ErrorCode code;
  const char* says;
};
class TableConfigRefusesTest : public testing::TestWithParam<RefusedCase> {};

TEST_P(TableConfigRefusesTest, ByName) {
  ConfigMap properties = SmallTable(8);
  properties.erase(GetParam().key);
  if (GetParam().value != nullptr) properties[GetParam().key] = GetParam().value;
  const auto got = Load(properties);
  EXPECT_THAT(got, FailsWith(GetParam().code, GetParam().key));
  EXPECT_THAT(got.status().message(), HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Values, TableConfigRefusesTest,
    testing::Values(
        RefusedCase{"Future", "hoodie.table.version", "10", ErrorCode::kUnsupported,
                    "from the future"},
        RefusedCase{"Old", "hoodie.table.version", "5", ErrorCode::kUnsupported, "too old"},
        RefusedCase{"HalfWay", "hoodie.table.version", "7", ErrorCode::kUnsupported, "'7'"},
        RefusedCase{"NoVersion", "hoodie.table.version", nullptr, ErrorCode::kUnsupported,
                    "has no 'hoodie.table.version'"},
        RefusedCase{"VersionText", "hoodie.table.version", "eight", ErrorCode::kInvalidConfig,
                    "a whole number"},
        RefusedCase{"Orc", "hoodie.table.base.file.format", "ORC", ErrorCode::kUnsupported, "ORC"},
        RefusedCase{"Several", "hoodie.table.multiple.base.file.formats.enable", "true",
                    ErrorCode::kUnsupported, "several formats"},
        RefusedCase{"Format", "hoodie.table.format", "iceberg", ErrorCode::kUnsupported, "iceberg"},
        RefusedCase{"Bootstrap", "hoodie.bootstrap.base.path", "/x", ErrorCode::kUnsupported,
                    "bootstrapped"},
        RefusedCase{"Layout", "hoodie.timeline.layout.version", "3", ErrorCode::kUnsupported,
                    "layouts 1 and 2"},
        RefusedCase{"Type", "hoodie.table.type", "COPY", ErrorCode::kInvalidConfig,
                    "COPY_ON_WRITE, MERGE_ON_READ"},
        RefusedCase{"Mode", "hoodie.record.merge.mode", "X", ErrorCode::kInvalidConfig,
                    "EVENT_TIME_ORDERING"},
        RefusedCase{"Bool", "hoodie.populate.meta.fields", "1", ErrorCode::kInvalidConfig,
                    "true or false"},
        RefusedCase{"Zone", "hoodie.table.timeline.timezone", "CET", ErrorCode::kInvalidConfig,
                    "LOCAL, UTC"},
        RefusedCase{"PartitionType", "hoodie.table.partition.fields", "a:date",
                    ErrorCode::kInvalidConfig, "column:simple"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(TableConfig, RefusesBucketsPerPartition) {
  TableFolder folder;
  folder.Write(std::string(kPropertiesPath), PropertiesFileText(SmallTable(8)));
  folder.Write(".hoodie/.bucket_index/partition_bucket_index_meta/configs/0.hashing_config", "{}");
  EXPECT_THAT(TableConfig::Load(folder.storage()), FailsWith(ErrorCode::kUnsupported));
}

}  // namespace
}  // namespace hudi
