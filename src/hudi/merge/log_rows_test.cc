// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/log_rows.h"

#include <gmock/gmock.h>

#include "hudi/base/testing.h"
#include "hudi/format/hfile/test_hfile.h"
#include "hudi/merge/test_log.h"

namespace hudi {
namespace {

using log::BlockType;
using log::HeaderKey;
using ::testing::HasSubstr;
using namespace test_log;

TEST(LogRowsTest, HFileBlocksGetTheKeysOfTheirRowsBack) {
  for (bool is_empty : {true, false}) {
    const auto schema = WithKey({arrow::field("v", arrow::int64())});
    std::string schema_json;
    const auto records = Encoded(
        *Rows(schema, is_empty ? R"([["",1],["",2],["",3]])" : R"([["a",1],["b",2],["c",3]])"),
        &schema_json);
    hfile::TestHFile file;
    file.entries = {{"a", records[0]}, {"b", records[1]}, {"c", records[2]}};
    const std::string block = log::EncodeBlock(
        BlockType::kHfileData, {{HeaderKey::kInstantTime, "1"}, {HeaderKey::kSchema, schema_json}},
        file.Bytes());
    HUDI_ASSERT_OK_AND_ASSIGN(LogRows rows, Read({block, block}, schema));
    EXPECT_TRUE(
        rows.rows->Equals(*Rows(schema, R"([["a",1],["b",2],["c",3],["a",1],["b",2],["c",3]])")))
        << rows.rows->ToString();
  }
}

TEST(LogRowsTest, AnHFileBlockWithABrokenRecordIsAnError) {
  const auto schema = WithKey({arrow::field("v", arrow::int64())});
  std::string schema_json;
  std::vector<std::string> records = Encoded(*Rows(schema, R"([["a",1]])"), &schema_json);
  for (const std::string& record : {records[0] + "x", records[0].substr(0, 3)}) {
    hfile::TestHFile file;
    file.entries = {{"a", record}};
    const std::string block = log::EncodeBlock(
        BlockType::kHfileData, {{HeaderKey::kInstantTime, "1"}, {HeaderKey::kSchema, schema_json}},
        file.Bytes());
    EXPECT_THAT(Read({block}, schema), FailsWith(ErrorCode::kCorruptFile, "f.log"));
  }
}

// Written under one type, read under the table's.
struct PromotionCase {
  const char* label;
  std::shared_ptr<arrow::DataType> written;
  const char* values;
  std::shared_ptr<arrow::DataType> read;
  const char* want;  ///< null: an error
};
class PromotionTest : public testing::TestWithParam<PromotionCase> {};
TEST_P(PromotionTest, GivesTheTablesType) {
  const PromotionCase& want = GetParam();
  const auto written = WithKey({arrow::field("v", want.written)});
  const auto read = WithKey({arrow::field("v", want.read)});
  auto rows = Rows(written, std::string("[[\"a\",") + want.values + "]]");
  auto logs = Read({AvroBlock(rows)}, read);
  if (want.want == nullptr) {
    EXPECT_THAT(logs, FailsWith(ErrorCode::kCorruptFile, "f.log"));
    return;
  }
  ASSERT_TRUE(logs.ok()) << logs.status();
  EXPECT_TRUE(logs->rows->Equals(*Rows(read, std::string("[[\"a\",") + want.want + "]]")))
      << logs->rows->ToString();
}
std::shared_ptr<arrow::DataType> Struct(std::shared_ptr<arrow::DataType> type) {
  return arrow::struct_({arrow::field("x", std::move(type))});
}
INSTANTIATE_TEST_SUITE_P(
    Types, PromotionTest,
    testing::Values(
        PromotionCase{"IntToLong", arrow::int32(), "-7", arrow::int64(), "-7"},
        PromotionCase{"IntToDouble", arrow::int32(), "7", arrow::float64(), "7"},
        PromotionCase{"IntToFloat", arrow::int32(), "7", arrow::float32(), "7"},
        PromotionCase{"LongToDouble", arrow::int64(), "9007199254740992", arrow::float64(),
                      "9007199254740992"},
        PromotionCase{"LongToFloat", arrow::int64(), "3", arrow::float32(), "3"},
        PromotionCase{"FloatToDouble", arrow::float32(), "1.1", arrow::float64(), "1.1"},
        PromotionCase{"IntToText", arrow::int32(), "12", arrow::utf8(), "\"12\""},
        PromotionCase{"BytesToText", arrow::binary(), "\"h\"", arrow::utf8(), "\"h\""},
        PromotionCase{"TextToBytes", arrow::utf8(), "\"h\"", arrow::binary(), "\"h\""},
        PromotionCase{"WiderDecimal", arrow::decimal128(5, 2), "\"123.45\"",
                      arrow::decimal128(10, 2), "\"123.45\""},
        PromotionCase{"NestedIntToLong", Struct(arrow::int32()), R"({"x":5})",
                      Struct(arrow::int64()), R"({"x":5})"},
        PromotionCase{"ListIntToLong", arrow::list(arrow::int32()), "[1,null]",
                      arrow::list(arrow::int64()), "[1,null]"},
        PromotionCase{"MapIntToLong", arrow::map(arrow::utf8(), arrow::int32()), R"([["k",1]])",
                      arrow::map(arrow::utf8(), arrow::int64()), R"([["k",1]])"},
        PromotionCase{"NullStaysNull", arrow::int32(), "null", arrow::int64(), "null"},
        PromotionCase{"TextThatIsNoNumber", arrow::utf8(), "\"x\"", arrow::int64(), nullptr}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(LogRowsTest, ColumnsThatABlockLacksAreNull) {
  const auto read =
      WithKey({arrow::field("v", arrow::int64()),
               arrow::field("s", arrow::struct_({arrow::field("x", arrow::int32()),
                                                 arrow::field("y", arrow::utf8())}))});
  const auto older = WithKey({arrow::field("s", Struct(arrow::int32()))});
  HUDI_ASSERT_OK_AND_ASSIGN(LogRows rows,
                            Read({AvroBlock(Rows(older, R"([["a",{"x":1}]])"))}, read));
  EXPECT_TRUE(rows.rows->Equals(*Rows(read, R"([["a",null,{"x":1,"y":null}]])")))
      << rows.rows->ToString();
}

// Avro's logical types that Hudi's own writers never make, but other Avro writers do.
struct LogicalCase {
  const char* label;
  const char* type;   ///< Avro JSON
  std::string bytes;  ///< of the value
  std::shared_ptr<arrow::DataType> want_type;
  const char* want;
};
class LogicalTypeTest : public testing::TestWithParam<LogicalCase> {};
TEST_P(LogicalTypeTest, Decodes) {
  const LogicalCase& want = GetParam();
  const std::string schema = std::string(R"({"type":"record","name":"r","fields":[)") +
                             R"({"name":"_hoodie_record_key","type":"string"},)" +
                             R"({"name":"v","type":)" + want.type + "}]}";
  const std::string block = log::EncodeBlock(
      BlockType::kAvroData, {{HeaderKey::kInstantTime, "1"}, {HeaderKey::kSchema, schema}},
      AvroContent({std::string("\x02") + "a" + want.bytes}));
  const auto read = WithKey({arrow::field("v", want.want_type)});
  HUDI_ASSERT_OK_AND_ASSIGN(LogRows rows, Read({block}, read));
  EXPECT_TRUE(rows.rows->Equals(*Rows(read, std::string("[[\"a\",") + want.want + "]]")))
      << rows.rows->ToString();
}
INSTANTIATE_TEST_SUITE_P(
    Types, LogicalTypeTest,
    testing::Values(
        LogicalCase{"DecimalOfBytes",
                    R"({"type":"bytes","logicalType":"decimal","precision":10,"scale":2})",
                    std::string("\x04\xFF\x85"), arrow::decimal128(10, 2), "\"-1.23\""},
        LogicalCase{
            "DecimalOfFixed",
            R"({"type":"fixed","name":"f","size":3,"logicalType":"decimal","precision":6,"scale":0})",
            std::string("\x00\x00\x7B", 3), arrow::decimal128(6, 0), "\"123\""},
        LogicalCase{"Uuid", R"({"type":"string","logicalType":"uuid"})", std::string("\x02") + "u",
                    arrow::utf8(), "\"u\""},
        LogicalCase{"Enum", R"({"type":"enum","name":"e","symbols":["A","B"]})", "\x02",
                    arrow::utf8(), "\"B\""},
        LogicalCase{"Date", R"({"type":"int","logicalType":"date"})", "\x01", arrow::date32(),
                    "-1"},
        LogicalCase{"TimestampMillis", R"({"type":"long","logicalType":"timestamp-millis"})",
                    "\x02", arrow::timestamp(arrow::TimeUnit::MILLI, "UTC"), "1"},
        LogicalCase{"MillisToMicros", R"({"type":"long","logicalType":"timestamp-millis"})", "\x02",
                    arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"), "1000"},
        LogicalCase{"LocalTimestampMicros",
                    R"({"type":"long","logicalType":"local-timestamp-micros"})", "\x02",
                    arrow::timestamp(arrow::TimeUnit::MICRO), "1"},
        LogicalCase{"NullSecondUnion", R"(["int","null"])", std::string("\x00\x0E", 2),
                    arrow::int32(), "7"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(LogRowsTest, TypesWithoutAFormAreRefusedByName) {
  for (const char* type :
       {R"(["null","int","double"])", R"({"type":"array","items":["int","long"]})"}) {
    const std::string schema = std::string(R"({"type":"record","name":"r","fields":[)") +
                               R"({"name":"_hoodie_record_key","type":"string"},)" +
                               R"({"name":"v","type":)" + type + "}]}";
    const std::string block = log::EncodeBlock(
        BlockType::kAvroData, {{HeaderKey::kInstantTime, "1"}, {HeaderKey::kSchema, schema}},
        AvroContent({}));
    auto rows = Read({block}, WithKey({arrow::field("v", arrow::int32())}));
    EXPECT_THAT(rows, FailsWith(ErrorCode::kUnsupported));
    EXPECT_THAT(rows.status().message(), HasSubstr("'v"));
  }
}

TEST(LogRowsTest, TextThatIsNoUtf8IsAnErrorWithItsByte) {
  const auto schema = WithKey({arrow::field("v", arrow::utf8())});
  std::string schema_json;
  std::vector<std::string> records =
      Encoded(*Rows(schema, R"([["a","x"],["b","y"]])"), &schema_json);
  records[1].back() = '\xFF';
  const std::string block = log::EncodeBlock(
      BlockType::kAvroData, {{HeaderKey::kInstantTime, "1"}, {HeaderKey::kSchema, schema_json}},
      AvroContent(records));
  auto rows = Read({block}, schema);
  EXPECT_THAT(rows, FailsWith(ErrorCode::kCorruptFile, "f.log"));
  // The length of the text, two bytes before the end of the content; footer and pointer follow.
  EXPECT_THAT(rows.status().message(),
              HasSubstr("byte " + std::to_string(block.size() - 12 - 2) + ": field 'v': the text"));
}

TEST(LogRowsTest, RowsWithoutKeysAreRefusedUnlessTheTableHasNone) {
  const auto stored = arrow::schema({arrow::field("id", arrow::utf8())});
  const auto schema = WithKey({arrow::field("id", arrow::utf8())});
  const std::string block = AvroBlock(Rows(stored, R"([["a"],["b"]])"));
  EXPECT_THAT(Read({block}, schema), FailsWith(ErrorCode::kCorruptFile, "f.log"));
}

}  // namespace
}  // namespace hudi
