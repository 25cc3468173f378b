// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hudi::log {

/// Text of a block's RECORD_POSITIONS: base64 of a portable 64-bit Roaring bitmap of row numbers in
/// the base file. `positions` ascend strictly; the i-th is that of the block's i-th record.
std::string EncodeRecordPositions(const std::vector<uint64_t>& positions);

/// The positions, ascending; nullopt for text that is none, and for one of more than `most`
/// positions: a few bytes may stand for billions.
std::optional<std::vector<uint64_t>> DecodeRecordPositions(std::string_view text,
                                                           uint64_t most = uint64_t{1} << 28);

}  // namespace hudi::log
