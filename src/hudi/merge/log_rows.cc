// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/log_rows.h"

#include <utility>

#include "hudi/merge/log_block_rows.h"
#include "hudi/merge/log_rows_collector.h"

namespace hudi {

std::shared_ptr<arrow::Schema> AllNullable(const arrow::Schema& schema) {
  arrow::FieldVector fields;
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) {
    fields.push_back(field->WithNullable(true));
  }
  return arrow::schema(std::move(fields));
}

void KeepColumns(const std::shared_ptr<arrow::Schema>& schema, LogRows* logs) {
  const arrow::Schema& all = *logs->rows->schema();
  arrow::ArrayVector columns;
  std::vector<std::vector<bool>> sets(logs->column_sets.size());
  for (int i = 0; i < all.num_fields(); ++i) {
    if (schema->GetFieldIndex(all.field(i)->name()) < 0) continue;
    columns.push_back(logs->rows->column(i));
    for (size_t set = 0; set < sets.size(); ++set) {
      sets[set].push_back(logs->column_sets[set][static_cast<size_t>(i)]);
    }
  }
  logs->rows = arrow::RecordBatch::Make(schema, logs->rows->num_rows(), std::move(columns));
  logs->column_sets = std::move(sets);
}

arrow::Result<LogRows> ReadLogRows(const std::vector<LogBlockRef>& blocks,
                                   const LogRowsOptions& options) {
  LogRowsCollector collector(options);
  ARROW_RETURN_NOT_OK(collector.Init());
  LogBlockOpener opener(options, {});
  for (const LogBlockRef& ref : blocks) {
    if (ref.block.type == log::BlockType::kDelete) {
      ARROW_ASSIGN_OR_RAISE(DeleteRows deletes, collector.ReadDeletes(ref));
      ARROW_RETURN_NOT_OK(collector.AddDeletes(deletes, 0, deletes.rows->num_rows(), nullptr));
      continue;
    }
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<LogBlockRows> rows, opener.Open(ref));
    ARROW_RETURN_NOT_OK(
        rows->Take(rows->remaining(), [&](const std::shared_ptr<arrow::RecordBatch>& batch) {
          return collector.AddData(ref, batch, nullptr);
        }));
  }
  return collector.Finish();
}

arrow::Status VisitLogRows(const std::vector<LogBlockRef>& blocks, const LogRowsOptions& options,
                           const std::function<arrow::Status(LogRows)>& visit) {
  LogBlockOpener opener(options, {});
  for (const LogBlockRef& ref : blocks) {
    if (ref.block.type == log::BlockType::kDelete) {
      ARROW_ASSIGN_OR_RAISE(LogRows deletes, ReadLogRows({ref}, options));
      ARROW_RETURN_NOT_OK(visit(std::move(deletes)));
      continue;
    }
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<LogBlockRows> rows, opener.Open(ref));
    ARROW_RETURN_NOT_OK(rows->Take(
        rows->remaining(), [&](const std::shared_ptr<arrow::RecordBatch>& batch) -> arrow::Status {
          LogRowsCollector collector(options);
          ARROW_RETURN_NOT_OK(collector.Init());
          ARROW_RETURN_NOT_OK(collector.AddData(ref, batch, nullptr));
          ARROW_ASSIGN_OR_RAISE(LogRows piece, collector.Finish());
          return visit(std::move(piece));
        }));
  }
  return arrow::Status::OK();
}

}  // namespace hudi
