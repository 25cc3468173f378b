// SPDX-License-Identifier: Apache-2.0
#include "sql/session/held_rows.h"

#include <string>
#include <utility>
#include <vector>

#include <arrow/table.h>

namespace hudi::sql {
namespace {

class HeldRows : public RowSource {
 public:
  explicit HeldRows(std::shared_ptr<arrow::Table> table) : table_(std::move(table)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return table_->schema(); }

  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Scan(
      const std::vector<std::string>& columns, const PredicatePtr&) const override {
    std::vector<int> indices;
    for (const std::string& column : columns) {
      indices.push_back(table_->schema()->GetFieldIndex(column));
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Table> chosen, table_->SelectColumns(indices));
    return std::make_shared<arrow::TableBatchReader>(std::move(chosen));
  }

 private:
  std::shared_ptr<arrow::Table> table_;
};

}  // namespace

arrow::Result<std::shared_ptr<const RowSource>> HoldRows(arrow::RecordBatchReader& rows) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Table> table, rows.ToTable());
  return std::make_shared<HeldRows>(std::move(table));
}

}  // namespace hudi::sql
