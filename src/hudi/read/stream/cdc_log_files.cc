// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/cdc_log_files.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <arrow/array.h>
#include <arrow/compare.h>

#include "hudi/base/gather.h"
#include "hudi/base/key_table.h"
#include "hudi/error.h"
#include "hudi/format/log/log_file_reader.h"
#include "hudi/merge/log_blocks.h"
#include "hudi/merge/log_rows.h"
#include "hudi/merge/slice_logs.h"
#include "hudi/merge/slice_merger.h"
#include "hudi/read/stream/cdc_rows.h"
#include "hudi/read/stream/merged_batches.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

using Batch = std::shared_ptr<arrow::RecordBatch>;

// Columns take more room than the encoded records they come from; the records before and with the
// commit are held.
constexpr int64_t kBytesPerChangeByte = 8;
constexpr int64_t kMostPasses = 1024;

bool SameRow(const arrow::RecordBatch& a, int64_t row_a, const arrow::RecordBatch& b,
             int64_t row_b) {
  const arrow::EqualOptions options = arrow::EqualOptions::Defaults().nans_equal(true);
  for (int i = 0; i < a.num_columns(); ++i) {
    if (!a.column(i)->RangeEquals(*b.column(i), row_a, row_a + 1, row_b, options)) return false;
  }
  return true;
}

class LoggedRows : public CdcSourceRows {
 public:
  LoggedRows(LoggedChanges changes, std::shared_ptr<const CdcShape> shape, Constants constants,
             std::shared_ptr<BaseFileReader> base, LogBlockSelection before,
             LogBlockSelection after)
      : CdcSourceRows(changes.instant, std::move(shape)),
        deletes_(changes.deletes),
        others_(changes.others),
        constants_(std::move(constants)),
        base_(std::move(base)),
        before_(std::move(before)),
        after_(std::move(after)) {
    for (const LogBlockRef& ref : after_.blocks) {
      if (ref.block.Header(log::HeaderKey::kInstantTime) == instant_) own_.push_back(ref);
    }
    nullable_schema_ = AllNullable(*shape_->merge->merge_schema);
    const int64_t limit = std::max<int64_t>(shape_->merge->memory_bytes, 1);
    int64_t own_bytes = 0;
    for (const LogBlockRef& ref : own_) own_bytes += ref.block.content_size;
    num_passes_ =
        std::clamp<int64_t>((own_bytes * kBytesPerChangeByte + limit - 1) / limit, 1, kMostPasses);
  }

 private:
  arrow::Result<bool> Advance() override {
    if (merger_before_ == nullptr) {
      if (pass_ == num_passes_ || own_.empty()) return false;
      ARROW_RETURN_NOT_OK(BeginPass());
    }
    if (base_rows_ != nullptr) {
      Batch stored;
      ARROW_RETURN_NOT_OK(base_rows_->ReadNext(&stored));
      if (stored != nullptr) {
        ARROW_ASSIGN_OR_RAISE(stored, Touched(*stored));
        if (stored->num_rows() == 0) return true;
        ARROW_ASSIGN_OR_RAISE(Batch before, merger_before_->MergeBase(stored));
        ARROW_ASSIGN_OR_RAISE(Batch after, merger_after_->MergeBase(stored));
        ARROW_RETURN_NOT_OK(AddDifferences(*before, *after));
        return true;
      }
      base_rows_.reset();
    }
    ARROW_ASSIGN_OR_RAISE(Batch before, merger_before_->RemainingRows());
    ARROW_ASSIGN_OR_RAISE(Batch after, merger_after_->RemainingRows());
    ARROW_RETURN_NOT_OK(AddDifferences(*before, *after));
    merger_before_.reset();
    merger_after_.reset();
    ++pass_;
    return true;
  }

  bool IsOfThisPass(std::string_view key) const { return PartOfKey(key, num_passes_) == pass_; }

  arrow::Result<LogRows> ReadRows(const std::vector<LogBlockRef>& blocks,
                                  std::function<bool(std::string_view)> wants_key) const {
    LogRowsOptions options;
    options.merge_schema = nullable_schema_;
    options.merge = shape_->merge->merge;
    options.virtual_keys = shape_->merge->virtual_keys;
    options.stored_names = shape_->merge->stored_names;
    options.wants_key = std::move(wants_key);
    ARROW_ASSIGN_OR_RAISE(LogRows logs, ReadLogRows(blocks, options));
    ARROW_RETURN_NOT_OK(SetConstants(constants_, &logs));
    return logs;
  }

  arrow::Status BeginPass() {
    ARROW_ASSIGN_OR_RAISE(
        LogRows own, ReadRows(own_, [this](std::string_view key) { return IsOfThisPass(key); }));
    own_rows_ = own.rows;
    const arrow::StringArray& keys = RecordKeysOf(*own_rows_);
    touched_ = KeyTable(keys.length());
    for (int64_t row = 0; row < keys.length(); ++row) {
      bool inserted = false;
      touched_.Insert(0, keys.GetView(row), &inserted);
    }
    auto is_touched = [this](std::string_view key) {
      return touched_.Find(0, key) != KeyTable::kAbsent;
    };
    ARROW_ASSIGN_OR_RAISE(LogRows before, ReadRows(before_.blocks, is_touched));
    ARROW_ASSIGN_OR_RAISE(LogRows after, ReadRows(after_.blocks, is_touched));
    ARROW_ASSIGN_OR_RAISE(merger_before_,
                          SliceMerger::Make(shape_->merge->merge, std::move(before)));
    ARROW_ASSIGN_OR_RAISE(merger_after_, SliceMerger::Make(shape_->merge->merge, std::move(after)));
    if (base_ != nullptr) {
      ARROW_ASSIGN_OR_RAISE(base_rows_, StreamBaseFile(*base_, shape_->rows, constants_,
                                                       std::nullopt, /*use_threads=*/false));
    }
    return arrow::Status::OK();
  }

  arrow::Result<Batch> Touched(const arrow::RecordBatch& stored) const {
    arrow::ArrayVector columns = stored.columns();
    if (shape_->merge->virtual_keys != nullptr) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> virtual_keys,
                            shape_->merge->virtual_keys->Of(stored));
      columns.insert(columns.begin(), std::move(virtual_keys));
    }
    Batch all = arrow::RecordBatch::Make(nullable_schema_, stored.num_rows(), std::move(columns));
    const arrow::StringArray& keys = RecordKeysOf(*all);
    std::vector<int64_t> rows;
    for (int64_t row = 0; row < keys.length(); ++row) {
      if (touched_.Find(0, keys.GetView(row)) != KeyTable::kAbsent) rows.push_back(row);
    }
    return TakeRows(all, rows);
  }

  // Copies of a key stand in the same order on both sides.
  arrow::Status AddDifferences(const arrow::RecordBatch& before, const arrow::RecordBatch& after) {
    const arrow::StringArray& keys = RecordKeysOf(before);
    KeyTable table(keys.length());
    std::vector<std::vector<int64_t>> rows_of_key;
    for (int64_t row = 0; row < keys.length(); ++row) {
      bool inserted = false;
      const auto number = static_cast<size_t>(table.Insert(0, keys.GetView(row), &inserted));
      if (inserted) rows_of_key.emplace_back();
      rows_of_key[number].push_back(row);
    }
    std::vector<size_t> met(rows_of_key.size(), 0);
    const arrow::StringArray& new_keys = RecordKeysOf(after);
    for (int64_t row = 0; row < new_keys.length(); ++row) {
      const int64_t number = table.Find(0, new_keys.GetView(row));
      const auto key = static_cast<size_t>(number);
      if (number == KeyTable::kAbsent || met[key] == rows_of_key[key].size()) {
        if (others_) ARROW_RETURN_NOT_OK(Add('i', nullptr, 0, &after, row));
        continue;
      }
      const int64_t old_row = rows_of_key[key][met[key]++];
      if (!others_ || SameRow(before, old_row, after, row)) continue;
      ARROW_RETURN_NOT_OK(Add('u', &before, old_row, &after, row));
    }
    for (size_t key = 0; deletes_ && key < rows_of_key.size(); ++key) {
      for (size_t i = met[key]; i < rows_of_key[key].size(); ++i) {
        ARROW_RETURN_NOT_OK(Add('d', &before, rows_of_key[key][i], nullptr, 0));
      }
    }
    return arrow::Status::OK();
  }

  arrow::Status Add(char op, const arrow::RecordBatch* before, int64_t before_row,
                    const arrow::RecordBatch* after, int64_t after_row) {
    std::string old_image, new_image;
    if (before != nullptr) shape_->merge_printer->Append(*before, before_row, &old_image);
    if (after != nullptr) shape_->merge_printer->Append(*after, after_row, &new_image);
    return queue_.Add(op, before == nullptr ? nullptr : &old_image,
                      after == nullptr ? nullptr : &new_image);
  }

  const bool deletes_;
  const bool others_;
  const Constants constants_;
  const std::shared_ptr<BaseFileReader> base_;  // null: the slice has logs only
  const LogBlockSelection before_;
  const LogBlockSelection after_;
  std::vector<LogBlockRef> own_;  // of the commit
  std::shared_ptr<arrow::Schema> nullable_schema_;
  int64_t num_passes_ = 1;
  int64_t pass_ = 0;
  Batch own_rows_;  // keeps the keys that the table refers to
  KeyTable touched_;
  std::unique_ptr<SliceMerger> merger_before_;
  std::unique_ptr<SliceMerger> merger_after_;
  std::shared_ptr<arrow::RecordBatchReader> base_rows_;
};

}  // namespace

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StreamLoggedChanges(
    const Storage& storage, LoggedChanges changes, std::shared_ptr<const CdcShape> shape,
    Constants constants) {
  const FileSlice& slice = changes.slice;
  if (!shape->has_keys) {
    return Fail(ErrorCode::kUnsupported, "hoodie.populate.meta.fields", "file group ",
                slice.file_id, " in partition '", slice.partition_path,
                "' has log files, and nothing tells the keys of its rows: they were generated, and "
                "hoodie.populate.meta.fields=false left them out");
  }
  auto is_before = [&](std::string_view instant) {
    return instant != changes.instant && shape->is_before(instant, changes.instant);
  };
  ARROW_ASSIGN_OR_RAISE(LogBlockSelection before,
                        SelectSliceBlocks(storage, slice, shape->timeline.get(), is_before));
  ARROW_ASSIGN_OR_RAISE(
      LogBlockSelection after,
      SelectSliceBlocks(storage, slice, shape->timeline.get(), [&](std::string_view instant) {
        return instant == changes.instant || is_before(instant);
      }));
  std::shared_ptr<BaseFileReader> base;
  if (slice.base_file) {
    ARROW_ASSIGN_OR_RAISE(base, OpenCdcBaseFile(storage, slice.base_file->path, *shape));
  }
  return std::make_shared<LoggedRows>(std::move(changes), std::move(shape), std::move(constants),
                                      std::move(base), std::move(before), std::move(after));
}

}  // namespace hudi
