// SPDX-License-Identifier: Apache-2.0
#include "hudi/config.h"

#include <fmt/format.h>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/result_table.h"
#include "cli/verb.h"
#include "hudi/error.h"

namespace hudi::cli {
namespace {

std::string DefaultText(const ConfigKeyInfo& key) {
  if (key.default_v6 == key.default_v8 && key.default_v8 == key.default_v9) return key.default_v8;
  return fmt::format("{} (version 6), {} (8), {} (9)", key.default_v6, key.default_v8,
                     key.default_v9);
}

std::string Alternatives(const ConfigKeyInfo& key) {
  return fmt::format("{}", fmt::join(key.alternatives, ", "));
}

arrow::Status PrintKey(const ConfigKeyInfo& key) {
  std::string text = key.name + "\n";
  auto line = [&text](std::string_view name, const std::string& value) {
    if (!value.empty()) text += fmt::format("  {:<12}{}\n", name, value);
  };
  line("effect", key.effect);
  line("default", DefaultText(key));
  line("also called", Alternatives(key));
  line("used here", key.used ? "yes" : "no: Hudi knows it, hudi-cpp ignores it");
  return Print(text);
}

arrow::Status PrintKeys(const std::vector<ConfigKeyInfo>& keys, const std::string& format) {
  ResultTable table;
  using Key = ConfigKeyInfo;
  ARROW_RETURN_NOT_OK(table.Add("key", keys, [](const Key& k) { return k.name; }));
  ARROW_RETURN_NOT_OK(table.Add("used", keys, [](const Key& k) { return k.used; }));
  if (format == "table") {
    ARROW_RETURN_NOT_OK(table.Add("default", keys, DefaultText));
  } else {
    ARROW_RETURN_NOT_OK(table.Add("default_v6", keys, [](const Key& k) { return k.default_v6; }));
    ARROW_RETURN_NOT_OK(table.Add("default_v8", keys, [](const Key& k) { return k.default_v8; }));
    ARROW_RETURN_NOT_OK(table.Add("default_v9", keys, [](const Key& k) { return k.default_v9; }));
    ARROW_RETURN_NOT_OK(table.Add("alternatives", keys, Alternatives));
  }
  ARROW_RETURN_NOT_OK(table.Add("effect", keys, [](const Key& k) { return k.effect; }));
  return table.Print(OutputFormatOf(format));
}

arrow::Status RunConfig(const Arguments& arguments) {
  std::string format = arguments.Get("--format", "table");
  std::vector<ConfigKeyInfo> keys;
  if (!arguments.HasPositional("KEY")) {
    for (const ConfigKeyInfo& key : ListConfigKeys()) {
      if (key.used || arguments.Has("--all")) keys.push_back(key);
    }
    return PrintKeys(keys, format);
  }
  const std::string& wanted = arguments.positional("KEY");
  if (const ConfigKeyInfo* key = FindConfigKey(wanted)) {
    return format == "table" ? PrintKey(*key) : PrintKeys({*key}, format);
  }
  for (const ConfigKeyInfo& key : ListConfigKeys()) {
    if (key.name.find(wanted) != std::string::npos) keys.push_back(key);
  }
  if (!keys.empty()) return PrintKeys(keys, format);
  std::string nearest = NearestConfigKey(wanted);
  return Fail(ErrorCode::kNotFound, wanted, "unknown key '", wanted, "'",
              nearest.empty() ? "; see `hudi config --all`" : "; did you mean '" + nearest + "'?");
}

}  // namespace

const Verb& ConfigVerb() {
  static const Verb kVerb = {
      .name = "config",
      .summary = "Explains hoodie.* keys: effect, default, other names.",
      .positionals = {{"KEY", "a key or a part of its name; default: every key that is used here",
                       /*optional=*/true}},
      .options = {{"--all", "", "without KEY: also keys that are known and ignored", {}},
                  {"--format", "FORMAT", "default table", {"table", "json", "csv"}}},
      .details = "",
      .example = "hudi config hoodie.parquet.max.file.size",
      .run = RunConfig,
  };
  return kVerb;
}

}  // namespace hudi::cli
