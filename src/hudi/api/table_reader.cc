// SPDX-License-Identifier: Apache-2.0
#include "hudi/table_reader.h"

#include <utility>

#include "hudi/api/scan_request.h"
#include "hudi/read/plan/read_query.h"
#include "hudi/read/plan/slice_plan.h"
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

std::vector<SliceInfo> TableReader::Slices() const {
  std::vector<SliceInfo> infos;
  if (impl_->changes != nullptr || impl_->filtered) return infos;
  const TableScan& scan = *impl_->scan;
  for (size_t i = 0; i < scan.slices().size(); ++i) {
    const FileSlice& slice = scan.slices()[i];
    SliceInfo info;
    info.partition = slice.partition_path;
    info.path = scan.storage().root() + "/" + FirstPath(slice);
    info.has_base_file = slice.base_file.has_value();
    info.num_log_files = static_cast<int64_t>(slice.log_files.size());
    if (slice.base_file) info.size_bytes = slice.base_file->size_bytes;
    for (const LogFile& log : slice.log_files) info.size_bytes += log.size_bytes;
    const PartitionValues& constants = scan.constants()[i];
    info.constants.insert(constants.begin(), constants.end());
    infos.push_back(std::move(info));
  }
  return infos;
}

arrow::Result<std::vector<bool>> TableReader::MightMatch(const Predicate& filter) const {
  if (impl_->changes != nullptr || impl_->filtered) return std::vector<bool>{};
  return impl_->scan->MightMatch(filter);
}

arrow::Result<std::optional<int64_t>> TableReader::PlainRows(size_t slice) const {
  return PlainFileRows(*impl_->scan, slice);
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> TableReader::ScanSlice(
    size_t slice, const std::vector<std::string>& columns, const PredicatePtr& filter) const {
  return impl_->scan->StreamSlice(slice, columns, filter);
}

}  // namespace hudi
