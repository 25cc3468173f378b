// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

namespace hudi {

// The archive of layout 1: files ".commits_.archive.<n>_1-0-1", a plain row of log blocks:
//
//   6   "#HUDI#"
//   8   size of all that follows
//   4   log format version, 1      4  block type, 3 = Avro data
//   4   number of header entries, each: key (4), length (4), text; key 2 is the Avro schema
//   8   content length             n  content: version (4), row count (4), rows as length (4),
//   bytes 4   number of footer entries, as the header's 8   size of the block from "#HUDI#" up to
//   here
//
// Numbers are big endian. A row (HoodieArchivedMetaEntry) holds one state file of one instant.

/// What we need of a row.
struct ArchivedEntry {
  std::string requested;
  std::string action;
  std::string state;       ///< "REQUESTED", "INFLIGHT", "COMPLETED"
  std::string completion;  ///< empty if the writer did not keep it
  std::string body;        ///< what it holds of the state file, as JSON; empty if nothing
};

bool IsArchiveLogName(std::string_view name);

/// Errors: kCorruptFile with the path and the byte; kUnsupported for blocks of another kind.
arrow::Result<std::vector<ArchivedEntry>> ReadArchiveLog(std::string_view body,
                                                         std::string_view path);

}  // namespace hudi
