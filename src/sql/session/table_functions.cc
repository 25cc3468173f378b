// SPDX-License-Identifier: Apache-2.0
#include "sql/session/table_functions.h"

#include "hudi/error.h"
#include "sql/parse/token.h"
#include "sql/session/table_source.h"

namespace hudi::sql {
namespace {

arrow::Status WrongArguments(const TableReference& reference, std::string_view expected) {
  return Fail(ErrorCode::kInvalidArgument, reference.function, reference.function, " takes ",
              expected, "; found ", reference.arguments.size(), " arguments");
}

// A name or a path.
arrow::Result<NamedTable> TableOf(SessionState& state, const std::string& text) {
  ObjectName name;
  if (text.find('/') != std::string::npos) {
    name.parts = {"hudi", text};
  } else {
    size_t dot = text.find('.');
    if (dot == std::string::npos) {
      name.parts = {text};
    } else {
      name.parts = {text.substr(0, dot), text.substr(dot + 1)};
    }
  }
  return state.FindTable(name);
}

}  // namespace

arrow::Result<std::optional<TableContent>> ResolveTableFunction(SessionState& state,
                                                                const TableReference& reference) {
  const std::vector<std::string>& arguments = reference.arguments;
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
  } else {
    return Fail(ErrorCode::kUnsupported, reference.function, reference.function,
                " is not supported yet");
  }
  ARROW_ASSIGN_OR_RAISE(NamedTable table, TableOf(state, arguments[0]));
  ARROW_ASSIGN_OR_RAISE(TableContent content, OpenTableSource(table.base_path, source));
  content.alias = reference.function;
  return content;
}

}  // namespace hudi::sql
