// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <arrow/io/interfaces.h>
#include <arrow/type.h>
#include <parquet/file_writer.h>
#include <parquet/metadata.h>
#include <parquet/page_index.h>
#include <parquet/properties.h>

#include "hudi/format/parquet/flat_column_writer.h"

namespace hudi {

/// `leaders[i]`: the column whose values column i repeats throughout a row group, so that its pages
/// are encoded and compressed once; -1 for one of its own.
using ColumnLeaders = std::vector<int>;

/// What Arrow's own file writer is inside, with row groups in memory until they end, but flat
/// columns are written by FlatColumnWriter. The file is the same byte by
/// byte, except that places in large dictionaries are packed in longer runs.
class FileContents : public parquet::ParquetFileWriter::Contents {
 public:
  FileContents(std::shared_ptr<arrow::io::OutputStream> output,
               std::shared_ptr<parquet::schema::GroupNode> root, const arrow::Schema& schema,
               std::shared_ptr<parquet::WriterProperties> properties);
  ~FileContents() override;

  void Close() override;
  parquet::RowGroupWriter* AppendRowGroup() override;
  parquet::RowGroupWriter* AppendBufferedRowGroup() override;
  int64_t num_rows() const override { return num_rows_; }
  int num_columns() const override { return schema_.num_columns(); }
  int num_row_groups() const override { return num_row_groups_; }
  const std::shared_ptr<parquet::WriterProperties>& properties() const override {
    return properties_;
  }
  void AddKeyValueMetadata(const std::shared_ptr<const arrow::KeyValueMetadata>& metadata) override;

  /// For each field of the schema its column in the file if FlatColumnWriter writes it without
  /// dictionary, else -1.
  const std::vector<int>& plain_fields() const { return plain_fields_; }
  /// Of the row groups that begin from now on.
  void SetLeaders(ColumnLeaders leaders) { leaders_ = std::move(leaders); }

  /// The open row group; null if there is none.
  const parquet::RowGroupWriter* row_group() const { return is_open_ ? row_group_.get() : nullptr; }
  /// Writes the open row group out. Arrow's writer closes it once more later, which does nothing.
  void FinishRowGroup(int64_t* compressed_bytes, int64_t* uncompressed_bytes);

 private:
  class RowGroup;
  void CloseRowGroup();

  std::shared_ptr<arrow::io::OutputStream> output_;
  std::shared_ptr<parquet::WriterProperties> properties_;
  std::vector<bool> flat_;  // by column
  std::vector<int> plain_fields_;
  ColumnLeaders leaders_;
  PageBuffers buffers_;
  std::unique_ptr<parquet::FileMetaDataBuilder> metadata_;
  std::unique_ptr<parquet::PageIndexBuilder> page_index_;
  std::unique_ptr<parquet::RowGroupWriter> row_group_;
  bool is_open_ = false;  // row_group_ takes rows
  bool is_closed_ = false;
  int num_row_groups_ = 0;
  int64_t num_rows_ = 0;
};

}  // namespace hudi
