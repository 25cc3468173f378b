// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

#include <arrow/result.h>

#include "hudi/sql.h"
#include "sql/parse/statement.h"
#include "sql/parse/token.h"
#include "sql/session/session_state.h"

namespace hudi::sql {

inline constexpr const char* kMetaColumns[] = {"_hoodie_commit_time", "_hoodie_commit_seqno",
                                               "_hoodie_record_key", "_hoodie_partition_path",
                                               "_hoodie_file_name"};

/// One of the five, in any case.
inline bool IsMetaColumn(std::string_view name) {
  return std::any_of(std::begin(kMetaColumns), std::end(kMetaColumns),
                     [&](const char* meta) { return SameWord(name, meta); });
}

/// The option of a write that names its operation.
inline constexpr const char* kOperationOption = "hoodie.datasource.write.operation";

// One function a statement. `statement` is the text that the spans of the other argument are of.
arrow::Result<StatementResult> RunCreateTable(SessionState& state, const Statement& statement,
                                              const CreateTableStatement& create);
arrow::Result<StatementResult> RunCreateView(SessionState& state, const Statement& statement,
                                             const CreateViewStatement& create);
arrow::Result<StatementResult> RunCreateDatabase(SessionState& state,
                                                 const CreateDatabaseStatement& create);
arrow::Result<StatementResult> RunDrop(SessionState& state, const DropStatement& drop);
arrow::Result<StatementResult> RunTruncate(SessionState& state, const Statement& statement,
                                           const TruncateStatement& truncate);
arrow::Result<StatementResult> RunAlter(SessionState& state, const Statement& statement,
                                        const AlterTableStatement& alter);
arrow::Result<StatementResult> RunInsert(SessionState& state, const Statement& statement,
                                         const InsertStatement& insert);
arrow::Result<StatementResult> RunUpdate(SessionState& state, const Statement& statement,
                                         const UpdateStatement& update);
arrow::Result<StatementResult> RunDelete(SessionState& state, const Statement& statement,
                                         const DeleteStatement& erase);
arrow::Result<StatementResult> RunMerge(SessionState& state, const Statement& statement,
                                        const MergeStatement& merge);
arrow::Result<StatementResult> RunShow(SessionState& state, const Statement& statement,
                                       const ShowStatement& show);
arrow::Result<StatementResult> RunDescribe(SessionState& state, const Statement& statement,
                                           const DescribeStatement& describe);
arrow::Result<StatementResult> RunCall(SessionState& state, const Statement& statement,
                                       const CallStatement& call);

/// The plan of a query, and which files of its tables it reads and which not.
arrow::Result<StatementResult> ExplainQuery(SessionState& state, const Statement& statement,
                                            const ExplainStatement& explain);

/// What a write did, for the user.
ChangeSummary SummaryOf(const NamedTable& table, const WriteResult& written);

}  // namespace hudi::sql
