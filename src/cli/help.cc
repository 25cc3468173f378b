// SPDX-License-Identifier: Apache-2.0
#include "cli/help.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "cli/terminal.h"

namespace hudi::cli {
namespace {

// Longer lines are hard to read, and a terminal may have less.
size_t Width() {
  constexpr size_t kMost = 100;
  return std::min(kMost, OutputScreen().width);
}

// Appends `text`, broken between words at Width(); lines after the first begin with `indent`
// blanks. `column` is where the first word goes.
void AppendWrapped(std::string_view text, size_t indent, size_t column, std::string* out) {
  const size_t width = Width();
  bool first = true;
  while (!text.empty()) {
    size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!first && column + 1 + word.size() > width) {
      out->push_back('\n');
      out->append(indent, ' ');
      column = indent;
    } else if (!first) {
      out->push_back(' ');
      ++column;
    }
    out->append(word);
    column += word.size();
    first = false;
  }
  out->push_back('\n');
}

struct Entry {
  std::string left;
  std::string right;
};

std::string Aligned(const std::vector<Entry>& entries) {
  // Descriptions keep more than half of the lines, on a narrow screen nearly all.
  const size_t widest_left = Width() < 60 ? 4 : std::min<size_t>(30, Width() * 2 / 5);
  size_t width = 0;
  for (const Entry& entry : entries) {
    if (entry.left.size() <= widest_left) width = std::max(width, entry.left.size());
  }
  std::string text;
  size_t indent = 2 + width + 2;
  for (const Entry& entry : entries) {
    text += "  " + entry.left;
    if (entry.left.size() > width) {
      text.push_back('\n');
      text.append(indent, ' ');
    } else {
      text.append(indent - 2 - entry.left.size(), ' ');
    }
    AppendWrapped(entry.right, indent, indent, &text);
  }
  return text;
}

std::string OptionText(const OptionSpec& option) {
  std::string text(option.name);
  if (!option.value.empty()) text += fmt::format(" {}", option.value);
  return text;
}

std::string ChoicesText(const std::vector<std::string_view>& choices) {
  return choices.empty() ? "" : fmt::format(" ({})", fmt::join(choices, ", "));
}

}  // namespace

std::string ProgramHelp() {
  std::string text =
      "usage: hudi VERB ... [options]\n\n"
      "Reads and writes Apache Hudi tables.\n\n"
      "verbs:\n";
  std::vector<Entry> entries;
  for (const Verb* verb : AllVerbs()) {
    entries.push_back({std::string(verb->name), std::string(verb->summary)});
  }
  text += Aligned(entries);
  text += "\nother:\n" +
          Aligned({{"--version", "print the version"},
                   {"--help", "print this; `hudi VERB --help` or `hudi help VERB` says more"}});
  return text;
}

std::string VerbHelp(const Verb& verb) {
  std::string text = fmt::format("usage: hudi {}", verb.name);
  std::vector<Entry> entries;
  for (const PositionalSpec& positional : verb.positionals) {
    text += positional.optional ? fmt::format(" [{}]", positional.name)
                                : fmt::format(" {}", positional.name);
    entries.push_back({std::string(positional.name),
                       std::string(positional.help) + ChoicesText(positional.choices)});
  }
  text += " [options]\n\n";
  AppendWrapped(verb.summary, 0, 0, &text);
  if (!verb.details.empty()) {
    text.push_back('\n');
    AppendWrapped(verb.details, 0, 0, &text);
  }
  if (!entries.empty()) text += "\narguments:\n" + Aligned(entries);
  entries.clear();
  for (const OptionSpec& option : verb.options) {
    entries.push_back({OptionText(option), std::string(option.help) + ChoicesText(option.choices)});
  }
  entries.push_back({"--help", "print this"});
  text += "\noptions:\n" + Aligned(entries);
  text += fmt::format("\nexample:\n  {}\n", verb.example);
  return text;
}

}  // namespace hudi::cli
