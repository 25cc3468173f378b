// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/export.h"
#include "hudi/table_writer.h"

namespace hudi {

/// One change of a table's columns. A column is named by its path: "price", "st.a",
/// "ar.element.x", "m.value".
struct HUDI_EXPORT SchemaChange {
  enum class Kind { kAdd, kDrop, kRename, kSetType, kSetNullable, kSetComment, kMove };
  enum class Place { kLast, kFirst, kAfter };

  Kind kind = Kind::kAdd;
  std::string column;
  std::string new_name;                   ///< kRename: the last part of the path
  std::shared_ptr<arrow::DataType> type;  ///< kAdd, kSetType
  bool nullable = true;                   ///< kSetNullable
  std::string comment;                    ///< kAdd, kSetComment
  Place place = Place::kLast;             ///< kAdd, kMove: among the fields of the same struct
  std::string after;                      ///< kAfter: the name of the field before it
};

/// Changes the columns of the table at `base_path`, one change after the other, as one commit
/// without rows; files stay as they are. From then on the table keeps the columns' ids
/// (schema-on-read evolution of the reference): values follow their column whatever it is called,
/// and are converted to its type as they are read; a dropped name that is added again is a new
/// column.
///
/// Types widen as the reference allows: int -> bigint, float, double, text, decimal; bigint ->
/// float, double, text, decimal; float -> double, text, decimal; double -> text, decimal; decimal
/// -> wider decimal, text; date -> text; text -> date, decimal.
///
/// Errors: kNotFound for a column; kInvalidSchema for a name that is taken, a type that is not
/// wider, NOT NULL, and any change of name or type of record key, ordering and partition columns;
/// kUnsupported for tables without meta columns or with columns that the table's version has no
/// name for; those of WriteTable().
HUDI_EXPORT arrow::Result<WriteResult> ChangeSchema(const std::string& base_path,
                                                    const std::vector<SchemaChange>& changes,
                                                    const WriteOptions& options);

}  // namespace hudi
