// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/hfile/trailer.h"

#include <fmt/format.h>

#include "hudi/base/big_endian.h"
#include "hudi/error.h"

namespace hudi::hfile {
namespace {

constexpr std::string_view kTrailerMagic = "TRABLK\"$";
constexpr int64_t kVersionSize = 4;
constexpr uint32_t kMajorVersion = 3;
constexpr std::string_view kProtobufMagic = "PBUF";

/// Goes over the fields of a protobuf message. The functions return false at malformed bytes.
class ProtobufCursor {
 public:
  explicit ProtobufCursor(std::string_view bytes) : bytes_(bytes) {}

  bool at_end() const { return bytes_.empty(); }

  bool ReadVarint(uint64_t* value) {
    *value = 0;
    for (int shift = 0; shift < 64 && !bytes_.empty(); shift += 7) {
      const auto byte = static_cast<uint8_t>(bytes_[0]);
      bytes_.remove_prefix(1);
      *value |= static_cast<uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return true;
    }
    return false;
  }

  bool ReadBytes(std::string_view* value) {
    uint64_t size = 0;
    if (!ReadVarint(&size) || size > bytes_.size()) return false;
    *value = bytes_.substr(0, static_cast<size_t>(size));
    bytes_.remove_prefix(static_cast<size_t>(size));
    return true;
  }

  /// The next field: a number in `number`, or bytes in `text`.
  bool ReadField(uint64_t* field, uint64_t* number, std::string_view* text) {
    uint64_t tag = 0;
    if (!ReadVarint(&tag)) return false;
    *field = tag >> 3;
    *number = 0;
    *text = {};
    if (*field == 0) return false;
    switch (tag & 7) {
      case 0:
        return ReadVarint(number);
      case 1:
        return Skip(8);
      case 2:
        return ReadBytes(text);
      case 5:
        return Skip(4);
      default:
        return false;
    }
  }

 private:
  bool Skip(size_t size) {
    if (size > bytes_.size()) return false;
    bytes_.remove_prefix(size);
    return true;
  }

  std::string_view bytes_;
};

arrow::Result<Compression> CompressionOf(const Source& source, uint64_t codec) {
  if (codec == static_cast<uint64_t>(Compression::kGzip)) return Compression::kGzip;
  if (codec == static_cast<uint64_t>(Compression::kNone)) return Compression::kNone;
  constexpr std::string_view kNames[] = {"LZO", "GZ", "NONE", "SNAPPY", "LZ4", "BZIP2", "ZSTD"};
  return Fail(ErrorCode::kUnsupported, source.path, source.path, ": an HFile compressed with ",
              codec < std::size(kNames) ? kNames[codec] : "codec " + std::to_string(codec),
              " is not supported; GZ and NONE are");
}

}  // namespace

arrow::Result<Trailer> ReadTrailer(const Source& source) {
  if (source.size < kTrailerSize) {
    return source.Corrupt(
        0, fmt::format("an HFile has at least {} bytes, this one {}", kTrailerSize, source.size));
  }
  const int64_t offset = source.size - kTrailerSize;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> bytes, source.Read(offset, kTrailerSize));
  std::string_view text(*bytes);
  const auto version = ReadBigEndian<uint32_t>(text.data() + kTrailerSize - kVersionSize);
  if (!text.starts_with(kTrailerMagic)) {
    return source.Corrupt(offset, fmt::format("the trailer must start with '{}'", kTrailerMagic));
  }
  if ((version & 0xFFFFFF) != kMajorVersion) {
    return Fail(ErrorCode::kUnsupported, source.path, source.path, ": HFile version ",
                version & 0xFFFFFF, " is not supported; version ", kMajorVersion, " is");
  }
  ProtobufCursor outer(
      text.substr(kTrailerMagic.size(),
                  static_cast<size_t>(kTrailerSize - kVersionSize) - kTrailerMagic.size()));
  std::string_view message;
  if (!outer.ReadBytes(&message)) return source.Corrupt(offset + 8, "a malformed trailer");
  Trailer trailer;
  uint64_t seen = 0;  // a bit a field
  uint64_t codec = static_cast<uint64_t>(Compression::kNone);
  ProtobufCursor cursor(message);
  while (!cursor.at_end()) {
    uint64_t field = 0;
    uint64_t number = 0;
    std::string_view value;
    if (!cursor.ReadField(&field, &number, &value)) {
      return source.Corrupt(offset + 8, "a malformed trailer");
    }
    // HBase's writer gives an empty file -1 as the place of its first and last block.
    const auto whole = static_cast<int64_t>(number);
    if (field < 64) seen |= uint64_t{1} << field;
    switch (field) {
      case 1:
        trailer.file_info_offset = whole;
        break;
      case 2:
        trailer.load_on_open_offset = whole;
        break;
      case 5:
        trailer.data_index_count = whole;
        break;
      case 6:
        trailer.meta_index_count = whole;
        break;
      case 7:
        trailer.entry_count = whole;
        break;
      case 8:
        trailer.index_levels = whole;
        break;
      case 12:
        codec = number;
        break;
      case 13:
        if (!value.empty()) {
          return Fail(ErrorCode::kUnsupported, source.path, source.path,
                      ": encrypted HFiles are not supported");
        }
        break;
      default:
        break;
    }
  }
  constexpr uint64_t kNeeded = 1U << 1 | 1U << 2 | 1U << 5 | 1U << 6 | 1U << 7 | 1U << 8;
  if ((seen & kNeeded) != kNeeded) {
    return source.Corrupt(offset + 8, "the trailer lacks one of its offsets and counts");
  }
  ARROW_ASSIGN_OR_RAISE(trailer.compression, CompressionOf(source, codec));
  for (int64_t value : {trailer.file_info_offset, trailer.load_on_open_offset,
                        trailer.data_index_count, trailer.meta_index_count, trailer.entry_count}) {
    if (value < 0) return source.Corrupt(offset + 8, "a number of the trailer is negative");
  }
  if (trailer.load_on_open_offset > offset) {
    return source.Corrupt(offset + 8, fmt::format("the index cannot begin at byte {}, behind the "
                                                  "trailer's begin",
                                                  trailer.load_on_open_offset));
  }
  return trailer;
}

arrow::Result<std::map<std::string, std::string>> ParseFileInfo(const Source& source,
                                                                const BlockBytes& block) {
  const auto malformed = [&] {
    return source.Corrupt(block.offset + kBlockHeadSize, "a malformed file info block");
  };
  std::string_view bytes = block.view();
  std::map<std::string, std::string> info;
  if (!bytes.starts_with(kProtobufMagic)) return malformed();
  ProtobufCursor outer(bytes.substr(kProtobufMagic.size()));
  std::string_view message;
  if (!outer.ReadBytes(&message)) return malformed();
  ProtobufCursor pairs(message);
  while (!pairs.at_end()) {
    uint64_t field = 0;
    uint64_t number = 0;
    std::string_view pair;
    if (!pairs.ReadField(&field, &number, &pair)) return malformed();
    if (field != 1) continue;
    std::string key;
    std::string value;
    for (ProtobufCursor entry(pair); !entry.at_end();) {
      std::string_view text;
      if (!entry.ReadField(&field, &number, &text)) return malformed();
      if (field == 1) key = text;
      if (field == 2) value = text;
    }
    info[std::move(key)] = std::move(value);
  }
  return info;
}

}  // namespace hudi::hfile
