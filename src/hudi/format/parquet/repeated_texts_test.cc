// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/repeated_texts.h"

#include <string>
#include <vector>

#include <arrow/builder.h>
#include <arrow/io/memory.h>
#include <arrow/table.h>
#include <gtest/gtest.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>

#include "hudi/base/testing.h"
#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/format/parquet/base_file_writer.h"

namespace hudi {
namespace {

using ArrayPtr = std::shared_ptr<arrow::Array>;
using BatchPtr = std::shared_ptr<arrow::RecordBatch>;

ArrayPtr Texts(const std::vector<std::string>& values) {
  arrow::StringBuilder builder;
  EXPECT_TRUE(builder.AppendValues(values).ok());
  return *builder.Finish();
}

ArrayPtr Places(const std::vector<int32_t>& places, const std::vector<std::string>& values) {
  arrow::Int32Builder builder;
  EXPECT_TRUE(builder.AppendValues(places).ok());
  return *arrow::DictionaryArray::FromArrays(*builder.Finish(), Texts(values));
}

std::shared_ptr<arrow::Schema> OneText() {
  return arrow::schema({arrow::field("t", arrow::utf8())});
}

// As callers do: the field says text, whatever the array is.
BatchPtr Batch(const ArrayPtr& array) {
  return arrow::RecordBatch::Make(OneText(), array->length(), {array});
}

class RepeatedTextsTest : public testing::Test {
 protected:
  ArrayPtr ForWriting(const ArrayPtr& array) {
    auto got = texts_.ForWriting(*Batch(array));
    EXPECT_TRUE(got.ok()) << got.status();
    return (*got)->column(0);
  }
  bool BecomesDictionary(const ArrayPtr& array) {
    return ForWriting(array)->type_id() == arrow::Type::DICTIONARY;
  }
  RepeatedTexts texts_{*OneText(), {true}};
};

TEST_F(RepeatedTextsTest, OneValueBecomesAPlaceInADictionary) {
  ArrayPtr got = ForWriting(Texts({"a", "a", "a"}));
  ASSERT_EQ(got->type_id(), arrow::Type::DICTIONARY);
  const auto& places = static_cast<const arrow::DictionaryArray&>(*got);
  EXPECT_TRUE(places.dictionary()->Equals(Texts({"a"})));
  for (int64_t i = 0; i < 3; ++i) EXPECT_EQ(places.GetValueIndex(i), 0);
}

TEST_F(RepeatedTextsTest, OtherValuesStayTexts) {
  EXPECT_FALSE(BecomesDictionary(Texts({"a", "b"})));
  texts_.BeginRowGroup();
  EXPECT_FALSE(BecomesDictionary(Texts({"a", "a", "b"})));
  texts_.BeginRowGroup();
  EXPECT_FALSE(BecomesDictionary(Texts({"ab", "ab", "a", "bab"})));  // the same bytes shifted
  texts_.BeginRowGroup();
  EXPECT_FALSE(BecomesDictionary(*arrow::MakeArrayOfNull(arrow::utf8(), 3)));
  texts_.BeginRowGroup();
  EXPECT_TRUE(BecomesDictionary(Texts({"", ""})));
  texts_.BeginRowGroup();
  EXPECT_TRUE(BecomesDictionary(Texts({"b", "a", "a"})->Slice(1)));
}

TEST_F(RepeatedTextsTest, ARowGroupKeepsTheDictionaryItBeganWith) {
  EXPECT_TRUE(BecomesDictionary(Texts({"a", "a"})));
  EXPECT_FALSE(BecomesDictionary(Texts({"b", "b"})));
  EXPECT_FALSE(BecomesDictionary(Texts({"a", "b"})));
  EXPECT_TRUE(BecomesDictionary(Texts({"a", "a"})));
  texts_.BeginRowGroup();
  EXPECT_TRUE(BecomesDictionary(Texts({"b", "b"})));
}

TEST_F(RepeatedTextsTest, ARowGroupThatBeganWithTextsHasOnlyTexts) {
  EXPECT_FALSE(BecomesDictionary(Texts({"a", "b"})));
  EXPECT_FALSE(BecomesDictionary(Texts({"a", "a"})));
  EXPECT_TRUE(ForWriting(Places({1, 0}, {"a", "b"}))->Equals(Texts({"b", "a"})));
}

TEST_F(RepeatedTextsTest, PlacesInAnotherDictionaryBecomeTexts) {
  EXPECT_TRUE(BecomesDictionary(Places({0, 1}, {"a", "b"})));
  EXPECT_TRUE(BecomesDictionary(Places({1}, {"a", "b"})));
  EXPECT_TRUE(ForWriting(Places({0, 1}, {"b", "a"}))->Equals(Texts({"b", "a"})));
}

TEST_F(RepeatedTextsTest, AColumnWithoutDictionaryHasOnlyTexts) {
  RepeatedTexts texts(*OneText(), {false});
  auto got = texts.ForWriting(*Batch(Places({0, 0}, {"a"})));
  ASSERT_TRUE(got.ok());
  EXPECT_TRUE((*got)->column(0)->Equals(Texts({"a", "a"})));
  EXPECT_TRUE((*texts.ForWriting(*Batch(Texts({"a", "a"}))))->column(0)->Equals(Texts({"a", "a"})));
}

// Batches of every kind, over several row groups, are read back as plain texts.
TEST(RepeatedTextsFileTest, AreReadBackAsTexts) {
  const std::vector<BatchPtr> batches = {
      Batch(Places({0, 1, 0}, {"x", "y"})), Batch(Texts({"x", "x"})), Batch(Texts({"z", "x"})),
      Batch(Places({0, 0}, {"z"})),         Batch(Texts({"q", "q"})), Batch(Texts({"q", "r"}))};
  const std::vector<std::string> expected = {"x", "y", "x", "x", "x", "z", "x",
                                             "z", "z", "q", "q", "q", "r"};
  for (bool dictionary : {true, false}) {
    for (int64_t group_rows : {int64_t{1}, int64_t{2}, int64_t{5}, int64_t{100}}) {
      HUDI_ASSERT_OK_AND_ASSIGN(auto output, arrow::io::BufferOutputStream::Create());
      ParquetWriteOptions options;
      options.row_group_rows = group_rows;
      options.dictionary = dictionary;
      HUDI_ASSERT_OK_AND_ASSIGN(auto writer, BaseFileWriter::Open(output, OneText(), options));
      for (const BatchPtr& batch : batches) ASSERT_TRUE(writer->Write(*batch).ok());
      ASSERT_TRUE(writer->Close({}).ok());
      HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Buffer> bytes, output->Finish());
      auto file = std::make_shared<arrow::io::BufferReader>(bytes);
      HUDI_ASSERT_OK_AND_ASSIGN(auto reader, BaseFileReader::Open(file, "f.parquet"));
      EXPECT_TRUE(reader->schema()->Equals(*OneText()));
      EXPECT_EQ(reader->footer().count("ARROW:schema"), 0u);
      ScanOptions scan;
      scan.columns = {"t"};
      HUDI_ASSERT_OK_AND_ASSIGN(auto rows, reader->Scan(scan));
      HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Table> table, rows->ToTable());
      HUDI_ASSERT_OK_AND_ASSIGN(table, table->CombineChunks());
      EXPECT_TRUE(table->column(0)->chunk(0)->Equals(Texts(expected)));
    }
  }
}

TEST(RepeatedTextsFileTest, StatisticsAreThoseOfTheValues) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto output, arrow::io::BufferOutputStream::Create());
  HUDI_ASSERT_OK_AND_ASSIGN(auto writer, BaseFileWriter::Open(output, OneText(), {}));
  ASSERT_TRUE(writer->Write(*Batch(Places({2, 1, 2}, {"a", "m", "z"}))).ok());
  ASSERT_TRUE(writer->Write(*Batch(Texts({"k", "k"}))).ok());
  ASSERT_TRUE(writer->Close({}).ok());
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Buffer> bytes, output->Finish());
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto reader, BaseFileReader::Open(std::make_shared<arrow::io::BufferReader>(bytes), "f"));
  HUDI_ASSERT_OK_AND_ASSIGN(std::optional<ColumnStatistics> statistics, reader->Statistics(0, "t"));
  ASSERT_TRUE(statistics.has_value());
  EXPECT_EQ(statistics->min->ToString(), "k");  // "a" is in no row
  EXPECT_EQ(statistics->max->ToString(), "z");
  EXPECT_EQ(statistics->null_count, 0);
}

}  // namespace
}  // namespace hudi
