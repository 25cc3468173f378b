// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <arrow/io/interfaces.h>
#include <arrow/result.h>
#include <arrow/type.h>

namespace hudi::rows {

/// Finds the schema that all rows of some JSON files have in common: whole numbers are bigint,
/// numbers with a fraction or exponent (or "NaN", "Infinity" among numbers) double, a column of
/// nothing but nulls string; columns stand in the order in which they first come up.
class JsonInference {
 public:
  JsonInference();
  ~JsonInference();

  /// Looks at every row of a file. Errors: kInvalidRow with file, line and column, for two types in
  /// one column with both lines.
  arrow::Status AddFile(std::shared_ptr<arrow::io::InputStream> stream, const std::string& file);

  /// A column that `wanted` names gets the type it has there (whole numbers that outgrow it:
  /// bigint; a struct also the fields it has more); null: none does. Errors: kInvalidRow for a
  /// column of which no type can be told ({} in all rows).
  arrow::Result<std::shared_ptr<arrow::Schema>> Finish(const arrow::Schema* wanted) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hudi::rows
