// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/scalar.h>

#include "hudi/read/stream/cdc_queue.h"
#include "hudi/slices/file_slices.h"
#include "hudi/storage/storage.h"

namespace hudi {

/// Opens a base file; its columns have the names of now.
arrow::Result<std::shared_ptr<BaseFileReader>> OpenCdcBaseFile(const Storage& storage,
                                                               const std::string& path,
                                                               const CdcShape& shape);

/// Streams the rows of a base file as inserts ('i') or deletes ('d') of a commit.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StreamBaseFileChanges(
    const Storage& storage, const std::string& path, std::string instant, char op,
    std::shared_ptr<const CdcShape> shape,
    std::map<std::string, std::shared_ptr<arrow::Scalar>, std::less<>> constants);

/// Streams the rows of a base file that a commit has inserted among others, `num_inserts` by what
/// it says. Errors of the stream: kCorruptFile for another number; kUnsupported for a table whose
/// rows do not carry their commit time.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StreamInsertedRows(
    const Storage& storage, const std::string& path, std::string instant, int64_t num_inserts,
    std::shared_ptr<const CdcShape> shape,
    std::map<std::string, std::shared_ptr<arrow::Scalar>, std::less<>> constants);

/// Streams the rows of a slice, its logs merged, as deletes.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StreamSliceDeletes(
    const Storage& storage, const FileSlice& slice, std::string instant,
    std::shared_ptr<const CdcShape> shape,
    std::map<std::string, std::shared_ptr<arrow::Scalar>, std::less<>> constants);

}  // namespace hudi
