// SPDX-License-Identifier: Apache-2.0
#include "cli/completion.h"

#include <algorithm>
#include <cctype>
#include <set>

#include <arrow/compute/initialize.h>
#include <fmt/format.h>

#include "cli/arguments.h"
#include "cli/known_columns.h"
#include "cli/output.h"
#include "cli/shell_words.h"
#include "cli/verb.h"
#include "hudi/config.h"
#include "hudi/table_info.h"

namespace hudi::cli {
namespace {

struct Candidate {
  std::string word;
  std::string meaning;
};

struct Answer {
  std::vector<Candidate> candidates;
  bool files = false;
  bool folders = false;
  bool may_go_on = false;  ///< no blank behind the word
};

/// What stands on the command line up to the cursor.
struct Line {
  const Verb* verb = nullptr;
  std::vector<std::string> positionals;
  std::vector<std::pair<const OptionSpec*, std::string>> options;
  const OptionSpec* pending = nullptr;  ///< the current word is this option's value
  bool only_positionals = false;        ///< behind `--`
  std::string current;
};

const Verb* FindVerb(std::string_view name) {
  for (const Verb* verb : AllVerbs()) {
    if (verb->name == name) return verb;
  }
  return nullptr;
}

const OptionSpec* FindOption(const Verb& verb, std::string_view name) {
  for (const OptionSpec& option : verb.options) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

Line SplitLine(const Verb& verb, const std::vector<std::string>& words) {
  Line line;
  line.verb = &verb;
  line.current = words.back();
  for (size_t i = 1; i + 1 < words.size(); ++i) {
    const std::string& word = words[i];
    if (line.only_positionals || word.size() < 2 || word[0] != '-') {
      line.positionals.push_back(word);
      continue;
    }
    if (word == "--") {
      line.only_positionals = true;
      continue;
    }
    const size_t equals = word.find('=');
    const OptionSpec* option = FindOption(verb, word.substr(0, equals));
    if (option == nullptr) continue;
    if (equals != std::string::npos) {
      line.options.emplace_back(option, word.substr(equals + 1));
    } else if (option->value.empty()) {
      line.options.emplace_back(option, "");
    } else if (i + 2 < words.size()) {
      line.options.emplace_back(option, words[++i]);
    } else {
      line.pending = option;
    }
  }
  return line;
}

std::vector<std::string> ValuesOf(const Line& line, std::string_view option) {
  std::vector<std::string> values;
  for (const auto& [given, value] : line.options) {
    if (given->name == option) values.push_back(value);
  }
  return values;
}

std::string ValueOf(const Line& line, std::string_view option) {
  const std::vector<std::string> values = ValuesOf(line, option);
  return values.empty() ? "" : values[0];
}

// The table whose columns and instants are meant: the first argument of every verb that has one.
std::string TableOf(const Line& line) {
  const auto& specs = line.verb->positionals;
  const bool names_table = !specs.empty() && (specs[0].name == "TABLE" || specs[0].name == "SRC");
  return names_table && !line.positionals.empty() ? line.positionals[0] : "";
}

void AddColumns(const arrow::Schema* schema, std::vector<Candidate>* columns) {
  if (schema == nullptr) return;
  for (const std::shared_ptr<arrow::Field>& field : schema->fields()) {
    const bool is_known = std::any_of(columns->begin(), columns->end(),
                                      [&](const Candidate& c) { return c.word == field->name(); });
    if (!is_known) columns->push_back({field->name(), SparkTypeText(*field->type())});
  }
}

std::vector<Candidate> Columns(const Line& line) {
  std::vector<Candidate> columns;
  if (!arrow::compute::Initialize().ok()) return columns;
  AddColumns(ColumnsOfTable(TableOf(line)).get(), &columns);
  if (FindOption(*line.verb, "--input") != nullptr) {
    AddColumns(ColumnsOfInput(ValuesOf(line, "--input"), ValueOf(line, "--input-format"),
                              ValueOf(line, "--schema"))
                   .get(),
               &columns);
  }
  return columns;
}

void AddMetaColumns(std::vector<Candidate>* columns) {
  if (columns->empty()) return;
  for (const char* name : {"_hoodie_commit_time", "_hoodie_commit_seqno", "_hoodie_record_key",
                           "_hoodie_partition_path", "_hoodie_file_name"}) {
    columns->push_back({name, "string"});
  }
}

// Keeps what begins with `typed`; if nothing does, what does so in another case.
void KeepMatching(std::string_view typed, std::vector<Candidate>* candidates) {
  auto lower = [](std::string_view text) {
    std::string copy(text);
    for (char& c : copy) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return copy;
  };
  std::vector<Candidate> same;
  std::vector<Candidate> other_case;
  for (const Candidate& candidate : *candidates) {
    if (candidate.word.starts_with(typed)) {
      same.push_back(candidate);
    } else if (lower(candidate.word).starts_with(lower(typed))) {
      other_case.push_back(candidate);
    }
  }
  *candidates = same.empty() ? std::move(other_case) : std::move(same);
}

// Completes the last part of `typed`, which begins at `part`; the rest is kept.
Answer CompletePart(std::string_view typed, size_t part, std::vector<Candidate> candidates) {
  Answer answer;
  KeepMatching(typed.substr(part), &candidates);
  for (Candidate& candidate : candidates) {
    candidate.word = std::string(typed.substr(0, part)) + candidate.word;
  }
  answer.candidates = std::move(candidates);
  return answer;
}

size_t BeginOfListPart(std::string_view typed) {
  size_t part = typed.rfind(',');
  part = part == std::string_view::npos ? 0 : part + 1;
  while (part < typed.size() && typed[part] == ' ') ++part;
  return part;
}

// A comma list of columns, each once.
Answer CompleteColumnList(std::string_view typed, std::vector<Candidate> columns) {
  const size_t part = BeginOfListPart(typed);
  const std::vector<std::string> listed = SplitNames(typed.substr(0, part));
  std::erase_if(columns, [&listed](const Candidate& column) {
    return std::find(listed.begin(), listed.end(), column.word) != listed.end();
  });
  Answer answer = CompletePart(typed, part, std::move(columns));
  answer.may_go_on = true;
  return answer;
}

// As a list of columns; behind a column and a blank stands the direction.
Answer CompleteOrder(std::string_view typed, std::vector<Candidate> columns) {
  const size_t blank = typed.find(' ', BeginOfListPart(typed));
  if (blank == std::string_view::npos) return CompleteColumnList(typed, std::move(columns));
  return CompletePart(typed, blank + 1, {{"asc", "smallest first"}, {"desc", "greatest first"}});
}

// The column that a predicate may go on with.
Answer CompletePredicate(std::string_view typed, std::vector<Candidate> columns) {
  size_t part = typed.size();
  while (part > 0 && (std::isalnum(static_cast<unsigned char>(typed[part - 1])) != 0 ||
                      typed[part - 1] == '_' || typed[part - 1] == '.')) {
    --part;
  }
  const auto quotes = std::count(typed.begin(), typed.begin() + static_cast<long>(part), '\'');
  if (quotes % 2 == 1) return {};  // inside a text
  Answer answer = CompletePart(typed, part, std::move(columns));
  answer.may_go_on = true;
  return answer;
}

Answer CompleteKeyName(std::string_view typed, bool with_equals) {
  std::vector<Candidate> keys;
  for (const ConfigKeyInfo& key : ListConfigKeys()) {
    keys.push_back({key.name + (with_equals ? "=" : ""), key.effect});
  }
  Answer answer = CompletePart(typed, 0, keys);
  if (answer.candidates.empty()) {
    // Older spellings only where nothing else fits.
    keys.clear();
    for (const ConfigKeyInfo& key : ListConfigKeys()) {
      for (const std::string& older : key.alternatives) {
        keys.push_back({older + (with_equals ? "=" : ""), key.effect});
      }
    }
    answer = CompletePart(typed, 0, std::move(keys));
  }
  answer.may_go_on = with_equals;
  return answer;
}

Answer CompleteSetting(const Line& line, std::string_view typed) {
  const size_t equals = typed.find('=');
  if (equals == std::string_view::npos) return CompleteKeyName(typed, /*with_equals=*/true);
  const ConfigKeyInfo* key = FindConfigKey(std::string(typed.substr(0, equals)));
  if (key == nullptr) return {};
  Answer answer;
  if (key->kind == ConfigValueKind::kColumns) {
    answer = CompleteColumnList(typed.substr(equals + 1), Columns(line));
    for (Candidate& candidate : answer.candidates) {
      candidate.word = std::string(typed.substr(0, equals + 1)) + candidate.word;
    }
    return answer;
  }
  std::vector<Candidate> values;
  for (const std::string& value : key->values) values.push_back({value, ""});
  return CompletePart(typed, equals + 1, std::move(values));
}

bool WritesRows(const TimelineEntry& entry) {
  return entry.state == "COMPLETED" && (entry.action == "commit" || entry.action == "deltacommit" ||
                                        entry.action == "replacecommit");
}

// Newest first.
Answer CompleteInstant(const Line& line, std::string_view typed, bool only_writes) {
  arrow::Result<std::vector<TimelineEntry>> timeline = ListTimeline(TableOf(line), false);
  if (!timeline.ok()) return {};
  std::vector<Candidate> instants;
  for (auto entry = timeline->rbegin(); entry != timeline->rend(); ++entry) {
    if (only_writes && !WritesRows(*entry)) continue;
    instants.push_back({entry->begin, entry->operation.empty()
                                          ? entry->action
                                          : entry->action + ": " + entry->operation});
  }
  return CompletePart(typed, 0, std::move(instants));
}

Answer CompleteChoice(std::string_view typed, const std::vector<std::string_view>& choices) {
  std::vector<Candidate> candidates;
  for (const std::string_view choice : choices) candidates.push_back({std::string(choice), ""});
  return CompletePart(typed, 0, std::move(candidates));
}

// What a value may be, by the name it has in the help.
Answer CompleteValue(const Line& line, std::string_view option, std::string_view name,
                     std::string_view typed) {
  Answer answer;
  if (name == "COLUMN,...") {
    std::vector<Candidate> columns = Columns(line);
    if (line.verb->name == "read") AddMetaColumns(&columns);
    return option == "--order-by" ? CompleteOrder(typed, std::move(columns))
                                  : CompleteColumnList(typed, std::move(columns));
  }
  if (name == "PREDICATE") {
    std::vector<Candidate> columns = Columns(line);
    AddMetaColumns(&columns);
    return CompletePredicate(typed, std::move(columns));
  }
  if (name == "KEY=VALUE") return CompleteSetting(line, typed);
  if (name == "KEY") return CompleteKeyName(typed, /*with_equals=*/false);
  if (name == "INSTANT") return CompleteInstant(line, typed, /*only_writes=*/!option.empty());
  if (name == "FILE") answer.files = true;
  if (name == "TABLE" || name == "SRC" || name == "DST" || name == "PATH") answer.folders = true;
  return answer;
}

Answer CompleteOptionValue(const Line& line, const OptionSpec& option, std::string_view typed) {
  return option.choices.empty() ? CompleteValue(line, option.name, option.value, typed)
                                : CompleteChoice(typed, option.choices);
}

Answer CompleteOptionName(const Line& line) {
  std::vector<Candidate> names;
  for (const OptionSpec& option : line.verb->options) {
    const bool stands =
        std::any_of(line.options.begin(), line.options.end(),
                    [&option](const auto& given) { return given.first == &option; });
    if (!stands || option.repeatable) {
      names.push_back({std::string(option.name), std::string(option.help)});
    }
  }
  names.push_back({"--help", "print the help of this verb"});
  return CompletePart(line.current, 0, std::move(names));
}

Answer CompleteVerb(std::string_view typed) {
  std::vector<Candidate> verbs;
  for (const Verb* verb : AllVerbs()) {
    verbs.push_back({std::string(verb->name), std::string(verb->summary)});
  }
  verbs.push_back({"help", "Prints the help of a verb."});
  if (typed.starts_with("-")) {
    verbs = {{"--help", "list the verbs"}, {"--version", "print the version"}};
  }
  return CompletePart(typed, 0, std::move(verbs));
}

Answer CompleteHelpTopic(std::string_view typed) {
  Answer answer = CompleteVerb(typed);
  std::erase_if(answer.candidates,
                [](const Candidate& c) { return c.word == "help" || c.word[0] == '-'; });
  return answer;
}

Answer CompleteOnLine(const Line& line) {
  const std::string& typed = line.current;
  if (line.pending != nullptr) return CompleteOptionValue(line, *line.pending, typed);
  if (!line.only_positionals && typed.starts_with("-")) {
    const size_t equals = typed.find('=');
    if (equals == std::string::npos) return CompleteOptionName(line);
    const OptionSpec* option = FindOption(*line.verb, typed.substr(0, equals));
    if (option == nullptr || option->value.empty()) return {};
    Answer answer = CompleteOptionValue(line, *option, typed.substr(equals + 1));
    for (Candidate& candidate : answer.candidates) {
      candidate.word = typed.substr(0, equals + 1) + candidate.word;
    }
    return answer;
  }
  if (line.positionals.size() >= line.verb->positionals.size()) {
    return line.only_positionals || !typed.empty() ? Answer{} : CompleteOptionName(line);
  }
  const PositionalSpec& positional = line.verb->positionals[line.positionals.size()];
  return positional.choices.empty() ? CompleteValue(line, "", positional.name, typed)
                                    : CompleteChoice(typed, positional.choices);
}

Answer Complete(const std::vector<std::string>& words) {
  if (words.size() == 1) return CompleteVerb(words[0]);
  if (words[0] == "help") return words.size() == 2 ? CompleteHelpTopic(words[1]) : Answer{};
  const Verb* verb = FindVerb(words[0]);
  return verb == nullptr ? Answer{} : CompleteOnLine(SplitLine(*verb, words));
}

std::string Hints(const Answer& answer) {
  std::vector<std::string_view> hints;
  if (answer.files) hints.push_back("files");
  if (answer.folders) hints.push_back("folders");
  if (answer.may_go_on) hints.push_back("nospace");
  return hints.empty() ? "-" : fmt::format("{}", fmt::join(hints, " "));
}

// One line holds one candidate: names with line breaks cannot be offered.
bool IsOneLine(const std::string& word) {
  return word.find_first_of("\n\t\r") == std::string::npos;
}

}  // namespace

arrow::Status PrintCompletions(const std::vector<std::string>& arguments) {
  if (arguments.empty() || (arguments[0] != "bash" && arguments[0] != "zsh")) {
    return UsageError("__complete: expected bash or zsh, then the words of the command line");
  }
  const bool is_bash = arguments[0] == "bash";
  std::vector<std::string> words;
  char open_quote = '\0';
  for (size_t i = 1; i < arguments.size(); ++i) {
    ShellWord word = Unquoted(arguments[i]);
    open_quote = word.open_quote;
    words.push_back(std::move(word.text));
  }
  if (words.empty()) words.emplace_back();
  const Answer answer = Complete(words);
  std::string text = Hints(answer) + "\n";
  for (const Candidate& candidate : answer.candidates) {
    if (!IsOneLine(candidate.word)) continue;
    text += is_bash ? Quoted(candidate.word, open_quote) : candidate.word;
    if (IsOneLine(candidate.meaning) && !candidate.meaning.empty())
      text += "\t" + candidate.meaning;
    text += "\n";
  }
  return Print(text);
}

}  // namespace hudi::cli
