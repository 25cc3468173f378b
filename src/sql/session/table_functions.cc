// SPDX-License-Identifier: Apache-2.0
#include "sql/session/table_functions.h"

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "sql/parse/token.h"
#include "sql/session/file_views.h"
#include "sql/session/held_rows.h"
#include "sql/session/history_notice.h"
#include "sql/session/metadata_rows.h"
#include "sql/session/procedures.h"
#include "sql/session/table_source.h"
#include "sql/session/timeline_rows.h"

namespace hudi::sql {
namespace {

arrow::Status WrongArguments(const TableReference& reference, std::string_view expected) {
  return Fail(ErrorCode::kInvalidArgument, reference.function, reference.function, " takes ",
              expected, "; found ", reference.arguments.size(), " arguments");
}

// The records of the metadata table.
arrow::Result<TableContent> MetadataContent(SessionState& state, const TableReference& reference) {
  if (reference.arguments.size() != 1) return WrongArguments(reference, "a table");
  ARROW_ASSIGN_OR_RAISE(NamedTable table, state.FindTable(NameOfText(reference.arguments[0])));
  ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(table.base_path));
  TableContent content;
  arrow::Result<std::shared_ptr<const RowSource>> rows = OpenMetadataRows(table.base_path);
  if (CodeOf(rows.status()) == ErrorCode::kNotFound) {
    return Fail(ErrorCode::kNotFound, table.name, "the table '", table.name,
                "' has no metadata table: hudi_metadata has nothing to show");
  }
  ARROW_ASSIGN_OR_RAISE(content.rows, std::move(rows));
  content.alias = reference.function;
  const auto used = info.properties.find("hoodie.table.metadata.partitions");
  if (used == info.properties.end() || used->second.empty()) {
    state.Notice("the table '" + table.name + "' does not use its metadata table: what " +
                 "hudi_metadata shows may be out of date");
  }
  return content;
}

// What tells of the table itself, and not its rows; nullptr for other functions.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> RowsAboutTable(
    SessionState& state, const TableReference& reference) {
  const std::vector<std::string>& arguments = reference.arguments;
  const bool about_files = reference.function == "hudi_filesystem_view";
  const bool about_timeline =
      reference.function == "hudi_query_timeline" || reference.function == "hudi_timeline";
  if (!about_files && !about_timeline) return nullptr;
  if (arguments.empty() || arguments.size() > 2) {
    return WrongArguments(reference, about_files
                                         ? "a table and, if you like, a pattern of partitions"
                                         : "a table and, if you like, 'true' for the history too");
  }
  ARROW_ASSIGN_OR_RAISE(NamedTable table, state.FindTable(NameOfText(arguments[0])));
  if (about_files) {
    const std::string pattern = arguments.size() > 1 ? arguments[1] : "";
    ARROW_ASSIGN_OR_RAISE(auto rows, FileSystemView(table.base_path, pattern));
    ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(table.base_path));
    if (pattern.empty() && !PartitionFieldsOf(info.properties).empty()) {
      state.Notice(
          "hudi_filesystem_view without a pattern shows no partition of a partitioned "
          "table; '*' shows all of one level, '*/*' of two");
    }
    return rows;
  }
  const std::string history = arguments.size() > 1 ? LowerCase(arguments[1]) : "false";
  if (history != "true" && history != "false") {
    return Fail(ErrorCode::kInvalidArgument, history, reference.function, ": expected 'true' or ",
                "'false' for the history, found '", arguments[1], "'");
  }
  if (history == "true") ARROW_RETURN_NOT_OK(NoticeIfNoHistory(state, table.base_path));
  return QueryTimeline(table.base_path, history == "true");
}

}  // namespace

arrow::Result<std::optional<TableContent>> ResolveTableFunction(SessionState& state,
                                                                const TableReference& reference) {
  const std::vector<std::string>& arguments = reference.arguments;
  if (reference.function == "hudi_metadata") return MetadataContent(state, reference);
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> about,
                        RowsAboutTable(state, reference));
  if (about != nullptr) {
    TableContent content;
    ARROW_ASSIGN_OR_RAISE(content.rows, HoldRows(*about));
    content.alias = reference.function;
    return content;
  }
  SourceOptions source;
  source.threads = state.options().threads;
  if (reference.function == "hudi_query") {
    if (arguments.size() != 2) {
      return WrongArguments(reference, "a table and 'snapshot' or 'read_optimized'");
    }
    std::string type = LowerCase(arguments[1]);
    if (type != "snapshot" && type != "read_optimized") {
      return Fail(ErrorCode::kInvalidArgument, type, "hudi_query does not support '", arguments[1],
                  "': expected 'snapshot' or 'read_optimized'; hudi_table_changes gives changes");
    }
    source.config["hoodie.datasource.query.type"] = type;
  } else if (reference.function == "hudi_table_changes") {
    if (arguments.size() < 3 || arguments.size() > 4) {
      return WrongArguments(reference, "a table, 'latest_state', a start and, if you like, an end");
    }
    std::string format = LowerCase(arguments[1]);
    if (format != "latest_state" && format != "cdc") {
      return Fail(ErrorCode::kInvalidArgument, format, "hudi_table_changes does not support '",
                  arguments[1], "': expected 'latest_state' or 'cdc'");
    }
    source.changes = format == "cdc";
    if (source.changes || LowerCase(arguments[2]) == "earliest") {
      source.from = arguments[2];
      if (arguments.size() == 4) source.to = arguments[3];
    } else {
      // Whether the start itself counts is as the release of the table's version has it.
      source.config["hoodie.datasource.query.type"] = "incremental";
      source.config["hoodie.datasource.read.begin.instanttime"] = arguments[2];
      if (arguments.size() == 4) {
        source.config["hoodie.datasource.read.end.instanttime"] = arguments[3];
      }
    }
  } else if (reference.function == "hudi_cdc") {
    if (arguments.empty() || arguments.size() > 3) {
      return WrongArguments(reference, "a table and, if you like, a start and an end");
    }
    source.changes = true;
    source.from = arguments.size() > 1 ? arguments[1] : "earliest";
    if (arguments.size() > 2) source.to = arguments[2];
  } else {
    return Fail(ErrorCode::kUnsupported, reference.function, reference.function,
                " is not supported yet");
  }
  ARROW_ASSIGN_OR_RAISE(NamedTable table, state.FindTable(NameOfText(arguments[0])));
  ARROW_ASSIGN_OR_RAISE(TableContent content, OpenTableSource(table.base_path, source));
  content.alias = reference.function;
  return content;
}

}  // namespace hudi::sql
