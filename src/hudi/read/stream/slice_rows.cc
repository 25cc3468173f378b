// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/slice_rows.h"

#include <numeric>
#include <utility>

#include <arrow/array/util.h>

#include "hudi/error.h"
#include "hudi/predicate/predicate_eval.h"
#include "hudi/schema/evolution.h"

namespace hudi {
namespace {

using Constants = std::map<std::string, std::shared_ptr<arrow::Scalar>, std::less<>>;

// Equal in all that matters to a reader: a column that the file may not have nulls in still fits a
// nullable one.
bool FitsAsItIs(const arrow::Schema& file, const arrow::Schema& table) {
  if (file.num_fields() != table.num_fields()) return false;
  for (int i = 0; i < file.num_fields(); ++i) {
    const arrow::Field& from = *file.field(i);
    const arrow::Field& to = *table.field(i);
    if (from.name() != to.name() || !from.type()->Equals(*to.type())) return false;
    if (from.nullable() && !to.nullable()) return false;
  }
  return true;
}

class BaseFileRows : public arrow::RecordBatchReader {
 public:
  BaseFileRows(std::string path, std::shared_ptr<const RowShape> shape, Constants constants,
               std::shared_ptr<arrow::RecordBatchReader> rows,
               std::shared_ptr<arrow::Schema> stored_schema)
      : path_(std::move(path)),
        shape_(std::move(shape)),
        constants_(std::move(constants)),
        rows_(std::move(rows)),
        stored_schema_(std::move(stored_schema)),
        fits_(FitsAsItIs(*rows_->schema(), *stored_schema_)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return shape_->output_schema; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    for (;;) {
      if (shape_->should_stop && shape_->should_stop()) {
        return Fail(ErrorCode::kInterrupted, "", "interrupted");
      }
      std::shared_ptr<arrow::RecordBatch> stored;
      ARROW_RETURN_NOT_OK(rows_->ReadNext(&stored));
      *batch = nullptr;
      if (stored == nullptr) return arrow::Status::OK();
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> rows, Shape(std::move(stored)));
      if (rows->num_rows() == 0) continue;
      *batch = std::move(rows);
      return arrow::Status::OK();
    }
  }

 private:
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Shape(
      std::shared_ptr<arrow::RecordBatch> stored) {
    if (!fits_) {
      auto aligned = AlignStoredBatch(stored, stored_schema_);
      if (!aligned.ok()) return While(aligned.status(), "reading base file " + path_);
      stored = *std::move(aligned);
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> rows, WithConstants(*stored));
    if (shape_->filter != nullptr) {
      ARROW_ASSIGN_OR_RAISE(rows, FilterBatch(*shape_->filter, rows));
    }
    arrow::ArrayVector columns;
    for (int index : shape_->output_columns) columns.push_back(rows->column(index));
    return arrow::RecordBatch::Make(shape_->output_schema, rows->num_rows(), std::move(columns));
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatch>> WithConstants(
      const arrow::RecordBatch& stored) {
    arrow::ArrayVector columns;
    int next_stored = 0;
    for (const std::shared_ptr<arrow::Field>& field : shape_->read_schema->fields()) {
      auto constant = constants_.find(field->name());
      if (constant == constants_.end()) {
        columns.push_back(stored.column(next_stored++));
        continue;
      }
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column,
                            ConstantColumn(*constant->second, stored.num_rows(), field->name()));
      columns.push_back(std::move(column));
    }
    return arrow::RecordBatch::Make(shape_->read_schema, stored.num_rows(), std::move(columns));
  }

  // The longest array made so far serves shorter batches too.
  arrow::Result<std::shared_ptr<arrow::Array>> ConstantColumn(const arrow::Scalar& value,
                                                              int64_t num_rows,
                                                              const std::string& name) {
    std::shared_ptr<arrow::Array>& made = constant_arrays_[name];
    if (made == nullptr || made->length() < num_rows) {
      ARROW_ASSIGN_OR_RAISE(made, arrow::MakeArrayFromScalar(value, num_rows));
    }
    return made->length() == num_rows ? made : made->Slice(0, num_rows);
  }

  std::string path_;
  std::shared_ptr<const RowShape> shape_;
  Constants constants_;
  std::shared_ptr<arrow::RecordBatchReader> rows_;
  // The columns of the read schema that are not constant.
  std::shared_ptr<arrow::Schema> stored_schema_;
  bool fits_;
  std::map<std::string, std::shared_ptr<arrow::Array>> constant_arrays_;
};

// Names of the columns that are read from the file.
std::vector<std::string> StoredColumns(const arrow::Schema& schema, const Constants& constants) {
  std::vector<std::string> names;
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) {
    if (constants.count(field->name()) == 0) names.push_back(field->name());
  }
  return names;
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenRows(
    const BaseFileReader& file, std::shared_ptr<const RowShape> shape, Constants constants,
    std::optional<std::vector<int>> row_groups, bool use_threads) {
  ScanOptions options;
  options.columns = StoredColumns(*shape->read_schema, constants);
  options.row_groups = std::move(row_groups);
  options.batch_rows = shape->batch_rows;
  options.use_threads = use_threads;
  arrow::FieldVector stored;
  for (const std::string& name : options.columns) {
    stored.push_back(shape->read_schema->GetFieldByName(name));
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows, file.Scan(options));
  return std::make_shared<BaseFileRows>(file.path(), std::move(shape), std::move(constants),
                                        std::move(rows), arrow::schema(std::move(stored)));
}

// The same filter over the columns that it needs, returning none.
std::shared_ptr<const RowShape> FilterOnly(const RowShape& shape) {
  auto filter_only = std::make_shared<RowShape>();
  arrow::FieldVector fields;
  for (const std::string& name : PredicateColumns(*shape.filter)) {
    if (auto field = shape.read_schema->GetFieldByName(name)) fields.push_back(std::move(field));
  }
  filter_only->read_schema = arrow::schema(std::move(fields));
  filter_only->filter = shape.filter;
  filter_only->output_schema = arrow::schema({});
  filter_only->batch_rows = shape.batch_rows;
  filter_only->should_stop = shape.should_stop;
  return filter_only;
}

// Reads the filter's columns alone, of each row group up to the first row that passes, and leaves
// out the row groups without one. All groups if the filter's columns are much of what is read: then
// they had better be read once.
arrow::Result<std::optional<std::vector<int>>> GroupsThatPass(
    const BaseFileReader& file, const RowShape& shape, const Constants& constants,
    std::optional<std::vector<int>> row_groups, bool use_threads) {
  constexpr int64_t kWorthIt = 4;
  std::shared_ptr<const RowShape> filter_only = FilterOnly(shape);
  const std::vector<std::string> columns = StoredColumns(*filter_only->read_schema, constants);
  if (columns.empty()) return row_groups;
  ARROW_ASSIGN_OR_RAISE(int64_t all_bytes,
                        file.StoredBytes(StoredColumns(*shape.read_schema, constants)));
  ARROW_ASSIGN_OR_RAISE(int64_t filter_bytes, file.StoredBytes(columns));
  if (filter_bytes * kWorthIt > all_bytes) return row_groups;
  if (!row_groups.has_value()) {
    row_groups.emplace(static_cast<size_t>(file.num_row_groups()));
    std::iota(row_groups->begin(), row_groups->end(), 0);
  }
  std::vector<int> passing;
  for (int group : *row_groups) {
    ARROW_ASSIGN_OR_RAISE(
        std::shared_ptr<arrow::RecordBatchReader> rows,
        OpenRows(file, filter_only, constants, std::vector<int>{group}, use_threads));
    std::shared_ptr<arrow::RecordBatch> batch;
    ARROW_RETURN_NOT_OK(rows->ReadNext(&batch));
    if (batch != nullptr) passing.push_back(group);
  }
  return passing;
}

}  // namespace

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StreamBaseFile(
    const BaseFileReader& file, std::shared_ptr<const RowShape> shape, Constants constants,
    std::optional<std::vector<int>> row_groups, bool use_threads) {
  if (shape->filter != nullptr) {
    ARROW_ASSIGN_OR_RAISE(
        row_groups, GroupsThatPass(file, *shape, constants, std::move(row_groups), use_threads));
  }
  return OpenRows(file, std::move(shape), std::move(constants), std::move(row_groups), use_threads);
}

}  // namespace hudi
