// SPDX-License-Identifier: Apache-2.0
#include "hudi/api/incoming_rows.h"

#include <vector>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

/// Hands on some columns of each batch, in a given order, under new names.
class ProjectedReader : public arrow::RecordBatchReader {
 public:
  ProjectedReader(std::shared_ptr<arrow::RecordBatchReader> rows,
                  std::shared_ptr<arrow::Schema> schema, std::vector<int> columns)
      : rows_(std::move(rows)), schema_(std::move(schema)), columns_(std::move(columns)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    std::shared_ptr<arrow::RecordBatch> whole;
    ARROW_RETURN_NOT_OK(rows_->ReadNext(&whole));
    if (whole == nullptr) {
      batch->reset();
      return arrow::Status::OK();
    }
    std::vector<std::shared_ptr<arrow::Array>> columns;
    for (int column : columns_) columns.push_back(whole->column(column));
    *batch = arrow::RecordBatch::Make(schema_, whole->num_rows(), std::move(columns));
    return arrow::Status::OK();
  }

 private:
  std::shared_ptr<arrow::RecordBatchReader> rows_;
  std::shared_ptr<arrow::Schema> schema_;
  std::vector<int> columns_;
};

}  // namespace

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> DropMetaColumns(
    std::shared_ptr<arrow::RecordBatchReader> rows, const std::string& keep_commit_time_as,
    const std::function<void(std::string_view)>& notice) {
  const arrow::Schema& incoming = *rows->schema();
  arrow::FieldVector fields;
  std::vector<int> columns;
  std::vector<std::string> dropped;
  for (int i = 0; i < incoming.num_fields(); ++i) {
    if (IsMetaColumn(incoming.field(i)->name())) {
      dropped.push_back(incoming.field(i)->name());
      continue;
    }
    fields.push_back(incoming.field(i));
    columns.push_back(i);
  }
  if (!keep_commit_time_as.empty()) {
    int commit_time = incoming.GetFieldIndex(std::string(kCommitTime));
    if (commit_time < 0) {
      return Fail(ErrorCode::kNotFound, kCommitTime, "the input has no column '", kCommitTime,
                  "' to keep as '", keep_commit_time_as, "'");
    }
    if (incoming.GetFieldIndex(keep_commit_time_as) >= 0) {
      return Fail(ErrorCode::kInvalidArgument, keep_commit_time_as,
                  "cannot keep the source's commit time as '", keep_commit_time_as,
                  "': the input has a column of that name");
    }
    fields.push_back(arrow::field(keep_commit_time_as, arrow::utf8()));
    columns.push_back(commit_time);
  }
  if (dropped.empty()) return rows;
  if (notice) {
    notice("the input's meta columns " + JoinText(dropped, ", ") +
           " are not data and were dropped; the table's own are written");
  }
  return std::make_shared<ProjectedReader>(std::move(rows), arrow::schema(std::move(fields)),
                                           std::move(columns));
}

}  // namespace hudi
