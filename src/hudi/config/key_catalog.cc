// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string_view>

#include "hudi/base/text.h"
#include "hudi/config.h"
#include "hudi/config/write_keys.h"

namespace hudi {
namespace {

struct KnownKey {
  const char* name;
  const char* alternatives;
  const char* default_v6;
  const char* default_v8;
  const char* default_v9;
};

constexpr KnownKey kKnownKeys[] = {
#define HUDI_KEY(name, alternatives, v6, v8, v9) {name, alternatives, v6, v8, v9},
#include "hudi/config/known_keys.inc"
#undef HUDI_KEY
};

struct Catalog {
  std::vector<ConfigKeyInfo> keys;
  std::map<std::string_view, size_t> by_name;  // main and older spellings

  Catalog() {
    for (const KnownKey& known : kKnownKeys) {
      ConfigKeyInfo info;
      info.name = known.name;
      if (*known.alternatives != '\0') info.alternatives = SplitText(known.alternatives, ' ');
      info.default_v6 = known.default_v6;
      info.default_v8 = known.default_v8;
      info.default_v9 = known.default_v9;
      keys.push_back(std::move(info));
    }
    for (size_t i = 0; i < keys.size(); ++i) by_name.emplace(keys[i].name, i);
    for (size_t i = 0; i < keys.size(); ++i) {
      for (const std::string& older : keys[i].alternatives) by_name.emplace(older, i);
    }
    Describe(KeyOptionKeys());
    Describe(FileSizingKeys());
    Describe(ParquetKeys());
    Describe(WriteKeys());
    Describe(RuleKeys());
  }

  template <typename Rows>
  void Describe(const Rows& rows) {
    for (const auto& row : rows) {
      const auto found = by_name.find(row.name);
      if (found == by_name.end()) continue;  // a unit test refuses such a row
      keys[found->second].effect = row.effect;
      keys[found->second].used = true;
    }
  }
};

const Catalog& TheCatalog() {
  static const Catalog catalog;
  return catalog;
}

}  // namespace

const std::vector<ConfigKeyInfo>& ListConfigKeys() { return TheCatalog().keys; }

const ConfigKeyInfo* FindConfigKey(const std::string& name) {
  const Catalog& catalog = TheCatalog();
  const auto found = catalog.by_name.find(name);
  return found == catalog.by_name.end() ? nullptr : &catalog.keys[found->second];
}

std::string NearestConfigKey(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& [known, index] : TheCatalog().by_name) names.emplace_back(known);
  return NearestWord(name, names);
}

}  // namespace hudi
