// SPDX-License-Identifier: Apache-2.0
#include "sql/parse/rewrite.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "sql/parse/functions.h"
#include "sql/parse/sql_error.h"

namespace hudi::sql {
namespace {

using Kind = Token::Kind;

// Words that mean something to the engine and nothing in a query of Spark's: names there.
constexpr std::string_view kPlainNames[] = {
    "analyse",    "analyze",      "asymmetric",  "check",     "collate",   "column",
    "constraint", "default",      "deferrable",  "do",        "fetch",     "foreign",
    "initially",  "lambda",       "only",        "placing",   "primary",   "qualify",
    "references", "returning",    "show",        "summarize", "symmetric", "unique",
    "variadic",   "pivot_longer", "pivot_wider", "offset",    "user",      "desc",
    "asc",        "array",        "both",        "leading",   "trailing",
};
// Of these, the ones that do have a meaning in some places of a query.
constexpr std::string_view kNamesBehindDotOnly[] = {"offset",  "desc",     "asc",  "array",  "both",
                                                    "leading", "trailing", "user", "collate"};

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

constexpr char kFieldMark = '\x1F';
constexpr char kVersionMark = '=';
constexpr std::string_view kReferenceMark = "hudi\x1F";

template <size_t N>
bool IsAnyOf(std::string_view word, const std::string_view (&words)[N]) {
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view candidate) { return SameWord(candidate, word); });
}

bool IsWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

// What "AS OF" may stand behind.
struct TimeTravel {
  size_t value = 0;  // index of the literal
  size_t next = 0;   // behind it
  bool by_version = false;
};

class Rewriter {
 public:
  explicit Rewriter(const Statement& statement)
      : statement_(statement), tokens_(statement.tokens) {}

  arrow::Result<EngineText> Run(Span span) {
    EngineText out;
    size_t i = span.begin;
    begin_ = span.begin;
    while (i < span.end) {
      ARROW_ASSIGN_OR_RAISE(i, Step(i, span.end, &out));
    }
    return out;
  }

  arrow::Result<std::string> Type(size_t begin, size_t end) {
    ARROW_ASSIGN_OR_RAISE(auto type, TypeAt(begin, end));
    if (type.second != end) {
      return SyntaxError(tokens_[type.second].offset, "expected the end of the type, found ",
                         tokens_[type.second].Describe());
    }
    return type.first;
  }

 private:
  const Token& At(size_t i) const { return tokens_[std::min(i, tokens_.size() - 1)]; }
  bool Is(size_t i, size_t end, std::string_view symbol) const {
    return i < end && At(i).Is(symbol);
  }
  bool IsWord(size_t i, size_t end, std::string_view word) const {
    return i < end && At(i).IsWord(word);
  }
  bool FollowsDot(size_t i) const { return i > begin_ && At(i - 1).Is("."); }
  size_t BehindBracketAt(size_t open, size_t end) const {
    return BehindBracket(tokens_, open, end);
  }

  // ---- one step: writes what begins at `i`, gives the index behind it
  arrow::Result<size_t> Step(size_t i, size_t end, EngineText* out) {
    const Token& token = At(i);
    switch (token.kind) {
      case Kind::kText:
        return Text(i, end, out);
      case Kind::kNumber:
        return Number(i, out);
      case Kind::kSymbol:
        return Symbol(i, end, out);
      case Kind::kWord:
      case Kind::kQuotedName:
        return Word(i, end, out);
      case Kind::kEnd:
        break;
    }
    return i + 1;
  }

  arrow::Result<size_t> Text(size_t i, size_t end, EngineText* out) {
    std::string text;
    size_t next = i;
    while (next < end && At(next).kind == Kind::kText) text += At(next++).text;
    if (text.find('\0') != std::string::npos) {
      return NotSupported(At(i).offset, "text with a zero byte is not supported");
    }
    out->Add(QuotedText(text), At(i).offset);
    return next;
  }

  arrow::Result<size_t> Number(size_t i, EngineText* out) {
    const Token& token = At(i);
    std::string digits = token.text;
    std::string suffix;
    while (!digits.empty() && IsWordByte(digits.back()) &&
           !(digits.back() >= '0' && digits.back() <= '9')) {
      suffix.insert(suffix.begin(), digits.back());
      digits.pop_back();
    }
    // 1e5 ends with digits, so what is left of the letters is a suffix.
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kTypes = {
        {{"l", "BIGINT"}, {"s", "SMALLINT"}, {"y", "TINYINT"}, {"f", "FLOAT"}, {"d", "DOUBLE"}}};
    for (const auto& [letter, type] : kTypes) {
      if (!SameWord(suffix, letter)) continue;
      out->Add("CAST(" + digits + " AS " + std::string(type) + ")", token.offset);
      return i + 1;
    }
    out->Add(digits, token.offset);
    return i + 1;
  }

  arrow::Result<size_t> Symbol(size_t i, size_t end, EngineText* out) {
    const Token& token = At(i);
    if (token.Is("<=>")) {
      out->Add("IS NOT DISTINCT FROM", token.offset);
      return i + 1;
    }
    if (token.Is("==")) {
      out->Add("=", token.offset);
      return i + 1;
    }
    if (token.Is("!")) {
      out->Add("NOT", token.offset);
      return i + 1;
    }
    if (token.Is("&&") || token.Is("^") || token.Is("?")) {
      return NotSupported(token.offset, "'", token.text, "' is not supported",
                          token.Is("&&")  ? ": write AND"
                          : token.Is("^") ? ": write xor(a, b)"
                                          : "");
    }
    if (token.Is("*") && IsWord(i + 1, end, "except") && Is(i + 2, end, "(") &&
        !IsWord(i + 3, end, "select")) {
      out->Add("* EXCLUDE", token.offset);
      size_t behind = BehindBracketAt(i + 2, end);
      for (size_t k = i + 2; k < behind; ++k) {
        if (At(k).IsName()) {
          out->Add(QuotedName(At(k).text), At(k).offset);
        } else {
          out->Add(At(k).text, At(k).offset);
        }
      }
      return behind;
    }
    if (token.Is("[") && i > begin_ && EndsOperand(i - 1)) return Element(i, end, out);
    out->Add(token.text, token.offset);
    return i + 1;
  }

  bool EndsOperand(size_t i) const {
    const Token& token = At(i);
    return token.IsName() || token.Is(")") || token.Is("]");
  }

  // a[0] is the first element, m['k'] the value of a key.
  arrow::Result<size_t> Element(size_t i, size_t end, EngineText* out) {
    size_t behind = BehindBracketAt(i, end);
    ARROW_ASSIGN_OR_RAISE(EngineText inner, Part(i + 1, behind - 1));
    out->Add("[", At(i).offset);
    bool is_number = behind == i + 3 && At(i + 1).kind == Kind::kNumber;
    bool is_text = behind == i + 3 && At(i + 1).kind == Kind::kText;
    if (is_number) {
      long long number = 0;
      const std::string& digits = At(i + 1).text;
      std::from_chars(digits.data(), digits.data() + digits.size(), number);
      out->Add(std::to_string(number + 1), At(i + 1).offset);
    } else if (is_text) {
      out->Add(inner);
    } else {
      out->Add("(", At(i + 1).offset);
      out->Add(inner);
      out->Add(") + 1", At(i + 1).offset);
    }
    out->Add("]", At(behind - 1).offset);
    return behind;
  }

  arrow::Result<EngineText> Part(size_t begin, size_t end) {
    EngineText out;
    size_t i = begin;
    while (i < end) {
      ARROW_ASSIGN_OR_RAISE(i, Step(i, end, &out));
    }
    return out;
  }

  void AddName(size_t i, EngineText* out) {
    const Token& token = At(i);
    bool behind_dot = FollowsDot(i);
    bool quoted = token.kind == Kind::kQuotedName || behind_dot ||
                  (IsAnyOf(token.text, kPlainNames) && !IsAnyOf(token.text, kNamesBehindDotOnly)) ||
                  (token.text[0] >= '0' && token.text[0] <= '9');
    out->Add(quoted ? QuotedName(token.text) : token.text, token.offset);
  }

  arrow::Result<size_t> Word(size_t i, size_t end, EngineText* out) {
    const Token& token = At(i);
    if (!FollowsDot(i)) {
      ARROW_ASSIGN_OR_RAISE(size_t next, Special(i, end, out));
      if (next != i) return next;
    }
    if (Is(i + 1, end, "(") && token.kind == Kind::kWord && !FollowsDot(i)) {
      return Call(i, end, out);
    }
    AddName(i, out);
    return i + 1;
  }

  // Words that do not simply stay; gives `i` for the others.
  arrow::Result<size_t> Special(size_t i, size_t end, EngineText* out) {
    const Token& token = At(i);
    ARROW_ASSIGN_OR_RAISE(size_t behind_table, Table(i, end, out));
    if (behind_table != i) return behind_table;
    if (token.kind != Kind::kWord) return i;
    const auto replace = [&](std::string_view text, size_t num_tokens) {
      out->Add(text, token.offset);
      return i + num_tokens;
    };
    if (token.IsWord("values")) {
      bool is_list = i + 1 < end && (Is(i + 1, end, "(") || At(i + 1).kind == Kind::kText ||
                                     At(i + 1).kind == Kind::kNumber || IsWord(i + 1, end, "null"));
      if (is_list) return Values(i, end, out);
    }
    if (token.IsWord("cast") || token.IsWord("try_cast")) {
      if (Is(i + 1, end, "(")) return Cast(i, end, out);
    }
    if (token.IsWord("timestamp") && i + 1 < end && At(i + 1).kind == Kind::kText) {
      return replace("TIMESTAMPTZ", 1);
    }
    if (token.IsWord("timestamp_ntz") && i + 1 < end && At(i + 1).kind == Kind::kText) {
      return replace("TIMESTAMP", 1);
    }
    bool is_hex = token.IsWord("x") && i + 1 < end && At(i + 1).kind == Kind::kText &&
                  At(i + 1).offset == token.end;
    if (is_hex) return replace("unhex(" + QuotedText(At(i + 1).text) + ")", 2);
    if (token.IsWord("div") && i > begin_ && IsOperandEnd(i - 1)) return replace("//", 1);
    if (token.IsWord("minus") && i > begin_ && IsWord(i + 1, end, "select")) {
      return replace("EXCEPT", 1);
    }
    if (token.IsWord("left") && IsWord(i + 1, end, "semi")) return replace("SEMI", 2);
    if (token.IsWord("left") && IsWord(i + 1, end, "anti")) return replace("ANTI", 2);
    if (token.IsWord("rlike") || (token.IsWord("regexp") && !Is(i + 1, end, "("))) {
      return RegularExpression(i, end, out);
    }
    if (token.IsWord("lateral") && IsWord(i + 1, end, "view")) return LateralView(i, end, out);
    if (token.IsWord("sort") && IsWord(i + 1, end, "by")) return replace("ORDER BY", 2);
    bool spreads =
        (token.IsWord("distribute") || token.IsWord("cluster")) && IsWord(i + 1, end, "by");
    if (spreads) {
      return NotSupported(token.offset, "'", token.text,
                          " BY' is not supported: there are no workers to spread rows over; use "
                          "ORDER BY for an order");
    }
    if (token.IsWord("current_timestamp") && !Is(i + 1, end, "(")) return replace("now()", 1);
    return i;
  }

  bool IsOperandEnd(size_t i) const {
    const Token& token = At(i);
    return EndsOperand(i) || token.kind == Kind::kNumber || token.kind == Kind::kText;
  }

  // ---- tables
  // `[FOR] VERSION | TIMESTAMP AS OF literal` at `i`.
  std::optional<TimeTravel> TimeTravelAt(size_t i, size_t end) const {
    bool has_for = IsWord(i, end, "for");
    size_t k = has_for ? i + 1 : i;
    bool kind = IsWord(k, end, "version") || IsWord(k, end, "timestamp") ||
                (has_for && (IsWord(k, end, "system_version") || IsWord(k, end, "system_time")));
    if (!kind || !IsWord(k + 1, end, "as") || !IsWord(k + 2, end, "of")) return std::nullopt;
    return TimeTravel{k + 3, k + 4, At(k).IsWord("version") || At(k).IsWord("system_version")};
  }

  // A name with time travel, a path, or a function that gives a Hudi table; else gives `i`.
  arrow::Result<size_t> Table(size_t i, size_t end, EngineText* out) {
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
    if (calls_table_function) return TableFunction(i, end, out);
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

  // hudi.`/data/trips`, parquet.`/data/file.parquet`
  arrow::Result<size_t> Path(size_t i, size_t next, const std::vector<std::string>& parts,
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

  arrow::Result<size_t> TableFunction(size_t i, size_t end, EngineText* out) {
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

  // VALUES (1, 'a'), (2, 'b') AS t(n, s)
  arrow::Result<size_t> Values(size_t i, size_t end, EngineText* out) {
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
    size_t behind = k;
    bool has_as = IsWord(behind, end, "as");
    if (has_as) ++behind;
    bool has_alias =
        behind < end && At(behind).IsName() &&
        (has_as || At(behind).kind == Kind::kQuotedName || !IsAnyOf(At(behind).text, kClauseWords));
    if (has_alias) {
      alias = At(behind).text;
      k = behind + 1;
      if (Is(k, end, "(")) {
        size_t close = BehindBracketAt(k, end);
        for (size_t n = k + 1; n + 1 < close; ++n) {
          if (At(n).IsName()) names.push_back(At(n).text);
        }
        if (names.size() != num_columns) {
          return SyntaxError(At(k).offset, "'", alias, "' names ", names.size(),
                             " columns, but VALUES has ", num_columns);
        }
        k = close;
      }
    }
    for (size_t n = names.size(); n < num_columns; ++n)
      names.push_back("col" + std::to_string(n + 1));
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

  // Behind a row of VALUES that begins at `k`.
  size_t RowEnd(size_t k, size_t end) const {
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

  std::vector<Span> SplitAtCommas(size_t begin, size_t end) const {
    std::vector<Span> parts;
    size_t start = begin;
    size_t k = begin;
    while (k < end) {
      if (At(k).Is(",")) {
        parts.push_back({start, k});
        start = k + 1;
      }
      bool opens = At(k).Is("(") || At(k).Is("[") || At(k).Is("{");
      k = opens ? BehindBracketAt(k, end) : k + 1;
    }
    if (begin < end) parts.push_back({start, end});
    return parts;
  }

  // a RLIKE 'b': the pattern may match anywhere, which the engine's ~ does not.
  arrow::Result<size_t> RegularExpression(size_t i, size_t end, EngineText* out) {
    const size_t offset = At(i).offset;
    size_t operand_end = i + 1;
    if (Is(operand_end, end, "(")) {
      operand_end = BehindBracketAt(operand_end, end);
    } else {
      while (operand_end < end && (IsOperandEnd(operand_end) || At(operand_end).Is("."))) {
        ++operand_end;
        if (!Is(operand_end, end, ".") && !At(operand_end - 1).Is(".")) break;
      }
    }
    ARROW_ASSIGN_OR_RAISE(EngineText pattern, Part(i + 1, operand_end));
    if (pattern.empty()) return SyntaxError(offset, "expected a pattern behind RLIKE");
    out->Add("~ ('(?s).*(?:' || ", offset);
    out->Add(pattern);
    out->Add(" || ').*')", offset);
    return operand_end;
  }

  // LATERAL VIEW [OUTER] explode(e) t AS c
  arrow::Result<size_t> LateralView(size_t i, size_t end, EngineText* out) {
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
      return NotSupported(offset,
                          "LATERAL VIEW explode of a map is not supported: use map_entries");
    }
    if (names.empty()) {
      if (with_position) names.emplace_back("pos");
      names.emplace_back("col");
    }
    if (names.size() != wanted) {
      return SyntaxError(offset, "LATERAL VIEW names ", names.size(), " columns: expected ",
                         wanted);
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

  // ---- functions
  arrow::Result<size_t> Call(size_t i, size_t end, EngineText* out) {
    const Token& name = At(i);
    size_t behind = BehindBracketAt(i + 1, end);
    if (!At(behind - 1).Is(")")) return SyntaxError(At(i + 1).offset, "the bracket is not closed");
    std::vector<Span> spans = SplitAtCommas(i + 2, behind - 1);
    if (name.IsWord("struct") || name.IsWord("named_struct")) return Struct(i, spans, behind, out);
    if (name.IsWord("map")) return Map(i, spans, behind, out);
    if (name.IsWord("concat") && !spans.empty()) return Concat(i, spans, behind, out);
    bool plain_arguments =
        spans.empty() || (!IsWord(i + 2, end, "distinct") && !IsWord(i + 2, end, "all"));
    const FunctionSpelling* spelling =
        plain_arguments ? FindFunction(name.text, spans.size()) : nullptr;
    if (spelling == nullptr) {
      AddName(i, out);
      out->Add("(", At(i + 1).offset);
      ARROW_ASSIGN_OR_RAISE(EngineText inner, Part(i + 2, behind - 1));
      out->Add(inner);
      out->Add(")", At(behind - 1).offset);
      return behind;
    }
    ARROW_RETURN_NOT_OK(Spell(*spelling, name, spans, out));
    return behind;
  }

  arrow::Status Spell(const FunctionSpelling& row, const Token& name,
                      const std::vector<Span>& spans, EngineText* out) {
    std::vector<EngineText> arguments;
    for (Span span : spans) {
      ARROW_ASSIGN_OR_RAISE(EngineText argument, Part(span.begin, span.end));
      arguments.push_back(std::move(argument));
    }
    std::string_view spelling = row.spelling;
    for (size_t k = 0; k < spelling.size();) {
      size_t mark = std::min(spelling.find('$', k), spelling.size());
      if (mark > k) out->Add(spelling.substr(k, mark - k), name.offset);
      if (mark == spelling.size()) break;
      char kind = spelling[mark + 1];
      if (kind == '*') {
        for (size_t n = 0; n < arguments.size(); ++n) {
          if (n > 0) out->Add(", ", name.offset);
          out->Add(arguments[n]);
        }
        k = mark + 2;
      } else if (kind == '#' || kind == '@') {
        size_t index = static_cast<size_t>(spelling[mark + 2] - '1');
        ARROW_RETURN_NOT_OK(AddPattern(kind, spans[index], name, out));
        k = mark + 3;
      } else {
        out->Add(arguments[static_cast<size_t>(kind - '1')]);
        k = mark + 2;
      }
    }
    return arrow::Status::OK();
  }

  arrow::Status AddPattern(char kind, Span span, const Token& function, EngineText* out) {
    const Token& token = At(span.begin);
    bool is_literal = span.end == span.begin + 1 && token.kind == Kind::kText;
    if (kind == '@') {
      if (is_literal) {
        out->Add(QuotedText(ReplacementPattern(token.text)), token.offset);
        return arrow::Status::OK();
      }
      ARROW_ASSIGN_OR_RAISE(EngineText text, Part(span.begin, span.end));
      out->Add(text);
      return arrow::Status::OK();
    }
    if (!is_literal) {
      return NotSupported(token.offset, "the pattern of ", LowerCase(function.text),
                          " must be text in quotes");
    }
    arrow::Result<std::string> pattern = StrftimePattern(token.text);
    if (!pattern.ok()) return NotSupported(token.offset, pattern.status().message());
    out->Add(QuotedText(*pattern), token.offset);
    return arrow::Status::OK();
  }

  // Null if one of the parts is null, unlike the engine's.
  arrow::Result<size_t> Concat(size_t i, const std::vector<Span>& spans, size_t behind,
                               EngineText* out) {
    out->Add("(", At(i).offset);
    for (size_t n = 0; n < spans.size(); ++n) {
      if (n > 0) out->Add("||", At(i).offset);
      out->Add("hudi_part(", At(i).offset);
      ARROW_ASSIGN_OR_RAISE(EngineText part, Part(spans[n].begin, spans[n].end));
      out->Add(part);
      out->Add(")", At(i).offset);
    }
    out->Add(")", At(i).offset);
    return behind;
  }

  arrow::Result<size_t> Map(size_t i, const std::vector<Span>& spans, size_t behind,
                            EngineText* out) {
    if (spans.size() % 2 != 0) {
      return SyntaxError(At(i).offset,
                         "map takes keys and values in turn: an even number of "
                         "arguments, found ",
                         spans.size());
    }
    out->Add("MAP {", At(i).offset);
    for (size_t n = 0; n < spans.size(); ++n) {
      if (n > 0) out->Add(n % 2 == 0 ? ", " : ": ", At(i).offset);
      ARROW_ASSIGN_OR_RAISE(EngineText part, Part(spans[n].begin, spans[n].end));
      out->Add(part);
    }
    out->Add("}", At(i).offset);
    return behind;
  }

  arrow::Result<size_t> Struct(size_t i, const std::vector<Span>& spans, size_t behind,
                               EngineText* out) {
    bool named = At(i).IsWord("named_struct");
    if (named && spans.size() % 2 != 0) {
      return SyntaxError(At(i).offset, "named_struct takes names and values in turn");
    }
    out->Add("struct_pack(", At(i).offset);
    const size_t step = named ? 2 : 1;
    for (size_t n = 0; n < spans.size(); n += step) {
      Span value = spans[named ? n + 1 : n];
      std::string name = "col" + std::to_string(n + 1);
      if (named) {
        const Token& token = At(spans[n].begin);
        if (token.kind != Kind::kText) {
          return SyntaxError(token.offset, "a name of named_struct must be text in quotes");
        }
        name = token.text;
      } else if (value.end - value.begin > 2 && At(value.end - 2).IsWord("as")) {
        name = At(value.end - 1).text;
        value.end -= 2;
      } else if (At(value.end - 1).IsName() && IsColumn(value)) {
        name = At(value.end - 1).text;
      }
      if (n > 0) out->Add(",", At(i).offset);
      out->Add(QuotedName(name) + " := ", At(value.begin).offset);
      ARROW_ASSIGN_OR_RAISE(EngineText part, Part(value.begin, value.end));
      out->Add(part);
    }
    out->Add(")", At(i).offset);
    return behind;
  }

  bool IsColumn(Span span) const {
    for (size_t k = span.begin; k < span.end; ++k) {
      bool at_name = (k - span.begin) % 2 == 0;
      if (at_name ? !At(k).IsName() : !At(k).Is(".")) return false;
    }
    return true;
  }

  // A value that cannot be cast is null, as in Spark.
  arrow::Result<size_t> Cast(size_t i, size_t end, EngineText* out) {
    size_t behind = BehindBracketAt(i + 1, end);
    if (!At(behind - 1).Is(")")) return SyntaxError(At(i + 1).offset, "the bracket is not closed");
    size_t as = behind;
    for (size_t k = i + 2; k < behind - 1;) {
      if (At(k).IsWord("as")) as = k;
      k = At(k).Is("(") || At(k).Is("[") ? BehindBracketAt(k, end) : k + 1;
    }
    if (as == behind) return SyntaxError(At(i).offset, "CAST needs AS and a type");
    ARROW_ASSIGN_OR_RAISE(EngineText value, Part(i + 2, as));
    ARROW_ASSIGN_OR_RAISE(std::string type, Type(as + 1, behind - 1));
    std::string_view function;
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kCasts = {
        {{"VARCHAR", "hudi_text"},
         {"TINYINT", "hudi_tinyint"},
         {"SMALLINT", "hudi_smallint"},
         {"INTEGER", "hudi_int"},
         {"BIGINT", "hudi_bigint"},
         {"DATE", "hudi_date"}}};
    for (const auto& [name, call] : kCasts) {
      if (type == name) function = call;
    }
    const size_t offset = At(i).offset;
    out->Add(function.empty() ? "TRY_CAST(" : std::string(function) + "(", offset);
    out->Add(value);
    out->Add(function.empty() ? " AS " + type + ")" : ")", At(as).offset);
    return behind;
  }

  // The engine's type and the index behind it.
  arrow::Result<std::pair<std::string, size_t>> TypeAt(size_t i, size_t end) {
    if (i >= end || !At(i).IsName()) {
      return SyntaxError(At(std::min(i, end)).offset, "expected a type, found ", At(i).Describe());
    }
    const std::string word = LowerCase(At(i).text);
    const auto fail = [&](size_t at, std::string_view what) {
      return SyntaxError(At(at).offset, "expected ", what, " in the type, found ",
                         At(at).Describe());
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

  // Two of them may have been read as one symbol.
  arrow::Result<size_t> CloseAngle(size_t i, size_t end) {
    if (Is(i, end, ">")) return i + 1;
    return SyntaxError(At(i).offset, "expected '>' in the type, found ", At(i).Describe());
  }

  arrow::Result<std::pair<std::string, size_t>> StructType(size_t i, size_t end) {
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

  const Statement& statement_;
  const std::vector<Token>& tokens_;
  size_t begin_ = 0;
};

}  // namespace

void EngineText::Add(std::string_view text, size_t offset) {
  if (text.empty()) return;
  char last = text_.empty() ? '\0' : text_.back();
  // Dots and brackets bind; everything else may stand apart.
  bool tight = last == '\0' || last == '.' || last == '(' || last == '[' || text.front() == '.' ||
               text.front() == ')' || text.front() == ']' || text.front() == ',' ||
               text.front() == '(' || text.front() == '[';
  if (!tight || (text.front() == '(' && !IsWordByte(last) && last != '(')) text_.push_back(' ');
  places_.emplace_back(text_.size(), offset);
  text_.append(text);
}

void EngineText::Add(const EngineText& other) {
  if (other.text_.empty()) return;
  text_.push_back(' ');
  for (const auto& [here, there] : other.places_) places_.emplace_back(text_.size() + here, there);
  text_.append(other.text_);
}

size_t EngineText::SourceOffset(size_t offset) const {
  size_t found = places_.empty() ? 0 : places_.front().second;
  for (const auto& [here, there] : places_) {
    if (here > offset) break;
    found = there;
  }
  return found;
}

std::string QuotedName(std::string_view name) {
  std::string quoted = "\"";
  for (char c : name) {
    quoted.push_back(c);
    if (c == '"') quoted.push_back(c);
  }
  return quoted + "\"";
}

std::string QuotedText(std::string_view text) {
  std::string quoted = "'";
  for (char c : text) {
    quoted.push_back(c);
    if (c == '\'') quoted.push_back(c);
  }
  return quoted + "'";
}

std::string NameOfReference(const TableReference& reference) {
  std::string name(kReferenceMark);
  name += reference.function;
  name += kFieldMark;
  if (reference.by_version) name += kVersionMark;
  name += reference.as_of;
  for (const std::string& text :
       reference.function.empty() ? reference.parts : reference.arguments) {
    name += kFieldMark;
    name += text;
  }
  return name;
}

std::optional<TableReference> ReferenceOfName(std::string_view name) {
  if (!name.starts_with(kReferenceMark)) return std::nullopt;
  name.remove_prefix(kReferenceMark.size());
  std::vector<std::string> fields;
  while (true) {
    size_t mark = name.find(kFieldMark);
    fields.emplace_back(name.substr(0, mark));
    if (mark == std::string_view::npos) break;
    name.remove_prefix(mark + 1);
  }
  if (fields.size() < 2) return std::nullopt;
  TableReference reference;
  reference.function = fields[0];
  reference.by_version = fields[1].starts_with(kVersionMark);
  reference.as_of = fields[1].substr(reference.by_version ? 1 : 0);
  std::vector<std::string>& rest =
      reference.function.empty() ? reference.parts : reference.arguments;
  rest.assign(fields.begin() + 2, fields.end());
  return reference;
}

arrow::Result<EngineText> RewriteForEngine(const Statement& statement, Span span) {
  return Rewriter(statement).Run(span);
}

arrow::Result<std::string> EngineType(const Statement& statement, Span span) {
  return Rewriter(statement).Type(span.begin, span.end);
}

}  // namespace hudi::sql
