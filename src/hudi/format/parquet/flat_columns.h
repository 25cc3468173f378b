// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <arrow/type.h>

#include "hudi/format/parquet/flat_column_writer.h"

namespace hudi {

/// Whether MakeFlatColumnWriter takes the column: not nested, of texts, numbers, decimals,
/// dates or timestamps whose unit is that of the file.
bool IsFlatColumn(const parquet::ColumnDescriptor& column, const arrow::DataType& type,
                  const parquet::WriterProperties& properties);

/// `column`: its place in the file. `buffers` outlives the writer. Texts may come as dictionary
/// arrays (int32 places) too, each with a dictionary of its own.
std::shared_ptr<FlatColumnWriter> MakeFlatColumnWriter(
    parquet::ColumnChunkMetaDataBuilder* metadata, std::unique_ptr<parquet::PageWriter> pages,
    const parquet::WriterProperties* properties, int column, PageBuffers* buffers);

}  // namespace hudi
