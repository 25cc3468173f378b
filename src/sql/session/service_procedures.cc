// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "hudi/table_services.h"
#include "sql/parse/token.h"
#include "sql/session/procedures.h"
#include "sql/session/typed_rows.h"

namespace hudi::sql {
namespace {

using Rows = std::shared_ptr<arrow::RecordBatchReader>;
using Arguments = ProcedureArguments;

constexpr const char* kCompactionColumns = "timestamp string, operation_size int, state string";

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
  for (const char* name : {"options", "instants"}) {
    if (arguments.Get(name).empty()) continue;
    return Fail(ErrorCode::kUnsupported, name, "the argument '", name,
                "' of run_compaction is not supported: SET gives options, 'timestamp' an instant");
  }
  ARROW_ASSIGN_OR_RAISE(CompactResult done, CompactTable(table.base_path, options));
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
