// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include <arrow/record_batch.h>
#include <arrow/result.h>

namespace hudi {

/// Opens the rows of the i-th source; called once a source, on the thread that will read it.
using RowSource = std::function<arrow::Result<std::shared_ptr<arrow::RecordBatchReader>>(size_t i)>;

struct ParallelRowsOptions {
  int threads = 1;
  /// Rows come in the order of the sources. Then the threads that are ahead wait for the one whose
  /// turn it is once enough batches are waiting.
  bool ordered = false;
  /// Bytes of batches that may wait for the reader before the threads pause.
  int64_t buffered_bytes = 64 * 1024 * 1024;
};

/// Streams the rows of sources 0 to num_sources - 1, read by several threads, which start with the
/// first call for a batch and end with the stream.
///
/// Schema: `schema`, which every source must have. Holds about `buffered_bytes`, and up to two
/// batches a thread beyond. Errors: the first failure of a source ends the stream; batches of other
/// sources that were read before it may come first. For one reading thread at a time.
std::shared_ptr<arrow::RecordBatchReader> ParallelRows(std::shared_ptr<arrow::Schema> schema,
                                                       size_t num_sources, RowSource open,
                                                       const ParallelRowsOptions& options);

}  // namespace hudi
