// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <arrow/buffer.h>
#include <arrow/io/interfaces.h>
#include <arrow/result.h>

#include "hudi/format/avro/binary.h"
#include "hudi/format/log/block.h"

namespace hudi::log {

/// Goes through the blocks of one log file, in order.
///
/// Bytes that are no whole block (a writer died; the pointer at the end is missing or wrong) come
/// as a block of type kCorrupt that reaches to the next magic or to the end of the file. Unlike
/// HoodieLogFileReader, which takes a whole block for corrupt if anything but a block follows it,
/// this reader keeps that block: it was committed. An empty file has no blocks.
///
/// On storages that never show a half-written file the reference does not look for such blocks;
/// there every block is whole, so that the rule here gives the same.
///
/// For one thread. Errors: kCorruptFile for a file that does not begin with the magic, and for a
/// whole block whose inside contradicts itself; kUnsupported for log format version 0 or one of the
/// future, an unknown block type or header key.
class LogFileReader {
 public:
  static arrow::Result<std::unique_ptr<LogFileReader>> Open(
      std::shared_ptr<arrow::io::RandomAccessFile> file, std::string path);

  /// The next block; nullopt at the end of the file. The content is not read.
  arrow::Result<std::optional<Block>> Next();

  arrow::Result<std::shared_ptr<arrow::Buffer>> ReadContent(const Block& block) const;
  /// All of `size` bytes of the file. Errors: kCorruptFile if they are not there.
  arrow::Result<std::shared_ptr<arrow::Buffer>> ReadAt(int64_t offset, int64_t size) const;
  /// Of a block's content, for errors about its bytes.
  avro::BytesOrigin OriginOf(const Block& block) const;
  const std::string& path() const { return path_; }
  const std::shared_ptr<arrow::io::RandomAccessFile>& file() const { return file_; }

 private:
  LogFileReader(std::shared_ptr<arrow::io::RandomAccessFile> file, std::string path, int64_t size);

  arrow::Result<bool> IsWhole(int64_t start, int64_t block_size) const;
  arrow::Result<Block> ReadBlock(int64_t start, int64_t block_size) const;
  /// The block of type kCorrupt that begins at `start`.
  arrow::Result<Block> CorruptBlock(int64_t start, int64_t search_from) const;
  arrow::Result<bool> HasMagic(int64_t offset) const;

  std::shared_ptr<arrow::io::RandomAccessFile> file_;
  std::string path_;
  int64_t size_;
  int64_t position_ = 0;
};

}  // namespace hudi::log
