// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hudi/table_writer.h"
#include "sql/parse/engine_text.h"

namespace hudi::sql {

inline constexpr const char* kRecordKeyColumn = "_hoodie_record_key";
inline constexpr const char* kPartitionPathColumn = "_hoodie_partition_path";

/// What a SELECT of a table's rows needs besides the columns for WriteOptions::keys_as_stored, with
/// a comma in front. `qualifier`: how the query calls the table, in quotes; empty: not at all.
inline std::string StoredKeyColumns(const std::string& qualifier) {
  const std::string dot = qualifier.empty() ? "" : qualifier + ".";
  return ", " + dot + QuotedName(kRecordKeyColumn) + " AS " + QuotedName(kStoredKeyColumn) + ", " +
         dot + QuotedName(kPartitionPathColumn) + " AS " + QuotedName(kStoredPartitionColumn);
}

}  // namespace hudi::sql
