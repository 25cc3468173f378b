// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <arrow/io/memory.h>
#include <arrow/table.h>

#include "hudi/base/testing.h"
#include "hudi/format/rows/row_files.h"

namespace hudi::rows {

/// A folder that vanishes with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "hudi-rows-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  /// Writes a file and returns its path.
  std::string Write(const std::string& name, const std::string& content) const {
    std::filesystem::path path = path_ / name;
    std::ofstream(path, std::ios::binary) << content;
    return path.string();
  }
  std::string Path(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// All rows of some files.
inline arrow::Result<std::shared_ptr<arrow::Table>> ReadAll(RowInput input) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows, OpenRowFiles(input));
  std::shared_ptr<arrow::RecordBatch> batch;
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
  while (true) {
    ARROW_RETURN_NOT_OK(rows->ReadNext(&batch));
    if (batch == nullptr) break;
    ARROW_RETURN_NOT_OK(batch->ValidateFull());
    EXPECT_GT(batch->num_rows(), 0);
    EXPECT_LE(batch->num_rows(), input.batch_rows);
    batches.push_back(batch);
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Table> table,
                        arrow::Table::FromRecordBatches(rows->schema(), batches));
  return table->CombineChunks();
}

/// A table as text in some format.
inline arrow::Result<std::string> TextOf(const arrow::Table& table, RowOutputFormat format) {
  arrow::TableBatchReader rows(table);
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::BufferOutputStream> output,
                        arrow::io::BufferOutputStream::Create());
  ARROW_RETURN_NOT_OK(DrainRows(rows, format, *output));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> buffer, output->Finish());
  return buffer->ToString();
}

}  // namespace hudi::rows
