// SPDX-License-Identifier: Apache-2.0
#include "sql/session/metadata_rows.h"

#include <utility>
#include <vector>

#include "hudi/metadata_table.h"

namespace hudi::sql {
namespace {

class MetadataRows : public RowSource {
 public:
  explicit MetadataRows(std::shared_ptr<const MetadataTableReader> reader)
      : reader_(std::move(reader)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return reader_->schema(); }

  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Scan(
      const std::vector<std::string>& columns, const PredicatePtr&) const override {
    return reader_->Scan(columns);
  }

 private:
  std::shared_ptr<const MetadataTableReader> reader_;
};

}  // namespace

arrow::Result<std::shared_ptr<const RowSource>> OpenMetadataRows(const std::string& base_path) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<const MetadataTableReader> reader,
                        MetadataTableReader::Open(base_path));
  return std::make_shared<MetadataRows>(std::move(reader));
}

}  // namespace hudi::sql
