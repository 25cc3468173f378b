// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace hudi::cli {
namespace {

constexpr const char* kUsageDetail = "hudi::cli::UsageError";

class UsageDetail : public arrow::StatusDetail {
 public:
  const char* type_id() const override { return kUsageDetail; }
  std::string ToString() const override { return "wrong usage"; }
};

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return lower;
}

std::string Joined(const std::vector<std::string_view>& words) {
  std::string joined;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) joined += i + 1 == words.size() ? " or " : ", ";
    joined += words[i];
  }
  return joined;
}

arrow::Result<std::string> CheckChoice(std::string_view name,
                                       const std::vector<std::string_view>& allowed,
                                       const std::string& value) {
  if (allowed.empty()) return value;
  std::vector<std::string> choices;
  for (std::string_view choice : allowed) {
    if (Lower(choice) == Lower(value)) return std::string(choice);
    choices.emplace_back(choice);
  }
  std::string nearest = NearestOf(value, choices);
  return UsageError(fmt::format("{} '{}': expected {}{}", name, value, Joined(allowed),
                                nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
}

// Letters to add, drop, change or swap with their neighbour.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before_last(b.size() + 1);
  std::vector<size_t> last(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, changed});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

// What CLI11 left over is an option nobody knows or one positional too many.
arrow::Status RefuseLeftOver(const Verb& verb, const std::string& word) {
  if (word.size() < 2 || word[0] != '-') {
    return UsageError(
        fmt::format("unexpected argument '{}'; see `hudi {} --help`", word, verb.name));
  }
  std::string name = word.substr(0, word.find('='));
  std::vector<std::string> names = {"--help"};
  for (const OptionSpec& option : verb.options) names.emplace_back(option.name);
  std::string nearest = NearestOf(name, names);
  if (nearest.empty()) {
    return UsageError(
        fmt::format("unknown option '{0}' of `hudi {1}`; see `hudi {1} --help`", name, verb.name));
  }
  return UsageError(fmt::format("unknown option '{}' of `hudi {}`; did you mean '{}'?", name,
                                verb.name, nearest));
}

/// The words of a command line, each where it belongs, unchecked.
struct Words {
  bool wants_help = false;
  std::vector<std::string> positionals;          ///< per positional; "" if absent
  std::vector<std::vector<std::string>> values;  ///< per option
  std::vector<size_t> flag_counts;               ///< per option
  std::vector<std::string> left_over;
};

arrow::Result<Words> SplitWords(const Verb& verb, std::vector<std::string> words) {
  Words found;
  found.positionals.resize(verb.positionals.size());
  found.values.resize(verb.options.size());
  found.flag_counts.resize(verb.options.size());
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  app.add_flag("-h,--help", found.wants_help);
  try {
    for (size_t i = 0; i < verb.positionals.size(); ++i) {
      app.add_option(std::string(verb.positionals[i].name), found.positionals[i]);
    }
    for (size_t i = 0; i < verb.options.size(); ++i) {
      std::string name(verb.options[i].name);
      if (verb.options[i].value.empty()) {
        app.add_flag_function(name, [&found, i](int64_t count) {
          found.flag_counts[i] = static_cast<size_t>(count);
        });
      } else {
        app.add_option(name, found.values[i])->allow_extra_args(false);
      }
    }
    std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
    app.parse(words);
  } catch (const CLI::Error& error) {
    if (found.wants_help) return found;
    return UsageError(fmt::format("{}; see `hudi {} --help`", error.what(), verb.name));
  }
  found.left_over = app.remaining();
  return found;
}

}  // namespace

arrow::Status UsageError(std::string message) {
  return arrow::Status(arrow::StatusCode::Invalid, std::move(message),
                       std::make_shared<UsageDetail>());
}

bool IsUsageError(const arrow::Status& status) {
  return status.detail() != nullptr && std::string_view(status.detail()->type_id()) == kUsageDetail;
}

arrow::Status AsUsageError(const arrow::Status& status) {
  return status.ok() ? status : UsageError(status.message());
}

arrow::Result<Arguments> Arguments::Parse(const Verb& verb, std::vector<std::string> words) {
  Arguments arguments;
  ARROW_ASSIGN_OR_RAISE(Words found, SplitWords(verb, std::move(words)));
  arguments.wants_help_ = found.wants_help;
  if (found.wants_help) return arguments;
  if (!found.left_over.empty()) return RefuseLeftOver(verb, found.left_over[0]);
  for (size_t i = 0; i < verb.positionals.size(); ++i) {
    const PositionalSpec& positional = verb.positionals[i];
    if (!found.positionals[i].empty()) {
      ARROW_ASSIGN_OR_RAISE(std::string checked,
                            CheckChoice(positional.name, positional.choices, found.positionals[i]));
      arguments.positionals_.emplace(positional.name, std::move(checked));
    } else if (!positional.optional) {
      return UsageError(fmt::format("{} is missing: expected {}; see `hudi {} --help`",
                                    positional.name, positional.help, verb.name));
    }
  }
  for (size_t i = 0; i < verb.options.size(); ++i) {
    const OptionSpec& option = verb.options[i];
    size_t count = option.value.empty() ? found.flag_counts[i] : found.values[i].size();
    if (count == 0) continue;
    if (count > 1 && !option.repeatable) {
      return UsageError(fmt::format("{} stands twice", option.name));
    }
    std::vector<std::string>& kept = arguments.options_[std::string(option.name)];
    for (const std::string& value : found.values[i]) {
      ARROW_ASSIGN_OR_RAISE(std::string checked, CheckChoice(option.name, option.choices, value));
      kept.push_back(std::move(checked));
    }
  }
  return arguments;
}

const std::string& Arguments::positional(std::string_view name) const {
  return positionals_.find(name)->second;
}

bool Arguments::HasPositional(std::string_view name) const {
  return positionals_.find(name) != positionals_.end();
}

bool Arguments::Has(std::string_view option) const {
  return options_.find(option) != options_.end();
}

std::optional<std::string> Arguments::Find(std::string_view option) const {
  auto found = options_.find(option);
  if (found == options_.end() || found->second.empty()) return std::nullopt;
  return found->second.front();
}

std::string Arguments::Get(std::string_view option, std::string_view otherwise) const {
  return Find(option).value_or(std::string(otherwise));
}

std::vector<std::string> Arguments::All(std::string_view option) const {
  auto found = options_.find(option);
  return found == options_.end() ? std::vector<std::string>() : found->second;
}

arrow::Result<std::optional<int64_t>> Arguments::FindNumber(std::string_view option, int64_t min,
                                                            int64_t max) const {
  std::optional<std::string> text = Find(option);
  if (!text) return std::nullopt;
  int64_t value = 0;
  auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || end != text->data() + text->size() || value < min || value > max) {
    return UsageError(
        max == std::numeric_limits<int64_t>::max()
            ? fmt::format("{} '{}': expected a whole number of at least {}", option, *text, min)
            : fmt::format("{} '{}': expected a whole number from {} to {}", option, *text, min,
                          max));
  }
  return value;
}

std::string Trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(kBlank) - first + 1));
}

std::vector<std::string> SplitNames(std::string_view text) {
  std::vector<std::string> names;
  while (true) {
    size_t end = text.find(',');
    std::string name = Trimmed(text.substr(0, end));
    if (!name.empty()) names.push_back(std::move(name));
    if (end == std::string_view::npos) return names;
    text.remove_prefix(end + 1);
  }
}

arrow::Result<int64_t> ParseSize(std::string_view option, std::string_view text) {
  auto wrong = [&] {
    return UsageError(
        fmt::format("{} '{}': expected a size such as 2GB, 512MB or 1GiB", option, text));
  };
  double number = 0;
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (error != std::errc() || stop == text.data() || !(number > 0)) return wrong();
  std::string unit = Lower(Trimmed(std::string_view(stop, static_cast<size_t>(end - stop))));
  double factor = 1;
  if (!unit.empty() && unit != "b") {
    size_t power = std::string_view("kmgt").find(unit[0]);
    std::string rest = unit.substr(1);
    if (power == std::string_view::npos || (rest != "" && rest != "b" && rest != "ib")) {
      return wrong();
    }
    for (size_t i = 0; i <= power; ++i) factor *= rest == "b" ? 1000 : 1024;
  }
  double bytes = number * factor;
  if (bytes < 1 || bytes >= static_cast<double>(std::numeric_limits<int64_t>::max())) {
    return wrong();
  }
  return static_cast<int64_t>(bytes);
}

std::string NearestOf(std::string_view word, const std::vector<std::string>& words) {
  std::string lower = Lower(word);
  size_t best = std::max<size_t>(2, word.size() / 3) + 1;
  std::string nearest;
  for (const std::string& candidate : words) {
    size_t distance = EditDistance(lower, Lower(candidate));
    if (distance < best && distance < candidate.size()) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

}  // namespace hudi::cli
