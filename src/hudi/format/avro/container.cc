// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/avro/container.h"

#include <algorithm>
#include <limits>
#include <random>
#include <utility>

#include <arrow/util/compression.h>
#include <fmt/format.h>

#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi::avro {
namespace {

constexpr int64_t kSyncBytes = 16;
constexpr int64_t kMaxHeaderBytes = 64 * 1024 * 1024;
// A decompressed block must be addressable with 32 bits, as Arrow's string columns are.
constexpr int64_t kMaxBlockBytes = std::numeric_limits<int32_t>::max();
// What a decompressed block is given at first; it grows as needed.
constexpr int64_t kFirstOutputBytes = 16 * 1024 * 1024;

struct Header {
  std::map<std::string, std::string> metadata;
  std::string sync_marker;
  int64_t size = 0;
};

// True if the bytes hold the whole header; false if more are needed or they are malformed.
bool ParseHeader(std::string_view bytes, Header* header) {
  ByteCursor cursor(bytes);
  std::string_view part;
  if (!cursor.ReadBytes(static_cast<int64_t>(kContainerMagic.size()), &part)) return false;
  while (true) {
    int64_t count = 0;
    if (!ReadBlockCount(&cursor, /*min_item_bytes=*/2, &count)) return false;
    if (count == 0) break;
    for (int64_t i = 0; i < count; ++i) {
      std::string_view key;
      std::string_view value;
      if (!cursor.ReadString(&key) || !cursor.ReadString(&value)) return false;
      header->metadata[std::string(key)] = std::string(value);
    }
  }
  if (!cursor.ReadBytes(kSyncBytes, &part)) return false;
  header->sync_marker = std::string(part);
  header->size = cursor.offset();
  return true;
}

arrow::Result<std::shared_ptr<arrow::Buffer>> DecompressStream(arrow::util::Codec* codec,
                                                               const arrow::Buffer& input) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::util::Decompressor> decompressor,
                        codec->MakeDecompressor());
  ARROW_ASSIGN_OR_RAISE(
      std::unique_ptr<arrow::ResizableBuffer> output,
      arrow::AllocateResizableBuffer(std::min(input.size() * 4 + 1024, kFirstOutputBytes)));
  int64_t used = 0;
  int64_t filled = 0;
  while (!decompressor->IsFinished()) {
    ARROW_ASSIGN_OR_RAISE(
        arrow::util::Decompressor::DecompressResult step,
        decompressor->Decompress(input.size() - used, input.data() + used, output->size() - filled,
                                 output->mutable_data() + filled));
    used += step.bytes_read;
    filled += step.bytes_written;
    if (decompressor->IsFinished()) break;
    if (filled == output->size()) {
      if (filled > kMaxBlockBytes) return arrow::Status::Invalid("the block grows over 2 GiB");
      ARROW_RETURN_NOT_OK(output->Resize(output->size() * 2, /*shrink_to_fit=*/false));
    } else if (step.bytes_read == 0 && step.bytes_written == 0) {
      // There was room, so it waits for input that does not come.
      return arrow::Status::Invalid("the compressed data ends early");
    }
  }
  ARROW_RETURN_NOT_OK(output->Resize(filled, /*shrink_to_fit=*/false));
  return std::shared_ptr<arrow::Buffer>(std::move(output));
}

// Snappy blocks end with the CRC-32 of the decompressed bytes, big endian.
arrow::Result<std::shared_ptr<arrow::Buffer>> DecompressSnappy(arrow::util::Codec* codec,
                                                               const arrow::Buffer& input) {
  constexpr int64_t kCrcBytes = 4;
  // A copy gives at most 64 bytes for three.
  constexpr uint64_t kMostFromOneByte = 22;
  int64_t size = input.size() - kCrcBytes;
  uint64_t length = 0;
  bool whole = false;
  for (int64_t i = 0; i < size && i < 5 && !whole; ++i) {
    length |= static_cast<uint64_t>(input.data()[i] & 0x7F) << (7 * i);
    whole = input.data()[i] < 0x80;
  }
  if (!whole || length > static_cast<uint64_t>(kMaxBlockBytes) ||
      length > static_cast<uint64_t>(size) * kMostFromOneByte) {
    return arrow::Status::Invalid("bad length of a snappy block");
  }
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<arrow::Buffer> output,
                        arrow::AllocateBuffer(static_cast<int64_t>(length)));
  ARROW_ASSIGN_OR_RAISE(int64_t written, codec->Decompress(size, input.data(), output->size(),
                                                           output->mutable_data()));
  if (written != output->size()) return arrow::Status::Invalid("short snappy block");
  uint32_t crc = 0;
  for (int64_t i = size; i < input.size(); ++i) crc = crc << 8 | input.data()[i];
  if (crc != Crc32(std::string_view(*output))) {
    return arrow::Status::Invalid("the checksum of the snappy block is wrong");
  }
  return std::shared_ptr<arrow::Buffer>(std::move(output));
}

}  // namespace

class ContainerReader::Impl {
 public:
  std::shared_ptr<arrow::io::RandomAccessFile> file;
  std::string path;
  SchemaPtr schema;
  int64_t min_row_bytes = 0;
  std::string codec_name;
  std::unique_ptr<arrow::util::Codec> codec;  // null: no compression
  std::string sync_marker;
  int64_t file_size = 0;
  int64_t position = 0;

  arrow::Status ReadHeader() {
    Header header;
    for (int64_t guess = 64 * 1024;; guess *= 4) {
      int64_t size = std::min(guess, file_size);
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> bytes, file->ReadAt(0, size));
      std::string_view view(*bytes);
      if (view.substr(0, kContainerMagic.size()) != kContainerMagic) {
        return CorruptFile(path, 0, "an Avro container file must start with 'Obj' and the byte 1");
      }
      header = Header();
      if (ParseHeader(view, &header)) break;
      if (size == file_size || guess >= kMaxHeaderBytes) {
        return CorruptFile(path, 4,
                           "the header of the Avro container file is cut off or malformed");
      }
    }
    sync_marker = header.sync_marker;
    position = header.size;
    auto json = header.metadata.find("avro.schema");
    if (json == header.metadata.end()) {
      return CorruptFile(path, 4, "the header of the Avro container file has no avro.schema");
    }
    arrow::Result<SchemaPtr> parsed = Schema::Parse(json->second);
    if (!parsed.ok()) return While(parsed.status(), "reading the schema of " + path);
    schema = std::move(parsed).ValueUnsafe();
    min_row_bytes = MinEncodedBytes(*schema);
    auto name = header.metadata.find("avro.codec");
    return SetCodec(name == header.metadata.end() ? "null" : name->second);
  }

  arrow::Status SetCodec(const std::string& name) {
    codec_name = name;
    if (name == "null") return arrow::Status::OK();
    if (name == "deflate") {
      arrow::util::GZipCodecOptions options;
      options.gzip_format = arrow::util::GZipFormat::DEFLATE;
      return arrow::util::Codec::Create(arrow::Compression::GZIP, options).Value(&codec);
    }
    for (auto [known, type] : {std::pair("snappy", arrow::Compression::SNAPPY),
                               std::pair("zstandard", arrow::Compression::ZSTD),
                               std::pair("bzip2", arrow::Compression::BZ2)}) {
      if (name == known && arrow::util::Codec::IsAvailable(type)) {
        return arrow::util::Codec::Create(type).Value(&codec);
      }
    }
    return Fail(ErrorCode::kUnsupported, path, path, ": Avro codec '", name,
                "'; known are null, deflate, snappy, zstandard and bzip2");
  }

  arrow::Result<std::optional<ContainerBlock>> Next() {
    while (position < file_size) {
      // Two longs of at most ten bytes each.
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> head, file->ReadAt(position, 20));
      ByteCursor cursor{std::string_view(*head)};
      int64_t num_rows = 0;
      int64_t size = 0;
      if (!cursor.ReadLong(&num_rows) || !cursor.ReadLong(&size)) {
        return CorruptFile(path, position, "cut off or malformed head of a block of rows");
      }
      int64_t start = position + cursor.offset();
      if (num_rows < 0 || size < 0 || size > file_size - start - kSyncBytes) {
        return CorruptFile(
            path, position,
            fmt::format("a block of {} rows in {} bytes does not fit the {} bytes that are left",
                        num_rows, size, file_size - start));
      }
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> bytes,
                            file->ReadAt(start, size + kSyncBytes));
      if (bytes->size() != size + kSyncBytes) return CorruptFile(path, start, "short read");
      if (std::string_view(*bytes).substr(static_cast<size_t>(size)) != sync_marker) {
        return CorruptFile(path, start + size, "the sync marker after a block of rows is missing");
      }
      position = start + size + kSyncBytes;
      ContainerBlock block;
      block.num_rows = num_rows;
      block.origin = {path, start, codec != nullptr};
      ARROW_ASSIGN_OR_RAISE(block.data, Decompress(arrow::SliceBuffer(bytes, 0, size), start));
      if (!CountFits(num_rows, min_row_bytes, block.data->size())) {
        return block.origin.Corrupt(
            0, fmt::format("{} rows cannot stand in {} bytes", num_rows, block.data->size()));
      }
      if (num_rows == 0 && block.data->size() > 0) {
        return block.origin.Corrupt(0, "a block of no rows that is not empty");
      }
      if (num_rows == 0) continue;
      return std::optional<ContainerBlock>(std::move(block));
    }
    return std::optional<ContainerBlock>();
  }

  arrow::Result<std::shared_ptr<arrow::Buffer>> Decompress(std::shared_ptr<arrow::Buffer> bytes,
                                                           int64_t offset) {
    if (codec == nullptr) return bytes;
    arrow::Result<std::shared_ptr<arrow::Buffer>> result =
        codec_name == "snappy" ? DecompressSnappy(codec.get(), *bytes)
                               : DecompressStream(codec.get(), *bytes);
    if (!result.ok() && !result.status().IsOutOfMemory()) {
      return CorruptFile(path, offset,
                         "cannot decompress (" + codec_name + "): " + result.status().message());
    }
    return result;
  }
};

ContainerReader::ContainerReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ContainerReader::~ContainerReader() = default;

arrow::Result<std::unique_ptr<ContainerReader>> ContainerReader::Open(
    std::shared_ptr<arrow::io::RandomAccessFile> file, std::string path) {
  auto impl = std::make_unique<Impl>();
  impl->file = std::move(file);
  impl->path = std::move(path);
  ARROW_ASSIGN_OR_RAISE(impl->file_size, impl->file->GetSize());
  ARROW_RETURN_NOT_OK(impl->ReadHeader());
  return std::unique_ptr<ContainerReader>(new ContainerReader(std::move(impl)));
}

const SchemaPtr& ContainerReader::schema() const { return impl_->schema; }
const std::string& ContainerReader::path() const { return impl_->path; }
arrow::Result<std::optional<ContainerBlock>> ContainerReader::Next() { return impl_->Next(); }

std::string WriteContainer(std::string_view schema_json, const std::vector<std::string>& rows) {
  std::string out(kContainerMagic);
  AppendLong(1, &out);
  AppendString("avro.schema", &out);
  AppendString(schema_json, &out);
  AppendLong(0, &out);
  std::random_device random;
  std::string sync_marker;
  while (sync_marker.size() < static_cast<size_t>(kSyncBytes)) {
    sync_marker.push_back(static_cast<char>(random()));
  }
  out += sync_marker;
  if (rows.empty()) return out;
  size_t size = 0;
  for (const std::string& row : rows) size += row.size();
  AppendLong(static_cast<int64_t>(rows.size()), &out);
  AppendLong(static_cast<int64_t>(size), &out);
  for (const std::string& row : rows) out += row;
  return out + sync_marker;
}

}  // namespace hudi::avro
