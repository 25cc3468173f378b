// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <arrow/status.h>

#include "sql/session/session_state.h"

namespace hudi::sql {

/// Says so if the folder with the history of a table's timeline is missing or empty: what was
/// archived, if anything was, cannot be shown then.
arrow::Status NoticeIfNoHistory(SessionState& state, const std::string& base_path);

}  // namespace hudi::sql
