// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/nested_column.h"

#include "hudi/base/testing.h"

namespace hudi {
namespace {

using ::testing::HasSubstr;

std::shared_ptr<arrow::Schema> NestedSchema() {
  return arrow::schema(
      {arrow::field("id", arrow::utf8()),
       arrow::field("st", arrow::struct_({arrow::field("k", arrow::utf8()),
                                          arrow::field("order", arrow::int64())}))});
}

TEST(FindColumnTest, FollowsDots) {
  HUDI_ASSERT_OK_AND_ASSIGN(ColumnPath path, FindColumn(*NestedSchema(), "st.order", "field"));
  EXPECT_THAT(path.indices, testing::ElementsAre(1, 1));
  EXPECT_EQ(path.type->id(), arrow::Type::INT64);
}

TEST(FindColumnTest, NamesTheNearestOne) {
  arrow::Result<ColumnPath> missing = FindColumn(*NestedSchema(), "st.ordr", "ordering field");
  EXPECT_THAT(missing, FailsWith(ErrorCode::kNotFound, "st.ordr"));
  EXPECT_THAT(missing.status().message(), HasSubstr("did you mean 'order'?"));
  EXPECT_THAT(FindColumn(*NestedSchema(), "id.x", "field"),
              FailsWith(ErrorCode::kNotFound, "id.x"));
}

TEST(ColumnAtTest, HasNullWhereTheStructIsNull) {
  arrow::StringBuilder ids;
  ASSERT_TRUE(ids.AppendValues({"1", "2"}).ok());
  arrow::StringBuilder keys;
  ASSERT_TRUE(keys.AppendValues({"a", "hidden"}).ok());
  arrow::Int64Builder orders;
  ASSERT_TRUE(orders.AppendValues({1, 2}).ok());
  arrow::TypedBufferBuilder<bool> validity;
  ASSERT_TRUE(validity.Append(true).ok());
  ASSERT_TRUE(validity.Append(false).ok());
  const auto schema = NestedSchema();
  const auto structs = std::make_shared<arrow::StructArray>(
      schema->field(1)->type(), 2, arrow::ArrayVector{*keys.Finish(), *orders.Finish()},
      *validity.Finish(), 1);
  const auto batch = arrow::RecordBatch::Make(schema, 2, {*ids.Finish(), structs});
  HUDI_ASSERT_OK_AND_ASSIGN(ColumnPath path, FindColumn(*schema, "st.k", "field"));
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Array> column, ColumnAt(*batch, path));
  const auto& texts = static_cast<const arrow::StringArray&>(*column);
  EXPECT_EQ(texts.GetView(0), "a");
  EXPECT_TRUE(texts.IsNull(1));
}

}  // namespace
}  // namespace hudi
