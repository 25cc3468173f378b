// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <arrow/scalar.h>
#include <duckdb/catalog/catalog.hpp>
#include <duckdb/catalog/catalog_entry/table_function_catalog_entry.hpp>
#include <duckdb/function/partition_stats.hpp>
#include <duckdb/planner/operator/logical_get.hpp>

#include "sql/duckdb/duckdb_api.h"
#include "sql/duckdb/filter_predicate.h"
#include "sql/duckdb/slice_rows.h"
#include "sql/duckdb/table_slices.h"

namespace hudi::sql {
namespace {

using duckdb::idx_t;
using duckdb::LogicalType;
using duckdb::OpenFileInfo;
using duckdb::Value;
using TablePtr = std::shared_ptr<TableSlices>;

// The value of a column that the partition path decides, in the column's type.
Value ValueOf(const arrow::Scalar& scalar, const LogicalType& type) {
  if (!scalar.is_valid) return Value(type);
  switch (scalar.type->id()) {
    case arrow::Type::STRING:
      return Value(std::string(static_cast<const arrow::StringScalar&>(scalar).view()));
    case arrow::Type::BOOL:
      return Value::BOOLEAN(static_cast<const arrow::BooleanScalar&>(scalar).value);
    case arrow::Type::INT8:
      return Value::TINYINT(static_cast<const arrow::Int8Scalar&>(scalar).value);
    case arrow::Type::INT16:
      return Value::SMALLINT(static_cast<const arrow::Int16Scalar&>(scalar).value);
    case arrow::Type::INT32:
      return Value::INTEGER(static_cast<const arrow::Int32Scalar&>(scalar).value);
    case arrow::Type::INT64:
      return Value::BIGINT(static_cast<const arrow::Int64Scalar&>(scalar).value);
    case arrow::Type::DATE32:
      return Value::DATE(duckdb::date_t(static_cast<const arrow::Date32Scalar&>(scalar).value));
    default:
      throw duckdb::InternalException("a partition path decides a column of type %s",
                                      scalar.type->ToString());
  }
}

/// The slices that a scan reads, as a list of files: the base file, or the first log file, stands
/// for the slice.
class SliceList : public duckdb::MultiFileList {
 public:
  SliceList(TablePtr table, std::vector<size_t> kept, PredicatePtr filter)
      : MultiFileList({}, duckdb::FileGlobOptions::ALLOW_EMPTY),
        table_(std::move(table)),
        kept_(std::move(kept)),
        filter_(std::move(filter)) {}

  const TablePtr& table() const { return table_; }
  const std::vector<size_t>& kept() const { return kept_; }
  const PredicatePtr& filter() const { return filter_; }

  duckdb::unique_ptr<MultiFileList> ComplexFilterPushdown(
      duckdb::ClientContext&, const duckdb::MultiFileOptions&, duckdb::MultiFilePushdownInfo& info,
      duckdb::vector<duckdb::unique_ptr<duckdb::Expression>>& filters) override {
    std::vector<std::string> columns;
    for (duckdb::column_t id : info.column_ids) {
      columns.push_back(id < info.column_names.size() ? info.column_names[id] : "");
    }
    PredicatePtr filter = PredicateOf(filters, info.table_index, columns);
    if (filter == nullptr) return nullptr;
    arrow::Result<std::vector<bool>> might_match = table_->reader().MightMatch(*filter);
    // A filter that does not fit the table has no counterpart; the engine applies it.
    if (!might_match.ok()) return nullptr;
    std::vector<size_t> kept;
    for (size_t slice : kept_) {
      if ((*might_match)[slice]) kept.push_back(slice);
    }
    if (filter_ != nullptr) {
      auto both = std::make_shared<Predicate>();
      both->kind = Predicate::Kind::kAnd;
      both->children = {filter_, filter};
      filter = std::move(both);
    }
    Report(filters, kept, info.extra_info);
    return duckdb::make_uniq<SliceList>(table_, std::move(kept), std::move(filter));
  }

  duckdb::unique_ptr<MultiFileList> DynamicFilterPushdown(duckdb::ClientContext&,
                                                          const duckdb::MultiFileOptions&,
                                                          const duckdb::vector<duckdb::string>&,
                                                          const duckdb::vector<LogicalType>&,
                                                          const duckdb::vector<duckdb::column_t>&,
                                                          duckdb::TableFilterSet&) const override {
    return nullptr;
  }

  duckdb::vector<OpenFileInfo> GetAllFiles() override {
    duckdb::vector<OpenFileInfo> files;
    for (size_t slice : kept_) files.emplace_back(table_->slices()[slice].path);
    return files;
  }
  duckdb::FileExpandResult GetExpandResult() override {
    if (kept_.empty()) return duckdb::FileExpandResult::NO_FILES;
    return kept_.size() == 1 ? duckdb::FileExpandResult::SINGLE_FILE
                             : duckdb::FileExpandResult::MULTIPLE_FILES;
  }
  idx_t GetTotalFileCount() override { return kept_.size(); }
  duckdb::unique_ptr<duckdb::NodeStatistics> GetCardinality(duckdb::ClientContext&) override {
    return duckdb::make_uniq<duckdb::NodeStatistics>(
        static_cast<idx_t>(table_->EstimateRows(kept_)));
  }
  duckdb::unique_ptr<MultiFileList> Copy() override {
    return duckdb::make_uniq<SliceList>(table_, kept_, filter_);
  }

 protected:
  OpenFileInfo GetFile(idx_t i) override {
    return i < kept_.size() ? OpenFileInfo(table_->slices()[kept_[i]].path) : OpenFileInfo();
  }

 private:
  // Says, in the plan and for EXPLAIN, which slices are left out by which conditions.
  void Report(const duckdb::vector<duckdb::unique_ptr<duckdb::Expression>>& filters,
              const std::vector<size_t>& kept, duckdb::ExtraOperatorInfo& info) const {
    if (kept.size() == kept_.size()) return;
    std::string conditions;
    for (const auto& filter : filters) {
      conditions += (conditions.empty() ? "" : " AND ") + filter->ToString();
    }
    for (size_t slice : kept_) {
      if (std::binary_search(kept.begin(), kept.end(), slice)) continue;
      std::string& dropped_by = table_->report->slices[slice].dropped_by;
      if (dropped_by.empty()) dropped_by = conditions;
    }
    info.total_files = table_->slices().size();
    info.filtered_files = kept.size();
    if (!info.file_filters.empty()) info.file_filters += " AND ";
    info.file_filters += conditions;
  }

  TablePtr table_;
  std::vector<size_t> kept_;
  PredicatePtr filter_;
};

TablePtr TableOf(const duckdb::MultiFileBindData& data) {
  return data.file_list->Cast<SliceList>().table();
}

/// Tells the engine the table's columns without opening a file, and the values that partition paths
/// decide.
struct SliceReader : public duckdb::MultiFileReader {
  static duckdb::unique_ptr<MultiFileReader> Make(const duckdb::TableFunction&) {
    return duckdb::make_uniq<SliceReader>();
  }

  duckdb::shared_ptr<duckdb::MultiFileList> CreateFileList(
      duckdb::ClientContext& context, const duckdb::vector<duckdb::string>& paths,
      const duckdb::FileGlobInput&) override {
    // The only path is the number that a query of ours has in its place.
    table = *reinterpret_cast<const TablePtr*>(std::stoull(paths[0]));
    table->BindTypes(context);
    std::vector<size_t> all(table->slices().size());
    std::iota(all.begin(), all.end(), size_t{0});
    return duckdb::make_shared_ptr<SliceList>(table, std::move(all), nullptr);
  }

  bool Bind(duckdb::MultiFileOptions&, duckdb::MultiFileList&, duckdb::vector<LogicalType>& types,
            duckdb::vector<duckdb::string>& names,
            duckdb::MultiFileReaderBindData& bind_data) override {
    names = table->types().GetNames();
    types = table->types().GetTypes();
    bind_data.schema = duckdb::MultiFileColumnDefinition::ColumnsFromNamesAndTypes(names, types);
    // A column that a file lacks is null in all its rows.
    for (duckdb::MultiFileColumnDefinition& column : bind_data.schema) {
      column.default_expression = duckdb::make_uniq<duckdb::ConstantExpression>(Value(column.type));
    }
    return true;
  }

  void FinalizeBind(duckdb::MultiFileReaderData& data, const duckdb::MultiFileOptions& options,
                    const duckdb::MultiFileReaderBindData& bind_data,
                    const duckdb::vector<duckdb::MultiFileColumnDefinition>& columns,
                    const duckdb::vector<duckdb::ColumnIndex>& ids, duckdb::ClientContext& context,
                    duckdb::optional_ptr<duckdb::MultiFileReaderGlobalState> state) override {
    MultiFileReader::FinalizeBind(data, options, bind_data, columns, ids, context, state);
    // Our own rows have them already.
    if (dynamic_cast<SliceRows*>(data.reader.get()) != nullptr) return;
    const auto& constants = table->slices()[table->SliceOf(data.reader->file.path)].constants;
    if (constants.empty()) return;
    for (idx_t i = 0; i < ids.size(); ++i) {
      if (ids[i].IsVirtualColumn()) continue;
      const duckdb::MultiFileColumnDefinition& column = columns[ids[i].GetPrimaryIndex()];
      auto constant = constants.find(column.name);
      if (constant == constants.end()) continue;
      data.constant_map.Add(duckdb::MultiFileGlobalIndex(i),
                            ValueOf(*constant->second, column.type));
    }
  }

  duckdb::unique_ptr<MultiFileReader> Copy() const override {
    auto copy = duckdb::make_uniq<SliceReader>();
    copy->table = table;
    return copy;
  }

  TablePtr table;
};

/// Opens plain files as the engine does, other slices as rows of ours.
struct SliceInterface : public duckdb::MultiFileReaderInterface {
  explicit SliceInterface(TablePtr of) : table(std::move(of)) {}

  duckdb::unique_ptr<duckdb::BaseFileReaderOptions> InitializeOptions(
      duckdb::ClientContext& context,
      duckdb::optional_ptr<duckdb::TableFunctionInfo> info) override {
    return table->parquet->InitializeOptions(context, info);
  }
  bool ParseCopyOption(duckdb::ClientContext&, const duckdb::string&, const duckdb::vector<Value>&,
                       duckdb::BaseFileReaderOptions&, duckdb::vector<duckdb::string>&,
                       duckdb::vector<LogicalType>&) override {
    return false;
  }
  bool ParseOption(duckdb::ClientContext&, const duckdb::string&, const Value&,
                   duckdb::MultiFileOptions&, duckdb::BaseFileReaderOptions&) override {
    return false;
  }
  duckdb::unique_ptr<duckdb::TableFunctionData> InitializeBindData(
      duckdb::MultiFileBindData& data,
      duckdb::unique_ptr<duckdb::BaseFileReaderOptions> options) override {
    return table->parquet->InitializeBindData(data, std::move(options));
  }
  void BindReader(duckdb::ClientContext&, duckdb::vector<LogicalType>&,
                  duckdb::vector<duckdb::string>&, duckdb::MultiFileBindData&) override {
    throw duckdb::InternalException("the columns of a table come from its schema");
  }
  duckdb::optional_idx MaxThreads(const duckdb::MultiFileBindData&,
                                  const duckdb::MultiFileGlobalState&,
                                  duckdb::FileExpandResult) override {
    return duckdb::optional_idx();
  }
  duckdb::unique_ptr<duckdb::GlobalTableFunctionState> InitializeGlobalState(
      duckdb::ClientContext& context, duckdb::MultiFileBindData& data,
      duckdb::MultiFileGlobalState& state) override {
    return table->parquet->InitializeGlobalState(context, data, state);
  }
  duckdb::unique_ptr<duckdb::LocalTableFunctionState> InitializeLocalState(
      duckdb::ExecutionContext& context, duckdb::GlobalTableFunctionState& state) override {
    return table->parquet->InitializeLocalState(context, state);
  }
  duckdb::shared_ptr<duckdb::BaseFileReader> CreateReader(
      duckdb::ClientContext&, duckdb::GlobalTableFunctionState&, duckdb::BaseUnionData&,
      const duckdb::MultiFileBindData&) override {
    throw duckdb::InternalException("files of a table are not opened to be united");
  }
  duckdb::shared_ptr<duckdb::BaseFileReader> CreateReader(
      duckdb::ClientContext& context, duckdb::GlobalTableFunctionState& state,
      const OpenFileInfo& file, idx_t number, const duckdb::MultiFileBindData& data) override {
    const size_t slice = table->SliceOf(file.path);
    if (auto opened = table->TakeOpened(slice)) return opened;
    if (table->PlainRows(slice)) {
      table->footers->Use(context, file.path);
      return table->parquet->CreateReader(context, state, file, number, data);
    }
    return duckdb::make_shared_ptr<SliceRows>(file, table, slice,
                                              data.file_list->Cast<SliceList>().filter());
  }
  void FinishReading(duckdb::ClientContext& context, duckdb::GlobalTableFunctionState& global,
                     duckdb::LocalTableFunctionState& local) override {
    table->parquet->FinishReading(context, global, local);
  }
  duckdb::unique_ptr<duckdb::NodeStatistics> GetCardinality(const duckdb::MultiFileBindData& data,
                                                            idx_t files) override {
    return table->parquet->GetCardinality(data, files);
  }
  duckdb::unique_ptr<duckdb::MultiFileReaderInterface> Copy() override {
    return duckdb::make_uniq<SliceInterface>(table);
  }

  TablePtr table;
};

/// What the function does beyond the engine's own scan of Parquet, which it is a copy of.
struct SliceFunctionInfo : public duckdb::TableFunctionInfo {
  duckdb::table_function_bind_t bind_parquet = nullptr;
};

duckdb::unique_ptr<duckdb::FunctionData> BindSlices(duckdb::ClientContext& context,
                                                    duckdb::TableFunctionBindInput& input,
                                                    duckdb::vector<LogicalType>& types,
                                                    duckdb::vector<duckdb::string>& names) {
  input.named_parameters[kCanHaveNan] = duckdb::Value::BOOLEAN(true);
  auto bound = input.info->Cast<SliceFunctionInfo>().bind_parquet(context, input, types, names);
  auto& data = bound->Cast<duckdb::MultiFileBindData>();
  TablePtr table = TableOf(data);
  table->parquet = std::move(data.interface);
  data.interface = duckdb::make_uniq<SliceInterface>(std::move(table));
  return bound;
}

duckdb::unique_ptr<duckdb::BaseStatistics> Statistics(duckdb::ClientContext& context,
                                                      const duckdb::FunctionData* bound,
                                                      duckdb::column_t column) {
  if (duckdb::IsVirtualColumn(column)) return nullptr;
  const auto& data = bound->Cast<duckdb::MultiFileBindData>();
  const SliceList& list = data.file_list->Cast<SliceList>();
  return list.table()->Bounds(context, list.kept(), column);
}

duckdb::vector<duckdb::PartitionStatistics> RowCounts(duckdb::ClientContext&,
                                                      duckdb::GetPartitionStatsInput& input) {
  duckdb::vector<duckdb::PartitionStatistics> counts;
  const auto& data = input.bind_data->Cast<duckdb::MultiFileBindData>();
  const SliceList& list = data.file_list->Cast<SliceList>();
  if (std::optional<int64_t> rows = list.table()->ExactRows(list.kept())) {
    duckdb::PartitionStatistics all;
    all.row_start = 0;
    all.count = static_cast<idx_t>(*rows);
    all.count_type = duckdb::CountType::COUNT_EXACT;
    counts.push_back(all);
  }
  return counts;
}

// Rows have no numbers, and files no names that mean something.
duckdb::virtual_column_map_t VirtualColumns(duckdb::ClientContext&,
                                            duckdb::optional_ptr<duckdb::FunctionData> bound) {
  duckdb::virtual_column_map_t columns;
  columns.emplace(duckdb::COLUMN_IDENTIFIER_EMPTY, duckdb::TableColumn("", LogicalType::BOOLEAN));
  bound->Cast<duckdb::MultiFileBindData>().virtual_columns = columns;
  return columns;
}

}  // namespace

duckdb::TableFunction SlicesFunction(duckdb::DatabaseInstance& database) {
  auto transaction = duckdb::CatalogTransaction::GetSystemTransaction(database);
  auto& schema = duckdb::Catalog::GetSystemCatalog(database).GetSchema(transaction, DEFAULT_SCHEMA);
  auto entry =
      schema.GetEntry(transaction, duckdb::CatalogType::TABLE_FUNCTION_ENTRY, "parquet_scan");
  auto& functions = entry->Cast<duckdb::TableFunctionCatalogEntry>().functions.functions;
  auto parquet =
      std::find_if(functions.begin(), functions.end(), [](const duckdb::TableFunction& one) {
        return one.arguments[0].id() == duckdb::LogicalTypeId::VARCHAR;
      });
  duckdb::TableFunction function = *parquet;
  auto info = duckdb::make_shared_ptr<SliceFunctionInfo>();
  info->bind_parquet = function.bind;
  function.function_info = std::move(info);
  function.name = "hudi_scan";
  function.bind = BindSlices;
  function.get_multi_file_reader = SliceReader::Make;
  function.statistics = Statistics;
  function.get_partition_stats = RowCounts;
  function.get_virtual_columns = VirtualColumns;
  function.get_row_id_columns = nullptr;
  function.late_materialization = false;
  function.serialize = nullptr;
  function.deserialize = nullptr;
  function.verify_serialization = false;
  return function;
}

}  // namespace hudi::sql
