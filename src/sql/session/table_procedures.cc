// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hudi/error.h"
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

arrow::Result<Rows> CopyToTempView(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  const std::string type = LowerCase(arguments.Get("query_type"));
  ARROW_ASSIGN_OR_RAISE(bool replace, arguments.Truth("replace"));
  ARROW_ASSIGN_OR_RAISE(bool global, arguments.Truth("global"));
  if (global) {
    return Fail(ErrorCode::kUnsupported, "global",
                "global => true is not supported: a temporary view belongs to its session");
  }
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
  const std::string view = LowerCase(arguments.Get("view_name"));
  if (!replace && state.temporary_views().count(view) > 0) {
    return Fail(ErrorCode::kTableExists, view, "the temporary view '", view,
                "' already exists; replace => true replaces it");
  }
  state.temporary_views()[view] = "SELECT * FROM " + QuotedName(NameOfReference(reference));
  TypedRows rows("status int");
  rows.Add({int64_t{0}});
  return rows.Finish();
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
      {"help", {{"cmd"}}, Help},
  };
}

}  // namespace hudi::sql
