// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <arrow/result.h>

#include "hudi/config/write_config.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

/// A base file that might take inserts.
struct SmallFileCandidate {
  int32_t slice = -1;  ///< number of its slice
  int64_t size_bytes = 0;
};

/// Where so many inserts of one partition go: an existing slice, or a new file group (-1).
struct InsertShare {
  int32_t slice = -1;
  int64_t rows = 0;
};

/// Bytes a row takes on storage: from the newest commit that is large enough to tell, else the
/// configured estimate. Source of the rule: AverageRecordSizeUtils, UpsertPartitioner.
arrow::Result<int64_t> AverageRecordBytes(const Timeline& timeline,
                                          const FileSizingOptions& sizing);

/// Shares `num_inserts` rows of a partition: base files under the small file limit are filled
/// first, in the order given, the rest goes to new groups of equal capacity.
std::vector<InsertShare> ShareInserts(int64_t num_inserts,
                                      const std::vector<SmallFileCandidate>& candidates,
                                      int64_t average_record_bytes,
                                      const FileSizingOptions& sizing);

}  // namespace hudi
