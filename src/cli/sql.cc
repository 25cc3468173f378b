// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <thread>

#include <fmt/format.h>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/settings.h"
#include "cli/sql_script.h"
#include "cli/sql_shell.h"
#include "cli/verb.h"
#include "hudi/error.h"
#include "hudi/sql.h"

namespace hudi::cli {
namespace {

/// Hands a signal on to the session, whose queries do not look for one.
class InterruptWatch {
 public:
  explicit InterruptWatch(sql::Session& session)
      : thread_([this, &session] {
          while (!done_) {
            if (Interrupted()) session.Interrupt();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
          }
        }) {}
  ~InterruptWatch() {
    done_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> done_{false};
  std::thread thread_;
};

arrow::Result<std::string> ReadText(std::istream& input, const std::string& name) {
  std::string text{std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
  if (input.bad()) {
    return Fail(ErrorCode::kStorage, name, "cannot read '", name, "'");
  }
  return text;
}

arrow::Result<std::string> ReadScript(const Arguments& arguments) {
  if (std::optional<std::string> path = arguments.Find("-f")) {
    if (*path == "-") return ReadText(std::cin, "standard input");
    std::ifstream file(*path);
    if (!file) return Fail(ErrorCode::kNotFound, *path, "cannot open '", *path, "'");
    return ReadText(file, *path);
  }
  if (!arguments.Has("-e")) return ReadText(std::cin, "standard input");
  std::string script;
  for (const std::string& part : arguments.All("-e")) {
    script += (script.empty() ? "" : ";\n") + part;
  }
  return script;
}

arrow::Status RunSql(const Arguments& arguments) {
  if (arguments.Has("-e") && arguments.Has("-f")) {
    return UsageError("-e and -f exclude each other: the statements, or a file with them");
  }
  sql::SessionOptions options;
  options.warehouse = arguments.Get("--warehouse", "hudi-warehouse");
  ARROW_ASSIGN_OR_RAISE(options.settings, CollectSettings(arguments, {}));
  ARROW_ASSIGN_OR_RAISE(std::optional<int64_t> threads,
                        arguments.FindNumber("--threads", 1, kMaxThreads));
  options.threads = static_cast<int>(threads.value_or(0));
  if (std::optional<std::string> memory = arguments.Find("--memory")) {
    ARROW_ASSIGN_OR_RAISE(options.memory_limit_bytes, ParseSize("--memory", *memory));
  }
  SqlOutput output;
  output.format = OutputFormatOf(arguments.Get("--format", "table"));
  output.timing = arguments.Has("--timing");
  if (!arguments.Has("--quiet")) {
    options.on_notice = [](std::string_view sentence) {
      std::fprintf(stderr, "hudi: note: %.*s\n", static_cast<int>(sentence.size()),
                   sentence.data());
    };
  }
  bool interactive = !arguments.Has("-e") && !arguments.Has("-f") && ::isatty(STDIN_FILENO) == 1;
  if (interactive) return RunSqlShell(std::move(options), output);
  ARROW_ASSIGN_OR_RAISE(std::string script, ReadScript(arguments));
  CatchInterrupts();
  options.should_stop = Interrupted;
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<sql::Session> session,
                        sql::Session::Open(std::move(options)));
  InterruptWatch watch(*session);
  return WithOutcomeOfInterrupt(
      RunSqlScript(*session, script, output, arguments.Has("--keep-going")),
      "the statement that ran had no effect");
}

}  // namespace

const Verb& SqlVerb() {
  static const Verb kVerb = {
      .name = "sql",
      .summary = "Runs statements in Spark's SQL over tables; without any, a shell.",
      .positionals = {},
      .options =
          {
              {"-e", "STATEMENTS", "these, with ; between them", {}, /*repeatable=*/true},
              {"-f", "FILE", "those of a file; - is standard input", {}},
              {"--warehouse", "PATH", "the catalog's folder; default hudi-warehouse", {}},
              {"--format",
               "FORMAT",
               "default table; json: one object a row",
               {"table", "json", "csv"}},
              {"--timing", "", "how long each statement took", {}},
              {"--keep-going", "", "a statement that fails does not end the script", {}},
              SetOption(),
              {"--memory", "SIZE", "what a statement may hold in memory, e.g. 2GB", {}},
              {"--threads", "N", "worker threads; default: one a core", {}},
              {"--quiet", "", "no notes", {}},
          },
      .details =
          "Tables are those of the warehouse, and any other by its path: hudi.`/data/trips`. "
          "Parquet, CSV and JSON files are read by their name in quotes.",
      .example =
          "hudi sql -e \"SELECT count(*) AS n FROM hudi.\\`/tmp/numbers\\` WHERE n > 0\" --format "
          "json",
      .run = RunSql,
  };
  return kVerb;
}

}  // namespace hudi::cli
