// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <arrow/result.h>
#include <arrow/scalar.h>
#include <arrow/type.h>

#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/predicate/predicate_eval.h"

namespace hudi {

/// Values of columns that are the same in every row of a file.
using ConstantColumns = std::map<std::string, std::shared_ptr<arrow::Scalar>, std::less<>>;

/// False only if no row whose columns have these values can satisfy the bound filter, whatever the
/// other columns hold.
bool ConstantsMightMatch(const Predicate& filter, const ConstantColumns& constants);

/// The row groups of a base file that may hold rows which satisfy the bound filter, from their
/// statistics. `schema`: the table's columns, to whose types the filter is bound; a column that the
/// file lacks is null in every row.
arrow::Result<std::vector<int>> SelectRowGroups(const BaseFileReader& file, const Predicate& filter,
                                                const arrow::Schema& schema,
                                                const ConstantColumns& constants);

}  // namespace hudi
