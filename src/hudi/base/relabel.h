// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <arrow/record_batch.h>
#include <arrow/type.h>

namespace hudi {

/// The same values under a type that differs in the names of fields alone, at any depth.
std::shared_ptr<arrow::Array> RelabelArray(const arrow::Array& array,
                                           const std::shared_ptr<arrow::DataType>& type);

/// The same rows under `names`, a schema with as many columns that differs in names alone.
std::shared_ptr<arrow::RecordBatch> RelabelBatch(const arrow::RecordBatch& batch,
                                                 const std::shared_ptr<arrow::Schema>& names);

/// A stream of such batches.
std::shared_ptr<arrow::RecordBatchReader> RelabelRows(
    std::shared_ptr<arrow::RecordBatchReader> rows, std::shared_ptr<arrow::Schema> names);

}  // namespace hudi
