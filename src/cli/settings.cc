// SPDX-License-Identifier: Apache-2.0
#include "cli/settings.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hudi/config.h"

namespace hudi::cli {
namespace {

constexpr std::string_view kAbsent = "null";

std::string MainName(const std::string& key) {
  const ConfigKeyInfo* info = FindConfigKey(key);
  return info == nullptr ? key : info->name;
}

/// The value as the key wants it: `--type cow` is COPY_ON_WRITE.
std::string KeyValue(std::string_view option, const std::string& value) {
  if (option != "--type") return value;
  if (value == "cow") return "COPY_ON_WRITE";
  if (value == "mor") return "MERGE_ON_READ";
  return value;
}

// Lists are equal whatever blanks stand in them.
bool SameValue(std::string_view a, std::string_view b) { return SplitNames(a) == SplitNames(b); }

}  // namespace

OptionSpec SetOption() {
  return {.name = "--set",
          .value = "KEY=VALUE",
          .help = "any key that Hudi's data source takes; the value null means absent; repeatable",
          .choices = {},
          .repeatable = true};
}

arrow::Result<std::map<std::string, std::string>> CollectSettings(
    const Arguments& arguments, const std::vector<KeyFlag>& flags) {
  std::map<std::string, std::string> settings;
  std::map<std::string, std::string> spelling;  // main name -> the key as it was given
  for (const std::string& text : arguments.All("--set")) {
    size_t equals = text.find('=');
    std::string key = Trimmed(std::string_view(text).substr(0, equals));
    if (equals == std::string::npos || key.empty()) {
      return UsageError(fmt::format("--set '{}': expected KEY=VALUE", text));
    }
    std::string value = text.substr(equals + 1);
    auto [found, added] = spelling.try_emplace(MainName(key), key);
    if (!added && !SameValue(settings[found->second], value)) {
      return UsageError(fmt::format("--set {}={} contradicts --set {}={}", key, value,
                                    found->second, settings[found->second]));
    }
    if (added) settings[key] = std::move(value);
  }
  for (const KeyFlag& flag : flags) {
    std::optional<std::string> given = arguments.Find(flag.option);
    if (!given) continue;
    std::string key(flag.key);
    std::string value = KeyValue(flag.option, *given);
    auto found = spelling.find(MainName(key));
    if (found == spelling.end()) {
      settings[key] = std::move(value);
      continue;
    }
    std::string& set = settings[found->second];
    if (set != kAbsent && !SameValue(set, value)) {
      return UsageError(
          fmt::format("{} {} contradicts --set {}={}", flag.option, *given, found->second, set));
    }
    if (set == kAbsent) set = std::move(value);
  }
  return settings;
}

arrow::Result<std::string> FindInstant(const Arguments& arguments, std::string_view option) {
  std::optional<std::string> given = arguments.Find(option);
  if (!given) return std::string();
  if (Trimmed(*given).empty()) {
    return UsageError(fmt::format("{} '{}': expected an instant", option, *given));
  }
  return *std::move(given);
}

}  // namespace hudi::cli
