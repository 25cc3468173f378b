// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/status.h>

#include "hudi/format/avro/column_decoder.h"
#include "hudi/merge/log_blocks.h"

namespace hudi {

/// Decodes the records of an HFile data block, whose writer's schema is the decoder's, in batches
/// of 1 to `batch_rows` rows. The writer leaves the key out of the record, for the row of the HFile
/// holds it: it is put back into `_hoodie_record_key` and `key` where they are empty.
///
/// Errors: those of HFileReader and ColumnDecoder; kCorruptFile for a record that is not as long as
/// its value.
arrow::Status VisitHFileDataBlock(
    const LogBlockRef& ref, avro::ColumnDecoder* decoder, int64_t batch_rows,
    const std::function<arrow::Status(std::shared_ptr<arrow::RecordBatch>)>& visit);

/// How many records the block says that it has. Errors: those of HFileReader.
arrow::Result<int64_t> CountHFileDataBlock(const LogBlockRef& ref);

}  // namespace hudi
