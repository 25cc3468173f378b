// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/hfile/data_block.h"

#include <fmt/format.h>

#include "hudi/base/big_endian.h"
#include "hudi/error.h"
#include "hudi/format/hfile/block_index.h"

namespace hudi::hfile {
namespace {

constexpr size_t kLengths = 8;
// Of a cell key without row and family: both lengths, timestamp and type.
constexpr size_t kKeyFrame = 2 + 1 + 8 + 1;
constexpr char kPut = 4;

/// Bytes of the Hadoop vlong that begins with `first`.
size_t VlongSize(char first) {
  const auto value = static_cast<int8_t>(first);
  if (value >= -112) return 1;
  return static_cast<size_t>(value < -120 ? -(value + 120) : -(value + 112)) + 1;
}

}  // namespace

arrow::Status DataBlock::Bad(std::string_view rule) const {
  return source_->Corrupt(
      block_.offset,
      fmt::format("in the data block, {} bytes before its end: {}", rest_.size(), rule));
}

arrow::Result<bool> DataBlock::Next(Entry* entry) {
  if (rest_.empty()) return false;
  if (rest_.size() < kLengths) return Bad("an entry is cut off");
  const int64_t key_length = ReadBigEndian<int32_t>(rest_.data());
  const int64_t value_length = ReadBigEndian<int32_t>(rest_.data() + 4);
  const auto left = static_cast<int64_t>(rest_.size() - kLengths);
  if (key_length < 0 || value_length < 0 || key_length > left || value_length > left - key_length) {
    return Bad(
        fmt::format("a key of {} and a value of {} bytes do not fit", key_length, value_length));
  }
  const std::string_view key = rest_.substr(kLengths, static_cast<size_t>(key_length));
  if (key.size() < kKeyFrame || !RowOfCellKey(key, &entry->row) ||
      entry->row.size() + kKeyFrame > key.size()) {
    return Bad("the key is cut off");
  }
  const size_t family = static_cast<uint8_t>(key[2 + entry->row.size()]);
  if (entry->row.size() + family + kKeyFrame > key.size()) return Bad("the key is cut off");
  if (key.back() != kPut) {
    return Fail(ErrorCode::kUnsupported, source_->path, source_->path, ": the data block at byte ",
                source_->begin + block_.offset, " has an entry of type ",
                static_cast<int>(static_cast<uint8_t>(key.back())), "; expected 4 (Put)");
  }
  const size_t value_at = kLengths + key.size();
  entry->value = rest_.substr(value_at, static_cast<size_t>(value_length));
  entry->value_offset = static_cast<int64_t>(block_.view().size() - rest_.size() + value_at);
  size_t size = value_at + entry->value.size();
  if (has_versions_) {
    if (size == rest_.size() || rest_.size() - size < VlongSize(rest_[size])) {
      return Bad("the version of an entry is cut off");
    }
    size += VlongSize(rest_[size]);
  }
  rest_.remove_prefix(size);
  return true;
}

}  // namespace hudi::hfile
