// SPDX-License-Identifier: Apache-2.0
#include "sql/session/merge_problem.h"

#include "hudi/error.h"

namespace hudi::sql {

arrow::Status MergeProblem(RowProblem problem, int64_t count, const MergeNames& names) {
  const std::string rows = std::to_string(count) + (count == 1 ? " row" : " rows");
  const auto fail = [](const std::string& subject, const std::string& text) {
    return Fail(ErrorCode::kInvalidArgument, subject, text);
  };
  switch (problem) {
    case RowProblem::kLowersOrdering:
      return fail(names.ordering,
                  "MERGE lowers the ordering field '" + names.ordering + "' of " + rows + "; '" +
                      names.table +
                      "' keeps the row with the greater value, so the change would be lost: leave "
                      "such rows out by WHEN MATCHED AND " +
                      names.source + "." + names.ordering + " >= " + names.target + "." +
                      names.ordering);
    case RowProblem::kChangesKey:
      return fail(names.key,
                  "MERGE gives " + rows + " another record key; DELETE them and INSERT them anew");
    case RowProblem::kChangesPartition:
      return fail(names.partition, "MERGE moves " + rows +
                                       " to another partition; DELETE them and INSERT them anew");
    case RowProblem::kInsertsStoredKey:
      return fail(names.key,
                  "ON does not match " + rows +
                      " of the source whose record keys the table has already; WHEN NOT MATCHED "
                      "would overwrite them: take the further condition into WHEN MATCHED AND");
    case RowProblem::kMatchedTwice:
      return fail(names.table,
                  "ON matches a row of '" + names.table + "' with several rows of the source (" +
                      rows +
                      " in all), and nothing says which of them counts: the table has neither a "
                      "record key nor an ordering field that the source has too");
    case RowProblem::kNone:
      break;
  }
  return arrow::Status::OK();
}

}  // namespace hudi::sql
