// SPDX-License-Identifier: Apache-2.0
#include "sql/parse/sql_error.h"

#include <algorithm>
#include <memory>

namespace hudi::sql {
namespace {

bool StartsCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

const SqlErrorDetail* FindPlace(const arrow::Status& status) {
  return dynamic_cast<const SqlErrorDetail*>(status.detail().get());
}

// A longer line is cut around the caret.
constexpr size_t kShownLine = 160;

}  // namespace

arrow::Status AtPlace(const arrow::Status& status, size_t offset) {
  bool has_none = offset == static_cast<size_t>(-1);
  if (status.ok() || has_none || FindPlace(status) != nullptr) return status;
  const ErrorDetail* detail = FindErrorDetail(status);
  ErrorCode code = detail == nullptr ? ErrorCode::kInternal : detail->code();
  std::string subject = detail == nullptr ? "" : detail->subject();
  return status.WithDetail(std::make_shared<SqlErrorDetail>(code, std::move(subject), offset));
}

std::optional<size_t> OffsetOf(const arrow::Status& status) {
  const SqlErrorDetail* place = FindPlace(status);
  if (place == nullptr) return std::nullopt;
  return place->offset();
}

arrow::Status PlaceMovedTo(const arrow::Status& status, size_t offset) {
  const SqlErrorDetail* place = FindPlace(status);
  if (place == nullptr) return status;
  return status.WithDetail(
      std::make_shared<SqlErrorDetail>(place->code(), place->subject(), offset));
}

arrow::Status MovedBy(const arrow::Status& status, size_t distance) {
  const SqlErrorDetail* place = FindPlace(status);
  return place == nullptr ? status : PlaceMovedTo(status, place->offset() + distance);
}

TextPlace PlaceOf(std::string_view text, size_t offset) {
  TextPlace place;
  for (size_t i = 0; i < std::min(offset, text.size()); ++i) {
    if (text[i] == '\n') {
      ++place.line;
      place.column = 1;
    } else if (StartsCharacter(text[i])) {
      ++place.column;
    }
  }
  return place;
}

std::string DescribeWithCaret(const arrow::Status& status, std::string_view text) {
  std::optional<size_t> offset = OffsetOf(status);
  if (!offset) return status.message();
  size_t at = std::min(*offset, text.size());
  TextPlace place = PlaceOf(text, at);
  size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
  size_t end = std::min(text.find('\n', at), text.size());
  std::string_view before = text.substr(begin, at - begin);
  std::string_view after = text.substr(at, end - at);
  std::string shown;
  if (before.size() > kShownLine / 2) {
    size_t cut = before.size() - kShownLine / 2;
    while (cut < before.size() && !StartsCharacter(before[cut])) ++cut;
    before.remove_prefix(cut);
    shown = "...";
  }
  std::string caret(shown.size(), ' ');
  for (char c : before) {
    if (c == '\t') {
      caret.push_back('\t');
    } else if (StartsCharacter(c)) {
      caret.push_back(' ');
    }
  }
  shown.append(before);
  if (after.size() > kShownLine / 2) {
    size_t cut = kShownLine / 2;
    while (cut > 0 && !StartsCharacter(after[cut])) --cut;
    shown.append(after.substr(0, cut)).append("...");
  } else {
    shown.append(after);
  }
  return "line " + std::to_string(place.line) + ", column " + std::to_string(place.column) + ": " +
         status.message() + "\n  " + shown + "\n  " + caret + "^";
}

}  // namespace hudi::sql
