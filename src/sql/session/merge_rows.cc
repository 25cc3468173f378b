// SPDX-License-Identifier: Apache-2.0
#include "hudi/error.h"
#include "sql/parse/sql_error.h"
#include "sql/session/statements.h"

namespace hudi::sql {

arrow::Result<StatementResult> RunMerge(SessionState& state, const Statement&,
                                        const MergeStatement& merge) {
  ARROW_RETURN_NOT_OK(state.FindTable(merge.name).status());
  return NotSupported(merge.name.offset, "MERGE INTO is not supported yet");
}

}  // namespace hudi::sql
