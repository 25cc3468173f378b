// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/slices/file_slices.h"
#include "hudi/write/stored_rows.h"
#include "hudi/write/write_context.h"

namespace hudi {

/// Reads the rows of a file slice as a query would see them: its base file, if it has one, with the
/// logs applied. Thread-safe.
///
/// `wants_key`: log records of other keys are passed over, so rows of other keys are as the base
/// file has them; null: all. Batches are in the context's file schema; `first_row` is where the
/// batch begins in the base file, and -1 for rows that only the logs hold.
///
/// Holds the wanted log records. Errors: those of ReadLogRows() and StoredRows::Visit().
arrow::Status VisitMergedSlice(const WriteContext& context, const StoredRows& stored,
                               const FileSlice& slice,
                               const std::function<bool(std::string_view key)>& wants_key,
                               const StoredRows::RowVisitor& visit);

}  // namespace hudi
