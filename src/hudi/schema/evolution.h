// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

namespace hudi {

struct EvolutionOptions {
  int table_version = 8;
  bool reconcile = false;             ///< hoodie.datasource.write.reconcile.schema
  bool set_null_for_missing = false;  ///< hoodie.write.set.null.for.missing.columns
  bool allow_column_drop = false;     ///< ...schema.allow.auto.evolution.column.drop
  bool validate = false;              ///< hoodie.avro.schema.validate
};

/// The table schema after a write, given the table's schema before it (null for a new table) and
/// the incoming schema, both without meta columns; all types canonical. New columns stand at the
/// end and are nullable; types are promoted. Source of the rules:
/// HoodieSchemaUtils.deduceWriterSchema, AvroSchemaEvolutionUtils; they differ per table version
/// (decimal widening, timestamp <- long, string <- binary).
/// Errors: kInvalidSchema naming the column and both types.
arrow::Result<std::shared_ptr<arrow::Schema>> DeduceWriterSchema(const arrow::Schema* table,
                                                                 const arrow::Schema& incoming,
                                                                 const EvolutionOptions& options);

/// Brings a batch to `target`: columns by name, missing ones null, types promoted at every depth
/// (int -> long -> float -> double -> string, decimals rescaled, dictionary decoded, struct fields
/// by name, timestamps to the target unit), int8/16 widened. A value that does not fit is
/// kInvalidRow with column and value; a null in a non-nullable column likewise. Zero-copy for
/// columns that already fit.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> AlignBatch(
    const std::shared_ptr<arrow::RecordBatch>& batch, const std::shared_ptr<arrow::Schema>& target);

/// One column of AlignBatch.
arrow::Result<std::shared_ptr<arrow::Array>> AlignArray(const std::shared_ptr<arrow::Array>& array,
                                                        const arrow::Field& target);

}  // namespace hudi
