// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/array.h>
#include <arrow/result.h>

namespace hudi {

/// Hudi's bloom filter: the SIMPLE and DYNAMIC_V0 serialisations of Hadoop's old bloom filter,
/// Murmur hashing.
///
/// All integers are big-endian. SIMPLE:
///
///     0   int32  -1           version mark (any positive number: Jenkins hashing, refused)
///     4   int32  hashes       bits set per key
///     8   int8   1            Murmur (0: Jenkins, refused)
///     9   int32  bits         size of the vector
///     13  bytes  (bits+7)/8   bit i = byte[i/8] bit (i%8), least significant first
///
/// DYNAMIC_V0 starts with the same 13 bytes (`bits` of one row), then int32 keys per row, int32
/// keys in the last row, int32 number of rows, and the rows, each a whole SIMPLE serialisation.
class BloomFilter {
 public:
  /// A SIMPLE filter for `num_entries` keys (at least 1) with this false positive rate. It is no
  /// larger than one for `max_entries` keys: more of them have fewer bits and hashes each, and the
  /// rate grows.
  static BloomFilter Create(int64_t num_entries, double false_positive_rate,
                            int64_t max_entries = std::numeric_limits<int64_t>::max());
  /// Base64 text of a Parquet footer; `type_code` is "", "SIMPLE" or "DYNAMIC_V0".
  /// Errors: kCorruptFile on `path`.
  static arrow::Result<BloomFilter> Parse(std::string_view base64, std::string_view type_code,
                                          std::string_view path);

  void Add(std::string_view key);
  /// Adds every key that is not null.
  void AddAll(const arrow::StringArray& keys);
  bool MightContain(std::string_view key) const;
  /// The share of keys never added that it lets through, going by the bits that are set.
  double FalsePositiveRate() const;
  /// The same of an empty filter once it holds `num_entries` keys.
  double RateWith(int64_t num_entries) const;
  /// Base64 text for the footer key `org.apache.hudi.bloomfilter`.
  std::string Serialize() const;
  /// Value for the footer key `hoodie_bloom_filter_type_code`; empty: the key is left out.
  std::string_view type_code() const;

 private:
  struct Row {
    int32_t num_bits = 0;
    int32_t num_hashes = 0;
    std::vector<uint8_t> bits;
  };
  static Row EmptyRow(int32_t num_bits, int32_t num_hashes);
  /// The row that takes the next `wanted` keys or fewer; how many is returned in `room`.
  Row& RowForNextKeys(int64_t wanted, int64_t* room);

  std::vector<Row> rows_;
  bool dynamic_ = false;
  // DYNAMIC_V0 only.
  int32_t keys_per_row_ = 0;
  int32_t keys_in_last_row_ = 0;
};

}  // namespace hudi
