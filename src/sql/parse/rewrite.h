// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <arrow/result.h>

#include "sql/parse/statement.h"

namespace hudi::sql {

/// Text for the engine that knows which place of the statement each of its parts came from.
class EngineText {
 public:
  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  char back() const { return text_.back(); }

  /// Adds `text`, made of the token at `offset` of the statement, and a blank before it where two
  /// words would run together.
  void Add(std::string_view text, size_t offset);
  void Add(const EngineText& other);
  /// The place in the statement that the byte at `offset` of the text was made of.
  size_t SourceOffset(size_t offset) const;

 private:
  std::string text_;
  std::vector<std::pair<size_t, size_t>> places_;  // offset here, offset in the statement
};

/// A table as a query names it, where the name alone does not say what is read.
struct TableReference {
  std::vector<std::string> parts;  ///< the name; empty for a function
  std::string as_of;               ///< VERSION AS OF, TIMESTAMP AS OF; empty: now
  bool by_version = false;         ///< VERSION: the instant must exist
  std::string function;            ///< hudi_query, ...; lower case
  std::vector<std::string> arguments;
};

/// The name under which the engine is asked for such a table; it holds all of the reference.
std::string NameOfReference(const TableReference& reference);
/// What the engine's name stands for; nullopt for an ordinary name.
std::optional<TableReference> ReferenceOfName(std::string_view name);

/// Rewrites what stands in `span` from Spark's spelling to the engine's: quotes, literals, types,
/// functions, VALUES, time travel, LATERAL VIEW. Names of tables stay; the engine asks for those
/// that it does not know. Errors: kUnsupported and kInvalidArgument with the place.
arrow::Result<EngineText> RewriteForEngine(const Statement& statement, Span span);

/// The engine's name of a Spark type ("array<int>", "decimal(10,2)"). Errors: kInvalidArgument.
arrow::Result<std::string> EngineType(const Statement& statement, Span span);

/// `name` in double quotes, `text` in single quotes, as the engine reads them.
std::string QuotedName(std::string_view name);
std::string QuotedText(std::string_view text);

}  // namespace hudi::sql
