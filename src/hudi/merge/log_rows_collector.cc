// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/log_rows_collector.h"

#include <utility>

#include <arrow/array.h>
#include <arrow/table.h>

#include "hudi/base/gather.h"
#include "hudi/error.h"
#include "hudi/format/log/delete_block.h"
#include "hudi/merge/merge_rules.h"
#include "hudi/merge/row_merger.h"
#include "hudi/schema/evolution.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

using log::HeaderKey;

// Change streams of Flink mark deletes in a column of their own.
void AddOperations(const arrow::RecordBatch& stored, std::vector<bool>* deletes) {
  std::shared_ptr<arrow::Array> column = stored.GetColumnByName(std::string(kOperationColumn));
  if (column == nullptr || column->type_id() != arrow::Type::STRING) return;
  const auto& operations = static_cast<const arrow::StringArray&>(*column);
  for (int64_t row = 0; row < operations.length(); ++row) {
    if (operations.IsValid(row) && operations.GetView(row) == "D") {
      (*deletes)[static_cast<size_t>(row)] = true;
    }
  }
}

}  // namespace

arrow::Status LogRowsCollector::Init() {
  ARROW_ASSIGN_OR_RAISE(MergeRules rules,
                        ResolveMergeRules(options_.merge, *options_.merge_schema));
  bool compares = rules.against_stored == MergeRules::AgainstStored::kGreater ||
                  rules.against_stored == MergeRules::AgainstStored::kGreaterOrEqual;
  if (compares && !rules.deletes_always_win) ordering_fields_ = rules.stored_key.fields;
  return arrow::Status::OK();
}

// The columns that rows of a partial update have.
int32_t LogRowsCollector::ColumnSet(const arrow::Schema& stored) {
  std::vector<bool> present;
  for (const std::shared_ptr<arrow::Field>& field : options_.merge_schema->fields()) {
    present.push_back(stored.GetFieldIndex(field->name()) >= 0);
  }
  for (size_t i = 0; i < result_.column_sets.size(); ++i) {
    if (result_.column_sets[i] == present) return static_cast<int32_t>(i);
  }
  result_.column_sets.push_back(std::move(present));
  return static_cast<int32_t>(result_.column_sets.size() - 1);
}

arrow::Status LogRowsCollector::AddData(const LogBlockRef& ref,
                                        std::shared_ptr<arrow::RecordBatch> stored,
                                        const int64_t* positions) {
  const std::string& path = ref.file->path();
  if (options_.stored_names != nullptr) {
    ARROW_ASSIGN_OR_RAISE(
        stored, options_.stored_names->Rename(stored, ref.block.Header(HeaderKey::kInstantTime)));
  }
  const bool has_keys = stored->schema()->GetFieldIndex(std::string(kRecordKey)) >= 0;
  if (!has_keys && options_.virtual_keys == nullptr) {
    return CorruptFile(path, ref.block.offset,
                       "the rows of the block lack the column _hoodie_record_key, which the "
                       "table has");
  }
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> aligned =
      AlignStoredBatch(stored, options_.merge_schema);
  if (!aligned.ok()) return CorruptFile(path, ref.block.offset, aligned.status().message());
  std::shared_ptr<arrow::RecordBatch> rows = *std::move(aligned);
  // Such tables may have the column all the same, with empty texts in it.
  if (options_.virtual_keys != nullptr) {
    arrow::Result<std::shared_ptr<arrow::RecordBatch>> with_keys =
        options_.virtual_keys->SetIn(rows);
    if (!with_keys.ok()) return CorruptFile(path, ref.block.offset, with_keys.status().message());
    rows = *std::move(with_keys);
  }
  if (RecordKeysOf(*rows).null_count() > 0) {
    return CorruptFile(path, ref.block.offset, "a record of the block has no record key");
  }
  ARROW_ASSIGN_OR_RAISE(std::vector<bool> deletes, DeleteFlags(*rows, options_.merge));
  AddOperations(*stored, &deletes);
  std::vector<LogAction> actions;
  actions.reserve(deletes.size());
  for (bool is_delete : deletes) {
    actions.push_back(is_delete ? LogAction::kDelete : LogAction::kUpsert);
  }
  bool partial = ref.block.Header(HeaderKey::kIsPartial) == "true";
  if (partial && options_.merge.merger != nullptr) {
    return Fail(ErrorCode::kUnsupported, path, path, " at byte ", ref.block.offset,
                ": a partial update cannot be merged by a registered record merger, which needs "
                "whole rows");
  }
  return Append(std::move(rows), std::move(actions), partial ? ColumnSet(*stored->schema()) : -1,
                positions);
}

arrow::Result<DeleteRows> LogRowsCollector::ReadDeletes(const LogBlockRef& ref) const {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> content, ref.file->ReadContent(ref.block));
  ARROW_ASSIGN_OR_RAISE(
      std::vector<log::DeleteRecord> records,
      log::DecodeDeleteBlock(std::string_view(*content), ref.file->OriginOf(ref.block)));
  return MakeDeleteRows(records, options_.merge_schema, ordering_fields_);
}

arrow::Status LogRowsCollector::AddDeletes(const DeleteRows& deletes, int64_t begin, int64_t end,
                                           const int64_t* positions) {
  std::vector<LogAction> actions;
  for (int64_t row = begin; row < end; ++row) {
    const bool always = deletes.always[static_cast<size_t>(row)];
    actions.push_back(always ? LogAction::kDeleteAlways : LogAction::kDelete);
  }
  return Append(deletes.rows->Slice(begin, end - begin), std::move(actions), -1, positions);
}

arrow::Status LogRowsCollector::Append(std::shared_ptr<arrow::RecordBatch> rows,
                                       std::vector<LogAction> actions, int32_t column_set,
                                       const int64_t* positions) {
  if (options_.wants_key) {
    const arrow::StringArray& keys = RecordKeysOf(*rows);
    std::vector<int64_t> kept;
    for (int64_t row = 0; row < keys.length(); ++row) {
      if (!options_.wants_key(keys.GetView(row))) continue;
      actions[kept.size()] = actions[static_cast<size_t>(row)];
      kept.push_back(row);
    }
    actions.resize(kept.size());
    if (static_cast<int64_t>(kept.size()) < rows->num_rows()) {
      ARROW_ASSIGN_OR_RAISE(rows, TakeRows(rows, kept));
    }
  }
  if (rows->num_rows() == 0) return arrow::Status::OK();
  result_.actions.insert(result_.actions.end(), actions.begin(), actions.end());
  result_.columns_of_row.insert(result_.columns_of_row.end(), actions.size(), column_set);
  if (positions != nullptr) {
    result_.positions.insert(result_.positions.end(), positions, positions + rows->num_rows());
  }
  batches_.push_back(std::move(rows));
  return arrow::Status::OK();
}

arrow::Result<LogRows> LogRowsCollector::Finish() {
  if (batches_.empty()) {
    ARROW_ASSIGN_OR_RAISE(result_.rows, arrow::RecordBatch::MakeEmpty(options_.merge_schema));
  } else if (batches_.size() == 1) {
    result_.rows = batches_[0];
  } else {
    ARROW_ASSIGN_OR_RAISE(result_.rows, arrow::ConcatenateRecordBatches(batches_));
  }
  return std::move(result_);
}

}  // namespace hudi
