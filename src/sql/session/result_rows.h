// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

namespace hudi::sql {

/// A small result of text columns; nullopt is null.
class TextRows {
 public:
  explicit TextRows(std::vector<std::string> columns) : columns_(std::move(columns)) {}
  void Add(std::vector<std::optional<std::string>> row) { rows_.push_back(std::move(row)); }
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Finish() const;

 private:
  std::vector<std::string> columns_;
  std::vector<std::vector<std::optional<std::string>>> rows_;
};

/// The value of a stream that has one row and one column of a whole number.
arrow::Result<int64_t> SingleNumber(arrow::RecordBatchReader& rows);
/// The values of the first row, as text; nullopt for nulls. Empty if there is no row.
arrow::Result<std::vector<std::optional<std::string>>> FirstRowAsText(
    arrow::RecordBatchReader& rows);

}  // namespace hudi::sql
