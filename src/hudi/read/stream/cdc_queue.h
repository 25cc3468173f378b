// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <arrow/builder.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/read/stream/cdc_image.h"
#include "hudi/read/stream/merged_rows.h"
#include "hudi/read/stream/slice_rows.h"

namespace hudi {

/// `op` (i, u or d), `ts_ms` (the commit's requested time), `before` and `after` (images, or null).
std::shared_ptr<arrow::Schema> CdcSchema();

/// How changes are read: the same for all sources of a query.
struct CdcShape {
  /// All columns of the table, meta columns first if it has them; no filter.
  std::shared_ptr<const RowShape> rows;
  std::shared_ptr<const ImagePrinter> printer;
  /// For slices with log files: the same columns, behind the record key if rows do not carry it.
  std::shared_ptr<const MergeShape> merge;
  std::shared_ptr<const ImagePrinter> merge_printer;
  /// Whether a committed instant (requested time) was done before another one was.
  std::function<bool(std::string_view instant, std::string_view other)> is_before;
  /// Whose commits tell damaged log files; null: there are none.
  std::shared_ptr<const Timeline> timeline;
  bool has_meta_columns = true;
  /// Rows carry their record keys, or `merge->virtual_keys` tells them.
  bool has_keys = true;
};

/// Changes of one commit that wait to be read, as batches of CdcSchema().
class CdcQueue {
 public:
  /// Batches have at most `batch_rows` rows, and fewer if their images are large.
  CdcQueue(std::string instant, int64_t batch_rows);

  /// `op`: 'i', 'u' or 'd'. An image is null if there is none.
  arrow::Status Add(char op, const std::string* before, const std::string* after);
  /// Makes the rows that are left over the last batch.
  arrow::Status Finish();
  /// The next batch; null if none is ready.
  std::shared_ptr<arrow::RecordBatch> Pop();

 private:
  const std::string instant_;
  const int64_t batch_rows_;
  int64_t num_rows_ = 0;
  arrow::StringBuilder op_;
  arrow::StringBuilder ts_ms_;
  arrow::StringBuilder before_;
  arrow::StringBuilder after_;
  std::deque<std::shared_ptr<arrow::RecordBatch>> ready_;
};

/// A stream of changes that comes out of a queue.
class CdcSourceRows : public arrow::RecordBatchReader {
 public:
  CdcSourceRows(std::string instant, std::shared_ptr<const CdcShape> shape);

  std::shared_ptr<arrow::Schema> schema() const override { return CdcSchema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override;

 protected:
  /// Adds some changes to the queue, if there are any left; false at the end.
  virtual arrow::Result<bool> Advance() = 0;

  const std::string instant_;
  const std::shared_ptr<const CdcShape> shape_;
  CdcQueue queue_;

 private:
  bool done_ = false;
};

}  // namespace hudi
