// SPDX-License-Identifier: Apache-2.0
#include "hudi/config/properties.h"

#include <gtest/gtest.h>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

using testing::Pair;
using testing::UnorderedElementsAre;

struct ParseCase {
  const char* label;
  std::string text;
  ConfigMap want;
};
class ParsePropertiesTest : public testing::TestWithParam<ParseCase> {};

TEST_P(ParsePropertiesTest, GivesEntries) {
  HUDI_ASSERT_OK_AND_ASSIGN(const ConfigMap got, ParseProperties(GetParam().text, "f"));
  EXPECT_EQ(got, GetParam().want);
}

// Expected values follow the rules of java.util.Properties.load.
INSTANTIATE_TEST_SUITE_P(
    Texts, ParsePropertiesTest,
    testing::Values(
        ParseCase{"Empty", "", {}}, ParseCase{"OnlyComments", "#a=b\n!c=d\n \t# e=f\n", {}},
        ParseCase{
            "Separators",
            "a=1\nb:2\nc 3\nd\t4\ne = 5\nf : 6\ng   7\n",
            {{"a", "1"}, {"b", "2"}, {"c", "3"}, {"d", "4"}, {"e", "5"}, {"f", "6"}, {"g", "7"}}},
        ParseCase{"ValueKeepsLaterSeparators", "a=b=c:d\n", {{"a", "b=c:d"}}},
        ParseCase{"ValueKeepsTrailingBlanks", "a=b  \n", {{"a", "b  "}}},
        ParseCase{"NoValue", "a\nb=\nc", {{"a", ""}, {"b", ""}, {"c", ""}}},
        ParseCase{"EscapedSeparators",
                  "hoodie.table.partition.fields=p2\\:simple,e\\:timestamp\nk\\=1\\ 2=v\n",
                  {{"hoodie.table.partition.fields", "p2:simple,e:timestamp"}, {"k=1 2", "v"}}},
        ParseCase{"LetterEscapes", "a=\\t\\n\\r\\f\\\\\\q\n", {{"a", "\t\n\r\f\\q"}}},
        ParseCase{"Continuation", "a=b,\\\n    c\\\r\n\td\n", {{"a", "b,cd"}}},
        ParseCase{"ContinuationBeforeValue", "a=\\\n  b\n", {{"a", "b"}}},
        ParseCase{"ContinuationInKey", "ab\\\n  cd=1\n", {{"abcd", "1"}}},
        ParseCase{"EscapedBackslashAtLineEnd", "a=b\\\\\nc=d\n", {{"a", "b\\"}, {"c", "d"}}},
        ParseCase{"CommentSignInContinuation", "a=b\\\n#c\n", {{"a", "b#c"}}},
        ParseCase{"CommentAfterEmptyContinuation", "\\\n#c\na=b\n", {{"a", "b"}}},
        ParseCase{"BackslashAtTheEnd", "a=b\\", {{"a", "b"}}},
        ParseCase{"AllLineEnds", "a=1\rb=2\r\nc=3\n", {{"a", "1"}, {"b", "2"}, {"c", "3"}}},
        ParseCase{"Latin1Byte", "a=caf\xE9\n", {{"a", "caf\xC3\xA9"}}},
        ParseCase{"UnicodeEscapes",
                  "a=\\u00e9\\u4E2D\\uD83D\\uDE00\n",
                  {{"a", "\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80"}}},
        ParseCase{"LastOfTwoWins", "a=1\na=2\n", {{"a", "2"}}}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(ParseProperties, RefusesMalformedUnicodeEscapeWithItsByte) {
  const auto got = ParseProperties("a=1\nb=x\\u12g4\n", "t/hoodie.properties");
  EXPECT_THAT(got, FailsWith(ErrorCode::kCorruptFile, "t/hoodie.properties"));
  EXPECT_THAT(got.status().message(), testing::HasSubstr("byte 7"));
  EXPECT_THAT(ParseProperties("a=\\u12", "f"), FailsWith(ErrorCode::kCorruptFile, "f"));
}

TEST(ParseProperties, RefusesHalfASurrogatePair) {
  EXPECT_THAT(ParseProperties("a=\\uD83Dx", "f"), FailsWith(ErrorCode::kCorruptFile, "f"));
  EXPECT_THAT(ParseProperties("a=\\uD83D\\u0041", "f"), FailsWith(ErrorCode::kCorruptFile, "f"));
  EXPECT_THAT(ParseProperties("a=\\uDE00", "f"), FailsWith(ErrorCode::kCorruptFile, "f"));
}

// Expected text is what java.util.Properties.store prints.
TEST(FormatProperties, EscapesAsJavaDoes) {
  EXPECT_EQ(FormatProperties({{"a b", " x y"}, {"k=", "p:simple,e\\#!"}}, "one\ntwo"),
            "#one\n#two\na\\ b=\\ x y\nk\\==p\\:simple,e\\\\\\#\\!\n");
  EXPECT_EQ(FormatProperties({{"a", "\xC3\xA9\xF0\x9F\x98\x80\t\x01"}}, ""),
            "a=\\u00E9\\uD83D\\uDE00\\t\\u0001\n");
}

TEST(FormatProperties, RoundTrips) {
  const ConfigMap properties = {{"a:b=c d", "  v\n\r\t\f\\ #!=:"},
                                {"\xE4\xB8\xAD", "\xF0\x9F\x98\x80"},
                                {"", "no key"},
                                {"no value", ""}};
  HUDI_ASSERT_OK_AND_ASSIGN(const ConfigMap again,
                            ParseProperties(FormatProperties(properties, "c"), "f"));
  EXPECT_EQ(again, properties);
}

}  // namespace
}  // namespace hudi
