// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/timeline/commit_metadata.h"
#include "hudi/write/commit/commit_builder.h"
#include "hudi/write/write_context.h"

namespace hudi {

/// What one run of the pipeline did, or in a dry run would have done.
struct PipelineResult {
  CommitContent content;
  int64_t rows_in = 0;
  int64_t inserted = 0;
  int64_t updated = 0;
  int64_t deleted = 0;
  /// Name and milliseconds of each phase.
  std::vector<std::pair<std::string, double>> phases;
};

/// Runs an operation up to the point where only the completed state is missing: keys, dedupe,
/// index, place, files.
///
/// `rows`: the caller's columns without meta columns; null counts as no rows. The pending instant
/// is published (session->Begin) once the input has proven sound as far as that can be told before
/// files are written. Errors: whatever the stages return; the caller aborts the session.
arrow::Result<PipelineResult> RunWritePipeline(const WriteContext& context,
                                               std::shared_ptr<arrow::RecordBatchReader> rows);

}  // namespace hudi
