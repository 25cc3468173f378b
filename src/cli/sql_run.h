// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arrow/status.h>

#include "cli/arguments.h"

namespace hudi::cli {

/// What `hudi sql` does. In the program `hudi` it starts `hudi-sql`, which lies beside it, with the
/// same arguments (sql_launch); there it runs the session (sql_run).
arrow::Status RunSql(const Arguments& arguments);

}  // namespace hudi::cli
