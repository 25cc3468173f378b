// SPDX-License-Identifier: Apache-2.0
#include "hudi/change_feed.h"

#include <utility>

#include "hudi/api/scan_request.h"
#include "hudi/read/scan_changes.h"

namespace hudi {

class ChangeFeed::Impl {
 public:
  Impl(std::string path, ReadOptions wanted)
      : base_path(std::move(path)), options(std::move(wanted)), checkpoint(options.from) {}

  // Looks at the table as it is now.
  arrow::Status Look() {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, OpenForReading(base_path));
    ReadOptions from_here = options;
    from_here.from = checkpoint;
    ARROW_ASSIGN_OR_RAISE(ScanRequest request, MakeScanRequest(std::move(from_here)));
    ARROW_ASSIGN_OR_RAISE(scan, ChangeScan::Open(std::move(storage), request,
                                                 /*stop_before_pending=*/true));
    table_name = scan->table_name();
    next = 0;
    return arrow::Status::OK();
  }

  std::string base_path;
  ReadOptions options;
  std::string checkpoint;
  std::string table_name;
  std::unique_ptr<ChangeScan> scan;  // null: it is worked off
  size_t next = 0;                   // of the scan's commits
};

ChangeFeed::ChangeFeed(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ChangeFeed::~ChangeFeed() = default;

arrow::Result<std::unique_ptr<ChangeFeed>> ChangeFeed::Open(std::string base_path,
                                                            ReadOptions options) {
  options.changes = true;
  auto impl = std::make_unique<Impl>(std::move(base_path), std::move(options));
  ARROW_RETURN_NOT_OK(impl->Look());
  return std::unique_ptr<ChangeFeed>(new ChangeFeed(std::move(impl)));
}

arrow::Result<std::optional<ChangeSet>> ChangeFeed::Next() {
  if (impl_->scan == nullptr) ARROW_RETURN_NOT_OK(impl_->Look());
  ChangeScan& scan = *impl_->scan;
  if (impl_->next == scan.commits().size()) {
    if (!scan.checkpoint().empty()) impl_->checkpoint = scan.checkpoint();
    impl_->scan.reset();
    return std::nullopt;
  }
  const CdcCommit& commit = scan.commits()[impl_->next++];
  impl_->checkpoint = commit.checkpoint;
  return ChangeSet{commit.checkpoint, scan.Stream(commit)};
}

const std::string& ChangeFeed::table_name() const { return impl_->table_name; }
const std::string& ChangeFeed::checkpoint() const { return impl_->checkpoint; }

}  // namespace hudi
