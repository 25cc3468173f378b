// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/merged_rows.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <arrow/array.h>

#include "hudi/base/gather.h"
#include "hudi/base/key_table.h"
#include "hudi/error.h"
#include "hudi/format/log/log_file_reader.h"
#include "hudi/merge/log_blocks.h"
#include "hudi/merge/log_rows.h"
#include "hudi/merge/slice_logs.h"
#include "hudi/merge/slice_merger.h"
#include "hudi/read/stream/merge_parts.h"
#include "hudi/read/stream/merged_batches.h"
#include "hudi/read/stream/rows_by_position.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

// Columns take more room than the encoded records they come from.
constexpr int64_t kBytesPerLogByte = 4;
constexpr int64_t kMostParts = 1024;
// So often the files are read again sooner than their rows are put into temporary ones.
constexpr int64_t kMostPassesOverFiles = 2;

class MergedRows : public arrow::RecordBatchReader {
 public:
  MergedRows(std::shared_ptr<const RowShape> shape, std::shared_ptr<const MergeShape> merge_shape,
             Constants constants, std::shared_ptr<BaseFileReader> base, LogBlockSelection logs,
             bool use_threads)
      : shape_(std::move(shape)),
        merge_shape_(std::move(merge_shape)),
        constants_(std::move(constants)),
        base_(std::move(base)),
        logs_(std::move(logs)),
        use_threads_(use_threads),
        nullable_schema_(AllNullable(*merge_shape_->merge_schema)) {
    num_passes_ = NumMergeParts(logs_.content_bytes, merge_shape_->memory_bytes);
    base_shape_ = BaseShape(*shape_, StoredSchema());
  }

  std::shared_ptr<arrow::Schema> schema() const override { return shape_->output_schema; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    for (;;) {
      *batch = nullptr;
      ARROW_RETURN_NOT_OK(CheckStop());
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> merged, NextMerged());
      if (merged == nullptr) return arrow::Status::OK();
      ARROW_ASSIGN_OR_RAISE(*batch, ShapeMerged(*shape_, *merged, merge_shape_->merge_schema));
      if ((*batch)->num_rows() > 0) return arrow::Status::OK();
    }
  }

 private:
  // The next batch in the nullable merge schema; null at the end.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> NextMerged() {
    if (merge_shape_->merging != SliceMerging::kAll && pass_ == 0 && base_ != nullptr) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> stored, NextBaseRows());
      if (stored != nullptr) return stored;
    }
    if (merge_shape_->merging == SliceMerging::kNone) return NextBlockRows();
    for (;;) {
      if (merger_ == nullptr) {
        if (pass_ == num_passes_) return nullptr;
        ARROW_RETURN_NOT_OK(BeginPass());
      }
      if (base_rows_ != nullptr) {
        std::shared_ptr<arrow::RecordBatch> stored;
        ARROW_RETURN_NOT_OK(base_rows_->ReadNext(&stored));
        if (stored != nullptr) {
          if (parts_ == nullptr) {
            ARROW_ASSIGN_OR_RAISE(stored, WithKeys(std::move(stored)));
          }
          ARROW_ASSIGN_OR_RAISE(stored, OfThisPass(std::move(stored)));
          return merger_->MergeBase(stored);
        }
        base_rows_.reset();
      }
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> rest, merger_->RemainingRows());
      if (merge_shape_->counts != nullptr) {
        merge_shape_->counts->log_blocks = static_cast<int64_t>(logs_.blocks.size());
        merge_shape_->counts->Add(merger_->counts());
      }
      merger_.reset();
      ++pass_;
      return rest;
    }
  }

  // What base files hold of the merge schema.
  std::shared_ptr<arrow::Schema> StoredSchema() const {
    const std::shared_ptr<arrow::Schema>& schema = merge_shape_->merge_schema;
    if (merge_shape_->virtual_keys == nullptr) return schema;
    return *schema->RemoveField(schema->GetFieldIndex(std::string(kRecordKey)));
  }

  // Rows of the base file in the nullable merge schema.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> WithKeys(
      std::shared_ptr<arrow::RecordBatch> stored) const {
    if (merge_shape_->virtual_keys == nullptr) return WithSchema(*stored, nullable_schema_);
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> keys,
                          merge_shape_->virtual_keys->Of(*stored));
    arrow::ArrayVector columns = stored->columns();
    const int place = nullable_schema_->GetFieldIndex(std::string(kRecordKey));
    columns.insert(columns.begin() + place, std::move(keys));
    return arrow::RecordBatch::Make(nullable_schema_, stored->num_rows(), std::move(columns));
  }

  // The base file's rows as they are; null behind the last.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> NextBaseRows() {
    if (base_rows_ == nullptr) ARROW_RETURN_NOT_OK(OpenBaseRows());
    std::shared_ptr<arrow::RecordBatch> stored;
    ARROW_RETURN_NOT_OK(base_rows_->ReadNext(&stored));
    if (stored != nullptr) return WithKeys(std::move(stored));
    base_rows_.reset();
    base_.reset();
    return stored;
  }

  // The records of the next data block; null behind the last.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> NextBlockRows() {
    const LogRowsOptions options = OptionsOfLogs();
    while (next_block_ < logs_.blocks.size()) {
      const LogBlockRef& block = logs_.blocks[next_block_++];
      if (block.block.type == log::BlockType::kDelete) continue;
      ARROW_ASSIGN_OR_RAISE(LogRows logs, ReadLogRows({block}, options));
      ARROW_RETURN_NOT_OK(SetConstants(constants_, &logs));
      if (logs.rows->num_rows() > 0) return logs.rows;
    }
    return nullptr;
  }

  bool IsOfThisPass(std::string_view key) const { return PartOfKey(key, num_passes_) == pass_; }

  arrow::Status BeginPass() {
    if (num_passes_ > kMostPassesOverFiles && parts_ == nullptr) ARROW_RETURN_NOT_OK(DivideRows());
    LogRows logs;
    if (parts_ != nullptr) {
      ARROW_ASSIGN_OR_RAISE(logs, parts_->Logs(pass_));
    } else {
      LogRowsOptions options = OptionsOfLogs();
      if (num_passes_ > 1) {
        options.wants_key = [this](std::string_view key) { return IsOfThisPass(key); };
      }
      ARROW_ASSIGN_OR_RAISE(logs, ReadLogRows(logs_.blocks, options));
    }
    ARROW_RETURN_NOT_OK(SetConstants(constants_, &logs));
    ARROW_ASSIGN_OR_RAISE(merger_, SliceMerger::Make(merge_shape_->merge, std::move(logs)));
    if (!merges_base()) return arrow::Status::OK();
    if (parts_ != nullptr) {
      base_rows_ = parts_->Base(pass_);
      return arrow::Status::OK();
    }
    return OpenBaseRows();
  }

  // Puts the rows of logs and base file into temporary files.
  arrow::Status DivideRows() {
    ARROW_ASSIGN_OR_RAISE(parts_, MergeParts::Make(nullable_schema_, num_passes_));
    ARROW_RETURN_NOT_OK(VisitLogRows(logs_.blocks, OptionsOfLogs(), [this](LogRows logs) {
      ARROW_RETURN_NOT_OK(CheckStop());
      return parts_->AddLogs(logs);
    }));
    if (merges_base()) {
      ARROW_RETURN_NOT_OK(OpenBaseRows());
      for (;;) {
        ARROW_RETURN_NOT_OK(CheckStop());
        std::shared_ptr<arrow::RecordBatch> stored;
        ARROW_RETURN_NOT_OK(base_rows_->ReadNext(&stored));
        if (stored == nullptr) break;
        ARROW_ASSIGN_OR_RAISE(stored, WithKeys(std::move(stored)));
        ARROW_RETURN_NOT_OK(parts_->AddBase(stored));
      }
      base_rows_.reset();
    }
    return parts_->Finish();
  }

  bool merges_base() const {
    return base_ != nullptr && merge_shape_->merging == SliceMerging::kAll;
  }

  arrow::Status OpenBaseRows() {
    return StreamBaseFile(*base_, base_shape_, constants_, std::nullopt, use_threads_)
        .Value(&base_rows_);
  }

  LogRowsOptions OptionsOfLogs() const {
    LogRowsOptions options;
    options.merge_schema = nullable_schema_;
    options.merge = merge_shape_->merge;
    options.virtual_keys = merge_shape_->virtual_keys;
    options.stored_names = merge_shape_->stored_names;
    return options;
  }

  arrow::Status CheckStop() const {
    if (!shape_->should_stop || !shape_->should_stop()) return arrow::Status::OK();
    return Fail(ErrorCode::kInterrupted, "", "interrupted");
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatch>> OfThisPass(
      std::shared_ptr<arrow::RecordBatch> rows) const {
    if (num_passes_ == 1) return rows;
    const arrow::StringArray& keys = RecordKeysOf(*rows);
    std::vector<int64_t> kept;
    for (int64_t row = 0; row < keys.length(); ++row) {
      if (IsOfThisPass(keys.GetView(row))) kept.push_back(row);
    }
    return TakeRows(rows, kept);
  }

  std::shared_ptr<const RowShape> shape_;
  std::shared_ptr<const MergeShape> merge_shape_;
  std::shared_ptr<const RowShape> base_shape_;
  Constants constants_;
  std::shared_ptr<BaseFileReader> base_;  // null: the slice has logs only
  LogBlockSelection logs_;
  bool use_threads_;
  std::shared_ptr<arrow::Schema> nullable_schema_;
  int64_t num_passes_ = 1;
  int64_t pass_ = 0;
  size_t next_block_ = 0;              // without merging
  std::unique_ptr<MergeParts> parts_;  // null: every pass reads the slice's files
  std::unique_ptr<SliceMerger> merger_;
  std::shared_ptr<arrow::RecordBatchReader> base_rows_;
};

}  // namespace

int64_t NumMergeParts(int64_t log_content_bytes, int64_t memory_bytes) {
  const int64_t limit = std::max<int64_t>(memory_bytes, 1);
  return std::clamp<int64_t>((log_content_bytes * kBytesPerLogByte + limit - 1) / limit, 1,
                             kMostParts);
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StreamMergedSlice(
    const Storage& storage, const FileSlice& slice, std::shared_ptr<const RowShape> shape,
    std::shared_ptr<const MergeShape> merge_shape, Constants constants, bool use_threads) {
  ARROW_ASSIGN_OR_RAISE(
      LogBlockSelection logs,
      SelectSliceBlocks(storage, slice, merge_shape->timeline.get(), merge_shape->is_visible));
  std::shared_ptr<BaseFileReader> base;
  if (slice.base_file) {
    const std::string& path = slice.base_file->path;
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> file,
                          storage.OpenInput(path));
    ARROW_ASSIGN_OR_RAISE(base, BaseFileReader::Open(std::move(file), path));
    ARROW_ASSIGN_OR_RAISE(base, WithNamesOfNow(std::move(base), merge_shape->stored_names.get(),
                                               slice.base_file->name.instant));
  }
  if (base != nullptr && merge_shape->position_schema != nullptr &&
      merge_shape->merging == SliceMerging::kAll) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows,
                          StreamByPosition(*base, slice.base_file->name.instant, logs, shape,
                                           merge_shape, constants, use_threads));
    if (rows != nullptr) return rows;
  }
  return std::make_shared<MergedRows>(std::move(shape), std::move(merge_shape),
                                      std::move(constants), std::move(base), std::move(logs),
                                      use_threads);
}

}  // namespace hudi
