// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/hfile/block.h"

#include <algorithm>
#include <array>

#include <arrow/util/compression.h>
#include <fmt/format.h>

#include "hudi/base/big_endian.h"
#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi::hfile {
namespace {

constexpr int64_t kChecksumSize = 4;
// Deflate makes at most 1032 bytes of one; the head of a gzip member takes some itself.
constexpr int64_t kMostFromOneByte = 1032;

enum class Checksum : uint8_t { kNone = 0, kCrc32 = 1, kCrc32c = 2 };

uint32_t Crc32c(std::string_view bytes) {
  static const std::array<uint32_t, 256> kTable = [] {
    std::array<uint32_t, 256> table{};
    for (uint32_t i = 0; i < 256; ++i) {
      uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ (value & 1 ? 0x82F63B78U : 0U);
      table[i] = value;
    }
    return table;
  }();
  uint32_t crc = ~0U;
  for (char byte : bytes) crc = kTable[(crc ^ static_cast<uint8_t>(byte)) & 0xFF] ^ crc >> 8;
  return ~crc;
}

struct Head {
  int64_t rest = 0;  ///< bytes behind the head
  int64_t uncompressed = 0;
  uint8_t checksum = 0;
  int64_t bytes_per_checksum = 0;
  int64_t with_data = 0;  ///< bytes of head and compressed data
};

Head ParseHead(std::string_view bytes) {
  Head head;
  head.rest = ReadBigEndian<int32_t>(bytes.data() + 8);
  head.uncompressed = ReadBigEndian<int32_t>(bytes.data() + 12);
  head.checksum = static_cast<uint8_t>(bytes[24]);
  head.bytes_per_checksum = ReadBigEndian<int32_t>(bytes.data() + 25);
  head.with_data = ReadBigEndian<int32_t>(bytes.data() + 29);
  return head;
}

arrow::Status CheckSizes(const Source& source, int64_t offset, int64_t limit, const Head& head,
                         Compression compression) {
  const int64_t data = head.with_data - kBlockHeadSize;
  if (head.rest < 0 || data < 0 || data > head.rest ||
      head.rest > limit - offset - kBlockHeadSize) {
    return source.Corrupt(offset, fmt::format("a block of {} bytes of data in {} does not fit "
                                              "the {} that are left",
                                              data, head.rest, limit - offset - kBlockHeadSize));
  }
  const bool possible =
      compression == Compression::kNone
          ? head.uncompressed == data
          : head.uncompressed >= 0 && head.uncompressed <= data * kMostFromOneByte;
  if (!possible) {
    return source.Corrupt(
        offset + 12, fmt::format("{} bytes of data cannot become {}", data, head.uncompressed));
  }
  return arrow::Status::OK();
}

arrow::Status CheckChecksums(const Source& source, int64_t offset, const Head& head,
                             std::string_view block) {
  if (head.checksum > static_cast<uint8_t>(Checksum::kCrc32c)) {
    return source.Corrupt(offset + 24, fmt::format("no checksum has the number {}", head.checksum));
  }
  if (head.bytes_per_checksum <= 0) {
    return source.Corrupt(offset + 25, "a checksum covers at least one byte");
  }
  const int64_t count = (head.with_data + head.bytes_per_checksum - 1) / head.bytes_per_checksum;
  if (head.rest + kBlockHeadSize - head.with_data != count * kChecksumSize) {
    return source.Corrupt(offset + head.with_data,
                          fmt::format("{} bytes of checksums; expected {} checksums",
                                      head.rest + kBlockHeadSize - head.with_data, count));
  }
  const auto kind = static_cast<Checksum>(head.checksum);
  if (kind == Checksum::kNone) return arrow::Status::OK();
  for (int64_t i = 0; i < count; ++i) {
    const int64_t begin = i * head.bytes_per_checksum;
    const int64_t length = std::min(head.bytes_per_checksum, head.with_data - begin);
    const std::string_view bytes =
        block.substr(static_cast<size_t>(begin), static_cast<size_t>(length));
    const auto stored = ReadBigEndian<uint32_t>(block.data() + head.with_data + i * kChecksumSize);
    if (stored != (kind == Checksum::kCrc32 ? Crc32(bytes) : Crc32c(bytes))) {
      return source.Corrupt(offset + begin, fmt::format("the checksum of the next {} bytes does "
                                                        "not match",
                                                        length));
    }
  }
  return arrow::Status::OK();
}

arrow::Result<std::shared_ptr<arrow::Buffer>> Decompress(const Source& source, int64_t offset,
                                                         std::string_view data, int64_t size) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<arrow::util::Codec> codec,
                        arrow::util::Codec::Create(arrow::Compression::GZIP));
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<arrow::Buffer> out, arrow::AllocateBuffer(size));
  arrow::Result<int64_t> made =
      codec->Decompress(static_cast<int64_t>(data.size()),
                        reinterpret_cast<const uint8_t*>(data.data()), size, out->mutable_data());
  if (!made.ok() || *made != size) {
    return source.Corrupt(offset + kBlockHeadSize,
                          fmt::format("the data does not decompress to {} bytes", size));
  }
  return std::shared_ptr<arrow::Buffer>(std::move(out));
}

}  // namespace

arrow::Result<std::shared_ptr<arrow::Buffer>> Source::Read(int64_t offset, int64_t length) const {
  if (offset < 0 || length < 0 || offset > size || length > size - offset) {
    return Corrupt(offset, fmt::format("{} bytes are not there: the HFile has {}", length, size));
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> bytes, file->ReadAt(begin + offset, length));
  if (bytes->size() != length) return Corrupt(offset, "the file became shorter while it was read");
  return bytes;
}

arrow::Status Source::Corrupt(int64_t offset, std::string_view rule) const {
  return CorruptFile(path, begin + offset, rule);
}

arrow::Result<BlockBytes> ReadBlock(const Source& source, int64_t offset, int64_t limit,
                                    std::string_view magic, Compression compression) {
  if (offset < 0 || offset > limit - kBlockHeadSize) {
    return source.Corrupt(offset, "a block does not fit here");
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> head_bytes,
                        source.Read(offset, kBlockHeadSize));
  if (std::string_view(*head_bytes).substr(0, magic.size()) != magic) {
    return source.Corrupt(offset, fmt::format("a block must start with '{}' here", magic));
  }
  const Head head = ParseHead(std::string_view(*head_bytes));
  ARROW_RETURN_NOT_OK(CheckSizes(source, offset, limit, head, compression));
  BlockBytes block;
  block.offset = offset;
  block.on_disk = kBlockHeadSize + head.rest;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> bytes, source.Read(offset, block.on_disk));
  ARROW_RETURN_NOT_OK(CheckChecksums(source, offset, head, std::string_view(*bytes)));
  block.data = arrow::SliceBuffer(bytes, kBlockHeadSize, head.with_data - kBlockHeadSize);
  // An index that is empty has no bytes to decompress.
  if (compression == Compression::kGzip && block.data->size() > 0) {
    ARROW_ASSIGN_OR_RAISE(block.data, Decompress(source, offset, block.view(), head.uncompressed));
  }
  return block;
}

}  // namespace hudi::hfile
