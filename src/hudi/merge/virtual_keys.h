// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/config/write_config.h"

namespace hudi {

/// The record keys of rows that do not carry them (`hoodie.populate.meta.fields=false`), made from
/// their key fields as the writer's key generator made them. Immutable.
class VirtualKeys {
 public:
  /// Errors: kUnsupported for a table whose keys were generated, for then nothing tells them.
  static arrow::Result<std::shared_ptr<const VirtualKeys>> Make(const KeyOptions& options);

  /// The top-level columns that keys are made of.
  std::vector<std::string> Columns() const;

  /// A key a row. Errors: kNotFound for a key field that `rows` lacks; kInvalidRow for a row
  /// without a key.
  arrow::Result<std::shared_ptr<arrow::StringArray>> Of(const arrow::RecordBatch& rows) const;
  /// `rows`, which have a column `_hoodie_record_key`, with these keys in it.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> SetIn(
      const std::shared_ptr<arrow::RecordBatch>& rows) const;

 private:
  VirtualKeys() = default;

  std::vector<std::string> fields_;
  bool prefixed_ = false;
  bool instants_as_timestamps_ = false;
};

}  // namespace hudi
