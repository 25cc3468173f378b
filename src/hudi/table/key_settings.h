// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "hudi/config/write_config.h"
#include "hudi/table/option_set.h"

namespace hudi {

/// A partition list as options and properties write it: "dt", "a,b", "part:simple,e:timestamp".
struct PartitionList {
  std::vector<std::string> fields;
  std::vector<std::string> types;  ///< lower case; as many as fields, or none
  /// The list with blanks around its items removed.
  std::string Text() const;
};
/// Errors: kInvalidConfig for a type that is neither `simple` nor `timestamp`, and for a list that
/// gives types to some columns only.
arrow::Result<PartitionList> ParsePartitionList(std::string_view key, std::string_view text);

/// The generator that Hudi takes when none is named.
KeyGeneratorType InferKeyGenerator(size_t num_key_fields, const PartitionList& partition);

/// Fills key and partition columns and the key generator of a write, and checks that they fit each
/// other. Contradictions to the table's properties go to `conflicts`.
///
/// Errors: kInvalidConfig; kUnsupported for a key generator that is user code.
arrow::Status ResolveKeys(const OptionSet& options, int table_version, KeyOptions& keys,
                          ConflictList& conflicts);

/// The keys of a table as its properties (main spellings) tell them. Errors: as ResolveKeys().
arrow::Result<KeyOptions> ReadKeyOptions(int table_version, const ConfigMap& properties);

}  // namespace hudi
