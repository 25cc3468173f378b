// SPDX-License-Identifier: Apache-2.0
// Records of which some fields are decoded; row_reader_test.cc has those of all.
#include "hudi/format/avro/column_decoder.h"

#include <algorithm>
#include <string>
#include <vector>

#include <arrow/array.h>
#include <arrow/io/file.h>
#include <gmock/gmock.h>

#include "hudi/base/testing.h"
#include "hudi/format/avro/container.h"

namespace hudi::avro {
namespace {

using ::testing::HasSubstr;

arrow::Result<std::shared_ptr<arrow::RecordBatch>> Decode(const SchemaPtr& schema,
                                                          std::string_view bytes,
                                                          const std::vector<std::string>& fields) {
  ARROW_ASSIGN_OR_RAISE(
      std::unique_ptr<ColumnDecoder> decoder,
      ColumnDecoder::Make(schema, arrow::default_memory_pool(), [&](std::string_view field) {
        return std::find(fields.begin(), fields.end(), field) != fields.end();
      }));
  ByteCursor cursor(bytes);
  while (!cursor.at_end()) ARROW_RETURN_NOT_OK(decoder->Append(&cursor, {"f"}));
  ARROW_ASSIGN_OR_RAISE(auto batch, decoder->Finish());
  ARROW_RETURN_NOT_OK(batch->ValidateFull());
  return batch;
}

// Every type once is the one that is read, and in all other rounds one that is passed over.
TEST(SomeColumnsTest, AreWhatTheyAreAmongAllColumns) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto file, arrow::io::ReadableFile::Open(HUDI_AVRO_FIXTURES "/all_types_null.avro"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto reader, ContainerReader::Open(file, "all_types_null.avro"));
  HUDI_ASSERT_OK_AND_ASSIGN(std::optional<ContainerBlock> block, reader->Next());
  ASSERT_TRUE(block.has_value());
  const SchemaPtr& schema = reader->schema();
  HUDI_ASSERT_OK_AND_ASSIGN(auto decoder,
                            ColumnDecoder::Make(schema, arrow::default_memory_pool()));
  ByteCursor cursor{std::string_view(*block->data)};
  while (!cursor.at_end()) HUDI_ASSERT_OK(decoder->Append(&cursor, {"f"}));
  HUDI_ASSERT_OK_AND_ASSIGN(auto all, decoder->Finish());
  ASSERT_GT(all->num_columns(), 10);
  for (const auto& field : all->schema()->fields()) {
    HUDI_ASSERT_OK_AND_ASSIGN(auto some,
                              Decode(schema, std::string_view(*block->data), {field->name()}));
    ASSERT_EQ(some->num_columns(), 1);
    EXPECT_TRUE(some->schema()->field(0)->Equals(*field));
    EXPECT_TRUE(some->column(0)->Equals(all->GetColumnByName(field->name()))) << field->name();
  }
  const std::string first = all->schema()->field(0)->name();
  const std::string last = all->schema()->fields().back()->name();
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto both, Decode(schema, std::string_view(*block->data), {last, first, "not there"}));
  EXPECT_EQ(both->schema()->field_names(), (std::vector<std::string>{first, last}));
  HUDI_ASSERT_OK_AND_ASSIGN(auto none, Decode(schema, std::string_view(*block->data), {}));
  EXPECT_EQ(none->num_columns(), 0);
  EXPECT_EQ(none->num_rows(), all->num_rows());
}

// The first field is read, the other one is not.
struct PassedOverCase {
  const char* label;
  const char* type;   ///< of the other field
  std::string bytes;  ///< its value
  bool is_error;
};
class PassedOverTest : public testing::TestWithParam<PassedOverCase> {};
TEST_P(PassedOverTest, OnlyItsEndMatters) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      SchemaPtr schema,
      Schema::Parse(
          std::string(R"({"type":"record","name":"r","fields":[{"name":"a","type":"int"},)"
                      R"({"name":"b","type":)") +
          GetParam().type + "}]}"));
  auto batch = Decode(schema, "\x02" + GetParam().bytes, {"a"});
  if (!GetParam().is_error) {
    ASSERT_TRUE(batch.ok()) << batch.status();
    EXPECT_EQ((*batch)->num_rows(), 1);
    return;
  }
  EXPECT_THAT(batch, FailsWith(ErrorCode::kCorruptFile, "f"));
  EXPECT_THAT(batch.status().message(), HasSubstr("field 'b': "));
}
INSTANTIATE_TEST_SUITE_P(
    Values, PassedOverTest,
    testing::Values(
        PassedOverCase{"TextThatIsNoUtf8", R"("string")", "\x02\xFF", false},
        PassedOverCase{"ABooleanOf7", R"("boolean")", "\x07", false},
        PassedOverCase{"AUnionThatHasNoColumnForm", R"(["null","int","string"])", "\x04\x02x",
                       false},
        PassedOverCase{"ItemsOfSeveralTypes", R"({"type":"array","items":["int","string"]})",
                       std::string("\x04\x00\x02\x02\x02x\x00", 7), false},
        PassedOverCase{"AMap", R"({"type":"map","values":"float"})",
                       std::string("\x02\x02k\x00\x00\x00\x00\x00", 8), false},
        PassedOverCase{"TextThatIsCutOff", R"("string")", "\x06x", true},
        PassedOverCase{"ALengthBelow0", R"("bytes")", "\x01", true},
        PassedOverCase{"ANumberThatNeverEnds", R"("long")",
                       "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", true},
        PassedOverCase{"ABranchThatIsNotThere", R"(["null","int"])", "\x04", true},
        PassedOverCase{"MoreItemsThanBytes", R"({"type":"array","items":"int"})", "\x7E\x02", true},
        PassedOverCase{"NoEndOfTheItems", R"({"type":"array","items":"int"})", "\x02\x02", true},
        PassedOverCase{"AFixedThatIsCutOff", R"({"type":"fixed","name":"f","size":3})", "xx",
                       true}),
    [](const auto& info) { return std::string(info.param.label); });

}  // namespace
}  // namespace hudi::avro
