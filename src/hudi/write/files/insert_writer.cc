// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/files/insert_writer.h"

#include <algorithm>

namespace hudi {
namespace {
// As HoodieBaseParquetWriter: the first look at the size after 100 rows, later ones at most 10,000
// rows apart.
constexpr int64_t kFirstCheckRows = 100;
constexpr int64_t kMaxCheckRows = 10000;
}  // namespace

int64_t FullFileBytes(const FileSizingOptions& sizing) {
  double bytes = static_cast<double>(sizing.max_file_size_bytes) * (1 + sizing.compression_ratio);
  return static_cast<int64_t>(std::min(bytes, 9e18));
}

InsertWriter::InsertWriter(const WriteContext& context, std::string partition,
                           std::string file_uuid, int task)
    : context_(context),
      partition_(std::move(partition)),
      file_uuid_(std::move(file_uuid)),
      task_(task) {}

arrow::Status InsertWriter::OpenNext() {
  file_id_ = file_uuid_ + "-" + std::to_string(next_file_);
  BaseFileTarget target{partition_, file_id_, std::to_string(task_) + "-0-0", "CREATE"};
  ++next_file_;
  ARROW_ASSIGN_OR_RAISE(sink_, BaseFileSink::Open(context_, target));
  meta_.emplace(context_, MetaValues{partition_, sink_->file_name(), task_});
  rows_until_check_ = kFirstCheckRows;
  return arrow::Status::OK();
}

arrow::Status InsertWriter::Write(const std::shared_ptr<arrow::RecordBatch>& data,
                                  const std::shared_ptr<arrow::Array>& keys) {
  int64_t offset = 0;
  while (offset < data->num_rows()) {
    ARROW_RETURN_NOT_OK(context_.CheckStop());
    if (sink_ == nullptr) ARROW_RETURN_NOT_OK(OpenNext());
    int64_t length = std::min(data->num_rows() - offset, rows_until_check_);
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> rows,
                          RowsOfThisCommit(context_, &*meta_, *data->Slice(offset, length),
                                           keys->Slice(offset, length), &counter_));
    ARROW_RETURN_NOT_OK(sink_->Write(*rows));
    offset += length;
    rows_until_check_ -= length;
    if (rows_until_check_ > 0) continue;
    ARROW_ASSIGN_OR_RAISE(int64_t size, sink_->EstimatedSizeBytes());
    int64_t average = std::max<int64_t>(size / std::max<int64_t>(sink_->num_rows(), 1), 1);
    int64_t left = FullFileBytes(context_.config.sizing) - size - 2 * average;
    // A bucket has one file, however large.
    if (left <= 0 && context_.config.index != IndexType::kBucket) {
      ARROW_RETURN_NOT_OK(CloseFile());
      continue;
    }
    rows_until_check_ = std::clamp(left / average / 2, kFirstCheckRows, kMaxCheckRows);
  }
  return arrow::Status::OK();
}

arrow::Status InsertWriter::CloseFile() {
  WriteStat stat;
  stat.file_id = file_id_;
  stat.path = sink_->path();
  stat.partition_path = partition_;
  stat.num_writes = sink_->num_rows();
  stat.num_inserts = sink_->num_rows();
  ARROW_ASSIGN_OR_RAISE(int64_t size, sink_->Close());
  stat.file_size_in_bytes = size;
  stat.total_write_bytes = size;
  stats_.push_back(std::move(stat));
  sink_.reset();
  return arrow::Status::OK();
}

arrow::Result<std::vector<WriteStat>> InsertWriter::Finish() {
  if (sink_ != nullptr) ARROW_RETURN_NOT_OK(CloseFile());
  return std::move(stats_);
}

}  // namespace hudi
