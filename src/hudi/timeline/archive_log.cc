// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/archive_log.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "hudi/error.h"
#include "hudi/format/avro/document.h"
#include "hudi/format/avro/schema.h"

namespace hudi {
namespace {

constexpr std::string_view kMagic = "#HUDI#";
constexpr std::string_view kNamePrefix = ".commits_.archive.";
constexpr uint64_t kAvroDataBlock = 3;
constexpr uint64_t kSchemaKey = 2;

// Takes big-endian numbers and byte ranges off the front of a range.
class BlockCursor {
 public:
  BlockCursor(std::string_view bytes, int64_t offset) : bytes_(bytes), offset_(offset) {}

  int64_t offset() const { return offset_; }
  bool at_end() const { return bytes_.empty(); }

  std::optional<std::string_view> Take(uint64_t size) {
    if (size > bytes_.size()) return std::nullopt;
    std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    offset_ += static_cast<int64_t>(size);
    return taken;
  }

  std::optional<uint64_t> TakeNumber(int width) {
    std::optional<std::string_view> taken = Take(static_cast<uint64_t>(width));
    if (!taken) return std::nullopt;
    uint64_t value = 0;
    for (char byte : *taken) value = value << 8 | static_cast<uint8_t>(byte);
    return value;
  }

 private:
  std::string_view bytes_;
  int64_t offset_;
};

class ArchiveReader {
 public:
  explicit ArchiveReader(std::string_view path) : path_(path) {}

  arrow::Result<std::vector<ArchivedEntry>> Read(std::string_view body) {
    BlockCursor file(body, 0);
    while (!file.at_end()) {
      int64_t start = file.offset();
      std::optional<std::string_view> magic = file.Take(kMagic.size());
      if (!magic || *magic != kMagic) {
        return CorruptFile(path_, start, "a log block must start with '#HUDI#'");
      }
      std::optional<uint64_t> size = file.TakeNumber(8);
      int64_t block_offset = file.offset();
      std::optional<std::string_view> block;
      if (size) block = file.Take(*size);
      if (!block) return CorruptFile(path_, start, "the log block is cut off");
      ARROW_RETURN_NOT_OK(ReadBlock(BlockCursor(*block, block_offset)));
    }
    return std::move(entries_);
  }

 private:
  arrow::Status CutOff(const BlockCursor& cursor) const {
    return CorruptFile(path_, cursor.offset(), "the log block ends early");
  }

  arrow::Status ReadBlock(BlockCursor block) {
    std::optional<uint64_t> version = block.TakeNumber(4);
    std::optional<uint64_t> type = block.TakeNumber(4);
    std::optional<uint64_t> num_headers = block.TakeNumber(4);
    if (!version || !type || !num_headers) return CutOff(block);
    if (*version != 1 || *type != kAvroDataBlock) {
      return Fail(ErrorCode::kUnsupported, path_, path_, " at byte ", block.offset(),
                  ": archive block of version ", *version, " and type ", *type,
                  "; known is version 1, type 3 (Avro)");
    }
    std::string_view schema_json;
    for (uint64_t i = 0; i < *num_headers; ++i) {
      std::optional<uint64_t> key = block.TakeNumber(4);
      std::optional<uint64_t> size = block.TakeNumber(4);
      std::optional<std::string_view> value;
      if (size) value = block.Take(*size);
      if (!value) return CutOff(block);
      if (*key == kSchemaKey) schema_json = *value;
    }
    std::optional<uint64_t> content_size = block.TakeNumber(8);
    int64_t content_offset = block.offset();
    std::optional<std::string_view> content;
    if (content_size) content = block.Take(*content_size);
    if (!content) return CutOff(block);
    ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr schema, SchemaOf(schema_json, content_offset));
    return ReadRows(*schema, BlockCursor(*content, content_offset));
  }

  arrow::Result<avro::SchemaPtr> SchemaOf(std::string_view json, int64_t offset) {
    avro::SchemaPtr& known = schemas_[std::string(json)];
    if (known == nullptr) {
      arrow::Result<avro::SchemaPtr> parsed = avro::Schema::Parse(json);
      if (!parsed.ok()) return CorruptFile(path_, offset, parsed.status().message());
      known = std::move(parsed).ValueUnsafe();
    }
    return known;
  }

  arrow::Status ReadRows(const avro::Schema& schema, BlockCursor content) {
    std::optional<uint64_t> version = content.TakeNumber(4);
    std::optional<uint64_t> num_rows = content.TakeNumber(4);
    if (!version || *version == 0 || !num_rows) return CutOff(content);
    for (uint64_t i = 0; i < *num_rows; ++i) {
      std::optional<uint64_t> size = content.TakeNumber(4);
      int64_t offset = content.offset();
      std::optional<std::string_view> row;
      if (size) row = content.Take(*size);
      if (!row) return CutOff(content);
      ARROW_ASSIGN_OR_RAISE(avro::Document entry,
                            avro::DecodeDocument(schema, *row, path_, offset));
      auto text = [&](const char* key) {
        auto found = entry.find(key);
        return found != entry.end() && found->is_string() ? found->get<std::string>()
                                                          : std::string();
      };
      entries_.push_back({text("commitTime"), text("actionType"), text("actionState"),
                          text("stateTransitionTime"), BodyOf(entry)});
    }
    return arrow::Status::OK();
  }

  // Each kind of body has a field of its own; one of them is set.
  static std::string BodyOf(const avro::Document& entry) {
    for (const char* key :
         {"hoodieCommitMetadata", "hoodieReplaceCommitMetadata", "hoodieCleanMetadata",
          "hoodieRollbackMetadata", "hoodieSavePointMetadata"}) {
      auto found = entry.find(key);
      if (found == entry.end() || !found->is_object()) continue;
      return found->dump(-1, ' ', false, avro::Document::error_handler_t::replace);
    }
    return "";
  }

  std::string path_;
  std::map<std::string, avro::SchemaPtr> schemas_;
  std::vector<ArchivedEntry> entries_;
};

}  // namespace

bool IsArchiveLogName(std::string_view name) {
  return name.substr(0, kNamePrefix.size()) == kNamePrefix && name.size() > kNamePrefix.size() &&
         name[kNamePrefix.size()] >= '0' && name[kNamePrefix.size()] <= '9' &&
         (name.size() < 4 || name.substr(name.size() - 4) != ".crc");
}

arrow::Result<std::vector<ArchivedEntry>> ReadArchiveLog(std::string_view body,
                                                         std::string_view path) {
  return ArchiveReader(path).Read(body);
}

}  // namespace hudi
