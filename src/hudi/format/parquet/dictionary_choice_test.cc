// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/dictionary_choice.h"

#include <gtest/gtest.h>

#include <arrow/api.h>

namespace hudi {
namespace {

constexpr int kRows = 4096;

std::shared_ptr<arrow::Array> Numbers(int distinct) {
  arrow::Int64Builder builder;
  for (int i = 0; i < kRows; ++i) EXPECT_TRUE(builder.Append(i % distinct * 7919L).ok());
  return *builder.Finish();
}

std::shared_ptr<arrow::Array> Texts(int distinct) {
  arrow::StringBuilder builder;
  for (int i = 0; i < kRows; ++i) {
    EXPECT_TRUE(builder.Append("text " + std::to_string(i % distinct)).ok());
  }
  return *builder.Finish();
}

std::vector<std::string> Choose(const arrow::FieldVector& fields,
                                const std::vector<std::shared_ptr<arrow::Array>>& columns,
                                bool compressed = true) {
  auto batch = arrow::RecordBatch::Make(arrow::schema(fields), columns[0]->length(), columns);
  // In two pieces, of which the second one has an offset.
  return ColumnsWithoutDictionary(
      {batch->Slice(0, columns[0]->length() / 3), batch->Slice(columns[0]->length() / 3)},
      compressed);
}

TEST(DictionaryChoiceTest, DistinctValuesGetNone) {
  EXPECT_EQ(Choose({arrow::field("key", arrow::utf8()), arrow::field("few", arrow::utf8()),
                    arrow::field("n", arrow::int64()), arrow::field("m", arrow::int64())},
                   {Texts(kRows), Texts(20), Numbers(kRows), Numbers(300)}),
            (std::vector<std::string>{"key", "n"}));
}

// Each number in `rows_of_each` rows.
std::shared_ptr<arrow::Array> Ascending(int rows_of_each, bool last_descends = false) {
  arrow::Int64Builder builder;
  for (int i = 0; i < kRows; ++i) {
    const bool descends = last_descends && i + 1 == kRows;
    EXPECT_TRUE(builder.Append(descends ? 0 : 1000000007L * (i / rows_of_each)).ok());
  }
  return *builder.Finish();
}

TEST(DictionaryChoiceTest, AscendingNumbersOfFewRowsEachGetNoneWhereTheyAreCompressed) {
  const arrow::FieldVector fields{
      arrow::field("four", arrow::int64()), arrow::field("fifteen", arrow::int64()),
      arrow::field("hundred", arrow::int64()), arrow::field("descends", arrow::int64())};
  const std::vector<std::shared_ptr<arrow::Array>> columns{Ascending(4), Ascending(15),
                                                           Ascending(100), Ascending(4, true)};
  EXPECT_EQ(Choose(fields, columns), (std::vector<std::string>{"four", "fifteen"}));
  EXPECT_TRUE(Choose(fields, columns, /*compressed=*/false).empty());
}

TEST(DictionaryChoiceTest, LooksIntoStructsAndLeavesListsAlone) {
  auto inner = *arrow::StructArray::Make(
      {Numbers(kRows), Texts(3)},
      arrow::FieldVector{arrow::field("n", arrow::int64()), arrow::field("t", arrow::utf8())});
  arrow::Int32Builder offsets;
  for (int i = 0; i <= kRows; ++i) ASSERT_TRUE(offsets.Append(i).ok());
  auto list = *arrow::ListArray::FromArrays(**offsets.Finish(), *Numbers(kRows));
  EXPECT_EQ(
      Choose({arrow::field("s", inner->type()), arrow::field("l", list->type())}, {inner, list}),
      (std::vector<std::string>{"s.n"}));
}

TEST(DictionaryChoiceTest, NullsAndBooleansAndFewRowsSayNothing) {
  auto nulls = *arrow::MakeArrayOfNull(arrow::int64(), kRows);
  arrow::BooleanBuilder flags;
  for (int i = 0; i < kRows; ++i) ASSERT_TRUE(flags.Append(i % 2 == 0).ok());
  EXPECT_TRUE(Choose({arrow::field("n", arrow::int64()), arrow::field("b", arrow::boolean())},
                     {nulls, *flags.Finish()})
                  .empty());
  EXPECT_TRUE(Choose({arrow::field("n", arrow::int64())}, {Numbers(kRows)->Slice(0, 30)}).empty());
  EXPECT_TRUE(ColumnsWithoutDictionary({}, true).empty());
}

}  // namespace
}  // namespace hudi
