// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/status.h>

#include "hudi/export.h"

namespace hudi {

/// What a merger made of pairs of rows. The masks have no nulls; a null pointer is all false.
struct HUDI_EXPORT MergedRecords {
  /// A row a pair, in the schema of the inputs. What stands in a row that is deleted or kept does
  /// not matter.
  std::shared_ptr<arrow::RecordBatch> rows;
  /// The key is gone.
  std::shared_ptr<arrow::BooleanArray> deleted;
  /// The stored row stands as it is, with its own commit time; `rows` is not looked at.
  std::shared_ptr<arrow::BooleanArray> kept;
};

/// Decides what becomes of a stored row when another one of its key comes in: merge logic of your
/// own, where the reference would run a Java class.
///
/// Queries of merge-on-read tables, writes into base files, the removal of duplicates from a batch
/// and compaction all ask the same merger, so it must give the same result whenever it sees the
/// same rows. Merge() is called from several threads at once.
class HUDI_EXPORT RecordMerger {
 public:
  virtual ~RecordMerger() = default;

  /// Merges row i of `stored` with row i of `incoming`, which have one key. Both batches have the
  /// table's data columns (no meta columns) and at least one row; `incoming` is the later one.
  ///
  /// Rows of one key are merged one after the other, in the order of their commits and, within a
  /// batch, in input order. Deletes are not asked about: they win unless the row that they meet has
  /// a greater ordering value, and a row that comes after a delete is a new one. While the rows of
  /// one batch are combined nothing may be deleted; mark rows with `_hoodie_is_deleted` instead.
  ///
  /// An error ends the query or the write, and the table stays as it was.
  virtual arrow::Result<MergedRecords> Merge(
      const std::shared_ptr<arrow::RecordBatch>& stored,
      const std::shared_ptr<arrow::RecordBatch>& incoming) const = 0;
};

/// The names under which tables and options ask for a merger.
struct HUDI_EXPORT RecordMergerNames {
  /// `hoodie.record.merge.strategy.id` of the tables whose rows it merges; empty: none.
  std::string strategy_id;
  /// Java classes that it stands in for: mergers, as
  /// `hoodie.write.record.merge.custom.implementation.classes` lists them, and payload classes.
  std::vector<std::string> classes;
};

/// Makes a merger known to this process, in place of one that has the same name. Tables that are
/// open already keep theirs.
///
/// Errors: kInvalidArgument for no name, a null merger, and names of Hudi's own classes and
/// strategies, whose meaning is fixed.
HUDI_EXPORT arrow::Status RegisterRecordMerger(const RecordMergerNames& names,
                                               std::shared_ptr<const RecordMerger> merger);

}  // namespace hudi
