// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/virtual_keys.h"

#include <arrow/json/from_string.h>

#include "hudi/base/testing.h"
#include "hudi/schema/ddl.h"

namespace hudi {
namespace {

using ::testing::ElementsAre;

std::shared_ptr<arrow::RecordBatch> Rows(const char* ddl, const char* rows) {
  const std::shared_ptr<arrow::Schema> schema = *ParseDdl(ddl);
  return *arrow::RecordBatch::FromStructArray(
      *arrow::json::ArrayFromJSONString(arrow::struct_(schema->fields()), rows));
}

arrow::Result<std::vector<std::string>> Keys(const KeyOptions& options,
                                             const arrow::RecordBatch& rows) {
  ARROW_ASSIGN_OR_RAISE(auto keys, VirtualKeys::Make(options));
  ARROW_ASSIGN_OR_RAISE(auto array, keys->Of(rows));
  std::vector<std::string> texts;
  for (int64_t i = 0; i < array->length(); ++i) texts.emplace_back(array->GetView(i));
  return texts;
}

TEST(VirtualKeysTest, MakesTheTextsOfTheKeyGenerators) {
  const auto rows = Rows("a int, b string, c struct<d:string>, t timestamp",
                         R"([[1,"x",["in"],"2024-02-29 00:00:00"],[-2,null,["out"],null]])");
  KeyOptions options;
  options.key_fields = {"a"};
  HUDI_ASSERT_OK_AND_ASSIGN(auto keys, Keys(options, *rows));
  EXPECT_THAT(keys, ElementsAre("1", "-2"));
  options.key_fields = {"c.d"};
  HUDI_ASSERT_OK_AND_ASSIGN(keys, Keys(options, *rows));
  EXPECT_THAT(keys, ElementsAre("in", "out"));
  options.key_fields = {"a", "b"};
  options.generator = KeyGeneratorType::kComplex;
  HUDI_ASSERT_OK_AND_ASSIGN(keys, Keys(options, *rows));
  EXPECT_THAT(keys, ElementsAre("a:1,b:x", "a:-2,b:__null__"));
  options.key_fields = {"a"};
  options.complex_single_field_prefix = true;
  HUDI_ASSERT_OK_AND_ASSIGN(keys, Keys(options, *rows));
  EXPECT_THAT(keys, ElementsAre("a:1", "a:-2"));
  options.key_fields = {"a", "t"};
  HUDI_ASSERT_OK_AND_ASSIGN(keys, Keys(options, *rows));
  EXPECT_THAT(keys, ElementsAre("a:1,t:1709164800000000", "a:-2,t:__null__"));
}

TEST(VirtualKeysTest, RefusesRowsAndTablesWithoutKeys) {
  KeyOptions options;
  EXPECT_THAT(VirtualKeys::Make(options),
              FailsWith(ErrorCode::kUnsupported, "hoodie.populate.meta.fields"));
  options.key_fields = {"a"};
  EXPECT_THAT(Keys(options, *Rows("a int", "[[null]]")), FailsWith(ErrorCode::kInvalidRow, "a"));
  EXPECT_THAT(Keys(options, *Rows("b int", "[[1]]")), FailsWith(ErrorCode::kNotFound, "a"));
}

}  // namespace
}  // namespace hudi
