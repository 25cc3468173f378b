// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "hudi/config/properties.h"

namespace hudi {

/// Options under the main spelling of their keys.
struct NormalizedOptions {
  ConfigMap values;
  /// Keys named with the commit metadata prefix, as given.
  ConfigMap extra_metadata;
  /// Keys that Hudi knows and this library does not heed, as given.
  std::vector<std::string> ignored;
};

/// Brings the caller's options to the main spelling of their keys and drops those whose value is
/// the text `null`. Keys of other systems (`parquet.`, `fs.`, `spark.`, ...) are left out.
/// Errors: kInvalidConfig for a key that Hudi does not know, with the nearest one it knows, and for
/// two spellings of one key that differ in value.
arrow::Result<NormalizedOptions> NormalizeOptions(const ConfigMap& options);

/// The contents of hoodie.properties under the main spelling of their keys; unknown keys stay.
ConfigMap NormalizeStored(const ConfigMap& properties);

}  // namespace hudi
