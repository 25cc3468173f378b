// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hudi/config/write_config.h"

namespace hudi {

/// Which bucket of a bucket index a record belongs to: its number is the hash of some key fields,
/// as Java's List.hashCode() has it, modulo the number of buckets. A partition has one file group a
/// bucket, whose file id begins with the number in eight digits.
///
/// Fields are taken from the text of the record key, as each release takes it apart
/// (BucketIdentifier, KeyGenUtils).
class KeyBuckets {
 public:
  explicit KeyBuckets(const WriteConfig& config);

  int32_t num_buckets() const { return num_buckets_; }

  int32_t Of(std::string_view record_key) const;
  /// Where any release may have put the key: in the bucket by which the table's version counts, and
  /// in that of the other versions.
  std::array<int32_t, 2> EverywhereOf(std::string_view record_key) const;

 private:
  bool IsHashField(std::string_view name) const;
  int32_t OfInVersion6(std::string_view record_key) const;
  int32_t OfSinceVersion8(std::string_view record_key) const;

  int table_version_;
  int32_t num_buckets_;
  std::vector<std::string> fields_;
};

/// The bucket that a file group is named after; nullopt: it is named otherwise. (Of random names
/// one in 43 looks like a bucket's, so ask about several.)
std::optional<int32_t> BucketOfFileId(std::string_view file_id);

/// A new file group of a bucket.
std::string NewBucketFileId(int32_t bucket);

}  // namespace hudi
