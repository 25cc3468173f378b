// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/record_key_text.h"

#include <string_view>

#include <arrow/builder.h>

#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi {
namespace {

constexpr std::string_view kNullPart = "__null__";
constexpr std::string_view kEmptyPart = "__empty__";

/// The first row whose text is null or empty; the length if there is none.
int64_t FirstWithoutText(const arrow::StringArray& texts) {
  const int64_t length = texts.length();
  const int32_t* offsets = texts.raw_value_offsets();
  int64_t row = 0;
  while (row < length && offsets[row] < offsets[row + 1]) ++row;
  if (texts.null_count() == 0) return row;
  for (int64_t i = 0; i < row; ++i) {
    if (texts.IsNull(i)) return i;
  }
  return row;
}

}  // namespace

arrow::Result<std::shared_ptr<arrow::StringArray>> PlainRecordKeys(
    const std::string& field, std::shared_ptr<arrow::StringArray> texts, int64_t first_row) {
  const int64_t row = FirstWithoutText(*texts);
  if (row < texts->length()) {
    return Fail(ErrorCode::kInvalidRow, field, "row ", first_row + row + 1, ": record key field '",
                field, "' is ", texts->IsNull(row) ? "null" : "empty",
                "; expected a value in every row");
  }
  return texts;
}

arrow::Result<std::shared_ptr<arrow::StringArray>> PrefixedRecordKeys(
    const std::vector<std::string>& fields,
    const std::vector<std::shared_ptr<arrow::StringArray>>& texts, int64_t first_row) {
  const int64_t length = texts[0]->length();
  std::vector<std::string> prefixes;
  int64_t bytes = 0;
  for (size_t f = 0; f < fields.size(); ++f) {
    prefixes.push_back((f == 0 ? "" : ",") + fields[f] + ":");
    // Nulls and empty texts get a longer word than they have bytes.
    bytes += length * static_cast<int64_t>(prefixes.back().size() + kEmptyPart.size()) +
             texts[f]->total_values_length();
  }
  arrow::StringBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Reserve(length));
  ARROW_RETURN_NOT_OK(builder.ReserveData(bytes));
  const auto extend = [&builder](std::string_view part) {
    builder.UnsafeExtendCurrent(reinterpret_cast<const uint8_t*>(part.data()),
                                static_cast<int32_t>(part.size()));
  };
  for (int64_t row = 0; row < length; ++row) {
    bool any_value = false;
    builder.UnsafeAppend(prefixes[0]);
    for (size_t f = 0; f < fields.size(); ++f) {
      if (f > 0) extend(prefixes[f]);
      if (texts[f]->IsNull(row)) {
        extend(kNullPart);
        continue;
      }
      const std::string_view value = texts[f]->GetView(row);
      extend(value.empty() ? kEmptyPart : value);
      any_value = any_value || !value.empty();
    }
    if (!any_value) {
      const std::string names = JoinText(fields, ", ");
      return Fail(ErrorCode::kInvalidRow, names, "row ", first_row + row + 1,
                  fields.size() == 1 ? ": record key field (" : ": all record key fields (", names,
                  fields.size() == 1 ? ") is" : ") are",
                  " null or empty; expected a value in at least one of them");
    }
  }
  std::shared_ptr<arrow::StringArray> keys;
  ARROW_RETURN_NOT_OK(builder.Finish(&keys));
  return keys;
}

}  // namespace hudi
