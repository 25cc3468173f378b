// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "hudi/table_services.h"
#include "sql/parse/token.h"
#include "sql/session/name_list.h"
#include "sql/session/procedures.h"
#include "sql/session/typed_rows.h"

namespace hudi::sql {
namespace {

using Rows = std::shared_ptr<arrow::RecordBatchReader>;
using Arguments = ProcedureArguments;

constexpr const char* kCompactionColumns = "timestamp string, operation_size int, state string";

// "k=v, k=v"
arrow::Status AddOptions(const std::string& text, std::map<std::string, std::string>* config) {
  for (const std::string& option : SplitNames(text)) {
    const size_t equals = option.find('=');
    if (equals == std::string::npos || equals == 0) {
      return Fail(ErrorCode::kInvalidArgument, "options", "options = '", text,
                  "': expected KEY=VALUE, KEY=VALUE");
    }
    (*config)[option.substr(0, equals)] = option.substr(equals + 1);
  }
  return arrow::Status::OK();
}

arrow::Result<Rows> RunCompaction(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  std::string operation = LowerCase(arguments.Get("op"));
  CompactOptions options;
  WriteOptions write = state.OptionsOfWrite(table);
  for (const auto& [key, value] : write.config) {
    if (key.starts_with("hoodie.compact")) options.config[key] = value;
  }
  options.threads = write.threads;
  options.memory_limit_bytes = write.memory_limit_bytes;
  options.on_notice = write.on_notice;
  options.should_stop = write.should_stop;
  if (operation == "schedule") {
    options.run = false;
  } else if (operation == "run" || operation == "execute") {
    options.schedule = false;
    options.instant = arguments.Get("timestamp");
  } else if (operation != "scheduleandexecute" && operation != "schedule_and_execute") {
    return Fail(ErrorCode::kInvalidArgument, "op", "op = '", arguments.Get("op"),
                "': expected schedule, run or scheduleAndExecute");
  }
  ARROW_RETURN_NOT_OK(AddOptions(arguments.Get("options"), &options.config));
  std::vector<std::string> instants = SplitNames(arguments.Get("instants"));
  if (!instants.empty() && (options.schedule || !options.instant.empty())) {
    return Fail(ErrorCode::kInvalidArgument, "instants",
                "the argument 'instants' goes with op => 'run', without 'timestamp'");
  }
  if (!arguments.Get("limit").empty()) {
    ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
    if (options.schedule || !options.instant.empty()) {
      return Fail(ErrorCode::kInvalidArgument, "limit",
                  "the argument 'limit' goes with op => 'run', without 'timestamp'");
    }
    if (instants.empty()) {
      CompactOptions look = options;
      look.dry_run = true;
      ARROW_ASSIGN_OR_RAISE(CompactResult pending, CompactTable(table.base_path, look));
      for (const CompactionInfo& one : pending.compactions) instants.push_back(one.instant);
    }
    if (instants.size() > limit) instants.resize(limit);
    if (instants.empty()) return TypedRows(kCompactionColumns).Finish();
  }
  if (instants.empty()) instants.push_back(options.instant);
  CompactResult done;
  for (const std::string& instant : instants) {
    options.instant = instant;
    ARROW_ASSIGN_OR_RAISE(CompactResult one, CompactTable(table.base_path, options));
    std::move(one.compactions.begin(), one.compactions.end(), std::back_inserter(done.compactions));
  }
  TypedRows rows(kCompactionColumns);
  for (const CompactionInfo& one : done.compactions) {
    std::string shown = one.state;
    for (char& c : shown) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    rows.Add({one.instant, static_cast<int64_t>(one.groups.size()), shown});
  }
  return rows.Finish();
}

arrow::Result<Rows> ShowCompaction(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(table.base_path));
  if (info.type != "MERGE_ON_READ") {
    return Fail(ErrorCode::kUnsupported, table.name, "'", table.name,
                "' is a copy-on-write table, which has no compactions");
  }
  CompactOptions options;
  options.dry_run = true;
  options.schedule = false;
  ARROW_ASSIGN_OR_RAISE(CompactResult pending, CompactTable(table.base_path, options));
  TypedRows rows(kCompactionColumns);
  for (auto one = pending.compactions.rbegin(); one != pending.compactions.rend(); ++one) {
    rows.Add({one->instant, static_cast<int64_t>(one->groups.size()), "REQUESTED"});
  }
  rows.Limit(limit);
  return rows.Finish();
}

}  // namespace

std::vector<Procedure> ServiceProcedures() {
  return {
      {"run_compaction",
       {{"op", true}, {"table"}, {"path"}, {"timestamp"}, {"options"}, {"instants"}, {"limit"}},
       RunCompaction},
      {"show_compaction", {{"table"}, {"path"}, {"limit", false, "20"}}, ShowCompaction},
  };
}

}  // namespace hudi::sql
