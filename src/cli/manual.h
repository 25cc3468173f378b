// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <arrow/status.h>

namespace hudi::cli {

/// `hudi __manual DATE`, which the build calls: prints the manual page hudi(1) as roff, made from
/// the tables of the verbs. DATE is `yyyy-mm-dd`.
arrow::Status PrintManual(const std::vector<std::string>& arguments);

}  // namespace hudi::cli
