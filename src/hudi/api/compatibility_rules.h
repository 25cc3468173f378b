// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "hudi/api/table_features.h"
#include "hudi/compatibility.h"

namespace hudi {

/// The engine releases that we say something about; each is one bit of a set.
enum Engine : uint32_t {
  kSpark014 = 1U << 0,
  kSpark015 = 1U << 1,
  kSpark10 = 1U << 2,
  kSpark11 = 1U << 3,
  kSpark12 = 1U << 4,
  kFlink014 = 1U << 5,
  kFlink015 = 1U << 6,
  kFlink10 = 1U << 7,
  kFlink11 = 1U << 8,
  kFlink12 = 1U << 9,
  kTrino473 = 1U << 10,
  kTrino483 = 1U << 11,
  kPresto = 1U << 12,
  kAthena = 1U << 13,
  kHudiRs03 = 1U << 14,
  kHudiRs04 = 1U << 15,
  kHudiRs05 = 1U << 16,
};

struct EngineRow {
  Engine engine;
  std::string_view name;
  std::string_view release;
};
/// In the order in which they are printed.
std::span<const EngineRow> EngineRows();

/// What a feature means for some engines. A table gets the worst verdict of the rules that apply.
struct CompatibilityRule {
  TableFeature feature;
  uint32_t engines;  ///< a set of Engine
  Verdict read;
  Verdict write;
  std::string_view why;
  std::string_view remedy;
  std::string_view source;
};
std::span<const CompatibilityRule> CompatibilityRules();

}  // namespace hudi
