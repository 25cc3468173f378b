// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <duckdb/common/multi_file/base_file_reader.hpp>
#include <duckdb/planner/table_filter_state.hpp>

#include "sql/duckdb/table_slices.h"

namespace hudi::sql {

/// The rows of a slice that the engine cannot read itself: with log files, or in types of another
/// time. One thread of the engine reads them.
class SliceRows : public duckdb::BaseFileReader {
 public:
  /// Rows that `filter` (may be null) does not match may be left out before the engine sees them.
  SliceRows(const duckdb::OpenFileInfo& file, std::shared_ptr<TableSlices> table, size_t slice,
            PredicatePtr filter);

  bool TryInitializeScan(duckdb::ClientContext& context, duckdb::GlobalTableFunctionState& global,
                         duckdb::LocalTableFunctionState& local) override;
  void Scan(duckdb::ClientContext& context, duckdb::GlobalTableFunctionState& global,
            duckdb::LocalTableFunctionState& local, duckdb::DataChunk& chunk) override;
  duckdb::string GetReaderType() const override { return "hudi"; }

 private:
  void Open(duckdb::ClientContext& context);
  bool NextBatch();
  void Filter(duckdb::DataChunk& chunk);

  std::shared_ptr<TableSlices> table_;
  size_t slice_;
  PredicatePtr filter_;
  bool taken_ = false;
  std::shared_ptr<arrow::RecordBatchReader> rows_;
  std::unique_ptr<duckdb::ArrowScanLocalState> batch_;
  // For each of `filters`, which this class must apply: the engine does not do so again.
  std::map<duckdb::idx_t, duckdb::unique_ptr<duckdb::TableFilterState>> filter_states_;
};

}  // namespace hudi::sql
