// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/scalar.h>

#include "hudi/read/stream/cdc_queue.h"
#include "hudi/storage/storage.h"

namespace hudi {

/// A change log and the base files on both sides of it.
struct ChangeLogFiles {
  std::string instant;
  std::vector<std::string> cdc_files;
  /// Where the images are that the log does not hold; they are looked up by record key.
  std::string before_file;
  std::string after_file;
  bool deletes = true;  ///< which of its records are wanted
  bool others = true;
};

/// Streams the changes of a change log, in its order. `constants`: columns whose values the
/// partition path tells. Holds one block of the log and, for images that are looked up, about
/// `memory_bytes` of the shape.
///
/// Errors of the stream: kCorruptFile, also for a block that is not whole and for a key that its
/// base file lacks; kUnsupported for looking up rows of a table that does not tell their keys.
std::shared_ptr<arrow::RecordBatchReader> StreamChangeLog(
    const Storage& storage, ChangeLogFiles files, std::shared_ptr<const CdcShape> shape,
    std::map<std::string, std::shared_ptr<arrow::Scalar>, std::less<>> constants);

}  // namespace hudi
