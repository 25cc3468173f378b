// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/place/key_buckets.h"

#include <algorithm>

#include <fmt/format.h>

#include "hudi/slices/file_name.h"

namespace hudi {
namespace {

constexpr size_t kDigits = 8;
constexpr uint32_t kPrime = 31;

// Java's String.hashCode(), which goes over UTF-16 units. `text` is UTF-8.
uint32_t HashOfText(std::string_view text) {
  uint32_t hash = 0;
  for (size_t i = 0; i < text.size();) {
    const auto lead = static_cast<uint8_t>(text[i]);
    const size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    uint32_t code = length == 1 ? lead : lead & (0x7FU >> length);
    for (size_t k = 1; k < length && i + k < text.size(); ++k) {
      code = code << 6 | (static_cast<uint8_t>(text[i + k]) & 0x3FU);
    }
    if (code >= 0x10000) {
      hash = kPrime * hash + (0xD800U + ((code - 0x10000) >> 10));
      code = 0xDC00U + (code & 0x3FFU);
    }
    hash = kPrime * hash + code;
    i += length;
  }
  return hash;
}

/// Java's List<String>.hashCode() of the fields added so far.
class ListHash {
 public:
  void Add(std::string_view text) { AddHash(HashOfText(text)); }
  /// A field as it stands in a record key, where a text stands for null and one for no text.
  void AddValue(std::string_view value) {
    if (value == "__null__") return AddHash(0);
    Add(value == "__empty__" ? std::string_view() : value);
  }
  bool empty() const { return empty_; }
  int32_t Bucket(int32_t num_buckets) const {
    return static_cast<int32_t>(hash_ & 0x7FFFFFFFU) % num_buckets;
  }

 private:
  void AddHash(uint32_t hash) {
    hash_ = kPrime * hash_ + hash;
    empty_ = false;
  }

  uint32_t hash_ = 1;
  bool empty_ = true;
};

}  // namespace

KeyBuckets::KeyBuckets(const WriteConfig& config)
    : table_version_(config.table_version),
      num_buckets_(config.buckets.num_buckets),
      fields_(config.buckets.hash_fields.empty() ? config.keys.key_fields
                                                 : config.buckets.hash_fields) {}

bool KeyBuckets::IsHashField(std::string_view name) const {
  return std::find(fields_.begin(), fields_.end(), name) != fields_.end();
}

// Parts between commas, whatever a value holds; one without a colon is a value too.
int32_t KeyBuckets::OfInVersion6(std::string_view record_key) const {
  ListHash hash;
  if (record_key.find(':') == std::string_view::npos) {
    hash.Add(record_key);
    return hash.Bucket(num_buckets_);
  }
  while (record_key.ends_with(',')) record_key.remove_suffix(1);
  for (size_t begin = 0; begin <= record_key.size();) {
    const size_t end = std::min(record_key.find(',', begin), record_key.size());
    const std::string_view part = record_key.substr(begin, end - begin);
    begin = end + 1;
    const size_t colon = part.find(':');
    if (colon == std::string_view::npos) {
      hash.Add(part);
    } else if (IsHashField(part.substr(0, colon))) {
      hash.AddValue(part.substr(colon + 1));
    }
  }
  return hash.Bucket(num_buckets_);
}

// "f1:v1,f2:v2", where values may hold commas and colons: a value ends at the last comma before the
// next colon.
int32_t KeyBuckets::OfSinceVersion8(std::string_view record_key) const {
  constexpr size_t kNone = std::string_view::npos;
  ListHash hash;
  const bool has_fields = record_key.find(',') != kNone && record_key.find(':') != kNone;
  for (size_t begin = 0; has_fields && begin < record_key.size();) {
    const size_t colon = record_key.find(':', begin);
    if (colon == kNone) break;
    const std::string_view field = record_key.substr(begin, colon - begin);
    size_t end = record_key.size();
    for (size_t next = record_key.find(':', colon + 1); next != kNone;
         next = record_key.find(':', next + 1)) {
      const size_t comma = record_key.rfind(',', next);
      if (comma == kNone || comma < colon) continue;
      end = comma;
      break;
    }
    const std::string_view value = record_key.substr(colon + 1, end - colon - 1);
    begin = end + 1;
    if (IsHashField(field)) hash.AddValue(value);
  }
  if (hash.empty()) hash.Add(record_key);
  return hash.Bucket(num_buckets_);
}

int32_t KeyBuckets::Of(std::string_view record_key) const {
  return table_version_ < 8 ? OfInVersion6(record_key) : OfSinceVersion8(record_key);
}

std::array<int32_t, 2> KeyBuckets::EverywhereOf(std::string_view record_key) const {
  return {OfInVersion6(record_key), OfSinceVersion8(record_key)};
}

std::optional<int32_t> BucketOfFileId(std::string_view file_id) {
  if (file_id.size() <= kDigits || file_id[kDigits] != '-') return std::nullopt;
  int32_t bucket = 0;
  for (size_t i = 0; i < kDigits; ++i) {
    if (file_id[i] < '0' || file_id[i] > '9') return std::nullopt;
    bucket = bucket * 10 + (file_id[i] - '0');
  }
  return bucket;
}

std::string NewBucketFileId(int32_t bucket) {
  return fmt::format("{:08}", bucket) + NewUuid().substr(kDigits) + "-0";
}

}  // namespace hudi
