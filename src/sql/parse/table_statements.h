// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sql/parse/statement.h"
#include "sql/parse/token_cursor.h"

namespace hudi::sql {

// Each is called behind its first word: CREATE, DROP, TRUNCATE, ALTER.
arrow::Result<StatementBody> ParseCreate(TokenCursor& cursor);
arrow::Result<StatementBody> ParseDrop(TokenCursor& cursor);
arrow::Result<StatementBody> ParseTruncate(TokenCursor& cursor);
arrow::Result<StatementBody> ParseAlter(TokenCursor& cursor);

}  // namespace hudi::sql
