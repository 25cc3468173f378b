// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <arrow/io/interfaces.h>
#include <arrow/result.h>
#include <arrow/type.h>
#include <parquet/arrow/schema.h>
#include <parquet/metadata.h>

namespace hudi {

struct StoredColumns {
  const parquet::FileMetaData& metadata;
  const parquet::arrow::SchemaManifest& manifest;
  const arrow::Schema& schema;  ///< normalised
};

/// For each of these columns (places in the schema, ascending) the one of them to read for it: an
/// earlier text column that is stored byte by byte alike in these row groups, as a record key and
/// the column that it was made of; else itself.
///
/// Looks at the footer and, where that does not tell two columns apart, at their bytes; only in
/// files on this machine, for elsewhere looking costs more than it saves. Errors: what the storage
/// reports; throws what Parquet throws.
arrow::Result<std::vector<int>> ColumnsToRead(const StoredColumns& stored,
                                              arrow::io::RandomAccessFile* file,
                                              const std::vector<int>& columns,
                                              const std::vector<int>& row_groups);

}  // namespace hudi
