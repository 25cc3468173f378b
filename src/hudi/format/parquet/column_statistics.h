// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include <arrow/type.h>
#include <parquet/metadata.h>

#include "hudi/format/parquet/base_file_reader.h"

namespace hudi {

/// Statistics of one column chunk as scalars of the column's normalised type.
///
/// Bounds that cannot be trusted are left unknown: absent ones, NaN, an order that Parquet does not
/// define (INT96) or that old writers got wrong, a minimum above the maximum, types without an
/// order here. Nullopt if nothing is known.
std::optional<ColumnStatistics> ReadStatistics(const parquet::ColumnChunkMetaData& chunk,
                                               int64_t num_rows,
                                               const std::shared_ptr<arrow::DataType>& type);

}  // namespace hudi
