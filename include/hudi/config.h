// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hudi/export.h"

namespace hudi {

struct HUDI_EXPORT ConfigKeyInfo {
  std::string name;
  std::vector<std::string> alternatives;
  /// Default per table version (6, 8, 9); the same text three times where they agree; "" for none.
  std::string default_v6, default_v8, default_v9;
  /// One sentence; empty where we only know that Hudi has the key.
  std::string effect;
  /// Whether this library acts on it.
  bool used = false;
};

/// Every key that Hudi knows, by name.
HUDI_EXPORT const std::vector<ConfigKeyInfo>& ListConfigKeys();
/// Null if Hudi has no such key (alternatives are looked up too).
HUDI_EXPORT const ConfigKeyInfo* FindConfigKey(const std::string& name);
/// The known key nearest to `name`, or "".
HUDI_EXPORT std::string NearestConfigKey(const std::string& name);

}  // namespace hudi
