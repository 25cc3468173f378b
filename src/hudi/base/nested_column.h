// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

namespace hudi {

/// A column, or a field inside struct columns: the index at each level.
struct ColumnPath {
  std::vector<int> indices;
  std::shared_ptr<arrow::DataType> type;
};

/// Finds "a" or "a.b.c". Errors: kNotFound with the field as subject, the level that fails and the
/// nearest name there. `what` names the field's part in the message ("record key field").
arrow::Result<ColumnPath> FindColumn(const arrow::Schema& schema, std::string_view field,
                                     std::string_view what);

/// The values of a column; a row whose outer struct is null has a null.
arrow::Result<std::shared_ptr<arrow::Array>> ColumnAt(const arrow::RecordBatch& batch,
                                                      const ColumnPath& path);

}  // namespace hudi
