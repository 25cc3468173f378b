// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/config/write_config.h"
#include "hudi/merge/log_blocks.h"
#include "hudi/merge/virtual_keys.h"
#include "hudi/schema/stored_names.h"

namespace hudi {

/// What a record of a log does to the row of its key.
enum class LogAction : uint8_t {
  kUpsert,        ///< the row is merged into the one that is there
  kDelete,        ///< a delete with an ordering value, which may lose
  kDeleteAlways,  ///< a delete that wins over whatever came before
};

/// Records of a slice's logs, in the order in which they apply.
struct LogRows {
  /// In the merge schema. Of a delete only the record key and, for kDelete, the ordering fields are
  /// set.
  std::shared_ptr<arrow::RecordBatch> rows;
  std::vector<LogAction> actions;  ///< a row
  /// Per row the set of columns it has, as an index into `column_sets`; -1: all of them.
  std::vector<int32_t> columns_of_row;
  /// Partial updates: per set and column of the merge schema, whether the rows have it.
  std::vector<std::vector<bool>> column_sets;
  /// A row: where the base file has the row that it is about. Empty unless rows were read by that.
  std::vector<int64_t> positions;
};

struct LogRowsOptions {
  /// The meta columns that are wanted (the record key is always one), then data columns; with every
  /// ordering field and delete marker column. All nullable.
  std::shared_ptr<arrow::Schema> merge_schema;
  MergeOptions merge;
  /// Where rows do not carry their keys: what makes them. Null: they do.
  std::shared_ptr<const VirtualKeys> virtual_keys;
  /// What columns of older blocks are called in the merge schema; null: as they are there.
  std::shared_ptr<const StoredNames> stored_names;
  /// Which keys are wanted; null: all.
  std::function<bool(std::string_view key)> wants_key;
};

/// Drops the columns that `schema` lacks, whose columns are in the order of the rows'.
void KeepColumns(const std::shared_ptr<arrow::Schema>& schema, LogRows* logs);

/// The same columns, all nullable: what a merge schema is made of.
std::shared_ptr<arrow::Schema> AllNullable(const arrow::Schema& schema);

/// Reads the records of the selected blocks. Rows come in the table's types, whatever schema their
/// block was written with.
///
/// A delete's ordering value counts only if it is of the ordering field's type; otherwise, and if
/// it is an int 0, the delete always wins (the rule of the reference: values of different Java
/// classes are not compared).
///
/// Errors: kCorruptFile with file and byte; kUnsupported for serialised Java objects, and for
/// blocks of more than 2 GiB of one column.
arrow::Result<LogRows> ReadLogRows(const std::vector<LogBlockRef>& blocks,
                                   const LogRowsOptions& options);

/// Same piece by piece, none larger than a delete block or a batch of a data block.
arrow::Status VisitLogRows(const std::vector<LogBlockRef>& blocks, const LogRowsOptions& options,
                           const std::function<arrow::Status(LogRows)>& visit);

}  // namespace hudi
