// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/rows_by_position.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "hudi/error.h"
#include "hudi/merge/log_positions.h"
#include "hudi/merge/merge_columns.h"
#include "hudi/merge/slice_merger.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

constexpr int64_t kAll = std::numeric_limits<int64_t>::max();
// A position, and what PositionedKeys holds of a record.
constexpr int64_t kBytesPerPosition = 8 + 16;
// While logs are read in parts every block has a buffer, which share a part of the memory.
constexpr int64_t kBufferShare = 8;
constexpr int64_t kLeastBufferBytes = 16 * 1024;
constexpr int64_t kBatchRowsInParts = 4 * 1024;

// Where parts of about as many records each end, so that all records of a row are in one.
std::vector<int64_t> PartEnds(const LogPositions& positions, int64_t num_records,
                              int64_t num_parts) {
  if (num_parts <= 1) return {kAll};
  std::vector<int64_t> all;
  all.reserve(static_cast<size_t>(num_records));
  for (const std::vector<int64_t>& block : positions) {
    all.insert(all.end(), block.begin(), block.end());
  }
  std::sort(all.begin(), all.end());
  std::vector<int64_t> ends;
  for (int64_t part = 1; part < num_parts; ++part) {
    const int64_t end = all[static_cast<size_t>(num_records * part / num_parts)];
    if (end > 0 && (ends.empty() || ends.back() < end)) ends.push_back(end);
  }
  ends.push_back(kAll);
  return ends;
}

class RowsByPosition : public arrow::RecordBatchReader {
 public:
  RowsByPosition(std::shared_ptr<const RowShape> shape,
                 std::shared_ptr<const MergeShape> merge_shape, Constants constants)
      : shape_(std::move(shape)),
        merge_shape_(std::move(merge_shape)),
        constants_(std::move(constants)),
        log_schema_(AllNullable(*merge_shape_->merge_schema)),
        merged_schema_(AllNullable(*merge_shape_->position_schema)) {}

  /// False if rows must be found by their keys.
  arrow::Result<bool> Init(std::string_view base_instant, const BaseFileReader& base,
                           const LogBlockSelection& logs, bool use_threads) {
    std::optional<LogPositions> positions =
        FindLogPositions(logs.blocks, base_instant, base.num_rows());
    if (!positions) return false;
    const int64_t limit = std::max<int64_t>(merge_shape_->memory_bytes, 1);
    int64_t num_records = 0;
    for (const std::vector<int64_t>& block : *positions) {
      num_records += static_cast<int64_t>(block.size());
    }
    const int64_t num_parts = std::min(num_records, NumMergeParts(logs.content_bytes, limit));
    LogBlockParts sizes;
    if (num_parts > 1) {
      if (num_records * kBytesPerPosition > limit || ParquetBytes(logs) * 2 > limit) return false;
      const auto num_blocks = static_cast<int64_t>(logs.blocks.size());
      sizes.bytes = std::clamp(limit / kBufferShare / num_blocks, kLeastBufferBytes, sizes.bytes);
      sizes.batch_rows = kBatchRowsInParts;
    }
    part_ends_ = PartEnds(*positions, num_records, num_parts);
    LogRowsOptions options;
    options.merge = merge_shape_->merge;
    options.virtual_keys = merge_shape_->virtual_keys;
    options.stored_names = merge_shape_->stored_names;
    if (num_parts > 1) {
      ARROW_ASSIGN_OR_RAISE(options.merge_schema, KeySchema());
      ARROW_ASSIGN_OR_RAISE(bool agree, KeysAgree(logs.blocks, *positions, options, sizes));
      if (!agree) return false;
    }
    options.merge_schema = log_schema_;
    ARROW_ASSIGN_OR_RAISE(
        logs_, PositionedLogRows::Make(logs.blocks, *std::move(positions), options, sizes));
    if (logs_ == nullptr) return false;
    ARROW_ASSIGN_OR_RAISE(LogRows rows, logs_->ReadUntil(part_ends_[0]));
    if (num_parts == 1) {
      PositionedKeys keys;
      keys.Add(RecordKeysOf(*rows.rows), rows.positions);
      if (!keys.Agree()) return false;
    }
    ARROW_RETURN_NOT_OK(BeginPart(std::move(rows)));
    ARROW_ASSIGN_OR_RAISE(base_rows_,
                          StreamBaseFile(base, BaseShape(*shape_, merge_shape_->position_schema),
                                         constants_, std::nullopt, use_threads));
    num_blocks_ = static_cast<int64_t>(logs.blocks.size());
    return true;
  }

  std::shared_ptr<arrow::Schema> schema() const override { return shape_->output_schema; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    for (;;) {
      *batch = nullptr;
      if (shape_->should_stop && shape_->should_stop()) {
        return Fail(ErrorCode::kInterrupted, "", "interrupted");
      }
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> merged, NextMerged());
      if (merged == nullptr) return arrow::Status::OK();
      ARROW_ASSIGN_OR_RAISE(*batch, ShapeMerged(*shape_, *merged, merge_shape_->position_schema));
      if ((*batch)->num_rows() > 0) return arrow::Status::OK();
    }
  }

 private:
  static int64_t ParquetBytes(const LogBlockSelection& logs) {
    int64_t bytes = 0;
    for (const LogBlockRef& ref : logs.blocks) {
      if (ref.block.type == log::BlockType::kParquetData) bytes += ref.block.content_size;
    }
    return bytes;
  }

  // What tells the keys, and which records are deletes.
  arrow::Result<std::shared_ptr<arrow::Schema>> KeySchema() const {
    ARROW_ASSIGN_OR_RAISE(std::vector<std::string> needed,
                          MergeColumns(merge_shape_->merge, *log_schema_));
    if (merge_shape_->virtual_keys != nullptr) {
      for (std::string& column : merge_shape_->virtual_keys->Columns()) {
        needed.push_back(std::move(column));
      }
    }
    arrow::FieldVector fields;
    for (const std::shared_ptr<arrow::Field>& field : log_schema_->fields()) {
      if (std::find(needed.begin(), needed.end(), field->name()) != needed.end()) {
        fields.push_back(field);
      }
    }
    return arrow::schema(std::move(fields));
  }

  arrow::Result<bool> KeysAgree(const std::vector<LogBlockRef>& blocks,
                                const LogPositions& positions, const LogRowsOptions& options,
                                LogBlockParts sizes) const {
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<PositionedLogRows> logs,
                          PositionedLogRows::Make(blocks, positions, options, sizes));
    if (logs == nullptr) return false;
    PositionedKeys keys;
    for (int64_t end : part_ends_) {
      ARROW_ASSIGN_OR_RAISE(LogRows rows, logs->ReadUntil(end));
      keys.Add(RecordKeysOf(*rows.rows), rows.positions);
    }
    return keys.Agree();
  }

  arrow::Status BeginPart(LogRows rows) {
    ARROW_RETURN_NOT_OK(SetConstants(constants_, &rows));
    KeepColumns(merged_schema_, &rows);
    ARROW_ASSIGN_OR_RAISE(merger_,
                          SliceMerger::MakeByPosition(merge_shape_->merge, std::move(rows)));
    return arrow::Status::OK();
  }

  // The next base rows, up to the end of the part.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> NextBaseRows() {
    std::shared_ptr<arrow::RecordBatch> rows = std::move(rest_);
    rest_ = nullptr;
    if (rows == nullptr) ARROW_RETURN_NOT_OK(base_rows_->ReadNext(&rows));
    if (rows == nullptr) return rows;
    const int64_t room = part_ends_[part_] - next_row_;
    if (rows->num_rows() > room) {
      rest_ = rows->Slice(room);
      rows = rows->Slice(0, room);
    }
    return WithSchema(*rows, merged_schema_);
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatch>> NextMerged() {
    if (merger_ == nullptr) {
      if (part_ + 1 == part_ends_.size()) return nullptr;
      ARROW_ASSIGN_OR_RAISE(LogRows rows, logs_->ReadUntil(part_ends_[++part_]));
      ARROW_RETURN_NOT_OK(BeginPart(std::move(rows)));
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> stored, NextBaseRows());
    if (stored == nullptr) {
      EndPart();
      return nullptr;
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> merged,
                          merger_->MergeBaseRows(stored, next_row_));
    next_row_ += stored->num_rows();
    if (next_row_ == part_ends_[part_]) EndPart();
    return merged;
  }

  void EndPart() {
    if (merge_shape_->counts != nullptr) {
      merge_shape_->counts->log_blocks = num_blocks_;
      merge_shape_->counts->Add(merger_->counts());
    }
    merger_.reset();
  }

  std::shared_ptr<const RowShape> shape_;
  std::shared_ptr<const MergeShape> merge_shape_;
  Constants constants_;
  std::shared_ptr<arrow::Schema> log_schema_;
  std::shared_ptr<arrow::Schema> merged_schema_;
  std::unique_ptr<PositionedLogRows> logs_;
  int64_t num_blocks_ = 0;
  std::vector<int64_t> part_ends_;  // positions
  size_t part_ = 0;
  std::unique_ptr<SliceMerger> merger_;  // of the part
  std::shared_ptr<arrow::RecordBatchReader> base_rows_;
  std::shared_ptr<arrow::RecordBatch> rest_;  // of a batch that ends in the next part
  int64_t next_row_ = 0;
};

}  // namespace

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StreamByPosition(
    const BaseFileReader& base, std::string_view base_instant, const LogBlockSelection& logs,
    std::shared_ptr<const RowShape> shape, std::shared_ptr<const MergeShape> merge_shape,
    Constants constants, bool use_threads) {
  auto rows = std::make_shared<RowsByPosition>(std::move(shape), std::move(merge_shape),
                                               std::move(constants));
  ARROW_ASSIGN_OR_RAISE(bool by_position, rows->Init(base_instant, base, logs, use_threads));
  if (!by_position) return nullptr;
  return rows;
}

}  // namespace hudi
