// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string_view>

#include "hudi/base/text.h"
#include "hudi/predicate/literal.h"
#include "hudi/predicate/predicate_eval.h"

namespace hudi {
namespace {

using Kind = Predicate::Kind;

bool IsPlainName(std::string_view name) {
  constexpr std::array<std::string_view, 15> kWords = {
      "and",  "or",   "not",   "in",     "is",   "like",   "between", "escape",
      "null", "true", "false", "exists", "case", "select", "unknown"};
  if (name.empty() || (name.front() >= '0' && name.front() <= '9')) return false;
  const bool letters = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  });
  return letters && std::none_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
           return EqualsIgnoreCase(name, word);
         });
}

std::string ColumnText(const std::string& path) {
  std::string out;
  for (const std::string& level : SplitText(path, '.')) {
    if (!out.empty()) out += ".";
    if (IsPlainName(level)) {
      out += level;
      continue;
    }
    out += "`";
    for (char c : level) {
      if (c == '`') out += "`";
      out += c;
    }
    out += "`";
  }
  return out;
}

std::string_view OperatorText(Kind kind) {
  switch (kind) {
    case Kind::kEqual:
      return " = ";
    case Kind::kNotEqual:
      return " <> ";
    case Kind::kLess:
      return " < ";
    case Kind::kLessEqual:
      return " <= ";
    case Kind::kGreater:
      return " > ";
    case Kind::kGreaterEqual:
      return " >= ";
    default:
      return " <=> ";
  }
}

bool IsCombination(const Predicate& predicate) {
  return predicate.kind == Kind::kAnd || predicate.kind == Kind::kOr;
}

std::string Joined(const Predicate& predicate) {
  std::string out;
  for (const PredicatePtr& child : predicate.children) {
    if (!out.empty()) out += predicate.kind == Kind::kAnd ? " AND " : " OR ";
    const std::string text = FormatPredicate(*child);
    out += IsCombination(*child) ? "(" + text + ")" : text;
  }
  return out;
}

std::string InText(const Predicate& predicate) {
  // What binding left of a list may be empty, which SQL cannot say.
  if (predicate.values.empty()) return ColumnText(predicate.column) + " IN ()";
  std::string out = ColumnText(predicate.column) + " IN (";
  for (size_t i = 0; i < predicate.values.size(); ++i) {
    if (i > 0) out += ", ";
    out += LiteralText(*predicate.values[i]);
  }
  return out + ")";
}

}  // namespace

std::string FormatPredicate(const Predicate& predicate) {
  switch (predicate.kind) {
    case Kind::kTrue:
      return "TRUE";
    case Kind::kFalse:
      return "FALSE";
    case Kind::kNull:
      return "NULL";
    case Kind::kAnd:
    case Kind::kOr:
      return Joined(predicate);
    case Kind::kNot:
      return "NOT (" + FormatPredicate(*predicate.children.front()) + ")";
    case Kind::kIsNull:
      return ColumnText(predicate.column) + " IS NULL";
    case Kind::kIsNotNull:
      return ColumnText(predicate.column) + " IS NOT NULL";
    case Kind::kIn:
      return InText(predicate);
    case Kind::kLike:
      return ColumnText(predicate.column) + " LIKE " + LiteralText(*predicate.values.front());
    default:
      return ColumnText(predicate.column) + std::string(OperatorText(predicate.kind)) +
             (predicate.other_column.empty() ? LiteralText(*predicate.values.front())
                                             : ColumnText(predicate.other_column));
  }
}

}  // namespace hudi
