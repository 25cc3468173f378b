// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <arrow/array.h>
#include <arrow/result.h>
#include <arrow/type.h>
#include <parquet/arrow/schema.h>
#include <parquet/schema.h>

namespace hudi {

/// The type in which a reader hands out a column of a Parquet file, at every depth: INT96 and
/// TIMESTAMP(any unit) -> timestamp[us] (zone "UTC" for INT96 and where the file says adjusted),
/// ENUM -> utf8, FIXED_LEN_BYTE_ARRAY without a meaning -> binary, list element named "element".
/// Field metadata (field ids) is dropped.
std::shared_ptr<arrow::Field> NormalisedField(const parquet::arrow::SchemaField& field,
                                              const parquet::SchemaDescriptor& descriptor);

/// Brings an array as Arrow's Parquet reader makes it to the normalised type. Zero-copy where
/// nothing changes. Nanoseconds are cut to the microsecond before them. Errors: arrow's Invalid for
/// a timestamp that microseconds cannot hold.
arrow::Result<std::shared_ptr<arrow::Array>> NormaliseArray(
    const std::shared_ptr<arrow::Array>& array, const std::shared_ptr<arrow::DataType>& target);

/// Whether a part of the schema has INT96 timestamps or lists of the 2-level form.
bool HasLegacyTypes(const parquet::schema::Node& node);

}  // namespace hudi
