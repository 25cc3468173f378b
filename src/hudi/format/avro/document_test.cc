// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/avro/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/format/avro/binary.h"
#include "hudi/format/avro/container.h"

namespace hudi::avro {
namespace {

std::string Encoded(const std::string& schema, const Document& document) {
  std::string out;
  EXPECT_TRUE(EncodeDocument(*Schema::Parse(schema).ValueOrDie(), document, &out).ok());
  return out;
}

// The examples of the Avro specification.
TEST(EncodeDocumentTest, FollowsTheSpecification) {
  EXPECT_EQ(Encoded(R"("long")", 0), std::string("\x00", 1));
  EXPECT_EQ(Encoded(R"("long")", -1), "\x01");
  EXPECT_EQ(Encoded(R"("long")", 1), "\x02");
  EXPECT_EQ(Encoded(R"("int")", -64), "\x7f");
  EXPECT_EQ(Encoded(R"("int")", 64), "\x80\x01");
  EXPECT_EQ(Encoded(R"("string")", "foo"), "\x06\x66\x6f\x6f");
  EXPECT_EQ(Encoded(R"({"type":"array","items":"long"})", {3, 27}),
            std::string("\x04\x06\x36\x00", 4));
  EXPECT_EQ(Encoded(R"(["null","string"])", nullptr), std::string("\x00", 1));
  EXPECT_EQ(Encoded(R"(["null","string"])", "a"), "\x02\x02\x61");
  EXPECT_EQ(
      Encoded(
          R"({"type":"record","name":"test","fields":[{"name":"a","type":"long"},{"name":"b","type":"string"}]})",
          {{"a", 27}, {"b", "foo"}}),
      "\x36\x06\x66\x6f\x6f");
}

TEST(EncodeDocumentTest, FillsDefaults) {
  const char* schema =
      R"({"type":"record","name":"r","fields":[{"name":"a","type":["int","null"],"default":7},{"name":"b","type":["null","int"]}]})";
  EXPECT_EQ(Encoded(schema, Document::object()), std::string("\x00\x0E\x00", 3));
}

struct MisfitCase {
  const char* label;
  const char* schema;
  Document document;
  const char* subject;
};
class EncodeMisfitTest : public testing::TestWithParam<MisfitCase> {};

TEST_P(EncodeMisfitTest, NamesTheField) {
  std::string out;
  EXPECT_THAT(
      EncodeDocument(*Schema::Parse(GetParam().schema).ValueOrDie(), GetParam().document, &out),
      FailsWith(ErrorCode::kInvalidArgument, std::string(GetParam().subject)));
}

constexpr const char* kRecord =
    R"({"type":"record","name":"r","fields":[{"name":"a","type":"int"},{"name":"m","type":{"type":"map","values":"string"},"default":{}}]})";

INSTANTIATE_TEST_SUITE_P(
    Values, EncodeMisfitTest,
    testing::Values(MisfitCase{"Missing", kRecord, Document::object(), "a"},
                    MisfitCase{"Text", kRecord, {{"a", "x"}}, "a"},
                    MisfitCase{"TooWide", kRecord, {{"a", 1LL << 31}}, "a"},
                    MisfitCase{"UnknownField", kRecord, {{"a", 1}, {"z", 1}}, "z"},
                    MisfitCase{"MapValue", kRecord, {{"a", 1}, {"m", {{"k", 1}}}}, "m[k]"},
                    MisfitCase{"Unsigned", R"("long")", UINT64_MAX, ""},
                    MisfitCase{"Union", R"(["null","int"])", "x", ""},
                    MisfitCase{"Fixed", R"({"type":"fixed","name":"f","size":2})", "abc", ""},
                    MisfitCase{"Enum", R"({"type":"enum","name":"e","symbols":["X"]})", "Y", ""}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(DecodeDocumentTest, RefusesBytesThatAreLeftOrMissing) {
  SchemaPtr schema = Schema::Parse(R"("long")").ValueOrDie();
  arrow::Status status = DecodeDocument(*schema, "\x02\x02", "f", 100).status();
  EXPECT_THAT(status, FailsWith(ErrorCode::kCorruptFile, std::string("f")));
  EXPECT_THAT(status.message(), testing::HasSubstr("at byte 101"));
  EXPECT_THAT(DecodeDocument(*schema, "\x80", "f"), FailsWith(ErrorCode::kCorruptFile));
  EXPECT_THAT(DecodeDocument(*schema, "", "f"), FailsWith(ErrorCode::kCorruptFile));
}

TEST(DecodeDocumentTest, RefusesCountsThatCannotBe) {
  SchemaPtr schema = Schema::Parse(R"({"type":"array","items":"null"})").ValueOrDie();
  std::string bytes;
  AppendLong(int64_t{1} << 60, &bytes);
  EXPECT_THAT(DecodeDocument(*schema, bytes, "f"), FailsWith(ErrorCode::kCorruptFile));
  bytes.clear();
  AppendLong(INT64_MIN, &bytes);
  AppendLong(0, &bytes);
  EXPECT_THAT(DecodeDocument(*schema, bytes, "f"), FailsWith(ErrorCode::kCorruptFile));
}

TEST(ContainerTest, ReadsWhatItWrote) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::string body, WriteContainerDocument(R"("string")", "hello"));
  EXPECT_EQ(body.substr(0, 4), kContainerMagic);
  EXPECT_EQ(body.find("avro.codec"), std::string::npos);
  HUDI_ASSERT_OK_AND_ASSIGN(auto documents, ReadContainerDocuments(body, "f"));
  ASSERT_EQ(documents.size(), 1u);
  EXPECT_EQ(documents[0], "hello");
  HUDI_ASSERT_OK_AND_ASSIGN(documents, ReadContainerDocuments(WriteContainer(R"("int")", {}), "f"));
  EXPECT_TRUE(documents.empty());
}

TEST(ContainerTest, NamesTheByteOfDamage) {
  std::string body = WriteContainer(R"("string")", {"\x0Ahello"});
  std::string broken = body;
  broken[broken.size() - 1] ^= 1;
  arrow::Status status = ReadContainerDocuments(broken, "f").status();
  EXPECT_THAT(status, FailsWith(ErrorCode::kCorruptFile, std::string("f")));
  // The marker is the file's last 16 bytes.
  EXPECT_THAT(status.message(),
              testing::HasSubstr("at byte " + std::to_string(body.size() - 16) + ":"));
  broken = body;
  broken[body.size() - 22] = '\x0C';  // the text's length
  status = ReadContainerDocuments(broken, "f").status();
  EXPECT_THAT(status.message(),
              testing::HasSubstr("at byte " + std::to_string(body.size() - 22) + ":"));
  EXPECT_THAT(ReadContainerDocuments("PAR1", "f"), FailsWith(ErrorCode::kCorruptFile));
  EXPECT_THAT(ReadContainerDocuments("", "f"), FailsWith(ErrorCode::kCorruptFile));
}

}  // namespace
}  // namespace hudi::avro
