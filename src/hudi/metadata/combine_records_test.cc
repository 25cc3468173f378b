// SPDX-License-Identifier: Apache-2.0
#include "hudi/metadata/combine_records.h"

#include <string>

#include <arrow/json/from_string.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

std::shared_ptr<arrow::Schema> RecordSchema() {
  const auto bound = arrow::struct_(
      {arrow::field("member0", arrow::struct_({arrow::field("value", arrow::int32())})),
       arrow::field("member1", arrow::struct_({arrow::field("value", arrow::binary())}))});
  return arrow::schema(
      {arrow::field("key", arrow::utf8()), arrow::field("type", arrow::int32()),
       arrow::field("filesystemMetadata",
                    arrow::map(arrow::utf8(),
                               arrow::struct_({arrow::field("size", arrow::int64()),
                                               arrow::field("isDeleted", arrow::boolean())}))),
       arrow::field(
           "ColumnStatsMetadata",
           arrow::struct_(
               {arrow::field("fileName", arrow::utf8()), arrow::field("minValue", bound),
                arrow::field("maxValue", bound), arrow::field("valueCount", arrow::int64()),
                arrow::field("isDeleted", arrow::boolean()),
                arrow::field("isTightBound", arrow::boolean()),
                arrow::field("valueType",
                             arrow::struct_({arrow::field("typeOrdinal", arrow::int32())}))})),
       arrow::field("note", arrow::utf8())});
}

MetadataRecord Record(const std::string& json) {
  return {*arrow::RecordBatch::FromStructArray(*arrow::json::ArrayFromJSONString(
              arrow::struct_(RecordSchema()->fields()), "[" + json + "]")),
          0};
}

std::string Files(const std::string& files) {
  return R"({"key":"p","type":2,"filesystemMetadata":[)" + files + "]}";
}

struct FilesCase {
  const char* label;
  const char* older;
  const char* newer;
  const char* want;
};
class CombineFilesTest : public testing::TestWithParam<FilesCase> {};

TEST_P(CombineFilesTest, Unites) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      MetadataRecord got,
      CombineRecords(Record(Files(GetParam().older)), Record(Files(GetParam().newer)), "f"));
  const auto batch = got.batch->Slice(got.row, 1);
  const MetadataRecord want = Record(Files(GetParam().want));
  EXPECT_TRUE(batch->Equals(*want.batch)) << batch->ToString();
}

// HoodieTableMetadataUtil.combineFileSystemMetadata.
INSTANTIATE_TEST_SUITE_P(
    Cases, CombineFilesTest,
    testing::Values(
        FilesCase{"Both", R"(["a",{"size":1,"isDeleted":false}])",
                  R"(["b",{"size":2,"isDeleted":false}])",
                  R"(["a",{"size":1,"isDeleted":false}],["b",{"size":2,"isDeleted":false}])"},
        FilesCase{"TheGreaterSize", R"(["a",{"size":5,"isDeleted":false}])",
                  R"(["a",{"size":3,"isDeleted":false}])", R"(["a",{"size":5,"isDeleted":false}])"},
        FilesCase{"DeletedIsGone", R"(["a",{"size":5,"isDeleted":false}])",
                  R"(["a",{"size":0,"isDeleted":true}])", ""},
        FilesCase{"DeletedOfNoneStaysMarked", "", R"(["a",{"size":0,"isDeleted":true}])",
                  R"(["a",{"size":0,"isDeleted":true}])"},
        FilesCase{"DeletedTwiceStaysMarked", R"(["a",{"size":0,"isDeleted":true}])",
                  R"(["a",{"size":0,"isDeleted":true}])", R"(["a",{"size":0,"isDeleted":true}])"},
        FilesCase{"WrittenAgain", R"(["a",{"size":0,"isDeleted":true}])",
                  R"(["a",{"size":7,"isDeleted":false}])",
                  R"(["a",{"size":7,"isDeleted":false}])"}),
    [](const auto& info) { return std::string(info.param.label); });

std::string Statistics(const std::string& rest) {
  return R"({"key":"p","type":6,"ColumnStatsMetadata":{"fileName":"p",)" + rest + "}}";
}

struct StatisticsCase {
  const char* label;
  const char* older;
  const char* newer;
  const char* want;
};
class CombineStatisticsTest : public testing::TestWithParam<StatisticsCase> {};

TEST_P(CombineStatisticsTest, Widens) {
  HUDI_ASSERT_OK_AND_ASSIGN(MetadataRecord got,
                            CombineRecords(Record(Statistics(GetParam().older)),
                                           Record(Statistics(GetParam().newer)), "f"));
  const auto batch = got.batch->Slice(got.row, 1);
  const MetadataRecord want = Record(Statistics(GetParam().want));
  EXPECT_TRUE(batch->Equals(*want.batch)) << batch->ToString();
}

// HoodieTableMetadataUtil.mergeColumnStatsRecords.
INSTANTIATE_TEST_SUITE_P(
    Cases, CombineStatisticsTest,
    testing::Values(
        StatisticsCase{
            "Numbers",
            R"("minValue":{"member0":{"value":3}},"maxValue":{"member0":{"value":9}},"valueCount":2)",
            R"("minValue":{"member0":{"value":5}},"maxValue":{"member0":{"value":10}},"valueCount":3)",
            R"("minValue":{"member0":{"value":3}},"maxValue":{"member0":{"value":10}},"valueCount":5)"},
        StatisticsCase{"NoBoundGivesWay", R"("minValue":null,"valueCount":2)",
                       R"("minValue":{"member0":{"value":5}},"valueCount":3)",
                       R"("minValue":{"member0":{"value":5}},"valueCount":5)"},
        StatisticsCase{"ExactOnesStand", R"("minValue":{"member0":{"value":3}},"valueCount":2)",
                       R"("minValue":{"member0":{"value":5}},"valueCount":3,"isTightBound":true)",
                       R"("minValue":{"member0":{"value":5}},"valueCount":3,"isTightBound":true)"},
        StatisticsCase{"DeletedOnesGiveWay", R"("valueCount":2,"isDeleted":true)",
                       R"("minValue":{"member0":{"value":5}},"valueCount":3)",
                       R"("minValue":{"member0":{"value":5}},"valueCount":3)"},
        // Bytes "!" (33) and "\u0001\u0000" (256): as numbers the shorter is the smaller.
        StatisticsCase{
            "DecimalsAreNumbers",
            R"("minValue":{"member1":{"value":"\u0001\u0000"}},"valueType":{"typeOrdinal":10})",
            R"("minValue":{"member1":{"value":"!"}},"valueType":{"typeOrdinal":10})",
            R"("minValue":{"member1":{"value":"!"}},"valueType":{"typeOrdinal":10})"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(CombineRecordsTest, RefusesBoundsOfDifferentTypes) {
  EXPECT_THAT(
      CombineRecords(Record(Statistics(R"("minValue":{"member0":{"value":3}})")),
                     Record(Statistics(R"("minValue":{"member1":{"value":"x"}})")), "f.log"),
      FailsWith(ErrorCode::kCorruptFile, std::string("f.log")));
}

TEST(CombineRecordsTest, RefusesRecordsOfDifferentTypes) {
  EXPECT_THAT(
      CombineRecords(Record(R"({"key":"k","type":5})"), Record(R"({"key":"k","type":7})"), "f.log"),
      FailsWith(ErrorCode::kCorruptFile, std::string("f.log")));
}

TEST(CombineRecordsTest, OfOthersTheNewerStands) {
  HUDI_ASSERT_OK_AND_ASSIGN(MetadataRecord got,
                            CombineRecords(Record(R"({"key":"k","type":5,"note":"old"})"),
                                           Record(R"({"key":"k","type":5,"note":"new"})"), "f"));
  EXPECT_TRUE(got.batch->Equals(*Record(R"({"key":"k","type":5,"note":"new"})").batch));
}

}  // namespace
}  // namespace hudi
