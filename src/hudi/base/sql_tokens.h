// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

namespace hudi {

/// One word of SQL text.
struct SqlToken {
  enum class Kind {
    kWord,        ///< keyword or plain identifier, as written
    kQuotedName,  ///< `name`, unquoted
    kText,        ///< '…' or "…", unquoted
    kNumber,      ///< digits with fraction, exponent and type suffix, as written; no sign
    kSymbol,      ///< ( ) , . : < > = and the like; the longest that fits
    kEnd,
  };
  Kind kind = Kind::kEnd;
  std::string text;
  /// Byte offset in the whole text.
  size_t offset = 0;

  bool IsSymbol(std::string_view symbol) const { return kind == Kind::kSymbol && text == symbol; }
  /// A word that equals `keyword` in any case.
  bool IsWord(std::string_view keyword) const;
  /// For messages: "'text'" or "the end".
  std::string Describe() const;
};

/// Splits SQL text into tokens, as Spark's parser reads them: backslash escapes in text (\% and \_
/// stay as they are, for LIKE), `r'…'` without escapes, "--" and "/* */" comments skipped. A
/// doubled quote inside text or a name stands for one. The last token is kEnd. Errors: plain
/// Invalid with the position ("at character 12: ...") for a character that starts no token and for
/// a quote that is not closed.
arrow::Result<std::vector<SqlToken>> SplitSql(std::string_view text);

/// "at character 12" for a byte offset: counted from 1, in characters, not bytes.
std::string SqlPosition(std::string_view text, size_t offset);

}  // namespace hudi
