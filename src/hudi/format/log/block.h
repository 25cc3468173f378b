// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <arrow/result.h>

namespace hudi::log {

// A log file is a plain sequence of blocks. Numbers are big-endian.
//
//   6   magic "#HUDI#"
//   8   size: the bytes after this field up to and including the last one
//   4   log format version, 1
//   4   block type
//   4+n header: number of entries; each: key (4), length (4), UTF-8 text
//   8   content length, then the content
//   4+n footer, as the header; no key is defined, so 0 entries
//   8   size + 6: from here back to the magic

inline constexpr std::string_view kBlockMagic = "#HUDI#";
inline constexpr int32_t kLogFormatVersion = 1;

enum class BlockType : int32_t {
  kCommand = 0,
  kDelete = 1,
  kCorrupt = 2,  ///< never written: what a reader makes of bytes that are no whole block
  kAvroData = 3,
  kHfileData = 4,
  kParquetData = 5,
  kCdcData = 6,
};

enum class HeaderKey : int32_t {
  kInstantTime = 0,
  kTargetInstantTime = 1,
  kSchema = 2,
  kCommandBlockType = 3,
  kCompactedBlockTimes = 4,
  kRecordPositions = 5,
  kBlockIdentifier = 6,
  kIsPartial = 7,
  kBaseFileInstantTimeOfRecordPositions = 8,
};

/// Value of kCommandBlockType for a rollback, the only command there is.
inline constexpr std::string_view kRollbackCommand = "0";

using BlockHeader = std::map<HeaderKey, std::string>;

/// Where a block stands in its file, and what its header says; the content is read on its own.
struct Block {
  BlockType type = BlockType::kCorrupt;
  BlockHeader header;
  int64_t offset = 0;          ///< of the magic
  int64_t size = 0;            ///< all of it; a corrupt one ends where the next begins
  int64_t content_offset = 0;  ///< in the file
  int64_t content_size = 0;

  /// The header's text, or "".
  std::string_view Header(HeaderKey key) const;
};

/// "delete", "avro data", ...
std::string_view BlockTypeName(BlockType type);

/// The bytes of a block before and after its content.
struct BlockFrame {
  std::string before;
  std::string after;
};
BlockFrame FrameBlock(BlockType type, const BlockHeader& header, int64_t content_size);

/// The bytes of a block.
std::string EncodeBlock(BlockType type, const BlockHeader& header, std::string_view content);

}  // namespace hudi::log
