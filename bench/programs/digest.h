// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <arrow/record_batch.h>
#include <arrow/status.h>

namespace hudi::bench {

/// A sum over rows: the same for the same rows in any order.
struct Digest {
  int64_t rows = 0;
  uint64_t sum = 0;

  /// Adds the rows of a batch; columns count by position. Errors: a type that is not in the
  /// workload.
  arrow::Status Add(const arrow::RecordBatch& batch);
};

}  // namespace hudi::bench
