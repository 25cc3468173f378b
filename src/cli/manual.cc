// SPDX-License-Identifier: Apache-2.0
#include "cli/manual.h"

#include <fmt/format.h>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/verb.h"

namespace hudi::cli {
namespace {

struct ManualEntry {
  std::string_view term;
  std::string_view text;
};

constexpr ManualEntry kExitCodes[] = {
    {"0", "Done."},
    {"1",
     "Failed. One line on standard error, `hudi: error: ...`, says what, where, and what would "
     "have been right. The table is as it was before."},
    {"2", "Wrong usage: the command line itself is at fault. Nothing was read or written."},
    {"3",
     "A write, delete or copy is done, but what it did could not be printed, as on a full disk. "
     "The error names its instant; the table has changed, so do not simply repeat it."},
    {"129, 130, 143",
     "Stopped by SIGHUP, Ctrl-C or SIGTERM. The table is as it was before, and the program says "
     "so; a second signal does not wait for that."},
    {"141", "Standard output was a pipe, and its reader went away. A write is done all the same."},
};

constexpr ManualEntry kEnvironment[] = {
    {"TZ",
     "Time zone of instants in tables whose time zone is LOCAL, and of dates without zone on the "
     "command line."},
    {"TZDIR", "Folder of the time zone database; without it /usr/share/zoneinfo."},
    {"TMPDIR", "Folder for rows that do not fit into the memory; without it /tmp."},
    {"NO_COLOR", "If set and not empty: no colours."},
    {"TERM", "If `dumb`: no colours, and nothing that moves the cursor."},
    {"LC_ALL, LC_CTYPE, LANG", "The first that is set tells whether the terminal shows UTF-8."},
};

constexpr ManualEntry kFiles[] = {
    {"TABLE/.hoodie/hoodie.properties", "What a table is: name, type, version, keys, columns."},
    {"TABLE/.hoodie/",
     "The timeline of version 6: one file for each state of each instant. Versions 8 and 9 keep "
     "it in timeline/ below."},
    {"TABLE/PARTITION/.hoodie_partition_metadata", "Marks a folder as a partition."},
    {"TABLE/PARTITION/*.parquet",
     "Base files: one for each version of each file group, named by file group, task and instant."},
};

// Text as roff prints it: no letter of it is a command.
std::string Plain(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    if (c == '\\') {
      plain += "\\e";
    } else if (c == '-') {
      plain += "\\-";
    } else if (c == '\'') {
      plain += "\\(aq";
    } else if (c == '`') {
      plain += "\\(ga";
    } else if (c == '^') {
      plain += "\\(ha";
    } else if (c == '~') {
      plain += "\\(ti";
    } else {
      plain.push_back(c);
    }
  }
  if (plain.starts_with('.')) plain.insert(0, "\\&");
  return plain;
}

std::string Bold(std::string_view text) { return "\\fB" + Plain(text) + "\\fR"; }
std::string Italic(std::string_view text) { return "\\fI" + Plain(text) + "\\fR"; }

// Sentences; what stands between back quotes is bold.
std::string Prose(std::string_view text) {
  std::string prose;
  while (true) {
    const size_t open = text.find('`');
    prose += Plain(text.substr(0, open));
    if (open == std::string_view::npos) return prose;
    const size_t close = text.find('`', open + 1);
    prose += Bold(text.substr(open + 1, close - open - 1));
    if (close == std::string_view::npos) return prose;
    text.remove_prefix(close + 1);
  }
}

std::string Tagged(const std::string& term, const std::string& text) {
  return fmt::format(".TP\n{}\n{}\n", term, text);
}

template <size_t N>
std::string Entries(const ManualEntry (&entries)[N]) {
  std::string text;
  for (const ManualEntry& entry : entries) text += Tagged(Bold(entry.term), Prose(entry.text));
  return text;
}

std::string Code(std::string_view text) {
  return fmt::format(".PP\n.in +4n\n.nf\n{}\n.fi\n.in\n", Plain(text));
}

std::string OptionSection(const OptionSpec& option) {
  std::string term = Bold(option.name);
  if (!option.value.empty()) term += " " + Italic(option.value);
  std::string text = Prose(option.help);
  if (!option.choices.empty()) {
    text += " (";
    for (size_t i = 0; i < option.choices.size(); ++i) {
      text += (i == 0 ? "" : ", ") + Bold(option.choices[i]);
    }
    text += ")";
  }
  return Tagged(term, text);
}

std::string VerbSection(const Verb& verb) {
  std::string text = fmt::format(".SS {}\n{}", Plain(verb.name), Bold("hudi"));
  text += " " + Bold(verb.name);
  for (const PositionalSpec& positional : verb.positionals) {
    text +=
        positional.optional ? " [" + Italic(positional.name) + "]" : " " + Italic(positional.name);
  }
  text += fmt::format(" [{}]\n.PP\n{}\n", Italic("options"), Prose(verb.summary));
  if (!verb.details.empty()) text += fmt::format(".PP\n{}\n", Prose(verb.details));
  for (const PositionalSpec& positional : verb.positionals) {
    std::string help = Prose(positional.help);
    if (!positional.choices.empty()) {
      help += fmt::format(" ({})", Plain(fmt::format("{}", fmt::join(positional.choices, ", "))));
    }
    text += Tagged(Italic(positional.name), help);
  }
  for (const OptionSpec& option : verb.options) text += OptionSection(option);
  text += Tagged(Bold("--help"), "print the help of this verb");
  return text + ".PP\nExample:\n" + Code(verb.example);
}

std::string Page(const std::string& date) {
  std::string text = fmt::format(
      ".\\\" SPDX-License-Identifier: Apache-2.0\n"
      ".\\\" Made by `hudi __manual` from the tables of the verbs.\n"
      ".TH HUDI 1 {} \"hudi {}\" \"User Commands\"\n",
      date, HUDI_VERSION);
  text += ".SH NAME\nhudi \\- reads and writes Apache Hudi tables\n";
  text += fmt::format(".SH SYNOPSIS\n{} {} ... [{}]\n.br\n{} {} [{}]\n.br\n{} {}\n", Bold("hudi"),
                      Italic("VERB"), Italic("options"), Bold("hudi"), Bold("help"), Italic("VERB"),
                      Bold("hudi"), Bold("--version"));
  text += ".SH DESCRIPTION\n";
  text += Prose(
      "`hudi` creates, changes and reads tables of Apache Hudi, versions 6, 8 and 9, without a "
      "JVM. Hudi on Spark, Flink and Trino reads what it writes, and it reads theirs.");
  text += "\n.PP\n";
  text +=
      Prose(
          "Rows and tables go to standard output, everything else to standard error. A write is "
          "all or "
          "nothing: a reader sees the table as it was before or as it is after, and an interrupted "
          "write (Ctrl-C) leaves it as it was.") +
      "\n";
  text += ".SH VERBS\n";
  for (const Verb* verb : AllVerbs()) text += VerbSection(*verb);
  text += fmt::format(".SS help\n{} {} [{}]\n.PP\nPrints the help of a verb, or lists the verbs.\n",
                      Bold("hudi"), Bold("help"), Italic("VERB"));
  text += ".SH EXIT STATUS\n" + Entries(kExitCodes);
  text += ".SH ENVIRONMENT\n" + Entries(kEnvironment);
  text += ".SH FILES\n" + Entries(kFiles);
  text += ".SH EXAMPLES\nEach verb's section has one; these belong together:\n";
  for (const Verb* verb : AllVerbs()) {
    if (verb->name == "write" || verb->name == "read" || verb->name == "timeline") {
      text += Code(verb->example);
    }
  }
  return text + ".SH SEE ALSO\n" +
         Prose("`hudi config` lists the hoodie.* keys that `--set` takes.") + "\n";
}

}  // namespace

arrow::Status PrintManual(const std::vector<std::string>& arguments) {
  if (arguments.size() != 1 || arguments[0].size() != 10) {
    return UsageError("__manual: expected one date, yyyy-mm-dd");
  }
  return Print(Page(arguments[0]));
}

}  // namespace hudi::cli
