// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/hfile/block_index.h"

#include <utility>

#include <fmt/format.h>

#include "hudi/base/big_endian.h"
#include "hudi/error.h"

namespace hudi::hfile {
namespace {

// Root: per block offset (8), size on storage (4), length of the key as a Hadoop vint, the key.
// Leaf and intermediate: count n (4), n + 1 offsets (4 each) counted from behind them, then the
// entries, with no length of the key.
constexpr size_t kPlaceSize = 8 + 4;
constexpr int64_t kMostLevels = 8;

/// Hadoop's variable-length int. False if it is cut off.
bool TakeVint(std::string_view* bytes, int64_t* value) {
  if (bytes->empty()) return false;
  const auto first = static_cast<int8_t>((*bytes)[0]);
  bytes->remove_prefix(1);
  if (first >= -112) {
    *value = first;
    return true;
  }
  const bool negative = first < -120;
  const auto length = static_cast<size_t>(negative ? -(first + 120) : -(first + 112));
  if (bytes->size() < length) return false;
  uint64_t raw = 0;
  for (size_t i = 0; i < length; ++i) raw = raw << 8 | static_cast<uint8_t>((*bytes)[i]);
  bytes->remove_prefix(length);
  *value = static_cast<int64_t>(negative ? ~raw : raw);
  return true;
}

IndexEntry PlaceOf(std::string_view bytes) {
  IndexEntry entry;
  entry.offset = ReadBigEndian<int64_t>(bytes.data());
  entry.on_disk = ReadBigEndian<int32_t>(bytes.data() + 8);
  return entry;
}

class IndexReader {
 public:
  IndexReader(const Source& source, const Trailer& trailer) : source_(source), trailer_(trailer) {}

  arrow::Result<std::vector<IndexEntry>> Read(const BlockBytes& root) {
    if (trailer_.index_levels < 1 || trailer_.index_levels > kMostLevels) {
      return source_.Corrupt(source_.size - kTrailerSize,
                             fmt::format("an index of {} levels", trailer_.index_levels));
    }
    ARROW_ASSIGN_OR_RAISE(std::vector<IndexEntry> top, Entries(root, trailer_.data_index_count));
    ARROW_RETURN_NOT_OK(Descend(top, trailer_.index_levels, root.offset));
    return std::move(blocks_);
  }

  // The entries of a root block.
  arrow::Result<std::vector<IndexEntry>> Entries(const BlockBytes& block, int64_t count) const {
    std::string_view bytes = block.view();
    if (count < 0 || count > static_cast<int64_t>(bytes.size() / (kPlaceSize + 1))) {
      return Bad(block, fmt::format("{} entries do not fit into it", count));
    }
    std::vector<IndexEntry> entries;
    entries.reserve(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i) {
      if (bytes.size() < kPlaceSize) return Bad(block, "it is cut off");
      entries.push_back(PlaceOf(bytes));
      bytes.remove_prefix(kPlaceSize);
      int64_t length = 0;
      if (!TakeVint(&bytes, &length) || length < 0 || length > static_cast<int64_t>(bytes.size())) {
        return Bad(block, "a key does not fit into it");
      }
      entries.back().key = bytes.substr(0, static_cast<size_t>(length));
      bytes.remove_prefix(static_cast<size_t>(length));
    }
    if (!bytes.empty()) return Bad(block, "bytes behind its last entry");
    return entries;
  }

 private:
  arrow::Status Bad(const BlockBytes& block, std::string_view rule) const {
    return source_.Corrupt(block.offset, fmt::format("the index block: {}", rule));
  }

  // The entries of a leaf or intermediate block.
  arrow::Result<std::vector<IndexEntry>> NonRootEntries(const BlockBytes& block) const {
    std::string_view bytes = block.view();
    if (bytes.size() < 4) return Bad(block, "it is cut off");
    const int64_t count = ReadBigEndian<int32_t>(bytes.data());
    const auto size = static_cast<int64_t>(bytes.size());
    if (count < 0 || count > (size - 8) / 4) {
      return Bad(block, fmt::format("{} entries do not fit into it", count));
    }
    const std::string_view offsets = bytes.substr(4);
    const std::string_view body = bytes.substr(static_cast<size_t>(4 + 4 * (count + 1)));
    std::vector<IndexEntry> entries;
    for (int64_t i = 0; i < count; ++i) {
      const int64_t begin = ReadBigEndian<int32_t>(offsets.data() + 4 * i);
      const int64_t end = ReadBigEndian<int32_t>(offsets.data() + 4 * (i + 1));
      if (begin < 0 || end < begin + static_cast<int64_t>(kPlaceSize) ||
          end > static_cast<int64_t>(body.size())) {
        return Bad(block, "an entry does not fit into it");
      }
      const std::string_view entry =
          body.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
      entries.push_back(PlaceOf(entry));
      entries.back().key = entry.substr(kPlaceSize);
    }
    return entries;
  }

  // Blocks of one level come in file order, so that none is visited twice.
  arrow::Status Descend(const std::vector<IndexEntry>& entries, int64_t levels,
                        int64_t index_offset) {
    int64_t behind = 0;
    for (const IndexEntry& entry : entries) {
      if (entry.offset < behind || entry.on_disk < kBlockHeadSize ||
          entry.offset > trailer_.load_on_open_offset - entry.on_disk) {
        return source_.Corrupt(
            index_offset, fmt::format("the index names a block of {} bytes at byte {}, where none "
                                      "can be",
                                      entry.on_disk, entry.offset));
      }
      behind = entry.offset + entry.on_disk;
      if (levels == 1) {
        ARROW_RETURN_NOT_OK(Add(entry, index_offset));
        continue;
      }
      const std::string_view magic = levels == 2 ? kLeafIndexMagic : kIntermediateIndexMagic;
      ARROW_ASSIGN_OR_RAISE(BlockBytes block,
                            ReadBlock(source_, entry.offset, behind, magic, trailer_.compression));
      ARROW_ASSIGN_OR_RAISE(std::vector<IndexEntry> below, NonRootEntries(block));
      ARROW_RETURN_NOT_OK(Descend(below, levels - 1, block.offset));
    }
    return arrow::Status::OK();
  }

  arrow::Status Add(const IndexEntry& entry, int64_t index_offset) {
    std::string_view row;
    if (!RowOfCellKey(entry.key, &row)) {
      return source_.Corrupt(index_offset, "a key of the index is cut off");
    }
    if (!blocks_.empty() && (entry.offset < blocks_.back().offset + blocks_.back().on_disk ||
                             row < blocks_.back().key)) {
      return source_.Corrupt(index_offset, "data blocks of the index are out of order");
    }
    blocks_.push_back({entry.offset, entry.on_disk, std::string(row)});
    return arrow::Status::OK();
  }

  const Source& source_;
  const Trailer& trailer_;
  std::vector<IndexEntry> blocks_;
};

}  // namespace

bool RowOfCellKey(std::string_view cell_key, std::string_view* row) {
  if (cell_key.size() < 2) return false;
  const size_t length = ReadBigEndian<uint16_t>(cell_key.data());
  if (length > cell_key.size() - 2) return false;
  *row = cell_key.substr(2, length);
  return true;
}

arrow::Result<std::vector<IndexEntry>> ReadDataIndex(const Source& source, const Trailer& trailer,
                                                     const BlockBytes& root) {
  return IndexReader(source, trailer).Read(root);
}

arrow::Result<std::vector<IndexEntry>> ParseMetaIndex(const Source& source, const Trailer& trailer,
                                                      const BlockBytes& block) {
  return IndexReader(source, trailer).Entries(block, trailer.meta_index_count);
}

}  // namespace hudi::hfile
