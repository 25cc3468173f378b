// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <iterator>

#include "sql/parse/rewriter.h"
#include "sql/parse/sql_error.h"

namespace hudi::sql {
namespace {

using Kind = Token::Kind;

// A function whose arguments from `first_lambda` on are lambdas, for the engine.
struct LambdaFunction {
  std::string_view name;  // lower case
  size_t num_arguments;
  size_t first_lambda;  // counted from 1
  // Of the first lambda. Others have one, which is $s.
  size_t num_parameters;
  // What stands for them in its body.
  std::array<std::string_view, 3> parameters;
  // $1, $2: the arguments, or bodies of lambdas; $p, $q, $r, $s: names that stand nowhere else.
  std::string_view spelling;
};

constexpr std::string_view kAggregate =
    "(list_reduce(list_transform($1, lambda $r: {'a': CASE WHEN false THEN ($2) END, 'x': $r}), "
    "lambda $p, $q: {'a': hudi_like(($3), $p.a), 'x': $q.x}, {'a': $2, 'x': NULL})).a";
// The finish is a lambda over a list of one.
constexpr std::string_view kAggregateAndFinish =
    "list_transform([(list_reduce(list_transform($1, lambda $r: {'a': CASE WHEN false THEN ($2) "
    "END, 'x': $r}), lambda $p, $q: {'a': hudi_like(($3), $p.a), 'x': $q.x}, {'a': $2, 'x': "
    "NULL})).a], lambda $s: ($4))[1]";
constexpr std::string_view kIndex = "CAST($q - 1 AS INTEGER)";

constexpr LambdaFunction kLambdaFunctions[] = {
    {"transform", 2, 2, 1, {"$p"}, "list_transform($1, lambda $p: ($2))"},
    {"transform", 2, 2, 2, {"$p", kIndex}, "list_transform($1, lambda $p, $q: ($2))"},
    {"filter", 2, 2, 1, {"$p"}, "list_filter($1, lambda $p: ($2))"},
    {"filter", 2, 2, 2, {"$p", kIndex}, "list_filter($1, lambda $p, $q: ($2))"},
    // Null where no element is true but some are null.
    {"exists",
     2,
     2,
     1,
     {"$p"},
     "(CASE WHEN ($1) IS NOT NULL THEN (CASE coalesce(list_max(list_transform($1, lambda $p: (CASE "
     "WHEN ($2) THEN 2 WHEN NOT ($2) THEN 0 ELSE 1 END))), 0) WHEN 2 THEN true WHEN 0 THEN false "
     "END) END)"},
    {"forall",
     2,
     2,
     1,
     {"$p"},
     "(CASE WHEN ($1) IS NOT NULL THEN (CASE coalesce(list_min(list_transform($1, lambda $p: (CASE "
     "WHEN ($2) THEN 2 WHEN NOT ($2) THEN 0 ELSE 1 END))), 2) WHEN 2 THEN true WHEN 0 THEN false "
     "END) END)"},
    {"aggregate", 3, 3, 2, {"$p.a", "$q.x"}, kAggregate},
    {"aggregate", 4, 3, 2, {"$p.a", "$q.x"}, kAggregateAndFinish},
    {"reduce", 3, 3, 2, {"$p.a", "$q.x"}, kAggregate},
    {"reduce", 4, 3, 2, {"$p.a", "$q.x"}, kAggregateAndFinish},
    {"zip_with",
     3,
     3,
     2,
     {"$p[1]", "$p[2]"},
     "(CASE WHEN ($1) IS NOT NULL AND ($2) IS NOT NULL THEN list_transform(list_zip($1, $2), "
     "lambda $p: ($3)) END)"},
    // Sorted in one by one, each behind those that are not greater.
    {"array_sort",
     2,
     2,
     2,
     {"$r", "$q[1]"},
     "list_reduce(list_transform($1, lambda $s: [$s]), lambda $p, $q: "
     "list_concat(list_filter($p, lambda $r: (coalesce(($2), error('the comparison of array_sort "
     "is null')) <= 0)), $q, list_filter($p, lambda $r: (($2) > 0))), [])"},
    {"map_filter",
     2,
     2,
     2,
     {"$p.key", "$p.value"},
     "map_from_entries(list_filter(map_entries($1), lambda $p: ($2)))"},
    {"transform_keys",
     2,
     2,
     2,
     {"$p.key", "$p.value"},
     "map_from_entries(list_transform(map_entries($1), lambda $p: {'k': ($2), 'v': $p.value}))"},
    {"transform_values",
     2,
     2,
     2,
     {"$p.key", "$p.value"},
     "map_from_entries(list_transform(map_entries($1), lambda $p: {'k': $p.key, 'v': ($2)}))"},
    {"map_zip_with",
     3,
     3,
     3,
     {"$p", "map_extract_value($1, $p)", "map_extract_value($2, $p)"},
     "(CASE WHEN ($1) IS NOT NULL AND ($2) IS NOT NULL THEN "
     "map_from_entries(list_transform(list_concat(map_keys($1), list_filter(map_keys($2), lambda "
     "$q: (NOT list_contains(map_keys($1), $q)))), lambda $p: {'k': $p, 'v': ($3)})) END)"},
};

bool IsLambdaFunction(std::string_view name) {
  return std::any_of(std::begin(kLambdaFunctions), std::end(kLambdaFunctions),
                     [&](const LambdaFunction& row) { return SameWord(row.name, name); });
}

}  // namespace

std::optional<Rewriter::Lambda> Rewriter::LambdaAt(Span span) const {
  Lambda lambda;
  size_t k = span.begin;
  if (k < span.end && At(k).IsName() && Is(k + 1, span.end, "->")) {
    lambda.parameters.push_back(At(k).text);
    lambda.body = {k + 2, span.end};
    return lambda;
  }
  if (!Is(k, span.end, "(")) return std::nullopt;
  const size_t behind = BehindBracketAt(k, span.end);
  if (!Is(behind, span.end, "->")) return std::nullopt;
  for (++k; k < behind; k += 2) {
    const bool is_list = At(k).IsName() && (At(k + 1).Is(",") || At(k + 1).Is(")"));
    if (!is_list) return std::nullopt;
    lambda.parameters.push_back(At(k).text);
  }
  lambda.body = {behind + 1, span.end};
  return lambda;
}

const std::string* Rewriter::LambdaParameter(std::string_view name) const {
  for (auto scope = lambda_scopes_.rbegin(); scope != lambda_scopes_.rend(); ++scope) {
    for (const auto& [parameter, text] : *scope) {
      if (SameWord(parameter, name)) return &text;
    }
  }
  return nullptr;
}

arrow::Result<bool> Rewriter::LambdaCall(const Token& name, const std::vector<Span>& spans,
                                         EngineText* out) {
  if (!IsLambdaFunction(name.text)) return false;
  size_t first_lambda = 0;
  while (first_lambda < spans.size() && !LambdaAt(spans[first_lambda])) ++first_lambda;
  if (first_lambda == spans.size()) return false;
  const size_t num_parameters = LambdaAt(spans[first_lambda])->parameters.size();
  const auto* row = std::find_if(std::begin(kLambdaFunctions), std::end(kLambdaFunctions),
                                 [&](const LambdaFunction& candidate) {
                                   return SameWord(candidate.name, name.text) &&
                                          candidate.num_arguments == spans.size() &&
                                          candidate.first_lambda == first_lambda + 1 &&
                                          candidate.num_parameters == num_parameters;
                                 });
  if (row == std::end(kLambdaFunctions)) {
    return SyntaxError(At(spans[first_lambda].begin).offset, "'", LowerCase(name.text), "' with ",
                       spans.size(), " arguments does not take a lambda of ", num_parameters,
                       num_parameters == 1 ? " parameter" : " parameters", " as argument ",
                       first_lambda + 1);
  }
  const std::string names = "hudi_" + std::to_string(++num_lambdas_);
  std::vector<EngineText> arguments;
  // `$1` in what stands for a parameter is text already.
  auto spelled = [&](std::string_view spelling) {
    std::string text;
    for (size_t k = 0; k < spelling.size(); ++k) {
      if (spelling[k] != '$') {
        text.push_back(spelling[k]);
        continue;
      }
      const char kind = spelling[++k];
      text += kind >= '1' && kind <= '9' ? arguments[static_cast<size_t>(kind - '1')].text()
                                         : names + kind;
    }
    return text;
  };
  for (size_t n = 0; n < spans.size(); ++n) {
    Span span = spans[n];
    LambdaScope scope;
    if (n >= first_lambda) {
      const std::optional<Lambda> lambda = LambdaAt(span);
      if (lambda && n > first_lambda && lambda->parameters.size() != 1) {
        return SyntaxError(At(span.begin).offset, "argument ", n + 1, " of '", LowerCase(name.text),
                           "' must be a lambda of one parameter");
      }
      // The finish may be a value as well.
      const size_t num_names = lambda ? lambda->parameters.size() : 0;
      for (size_t k = 0; k < num_names; ++k) {
        scope.emplace_back(lambda->parameters[k],
                           spelled(n > first_lambda ? "$s" : row->parameters[k]));
      }
      if (lambda) span = lambda->body;
    }
    lambda_scopes_.push_back(std::move(scope));
    arrow::Result<EngineText> argument = Part(span.begin, span.end);
    lambda_scopes_.pop_back();
    ARROW_ASSIGN_OR_RAISE(EngineText text, std::move(argument));
    arguments.push_back(std::move(text));
  }
  std::string_view spelling = row->spelling;
  while (!spelling.empty()) {
    const size_t mark = std::min(spelling.find('$'), spelling.size());
    if (mark > 0) out->Add(spelling.substr(0, mark), name.offset);
    if (mark == spelling.size()) break;
    const char kind = spelling[mark + 1];
    if (kind >= '1' && kind <= '9') {
      out->Add(arguments[static_cast<size_t>(kind - '1')]);
    } else {
      out->Add(names + kind, name.offset);
    }
    spelling.remove_prefix(mark + 2);
  }
  return true;
}

}  // namespace hudi::sql
