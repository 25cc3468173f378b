// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <arrow/c/bridge.h>
#include <duckdb/function/table/arrow.hpp>
#include <duckdb/planner/operator/logical_get.hpp>

#include "sql/duckdb/duckdb_api.h"
#include "sql/duckdb/filter_predicate.h"
#include "sql/duckdb/struct_offsets.h"

namespace hudi::sql {
namespace {

// The engine's own scan of Arrow streams does the work; what is ours is the stream it gets.
struct RowsData : public duckdb::ArrowScanFunctionData {
  explicit RowsData(std::shared_ptr<const RowSource> rows);
  std::shared_ptr<const RowSource> source;
  PredicatePtr filter;
};

duckdb::unique_ptr<duckdb::ArrowArrayStreamWrapper> Produce(
    uintptr_t factory, duckdb::ArrowStreamParameters& parameters) {
  const auto& data = *reinterpret_cast<const RowsData*>(factory);
  std::vector<std::string> columns(parameters.projected_columns.columns.begin(),
                                   parameters.projected_columns.columns.end());
  // Rows are counted by any column.
  if (columns.empty()) columns.push_back(data.source->schema()->field(0)->name());
  auto rows = data.source->Scan(columns, data.filter);
  auto stream = duckdb::make_uniq<duckdb::ArrowArrayStreamWrapper>();
  arrow::Status status = rows.status();
  if (status.ok()) {
    status = arrow::ExportRecordBatchReader(WithoutStructOffsets(*std::move(rows)),
                                            &stream->arrow_array_stream);
  }
  if (!status.ok()) throw duckdb::IOException(status.message());
  return stream;
}

RowsData::RowsData(std::shared_ptr<const RowSource> rows)
    : ArrowScanFunctionData(Produce, reinterpret_cast<uintptr_t>(this)), source(std::move(rows)) {}

duckdb::unique_ptr<duckdb::FunctionData> Bind(duckdb::ClientContext& context,
                                              duckdb::TableFunctionBindInput& input,
                                              duckdb::vector<duckdb::LogicalType>& types,
                                              duckdb::vector<duckdb::string>& names) {
  const auto* source = reinterpret_cast<const std::shared_ptr<const RowSource>*>(
      input.inputs[0].GetValue<uint64_t>());
  auto data = duckdb::make_uniq<RowsData>(*source);
  arrow::Status exported =
      arrow::ExportSchema(*data->source->schema(), &data->schema_root.arrow_schema);
  if (!exported.ok()) throw duckdb::BinderException(exported.message());
  duckdb::ArrowTableFunction::PopulateArrowTableSchema(
      duckdb::DBConfig::GetConfig(context), data->arrow_table, data->schema_root.arrow_schema);
  names = data->arrow_table.GetNames();
  types = data->arrow_table.GetTypes();
  data->all_types = types;
  return data;
}

// What the reader can use to leave out files and rows.
void PushFilters(duckdb::ClientContext&, duckdb::LogicalGet& get, duckdb::FunctionData* bind_data,
                 duckdb::vector<duckdb::unique_ptr<duckdb::Expression>>& filters) {
  auto& data = bind_data->Cast<RowsData>();
  std::vector<std::string> columns;
  for (const duckdb::ColumnIndex& id : get.GetColumnIds()) {
    columns.push_back(
        id.IsVirtualColumn()
            ? ""
            : data.source->schema()->field(static_cast<int>(id.GetPrimaryIndex()))->name());
  }
  PredicatePtr filter = PredicateOf(filters, get.table_index, columns);
  if (filter != nullptr) data.filter = std::move(filter);
}

}  // namespace

duckdb::TableFunction RowsFunction() {
  duckdb::TableFunction function("hudi_rows", {duckdb::LogicalType::UBIGINT},
                                 duckdb::ArrowTableFunction::ArrowScanFunction, Bind,
                                 duckdb::ArrowTableFunction::ArrowScanInitGlobal,
                                 duckdb::ArrowTableFunction::ArrowScanInitLocal);
  function.projection_pushdown = true;
  function.filter_pushdown = false;
  function.pushdown_complex_filter = PushFilters;
  return function;
}

}  // namespace hudi::sql
