// SPDX-License-Identifier: Apache-2.0
// Finding and marking partition directories.
#include <algorithm>
#include <ctime>

#include <arrow/io/memory.h>
#include <arrow/type.h>

#include "hudi/error.h"
#include "hudi/format/parquet/base_file_writer.h"
#include "hudi/slices/file_slices.h"

namespace hudi {
namespace {

constexpr std::string_view kMetafile = ".hoodie_partition_metadata";
constexpr std::string_view kParquetMetafile = ".hoodie_partition_metadata.parquet";

std::string Inside(std::string_view directory, std::string_view name) {
  if (directory.empty()) return std::string(name);
  return std::string(directory) + "/" + std::string(name);
}

int64_t Depth(std::string_view partition_path) {
  if (partition_path.empty()) return 0;
  return 1 + std::count(partition_path.begin(), partition_path.end(), '/');
}

std::string TextMetafile(std::string_view instant, int64_t depth) {
  // The second comment is the time, as Java's properties writer puts it; nobody reads it.
  std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char text[64];
  size_t size = std::strftime(text, sizeof(text), "%a %b %d %H:%M:%S %Z %Y", &local);
  return "#partition metadata\n#" + std::string(text, size) +
         "\ncommitTime=" + std::string(instant) + "\npartitionDepth=" + std::to_string(depth) +
         "\n";
}

// A file without rows; the two values stand in its footer.
arrow::Result<std::string> ParquetMetafile(std::string_view instant, int64_t depth) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::BufferOutputStream> buffer,
                        arrow::io::BufferOutputStream::Create());
  ParquetWriteOptions options;
  options.root_name = "dummy";
  ARROW_ASSIGN_OR_RAISE(
      std::unique_ptr<BaseFileWriter> writer,
      BaseFileWriter::Open(buffer, arrow::schema({arrow::field("dummyint", arrow::int64())}),
                           options));
  ARROW_RETURN_NOT_OK(
      writer
          ->Close({{"commitTime", std::string(instant)}, {"partitionDepth", std::to_string(depth)}})
          .status());
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> bytes, buffer->Finish());
  return bytes->ToString();
}

}  // namespace

arrow::Result<std::vector<std::string>> ListPartitions(const Storage& storage) {
  std::vector<std::string> partitions;
  std::vector<std::string> open = {""};
  while (!open.empty()) {
    std::string directory = std::move(open.back());
    open.pop_back();
    ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> entries, storage.List(directory));
    bool is_partition = false;
    for (const FileEntry& entry : entries) {
      std::string_view name = entry.name();
      if (entry.is_directory) {
        if (name != ".hoodie") open.push_back(entry.path);
      } else if (name == kMetafile || name == kParquetMetafile) {
        is_partition = true;
      }
    }
    if (is_partition) partitions.push_back(std::move(directory));
  }
  std::sort(partitions.begin(), partitions.end());
  return partitions;
}

arrow::Status EnsurePartitionMetafile(Storage& storage, std::string_view partition_path,
                                      std::string_view instant, bool use_base_format) {
  for (std::string_view name : {kMetafile, kParquetMetafile}) {
    ARROW_ASSIGN_OR_RAISE(bool exists, storage.Exists(Inside(partition_path, name)));
    if (exists) return arrow::Status::OK();
  }
  int64_t depth = Depth(partition_path);
  std::string content;
  if (use_base_format) {
    ARROW_ASSIGN_OR_RAISE(content, ParquetMetafile(instant, depth));
  } else {
    content = TextMetafile(instant, depth);
  }
  std::string path = Inside(partition_path, use_base_format ? kParquetMetafile : kMetafile);
  // Two tasks may open the same partition; either file will do.
  return storage.CreateExclusive(path, content).status();
}

}  // namespace hudi
