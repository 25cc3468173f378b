// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/log_rows.h"

#include <map>
#include <string>
#include <utility>

#include <arrow/array.h>
#include <arrow/io/memory.h>
#include <arrow/record_batch.h>
#include <arrow/table.h>

#include "hudi/base/gather.h"
#include "hudi/error.h"
#include "hudi/format/avro/column_decoder.h"
#include "hudi/format/log/data_block.h"
#include "hudi/format/log/delete_block.h"
#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/merge/delete_rows.h"
#include "hudi/merge/hfile_rows.h"
#include "hudi/merge/merge_rules.h"
#include "hudi/merge/row_merger.h"
#include "hudi/schema/evolution.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

using log::BlockType;
using log::HeaderKey;
using Batches = std::vector<std::shared_ptr<arrow::RecordBatch>>;

constexpr std::string_view kOperationColumn = "_hoodie_operation";
constexpr int64_t kBatchRows = 64 * 1024;

class Loader {
 public:
  explicit Loader(const LogRowsOptions& options) : options_(options) {}

  arrow::Status Init() {
    ARROW_ASSIGN_OR_RAISE(MergeRules rules,
                          ResolveMergeRules(options_.merge, *options_.merge_schema));
    bool compares = rules.against_stored == MergeRules::AgainstStored::kGreater ||
                    rules.against_stored == MergeRules::AgainstStored::kGreaterOrEqual;
    if (compares && !rules.deletes_always_win) ordering_fields_ = rules.stored_key.fields;
    return arrow::Status::OK();
  }

  arrow::Status Add(const LogBlockRef& ref) {
    auto visit = [&](const std::shared_ptr<arrow::RecordBatch>& batch) {
      return AddData(ref, batch);
    };
    if (ref.block.type == BlockType::kHfileData) {
      ARROW_ASSIGN_OR_RAISE(avro::ColumnDecoder * decoder, DecoderOf(ref));
      return VisitHFileDataBlock(ref, decoder, kBatchRows, visit);
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> content, ref.file->ReadContent(ref.block));
    if (ref.block.type == BlockType::kDelete) return AddDeletes(ref, *content);
    if (ref.block.type == BlockType::kParquetData) return VisitParquet(ref, content, visit);
    ARROW_ASSIGN_OR_RAISE(avro::ColumnDecoder * decoder, DecoderOf(ref));
    return log::VisitAvroDataBlock(std::string_view(*content), ref.file->OriginOf(ref.block),
                                   decoder, kBatchRows, visit);
  }

  arrow::Result<LogRows> Finish() {
    if (batches_.empty()) {
      ARROW_ASSIGN_OR_RAISE(result_.rows, arrow::RecordBatch::MakeEmpty(options_.merge_schema));
    } else if (batches_.size() == 1) {
      result_.rows = batches_[0];
    } else {
      ARROW_ASSIGN_OR_RAISE(result_.rows, arrow::ConcatenateRecordBatches(batches_));
    }
    return std::move(result_);
  }

 private:
  // For the schema that the block was written with.
  arrow::Result<avro::ColumnDecoder*> DecoderOf(const LogBlockRef& ref) {
    std::string text(ref.block.Header(HeaderKey::kSchema));
    std::unique_ptr<avro::ColumnDecoder>& decoder = decoders_[text];
    if (decoder == nullptr) {
      arrow::Result<avro::SchemaPtr> schema = avro::Schema::Parse(text);
      if (!schema.ok()) {
        return CorruptFile(ref.file->path(), ref.block.offset,
                           "the block's schema: " + schema.status().message());
      }
      ARROW_ASSIGN_OR_RAISE(decoder,
                            avro::ColumnDecoder::Make(*schema, arrow::default_memory_pool()));
    }
    return decoder.get();
  }

  template <typename Visit>
  static arrow::Status VisitParquet(const LogBlockRef& ref,
                                    const std::shared_ptr<arrow::Buffer>& content, Visit&& visit) {
    ARROW_ASSIGN_OR_RAISE(
        std::shared_ptr<BaseFileReader> reader,
        BaseFileReader::Open(std::make_shared<arrow::io::BufferReader>(content), ref.file->path()));
    ScanOptions scan;
    scan.columns = reader->schema()->field_names();
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows, reader->Scan(scan));
    while (true) {
      std::shared_ptr<arrow::RecordBatch> batch;
      ARROW_RETURN_NOT_OK(rows->ReadNext(&batch));
      if (batch == nullptr) return arrow::Status::OK();
      ARROW_RETURN_NOT_OK(visit(batch));
    }
  }

  // The columns that rows of a partial update have.
  int32_t ColumnSet(const arrow::Schema& stored) {
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

  arrow::Status AddData(const LogBlockRef& ref, const std::shared_ptr<arrow::RecordBatch>& stored) {
    const std::string& path = ref.file->path();
    const bool has_keys = stored->schema()->GetFieldIndex(std::string(kRecordKey)) >= 0;
    if (!has_keys && options_.virtual_keys == nullptr) {
      return CorruptFile(path, ref.block.offset,
                         "the rows of the block lack the column _hoodie_record_key, which the "
                         "table has");
    }
    arrow::Result<std::shared_ptr<arrow::RecordBatch>> aligned =
        AlignStoredBatch(stored, options_.merge_schema);
    if (!aligned.ok()) {
      return CorruptFile(path, ref.block.offset, aligned.status().message());
    }
    std::shared_ptr<arrow::RecordBatch> rows = *std::move(aligned);
    // Such tables may have the column all the same, with empty texts in it.
    if (options_.virtual_keys != nullptr) {
      arrow::Result<std::shared_ptr<arrow::RecordBatch>> with_keys =
          options_.virtual_keys->SetIn(rows);
      if (!with_keys.ok()) {
        return CorruptFile(path, ref.block.offset, with_keys.status().message());
      }
      rows = *std::move(with_keys);
    }
    if (rows->GetColumnByName(std::string(kRecordKey))->null_count() > 0) {
      return CorruptFile(path, ref.block.offset, "a record of the block has no record key");
    }
    ARROW_ASSIGN_OR_RAISE(std::vector<bool> deletes, DeleteFlags(*rows, options_.merge));
    AddOperations(*stored, &deletes);
    std::vector<LogAction> actions;
    for (bool is_delete : deletes) {
      actions.push_back(is_delete ? LogAction::kDelete : LogAction::kUpsert);
    }
    bool partial = ref.block.Header(HeaderKey::kIsPartial) == "true";
    if (partial && options_.merge.merger != nullptr) {
      return Fail(ErrorCode::kUnsupported, path, path, " at byte ", ref.block.offset,
                  ": a partial update cannot be merged by a registered record merger, which needs "
                  "whole rows");
    }
    return Append(std::move(rows), std::move(actions), partial ? ColumnSet(*stored->schema()) : -1);
  }

  // Change streams of Flink mark deletes in a column of their own.
  static void AddOperations(const arrow::RecordBatch& stored, std::vector<bool>* deletes) {
    std::shared_ptr<arrow::Array> column = stored.GetColumnByName(std::string(kOperationColumn));
    if (column == nullptr || column->type_id() != arrow::Type::STRING) return;
    const auto& operations = static_cast<const arrow::StringArray&>(*column);
    for (int64_t row = 0; row < operations.length(); ++row) {
      if (operations.IsValid(row) && operations.GetView(row) == "D") {
        (*deletes)[static_cast<size_t>(row)] = true;
      }
    }
  }

  arrow::Status AddDeletes(const LogBlockRef& ref, const arrow::Buffer& content) {
    ARROW_ASSIGN_OR_RAISE(
        std::vector<log::DeleteRecord> records,
        log::DecodeDeleteBlock(std::string_view(content), ref.file->OriginOf(ref.block)));
    ARROW_ASSIGN_OR_RAISE(DeleteRows deletes,
                          MakeDeleteRows(records, options_.merge_schema, ordering_fields_));
    std::vector<LogAction> actions;
    for (bool always : deletes.always) {
      actions.push_back(always ? LogAction::kDeleteAlways : LogAction::kDelete);
    }
    return Append(std::move(deletes.rows), std::move(actions), -1);
  }

  arrow::Status Append(std::shared_ptr<arrow::RecordBatch> rows, std::vector<LogAction> actions,
                       int32_t column_set) {
    if (options_.wants_key) {
      const auto& keys =
          static_cast<const arrow::StringArray&>(*rows->GetColumnByName(std::string(kRecordKey)));
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
    batches_.push_back(std::move(rows));
    return arrow::Status::OK();
  }

  const LogRowsOptions& options_;
  std::vector<std::string> ordering_fields_;
  std::map<std::string, std::unique_ptr<avro::ColumnDecoder>> decoders_;  // by writer's schema
  Batches batches_;
  LogRows result_;
};

}  // namespace

std::shared_ptr<arrow::Schema> AllNullable(const arrow::Schema& schema) {
  arrow::FieldVector fields;
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) {
    fields.push_back(field->WithNullable(true));
  }
  return arrow::schema(std::move(fields));
}

arrow::Result<LogRows> ReadLogRows(const std::vector<LogBlockRef>& blocks,
                                   const LogRowsOptions& options) {
  Loader loader(options);
  ARROW_RETURN_NOT_OK(loader.Init());
  for (const LogBlockRef& block : blocks) ARROW_RETURN_NOT_OK(loader.Add(block));
  return loader.Finish();
}

}  // namespace hudi
