// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <arrow/array.h>
#include <arrow/result.h>
#include <arrow/type.h>
#include <parquet/metadata.h>

namespace hudi {

/// Whether the file says that every data page of a column in these row groups holds places in a
/// dictionary. Then it is several times faster to read the places and look the values up than to
/// have Arrow append value by value.
bool IsDictionaryEncoded(const parquet::FileMetaData& metadata, const std::vector<int>& row_groups,
                         int leaf);

/// How many of the leading rows hold at most `max_bytes` together, and at least 1 of a column that
/// has rows. Errors: arrow's Invalid for a place outside of the dictionary.
arrow::Result<int64_t> RowsWithin(const arrow::DictionaryArray& column, int64_t max_bytes);

/// The column's values as an array of `type`: utf8 or binary, as the dictionary has it. Errors:
/// arrow's Invalid for a place outside of the dictionary; CapacityError if the values exceed 2 GB.
arrow::Result<std::shared_ptr<arrow::Array>> DecodeDictionary(
    const arrow::DictionaryArray& column, const std::shared_ptr<arrow::DataType>& type);

}  // namespace hudi
