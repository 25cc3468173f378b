// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>
#include <arrow/scalar.h>
#include <arrow/type.h>

#include "hudi/table/table_config.h"

namespace hudi {

/// Values of columns that are the same in every row of a partition, by column.
using PartitionValues = std::map<std::string, std::shared_ptr<arrow::Scalar>, std::less<>>;

/// Tells which columns take their value from the partition path, and which value that is.
///
/// As in the reference, the path decides about the partition columns of the simple and complex key
/// generators, also where the files hold the column: a row whose partition column was null or empty
/// is null, a row that kept its place when its partition column changed has the value of its place.
/// Unlike there, the path decides only where its text is exactly that of one value of the column's
/// type (text, whole numbers, booleans, dates); else the stored column counts.
class PartitionColumns {
 public:
  /// `schema`: the table's columns. `stored`: those that base files hold; the others must come from
  /// the path. `all_from_path`: so must all partition columns.
  PartitionColumns(const TableConfig& config, const arrow::Schema& schema,
                   const std::vector<std::string>& dropped, bool all_from_path);

  /// Columns that the path does not decide are absent. Errors: kUnsupported for a column that must
  /// come from a path that does not tell it.
  arrow::Result<PartitionValues> ValuesOf(std::string_view partition_path) const;

 private:
  struct Column {
    std::string name;
    std::shared_ptr<arrow::Field> field;  // null if the table has no such column
    bool must_come_from_path = false;
    bool path_is_exact = false;  // the path holds the value's own text
  };
  arrow::Result<std::shared_ptr<arrow::Scalar>> ValueOf(const Column& column,
                                                        std::string_view text) const;

  std::vector<Column> columns_;
  bool hive_style_ = false;
  bool url_encode_ = false;
};

/// Replaces %XX by the byte it stands for; other text, malformed escapes included, stays.
std::string UnescapePartitionText(std::string_view text);

}  // namespace hudi
