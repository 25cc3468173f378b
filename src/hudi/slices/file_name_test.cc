// SPDX-License-Identifier: Apache-2.0
#include "hudi/slices/file_name.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

struct BaseNameCase {
  const char* label;
  const char* name;
  const char* file_id;  // null: refused
  const char* token;
  const char* instant;
  const char* extension;
};
class ParseBaseFileNameTest : public testing::TestWithParam<BaseNameCase> {};

TEST_P(ParseBaseFileNameTest, SplitsOrRefuses) {
  const BaseNameCase& want = GetParam();
  arrow::Result<BaseFileName> got = ParseBaseFileName(want.name);
  if (want.file_id == nullptr) {
    EXPECT_THAT(got, FailsWith(ErrorCode::kBadFileName, std::string(want.name)));
    return;
  }
  ASSERT_TRUE(got.ok()) << got.status();
  EXPECT_EQ(got->file_id, want.file_id);
  EXPECT_EQ(got->write_token, want.token);
  EXPECT_EQ(got->instant, want.instant);
  EXPECT_EQ(got->extension, want.extension);
  EXPECT_EQ(FormatBaseFileName(*got), want.name);
}

INSTANTIATE_TEST_SUITE_P(
    Names, ParseBaseFileNameTest,
    testing::Values(
        BaseNameCase{
            "Reference", "4e907a72-ba7e-423f-bef2-1060805031b8-1_1-8-0_20261130025838052.parquet",
            "4e907a72-ba7e-423f-bef2-1060805031b8-1", "1-8-0", "20261130025838052", "parquet"},
        BaseNameCase{"Seconds", "f_1_20200101000000.orc", "f", "1", "20200101000000", "orc"},
        BaseNameCase{"NoWriteToken", "f1-0_20240101000000000.parquet", nullptr, "", "", ""},
        BaseNameCase{"NoExtension", "f1-0_0-0-0_20240101000000000", nullptr, "", "", ""},
        BaseNameCase{"TwoExtensions", "f1-0_0-0-0_20240101000000000.parquet.crc", nullptr, "", "",
                     ""},
        BaseNameCase{"InstantWithLetters", "f1_0-0-0_2024x.parquet", nullptr, "", "", ""},
        BaseNameCase{"FourParts", "f_1_0-0-0_2024.parquet", nullptr, "", "", ""},
        BaseNameCase{"NoFileId", "_0-0-0_2024.parquet", nullptr, "", "", ""},
        BaseNameCase{"Dots", "f.1_0-0-0_2024.parquet", nullptr, "", "", ""},
        BaseNameCase{"Metafile", ".hoodie_partition_metadata", nullptr, "", "", ""},
        BaseNameCase{"Empty", "", nullptr, "", "", ""}),
    [](const auto& info) { return std::string(info.param.label); });

struct LogNameCase {
  const char* label;
  const char* name;
  const char* file_id;  // null: refused
  const char* instant;
  int version;
  const char* token;
  bool is_cdc;
  bool looks;
};
class ParseLogFileNameTest : public testing::TestWithParam<LogNameCase> {};

TEST_P(ParseLogFileNameTest, SplitsOrRefuses) {
  const LogNameCase& want = GetParam();
  EXPECT_EQ(LooksLikeLogFile(want.name), want.looks);
  arrow::Result<LogFileName> got = ParseLogFileName(want.name);
  if (want.file_id == nullptr) {
    EXPECT_THAT(got, FailsWith(ErrorCode::kBadFileName, std::string(want.name)));
    return;
  }
  ASSERT_TRUE(got.ok()) << got.status();
  EXPECT_EQ(got->file_id, want.file_id);
  EXPECT_EQ(got->instant, want.instant);
  EXPECT_EQ(got->version, want.version);
  EXPECT_EQ(got->write_token, want.token);
  EXPECT_EQ(got->is_cdc, want.is_cdc);
}

INSTANTIATE_TEST_SUITE_P(
    Names, ParseLogFileNameTest,
    testing::Values(
        LogNameCase{"Reference",
                    ".052714a2-01a9-4c22-95e4-81cf7b3b4575-0_20261130025906914.log.3_0-250-284",
                    "052714a2-01a9-4c22-95e4-81cf7b3b4575-0", "20261130025906914", 3, "0-250-284",
                    false, true},
        LogNameCase{
            "ChangeData",
            ".eb4a70aa-2a44-44f0-8c13-4e26189f2699-0_20261130032026048.log.1_1-2342-3458.cdc",
            "eb4a70aa-2a44-44f0-8c13-4e26189f2699-0", "20261130032026048", 1, "1-2342-3458", true,
            true},
        LogNameCase{"NoToken", ".f-0_2024.log.12", "f-0", "2024", 12, "", false, true},
        LogNameCase{"BadToken", ".f-0_2024.log.1_0-1", nullptr, "", 0, "", false, true},
        LogNameCase{"BadVersion", ".f-0_2024.log.1x", nullptr, "", 0, "", false, true},
        LogNameCase{"HugeVersion", ".f-0_2024.log.99999999999", nullptr, "", 0, "", false, true},
        LogNameCase{"NoDot", "f-0_2024.log.1_0-0-0", nullptr, "", 0, "", false, false},
        LogNameCase{"InTheMaking", ".f-0_2024.log.1_0-0-0.tmp", nullptr, "", 0, "", false, false},
        LogNameCase{"Checksum", "..f-0_2024.log.1_0-0-0.crc", nullptr, "", 0, "", false, false},
        LogNameCase{"Metafile", ".hoodie_partition_metadata", nullptr, "", 0, "", false, false},
        LogNameCase{"Empty", "", nullptr, "", 0, "", false, false}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(NewUuidTest, MakesRandomVersion4) {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    std::string uuid = NewUuid();
    EXPECT_THAT(uuid, testing::MatchesRegex(
                          "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
    EXPECT_TRUE(seen.insert(uuid).second);
  }
}

}  // namespace
}  // namespace hudi
