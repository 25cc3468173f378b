// SPDX-License-Identifier: Apache-2.0
#include "sql/parse/token_cursor.h"

#include <algorithm>

#include "sql/parse/sql_error.h"

namespace hudi::sql {
namespace {

std::string JoinWords(std::initializer_list<std::string_view> words) {
  std::string joined;
  for (std::string_view word : words) {
    if (!joined.empty()) joined += ' ';
    joined += word;
  }
  return joined;
}

bool Opens(const Token& token) { return token.Is("(") || token.Is("[") || token.Is("{"); }
bool Closes(const Token& token) { return token.Is(")") || token.Is("]") || token.Is("}"); }

}  // namespace

size_t BehindBracket(const std::vector<Token>& tokens, size_t open, size_t end) {
  int depth = 0;
  for (size_t i = open; i < end; ++i) {
    if (Opens(tokens[i])) ++depth;
    if (Closes(tokens[i]) && --depth == 0) return i + 1;
  }
  return end;
}

const Token& TokenCursor::Peek(size_t ahead) const {
  return tokens_[std::min(index_ + ahead, tokens_.size() - 1)];
}

bool TokenCursor::Sees(std::initializer_list<std::string_view> words) const {
  size_t ahead = 0;
  for (std::string_view word : words) {
    if (!Peek(ahead++).IsWord(word)) return false;
  }
  return true;
}

bool TokenCursor::Skip(std::initializer_list<std::string_view> words) {
  if (!Sees(words)) return false;
  index_ += words.size();
  return true;
}

bool TokenCursor::SkipSymbol(std::string_view symbol) {
  if (!Peek().Is(symbol)) return false;
  ++index_;
  return true;
}

arrow::Status TokenCursor::Expected(std::string_view what) const {
  return SyntaxError(offset(), "expected ", what, ", found ", Peek().Describe());
}

arrow::Status TokenCursor::Expect(std::initializer_list<std::string_view> words) {
  for (std::string_view word : words) {
    if (!Skip({word})) return Expected(JoinWords(words));
  }
  return arrow::Status::OK();
}

arrow::Status TokenCursor::ExpectSymbol(std::string_view symbol) {
  if (SkipSymbol(symbol)) return arrow::Status::OK();
  return Expected("'" + std::string(symbol) + "'");
}

arrow::Status TokenCursor::ExpectEnd() {
  SkipSymbol(";");
  if (AtEnd()) return arrow::Status::OK();
  return Expected("the end of the statement");
}

arrow::Result<std::string> TokenCursor::Name(std::string_view what) {
  if (!Peek().IsName()) return Expected(what);
  return tokens_[index_++].text;
}

arrow::Result<ObjectName> TokenCursor::DottedName(std::string_view what) {
  ObjectName name;
  name.offset = offset();
  do {
    ARROW_ASSIGN_OR_RAISE(std::string part, Name(what));
    name.parts.push_back(std::move(part));
  } while (SkipSymbol("."));
  return name;
}

arrow::Result<std::string> TokenCursor::Text(std::string_view what) {
  if (Peek().kind != Token::Kind::kText) return Expected(what);
  std::string text;
  while (Peek().kind == Token::Kind::kText) text += tokens_[index_++].text;
  return text;
}

arrow::Result<std::vector<std::string>> TokenCursor::NameList(std::string_view what) {
  ARROW_RETURN_NOT_OK(ExpectSymbol("("));
  std::vector<std::string> names;
  do {
    ARROW_ASSIGN_OR_RAISE(std::string name, Name(what));
    names.push_back(std::move(name));
  } while (SkipSymbol(","));
  ARROW_RETURN_NOT_OK(ExpectSymbol(")"));
  return names;
}

arrow::Result<PropertyList> TokenCursor::Properties() {
  ARROW_RETURN_NOT_OK(ExpectSymbol("("));
  PropertyList properties;
  do {
    std::string key;
    if (Peek().kind == Token::Kind::kText) {
      ARROW_ASSIGN_OR_RAISE(key, Text("a property's name"));
    } else {
      ARROW_ASSIGN_OR_RAISE(ObjectName name, DottedName("a property's name"));
      key = name.ToString();
    }
    std::string value;
    if (SkipSymbol("=") || SkipSymbol("==") || (!Peek().Is(",") && !Peek().Is(")"))) {
      const Token& token = Peek();
      if (token.kind == Token::Kind::kText) {
        ARROW_ASSIGN_OR_RAISE(value, Text("a value"));
      } else {
        if (SkipSymbol("-")) value = "-";
        if (Peek().kind != Token::Kind::kNumber && Peek().kind != Token::Kind::kWord) {
          return Expected("the value of '" + key + "'");
        }
        value += tokens_[index_++].text;
      }
    }
    properties.emplace_back(std::move(key), std::move(value));
  } while (SkipSymbol(","));
  ARROW_RETURN_NOT_OK(ExpectSymbol(")"));
  return properties;
}

arrow::Result<PartitionSpec> TokenCursor::Partition() {
  ARROW_RETURN_NOT_OK(ExpectSymbol("("));
  PartitionSpec spec;
  do {
    PartitionItem item;
    item.offset = offset();
    ARROW_ASSIGN_OR_RAISE(item.column, Name("a partition column"));
    if (SkipSymbol("=") || SkipSymbol("==")) {
      item.value = Until({}, {",", ")"});
      if (item.value->empty()) return Expected("the value of '" + item.column + "'");
    }
    spec.push_back(std::move(item));
  } while (SkipSymbol(","));
  ARROW_RETURN_NOT_OK(ExpectSymbol(")"));
  return spec;
}

arrow::Result<Span> TokenCursor::Bracketed() {
  Span span{index_, BehindBracket(tokens_, index_, tokens_.size() - 1)};
  if (!Peek().Is("(")) return Expected("'('");
  if (!tokens_[span.end - 1].Is(")")) return SyntaxError(offset(), "the bracket is not closed");
  index_ = span.end;
  return span;
}

Span TokenCursor::Until(std::initializer_list<std::string_view> words,
                        std::initializer_list<std::string_view> symbols) {
  Span span{index_, index_};
  int cases = 0;
  while (!AtEnd() && !Peek().Is(";")) {
    const Token& token = Peek();
    if (cases == 0) {
      bool stops = std::any_of(words.begin(), words.end(),
                               [&](std::string_view word) { return token.IsWord(word); }) ||
                   std::any_of(symbols.begin(), symbols.end(),
                               [&](std::string_view symbol) { return token.Is(symbol); });
      if (stops) break;
    }
    if (token.IsWord("case")) ++cases;
    if (token.IsWord("end") && cases > 0) --cases;
    index_ = Opens(token) ? BehindBracket(tokens_, index_, tokens_.size() - 1) : index_ + 1;
  }
  span.end = index_;
  return span;
}

arrow::Result<std::string> TokenCursor::Type() {
  const size_t begin = index_;
  int angles = 0;
  while (!AtEnd()) {
    const Token& token = Peek();
    if (angles == 0) {
      if (token.Is(",") || token.Is(")") || token.Is(";")) break;
      if (index_ > begin &&
          (token.IsWord("not") || token.IsWord("comment") || token.IsWord("first") ||
           token.IsWord("after") || token.IsWord("default") || token.IsWord("generated"))) {
        break;
      }
    }
    if (token.Is("<")) ++angles;
    if (token.Is(">")) --angles;
    if (token.Is("<>") && angles == 0) break;
    index_ = token.Is("(") ? BehindBracket(tokens_, index_, tokens_.size() - 1) : index_ + 1;
  }
  if (index_ == begin) return Expected("a type");
  return text_.substr(tokens_[begin].offset, tokens_[index_ - 1].end - tokens_[begin].offset);
}

arrow::Result<ColumnDefinition> TokenCursor::Column(bool types_optional) {
  ColumnDefinition column;
  column.offset = offset();
  ARROW_ASSIGN_OR_RAISE(ObjectName name, DottedName("a column"));
  column.name = name.ToString();
  SkipSymbol(":");
  bool bare = Peek().Is(",") || Peek().Is(")") || Sees({"comment"}) || AtEnd();
  if (!types_optional || !bare) {
    ARROW_ASSIGN_OR_RAISE(column.type, Type());
  }
  while (true) {
    if (Skip({"not", "null"})) {
      column.nullable = false;
    } else if (Skip({"comment"})) {
      ARROW_ASSIGN_OR_RAISE(column.comment, Text("the comment in quotes"));
    } else if (Sees({"default"}) || Sees({"generated"})) {
      return NotSupported(offset(), Peek().Describe(), " of column '", column.name,
                          "': Hudi tables have neither default values nor generated columns");
    } else {
      return column;
    }
  }
}

arrow::Result<std::vector<ColumnDefinition>> TokenCursor::Columns(bool types_optional) {
  ARROW_RETURN_NOT_OK(ExpectSymbol("("));
  std::vector<ColumnDefinition> columns;
  do {
    ARROW_ASSIGN_OR_RAISE(ColumnDefinition column, Column(types_optional));
    columns.push_back(std::move(column));
  } while (SkipSymbol(","));
  ARROW_RETURN_NOT_OK(ExpectSymbol(")"));
  return columns;
}

}  // namespace hudi::sql
