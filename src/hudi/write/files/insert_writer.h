// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/timeline/commit_metadata.h"
#include "hudi/write/files/base_file_sink.h"
#include "hudi/write/files/meta_arrays.h"

namespace hudi {

/// Writes new rows of one partition into new file groups: the next file of the same worker begins
/// where the last one is full. Files of one writer share the UUID of their file ids, `<uuid>-0`,
/// `<uuid>-1`, ...
class InsertWriter {
 public:
  InsertWriter(const WriteContext& context, std::string partition, std::string file_uuid, int task);

  /// `data`: rows with the table's columns, found by name; `keys`: their record keys.
  arrow::Status Write(const std::shared_ptr<arrow::RecordBatch>& data,
                      const std::shared_ptr<arrow::Array>& keys);
  /// Closes the last file. Returns the stats of all, in order; none if no row came.
  arrow::Result<std::vector<WriteStat>> Finish();

 private:
  arrow::Status OpenNext();
  arrow::Status CloseFile();

  const WriteContext& context_;
  std::string partition_;
  std::string file_uuid_;
  int task_;
  int next_file_ = 0;
  int64_t counter_ = 0;
  int64_t rows_until_check_ = 0;
  std::unique_ptr<BaseFileSink> sink_;
  std::optional<ConstantMetaColumns> meta_;  ///< of the file that is open
  std::string file_id_;
  std::vector<WriteStat> stats_;
};

/// Bytes at which a file is full: `hoodie.parquet.max.file.size` x (1 +
/// `hoodie.parquet.compression.ratio`), as the reference's writer has it.
int64_t FullFileBytes(const FileSizingOptions& sizing);

}  // namespace hudi
