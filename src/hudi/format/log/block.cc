// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/log/block.h"

#include "hudi/format/log/big_endian.h"

namespace hudi::log {

std::string_view Block::Header(HeaderKey key) const {
  auto found = header.find(key);
  return found == header.end() ? std::string_view() : std::string_view(found->second);
}

std::string_view BlockTypeName(BlockType type) {
  switch (type) {
    case BlockType::kCommand:
      return "command";
    case BlockType::kDelete:
      return "delete";
    case BlockType::kCorrupt:
      return "corrupt";
    case BlockType::kAvroData:
      return "Avro data";
    case BlockType::kHfileData:
      return "HFile data";
    case BlockType::kParquetData:
      return "Parquet data";
    case BlockType::kCdcData:
      return "CDC data";
  }
  return "unknown";
}

BlockFrame FrameBlock(BlockType type, const BlockHeader& header, int64_t content_size) {
  BlockFrame frame;
  std::string& out = frame.before;
  out = kBlockMagic;
  size_t size_at = out.size();
  AppendBigEndian<int64_t>(0, &out);
  size_t start = out.size();
  AppendBigEndian<int32_t>(kLogFormatVersion, &out);
  AppendBigEndian(static_cast<int32_t>(type), &out);
  AppendBigEndian(static_cast<int32_t>(header.size()), &out);
  for (const auto& [key, value] : header) {
    AppendBigEndian(static_cast<int32_t>(key), &out);
    AppendBigEndian(static_cast<int32_t>(value.size()), &out);
    out += value;
  }
  AppendBigEndian(content_size, &out);
  constexpr int64_t kFooterSize = 4;
  constexpr int64_t kPointerSize = 8;
  int64_t size =
      static_cast<int64_t>(out.size() - start) + content_size + kFooterSize + kPointerSize;
  std::string size_bytes;
  AppendBigEndian(size, &size_bytes);
  out.replace(size_at, size_bytes.size(), size_bytes);
  AppendBigEndian<int32_t>(0, &frame.after);
  AppendBigEndian<int64_t>(size + static_cast<int64_t>(kBlockMagic.size()), &frame.after);
  return frame;
}

std::string EncodeBlock(BlockType type, const BlockHeader& header, std::string_view content) {
  BlockFrame frame = FrameBlock(type, header, static_cast<int64_t>(content.size()));
  frame.before += content;
  return frame.before + frame.after;
}

}  // namespace hudi::log
