// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

namespace hudi {

/// Whether all rows of a text column hold the same value, and none is null; false if there is no
/// row.
bool HoldsOneValue(const arrow::BinaryArray& texts);

/// Hands text columns that hold one value in all rows of a batch to Arrow's Parquet writer as
/// places in a dictionary: it then need not look up each row's text in the column's dictionary. In
/// the file it makes no difference.
///
/// Follows one file: Arrow takes a dictionary only for a column chunk that begins with it, and the
/// same one throughout; texts between are looked up by Arrow.
class RepeatedTexts {
 public:
  /// `encoded[i]`: column i is written with a dictionary.
  RepeatedTexts(const arrow::Schema& schema, std::vector<bool> encoded);

  /// The batch as it may be written to the open row group: columns of texts are as they came, or
  /// dictionary-encoded. Columns that came dictionary-encoded (int32 places) are texts again where
  /// that cannot be kept.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> ForWriting(const arrow::RecordBatch& batch);
  /// The next batch begins a row group.
  void BeginRowGroup();

 private:
  struct Column {
    bool encoded = false;  ///< texts with a dictionary
    bool begun = false;    ///< in this row group
    /// Of this row group; null if it did not begin with one.
    std::shared_ptr<arrow::Array> dictionary;
  };
  arrow::Result<std::shared_ptr<arrow::Array>> ForWriting(Column* column,
                                                          std::shared_ptr<arrow::Array> array);
  arrow::Result<std::shared_ptr<arrow::Array>> Zeros(int64_t length);

  std::vector<Column> columns_;
  std::shared_ptr<arrow::Array> zeros_;
};

}  // namespace hudi
