// SPDX-License-Identifier: Apache-2.0
#include "hudi/slices/commit_files.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "hudi/error.h"
#include "hudi/timeline/commit_metadata.h"

namespace hudi {
namespace {

// (partition, file id)
using GroupKey = std::pair<std::string, std::string>;

struct WrittenFile {
  const Instant* commit = nullptr;
  std::string path;
  int64_t size_bytes = 0;
};

struct WrittenGroup {
  std::map<std::string, WrittenFile> bases;  // by instant
  /// Base instant that the first of them took the place of; empty if it was a new group.
  std::string before_bases;
  std::vector<WrittenFile> logs;
};

std::string_view NameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string Described(const WrittenFile& file) {
  return file.path + ": the file, which the " + std::string(ActionName(file.commit->action)) + " " +
         file.commit->requested + " wrote, is gone";
}

arrow::Status CheckSize(const WrittenFile& file, int64_t size_bytes, bool may_have_grown) {
  if (size_bytes == file.size_bytes || (may_have_grown && size_bytes > file.size_bytes)) {
    return arrow::Status::OK();
  }
  return Fail(ErrorCode::kCorruptFile, file.path, file.path, ": the file has ", size_bytes,
              " bytes, but the ", ActionName(file.commit->action), " ", file.commit->requested,
              " wrote ", file.size_bytes);
}

/// A file that is not there.
struct Gone {
  std::string path;
  std::string what;    // a sentence without its end
  std::string oldest;  // the next version of its group; empty if there is none
};

class Checker {
 public:
  /// `as_of` empty: now.
  Checker(const Timeline& timeline, std::string_view as_of, bool with_logs,
          bool with_replaced_versions)
      : timeline_(timeline),
        as_of_(as_of),
        with_logs_(with_logs),
        with_replaced_versions_(with_replaced_versions),
        commits_(timeline.CompletedWrites()) {}

  arrow::Status Collect(const std::vector<std::string>& partitions) {
    const std::set<std::string_view> wanted(partitions.begin(), partitions.end());
    for (const Instant& commit : commits_) {
      ARROW_ASSIGN_OR_RAISE(CommitMetadata metadata, timeline_.ReadCommit(commit));
      for (const auto& [partition, stats] : metadata.partition_to_write_stats) {
        if (wanted.count(partition) == 0) continue;
        for (const WriteStat& stat : stats) {
          if (!stat.path.empty()) Add(commit, stat, &groups_[{partition, stat.file_id}]);
        }
      }
    }
    return arrow::Status::OK();
  }

  /// Errors: kCorruptFile for a file of the wrong size. What is gone is in gone().
  arrow::Status Check(const std::vector<FileSlice>& slices,
                      const std::vector<Timeline::Replaced>& replaced) {
    std::set<GroupKey> hidden;
    for (const Timeline::Replaced& group : replaced) {
      hidden.emplace(group.partition_path, group.file_id);
    }
    std::map<GroupKey, const FileSlice*> found;
    for (const FileSlice& slice : slices) found[{slice.partition_path, slice.file_id}] = &slice;
    for (const auto& [key, group] : groups_) {
      if (hidden.count(key) > 0) continue;
      auto slice = found.find(key);
      const FileSlice* newest = slice == found.end() ? nullptr : slice->second;
      ARROW_RETURN_NOT_OK(CheckBase(key.second, group, newest));
      if (!with_logs_) continue;
      for (const WrittenFile& log : group.logs) ARROW_RETURN_NOT_OK(CheckLog(log, group, newest));
    }
    return arrow::Status::OK();
  }

  const std::vector<Gone>& gone() const { return gone_; }

 private:
  void Add(const Instant& commit, const WriteStat& stat, WrittenGroup* group) const {
    WrittenFile file{&commit, stat.path, stat.file_size_in_bytes};
    if (!LooksLikeLogFile(NameOf(stat.path))) {
      if (group->bases.empty() && stat.prev_commit != "null") {
        group->before_bases = stat.prev_commit;
      }
      group->bases[commit.requested] = std::move(file);
    } else if (as_of_.empty() || commit.requested <= as_of_) {
      group->logs.push_back(std::move(file));
    }
  }

  void AddGone(const WrittenGroup& group, std::string_view instant, std::string path,
               std::string what) {
    // The next version of the group is the oldest one that can be there.
    auto next = group.bases.upper_bound(std::string(instant));
    gone_.push_back({std::move(path), std::move(what),
                     next == group.bases.end() ? std::string() : next->first});
  }

  arrow::Status CheckBase(const std::string& file_id, const WrittenGroup& group,
                          const FileSlice* slice) {
    const bool has_base = slice != nullptr && slice->base_file.has_value();
    auto expected = as_of_.empty() ? group.bases.end() : group.bases.upper_bound(as_of_);
    if (expected == group.bases.begin()) {
      const std::string& before = group.before_bases;
      if (!with_replaced_versions_ || before.empty() || before > as_of_) return arrow::Status::OK();
      if (has_base && slice->base_file->name.instant >= before) return arrow::Status::OK();
      AddGone(group, before, "",
              "the base file of file group " + file_id + " written by " + before + " is gone");
      return arrow::Status::OK();
    }
    const WrittenFile& file = (--expected)->second;
    if (!has_base || slice->base_file->name.instant < file.commit->requested) {
      AddGone(group, file.commit->requested, file.path, Described(file));
      return arrow::Status::OK();
    }
    const BaseFile& base = *slice->base_file;
    if (base.path != file.path) return arrow::Status::OK();
    return CheckSize(file, base.size_bytes, /*may_have_grown=*/false);
  }

  arrow::Status CheckLog(const WrittenFile& file, const WrittenGroup& group,
                         const FileSlice* slice) {
    bool layout1 = timeline_.layout().version < 2;
    if (slice != nullptr) {
      // Logs below the newest base file are the cleaner's.
      if (layout1) {
        ARROW_ASSIGN_OR_RAISE(LogFileName name, ParseLogFileName(NameOf(file.path)));
        if (name.instant < slice->base_instant) return arrow::Status::OK();
      } else if (file.commit->completion < slice->base_instant) {
        return arrow::Status::OK();
      }
      for (const LogFile& log : slice->log_files) {
        // Version 6 appends to a file where the storage can, and a writer that died in it leaves
        // bytes behind; what they are is up to whoever reads the blocks.
        if (log.path == file.path) return CheckSize(file, log.size_bytes, /*may_have_grown=*/true);
      }
    }
    AddGone(group, file.commit->requested, file.path, Described(file));
    return arrow::Status::OK();
  }

  const Timeline& timeline_;
  const std::string as_of_;
  bool with_logs_;
  bool with_replaced_versions_;
  std::vector<Instant> commits_;
  std::map<GroupKey, WrittenGroup> groups_;
  std::vector<Gone> gone_;
};

}  // namespace

arrow::Status CheckCommitFiles(const Timeline& timeline, const std::vector<std::string>& partitions,
                               const std::vector<FileSlice>& slices,
                               const std::vector<Timeline::Replaced>& replaced, bool with_logs) {
  Checker checker(timeline, "", with_logs, /*with_replaced_versions=*/false);
  ARROW_RETURN_NOT_OK(checker.Collect(partitions));
  ARROW_RETURN_NOT_OK(checker.Check(slices, replaced));
  if (checker.gone().empty()) return arrow::Status::OK();
  const Gone& gone = checker.gone().front();
  return Fail(
      ErrorCode::kCorruptFile, gone.path, gone.what,
      "; the rows that it wrote there are lost unless the file is put back; as of an instant "
      "before it the table can be read (hudi read --as-of, SQL's TIMESTAMP AS OF)");
}

arrow::Status CheckTimelineIsThere(const Storage& storage, const Timeline& timeline) {
  if (!timeline.instants().empty()) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(std::vector<std::string> partitions, ListPartitions(storage));
  for (const std::string& partition : partitions) {
    ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> entries, storage.List(partition));
    for (const FileEntry& entry : entries) {
      const std::string_view name = NameOf(entry.path);
      const bool is_data = ParseBaseFileName(name).ok() || ParseLogFileName(name).ok();
      if (entry.is_directory || !is_data) continue;
      const std::string& folder = timeline.layout().directory;
      return Fail(ErrorCode::kCorruptFile, folder, folder,
                  ": the timeline is empty or not there, but the table has data files, such as ",
                  entry.path, ": which of them count is not known unless the folder is put back");
    }
  }
  return arrow::Status::OK();
}

arrow::Result<std::string> WriterOf(const Timeline& timeline, const LogFile& log, int64_t offset) {
  const bool one_writer = timeline.layout().version >= 2;
  for (const Instant& commit : timeline.CompletedWrites()) {
    // A version 6 log is named after its base instant, before all that write to it.
    if (one_writer ? commit.requested != log.name.instant : commit.requested < log.name.instant) {
      continue;
    }
    ARROW_ASSIGN_OR_RAISE(CommitMetadata metadata, timeline.ReadCommit(commit));
    for (const auto& [partition, stats] : metadata.partition_to_write_stats) {
      for (const WriteStat& stat : stats) {
        // The reference also lists, without rows, what attempts left that failed.
        if (stat.path != log.path || stat.num_writes + stat.num_deletes == 0) continue;
        const bool wrote_it =
            one_writer ? stat.file_size_in_bytes == log.size_bytes
                       : stat.log_offset.value_or(0) <= offset && offset < stat.file_size_in_bytes;
        if (wrote_it) return commit.requested;
      }
    }
  }
  return std::string();
}

arrow::Status CheckPastCommitFiles(const Timeline& timeline, const PastSlices& past) {
  Checker checker(timeline, past.as_of, past.with_logs, past.with_replaced_versions);
  ARROW_RETURN_NOT_OK(checker.Collect(past.partitions));
  ARROW_RETURN_NOT_OK(checker.Check(past.slices, past.replaced));
  if (checker.gone().empty()) return arrow::Status::OK();
  std::string oldest;
  for (const Gone& gone : checker.gone()) oldest = std::max(oldest, gone.oldest);
  return Fail(ErrorCode::kInstantUnavailable, past.as_of, "cannot read the table as of ",
              past.as_of, ": ", checker.gone().back().what,
              oldest.empty() ? "" : "; the oldest usable instant is ", oldest);
}

}  // namespace hudi
