// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/files/file_group_writer.h"

#include "hudi/write/files/base_file_rewrite.h"
#include "hudi/write/files/insert_writer.h"
#include "hudi/write/files/log_append.h"

namespace hudi {
namespace {

arrow::Result<std::vector<WriteStat>> WriteNewFiles(const FileGroupInputs& inputs,
                                                    const FileGroupTask& task) {
  // A group's first file carries the task's file id, `<uuid>-0`.
  std::string uuid = task.file_id.substr(0, task.file_id.rfind('-'));
  InsertWriter writer(inputs.context, task.partition, std::move(uuid), task.number);
  for (const TaggedRange& range : task.inserts) {
    for (int64_t begin = range.begin; begin < range.end; begin += TaggedShard::kReadRows) {
      std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
      ARROW_RETURN_NOT_OK(inputs.shards[range.shard]->Read(
          begin, std::min(begin + TaggedShard::kReadRows, range.end), &batches));
      for (const std::shared_ptr<arrow::RecordBatch>& batch : batches) {
        ARROW_RETURN_NOT_OK(writer.Write(batch, batch->column(batch->num_columns() - 3)));
      }
    }
  }
  return writer.Finish();
}

}  // namespace

arrow::Result<std::vector<WriteStat>> RunFileGroupTask(const FileGroupInputs& inputs,
                                                       const FileGroupTask& task) {
  switch (task.kind) {
    case FileGroupTask::Kind::kAppend:
      return LogAppend(inputs, task).Run();
    case FileGroupTask::Kind::kRewrite: {
      BaseFileRewrite rewrite(inputs, task);
      ARROW_ASSIGN_OR_RAISE(WriteStat stat, rewrite.Run());
      return std::vector<WriteStat>{std::move(stat)};
    }
    case FileGroupTask::Kind::kCreate:
      break;
  }
  return WriteNewFiles(inputs, task);
}

}  // namespace hudi
