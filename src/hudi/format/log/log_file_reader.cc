// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/log/log_file_reader.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hudi/error.h"
#include "hudi/format/log/big_endian.h"

namespace hudi::log {
namespace {

constexpr auto kMagicSize = static_cast<int64_t>(kBlockMagic.size());
constexpr int64_t kSizeFieldSize = 8;
constexpr int64_t kPointerSize = 8;
// Version, type, header count, content length, footer count and pointer.
constexpr int64_t kMinBlockSize = 4 + 4 + 4 + 8 + 4 + kPointerSize;
constexpr int64_t kSearchWindow = 1024 * 1024;
constexpr int64_t kFirstLook = 64 * 1024;

/// Reads the fields before the content, in pieces as large as they turn out to need.
class FieldReader {
 public:
  FieldReader(arrow::io::RandomAccessFile& file, const std::string& path, int64_t begin,
              int64_t end)
      : file_(file), path_(path), begin_(begin), at_(begin), end_(end) {}

  template <typename Number>
  arrow::Status Read(std::string_view what, Number* value) {
    ARROW_ASSIGN_OR_RAISE(std::string_view bytes, Take(what, sizeof(Number)));
    *value = ReadBigEndian<Number>(bytes.data());
    return arrow::Status::OK();
  }

  arrow::Result<std::string_view> Take(std::string_view what, int64_t size) {
    if (size < 0 || size > end_ - at_) {
      return CorruptFile(path_, at_, fmt::format("the block ends before its {}", what));
    }
    int64_t have = buffer_ == nullptr ? 0 : buffer_->size();
    if (at_ < begin_ || at_ + size > begin_ + have) {
      begin_ = at_;
      int64_t length = std::min(end_ - at_, std::max(size, kFirstLook));
      ARROW_ASSIGN_OR_RAISE(buffer_, file_.ReadAt(at_, length));
      if (buffer_->size() < size) {
        return CorruptFile(path_, at_, "the file became shorter while it was read");
      }
    }
    std::string_view view(reinterpret_cast<const char*>(buffer_->data()) + (at_ - begin_),
                          static_cast<size_t>(size));
    at_ += size;
    return view;
  }

  int64_t at() const { return at_; }

 private:
  arrow::io::RandomAccessFile& file_;
  const std::string& path_;
  std::shared_ptr<arrow::Buffer> buffer_;
  int64_t begin_;  ///< of `buffer_`, in the file
  int64_t at_;
  int64_t end_;
};

}  // namespace

LogFileReader::LogFileReader(std::shared_ptr<arrow::io::RandomAccessFile> file, std::string path,
                             int64_t size)
    : file_(std::move(file)), path_(std::move(path)), size_(size) {}

arrow::Result<std::unique_ptr<LogFileReader>> LogFileReader::Open(
    std::shared_ptr<arrow::io::RandomAccessFile> file, std::string path) {
  ARROW_ASSIGN_OR_RAISE(int64_t size, file->GetSize());
  std::unique_ptr<LogFileReader> reader(new LogFileReader(std::move(file), std::move(path), size));
  if (size >= kMagicSize) {
    ARROW_ASSIGN_OR_RAISE(bool magic, reader->HasMagic(0));
    if (!magic) {
      return CorruptFile(reader->path_, 0,
                         fmt::format("a log file must start with '{}'", kBlockMagic));
    }
  }
  return reader;
}

arrow::Result<bool> LogFileReader::HasMagic(int64_t offset) const {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> bytes, file_->ReadAt(offset, kMagicSize));
  return bytes->size() == kMagicSize && std::string_view(*bytes) == kBlockMagic;
}

arrow::Result<bool> LogFileReader::IsWhole(int64_t start, int64_t block_size) const {
  int64_t after_size = start + kMagicSize + kSizeFieldSize;
  if (block_size < kMinBlockSize || block_size > size_ - after_size) return false;
  int64_t end = after_size + block_size;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> tail,
                        file_->ReadAt(end - kPointerSize, kPointerSize));
  std::string_view bytes(*tail);
  return bytes.size() == static_cast<size_t>(kPointerSize) &&
         ReadBigEndian<int64_t>(bytes.data()) - kMagicSize == block_size;
}

arrow::Result<Block> LogFileReader::CorruptBlock(int64_t start, int64_t search_from) const {
  int64_t end = size_;
  for (int64_t at = search_from; at < size_; at += kSearchWindow) {
    // Windows overlap, so that a magic on the border is found.
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> window,
                          file_->ReadAt(at, kSearchWindow + kMagicSize - 1));
    size_t found = std::string_view(*window).find(kBlockMagic);
    if (found == std::string_view::npos) continue;
    end = at + static_cast<int64_t>(found);
    break;
  }
  Block block;
  block.type = BlockType::kCorrupt;
  block.offset = block.content_offset = start;
  block.size = block.content_size = end - start;
  return block;
}

arrow::Result<Block> LogFileReader::ReadBlock(int64_t start, int64_t block_size) const {
  int64_t after_size = start + kMagicSize + kSizeFieldSize;
  int64_t end = after_size + block_size - kPointerSize;
  FieldReader fields(*file_, path_, after_size, end);
  int32_t version = 0;
  int32_t type = 0;
  int32_t entries = 0;
  ARROW_RETURN_NOT_OK(fields.Read("version", &version));
  if (version != kLogFormatVersion) {
    return Fail(ErrorCode::kUnsupported, path_, path_, " at byte ", after_size,
                ": log format version ", version, " is not supported; version 1 is");
  }
  ARROW_RETURN_NOT_OK(fields.Read("type", &type));
  if (type < 0 || type > static_cast<int32_t>(BlockType::kCdcData) ||
      type == static_cast<int32_t>(BlockType::kCorrupt)) {
    return Fail(ErrorCode::kUnsupported, path_, path_, " at byte ", fields.at() - 4,
                ": block type ", type, " is not known");
  }
  Block block;
  block.type = static_cast<BlockType>(type);
  block.offset = start;
  block.size = end + kPointerSize - start;
  ARROW_RETURN_NOT_OK(fields.Read("header", &entries));
  if (entries < 0) {
    return CorruptFile(path_, fields.at() - 4, fmt::format("a header of {} entries", entries));
  }
  for (int32_t i = 0; i < entries; ++i) {
    int32_t key = 0;
    int32_t length = 0;
    ARROW_RETURN_NOT_OK(fields.Read("header", &key));
    if (key < 0 || key > static_cast<int32_t>(HeaderKey::kBaseFileInstantTimeOfRecordPositions)) {
      return Fail(ErrorCode::kUnsupported, path_, path_, " at byte ", fields.at() - 4,
                  ": header key ", key, " of a block is not known");
    }
    ARROW_RETURN_NOT_OK(fields.Read("header", &length));
    ARROW_ASSIGN_OR_RAISE(std::string_view text, fields.Take("header", length));
    block.header[static_cast<HeaderKey>(key)] = text;
  }
  int64_t content_size = 0;
  ARROW_RETURN_NOT_OK(fields.Read("content length", &content_size));
  block.content_offset = fields.at();
  block.content_size = content_size;
  // The footer's count stands behind the content.
  if (content_size < 0 || content_size > end - block.content_offset - 4) {
    return CorruptFile(
        path_, block.content_offset - 8,
        fmt::format("a content of {} bytes does not fit into the block", content_size));
  }
  FieldReader footer(*file_, path_, block.content_offset + content_size, end);
  ARROW_RETURN_NOT_OK(footer.Read("footer", &entries));
  for (int32_t i = 0; i < entries; ++i) {
    int32_t field = 0;
    ARROW_RETURN_NOT_OK(footer.Read("footer", &field));  // the key
    ARROW_RETURN_NOT_OK(footer.Read("footer", &field));
    ARROW_RETURN_NOT_OK(footer.Take("footer", field).status());
  }
  if (entries < 0 || footer.at() != end) {
    return CorruptFile(
        path_, footer.at(),
        "content and footer do not fill the block; its lengths contradict each other");
  }
  return block;
}

arrow::Result<std::optional<Block>> LogFileReader::Next() {
  int64_t start = position_;
  if (start == size_) return std::nullopt;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> bytes,
                        file_->ReadAt(start, kMagicSize + kSizeFieldSize));
  std::string_view head(*bytes);
  Block block;
  bool whole = false;
  if (head.starts_with(kBlockMagic) &&
      head.size() == static_cast<size_t>(kMagicSize + kSizeFieldSize)) {
    auto block_size = ReadBigEndian<int64_t>(head.data() + kMagicSize);
    ARROW_ASSIGN_OR_RAISE(whole, IsWhole(start, block_size));
    if (whole) {
      ARROW_ASSIGN_OR_RAISE(block, ReadBlock(start, block_size));
    }
  }
  if (!whole) {
    // The last bytes of a half-written magic may be the first of a whole one.
    ARROW_ASSIGN_OR_RAISE(block, CorruptBlock(start, start + 1));
  }
  position_ = block.offset + block.size;
  return block;
}

arrow::Result<std::shared_ptr<arrow::Buffer>> LogFileReader::ReadAt(int64_t offset,
                                                                    int64_t size) const {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> bytes, file_->ReadAt(offset, size));
  if (bytes->size() != size) {
    return CorruptFile(path_, offset, "the file became shorter while it was read");
  }
  return bytes;
}

arrow::Result<std::shared_ptr<arrow::Buffer>> LogFileReader::ReadContent(const Block& block) const {
  return ReadAt(block.content_offset, block.content_size);
}

avro::BytesOrigin LogFileReader::OriginOf(const Block& block) const {
  return {path_, block.content_offset, /*compressed=*/false};
}

}  // namespace hudi::log
