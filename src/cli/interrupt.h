// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <arrow/status.h>

namespace hudi::cli {

/// From now on the first Ctrl-C (or SIGTERM) asks to stop, so that what was begun can be undone; a
/// second one ends the program at once.
void CatchInterrupts();
/// From now on either ends the program at once, as if CatchInterrupts() had not been called.
void ReleaseInterrupts();
bool Interrupted();
/// 128 and the number of the signal, as shells have it: 130 after Ctrl-C, 143 after SIGTERM.
int InterruptExitCode();

/// A status with kInterrupted says what came of it instead: "interrupted: the table is as it was".
arrow::Status WithOutcomeOfInterrupt(const arrow::Status& status, std::string_view outcome);

}  // namespace hudi::cli
