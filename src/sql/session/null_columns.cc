// SPDX-License-Identifier: Apache-2.0
#include "sql/session/null_columns.h"

#include <algorithm>

namespace hudi::sql {
namespace {

// The items of a list, by their tokens.
std::vector<Span> Items(const std::vector<Token>& tokens, size_t begin, size_t end) {
  std::vector<Span> items;
  size_t start = begin;
  for (size_t i = begin; i < end;) {
    if (tokens[i].Is(",")) {
      items.push_back({start, i});
      start = i + 1;
    }
    bool opens = tokens[i].Is("(") || tokens[i].Is("[");
    i = opens ? BehindBracket(tokens, i, end) : i + 1;
  }
  if (begin < end) items.push_back({start, end});
  return items;
}

// NULL, NULL AS name, NULL name
bool IsNull(const std::vector<Token>& tokens, Span item) {
  size_t size = item.end - item.begin;
  if (size == 0 || !tokens[item.begin].IsWord("null")) return false;
  return size == 1 || (size == 2 && tokens[item.begin + 1].IsName()) ||
         (size == 3 && tokens[item.begin + 1].IsWord("as"));
}

std::set<size_t> NullItems(const std::vector<Token>& tokens, size_t begin, size_t end) {
  std::set<size_t> nulls;
  std::vector<Span> items = Items(tokens, begin, end);
  for (size_t i = 0; i < items.size(); ++i) {
    if (IsNull(tokens, items[i])) nulls.insert(i);
  }
  return nulls;
}

}  // namespace

std::set<size_t> NullColumns(const Statement& statement, Span query) {
  const std::vector<Token>& tokens = statement.tokens;
  std::set<size_t> nulls;
  if (tokens[query.begin].IsWord("values")) {
    bool first = true;
    for (Span row : Items(tokens, query.begin + 1, query.end)) {
      bool in_brackets =
          tokens[row.begin].Is("(") && BehindBracket(tokens, row.begin, row.end) == row.end;
      std::set<size_t> own = in_brackets ? NullItems(tokens, row.begin + 1, row.end - 1)
                                         : NullItems(tokens, row.begin, row.end);
      if (first) nulls = own;
      first = false;
      std::erase_if(nulls, [&](size_t column) { return own.count(column) == 0; });
    }
    return nulls;
  }
  if (!tokens[query.begin].IsWord("select")) return nulls;
  size_t end = query.begin + 1;
  while (end < query.end && !tokens[end].IsWord("from") && !tokens[end].IsWord("union") &&
         !tokens[end].IsWord("limit") && !tokens[end].IsWord("order")) {
    // * stands for columns that cannot be counted here.
    if (tokens[end].Is("*") &&
        (end == query.begin + 1 || tokens[end - 1].Is(",") || tokens[end - 1].Is("."))) {
      return nulls;
    }
    end = tokens[end].Is("(") ? BehindBracket(tokens, end, query.end) : end + 1;
  }
  for (size_t i = end; i < query.end;) {
    if (tokens[i].IsWord("union") || tokens[i].IsWord("except") || tokens[i].IsWord("intersect")) {
      return nulls;
    }
    i = tokens[i].Is("(") ? BehindBracket(tokens, i, query.end) : i + 1;
  }
  size_t begin = query.begin + 1;
  if (begin < end && tokens[begin].IsWord("distinct")) ++begin;
  return NullItems(tokens, begin, end);
}

}  // namespace hudi::sql
