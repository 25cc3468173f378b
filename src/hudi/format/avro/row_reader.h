// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <arrow/io/interfaces.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

namespace hudi::avro {

/// Streams the rows of a container file.
///
/// Schema: RowSchema() of the writer's schema. Shape: batches of 1 to `batch_rows` rows, fewer
/// where they would take over 64 MiB. Errors: those of ContainerReader and ColumnDecoder;
/// `batch_rows` < 1 is kInvalidArgument.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenAvroRows(
    std::shared_ptr<arrow::io::RandomAccessFile> file, std::string path, int64_t batch_rows);

}  // namespace hudi::avro
