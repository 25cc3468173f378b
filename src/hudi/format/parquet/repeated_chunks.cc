// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/repeated_chunks.h"

#include <algorithm>
#include <cstdint>
#include <memory>

#include <arrow/buffer.h>
#include <arrow/io/file.h>
#include <parquet/schema.h>

namespace hudi {
namespace {

constexpr int64_t kCompareBytes = 256 * 1024;

int64_t BeginOf(const parquet::ColumnChunkMetaData& chunk) {
  const int64_t data = chunk.data_page_offset();
  return chunk.has_dictionary_page() && chunk.dictionary_page_offset() > 0
             ? std::min(data, chunk.dictionary_page_offset())
             : data;
}

bool LookAlike(const parquet::ColumnChunkMetaData& a, const parquet::ColumnChunkMetaData& b) {
  return a.total_compressed_size() == b.total_compressed_size() &&
         a.total_uncompressed_size() == b.total_uncompressed_size() &&
         a.num_values() == b.num_values() && a.compression() == b.compression() &&
         a.encodings() == b.encodings() && a.has_dictionary_page() == b.has_dictionary_page() &&
         a.data_page_offset() - BeginOf(a) == b.data_page_offset() - BeginOf(b);
}

arrow::Result<bool> HoldTheSameBytes(arrow::io::RandomAccessFile* file, int64_t left, int64_t right,
                                     int64_t size) {
  for (int64_t done = 0; done < size;) {
    const int64_t length = std::min(size - done, kCompareBytes);
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> a, file->ReadAt(left + done, length));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> b, file->ReadAt(right + done, length));
    // A file that ends too early is told by whoever reads the column.
    if (a->size() != length || !a->Equals(*b)) return false;
    done += length;
  }
  return true;
}

arrow::Result<bool> AreStoredAlike(const parquet::FileMetaData& metadata,
                                   arrow::io::RandomAccessFile* file,
                                   const std::vector<int>& row_groups, int left, int right) {
  const parquet::ColumnDescriptor& a = *metadata.schema()->Column(left);
  const parquet::ColumnDescriptor& b = *metadata.schema()->Column(right);
  if (a.physical_type() != b.physical_type() || a.type_length() != b.type_length() ||
      a.max_definition_level() != b.max_definition_level() || a.max_repetition_level() > 0 ||
      b.max_repetition_level() > 0) {
    return false;
  }
  for (int group : row_groups) {
    const std::unique_ptr<parquet::RowGroupMetaData> row_group = metadata.RowGroup(group);
    if (!LookAlike(*row_group->ColumnChunk(left), *row_group->ColumnChunk(right))) return false;
  }
  for (int group : row_groups) {
    const std::unique_ptr<parquet::RowGroupMetaData> row_group = metadata.RowGroup(group);
    const std::unique_ptr<parquet::ColumnChunkMetaData> chunk = row_group->ColumnChunk(left);
    ARROW_ASSIGN_OR_RAISE(
        bool same, HoldTheSameBytes(file, BeginOf(*chunk), BeginOf(*row_group->ColumnChunk(right)),
                                    chunk->total_compressed_size()));
    if (!same) return false;
  }
  return true;
}

bool IsText(const StoredColumns& stored, int column) {
  const arrow::DataType& type = *stored.schema.field(column)->type();
  const auto& field = stored.manifest.schema_fields[static_cast<size_t>(column)];
  return type.id() == arrow::Type::STRING && field.is_leaf() && field.field->type()->Equals(type);
}

}  // namespace

arrow::Result<std::vector<int>> ColumnsToRead(const StoredColumns& stored,
                                              arrow::io::RandomAccessFile* file,
                                              const std::vector<int>& columns,
                                              const std::vector<int>& row_groups) {
  std::vector<int> read = columns;
  if (dynamic_cast<const arrow::io::ReadableFile*>(file) == nullptr) return read;
  const auto leaf = [&](size_t i) {
    return stored.manifest.schema_fields[static_cast<size_t>(columns[i])].column_index;
  };
  for (size_t i = 1; i < columns.size(); ++i) {
    if (!IsText(stored, columns[i])) continue;
    for (size_t j = 0; j < i && read[i] == columns[i]; ++j) {
      if (read[j] != columns[j] || !IsText(stored, columns[j])) continue;
      ARROW_ASSIGN_OR_RAISE(bool alike,
                            AreStoredAlike(stored.metadata, file, row_groups, leaf(j), leaf(i)));
      if (alike) read[i] = columns[j];
    }
  }
  return read;
}

}  // namespace hudi
