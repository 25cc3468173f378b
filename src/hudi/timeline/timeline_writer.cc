// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "hudi/error.h"
#include "hudi/timeline/instant_file_name.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

TimelineWriter::TimelineWriter(std::shared_ptr<Storage> storage, TimelineLayout layout)
    : storage_(std::move(storage)), layout_(std::move(layout)) {}

arrow::Status TimelineWriter::Create(const std::string& name, std::string_view body) {
  std::string path = layout_.directory + "/" + name;
  ARROW_ASSIGN_OR_RAISE(bool created, storage_->CreateExclusive(path, body));
  if (created) return arrow::Status::OK();
  return Fail(ErrorCode::kWriterConflict, path, path,
              " exists already: another writer took the same instant");
}

arrow::Status TimelineWriter::CreateRequested(Action action, std::string_view requested,
                                              std::string_view body) {
  return Create(InstantFileName(action, InstantState::kRequested, requested, "", layout_.version),
                body);
}

arrow::Status TimelineWriter::CreateInflight(Action action, std::string_view requested,
                                             std::string_view body) {
  return Create(InstantFileName(action, InstantState::kInflight, requested, "", layout_.version),
                body);
}

arrow::Result<std::string> TimelineWriter::Complete(Action action, std::string_view requested,
                                                    std::string_view completion,
                                                    std::string_view body) {
  std::string name =
      InstantFileName(action, InstantState::kCompleted, requested, completion, layout_.version);
  ARROW_RETURN_NOT_OK(Create(name, body));
  return name;
}

arrow::Status TimelineWriter::RemovePending(const Instant& instant) {
  // The requested file last: as long as it is there, the instant is seen as pending.
  for (InstantState state : {InstantState::kInflight, InstantState::kRequested}) {
    std::string name =
        InstantFileName(instant.action, state, instant.requested, "", layout_.version);
    ARROW_RETURN_NOT_OK(storage_->DeleteFile(layout_.directory + "/" + name).status());
  }
  return arrow::Status::OK();
}

arrow::Status TimelineWriter::RevertToRequested(const Instant& instant) {
  std::string name = InstantFileName(instant.action, InstantState::kInflight, instant.requested, "",
                                     layout_.version);
  return storage_->DeleteFile(layout_.directory + "/" + name).status();
}

}  // namespace hudi
