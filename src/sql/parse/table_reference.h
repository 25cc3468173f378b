// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hudi::sql {

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

}  // namespace hudi::sql
