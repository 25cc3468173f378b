// SPDX-License-Identifier: Apache-2.0
#include "cli/known_columns.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include <fmt/format.h>

#include "cli/write_request.h"
#include "hudi/rows.h"
#include "hudi/table_info.h"
#include "hudi/table_reader.h"

namespace hudi::cli {
namespace {

/// The first whole lines of a file, in memory, under a path of its own.
class HeadOfFile {
 public:
  explicit HeadOfFile(const std::string& path) {
    constexpr size_t kMaxBytes = 256 * 1024;
    std::ifstream file(path, std::ios::binary);
    std::string text(kMaxBytes, '\0');
    file.read(text.data(), static_cast<std::streamsize>(kMaxBytes));
    text.resize(static_cast<size_t>(file.gcount()));
    if (text.size() == kMaxBytes) text.resize(text.rfind('\n') + 1);
    descriptor_ = memfd_create("rows", MFD_CLOEXEC);
    if (descriptor_ < 0) return;
    size_t written = 0;
    while (written < text.size()) {
      const ssize_t n = write(descriptor_, text.data() + written, text.size() - written);
      if (n <= 0) break;
      written += static_cast<size_t>(n);
    }
  }
  ~HeadOfFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  HeadOfFile(const HeadOfFile&) = delete;
  HeadOfFile& operator=(const HeadOfFile&) = delete;

  std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

 private:
  int descriptor_ = -1;
};

}  // namespace

std::shared_ptr<arrow::Schema> ColumnsOfTable(const std::string& path) {
  if (!IsTable(path)) return nullptr;
  arrow::Result<std::unique_ptr<TableReader>> table = TableReader::Open(path, {});
  return table.ok() ? (*table)->schema() : nullptr;
}

std::shared_ptr<arrow::Schema> ColumnsOfInput(const std::vector<std::string>& paths,
                                              const std::string& format, const std::string& ddl) {
  if (!ddl.empty()) return ParseSparkDdl(ddl).ValueOr(nullptr);
  if (paths.empty() || paths[0] == "-") return nullptr;
  if (IsTable(paths[0])) return ColumnsOfTable(paths[0]);
  arrow::Result<RowFormat> kind =
      format.empty() ? RowFormatOfPath(paths[0]) : RowFormatOfPath("rows." + format);
  if (!kind.ok()) return nullptr;
  RowInput input;
  input.format = *kind;
  input.paths = {paths[0]};
  std::unique_ptr<HeadOfFile> head;
  if (*kind == RowFormat::kJson || *kind == RowFormat::kCsv) {
    head = std::make_unique<HeadOfFile>(paths[0]);
    input.paths = {head->path()};
  }
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> rows = OpenRows(input);
  return rows.ok() ? (*rows)->schema() : nullptr;
}

}  // namespace hudi::cli
