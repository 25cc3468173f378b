// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/buffer.h>
#include <arrow/io/interfaces.h>
#include <arrow/result.h>

#include "hudi/format/hfile/block.h"
#include "hudi/format/hfile/block_index.h"
#include "hudi/format/hfile/data_block.h"
#include "hudi/format/hfile/trailer.h"

namespace hudi::hfile {

/// An HFile of version 3, as HBase's and Hudi's own writers make it, uncompressed or with gzip.
///
/// Open() reads index and info; data blocks are read one at a time. Const methods may be called
/// from several threads.
class HFileReader {
 public:
  /// `begin` and `size`: the part of the file that is the HFile.
  ///
  /// Errors: kCorruptFile with the byte; kUnsupported for other versions and codecs, encrypted
  /// files and entries with tags.
  static arrow::Result<std::unique_ptr<HFileReader>> Open(
      std::shared_ptr<arrow::io::RandomAccessFile> file, std::string path, int64_t begin,
      int64_t size);

  int64_t num_entries() const { return trailer_.entry_count; }
  const std::vector<IndexEntry>& blocks() const { return blocks_; }
  const Source& source() const { return source_; }

  /// A value of the file info, e.g. "schema"; null if there is none.
  const std::string* Info(std::string_view key) const;
  /// The content of a meta block, e.g. "bloomFilter"; nullopt if there is none.
  arrow::Result<std::optional<std::string>> ReadMeta(std::string_view name) const;

  /// The entries of blocks()[index].
  arrow::Result<DataBlock> OpenBlock(size_t index) const;
  /// The value of a row; nullopt if there is none. Of several the first.
  arrow::Result<std::optional<std::string>> Find(std::string_view row) const;

 private:
  HFileReader() = default;

  Source source_;
  Trailer trailer_;
  std::vector<IndexEntry> blocks_;
  std::vector<IndexEntry> meta_blocks_;
  std::map<std::string, std::string> info_;
  bool has_versions_ = false;
};

/// Goes over all entries, in key order.
///
/// For one thread; `reader` must outlive it. Errors: kCorruptFile too for rows out of order, and
/// for another number of entries than the trailer's.
class EntryScanner {
 public:
  explicit EntryScanner(const HFileReader& reader) : reader_(reader) {}

  /// False behind the last. The entry is good until the next call.
  arrow::Result<bool> Next(Entry* entry);
  /// Where the block of the last entry begins, in the file.
  int64_t block_offset() const;

 private:
  const HFileReader& reader_;
  size_t next_block_ = 0;
  std::optional<DataBlock> block_;
  std::string last_row_;
  int64_t num_seen_ = 0;
};

}  // namespace hudi::hfile
