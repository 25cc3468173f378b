// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <arrow/result.h>

#include "hudi/config/properties.h"
#include "hudi/read/plan/incremental.h"

namespace hudi {

/// What the keys of the reference's data source ask of a read.
struct ReadQuery {
  /// MERGE_ON_READ: only what base files hold.
  bool read_optimized = false;
  /// `as.of.instant` as given; empty: the latest snapshot.
  std::string as_of;
  /// Partition columns are taken from the partition path although the files hold them.
  bool partition_values_from_path = false;
  /// Only the rows that commits of a range changed; nullopt: all rows.
  std::optional<IncrementalQuery> incremental;
  /// ... not as they are at the end of the range, but each change with its images.
  bool change_data = false;
  /// The schema is that of the range's end, not the newest one.
  bool schema_of_end = false;
  /// `hoodie.datasource.read.incr.filters`: predicates, separated by commas; version 6 alone heeds
  /// them.
  std::string incremental_filters;
  /// Log records are not merged into base rows.
  bool skip_merge = false;
  /// `hoodie.merge.use.record.positions`: base rows may be found by the positions that log blocks
  /// tell, instead of by their keys.
  bool use_positions = true;
  /// `hoodie.memory.merge.max.size`: log records that merging may hold at once.
  int64_t merge_memory_bytes = int64_t{1} << 30;
};

/// Keys that say nothing about reading are accepted and ignored.
///
/// Errors: kInvalidConfig for a key that Hudi does not know (with the nearest one), a bad value, an
/// unknown query type; kInvalidArgument for an incremental query without begin; kUnsupported, by
/// name, for paths inside a table.
arrow::Result<ReadQuery> ParseReadQuery(const ConfigMap& options);

}  // namespace hudi
