// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hudi/export.h"

namespace hudi {

/// What the text of a value stands for.
enum class ConfigValueKind { kText, kBoolean, kWholeNumber, kNumber, kWord, kColumns, kJavaClass };

struct HUDI_EXPORT ConfigKeyInfo {
  std::string name;
  std::vector<std::string> alternatives;
  /// Default per table version (6, 8, 9); the same text three times where they agree; "" for none.
  std::string default_v6, default_v8, default_v9;
  /// This library's default where it differs from Hudi's on purpose.
  std::optional<std::string> own_default;
  /// One sentence.
  std::string effect;
  /// Whether this library acts on it. The others are accepted and reported as ignored.
  bool used = false;
  ConfigValueKind kind = ConfigValueKind::kText;
  /// The values of kBoolean and kWord, in any case.
  std::vector<std::string> values;
  /// What a value must be, e.g. "a whole number greater than 0".
  std::string expects;
  /// A value that may be given; "" where we know none.
  std::string example;
  /// What the key is about, e.g. "Keys and partitions", and who reads it, in one sentence.
  std::string topic;
  std::string read_by;
  /// Release of Hudi that brought the key, and the last one before it was deprecated; may be "".
  std::string since;
  std::string deprecated_after;
};

/// Every key that Hudi knows, by name.
HUDI_EXPORT const std::vector<ConfigKeyInfo>& ListConfigKeys();
/// The topics of keys in the order in which a person reads them.
HUDI_EXPORT std::vector<std::string> ListConfigTopics();
/// Null if Hudi has no such key (alternatives are looked up too).
HUDI_EXPORT const ConfigKeyInfo* FindConfigKey(const std::string& name);
/// The known key nearest to `name`, or "".
HUDI_EXPORT std::string NearestConfigKey(const std::string& name);

}  // namespace hudi
