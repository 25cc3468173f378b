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
/// the incoming schema (made canonical here), both without meta columns. New columns stand at the
/// end and are nullable; types are promoted; a column nullable on one side only becomes nullable. A
/// table of version 6 takes the order of the incoming columns. An incoming column of Arrow's null
/// type takes the table's. Source of the rules: HoodieSchemaUtils.deduceWriterSchema,
/// AvroSchemaEvolutionUtils; they differ per table version (decimal widening, bigint into a
/// timestamp column, timestamps without zone).
/// Errors: kInvalidSchema naming the column and both types, a missing column, or two names that
/// differ in case alone; kUnsupported for a type that the table's version cannot hold.
arrow::Result<std::shared_ptr<arrow::Schema>> DeduceWriterSchema(const arrow::Schema* table,
                                                                 const arrow::Schema& incoming,
                                                                 const EvolutionOptions& options);

/// Brings a batch of incoming rows to `target`, the schema that DeduceWriterSchema() gave: columns
/// by name, missing ones null, columns that `target` lacks left out, types promoted at every depth
/// (int -> long -> float -> double -> string; numbers and text to decimal, half up; text to date;
/// binary <-> string; decimals rescaled; dictionaries decoded; struct fields by name; timestamps to
/// the target unit). Zero-copy for columns that already fit.
/// Errors: kInvalidRow with column, row and value for a value that does not fit, and for a null in
/// a column that is not nullable; kInvalidSchema for types that do not convert.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> AlignBatch(
    const std::shared_ptr<arrow::RecordBatch>& batch, const std::shared_ptr<arrow::Schema>& target);

/// One column of AlignBatch.
arrow::Result<std::shared_ptr<arrow::Array>> AlignArray(const std::shared_ptr<arrow::Array>& array,
                                                        const arrow::Field& target);

/// Brings rows of a base file that was written under an older schema to the table's. As
/// AlignBatch(), but only conversions that a table's evolution can have made: text becomes a
/// date or a decimal, but no other number; binary without annotation is read as text; timestamps
/// and dates under a bigint or int column are their micros and days; a timestamp's zone is the
/// table's. Errors: kCorruptFile naming the column, for types that cannot have evolved into each
/// other, for a value that does not fit, and for nulls (or no column at all) under a non-nullable
/// column.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> AlignStoredBatch(
    const std::shared_ptr<arrow::RecordBatch>& batch, const std::shared_ptr<arrow::Schema>& target);

}  // namespace hudi
