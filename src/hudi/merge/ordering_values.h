// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/merge/merge_rules.h"

namespace hudi {

/// The ordering values of a batch's rows, ready to be compared.
///
/// Natural order of the column type, as the reference compares: numbers by value (for floating
/// point -0.0 < 0.0 and NaN is the greatest), booleans false < true, times by their stored unit,
/// texts by UTF-8 bytes, bytes as signed numbers. Several fields: the first that differs decides.
class OrderingValues {
 public:
  /// `absent_is_null`: a field that the batch lacks is null in every row instead of kNotFound.
  /// Errors: kUnsupported for a type without order; kInvalidRow for a sequence text that is not
  /// two numbers.
  static arrow::Result<OrderingValues> Make(const arrow::RecordBatch& batch, const OrderingKey& key,
                                            bool absent_is_null);

  /// Whether any of the fields is null in a row.
  bool IsNull(int64_t row) const {
    for (const Column& column : columns_) {
      if (column.has_nulls && column.array->IsNull(row)) return true;
    }
    return false;
  }
  bool has_nulls() const;

  /// Negative, 0 or positive, as row `row` is less than, equal to or greater than `other_row` of
  /// `other`. Both must be made for one key and have no null there.
  int Compare(int64_t row, const OrderingValues& other, int64_t other_row) const {
    for (size_t i = 0; i < columns_.size(); ++i) {
      const int order = CompareColumn(columns_[i], row, other.columns_[i], other_row);
      if (order != 0) return order;
    }
    return 0;
  }

  /// The values if there is one field and its order is that of 64-bit integers, else null.
  const int64_t* SingleNumbers() const {
    return columns_.size() == 1 && columns_[0].kind == Kind::kNumber ? columns_[0].numbers
                                                                     : nullptr;
  }

  /// Errors: kInvalidSchema if the fields of the two have different types.
  arrow::Status CheckComparable(const OrderingValues& other) const;

 private:
  enum class Kind { kAbsent, kNumber, kDecimal, kText, kBytes };
  struct Column {
    std::string field;
    Kind kind = Kind::kAbsent;
    bool has_nulls = false;
    std::shared_ptr<arrow::Array> array;              // validity, and texts or decimals
    std::shared_ptr<std::vector<int64_t>> converted;  // numbers that are no 64-bit integers
    const int64_t* numbers = nullptr;
  };

  static int CompareColumn(const Column& a, int64_t a_row, const Column& b, int64_t b_row);
  static arrow::Result<Column> MakeColumn(const std::string& field,
                                          std::shared_ptr<arrow::Array> array);
  static arrow::Result<std::vector<Column>> SequenceColumns(
      const std::shared_ptr<arrow::Array>& array);

  std::vector<Column> columns_;
};

}  // namespace hudi
