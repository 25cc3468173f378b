// SPDX-License-Identifier: Apache-2.0
#include "cli/key_pages.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/shell_words.h"
#include "cli/write_request.h"

namespace hudi::cli {
namespace {

std::string OrNone(const std::string& text) { return text.empty() ? "none" : text; }

// The option of `hudi write` or `hudi read` that is short for the key, or "".
std::string ShortForm(const ConfigKeyInfo& key) {
  if (key.name == "as.of.instant") return "--as-of";
  for (const KeyFlag& flag : WriteKeyFlags()) {
    const ConfigKeyInfo* meant = FindConfigKey(std::string(flag.key));
    if (meant != nullptr && meant->name == key.name) return std::string(flag.option);
  }
  return "";
}

bool IsForReading(const ConfigKeyInfo& key) {
  return key.name == "as.of.instant" || key.name == "hoodie.datasource.query.type";
}

std::string ExampleCommand(const ConfigKeyInfo& key) {
  if (!key.used || key.example.empty()) return "";
  const std::string setting = key.name + "=" + key.example;
  const std::string word =
      Quoted(setting, '\0') == setting ? setting : fmt::format("'{}'", Quoted(setting, '\''));
  return IsForReading(key) ? fmt::format("hudi read orders --set {}", word)
                           : fmt::format("hudi write orders --input rows.json --set {}", word);
}

// Text between pipes of a Markdown table.
std::string CellText(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '<') cell.push_back('\\');
    cell.push_back(c);
  }
  return cell;
}

bool NamesAll(const std::string& text, const std::vector<std::string>& words) {
  return std::all_of(words.begin(), words.end(), [&text](const std::string& word) {
    return text.find(word) != std::string::npos;
  });
}

std::string CodeOrNothing(const std::string& text) {
  return text.empty() ? "" : fmt::format("`{}`", text);
}

std::string DefaultCell(const ConfigKeyInfo& key) {
  const bool same = key.default_v6 == key.default_v8 && key.default_v8 == key.default_v9;
  std::string hudis = CodeOrNothing(key.default_v8);
  if (!same) {
    hudis =
        fmt::format("6: {}, 8: {}, 9: {}", OrNone(CodeOrNothing(key.default_v6)),
                    OrNone(CodeOrNothing(key.default_v8)), OrNone(CodeOrNothing(key.default_v9)));
  }
  if (!key.own_default) return hudis;
  return fmt::format("{}; Hudi: {}", OrNone(CodeOrNothing(*key.own_default)), OrNone(hudis));
}

std::string ReferenceRow(const ConfigKeyInfo& key) {
  std::string effect = CellText(key.effect);
  if (key.kind == ConfigValueKind::kWord && !NamesAll(key.effect, key.values)) {
    effect += " Values: " + CellText(key.expects) + ".";
  }
  const std::string flag = ShortForm(key);
  if (!flag.empty()) effect += fmt::format(" Short: `{}`.", flag);
  if (!key.alternatives.empty()) {
    effect += fmt::format(" Older: `{}`.", fmt::join(key.alternatives, "`, `"));
  }
  return fmt::format("| `{}` | {} | {} | {} |\n", key.name, DefaultCell(key),
                     key.used ? "yes" : "no", effect);
}

}  // namespace

std::string DefaultOfKey(const ConfigKeyInfo& key) {
  std::string hudis = key.default_v8;
  if (key.default_v6 != key.default_v8 || key.default_v8 != key.default_v9) {
    hudis = fmt::format("{} (version 6), {} (8), {} (9)", OrNone(key.default_v6),
                        OrNone(key.default_v8), OrNone(key.default_v9));
  }
  if (!key.own_default) return hudis;
  return fmt::format("{}; Hudi: {}", OrNone(*key.own_default), OrNone(hudis));
}

std::string KeyList(const std::vector<ConfigKeyInfo>& keys, const Screen& screen) {
  constexpr size_t kIndent = 4;
  const size_t width = screen.width != std::string::npos && screen.width > kIndent + 20
                           ? screen.width - kIndent
                           : std::string::npos;
  std::string text;
  for (const ConfigKeyInfo& key : keys) {
    text += Styled(key.name, key.used ? Style::kStrong : Style::kPlain, screen);
    if (!key.used) text += Styled("  not used here", Style::kFaint, screen);
    text += "\n";
    const std::string usual = DefaultOfKey(key);
    for (const std::string& line :
         WrapToWidth(key.effect + (usual.empty() ? "" : " Default: " + usual + "."), width)) {
      text += std::string(kIndent, ' ') + line + "\n";
    }
  }
  return text;
}

std::string KeyPage(const ConfigKeyInfo& key, const std::string& asked, const Screen& screen) {
  std::string text = Styled(key.name, Style::kStrong, screen) + "\n";
  if (asked != key.name) text += fmt::format("  ({} is an older name of it)\n", asked);
  constexpr size_t kIndent = 15;
  auto line = [&](std::string_view name, const std::string& value) {
    if (value.empty()) return;
    const size_t width = screen.width > kIndent + 20 && screen.width != std::string::npos
                             ? screen.width - kIndent
                             : std::string::npos;
    bool first = true;
    for (const std::string& part : WrapToWidth(value, width)) {
      text += fmt::format("  {:<13}{}\n", first ? name : "", part);
      first = false;
    }
  };
  line("effect", key.effect);
  line("default", OrNone(DefaultOfKey(key)));
  line("expects", key.expects);
  line("topic", key.topic);
  line("read", key.read_by);
  line("also called", fmt::format("{}", fmt::join(key.alternatives, ", ")));
  line("since", key.since.empty() ? "" : "Hudi " + key.since);
  line("deprecated", key.deprecated_after.empty() ? "" : "after Hudi " + key.deprecated_after);
  line("used here", key.used ? "yes" : "no: Hudi heeds it, hudi-cpp accepts and ignores it");
  const std::string flag = ShortForm(key);
  line("short form",
       flag.empty() ? "" : fmt::format("hudi {} {}", IsForReading(key) ? "read" : "write", flag));
  const std::string example = ExampleCommand(key);
  if (!example.empty()) text += fmt::format("  {:<13}{}\n", "example", example);
  return text;
}

std::string KeyReference(const std::vector<ConfigKeyInfo>& keys) {
  std::string text =
      "# Configuration keys\n\n"
      "Every key that Hudi 0.15.0, 1.0.2 and 1.2.0 know. `--set KEY=VALUE` takes them all; *used* "
      "says whether hudi-cpp acts on a key.\nThe others are accepted, reported as ignored, and "
      "kept where they stand in a table's `hoodie.properties`. A default that differs\nbetween "
      "table versions is given for 6, 8 and 9. `hudi config KEY` says more about one key.\n\n"
      "Printed by `hudi config --all --format markdown`; a test compares.\n";
  for (const std::string& topic : ListConfigTopics()) {
    std::string rows;
    std::string read_by;
    // What is used comes first.
    for (const bool used : {true, false}) {
      for (const ConfigKeyInfo& key : keys) {
        if (key.topic != topic || key.used != used) continue;
        read_by = key.read_by;
        rows += ReferenceRow(key);
      }
    }
    if (rows.empty()) continue;
    text += fmt::format("\n## {}\n\n{}\n\n| key | default | used | effect |\n|---|---|---|---|\n{}",
                        topic, CellText(read_by), rows);
  }
  return text;
}

}  // namespace hudi::cli
