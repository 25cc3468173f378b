// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "sql/parse/table_reference.h"
#include "sql/parse/token.h"
#include "sql/session/procedures.h"
#include "sql/session/statements.h"
#include "sql/session/typed_rows.h"

namespace hudi::sql {
namespace {

using Rows = std::shared_ptr<arrow::RecordBatchReader>;
using Arguments = ProcedureArguments;

arrow::Result<Rows> OneText(const char* column, const std::string& text) {
  TypedRows rows(std::string(column) + " string");
  rows.Add({text});
  return rows.Finish();
}

arrow::Result<Rows> DropPartition(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  WriteOptions write = state.OptionsOfWrite(table);
  write.config["hoodie.datasource.write.operation"] = "delete_partition";
  write.config["hoodie.datasource.write.partitions.to.delete"] = arguments.Get("partition");
  WriteOptions trial = write;
  trial.dry_run = true;
  trial.on_notice = nullptr;
  ARROW_ASSIGN_OR_RAISE(WriteResult would, WriteTable(table.base_path, nullptr, trial));
  if (would.file_groups_replaced == 0) {
    return Fail(ErrorCode::kNotFound, arguments.Get("partition"), "no partition of '", table.name,
                "' with files matches '", arguments.Get("partition"),
                "'; SHOW PARTITIONS lists them");
  }
  ARROW_RETURN_NOT_OK(WriteTable(table.base_path, nullptr, write).status());
  return OneText("result", "Success");
}

arrow::Result<Rows> TruncateTable(SessionState& state, const Arguments& arguments) {
  const auto started = std::chrono::steady_clock::now();
  TypedRows rows("result string, time_cost bigint");
  if (std::string partitions = arguments.Get("partitions"); !partitions.empty()) {
    Arguments dropped = arguments;
    dropped.values["partition"] = partitions;
    ARROW_RETURN_NOT_OK(DropPartition(state, dropped).status());
    return rows.Finish();
  }
  TruncateStatement truncate;
  truncate.name = NameOfText(arguments.Get("table"));
  ARROW_RETURN_NOT_OK(RunTruncate(state, Statement(), truncate).status());
  const auto taken = std::chrono::steady_clock::now() - started;
  rows.Add({"SUCCESS", static_cast<int64_t>(
                           std::chrono::duration_cast<std::chrono::milliseconds>(taken).count())});
  return rows.Finish();
}

// The rows that a copy is made of, as the name of a table for a query.
arrow::Result<TableReference> CopiedRows(const NamedTable& table, const Arguments& arguments) {
  const std::string type = LowerCase(arguments.Get("query_type"));
  TableReference reference;
  if (type == "snapshot") {
    reference.parts = {"hudi", table.base_path};
    reference.as_of = arguments.Get("as_of_instant");
  } else if (type == "read_optimized") {
    reference.function = "hudi_query";
    reference.arguments = {table.base_path, type};
  } else if (type == "incremental") {
    reference.function = "hudi_table_changes";
    reference.arguments = {table.base_path, "latest_state", arguments.Get("begin_instance_time"),
                           arguments.Get("end_instance_time")};
    if (reference.arguments[2].empty() || reference.arguments[3].empty()) {
      return Fail(ErrorCode::kInvalidArgument, "begin_instance_time",
                  "query_type 'incremental' needs begin_instance_time and end_instance_time");
    }
  } else {
    return Fail(ErrorCode::kInvalidArgument, "query_type", "query_type = '",
                arguments.Get("query_type"), "': expected snapshot, read_optimized or incremental");
  }
  return reference;
}

arrow::Result<Rows> StatusZero() {
  TypedRows rows("status int");
  rows.Add({int64_t{0}});
  return rows.Finish();
}

arrow::Result<Rows> CopyToTempView(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(bool replace, arguments.Truth("replace"));
  ARROW_ASSIGN_OR_RAISE(bool global, arguments.Truth("global"));
  if (global) {
    return Fail(ErrorCode::kUnsupported, "global",
                "global => true is not supported: a temporary view belongs to its session");
  }
  ARROW_ASSIGN_OR_RAISE(TableReference reference, CopiedRows(table, arguments));
  const std::string view = LowerCase(arguments.Get("view_name"));
  if (!replace && state.temporary_views().count(view) > 0) {
    return Fail(ErrorCode::kTableExists, view, "the temporary view '", view,
                "' already exists; replace => true replaces it");
  }
  state.temporary_views()[view] = "SELECT * FROM " + QuotedName(NameOfReference(reference));
  return StatusZero();
}

// A new table has the rows as they stand, under keys of its own; in one that is there its columns
// are filled, by their names.
arrow::Result<Rows> CopyToTable(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  const std::string mode = LowerCase(arguments.Get("save_mode"));
  if (mode != "overwrite" && mode != "append") {
    return Fail(ErrorCode::kInvalidArgument, "save_mode", "save_mode = '",
                arguments.Get("save_mode"), "': expected overwrite or append");
  }
  ARROW_ASSIGN_OR_RAISE(TableReference reference, CopiedRows(table, arguments));
  const ObjectName new_name = NameOfText(arguments.Get("new_table"));
  std::string name;
  for (const std::string& part : new_name.parts) {
    name += (name.empty() ? "" : ".") + BackTicked(part);
  }
  ARROW_ASSIGN_OR_RAISE(std::optional<NamedTable> target, state.TryFindTable(new_name));
  std::string columns = arguments.Get("columns");
  if (target || columns.empty()) {
    ARROW_ASSIGN_OR_RAISE(TableInfo info,
                          DescribeTable(target ? target->base_path : table.base_path));
    columns.clear();
    for (int i = 0; info.schema != nullptr && i < info.schema->num_fields(); ++i) {
      columns += (i > 0 ? ", " : "") + BackTicked(info.schema->field(i)->name());
    }
  }
  const std::string query = "SELECT " + columns + " FROM " + BackTicked(NameOfReference(reference));
  std::string text = "CREATE TABLE " + name + " USING hudi AS " + query;
  if (target) {
    text = (mode == "append" ? "INSERT INTO " : "INSERT OVERWRITE ") + name + " (" + columns +
           ") " + query;
  }
  ARROW_ASSIGN_OR_RAISE(Statement statement, ParseStatement(text));
  if (const auto* create = std::get_if<CreateTableStatement>(&statement.body)) {
    ARROW_RETURN_NOT_OK(RunCreateTable(state, statement, *create).status());
  } else if (const auto* insert = std::get_if<InsertStatement>(&statement.body)) {
    ARROW_RETURN_NOT_OK(RunInsert(state, statement, *insert).status());
  }
  return StatusZero();
}

arrow::Result<Rows> Help(SessionState&, const Arguments& arguments) {
  const std::string command = arguments.Get("cmd");
  std::string text;
  if (command.empty()) {
    text = "synopsis\n\tcall [command]([key1]=>[value1],[key2]=>[value2])\ncommands\n";
    for (const Procedure& one : AllProcedures()) text += "\t" + std::string(one.name) + "\n";
    text += "You can use 'call help(cmd=>[command])' to view the parameters of the command\n";
    return OneText("result", text);
  }
  for (const Procedure& one : AllProcedures()) {
    if (one.name != LowerCase(command)) continue;
    text = fmt::format("parameters:\n\t{:<30}\t{:<30}\t{}\n", "param", "default_value", "required");
    for (const ProcedureParameter& parameter : one.parameters) {
      text += fmt::format("\t{:<30}\t{:<30}\t{}\n", parameter.name, parameter.otherwise,
                          parameter.required);
    }
    return OneText("result", text);
  }
  return Fail(ErrorCode::kNotFound, command, "there is no procedure '", command, "'");
}

}  // namespace

std::vector<Procedure> TableProcedures() {
  return {
      {"drop_partition", {{"table", true}, {"partition", true}}, DropPartition},
      {"truncate_table", {{"table", true}, {"partitions"}}, TruncateTable},
      {"copy_to_temp_view",
       {{"table", true},
        {"query_type", false, "snapshot"},
        {"view_name", true},
        {"begin_instance_time"},
        {"end_instance_time"},
        {"as_of_instant"},
        {"replace", false, "false"},
        {"global", false, "false"}},
       CopyToTempView},
      {"copy_to_table",
       {{"table", true},
        {"query_type", false, "snapshot"},
        {"new_table", true},
        {"begin_instance_time"},
        {"end_instance_time"},
        {"as_of_instant"},
        {"save_mode", false, "overwrite"},
        {"columns"}},
       CopyToTable},
      {"help", {{"cmd"}}, Help},
  };
}

}  // namespace hudi::sql
