// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "sql/session/session_state.h"

namespace hudi::sql {

/// The arguments of a call, as text, by the parameter's name; those not given and without a
/// default are absent.
class ProcedureArguments {
 public:
  std::map<std::string, std::string, std::less<>> values;

  std::string Get(std::string_view name) const;
  /// A whole number of at least 0.
  arrow::Result<size_t> Number(std::string_view name) const;
  arrow::Result<bool> Truth(std::string_view name) const;
  /// The table of `table` or `path`.
  arrow::Result<NamedTable> Table(SessionState& state) const;
};

struct ProcedureParameter {
  std::string_view name;
  bool required = false;
  std::string_view otherwise = "";
};

struct Procedure {
  std::string_view name;
  std::vector<ProcedureParameter> parameters;
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> (*run)(
      SessionState& state, const ProcedureArguments& arguments);
};

/// All of them, with the names, parameters and output columns of the reference.
const std::vector<Procedure>& AllProcedures();

/// "t", "db.t" or a path as a name.
ObjectName NameOfText(const std::string& text);

// By what they are about.
std::vector<Procedure> CommitProcedures();
std::vector<Procedure> FileViewProcedures();
std::vector<Procedure> LogProcedures();
std::vector<Procedure> ServiceProcedures();
std::vector<Procedure> StorageProcedures();
std::vector<Procedure> TableProcedures();
std::vector<Procedure> TimelineProcedures();

}  // namespace hudi::sql
