// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/column_filler.h"

namespace hudi {

FillableColumn::FillableColumn(std::shared_ptr<arrow::Array> column, const MergeRules& rules)
    : column_(std::move(column)), fill_(rules.fill), unavailable_(rules.unavailable) {
  switch (fill_) {
    case MergeRules::Fill::kNone:
      break;
    case MergeRules::Fill::kNulls:
      any_ = column_->null_count() > 0;
      break;
    case MergeRules::Fill::kUnavailable:
      any_ = column_->type_id() == arrow::Type::STRING || column_->type_id() == arrow::Type::BINARY;
      break;
  }
}

bool FillableColumn::IsFillable(int64_t row) const {
  if (!any_) return false;
  if (fill_ == MergeRules::Fill::kNulls) return column_->IsNull(row);
  // A StringArray is a BinaryArray.
  return column_->IsValid(row) &&
         static_cast<const arrow::BinaryArray&>(*column_).GetView(row) == unavailable_;
}

}  // namespace hudi
