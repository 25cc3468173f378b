// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hudi/environment.h"

namespace hudi {

/// Libraries that fit, codecs, memory, cores, the temporary folder, time zones, the locale.
std::vector<EnvironmentCheck> EnvironmentChecks();

}  // namespace hudi
