// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/write/write_context.h"

namespace hudi {

/// Reads stored base files for the write that touches them. Thread-safe.
class StoredRows {
 public:
  /// `first_row`: where the batch begins in its file, counted from 0 over all row groups.
  using KeyVisitor =
      std::function<arrow::Status(const arrow::StringArray& keys, int64_t first_row)>;
  using RowVisitor = std::function<arrow::Status(const std::shared_ptr<arrow::RecordBatch>& rows,
                                                 int64_t first_row)>;
  /// Record keys of rows in the context's file schema, of which the first is row `first_row` of its
  /// file.
  using VirtualKeys = std::function<arrow::Result<std::shared_ptr<arrow::StringArray>>(
      const arrow::RecordBatch& rows, int64_t first_row)>;

  /// `virtual_keys`: for tables without meta fields; empty if rows carry their keys.
  StoredRows(const WriteContext& context, VirtualKeys virtual_keys)
      : context_(context), virtual_keys_(std::move(virtual_keys)) {}

  /// The record keys of a file, batch by batch, in file order.
  arrow::Status VisitKeys(const BaseFile& file, const KeyVisitor& visit) const;
  /// All columns, in the context's file schema, in file order. `footer`, if given, is filled before
  /// the first batch.
  arrow::Status Visit(const BaseFile& file, const RowVisitor& visit,
                      std::map<std::string, std::string>* footer = nullptr) const;
  /// The record keys of rows that Visit hands out.
  arrow::Result<std::shared_ptr<arrow::StringArray>> KeysOf(const arrow::RecordBatch& rows,
                                                            int64_t first_row) const;

 private:
  const WriteContext& context_;
  VirtualKeys virtual_keys_;
};

}  // namespace hudi
