// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/type.h>

namespace hudi::cli {

/// The columns of a table without meta columns; null if it does not open.
std::shared_ptr<arrow::Schema> ColumnsOfTable(const std::string& path);

/// The columns of rows that are to be written: of `--schema` if there is one, else of the first
/// file or table. Of JSON and CSV only the first rows are read. Null if they cannot be told.
std::shared_ptr<arrow::Schema> ColumnsOfInput(const std::vector<std::string>& paths,
                                              const std::string& format, const std::string& ddl);

}  // namespace hudi::cli
