// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <arrow/buffer.h>
#include <arrow/io/interfaces.h>
#include <arrow/result.h>

namespace hudi::hfile {

// Every block of an HFile begins with 33 bytes; numbers are big-endian.
//
//    0  8  magic: the kind
//    8  4  bytes that follow the head on storage: the data, compressed, and the checksums
//   12  4  bytes of the data once it is decompressed
//   16  8  offset of the block of the same kind before, or -1
//   24  1  checksum: 0 none, 1 CRC-32, 2 CRC-32C
//   25  4  bytes that each checksum covers, from the head on
//   29  4  bytes of head and compressed data
//
// Behind the data stand the checksums, 4 bytes each.

inline constexpr int64_t kBlockHeadSize = 33;

inline constexpr std::string_view kDataMagic = "DATABLK*";
inline constexpr std::string_view kMetaMagic = "METABLKc";
inline constexpr std::string_view kRootIndexMagic = "IDXROOT2";
inline constexpr std::string_view kLeafIndexMagic = "IDXLEAF2";
inline constexpr std::string_view kIntermediateIndexMagic = "IDXINTE2";
inline constexpr std::string_view kFileInfoMagic = "FILEINF2";

enum class Compression : int32_t { kGzip = 1, kNone = 2 };

/// The bytes of an HFile, which may be a part of a larger file (a block of a log).
struct Source {
  std::shared_ptr<arrow::io::RandomAccessFile> file;
  std::string path;
  int64_t begin = 0;  ///< of the HFile in `file`
  int64_t size = 0;

  /// Reads all of `length` bytes. Errors: kCorruptFile if they are not there.
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(int64_t offset, int64_t length) const;
  /// kCorruptFile at the byte `offset` of the HFile.
  arrow::Status Corrupt(int64_t offset, std::string_view rule) const;
};

/// A block, decompressed.
struct BlockBytes {
  std::shared_ptr<arrow::Buffer> data;
  int64_t offset = 0;   ///< of the head
  int64_t on_disk = 0;  ///< bytes of all of it; the next block begins behind them

  std::string_view view() const { return std::string_view(*data); }
};

/// Reads the block at `offset`, which must end before `limit`.
///
/// Errors: kCorruptFile for another magic, sizes that contradict each other or cannot be, a
/// checksum that does not match.
arrow::Result<BlockBytes> ReadBlock(const Source& source, int64_t offset, int64_t limit,
                                    std::string_view magic, Compression compression);

}  // namespace hudi::hfile
