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

#include "hudi/format/avro/binary.h"
#include "hudi/format/avro/schema.h"

namespace hudi::avro {

// An object container file:
//
//   0    4   "Obj" 0x01
//   4    n   map of bytes: avro.schema (JSON), avro.codec (absent: null)
//   4+n  16  sync marker
//   then blocks: row count (long), size in bytes (long), that many bytes in the codec, sync marker

inline constexpr std::string_view kContainerMagic("Obj\x01", 4);

/// One block of rows, decompressed.
struct ContainerBlock {
  int64_t num_rows = 0;
  std::shared_ptr<arrow::Buffer> data;
  /// Of `data`; the path belongs to the reader.
  BytesOrigin origin;
};

/// Reads a container file block by block. Codecs: null, deflate, snappy, zstandard, bzip2.
///
/// For one thread at a time. Errors: kCorruptFile with the path and the byte; kUnsupported for
/// another codec; kInvalidSchema for the writer's schema.
class ContainerReader {
 public:
  static arrow::Result<std::unique_ptr<ContainerReader>> Open(
      std::shared_ptr<arrow::io::RandomAccessFile> file, std::string path);
  ~ContainerReader();

  /// The writer's schema.
  const SchemaPtr& schema() const;
  const std::string& path() const;
  /// The next block; nullopt at the end of the file. Blocks without rows are passed over.
  arrow::Result<std::optional<ContainerBlock>> Next();

 private:
  class Impl;
  explicit ContainerReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The bytes of a container file with one block, codec null, as the timeline holds them. `rows` are
/// encoded values of the schema.
std::string WriteContainer(std::string_view schema_json, const std::vector<std::string>& rows);

}  // namespace hudi::avro
