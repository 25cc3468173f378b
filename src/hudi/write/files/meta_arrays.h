// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/write/write_context.h"

namespace hudi {

/// `count` times the same text.
arrow::Result<std::shared_ptr<arrow::Array>> ConstantText(std::string_view text, int64_t count);

/// One text for any number of rows, copied once for all batches.
class ConstantColumn {
 public:
  explicit ConstantColumn(std::string text) : text_(std::move(text)) {}
  arrow::Result<std::shared_ptr<arrow::Array>> Rows(int64_t count);

 private:
  std::string text_;
  std::shared_ptr<arrow::Array> longest_;
};

/// `<instant>_<task>_<first>` ... of `_hoodie_commit_seqno`.
arrow::Result<std::shared_ptr<arrow::Array>> SequenceNumbers(std::string_view instant, int task,
                                                             int64_t first, int64_t count);

/// Where rows of a file get their meta columns from.
struct MetaValues {
  std::string partition;
  std::string file_name;
  int task = 0;
};

/// The meta columns that hold one text in all new rows of a file.
struct ConstantMetaColumns {
  ConstantMetaColumns(const WriteContext& context, const MetaValues& meta);
  ConstantColumn instant;
  ConstantColumn partition;
  ConstantColumn file_name;
  int task;
};

/// Rows of this commit in the context's file schema: `data` has the table's columns (those that
/// files lack are left out), `keys` the record keys. Sequence numbers start at `*counter`, which is
/// moved on. Without meta fields the five columns are empty texts.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> RowsOfThisCommit(
    const WriteContext& context, const MetaValues& meta, const arrow::RecordBatch& data,
    std::shared_ptr<arrow::Array> keys, int64_t* counter);
/// Same, for a file that is given many batches.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> RowsOfThisCommit(
    const WriteContext& context, ConstantMetaColumns* meta, const arrow::RecordBatch& data,
    std::shared_ptr<arrow::Array> keys, int64_t* counter);

}  // namespace hudi
