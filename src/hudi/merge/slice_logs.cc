// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/slice_logs.h"

#include <utility>
#include <vector>

namespace hudi {

arrow::Result<std::shared_ptr<log::LogFileReader>> OpenLogFile(const Storage& storage,
                                                               const std::string& path) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> file, storage.OpenInput(path));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> reader,
                        log::LogFileReader::Open(std::move(file), path));
  return reader;
}

arrow::Result<LogBlockSelection> SelectSliceBlocks(
    const Storage& storage, const FileSlice& slice,
    const std::function<bool(std::string_view instant)>& is_visible) {
  std::vector<std::shared_ptr<log::LogFileReader>> files;
  for (const LogFile& log : slice.log_files) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> reader,
                          OpenLogFile(storage, log.path));
    files.push_back(std::move(reader));
  }
  return SelectLogBlocks(files, is_visible);
}

}  // namespace hudi
