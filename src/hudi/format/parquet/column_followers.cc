// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/column_followers.h"

#include <arrow/array.h>
#include <arrow/type.h>

namespace hudi {
namespace {

bool AreTexts(const arrow::RecordBatch& batch, int left, int right) {
  const arrow::Field& a = *batch.schema()->field(left);
  const arrow::Field& b = *batch.schema()->field(right);
  const bool text = a.type()->id() == arrow::Type::STRING || a.type()->id() == arrow::Type::BINARY;
  return text && a.nullable() == b.nullable() && a.type()->Equals(*b.type());
}

// A column that has nulls follows none.
bool HoldTheSame(const arrow::Array& left, const arrow::Array& right) {
  return left.null_count() == 0 && left.Equals(right);
}

}  // namespace

void ColumnFollowers::Find(const arrow::RecordBatch& batch) {
  leaders_.assign(columns_.size(), -1);
  for (int i = 1; i < batch.num_columns(); ++i) {
    for (int j = 0; j < i && leaders_[static_cast<size_t>(i)] < 0; ++j) {
      if (columns_[static_cast<size_t>(i)] < 0 || columns_[static_cast<size_t>(j)] < 0) continue;
      if (leaders_[static_cast<size_t>(j)] < 0 && AreTexts(batch, i, j) &&
          HoldTheSame(*batch.column(i), *batch.column(j))) {
        leaders_[static_cast<size_t>(i)] = j;
      }
    }
  }
}

bool ColumnFollowers::Hold(const arrow::RecordBatch& batch) {
  bool hold = true;
  for (int i = 0; i < batch.num_columns(); ++i) {
    const int leader = leaders_[static_cast<size_t>(i)];
    if (leader < 0 || HoldTheSame(*batch.column(i), *batch.column(leader))) continue;
    columns_[static_cast<size_t>(i)] = -1;
    hold = false;
  }
  return hold;
}

std::vector<int> ColumnFollowers::ByColumn(int num_columns) const {
  std::vector<int> leaders(static_cast<size_t>(num_columns), -1);
  for (size_t i = 0; i < leaders_.size(); ++i) {
    if (leaders_[i] < 0) continue;
    leaders[static_cast<size_t>(columns_[i])] = columns_[static_cast<size_t>(leaders_[i])];
  }
  return leaders;
}

}  // namespace hudi
