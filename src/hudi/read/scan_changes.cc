// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/scan_changes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "hudi/base/compute.h"
#include "hudi/base/worker_pool.h"
#include "hudi/config/option_names.h"
#include "hudi/error.h"
#include "hudi/predicate/predicate_eval.h"
#include "hudi/read/plan/merge_options.h"
#include "hudi/read/plan/opened_table.h"
#include "hudi/read/plan/partition_columns.h"
#include "hudi/read/plan/read_memory.h"
#include "hudi/read/plan/read_query.h"
#include "hudi/read/plan/table_schema.h"
#include "hudi/read/stream/cdc_change_log.h"
#include "hudi/read/stream/cdc_log_files.h"
#include "hudi/read/stream/cdc_rows.h"
#include "hudi/read/stream/parallel_rows.h"
#include "hudi/read/stream/watched_rows.h"
#include "hudi/schema/column_name.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/table/key_settings.h"

namespace hudi {
namespace {

arrow::Status RefuseOptions(const ScanRequest& request, const ReadQuery& query) {
  if (!request.as_of.empty() || !query.as_of.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "as.of.instant",
                "a change data query goes by its begin and end; as.of.instant has no place there");
  }
  for (const auto& [key, value] :
       {std::pair<std::string_view, const std::string*>{"hoodie.datasource.read.incr.path.glob",
                                                        &query.incremental->path_glob},
        {"hoodie.datasource.read.incr.filters", &query.incremental_filters}}) {
    if (value->empty()) continue;
    return Fail(ErrorCode::kUnsupported, key, "config '", key, "' = '", *value,
                "': a change data query takes all changes of the table");
  }
  return arrow::Status::OK();
}

// Tells of two committed instants which was done first: by completion from version 8 on. Instants
// that left the active timeline were done before those on it.
std::function<bool(std::string_view, std::string_view)> OrderOfInstants(
    std::shared_ptr<const Timeline> timeline) {
  auto times = std::make_shared<std::map<std::string, std::string, std::less<>>>();
  for (const Instant& write : timeline->CompletedWrites()) {
    const bool by_completion = timeline->layout().version >= 2 && !write.completion.empty();
    times->emplace(write.requested, by_completion ? write.completion : write.requested);
  }
  return [timeline = std::move(timeline), times](std::string_view instant, std::string_view other) {
    auto time = times->find(instant);
    auto other_time = times->find(other);
    if (time == times->end()) return instant < other && timeline->IsCommitted(instant);
    return other_time != times->end() && time->second < other_time->second;
  };
}

// Rows as the query asks for them.
class ShapedChanges : public arrow::RecordBatchReader {
 public:
  ShapedChanges(std::shared_ptr<arrow::RecordBatchReader> changes,
                std::shared_ptr<const RowShape> output)
      : changes_(std::move(changes)), output_(std::move(output)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return output_->output_schema; }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    std::shared_ptr<arrow::RecordBatch> rows;
    do {
      *batch = nullptr;
      ARROW_RETURN_NOT_OK(changes_->ReadNext(&rows));
      if (rows == nullptr) return arrow::Status::OK();
      if (output_->filter != nullptr) {
        ARROW_ASSIGN_OR_RAISE(rows, FilterBatch(*output_->filter, rows));
      }
    } while (rows->num_rows() == 0);
    arrow::ArrayVector columns;
    for (int index : output_->output_columns) columns.push_back(rows->column(index));
    *batch = arrow::RecordBatch::Make(output_->output_schema, rows->num_rows(), std::move(columns));
    return arrow::Status::OK();
  }

 private:
  std::shared_ptr<arrow::RecordBatchReader> changes_;
  std::shared_ptr<const RowShape> output_;
};

arrow::Result<std::shared_ptr<const RowShape>> OutputShape(const ScanRequest& request) {
  auto shape = std::make_shared<RowShape>();
  shape->read_schema = CdcSchema();
  if (request.filter != nullptr) {
    ARROW_ASSIGN_OR_RAISE(shape->filter, BindPredicate(*request.filter, *CdcSchema()));
  }
  arrow::FieldVector fields;
  for (int i = 0; request.columns.empty() && i < CdcSchema()->num_fields(); ++i) {
    shape->output_columns.push_back(i);
  }
  for (const std::string& name : request.columns) {
    ARROW_ASSIGN_OR_RAISE(int index, FindFieldIndex(CdcSchema()->fields(), name));
    shape->output_columns.push_back(index);
  }
  for (int index : shape->output_columns) fields.push_back(CdcSchema()->field(index));
  shape->output_schema = arrow::schema(std::move(fields));
  return shape;
}

}  // namespace

class ChangeScan::Impl {
 public:
  std::shared_ptr<Storage> storage;
  std::string table_name;
  CdcPlan plan;
  std::map<std::string, PartitionValues> constants;  // by partition path
  std::shared_ptr<const CdcShape> shape;
  std::shared_ptr<const RowShape> output;
  int threads = 1;
  int64_t waiting_bytes = 0;
  std::shared_ptr<Progress> progress;

  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenSource(size_t index) const {
    const CdcSource& source = plan.sources[index];
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows, ChangesOf(source));
    rows = std::make_shared<ShapedChanges>(std::move(rows), output);
    if (progress == nullptr) return rows;
    return std::make_shared<WatchedRows>(std::move(rows), progress, source.size_bytes);
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> ChangesOf(
      const CdcSource& source) const {
    const PartitionValues& values = constants.at(source.partition_path);
    switch (source.kind) {
      case CdcSourceKind::kChangeLog:
        return StreamChangeLog(*storage,
                               {source.instant, source.cdc_files, source.before_file,
                                source.after_file, source.deletes, source.others},
                               shape, values);
      case CdcSourceKind::kInsertedFile:
        return StreamBaseFileChanges(*storage, source.after_file, source.instant, 'i', shape,
                                     values);
      case CdcSourceKind::kInsertedRows:
        return StreamInsertedRows(*storage, source.after_file, source.instant, source.num_inserts,
                                  shape, values);
      case CdcSourceKind::kDeletedFile:
        return StreamBaseFileChanges(*storage, source.before_file, source.instant, 'd', shape,
                                     values);
      case CdcSourceKind::kLogFiles:
        return StreamLoggedChanges(
            *storage, {source.instant, source.slice, source.deletes, source.others}, shape, values);
      case CdcSourceKind::kReplacedGroup:
        break;
    }
    return StreamSliceDeletes(*storage, source.slice, source.instant, shape, values);
  }
};

arrow::Result<std::unique_ptr<ChangeScan>> ChangeScan::Open(std::shared_ptr<Storage> storage,
                                                            const ScanRequest& request,
                                                            bool stop_before_pending) {
  ARROW_RETURN_NOT_OK(InitializeCompute());
  if (request.batch_rows < 1) {
    return Fail(ErrorCode::kInvalidArgument, "batch_rows", "batch_rows = ", request.batch_rows,
                ": expected at least 1");
  }
  ARROW_ASSIGN_OR_RAISE(ReadQuery query, ParseReadQuery(request.config));
  ARROW_RETURN_NOT_OK(RefuseOptions(request, query));
  ARROW_ASSIGN_OR_RAISE(OpenedTable opened, OpenedTable::Open(storage));
  query.incremental->after_begin = request.after_begin;
  // Unlike its other ranges, those of the reference's change data queries go by requested times,
  // the begin excluded, in every release.
  if (!request.after_begin) query.incremental->by_requested_time = true;

  auto impl = std::make_shared<Impl>();
  impl->storage = storage;
  impl->threads = ResolveThreads(request.threads);
  impl->progress = request.progress;
  ARROW_ASSIGN_OR_RAISE(impl->plan, PlanChanges(opened, *query.incremental, stop_before_pending));
  ARROW_ASSIGN_OR_RAISE(impl->output, OutputShape(request));

  const TableConfig& config = opened.config;
  impl->table_name = config.name();
  ARROW_ASSIGN_OR_RAISE(TableSchema table, ReadTableSchema(*storage, config, *opened.timeline, ""));
  auto shape = std::make_shared<CdcShape>();
  shape->has_meta_columns = config.populate_meta_fields();
  auto rows = std::make_shared<RowShape>();
  rows->read_schema = rows->output_schema =
      shape->has_meta_columns ? WithMetaColumns(*table.columns) : table.columns;
  for (int i = 0; i < rows->read_schema->num_fields(); ++i) rows->output_columns.push_back(i);
  const ReadMemory memory =
      DivideReadMemory(request.memory_limit_bytes, query.merge_memory_bytes, request.batch_rows);
  impl->waiting_bytes = memory.waiting_bytes;
  rows->batch_rows = memory.batch_rows;
  rows->should_stop = request.should_stop;
  auto merge = std::make_shared<MergeShape>();
  merge->merge_schema = rows->read_schema;
  merge->stored_names = table.stored_names;
  if (!shape->has_meta_columns) {
    ARROW_ASSIGN_OR_RAISE(const KeyOptions keys,
                          ReadKeyOptions(config.version(), NormalizeStored(config.properties())));
    arrow::Result<std::shared_ptr<const VirtualKeys>> virtual_keys = VirtualKeys::Make(keys);
    shape->has_keys = virtual_keys.ok();  // whoever needs them fails
    if (virtual_keys.ok()) merge->virtual_keys = *std::move(virtual_keys);
    ARROW_ASSIGN_OR_RAISE(
        merge->merge_schema,
        rows->read_schema->AddField(0, arrow::field(std::string(kRecordKey), arrow::utf8())));
  }
  ARROW_ASSIGN_OR_RAISE(merge->merge, TableMergeOptions(config, *rows->read_schema));
  merge->timeline = opened.timeline;
  merge->is_visible = [timeline = opened.timeline](std::string_view instant) {
    return timeline->IsCommitted(instant);
  };
  merge->memory_bytes = std::max<int64_t>(memory.merge_bytes / impl->threads, 1);
  ARROW_ASSIGN_OR_RAISE(ImagePrinter printer, ImagePrinter::Make(*rows->read_schema));
  shape->printer = std::make_shared<ImagePrinter>(std::move(printer));
  ARROW_ASSIGN_OR_RAISE(ImagePrinter merge_printer, ImagePrinter::Make(*merge->merge_schema));
  shape->merge_printer = std::make_shared<ImagePrinter>(std::move(merge_printer));
  shape->is_before = OrderOfInstants(opened.timeline);
  shape->timeline = opened.timeline;

  PartitionColumns partition_columns(
      config, *rows->read_schema,
      config.drop_partition_columns() ? config.partition_fields() : std::vector<std::string>{},
      query.partition_values_from_path);
  for (const CdcSource& source : impl->plan.sources) {
    if (impl->constants.contains(source.partition_path)) continue;
    ARROW_ASSIGN_OR_RAISE(impl->constants[source.partition_path],
                          partition_columns.ValuesOf(source.partition_path));
  }
  shape->rows = std::move(rows);
  shape->merge = std::move(merge);
  impl->shape = std::move(shape);
  return std::unique_ptr<ChangeScan>(new ChangeScan(std::move(impl)));
}

ChangeScan::ChangeScan(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
ChangeScan::~ChangeScan() = default;

const std::shared_ptr<arrow::Schema>& ChangeScan::schema() const {
  return impl_->output->output_schema;
}
const std::string& ChangeScan::table_name() const { return impl_->table_name; }
const std::string& ChangeScan::checkpoint() const { return impl_->plan.checkpoint; }
const std::vector<CdcCommit>& ChangeScan::commits() const { return impl_->plan.commits; }

std::shared_ptr<arrow::RecordBatchReader> ChangeScan::Stream(const CdcCommit& commit) const {
  ParallelRowsOptions options;
  options.threads = impl_->threads;
  options.ordered = true;
  options.buffered_bytes = impl_->waiting_bytes;
  const size_t num_sources = commit.end_source - commit.first_source;
  if (impl_->progress != nullptr) {
    int64_t bytes = 0;
    for (size_t i = commit.first_source; i < commit.end_source; ++i) {
      bytes += impl_->plan.sources[i].size_bytes;
    }
    impl_->progress->Begin(Progress::Phase::kRead, static_cast<int64_t>(num_sources), bytes);
  }
  return ParallelRows(
      schema(), num_sources,
      [impl = impl_, first = commit.first_source](size_t index) {
        return impl->OpenSource(first + index);
      },
      options);
}

std::shared_ptr<arrow::RecordBatchReader> ChangeScan::Stream() const {
  return Stream(CdcCommit{"", 0, impl_->plan.sources.size()});
}

}  // namespace hudi
