// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/avro/row_encoder.h"

#include <arrow/array.h>
#include <arrow/builder.h>
#include <arrow/io/file.h>
#include <arrow/json/from_string.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/format/avro/column_decoder.h"
#include "hudi/format/avro/container.h"

namespace hudi::avro {
namespace {

using testing::HasSubstr;

// Encodes all rows of `batch`.
arrow::Result<std::string> EncodeAll(const SchemaPtr& schema, const arrow::RecordBatch& batch) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<RowEncoder> encoder, RowEncoder::Make(schema));
  ARROW_RETURN_NOT_OK(encoder->Bind(batch));
  std::string bytes;
  for (int64_t row = 0; row < batch.num_rows(); ++row) {
    ARROW_RETURN_NOT_OK(encoder->Append(row, &bytes));
  }
  return bytes;
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> DecodeAll(const SchemaPtr& schema,
                                                             std::string_view bytes) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<ColumnDecoder> decoder,
                        ColumnDecoder::Make(schema, arrow::default_memory_pool()));
  ByteCursor cursor(bytes);
  while (!cursor.at_end()) ARROW_RETURN_NOT_OK(decoder->Append(&cursor, {"test"}));
  return decoder->Finish();
}

std::shared_ptr<arrow::RecordBatch> FromJson(const arrow::FieldVector& fields,
                                             const std::string& json) {
  auto array = *arrow::json::ArrayFromJSONString(arrow::struct_(fields), json);
  return *arrow::RecordBatch::FromStructArray(array);
}

// The bytes that another implementation wrote are the bytes that come out again.
TEST(RowEncoderTest, WritesWhatAnotherImplementationWrote) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto file, arrow::io::ReadableFile::Open(HUDI_AVRO_FIXTURES "/all_types_null.avro"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto reader, ContainerReader::Open(file, "all_types_null.avro"));
  HUDI_ASSERT_OK_AND_ASSIGN(std::optional<ContainerBlock> block, reader->Next());
  ASSERT_TRUE(block.has_value());
  std::string_view written(*block->data);
  HUDI_ASSERT_OK_AND_ASSIGN(auto batch, DecodeAll(reader->schema(), written));
  ASSERT_EQ(batch->num_rows(), block->num_rows);
  HUDI_ASSERT_OK_AND_ASSIGN(std::string bytes, EncodeAll(reader->schema(), *batch));
  EXPECT_EQ(bytes, written);

  // A slice of a batch has other offsets, in nested columns too.
  HUDI_ASSERT_OK_AND_ASSIGN(std::string tail, EncodeAll(reader->schema(), *batch->Slice(1)));
  EXPECT_EQ(tail, written.substr(written.size() - tail.size()));
  EXPECT_LT(tail.size(), written.size());
}

TEST(RowEncoderTest, DecimalsTakeTheFewestBytesOrTheFixedSize) {
  HUDI_ASSERT_OK_AND_ASSIGN(SchemaPtr schema,
                            Schema::Parse(R"({"type":"record","name":"r","fields":[
      {"name":"b","type":{"type":"bytes","logicalType":"decimal","precision":38,"scale":0}},
      {"name":"f","type":{"type":"fixed","name":"f3","size":3,"logicalType":"decimal",
                          "precision":6,"scale":2}}]})"));
  arrow::FieldVector fields = {arrow::field("b", arrow::decimal128(38, 0)),
                               arrow::field("f", arrow::decimal128(6, 2))};
  auto bytes_of = [&](const std::string& json) {
    return EncodeAll(schema, *FromJson(fields, json)).ValueOr("?");
  };
  EXPECT_EQ(bytes_of(R"([{"b":"0","f":"0.00"}])"), std::string("\x02\x00\x00\x00\x00", 5));
  EXPECT_EQ(bytes_of(R"([{"b":"127","f":"-0.01"}])"), std::string("\x02\x7F\xFF\xFF\xFF", 5));
  EXPECT_EQ(bytes_of(R"([{"b":"128","f":"1.00"}])"), std::string("\x04\x00\x80\x00\x00\x64", 6));
  EXPECT_EQ(bytes_of(R"([{"b":"-128","f":"9999.99"}])"), std::string("\x02\x80\x0F\x42\x3F", 5));
  EXPECT_EQ(bytes_of(R"([{"b":"-129","f":"-9999.99"}])"),
            std::string("\x04\xFF\x7F\xF0\xBD\xC1", 6));
}

TEST(RowEncoderTest, NamesTheFieldOfAValueThatDoesNotFit) {
  HUDI_ASSERT_OK_AND_ASSIGN(SchemaPtr schema,
                            Schema::Parse(R"({"type":"record","name":"r","fields":[
      {"name":"s","type":{"type":"record","name":"t","fields":[{"name":"i","type":"int"}]}}]})"));
  auto type = arrow::struct_({arrow::field("i", arrow::int32())});
  auto status = EncodeAll(schema, *FromJson({arrow::field("s", type)}, R"([{"s":{"i":null}}])"));
  EXPECT_THAT(status.status().message(), HasSubstr("field 's.i': null"));
}

TEST(RowEncoderTest, RefusesColumnsOfAnotherShape) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      SchemaPtr schema,
      Schema::Parse(R"({"type":"record","name":"r","fields":[{"name":"i","type":"int"}]})"));
  auto error = [&](const char* name, const std::shared_ptr<arrow::DataType>& type) {
    return EncodeAll(schema, *FromJson({arrow::field(name, type)}, "[]")).status().message();
  };
  EXPECT_THAT(error("j", arrow::int32()), HasSubstr("column 'i' of the schema is missing"));
  EXPECT_THAT(error("i", arrow::int64()), HasSubstr("column 'i' is int64, its schema int32"));
}

TEST(RowEncoderTest, UnionsKeepTheOrderOfTheirBranches) {
  HUDI_ASSERT_OK_AND_ASSIGN(SchemaPtr schema,
                            Schema::Parse(R"({"type":"record","name":"r","fields":[
      {"name":"a","type":["null","string"]},{"name":"b","type":["string","null"]}]})"));
  auto batch = FromJson({arrow::field("a", arrow::utf8()), arrow::field("b", arrow::utf8())},
                        R"([{"a":"x","b":"y"},{"a":null,"b":null}])");
  HUDI_ASSERT_OK_AND_ASSIGN(std::string bytes, EncodeAll(schema, *batch));
  EXPECT_EQ(bytes, std::string("\x02\x02x\x00\x02y\x00\x02", 8));
}

}  // namespace
}  // namespace hudi::avro
