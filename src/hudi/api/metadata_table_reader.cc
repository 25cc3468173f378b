// SPDX-License-Identifier: Apache-2.0
#include "hudi/metadata_table.h"

#include <utility>

#include "hudi/error.h"
#include "hudi/metadata/metadata_table.h"
#include "hudi/read/plan/opened_table.h"
#include "hudi/storage/storage.h"

namespace hudi {

class MetadataTableReader::Impl {
 public:
  explicit Impl(std::shared_ptr<const MetadataTable> table) : table_(std::move(table)) {}

  const MetadataTable& table() const { return *table_; }

 private:
  std::shared_ptr<const MetadataTable> table_;
};

namespace {

// The partitions one after the other.
template <typename State>
class AllPartitions : public arrow::RecordBatchReader {
 public:
  AllPartitions(std::shared_ptr<const State> state, std::vector<std::string> columns,
                std::shared_ptr<arrow::Schema> schema)
      : state_(std::move(state)), columns_(std::move(columns)), schema_(std::move(schema)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = nullptr;
    const MetadataTable& table = state_->table();
    while (*batch == nullptr) {
      if (rows_ == nullptr) {
        if (next_ == table.partitions().size()) return arrow::Status::OK();
        ARROW_ASSIGN_OR_RAISE(rows_, table.ReadPartition(table.partitions()[next_++], columns_));
      }
      ARROW_RETURN_NOT_OK(rows_->ReadNext(batch));
      if (*batch == nullptr) rows_ = nullptr;
    }
    return arrow::Status::OK();
  }

 private:
  std::shared_ptr<const State> state_;
  std::vector<std::string> columns_;
  std::shared_ptr<arrow::Schema> schema_;
  size_t next_ = 0;
  std::shared_ptr<arrow::RecordBatchReader> rows_;
};

}  // namespace

MetadataTableReader::MetadataTableReader(std::shared_ptr<const Impl> impl)
    : impl_(std::move(impl)) {}
MetadataTableReader::~MetadataTableReader() = default;

arrow::Result<std::shared_ptr<const MetadataTableReader>> MetadataTableReader::Open(
    const std::string& base_path) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(base_path));
  ARROW_ASSIGN_OR_RAISE(OpenedTable table, OpenedTable::Open(std::move(storage)));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<const MetadataTable> metadata,
                        MetadataTable::Open(*table.storage, *table.timeline));
  return std::shared_ptr<const MetadataTableReader>(
      new MetadataTableReader(std::make_shared<const Impl>(std::move(metadata))));
}

const std::shared_ptr<arrow::Schema>& MetadataTableReader::schema() const {
  return impl_->table().schema();
}

const std::vector<std::string>& MetadataTableReader::partitions() const {
  return impl_->table().partitions();
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> MetadataTableReader::Scan(
    const std::vector<std::string>& columns) const {
  arrow::FieldVector fields;
  for (const std::string& column : columns) {
    const std::shared_ptr<arrow::Field> field = schema()->GetFieldByName(column);
    if (field == nullptr) {
      return Fail(ErrorCode::kNotFound, column, "the metadata table has no column '", column, "'");
    }
    fields.push_back(field);
  }
  return std::make_shared<AllPartitions<Impl>>(impl_, columns, arrow::schema(std::move(fields)));
}

}  // namespace hudi
