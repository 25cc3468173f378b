// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/dictionary_columns.h"

#include <string>
#include <vector>

#include <arrow/array.h>
#include <arrow/builder.h>
#include <arrow/io/memory.h>
#include <arrow/json/from_string.h>
#include <arrow/table.h>
#include <gmock/gmock.h>
#include <parquet/arrow/writer.h>
#include <parquet/file_reader.h>

#include "hudi/base/testing.h"
#include "hudi/format/parquet/base_file_reader.h"

namespace hudi {
namespace {

std::shared_ptr<arrow::Array> FromJson(const std::shared_ptr<arrow::DataType>& type,
                                       const std::string& json) {
  return *arrow::json::ArrayFromJSONString(type, json);
}

std::shared_ptr<arrow::DictionaryArray> Encoded(
    const std::string& places, const std::string& values,
    const std::shared_ptr<arrow::DataType>& type = arrow::utf8()) {
  // Not DictionaryArray::FromArrays, which would look at the places.
  return std::make_shared<arrow::DictionaryArray>(arrow::dictionary(arrow::int32(), type),
                                                  FromJson(arrow::int32(), places),
                                                  FromJson(type, values));
}

std::string Quoted(size_t length, char letter) { return "\"" + std::string(length, letter) + "\""; }

struct DecodeCase {
  const char* label;
  std::string places;
  std::string dictionary;
  std::string values;
};
class DecodeDictionaryTest : public testing::TestWithParam<DecodeCase> {};

TEST_P(DecodeDictionaryTest, GivesEachRowItsValue) {
  for (const std::shared_ptr<arrow::DataType>& type : {arrow::utf8(), arrow::binary()}) {
    auto column = Encoded(GetParam().places, GetParam().dictionary, type);
    auto want = FromJson(type, GetParam().values);
    HUDI_ASSERT_OK_AND_ASSIGN(auto got, DecodeDictionary(*column, type));
    HUDI_ASSERT_OK(got->ValidateFull());
    EXPECT_TRUE(got->Equals(*want)) << got->ToString();
    // Parts of a column, at every place in a byte of its validity.
    for (int64_t offset = 0; offset < column->length(); ++offset) {
      auto part = std::static_pointer_cast<arrow::DictionaryArray>(column->Slice(offset));
      HUDI_ASSERT_OK_AND_ASSIGN(got, DecodeDictionary(*part, type));
      HUDI_ASSERT_OK(got->ValidateFull());
      EXPECT_TRUE(got->Equals(*want->Slice(offset))) << offset;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Columns, DecodeDictionaryTest,
    testing::Values(
        DecodeCase{"NoRows", "[]", R"(["a"])", "[]"}, DecodeCase{"NoValues", "[]", "[]", "[]"},
        DecodeCase{"OnlyNulls", "[null, null]", "[]", "[null, null]"},
        DecodeCase{"OneValue", "[0, 0, 0, 0, 0]", R"(["abc"])",
                   R"(["abc", "abc", "abc", "abc", "abc"])"},
        DecodeCase{"OneEmptyValue", "[0, 0]", R"([""])", R"(["", ""])"},
        DecodeCase{"OneLongValue", "[0, 0, 0]", "[" + Quoted(70, 'x') + "]",
                   "[" + Quoted(70, 'x') + "," + Quoted(70, 'x') + "," + Quoted(70, 'x') + "]"},
        DecodeCase{"OneLongValueAndNulls", "[0, null, 0]", "[" + Quoted(70, 'x') + "]",
                   "[" + Quoted(70, 'x') + ", null, " + Quoted(70, 'x') + "]"},
        DecodeCase{"ShortValues", "[2, 0, 1, 2, 2, 1, 0, 0, 1]", R"(["", "b", "ccc"])",
                   R"(["ccc", "", "b", "ccc", "ccc", "b", "", "", "b"])"},
        DecodeCase{"ShortValuesAndNulls", "[2, null, 1, null, 2, 1, 0, 0, null, 1]",
                   R"(["", "b", "ccc"])",
                   R"(["ccc", null, "b", null, "ccc", "b", "", "", null, "b"])"},
        DecodeCase{"Sixteen", "[1, 0, 1]", "[" + Quoted(16, 'x') + "," + Quoted(1, 'y') + "]",
                   R"(["y", )" + Quoted(16, 'x') + R"(, "y"])"},
        DecodeCase{"Seventeen", "[1, 0, 1]", "[" + Quoted(17, 'x') + "," + Quoted(1, 'y') + "]",
                   R"(["y", )" + Quoted(17, 'x') + R"(, "y"])"},
        DecodeCase{"ThirtyTwo", "[0, 1, 0]", "[" + Quoted(32, 'x') + "," + Quoted(2, 'y') + "]",
                   "[" + Quoted(32, 'x') + R"(, "yy", )" + Quoted(32, 'x') + "]"},
        DecodeCase{"ThirtyThree", "[0, 1, 0]", "[" + Quoted(33, 'x') + "," + Quoted(2, 'y') + "]",
                   "[" + Quoted(33, 'x') + R"(, "yy", )" + Quoted(33, 'x') + "]"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(DecodeDictionaryTest, RefusesPlacesOutsideOfTheDictionary) {
  for (const char* places : {"[0, 2]", "[-1]", "[null, 2]"}) {
    auto column = Encoded(places, R"(["a", "b"])");
    EXPECT_TRUE(DecodeDictionary(*column, arrow::utf8()).status().IsInvalid()) << places;
    EXPECT_TRUE(RowsWithin(*column, 100).status().IsInvalid()) << places;
  }
  EXPECT_TRUE(DecodeDictionary(*Encoded("[0]", "[]"), arrow::utf8()).status().IsInvalid());
}

TEST(DecodeDictionaryTest, RefusesMoreThanAnArrayCanHold) {
  arrow::Int32Builder places;
  for (int i = 0; i < 2200; ++i) ASSERT_TRUE(places.Append(0).ok());
  arrow::StringBuilder values;
  ASSERT_TRUE(values.Append(std::string(1'000'000, 'x')).ok());
  arrow::DictionaryArray column(arrow::dictionary(arrow::int32(), arrow::utf8()), *places.Finish(),
                                *values.Finish());
  EXPECT_TRUE(DecodeDictionary(column, arrow::utf8()).status().IsCapacityError());
  HUDI_ASSERT_OK_AND_ASSIGN(int64_t rows, RowsWithin(column, 2'147'483'647));
  EXPECT_EQ(rows, 2147);
}

TEST(RowsWithinTest, CountsRowsThatFitAndAtLeastOne) {
  auto column = Encoded("[0, 1, null, 1, 0]", R"(["aaaa", "b"])");
  for (const auto& [bytes, rows] : std::vector<std::pair<int64_t, int64_t>>{
           {100, 5}, {10, 5}, {9, 4}, {6, 4}, {5, 3}, {4, 1}, {3, 1}, {0, 1}}) {
    HUDI_ASSERT_OK_AND_ASSIGN(int64_t got, RowsWithin(*column, bytes));
    EXPECT_EQ(got, rows) << bytes;
  }
  HUDI_ASSERT_OK_AND_ASSIGN(int64_t none, RowsWithin(*Encoded("[]", "[]"), 0));
  EXPECT_EQ(none, 0);
}

// -- whole files

constexpr int64_t kRows = 70'000;

// Row i of a column with `distinct` values, each 8th null if asked for.
std::shared_ptr<arrow::Array> Texts(int64_t distinct, bool nulls) {
  arrow::StringBuilder builder;
  for (int64_t i = 0; i < kRows; ++i) {
    const arrow::Status status = nulls && i % 8 == 3
                                     ? builder.AppendNull()
                                     : builder.Append("value " + std::to_string(i % distinct));
    EXPECT_TRUE(status.ok());
  }
  return *builder.Finish();
}

std::shared_ptr<arrow::Table> Sample() {
  return arrow::Table::Make(
      arrow::schema({arrow::field("few", arrow::utf8()), arrow::field("one", arrow::utf8(), false),
                     arrow::field("gaps", arrow::utf8()), arrow::field("many", arrow::utf8()),
                     arrow::field("bytes", arrow::binary())}),
      {Texts(100, false), Texts(1, false), Texts(100, true), Texts(kRows, false),
       *Texts(7, true)->View(arrow::binary())});
}

std::shared_ptr<arrow::Buffer> Write(const arrow::Table& rows, bool dictionary) {
  auto output = *arrow::io::BufferOutputStream::Create();
  parquet::WriterProperties::Builder properties;
  properties.dictionary_pagesize_limit(64 * 1024)->data_pagesize(16 * 1024)->encoding(
      parquet::Encoding::PLAIN);
  if (!dictionary) properties.disable_dictionary();
  EXPECT_TRUE(parquet::arrow::WriteTable(rows, arrow::default_memory_pool(), output,
                                         /*chunk_size=*/30'000, properties.build())
                  .ok());
  return *output->Finish();
}

TEST(IsDictionaryEncodedTest, IsTrueOnlyIfEveryPageIs) {
  auto bytes = Write(*Sample(), true);
  auto metadata = parquet::ParquetFileReader::Open(std::make_shared<arrow::io::BufferReader>(bytes))
                      ->metadata();
  ASSERT_EQ(metadata->num_row_groups(), 3);
  EXPECT_TRUE(IsDictionaryEncoded(*metadata, {0, 1, 2}, 0));
  EXPECT_TRUE(IsDictionaryEncoded(*metadata, {1}, 2));
  // Its dictionary grew too large on the way.
  EXPECT_FALSE(IsDictionaryEncoded(*metadata, {0, 1, 2}, 3));
  metadata = parquet::ParquetFileReader::Open(
                 std::make_shared<arrow::io::BufferReader>(Write(*Sample(), false)))
                 ->metadata();
  EXPECT_FALSE(IsDictionaryEncoded(*metadata, {0}, 0));
}

TEST(DictionaryColumnsTest, ReadTheSameFromEveryEncodingAndInBatchesOfAnySize) {
  auto rows = Sample();
  for (bool dictionary : {true, false}) {
    HUDI_ASSERT_OK_AND_ASSIGN(
        auto reader, BaseFileReader::Open(
                         std::make_shared<arrow::io::BufferReader>(Write(*rows, dictionary)), "f"));
    for (int64_t batch_rows : {1000, 16 * 1024, 20'000, 64 * 1024, 1'000'000}) {
      ScanOptions options;
      options.columns = rows->schema()->field_names();
      options.batch_rows = batch_rows;
      HUDI_ASSERT_OK_AND_ASSIGN(auto stream, reader->Scan(options));
      HUDI_ASSERT_OK_AND_ASSIGN(auto got, stream->ToTable());
      HUDI_ASSERT_OK(got->ValidateFull());
      EXPECT_TRUE(got->Equals(*rows)) << dictionary << " " << batch_rows;
    }
    ScanOptions some;
    some.columns = {"gaps", "few"};
    some.row_groups = {2, 0};
    HUDI_ASSERT_OK_AND_ASSIGN(auto stream, reader->Scan(some));
    HUDI_ASSERT_OK_AND_ASSIGN(auto got, stream->ToTable());
    HUDI_ASSERT_OK_AND_ASSIGN(auto gaps_and_few, rows->SelectColumns({2, 0}));
    HUDI_ASSERT_OK_AND_ASSIGN(
        auto want,
        arrow::ConcatenateTables({gaps_and_few->Slice(60'000), gaps_and_few->Slice(0, 30'000)}));
    EXPECT_TRUE(got->Equals(*want));
  }
}

}  // namespace
}  // namespace hudi
