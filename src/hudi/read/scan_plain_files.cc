// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/scan_plain_files.h"

#include <algorithm>
#include <atomic>

#include "hudi/base/worker_pool.h"
#include "hudi/format/parquet/base_file_reader.h"

namespace hudi {
namespace {

// Whether every row of the file has this value, as far as the statistics tell.
arrow::Result<bool> HoldsOnly(const BaseFileReader& file, const std::string& column,
                              const arrow::Scalar& value) {
  for (int group = 0; group < file.num_row_groups(); ++group) {
    ARROW_ASSIGN_OR_RAISE(std::optional<ColumnStatistics> found, file.Statistics(group, column));
    if (!found || !found->null_count) return false;
    if (!value.is_valid) {
      if (*found->null_count != found->num_rows) return false;
      continue;
    }
    bool same = *found->null_count == 0 && found->min != nullptr && found->max != nullptr &&
                found->min->Equals(value) && found->max->Equals(value);
    if (!same) return false;
  }
  return true;
}

arrow::Result<bool> IsPlain(const BaseFileReader& file, const arrow::Schema& schema,
                            const PartitionValues& constants) {
  if (file.has_legacy_types()) return false;
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) {
    std::shared_ptr<arrow::Field> stored = file.schema()->GetFieldByName(field->name());
    if (stored == nullptr || !stored->type()->Equals(*field->type())) return false;
    auto constant = constants.find(field->name());
    if (constant == constants.end()) continue;
    ARROW_ASSIGN_OR_RAISE(bool same, HoldsOnly(file, field->name(), *constant->second));
    if (!same) return false;
  }
  return true;
}

}  // namespace

arrow::Result<std::optional<std::vector<std::string>>> FindPlainFiles(const TableScan& scan) {
  const std::vector<FileSlice>& slices = scan.slices();
  bool has_logs = std::any_of(slices.begin(), slices.end(), [](const FileSlice& slice) {
    return !slice.log_files.empty() || !slice.base_file.has_value();
  });
  if (has_logs) return std::nullopt;
  // A column's name in the file may be another's now.
  if (scan.stored_names() != nullptr) return std::nullopt;
  std::vector<std::string> paths(slices.size());
  std::atomic<bool> plain = true;
  ARROW_RETURN_NOT_OK(RunTasks(0, slices.size(), [&](size_t i) -> arrow::Status {
    if (!plain) return arrow::Status::OK();
    const std::string& path = slices[i].base_file->path;
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> input,
                          scan.storage().OpenInput(path));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> file,
                          BaseFileReader::Open(std::move(input), path));
    ARROW_ASSIGN_OR_RAISE(bool is_plain, IsPlain(*file, *scan.schema(), scan.constants()[i]));
    if (!is_plain) plain = false;
    paths[i] = scan.storage().root() + "/" + path;
    return arrow::Status::OK();
  }));
  if (!plain) return std::nullopt;
  return paths;
}

}  // namespace hudi
