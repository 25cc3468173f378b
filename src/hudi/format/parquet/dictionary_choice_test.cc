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
                                const std::vector<std::shared_ptr<arrow::Array>>& columns) {
  auto batch = arrow::RecordBatch::Make(arrow::schema(fields), columns[0]->length(), columns);
  // In two pieces, of which the second one has an offset.
  return ColumnsWithoutDictionary(
      {batch->Slice(0, columns[0]->length() / 3), batch->Slice(columns[0]->length() / 3)});
}

TEST(DictionaryChoiceTest, DistinctValuesGetNone) {
  EXPECT_EQ(Choose({arrow::field("key", arrow::utf8()), arrow::field("few", arrow::utf8()),
                    arrow::field("n", arrow::int64()), arrow::field("m", arrow::int64())},
                   {Texts(kRows), Texts(20), Numbers(kRows), Numbers(300)}),
            (std::vector<std::string>{"key", "n"}));
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
  EXPECT_TRUE(ColumnsWithoutDictionary({}).empty());
}

}  // namespace
}  // namespace hudi
