// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "sql/parse/rewriter.h"
#include "sql/parse/sql_error.h"

namespace hudi::sql {

arrow::Result<std::string> Rewriter::Type(size_t begin, size_t end) {
  ARROW_ASSIGN_OR_RAISE(auto type, TypeAt(begin, end));
  if (type.second != end) {
    return SyntaxError(tokens_[type.second].offset, "expected the end of the type, found ",
                       tokens_[type.second].Describe());
  }
  return type.first;
}

arrow::Result<std::pair<std::string, size_t>> Rewriter::TypeAt(size_t i, size_t end) {
  if (i >= end || !At(i).IsName()) {
    return SyntaxError(At(std::min(i, end)).offset, "expected a type, found ", At(i).Describe());
  }
  const std::string word = LowerCase(At(i).text);
  const auto fail = [&](size_t at, std::string_view what) {
    return SyntaxError(At(at).offset, "expected ", what, " in the type, found ", At(at).Describe());
  };
  if (word == "array" && Is(i + 1, end, "<")) {
    ARROW_ASSIGN_OR_RAISE(auto element, TypeAt(i + 2, end));
    ARROW_ASSIGN_OR_RAISE(size_t next, CloseAngle(element.second, end));
    return std::pair(element.first + "[]", next);
  }
  if (word == "map" && Is(i + 1, end, "<")) {
    ARROW_ASSIGN_OR_RAISE(auto key, TypeAt(i + 2, end));
    if (!Is(key.second, end, ",")) return fail(key.second, "','");
    ARROW_ASSIGN_OR_RAISE(auto value, TypeAt(key.second + 1, end));
    ARROW_ASSIGN_OR_RAISE(size_t next, CloseAngle(value.second, end));
    return std::pair("MAP(" + key.first + ", " + value.first + ")", next);
  }
  if (word == "struct" && Is(i + 1, end, "<")) return StructType(i, end);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 26> kTypes = {
      {{"string", "VARCHAR"},
       {"int", "INTEGER"},
       {"integer", "INTEGER"},
       {"bigint", "BIGINT"},
       {"long", "BIGINT"},
       {"smallint", "SMALLINT"},
       {"short", "SMALLINT"},
       {"tinyint", "TINYINT"},
       {"byte", "TINYINT"},
       {"float", "FLOAT"},
       {"real", "FLOAT"},
       {"double", "DOUBLE"},
       {"boolean", "BOOLEAN"},
       {"binary", "BLOB"},
       {"date", "DATE"},
       {"timestamp", "TIMESTAMPTZ"},
       {"timestamp_ltz", "TIMESTAMPTZ"},
       {"timestamp_ntz", "TIMESTAMP"},
       {"decimal", "DECIMAL"},
       {"dec", "DECIMAL"},
       {"numeric", "DECIMAL"},
       {"varchar", "VARCHAR"},
       {"char", "VARCHAR"},
       {"character", "VARCHAR"},
       {"interval", "INTERVAL"},
       {"time", "TIME"}}};
  for (const auto& [name, type] : kTypes) {
    if (word != name) continue;
    std::string text(type);
    if (!Is(i + 1, end, "(")) {
      if (text == "DECIMAL") text = "DECIMAL(10, 0)";
      return std::pair(text, i + 1);
    }
    size_t behind = BehindBracketAt(i + 1, end);
    if (text == "DECIMAL") {
      for (size_t k = i + 1; k < behind; ++k) text += At(k).text;
    }
    return std::pair(text, behind);
  }
  return SyntaxError(At(i).offset, "unknown type '", At(i).text, "'");
}

arrow::Result<size_t> Rewriter::CloseAngle(size_t i, size_t end) {
  if (Is(i, end, ">")) return i + 1;
  return SyntaxError(At(i).offset, "expected '>' in the type, found ", At(i).Describe());
}

arrow::Result<std::pair<std::string, size_t>> Rewriter::StructType(size_t i, size_t end) {
  std::string text = "STRUCT(";
  size_t k = i + 2;
  while (true) {
    if (k >= end || !At(k).IsName()) {
      return SyntaxError(At(k).offset, "expected a field's name, found ", At(k).Describe());
    }
    if (text.back() != '(') text += ", ";
    text += QuotedName(At(k).text) + " ";
    ++k;
    if (Is(k, end, ":")) ++k;
    ARROW_ASSIGN_OR_RAISE(auto field, TypeAt(k, end));
    text += field.first;
    k = field.second;
    if (!Is(k, end, ",")) break;
    ++k;
  }
  ARROW_ASSIGN_OR_RAISE(size_t next, CloseAngle(k, end));
  return std::pair(text + ")", next);
}

}  // namespace hudi::sql
