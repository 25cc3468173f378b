// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <arrow/result.h>

#include "hudi/export.h"

namespace hudi {

/// What an engine makes of a table, from best to worst.
enum class Verdict {
  kYes,
  kWithCare,  ///< works under conditions that the hindrance names
  kUnknown,   ///< nothing that we can point to says
  kNo,
};
/// "yes", "with care", "unknown" or "no".
HUDI_EXPORT std::string_view VerdictName(Verdict verdict);

/// Something about the table that one engine or another stumbles over.
struct HUDI_EXPORT Hindrance {
  std::string feature;  ///< "table version 9"
  std::string why;      ///< a sentence
  std::string remedy;   ///< a sentence; empty if nothing helps but another engine
  std::string source;   ///< where this is known from
};

struct HUDI_EXPORT EngineVerdict {
  std::string engine;   ///< "Hudi on Spark"
  std::string release;  ///< "1.0"
  Verdict read = Verdict::kYes;
  Verdict write = Verdict::kYes;
  /// Indexes into CompatibilityReport::hindrances.
  std::vector<size_t> hindrances;
};

struct HUDI_EXPORT CompatibilityReport {
  std::string base_path;
  std::string name;
  /// What the table uses, as name and value: version, type, key generator, codecs, ...
  std::vector<std::pair<std::string, std::string>> features;
  std::vector<EngineVerdict> engines;
  std::vector<Hindrance> hindrances;
};

/// Says which engine releases can read and write a table.
///
/// Looks at hoodie.properties and at the footers of the newest base files. The table need not be
/// one that this library can read. Errors: kNotATable; kCorruptFile for properties that cannot be
/// read.
HUDI_EXPORT arrow::Result<CompatibilityReport> CheckCompatibility(const std::string& base_path);

}  // namespace hudi
