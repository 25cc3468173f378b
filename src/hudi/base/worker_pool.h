// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <arrow/status.h>

namespace hudi {

/// `requested`, or one thread a core for 0 and less.
int ResolveThreads(int requested);

/// Runs `task(0)` ... `task(num_tasks - 1)` on up to `threads` threads, in increasing order of
/// their starts, and waits for all.
///
/// After the first failure no further task starts; that failure is returned. Tasks must not throw.
arrow::Status RunTasks(int threads, size_t num_tasks,
                       const std::function<arrow::Status(size_t)>& task);

}  // namespace hudi
