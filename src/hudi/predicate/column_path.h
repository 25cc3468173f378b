// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

namespace hudi {

/// A column that a predicate names, possibly inside structs.
struct BoundColumn {
  std::string path;  ///< as the schema spells it, levels joined by '.'
  std::shared_ptr<arrow::DataType> type;
};

/// Errors: kNotFound with the nearest name; kInvalidArgument for a name that fits several columns
/// or goes into something that is no struct.
arrow::Result<BoundColumn> FindPredicateColumn(const arrow::Schema& schema, std::string_view path);

/// The column's values; null where a struct around it is null. Dictionaries are decoded.
arrow::Result<std::shared_ptr<arrow::Array>> PredicateColumn(const arrow::RecordBatch& batch,
                                                             std::string_view path);

/// "a" of "a.b.c".
std::string TopLevelColumn(std::string_view path);

}  // namespace hudi
