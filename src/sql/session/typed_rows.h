// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

namespace hudi::sql {

/// A value of a small result; monostate is null.
using Cell = std::variant<std::monostate, std::string, int64_t, double, bool>;

/// A text, or null for an empty one.
inline Cell TextOrNull(const std::string& text) { return text.empty() ? Cell() : Cell(text); }

/// A small result with typed columns, written as Spark DDL: "commit_time string, n bigint".
class TypedRows {
 public:
  explicit TypedRows(std::string_view ddl) : ddl_(ddl) {}
  void Add(std::vector<Cell> row) { rows_.push_back(std::move(row)); }
  size_t size() const { return rows_.size(); }
  /// The first `count` rows are kept.
  void Limit(size_t count) {
    if (rows_.size() > count) rows_.resize(count);
  }
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Finish() const;

 private:
  std::string ddl_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace hudi::sql
