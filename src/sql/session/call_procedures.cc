// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "hudi/error.h"
#include "sql/parse/rewrite.h"
#include "sql/parse/sql_error.h"
#include "sql/session/held_rows.h"
#include "sql/session/near_name.h"
#include "sql/session/procedures.h"
#include "sql/session/result_rows.h"
#include "sql/session/statements.h"

namespace hudi::sql {
namespace {

arrow::Result<std::string> ArgumentText(SessionState& state, const Statement& statement,
                                        const CallArgument& argument) {
  ARROW_ASSIGN_OR_RAISE(EngineText text, RewriteForEngine(statement, argument.value));
  auto rows = state.engine().Query("SELECT hudi_text(" + text.text() + ")");
  if (!rows.ok()) return AtPlace(rows.status(), argument.offset);
  ARROW_ASSIGN_OR_RAISE(auto values, FirstRowAsText(**rows));
  return values.empty() ? "" : values[0].value_or("");
}

// Procedures of the reference for which something of ours is missing.
constexpr std::string_view kOthersOfTheReference[] = {
    "archive_commits",
    "cleanup_audit_lock",
    "create_metadata_table",
    "create_savepoint",
    "delete_marker",
    "delete_metadata_table",
    "delete_savepoint",
    "downgrade_table",
    "hdfs_parquet_import",
    "hive_sync",
    "init_metadata_table",
    "partition_bucket_index_manager",
    "repair_add_partition_meta",
    "repair_corrupted_clean_files",
    "repair_deduplicate",
    "repair_migrate_partition_meta",
    "repair_overwrite_hoodie_props",
    "rollback_to_instant",
    "rollback_to_savepoint",
    "run_bootstrap",
    "run_clean",
    "run_clustering",
    "run_rollback_inflight_tableservice",
    "run_ttl",
    "set_audit_lock",
    "show_audit_lock_status",
    "show_bootstrap_mapping",
    "show_bootstrap_partitions",
    "show_clean_plans",
    "show_clustering",
    "show_file_status",
    "show_metadata_column_stats_overlap",
    "show_metadata_table_column_stats",
    "show_metadata_table_files",
    "show_metadata_table_partitions",
    "show_metadata_table_stats",
    "sync_validate",
    "upgrade_table",
    "validate_audit_lock",
    "validate_metadata_table_files",
};

// The rows for which the argument `filter` is true.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> FilterRows(
    SessionState& state, std::shared_ptr<arrow::RecordBatchReader> rows,
    const std::string& filter) {
  ARROW_ASSIGN_OR_RAISE(state.call_rows(), HoldRows(*rows));
  arrow::Result<Statement> statement =
      ParseStatement("SELECT * FROM `" + std::string(kCallRows) + "` WHERE " + filter);
  arrow::Status status = statement.status();
  if (status.ok()) {
    const auto* query = std::get_if<QueryStatement>(&statement->body);
    arrow::Result<EngineText> text = RewriteForEngine(*statement, query->query);
    status = text.status();
    if (status.ok()) {
      auto filtered = state.engine().Query(text->text());
      status = filtered.status();
      if (status.ok()) rows = *std::move(filtered);
    }
  }
  state.call_rows() = nullptr;
  if (!status.ok()) {
    return Fail(ErrorCode::kInvalidArgument, "filter", "filter => '", filter,
                "': ", status.message());
  }
  return rows;
}

// Those that share a word with the name, or all.
std::string NearNames(const std::string& name) {
  std::vector<std::string> names;
  for (const Procedure& one : AllProcedures()) names.emplace_back(one.name);
  std::string nearest = NearName(name, names);
  if (!nearest.empty()) return "did you mean " + nearest + "?";
  std::string near, all;
  for (const Procedure& one : AllProcedures()) {
    std::string known(one.name);
    all += (all.empty() ? "" : ", ") + known;
    size_t begin = 0;
    bool shares = false;
    while (begin < name.size()) {
      size_t end = std::min(name.find('_', begin), name.size());
      std::string word = name.substr(begin, end - begin);
      if (word.size() > 3 && word != "show" &&
          known.find(word.substr(0, word.size() - 1)) != std::string::npos) {
        shares = true;
      }
      begin = end + 1;
    }
    if (shares) near += (near.empty() ? "" : ", ") + known;
  }
  return near.empty() ? "there are: " + all : "did you mean " + near + "?";
}

}  // namespace

std::string ProcedureArguments::Get(std::string_view name) const {
  auto found = values.find(name);
  return found == values.end() ? "" : found->second;
}

arrow::Result<size_t> ProcedureArguments::Number(std::string_view name) const {
  std::string text = Get(name);
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos ||
      text.size() > 9) {
    return Fail(ErrorCode::kInvalidArgument, name, name, " = '", text,
                "': expected a whole number");
  }
  return static_cast<size_t>(std::stoul(text));
}

arrow::Result<bool> ProcedureArguments::Truth(std::string_view name) const {
  std::string text = Get(name);
  if (SameWord(text, "true")) return true;
  if (SameWord(text, "false")) return false;
  return Fail(ErrorCode::kInvalidArgument, name, name, " = '", text, "': expected true or false");
}

arrow::Result<NamedTable> ProcedureArguments::Table(SessionState& state) const {
  std::string path = Get("path");
  std::string text = Get("table");
  if (!path.empty()) {
    NamedTable table;
    table.base_path = table.name = path;
    return table;
  }
  if (text.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "table", "the argument 'table' is missing");
  }
  return state.FindTable(NameOfText(text));
}

ObjectName NameOfText(const std::string& text) {
  ObjectName name;
  size_t dot = text.find('.');
  if (text.find('/') != std::string::npos) {
    name.parts = {"hudi", text};
  } else if (dot == std::string::npos) {
    name.parts = {text};
  } else {
    name.parts = {text.substr(0, dot), text.substr(dot + 1)};
  }
  return name;
}

const std::vector<Procedure>& AllProcedures() {
  static const std::vector<Procedure> kAll = [] {
    std::vector<Procedure> all = CommitProcedures();
    for (std::vector<Procedure> some :
         {FileViewProcedures(), LogProcedures(), ServiceProcedures(), StorageProcedures(),
          TableProcedures(), TimelineProcedures()}) {
      for (Procedure& one : some) all.push_back(std::move(one));
    }
    std::sort(all.begin(), all.end(),
              [](const Procedure& a, const Procedure& b) { return a.name < b.name; });
    return all;
  }();
  return kAll;
}

arrow::Result<StatementResult> RunCall(SessionState& state, const Statement& statement,
                                       const CallStatement& call) {
  std::string name = LowerCase(call.procedure.parts.back());
  const std::vector<Procedure>& all = AllProcedures();
  auto procedure =
      std::find_if(all.begin(), all.end(), [&](const Procedure& one) { return one.name == name; });
  if (procedure == all.end()) {
    if (std::find(std::begin(kOthersOfTheReference), std::end(kOthersOfTheReference), name) !=
        std::end(kOthersOfTheReference)) {
      return AtPlace(Fail(ErrorCode::kUnsupported, name, "the procedure '", name,
                          "' is not supported yet; CALL help() lists those that are"),
                     call.procedure.offset);
    }
    return AtPlace(
        Fail(ErrorCode::kNotFound, name, "there is no procedure '", name, "'; ", NearNames(name)),
        call.procedure.offset);
  }
  ProcedureArguments arguments;
  auto& values = arguments.values;
  bool any_named = std::any_of(call.arguments.begin(), call.arguments.end(),
                               [](const CallArgument& one) { return !one.name.empty(); });
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const CallArgument& argument = call.arguments[i];
    if (any_named && argument.name.empty()) {
      return AtPlace(Fail(ErrorCode::kInvalidArgument, name,
                          "arguments are given by name or by position, not both"),
                     argument.offset);
    }
    std::string parameter = argument.name;
    if (!any_named) {
      if (i >= procedure->parameters.size()) {
        return AtPlace(Fail(ErrorCode::kInvalidArgument, name, "'", name, "' takes at most ",
                            procedure->parameters.size(), " arguments"),
                       argument.offset);
      }
      parameter = procedure->parameters[i].name;
    }
    auto known =
        std::find_if(procedure->parameters.begin(), procedure->parameters.end(),
                     [&](const ProcedureParameter& one) { return SameWord(one.name, parameter); });
    if (known == procedure->parameters.end()) {
      return AtPlace(Fail(ErrorCode::kInvalidArgument, parameter, "'", name, "' has no parameter '",
                          parameter, "'"),
                     argument.offset);
    }
    if (values.count(known->name) > 0) {
      return AtPlace(Fail(ErrorCode::kInvalidArgument, parameter, "the argument '", parameter,
                          "' of '", name, "' is given twice"),
                     argument.offset);
    }
    ARROW_ASSIGN_OR_RAISE(values[std::string(known->name)],
                          ArgumentText(state, statement, argument));
  }
  for (const ProcedureParameter& parameter : procedure->parameters) {
    if (values.count(parameter.name) > 0) continue;
    if (parameter.required) {
      return AtPlace(Fail(ErrorCode::kInvalidArgument, parameter.name, "the argument '",
                          parameter.name, "' of '", name, "' is missing"),
                     call.procedure.offset);
    }
    if (!parameter.otherwise.empty()) values[std::string(parameter.name)] = parameter.otherwise;
  }
  StatementResult result;
  auto rows = procedure->run(state, arguments);
  if (!rows.ok()) {
    // A place that it has may be one of a text that the procedure made up.
    return PlaceMovedTo(AtPlace(rows.status(), call.procedure.offset), call.procedure.offset);
  }
  result.rows = *std::move(rows);
  if (std::string filter = arguments.Get("filter"); !filter.empty()) {
    auto filtered = FilterRows(state, std::move(result.rows), filter);
    if (!filtered.ok()) return AtPlace(filtered.status(), call.procedure.offset);
    result.rows = *std::move(filtered);
  }
  return result;
}

}  // namespace hudi::sql
