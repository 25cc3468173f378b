// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>
#include <arrow/type.h>

namespace hudi {

struct InternalField;

/// A type in which every field, element, key and value has an id.
struct InternalType {
  enum class Kind { kLeaf, kRecord, kArray, kMap };
  Kind kind = Kind::kLeaf;
  /// Leaf: its name in the reference's JSON ("long", "decimal(10, 2)").
  std::string leaf;
  /// Record: its fields. Array: the element. Map: key and value.
  std::vector<InternalField> fields;
};

struct InternalField {
  int id = 0;
  std::string name;
  bool optional = true;
  InternalType type;
  std::optional<std::string> doc;
};

/// A table's columns with ids that stay with a column whatever it is called and of whatever type it
/// is, as schema-on-read evolution keeps them: meta columns first, then the table's.
struct InternalSchema {
  /// The instant that made the schema, as a number; 0: it is as the table had it before evolution.
  int64_t version_id = 0;
  /// No id above it was ever given.
  int max_column_id = -1;
  InternalType record = {InternalType::Kind::kRecord, "", {}};

  /// The field at a path of names ("st.a", "ar.element.x", "m.value"); null if there is none.
  const InternalField* Find(std::string_view path) const;
};

/// Reads the form of `latest_schema` in commits. Errors: kInvalidSchema; kUnsupported for a type
/// that a table cannot hold.
arrow::Result<InternalSchema> ParseInternalSchema(std::string_view json);
std::string InternalSchemaJson(const InternalSchema& schema);

/// The history of `.hoodie/.schema`, newest first in the text. Errors: as ParseInternalSchema().
arrow::Result<std::vector<InternalSchema>> ParseSchemaHistory(std::string_view json);
std::string SchemaHistoryJson(const std::vector<InternalSchema>& newest_first);

/// Columns of a table that had no ids yet, with ids as the reference gives them: level by level.
/// `columns` holds the meta columns too.
InternalSchema AssignColumnIds(const arrow::Schema& columns);

/// A type without ids; those of new columns are given by the one who adds them.
InternalType InternalTypeOf(const arrow::DataType& type);

/// The columns as Arrow has them, with comments. Errors: kUnsupported for a type without a form.
arrow::Result<std::shared_ptr<arrow::Schema>> InternalSchemaToArrow(const InternalSchema& schema);
arrow::Result<std::shared_ptr<arrow::DataType>> LeafToArrow(std::string_view leaf);

/// `schema` after a write whose columns are `columns`: a field keeps its id by its name, new ones
/// get new ids, those that are gone lose theirs. Version and ids stay if nothing changed.
InternalSchema FollowColumns(const InternalSchema& schema, const arrow::Schema& columns);

/// Gives the fields of `type` new ids, counting from `*next`, as the reference does.
void AssignIds(InternalType* type, int* next);

bool operator==(const InternalType& a, const InternalType& b);
bool operator==(const InternalField& a, const InternalField& b);

}  // namespace hudi
