// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hudi::rows {

/// A batch ends once its input was this long, however few its rows.
inline constexpr int64_t kMaxBatchBytes = 64 * 1024 * 1024;
/// Input is read this much at a time.
inline constexpr size_t kBlockBytes = 1024 * 1024;
/// What UTF-8 text may begin with; it says nothing.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
/// JSON that is nested deeper is refused.
inline constexpr int kDeepest = 1000;
/// Integers up to here are doubles, too, without loss.
inline constexpr int64_t kExactInDouble = int64_t{1} << 53;

}  // namespace hudi::rows
