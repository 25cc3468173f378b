// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <arrow/result.h>

#include "hudi/config/properties.h"
#include "hudi/format/parquet/footer_facts.h"
#include "hudi/storage/storage.h"

namespace hudi {

/// What a table uses that not every engine can do.
enum class TableFeature {
  kAnyTable,
  kOldVersion,  ///< before 5
  kVersion5,
  kVersion6,
  kVersion7,
  kVersion8,
  kVersion9,
  kFutureVersion,
  kNoVersion,
  kMergeOnRead,
  kMergeOnReadByCommitTime,
  kMergeOnReadWithoutOrdering,
  kMergeOnReadWithOwnClass,
  kOwnMergeClass,
  kOwnKeyGenerator,
  kRecordKey,
  kComplexKeyOfOneColumn,  ///< in version 6 or 8
  kOtherBaseFormat,
  kSeveralBaseFormats,
  kForeignTableFormat,
  kDroppedPartitionColumns,
  kSlashSeparatedDates,
  kBootstrapped,
  kSchemaOnRead,
  kMetadataTable,
  kLocalTimestamps,
  kZstd,
  kLz4Raw,
  kBrotli,
};

struct FoundFeature {
  TableFeature feature;
  std::string name;  ///< as people read it: "table version 9", "codec zstd"
};

struct TableFeatures {
  std::string name;
  ConfigMap properties;  ///< under their main spelling
  std::vector<FoundFeature> found;
  /// What to print about the table, as name and value.
  std::vector<std::pair<std::string, std::string>> shown;
};

/// Looks at a table of any version. Errors: those of ReadPropertiesFile().
arrow::Result<TableFeatures> FindTableFeatures(const Storage& storage);

/// The same from what was read: `properties` under any spelling, and the footers of some files.
TableFeatures FeaturesOf(const ConfigMap& properties, const FooterFacts& files,
                         bool has_schema_history);

}  // namespace hudi
