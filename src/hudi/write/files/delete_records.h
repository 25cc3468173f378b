// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/config/write_config.h"
#include "hudi/format/log/delete_block.h"

namespace hudi {

/// Gives rows that are deletes the ordering values that a delete block keeps, in the form that
/// readers compare with the column: an int as IntWrapper, a long as LongWrapper and so on.
class DeleteOrderings {
 public:
  /// The ordering fields of `rows`, whose columns are the table's. Errors: kUnsupported for a field
  /// of a type that a delete block cannot hold.
  static arrow::Result<DeleteOrderings> Make(const arrow::RecordBatch& rows,
                                             const MergeOptions& merge);

  /// Of one row; the delete that always wins if the table has no ordering field or one of them is
  /// null. Errors: kInvalidRow for a decimal that does not fit into 30 digits, 15 of them behind
  /// the point.
  arrow::Result<log::DeleteOrdering> Of(int64_t row) const;

 private:
  std::vector<std::string> fields_;
  std::vector<std::shared_ptr<arrow::Array>> columns_;
};

}  // namespace hudi
