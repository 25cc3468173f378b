// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/log/delete_block.h"

#include <fmt/format.h>

#include "hudi/error.h"
#include "hudi/format/log/big_endian.h"

namespace hudi::log {
namespace {

using Kind = DeleteOrdering::Kind;

constexpr int64_t kDeleteHeadSize = 8;
constexpr std::string_view kCutOff = "the payload ends early";

/// Reads one payload; the functions return false once `rule_` is set.
class Payload {
 public:
  explicit Payload(std::string_view bytes) : cursor_(bytes) {}

  bool Records(std::vector<DeleteRecord>* records) {
    return Blocks([&] {
      DeleteRecord record;
      if (!OptionalText(&record.record_key) || !OptionalText(&record.partition_path) ||
          !Ordering(&record.ordering, /*inside=*/false)) {
        return false;
      }
      records->push_back(std::move(record));
      return true;
    });
  }

  int64_t offset() const { return cursor_.offset(); }
  bool at_end() const { return cursor_.at_end(); }
  std::string_view rule() const { return rule_; }

 private:
  bool Bad(std::string_view rule) {
    if (rule_.empty()) rule_ = rule;
    return false;
  }

  template <typename Item>
  bool Blocks(Item item) {
    while (true) {
      int64_t count = 0;
      if (!avro::ReadBlockCount(&cursor_, /*min_item_bytes=*/1, &count)) return Bad(kCutOff);
      if (count == 0) return true;
      for (; count > 0; --count) {
        if (!item()) return Bad(kCutOff);
      }
    }
  }

  bool OptionalText(std::optional<std::string>* text) {
    int64_t branch = 0;
    if (!cursor_.ReadLong(&branch)) return Bad(kCutOff);
    if (branch == 0) return true;
    std::string_view bytes;
    if (branch != 1) return Bad("no such branch of the union");
    if (!cursor_.ReadString(&bytes)) return Bad(kCutOff);
    *text = std::string(bytes);
    return true;
  }

  bool Ordering(DeleteOrdering* value, bool inside) {
    int64_t branch = 0;
    if (!cursor_.ReadLong(&branch)) return Bad(kCutOff);
    constexpr auto kSeveral = static_cast<int64_t>(Kind::kSeveral);
    if (branch < 0 || branch > kSeveral) return Bad("no such branch of the ordering value");
    value->kind = static_cast<Kind>(branch);
    if (inside && branch == kSeveral) value->kind = Kind::kLocalDate;
    return Value(value) || Bad(kCutOff);
  }

  bool Value(DeleteOrdering* value) {
    std::string_view bytes;
    int32_t whole = 0;
    float single = 0;
    bool flag = false;
    switch (value->kind) {
      case Kind::kNone:
        return true;
      case Kind::kBoolean:
        if (!cursor_.ReadBool(&flag)) return false;
        value->number = flag ? 1 : 0;
        return true;
      case Kind::kInt:
      case Kind::kDate:
      case Kind::kLocalDate:
        if (!cursor_.ReadInt(&whole)) return false;
        value->number = whole;
        return true;
      case Kind::kLong:
      case Kind::kTimeMicros:
      case Kind::kTimestampMicros:
        return cursor_.ReadLong(&value->number);
      case Kind::kFloat:
        if (!cursor_.ReadNumber(&single)) return false;
        value->real = single;
        return true;
      case Kind::kDouble:
        return cursor_.ReadNumber(&value->real);
      case Kind::kBytes:
      case Kind::kText:
      case Kind::kDecimal:
        if (!cursor_.ReadString(&bytes)) return false;
        value->bytes = bytes;
        return true;
      case Kind::kSeveral:
        return Several(value);
    }
    return false;
  }

  bool Several(DeleteOrdering* value) {
    int64_t branch = 0;
    if (!cursor_.ReadLong(&branch)) return Bad(kCutOff);
    if (branch == 0) return true;
    if (branch != 1) return Bad("no such branch of the union");
    return Blocks([&] {
      DeleteOrdering part;
      if (!Ordering(&part, /*inside=*/true)) return false;
      value->several.push_back(std::move(part));
      return true;
    });
  }

  avro::ByteCursor cursor_;
  std::string rule_;
};

void AppendOptionalText(const std::optional<std::string>& text, std::string* out) {
  avro::AppendLong(text ? 1 : 0, out);
  if (text) avro::AppendString(*text, out);
}

template <typename Number>
void AppendNumber(Number value, std::string* out) {
  // This code runs on little-endian machines only.
  out->append(reinterpret_cast<const char*>(&value), sizeof(value));
}

void AppendOrdering(const DeleteOrdering& value, std::string* out) {
  bool local_date = value.kind == Kind::kLocalDate;
  avro::AppendLong(static_cast<int64_t>(local_date ? Kind::kSeveral : value.kind), out);
  switch (value.kind) {
    case Kind::kNone:
      break;
    case Kind::kBoolean:
      out->push_back(static_cast<char>(value.number != 0));
      break;
    case Kind::kInt:
    case Kind::kDate:
    case Kind::kLocalDate:
    case Kind::kLong:
    case Kind::kTimeMicros:
    case Kind::kTimestampMicros:
      avro::AppendLong(value.number, out);
      break;
    case Kind::kFloat:
      AppendNumber(static_cast<float>(value.real), out);
      break;
    case Kind::kDouble:
      AppendNumber(value.real, out);
      break;
    case Kind::kBytes:
    case Kind::kText:
    case Kind::kDecimal:
      avro::AppendString(value.bytes, out);
      break;
    case Kind::kSeveral:
      avro::AppendLong(1, out);
      if (!value.several.empty()) {
        avro::AppendLong(static_cast<int64_t>(value.several.size()), out);
        for (const DeleteOrdering& part : value.several) AppendOrdering(part, out);
      }
      avro::AppendLong(0, out);
      break;
  }
}

}  // namespace

arrow::Result<std::vector<DeleteRecord>> DecodeDeleteBlock(std::string_view content,
                                                           const avro::BytesOrigin& origin) {
  if (static_cast<int64_t>(content.size()) < kDeleteHeadSize) {
    return origin.Corrupt(0, "a delete block's head has 8 bytes");
  }
  auto version = ReadBigEndian<int32_t>(content.data());
  if (version != kDeleteBlockVersion) {
    std::string_view why =
        version == 1 || version == 2 ? " (Java objects, serialised by Kryo)" : "";
    return Fail(ErrorCode::kUnsupported, origin.path, origin.path, " at byte ", origin.file_offset,
                ": content version ", version, " of a delete block", why,
                " is not supported; version ", kDeleteBlockVersion, " is");
  }
  int64_t length = ReadBigEndian<int32_t>(content.data() + 4);
  if (length != static_cast<int64_t>(content.size()) - kDeleteHeadSize) {
    return origin.Corrupt(
        4, fmt::format("a payload of {} bytes in a content of {}", length, content.size()));
  }
  std::vector<DeleteRecord> records;
  Payload payload(content.substr(kDeleteHeadSize));
  if (!payload.Records(&records))
    return origin.Corrupt(kDeleteHeadSize + payload.offset(), payload.rule());
  if (!payload.at_end()) {
    return origin.Corrupt(kDeleteHeadSize + payload.offset(), "bytes behind the last record");
  }
  return records;
}

std::string EncodeDeleteBlock(const std::vector<DeleteRecord>& records) {
  std::string payload;
  if (!records.empty()) avro::AppendLong(static_cast<int64_t>(records.size()), &payload);
  for (const DeleteRecord& record : records) {
    AppendOptionalText(record.record_key, &payload);
    AppendOptionalText(record.partition_path, &payload);
    AppendOrdering(record.ordering, &payload);
  }
  avro::AppendLong(0, &payload);
  std::string content;
  AppendBigEndian(kDeleteBlockVersion, &content);
  AppendBigEndian(static_cast<int32_t>(payload.size()), &content);
  return content + payload;
}

}  // namespace hudi::log
