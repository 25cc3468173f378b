// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/scalar.h>

#include "hudi/read/stream/cdc_queue.h"
#include "hudi/slices/file_slices.h"
#include "hudi/storage/storage.h"

namespace hudi {

/// Log files that a commit wrote.
struct LoggedChanges {
  std::string instant;  ///< of the commit
  /// The slice that holds them, with its base file and all its log files.
  FileSlice slice;
  bool deletes = true;  ///< which of the changes are wanted
  bool others = true;
};

/// Streams what a commit's log records changed: the slice without them against the slice with them,
/// each as it stood then. A record that changes nothing (it lost) is no change.
///
/// `constants`: columns whose values the partition path tells. Holds the log records of the keys
/// that the commit touched; with more than the shape's memory, in several passes over the keys.
///
/// Errors: those of StreamMergedSlice().
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StreamLoggedChanges(
    const Storage& storage, LoggedChanges changes, std::shared_ptr<const CdcShape> shape,
    std::map<std::string, std::shared_ptr<arrow::Scalar>, std::less<>> constants);

}  // namespace hudi
