// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

namespace hudi::sql {

/// One word of a statement.
struct Token {
  enum class Kind {
    kWord,        ///< keyword or plain name, as written
    kQuotedName,  ///< `name`, unquoted
    kText,        ///< '…' or "…", unquoted
    kNumber,      ///< digits with fraction, exponent and type suffix, as written; no sign
    kSymbol,      ///< the longest that fits
    kEnd,
  };
  Kind kind = Kind::kEnd;
  std::string text;
  size_t offset = 0;  ///< of its first byte
  size_t end = 0;     ///< behind its last byte

  bool Is(std::string_view symbol) const { return kind == Kind::kSymbol && text == symbol; }
  /// A word that equals `keyword` in any case.
  bool IsWord(std::string_view keyword) const;
  bool IsName() const { return kind == Kind::kWord || kind == Kind::kQuotedName; }
  /// For messages: "'text'" or "the end".
  std::string Describe() const;
};

/// The tokens of a text, up to its end or its first mistake.
struct TokenList {
  std::vector<Token> tokens;  ///< the last one is kEnd
  arrow::Status mistake;      ///< with its place
  /// The mistake is a quote or comment that does not end: more text may mend it.
  bool unfinished = false;
};

/// Splits a text as Spark's parser does: backslash escapes in text (`\%` and `\_` stay as they are,
/// for LIKE), `r'…'` without escapes, comments and hints skipped, a doubled quote inside text or a
/// name stands for one.
TokenList Tokenize(std::string_view text);

/// One statement of a script.
struct StatementText {
  size_t offset = 0;
  size_t size = 0;  ///< without the semicolon
};
struct Script {
  std::vector<StatementText> statements;
  /// What follows the last semicolon holds the beginning of another statement.
  bool has_rest = false;
  size_t rest_offset = 0;
};

/// Splits a script at its semicolons; statements without a word are left out.
/// Errors: a character that starts no token, a quote or comment that does not end, with the place.
arrow::Result<Script> SplitScript(std::string_view text);

bool SameWord(std::string_view a, std::string_view b);
bool ContainsWord(const std::vector<std::string>& words, std::string_view word);
std::string LowerCase(std::string_view text);

}  // namespace hudi::sql
