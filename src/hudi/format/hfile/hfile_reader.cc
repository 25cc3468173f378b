// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/hfile/hfile_reader.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hudi/error.h"

namespace hudi::hfile {
namespace {

// With this key in the file info, and the one below, every entry ends with an MVCC version.
constexpr std::string_view kValueVersion = "KEY_VALUE_VERSION";
constexpr std::string_view kMaxVersion = "MAX_MEMSTORE_TS_KEY";
constexpr std::string_view kHasVersions("\0\0\0\1", 4);
constexpr std::string_view kMaxTags = "hfile.MAX_TAGS_LEN";

}  // namespace

arrow::Result<std::unique_ptr<HFileReader>> HFileReader::Open(
    std::shared_ptr<arrow::io::RandomAccessFile> file, std::string path, int64_t begin,
    int64_t size) {
  std::unique_ptr<HFileReader> reader(new HFileReader);
  reader->source_ = {std::move(file), std::move(path), begin, size};
  const Source& source = reader->source_;
  ARROW_ASSIGN_OR_RAISE(reader->trailer_, ReadTrailer(source));
  const Trailer& trailer = reader->trailer_;
  const int64_t limit = size - kTrailerSize;
  ARROW_ASSIGN_OR_RAISE(BlockBytes root, ReadBlock(source, trailer.load_on_open_offset, limit,
                                                   kRootIndexMagic, trailer.compression));
  ARROW_ASSIGN_OR_RAISE(BlockBytes meta, ReadBlock(source, root.offset + root.on_disk, limit,
                                                   kRootIndexMagic, trailer.compression));
  ARROW_ASSIGN_OR_RAISE(BlockBytes info, ReadBlock(source, trailer.file_info_offset, limit,
                                                   kFileInfoMagic, trailer.compression));
  ARROW_ASSIGN_OR_RAISE(reader->info_, ParseFileInfo(source, info));
  ARROW_ASSIGN_OR_RAISE(reader->blocks_, ReadDataIndex(source, trailer, root));
  ARROW_ASSIGN_OR_RAISE(reader->meta_blocks_, ParseMetaIndex(source, trailer, meta));
  if (reader->Info(kMaxTags) != nullptr) {
    return Fail(ErrorCode::kUnsupported, source.path, source.path,
                ": an HFile whose entries have tags is not supported");
  }
  const std::string* version = reader->Info(kValueVersion);
  reader->has_versions_ =
      version != nullptr && *version == kHasVersions && reader->Info(kMaxVersion) != nullptr;
  return reader;
}

const std::string* HFileReader::Info(std::string_view key) const {
  auto found = info_.find(std::string(key));
  return found == info_.end() ? nullptr : &found->second;
}

arrow::Result<std::optional<std::string>> HFileReader::ReadMeta(std::string_view name) const {
  for (const IndexEntry& entry : meta_blocks_) {
    if (entry.key != name) continue;
    ARROW_ASSIGN_OR_RAISE(BlockBytes block,
                          ReadBlock(source_, entry.offset, trailer_.load_on_open_offset, kMetaMagic,
                                    trailer_.compression));
    return std::string(block.view());
  }
  return std::nullopt;
}

arrow::Result<DataBlock> HFileReader::OpenBlock(size_t index) const {
  const IndexEntry& entry = blocks_[index];
  ARROW_ASSIGN_OR_RAISE(BlockBytes block,
                        ReadBlock(source_, entry.offset, entry.offset + entry.on_disk, kDataMagic,
                                  trailer_.compression));
  if (block.on_disk != entry.on_disk) {
    return source_.Corrupt(entry.offset, fmt::format("a block of {} bytes; the index says {}",
                                                     block.on_disk, entry.on_disk));
  }
  return DataBlock(source_, std::move(block), has_versions_);
}

arrow::Result<std::optional<std::string>> HFileReader::Find(std::string_view row) const {
  // The first block whose first row is not less: the row is there, or in the one before.
  auto at = std::lower_bound(
      blocks_.begin(), blocks_.end(), row,
      [](const IndexEntry& entry, std::string_view key) { return entry.key < key; });
  auto index = static_cast<size_t>(at - blocks_.begin());
  for (index -= index > 0 ? 1 : 0; index < blocks_.size() && blocks_[index].key <= row; ++index) {
    ARROW_ASSIGN_OR_RAISE(DataBlock block, OpenBlock(index));
    for (Entry entry;;) {
      ARROW_ASSIGN_OR_RAISE(bool more, block.Next(&entry));
      if (!more) break;
      if (entry.row == row) return std::string(entry.value);
    }
  }
  return std::nullopt;
}

arrow::Result<bool> EntryScanner::Next(Entry* entry) {
  for (;;) {
    if (block_) {
      ARROW_ASSIGN_OR_RAISE(bool more, block_->Next(entry));
      if (more) break;
    }
    if (next_block_ == reader_.blocks().size()) {
      if (num_seen_ != reader_.num_entries()) {
        return reader_.source().Corrupt(reader_.source().size - kTrailerSize,
                                        fmt::format("the trailer counts {} entries, there are {}",
                                                    reader_.num_entries(), num_seen_));
      }
      return false;
    }
    ARROW_ASSIGN_OR_RAISE(DataBlock block, reader_.OpenBlock(next_block_++));
    block_.emplace(std::move(block));
  }
  if (num_seen_++ > 0 && entry->row < last_row_) {
    return reader_.source().Corrupt(block_->bytes().offset,
                                    "a row of the data block is less than the one before");
  }
  last_row_ = entry->row;
  return true;
}

int64_t EntryScanner::block_offset() const {
  return block_ ? reader_.source().begin + block_->bytes().offset : 0;
}

}  // namespace hudi::hfile
