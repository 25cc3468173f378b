// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/array.h>

#include "hudi/merge/merge_rules.h"

namespace hudi {

/// Tells which values of a column give way to those of another row (partial updates).
class FillableColumn {
 public:
  FillableColumn(std::shared_ptr<arrow::Array> column, const MergeRules& rules);

  /// False if no value of the column ever gives way.
  bool any() const { return any_; }
  bool IsFillable(int64_t row) const;

 private:
  std::shared_ptr<arrow::Array> column_;
  MergeRules::Fill fill_;
  std::string unavailable_;
  bool any_ = false;
};

}  // namespace hudi
