// SPDX-License-Identifier: Apache-2.0
#include "hudi/config.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/arguments.h"
#include "cli/key_pages.h"
#include "cli/output.h"
#include "cli/result_table.h"
#include "cli/verb.h"
#include "hudi/error.h"

namespace hudi::cli {
namespace {

using Key = ConfigKeyInfo;

std::string Joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

arrow::Status PrintKeys(const std::vector<Key>& keys, const std::string& format) {
  ResultTable table;
  auto add = [&](ResultColumn column, auto get) { return table.Add(column, keys, get); };
  if (format == "table") {
    // A line a key for other programs; people want names whole and sentences at their width.
    if (OutputScreen().is_terminal) return Print(KeyList(keys, OutputScreen()));
    ARROW_RETURN_NOT_OK(add({"key"}, [](const Key& k) { return k.name; }));
    ARROW_RETURN_NOT_OK(
        add({"used"}, [](const Key& k) { return std::string(k.used ? "yes" : "no"); }));
    ARROW_RETURN_NOT_OK(add({"default"}, DefaultOfKey));
    ARROW_RETURN_NOT_OK(add({"effect"}, [](const Key& k) { return k.effect; }));
    return table.Print(OutputFormatOf(format));
  }
  ARROW_RETURN_NOT_OK(add({"key"}, [](const Key& k) { return k.name; }));
  ARROW_RETURN_NOT_OK(add({"used"}, [](const Key& k) { return k.used; }));
  ARROW_RETURN_NOT_OK(add({"default_v6"}, [](const Key& k) { return k.default_v6; }));
  ARROW_RETURN_NOT_OK(add({"default_v8"}, [](const Key& k) { return k.default_v8; }));
  ARROW_RETURN_NOT_OK(add({"default_v9"}, [](const Key& k) { return k.default_v9; }));
  ARROW_RETURN_NOT_OK(add({"own_default"}, [](const Key& k) { return k.own_default; }));
  ARROW_RETURN_NOT_OK(add({"expects"}, [](const Key& k) { return k.expects; }));
  ARROW_RETURN_NOT_OK(add({"values"}, [](const Key& k) { return Joined(k.values); }));
  ARROW_RETURN_NOT_OK(add({"example"}, [](const Key& k) { return k.example; }));
  ARROW_RETURN_NOT_OK(add({"alternatives"}, [](const Key& k) { return Joined(k.alternatives); }));
  ARROW_RETURN_NOT_OK(add({"topic"}, [](const Key& k) { return k.topic; }));
  ARROW_RETURN_NOT_OK(add({"read_by"}, [](const Key& k) { return k.read_by; }));
  ARROW_RETURN_NOT_OK(add({"since"}, [](const Key& k) { return k.since; }));
  ARROW_RETURN_NOT_OK(add({"deprecated_after"}, [](const Key& k) { return k.deprecated_after; }));
  ARROW_RETURN_NOT_OK(add({"effect"}, [](const Key& k) { return k.effect; }));
  return table.Print(OutputFormatOf(format));
}

arrow::Status Show(const std::vector<Key>& keys, const std::string& format) {
  if (format == "markdown") return Print(KeyReference(keys));
  return PrintKeys(keys, format);
}

arrow::Status RunConfig(const Arguments& arguments) {
  std::string format = arguments.Get("--format", "table");
  std::vector<Key> keys;
  if (!arguments.HasPositional("KEY")) {
    for (const Key& key : ListConfigKeys()) {
      if (key.used || arguments.Has("--all")) keys.push_back(key);
    }
    return Show(keys, format);
  }
  const std::string& wanted = arguments.positional("KEY");
  if (const Key* key = FindConfigKey(wanted)) {
    return format == "table" ? Print(KeyPage(*key, wanted, OutputScreen())) : Show({*key}, format);
  }
  for (const Key& key : ListConfigKeys()) {
    if (key.name.find(wanted) != std::string::npos) keys.push_back(key);
  }
  if (!keys.empty()) return Show(keys, format);
  std::string nearest = NearestConfigKey(wanted);
  return Fail(ErrorCode::kNotFound, wanted, "unknown key '", wanted, "'",
              nearest.empty() ? "; see `hudi config --all`" : "; did you mean '" + nearest + "'?");
}

}  // namespace

const Verb& ConfigVerb() {
  static const Verb kVerb = {
      .name = "config",
      .summary = "Explains hoodie.* keys: effect, default, values, other names.",
      .positionals = {{"KEY", "a key or a part of its name; default: every key that is used here",
                       /*optional=*/true}},
      .options = {{"--all", "", "without KEY: also keys that are known and ignored", {}},
                  {"--format",
                   "FORMAT",
                   "markdown: as docs/config.md has it; default table",
                   {"table", "json", "csv", "markdown"}}},
      .details = "",
      .example = "hudi config hoodie.parquet.max.file.size",
      .run = RunConfig,
  };
  return kVerb;
}

}  // namespace hudi::cli
