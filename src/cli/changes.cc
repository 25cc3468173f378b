// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/settings.h"
#include "cli/state_file.h"
#include "cli/verb.h"
#include "hudi/change_feed.h"
#include "hudi/error.h"
#include "hudi/rows.h"

namespace hudi::cli {
namespace {

constexpr int64_t kDefaultIntervalMs = 1000;
constexpr int64_t kLongestIntervalMs = 24 * 60 * 60 * 1000;

/// Passes on what is written to it, but for the first line.
class WithoutFirstLine : public arrow::io::OutputStream {
 public:
  explicit WithoutFirstLine(arrow::io::OutputStream& output) : output_(output) {}

  using arrow::io::Writable::Write;
  arrow::Status Write(const void* data, int64_t size) override {
    std::string_view text(static_cast<const char*>(data), static_cast<size_t>(size));
    if (!passed_) {
      size_t end = text.find('\n');
      if (end == std::string_view::npos) return arrow::Status::OK();
      passed_ = true;
      text.remove_prefix(end + 1);
    }
    return output_.Write(text.data(), static_cast<int64_t>(text.size()));
  }
  arrow::Status Close() override { return arrow::Status::OK(); }
  arrow::Result<int64_t> Tell() const override { return output_.Tell(); }
  bool closed() const override { return false; }

 private:
  arrow::io::OutputStream& output_;
  bool passed_ = false;
};

arrow::Result<ReadOptions> MakeOptions(const Arguments& arguments) {
  ReadOptions options;
  ARROW_ASSIGN_OR_RAISE(options.config, CollectSettings(arguments, {}));
  ARROW_ASSIGN_OR_RAISE(options.from, FindInstant(arguments, "--from"));
  ARROW_ASSIGN_OR_RAISE(options.to, FindInstant(arguments, "--to"));
  if (arguments.Has("--follow") && arguments.Has("--to")) {
    return UsageError("--to ends where --follow would go on: give one of them");
  }
  if (std::optional<std::string> where = arguments.Find("--where")) {
    arrow::Result<PredicatePtr> filter = ParseSqlPredicate(*where);
    if (!filter.ok()) return UsageError("--where: " + filter.status().message());
    options.filter = *std::move(filter);
  }
  ARROW_ASSIGN_OR_RAISE(std::optional<int64_t> threads,
                        arguments.FindNumber("--threads", 1, kMaxThreads));
  options.threads = static_cast<int>(threads.value_or(0));
  return options;
}

/// Prints change sets, and keeps in the state file how far it is.
class Printer {
 public:
  Printer(RowOutputFormat format, StateFile* state) : format_(format), state_(state) {}

  arrow::Status Print(ChangeSet changes) {
    if (format_ == RowOutputFormat::kCsv && printed_header_) {
      WithoutFirstLine body(*output_);
      ARROW_RETURN_NOT_OK(WriteRows(*changes.rows, format_, body));
    } else {
      ARROW_RETURN_NOT_OK(WriteRows(*changes.rows, format_, *output_));
      printed_header_ = true;
    }
    ARROW_RETURN_NOT_OK(output_->Flush());
    return Reached(changes.checkpoint);
  }

  // Only what was printed is behind the checkpoint.
  arrow::Status Reached(const std::string& checkpoint) {
    return state_ == nullptr ? arrow::Status::OK() : state_->Save(checkpoint);
  }

 private:
  const RowOutputFormat format_;
  StateFile* state_;  // null: nobody keeps it
  std::shared_ptr<arrow::io::OutputStream> output_ = StandardOutput();
  bool printed_header_ = false;
};

// False if a signal asked to stop.
bool Sleep(int64_t interval_ms) {
  constexpr int64_t kStepMs = 50;
  for (int64_t waited = 0; waited < interval_ms && !Interrupted(); waited += kStepMs) {
    std::this_thread::sleep_for(std::chrono::milliseconds(std::min(kStepMs, interval_ms - waited)));
  }
  return !Interrupted();
}

arrow::Status Changes(const Arguments& arguments) {
  const RowOutputFormat format = OutputFormatOf(arguments.Get("--format", "json"));
  const std::string& table = arguments.positional("TABLE");
  ARROW_ASSIGN_OR_RAISE(ReadOptions options, MakeOptions(arguments));
  ARROW_ASSIGN_OR_RAISE(std::optional<int64_t> interval,
                        arguments.FindNumber("--interval-ms", 10, kLongestIntervalMs));
  std::unique_ptr<StateFile> state;
  if (std::optional<std::string> path = arguments.Find("--state")) {
    ARROW_ASSIGN_OR_RAISE(state, StateFile::Open(*path));
    if (!state->checkpoint().empty()) options.from = state->checkpoint();
  }
  if (options.from.empty()) {
    return UsageError(
        state == nullptr
            ? "--from is missing: the instant after which changes are wanted, or earliest"
            : "--from is missing: the state file is not there yet, so say where to begin: after "
              "which instant, or earliest");
  }
  CatchInterrupts();
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<ChangeFeed> feed,
                        ChangeFeed::Open(table, std::move(options)));
  if (state != nullptr) ARROW_RETURN_NOT_OK(state->BelongTo(feed->table_name()));
  Printer printer(format, state.get());
  // A commit that is begun is printed to its end, so that the state stands between two commits.
  while (!Interrupted()) {
    ARROW_ASSIGN_OR_RAISE(std::optional<ChangeSet> changes, feed->Next());
    if (changes) {
      ARROW_RETURN_NOT_OK(printer.Print(*std::move(changes)));
      continue;
    }
    if (feed->checkpoint() != "earliest") {
      ARROW_RETURN_NOT_OK(printer.Reached(feed->checkpoint()));
    }
    if (!arguments.Has("--follow")) return arrow::Status::OK();
    if (!Sleep(interval.value_or(kDefaultIntervalMs))) break;
  }
  return Fail(ErrorCode::kInterrupted, "", "interrupted");
}

arrow::Status RunChanges(const Arguments& arguments) {
  return WithOutcomeOfInterrupt(Changes(arguments), "every commit that was begun is printed whole");
}

}  // namespace

const Verb& ChangesVerb() {
  static const Verb kVerb = {
      .name = "changes",
      .summary = "Prints what commits changed, row by row, and can go on with those to come.",
      .positionals = {{"TABLE", "the table's folder"}},
      .options =
          {
              {"--from", "INSTANT", "changes after this instant; earliest: all", {}},
              {"--to", "INSTANT", "changes up to this instant; default latest", {}},
              {"--follow", "", "wait for more changes, until a signal ends it", {}},
              {"--interval-ms", "N", "with --follow: look this often; default 1000", {}},
              {"--state",
               "FILE",
               "keep there how far it is; if it is there, go on from it instead of from --from",
               {}},
              {"--where", "PREDICATE", "only changes for which this SQL predicate is true", {}},
              SetOption(),
              {"--threads", "N", "worker threads; default: one a core", {}},
              {"--format", "FORMAT", "default json", {"json", "csv"}},
          },
      .details =
          "For tables that keep a change log (write --set hoodie.table.cdc.enabled=true). A change "
          "is op "
          "(i, u "
          "or d), ts_ms (the instant of its commit), before and after (the row as JSON text, or "
          "null). "
          "Commits come in the order in which they completed; within a commit what is deleted "
          "comes "
          "first. The state file is replaced after the rows of a commit were written out, so that "
          "the "
          "next run prints the commits that this one did not.",
      .example =
          "echo '{\"id\":\"a\",\"n\":1}' | hudi write /tmp/numbers_cdc --input - --key id --set "
          "hoodie.table.cdc.enabled=true && hudi changes /tmp/numbers_cdc --from earliest",
      .run = RunChanges,
  };
  return kVerb;
}

}  // namespace hudi::cli
