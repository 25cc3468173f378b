// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include <arrow/record_batch.h>

namespace hudi {

/// Finds text columns that hold what an earlier column holds, as a record key that is a column of
/// its own: in a file they are encoded and compressed once. Follows one file.
class ColumnFollowers {
 public:
  /// `columns[i]`: the place of field i in the file, -1 for fields that cannot lead or follow.
  explicit ColumnFollowers(std::vector<int> columns) : columns_(std::move(columns)) {}

  /// Begins a row group with these rows.
  void Find(const arrow::RecordBatch& batch);
  /// Whether the fields of the open row group still hold what those that they follow hold. A field
  /// that once does not is not looked at any more: else row groups would end early again and again.
  bool Hold(const arrow::RecordBatch& batch);
  /// For each column of the file the one that it follows in this row group, or -1.
  std::vector<int> ByColumn(int num_columns) const;

 private:
  std::vector<int> columns_;
  std::vector<int> leaders_;  // in this row group: for each field the one that it follows, or -1
};

}  // namespace hudi
