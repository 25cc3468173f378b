// SPDX-License-Identifier: Apache-2.0
#include "sql/duckdb/slice_rows.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <arrow/c/bridge.h>
#include <duckdb/storage/table/column_segment.hpp>

#include "sql/duckdb/struct_offsets.h"

namespace hudi::sql {

SliceRows::SliceRows(const duckdb::OpenFileInfo& info, std::shared_ptr<TableSlices> table,
                     size_t slice, PredicatePtr filter)
    : BaseFileReader(info), table_(std::move(table)), slice_(slice), filter_(std::move(filter)) {
  columns = duckdb::MultiFileColumnDefinition::ColumnsFromNamesAndTypes(table_->types().GetNames(),
                                                                        table_->types().GetTypes());
}

bool SliceRows::TryInitializeScan(duckdb::ClientContext&, duckdb::GlobalTableFunctionState&,
                                  duckdb::LocalTableFunctionState&) {
  // Called under the scan's lock.
  return !std::exchange(taken_, true);
}

void SliceRows::Open(duckdb::ClientContext& context) {
  std::vector<std::string> names;
  batch_ = std::make_unique<duckdb::ArrowScanLocalState>(
      duckdb::make_uniq<duckdb::ArrowArrayWrapper>(), context);
  for (duckdb::idx_t i = 0; i < column_ids.size(); ++i) {
    const duckdb::idx_t column = column_ids[duckdb::MultiFileLocalIndex(i)].GetId();
    names.push_back(columns[column].name);
    batch_->column_ids.push_back(column);
  }
  // Rows are counted by any column.
  if (names.empty()) names.push_back(columns[0].name);
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> rows =
      table_->reader().ScanSlice(slice_, names, filter_);
  if (!rows.ok()) Throw(*table_->failure, rows.status());
  rows_ = *std::move(rows);
  if (filters == nullptr) return;
  for (const auto& [column, filter] : filters->filters) {
    filter_states_[column] = duckdb::TableFilterState::Initialize(context, *filter);
  }
}

bool SliceRows::NextBatch() {
  std::shared_ptr<arrow::RecordBatch> next;
  arrow::Status status = rows_->ReadNext(&next);
  if (status.ok() && next != nullptr) status = WithoutStructOffsets(next).Value(&next);
  auto array = duckdb::make_shared_ptr<duckdb::ArrowArrayWrapper>();
  if (status.ok() && next != nullptr) status = arrow::ExportRecordBatch(*next, &array->arrow_array);
  if (!status.ok()) Throw(*table_->failure, status);
  if (next == nullptr) return false;
  batch_->Reset();
  batch_->chunk = std::move(array);
  return true;
}

void SliceRows::Filter(duckdb::DataChunk& chunk) {
  if (filter_states_.empty()) return;
  duckdb::SelectionVector selected(0, chunk.size());
  duckdb::idx_t count = chunk.size();
  for (const auto& [column, filter] : filters->filters) {
    duckdb::Vector& values = chunk.data[column];
    duckdb::UnifiedVectorFormat format;
    values.ToUnifiedFormat(chunk.size(), format);
    duckdb::ColumnSegment::FilterSelection(selected, values, format, *filter,
                                           *filter_states_[column], chunk.size(), count);
  }
  if (count < chunk.size()) chunk.Slice(selected, count);
}

void SliceRows::Scan(duckdb::ClientContext& context, duckdb::GlobalTableFunctionState&,
                     duckdb::LocalTableFunctionState&, duckdb::DataChunk& chunk) {
  if (rows_ == nullptr) Open(context);
  do {
    chunk.Reset();
    auto length = static_cast<duckdb::idx_t>(batch_->chunk->arrow_array.length);
    if (batch_->chunk_offset >= length) {
      if (!NextBatch()) return;
      length = static_cast<duckdb::idx_t>(batch_->chunk->arrow_array.length);
    }
    const auto count = std::min<duckdb::idx_t>(STANDARD_VECTOR_SIZE, length - batch_->chunk_offset);
    chunk.SetCardinality(count);
    if (column_ids.size() > 0) {
      duckdb::ArrowTableFunction::ArrowToDuckDB(*batch_, table_->types().GetColumns(), chunk, 0);
    }
    batch_->chunk_offset += count;
    Filter(chunk);
  } while (chunk.size() == 0);
}

}  // namespace hudi::sql
