// SPDX-License-Identifier: Apache-2.0
#include "hudi/error.h"

namespace hudi {
namespace {
constexpr const char* kTypeId = "hudi::ErrorDetail";
}

std::string_view ErrorCodeName(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "invalid-argument";
    case ErrorCode::kInvalidConfig:
      return "invalid-config";
    case ErrorCode::kConfigConflict:
      return "config-conflict";
    case ErrorCode::kInvalidSchema:
      return "invalid-schema";
    case ErrorCode::kInvalidRow:
      return "invalid-row";
    case ErrorCode::kDuplicateKey:
      return "duplicate-key";
    case ErrorCode::kNotFound:
      return "not-found";
    case ErrorCode::kNotATable:
      return "not-a-table";
    case ErrorCode::kTableExists:
      return "table-exists";
    case ErrorCode::kUnsupported:
      return "unsupported";
    case ErrorCode::kCorruptFile:
      return "corrupt-file";
    case ErrorCode::kBadFileName:
      return "bad-file-name";
    case ErrorCode::kInstantUnavailable:
      return "instant-unavailable";
    case ErrorCode::kWriterConflict:
      return "writer-conflict";
    case ErrorCode::kCommitConflict:
      return "commit-conflict";
    case ErrorCode::kCommitStateUnknown:
      return "commit-state-unknown";
    case ErrorCode::kStorage:
      return "storage";
    case ErrorCode::kInterrupted:
      return "interrupted";
    case ErrorCode::kInternal:
      return "internal";
  }
  return "unknown";
}

ErrorDetail::ErrorDetail(ErrorCode code, std::string subject)
    : code_(code), subject_(std::move(subject)) {}

const char* ErrorDetail::type_id() const { return kTypeId; }

std::string ErrorDetail::ToString() const { return std::string(ErrorCodeName(code_)); }

const ErrorDetail* FindErrorDetail(const arrow::Status& status) {
  if (status.ok() || status.detail() == nullptr) return nullptr;
  if (std::string_view(status.detail()->type_id()) != kTypeId) return nullptr;
  return static_cast<const ErrorDetail*>(status.detail().get());
}

std::optional<ErrorCode> CodeOf(const arrow::Status& status) {
  const ErrorDetail* detail = FindErrorDetail(status);
  if (detail == nullptr) return std::nullopt;
  return detail->code();
}

arrow::Status MakeErrorFromText(arrow::StatusCode category, ErrorCode code,
                                std::string_view subject, std::string message) {
  return arrow::Status(category, std::move(message),
                       std::make_shared<ErrorDetail>(code, std::string(subject)));
}

}  // namespace hudi
