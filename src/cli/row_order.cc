// SPDX-License-Identifier: Apache-2.0
#include "cli/row_order.h"

#include <strings.h>

#include <algorithm>
#include <numeric>

#include <arrow/compute/api_scalar.h>
#include <arrow/compute/api_vector.h>
#include <arrow/table.h>
#include <fmt/format.h>

#include "cli/arguments.h"
#include "hudi/error.h"

namespace hudi::cli {
namespace {

class FirstRowsReader : public arrow::RecordBatchReader {
 public:
  FirstRowsReader(std::shared_ptr<arrow::RecordBatchReader> rows, int64_t limit)
      : rows_(std::move(rows)), schema_(rows_->schema()), left_(limit) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    batch->reset();
    if (left_ == 0) return arrow::Status::OK();
    ARROW_RETURN_NOT_OK(rows_->ReadNext(batch));
    if (*batch == nullptr) return arrow::Status::OK();
    if ((*batch)->num_rows() > left_) *batch = (*batch)->Slice(0, left_);
    left_ -= (*batch)->num_rows();
    if (left_ == 0) rows_.reset();  // whatever reads ahead may stop
    return arrow::Status::OK();
  }

 private:
  std::shared_ptr<arrow::RecordBatchReader> rows_;
  std::shared_ptr<arrow::Schema> schema_;
  int64_t left_;
};

class SelectedColumns : public arrow::RecordBatchReader {
 public:
  SelectedColumns(std::shared_ptr<arrow::RecordBatchReader> rows, std::vector<int> columns,
                  std::shared_ptr<arrow::Schema> schema)
      : rows_(std::move(rows)), columns_(std::move(columns)), schema_(std::move(schema)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    ARROW_RETURN_NOT_OK(rows_->ReadNext(batch));
    if (*batch == nullptr) return arrow::Status::OK();
    return (*batch)->SelectColumns(columns_).Value(batch);
  }

 private:
  std::shared_ptr<arrow::RecordBatchReader> rows_;
  std::vector<int> columns_;
  std::shared_ptr<arrow::Schema> schema_;
};

// No table has two columns that differ in case alone.
bool IsSameColumn(const std::string& a, const std::string& b) {
  return ::strcasecmp(a.c_str(), b.c_str()) == 0;
}

/// The index of the first one, for a column may stand twice; -1 without any.
int IndexOf(const std::vector<std::string>& names, const std::string& name) {
  auto found = std::find_if(names.begin(), names.end(), [&name](const std::string& other) {
    return IsSameColumn(name, other);
  });
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return IndexOf(names, name) >= 0;
}

}  // namespace

arrow::Result<std::vector<OrderKey>> ParseOrder(std::string_view text) {
  std::vector<OrderKey> order;
  for (const std::string& item : SplitNames(text)) {
    size_t blank = item.find_last_of(" \t");
    std::string word = blank == std::string::npos ? "" : item.substr(blank + 1);
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    bool directed = word == "desc" || word == "asc";
    OrderKey key{directed ? Trimmed(item.substr(0, blank)) : item, word == "desc"};
    if (key.column.find_first_of(" \t") != std::string::npos) {
      return UsageError(fmt::format(
          "--order-by '{}': expected a column, alone or followed by asc or desc", item));
    }
    order.push_back(std::move(key));
  }
  return order;
}

void AddOrderColumns(const std::vector<OrderKey>& order, std::vector<std::string>* columns) {
  for (const OrderKey& key : order) {
    if (!Contains(*columns, key.column)) columns->push_back(key.column);
  }
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> SortRows(
    std::shared_ptr<arrow::RecordBatchReader> rows, const std::vector<OrderKey>& order) {
  std::vector<std::string> names = rows->schema()->field_names();
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Table> table, rows->ToTable());
  int num_columns = table->num_columns();
  std::vector<arrow::compute::SortKey> keys;
  for (const OrderKey& key : order) {
    int index = IndexOf(names, key.column);
    if (index < 0) {
      std::string nearest = NearestOf(key.column, names);
      return Fail(ErrorCode::kNotFound, key.column, "--order-by: no column '", key.column, "'",
                  nearest.empty() ? "" : "; did you mean '" + nearest + "'?");
    }
    if (arrow::is_nested(rows->schema()->field(index)->type()->id())) {
      return Fail(ErrorCode::kUnsupported, key.column, "--order-by: column '", key.column,
                  "' is nested: expected a column of single values");
    }
    arrow::compute::SortOrder direction = key.descending ? arrow::compute::SortOrder::Descending
                                                         : arrow::compute::SortOrder::Ascending;
    arrow::compute::NullPlacement nulls = key.descending ? arrow::compute::NullPlacement::AtEnd
                                                         : arrow::compute::NullPlacement::AtStart;
    if (arrow::is_floating(rows->schema()->field(index)->type()->id())) {
      // Arrow keeps NaN beside the nulls; in SQL it is the greatest number.
      ARROW_ASSIGN_OR_RAISE(arrow::Datum is_nan, arrow::compute::IsNan(table->column(index)));
      int nan_column = table->num_columns();
      ARROW_ASSIGN_OR_RAISE(table,
                            table->AddColumn(nan_column, arrow::field("is_nan", arrow::boolean()),
                                             is_nan.chunked_array()));
      keys.emplace_back(arrow::FieldRef(nan_column), direction, nulls);
    }
    keys.emplace_back(arrow::FieldRef(index), direction, nulls);
  }
  ARROW_ASSIGN_OR_RAISE(
      std::shared_ptr<arrow::Array> indices,
      arrow::compute::SortIndices(table, arrow::compute::SortOptions(std::move(keys))));
  std::vector<int> shown(static_cast<size_t>(num_columns));
  std::iota(shown.begin(), shown.end(), 0);
  ARROW_ASSIGN_OR_RAISE(table, table->SelectColumns(shown));
  ARROW_ASSIGN_OR_RAISE(arrow::Datum sorted, arrow::compute::Take(table, indices));
  return std::make_shared<arrow::TableBatchReader>(sorted.table());
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> HideOrderColumns(
    std::shared_ptr<arrow::RecordBatchReader> rows, const std::vector<OrderKey>& order,
    const std::vector<std::string>& shown) {
  std::vector<int> columns;
  arrow::FieldVector fields;
  for (int i = 0; i < rows->schema()->num_fields(); ++i) {
    const std::string& name = rows->schema()->field(i)->name();
    bool is_order = std::any_of(order.begin(), order.end(), [&](const OrderKey& key) {
      return IsSameColumn(key.column, name);
    });
    if (is_order && !Contains(shown, name)) continue;
    columns.push_back(i);
    fields.push_back(rows->schema()->field(i));
  }
  return std::make_shared<SelectedColumns>(std::move(rows), std::move(columns),
                                           arrow::schema(std::move(fields)));
}

std::shared_ptr<arrow::RecordBatchReader> FirstRows(std::shared_ptr<arrow::RecordBatchReader> rows,
                                                    int64_t limit) {
  return std::make_shared<FirstRowsReader>(std::move(rows), limit);
}

}  // namespace hudi::cli
