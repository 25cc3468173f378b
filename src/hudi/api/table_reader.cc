// SPDX-License-Identifier: Apache-2.0
#include "hudi/table_reader.h"

#include <utility>

#include "hudi/api/scan_request.h"
#include "hudi/read/plan/read_query.h"
#include "hudi/read/scan.h"
#include "hudi/read/scan_changes.h"
#include "hudi/read/scan_plain_files.h"

namespace hudi {

class TableReader::Impl {
 public:
  Impl(std::unique_ptr<TableScan> opened, bool has_filter)
      : scan(std::move(opened)), filtered(has_filter) {}
  explicit Impl(std::unique_ptr<ChangeScan> opened) : changes(std::move(opened)) {}

  // One of them.
  std::unique_ptr<TableScan> scan;
  std::unique_ptr<ChangeScan> changes;
  bool filtered = false;  // not every row of the scan's files is a row of the query
};

TableReader::TableReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TableReader::~TableReader() = default;

arrow::Result<std::unique_ptr<TableReader>> TableReader::Open(std::string base_path,
                                                              ReadOptions options) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, OpenForReading(base_path));
  ARROW_ASSIGN_OR_RAISE(ScanRequest request, MakeScanRequest(std::move(options)));
  ARROW_ASSIGN_OR_RAISE(ReadQuery query, ParseReadQuery(request.config));
  if (query.change_data) {
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<ChangeScan> changes,
                          ChangeScan::Open(std::move(storage), request, false));
    return std::unique_ptr<TableReader>(
        new TableReader(std::make_unique<Impl>(std::move(changes))));
  }
  const bool filtered = request.filter != nullptr || query.incremental.has_value();
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<TableScan> scan,
                        TableScan::Open(std::move(storage), request));
  return std::unique_ptr<TableReader>(
      new TableReader(std::make_unique<Impl>(std::move(scan), filtered)));
}

std::shared_ptr<arrow::Schema> TableReader::schema() const {
  return impl_->changes != nullptr ? impl_->changes->schema() : impl_->scan->schema();
}

std::vector<std::string> TableReader::partition_fields() const {
  if (impl_->changes != nullptr) return {};
  return impl_->scan->partition_fields();
}

const std::string& TableReader::checkpoint() const {
  return impl_->changes != nullptr ? impl_->changes->checkpoint() : impl_->scan->checkpoint();
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> TableReader::Scan() const {
  return impl_->changes != nullptr ? impl_->changes->Stream() : impl_->scan->Stream();
}

arrow::Result<std::optional<std::vector<std::string>>> TableReader::PlainFiles() const {
  if (impl_->changes != nullptr || impl_->filtered) return std::nullopt;
  return FindPlainFiles(*impl_->scan);
}

}  // namespace hudi
