// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "hudi/error.h"
#include "sql/parse/sql_error.h"
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
  ObjectName name;
  size_t dot = text.find('.');
  if (text.find('/') != std::string::npos) {
    name.parts = {"hudi", text};
  } else if (dot == std::string::npos) {
    name.parts = {text};
  } else {
    name.parts = {text.substr(0, dot), text.substr(dot + 1)};
  }
  return state.FindTable(name);
}

const std::vector<Procedure>& AllProcedures() {
  static const std::vector<Procedure> kAll = [] {
    std::vector<Procedure> all = CommitProcedures();
    for (Procedure& one : ServiceProcedures()) all.push_back(std::move(one));
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
    std::string parameter = LowerCase(argument.name);
    if (!any_named) {
      if (i >= procedure->parameters.size()) {
        return AtPlace(Fail(ErrorCode::kInvalidArgument, name, "'", name, "' takes at most ",
                            procedure->parameters.size(), " arguments"),
                       argument.offset);
      }
      parameter = procedure->parameters[i].name;
    }
    bool known = std::any_of(procedure->parameters.begin(), procedure->parameters.end(),
                             [&](const ProcedureParameter& one) { return one.name == parameter; });
    if (!known) {
      return AtPlace(Fail(ErrorCode::kInvalidArgument, parameter, "'", name, "' has no parameter '",
                          parameter, "'"),
                     argument.offset);
    }
    ARROW_ASSIGN_OR_RAISE(values[parameter], ArgumentText(state, statement, argument));
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
  if (!rows.ok()) return AtPlace(rows.status(), call.procedure.offset);
  result.rows = *std::move(rows);
  return result;
}

}  // namespace hudi::sql
