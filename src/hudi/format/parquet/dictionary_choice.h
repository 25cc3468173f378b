// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/record_batch.h>

namespace hudi {

/// Columns of a file, by their dotted Parquet path, whose values a dictionary would not make
/// smaller, going by its first rows: the dictionary and the numbers that stand for the values would
/// take what the values take. `compressed`: pages are, so that ascending numbers of few rows each
/// get none either. Looks at flat columns and those within structs; others, and booleans,
/// which never have a dictionary, are not listed.
std::vector<std::string> ColumnsWithoutDictionary(
    const std::vector<std::shared_ptr<arrow::RecordBatch>>& first_rows, bool compressed);

}  // namespace hudi
