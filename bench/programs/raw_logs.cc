// SPDX-License-Identifier: Apache-2.0
#include "raw_logs.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <utility>

#include <arrow/table.h>

#include "raw_parquet.h"
#include "tasks.h"

namespace hudi::bench {
namespace {

using RowGroup = std::pair<std::string, int>;  // file and number

arrow::Result<std::vector<RowGroup>> RowGroupsOf(const std::vector<std::string>& files) {
  std::vector<RowGroup> groups;
  for (const std::string& file : files) {
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<parquet::arrow::FileReader> reader, OpenParquet(file));
    for (int i = 0; i < reader->num_row_groups(); ++i) groups.emplace_back(file, i);
  }
  return groups;
}

/// `columns` empty: all.
arrow::Result<std::shared_ptr<arrow::Table>> ReadGroup(const RowGroup& group,
                                                       const std::vector<int>& columns) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<parquet::arrow::FileReader> reader,
                        OpenParquet(group.first));
  return columns.empty() ? reader->ReadRowGroup(group.second)
                         : reader->ReadRowGroup(group.second, columns);
}

arrow::Status ReadKeys(const std::vector<std::string>& files, int threads) {
  return RunOnThreads(threads, files.size(), [&](size_t i) -> arrow::Status {
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<parquet::arrow::FileReader> reader,
                          OpenParquet(files[i]));
    const int key =
        reader->parquet_reader()->metadata()->schema()->ColumnIndex("_hoodie_record_key");
    if (key < 0) return arrow::Status::Invalid("'", files[i], "' has no record keys");
    return reader->ReadTable(std::vector<int>{key}).status();
  });
}

}  // namespace

arrow::Status RawAppend(const std::string& input, const std::vector<std::string>& files,
                        const std::string& target, int threads) {
  ARROW_RETURN_NOT_OK(ReadKeys(files, threads));
  std::filesystem::create_directories(target);
  ARROW_ASSIGN_OR_RAISE(std::vector<RowGroup> groups, RowGroupsOf({input}));
  return RunOnThreads(threads, groups.size(), [&](size_t i) -> arrow::Status {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Table> rows, ReadGroup(groups[i], {}));
    ARROW_ASSIGN_OR_RAISE(
        std::unique_ptr<parquet::arrow::FileWriter> writer,
        CreateParquet(target + "/" + std::to_string(i) + ".parquet", rows->schema()));
    ARROW_RETURN_NOT_OK(writer->WriteTable(*rows));
    return writer->Close();
  });
}

arrow::Status RawCompact(const std::string& input, const std::vector<std::string>& files,
                         const std::string& target, int threads) {
  ARROW_RETURN_NOT_OK(RawScan({input}, threads).status());
  return RawRewrite(files, target, threads);
}

arrow::Result<int64_t> RawScan(const std::vector<std::string>& files, int threads) {
  ARROW_ASSIGN_OR_RAISE(std::vector<RowGroup> groups, RowGroupsOf(files));
  std::atomic<int64_t> num_rows = 0;
  ARROW_RETURN_NOT_OK(RunOnThreads(threads, groups.size(), [&](size_t i) -> arrow::Status {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Table> rows, ReadGroup(groups[i], {}));
    num_rows += rows->num_rows();
    return arrow::Status::OK();
  }));
  return num_rows.load();
}

}  // namespace hudi::bench
