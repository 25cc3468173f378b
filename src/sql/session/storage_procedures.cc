// SPDX-License-Identifier: Apache-2.0
#include <glob.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "sql/session/name_list.h"
#include "sql/session/procedures.h"
#include "sql/session/typed_rows.h"

namespace hudi::sql {
namespace {

namespace fs = std::filesystem;
using Rows = std::shared_ptr<arrow::RecordBatchReader>;
using Arguments = ProcedureArguments;

std::string WithoutScheme(std::string path) {
  if (path.starts_with("file:")) path = path.substr(5);
  while (path.starts_with("//")) path = path.substr(1);
  return path;
}

std::vector<std::string> ExpandPattern(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> paths;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0) {
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  globfree(&found);
  return paths;
}

struct PathSize {
  std::string path;
  int64_t folders = 0;
  int64_t files = 0;
  int64_t bytes = 0;
};
arrow::Result<PathSize> SizeOf(const std::string& path) {
  PathSize size;
  size.path = path;
  std::error_code error;
  if (fs::is_regular_file(path, error)) {
    size.files = 1;
    size.bytes = static_cast<int64_t>(fs::file_size(path, error));
  } else {
    size.folders = 1;
    for (fs::recursive_directory_iterator file(path, error), end; !error && file != end;
         file.increment(error)) {
      if (file->is_directory(error)) {
        ++size.folders;
      } else {
        ++size.files;
        size.bytes += static_cast<int64_t>(file->file_size(error));
      }
    }
  }
  if (error) return Fail(ErrorCode::kStorage, path, "'", path, "': ", error.message());
  return size;
}

std::string SizeText(int64_t bytes) {
  constexpr int64_t kKilo = 1024;
  for (const auto& [unit, name] : {std::pair(kKilo * kKilo * kKilo, "GB"),
                                   std::pair(kKilo * kKilo, "MB"), std::pair(kKilo, "KB")}) {
    if (bytes / unit >= 1) {
      return fmt::format("{:.2f}{}", static_cast<double>(bytes) / static_cast<double>(unit), name);
    }
  }
  return std::to_string(bytes) + "B";
}

arrow::Result<Rows> ShowPathDetail(SessionState&, const Arguments& arguments) {
  const std::string path = WithoutScheme(arguments.Get("path"));
  ARROW_ASSIGN_OR_RAISE(bool inside, arguments.Truth("is_sub"));
  ARROW_ASSIGN_OR_RAISE(bool by_size, arguments.Truth("sort"));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  std::vector<std::string> paths;
  if (inside) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(path, error)) paths.push_back(entry.path());
    if (error) return Fail(ErrorCode::kNotFound, path, "'", path, "': ", error.message());
  } else {
    paths = ExpandPattern(path);
  }
  std::vector<PathSize> sizes;
  for (const std::string& one : paths) {
    ARROW_ASSIGN_OR_RAISE(PathSize size, SizeOf(one));
    sizes.push_back(std::move(size));
  }
  std::sort(sizes.begin(), sizes.end(), [&](const PathSize& a, const PathSize& b) {
    const auto key = [&](const PathSize& size) { return by_size ? size.bytes : size.files; };
    return std::tuple(-key(a), a.path) < std::tuple(-key(b), b.path);
  });
  TypedRows rows(
      "path_num bigint, file_num bigint, storage_size bigint, `storage_size(unit)` string, "
      "storage_path string, space_consumed bigint, quota bigint, space_quota bigint");
  constexpr int64_t kNoQuota = -1;
  for (const PathSize& size : sizes) {
    rows.Add({size.folders, size.files, size.bytes, SizeText(size.bytes), size.path, size.bytes,
              kNoQuota, kNoQuota});
  }
  rows.Limit(limit);
  return rows.Finish();
}

// Whether a file cannot be Parquet: it is too short, or does not end as one does.
arrow::Result<bool> IsNoParquet(const fs::path& path) {
  constexpr std::streamoff kShortest = 12;  // two magics and the length of the footer
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return Fail(ErrorCode::kStorage, path.string(), path.string(), ": cannot be read");
  if (file.tellg() < kShortest) return true;
  file.seekg(-4, std::ios::end);
  std::string magic(4, '\0');
  file.read(magic.data(), 4);
  return magic != "PAR1";
}

// The instant in the name of a base file, "id_token_instant.parquet".
std::string InstantOfName(const fs::path& path) {
  std::string stem = path.stem().string();
  return stem.substr(stem.rfind('_') + 1);
}

arrow::Result<Rows> ShowInvalidParquet(SessionState&, const Arguments& arguments) {
  const std::string path = WithoutScheme(arguments.Get("path"));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(bool deletes, arguments.Truth("needDelete"));
  if (deletes) {
    return Fail(ErrorCode::kUnsupported, "needDelete",
                "needDelete => true is not supported: show_invalid_parquet deletes nothing");
  }
  const std::vector<std::string> partitions = SplitNames(arguments.Get("partitions"));
  const std::vector<std::string> instants = SplitNames(arguments.Get("instants"));
  const auto chosen = [](const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
  };
  ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(path));
  TypedRows rows("path string");
  for (const std::string& partition : info.partitions) {
    if (!chosen(partitions, partition)) continue;
    std::error_code error;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(fs::path(info.base_path) / partition, error)) {
      if (entry.path().extension() == ".parquet" && entry.is_regular_file(error)) {
        files.push_back(entry.path());
      }
    }
    if (error) return Fail(ErrorCode::kStorage, partition, partition, ": ", error.message());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
      if (!chosen(instants, InstantOfName(file))) continue;
      ARROW_ASSIGN_OR_RAISE(bool invalid, IsNoParquet(file));
      if (invalid) rows.Add({file.string()});
    }
  }
  rows.Limit(limit);
  return rows.Finish();
}

arrow::Result<Rows> ExportInstants(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  const std::string folder = arguments.Get("local_folder");
  if (!fs::is_directory(folder)) {
    return Fail(ErrorCode::kInvalidArgument, folder, "'", folder, "' is not a folder");
  }
  const std::vector<std::string> actions = SplitNames(arguments.Get("actions"));
  ARROW_ASSIGN_OR_RAISE(bool newest_first, arguments.Truth("desc"));
  size_t limit = SIZE_MAX;
  if (arguments.Get("limit") != "-1") {
    ARROW_ASSIGN_OR_RAISE(limit, arguments.Number("limit"));
  }
  ARROW_ASSIGN_OR_RAISE(std::vector<TimelineEntry> entries,
                        ListTimeline(table.base_path, /*with_history=*/false));
  if (newest_first) std::reverse(entries.begin(), entries.end());
  size_t exported = 0;
  for (const TimelineEntry& entry : entries) {
    const bool wanted = std::find(actions.begin(), actions.end(), entry.action) != actions.end();
    if (!wanted || entry.completion.empty() || exported >= limit) continue;
    ARROW_ASSIGN_OR_RAISE(std::string text,
                          ReadCommitAsJson(table.base_path, entry.begin, entry.action));
    const fs::path target = fs::path(folder) / entry.file_name;
    std::ofstream file(target, std::ios::binary);
    file << text << '\n';
    if (!file.flush()) {
      return Fail(ErrorCode::kStorage, target.string(), target.string(), ": cannot be written");
    }
    ++exported;
  }
  TypedRows rows("export_detail string");
  rows.Add({"Exported " + std::to_string(exported) + " Instants to " + folder});
  return rows.Finish();
}

}  // namespace

std::vector<Procedure> StorageProcedures() {
  return {
      {"show_fs_path_detail",
       {{"path", true},
        {"is_sub", false, "false"},
        {"sort", false, "true"},
        {"limit", false, "100"},
        {"filter"}},
       ShowPathDetail},
      {"show_invalid_parquet",
       {{"path", true},
        {"parallelism", false, "100"},
        {"limit", false, "100"},
        {"needDelete", false, "false"},
        {"partitions"},
        {"instants"},
        {"filter"}},
       ShowInvalidParquet},
      {"export_instants",
       {{"table", true},
        {"local_folder", true},
        {"limit", false, "-1"},
        {"actions", false, "clean,commit,deltacommit,rollback,savepoint,restore"},
        {"desc", false, "false"}},
       ExportInstants},
  };
}

}  // namespace hudi::sql
