// SPDX-License-Identifier: Apache-2.0
#include "sql/session/merge_condition.h"

#include <algorithm>

namespace hudi::sql {
namespace {

// Without brackets around all of it.
Span Bare(const std::vector<Token>& tokens, Span span) {
  while (span.end - span.begin >= 2 && tokens[span.begin].Is("(") &&
         BehindBracket(tokens, span.begin, span.end) == span.end) {
    ++span.begin;
    --span.end;
  }
  return span;
}

// At AND outside brackets, but not that of BETWEEN; one part if there is an OR.
std::vector<Span> Conjuncts(const std::vector<Token>& tokens, Span span) {
  std::vector<Span> parts;
  size_t start = span.begin;
  bool between = false;
  for (size_t i = span.begin; i < span.end;) {
    if (tokens[i].IsWord("or")) return {span};
    if (tokens[i].IsWord("between")) between = true;
    if (tokens[i].IsWord("and")) {
      if (!between) {
        parts.push_back({start, i});
        start = i + 1;
      }
      between = false;
    }
    i = tokens[i].Is("(") ? BehindBracket(tokens, i, span.end) : i + 1;
  }
  parts.push_back({start, span.end});
  return parts;
}

}  // namespace

MergeCondition ReadMergeCondition(const Statement& statement, Span on, const std::string& target,
                                  const std::vector<std::string>& columns,
                                  const std::vector<std::string>& ambiguous) {
  const std::vector<Token>& tokens = statement.tokens;
  const auto column_of = [&](Span side) {
    return ColumnOf(statement, side, target, columns, ambiguous);
  };
  MergeCondition condition;
  std::vector<Span> todo = {Bare(tokens, on)};
  while (!todo.empty()) {
    Span span = todo.back();
    todo.pop_back();
    std::vector<Span> parts = Conjuncts(tokens, span);
    if (parts.size() > 1) {
      for (Span part : parts) todo.push_back(Bare(tokens, part));
      continue;
    }
    size_t equals = span.end;
    for (size_t i = span.begin; i < span.end;) {
      if (tokens[i].Is("=") || tokens[i].Is("==") || tokens[i].Is("<=>")) equals = i;
      i = tokens[i].Is("(") ? BehindBracket(tokens, i, span.end) : i + 1;
    }
    Span left{span.begin, equals};
    Span right{equals + 1, span.end};
    std::string column = equals == span.end ? "" : column_of(left);
    Span other = right;
    if (column.empty() && equals != span.end) {
      column = column_of(right);
      other = left;
    }
    // A second equality of a column is a condition of its own.
    if (column.empty() || !condition.equalities.emplace(column, other).second) {
      condition.has_others = true;
    }
  }
  return condition;
}

std::string ColumnOf(const Statement& statement, Span expression, const std::string& alias,
                     const std::vector<std::string>& columns,
                     const std::vector<std::string>& ambiguous) {
  const std::vector<Token>& tokens = statement.tokens;
  const Span side = Bare(tokens, expression);
  const size_t size = side.end - side.begin;
  if (size == 0 || !tokens[side.end - 1].IsName()) return "";
  const std::string& name = tokens[side.end - 1].text;
  if (!ContainsWord(columns, name)) return "";
  if (size == 1) return ContainsWord(ambiguous, name) ? "" : LowerCase(name);
  const bool qualified =
      size == 3 && tokens[side.begin + 1].Is(".") && SameWord(tokens[side.begin].text, alias);
  return qualified ? LowerCase(name) : "";
}

bool Mentions(const Statement& statement, Span span, const std::string& column) {
  for (size_t i = span.begin; i < span.end; ++i) {
    if (statement.tokens[i].IsName() && SameWord(statement.tokens[i].text, column)) return true;
  }
  return false;
}

}  // namespace hudi::sql
