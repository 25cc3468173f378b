// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include <arrow/array.h>
#include <arrow/array/builder_primitive.h>

#include "hudi/record_merger.h"

namespace hudi {

/// For tests: adds up one column of 64-bit integers; the other columns are the later row's.
class SummingMerger : public RecordMerger {
 public:
  explicit SummingMerger(std::string column) : column_(std::move(column)) {}

  arrow::Result<MergedRecords> Merge(
      const std::shared_ptr<arrow::RecordBatch>& stored,
      const std::shared_ptr<arrow::RecordBatch>& incoming) const override {
    const int index = incoming->schema()->GetFieldIndex(column_);
    const auto& older = static_cast<const arrow::Int64Array&>(*stored->column(index));
    const auto& newer = static_cast<const arrow::Int64Array&>(*incoming->column(index));
    arrow::Int64Builder sums;
    for (int64_t i = 0; i < newer.length(); ++i) {
      ARROW_RETURN_NOT_OK(sums.Append(older.Value(i) + newer.Value(i)));
    }
    MergedRecords merged;
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column, sums.Finish());
    ARROW_ASSIGN_OR_RAISE(merged.rows,
                          incoming->SetColumn(index, incoming->schema()->field(index), column));
    return merged;
  }

 private:
  std::string column_;
};

}  // namespace hudi
