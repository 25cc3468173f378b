// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <arrow/record_batch.h>

namespace hudi::cli {

/// From now on the first Ctrl-C (or SIGTERM) asks to stop, so that what was begun can be undone; a
/// second one ends the program at once.
void CatchInterrupts();
bool Interrupted();

/// `rows`, ending with kInterrupted once Interrupted().
std::shared_ptr<arrow::RecordBatchReader> Interruptible(
    std::shared_ptr<arrow::RecordBatchReader> rows);

}  // namespace hudi::cli
