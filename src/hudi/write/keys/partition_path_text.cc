// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/keys/partition_path_text.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <arrow/builder.h>

#include "hudi/error.h"

namespace hudi {
namespace {

constexpr std::array<bool, 256> EscapedBytes() {
  std::array<bool, 256> escaped{};
  for (int c = 0; c < ' '; ++c) escaped[static_cast<size_t>(c)] = true;
  for (const char c :
       {'"', '#', '%', '\'', '*', '/', ':', '=', '?', '\\', '\x7F', '{', '[', ']', '^'}) {
    escaped[static_cast<size_t>(c)] = true;
  }
  return escaped;
}
constexpr std::array<bool, 256> kEscaped = EscapedBytes();

arrow::Status BadPath(const std::vector<PartitionPart>& parts, int64_t row, std::string_view path,
                      const char* problem) {
  std::string fields;
  for (const PartitionPart& part : parts) fields += (fields.empty() ? "" : ",") + part.field;
  return Fail(ErrorCode::kInvalidRow, fields, "row ", row, ": partition field '", fields,
              "' gives the path '", path, "': ", problem);
}

/// Remembers rows by their values; partition values repeat, next to each other or not.
class SeenRows {
 public:
  explicit SeenRows(const std::vector<PartitionPart>& parts) : parts_(parts) { slots_.fill(-1); }

  /// An earlier row with the values of `row`, or -1; `row` takes its place. `*slot` is a number
  /// below kSlots that stays the same for equal values.
  int64_t Find(int64_t row, size_t* slot) {
    *slot = Hash(row) % kSlots;
    const int64_t seen = slots_[*slot];
    slots_[*slot] = row;
    return seen >= 0 && Same(seen, row) ? seen : -1;
  }

  static constexpr size_t kSlots = 256;

 private:
  std::string_view Value(const PartitionPart& part, int64_t row) const {
    return part.values->IsNull(row) ? std::string_view() : part.values->GetView(row);
  }

  /// Of the lengths and last bytes, where values of one column differ most.
  size_t Hash(int64_t row) const {
    uint64_t hash = 0;
    for (const PartitionPart& part : parts_) {
      const std::string_view value = Value(part, row);
      uint64_t tail = 0;
      const size_t bytes = std::min(value.size(), sizeof(tail));
      if (bytes > 0) std::memcpy(&tail, value.data() + (value.size() - bytes), bytes);
      hash = (hash ^ tail ^ value.size()) * 0x9E3779B97F4A7C15U;
    }
    return static_cast<size_t>(hash >> 32);
  }

  /// Null and empty values give the same path.
  bool Same(int64_t a, int64_t b) const {
    for (const PartitionPart& part : parts_) {
      if (Value(part, a) != Value(part, b)) return false;
    }
    return true;
  }

  const std::vector<PartitionPart>& parts_;
  std::array<int64_t, kSlots> slots_;
};

/// Whether the values are the paths: a single field, nothing to add or replace.
arrow::Result<bool> ValuesArePaths(const std::vector<PartitionPart>& parts,
                                   const PartitionStyle& style, int64_t first_row) {
  if (parts.size() != 1 || style.hive_style || style.url_encode || parts[0].slash_separated) {
    return false;
  }
  const arrow::StringArray& values = *parts[0].values;
  if (values.null_count() > 0) return false;
  SeenRows seen(parts);
  for (int64_t row = 0; row < values.length(); ++row) {
    size_t slot = 0;
    if (seen.Find(row, &slot) >= 0) continue;
    const std::string_view value = values.GetView(row);
    if (value.empty()) return false;
    if (const char* problem = PartitionPathProblem(value)) {
      return BadPath(parts, first_row + row + 1, value, problem);
    }
  }
  return true;
}

}  // namespace

const char* PartitionPathProblem(std::string_view path) {
  const size_t first_slash = path.find('/');
  if (path.substr(0, first_slash).find(':') != std::string_view::npos) {
    return "a ':' in its first level makes it a URI; set "
           "hoodie.datasource.write.partitionpath.urlencode=true";
  }
  if (path.find('\0') != std::string_view::npos) {
    return "it holds a NUL byte; set hoodie.datasource.write.partitionpath.urlencode=true";
  }
  size_t begin = 0;
  while (true) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view level = path.substr(begin, end - begin);
    if (level.empty()) {
      return "one of its levels is empty; remove leading, trailing and doubled '/', or set "
             "hoodie.datasource.write.partitionpath.urlencode=true";
    }
    if (level == "." || level == "..") return "'.' and '..' are no folder names";
    if (begin == 0 && level == ".hoodie") return "'.hoodie' holds the table's own files";
    if (end == path.size()) return nullptr;
    begin = end + 1;
  }
}

void AppendEscapedPartitionValue(std::string_view value, std::string* out) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  for (const char c : value) {
    const auto byte = static_cast<uint8_t>(c);
    if (kEscaped[byte]) {
      out->push_back('%');
      out->push_back(kHex[byte >> 4]);
      out->push_back(kHex[byte & 15]);
    } else {
      out->push_back(c);
    }
  }
}

void AppendPartitionPart(const PartitionPart& part, const PartitionStyle& style, int64_t row,
                         std::string* path) {
  if (style.hive_style) {
    path->append(part.field);
    path->push_back('=');
  }
  const std::string_view value =
      part.values->IsNull(row) ? std::string_view() : part.values->GetView(row);
  if (value.empty()) {
    path->append(kDefaultPartition);
    return;
  }
  const size_t begin = path->size();
  if (style.url_encode) {
    AppendEscapedPartitionValue(value, path);
  } else {
    path->append(value);
  }
  // A leading dash would make the path absolute, so such a value is left alone.
  if (part.slash_separated && (*path)[begin] != '-') {
    std::replace(path->begin() + static_cast<int64_t>(begin), path->end(), '-', '/');
  }
}

arrow::Result<std::shared_ptr<arrow::StringArray>> JoinPartitionPaths(
    const std::vector<PartitionPart>& parts, const PartitionStyle& style, int64_t first_row) {
  ARROW_ASSIGN_OR_RAISE(const bool values_are_paths, ValuesArePaths(parts, style, first_row));
  if (values_are_paths) return parts[0].values;
  const int64_t length = parts[0].values->length();
  arrow::StringBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Reserve(length));
  SeenRows seen(parts);
  std::vector<std::string> paths_of_slots(SeenRows::kSlots);
  for (int64_t row = 0; row < length; ++row) {
    size_t slot = 0;
    const bool known = seen.Find(row, &slot) >= 0;
    std::string& path = paths_of_slots[slot];
    if (!known) {
      path.clear();
      for (size_t p = 0; p < parts.size(); ++p) {
        if (p > 0) path.push_back('/');
        AppendPartitionPart(parts[p], style, row, &path);
      }
      if (const char* problem = PartitionPathProblem(path)) {
        return BadPath(parts, first_row + row + 1, path, problem);
      }
    }
    ARROW_RETURN_NOT_OK(builder.ReserveData(static_cast<int64_t>(path.size())));
    builder.UnsafeAppend(path);
  }
  std::shared_ptr<arrow::StringArray> paths;
  ARROW_RETURN_NOT_OK(builder.Finish(&paths));
  return paths;
}

}  // namespace hudi
