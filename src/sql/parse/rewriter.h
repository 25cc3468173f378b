// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <arrow/result.h>
#include <arrow/status.h>

#include "sql/parse/engine_text.h"
#include "sql/parse/functions.h"
#include "sql/parse/statement.h"

namespace hudi::sql {

/// Rewrites one span of a statement, token by token. Each function that takes `i` writes what
/// begins there to `out` and gives the index behind it; those that look for one form give `i` back
/// where something else stands.
class Rewriter {
 public:
  explicit Rewriter(const Statement& statement)
      : statement_(statement), tokens_(statement.tokens) {}

  arrow::Result<EngineText> Run(Span span);
  /// The engine's name of the type in `span`.
  arrow::Result<std::string> Type(size_t begin, size_t end);

 private:
  // What stands behind "AS OF".
  struct TimeTravel {
    size_t value = 0;  // index of the literal
    size_t next = 0;   // behind it
    bool by_version = false;
  };

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

  // ---- words, literals and symbols: rewrite.cc
  arrow::Result<size_t> Step(size_t i, size_t end, EngineText* out);
  arrow::Result<size_t> Text(size_t i, size_t end, EngineText* out);
  arrow::Result<size_t> Number(size_t i, EngineText* out);
  arrow::Result<size_t> Symbol(size_t i, size_t end, EngineText* out);
  bool EndsOperand(size_t i) const;
  // a[0] is the first element, m['k'] the value of a key.
  arrow::Result<size_t> Element(size_t i, size_t end, EngineText* out);
  arrow::Result<EngineText> Part(size_t begin, size_t end);
  void AddName(size_t i, EngineText* out);
  arrow::Result<size_t> Word(size_t i, size_t end, EngineText* out);
  // Words that do not simply stay; gives `i` for the others.
  arrow::Result<size_t> Special(size_t i, size_t end, EngineText* out);
  bool IsOperandEnd(size_t i) const;
  bool BeginsOperand(size_t i, size_t end) const;
  // a LIKE '50\%': the backslash escapes, which the engine must be told.
  arrow::Result<size_t> Like(size_t i, size_t end, EngineText* out);
  std::vector<Span> SplitAtCommas(size_t begin, size_t end) const;

  // ---- what gives rows: rewrite_tables.cc
  // `[FOR] VERSION | TIMESTAMP AS OF literal` at `i`.
  std::optional<TimeTravel> TimeTravelAt(size_t i, size_t end) const;
  // A name with time travel, a path, or a function that gives a Hudi table; else gives `i`.
  arrow::Result<size_t> Table(size_t i, size_t end, EngineText* out);
  // hudi.`/data/trips`, parquet.`/data/file.parquet`
  arrow::Result<size_t> Path(size_t i, size_t next, const std::vector<std::string>& parts,
                             size_t end, EngineText* out);
  // range(3): its column is `id`; where the statement knows it by the engine's name it has that.
  arrow::Result<size_t> Range(size_t i, size_t end, EngineText* out);
  // Whether a table stands at `i`, and not a value.
  bool GivesRowsAt(size_t i) const;
  arrow::Result<size_t> TableFunction(size_t i, size_t end, EngineText* out);
  // VALUES (1, 'a'), (2, 'b') AS t(n, s)
  arrow::Result<size_t> Values(size_t i, size_t end, EngineText* out);
  // `AS t(n, s)` behind the rows of VALUES; names that are not given are col1, col2, ...
  arrow::Result<size_t> ValuesAlias(size_t k, size_t end, size_t num_columns, std::string* alias,
                                    std::vector<std::string>* names);
  // Behind a row of VALUES that begins at `k`.
  size_t RowEnd(size_t k, size_t end) const;
  // LATERAL VIEW [OUTER] explode(e) t AS c
  arrow::Result<size_t> LateralView(size_t i, size_t end, EngineText* out);

  // ---- calls: rewrite_calls.cc
  arrow::Result<size_t> Call(size_t i, size_t end, EngineText* out);
  arrow::Status Spell(const FunctionSpelling& row, const Token& name,
                      const std::vector<Span>& spans, EngineText* out);
  arrow::Status AddPattern(char kind, Span span, const Token& function, EngineText* out);
  // Null if one of the parts is null, unlike the engine's.
  arrow::Result<size_t> Concat(size_t i, const std::vector<Span>& spans, size_t behind,
                               EngineText* out);
  arrow::Result<size_t> Map(size_t i, const std::vector<Span>& spans, size_t behind,
                            EngineText* out);
  arrow::Result<size_t> Struct(size_t i, const std::vector<Span>& spans, size_t behind,
                               EngineText* out);
  bool IsColumn(Span span) const;
  // A value that cannot be cast is null, as in Spark.
  arrow::Result<size_t> Cast(size_t i, size_t end, EngineText* out);
  // a RLIKE 'b': the pattern may match anywhere, which the engine's ~ does not.
  arrow::Result<size_t> RegularExpression(size_t i, size_t end, EngineText* out);

  // ---- functions with lambdas: rewrite_lambdas.cc
  // x -> ..., (x, y) -> ...
  struct Lambda {
    std::vector<std::string> parameters;
    Span body;
  };
  // Parameters, and what stands for them in the engine's text.
  using LambdaScope = std::vector<std::pair<std::string, std::string>>;
  std::optional<Lambda> LambdaAt(Span span) const;
  // What stands for a parameter of a lambda around; null for other names.
  const std::string* LambdaParameter(std::string_view name) const;
  // False, and nothing is written, for other functions and without a lambda.
  arrow::Result<bool> LambdaCall(const Token& name, const std::vector<Span>& spans,
                                 EngineText* out);

  // ---- types: rewrite_types.cc
  // The engine's type and the index behind it.
  arrow::Result<std::pair<std::string, size_t>> TypeAt(size_t i, size_t end);
  // Two of them may have been read as one symbol.
  arrow::Result<size_t> CloseAngle(size_t i, size_t end);
  arrow::Result<std::pair<std::string, size_t>> StructType(size_t i, size_t end);

  const Statement& statement_;
  const std::vector<Token>& tokens_;
  size_t begin_ = 0;
  std::vector<LambdaScope> lambda_scopes_;
  int num_lambdas_ = 0;
};

}  // namespace hudi::sql
