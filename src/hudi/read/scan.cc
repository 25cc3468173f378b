// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/scan.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "hudi/base/compute.h"
#include "hudi/base/text.h"
#include "hudi/base/worker_pool.h"
#include "hudi/config/option_names.h"
#include "hudi/error.h"
#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/merge/merge_columns.h"
#include "hudi/predicate/predicate_eval.h"
#include "hudi/read/plan/incremental.h"
#include "hudi/read/plan/merge_options.h"
#include "hudi/read/plan/opened_table.h"
#include "hudi/read/plan/partition_columns.h"
#include "hudi/read/plan/read_memory.h"
#include "hudi/read/plan/read_query.h"
#include "hudi/read/plan/slice_plan.h"
#include "hudi/read/plan/table_schema.h"
#include "hudi/read/plan/time_travel.h"
#include "hudi/read/prune/row_groups.h"
#include "hudi/read/scan_planner.h"
#include "hudi/read/stream/merged_rows.h"
#include "hudi/read/stream/parallel_rows.h"
#include "hudi/read/stream/slice_rows.h"
#include "hudi/read/stream/watched_rows.h"
#include "hudi/schema/column_name.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/table/key_settings.h"
#include "hudi/table/table_config.h"
#include "hudi/timeline/instant_time.h"
#include "hudi/timeline/timeline.h"

namespace hudi {
namespace {

// A table below this size is read in the order of its files: the same rows in the same order every
// time. The threads that are ahead can mostly hold what they read and need not wait.
constexpr int64_t kOrderedBytes = 32 * 1024 * 1024;

arrow::Result<std::string> QueryInstant(const ScanRequest& request, const ReadQuery& query,
                                        bool utc) {
  std::string text = request.as_of.empty() ? query.as_of : request.as_of;
  if (text.empty()) return text;
  ARROW_ASSIGN_OR_RAISE(std::string instant, ParseQueryInstant(text, utc));
  if (!request.as_of.empty() && !query.as_of.empty()) {
    ARROW_ASSIGN_OR_RAISE(std::string other, ParseQueryInstant(query.as_of, utc));
    if (other != instant) {
      return Fail(ErrorCode::kInvalidArgument, "as.of.instant", "the time to read as of is given ",
                  "twice: '", request.as_of, "', and config 'as.of.instant' = '", query.as_of, "'");
    }
  }
  return instant;
}

// The partition columns that data files lack.
std::vector<std::string> DroppedColumns(const TableConfig& config) {
  return config.drop_partition_columns() ? config.partition_fields() : std::vector<std::string>{};
}

// Index of a column of the table, with the reason if it is a meta column that the table lacks.
arrow::Result<int> FindTableColumn(const arrow::Schema& schema, const std::string& name,
                                   const TableConfig& config) {
  if (!config.populate_meta_fields() && IsMetaColumn(name)) {
    return Fail(ErrorCode::kNotFound, name, "column '", name,
                "' does not exist: the table has no meta columns "
                "(hoodie.populate.meta.fields=false)");
  }
  return FindFieldIndex(schema.fields(), name);
}

arrow::Result<std::vector<int>> ChooseColumns(const arrow::Schema& schema,
                                              const ScanRequest& request,
                                              const TableConfig& config) {
  const int num_meta = config.populate_meta_fields() ? static_cast<int>(kMetaColumns.size()) : 0;
  std::vector<int> chosen;
  if (request.with_meta_columns) {
    for (int i = 0; i < num_meta; ++i) chosen.push_back(i);
  }
  if (request.columns.empty()) {
    for (int i = num_meta; i < schema.num_fields(); ++i) chosen.push_back(i);
    return chosen;
  }
  for (const std::string& name : request.columns) {
    ARROW_ASSIGN_OR_RAISE(int index, FindTableColumn(schema, name, config));
    if (request.with_meta_columns && index < num_meta) continue;
    chosen.push_back(index);
  }
  return chosen;
}

// What is read, filtered and returned, of the table's whole schema.
arrow::Result<std::shared_ptr<const RowShape>> MakeShape(
    const std::shared_ptr<arrow::Schema>& schema, const std::vector<int>& columns,
    const PredicatePtr& bound_filter, int64_t batch_rows, std::function<bool()> should_stop) {
  std::set<int> needed(columns.begin(), columns.end());
  if (bound_filter != nullptr) {
    for (const std::string& name : PredicateColumns(*bound_filter)) {
      int index = schema->GetFieldIndex(name);
      if (index >= 0) needed.insert(index);
    }
  }
  auto shape = std::make_shared<RowShape>();
  shape->filter = bound_filter;
  shape->batch_rows = batch_rows;
  shape->should_stop = std::move(should_stop);
  arrow::FieldVector read_fields;
  std::vector<int> place(static_cast<size_t>(schema->num_fields()), -1);
  for (int index : needed) {
    place[static_cast<size_t>(index)] = static_cast<int>(read_fields.size());
    read_fields.push_back(schema->field(index));
  }
  shape->read_schema = arrow::schema(std::move(read_fields));
  arrow::FieldVector output_fields;
  for (int index : columns) {
    output_fields.push_back(schema->field(index));
    shape->output_columns.push_back(place[static_cast<size_t>(index)]);
  }
  shape->output_schema = arrow::schema(std::move(output_fields));
  return shape;
}

// What is read where rows are not found by their keys: the query's columns, and those that decide
// between the rows of a key.
std::shared_ptr<arrow::Schema> PositionSchema(const arrow::Schema& schema, const RowShape& shape,
                                              const std::vector<std::string>& merge_columns,
                                              bool merger_may_want_keys) {
  arrow::FieldVector fields;
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) {
    const std::string& name = field->name();
    const bool compared =
        std::find(merge_columns.begin(), merge_columns.end(), name) != merge_columns.end() &&
        (name != kRecordKey || merger_may_want_keys);
    if (compared || shape.read_schema->GetFieldIndex(name) >= 0) fields.push_back(field);
  }
  return arrow::schema(std::move(fields));
}

// What slices with log files are read as: the query's columns and those that merging looks at.
arrow::Result<std::shared_ptr<const MergeShape>> MakeMergeShape(
    const TableConfig& config, const std::shared_ptr<const Timeline>& timeline,
    const arrow::Schema& schema, const RowShape& shape, const std::string& as_of, bool skip_merge,
    bool use_positions, int64_t memory_bytes, std::shared_ptr<const StoredNames> stored_names) {
  auto merge_shape = std::make_shared<MergeShape>();
  merge_shape->stored_names = std::move(stored_names);
  ARROW_ASSIGN_OR_RAISE(merge_shape->merge, TableMergeOptions(config, schema));
  ARROW_ASSIGN_OR_RAISE(std::vector<std::string> needed, MergeColumns(merge_shape->merge, schema));
  if (use_positions) {
    merge_shape->position_schema =
        PositionSchema(schema, shape, needed, merge_shape->merge.merger != nullptr);
  }
  arrow::FieldVector fields;
  if (!config.populate_meta_fields()) {
    ARROW_ASSIGN_OR_RAISE(const KeyOptions keys,
                          ReadKeyOptions(config.version(), NormalizeStored(config.properties())));
    ARROW_ASSIGN_OR_RAISE(merge_shape->virtual_keys, VirtualKeys::Make(keys));
    for (std::string& column : merge_shape->virtual_keys->Columns()) {
      needed.push_back(std::move(column));
    }
    fields.push_back(arrow::field(std::string(kRecordKey), arrow::utf8()));
  }
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) {
    if (shape.read_schema->GetFieldIndex(field->name()) >= 0 ||
        std::find(needed.begin(), needed.end(), field->name()) != needed.end()) {
      fields.push_back(field);
    }
  }
  merge_shape->merge_schema = arrow::schema(std::move(fields));
  merge_shape->timeline = timeline;
  merge_shape->is_visible = [timeline, as_of](std::string_view instant) {
    return (as_of.empty() || instant <= as_of) && timeline->IsCommitted(instant);
  };
  merge_shape->memory_bytes = memory_bytes;
  if (skip_merge) {
    merge_shape->merging = config.version() < 8 ? SliceMerging::kLogsOnly : SliceMerging::kNone;
  }
  return merge_shape;
}

arrow::Status CheckIncremental(const TableConfig& config, const std::string& as_of) {
  if (!config.populate_meta_fields()) {
    return Fail(ErrorCode::kUnsupported, "hoodie.populate.meta.fields",
                "incremental queries need the commit time of every row, which a table with "
                "hoodie.populate.meta.fields=false does not keep");
  }
  if (!as_of.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "as.of.instant",
                "an incremental query goes by its begin and end; as.of.instant has no place there");
  }
  return arrow::Status::OK();
}

// The caller's filter, and the rows that the commits of the range wrote.
arrow::Result<PredicatePtr> ChangedRowsFilter(PredicatePtr filter, const ChangedRows& changed,
                                              const ReadQuery& query, int table_version) {
  auto both = std::make_shared<Predicate>();
  both->kind = Predicate::Kind::kAnd;
  if (filter != nullptr) both->children.push_back(std::move(filter));
  auto in_range = std::make_shared<Predicate>();
  in_range->kind = changed.commits.empty() ? Predicate::Kind::kFalse : Predicate::Kind::kIn;
  in_range->column = std::string(kCommitTime);
  for (const std::string& commit : changed.commits) {
    in_range->values.push_back(std::make_shared<arrow::StringScalar>(commit));
  }
  both->children.push_back(std::move(in_range));
  if (table_version < 8 && !query.incremental_filters.empty()) {
    for (const std::string& text : SplitPredicates(query.incremental_filters)) {
      ARROW_ASSIGN_OR_RAISE(PredicatePtr more, ParsePredicate(text));
      both->children.push_back(std::move(more));
    }
  }
  return both;
}

int64_t SliceBytes(const FileSlice& slice) {
  int64_t bytes = slice.base_file ? slice.base_file->size_bytes : 0;
  for (const LogFile& log : slice.log_files) bytes += log.size_bytes;
  return bytes;
}

}  // namespace

class TableScan::Impl {
 public:
  std::shared_ptr<Storage> storage;
  std::shared_ptr<arrow::Schema> table_schema;  // with meta columns, if the table has them
  std::shared_ptr<const RowShape> shape;
  std::shared_ptr<const MergeShape> merge_shape;  // null: no slice has logs
  std::vector<FileSlice> slices;
  std::vector<PartitionValues> constants;           // a slice
  std::shared_ptr<const StoredNames> stored_names;  // null: names tell
  std::string checkpoint;
  int threads = 1;
  std::shared_ptr<Progress> progress;
  std::vector<std::string> partition_fields;
  // What other columns of the same slices are read with.
  std::optional<TableConfig> config;
  std::shared_ptr<const Timeline> timeline;
  std::string as_of;
  bool skip_merge = false;
  bool use_positions = true;
  ReadMemory memory;
  std::function<bool()> should_stop;

  arrow::Result<std::shared_ptr<const MergeShape>> MergeShapeOf(const RowShape& rows) const {
    return MakeMergeShape(*config, timeline, *table_schema, rows, as_of, skip_merge, use_positions,
                          std::max<int64_t>(memory.merge_bytes / threads, 1), stored_names);
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenSlice(
      size_t index, const std::shared_ptr<const RowShape>& row_shape,
      const std::shared_ptr<const MergeShape>& merging) const {
    const FileSlice& slice = slices[index];
    // With fewer files than threads the columns of a file are decoded side by side.
    const bool use_threads = slices.size() < static_cast<size_t>(threads);
    std::shared_ptr<arrow::RecordBatchReader> rows;
    if (slice.log_files.empty()) {
      ARROW_ASSIGN_OR_RAISE(rows, OpenBaseFile(index, row_shape, use_threads));
    } else {
      ARROW_ASSIGN_OR_RAISE(rows, StreamMergedSlice(*storage, slice, row_shape, merging,
                                                    constants[index], use_threads));
    }
    if (progress == nullptr) return rows;
    return std::make_shared<WatchedRows>(std::move(rows), progress, SliceBytes(slice));
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenBaseFile(
      size_t index, const std::shared_ptr<const RowShape>& row_shape, bool use_threads) const {
    const std::string& path = slices[index].base_file->path;
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> file,
                          storage->OpenInput(path));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> reader,
                          BaseFileReader::Open(std::move(file), path));
    ARROW_ASSIGN_OR_RAISE(reader, WithNamesOfNow(std::move(reader), stored_names.get(),
                                                 slices[index].base_file->name.instant));
    std::optional<std::vector<int>> row_groups;
    if (row_shape->filter != nullptr) {
      ARROW_ASSIGN_OR_RAISE(row_groups, SelectRowGroups(*reader, *row_shape->filter, *table_schema,
                                                        constants[index]));
    }
    return StreamBaseFile(*reader, row_shape, constants[index], std::move(row_groups), use_threads);
  }

  int64_t TotalBytes() const {
    int64_t bytes = 0;
    for (const FileSlice& slice : slices) bytes += SliceBytes(slice);
    return bytes;
  }
};

arrow::Result<std::unique_ptr<TableScan>> TableScan::Open(std::shared_ptr<Storage> storage,
                                                          const ScanRequest& request) {
  ARROW_RETURN_NOT_OK(InitializeCompute());
  if (request.batch_rows < 1) {
    return Fail(ErrorCode::kInvalidArgument, "batch_rows", "batch_rows = ", request.batch_rows,
                ": expected at least 1");
  }
  ARROW_ASSIGN_OR_RAISE(ReadQuery query, ParseReadQuery(request.config));
  ARROW_ASSIGN_OR_RAISE(OpenedTable opened, OpenedTable::Open(storage));
  const TableConfig& config = opened.config;
  const Timeline& timeline = *opened.timeline;
  ARROW_ASSIGN_OR_RAISE(std::string instant, QueryInstant(request, query, config.utc()));
  if (!instant.empty()) {
    ARROW_RETURN_NOT_OK(CheckInstantReadable(*storage, timeline, instant));
  }
  ChangedRows changed;
  std::string schema_instant = instant;
  if (query.incremental) {
    ARROW_RETURN_NOT_OK(CheckIncremental(config, instant));
    query.incremental->after_begin = request.after_begin;
    ARROW_ASSIGN_OR_RAISE(changed, FindChangedRows(opened, *query.incremental));
    if (query.schema_of_end && !changed.commits.empty()) {
      schema_instant = *changed.commits.rbegin();
    }
  }
  ARROW_ASSIGN_OR_RAISE(TableSchema table,
                        ReadTableSchema(*storage, config, timeline, schema_instant));

  auto impl = std::make_shared<Impl>();
  impl->storage = storage;
  impl->stored_names = table.stored_names;
  impl->partition_fields = config.partition_fields();
  impl->config = config;
  impl->as_of = instant;
  impl->skip_merge = query.skip_merge;
  impl->use_positions = query.use_positions;
  impl->memory =
      DivideReadMemory(request.memory_limit_bytes, query.merge_memory_bytes, request.batch_rows);
  impl->should_stop = request.should_stop;
  impl->threads = ResolveThreads(request.threads);
  impl->progress = request.progress;
  impl->table_schema =
      config.populate_meta_fields() ? WithMetaColumns(*table.columns) : table.columns;
  const bool has_schema = table.columns->num_fields() > 0;
  if (!has_schema) impl->table_schema = arrow::schema({});
  ARROW_ASSIGN_OR_RAISE(std::vector<int> columns,
                        has_schema || !request.columns.empty()
                            ? ChooseColumns(*impl->table_schema, request, config)
                            : std::vector<int>{});
  PredicatePtr filter = request.filter;
  if (query.incremental && has_schema) {
    ARROW_ASSIGN_OR_RAISE(filter, ChangedRowsFilter(filter, changed, query, config.version()));
    impl->checkpoint = changed.checkpoint;
  }
  if (filter != nullptr) {
    ARROW_ASSIGN_OR_RAISE(filter, BindPredicate(*filter, *impl->table_schema));
  }
  ARROW_ASSIGN_OR_RAISE(impl->shape, MakeShape(impl->table_schema, columns, filter,
                                               impl->memory.batch_rows, request.should_stop));

  if (has_schema) {
    PartitionColumns partition_columns(config, *impl->table_schema, DroppedColumns(config),
                                       query.partition_values_from_path);
    SlicePlanOptions options;
    options.as_of = instant;
    options.base_files_only = query.read_optimized;
    options.threads = impl->threads;
    ScanPlanner planner(opened, partition_columns, filter.get());
    if (query.incremental) {
      ARROW_RETURN_NOT_OK(planner.RunChanges(options, *query.incremental, std::move(changed)));
    } else {
      ARROW_RETURN_NOT_OK(planner.Run(options));
    }
    impl->timeline = planner.timeline();
    impl->slices = std::move(planner.slices());
    impl->constants = std::move(planner.constants());
    const bool has_logs =
        std::any_of(impl->slices.begin(), impl->slices.end(),
                    [](const FileSlice& slice) { return !slice.log_files.empty(); });
    if (has_logs) {
      ARROW_ASSIGN_OR_RAISE(impl->merge_shape, impl->MergeShapeOf(*impl->shape));
    }
  }
  return std::unique_ptr<TableScan>(new TableScan(std::move(impl)));
}

TableScan::TableScan(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
TableScan::~TableScan() = default;

const std::shared_ptr<arrow::Schema>& TableScan::schema() const {
  return impl_->shape->output_schema;
}
const std::string& TableScan::checkpoint() const { return impl_->checkpoint; }
const std::vector<FileSlice>& TableScan::slices() const { return impl_->slices; }
const std::vector<PartitionValues>& TableScan::constants() const { return impl_->constants; }
const Storage& TableScan::storage() const { return *impl_->storage; }
const StoredNames* TableScan::stored_names() const { return impl_->stored_names.get(); }
const std::vector<std::string>& TableScan::partition_fields() const {
  return impl_->partition_fields;
}

std::shared_ptr<arrow::RecordBatchReader> TableScan::Stream() const {
  ParallelRowsOptions options;
  options.threads = impl_->threads;
  options.ordered = impl_->TotalBytes() <= kOrderedBytes;
  options.buffered_bytes = impl_->memory.waiting_bytes;
  if (impl_->progress != nullptr) {
    impl_->progress->Begin(Progress::Phase::kRead, static_cast<int64_t>(impl_->slices.size()),
                           impl_->TotalBytes());
  }
  return ParallelRows(
      impl_->shape->output_schema, impl_->slices.size(),
      [impl = impl_](size_t index) {
        return impl->OpenSlice(index, impl->shape, impl->merge_shape);
      },
      options);
}

arrow::Result<std::vector<bool>> TableScan::MightMatch(const Predicate& filter) const {
  ARROW_ASSIGN_OR_RAISE(PredicatePtr bound, BindPredicate(filter, *impl_->table_schema));
  std::vector<bool> might_match;
  for (const PartitionValues& constants : impl_->constants) {
    might_match.push_back(ConstantsMightMatch(*bound, constants));
  }
  return might_match;
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> TableScan::StreamSlice(
    size_t slice, const std::vector<std::string>& columns, const PredicatePtr& filter) const {
  std::vector<int> chosen;
  for (const std::string& name : columns) {
    ARROW_ASSIGN_OR_RAISE(int index, FindTableColumn(*impl_->table_schema, name, *impl_->config));
    chosen.push_back(index);
  }
  PredicatePtr bound;
  if (filter != nullptr) {
    ARROW_ASSIGN_OR_RAISE(bound, BindPredicate(*filter, *impl_->table_schema));
  }
  ARROW_ASSIGN_OR_RAISE(
      std::shared_ptr<const RowShape> shape,
      MakeShape(impl_->table_schema, chosen, bound, impl_->memory.batch_rows, impl_->should_stop));
  std::shared_ptr<const MergeShape> merge_shape;
  if (!impl_->slices[slice].log_files.empty()) {
    ARROW_ASSIGN_OR_RAISE(merge_shape, impl_->MergeShapeOf(*shape));
  }
  return impl_->OpenSlice(slice, shape, merge_shape);
}

}  // namespace hudi
