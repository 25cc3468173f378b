// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/schema/internal_schema.h"

namespace hudi {

/// All schemas with column ids that a table has had.
class SchemaVersions {
 public:
  SchemaVersions() = default;
  explicit SchemaVersions(std::vector<InternalSchema> schemas);

  bool empty() const { return newest_first_.empty(); }
  const std::vector<InternalSchema>& newest_first() const { return newest_first_; }
  /// The schema in force at `instant` (empty: now); null if the history does not reach so far back.
  const InternalSchema* At(std::string_view instant) const;
  /// Puts in a schema that is newer than all others, or takes the place of its equal.
  void Add(InternalSchema schema);

 private:
  std::vector<InternalSchema> newest_first_;
};

/// What columns of older files are called now, by their ids. Immutable; safe to share.
class StoredNames {
 public:
  /// `now`: the schema whose names are wanted.
  StoredNames(SchemaVersions versions, InternalSchema now);

  const InternalSchema& now() const { return now_; }

  /// `stored`, the columns of a file or log block that `instant` wrote, with the names of now, at
  /// every depth. A column that was dropped has a name there that no column can have, also where
  /// another one has taken its name since. Null if nothing is to be renamed.
  /// Errors: kCorruptFile if the history does not tell the columns of that time.
  arrow::Result<std::shared_ptr<arrow::Schema>> Of(const arrow::Schema& stored,
                                                   std::string_view instant) const;

  /// The types that the columns of `stored` had on their way from `instant` to now, with the names
  /// of now: values go through them one after the other, so that they are the same whether or not
  /// their file was rewritten in between (an int that was a double before it became text: "1.0").
  /// A column that has its stored type again is left as it is stored. Empty: no type lies between.
  /// Errors: as Of().
  arrow::Result<std::vector<std::shared_ptr<arrow::Schema>>> TypesOnTheWay(
      const arrow::Schema& stored, std::string_view instant) const;

  /// `rows` with such names, and the last of such types.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Rename(
      std::shared_ptr<arrow::RecordBatch> rows, std::string_view instant) const;

 private:
  SchemaVersions versions_;
  InternalSchema now_;
};

/// `file`, which `instant` wrote, with the names of now and the last of the types that its columns
/// had before that of now; as it is if `names` is null.
arrow::Result<std::shared_ptr<BaseFileReader>> WithNamesOfNow(std::shared_ptr<BaseFileReader> file,
                                                              const StoredNames* names,
                                                              std::string_view instant);

}  // namespace hudi
