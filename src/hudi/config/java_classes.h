// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "hudi/config/write_config.h"

namespace hudi {

/// A key generator of Hudi: its type word, its Java class, and what it does here.
struct KeyGeneratorName {
  std::string_view type;
  std::string_view java_class;
  KeyGeneratorType generator;
};

/// By type word ("COMPLEX", in any case) or by Java class. Null for others.
const KeyGeneratorName* FindKeyGenerator(std::string_view type_or_class);
/// The row of a generator that Spark's data source uses.
const KeyGeneratorName& KeyGeneratorNameOf(KeyGeneratorType generator);

inline constexpr std::string_view kOverwriteWithLatestPayload =
    "org.apache.hudi.common.model.OverwriteWithLatestAvroPayload";
inline constexpr std::string_view kDefaultPayload =
    "org.apache.hudi.common.model.DefaultHoodieRecordPayload";

/// What the payload class of this name does; nullopt for classes that we cannot stand in for.
std::optional<PayloadKind> FindPayload(std::string_view java_class);

/// Merge strategy identifiers.
inline constexpr std::string_view kEventTimeStrategy = "eeb8d96f-b1e4-49fd-bbf8-28ac514178e5";
inline constexpr std::string_view kCommitTimeStrategy = "ce9acb64-bde0-424c-9b91-f6ebba25356d";
inline constexpr std::string_view kPayloadStrategy = "00000000-0000-0000-0000-000000000000";
/// Whether it is one of these.
inline bool IsHudisStrategy(std::string_view id) {
  return id == kEventTimeStrategy || id == kCommitTimeStrategy || id == kPayloadStrategy;
}

}  // namespace hudi
