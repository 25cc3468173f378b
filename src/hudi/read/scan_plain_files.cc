// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/scan_plain_files.h"

#include <memory>
#include <string>
#include <utility>

#include "hudi/format/parquet/base_file_reader.h"

namespace hudi {

arrow::Result<std::optional<int64_t>> PlainFileRows(const TableScan& scan, size_t slice) {
  const FileSlice& files = scan.slices()[slice];
  if (!files.log_files.empty() || !files.base_file) return std::nullopt;
  // A column's name in the file may be another's now.
  if (scan.stored_names() != nullptr) return std::nullopt;
  const std::string& path = files.base_file->path;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> input,
                        scan.storage().OpenInput(path));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> file,
                        BaseFileReader::Open(std::move(input), path));
  if (file->has_legacy_types()) return std::nullopt;
  const PartitionValues& constants = scan.constants()[slice];
  for (const std::shared_ptr<arrow::Field>& field : scan.schema()->fields()) {
    if (constants.find(field->name()) != constants.end()) continue;
    std::shared_ptr<arrow::Field> stored = file->schema()->GetFieldByName(field->name());
    if (stored != nullptr && !stored->type()->Equals(*field->type())) return std::nullopt;
  }
  return file->num_rows();
}

}  // namespace hudi
