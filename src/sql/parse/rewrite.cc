// SPDX-License-Identifier: Apache-2.0
#include "sql/parse/rewrite.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "sql/parse/rewriter.h"
#include "sql/parse/sql_error.h"
#include "sql/parse/word_list.h"

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

}  // namespace

arrow::Result<EngineText> Rewriter::Run(Span span) {
  EngineText out;
  size_t i = span.begin;
  begin_ = span.begin;
  while (i < span.end) {
    ARROW_ASSIGN_OR_RAISE(i, Step(i, span.end, &out));
  }
  return out;
}

arrow::Result<size_t> Rewriter::Step(size_t i, size_t end, EngineText* out) {
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

arrow::Result<size_t> Rewriter::Text(size_t i, size_t end, EngineText* out) {
  std::string text;
  size_t next = i;
  while (next < end && At(next).kind == Kind::kText) text += At(next++).text;
  if (text.find('\0') != std::string::npos) {
    return NotSupported(At(i).offset, "text with a zero byte is not supported");
  }
  out->Add(QuotedText(text), At(i).offset);
  return next;
}

arrow::Result<size_t> Rewriter::Number(size_t i, EngineText* out) {
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

arrow::Result<size_t> Rewriter::Symbol(size_t i, size_t end, EngineText* out) {
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

bool Rewriter::EndsOperand(size_t i) const {
  const Token& token = At(i);
  return token.IsName() || token.Is(")") || token.Is("]");
}

arrow::Result<size_t> Rewriter::Element(size_t i, size_t end, EngineText* out) {
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

arrow::Result<EngineText> Rewriter::Part(size_t begin, size_t end) {
  EngineText out;
  size_t i = begin;
  while (i < end) {
    ARROW_ASSIGN_OR_RAISE(i, Step(i, end, &out));
  }
  return out;
}

void Rewriter::AddName(size_t i, EngineText* out) {
  const Token& token = At(i);
  bool behind_dot = FollowsDot(i);
  bool quoted = token.kind == Kind::kQuotedName || behind_dot ||
                (IsAnyOf(token.text, kPlainNames) && !IsAnyOf(token.text, kNamesBehindDotOnly)) ||
                (token.IsWord("at") && !At(i + 1).IsWord("time")) ||
                (token.text[0] >= '0' && token.text[0] <= '9');
  out->Add(quoted ? QuotedName(token.text) : token.text, token.offset);
}

arrow::Result<size_t> Rewriter::Word(size_t i, size_t end, EngineText* out) {
  const Token& token = At(i);
  if (!FollowsDot(i)) {
    const std::string* parameter = Is(i + 1, end, "(") ? nullptr : LambdaParameter(token.text);
    if (parameter != nullptr) {
      out->Add("(" + *parameter + ")", token.offset);
      return i + 1;
    }
    ARROW_ASSIGN_OR_RAISE(size_t next, Special(i, end, out));
    if (next != i) return next;
  }
  if (Is(i + 1, end, "(") && token.kind == Kind::kWord && !FollowsDot(i)) {
    return Call(i, end, out);
  }
  AddName(i, out);
  return i + 1;
}

arrow::Result<size_t> Rewriter::Special(size_t i, size_t end, EngineText* out) {
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
  if (token.IsWord("like") || token.IsWord("ilike")) return Like(i, end, out);
  // QUALIFY is the engine's own clause; as a name the word is quoted.
  constexpr std::string_view kBeforeOperands[] = {"select", "distinct", "where", "by",
                                                  "and",    "or",       "not",   "having"};
  if (token.IsWord("qualify") && i > begin_ && IsOperandEnd(i - 1) &&
      !IsAnyOf(At(i - 1).text, kBeforeOperands) && BeginsOperand(i + 1, end)) {
    return replace("QUALIFY", 1);
  }
  const bool quantifies = token.IsWord("any") || token.IsWord("some") || token.IsWord("all");
  if (quantifies && Is(i + 1, end, "(") &&
      (IsWord(i + 2, end, "select") || IsWord(i + 2, end, "with"))) {
    return replace(token.text, 1);
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

arrow::Result<size_t> Rewriter::Like(size_t i, size_t end, EngineText* out) {
  const bool escapes = i > begin_ && IsOperandEnd(i - 1 - (IsWord(i - 1, end, "not") ? 1 : 0)) &&
                       i + 1 < end && At(i + 1).kind == Token::Kind::kText &&
                       At(i + 1).text.find('\\') != std::string::npos &&
                       !IsWord(i + 2, end, "escape");
  if (!escapes) return i;
  out->Add(At(i).text + " " + QuotedText(At(i + 1).text) + " ESCAPE '\\'", At(i).offset);
  return i + 2;
}

bool Rewriter::IsOperandEnd(size_t i) const {
  const Token& token = At(i);
  return EndsOperand(i) || token.kind == Kind::kNumber || token.kind == Kind::kText;
}

bool Rewriter::BeginsOperand(size_t i, size_t end) const {
  if (i >= end) return false;
  const Token& token = At(i);
  if (token.Is("(") || token.kind == Kind::kNumber || token.kind == Kind::kText) return true;
  if (!token.IsName()) return false;
  constexpr std::string_view kClauses[] = {"from",   "where", "group",  "having",    "order",
                                           "limit",  "union", "except", "intersect", "window",
                                           "offset", "join",  "on",     "using",     "as"};
  return token.kind == Kind::kQuotedName || !IsAnyOf(token.text, kClauses);
}

std::vector<Span> Rewriter::SplitAtCommas(size_t begin, size_t end) const {
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

arrow::Result<EngineText> RewriteForEngine(const Statement& statement, Span span) {
  return Rewriter(statement).Run(span);
}

arrow::Result<std::string> EngineType(const Statement& statement, Span span) {
  return Rewriter(statement).Type(span.begin, span.end);
}

}  // namespace hudi::sql
