// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/config/write_config.h"

namespace hudi {

/// What becomes of a pair (older row, newer row) of one record key.
enum class MergeOutcome : uint8_t {
  kKeepOlder,  ///< the older row stands, untouched
  kTakeNewer,  ///< the newer row replaces it
  kDelete,     ///< the key is gone
  kCombine,    ///< a row made of both (partial updates); see CombinedRows
};

/// Whether each row of a batch is a delete: `_hoodie_is_deleted`, the custom delete field and
/// marker, and what the payload says.
arrow::Result<std::vector<bool>> DeleteFlags(const arrow::RecordBatch& batch,
                                             const MergeOptions& options);

/// Decides between rows, column-wise. Batches have the table's data columns (meta columns are
/// ignored if present).
///
/// Make errors: kNotFound for an ordering field that the schema lacks; kUnsupported for a payload
/// or mode we do not have.
class RowMerger {
 public:
  static arrow::Result<std::unique_ptr<RowMerger>> Make(const MergeOptions& options,
                                                        std::shared_ptr<arrow::Schema> schema);
  ~RowMerger();

  /// In-batch combine: given the rows of one key in input order as indices into `batch`, decides
  /// pairwise from the first to the last. Used by dedupe. Equal ordering values: the later row
  /// wins.
  ///
  /// `groups[i]` is the group of row i (0..num_groups-1), rows in input order. Returns, per group,
  /// the winning row's index; for payloads that combine columns the combined rows are appended to
  /// `extra` and their index is batch rows + position in it.
  struct Winners {
    std::vector<int64_t> rows;
    std::shared_ptr<arrow::RecordBatch> extra;  ///< null unless rows were combined
  };
  arrow::Result<Winners> CombineInBatch(const std::shared_ptr<arrow::RecordBatch>& batch,
                                        const std::vector<int64_t>& groups,
                                        int64_t num_groups) const;

  /// Stored against incoming: pair i is row stored_rows[i] of `stored` and incoming_rows[i] of
  /// `incoming`, `incoming_deletes` flags incoming rows that are deletes (flag or marker);
  /// `force_delete` marks rows of operation delete, which always win.
  struct PairResult {
    std::vector<MergeOutcome> outcomes;
    /// kCombine rows, in pair order, in the schema's columns; null if none.
    std::shared_ptr<arrow::RecordBatch> combined;
  };
  arrow::Result<PairResult> MergePairs(const arrow::RecordBatch& stored,
                                       const std::vector<int64_t>& stored_rows,
                                       const arrow::RecordBatch& incoming,
                                       const std::vector<int64_t>& incoming_rows,
                                       const std::vector<bool>& incoming_deletes) const;

  /// Checks the ordering columns for nulls where the mode needs a value (kInvalidRow with the row).
  arrow::Status CheckOrderingValues(const arrow::RecordBatch& batch, int64_t first_row) const;

 private:
  class Impl;
  explicit RowMerger(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace hudi
