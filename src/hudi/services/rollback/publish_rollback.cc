// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/rollback/publish_rollback.h"

#include <chrono>

#include "hudi/timeline/instant_time.h"

namespace hudi {

std::string AbsoluteUri(const Storage& storage, const std::string& path) {
  return "file:" + storage.FullPath(path);
}

arrow::Status PublishRollback(const std::shared_ptr<Storage>& storage, const TimelineLayout& layout,
                              RollbackRecord record,
                              const std::function<arrow::Status()>& take_back) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  TimelineWriter writer(storage, layout);
  ARROW_ASSIGN_OR_RAISE(std::string plan, EncodeRollbackPlan(record));
  ARROW_RETURN_NOT_OK(writer.CreateRequested(Action::kRollback, record.start_time, plan));
  ARROW_RETURN_NOT_OK(writer.CreateInflight(Action::kRollback, record.start_time, ""));
  ARROW_RETURN_NOT_OK(take_back());
  record.time_taken_ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count();
  ARROW_ASSIGN_OR_RAISE(std::string body, EncodeRollbackMetadata(record));
  return writer
      .Complete(Action::kRollback, record.start_time, NextInstant(record.start_time, layout.utc),
                body)
      .status();
}

arrow::Status DropPendingRollbacks(const std::shared_ptr<Storage>& storage,
                                   const TimelineLayout& layout, const Timeline& timeline) {
  TimelineWriter writer(storage, layout);
  for (const Instant& instant : timeline.instants()) {
    if (instant.action == Action::kRollback && !instant.completed()) {
      ARROW_RETURN_NOT_OK(writer.RemovePending(instant));
    }
  }
  return arrow::Status::OK();
}

}  // namespace hudi
