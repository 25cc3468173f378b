// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/rollback/rollback_plan.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "hudi/format/log/log_file_reader.h"
#include "hudi/merge/slice_logs.h"
#include "hudi/services/rollback/marker_list.h"
#include "hudi/slices/file_slices.h"

namespace hudi {
namespace {

/// The write token of log files that a rollback writes.
constexpr std::string_view kRollbackToken = "1-0-1";

std::string_view NameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }
std::string_view FolderOf(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "" : path.substr(0, slash);
}

arrow::Result<bool> HoldsBlocksOf(const Storage& storage, const std::string& path,
                                  const std::string& instant) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> reader, OpenLogFile(storage, path));
  while (true) {
    ARROW_ASSIGN_OR_RAISE(std::optional<log::Block> block, reader->Next());
    if (!block) return false;
    bool is_command = block->type == log::BlockType::kCommand;
    if (!is_command && block->Header(log::HeaderKey::kInstantTime) == instant) return true;
  }
}

class Finder {
 public:
  Finder(const Storage& storage, const TimelineLayout& layout, const Instant& instant)
      : storage_(storage), names_logs_by_slice_(layout.version < 2), instant_(instant) {}

  arrow::Result<std::vector<FailedFiles>> Find() {
    bool looks_into_logs = false;
    if (names_logs_by_slice_ && instant_.action == Action::kDeltaCommit) {
      ARROW_ASSIGN_OR_RAISE(std::optional<std::vector<Marker>> markers,
                            ListMarkers(storage_, instant_.requested));
      looks_into_logs = !markers;
      if (markers) AddMarkers(*markers);
    }
    ARROW_ASSIGN_OR_RAISE(std::vector<std::string> partitions, ListPartitions(storage_));
    std::vector<FailedFiles> found;
    for (const std::string& partition : partitions) {
      ARROW_ASSIGN_OR_RAISE(FailedFiles files, FindIn(partition, looks_into_logs));
      if (!files.files.empty() || !files.logs.empty()) found.push_back(std::move(files));
    }
    return found;
  }

 private:
  // (partition, file id, base instant)
  using SliceKey = std::tuple<std::string, std::string, std::string>;

  /// Older releases name the base file of the slice, later ones the log file.
  void AddMarkers(const std::vector<Marker>& markers) {
    for (const Marker& marker : markers) {
      if (marker.type != "APPEND") continue;
      std::string folder(FolderOf(marker.path));
      std::string_view name = NameOf(marker.path);
      if (LooksLikeLogFile(name)) {
        marked_logs_.insert(marker.path);
        continue;
      }
      arrow::Result<BaseFileName> base = ParseBaseFileName(name);
      if (base.ok()) marked_slices_.emplace(folder, base->file_id, base->instant);
    }
  }

  arrow::Result<FailedFiles> FindIn(const std::string& partition, bool looks_into_logs) const {
    FailedFiles found{partition, {}, {}};
    std::map<SliceKey, int> greatest_version;
    ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> entries, storage_.List(partition));
    for (const FileEntry& entry : entries) {
      if (entry.is_directory || IsChecksumSideFile(entry.name())) continue;
      if (LooksLikeLogFile(entry.name())) {
        ARROW_ASSIGN_OR_RAISE(LogFileName name, ParseLogFileName(entry.name()));
        if (name.instant == instant_.requested) {
          // Also of version 6: the slice began with the instant, as did a change log.
          found.files.push_back(entry.path);
          continue;
        }
        if (!names_logs_by_slice_ || name.is_cdc) continue;
        SliceKey slice(partition, name.file_id, name.instant);
        int& greatest = greatest_version[slice];
        greatest = std::max(greatest, name.version);
        bool failed = marked_logs_.count(entry.path) > 0;
        if (!failed && (looks_into_logs || marked_slices_.count(slice) > 0)) {
          ARROW_ASSIGN_OR_RAISE(failed, HoldsBlocksOf(storage_, entry.path, instant_.requested));
        }
        if (failed) {
          found.logs.push_back({entry.path, name.file_id, name.instant, entry.size_bytes, ""});
        }
        continue;
      }
      arrow::Result<BaseFileName> name = ParseBaseFileName(entry.name());
      if (name.ok() && name->instant == instant_.requested) found.files.push_back(entry.path);
    }
    for (FailedLog& log : found.logs) {
      LogFileName name;
      name.file_id = log.file_id;
      name.instant = log.base_instant;
      name.version = greatest_version[{partition, log.file_id, log.base_instant}] + 1;
      name.write_token = kRollbackToken;
      std::string file_name = FormatLogFileName(name);
      log.command_path = partition.empty() ? file_name : partition + "/" + file_name;
    }
    return found;
  }

  const Storage& storage_;
  bool names_logs_by_slice_;
  const Instant& instant_;
  std::set<std::string> marked_logs_;
  std::set<SliceKey> marked_slices_;
};

}  // namespace

arrow::Result<std::vector<FailedFiles>> FindFailedFiles(const Storage& storage,
                                                        const TimelineLayout& layout,
                                                        const Instant& instant) {
  return Finder(storage, layout, instant).Find();
}

}  // namespace hudi
