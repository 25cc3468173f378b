// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/slice_logs.h"

#include <string>
#include <utility>
#include <vector>

#include "hudi/slices/commit_files.h"

namespace hudi {

arrow::Result<std::shared_ptr<log::LogFileReader>> OpenLogFile(const Storage& storage,
                                                               const std::string& path) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> file, storage.OpenInput(path));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> reader,
                        log::LogFileReader::Open(std::move(file), path));
  return reader;
}

namespace {

// A block that does not count must not be what a commit wrote.
arrow::Status CheckNotDamaged(const Timeline& timeline, const LogFile& log,
                              const log::Block& block) {
  const bool is_whole = block.type != log::BlockType::kCorrupt;
  const std::string_view instant = block.Header(log::HeaderKey::kInstantTime);
  const bool one_writer = timeline.layout().version >= 2;
  if (is_whole && (block.type == log::BlockType::kCommand ||
                   (one_writer ? instant == log.name.instant : timeline.IsCommitted(instant)))) {
    return arrow::Status::OK();
  }
  ARROW_ASSIGN_OR_RAISE(std::string writer, WriterOf(timeline, log, block.offset));
  if (writer.empty()) return arrow::Status::OK();
  return CorruptFile(
      log.path, block.offset,
      std::string(is_whole ? "the block bears another instant than its commit"
                           : "the block is not whole") +
          ", though the commit " + writer +
          " completed: what it wrote there is lost unless the file is put back; as of an instant "
          "before it the table can be read");
}

}  // namespace

arrow::Result<LogBlockSelection> SelectSliceBlocks(
    const Storage& storage, const FileSlice& slice, const Timeline* timeline,
    const std::function<bool(std::string_view instant)>& is_visible) {
  std::vector<std::shared_ptr<log::LogFileReader>> files;
  for (const LogFile& log : slice.log_files) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> reader,
                          OpenLogFile(storage, log.path));
    files.push_back(std::move(reader));
  }
  return SelectLogBlocks(files, is_visible, [&](size_t file, const log::Block& block) {
    return timeline == nullptr ? arrow::Status::OK()
                               : CheckNotDamaged(*timeline, slice.log_files[file], block);
  });
}

}  // namespace hudi
