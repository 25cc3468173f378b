// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <arrow/util/decimal.h>

#include "hudi/base/sql_tokens.h"
#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/predicate/like_pattern.h"
#include "hudi/predicate/literal.h"
#include "hudi/predicate/predicate_eval.h"

namespace hudi {
namespace {

using Kind = Predicate::Kind;
using ScalarPtr = std::shared_ptr<arrow::Scalar>;

// One side of a comparison.
struct Operand {
  std::variant<std::string, ScalarPtr> value;  // a column's name, or a literal
  SqlToken at;

  bool IsColumn() const { return value.index() == 0; }
  const std::string& column() const { return std::get<0>(value); }
  const ScalarPtr& literal() const { return std::get<1>(value); }
};

PredicatePtr Leaf(Kind kind) {
  auto predicate = std::make_shared<Predicate>();
  predicate->kind = kind;
  return predicate;
}

PredicatePtr Combine(Kind kind, std::vector<PredicatePtr> children) {
  auto predicate = std::make_shared<Predicate>();
  predicate->kind = kind;
  predicate->children = std::move(children);
  return predicate;
}

PredicatePtr Not(PredicatePtr child) { return Combine(Kind::kNot, {std::move(child)}); }

PredicatePtr OnColumn(Kind kind, std::string column, std::vector<ScalarPtr> values = {}) {
  auto predicate = std::make_shared<Predicate>();
  predicate->kind = kind;
  predicate->column = std::move(column);
  predicate->values = std::move(values);
  return predicate;
}

// The comparison with its sides exchanged.
Kind Mirrored(Kind kind) {
  switch (kind) {
    case Kind::kLess:
      return Kind::kGreater;
    case Kind::kLessEqual:
      return Kind::kGreaterEqual;
    case Kind::kGreater:
      return Kind::kLess;
    case Kind::kGreaterEqual:
      return Kind::kLessEqual;
    default:
      return kind;
  }
}

std::optional<Kind> ComparisonOf(const SqlToken& token) {
  if (token.kind != SqlToken::Kind::kSymbol) return std::nullopt;
  static constexpr std::array<std::pair<std::string_view, Kind>, 9> kOperators = {{
      {"=", Kind::kEqual},
      {"==", Kind::kEqual},
      {"<>", Kind::kNotEqual},
      {"!=", Kind::kNotEqual},
      {"<", Kind::kLess},
      {"<=", Kind::kLessEqual},
      {">", Kind::kGreater},
      {">=", Kind::kGreaterEqual},
      {"<=>", Kind::kNullSafeEqual},
  }};
  for (const auto& [symbol, kind] : kOperators) {
    if (token.text == symbol) return kind;
  }
  return std::nullopt;
}

class PredicateParser {
 public:
  PredicateParser(std::string_view text, std::vector<SqlToken> tokens)
      : text_(text), tokens_(std::move(tokens)) {}

  arrow::Result<PredicatePtr> Parse() {
    ARROW_ASSIGN_OR_RAISE(PredicatePtr predicate, ParseOr());
    if (Peek().kind != SqlToken::Kind::kEnd) {
      ARROW_RETURN_NOT_OK(RefuseArithmetic());
      return Expected("AND, OR or the end");
    }
    return predicate;
  }

 private:
  // Deep nesting must end in an error, not in a stack overflow.
  static constexpr int kMaxDepth = 200;

  const SqlToken& Peek(size_t ahead = 0) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }
  SqlToken Take() {
    SqlToken token = Peek();
    if (token.kind != SqlToken::Kind::kEnd) ++next_;
    return token;
  }
  bool Skip(std::string_view symbol) {
    if (!Peek().IsSymbol(symbol)) return false;
    ++next_;
    return true;
  }
  bool SkipWord(std::string_view word) {
    if (!Peek().IsWord(word)) return false;
    ++next_;
    return true;
  }

  arrow::Status Error(const SqlToken& at, std::string_view what) const {
    return Fail(ErrorCode::kInvalidArgument, text_, "predicate ", SqlPosition(text_, at.offset),
                ": ", what, ", in: ", text_);
  }
  arrow::Status Expected(std::string_view what) const {
    return Error(Peek(), "expected " + std::string(what) + ", found " + Peek().Describe());
  }

  arrow::Result<PredicatePtr> ParseOr() {
    if (++depth_ > kMaxDepth) return Error(Peek(), "too many parentheses within each other");
    std::vector<PredicatePtr> terms;
    do {
      ARROW_ASSIGN_OR_RAISE(PredicatePtr term, ParseAnd());
      terms.push_back(std::move(term));
    } while (SkipWord("or") || Skip("||"));
    --depth_;
    return terms.size() == 1 ? terms.front() : Combine(Kind::kOr, std::move(terms));
  }

  arrow::Result<PredicatePtr> ParseAnd() {
    std::vector<PredicatePtr> terms;
    do {
      ARROW_ASSIGN_OR_RAISE(PredicatePtr term, ParseNot());
      terms.push_back(std::move(term));
    } while (SkipWord("and") || Skip("&&"));
    return terms.size() == 1 ? terms.front() : Combine(Kind::kAnd, std::move(terms));
  }

  arrow::Result<PredicatePtr> ParseNot() {
    bool negated = false;
    bool any = false;
    while (SkipWord("not") || Skip("!")) {
      negated = !negated;
      any = true;
    }
    ARROW_ASSIGN_OR_RAISE(PredicatePtr predicate, ParseTerm());
    if (negated) return Not(std::move(predicate));
    return any ? Not(Not(std::move(predicate))) : predicate;
  }

  arrow::Result<PredicatePtr> ParseTerm() {
    if (Skip("(")) {
      ARROW_ASSIGN_OR_RAISE(PredicatePtr inner, ParseOr());
      ARROW_RETURN_NOT_OK(RefuseArithmetic());
      if (!Skip(")")) return Expected("')'");
      if (ComparisonOf(Peek())) {
        return Error(Peek(), "what stands in parentheses cannot be compared; write it out");
      }
      return inner;
    }
    ARROW_ASSIGN_OR_RAISE(Operand left, ParseOperand("a column or a value"));
    ARROW_RETURN_NOT_OK(RefuseArithmetic());
    if (const std::optional<Kind> comparison = ComparisonOf(Peek())) {
      Take();
      ARROW_ASSIGN_OR_RAISE(Operand right, ParseOperand("a value or a column"));
      ARROW_RETURN_NOT_OK(RefuseArithmetic());
      if (ComparisonOf(Peek())) return Error(Peek(), "comparisons cannot be chained; use AND");
      return Compare(*comparison, left, right);
    }
    if (SkipWord("is")) return ParseIs(left);
    const bool negated = SkipWord("not");
    arrow::Result<PredicatePtr> predicate = ParseWordOperator(left, negated);
    if (predicate.ok() && negated) return Not(*std::move(predicate));
    return predicate;
  }

  arrow::Result<PredicatePtr> ParseWordOperator(const Operand& left, bool negated) {
    if (SkipWord("in")) return ParseIn(left);
    if (SkipWord("between")) return ParseBetween(left);
    if (SkipWord("like")) return ParseLike(left);
    for (std::string_view word : {"rlike", "regexp", "ilike", "similar"}) {
      if (Peek().IsWord(word)) {
        return Error(Peek(), Peek().Describe() + " is not supported; LIKE is");
      }
    }
    if (negated) return Expected("IN, BETWEEN or LIKE after NOT");
    return Alone(left);
  }

  // A column or a literal where a predicate stands.
  arrow::Result<PredicatePtr> Alone(const Operand& operand) {
    if (operand.IsColumn()) {
      if (AtPredicateEnd()) {
        return OnColumn(Kind::kEqual, operand.column(),
                        {std::make_shared<arrow::BooleanScalar>(true)});
      }
      return Expected("a comparison (=, <>, <, <=, >, >=, <=>), IS, IN, BETWEEN or LIKE");
    }
    const arrow::Scalar& literal = *operand.literal();
    if (!literal.is_valid) return Leaf(Kind::kNull);
    if (literal.type->id() == arrow::Type::BOOL) {
      const bool value = static_cast<const arrow::BooleanScalar&>(literal).value;
      return Leaf(value ? Kind::kTrue : Kind::kFalse);
    }
    if (!AtPredicateEnd()) return Expected("a comparison");
    return Error(operand.at, "a value alone is no predicate: compare it with a column");
  }

  bool AtPredicateEnd() const {
    return Peek().kind == SqlToken::Kind::kEnd || Peek().IsSymbol(")") || Peek().IsWord("and") ||
           Peek().IsWord("or") || Peek().IsSymbol("&&") || Peek().IsSymbol("||");
  }

  arrow::Result<PredicatePtr> ParseIs(const Operand& left) {
    const bool negated = SkipWord("not");
    PredicatePtr predicate;
    if (SkipWord("null") || SkipWord("unknown")) {
      if (!left.IsColumn()) {
        return Leaf(left.literal()->is_valid == negated ? Kind::kTrue : Kind::kFalse);
      }
      return OnColumn(negated ? Kind::kIsNotNull : Kind::kIsNull, left.column());
    }
    if (Peek().IsWord("true") || Peek().IsWord("false")) {
      ARROW_ASSIGN_OR_RAISE(Operand right, ParseOperand("TRUE or FALSE"));
      ARROW_ASSIGN_OR_RAISE(predicate, Compare(Kind::kNullSafeEqual, left, right));
      return negated ? Not(std::move(predicate)) : predicate;
    }
    if (SkipWord("distinct")) {
      if (!SkipWord("from")) return Expected("FROM");
      ARROW_ASSIGN_OR_RAISE(Operand right, ParseOperand("a value or a column"));
      ARROW_ASSIGN_OR_RAISE(predicate, Compare(Kind::kNullSafeEqual, left, right));
      return negated ? predicate : Not(std::move(predicate));
    }
    return Expected(negated ? "NULL, TRUE, FALSE or DISTINCT FROM"
                            : "NULL, NOT NULL, TRUE, FALSE or DISTINCT FROM");
  }

  arrow::Result<PredicatePtr> ParseIn(const Operand& left) {
    if (!left.IsColumn()) return Error(left.at, "IN needs a column on its left");
    if (!Skip("(")) return Expected("'(' after IN");
    if (Peek().IsWord("select")) return Error(Peek(), "a query in IN is not supported");
    std::vector<ScalarPtr> values;
    do {
      ARROW_ASSIGN_OR_RAISE(Operand value, ParseOperand("a value"));
      ARROW_RETURN_NOT_OK(RefuseArithmetic());
      if (value.IsColumn()) return Error(value.at, "IN takes values, not columns");
      values.push_back(value.literal());
    } while (Skip(","));
    if (!Skip(")")) return Expected("',' or ')'");
    return OnColumn(Kind::kIn, left.column(), std::move(values));
  }

  arrow::Result<PredicatePtr> ParseBetween(const Operand& left) {
    ARROW_ASSIGN_OR_RAISE(Operand low, ParseOperand("a value"));
    ARROW_RETURN_NOT_OK(RefuseArithmetic());
    if (!SkipWord("and")) return Expected("AND of BETWEEN");
    ARROW_ASSIGN_OR_RAISE(Operand high, ParseOperand("a value"));
    ARROW_RETURN_NOT_OK(RefuseArithmetic());
    ARROW_ASSIGN_OR_RAISE(PredicatePtr from, Compare(Kind::kGreaterEqual, left, low));
    ARROW_ASSIGN_OR_RAISE(PredicatePtr to, Compare(Kind::kLessEqual, left, high));
    return Combine(Kind::kAnd, {std::move(from), std::move(to)});
  }

  arrow::Result<PredicatePtr> ParseLike(const Operand& left) {
    if (!left.IsColumn()) return Error(left.at, "LIKE needs a column on its left");
    const SqlToken at = Peek();
    if (SkipWord("null")) {
      return OnColumn(Kind::kLike, left.column(), {arrow::MakeNullScalar(arrow::utf8())});
    }
    if (at.kind != SqlToken::Kind::kText) return Expected("the pattern in quotes");
    std::string pattern = Take().text;
    if (SkipWord("escape")) {
      if (Peek().kind != SqlToken::Kind::kText || Peek().text.size() != 1) {
        return Expected("one character in quotes");
      }
      pattern = WithBackslashes(pattern, Take().text[0]);
    }
    if (!IsLikePattern(pattern)) {
      return Error(at, "in a LIKE pattern the escape character stands before %, _ or itself only");
    }
    return OnColumn(Kind::kLike, left.column(), {std::make_shared<arrow::StringScalar>(pattern)});
  }

  // A pattern with escape character `escape` as one with backslashes.
  static std::string WithBackslashes(std::string_view pattern, char escape) {
    if (escape == '\\') return std::string(pattern);
    std::string out;
    for (size_t i = 0; i < pattern.size(); ++i) {
      if (pattern[i] == escape) {
        if (i + 1 < pattern.size() && pattern[i + 1] == escape) {
          out.push_back(escape);
          ++i;
        } else {
          out.push_back('\\');
          // A backslash before anything else than a wildcard is refused later on.
          if (i + 1 < pattern.size()) out.push_back(pattern[++i]);
        }
      } else {
        if (pattern[i] == '\\') out.push_back('\\');
        out.push_back(pattern[i]);
      }
    }
    return out;
  }

  arrow::Result<PredicatePtr> Compare(Kind kind, const Operand& left, const Operand& right) {
    if (left.IsColumn() && right.IsColumn()) {
      auto predicate = std::make_shared<Predicate>();
      predicate->kind = kind;
      predicate->column = left.column();
      predicate->other_column = right.column();
      return predicate;
    }
    if (left.IsColumn()) return WithLiteral(kind, left.column(), right.literal());
    if (right.IsColumn()) return WithLiteral(Mirrored(kind), right.column(), left.literal());
    const std::optional<Kind> folded = CompareLiterals(kind, *left.literal(), *right.literal());
    if (!folded) return Error(left.at, "these two values cannot be compared");
    return Leaf(*folded);
  }

  static PredicatePtr WithLiteral(Kind kind, const std::string& column, const ScalarPtr& literal) {
    if (kind == Kind::kNullSafeEqual && !literal->is_valid) return OnColumn(Kind::kIsNull, column);
    return OnColumn(kind, column, {literal});
  }

  arrow::Result<Operand> ParseOperand(std::string_view expected) {
    Operand operand;
    operand.at = Peek();
    const SqlToken token = Peek();
    switch (token.kind) {
      case SqlToken::Kind::kNumber:
        Take();
        return Number(token, /*negative=*/false);
      case SqlToken::Kind::kText:
        Take();
        operand.value = std::static_pointer_cast<arrow::Scalar>(
            std::make_shared<arrow::StringScalar>(token.text));
        return operand;
      case SqlToken::Kind::kSymbol:
        if (token.text == "-" || token.text == "+") {
          Take();
          if (Peek().kind != SqlToken::Kind::kNumber) return Expected("a number");
          return Number(Take(), token.text == "-");
        }
        if (token.text == "(") return Error(token, "expressions in parentheses are not supported");
        return Expected(expected);
      case SqlToken::Kind::kWord:
      case SqlToken::Kind::kQuotedName:
        return ParseWord(token, expected);
      case SqlToken::Kind::kEnd:
        break;
    }
    return Expected(expected);
  }

  arrow::Result<Operand> Number(const SqlToken& token, bool negative) {
    Operand operand;
    operand.at = token;
    ScalarPtr literal = NumberLiteral(token.text, negative);
    if (literal == nullptr)
      return Error(token, token.Describe() + " is out of the range of its type");
    operand.value = std::move(literal);
    return operand;
  }

  arrow::Result<Operand> ParseWord(const SqlToken& token, std::string_view expected) {
    Operand operand;
    operand.at = token;
    if (token.kind == SqlToken::Kind::kWord) {
      if (Peek(1).kind == SqlToken::Kind::kText) {
        Take();
        const SqlToken text = Take();
        ScalarPtr literal = TypedLiteral(token.text, text.text);
        if (literal == nullptr) return Error(token, BadTypedLiteral(token.text, text.text));
        operand.value = std::move(literal);
        return operand;
      }
      for (std::string_view word : {"true", "false", "null"}) {
        if (!token.IsWord(word)) continue;
        Take();
        operand.value = word == "null"
                            ? arrow::MakeNullScalar(arrow::null())
                            : std::static_pointer_cast<arrow::Scalar>(
                                  std::make_shared<arrow::BooleanScalar>(word == "true"));
        return operand;
      }
      for (std::string_view word : {"and", "or", "not", "in", "is", "like", "between", "escape"}) {
        if (token.IsWord(word)) return Expected(expected);
      }
      for (std::string_view word : {"case", "exists", "select"}) {
        if (token.IsWord(word) && !ComparisonOf(Peek(1))) {
          return Error(token, token.Describe() + " is not supported");
        }
      }
      if (Peek(1).IsSymbol("(")) {
        return Error(token,
                     "functions and casts such as " + token.text + "(...) are not supported");
      }
    }
    std::string column;
    do {
      const SqlToken& level = Peek();
      if (level.kind != SqlToken::Kind::kWord && level.kind != SqlToken::Kind::kQuotedName) {
        return Expected("the name of a field");
      }
      if (level.text.find('.') != std::string::npos) {
        return Error(level, "no column has a '.' in its name");
      }
      if (!column.empty()) column += ".";
      column += Take().text;
    } while (Skip("."));
    if (Peek().IsSymbol("[")) return Error(Peek(), "elements of arrays and maps are not supported");
    operand.value = std::move(column);
    return operand;
  }

  arrow::Status RefuseArithmetic() const {
    for (std::string_view symbol : {"+", "-", "*", "/"}) {
      if (Peek().IsSymbol(symbol)) {
        return Error(Peek(), "arithmetic is not supported: compare columns with values");
      }
    }
    return arrow::Status::OK();
  }

  std::string_view text_;
  std::vector<SqlToken> tokens_;
  size_t next_ = 0;
  int depth_ = 0;
};

}  // namespace

arrow::Result<PredicatePtr> ParsePredicate(std::string_view text) {
  arrow::Result<std::vector<SqlToken>> tokens = SplitSql(text);
  if (!tokens.ok()) {
    return Fail(ErrorCode::kInvalidArgument, text, "predicate ", tokens.status().message(),
                ", in: ", text);
  }
  return PredicateParser(text, std::move(tokens).ValueUnsafe()).Parse();
}

arrow::Result<PredicatePtr> ParseSqlPredicate(const std::string& text) {
  return ParsePredicate(text);
}

}  // namespace hudi
