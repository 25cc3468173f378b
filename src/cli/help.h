// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/verb.h"

namespace hudi::cli {

/// What `hudi --help` prints.
std::string ProgramHelp();
/// What `hudi VERB --help` prints.
std::string VerbHelp(const Verb& verb);

}  // namespace hudi::cli
