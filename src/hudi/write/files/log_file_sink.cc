// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/files/log_file_sink.h"

#include <utility>

#include "hudi/slices/file_name.h"

namespace hudi {

LogFileSink::LogFileSink(const WriteContext& context, const FileGroupTask& task)
    : context_(context),
      task_(task),
      next_version_(task.log.first_version),
      log_files_(task.log.log_files) {}

arrow::Status LogFileSink::Open() {
  LogFileName name;
  name.file_id = task_.file_id;
  name.instant = task_.log.name_instant;
  name.version = next_version_++;
  name.write_token = std::to_string(task_.number) + "-0-0";
  std::string file_name = FormatLogFileName(name);
  // Version 6 tells appends from new files; from version 8 on every log file is a new one.
  std::string_view marker_type = context_.config.table_version < 8 ? "APPEND" : "CREATE";
  ARROW_ASSIGN_OR_RAISE(output_,
                        context_.session->CreateFile(task_.partition, file_name, marker_type));
  log_files_.push_back(file_name);
  stat_ = WriteStat();
  stat_.file_id = task_.file_id;
  stat_.path = task_.partition.empty() ? file_name : task_.partition + "/" + file_name;
  stat_.partition_path = task_.partition;
  stat_.prev_commit = task_.log.prev_commit;
  stat_.log_version = name.version;
  stat_.log_offset = 0;
  stat_.base_file = task_.log.base_file;
  stat_.log_files = log_files_;
  return arrow::Status::OK();
}

arrow::Status LogFileSink::Append(log::BlockType type, const log::BlockHeader& header,
                                  std::string_view content, const RowCounts& counts) {
  if (output_ == nullptr) ARROW_RETURN_NOT_OK(Open());
  log::BlockFrame frame = log::FrameBlock(type, header, static_cast<int64_t>(content.size()));
  ARROW_RETURN_NOT_OK(output_->Write(frame.before));
  ARROW_RETURN_NOT_OK(output_->Write(content));
  ARROW_RETURN_NOT_OK(output_->Write(frame.after));
  stat_.num_writes += counts.updates + counts.inserts;
  stat_.num_update_writes += counts.updates;
  stat_.num_inserts += counts.inserts;
  stat_.num_deletes += counts.deletes;
  ARROW_ASSIGN_OR_RAISE(int64_t size, output_->Tell());
  return size > context_.config.log.max_file_bytes ? Close() : arrow::Status::OK();
}

arrow::Status LogFileSink::Close() {
  ARROW_ASSIGN_OR_RAISE(int64_t size, output_->Tell());
  ARROW_RETURN_NOT_OK(output_->Close());
  output_.reset();
  stat_.file_size_in_bytes = size;
  stat_.total_write_bytes = size;
  stats_.push_back(std::move(stat_));
  return arrow::Status::OK();
}

arrow::Result<std::vector<WriteStat>> LogFileSink::Finish() {
  if (output_ != nullptr) ARROW_RETURN_NOT_OK(Close());
  return std::move(stats_);
}

}  // namespace hudi
