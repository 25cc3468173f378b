// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include "hudi/base/testing.h"
#include "hudi/base/text.h"
#include "hudi/table/properties_file.h"
#include "hudi/table/table_config.h"

namespace hudi {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Not;
using testing::Pair;

/// Applies lines `key=value` and `-key` to `base`.
ConfigMap Changed(ConfigMap base, std::string_view lines) {
  for (const std::string& line : SplitText(lines, '\n')) {
    if (line.empty()) continue;
    const size_t equals = line.find('=');
    if (line[0] == '-') {
      base.erase(line.substr(1));
    } else {
      base.insert_or_assign(line.substr(0, equals), line.substr(equals + 1));
    }
  }
  return base;
}

struct NewTableCase {
  int version;
  std::string label;
  ConfigMap options;
  ConfigMap want;
};

std::vector<NewTableCase> LoadCases() {
  std::map<int, std::pair<ConfigMap, ConfigMap>> bases;
  std::vector<NewTableCase> cases;
#define HUDI_BASE(version, options, want) \
  bases[version] = {Changed({}, options), Changed({}, want)};
#define HUDI_CASE(version, name, options, want)                                             \
  cases.push_back({version, "V" #version "_" #name, Changed(bases[version].first, options), \
                   Changed(bases[version].second, want)});
#include "hudi/table/new_table_cases.inc"
#undef HUDI_BASE
#undef HUDI_CASE
  return cases;
}

class NewTablePropertiesTest : public testing::TestWithParam<NewTableCase> {};

TEST_P(NewTablePropertiesTest, EqualsWhatTheReferenceWrites) {
  ConfigMap options = GetParam().options;
  options["hoodie.write.table.version"] = std::to_string(GetParam().version);
  HUDI_ASSERT_OK_AND_ASSIGN(const WriteConfig config,
                            ResolveWriteConfig(options, nullptr, "folder"));
  HUDI_ASSERT_OK_AND_ASSIGN(ConfigMap got, NewTableProperties(config, options));
  EXPECT_EQ(got[std::string(kChecksumKey)], std::to_string(Crc32(".tbl")));
  got.erase(std::string(kChecksumKey));
  EXPECT_EQ(got, GetParam().want);
}

INSTANTIATE_TEST_SUITE_P(Cases, NewTablePropertiesTest, testing::ValuesIn(LoadCases()),
                         [](const auto& info) { return info.param.label; });

arrow::Result<ConfigMap> PropertiesOf(const ConfigMap& options) {
  ARROW_ASSIGN_OR_RAISE(const WriteConfig config, ResolveWriteConfig(options, nullptr, "folder"));
  return NewTableProperties(config, options);
}

TEST(NewTableProperties, MakesVersion8NamedAfterTheFolderByDefault) {
  HUDI_ASSERT_OK_AND_ASSIGN(const ConfigMap got, PropertiesOf({}));
  EXPECT_THAT(got, AllOf(Contains(Pair("hoodie.table.version", "8")),
                         Contains(Pair("hoodie.table.name", "folder")),
                         Contains(Pair("hoodie.table.partition.fields", "")),
                         Contains(Pair("hoodie.table.keygenerator.type", "NON_PARTITION"))));
}

TEST(NewTableProperties, TrimsLists) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      const ConfigMap got,
      PropertiesOf({{"hoodie.datasource.write.recordkey.field", "k1, k2"},
                    {"hoodie.datasource.write.partitionpath.field", "part , part2"}}));
  EXPECT_THAT(got, AllOf(Contains(Pair("hoodie.table.recordkey.fields", "k1,k2")),
                         Contains(Pair("hoodie.table.partition.fields", "part,part2")),
                         Contains(Pair("hoodie.table.keygenerator.type", "COMPLEX"))));
}

// CRC-32 of "db.cow_ops" by zlib: see format of hoodie.table.checksum.
TEST(NewTableProperties, PutsTheDatabaseIntoTheChecksum) {
  HUDI_ASSERT_OK_AND_ASSIGN(const ConfigMap got, PropertiesOf({{"hoodie.table.name", "cow_ops"},
                                                               {"hoodie.database.name", "db"}}));
  EXPECT_THAT(got,
              AllOf(Contains(Pair("hoodie.database.name", "db")),
                    Contains(Pair("hoodie.table.checksum", std::to_string(Crc32("db.cow_ops"))))));
  HUDI_ASSERT_OK_AND_ASSIGN(const ConfigMap without,
                            PropertiesOf({{"hoodie.table.name", "cow_ops"}}));
  EXPECT_THAT(without, Contains(Pair("hoodie.table.checksum", "3070669500")));
}

TEST(NewTableProperties, TakesZoneAndMetafileFormat) {
  HUDI_ASSERT_OK_AND_ASSIGN(const ConfigMap got,
                            PropertiesOf({{"hoodie.table.timeline.timezone", "utc"},
                                          {"hoodie.partition.metafile.use.base.format", "TRUE"}}));
  EXPECT_THAT(got, AllOf(Contains(Pair("hoodie.table.timeline.timezone", "UTC")),
                         Contains(Pair("hoodie.partition.metafile.use.base.format", "true"))));
  EXPECT_THAT(PropertiesOf({{"hoodie.table.timeline.timezone", "CET"}}),
              FailsWith(ErrorCode::kInvalidConfig, "hoodie.table.timeline.timezone"));
}

TEST(NewTableProperties, KeepsTheNameOfTheGivenKeyGenerator) {
  HUDI_ASSERT_OK_AND_ASSIGN(const ConfigMap got,
                            PropertiesOf({{"hoodie.datasource.write.recordkey.field", "id"},
                                          {"hoodie.datasource.write.partitionpath.field", "p"},
                                          {"hoodie.datasource.write.keygenerator.class",
                                           "org.apache.hudi.keygen.SimpleAvroKeyGenerator"}}));
  EXPECT_THAT(got, Contains(Pair("hoodie.table.keygenerator.type", "SIMPLE_AVRO")));
}

// Recorded from 0.15.0 and 1.0.2: only version 6 keeps payload and strategy, for its compactions.
TEST(NewTableProperties, KeepsWhatVersion6CompactsBy) {
  const ConfigMap merge_on_read = {{"hoodie.datasource.write.table.type", "MERGE_ON_READ"},
                                   {"hoodie.datasource.write.recordkey.field", "id"}};
  ConfigMap of_version_6 = merge_on_read;
  of_version_6["hoodie.write.table.version"] = "6";
  HUDI_ASSERT_OK_AND_ASSIGN(ConfigMap got, PropertiesOf(of_version_6));
  EXPECT_EQ(got["hoodie.table.type"], "MERGE_ON_READ");
  EXPECT_EQ(got["hoodie.compaction.payload.class"],
            "org.apache.hudi.common.model.OverwriteWithLatestAvroPayload");
  EXPECT_EQ(got["hoodie.compaction.record.merger.strategy"],
            "eeb8d96f-b1e4-49fd-bbf8-28ac514178e5");
  ConfigMap of_version_8 = merge_on_read;
  of_version_8["hoodie.write.table.version"] = "8";
  HUDI_ASSERT_OK_AND_ASSIGN(got, PropertiesOf(of_version_8));
  EXPECT_EQ(got["hoodie.table.type"], "MERGE_ON_READ");
  EXPECT_EQ(got.count("hoodie.compaction.record.merger.strategy"), 0u);
}

}  // namespace
}  // namespace hudi
