// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/avro/row_reader.h"

#include <fstream>
#include <sstream>

#include <arrow/array.h>
#include <arrow/io/memory.h>
#include <arrow/json/from_string.h>
#include <arrow/table.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/format/avro/column_decoder.h"
#include "hudi/format/avro/container.h"

namespace hudi::avro {
namespace {

using testing::HasSubstr;

std::string ReadFixture(const std::string& name) {
  std::ifstream file(std::string(HUDI_AVRO_FIXTURES "/") + name, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  return content.str();
}

std::shared_ptr<arrow::io::RandomAccessFile> InMemory(const std::string& bytes) {
  return std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(bytes));
}

arrow::Result<std::vector<std::shared_ptr<arrow::RecordBatch>>> ReadRows(const std::string& bytes,
                                                                         int64_t batch_rows = 100) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows,
                        OpenAvroRows(InMemory(bytes), "f.avro", batch_rows));
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
  while (true) {
    std::shared_ptr<arrow::RecordBatch> batch;
    ARROW_RETURN_NOT_OK(rows->ReadNext(&batch));
    if (batch == nullptr) return batches;
    ARROW_RETURN_NOT_OK(batch->ValidateFull());
    batches.push_back(batch);
  }
}

struct Column {
  const char* name;
  std::shared_ptr<arrow::DataType> type;
  bool nullable;
  const char* json;
};

// The rows of tests/fixtures/avro/make.py.
std::vector<Column> AllTypes() {
  auto inner =
      arrow::struct_({arrow::field("p", arrow::int32(), false), arrow::field("q", arrow::utf8())});
  return {
      {"b", arrow::boolean(), false, "[true, false, true]"},
      {"i", arrow::int32(), true, "[-1, null, 2147483647]"},
      {"l", arrow::int64(), true, "[1099511627776, null, -9223372036854775808]"},
      {"f", arrow::float32(), false, "[0.5, -0.0, 1e30]"},
      {"d", arrow::float64(), true, "[-2.25, null, 1e-300]"},
      {"s", arrow::utf8(), true, "[\"h\u00e9\", null, \"\"]"},
      {"y", arrow::binary(), true, nullptr},
      {"x", arrow::binary(), false, R"(["abc", "\u0000\u0000\u0000", "xyz"])"},
      {"e", arrow::utf8(), true, R"(["GREEN", null, "RED"])"},
      {"db", arrow::decimal128(10, 2), true, R"(["-12345678.90", null, "0.00"])"},
      {"df", arrow::decimal128(38, 4), false,
       R"(["9999999999999999999999999999999999.9999", "-0.0001", "0.0000"])"},
      {"day", arrow::date32(), true, "[19782, null, -1]"},
      {"ts_us", arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"), false,
       "[1709210096789123, 0, -2208988800000000]"},
      {"ts_ms", arrow::timestamp(arrow::TimeUnit::MILLI, "UTC"), true, "[-1, null, 1704067200000]"},
      {"local_us", arrow::timestamp(arrow::TimeUnit::MICRO), false, "[978307200000001, 0, -1]"},
      {"list", arrow::list(arrow::field("element", arrow::int32())), true,
       "[[1, null, 3], null, []]"},
      {"map", arrow::map(arrow::utf8(), arrow::field("value", arrow::float64())), false,
       R"([[["a", 1.5], ["b", null]], [], [["", 0.0]]])"},
      {"rec", inner, true, R"([{"p": 7, "q": null}, null, {"p": -7, "q": "z"}])"},
      {"recs", arrow::list(arrow::field("element", inner, false)), false,
       R"([[{"p": 1, "q": "x"}, {"p": 2, "q": null}], [], [{"p": 3, "q": ""}]])"},
  };
}

class AllTypesTest : public testing::TestWithParam<const char*> {};

TEST_P(AllTypesTest, ReadsEveryCodecAndBatchSize) {
  std::string bytes = ReadFixture(std::string("all_types_") + GetParam() + ".avro");
  ASSERT_FALSE(bytes.empty());
  for (int64_t batch_rows : {1, 2, 3, 100}) {
    HUDI_ASSERT_OK_AND_ASSIGN(auto batches, ReadRows(bytes, batch_rows));
    ASSERT_EQ(batches.size(), batch_rows == 1 ? 3u : batch_rows == 2 ? 2u : 1u);
    HUDI_ASSERT_OK_AND_ASSIGN(auto table, arrow::Table::FromRecordBatches(batches));
    HUDI_ASSERT_OK_AND_ASSIGN(auto whole, table->CombineChunksToBatch());
    std::vector<Column> want = AllTypes();
    ASSERT_EQ(whole->num_columns(), static_cast<int>(want.size()));
    for (int i = 0; i < whole->num_columns(); ++i) {
      const Column& column = want[static_cast<size_t>(i)];
      EXPECT_TRUE(whole->schema()->field(i)->Equals(
          arrow::field(column.name, column.type, column.nullable)))
          << whole->schema()->field(i)->ToString();
      if (column.json == nullptr) continue;
      HUDI_ASSERT_OK_AND_ASSIGN(auto array,
                                arrow::json::ArrayFromJSONString(column.type, column.json));
      EXPECT_TRUE(whole->column(i)->Equals(array))
          << column.name << ": " << whole->column(i)->ToString();
    }
    const auto& binary = static_cast<const arrow::BinaryArray&>(*whole->GetColumnByName("y"));
    EXPECT_EQ(binary.GetString(0), std::string("\x00\xFF", 2));
    EXPECT_TRUE(binary.IsNull(1));
    EXPECT_EQ(binary.GetString(2), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Codecs, AllTypesTest,
                         testing::Values("null", "deflate", "snappy", "zstandard", "bzip2"),
                         [](const auto& info) { return std::string(info.param); });

TEST(AvroRowsTest, RefusesUnknownCodecByName) {
  arrow::Status status = ReadRows(ReadFixture("all_types_xz.avro")).status();
  EXPECT_THAT(status, FailsWith(ErrorCode::kUnsupported, std::string("f.avro")));
  EXPECT_THAT(status.message(), HasSubstr("'xz'"));
}

TEST(AvroRowsTest, EmptyFileHasASchemaAndNoBatch) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, OpenAvroRows(InMemory(ReadFixture("empty.avro")), "e", 10));
  EXPECT_EQ(rows->schema()->num_fields(), 19);
  std::shared_ptr<arrow::RecordBatch> batch;
  HUDI_ASSERT_OK(rows->ReadNext(&batch));
  EXPECT_EQ(batch, nullptr);
}

TEST(AvroRowsTest, RefusesBatchesWithoutRows) {
  EXPECT_THAT(OpenAvroRows(InMemory(ReadFixture("empty.avro")), "e", 0),
              FailsWith(ErrorCode::kInvalidArgument));
}

// Cut at every length, and broken at every byte: a status or rows, never a crash; a file cut short
// inside is always an error.
TEST(AvroRowsTest, SurvivesDamage) {
  std::string bytes = ReadFixture("all_types_null.avro");
  std::vector<size_t> block_ends;
  for (size_t at = bytes.find("0123456789abcdef"); at != std::string::npos;
       at = bytes.find("0123456789abcdef", at + 1)) {
    block_ends.push_back(at + 16);
  }
  for (size_t size = 0; size < bytes.size(); ++size) {
    bool between_blocks = std::find(block_ends.begin(), block_ends.end(), size) != block_ends.end();
    arrow::Status status = ReadRows(bytes.substr(0, size)).status();
    if (between_blocks) {
      EXPECT_TRUE(status.ok()) << size << status;
    } else {
      EXPECT_THAT(status, FailsWith(ErrorCode::kCorruptFile, std::string("f.avro"))) << size;
    }
  }
  for (const char* name : {"all_types_null.avro", "all_types_deflate.avro", "all_types_snappy.avro",
                           "all_types_zstandard.avro", "all_types_bzip2.avro"}) {
    bytes = ReadFixture(name);
    for (size_t i = 0; i < bytes.size(); i += 3) {
      std::string broken = bytes;
      broken[i] = static_cast<char>(broken[i] ^ 0xA5);
      arrow::Status status = ReadRows(broken).status();
      if (!status.ok()) {
        EXPECT_NE(FindErrorDetail(status), nullptr) << name << i << status;
      }
    }
  }
}

// ---- single records, written here byte by byte

arrow::Result<std::shared_ptr<arrow::RecordBatch>> DecodeRecords(
    const std::string& fields, const std::vector<std::string>& records) {
  std::string bytes =
      WriteContainer(R"({"type":"record","name":"r","fields":[)" + fields + "]}", records);
  ARROW_ASSIGN_OR_RAISE(auto batches, ReadRows(bytes));
  return batches.at(0);
}

TEST(ColumnDecoderTest, ReadsNestedNullsAndNegativeBlockCounts) {
  // A nullable record with a required list below: null, then {[5, 6], "k"}; the list's block says
  // its size in bytes.
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto batch,
      DecodeRecords(
          R"({"name":"o","type":["null",{"type":"record","name":"i","fields":[)"
          R"({"name":"l","type":{"type":"array","items":"long"}},)"
          R"({"name":"t","type":"string"},{"name":"n","type":["null","int"]}]}]})",
          {std::string("\x00", 1), std::string("\x02\x03\x04\x0A\x0C\x00\x02k\x02\x08", 10)}));
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto want, arrow::json::ArrayFromJSONString(batch->column(0)->type(),
                                                  R"([null, {"l": [5, 6], "t": "k", "n": 4}])"));
  EXPECT_TRUE(batch->column(0)->Equals(want)) << batch->column(0)->ToString();
}

TEST(ColumnDecoderTest, ReadsTimesNanosecondsNullsAndSingleBranches) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto batch,
      DecodeRecords(R"({"name":"t","type":{"type":"int","logicalType":"time-millis"}},)"
                    R"({"name":"u","type":{"type":"long","logicalType":"time-micros"}},)"
                    R"({"name":"n","type":{"type":"long","logicalType":"timestamp-nanos"}},)"
                    R"({"name":"z","type":"null"},{"name":"o","type":["int"]},)"
                    R"({"name":"w","type":["null"]})",
                    {std::string("\x02\x04\x06\x00\x08\x00", 6)}));
  EXPECT_EQ(batch->schema()->ToString(),
            "t: time32[ms] not null\nu: time64[us] not null\n"
            "n: timestamp[ns, tz=UTC] not null\nz: null\no: int32 not null\nw: null");
  EXPECT_EQ(batch->column(1)->ToString(), "[\n  00:00:00.000002\n]");
  EXPECT_EQ(batch->column(4)->ToString(), "[\n  4\n]");
}

struct BadCase {
  const char* label;
  const char* fields;
  std::string record;
  const char* message;
};
class BadRecordTest : public testing::TestWithParam<BadCase> {};

TEST_P(BadRecordTest, NamesFieldAndByte) {
  // The header of these files is as long as their schema; the record stands behind two bytes.
  arrow::Status status = DecodeRecords(GetParam().fields, {GetParam().record}).status();
  EXPECT_THAT(status, FailsWith(ErrorCode::kCorruptFile, std::string("f.avro")));
  EXPECT_THAT(status.message(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Records, BadRecordTest,
    testing::Values(
        BadCase{"IntTooWide", R"({"name":"a","type":"int"})", "\x80\x80\x80\x80\x20", "'a'"},
        BadCase{"LongTooLong", R"({"name":"a","type":"long"})",
                "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F", "malformed or cut-off long"},
        BadCase{"BooleanTwo", R"({"name":"a","type":"boolean"})", "\x02", "expected a boolean"},
        BadCase{"Union", R"({"name":"a","type":["null","int"]})", "\x04\x02", "no such branch"},
        BadCase{"Enum", R"({"name":"a","type":{"type":"enum","name":"e","symbols":["X"]}})", "\x02",
                "no such symbol"},
        BadCase{"Utf8", R"({"name":"a","type":"string"})", "\x02\xFF", "not UTF-8"},
        BadCase{"TextTooLong", R"({"name":"a","type":"string"})", "\x08xy", "cut-off"},
        BadCase{"NegativeLength", R"({"name":"a","type":"bytes"})", "\x01", "cut-off"},
        BadCase{"Decimal",
                R"({"name":"a","type":{"type":"bytes","logicalType":"decimal","precision":2}})",
                "\x02\x64", "more digits than its precision"},
        BadCase{"EmptyDecimal",
                R"({"name":"a","type":{"type":"bytes","logicalType":"decimal","precision":2}})",
                std::string("\x00", 1), "more digits than its precision"},
        BadCase{"ItemCount", R"({"name":"a","type":{"type":"array","items":"double"}})",
                "\x7E\x01\x01", "impossible number of items"},
        BadCase{"Nested",
                R"({"name":"a","type":{"type":"map","values":{"type":"array","items":"boolean"}}})",
                "\x02\x02k\x02\x09", "'a.value.element'"},
        BadCase{"BytesLeft", R"({"name":"a","type":"int"})", "\x02\x02", "bytes are left"}),
    [](const auto& info) { return std::string(info.param.label); });

struct UnsupportedCase {
  const char* label;
  const char* fields;
  const char* subject;
};
class RowSchemaTest : public testing::TestWithParam<UnsupportedCase> {};

TEST_P(RowSchemaTest, RefusesByName) {
  auto schema = Schema::Parse(std::string(R"({"type":"record","name":"r","fields":[)") +
                              GetParam().fields + "]}");
  HUDI_ASSERT_OK(schema);
  EXPECT_THAT(RowSchema(**schema),
              FailsWith(ErrorCode::kUnsupported, std::string(GetParam().subject)));
}

INSTANTIATE_TEST_SUITE_P(
    Types, RowSchemaTest,
    testing::Values(
        UnsupportedCase{"UnionOfNumbers", R"({"name":"a","type":["int","long"]})", "a"},
        UnsupportedCase{"NullableUnionOfNumbers",
                        R"({"name":"a","type":{"type":"array","items":["null","int","double"]}})",
                        "a.element"},
        UnsupportedCase{
            "BigDecimal",
            R"({"name":"a","type":{"type":"map","values":{"type":"bytes","logicalType":"decimal","precision":39}}})",
            "a.value"},
        UnsupportedCase{"EmptyRecord",
                        R"({"name":"a","type":{"type":"record","name":"i","fields":[]}})", "a"}),
    [](const auto& info) { return std::string(info.param.label); });

// Values 7, null, "x", {"value": true}; as Spark's reader of Avro has them.
TEST(RowReaderTest, UnionsOfSeveralTypesAreStructsWithOneMemberSet) {
  std::string bytes = WriteContainer(
      R"({"type":"record","name":"r","fields":[{"name":"a","type":["int","null","string",)"
      R"({"type":"record","name":"w","fields":[{"name":"value","type":"boolean"}]}]}]})",
      {std::string("\0\x0e", 2), "\x02", "\x04\x02x", "\x06\x01"});
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, OpenAvroRows(InMemory(bytes), "f", 10));
  std::shared_ptr<arrow::RecordBatch> batch;
  HUDI_ASSERT_OK(rows->ReadNext(&batch));
  HUDI_ASSERT_OK(batch->ValidateFull());
  const auto wrapper = arrow::struct_({arrow::field("value", arrow::boolean(), false)});
  const auto type =
      arrow::struct_({arrow::field("member0", arrow::int32()),
                      arrow::field("member1", arrow::utf8()), arrow::field("member2", wrapper)});
  EXPECT_TRUE(batch->schema()->field(0)->Equals(arrow::field("a", type)))
      << batch->schema()->ToString();
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto want, arrow::json::ArrayFromJSONString(
                     type, R"([{"member0":7},null,{"member1":"x"},{"member2":{"value":true}}])"));
  EXPECT_TRUE(batch->column(0)->Equals(want)) << batch->column(0)->ToString();
}

TEST(RowReaderTest, RefusesBranchesThatAUnionLacks) {
  std::string bytes = WriteContainer(
      R"({"type":"record","name":"r","fields":[{"name":"a","type":["int","null","string"]}]})",
      {"\x06\x00"});
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, OpenAvroRows(InMemory(bytes), "f", 10));
  std::shared_ptr<arrow::RecordBatch> batch;
  EXPECT_THAT(rows->ReadNext(&batch), FailsWith(ErrorCode::kCorruptFile));
}

TEST(RowSchemaTest, RefusesFilesWhoseRowsAreNoRecords) {
  EXPECT_THAT(ReadRows(WriteContainer("\"int\"", {std::string("\x02")})),
              FailsWith(ErrorCode::kUnsupported, std::string("int")));
}

TEST(ColumnDecoderTest, StaysFailedAfterADamagedRow) {
  std::string bytes = WriteContainer(
      R"({"type":"record","name":"r","fields":[{"name":"a","type":"boolean"}]})", {"\x01", "\x07"});
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, OpenAvroRows(InMemory(bytes), "f", 10));
  std::shared_ptr<arrow::RecordBatch> batch;
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(rows->ReadNext(&batch), FailsWith(ErrorCode::kCorruptFile));
    EXPECT_EQ(batch, nullptr);
  }
}

TEST(ColumnDecoderTest, CountsRowsAndStartsAnew) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      SchemaPtr schema,
      Schema::Parse(
          R"({"type":"record","name":"r","fields":[{"name":"a","type":["null","string"]}]})"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto decoder,
                            ColumnDecoder::Make(schema, arrow::default_memory_pool()));
  BytesOrigin origin{"f"};
  for (const char* want : {"[\n  null,\n  \"x\"\n]", "[\n  \"x\"\n]"}) {
    ByteCursor cursor(std::string_view(want).find("null") == std::string_view::npos
                          ? std::string_view("\x02\x02x", 3)
                          : std::string_view("\x00\x02\x02x", 4));
    while (!cursor.at_end()) HUDI_ASSERT_OK(decoder->Append(&cursor, origin));
    HUDI_ASSERT_OK_AND_ASSIGN(auto batch, decoder->Finish());
    HUDI_ASSERT_OK(batch->ValidateFull());
    EXPECT_EQ(batch->column(0)->ToString(), want);
    EXPECT_EQ(decoder->num_rows(), 0);
    EXPECT_EQ(decoder->num_bytes(), 0);
  }
}

}  // namespace
}  // namespace hudi::avro
