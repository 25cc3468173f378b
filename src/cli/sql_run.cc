// SPDX-License-Identifier: Apache-2.0
#include "cli/sql_run.h"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/settings.h"
#include "cli/sql_script.h"
#include "cli/sql_shell.h"
#include "hudi/error.h"
#include "hudi/sql.h"

namespace hudi::cli {
namespace {

/// Hands a signal on to the session, whose queries do not look for one.
class InterruptWatch {
 public:
  explicit InterruptWatch(sql::Session& session) : thread_([this, &session] { Watch(session); }) {}
  ~InterruptWatch() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      done_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }

 private:
  void Watch(sql::Session& session) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!done_) {
      if (Interrupted()) session.Interrupt();
      changed_.wait_for(lock, std::chrono::milliseconds(20));
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
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

}  // namespace

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

}  // namespace hudi::cli
