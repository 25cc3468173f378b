// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/format/log/delete_block.h"

namespace hudi {

/// The ordering value of a delete as a value of a column; null if it is of another type, so that
/// the two cannot be compared.
std::shared_ptr<arrow::Scalar> DeleteOrderingAs(const log::DeleteOrdering& value,
                                                const std::shared_ptr<arrow::DataType>& type);

struct DeleteRows {
  /// In the schema asked for: record key and ordering fields set, the rest null.
  std::shared_ptr<arrow::RecordBatch> rows;
  std::vector<bool> always;  ///< whether the delete wins whatever was there
};

/// Deletes as rows. `ordering_fields` are columns of `schema`, or fields inside its structs, that
/// decide whether a delete wins; one whose value has no form there, and every one if there are no
/// such fields, always wins. Records without a key are left out. Errors: kNotFound for an ordering
/// field that `schema` lacks.
arrow::Result<DeleteRows> MakeDeleteRows(const std::vector<log::DeleteRecord>& records,
                                         const std::shared_ptr<arrow::Schema>& schema,
                                         const std::vector<std::string>& ordering_fields);

}  // namespace hudi
