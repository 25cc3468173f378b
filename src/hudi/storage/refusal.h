// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace hudi {

/// Why the system refused a call on the absolute path, and what would help: which folder above it
/// is a file, or whose it is and who we are. `error`: errno. Ends without a full stop.
std::string RefusalText(const std::string& full_path, int error);

}  // namespace hudi
