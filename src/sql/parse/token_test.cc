// SPDX-License-Identifier: Apache-2.0
#include "sql/parse/token.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sql/parse/sql_error.h"

namespace hudi::sql {
namespace {

std::vector<std::string> Texts(const TokenList& list) {
  std::vector<std::string> texts;
  for (const Token& token : list.tokens) {
    if (token.kind != Token::Kind::kEnd) texts.push_back(token.text);
  }
  return texts;
}

struct TokenCase {
  const char* label;
  std::string_view text;
  std::vector<std::string> want;
};
class TokenizeTest : public testing::TestWithParam<TokenCase> {};

TEST_P(TokenizeTest, Splits) {
  TokenList list = Tokenize(GetParam().text);
  ASSERT_TRUE(list.mistake.ok()) << list.mistake;
  EXPECT_EQ(Texts(list), GetParam().want);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, TokenizeTest,
    testing::Values(
        TokenCase{"Empty", " \n\t", {}},
        TokenCase{"Words", "SELECT a_1 FROM t", {"SELECT", "a_1", "FROM", "t"}},
        TokenCase{"NameInBackTicks", "`a b` `c``d`", {"a b", "c`d"}},
        TokenCase{"TextInSingleQuotes", "'it''s'", {"it's"}},
        TokenCase{"TextInDoubleQuotes", R"("say ""hi""")", {"say \"hi\""}},
        TokenCase{"Escapes", R"('a\nb\tc\\d\'e\u0041\101')", {"a\nb\tc\\d'eAA"}},
        TokenCase{"EscapesForLikeStay", R"('50\%\_')", {R"(50\%\_)"}},
        TokenCase{"RawText", R"(r'a\d')", {R"(a\d)"}},
        TokenCase{"Comments", "a -- x\n/* y */ b /*+ HINT */ c", {"a", "b", "c"}},
        TokenCase{
            "Numbers", "1 1.5 .5 1e5 1L 2.5BD 1.", {"1", "1.5", ".5", "1e5", "1L", "2.5BD", "1."}},
        TokenCase{"ColumnThatBeginsWithADigit", "t.1a 2024_sales", {"t", ".", "1a", "2024_sales"}},
        TokenCase{
            "LongestSymbol", "a<=>b->c=>d::e", {"a", "<=>", "b", "->", "c", "=>", "d", "::", "e"}},
        TokenCase{"LettersBeyondAscii", "größe", {"größe"}}),
    [](const auto& info) { return std::string(info.param.label); });

struct MistakeCase {
  const char* label;
  std::string_view text;
  size_t offset;
  bool unfinished;
};
class TokenizeMistakeTest : public testing::TestWithParam<MistakeCase> {};

TEST_P(TokenizeMistakeTest, NamesThePlace) {
  TokenList list = Tokenize(GetParam().text);
  ASSERT_FALSE(list.mistake.ok());
  EXPECT_EQ(CodeOf(list.mistake), ErrorCode::kInvalidArgument);
  EXPECT_EQ(OffsetOf(list.mistake), GetParam().offset);
  EXPECT_EQ(list.unfinished, GetParam().unfinished);
}

INSTANTIATE_TEST_SUITE_P(Mistakes, TokenizeMistakeTest,
                         testing::Values(MistakeCase{"OpenText", "a 'b", 2, true},
                                         MistakeCase{"OpenName", "a `b", 2, true},
                                         MistakeCase{"OpenComment", "a /* b", 2, true},
                                         MistakeCase{"EmptyName", "``", 0, false},
                                         MistakeCase{"StrangeCharacter", "a # b", 2, false},
                                         MistakeCase{"BrokenNumber", "1.5xyz", 0, false}),
                         [](const auto& info) { return std::string(info.param.label); });

TEST(SplitScriptTest, LeavesOutEmptyStatementsAndKeepsQuotedSemicolons) {
  std::string_view text = "SELECT 1;; -- done; really\n SELECT ';' ;\nSELECT 2";
  arrow::Result<Script> script = SplitScript(text);
  ASSERT_TRUE(script.ok()) << script.status();
  std::vector<std::string_view> statements;
  for (const StatementText& one : script->statements) {
    statements.push_back(text.substr(one.offset, one.size));
  }
  EXPECT_THAT(statements, testing::ElementsAre("SELECT 1", "SELECT ';'", "SELECT 2"));
  EXPECT_TRUE(script->has_rest);
}

TEST(SplitScriptTest, HasNoRestBehindTheLastSemicolon) {
  arrow::Result<Script> script = SplitScript("SELECT 1; -- end");
  ASSERT_TRUE(script.ok());
  EXPECT_EQ(script->statements.size(), 1U);
  EXPECT_FALSE(script->has_rest);
}

TEST(DescribeWithCaretTest, PointsBelowTheCharacter) {
  arrow::Status status = SyntaxError(13, "no");
  EXPECT_EQ(DescribeWithCaret(status, "SELECT 1\n  ü, x"),
            "line 2, column 4: no\n    ü, x\n     ^");
}

TEST(DescribeWithCaretTest, CountsCharactersNotBytes) {
  // "ü" is two bytes: the comma stands at byte 2, the second character.
  EXPECT_EQ(DescribeWithCaret(SyntaxError(2, "no"), "ü, x"), "line 1, column 2: no\n  ü, x\n   ^");
}

TEST(DescribeWithCaretTest, LeavesAStatusWithoutAPlaceAsItIs) {
  EXPECT_EQ(DescribeWithCaret(arrow::Status::Invalid("no"), "x"), "no");
}

TEST(MovedByTest, MovesThePlaceAndKeepsTheCode) {
  arrow::Status moved = MovedBy(NotSupported(3, "no"), 10);
  EXPECT_EQ(OffsetOf(moved), 13U);
  EXPECT_EQ(CodeOf(moved), ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace hudi::sql
