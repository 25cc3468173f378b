// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "cli/arguments.h"

namespace hudi::cli {

/// A flag that is a short form of a key of the reference.
struct KeyFlag {
  std::string_view option;  ///< "--key"
  std::string_view key;     ///< "hoodie.datasource.write.recordkey.field"
};

/// The keys and values of `--set` and of the flags that stand for keys.
///
/// Usage errors: a `--set` without '='; two values for one key, by two `--set` or by a flag and a
/// `--set` (under any of the key's names). A `--set` value of "null" is no value: the flag's wins.
arrow::Result<std::map<std::string, std::string>> CollectSettings(
    const Arguments& arguments, const std::vector<KeyFlag>& flags);

OptionSpec SetOption();

/// The value of an option that takes an instant; "" if the option is not there. Usage error for an
/// empty value, which would otherwise look the same.
arrow::Result<std::string> FindInstant(const Arguments& arguments, std::string_view option);

}  // namespace hudi::cli
