// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hudi/error.h"
#include "sql/parse/sql_error.h"
#include "sql/session/result_rows.h"
#include "sql/session/statements.h"

namespace hudi::sql {
namespace {

// So many files of a table are listed, of those that are read and of those that are not.
constexpr size_t kMostLines = 20;

void AddLines(const std::string& text, TextRows* lines) {
  size_t begin = 0;
  while (begin < text.size()) {
    size_t end = std::min(text.find('\n', begin), text.size());
    lines->Add({text.substr(begin, end - begin)});
    begin = end + 1;
  }
}

std::string PathText(const ScanReport::Slice& slice) {
  return slice.partition.empty() ? slice.file_name : slice.partition + "/" + slice.file_name;
}

std::string HowRead(const ScanReport::Slice& slice) {
  if (slice.is_plain) return "as it stands";
  if (slice.num_log_files == 0) return "in the types of the table now";
  return "merged with " + std::to_string(slice.num_log_files) +
         (slice.num_log_files == 1 ? " log file" : " log files");
}

// `in_plan`: the engine has not found out from bounds of columns that no row is wanted.
void AddScan(const ScanReport& scan, bool in_plan, TextRows* lines) {
  std::vector<std::string> kept, dropped;
  for (const ScanReport::Slice& slice : scan.slices) {
    if (!in_plan && slice.dropped_by.empty()) {
      dropped.push_back("  dropped  " + PathText(slice) +
                        ": the plan reads no row of the table, for none can be in the result");
    } else if (slice.dropped_by.empty()) {
      kept.push_back("  read     " + PathText(slice) + ": " + HowRead(slice));
    } else {
      dropped.push_back("  dropped  " + PathText(slice) + ": no row of its partition meets " +
                        slice.dropped_by);
    }
  }
  lines->Add({scan.table + ": " + std::to_string(kept.size()) + " of " +
              std::to_string(scan.slices.size()) + " file slices are read"});
  for (const std::vector<std::string>& some : {std::cref(kept), std::cref(dropped)}) {
    for (size_t i = 0; i < some.size() && i < kMostLines; ++i) lines->Add({some[i]});
    if (some.size() > kMostLines) {
      lines->Add({"  ... and " + std::to_string(some.size() - kMostLines) + " more"});
    }
  }
}

}  // namespace

arrow::Result<StatementResult> ExplainQuery(SessionState& state, const Statement& statement,
                                            const ExplainStatement& explain) {
  const auto& query = std::get<QueryStatement>(explain.inner);
  ARROW_ASSIGN_OR_RAISE(EngineText text, RewriteForEngine(statement, query.query));
  std::string prefix = explain.analyze ? "EXPLAIN ANALYZE " : "EXPLAIN ";
  auto rows = state.engine().Query(prefix + text.text());
  if (!rows.ok()) {
    arrow::Status status = rows.status();
    std::optional<size_t> offset = OffsetOf(status);
    if (offset && *offset >= prefix.size()) {
      status = AtSource(PlaceMovedTo(status, *offset - prefix.size()), text);
    }
    return status;
  }
  ARROW_ASSIGN_OR_RAISE(auto values, FirstRowAsText(**rows));
  TextRows lines({"plan"});
  const std::string plan = values.empty() ? "" : values.back().value_or("");
  AddLines(plan, &lines);
  ARROW_ASSIGN_OR_RAISE(std::vector<ScanReport> scans, state.engine().LastScans());
  const bool in_plan = plan.find("HUDI_SCAN") != std::string::npos;
  for (const ScanReport& scan : scans) AddScan(scan, in_plan, &lines);
  StatementResult result;
  ARROW_ASSIGN_OR_RAISE(result.rows, lines.Finish());
  return result;
}

}  // namespace hudi::sql
