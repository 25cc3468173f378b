// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include <arrow/status.h>

#include "hudi/export.h"

namespace hudi {

/// What kind of failure it was, in terms of what the caller can do about it. Codes never change
/// their meaning; the wording of messages may.
enum class ErrorCode {
  kInvalidArgument,     ///< The call itself is wrong: options that exclude each other, a bad flag.
  kInvalidConfig,       ///< A `hoodie.*` key or value is unknown, malformed or missing.
  kConfigConflict,      ///< An option contradicts what `hoodie.properties` holds.
  kInvalidSchema,       ///< A schema is malformed, or the incoming one does not fit the table's.
  kInvalidRow,          ///< An input row cannot be used: unparsable, null key, null ordering value.
  kDuplicateKey,        ///< A key exists already and the duplicate policy is `fail`.
  kNotFound,            ///< A file, column or instant that was asked for does not exist.
  kNotATable,           ///< The path holds no Hudi table.
  kTableExists,         ///< The table exists and the save mode forbids touching it.
  kUnsupported,         ///< A version, format or feature that this library does not have.
  kCorruptFile,         ///< Bytes on storage break the format.
  kBadFileName,         ///< A file name does not follow Hudi's pattern.
  kInstantUnavailable,  ///< Time travel to an instant whose files are gone or still pending.
  kWriterConflict,      ///< Another writer is at work on the table: try again later.
  kCommitConflict,      ///< Another writer changed the same file groups: redo the write.
  kCommitStateUnknown,  ///< Whether the commit happened is not known: look before redoing.
  kStorage,             ///< The storage refused a call (permission, disk full, ...).
  kInterrupted,         ///< The caller asked to stop; the table is as it was.
  kInternal,            ///< A bug of ours.
};

/// The code's name as text, e.g. "kNotATable" gives "not-a-table".
HUDI_EXPORT std::string_view ErrorCodeName(ErrorCode code);

/// Travels with every Status that this library makes.
class HUDI_EXPORT ErrorDetail : public arrow::StatusDetail {
 public:
  ErrorDetail(ErrorCode code, std::string subject);

  const char* type_id() const override;
  std::string ToString() const override;

  ErrorCode code() const { return code_; }
  /// The file, key, column or instant at fault; may be empty.
  const std::string& subject() const { return subject_; }

 private:
  ErrorCode code_;
  std::string subject_;
};

/// The detail of `status` if this library made it, else null. Valid as long as `status` lives.
HUDI_EXPORT const ErrorDetail* FindErrorDetail(const arrow::Status& status);

/// The code of `status`; nullopt for success and for a failure that another library made.
HUDI_EXPORT std::optional<ErrorCode> CodeOf(const arrow::Status& status);

/// Makes a failed Status with a detail.
HUDI_EXPORT arrow::Status MakeErrorFromText(arrow::StatusCode category, ErrorCode code,
                                            std::string_view subject, std::string message);

/// Makes a failed Status whose message is the concatenation of `parts`.
template <typename... Parts>
arrow::Status MakeError(arrow::StatusCode category, ErrorCode code, std::string_view subject,
                        Parts&&... parts) {
  std::ostringstream message;
  (message << ... << std::forward<Parts>(parts));
  return MakeErrorFromText(category, code, subject, message.str());
}

/// Same, with the Arrow category that belongs to the code.
template <typename... Parts>
arrow::Status Fail(ErrorCode code, std::string_view subject, Parts&&... parts) {
  arrow::StatusCode category = arrow::StatusCode::Invalid;
  switch (code) {
    case ErrorCode::kUnsupported:
      category = arrow::StatusCode::NotImplemented;
      break;
    case ErrorCode::kNotFound:
    case ErrorCode::kNotATable:
      category = arrow::StatusCode::KeyError;
      break;
    case ErrorCode::kTableExists:
      category = arrow::StatusCode::AlreadyExists;
      break;
    case ErrorCode::kCorruptFile:
    case ErrorCode::kStorage:
    case ErrorCode::kCommitStateUnknown:
      category = arrow::StatusCode::IOError;
      break;
    case ErrorCode::kInterrupted:
      category = arrow::StatusCode::Cancelled;
      break;
    case ErrorCode::kInternal:
      category = arrow::StatusCode::UnknownError;
      break;
    default:
      break;
  }
  return MakeError(category, code, subject, std::forward<Parts>(parts)...);
}

/// A file whose bytes break a rule at `offset`.
inline arrow::Status CorruptFile(std::string_view path, int64_t offset, std::string_view rule) {
  return Fail(ErrorCode::kCorruptFile, path, path, " at byte ", offset, ": ", rule);
}

/// Adds what was being done to a failed status; keeps the code and the detail.
inline arrow::Status While(arrow::Status status, std::string_view doing) {
  if (status.ok()) return status;
  return status.WithMessage(status.message(), "; while ", doing);
}

}  // namespace hudi
