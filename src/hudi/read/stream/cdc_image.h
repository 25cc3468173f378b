// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

namespace hudi {

/// Prints rows as the images of a change: one JSON object a row, `{"id": "b", "n": 2}`, with every
/// data column in the order of the schema, nulls as null; meta columns are left out.
///
/// As the reference prints them: dates are days, timestamps microseconds, times numbers of their
/// unit, doubles as Java does (1.0E21). Where the reference differs from itself or loses the value:
/// decimals are text with all their digits ("12.50"), binary is base64; NaN and the infinities are
/// text too.
class ImagePrinter {
 public:
  /// `schema`: of the rows. Errors: kUnsupported naming a column whose type has no image.
  /// `with_meta_columns`: they are printed too.
  static arrow::Result<ImagePrinter> Make(const arrow::Schema& schema,
                                          bool with_meta_columns = false);

  void Append(const arrow::RecordBatch& rows, int64_t row, std::string* out) const;

 private:
  struct Column {
    int index = 0;      // in the schema
    std::string label;  // `"name": `
  };
  std::vector<Column> columns_;
};

}  // namespace hudi
