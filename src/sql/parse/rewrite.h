// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <arrow/result.h>

#include "sql/parse/engine_text.h"
#include "sql/parse/statement.h"
#include "sql/parse/table_reference.h"

namespace hudi::sql {

/// Rewrites what stands in `span` from Spark's spelling to the engine's: quotes, literals, types,
/// functions, VALUES, time travel, LATERAL VIEW. Names of tables stay; the engine asks for those
/// that it does not know. Errors: kUnsupported and kInvalidArgument with the place.
arrow::Result<EngineText> RewriteForEngine(const Statement& statement, Span span);

/// The engine's name of a Spark type ("array<int>", "decimal(10,2)"). Errors: kInvalidArgument.
arrow::Result<std::string> EngineType(const Statement& statement, Span span);

}  // namespace hudi::sql
