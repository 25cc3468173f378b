// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <arrow/util/compression.h>

#include "hudi/base/big_endian.h"
#include "hudi/base/text.h"
#include "hudi/format/hfile/block.h"
#include "hudi/format/hfile/trailer.h"

namespace hudi::hfile {

/// For tests: the bytes of an HFile.
struct TestHFile {
  std::vector<std::pair<std::string, std::string>> entries;  ///< in the order in which they stand
  std::vector<std::pair<std::string, std::string>> info = {
      {"KEY_VALUE_VERSION", std::string("\0\0\0\1", 4)},
      {"MAX_MEMSTORE_TS_KEY", std::string(8, '\0')}};
  size_t entries_a_block = 2;
  int levels = 1;  ///< 2: a leaf index block for every two data blocks
  Compression compression = Compression::kNone;
  int checksum = 0;          ///< 0 or 1
  int64_t count_off_by = 0;  ///< added to the trailer's count of entries
  uint32_t version = 0x03000003;

  std::string Bytes() const {
    std::string file;
    std::vector<std::pair<std::string, std::string>> places;  // place, cell key
    for (size_t i = 0; i < entries.size(); i += entries_a_block) {
      std::string data;
      for (size_t j = i; j < std::min(entries.size(), i + entries_a_block); ++j) {
        data += Entry(entries[j].first, entries[j].second);
      }
      places.emplace_back(Append(kDataMagic, data, &file), CellKey(entries[i].first));
    }
    if (levels > 1) {
      std::vector<std::pair<std::string, std::string>> above;
      for (size_t i = 0; i < places.size(); i += 2) {
        std::string leaf;
        std::string offsets;
        std::string body;
        const size_t count = std::min<size_t>(2, places.size() - i);
        for (size_t j = i; j < i + count; ++j) {
          AppendBigEndian(static_cast<int32_t>(body.size()), &offsets);
          body += places[j].first + places[j].second;
        }
        AppendBigEndian(static_cast<int32_t>(body.size()), &offsets);
        AppendBigEndian(static_cast<int32_t>(count), &leaf);
        leaf += offsets + body;
        above.emplace_back(Append(kLeafIndexMagic, leaf, &file), places[i].second);
      }
      places = above;
    }
    const auto load_on_open = static_cast<int64_t>(file.size());
    std::string root;
    for (const auto& [place, key] : places) {
      root += place + static_cast<char>(key.size()) + key;
    }
    Append(kRootIndexMagic, root, &file);
    Append(kRootIndexMagic, "", &file);
    const auto info_offset = static_cast<int64_t>(file.size());
    std::string message;
    for (const auto& [key, value] : info) {
      message += Field(1, Field(1, key) + Field(2, value));
    }
    Append(kFileInfoMagic, "PBUF" + Varint(message.size()) + message, &file);
    const auto count = static_cast<uint64_t>(static_cast<int64_t>(entries.size()) + count_off_by);
    std::string trailer = Number(1, static_cast<uint64_t>(info_offset)) +
                          Number(2, static_cast<uint64_t>(load_on_open)) +
                          Number(5, places.size()) + Number(6, 0) + Number(7, count) +
                          Number(8, static_cast<uint64_t>(levels)) +
                          Number(9, entries.empty() ? UINT64_MAX : 0) +
                          Number(12, static_cast<uint64_t>(compression));
    trailer = "TRABLK\"$" + Varint(trailer.size()) + trailer;
    trailer.resize(kTrailerSize - 4, '\0');
    AppendBigEndian(version, &trailer);
    return file + trailer;
  }

  static std::string CellKey(std::string_view row) {
    std::string key;
    AppendBigEndian(static_cast<int16_t>(row.size()), &key);
    key += row;
    key.push_back(0);
    AppendBigEndian(INT64_MAX, &key);
    key.push_back(4);
    return key;
  }

 private:
  static std::string Varint(uint64_t value) {
    std::string out;
    for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
    out.push_back(static_cast<char>(value));
    return out;
  }
  static std::string Field(uint64_t number, const std::string& text) {
    return Varint(number << 3 | 2) + Varint(text.size()) + text;
  }
  static std::string Number(uint64_t number, uint64_t value) {
    return Varint(number << 3) + Varint(value);
  }
  static std::string Entry(const std::string& row, const std::string& value) {
    const std::string key = CellKey(row);
    std::string out;
    AppendBigEndian(static_cast<int32_t>(key.size()), &out);
    AppendBigEndian(static_cast<int32_t>(value.size()), &out);
    return out + key + value + std::string(1, '\0');
  }

  // Appends a block; returns its place: offset and size.
  std::string Append(std::string_view magic, const std::string& data, std::string* file) const {
    std::string bytes = data;
    if (compression == Compression::kGzip) {
      auto codec = arrow::util::Codec::Create(arrow::Compression::GZIP).ValueOrDie();
      const auto* input = reinterpret_cast<const uint8_t*>(data.data());
      const auto size = static_cast<int64_t>(data.size());
      bytes.resize(static_cast<size_t>(codec->MaxCompressedLen(size, input)));
      bytes.resize(
          static_cast<size_t>(codec
                                  ->Compress(size, input, static_cast<int64_t>(bytes.size()),
                                             reinterpret_cast<uint8_t*>(bytes.data()))
                                  .ValueOrDie()));
    }
    constexpr int32_t kBytesPerChecksum = 64;
    const auto with_data =
        static_cast<int32_t>(kBlockHeadSize + static_cast<int64_t>(bytes.size()));
    const int32_t checksums = (with_data + kBytesPerChecksum - 1) / kBytesPerChecksum;
    std::string block(magic);
    AppendBigEndian(static_cast<int32_t>(bytes.size()) + 4 * checksums, &block);
    AppendBigEndian(static_cast<int32_t>(data.size()), &block);
    AppendBigEndian<int64_t>(-1, &block);
    block.push_back(static_cast<char>(checksum));
    AppendBigEndian(kBytesPerChecksum, &block);
    AppendBigEndian(with_data, &block);
    block += bytes;
    std::string sums;
    for (int32_t i = 0; i < checksums; ++i) {
      const std::string_view chunk = std::string_view(block).substr(
          static_cast<size_t>(i * kBytesPerChecksum), kBytesPerChecksum);
      AppendBigEndian(checksum == 1 ? Crc32(chunk) : 0U, &sums);
    }
    std::string place;
    AppendBigEndian(static_cast<int64_t>(file->size()), &place);
    AppendBigEndian(static_cast<int32_t>(block.size() + sums.size()), &place);
    *file += block + sums;
    return place;
  }
};

}  // namespace hudi::hfile
