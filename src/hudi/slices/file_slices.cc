// SPDX-License-Identifier: Apache-2.0
#include "hudi/slices/file_slices.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "hudi/error.h"

namespace hudi {
namespace {

// Extensions of the base files that Hudi's writers make.
constexpr std::string_view kFormats[] = {"parquet", "orc", "hfile", "lance"};

// What stands in the directory for one file id, before any rule but visibility.
struct GroupFiles {
  std::vector<BaseFile> base_files;
  std::vector<LogFile> log_files;
};

class GroupBuilder {
 public:
  GroupBuilder(const Timeline& timeline, std::string_view partition_path, std::string_view as_of,
               std::string_view extension)
      : timeline_(timeline), partition_path_(partition_path), as_of_(as_of), extension_(extension) {
    for (const Instant& instant : timeline.PendingServices()) {
      if (instant.action == Action::kCompaction) pending_compactions_.insert(instant.requested);
    }
  }

  arrow::Status Add(const FileEntry& entry) {
    std::string_view name = entry.name();
    if (entry.is_directory || IsChecksumSideFile(name)) return arrow::Status::OK();
    if (LooksLikeLogFile(name)) return AddLog(entry);
    return AddBase(entry);
  }

  arrow::Result<std::vector<FileGroup>> Build(
      const std::vector<Timeline::Replaced>& replaced) const {
    std::map<std::string_view, std::string_view> replaced_by;
    for (const Timeline::Replaced& group : replaced) {
      if (group.partition_path != partition_path_) continue;
      if (!as_of_.empty() && group.instant > as_of_) continue;
      std::string_view& instant = replaced_by[group.file_id];
      if (instant.empty() || group.instant < instant) instant = group.instant;
    }
    std::vector<FileGroup> groups;
    for (const auto& [file_id, files] : files_) {
      FileGroup group;
      group.partition_path = partition_path_;
      group.file_id = file_id;
      if (auto found = replaced_by.find(file_id); found != replaced_by.end()) {
        group.replaced_by = std::string(found->second);
      }
      ARROW_ASSIGN_OR_RAISE(group.slices, Slices(file_id, files));
      if (!group.slices.empty()) groups.push_back(std::move(group));
    }
    return groups;
  }

 private:
  using SliceMap = std::map<std::string, FileSlice, std::greater<std::string>>;  // newest first

  bool IsVisible(const std::string& instant) const {
    return (as_of_.empty() || instant <= as_of_) && timeline_.IsCommitted(instant);
  }

  arrow::Status AddBase(const FileEntry& entry) {
    arrow::Result<BaseFileName> name = ParseBaseFileName(entry.name());
    // Whatever does not follow the pattern is none of Hudi's.
    if (!name.ok() || !IsVisible(name->instant)) return arrow::Status::OK();
    if (name->extension != extension_) {
      for (std::string_view format : kFormats) {
        if (name->extension != format) continue;
        return Fail(ErrorCode::kUnsupported, entry.path, entry.path, ": base files of format ",
                    format, " are not supported, only ", extension_);
      }
      return arrow::Status::OK();
    }
    std::string file_id = name->file_id;
    files_[file_id].base_files.push_back(
        {entry.path, std::move(name).ValueUnsafe(), entry.size_bytes});
    return arrow::Status::OK();
  }

  arrow::Status AddLog(const FileEntry& entry) {
    ARROW_ASSIGN_OR_RAISE(LogFileName name, ParseLogFileName(entry.name()));
    if (name.is_cdc) return arrow::Status::OK();
    // Layout 1 names a log after its slice, which a planned compaction may have opened.
    bool visible =
        IsVisible(name.instant) || (is_layout1() && pending_compactions_.count(name.instant) > 0 &&
                                    (as_of_.empty() || name.instant <= as_of_));
    if (!visible) return arrow::Status::OK();
    std::string file_id = name.file_id;
    files_[file_id].log_files.push_back({entry.path, std::move(name), entry.size_bytes});
    return arrow::Status::OK();
  }

  bool is_layout1() const { return timeline_.layout().version < 2; }

  FileSlice& SliceAt(const std::string& file_id, const std::string& instant,
                     SliceMap* slices) const {
    FileSlice& slice = (*slices)[instant];
    slice.partition_path = partition_path_;
    slice.file_id = file_id;
    slice.base_instant = instant;
    return slice;
  }

  arrow::Result<std::vector<FileSlice>> Slices(const std::string& file_id,
                                               const GroupFiles& files) const {
    SliceMap slices;
    for (const BaseFile& file : files.base_files) {
      FileSlice& slice = SliceAt(file_id, file.name.instant, &slices);
      if (slice.base_file) {
        ARROW_ASSIGN_OR_RAISE(slice.base_file, CommittedOf(*slice.base_file, file));
      } else {
        slice.base_file = file;
      }
    }
    ARROW_ASSIGN_OR_RAISE(std::vector<LogFile> logs, OrderedLogs(files.log_files));
    for (const LogFile& log : logs) {
      ARROW_ASSIGN_OR_RAISE(std::string instant, SliceInstant(log, slices));
      SliceAt(file_id, instant, &slices).log_files.push_back(log);
    }
    std::vector<FileSlice> list;
    for (auto& [instant, slice] : slices) list.push_back(std::move(slice));
    return list;
  }

  // Two base files of one instant: a task was tried twice, and its commit names one of them.
  arrow::Result<BaseFile> CommittedOf(const BaseFile& a, const BaseFile& b) const {
    for (const Instant& instant : timeline_.instants()) {
      if (instant.requested != a.name.instant || !instant.completed() || !instant.is_write()) {
        continue;
      }
      ARROW_ASSIGN_OR_RAISE(CommitMetadata commit, timeline_.ReadCommit(instant));
      for (const WriteStat& stat : commit.partition_to_write_stats[partition_path_]) {
        if (stat.path == a.path) return a;
        if (stat.path == b.path) return b;
      }
    }
    // Archived: both are whole, since Hudi removes what the commit does not name.
    return a.path < b.path ? b : a;
  }

  // The order in which readers apply them: version 8 on by completion of their instants.
  arrow::Result<std::vector<LogFile>> OrderedLogs(std::vector<LogFile> logs) const {
    std::map<std::string, std::string> completions;
    if (!is_layout1()) {
      for (const LogFile& log : logs) {
        if (completions.count(log.name.instant) > 0) continue;
        ARROW_ASSIGN_OR_RAISE(completions[log.name.instant], CompletionOf(log));
      }
    }
    auto order = [&](const LogFile& log) {
      return std::make_tuple(is_layout1() ? log.name.instant : completions[log.name.instant],
                             log.name.instant, log.name.version, log.name.write_token);
    };
    std::sort(logs.begin(), logs.end(),
              [&](const LogFile& a, const LogFile& b) { return order(a) < order(b); });
    return logs;
  }

  arrow::Result<std::string> CompletionOf(const LogFile& log) const {
    ARROW_ASSIGN_OR_RAISE(std::string completion, timeline_.CompletionTime(log.name.instant));
    // Committed, but even the history has forgotten it.
    return completion.empty() ? log.name.instant : completion;
  }

  // The slice that a log file belongs to. A planned compaction opens no slice of its own here: what
  // was logged since is read on top of the slice before.
  arrow::Result<std::string> SliceInstant(const LogFile& log, const SliceMap& slices) const {
    if (is_layout1()) {
      if (pending_compactions_.count(log.name.instant) == 0) return log.name.instant;
      auto before = slices.upper_bound(log.name.instant);
      return before == slices.end() ? log.name.instant : before->first;
    }
    ARROW_ASSIGN_OR_RAISE(std::string completion, CompletionOf(log));
    auto at_or_before = slices.lower_bound(completion);
    return at_or_before == slices.end() ? log.name.instant : at_or_before->first;
  }

  const Timeline& timeline_;
  const std::string partition_path_;
  const std::string as_of_;
  const std::string extension_;
  std::set<std::string> pending_compactions_;
  std::map<std::string, GroupFiles> files_;
};

}  // namespace

arrow::Result<std::vector<FileGroup>> BuildFileGroups(
    const Timeline& timeline, std::string_view partition_path,
    const std::vector<FileEntry>& listing, const std::vector<Timeline::Replaced>& replaced,
    std::string_view as_of, std::string_view extension) {
  GroupBuilder builder(timeline, partition_path, as_of, extension);
  for (const FileEntry& entry : listing) ARROW_RETURN_NOT_OK(builder.Add(entry));
  return builder.Build(replaced);
}

arrow::Result<std::vector<FileSlice>> LatestSlices(const Storage& storage, const Timeline& timeline,
                                                   std::string_view partition_path,
                                                   const std::vector<Timeline::Replaced>& replaced,
                                                   std::string_view as_of,
                                                   std::string_view extension) {
  ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> listing, storage.List(partition_path));
  ARROW_ASSIGN_OR_RAISE(
      std::vector<FileGroup> groups,
      BuildFileGroups(timeline, partition_path, listing, replaced, as_of, extension));
  std::vector<FileSlice> latest;
  for (FileGroup& group : groups) {
    if (group.replaced_by.empty()) latest.push_back(std::move(group.slices.front()));
  }
  return latest;
}

}  // namespace hudi
