// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "hudi/config/config_key.h"
#include "hudi/config/write_config.h"

namespace hudi {

/// The keys that fill one field each, by options struct.
std::span<const ConfigKey<KeyOptions>> KeyOptionKeys();
std::span<const ConfigKey<FileSizingOptions>> FileSizingKeys();
std::span<const ConfigKey<ParquetOptions>> ParquetKeys();
std::span<const ConfigKey<LogFileOptions>> LogFileKeys();
std::span<const ConfigKey<BucketOptions>> BucketKeys();
std::span<const ConfigKey<CdcOptions>> CdcKeys();
std::span<const ConfigKey<CompactionOptions>> CompactionKeys();
std::span<const ConfigKey<WriteConfig>> WriteKeys();

/// A key that a rule reads together with others, or that reading takes.
struct RuleKey {
  std::string_view name;
  std::string_view effect;
};
std::span<const RuleKey> RuleKeys();

/// Sets every bound field that `values` (main spellings, see NormalizeOptions) names.
/// Errors: kInvalidConfig for a value that does not parse.
arrow::Status ApplyBoundKeys(const ConfigMap& values, WriteConfig& config);

}  // namespace hudi
