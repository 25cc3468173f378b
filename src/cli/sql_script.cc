// SPDX-License-Identifier: Apache-2.0
#include "cli/sql_script.h"

#include <chrono>
#include <cstdio>

#include <fmt/format.h>

#include "cli/amounts.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "hudi/error.h"

namespace hudi::cli {
namespace {

std::string Counted(int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", GroupedText(count), noun, count == 1 ? "" : "s");
}

std::string ChangeText(const sql::ChangeSummary& change) {
  std::string text =
      fmt::format("{}: {} inserted, {} updated, {} deleted; {} written, {}", change.operation,
                  Counted(change.rows_inserted, "row"), GroupedText(change.rows_updated),
                  GroupedText(change.rows_deleted), Counted(change.files_written, "file"),
                  SizeText(change.bytes_written));
  if (change.file_groups_replaced > 0) {
    text += "; " + Counted(change.file_groups_replaced, "file group") + " replaced";
  }
  if (!change.instant.empty()) text += "; instant " + change.instant;
  return text + "\n";
}

// Rows are for whoever reads standard output; what was changed is for people, so it goes there only
// in the format for people.
arrow::Status PrintChange(const sql::ChangeSummary& change, RowOutputFormat format) {
  std::string text = ChangeText(change);
  if (format == RowOutputFormat::kTable) return Print(text);
  std::fputs(text.c_str(), stderr);
  return arrow::Status::OK();
}

arrow::Status PrintRows(arrow::RecordBatchReader& rows, RowOutputFormat format) {
  std::shared_ptr<arrow::io::OutputStream> output = StandardOutput();
  ARROW_RETURN_NOT_OK(WriteRows(rows, format, *output));
  return output->Flush();
}

// The two parts of what DescribeError() says: the message, and the lines with the caret.
std::pair<std::string, std::string> SplitDescription(const arrow::Status& status,
                                                     const std::string& text) {
  std::string described = sql::DescribeError(status, text);
  if (described == status.message()) return {described, ""};
  size_t caret_line = described.rfind('\n');
  size_t source_line = described.rfind('\n', caret_line - 1);
  return {described.substr(0, source_line), described.substr(source_line + 1) + "\n"};
}

}  // namespace

arrow::Status RunSqlStatement(sql::Session& session, const std::string& statement,
                              const SqlOutput& output) {
  auto start = std::chrono::steady_clock::now();
  ARROW_ASSIGN_OR_RAISE(sql::StatementResult result, session.Run(statement));
  if (result.rows != nullptr) {
    ARROW_RETURN_NOT_OK(PrintRows(*result.rows, output.format));
  }
  if (result.change) ARROW_RETURN_NOT_OK(PrintChange(*result.change, output.format));
  if (output.timing) {
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::fprintf(stderr, "time: %.3f s\n", seconds.count());
  }
  return arrow::Status::OK();
}

void PrintPlaceOfError(const arrow::Status& status, const std::string& text) {
  std::fputs(SplitDescription(status, text).second.c_str(), stderr);
}

arrow::Status WithPlaceInWords(const arrow::Status& status, const std::string& text) {
  return status.WithMessage(SplitDescription(status, text).first);
}

arrow::Status RunSqlScript(sql::Session& session, const std::string& script,
                           const SqlOutput& output, bool keep_going) {
  arrow::Result<sql::SplitResult> split = sql::SplitStatements(script);
  if (!split.ok()) {
    PrintPlaceOfError(split.status(), script);
    return WithPlaceInWords(split.status(), script);
  }
  size_t num_failed = 0;
  for (const sql::ScriptStatement& one : split->statements) {
    arrow::Status status = RunSqlStatement(session, script.substr(one.offset, one.size), output);
    if (status.ok()) continue;
    if (Interrupted() || OutputReaderIsGone()) return status;
    status = sql::MoveError(status, one.offset);
    PrintPlaceOfError(status, script);
    status = WithPlaceInWords(status, script);
    if (!keep_going) return status;
    ++num_failed;
    std::fprintf(stderr, "hudi: error: %s\n", Visible(status.message()).c_str());
  }
  if (num_failed == 0) return arrow::Status::OK();
  return Fail(ErrorCode::kInvalidArgument, "",
              fmt::format("{} of {} failed", num_failed,
                          Counted(static_cast<int64_t>(split->statements.size()), "statement")));
}

}  // namespace hudi::cli
