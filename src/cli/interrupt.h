// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include <arrow/record_batch.h>
#include <arrow/status.h>

namespace hudi::cli {

/// From now on the first Ctrl-C (or SIGTERM, or SIGHUP) asks to stop, so that what was begun can be
/// undone; a second one ends the program at once.
void CatchInterrupts();
/// From now on each of them ends the program at once, for there is nothing to undo; only the
/// progress line is removed.
void EndAtOnceOnInterrupt();
bool Interrupted();
/// 128 and the number of the signal, as shells have it: 130 after Ctrl-C, 143 after SIGTERM.
int InterruptExitCode();

/// `rows`, ending with kInterrupted once Interrupted().
std::shared_ptr<arrow::RecordBatchReader> Interruptible(
    std::shared_ptr<arrow::RecordBatchReader> rows);

/// A status with kInterrupted says what came of it instead: "interrupted: the table is as it was".
arrow::Status WithOutcomeOfInterrupt(const arrow::Status& status, std::string_view outcome);

}  // namespace hudi::cli
