// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/base/gather.h"
#include "hudi/base/key_table.h"
#include "hudi/write/files/base_file_sink.h"
#include "hudi/write/files/cdc_log.h"
#include "hudi/write/files/file_group_writer.h"
#include "hudi/write/files/meta_arrays.h"

namespace hudi {

/// Rewrites one base file: streams its rows, lets incoming rows of the same key replace or delete
/// them, appends new rows.
///
/// Holds the incoming rows of the file group and one batch of stored rows.
class BaseFileRewrite {
 public:
  BaseFileRewrite(const FileGroupInputs& inputs, const FileGroupTask& task);
  arrow::Result<WriteStat> Run();

 private:
  /// Pairs of stored and incoming rows of one batch of stored rows.
  struct Pairs {
    std::vector<int64_t> stored_rows;
    std::vector<int64_t> incoming;  ///< numbers of incoming rows
  };

  arrow::Status LoadIncoming();
  arrow::Status AddIncoming(const std::vector<TaggedRange>& ranges, bool inserts);
  arrow::Status CollapseInserts(int64_t first_insert);
  arrow::Status SortByPlace();
  void NumberKeys(int64_t first_insert);
  arrow::Status MergeBatch(const std::shared_ptr<arrow::RecordBatch>& stored, int64_t first_row);
  arrow::Status WriteMerged(const std::shared_ptr<arrow::RecordBatch>& stored, const Pairs& pairs);
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> KeepPartitionColumns(
      const std::shared_ptr<arrow::RecordBatch>& stored, const std::vector<int64_t>& stored_rows,
      const std::vector<int64_t>& incoming) const;
  arrow::Status LogUpdates(const std::shared_ptr<arrow::RecordBatch>& stored,
                           const std::vector<int64_t>& stored_rows,
                           const std::shared_ptr<arrow::RecordBatch>& rows,
                           const std::shared_ptr<arrow::Array>& keys);
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> AsRowsOfThisCommit(
      const std::shared_ptr<arrow::RecordBatch>& data, std::shared_ptr<arrow::Array> keys);
  arrow::Status WriteUnmatched();
  arrow::Status WriteInserts();
  arrow::Status WriteNewRows(const std::shared_ptr<arrow::RecordBatch>& working);
  arrow::Status WriteUnchanged(const std::shared_ptr<arrow::RecordBatch>& stored);
  /// Rows out of `sources`: 0 the stored batch, the others rows of this commit. `in_place`: each
  /// stored row is there, as it was or replaced.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Interleave(
      const std::vector<std::shared_ptr<arrow::RecordBatch>>& sources,
      const std::vector<RowRef>& refs, bool in_place);
  arrow::Result<std::shared_ptr<arrow::Array>> CommitTimes(
      const std::shared_ptr<arrow::Array>& stored, const std::vector<RowRef>& refs);

  const FileGroupInputs& inputs_;
  const WriteContext& context_;
  const FileGroupTask& task_;

  std::shared_ptr<arrow::RecordBatch> incoming_;       ///< working columns included
  std::shared_ptr<arrow::RecordBatch> incoming_data_;  ///< the table's columns
  std::vector<RowAction> actions_;                     ///< per incoming row
  std::vector<bool> deletes_;                          ///< incoming row is a delete
  std::vector<bool> matched_;
  /// Per incoming row the row of the file that it meets; ascending, -1 for inserts at the end.
  std::vector<int32_t> stored_rows_;
  size_t next_placed_ = 0;  ///< the first incoming row whose stored row is still to come
  /// Keys of inserts that may meet stored rows; their places are not known.
  KeyTable keys_;
  std::vector<int64_t> row_of_key_;

  std::unique_ptr<BaseFileSink> sink_;
  std::unique_ptr<CdcLog> cdc_log_;          ///< null: the table keeps none
  std::optional<ConstantMetaColumns> meta_;  ///< of rows of this commit
  /// The instant of the stored rows, if they have one, and this one.
  std::shared_ptr<arrow::Array> instants_;
  int64_t counter_ = 0;
  WriteStat stat_;
};

}  // namespace hudi
