// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/sql_tokens.h"

#include <gtest/gtest.h>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

using testing::HasSubstr;

std::string Shape(std::string_view text) {
  arrow::Result<std::vector<SqlToken>> tokens = SplitSql(text);
  if (!tokens.ok()) return "error " + tokens.status().message();
  std::string out;
  for (const SqlToken& token : *tokens) {
    switch (token.kind) {
      case SqlToken::Kind::kWord:
        out += "w:";
        break;
      case SqlToken::Kind::kQuotedName:
        out += "q:";
        break;
      case SqlToken::Kind::kText:
        out += "t:";
        break;
      case SqlToken::Kind::kNumber:
        out += "n:";
        break;
      case SqlToken::Kind::kSymbol:
        out += "s:";
        break;
      case SqlToken::Kind::kEnd:
        return out;
    }
    out += token.text + " ";
  }
  return out;
}

TEST(SplitSqlTest, TellsKindsApart) {
  EXPECT_EQ(Shape("a_1>=1.5e3 and `b c`<>'x' -- rest\n or c.d<=>.5"),
            "w:a_1 s:>= n:1.5e3 w:and q:b c s:<> t:x w:or w:c s:. w:d s:<=> n:.5 ");
  EXPECT_EQ(Shape(""), "");
  EXPECT_EQ(Shape(" /* all */ "), "");
}

TEST(SplitSqlTest, ReadsNumbers) {
  EXPECT_EQ(Shape("1 1. 1.5 1e10 1E-3 10L 3BD 2.5f 1.d"),
            "n:1 n:1. n:1.5 n:1e10 n:1E-3 n:10L n:3BD n:2.5f n:1 s:. w:d ");
  EXPECT_THAT(Shape("a = 12x"), HasSubstr("at character 5: '12x' is not a number"));
}

TEST(SplitSqlTest, UnescapesText) {
  EXPECT_EQ(Shape(R"('it''s' "say \"hi\"" 'a\tb\\c' '\u00e9\%\_' r'\n' '\101\q')"),
            "t:it's t:say \"hi\" t:a\tb\\c t:\xC3\xA9\\%\\_ t:\\n t:Aq ");
}

TEST(SplitSqlTest, SaysWhereAQuoteWasOpened) {
  EXPECT_EQ(Shape("\xC3\xA4 = 'x"), "error at character 5: the quoted text does not end");
  EXPECT_EQ(Shape("`x"), "error at character 1: the name in back-ticks does not end");
  EXPECT_EQ(Shape("``"), "error at character 1: a quoted name must not be empty");
  EXPECT_EQ(Shape("a /* b"), "error at character 3: the comment does not end");
  EXPECT_EQ(Shape("a ? b"), "error at character 3: unexpected '?'");
}

}  // namespace
}  // namespace hudi
