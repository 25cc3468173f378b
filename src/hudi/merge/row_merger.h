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
  kCombine,    ///< a row made of both (partial updates); see PairResult::combined
};

/// Checks the column `_hoodie_is_deleted`, if there is one: kInvalidSchema unless it is boolean.
arrow::Status CheckDeleteColumn(const arrow::Schema& schema);

/// Whether each row of a batch is a delete: `_hoodie_is_deleted`, the custom delete field and
/// marker, and what the payload says.
///
/// Errors: those of CheckDeleteColumn; kInvalidConfig for a delete field without marker or the
/// reverse; kNotFound for the column that a payload reads the operation from.
arrow::Result<std::vector<bool>> DeleteFlags(const arrow::RecordBatch& batch,
                                             const MergeOptions& options);

/// Decides between rows, column-wise. Batches have the table's data columns, found by name; meta
/// columns are ignored if present. Const methods may be called from several threads.
///
/// Make errors: kNotFound for an ordering field that the schema lacks; kUnsupported for a payload
/// or mode we do not have, and for an ordering field whose type has no order.
class RowMerger {
 public:
  static arrow::Result<std::unique_ptr<RowMerger>> Make(const MergeOptions& options,
                                                        std::shared_ptr<arrow::Schema> schema);
  ~RowMerger();

  /// In-batch combine: given the rows of one key in input order as indices into `batch`, decides
  /// pairwise from the first to the last. Used by dedupe. Equal ordering values: the later row
  /// wins (FirstValue payload: the first).
  ///
  /// `groups[i]` is the group of row i (0..num_groups-1), rows in input order; every group has a
  /// row. Returns, per group, the winning row's index; for payloads that combine columns the
  /// combined rows, in the batch's columns, stand in `extra` and their index is batch rows +
  /// position in it. Errors: kInvalidRow for a null ordering value that had to be compared.
  struct Winners {
    std::vector<int64_t> rows;
    std::shared_ptr<arrow::RecordBatch> extra;  ///< null unless rows were combined
  };
  arrow::Result<Winners> CombineInBatch(const std::shared_ptr<arrow::RecordBatch>& batch,
                                        const std::vector<int64_t>& groups,
                                        int64_t num_groups) const;

  /// Stored against incoming: pair i is row stored_rows[i] of `stored` and incoming_rows[i] of
  /// `incoming`; incoming_deletes[i] tells that the incoming row of pair i is a delete (by flag or
  /// marker). Deletes of operation delete always win and are not asked here.
  ///
  /// A column that `stored` lacks counts as null there. Errors: kInvalidRow for a null ordering
  /// value of an incoming row that had to be compared.
  struct PairResult {
    std::vector<MergeOutcome> outcomes;
    /// kCombine rows, in pair order, in the schema's data columns; null if none.
    std::shared_ptr<arrow::RecordBatch> combined;
  };
  arrow::Result<PairResult> MergePairs(const arrow::RecordBatch& stored,
                                       const std::vector<int64_t>& stored_rows,
                                       const arrow::RecordBatch& incoming,
                                       const std::vector<int64_t>& incoming_rows,
                                       const std::vector<bool>& incoming_deletes) const;

  /// As MergePairs(), of incoming rows that are no deletes and have won already.
  arrow::Result<PairResult> TakeNewer(const arrow::RecordBatch& stored,
                                      const std::vector<int64_t>& stored_rows,
                                      const arrow::RecordBatch& incoming,
                                      const std::vector<int64_t>& incoming_rows) const;

  /// Checks the ordering columns for nulls where a decision may need a value: kInvalidRow with the
  /// field as subject and the row, counted from 1 (`first_row`: input rows before this batch).
  /// `combines_batch`: rows of one key will meet in CombineInBatch. From table version 9 on a
  /// delete may lack its ordering value and then always wins.
  arrow::Status CheckOrderingValues(const arrow::RecordBatch& batch, int64_t first_row,
                                    bool combines_batch = true) const;

 private:
  class Impl;
  explicit RowMerger(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace hudi
