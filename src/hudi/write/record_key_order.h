// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace hudi {

/// Order of the key range in a base file's footer: Java's String.compareTo, by UTF-16 code units.
bool LessInJava(std::string_view a, std::string_view b);

/// A write that is larger than its memory works on this many shards, one after the other.
inline constexpr size_t kNumKeyShards = 64;
/// Shard of a record key.
size_t ShardOfKey(std::string_view key);

}  // namespace hudi
