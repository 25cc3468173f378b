// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include <arrow/compute/initialize.h>
#include <arrow/memory_pool.h>
#include <fmt/format.h>

#include "cli/arguments.h"
#include "cli/completion.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/manual.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "cli/write_request.h"
#include "hudi/error.h"

namespace hudi::cli {

const std::vector<const Verb*>& AllVerbs() {
  static const std::vector<const Verb*> kVerbs = {
      &WriteVerb(),   &ReadVerb(),   &ChangesVerb(), &DeleteVerb(),
      &CopyVerb(),    &SqlVerb(),    &CompactVerb(), &TimelineVerb(),
      &InspectVerb(), &FilesVerb(),  &CommitVerb(),  &SchemaVerb(),
      &CompatVerb(),  &ConfigVerb(), &DoctorVerb(),  &CompletionVerb()};
  return kVerbs;
}

namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;
constexpr int kDoneButUnprinted = 3;

/// Commands for scripts and the build; no help lists them.
struct HiddenCommand {
  std::string_view name;
  arrow::Status (*run)(const std::vector<std::string>& arguments);
};
constexpr HiddenCommand kHiddenCommands[] = {
    {"__complete", PrintCompletions},
    {"__manual", PrintManual},
};

arrow::Result<const Verb*> FindVerb(const std::string& word) {
  std::vector<std::string> names;
  for (const Verb* verb : AllVerbs()) {
    if (verb->name == word) return verb;
    names.emplace_back(verb->name);
  }
  names.emplace_back("help");
  std::string kind = word.starts_with('-') ? "option" : "verb";
  if (kind == "option") names = {"--help", "--version"};
  std::string nearest = NearestOf(word, names);
  return UsageError(fmt::format(
      "unknown {} '{}'; {}", kind, word,
      nearest.empty() ? "see `hudi --help`" : fmt::format("did you mean '{}'?", nearest)));
}

// `hudi help`, `hudi help VERB`.
arrow::Status PrintHelp(const std::vector<std::string>& words) {
  if (words.size() == 1 || words[1] == "--help" || words[1] == "help") return Print(ProgramHelp());
  ARROW_ASSIGN_OR_RAISE(const Verb* verb, FindVerb(words[1]));
  if (words.size() > 2) {
    return UsageError(fmt::format("unexpected argument '{}'; see `hudi --help`", words[2]));
  }
  return Print(VerbHelp(*verb));
}

arrow::Status RunProgram(const std::vector<std::string>& words) {
  if (words.empty() || words[0].empty()) {
    // As other tools do: a person who tries the bare name wants to see what there is.
    if (words.empty()) std::fputs((ProgramHelp() + "\n").c_str(), stderr);
    return UsageError("a verb is missing; see `hudi --help`");
  }
  if (words[0] == "--version") return Print("hudi " HUDI_VERSION "\n");
  if (words[0] == "--help" || words[0] == "-h") return Print(ProgramHelp());
  if (words[0] == "help") return PrintHelp(words);
  for (const HiddenCommand& command : kHiddenCommands) {
    if (command.name == words[0]) return command.run({words.begin() + 1, words.end()});
  }
  ARROW_ASSIGN_OR_RAISE(const Verb* verb, FindVerb(words[0]));
  ARROW_ASSIGN_OR_RAISE(Arguments arguments,
                        Arguments::Parse(*verb, {words.begin() + 1, words.end()}));
  if (arguments.wants_help()) return Print(VerbHelp(*verb));
  ARROW_RETURN_NOT_OK(arrow::compute::Initialize());
  return verb->run(arguments);
}

/// The message on one line, without what a terminal might obey.
std::string Folded(std::string_view message) {
  std::string line;
  for (char c : message) {
    bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    if (!control) {
      line.push_back(c);
    } else if (!line.empty() && line.back() != ' ') {
      line.push_back(' ');
    }
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

/// Arrow's default pool gives memory back to the system within milliseconds, only to ask for it
/// again (a fifth of the time of a large write), and yet holds more of it at the peak than jemalloc
/// does.
void ChooseMemoryPool() {
  std::vector<std::string> pools = arrow::SupportedMemoryBackendNames();
  if (std::find(pools.begin(), pools.end(), "jemalloc") != pools.end()) {
    setenv("ARROW_DEFAULT_MEMORY_POOL", "jemalloc", /*overwrite=*/0);
  }
}

int Main(int argc, char** argv) {
  // A reader that went away must not end a write in the middle.
  std::signal(SIGPIPE, SIG_IGN);
  arrow::Status status;
  try {
    status = RunProgram({argv + 1, argv + argc});
  } catch (const std::exception& exception) {
    // Nothing of ours throws; running out of memory can.
    status = arrow::Status::UnknownError(exception.what());
  }
  if (status.ok()) return kDone;
  if (OutputReaderIsGone()) {
    // Quietly, as `yes | head -1` ends.
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  std::fprintf(stderr, "hudi: error: %s\n", Folded(status.message()).c_str());
  if (IsDoneButUnprinted(status)) return kDoneButUnprinted;
  if (CodeOf(status) == ErrorCode::kInterrupted) return InterruptExitCode();
  return IsUsageError(status) ? kWrongUsage : kFailed;
}

}  // namespace
}  // namespace hudi::cli

int main(int argc, char** argv) {
  hudi::cli::ChooseMemoryPool();
  return hudi::cli::Main(argc, argv);
}
