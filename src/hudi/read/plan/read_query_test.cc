// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/plan/read_query.h"

#include <gmock/gmock.h>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

using ::testing::HasSubstr;

TEST(ParseReadQueryTest, TakesTheDefaultsFromNoKeys) {
  HUDI_ASSERT_OK_AND_ASSIGN(ReadQuery query, ParseReadQuery({}));
  EXPECT_FALSE(query.read_optimized);
  EXPECT_EQ(query.as_of, "");
  EXPECT_FALSE(query.partition_values_from_path);
}

TEST(ParseReadQueryTest, TakesWhatTheKeysSay) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      ReadQuery query,
      ParseReadQuery({{"hoodie.datasource.view.type", "read_optimized"},
                      {"as.of.instant", "2024-02-29"},
                      {"hoodie.datasource.read.extract.partition.values.from.path", "true"},
                      {"hoodie.metadata.enable", "true"},
                      {"spark.sql.shuffle.partitions", "2"}}));
  EXPECT_TRUE(query.read_optimized);
  EXPECT_EQ(query.as_of, "2024-02-29");
  EXPECT_TRUE(query.partition_values_from_path);
}

TEST(ParseReadQueryTest, TakesTheTextNullForAbsent) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      ReadQuery query,
      ParseReadQuery({{"as.of.instant", "null"}, {"hoodie.datasource.query.type", "null"}}));
  EXPECT_EQ(query.as_of, "");
}

struct RefusedCase {
  const char* label;
  ConfigMap options;
  ErrorCode code;
  const char* subject;
  const char* message;
};
class RefusedReadQueryTest : public testing::TestWithParam<RefusedCase> {};

TEST_P(RefusedReadQueryTest, NamesKeyAndReason) {
  const RefusedCase& want = GetParam();
  auto query = ParseReadQuery(want.options);
  EXPECT_THAT(query, FailsWith(want.code, want.subject));
  EXPECT_THAT(query.status().message(), HasSubstr(want.message));
}

INSTANTIATE_TEST_SUITE_P(
    Options, RefusedReadQueryTest,
    testing::Values(
        RefusedCase{"NoBegin",
                    {{"hoodie.datasource.query.type", "incremental"}},
                    ErrorCode::kInvalidArgument,
                    "hoodie.datasource.read.begin.instanttime",
                    "the time after which changes are wanted, or earliest"},
        RefusedCase{"OtherVersion",
                    {{"hoodie.datasource.query.type", "incremental"},
                     {"hoodie.datasource.read.begin.instanttime", "000"},
                     {"hoodie.datasource.read.incr.table.version", "7"}},
                    ErrorCode::kInvalidConfig,
                    "hoodie.datasource.read.incr.table.version",
                    "6, 8 or 9"},
        RefusedCase{"ChangeDataWithoutBegin",
                    {{"hoodie.datasource.query.type", "incremental"},
                     {"hoodie.datasource.query.incremental.format", "cdc"}},
                    ErrorCode::kInvalidArgument,
                    "hoodie.datasource.read.begin.instanttime",
                    "the time after which changes are wanted, or earliest"},
        RefusedCase{"UnknownType",
                    {{"hoodie.datasource.query.type", "nonsense"}},
                    ErrorCode::kInvalidConfig,
                    "hoodie.datasource.query.type",
                    "'nonsense': expected snapshot"},
        RefusedCase{"UnknownFormat",
                    {{"hoodie.datasource.query.type", "incremental"},
                     {"hoodie.datasource.query.incremental.format", "xml"}},
                    ErrorCode::kInvalidConfig,
                    "hoodie.datasource.query.incremental.format",
                    "latest_state or cdc"},
        RefusedCase{"MergeType",
                    {{"hoodie.datasource.merge.type", "skip"}},
                    ErrorCode::kInvalidConfig,
                    "hoodie.datasource.merge.type",
                    "payload_combine or skip_merge"},
        RefusedCase{"MergerClass",
                    {{"hoodie.write.record.merge.custom.implementation.classes", "a.B"}},
                    ErrorCode::kUnsupported,
                    "hoodie.write.record.merge.custom.implementation.classes",
                    "'a.B'"},
        RefusedCase{"Paths",
                    {{"hoodie.datasource.read.paths", "/t/*"}},
                    ErrorCode::kUnsupported,
                    "hoodie.datasource.read.paths",
                    "base path"},
        RefusedCase{"EmptyInstant",
                    {{"as.of.instant", " "}},
                    ErrorCode::kInvalidConfig,
                    "as.of.instant",
                    "expected a time"},
        RefusedCase{"BadBool",
                    {{"hoodie.datasource.read.extract.partition.values.from.path", "maybe"}},
                    ErrorCode::kInvalidConfig,
                    "hoodie.datasource.read.extract.partition.values.from.path",
                    "true or false"},
        RefusedCase{"UnknownKey",
                    {{"hoodie.datasource.query.tpye", "snapshot"}},
                    ErrorCode::kInvalidConfig,
                    "hoodie.datasource.query.tpye",
                    "hoodie.datasource.query.type"}),
    [](const auto& info) { return std::string(info.param.label); });

}  // namespace
}  // namespace hudi
