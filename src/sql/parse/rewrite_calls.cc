// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "sql/parse/rewriter.h"
#include "sql/parse/sql_error.h"

namespace hudi::sql {
namespace {

using Kind = Token::Kind;

}  // namespace

arrow::Result<size_t> Rewriter::Call(size_t i, size_t end, EngineText* out) {
  const Token& name = At(i);
  size_t behind = BehindBracketAt(i + 1, end);
  if (!At(behind - 1).Is(")")) return SyntaxError(At(i + 1).offset, "the bracket is not closed");
  std::vector<Span> spans = SplitAtCommas(i + 2, behind - 1);
  if (name.IsWord("struct") || name.IsWord("named_struct")) return Struct(i, spans, behind, out);
  if (name.IsWord("map")) return Map(i, spans, behind, out);
  if (name.IsWord("concat") && !spans.empty()) return Concat(i, spans, behind, out);
  ARROW_ASSIGN_OR_RAISE(const bool has_lambda, LambdaCall(name, spans, out));
  if (has_lambda) return behind;
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

arrow::Status Rewriter::Spell(const FunctionSpelling& row, const Token& name,
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

arrow::Status Rewriter::AddPattern(char kind, Span span, const Token& function, EngineText* out) {
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

arrow::Result<size_t> Rewriter::Concat(size_t i, const std::vector<Span>& spans, size_t behind,
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

arrow::Result<size_t> Rewriter::Map(size_t i, const std::vector<Span>& spans, size_t behind,
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

arrow::Result<size_t> Rewriter::Struct(size_t i, const std::vector<Span>& spans, size_t behind,
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

bool Rewriter::IsColumn(Span span) const {
  for (size_t k = span.begin; k < span.end; ++k) {
    bool at_name = (k - span.begin) % 2 == 0;
    if (at_name ? !At(k).IsName() : !At(k).Is(".")) return false;
  }
  return true;
}

arrow::Result<size_t> Rewriter::Cast(size_t i, size_t end, EngineText* out) {
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

arrow::Result<size_t> Rewriter::RegularExpression(size_t i, size_t end, EngineText* out) {
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

}  // namespace hudi::sql
