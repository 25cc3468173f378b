// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <arrow/status.h>

#include "hudi/error.h"

namespace hudi::sql {

/// An ErrorDetail that also knows the place in the text of the statement.
class SqlErrorDetail : public ErrorDetail {
 public:
  SqlErrorDetail(ErrorCode code, std::string subject, size_t offset)
      : ErrorDetail(code, std::move(subject)), offset_(offset) {}
  /// Byte offset in the text that was parsed.
  size_t offset() const { return offset_; }

 private:
  size_t offset_;
};

/// The status with the place added, unless it has one already or `offset` is none (kNoPlace).
arrow::Status AtPlace(const arrow::Status& status, size_t offset);

/// A mistake in the text of a statement.
template <typename... Parts>
arrow::Status SyntaxError(size_t offset, Parts&&... parts) {
  return AtPlace(Fail(ErrorCode::kInvalidArgument, "", std::forward<Parts>(parts)...), offset);
}
/// What the statement asks for is not there yet, or never will be.
template <typename... Parts>
arrow::Status NotSupported(size_t offset, Parts&&... parts) {
  return AtPlace(Fail(ErrorCode::kUnsupported, "", std::forward<Parts>(parts)...), offset);
}

/// The place of a failed status, if it names one.
std::optional<size_t> OffsetOf(const arrow::Status& status);
/// The same failure with another place than the one it has.
arrow::Status PlaceMovedTo(const arrow::Status& status, size_t offset);
/// The same failure, `distance` bytes further on: for a text that is part of a longer one.
arrow::Status MovedBy(const arrow::Status& status, size_t distance);

struct TextPlace {
  size_t line = 1;    ///< from 1
  size_t column = 1;  ///< in characters, from 1
};
TextPlace PlaceOf(std::string_view text, size_t offset);

/// "line 2, column 8: MESSAGE", then the line and a caret below the place.
std::string DescribeWithCaret(const arrow::Status& status, std::string_view text);

}  // namespace hudi::sql
