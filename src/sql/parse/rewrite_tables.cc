// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sql/parse/rewriter.h"
#include "sql/parse/sql_error.h"
#include "sql/parse/table_reference.h"
#include "sql/parse/word_list.h"

namespace hudi::sql {
namespace {

using Kind = Token::Kind;

// Words that cannot be the alias of a table.
constexpr std::string_view kClauseWords[] = {
    "where",      "group",   "order",  "having", "limit",  "union",   "except",      "intersect",
    "minus",      "join",    "on",     "using",  "left",   "right",   "full",        "inner",
    "cross",      "natural", "semi",   "anti",   "window", "lateral", "sort",        "cluster",
    "distribute", "qualify", "offset", "select", "set",    "when",    "tablesample", "pivot",
    "unpivot",    "and",     "or",     "as",
};

// Words that go on with an expression.
constexpr std::string_view kOperatorWords[] = {"and", "or",    "not",    "is",      "in",   "like",
                                               "div", "rlike", "regexp", "between", "ilike"};

constexpr std::string_view kTableFunctions[] = {
    "hudi_query",    "hudi_table_changes", "hudi_query_timeline",
    "hudi_timeline", "hudi_metadata",      "hudi_filesystem_view",
    "hudi_cdc",
};

struct FileFormat {
  std::string_view name;
  std::string_view function;
  std::string_view suffix;
};
constexpr FileFormat kFileFormats[] = {{"parquet", "read_parquet", "parquet"},
                                       {"csv", "read_csv", "csv"},
                                       {"json", "read_json", "json"}};

}  // namespace

std::optional<Rewriter::TimeTravel> Rewriter::TimeTravelAt(size_t i, size_t end) const {
  bool has_for = IsWord(i, end, "for");
  size_t k = has_for ? i + 1 : i;
  bool kind = IsWord(k, end, "version") || IsWord(k, end, "timestamp") ||
              (has_for && (IsWord(k, end, "system_version") || IsWord(k, end, "system_time")));
  if (!kind || !IsWord(k + 1, end, "as") || !IsWord(k + 2, end, "of")) return std::nullopt;
  return TimeTravel{k + 3, k + 4, At(k).IsWord("version") || At(k).IsWord("system_version")};
}

arrow::Result<size_t> Rewriter::Table(size_t i, size_t end, EngineText* out) {
  TableReference reference;
  size_t k = i;
  while (k < end && At(k).IsName()) {
    reference.parts.push_back(At(k).text);
    if (!Is(k + 1, end, ".") || k + 2 >= end || !At(k + 2).IsName()) break;
    k += 2;
  }
  size_t next = k + 1;
  bool calls_table_function = reference.parts.size() == 1 && Is(next, end, "(") &&
                              IsAnyOf(reference.parts[0], kTableFunctions);
  if (reference.parts.size() == 1 && Is(next, end, "(") &&
      LowerCase(reference.parts[0]).starts_with("hudi_vector_search")) {
    return NotSupported(At(i).offset, "'", reference.parts[0], "' is not supported yet");
  }
  if (calls_table_function) {
    if (!GivesRowsAt(i)) {
      return SyntaxError(At(i).offset, "'", reference.parts[0],
                         "' gives a table: expected it behind FROM or JOIN");
    }
    return TableFunction(i, end, out);
  }
  if (reference.parts.size() == 1 && SameWord(reference.parts[0], "range") && Is(next, end, "(")) {
    return Range(i, end, out);
  }
  std::optional<TimeTravel> travel = TimeTravelAt(next, end);
  if (!travel) {
    ARROW_ASSIGN_OR_RAISE(size_t behind, Path(i, next, reference.parts, end, out));
    return behind;
  }
  const Token& value = At(travel->value);
  bool is_literal =
      travel->value < end && (value.kind == Kind::kText || value.kind == Kind::kNumber);
  size_t behind = travel->next;
  if (is_literal) {
    reference.as_of = value.text;
    reference.by_version = travel->by_version;
  } else {
    return NotSupported(travel->value < end ? value.offset : At(end - 1).end,
                        "AS OF takes an instant or a time in quotes, e.g. "
                        "'20240101120000000' or '2024-01-01 12:00:00'");
  }
  out->Add(QuotedName(NameOfReference(reference)), At(i).offset);
  return behind;
}

arrow::Result<size_t> Rewriter::Path(size_t i, size_t next, const std::vector<std::string>& parts,
                                     size_t end, EngineText* out) {
  if (parts.size() != 2 || At(i + 2).kind != Kind::kQuotedName || Is(next, end, "(")) return i;
  if (SameWord(parts[0], "hudi")) {
    TableReference reference;
    reference.parts = parts;
    out->Add(QuotedName(NameOfReference(reference)), At(i).offset);
    return next;
  }
  for (const FileFormat& format : kFileFormats) {
    if (!SameWord(parts[0], format.name)) continue;
    std::string path = parts[1];
    bool is_file = path.find('*') != std::string::npos || path.rfind('.') > path.rfind('/') + 1;
    if (!is_file || path.rfind('.') == std::string::npos) {
      while (path.size() > 1 && path.back() == '/') path.pop_back();
      path += "/*." + std::string(format.suffix);
    }
    out->Add(std::string(format.function) + "(" + QuotedText(path) + ")", At(i).offset);
    return next;
  }
  return i;
}

arrow::Result<size_t> Rewriter::Range(size_t i, size_t end, EngineText* out) {
  if (!GivesRowsAt(i)) return i;
  for (size_t k = 0; k < tokens_.size(); ++k) {
    if (!At(k).IsWord("range") || Is(k + 1, tokens_.size(), "(")) continue;
    const bool is_frame = IsWord(k + 1, tokens_.size(), "between") ||
                          IsWord(k + 1, tokens_.size(), "unbounded") ||
                          IsWord(k + 1, tokens_.size(), "current");
    if (!is_frame) return i;
  }
  const size_t behind = BehindBracketAt(i + 1, end);
  ARROW_ASSIGN_OR_RAISE(EngineText arguments, Part(i + 2, behind - 1));
  out->Add("(SELECT range AS id FROM range(", At(i).offset);
  out->Add(arguments);
  out->Add("))", At(behind - 1).offset);
  return behind;
}

bool Rewriter::GivesRowsAt(size_t i) const {
  size_t depth = 0;  // of brackets that close before `i`
  for (size_t k = i; k > begin_; --k) {
    const Token& token = At(k - 1);
    if (token.Is(")")) {
      ++depth;
    } else if (token.Is("(")) {
      // `FROM (hudi_query(...) JOIN ...)`: what is outside counts too.
      if (depth > 0) --depth;
    } else if (depth == 0 && !FollowsDot(k - 1)) {
      for (const char* word : {"from", "join", "using", "table"}) {
        if (token.IsWord(word)) return true;
      }
      for (const char* word : {"select", "where", "on", "by", "having", "qualify", "values", "set",
                               "when", "then", "case"}) {
        if (token.IsWord(word)) return false;
      }
    }
  }
  return true;
}

arrow::Result<size_t> Rewriter::TableFunction(size_t i, size_t end, EngineText* out) {
  TableReference reference;
  reference.function = LowerCase(At(i).text);
  size_t behind = BehindBracketAt(i + 1, end);
  size_t k = i + 2;
  while (k < behind - 1) {
    std::string value;
    if (Is(k, end, "-")) {
      value = "-";
      ++k;
    }
    if (At(k).kind != Kind::kText && At(k).kind != Kind::kNumber && !At(k).IsName()) {
      return SyntaxError(At(k).offset, "an argument of ", reference.function,
                         " must be text in quotes, found ", At(k).Describe());
    }
    value += At(k++).text;
    reference.arguments.push_back(std::move(value));
    if (k < behind - 1 && !Is(k, end, ",")) {
      return SyntaxError(At(k).offset, "expected ',' or ')', found ", At(k).Describe());
    }
    ++k;
  }
  out->Add(QuotedName(NameOfReference(reference)), At(i).offset);
  return behind;
}

arrow::Result<size_t> Rewriter::Values(size_t i, size_t end, EngineText* out) {
  const size_t offset = At(i).offset;
  EngineText rows;
  size_t num_columns = 0;
  size_t k = i + 1;
  while (true) {
    size_t row_end = RowEnd(k, end);
    bool in_brackets = Is(k, end, "(") && BehindBracketAt(k, end) == row_end;
    size_t inner_begin = in_brackets ? k + 1 : k;
    size_t inner_end = in_brackets ? row_end - 1 : row_end;
    if (inner_begin >= inner_end) return SyntaxError(At(k).offset, "a row of VALUES is empty");
    std::vector<Span> values = SplitAtCommas(inner_begin, inner_end);
    if (num_columns == 0) num_columns = values.size();
    if (num_columns != values.size()) {
      return SyntaxError(At(k).offset, "a row of VALUES has ", values.size(),
                         " values, the first one has ", num_columns);
    }
    ARROW_ASSIGN_OR_RAISE(EngineText row, Part(inner_begin, inner_end));
    if (!rows.empty()) rows.Add(",", At(k).offset);
    rows.Add("(", At(k).offset);
    rows.Add(row);
    rows.Add(")", At(k).offset);
    k = row_end;
    if (!Is(k, end, ",")) break;
    ++k;
  }
  std::string alias = "values";
  std::vector<std::string> names;
  ARROW_ASSIGN_OR_RAISE(k, ValuesAlias(k, end, num_columns, &alias, &names));
  bool as_table =
      i > begin_ && (At(i - 1).IsWord("from") || At(i - 1).IsWord("join") || At(i - 1).Is(","));
  if (!as_table) out->Add("SELECT * FROM", offset);
  out->Add("(VALUES", offset);
  out->Add(rows);
  out->Add(") AS " + QuotedName(alias) + "(", offset);
  for (size_t n = 0; n < names.size(); ++n) {
    out->Add((n > 0 ? ", " : "") + QuotedName(names[n]), offset);
  }
  out->Add(")", offset);
  return k;
}

arrow::Result<size_t> Rewriter::ValuesAlias(size_t k, size_t end, size_t num_columns,
                                            std::string* alias, std::vector<std::string>* names) {
  size_t behind = k;
  bool has_as = IsWord(behind, end, "as");
  if (has_as) ++behind;
  bool has_alias =
      behind < end && At(behind).IsName() &&
      (has_as || At(behind).kind == Kind::kQuotedName || !IsAnyOf(At(behind).text, kClauseWords));
  if (has_alias) {
    *alias = At(behind).text;
    k = behind + 1;
    if (Is(k, end, "(")) {
      size_t close = BehindBracketAt(k, end);
      for (size_t n = k + 1; n + 1 < close; ++n) {
        if (At(n).IsName()) names->push_back(At(n).text);
      }
      if (names->size() != num_columns) {
        return SyntaxError(At(k).offset, "'", *alias, "' names ", names->size(),
                           " columns, but VALUES has ", num_columns);
      }
      k = close;
    }
  }
  for (size_t n = names->size(); n < num_columns; ++n)
    names->push_back("col" + std::to_string(n + 1));
  return k;
}

size_t Rewriter::RowEnd(size_t k, size_t end) const {
  while (k < end) {
    const Token& token = At(k);
    if (token.Is(",") || token.Is(")") || token.Is(";")) return k;
    if (token.kind == Kind::kWord && IsAnyOf(token.text, kClauseWords) && !token.IsWord("and") &&
        !token.IsWord("or")) {
      return k;
    }
    size_t next = token.Is("(") || token.Is("[") ? BehindBracketAt(k, end) : k + 1;
    // `(1, 2) t`, `1 t`: a name that follows a whole row is the alias.
    bool ended = token.Is("(") || token.kind == Kind::kText || token.kind == Kind::kNumber;
    if (ended && next < end && At(next).IsName() && !IsAnyOf(At(next).text, kOperatorWords)) {
      return next;
    }
    k = next;
  }
  return k;
}

arrow::Result<size_t> Rewriter::LateralView(size_t i, size_t end, EngineText* out) {
  const size_t offset = At(i).offset;
  size_t k = i + 2;
  bool outer = IsWord(k, end, "outer");
  if (outer) ++k;
  const Token& function = At(k);
  bool with_position = function.IsWord("posexplode");
  bool known = function.IsWord("explode") || with_position;
  if (!known || !Is(k + 1, end, "(")) {
    return NotSupported(function.offset, "LATERAL VIEW of ", function.Describe(),
                        " is not supported: expected explode or posexplode");
  }
  size_t behind = BehindBracketAt(k + 1, end);
  ARROW_ASSIGN_OR_RAISE(EngineText list, Part(k + 2, behind - 1));
  std::string alias = "lateral_view";
  k = behind;
  if (k < end && At(k).IsName() && !At(k).IsWord("as") && !IsAnyOf(At(k).text, kClauseWords)) {
    alias = At(k++).text;
  }
  std::vector<std::string> names;
  if (IsWord(k, end, "as")) {
    do {
      ++k;
      if (k >= end || !At(k).IsName()) return SyntaxError(At(k).offset, "expected a column");
      names.push_back(At(k++).text);
    } while (Is(k, end, ","));
  }
  const size_t wanted = with_position ? 2 : 1;
  if (names.size() == 2 && !with_position) {
    return NotSupported(offset, "LATERAL VIEW explode of a map is not supported: use map_entries");
  }
  if (names.empty()) {
    if (with_position) names.emplace_back("pos");
    names.emplace_back("col");
  }
  if (names.size() != wanted) {
    return SyntaxError(offset, "LATERAL VIEW names ", names.size(), " columns: expected ", wanted);
  }
  out->Add(outer ? "LEFT JOIN LATERAL (SELECT" : "CROSS JOIN LATERAL (SELECT", offset);
  if (with_position) {
    out->Add("unnest(range(len(", offset);
    out->Add(list);
    out->Add("))) AS " + QuotedName(names[0]) + ",", offset);
  }
  out->Add("unnest(", offset);
  out->Add(list);
  out->Add(") AS " + QuotedName(names.back()) + ") AS " + QuotedName(alias), offset);
  if (outer) out->Add("ON true", offset);
  return k;
}

}  // namespace hudi::sql
