// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "sql/parse/statement.h"
#include "sql/parse/token.h"

namespace hudi::sql {

/// What DottedName() is asked for mostly.
inline constexpr std::string_view kTableName = "the name of a table";

/// Walks over the tokens of a statement. What it expects and does not find is an error that says
/// so, with the place.
class TokenCursor {
 public:
  TokenCursor(const std::string& text, const std::vector<Token>& tokens)
      : text_(text), tokens_(tokens) {}

  size_t index() const { return index_; }
  void set_index(size_t index) { index_ = index; }
  const Token& Peek(size_t ahead = 0) const;
  size_t offset() const { return Peek().offset; }
  bool AtEnd() const { return Peek().kind == Token::Kind::kEnd; }

  /// Steps over `words` if all of them stand here.
  bool Skip(std::initializer_list<std::string_view> words);
  bool SkipSymbol(std::string_view symbol);
  bool Sees(std::initializer_list<std::string_view> words) const;

  arrow::Status Expect(std::initializer_list<std::string_view> words);
  arrow::Status ExpectSymbol(std::string_view symbol);
  arrow::Status ExpectEnd();
  /// "expected WHAT, found 'x'".
  arrow::Status Expected(std::string_view what) const;

  arrow::Result<std::string> Name(std::string_view what);
  /// a.b.c
  arrow::Result<ObjectName> DottedName(std::string_view what);
  arrow::Result<std::string> Text(std::string_view what);
  /// (a, b): plain names.
  arrow::Result<std::vector<std::string>> NameList(std::string_view what);
  /// (k = v, 'k' = 'v', a.b.c v): keys as written.
  arrow::Result<PropertyList> Properties();
  arrow::Result<PartitionSpec> Partition();
  /// A type up to a comma, a closing parenthesis or one of the words that may follow a type.
  arrow::Result<std::string> Type();
  /// (name type [NOT NULL] [COMMENT 'x'], ...); a list of bare names where `types_optional`.
  arrow::Result<std::vector<ColumnDefinition>> Columns(bool types_optional);
  arrow::Result<ColumnDefinition> Column(bool types_optional);

  /// The bracket that opens here, up to the one that closes it.
  arrow::Result<Span> Bracketed();
  /// Tokens up to one of `words` or `symbols` outside brackets and CASE, or to the end.
  Span Until(std::initializer_list<std::string_view> words,
             std::initializer_list<std::string_view> symbols = {});

 private:
  const std::string& text_;
  const std::vector<Token>& tokens_;
  size_t index_ = 0;
};

}  // namespace hudi::sql
