// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

namespace hudi {

/// Hudi's bloom filter: the SIMPLE and DYNAMIC_V0 serialisations of Hadoop's old bloom filter,
/// Murmur hashing.
class BloomFilter {
 public:
  /// A SIMPLE filter for `num_entries` keys (at least 1) with this false positive rate.
  static BloomFilter Create(int64_t num_entries, double false_positive_rate);
  /// Base64 text of a Parquet footer; `type_code` is "", "SIMPLE" or "DYNAMIC_V0".
  /// Errors: kCorruptFile on `path`.
  static arrow::Result<BloomFilter> Parse(std::string_view base64, std::string_view type_code,
                                          std::string_view path);

  void Add(std::string_view key);
  bool MightContain(std::string_view key) const;
  /// Base64 text for the footer key `org.apache.hudi.bloomfilter`.
  std::string Serialize() const;

 private:
  struct Row {
    int32_t num_bits = 0;
    int32_t num_hashes = 0;
    std::vector<uint8_t> bits;
  };
  std::vector<Row> rows_;
  bool dynamic_ = false;
};

}  // namespace hudi
