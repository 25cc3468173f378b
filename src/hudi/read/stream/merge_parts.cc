// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/merge_parts.h"

#include <algorithm>
#include <string>
#include <utility>

#include <arrow/array.h>
#include <arrow/builder.h>

#include "hudi/base/gather.h"
#include "hudi/base/key_table.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

// Two files a number and slice; several slices are read at a time, and processes may open 1024.
constexpr int64_t kMostFiles = 16;

arrow::FieldVector FieldsBehindLogRows() {
  return {arrow::field("action", arrow::int8()), arrow::field("column_set", arrow::int32())};
}

}  // namespace

arrow::Result<std::unique_ptr<MergeParts>> MergeParts::Make(std::shared_ptr<arrow::Schema> schema,
                                                            int64_t num_parts) {
  std::unique_ptr<MergeParts> parts(new MergeParts(std::move(schema), num_parts));
  arrow::FieldVector fields = parts->schema_->fields();
  for (const std::shared_ptr<arrow::Field>& field : FieldsBehindLogRows()) fields.push_back(field);
  const std::shared_ptr<arrow::Schema> of_logs = arrow::schema(std::move(fields));
  // All of it goes to files: memory is for the part that is merged.
  const auto budget = std::make_shared<MemoryBudget>(0);
  for (int64_t i = 0; i < std::min(num_parts, kMostFiles); ++i) {
    parts->logs_.push_back(std::make_shared<RowSpool>(of_logs, budget, ""));
    parts->base_.push_back(std::make_shared<RowSpool>(parts->schema_, budget, ""));
  }
  return parts;
}

int32_t MergeParts::NumberOf(const std::vector<bool>& column_set) {
  auto found = std::find(column_sets_.begin(), column_sets_.end(), column_set);
  if (found == column_sets_.end()) found = column_sets_.insert(found, column_set);
  return static_cast<int32_t>(found - column_sets_.begin());
}

arrow::Status MergeParts::Divide(const std::shared_ptr<arrow::RecordBatch>& rows,
                                 const std::vector<std::shared_ptr<RowSpool>>& spools) const {
  std::vector<std::vector<int64_t>> rows_of_file(spools.size());
  const arrow::StringArray& keys = RecordKeysOf(*rows);
  for (int64_t row = 0; row < keys.length(); ++row) {
    rows_of_file[FileOf(PartOfKey(keys.GetView(row), num_parts_))].push_back(row);
  }
  for (size_t file = 0; file < spools.size(); ++file) {
    if (rows_of_file[file].empty()) continue;
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> piece,
                          TakeRows(rows, rows_of_file[file]));
    ARROW_RETURN_NOT_OK(spools[file]->Append(std::move(piece)));
  }
  return arrow::Status::OK();
}

arrow::Status MergeParts::AddLogs(const LogRows& logs) {
  std::vector<int32_t> numbers;
  for (const std::vector<bool>& set : logs.column_sets) numbers.push_back(NumberOf(set));
  arrow::Int8Builder actions;
  arrow::Int32Builder sets;
  for (size_t row = 0; row < logs.actions.size(); ++row) {
    ARROW_RETURN_NOT_OK(actions.Append(static_cast<int8_t>(logs.actions[row])));
    const int32_t set = logs.columns_of_row[row];
    ARROW_RETURN_NOT_OK(sets.Append(set < 0 ? set : numbers[static_cast<size_t>(set)]));
  }
  arrow::ArrayVector columns = logs.rows->columns();
  columns.resize(columns.size() + 2);
  ARROW_RETURN_NOT_OK(actions.Finish(&columns[columns.size() - 2]));
  ARROW_RETURN_NOT_OK(sets.Finish(&columns[columns.size() - 1]));
  return Divide(arrow::RecordBatch::Make(logs_[0]->schema(), logs.rows->num_rows(), columns),
                logs_);
}

arrow::Status MergeParts::AddBase(const std::shared_ptr<arrow::RecordBatch>& rows) {
  return Divide(rows, base_);
}

arrow::Status MergeParts::Finish() {
  for (const std::shared_ptr<RowSpool>& spool : logs_) ARROW_RETURN_NOT_OK(spool->Finish());
  for (const std::shared_ptr<RowSpool>& spool : base_) ARROW_RETURN_NOT_OK(spool->Finish());
  return arrow::Status::OK();
}

arrow::Result<LogRows> MergeParts::Logs(int64_t part) const {
  const RowSpool& spool = *logs_[FileOf(part)];
  const int num_columns = schema_->num_fields();
  arrow::RecordBatchVector pieces;
  LogRows logs;
  logs.column_sets = column_sets_;
  for (size_t index = 0; index < spool.num_batches(); ++index) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, spool.ReadBatch(index));
    const arrow::StringArray& keys = RecordKeysOf(*batch);
    const auto& actions = static_cast<const arrow::Int8Array&>(*batch->column(num_columns));
    const auto& sets = static_cast<const arrow::Int32Array&>(*batch->column(num_columns + 1));
    std::vector<int64_t> kept;
    for (int64_t row = 0; row < batch->num_rows(); ++row) {
      if (PartOfKey(keys.GetView(row), num_parts_) != part) continue;
      kept.push_back(row);
      logs.actions.push_back(static_cast<LogAction>(actions.Value(row)));
      logs.columns_of_row.push_back(sets.Value(row));
    }
    if (kept.empty()) continue;
    arrow::ArrayVector columns = batch->columns();
    columns.resize(static_cast<size_t>(num_columns));
    ARROW_ASSIGN_OR_RAISE(
        std::shared_ptr<arrow::RecordBatch> piece,
        TakeRows(arrow::RecordBatch::Make(schema_, batch->num_rows(), std::move(columns)), kept));
    pieces.push_back(std::move(piece));
  }
  if (pieces.empty()) {
    ARROW_ASSIGN_OR_RAISE(logs.rows, arrow::RecordBatch::MakeEmpty(schema_));
  } else {
    ARROW_ASSIGN_OR_RAISE(logs.rows, arrow::ConcatenateRecordBatches(pieces));
  }
  return logs;
}

std::shared_ptr<arrow::RecordBatchReader> MergeParts::Base(int64_t part) const {
  return ReadSpool(base_[FileOf(part)]);
}

}  // namespace hudi
