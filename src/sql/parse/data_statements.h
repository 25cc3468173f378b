// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sql/parse/statement.h"
#include "sql/parse/token_cursor.h"

namespace hudi::sql {

// Each is called behind its first word: INSERT, UPDATE, DELETE, MERGE.
arrow::Result<StatementBody> ParseInsert(TokenCursor& cursor);
arrow::Result<StatementBody> ParseUpdate(TokenCursor& cursor);
arrow::Result<StatementBody> ParseDelete(TokenCursor& cursor);
arrow::Result<StatementBody> ParseMerge(TokenCursor& cursor);

}  // namespace hudi::sql
